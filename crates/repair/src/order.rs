//! What lies between two accesses, in a kernel's inlined graph.

use crate::points::{Site, site_of};
use kernel_graph::{BlockId, Function, FunctionId, Graph, Loop, Module, Place, StmtKind};
use num_bigint::BigInt;
use races::Racing;
use std::collections::BTreeSet;

/// A kernel with all calls inlined.
pub(crate) struct Order {
    function: Function,
    graph: Graph,
}

/// Names a statement: its block, and its number there.
type At = (BlockId, usize);

/// Which ways count.
struct Ways<'a> {
    /// Jumps back to these heads do not.
    but: BTreeSet<BlockId>,
    /// Ways that leave this loop do not.
    within: Option<&'a Loop>,
}

impl Order {
    /// The order of a kernel of a module; none if it cannot be inlined, or its loops are not
    /// structured.
    pub(crate) fn of(module: &Module, kernel: FunctionId) -> Option<Order> {
        let function = races::inlined(module, kernel).ok()?;
        let graph = Graph::new(&function).ok()?;
        Some(Order { function, graph })
    }

    /// Sites between two accesses of a race, as its counterexample has them: a barrier at none of
    /// them would leave both unordered.
    pub(crate) fn between(&self, first: &Racing, second: &Racing) -> BTreeSet<Site> {
        let (mine, theirs) = (self.around(first.stmt.0), self.around(second.stmt.0));
        let common: Vec<&Loop> = mine
            .iter()
            .zip(&theirs)
            .take_while(|(a, b)| a.head == b.head)
            .map(|(a, _)| *a)
            .collect();
        let number = |racing: &Racing, at: usize| racing.iterations.get(at).cloned().flatten();
        for (at, around) in common.iter().enumerate() {
            let (Some(i), Some(j)) = (number(first, at), number(second, at)) else {
                return self.all_of(common.get(at..).unwrap_or_default(), first, second);
            };
            if i == j {
                continue;
            }
            let (earlier, later) = match i < j {
                true => (first.stmt, second.stmt),
                false => (second.stmt, first.stmt),
            };
            let apart = if i < j { &j - &i } else { &i - &j };
            if apart > BigInt::from(1) {
                return self.sites(self.statements(around));
            }
            let outer: BTreeSet<BlockId> = common.iter().take(at).map(|l| l.head).collect();
            return self.over_the_edge(around, outer, earlier, later);
        }
        let but: BTreeSet<BlockId> = common.iter().map(|around| around.head).collect();
        let entered = |racing: &Racing, around: &[&Loop]| -> BTreeSet<BlockId> {
            let own = around.iter().enumerate().skip(common.len());
            let first = own.take_while(|(at, _)| number(racing, *at) == Some(BigInt::ZERO));
            first
                .map(|(_, around)| around.head)
                .chain(but.iter().copied())
                .collect()
        };
        let mut between = self.one_way(first.stmt, second.stmt, entered(second, &theirs));
        between.extend(self.one_way(second.stmt, first.stmt, entered(first, &mine)));
        self.sites(between)
    }

    /// The same for accesses whose iterations are not known.
    fn all_of(&self, common: &[&Loop], first: &Racing, second: &Racing) -> BTreeSet<Site> {
        match common.first() {
            Some(around) => self.sites(self.statements(around)),
            None => {
                let mut between = self.one_way(first.stmt, second.stmt, BTreeSet::new());
                between.extend(self.one_way(second.stmt, first.stmt, BTreeSet::new()));
                self.sites(between)
            }
        }
    }

    /// Loops around a block, outermost first.
    fn around(&self, block: BlockId) -> Vec<&Loop> {
        let all = self.graph.loops.values();
        let mut around: Vec<&Loop> = all.filter(|l| l.blocks.contains(&block)).collect();
        around.sort_by_key(|l| std::cmp::Reverse(l.blocks.len()));
        around
    }

    fn statements(&self, around: &Loop) -> BTreeSet<At> {
        let mut all = BTreeSet::new();
        for block in &around.blocks {
            let count = self.function.block(*block).map_or(0, |b| b.stmts.len());
            all.extend((0..count).map(|at| (*block, at)));
        }
        all
    }

    fn sites(&self, statements: impl IntoIterator<Item = At>) -> BTreeSet<Site> {
        let site = |(block, at): At| site_of(self.function.block(block)?.stmts.get(at)?);
        statements.into_iter().filter_map(site).collect()
    }

    /// From one access over the back edge of a loop to another in the next iteration.
    fn over_the_edge(
        &self,
        around: &Loop,
        outer: BTreeSet<BlockId>,
        from: At,
        to: At,
    ) -> BTreeSet<Site> {
        let mut but = outer;
        but.insert(around.head);
        let ways = Ways {
            but,
            within: Some(around),
        };
        let mut between = self.behind(from, &ways);
        between.extend(self.before(to, &ways));
        self.sites(between)
    }

    /// What lies on the ways from one access to another; jumps back to the heads `but` do not count.
    fn one_way(&self, from: At, to: At, but: BTreeSet<BlockId>) -> BTreeSet<At> {
        let ways = Ways { but, within: None };
        let after = self.behind(from, &ways);
        match after.contains(&to) {
            true => after
                .intersection(&self.before(to, &ways))
                .copied()
                .collect(),
            false => BTreeSet::new(),
        }
    }

    fn counts(&self, ways: &Ways<'_>, from: BlockId, to: BlockId) -> bool {
        let back = |head: &BlockId| {
            let around = self.graph.loops.get(head);
            *head == to && around.is_some_and(|l| l.latches.contains(&from))
        };
        let leaves = ways.within.is_some_and(|l| !l.blocks.contains(&to));
        !ways.but.iter().any(back) && !leaves
    }

    /// Statements that may be executed behind one.
    fn behind(&self, start: At, ways: &Ways<'_>) -> BTreeSet<At> {
        let next = |block: BlockId| -> Vec<BlockId> {
            let ends = self.function.block(block).map(|b| b.end.successors());
            let all = ends.unwrap_or_default().into_iter();
            all.filter(|to| self.counts(ways, block, *to)).collect()
        };
        let length = |block: BlockId| self.function.block(block).map_or(0, |b| b.stmts.len());
        let mut found: BTreeSet<At> = (start.1 + 1..length(start.0))
            .map(|at| (start.0, at))
            .collect();
        let mut seen = BTreeSet::new();
        let mut work = next(start.0);
        while let Some(block) = work.pop() {
            if seen.insert(block) {
                found.extend((0..length(block)).map(|at| (block, at)));
                work.extend(next(block));
            }
        }
        found
    }

    /// Statements that may be executed before one.
    fn before(&self, start: At, ways: &Ways<'_>) -> BTreeSet<At> {
        let inside = |block: &BlockId| ways.within.is_none_or(|l| l.blocks.contains(block));
        let previous = |block: BlockId| -> Vec<BlockId> {
            let all = self.graph.predecessors.get(&block).cloned();
            let all = all.unwrap_or_default().into_iter();
            all.filter(|from| inside(from) && self.counts(ways, *from, block))
                .collect()
        };
        let length = |block: BlockId| self.function.block(block).map_or(0, |b| b.stmts.len());
        let mut found: BTreeSet<At> = (0..start.1).map(|at| (start.0, at)).collect();
        let mut seen = BTreeSet::new();
        let mut work = previous(start.0);
        while let Some(block) = work.pop() {
            if seen.insert(block) {
                found.extend((0..length(block)).map(|at| (block, at)));
                work.extend(previous(block));
            }
        }
        found
    }

    /// Whether one of two statements may be executed behind the other, or they are one.
    pub(crate) fn may_follow(&self, a: At, b: At) -> bool {
        let ways = Ways {
            but: BTreeSet::new(),
            within: None,
        };
        a == b || self.behind(a, &ways).contains(&b) || self.behind(b, &ways).contains(&a)
    }

    /// Whether there is a way past a site: through its innermost loop, or through the kernel.
    pub(crate) fn is_in_branch(&self, site: Site) -> bool {
        let blocks = self.function.blocks.iter().zip(0u32..);
        let mut holding = blocks.filter(|(block, _)| {
            let mut sites = block.stmts.iter().filter_map(site_of);
            sites.any(|one| one == site)
        });
        holding.any(|(_, number)| self.can_be_passed(BlockId(number)))
    }

    fn can_be_passed(&self, block: BlockId) -> bool {
        let around = self.graph.innermost(block);
        let start = around.map_or(BlockId(0), |around| around.head);
        let mut seen = BTreeSet::from([block]);
        let mut work = vec![start];
        while let Some(at) = work.pop() {
            if !seen.insert(at) {
                continue;
            }
            let ends = self.function.block(at).map(|b| b.end.successors());
            let next = ends.unwrap_or_default();
            let over = match around {
                Some(around) => around.latches.contains(&at),
                None => next.is_empty(),
            };
            if over {
                return true;
            }
            let inside = |to: &BlockId| around.is_none_or(|l| l.blocks.contains(to));
            work.extend(next.into_iter().filter(inside));
        }
        false
    }

    /// Sites of the barriers at a place.
    pub(crate) fn barriers_at(&self, place: Place) -> BTreeSet<Site> {
        let stmts = self.function.blocks.iter().flat_map(|block| &block.stmts);
        let barriers = stmts.filter(|stmt| matches!(stmt.kind, StmtKind::Barrier(_)));
        barriers
            .filter(|stmt| stmt.place == place)
            .filter_map(site_of)
            .collect()
    }

    /// Sites of the barriers in the loops whose heads end at a place.
    pub(crate) fn barriers_in_loops(&self, place: Place) -> BTreeSet<Site> {
        let heads = self.graph.loops.values().filter(|around| {
            let head = self.function.block(around.head);
            head.is_some_and(|block| block.end_place == place)
        });
        let mut found = BTreeSet::new();
        for around in heads {
            for (block, at) in self.statements(around) {
                let stmt = self.function.block(block).and_then(|b| b.stmts.get(at));
                if let Some(stmt) = stmt
                    && matches!(stmt.kind, StmtKind::Barrier(_))
                    && let Some(site) = site_of(stmt)
                {
                    found.insert(site);
                }
            }
        }
        found
    }
}

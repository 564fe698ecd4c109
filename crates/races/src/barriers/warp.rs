//! Threads of a warp in lock-step, if that is asked for.
//!
//! Then the threads of a warp that come to a statement execute it together, so that whatever one of
//! them does at another statement comes before or after it. Two accesses of threads of one warp are
//! unordered if they are made by one statement in the same iterations, or if neither thread executes
//! the statement of the other's access: they are in different branches, and which of these the warp
//! executes first is not said.
//!
//! Threads that went different ways go on together where all ways join: at the first block behind the
//! branch that none of them can avoid. So a statement is executed together by all that come to it
//! if, for each branch, only one way leads there before that block ([`together`]). Jumps and early
//! returns may lead there on several ways; such a statement orders nothing.
//!
//! `together` rests on the graph alone: it takes every branch for one on which threads differ.

use crate::accesses::{Access, Kind};
use crate::check::{Two, Work};
use kernel_graph::{BlockId, Function, Graph, Stmt, StmtKind};
use petgraph::algo::dominators::simple_fast;
use petgraph::graph::{DiGraph, NodeIndex};
use solver::term::{Term, and, bool_, eq, not, or, tt};
use std::collections::{BTreeMap, BTreeSet};

/// The warps of a kernel whose threads run in lockstep.
#[derive(Clone, Debug)]
pub(crate) struct LockStep {
    /// Threads of a warp.
    pub warp: u32,
    /// Blocks whose statements are executed together by all threads of a warp that come to them.
    pub together: BTreeSet<BlockId>,
}

impl Work<'_, '_> {
    /// That two threads of one block are not of one warp whose lock-step orders their accesses.
    pub(crate) fn out_of_step(&self, a: &Access, b: &Access, two: &mut Two<'_>) -> Term {
        let Some(lock_step) = &self.lock_step else {
            return tt();
        };
        // A copy that the block makes goes on beside the steps of its threads.
        if a.copy.is_some() || b.copy.is_some() {
            return tt();
        }
        let changes = |access: &Access| access.kind != Kind::Read;
        // The parts of a vector are stored by statements of one place.
        let parts = a.stmt.0 == b.stmt.0 && a.place == b.place && changes(a) && changes(b);
        let numbers = a.iterations.iter().zip(&b.iterations);
        let mut same = vec![bool_(a.stmt == b.stmt || parts)];
        for (mine, theirs) in numbers {
            same.push(eq(mine.clone(), two.other.of(theirs)));
        }
        // The second thread at the iterations of the first, and the other way round.
        let joins = |access: &Access| lock_step.together.contains(&access.stmt.0);
        let mut apart = Vec::new();
        if joins(a) {
            let at = a.iterations.iter();
            let at = at.map(|k| (two.other.of(k), k.clone()));
            let at: Vec<(Term, Term)> = at.collect();
            apart.push(two.other.of(&a.missed()).subst(&at));
        }
        if joins(b) {
            let at = b.iterations.iter();
            let at = at.map(|k| (k.clone(), two.other.of(k)));
            let at: Vec<(Term, Term)> = at.collect();
            apart.push(b.missed().subst(&at));
        }
        let one_warp = self.one_warp(lock_step.warp, two);
        or(vec![not(one_warp), and(same), and(apart)])
    }
}

/// The blocks that all threads of a warp which come to them execute together, in the same
/// iterations.
pub(crate) fn together(function: &Function, graph: &Graph) -> BTreeSet<BlockId> {
    let next = branches(function, graph);
    let joins = joins(&next);
    let mut all: BTreeSet<BlockId> = next.keys().copied().collect();
    for (at, ways) in &next {
        if ways.len() < 2 {
            continue;
        }
        let join = joins.get(at).copied();
        let mut seen = BTreeSet::new();
        for way in ways {
            for block in before(*way, join, &next) {
                if !seen.insert(block) {
                    all.remove(&block);
                }
            }
        }
        // Ways that join in another iteration than they part in: iterations are not equal any more.
        let shifted = graph.loops.values().any(|around| {
            let within = |block: &BlockId| around.blocks.contains(block);
            within(at) && join.as_ref().is_some_and(within) && seen.contains(&around.head)
        });
        if shifted {
            return BTreeSet::new();
        }
    }
    all
}

/// The blocks that each block goes on to. The operands of `&&` and `||` are one branch: a block that
/// only decides, and may go where the one before it may go, is a part of that one.
fn branches(function: &Function, graph: &Graph) -> BTreeMap<BlockId, BTreeSet<BlockId>> {
    let decides = |id: &BlockId| {
        let pure = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Assign { .. });
        let block = function.block(*id);
        block.is_some_and(|block| block.stmts.iter().all(pure))
    };
    let mut next: BTreeMap<BlockId, BTreeSet<BlockId>> = BTreeMap::new();
    let mut last: BTreeMap<BlockId, BTreeSet<BlockId>> = BTreeMap::new();
    for id in &graph.order {
        let ways = function.block(*id).map(|block| block.end.successors());
        let ways: BTreeSet<BlockId> = ways.unwrap_or_default().into_iter().collect();
        for way in &ways {
            last.entry(*way).or_default().insert(*id);
        }
        next.insert(*id, ways);
    }
    loop {
        let mut changed = false;
        for id in graph.order.iter().rev().filter(|id| decides(id)) {
            let (Some(ways), Some(from)) = (next.get(id).cloned(), last.get(id)) else {
                continue;
            };
            let mut from = from.iter().copied();
            let (Some(only), None) = (from.next(), from.next()) else {
                continue;
            };
            let Some(around) = next
                .get_mut(&only)
                .filter(|around| only != *id && around.iter().any(|way| ways.contains(way)))
            else {
                continue;
            };
            around.remove(id);
            around.extend(&ways);
            next.remove(id);
            for way in ways {
                let from = last.entry(way).or_default();
                from.remove(id);
                from.insert(only);
            }
            changed = true;
        }
        if !changed {
            return next;
        }
    }
}

/// For each block the first one that no way from it to the end avoids, if there is one.
fn joins(next: &BTreeMap<BlockId, BTreeSet<BlockId>>) -> BTreeMap<BlockId, BlockId> {
    let mut graph: DiGraph<Option<BlockId>, ()> = DiGraph::new();
    let end = graph.add_node(None);
    let nodes: BTreeMap<BlockId, NodeIndex> = next
        .keys()
        .map(|id| (*id, graph.add_node(Some(*id))))
        .collect();
    for (at, ways) in next {
        let Some(from) = nodes.get(at) else { continue };
        if ways.is_empty() {
            graph.add_edge(end, *from, ());
        }
        for to in ways.iter().filter_map(|way| nodes.get(way)) {
            graph.add_edge(*to, *from, ());
        }
    }
    let behind = simple_fast(&graph, end);
    let first = nodes.iter().filter_map(|(id, node)| {
        let join = behind.immediate_dominator(*node)?;
        Some((*id, (*graph.node_weight(join)?)?))
    });
    first.collect()
}

/// The blocks that a way comes to before the ways join.
fn before(
    way: BlockId,
    join: Option<BlockId>,
    next: &BTreeMap<BlockId, BTreeSet<BlockId>>,
) -> BTreeSet<BlockId> {
    let mut seen = BTreeSet::new();
    let mut work = vec![way];
    while let Some(block) = work.pop() {
        if Some(block) == join || !seen.insert(block) {
            continue;
        }
        work.extend(next.get(&block).into_iter().flatten());
    }
    seen
}

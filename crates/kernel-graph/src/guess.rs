//! Plain loads that start an update by compare-and-exchange.
//!
//! CUDA's programming guide makes an atomic operation of any function so: `old = *p; do { seen = old; old =
//! atomicCAS(p, seen, f(seen)); } while (old != seen)`. The first load is a guess: where another thread has changed the
//! word since, the exchange fails and is tried again. By the letter of the memory model the load races with the
//! exchanges of other threads. That it returns a value which the word has had is an assumption, which a report lists.
//!
//! Such a load is one whose value goes, by copies and conversions alone, into what an exchange in a loop behind it
//! expects; into that goes nothing else but what this exchange itself has found. The load is before the loop on each way
//! to it, and both have the same address: no value that it is made of changes in between.

use super::{
    AtomicOp, BlockId, Expr, ExprKind, Function, Graph, LocalId, Module, Scalar, StmtKind,
};
use std::collections::{BTreeMap, BTreeSet};

/// A statement, by its block and its number in it.
type At = (BlockId, usize);

/// Marks each load that is such a guess.
pub fn guesses(module: &mut Module) {
    let pointer = module.target.pointer;
    for function in &mut module.functions {
        let found = in_function(function, pointer);
        for (block, at) in found {
            let block = function.blocks.get_mut(block.0 as usize);
            let stmt = block.and_then(|block| block.stmts.get_mut(at));
            if let Some(StmtKind::Load { access, .. }) = stmt.map(|stmt| &mut stmt.kind) {
                access.guess = true;
            }
        }
    }
}

/// A compare-and-exchange.
struct Exchange<'f> {
    at: At,
    to: LocalId,
    address: &'f Expr,
    scalar: Scalar,
    expects: &'f Expr,
}

fn in_function(function: &Function, pointer: u32) -> Vec<At> {
    let exchanges: Vec<Exchange<'_>> = stmts(function).filter_map(exchange).collect();
    if exchanges.is_empty() {
        return Vec::new();
    }
    let Ok(graph) = Graph::new(function) else {
        return Vec::new();
    };
    let known = Known::of(function, &graph);
    let found = exchanges.iter().filter_map(|one| {
        let at = known.first_load(one)?;
        let StmtKind::Load { to, address, .. } = known.kind(at)? else {
            return None;
        };
        let bytes = function.local(*to)?.scalar.bytes(pointer);
        let same = known.address(address, at)? == known.address(one.address, one.at)?;
        let is_guess = bytes == one.scalar.bytes(pointer) && same;
        (is_guess && known.is_tried_again(at, one.at)).then_some(at)
    });
    found.collect()
}

fn exchange((at, kind): (At, &StmtKind)) -> Option<Exchange<'_>> {
    let StmtKind::Atomic {
        to: Some(to),
        op: AtomicOp::CompareExchange,
        address,
        scalar,
        operands,
        ..
    } = kind
    else {
        return None;
    };
    Some(Exchange {
        at,
        to: *to,
        address,
        scalar: *scalar,
        expects: operands.first()?,
    })
}

fn stmts(function: &Function) -> impl Iterator<Item = (At, &StmtKind)> {
    let blocks = (0u32..).map(BlockId).zip(&function.blocks);
    blocks.flat_map(|(id, block)| {
        let each = block.stmts.iter().enumerate();
        each.map(move |(at, stmt)| ((id, at), &stmt.kind))
    })
}

/// The local whose value an expression is, converted or not.
fn copied(e: &Expr) -> Option<LocalId> {
    if let ExprKind::Cast(_, of) = &e.kind {
        return copied(of);
    }
    let ExprKind::Local(local) = e.kind else {
        return None;
    };
    Some(local)
}

/// Where the locals of a function get their values.
struct Known<'a> {
    function: &'a Function,
    graph: &'a Graph,
    /// Parameters have theirs from the beginning.
    params: BTreeSet<LocalId>,
    /// The statements that give each a value. Where its life begins, it has none yet.
    given: BTreeMap<LocalId, Vec<At>>,
}

impl<'a> Known<'a> {
    fn of(function: &'a Function, graph: &'a Graph) -> Self {
        let mut given: BTreeMap<LocalId, Vec<At>> = BTreeMap::new();
        for (at, kind) in stmts(function) {
            let begins = matches!(kind, StmtKind::Havoc(_));
            if let Some(to) = kind.assigned().filter(|_| !begins) {
                given.entry(to).or_default().push(at);
            }
        }
        Known {
            function,
            graph,
            params: function.params.iter().map(|param| param.local).collect(),
            given,
        }
    }

    fn kind(&self, (block, at): At) -> Option<&'a StmtKind> {
        let block = self.function.block(block)?;
        Some(&block.stmts.get(at)?.kind)
    }

    fn given(&self, local: LocalId) -> &[At] {
        self.given.get(&local).map_or(&[], Vec::as_slice)
    }

    /// The one load whose value an exchange expects first; none if it expects anything else but what it has found itself.
    fn first_load(&self, exchange: &Exchange<'_>) -> Option<At> {
        let mut open = vec![copied(exchange.expects)?];
        let mut seen = BTreeSet::new();
        let mut load = None;
        while let Some(local) = open.pop() {
            if !seen.insert(local) {
                continue;
            }
            if self.params.contains(&local) {
                return None;
            }
            for at in self.given(local) {
                let kind = self.kind(*at)?;
                if let StmtKind::Assign { value, .. } = kind {
                    open.push(copied(value)?);
                } else if matches!(kind, StmtKind::Load { access, .. } if !access.ghost) {
                    if load.replace(*at).is_some_and(|before| before != *at) {
                        return None;
                    }
                } else if *at != exchange.at || local != exchange.to {
                    return None;
                }
            }
        }
        load
    }

    /// Whether each way to the second statement goes through the first.
    fn is_before(&self, first: At, second: At) -> bool {
        match first.0 == second.0 {
            true => first.1 < second.1,
            false => self.graph.dominates(first.0, second.0),
        }
    }

    /// Whether an exchange is in a loop behind a load, in which the load is not.
    fn is_tried_again(&self, load: At, exchange: At) -> bool {
        let mut around = self.graph.loops.values();
        let again =
            |blocks: &BTreeSet<BlockId>| blocks.contains(&exchange.0) && !blocks.contains(&load.0);
        self.is_before(load, exchange) && around.any(|one| again(&one.blocks))
    }

    /// An address with the values put in of what is assigned once; none if a part of it has several values, or none yet
    /// where it is used.
    ///
    /// What is left in it has one assignment, which each way to the use goes through. Where the use is the load, which each
    /// way to the exchange goes through, none of it is assigned anew between the two: such a way to the exchange would be one
    /// without the load.
    fn address(&self, e: &Expr, used: At) -> Option<Expr> {
        let mut e = e.clone();
        self.expand(&mut e, used)?;
        Some(e)
    }

    fn expand(&self, e: &mut Expr, used: At) -> Option<()> {
        let ExprKind::Local(local) = e.kind else {
            for part in e.children_mut() {
                self.expand(part, used)?;
            }
            return Some(());
        };
        match (self.params.contains(&local), self.given(local)) {
            (true, []) => {}
            (false, [at]) if self.is_before(*at, used) => {
                if let StmtKind::Assign { value, .. } = self.kind(*at)? {
                    let mut value = value.clone();
                    // What is made of something with several values stands for itself.
                    if self.expand(&mut value, *at).is_some() {
                        *e = value;
                    }
                }
            }
            _ => return None,
        }
        Some(())
    }
}

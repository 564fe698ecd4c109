//! Loops that run a known number of times: which of them are easier iteration by iteration.
//!
//! What one iteration stands for has the values of all of them, as cases. In `for (d = n / 2; d > 0; d /= 2)` around a
//! barrier the iterations have little in common: of each alone the numbers are literals, and what the loop leaves is
//! one, too.

use super::guess::{Guess, Slot, slots};
use super::plan::Plan;
use crate::annotations::claim::locals_of;
use crate::execution::Exec;
use crate::execution::state::State;
use crate::execution::value::Value;
use kernel_graph::{Barrier, Block, BlockId, Expr, Function, Graph, Loop, Scope, StmtKind};
use solver::term::postorder;
use std::collections::{BTreeMap, BTreeSet};

/// Loops with more iterations are left as they are.
const MOST_ITERATIONS: i64 = 32;

/// So many statements are executed, at most.
const MOST_STMTS: usize = 12_000;

/// So many of them touch memory, or wait: what is asked grows with their pairs.
const MOST_STEPS: usize = 800;

impl Exec<'_> {
    /// Notes how often a loop runs, where that is known and a number of it does not grow by steps.
    pub(super) fn note_length(&mut self, around: &Loop, plan: &Plan) {
        if self.trials > 0 {
            return;
        }
        let last = plan
            .last
            .filter(|last| plan.uneven && *last < MOST_ITERATIONS);
        if let Some(last) = last.and_then(|last| u32::try_from(last).ok()) {
            self.countable.insert(around.head, last);
        }
    }
}

/// Whether a number is made of its value in the iteration before, and not by steps.
pub(super) fn is_uneven(function: &Function, plan: &Plan, back: &State) -> bool {
    let after = slots(back);
    plan.guesses.iter().any(|(slot, guess)| match guess {
        Guess::Sequence(_) => is_read(function, plan.head, *slot),
        Guess::Function(symbol) => {
            let terms = after.get(slot).map(Value::terms).unwrap_or_default();
            let parts = postorder(terms);
            parts.iter().any(|part| part.symbol() == Some(symbol))
                && is_read(function, plan.head, *slot)
        }
        Guess::Same | Guess::Steps(_) | Guess::Cycle(_) | Guess::Choice(_) | Guess::Arbitrary => {
            false
        }
    })
}

/// Whether what a slot holds at the start of a block may be read before it gets another value.
fn is_read(function: &Function, start: BlockId, slot: Slot) -> bool {
    let Slot::Local(local) = slot else {
        return true;
    };
    let reads = |exprs: Vec<&Expr>| exprs.iter().any(|e| locals_of(e).contains(&local));
    let (mut open, mut seen) = (vec![start], BTreeSet::from([start]));
    'blocks: while let Some(block) = open.pop().and_then(|id| function.block(id)) {
        for stmt in &block.stmts {
            if reads(stmt.kind.exprs()) {
                return true;
            }
            if stmt.kind.assigned() == Some(local) {
                continue 'blocks;
            }
        }
        if reads(block.end.exprs()) {
            return true;
        }
        let next = block.end.successors().into_iter();
        open.extend(next.filter(|to| seen.insert(*to)));
    }
    false
}

/// The loops that are taken apart next: of those whose length is known the outermost, where threads meet in them or
/// where they have no part in memory.
pub(crate) fn next_apart(
    function: &Function,
    graph: &Graph,
    lengths: &BTreeMap<BlockId, u32>,
) -> BTreeMap<BlockId, u32> {
    let of = |head: &BlockId| graph.loops.get(head);
    let is_outermost = |found: &Loop| {
        let mut parent = found.parent;
        while let Some(around) = parent {
            if lengths.contains_key(&around) {
                return false;
            }
            parent = of(&around).and_then(|around| around.parent);
        }
        true
    };
    let mut all = BTreeMap::new();
    let kinds = |block: &Block| -> Vec<bool> {
        let stmts = block.stmts.iter();
        stmts.map(|stmt| is_computation(&stmt.kind)).collect()
    };
    let each = function.blocks.iter().flat_map(kinds);
    let (mut stmts, mut steps) = each.fold((0, 0), |(stmts, steps), computes| {
        (stmts + 1, steps + usize::from(!computes))
    });
    for (head, last) in lengths {
        let Some(found) = of(head).filter(|found| is_outermost(found)) else {
            continue;
        };
        let blocks = found.blocks.iter().filter_map(|id| function.block(*id));
        let kinds = blocks.flat_map(|block| block.stmts.iter().map(|stmt| &stmt.kind));
        let (mut meets, mut own, mut touching) = (false, 0, 0);
        for kind in kinds {
            own += 1;
            meets |= is_barrier(kind);
            touching += usize::from(!is_computation(kind));
        }
        let times = *last as usize + 1;
        let fits = stmts + own * times <= MOST_STMTS && steps + touching * times <= MOST_STEPS;
        if (meets || touching == 0) && fits {
            stmts += own * times;
            steps += touching * times;
            all.insert(*head, *last);
        }
    }
    all
}

/// Whether all threads of a block meet here.
pub(crate) fn is_barrier(kind: &StmtKind) -> bool {
    let StmtKind::Barrier(Barrier { scope, .. }) = kind else {
        return false;
    };
    matches!(scope, Scope::Block | Scope::Grid)
}

/// Whether nothing but locals takes part.
fn is_computation(kind: &StmtKind) -> bool {
    match kind {
        StmtKind::Assign { .. } | StmtKind::Havoc(_) | StmtKind::Declare(_) | StmtKind::Point => {
            true
        }
        StmtKind::Load { .. }
        | StmtKind::Store { .. }
        | StmtKind::Copy { .. }
        | StmtKind::Fill { .. }
        | StmtKind::Atomic { .. }
        | StmtKind::Barrier(_)
        | StmtKind::Fence(..)
        | StmtKind::Collective { .. }
        | StmtKind::CopyAsync { .. }
        | StmtKind::WaitAsync(_)
        | StmtKind::CopyGroup(_)
        | StmtKind::Annotation(_)
        | StmtKind::Call { .. } => false,
    }
}

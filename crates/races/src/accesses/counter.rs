//! Atomic counters: `a[atomic_inc(&n)]`.
//!
//! What an atomic operation gives is another number for each thread if nothing else changes the
//! place, each of them adds the same odd number, and they are not so many that the sum comes round.
//! That is known where one statement outside of loops is the only one that changes the array, but
//! for stores before the barrier before it, or after the one behind it.

use crate::accesses::{Access, Among, Kind};
use crate::check::{Two, Work};
use crate::execution::Exec;
use crate::execution::state::State;
use crate::execution::value::{Pointer, Target, Value};
use crate::integers::align::is_multiple;
use crate::launch::{MOST_THREADS, Size};
use kernel_graph::{AtomicOp, Expr, Space};
use num_bigint::BigInt;
use solver::term::{Term, and, eq, implies, ne};

/// An operation on a counter.
#[derive(Clone, Debug)]
pub(crate) struct Counter {
    /// The access, by its number in the summary.
    pub access: usize,
    /// What it gives.
    pub result: Term,
}

impl Exec<'_> {
    /// Notes an operation on a counter whose access was just recorded.
    pub(crate) fn counter(
        &mut self,
        state: &State,
        (op, operands): (AtomicOp, &[Expr]),
        pointer: &Pointer,
        value: &Value,
    ) {
        let odd = |e: &Expr| e.as_const().is_some_and(|step| step % 2 == 1);
        let steps = match (op, operands) {
            (AtomicOp::Add | AtomicOp::Sub, [step]) => odd(step),
            // With an operand it is the number at which they begin again.
            (AtomicOp::Increment | AtomicOp::Decrement, []) => true,
            _ => false,
        };
        let once = self.trials == 0 && self.frames.is_empty() && !state.path.is_impossible();
        let (true, true, Value::Bits(result), [case]) =
            (steps, once, value, pointer.cases.as_slice())
        else {
            return;
        };
        let private = match case.target {
            Target::Array(array) => self.is_private(array),
            Target::Null | Target::Function(_) | Target::Unknown => true,
        };
        if let (false, true, Some(access)) = (
            private,
            case.guard.is_true(),
            self.summary.accesses.len().checked_sub(1),
        ) {
            self.summary.counters.push(Counter {
                access,
                result: result.clone(),
            });
        }
    }
}

impl Work<'_, '_> {
    /// That two threads get different numbers from a counter.
    pub(crate) fn counters(&self, two: &mut Two<'_>) -> Vec<Term> {
        let summary = &self.run.summary;
        let each = summary.counters.iter();
        each.filter_map(|counter| {
            let access = summary.accesses.get(counter.access)?;
            let width = counter.result.sort().width()?;
            self.counts(access, width, two.same_block)
                .then(|| differ(access, &counter.result, two))
        })
        .collect()
    }

    /// Whether the operations of all threads that see the array give different numbers.
    fn counts(&self, access: &Access, width: u32, same_block: bool) -> bool {
        let Some(space) = self.module.array(access.array).map(|array| array.space) else {
            return false;
        };
        let sizes = &self.options.sizes;
        let needed = match space {
            Space::Shared if same_block => Among::Block,
            Space::Global => Among::All,
            Space::Shared | Space::Constant | Space::Private => return false,
        };
        let mut dimensions = sizes.block.into_iter().zip(sizes.grid);
        let threads = dimensions.try_fold(1u64, |all, (block, grid)| {
            let most = match (space, block, grid) {
                (Space::Shared, Size::Fixed(block), _) => u64::from(block),
                (Space::Shared, Size::Any, _) => u64::from(MOST_THREADS),
                (_, Size::Fixed(block), Size::Fixed(grid)) => u64::from(block) * u64::from(grid),
                // What is listed of the grid.
                (_, Size::Any, _) | (_, _, Size::Any) => 1 << 31,
            };
            all.checked_mul(most)
        });
        let few = threads.is_some_and(|all| width >= 64 || all >> width == 0);
        let atomic = matches!(access.kind, Kind::Atomic(among) if among >= needed);
        let whole = access.bytes == solver::term::int(i64::from(width / 8))
            && is_multiple(&access.offset, &BigInt::from(width / 8));
        let mut others = self.run.summary.accesses.iter();
        let alone = others.all(|other| {
            other.array != access.array
                || other.kind == Kind::Read
                || std::ptr::eq(other, access)
                || space == Space::Shared && apart(access, other)
        });
        few && atomic && whole && alone
    }
}

/// Whether a barrier of the block stands between a store and an operation on a counter.
fn apart(counter: &Access, store: &Access) -> bool {
    let count = |access: &Access| access.counts.shared.as_ref()?.as_int().cloned();
    // A copy beside the threads' work lasts beyond the barriers behind its start.
    store.kind == Kind::Write
        && store.copy.is_none()
        && count(counter)
            .zip(count(store))
            .is_some_and(|(a, b)| a != b)
}

fn differ(access: &Access, result: &Term, two: &mut Two<'_>) -> Term {
    let both = vec![
        access.condition.clone(),
        two.other.of(&access.condition),
        eq(access.offset.clone(), two.other.of(&access.offset)),
    ];
    implies(and(both), ne(result.clone(), two.other.of(result)))
}

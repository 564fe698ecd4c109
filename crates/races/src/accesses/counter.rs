//! Atomic counters: `a[atomic_inc(&n)]`.
//!
//! What an atomic operation gives is another number for each thread if nothing else changes the
//! place, each of them adds the same odd number, and they are not so many that the sum comes round.
//! That is known where one statement outside of loops is the only one that changes the array, but
//! for stores before the barrier before it, or after the one behind it.
//!
//! Where stores of one constant before that barrier are the only ones, and the block's first thread makes one
//! of them, the operations count up from that constant: each gives at most as many steps more as there
//! are other threads.

use crate::accesses::{Access, Among, Kind, Summary};
use crate::check::{Two, Work};
use crate::execution::Exec;
use crate::execution::state::State;
use crate::execution::value::{Pointer, Target, Value};
use crate::integers::align::is_multiple;
use crate::launch::{MOST_THREADS, Size, Sizes};
use crate::questions::{Answer, Queries};
use kernel_graph::{AtomicOp, Expr, Module, Space};
use num_bigint::BigInt;
use solver::term::{Term, and, bv, eq, implies, ne, not, postorder};
use std::collections::{BTreeSet, HashMap};

/// An operation on a counter.
#[derive(Clone, Debug)]
pub(crate) struct Counter {
    /// The access, by its number in the summary.
    pub access: usize,
    /// What it gives.
    pub result: Term,
    /// By how much it counts up, if it does and that is known.
    up: Option<BigInt>,
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
        let up = match (op, operands) {
            (AtomicOp::Add, [step]) => step.as_const().map(BigInt::from),
            (AtomicOp::Increment, []) => Some(BigInt::from(1)),
            _ => None,
        };
        if let (false, true, Some(access)) = (
            private,
            case.guard.is_true(),
            self.summary.accesses.len().checked_sub(1),
        ) {
            self.summary.counters.push(Counter {
                access,
                result: result.clone(),
                up,
            });
        }
    }

    /// Puts what is known of how far counters have come to what follows from their results: to obligations and
    /// to accesses.
    pub(crate) fn confine_counters(&mut self, sizes: &Sizes, queries: &mut Queries<'_>) {
        let facts: Vec<(Term, Term)> = self
            .summary
            .counters
            .iter()
            .filter_map(|counter| self.confined(counter, sizes, queries))
            .collect();
        if facts.is_empty() {
            return;
        }
        let of = |terms: &[&Term]| -> Vec<Term> {
            let parts: BTreeSet<Term> = postorder(terms.iter().copied()).into_iter().collect();
            let used = facts.iter().filter(|(result, _)| parts.contains(result));
            used.map(|(_, fact)| fact.clone()).collect()
        };
        let with = |known: &Term, facts: Vec<Term>| {
            and([known.clone()].into_iter().chain(facts).collect())
        };
        for one in &mut self.summary.obligations {
            one.known = with(&one.known, of(&[&one.known, &one.goal]));
        }
        for one in &mut self.summary.accesses {
            // Of a copy beside the threads' work it is also asked where it is not made.
            if one.copy.is_none() {
                let facts = of(&[&one.condition, &one.offset, &one.bytes]);
                one.condition = with(&one.condition, facts);
            }
        }
    }

    /// The result of a counter in shared memory, and how far it goes.
    fn confined(
        &self,
        counter: &Counter,
        sizes: &Sizes,
        queries: &mut Queries<'_>,
    ) -> Option<(Term, Term)> {
        let access = self.summary.accesses.get(counter.access)?;
        let width = counter.result.sort().width()?;
        let (module, summary) = (self.module, &self.summary);
        let space = module.array(access.array)?.space;
        if space != Space::Shared || !counts((module, sizes), summary, (access, width), true) {
            return None;
        }
        let before = |store: &&Access| {
            let count = |access: &Access| access.counts.shared.as_ref()?.as_int().cloned();
            let stores = store.array == access.array && store.kind == Kind::Write;
            stores && count(store).zip(count(access)).is_some_and(|(a, b)| a < b)
        };
        let stores: Vec<&Access> = summary.accesses.iter().filter(before).collect();
        let mut start = None;
        for store in &stores {
            let Some(Value::Bits(value)) = &store.value else {
                return None;
            };
            let value = value.as_bits()?.unsigned();
            let whole = store.offset == access.offset && store.bytes == access.bytes;
            if !whole
                || access.offset.as_int().is_none()
                || start.get_or_insert(value.clone()) != &value
            {
                return None;
            }
        }
        let start = start?;
        if !stores
            .iter()
            .any(|store| self.is_made_by_first(store, queries))
        {
            return None;
        }
        let others = block_threads(sizes)? - 1;
        let most = counter.up.clone()? * others;
        if most >= BigInt::from(1) << width {
            return None;
        }
        let from = bv::sub(counter.result.clone(), bv::lit(start, width));
        Some((counter.result.clone(), bv::ule(from, bv::lit(most, width))))
    }

    /// Whether the first thread of each block makes an access, whatever is not known.
    fn is_made_by_first(&self, access: &Access, queries: &mut Queries<'_>) -> bool {
        if !access.iterations.is_empty() {
            return false;
        }
        let numbers = self.atoms.thread().iter().filter(|n| n.as_bits().is_none());
        let first: Vec<(Term, Term)> = numbers.map(|n| (n.clone(), bv::lit(0, 32))).collect();
        let missed = not(access.condition.subst(&first));
        let facts = self.atoms.facts.iter().map(|fact| fact.subst(&first));
        let formulas: Vec<Term> = facts.chain([missed]).collect();
        let none = HashMap::new();
        queries.possible(&self.symbols, &none, &formulas, &[]) == Answer::Impossible
    }
}

/// How many threads a block has at most.
fn block_threads(sizes: &Sizes) -> Option<u64> {
    let mut all = sizes.block.iter();
    match all.all(|size| matches!(size, Size::Fixed(_))) {
        true => sizes.block.iter().try_fold(1u64, |all, size| match size {
            Size::Fixed(n) => all.checked_mul(u64::from(*n)),
            Size::Any => None,
        }),
        false => Some(u64::from(MOST_THREADS)),
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
            let of = (self.module, &self.options.sizes);
            counts(of, summary, (access, width), two.same_block)
                .then(|| differ(access, &counter.result, two))
        })
        .collect()
    }
}

/// Whether the operations of all threads that see the array give different numbers.
fn counts(
    (module, sizes): (&Module, &Sizes),
    summary: &Summary,
    (access, width): (&Access, u32),
    same_block: bool,
) -> bool {
    let Some(space) = module.array(access.array).map(|array| array.space) else {
        return false;
    };
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
    let mut others = summary.accesses.iter();
    let alone = others.all(|other| {
        other.array != access.array
            || other.kind == Kind::Read
            || std::ptr::eq(other, access)
            || space == Space::Shared && apart(access, other)
    });
    few && atomic && whole && alone
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

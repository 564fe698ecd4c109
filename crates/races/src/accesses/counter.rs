//! Atomic counters: `a[atomic_inc(&n)]`.
//!
//! What an atomic operation gives is another number for each of them if nothing else changes the
//! place, each of them adds the same number, and they are not so many that the sum wraps.
//! That is known where such statements, outside of loops or in loops of a known number of iterations, are
//! the only ones that change the array, but for stores before the barrier before them, or after the one
//! behind them.
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
use kernel_graph::{ArrayId, AtomicOp, Expr, Module, Space};
use num_bigint::BigInt;
use num_traits::Zero;
use solver::term::{Term, and, bv, eq, implies, ne, not, postorder};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// An operation on a counter.
#[derive(Clone, Debug)]
pub(crate) struct Counter {
    /// The access, by its number in the summary.
    pub access: usize,
    /// What it gives.
    pub result: Term,
    /// What it adds, with a sign.
    step: BigInt,
    /// How often a thread makes it at most.
    times: u64,
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
        let literal = |e: &Expr| {
            e.as_const()
                .map(BigInt::from)
                .filter(|step| !step.is_zero())
        };
        let step = match (op, operands) {
            (AtomicOp::Add, [step]) => literal(step),
            (AtomicOp::Sub, [step]) => literal(step).map(|step| -step),
            // With an operand it is the number at which they begin again.
            (AtomicOp::Increment, []) => Some(BigInt::from(1)),
            (AtomicOp::Decrement, []) => Some(BigInt::from(-1)),
            _ => None,
        };
        let times = self.frames.iter().try_fold(1u64, |all, frame| {
            let most = u64::try_from(frame.last?).ok()?.checked_add(1)?;
            all.checked_mul(most)
        });
        let known = self.trials == 0 && !state.path.is_impossible();
        let (Some(step), Some(times), true, Value::Bits(result), [case]) =
            (step, times, known, value, pointer.cases.as_slice())
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
                step,
                times,
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
        let alone = [counter];
        let once = counter.times == 1 && counter.step > BigInt::ZERO;
        if space != Space::Shared || !once || !counts((module, sizes), summary, &alone, true) {
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
        let most = counter.step.clone() * others;
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
    /// That operations of two threads get different numbers from counters.
    pub(crate) fn counters(&self, two: &mut Two<'_>) -> Vec<Term> {
        let summary = &self.run.summary;
        let of = (self.module, &self.options.sizes);
        let mut families: BTreeMap<ArrayId, Vec<&Counter>> = BTreeMap::new();
        for counter in &summary.counters {
            if let Some(access) = summary.accesses.get(counter.access) {
                families.entry(access.array).or_default().push(counter);
            }
        }
        let mut all = Vec::new();
        for family in families.values() {
            if !counts(of, summary, family, two.same_block) {
                continue;
            }
            for first in family {
                for second in family {
                    all.extend(differ(summary, (first, second), two));
                }
            }
        }
        all
    }
}

/// Whether operations on an array, of all threads that see it, give different numbers where they are on one place.
fn counts(
    (module, sizes): (&Module, &Sizes),
    summary: &Summary,
    family: &[&Counter],
    same_block: bool,
) -> bool {
    let accesses: Option<Vec<&Access>> = family
        .iter()
        .map(|one| summary.accesses.get(one.access))
        .collect();
    let (Some(accesses), Some(first)) = (accesses, family.first()) else {
        return false;
    };
    let Some(array) = accesses.first().map(|access| access.array) else {
        return false;
    };
    let Some(width) = first.result.sort().width() else {
        return false;
    };
    let Some(space) = module.array(array).map(|array| array.space) else {
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
    let times: BigInt = family.iter().map(|one| BigInt::from(one.times)).sum();
    let magnitude = first.step.magnitude().clone();
    let few = threads.is_some_and(|threads| {
        BigInt::from(threads) * times * BigInt::from(magnitude) <= BigInt::from(1) << width
    });
    let one_step = family
        .iter()
        .all(|one| one.step == first.step && one.result.sort().width() == Some(width));
    let each = accesses.iter().all(|access| {
        let atomic = matches!(access.kind, Kind::Atomic(among) if among >= needed);
        let whole = access.bytes == solver::term::int(i64::from(width / 8))
            && is_multiple(&access.offset, &BigInt::from(width / 8));
        atomic && whole
    });
    let mut others = summary.accesses.iter();
    let alone = others.all(|other| {
        other.array != array
            || other.kind == Kind::Read
            || accesses.iter().any(|access| std::ptr::eq(other, *access))
            || space == Space::Shared && on_one_side(&accesses, other)
    });
    few && one_step && each && alone
}

/// Whether barriers of the block stand between a store and all operations on a counter, and it comes before all of them
/// or behind all: with one between them they count from the same number twice.
fn on_one_side(counters: &[&Access], store: &Access) -> bool {
    let count = |access: &Access| access.counts.shared.as_ref()?.as_int().cloned();
    let counted: Option<Vec<BigInt>> = counters.iter().map(|access| count(access)).collect();
    let (Some(counted), Some(at)) = (counted, count(store)) else {
        return false;
    };
    let before = counted.iter().all(|one| at < *one);
    let behind = counted.iter().all(|one| *one < at);
    // A copy beside the threads' work lasts beyond the barriers behind its start.
    store.kind == Kind::Write && store.copy.is_none() && (before || behind)
}

/// That what the first thread gets from one operation is not what the second gets from another, on the same place.
fn differ(
    summary: &Summary,
    (first, second): (&Counter, &Counter),
    two: &mut Two<'_>,
) -> Option<Term> {
    let a = summary.accesses.get(first.access)?;
    let b = summary.accesses.get(second.access)?;
    let both = vec![
        a.condition.clone(),
        two.other.of(&b.condition),
        eq(a.offset.clone(), two.other.of(&b.offset)),
    ];
    let differ = ne(first.result.clone(), two.other.of(&second.result));
    Some(implies(and(both), differ))
}

//! Loops that run a known number of times, as `for (d = 16; d > 0; d /= 2)`: the values of what they count
//! with are computed one after the other, without a question to the solver.
//!
//! What is found holds by induction: the first value is that at entry; in each iteration before the last an
//! iteration with the value for it leaves the next one; and the last one does not come back to the head.

use num_bigint::BigInt;
use num_traits::{One, Signed};
use solver::term::{Op, Term, TermMap, and, eq, int, ite, or, tt};

/// So many iterations are looked at one after the other.
pub(crate) const MOST: i64 = 66;

/// Of loops with more iterations the last one is not looked for.
const FURTHEST: i64 = 1 << 24;

/// More values are not told apart: a function of the iteration is simpler than so many cases.
pub(crate) const MOST_VALUES: usize = 16;

/// An arbitrary iteration of a loop.
pub(crate) struct Iteration {
    /// Its number.
    pub k: Term,
    /// That the loop goes on after it.
    pub again: Term,
    /// The number of the last one, where that is known.
    pub last: Option<i64>,
}

/// The values of a number at the start of each iteration, the one at entry first. `now` is the number in an
/// arbitrary iteration, and `after` what it is at its end. None if a value is not known, or there are too many.
pub(crate) fn values(now: &Term, entry: &Term, after: &Term, of: &Iteration) -> Option<Vec<Term>> {
    entry.as_bits()?;
    let mut all = vec![entry.clone()];
    while let (Some(value), Ok(number)) = (all.last(), i64::try_from(all.len() - 1)) {
        let here = [(now.clone(), value.clone()), (of.k.clone(), int(number))];
        if of.last == Some(number) || of.again.subst(&here).is_false() {
            return Some(all);
        }
        let next = after.subst(&here);
        if next.as_bits().is_none() || all.len() >= MOST_VALUES {
            return None;
        }
        all.push(next);
    }
    None
}

/// Whether an iteration `k` from the value for it leaves the next one, and the loop ends with the last.
pub(crate) fn holds(values: &[Term], after: &Term, of: &Iteration) -> bool {
    let mut numbers = (0i64..).zip(values);
    numbers.all(|(number, _)| {
        let at = [(of.k.clone(), int(number))];
        let next = usize::try_from(number + 1).ok().and_then(|n| values.get(n));
        match next {
            Some(next) => after.subst(&at) == *next,
            None => of.again.subst(&at).is_false(),
        }
    })
}

/// A number after which no iteration begins, where one is known: of an iteration with it, it is certain that the loop does
/// not go on. It is the first of these, where they come after all others, as with numbers that are counted up to a literal.
pub(crate) fn last(k: &Term, again: &Term) -> Option<i64> {
    let again = of_number_alone(k, again);
    if again.is_true() {
        return None;
    }
    let ends = |number: &i64| again.subst(&[(k.clone(), int(*number))]).is_false();
    if let Some(soon) = (0..MOST).find(ends) {
        return Some(soon);
    }
    let mut doubled = std::iter::successors(Some(MOST), |number| Some(number * 2));
    let mut high = doubled.by_ref().take_while(|n| *n <= FURTHEST).find(ends)?;
    let mut low = (high / 2).max(MOST - 1);
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        match ends(&middle) {
            true => high = middle,
            false => low = middle,
        }
    }
    Some(high)
}

/// What follows from a formula and speaks of nothing but `k`: conjunctions and disjunctions with that in the place of what
/// speaks of more. Where it is false, so is the formula; and it is short, where the formula is as long as the loop's body.
fn of_number_alone(k: &Term, formula: &Term) -> Term {
    let mut alone: TermMap<bool> = TermMap::default();
    let mut image: TermMap<Term> = TermMap::default();
    let mut work = vec![(formula, false)];
    // Only where both sides are needed is a formula looked into.
    while let Some((term, done)) = work.pop() {
        if image.contains_key(term) {
            continue;
        }
        let (all, any) = (term.as_op(Op::And), term.as_op(Op::Or));
        let Some(parts) = all.or(any) else {
            let kept = match is_alone(k, term, &mut alone) {
                true => term.clone(),
                false => tt(),
            };
            image.insert(term.clone(), kept);
            continue;
        };
        if !done {
            work.push((term, true));
            work.extend(parts.iter().map(|part| (part, false)));
            continue;
        }
        let parts = parts.iter().filter_map(|part| image.get(part).cloned());
        let whole = match all {
            Some(_) => and(parts.collect()),
            None => or(parts.collect()),
        };
        image.insert(term.clone(), whole);
    }
    image.get(formula).cloned().unwrap_or_else(tt)
}

/// Whether no other symbol is in a term than those of `k`.
fn is_alone(k: &Term, term: &Term, known: &mut TermMap<bool>) -> bool {
    let mut work = vec![(term, false)];
    while let Some((term, done)) = work.pop() {
        if known.contains_key(term) {
            continue;
        }
        if term == k {
            known.insert(term.clone(), true);
            continue;
        }
        // What is quantified is of no number.
        if term.symbol().is_some() || term.args().is_empty() {
            known.insert(term.clone(), term.is_literal());
            continue;
        }
        if !done {
            work.push((term, true));
            work.extend(term.args().iter().map(|part| (part, false)));
            continue;
        }
        let mut parts = term.args().iter();
        let is = parts.all(|part| known.get(part) == Some(&true));
        known.insert(term.clone(), is);
    }
    known.get(term) == Some(&true)
}

/// The value at the start of iteration `k`; none of no values.
pub(crate) fn at(values: &[Term], k: &Term) -> Option<Term> {
    let (last, before) = values.split_last()?;
    let numbers: Vec<(i64, &Term)> = (0..).zip(before).collect();
    Some(
        numbers
            .into_iter()
            .rev()
            .fold(last.clone(), |later, (number, value)| {
                ite(eq(k.clone(), int(number)), value.clone(), later)
            }),
    )
}

/// Whether a number that is `first` at entry and grows by `step` in each of so many iterations never leaves what
/// its type holds, read with a sign and without one. All three are literals.
pub(crate) fn fit(first: &Term, step: &Term, last: i64) -> (bool, bool) {
    let (Some(first), Some(step)) = (first.as_bits(), step.as_bits()) else {
        return (false, false);
    };
    let size = BigInt::one() << first.width();
    let half = &size >> 1u32;
    let (by, nat, with_sign) = (step.signed() * last, first.unsigned(), first.signed());
    let in_order = |number: BigInt| -&half <= number && number < half;
    let natural = |number: BigInt| !number.is_negative() && number < size;
    (in_order(with_sign + &by), natural(nat + &by))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use solver::term::{Sort, bv, constant, not, tt};

    #[test]
    fn halves_are_known_until_none_is_left() {
        let (now, k) = (constant("x", Sort::BitVec(32)), constant("k", Sort::Int));
        let half = |of: &Term| bv::udiv(of.clone(), bv::lit(2, 32));
        let again = |of: &Term| not(eq(of.clone(), bv::lit(0, 32)));
        let of = |again: Term, last: Option<i64>| {
            let k = k.clone();
            Iteration { k, again, last }
        };
        let first = bv::lit(8, 32);
        let found = values(&now, &first, &half(&now), &of(again(&now), None)).unwrap();
        let expected: Vec<Term> = [8, 4, 2, 1, 0].map(|n| bv::lit(n, 32)).to_vec();
        assert_eq!(found, expected);
        let here = at(&found, &k).unwrap();
        let iteration = of(again(&here), None);
        assert!(holds(&found, &half(&here), &iteration));
        assert!(!holds(&found[..4], &half(&here), &iteration));
        assert_eq!(last(&k, &again(&here)), Some(4));
        let known = values(&now, &first, &half(&now), &of(tt(), Some(2))).unwrap();
        assert_eq!(known, expected[..3]);
        assert_eq!(fit(&bv::lit(120, 8), &bv::lit(1, 8), 7), (true, true));
        assert_eq!(fit(&bv::lit(120, 8), &bv::lit(1, 8), 8), (false, true));
        assert_eq!(fit(&bv::lit(3, 8), &bv::lit(255, 8), 4), (true, false));
        // The loop that goes on with zero has no last iteration.
        assert_eq!(values(&now, &first, &half(&now), &of(tt(), None)), None);
        // Many iterations: of the last the loop does not go on, and it does of the one before.
        for most in [65, 66, 67, 131, 132, 133, 255, 1_000_000] {
            let again = solver::term::lt(k.clone(), int(most));
            assert_eq!(last(&k, &again), Some(most), "{most}");
        }
        assert_eq!(last(&k, &solver::term::lt(k.clone(), int(1 << 25))), None);
        let b = constant("b", Sort::Bool);
        assert_eq!(last(&k, &b), None);
        // What speaks of more than the number is left out: of a conjunction, and not of one side of a disjunction.
        let little = solver::term::lt(k.clone(), int(3));
        let both = solver::term::and(vec![b.clone(), little.clone()]);
        assert_eq!(last(&k, &both), Some(3));
        assert_eq!(last(&k, &solver::term::or(vec![b, little])), None);
    }
}

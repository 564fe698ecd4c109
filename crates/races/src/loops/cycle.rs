//! Numbers of loops that are periodic, as those of buffers do: `b ^= 1`, `b = (b + 1) % 3`, `offset = 64 - offset`, and two
//! that change places. Nothing needs to be known of how often the loop runs, and no question is asked.
//!
//! What is found holds by induction: the first value is that at entry; an iteration with one value leaves the next,
//! and one with the last leaves the first. The values say nothing of the iteration, so they are the same in all.

use crate::loops::sequence::{self, MOST_VALUES};
use solver::term::{Term, int, modulo, postorder};
use std::collections::BTreeSet;

/// So many values are told apart where they are not all literals: such terms grow with each.
const MOST_TERMS: usize = 4;

/// Larger terms are not followed.
const LARGEST: usize = 100;

/// A number of a loop.
pub(crate) struct Changing {
    /// What it is in an arbitrary iteration: a term of its own.
    pub now: Term,
    /// What it is at entry.
    pub entry: Term,
    /// What it is at the end of the iteration.
    pub after: Term,
}

/// The values of number `which` of `all` at the start of each iteration `k`, the one at entry first, and again after
/// the last. None if they are not periodic, or there are too many.
pub(crate) fn cycle(all: &[Changing], which: usize, k: &Term) -> Option<Vec<Term>> {
    let group = together(all, which);
    let has_k = |term: &Term| postorder([term]).iter().any(|part| part == k);
    let entries: Vec<Term> = group.iter().map(|one| one.entry.clone()).collect();
    if entries.iter().any(has_k) {
        return None;
    }
    let (mut now, mut values) = (entries.clone(), Vec::new());
    loop {
        values.push(now.first()?.clone());
        let names = group.iter().map(|one| one.now.clone());
        let here: Vec<(Term, Term)> = names.zip(now).collect();
        let next: Vec<Term> = group.iter().map(|one| one.after.subst(&here)).collect();
        if next == entries {
            return Some(values);
        }
        let literals = next.iter().all(|value| value.as_bits().is_some());
        let most = if literals { MOST_VALUES } else { MOST_TERMS };
        let too_large = |value: &Term| has_k(value) || postorder([value]).len() > LARGEST;
        if values.len() >= most || next.iter().any(too_large) {
            return None;
        }
        now = next;
    }
}

/// A number and those that it is made of, itself first.
fn together(all: &[Changing], which: usize) -> Vec<&Changing> {
    let (mut group, mut seen) = (Vec::new(), BTreeSet::from([which]));
    let mut open = vec![which];
    while let Some(one) = open.pop().and_then(|at| all.get(at)) {
        group.push(one);
        let parts = postorder([&one.after]);
        let of = all.iter().enumerate();
        for (at, _) in of.filter(|(_, other)| parts.contains(&other.now)) {
            if seen.insert(at) {
                open.push(at);
            }
        }
    }
    group
}

/// Whether each iteration from the value that a cycle has for it leaves the next one.
pub(crate) fn holds(values: &[Term], after: &Term, k: &Term) -> bool {
    let Some(turn) = turn(values, k) else {
        return false;
    };
    let next = values.iter().skip(1).chain(values.first());
    let mut numbers = (0i64..).zip(next);
    numbers.all(|(number, next)| after.subst(&[(turn.clone(), int(number))]) == *next)
}

/// The value at the start of iteration `k`; none of no values.
pub(crate) fn at(values: &[Term], k: &Term) -> Option<Term> {
    sequence::at(values, &turn(values, k)?)
}

/// Which of the values iteration `k` starts with.
fn turn(values: &[Term], k: &Term) -> Option<Term> {
    let length = i64::try_from(values.len()).ok()?;
    (length > 0).then(|| modulo(k.clone(), int(length)))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use solver::term::{Sort, bv, constant};

    fn lit(number: u64) -> Term {
        bv::lit(number, 32)
    }

    fn number(name: &str, entry: Term, after: impl Fn(Term) -> Term) -> Changing {
        let now = constant(name, Sort::BitVec(32));
        let after = after(now.clone());
        Changing { now, entry, after }
    }

    #[test]
    fn numbers_of_buffers_come_round() {
        let k = constant("k", Sort::Int);
        let next = |of: Term| bv::urem(bv::add(of, lit(1)), lit(3));
        let found = cycle(&[number("x", lit(1), next)], 0, &k).unwrap();
        assert_eq!(found, [lit(1), lit(2), lit(0)]);
        let here = at(&found, &k).unwrap();
        assert!(holds(&found, &next(here.clone()), &k));
        assert!(!holds(&found[..2], &next(here.clone()), &k));
        // What does not come back to the value at entry is no cycle, nor is what depends on the iteration.
        let falls = number("x", lit(1), |of| bv::udiv(of, lit(2)));
        assert_eq!(cycle(&[falls], 0, &k), None);
        let by_iteration = |of: Term| bv::xor(of, bv::of_int(32, k.clone()));
        let changing = number("x", lit(1), by_iteration);
        assert_eq!(cycle(&[changing], 0, &k), None);
        assert!(!holds(&found, &by_iteration(here), &k));
    }

    #[test]
    fn numbers_change_places() {
        let k = constant("k", Sort::Int);
        let n = constant("n", Sort::BitVec(32));
        let (a, b) = (
            constant("a", Sort::BitVec(32)),
            constant("b", Sort::BitVec(32)),
        );
        let both = [
            number("a", lit(0), |_| b.clone()),
            number("b", n.clone(), |_| a.clone()),
        ];
        assert_eq!(cycle(&both, 0, &k), Some(vec![lit(0), n.clone()]));
        assert_eq!(cycle(&both, 1, &k), Some(vec![n.clone(), lit(0)]));
        // The value at entry of one that belongs to an iteration around is that of all iterations of this loop.
        let away = number("c", n.clone(), |of| bv::sub(n.clone(), of));
        assert_eq!(cycle(&[away], 0, &k), Some(vec![n, lit(0)]));
    }
}

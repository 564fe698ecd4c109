//! Addresses that a loop moves between arrays: buffers that are swapped, lists that are followed.
//!
//! At the start of an iteration such an address is in one of the arrays that it was seen in; which
//! one is a function of the iteration, of which the first value and one step are known, as of any
//! other value that a loop changes. Where in an array it points is what it is at entry, as long as
//! no iteration says otherwise, and else such a function, too.

use crate::execution::value::{Case, Pointer, Target};
use solver::term::{Symbol, Term, and, app, eq, implies, int, not, or, tt};
use std::collections::BTreeMap;

/// Where in its array an address points, at the start of an iteration.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Offset {
    /// Where some address points at entry.
    Kept(Term),
    /// A function of the iteration.
    Function(Symbol),
}

/// What is guessed of such an address.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Choice {
    /// The number of the array in `ways`, as a function of the iteration; a number that is none
    /// stands for the last.
    pub which: Symbol,
    /// The arrays, in order, and where in each.
    pub ways: Vec<(Target, Offset)>,
}

impl Choice {
    /// The address at the start of an iteration with these numbers.
    pub(crate) fn at(&self, numbers: &[Term]) -> Pointer {
        let which = app(&self.which, numbers.to_vec());
        let mut before = Vec::new();
        let mut cases = Vec::new();
        for (number, (target, offset)) in (0i64..).zip(&self.ways) {
            let last = cases.len() + 1 == self.ways.len();
            let guard = match last {
                true => not(or(before.clone())),
                false => eq(which.clone(), int(number)),
            };
            before.push(guard.clone());
            cases.push(Case {
                guard,
                target: *target,
                offset: match offset {
                    Offset::Kept(term) => term.clone(),
                    Offset::Function(symbol) => app(symbol, numbers.to_vec()),
                },
            });
        }
        Pointer { cases }
    }

    /// Whether it can be the address as far as arrays are concerned.
    pub(crate) fn covers(&self, pointer: &Pointer) -> bool {
        let known = |target: Target| self.ways.iter().any(|(way, _)| *way == target);
        pointer.cases.iter().all(|case| known(case.target))
    }

    /// The arrays in which the address does not point where it is said to.
    pub(crate) fn moved(&self, pointer: &Pointer) -> Vec<Target> {
        let differs = |case: &&Case| {
            let way = self.ways.iter().find(|(way, _)| *way == case.target);
            matches!(way, Some((_, Offset::Kept(kept))) if *kept != case.offset)
        };
        let moved = pointer.cases.iter().filter(differs);
        moved.map(|case| case.target).collect()
    }

    /// All symbols in it.
    pub(crate) fn symbols(&self) -> Vec<Symbol> {
        let offsets = self.ways.iter().filter_map(|(_, offset)| match offset {
            Offset::Kept(_) => None,
            Offset::Function(symbol) => Some(symbol.clone()),
        });
        offsets.chain([self.which.clone()]).collect()
    }
}

/// Where addresses point at entry, by array, if all that point into it agree.
pub(crate) fn at_entry<'a>(
    pointers: impl Iterator<Item = &'a Pointer>,
) -> BTreeMap<Target, Option<Term>> {
    let mut known: BTreeMap<Target, Option<Term>> = BTreeMap::new();
    for case in pointers.flat_map(|pointer| &pointer.cases) {
        known
            .entry(case.target)
            .and_modify(|before| {
                if before.as_ref() != Some(&case.offset) {
                    *before = None;
                }
            })
            .or_insert_with(|| Some(case.offset.clone()));
    }
    known
}

/// That an address is where one of others is that point into its array.
pub(crate) fn among<'a>(a: &Pointer, others: impl Iterator<Item = &'a Pointer> + Clone) -> Term {
    let places = a.cases.iter().map(|case| {
        let others = others.clone().flat_map(|pointer| &pointer.cases);
        let mut places: Vec<&Term> = Vec::new();
        for other in others.filter(|other| other.target == case.target) {
            if !places.contains(&&other.offset) {
                places.push(&other.offset);
            }
        }
        let is = |place: &&Term| eq(case.offset.clone(), (*place).clone());
        implies(case.guard.clone(), or(places.iter().map(is).collect()))
    });
    and(places.collect())
}

/// That two addresses are one: in the same array at the same place.
pub(crate) fn equal(a: &Pointer, b: &Pointer) -> Vec<Term> {
    let of = |pointer: &Pointer, target: Target| {
        let found = pointer.cases.iter().find(|case| case.target == target);
        found.cloned()
    };
    let mut all = Vec::new();
    for case in &a.cases {
        match of(b, case.target) {
            Some(other) => {
                all.push(eq(case.guard.clone(), other.guard.clone()));
                let same = eq(case.offset.clone(), other.offset.clone());
                all.push(implies(case.guard.clone(), same));
            }
            None => all.push(not(case.guard.clone())),
        }
    }
    let missing = b.cases.iter().filter(|case| of(a, case.target).is_none());
    all.extend(missing.map(|case| not(case.guard.clone())));
    all
}

/// That two addresses are in different arrays, or if `places` counts, at different places.
pub(crate) fn apart(a: &Pointer, b: &Pointer, places: bool) -> Term {
    let mut same = Vec::new();
    for case in &a.cases {
        let other = b.cases.iter().find(|other| other.target == case.target);
        if let Some(other) = other {
            let place = match places {
                true => eq(case.offset.clone(), other.offset.clone()),
                false => tt(),
            };
            same.push(and(vec![case.guard.clone(), other.guard.clone(), place]));
        }
    }
    not(or(same))
}

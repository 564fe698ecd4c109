//! What the axioms of sets and of bags have in common.

use super::call;
use super::catalog::Axioms;
use crate::term::{Sort, Term, and, bound, eq, implies, le};
use logic::DataOp;

/// The operations on sets or bags of one sort of elements, and variables.
pub(super) struct Collection<'a> {
    pub element: &'a Sort,
    pub sort: Sort,
    pub both: [Term; 2],
    pub elements: [Term; 2],
    pub empty: Term,
    /// How many elements there are.
    size: DataOp,
}

impl Collection<'_> {
    pub(super) fn new(sort: Sort, element: &Sort, empty: DataOp, size: DataOp) -> Collection<'_> {
        Collection {
            element,
            both: ["a@", "b@"].map(|name| bound(name, sort.clone())),
            elements: ["x@", "y@"].map(|name| bound(name, element.clone())),
            empty: call(empty, Vec::new(), &sort),
            size,
            sort,
        }
    }
    pub(super) fn of(&self, op: DataOp, a: &Term, b: &Term) -> Term {
        call(op, vec![a.clone(), b.clone()], &self.sort)
    }
    pub(super) fn test(&self, op: DataOp, a: &Term, b: &Term) -> Term {
        call(op, vec![a.clone(), b.clone()], &Sort::Bool)
    }
    pub(super) fn card(&self, a: &Term) -> Term {
        call(self.size.clone(), vec![a.clone()], &Sort::Int)
    }
    /// An element that two collections give as a witness.
    pub(super) fn witness(&self, op: DataOp) -> Term {
        call(op, self.both.to_vec(), self.element)
    }
    /// What is within another is not larger, and the same if it is as large.
    pub(super) fn sizes_within(&self, name: &str, subset: &Term, out: &mut Axioms) {
        let [a, b] = &self.both;
        let (card_a, card_b) = (self.card(a), self.card(b));
        let within = and(vec![
            le(card_a.clone(), card_b.clone()),
            implies(eq(card_a.clone(), card_b.clone()), eq(a.clone(), b.clone())),
        ]);
        out.all(
            name,
            &[a, b],
            [&[subset, &card_a, &card_b]],
            implies(subset.clone(), within),
        );
    }
}

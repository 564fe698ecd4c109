//! Arrays that share no cell have maps of their own (encodings.md, R12).

use crate::context::Context;
use crate::engine::Engine;
use crate::heap::hint;
use crate::reference::{length_of, null};
use crate::state::{self, OwnArray, Resource, State};
use num_rational::BigRational;
use num_traits::{One, Zero};
use solver::term::{self, Node, Op, Sort, Term};

impl Engine<'_> {
    /// Gives arrays maps of their own where they are known to share no cell (R12).
    pub(crate) fn separate_arrays(&mut self, state: &mut State) {
        let mut candidates: Vec<(Term, Sort)> = Vec::new();
        for chunk in &state.heap.chunks {
            if let Resource::Element(sort) = &chunk.resource
                && let Some(Some(array)) = chunk.fixed.first()
                && !array.contains_bound()
                && *array != null()
                && state.heap.own_map(array).is_none()
                && !candidates.iter().any(|(other, _)| other == array)
            {
                candidates.push((array.clone(), sort.clone()));
            }
        }
        let mut left: Vec<(Term, Sort, usize)> = Vec::new();
        for (array, sort) in candidates {
            // One that may be the same as some is still told apart from the others.
            let own = own_arrays(state, &sort);
            let together = own
                .iter()
                .filter(|other| !self.share_no_cell(state, &sort, &array, other))
                .count();
            if together == 0 {
                self.give_own_map(state, &array, &sort);
            } else {
                left.push((array, sort, own.len()));
            }
        }
        // Also from those that came after it, for a write there must not touch what is read here.
        for (number, (array, sort, asked)) in left.iter().enumerate() {
            let own = own_arrays(state, sort);
            let others = left.iter().skip(number + 1);
            let others = others.filter(|(_, other, _)| other == sort);
            for other in own.iter().skip(*asked).chain(others.map(|(a, _, _)| a)) {
                self.share_no_cell(state, sort, array, other);
            }
        }
    }

    pub(crate) fn give_own_map(&mut self, state: &mut State, array: &Term, sort: &Sort) {
        let context = Context::granted();
        let rest = self.rest_map(state, &context, sort);
        let map = term::select(rest.clone(), array.clone());
        // The rows of a matrix keep the name that permissions to their cells know them by.
        let map = if *sort == Sort::Ref {
            map
        } else {
            self.named(&hint(array), map)
        };
        state.heap_mut().own.push(OwnArray {
            array: array.clone(),
            sort: sort.clone(),
            taken: Some((rest, map.clone())),
            map,
        });
    }

    /// Whether two arrays cannot share a cell: on some cell that exists if any does, the
    /// permissions held would exceed `write` if they were the same array.
    pub(crate) fn share_no_cell(
        &mut self,
        state: &mut State,
        sort: &Sort,
        a: &Term,
        b: &Term,
    ) -> bool {
        if state.apart.contains(&(a.clone(), b.clone())) {
            return true;
        }
        let resource = Resource::Element(sort.clone());
        if !may_exceed_the_whole(state, &resource, [a, b]) {
            return false;
        }
        let mut assumptions = vec![term::eq(a.clone(), b.clone())];
        if !self.semantics().total_arrays {
            assumptions.push(term::lt(term::int(0), length_of(a.clone())));
        }
        let mut witnesses: Vec<Term> = Vec::new();
        for chunk in &state.heap.chunks {
            let about = chunk.fixed.first().and_then(Option::as_ref);
            if chunk.resource == resource
                && about.is_some_and(|array| array == a || array == b)
                && let Some(witness) = &chunk.witness
                && !witness.contains_bound()
                && !witnesses.contains(witness)
            {
                witnesses.push(witness.clone());
            }
        }
        if witnesses.is_empty() {
            return false;
        }
        for witness in witnesses {
            let held = state.held(&state.heap, &resource, &[a.clone(), witness]);
            assumptions.push(term::le(held, state::whole()));
        }
        // If they were one matrix, their rows would be the same, and so would be a cell of them.
        for chunk in &state.heap.chunks {
            if let (Some(row), Some(witness)) = (&chunk.row, &chunk.witness)
                && !row.contains_bound()
                && !witness.contains_bound()
                && row.any_subterm(|part| part == a || part == b)
            {
                let cell = [row.clone(), witness.clone()];
                let held = state.held(&state.heap, &chunk.resource, &cell);
                assumptions.push(term::le(held, state::whole()));
            }
        }
        let answer = self.decide(state, &assumptions, &term::ff());
        if answer {
            state.apart.insert((a.clone(), b.clone()));
            state.apart.insert((b.clone(), a.clone()));
            // Two empty arrays may be the same.
            let mut fact = vec![term::ne(a.clone(), b.clone())];
            if !self.semantics().total_arrays {
                fact.push(term::eq(length_of(a.clone()), term::int(0)));
            }
            state.assume(term::or(fact));
        }
        answer
    }
}

/// The arrays of an element sort that have maps of their own.
fn own_arrays(state: &State, sort: &Sort) -> Vec<Term> {
    let own = state.heap.own.iter().filter(|own| own.sort == *sort);
    own.map(|own| own.array.clone()).collect()
}

/// Whether the permissions held of two arrays could be more than the whole if they were the same.
/// False only if that is plain from the amounts; it saves questions whose answer is known.
fn may_exceed_the_whole(state: &State, resource: &Resource, arrays: [&Term; 2]) -> bool {
    let mut sum = BigRational::zero();
    for chunk in state.heap.chunks.iter().filter(|c| c.resource == *resource) {
        let about = chunk.fixed.first().and_then(Option::as_ref);
        let elsewhere = about.is_some_and(|about| {
            let apart = |array: &&Term| state.same(resource, about, array).is_false();
            arrays.iter().all(apart)
        });
        if !elsewhere {
            match largest(&chunk.amount) {
                Some(amount) => sum += amount,
                None => return true,
            }
        }
    }
    sum > BigRational::one()
}

/// The largest of the constants that an amount can be; none if it is not chosen among constants.
pub fn largest(amount: &Term) -> Option<BigRational> {
    match amount.node() {
        Node::Real(value) => Some(value.clone()),
        Node::Op(Op::Ite, parts) => match parts.as_slice() {
            [_, yes, no] => Some(largest(yes)?.max(largest(no)?)),
            _ => None,
        },
        _ => None,
    }
}

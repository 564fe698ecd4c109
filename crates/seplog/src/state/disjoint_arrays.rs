//! Arrays that share no cell have maps of their own.

use crate::engine::Engine;
use crate::engine::context::Context;
use crate::state::reference::{length_of, null};
use crate::state::values::hint;
use crate::state::{self, Chunk, Heap, OwnArray, Resource, State};
use num_rational::BigRational;
use num_traits::{One, Zero};
use solver::term::{self, Node, Op, Sort, Symbol, Term};
use std::collections::HashSet;

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
        self.tell_apart_from_rows(state);
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
        // Two of many arrays are most often told apart by what is said of them alone.
        let near = near(state, &resource, [a, b]);
        let Some(few) = self.if_one_array(state, &near, &resource, [a, b]) else {
            return false;
        };
        let mut facts = facts_about(state, &few);
        facts.extend(few);
        let answer = self.decide_from(facts, &term::ff())
            || self
                .if_one_array(state, &state.heap, &resource, [a, b])
                .is_some_and(|all| self.decide_briefly(state, &all, &term::ff()));
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

    /// What would hold if two arrays were one and had a cell, by the permissions of a heap; none if
    /// nothing is known of a cell.
    fn if_one_array(
        &self,
        state: &State,
        heap: &Heap,
        resource: &Resource,
        [a, b]: [&Term; 2],
    ) -> Option<Vec<Term>> {
        let mut assumptions = vec![term::eq(a.clone(), b.clone())];
        if !self.semantics().total_arrays {
            assumptions.push(term::lt(term::int(0), length_of(a.clone())));
        }
        let mut witnesses: Vec<Term> = Vec::new();
        for chunk in &heap.chunks {
            let about = chunk.fixed.first().and_then(Option::as_ref);
            if chunk.resource == *resource
                && about.is_some_and(|array| array == a || array == b)
                && let Some(witness) = &chunk.witness
                && !witness.contains_bound()
                && !witnesses.contains(witness)
            {
                witnesses.push(witness.clone());
            }
        }
        if witnesses.is_empty() {
            return None;
        }
        for witness in witnesses {
            let held = state.held(heap, resource, &[a.clone(), witness]);
            assumptions.push(term::le(held, state::whole()));
        }
        // If they were one matrix, their rows would be the same, and so would be a cell of them.
        for chunk in &heap.chunks {
            if let (Some(row), Some(witness)) = (&chunk.row, &chunk.witness)
                && !row.contains_bound()
                && !witness.contains_bound()
                && row.any_subterm(|part| part == a || part == b)
            {
                let cell = [row.clone(), witness.clone()];
                let held = state.held(heap, &chunk.resource, &cell);
                assumptions.push(term::le(held, state::whole()));
            }
        }
        Some(assumptions)
    }
}

/// The heap without the permissions to other arrays than two, which can only add to what is held of these:
/// none of them is given away in part.
fn near(state: &State, resource: &Resource, arrays: [&Term; 2]) -> Heap {
    let about = |chunk: &Chunk| match chunk.resource == *resource {
        true => chunk.fixed.first().cloned().flatten(),
        false => None,
    };
    let mut given: Vec<Term> = Vec::new();
    for chunk in &state.heap.chunks {
        let negative = smallest(&chunk.amount).is_none_or(|amount| amount < BigRational::zero());
        if let Some(array) = about(chunk).filter(|_| negative) {
            given.push(array);
        }
    }
    let mut heap = Heap::clone(&state.heap);
    heap.chunks.retain(|chunk| {
        about(chunk).is_none_or(|array| arrays.contains(&&array) || given.contains(&array))
    });
    heap
}

/// The facts that name no constant but those in some formulas.
fn facts_about(state: &State, formulas: &[Term]) -> Vec<Term> {
    let constant = |term: &Term| {
        let (Node::Const(symbol) | Node::App(symbol, _)) = term.node() else {
            return None;
        };
        term.args().is_empty().then(|| symbol.clone())
    };
    let terms = term::postorder(formulas);
    let named: HashSet<Symbol> = terms.iter().filter_map(constant).collect();
    let foreign = |term: &Term| constant(term).is_some_and(|symbol| !named.contains(&symbol));
    let mut facts = state.facts.since(0);
    facts.retain(|fact| !fact.any_subterm(foreign));
    facts
}

/// The arrays of an element sort that have maps of their own.
pub(crate) fn own_arrays(state: &State, sort: &Sort) -> Vec<Term> {
    let own = state.heap.own.iter().filter(|own| own.sort == *sort);
    own.map(|own| own.array.clone()).collect()
}

/// Whether the permissions held of two arrays could be more than the whole if they were the same.
/// False only if that is plain from the amounts; it saves questions whose answer is known.
pub(crate) fn may_exceed_the_whole(state: &State, resource: &Resource, arrays: [&Term; 2]) -> bool {
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
pub(crate) fn largest(amount: &Term) -> Option<BigRational> {
    chosen(amount, BigRational::max)
}

/// The smallest of them.
fn smallest(amount: &Term) -> Option<BigRational> {
    chosen(amount, BigRational::min)
}

fn chosen(amount: &Term, of: fn(BigRational, BigRational) -> BigRational) -> Option<BigRational> {
    if let Node::Real(value) = amount.node() {
        return Some(value.clone());
    }
    let [_, yes, no] = amount.as_op(Op::Ite)? else {
        return None;
    };
    Some(of(chosen(yes, of)?, chosen(no, of)?))
}

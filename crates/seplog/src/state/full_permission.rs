//! No location has more than the full permission, whatever the order in which permissions to it come,
//! and also where they range over many locations.

use crate::engine::Engine;
use crate::state::disjoint_arrays::largest;
use crate::state::{Chunk, Resource, State, whole};
use num_rational::BigRational;
use num_traits::{One, Zero};
use solver::term::{self, Label, Sort, Term};

impl Engine<'_> {
    /// Says so of the resources of which permissions to many locations were inhaled, after the first
    /// `before`, and gives them. A counterexample must satisfy it everywhere.
    pub(crate) fn at_most_whole(&mut self, state: &mut State, before: usize) -> Vec<Resource> {
        let mut resources: Vec<Resource> = Vec::new();
        for chunk in state.heap.chunks.iter().skip(before) {
            let open = chunk.fixed.iter().any(Option::is_none);
            let limited = chunk.resource.is_limited();
            if open && limited && !resources.contains(&chunk.resource) {
                resources.push(chunk.resource.clone());
            }
        }
        for resource in &resources {
            let sorts = match resource {
                Resource::Field(_) => vec![Sort::Ref],
                Resource::Element(_) => vec![Sort::Ref, Sort::Int],
                Resource::Predicate(_) => continue,
            };
            let place: Vec<Term> = sorts
                .into_iter()
                .map(|sort| self.symbols.fresh_bound("place", sort))
                .collect();
            let held = state.held(&state.heap, resource, &place);
            let label = Label::background("held.whole").searched();
            let most = term::le(held, whole());
            let fact = term::forall(place, Vec::new(), most, label);
            if !fact.contains_bound() {
                state.assume(fact);
            }
        }
        resources
    }

    /// The same at single places, for proofs: at those of permissions to one location, and where each
    /// permission to many locations begins. Of two ranges that overlap one begins within the other.
    pub(crate) fn at_most_whole_somewhere(&mut self, state: &mut State, resource: &Resource) {
        let chunks = &state.heap.chunks;
        let mut places: Vec<Vec<Term>> = Vec::new();
        for chunk in chunks.iter().filter(|chunk| chunk.resource == *resource) {
            if let Some(place) = somewhere(chunk)
                && !places.contains(&place)
                && may_exceed_the_whole(state, resource, &place)
            {
                places.push(place);
            }
        }
        for place in places {
            let held = state.held(&state.heap, resource, &place);
            state.assume(term::le(held, whole()));
        }
    }
}

/// A place that a permission is to: the one, or the first of many.
fn somewhere(chunk: &Chunk) -> Option<Vec<Term>> {
    let last = chunk.fixed.len().checked_sub(1)?;
    let numbered = chunk.fixed.iter().enumerate();
    let place = numbered.map(|(number, fixed)| match fixed {
        Some(fixed) => Some(fixed.clone()),
        None if number == last => chunk.witness.clone(),
        None => chunk.row.clone(),
    });
    let place: Vec<Term> = place.collect::<Option<_>>()?;
    let ground = place.iter().all(|part| !part.contains_bound());
    ground.then_some(place)
}

/// Whether the permissions to a place could be more than the whole. False only if that is plain from
/// the amounts, so that nothing is lost where it is not said.
fn may_exceed_the_whole(state: &State, resource: &Resource, place: &[Term]) -> bool {
    let mut sum = BigRational::zero();
    for chunk in &state.heap.chunks {
        let elsewhere = chunk.fixed.iter().zip(place).any(|(fixed, part)| {
            let there = |fixed: &Term| state.same(resource, fixed, part).is_false();
            fixed.as_ref().is_some_and(there)
        });
        if chunk.resource == *resource && !elsewhere {
            match largest(&chunk.amount) {
                Some(amount) => sum += amount,
                None => return true,
            }
        }
    }
    sum > BigRational::one()
}

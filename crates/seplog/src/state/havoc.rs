//! **Havoc on exhale** (Smans, Jacobs, Piessens: Implicit Dynamic Frames, ECOOP
//! 2009): after an exhale a location keeps its value wherever some permission is still held, and is
//! havocked elsewhere.

use crate::engine::Engine;
use crate::engine::context::Context;
use crate::state::values::hint;
use crate::state::{self, Chunk, OwnArray, Resource, State};
use core_lang::FieldId;
use itertools::Itertools;
use solver::term::{self, Sort, Term};
use std::rc::Rc;

impl Engine<'_> {
    /// After permissions were exhaled: values stay where something is still held, and are
    /// arbitrary elsewhere (R13). `exhaled` are the demands, without those for `read`,
    /// which always leave something.
    pub(crate) fn havoc_exhaled(&mut self, state: &mut State, exhaled: &[Chunk]) {
        let before = Rc::clone(&state.heap);
        self.havoc_locations(state, exhaled);
        self.carry_over(state, &before);
    }

    pub(crate) fn havoc_locations(&mut self, state: &mut State, exhaled: &[Chunk]) {
        // A predicate instance hides cells that are not known here: when it is exhaled
        // for good, everything that is not held is havocked.
        let hides = exhaled.iter().any(|chunk| match &chunk.resource {
            Resource::Predicate(predicate) => !self.program().predicate(*predicate).token,
            Resource::Field(_) | Resource::Element(_) => false,
        });
        if hides && !self.instances_remain(state, exhaled) {
            self.havoc_unheld(state);
            return;
        }
        let mut fields: Vec<FieldId> = Vec::new();
        let mut sorts: Vec<Sort> = Vec::new();
        for chunk in exhaled {
            match &chunk.resource {
                Resource::Field(field) => fields.push(*field),
                Resource::Element(sort) => sorts.push(sort.clone()),
                Resource::Predicate(_) => {}
            }
        }
        let (fields, sorts) = (fields.into_iter().unique(), sorts.into_iter().unique());
        for field in fields {
            self.havoc_field(state, exhaled, field);
        }
        for sort in sorts {
            self.havoc_elements(state, exhaled, &sort);
        }
    }

    /// Whether some permission to each predicate instance exhaled is still held.
    pub(crate) fn instances_remain(&mut self, state: &State, exhaled: &[Chunk]) -> bool {
        exhaled.iter().all(|chunk| {
            let Resource::Predicate(predicate) = &chunk.resource else {
                return true;
            };
            if self.program().predicate(*predicate).token {
                return true;
            }
            let args: Option<Vec<Term>> = chunk.fixed.iter().cloned().collect();
            let Some(args) = args else { return false };
            let left = state.held(&state.heap, &chunk.resource, &args);
            self.decide(state, &[], &term::lt(state::no_permission(), left))
        })
    }

    pub(crate) fn havoc_field(&mut self, state: &mut State, exhaled: &[Chunk], field: FieldId) {
        if self.program().is_constant(field) {
            return;
        }
        let context = Context::granted();
        let resource = Resource::Field(field);
        let before = self.field_map(state, &context, field);
        let name = self.program().field(field).name.clone();
        let value_sort = self.program().field(field).sort.clone();
        let points: Option<Vec<Term>> = exhaled
            .iter()
            .filter(|chunk| chunk.resource == resource)
            .map(|chunk| chunk.fixed.first().cloned().flatten())
            .collect();
        let after = match points {
            Some(receivers) => {
                let mut map = before;
                for receiver in receivers {
                    let left = state.held(&state.heap, &resource, std::slice::from_ref(&receiver));
                    let kept = term::lt(state::no_permission(), left);
                    let value = self.fresh(&name, &value_sort);
                    map = term::ite(kept, map.clone(), term::store(map, receiver, value));
                }
                self.named(&name, map)
            }
            None => {
                let sort = before.sort().clone();
                let after = self.fresh(&name, &sort);
                let receiver = self.symbols.fresh_bound("o", Sort::Ref);
                let left = state.held(&state.heap, &resource, std::slice::from_ref(&receiver));
                let read = term::select(after.clone(), receiver.clone());
                let fact = term::forall(
                    vec![receiver.clone()],
                    vec![vec![read.clone()]],
                    term::implies(
                        term::lt(state::no_permission(), left),
                        term::eq(read, term::select(before, receiver)),
                    ),
                    "frame.field",
                );
                self.symbols.define(fact);
                after
            }
        };
        state.heap_mut().fields.insert(field, after);
    }

    pub(crate) fn havoc_elements(&mut self, state: &mut State, exhaled: &[Chunk], sort: &Sort) {
        let resource = Resource::Element(sort.clone());
        let relevant: Vec<Chunk> = exhaled
            .iter()
            .filter(|chunk| chunk.resource == resource)
            .cloned()
            .collect();
        let heap = Rc::clone(&state.heap);
        let rest = self.rest_map(state, &Context::granted(), sort);
        // Rows of matrices that were read only stay with the map of all others, so that matrices
        // of which it is not known whether they are one are read by one word.
        let together = |one: &OwnArray| {
            *sort == Sort::Ref
                && one.untouched(&rest)
                && relevant
                    .iter()
                    .any(|chunk| chunk.fixed.first().is_some_and(Option::is_none))
        };
        // Arrays with maps of their own.
        let mut own = heap.own.clone();
        for one in own.iter_mut().filter(|one| one.sort == *sort) {
            if together(one) {
                continue;
            }
            let mut touched = false;
            let mut points: Option<Vec<Term>> = Some(Vec::new());
            for chunk in &relevant {
                match chunk.fixed.first().and_then(Option::as_ref) {
                    Some(array) if *array == one.array => {
                        touched = true;
                        match (chunk.fixed.get(1).cloned().flatten(), &mut points) {
                            (Some(index), Some(points)) => points.push(index),
                            _ => points = None,
                        }
                    }
                    Some(array) if state.same(&resource, array, &one.array).is_false() => {}
                    _ => {
                        touched = true;
                        points = None;
                    }
                }
            }
            if touched {
                one.map = self.havoc_map(state, &resource, &one.array, &one.map, points);
            }
        }
        // All others.
        let mut others: Vec<Term> = Vec::new();
        let mut all = false;
        for chunk in &relevant {
            match chunk.fixed.first().and_then(Option::as_ref) {
                Some(array) if heap.own_map(array).is_some() => {}
                Some(array) => {
                    if !others.contains(array) {
                        others.push(array.clone());
                    }
                }
                None => all = true,
            }
        }
        if all || !others.is_empty() {
            let before = rest.clone();
            let after = if all {
                let map_sort = before.sort().clone();
                let after = self.fresh("elements", &map_sort);
                let array = self.symbols.fresh_bound("a", Sort::Ref);
                let index = self.symbols.fresh_bound("i", Sort::Int);
                let left = state.held(&state.heap, &resource, &[array.clone(), index.clone()]);
                let read = term::select(term::select(after.clone(), array.clone()), index.clone());
                let fact = term::forall(
                    vec![array.clone(), index.clone()],
                    vec![vec![read.clone()]],
                    term::implies(
                        term::lt(state::no_permission(), left),
                        term::eq(read, term::select(term::select(before, array), index)),
                    ),
                    "frame.elements",
                );
                self.symbols.define(fact);
                after
            } else {
                let mut map = before;
                for array in others {
                    let inner = term::select(map.clone(), array.clone());
                    let inner = self.havoc_map(state, &resource, &array, &inner, None);
                    map = term::store(map, array, inner);
                }
                self.named("elements", map)
            };
            for one in own.iter_mut().filter(|one| one.sort == *sort) {
                if together(one) {
                    one.map = term::select(after.clone(), one.array.clone());
                    one.taken = Some((after.clone(), one.map.clone()));
                }
            }
            state.heap_mut().rest.insert(sort.clone(), after);
        }
        state.heap_mut().own = own;
    }

    pub(crate) fn havoc_map(
        &mut self,
        state: &State,
        resource: &Resource,
        array: &Term,
        before: &Term,
        points: Option<Vec<Term>>,
    ) -> Term {
        let hint = hint(array);
        if let Some(points) = points {
            let mut map = before.clone();
            for index in points {
                let left = state.held(&state.heap, resource, &[array.clone(), index.clone()]);
                let kept = term::lt(state::no_permission(), left);
                let value_sort = term::select(before.clone(), index.clone()).sort().clone();
                let value = self.fresh(&hint, &value_sort);
                map = term::ite(kept, map.clone(), term::store(map, index, value));
            }
            return self.named(&hint, map);
        }
        let sort = before.sort().clone();
        let after = self.fresh(&hint, &sort);
        let index = self.symbols.fresh_bound("i", Sort::Int);
        let left = state.held(&state.heap, resource, &[array.clone(), index.clone()]);
        let read = term::select(after.clone(), index.clone());
        let fact = term::forall(
            vec![index.clone()],
            vec![vec![read.clone()]],
            term::implies(
                term::lt(state::no_permission(), left),
                term::eq(read, term::select(before.clone(), index)),
            ),
            "frame.array",
        );
        self.symbols.define(fact);
        after
    }

    /// Havocs every value of which nothing is held: at the start of a thread or side
    /// proof, where others may have written.
    pub(crate) fn havoc_unheld(&mut self, state: &mut State) {
        let heap = Rc::clone(&state.heap);
        for (field, _) in heap.fields.iter() {
            let everything = Chunk {
                resource: Resource::Field(*field),
                fixed: vec![None],
                amount: state::whole(),
                witness: None,
                row: None,
            };
            self.havoc_field(state, &[everything], *field);
        }
        let mut sorts: Vec<Sort> = heap.rest.keys().cloned().collect();
        for own in &heap.own {
            if !sorts.contains(&own.sort) {
                sorts.push(own.sort.clone());
            }
        }
        for sort in sorts {
            let everything = Chunk {
                resource: Resource::Element(sort.clone()),
                fixed: vec![None, None],
                amount: state::whole(),
                witness: None,
                row: None,
            };
            self.havoc_elements(state, &[everything], &sort);
        }
    }
}

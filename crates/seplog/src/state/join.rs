//! Joining states where control flow meets.

use crate::engine::Engine;
use crate::state::State;
use crate::state::{Chunk, Heap, no_permission};
use solver::term::{self, Sort, Term};
use std::collections::BTreeMap;
use std::rc::Rc;

impl Engine<'_> {
    /// One state for several of which one is real; `base` is the number of facts that
    /// they have in common. None if there is no state.
    pub(crate) fn join(&mut self, mut states: Vec<State>, base: usize) -> Option<State> {
        states.retain(|state| !state.facts.is_contradictory());
        let mut joined = states.pop()?;
        while let Some(other) = states.pop() {
            joined = self.join_two(other, joined, base);
        }
        Some(joined)
    }

    fn join_two(&mut self, mut a: State, mut b: State, base: usize) -> State {
        let facts_a = a.facts.since(base);
        let facts_b = b.facts.since(base);
        // Where the branches part on a condition, it says which is real.
        let choice = match (facts_a.first(), facts_b.first()) {
            (Some(one), Some(other)) if *other == term::not(one.clone()) => one.clone(),
            _ => self.fresh("branch", &Sort::Bool),
        };
        let not_choice = term::not(choice.clone());
        let mut facts = a.facts.truncated(base);
        for fact in facts_a {
            facts.push(term::implies(choice.clone(), fact));
        }
        for fact in facts_b {
            facts.push(term::implies(not_choice.clone(), fact));
        }
        let apart = a.apart.intersection(&b.apart).cloned().collect();
        self.align(&mut a, &mut b);
        let heap = self.join_heaps(&choice, &a.heap, &b.heap);
        let mut locals = BTreeMap::new();
        for (local, value) in &a.locals {
            if let Some(other) = b.locals.get(local) {
                let hint = self.program().local(*local).name.clone();
                let value = self.joined(&hint, &choice, value, other);
                locals.insert(*local, value);
            }
        }
        let mut labels = BTreeMap::new();
        for (label, heap) in &a.labels {
            if let Some(other) = b.labels.get(label)
                && Rc::ptr_eq(heap, other)
            {
                labels.insert(*label, Rc::clone(heap));
            } else if let Some(other) = b.labels.get(label) {
                let joined = self.join_heaps(&choice, heap, other);
                labels.insert(*label, Rc::new(joined));
            }
        }
        State {
            facts,
            locals,
            heap: Rc::new(heap),
            labels,
            apart,
            // Nothing branches while a wand is packaged.
            source: a.source.filter(|_| b.source.is_none()),
        }
    }

    fn joined(&mut self, hint: &str, choice: &Term, a: &Term, b: &Term) -> Term {
        if a == b {
            return a.clone();
        }
        self.named(hint, term::ite(choice.clone(), a.clone(), b.clone()))
    }

    /// Puts back the maps of arrays that only one side keeps apart.
    fn align(&mut self, a: &mut State, b: &mut State) {
        let common: Vec<Term> = a
            .heap
            .own
            .iter()
            .filter(|own| b.heap.own_map(&own.array).is_some())
            .map(|own| own.array.clone())
            .collect();
        for state in [a, b] {
            self.put_back(state.heap_mut(), &common);
            let labels: Vec<_> = state.labels.keys().copied().collect();
            for label in labels {
                if let Some(heap) = state.labels.get_mut(&label)
                    && heap.own.iter().any(|own| !common.contains(&own.array))
                {
                    self.put_back(Rc::make_mut(heap), &common);
                }
            }
        }
    }

    fn put_back(&mut self, heap: &mut Heap, keep: &[Term]) {
        let (kept, lost): (Vec<_>, Vec<_>) = heap
            .own
            .drain(..)
            .partition(|own| keep.contains(&own.array));
        heap.own = kept;
        for own in lost {
            if let Some(map) = heap.rest.get(&own.sort).cloned() {
                let map = self.named("elements", term::store(map, own.array, own.map));
                heap.rest.insert(own.sort, map);
            }
        }
    }

    fn join_heaps(&mut self, choice: &Term, a: &Heap, b: &Heap) -> Heap {
        let mut heap = Heap::default();
        for (field, map) in &a.fields {
            if let Some(other) = b.fields.get(field) {
                let hint = self.program().field(*field).name.clone();
                let map = self.joined(&hint, choice, map, other);
                heap.fields.insert(*field, map);
            }
        }
        for (sort, map) in &a.rest {
            if let Some(other) = b.rest.get(sort) {
                let map = self.joined("elements", choice, map, other);
                heap.rest.insert(sort.clone(), map);
            }
        }
        for own in &a.own {
            if let Some(other) = b.own_map(&own.array) {
                let mut both = own.clone();
                both.map = self.joined("array", choice, &own.map, &other.map);
                heap.own.push(both);
            }
        }
        let mut rest: Vec<Chunk> = b.chunks.clone();
        for chunk in &a.chunks {
            match rest.iter().position(|other| other == chunk) {
                Some(at) => heap.chunks.push(rest.remove(at)),
                None => heap.add(conditional(chunk, choice)),
            }
        }
        let not_choice = term::not(choice.clone());
        for chunk in rest {
            heap.add(conditional(&chunk, &not_choice));
        }
        heap
    }
}

fn conditional(chunk: &Chunk, condition: &Term) -> Chunk {
    Chunk {
        amount: term::ite(condition.clone(), chunk.amount.clone(), no_permission()),
        ..chunk.clone()
    }
}

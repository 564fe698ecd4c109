//! Reading and writing the values of the heap.

use crate::engine::Engine;
use crate::engine::context::Context;
use crate::state::State;
use crate::state::{Chunk, Heap, Resource};
use core_lang::FieldId;
use solver::term::{self, Op, Sort, SymbolKind, Term};
use std::rc::Rc;

impl Engine<'_> {
    /// The map of a field in the heap that is read.
    pub(crate) fn field_map(&mut self, state: &State, context: &Context, field: FieldId) -> Term {
        match self.read_heap(state, context).fields.get(&field) {
            Some(map) => map.clone(),
            // The heap begins with all fields of the program.
            None => {
                let sort = Sort::array(Sort::Ref, self.program().field(field).sort.clone());
                self.fresh("field", &sort)
            }
        }
    }

    /// The map of all arrays with an element sort, but for those with maps of their own.
    pub(crate) fn rest_map(&mut self, state: &State, context: &Context, sort: &Sort) -> Term {
        match self.read_heap(state, context).rest.get(sort) {
            Some(map) => map.clone(),
            None => {
                let inner = Sort::array(Sort::Int, sort.clone());
                self.fresh("elements", &Sort::array(Sort::Ref, inner))
            }
        }
    }

    /// A heap of which nothing is known and nothing held. It has a map for every field and
    /// every element sort of the program, so that havocking havocs all of them.
    pub(crate) fn arbitrary_heap(&mut self) -> Heap {
        let mut heap = Heap::default();
        for (number, field) in self.program().fields.iter().enumerate() {
            let id = FieldId(u32::try_from(number).unwrap_or(u32::MAX));
            let sort = Sort::array(Sort::Ref, field.sort.clone());
            let map = self.fresh(&field.name, &sort);
            heap.fields.insert(id, map);
        }
        for sort in &self.program().element_sorts {
            let inner = Sort::array(Sort::Int, sort.clone());
            let map = self.fresh("elements", &Sort::array(Sort::Ref, inner));
            heap.rest.insert(sort.clone(), map);
        }
        heap
    }

    /// The value of an element, whatever is held.
    pub(crate) fn select_element(
        &mut self,
        state: &mut State,
        context: &Context,
        array: &Term,
        index: &Term,
        sort: &Sort,
    ) -> Term {
        let heap = self.read_heap(state, context);
        if let Some(own) = heap.own_map(array) {
            return term::select(own.map.clone(), index.clone());
        }
        let rest = self.rest_map(state, context, sort);
        let heap = self.read_heap(state, context);
        let mut value = term::select(term::select(rest.clone(), array.clone()), index.clone());
        let resource = Resource::Element(sort.clone());
        for own in heap.own.iter().filter(|own| own.sort == *sort) {
            if own.untouched(&rest) {
                // Whichever array it is, the map of all others has its cells as well.
                continue;
            }
            let same = state.same(&resource, &own.array, array);
            if same.is_false() {
                continue;
            }
            value = term::ite(same, term::select(own.map.clone(), index.clone()), value);
        }
        value
    }

    /// Writes a field.
    pub(crate) fn write_field(
        &mut self,
        state: &mut State,
        field: FieldId,
        receiver: Term,
        value: Term,
    ) {
        let before = Rc::clone(&state.heap);
        let context = Context::granted();
        let map = self.field_map(state, &context, field);
        let name = self.program().field(field).name.clone();
        let map = self.named(&name, term::store(map, receiver, value));
        state.heap_mut().fields.insert(field, map);
        // A final field is written without a permission, so that functions that read it may change
        // whatever instances are held.
        if !self.program().field(field).is_final {
            self.carry_over(state, &before);
        }
    }

    /// Writes an element.
    pub(crate) fn write_element(
        &mut self,
        state: &mut State,
        array: &Term,
        index: &Term,
        value: Term,
    ) {
        let before = Rc::clone(&state.heap);
        self.write_cell(state, array, index, value);
        self.carry_over(state, &before);
    }

    /// Where a cell is written no more than the whole of it is held: so it is none of the cells
    /// that another permission covers. Said only where permissions cover places by a condition, as those of
    /// the rows of a matrix do; arrays that are named are told apart without it.
    pub(crate) fn nobody_else(&self, state: &mut State, resource: &Resource, most: Term) {
        let open = |chunk: &Chunk| {
            chunk.resource == *resource && chunk.fixed.first().is_some_and(Option::is_none)
        };
        if !self.semantics().fixed_rows && state.heap.chunks.iter().any(open) {
            state.assume(most);
        }
    }

    fn write_cell(&mut self, state: &mut State, array: &Term, index: &Term, value: Term) {
        let context = Context::granted();
        let sort = value.sort().clone();
        let hint = hint(array);
        let heap = Rc::clone(&state.heap);
        if let Some(at) = heap.own.iter().position(|own| own.array == *array) {
            let map = term::store(heap.own[at].map.clone(), index.clone(), value);
            let map = self.named(&hint, map);
            state.heap_mut().own[at].map = map;
            return;
        }
        let rest = self.rest_map(state, &context, &sort);
        let inner = term::select(rest.clone(), array.clone());
        let changed = term::store(
            rest,
            array.clone(),
            term::store(inner, index.clone(), value.clone()),
        );
        let changed = self.named("elements", changed);
        let resource = Resource::Element(sort.clone());
        let mut own = heap.own.clone();
        for one in own.iter_mut().filter(|one| one.sort == sort) {
            let same = state.same(&resource, &one.array, array);
            if !same.is_false() {
                let written = term::store(one.map.clone(), index.clone(), value.clone());
                let map = term::ite(same, written, one.map.clone());
                one.map = self.named(&hint, map);
            }
        }
        let heap = state.heap_mut();
        heap.rest.insert(sort, changed);
        heap.own = own;
    }
}

/// A readable name for the map of an array.
pub(crate) fn hint(array: &Term) -> String {
    if array.as_op(Op::Select).is_some() {
        return "row".to_owned();
    }
    let term::Node::Const(symbol) = array.node() else {
        return "array".to_owned();
    };
    if let SymbolKind::Fresh { hint, .. } = symbol.kind() {
        return hint.clone();
    }
    symbol.kind().to_string()
}

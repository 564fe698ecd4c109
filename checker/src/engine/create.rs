//! New objects and arrays, with all their shares.

use super::state::{Chunk, Resource, hole, no_share, whole};
use super::{Context, Engine, State, fixed_row, length_of, null};
use crate::core::{Expr, LocalId, Stmt};
use crate::term::{self, Sort, Term};
use num_traits::Zero;

impl Engine<'_> {
    /// A new object: not null, with the whole share of each field, holding defaults.
    pub(super) fn new_object(
        &mut self,
        state: &mut State,
        local: LocalId,
        fields: &[crate::core::FieldId],
    ) {
        let object = self.arbitrary(state, local);
        state.assume(term::ne(object.clone(), null()));
        for field in fields {
            let resource = Resource::Field(*field);
            let others = state.held(&state.heap, &resource, std::slice::from_ref(&object));
            // No one else holds anything of it.
            state.assume(term::eq(others, no_share()));
            state.heap_mut().add(Chunk {
                resource,
                fixed: vec![Some(object.clone())],
                amount: whole(),
                witness: None,
            });
            let sort = self.program().field(*field).sort.clone();
            if let Some(value) = default(&sort)
                && self.program().field(*field).data != crate::core::DataType::Share
            {
                let map = self.field_map(state, &Context::granted(), *field);
                state.assume(term::eq(term::select(map, object.clone()), value));
            }
        }
        for (other, value) in state.locals.clone() {
            if other != local && *value.sort() == Sort::Ref {
                state.assume(term::ne(value, object.clone()));
            }
        }
        state.locals.insert(local, object);
    }

    /// A new array with the whole share of each element, holding defaults.
    pub(super) fn new_array(
        &mut self,
        state: &mut State,
        local: LocalId,
        sizes: &[Expr],
        element: &Sort,
        stmt: &Stmt,
    ) {
        let checked = Context::checked();
        let mut lengths = Vec::new();
        for size in sizes {
            let length = self.eval(state, &checked, size);
            self.require(
                state,
                &checked,
                term::le(term::int(0), length.clone()),
                "V013",
                size.span,
                "the size may be negative".to_owned(),
            );
            lengths.push(length);
        }
        let array = self.arbitrary(state, local);
        state.assume(term::ne(array.clone(), null()));
        for (other, value) in state.locals.clone() {
            if other != local && *value.sort() == Sort::Ref {
                state.assume(term::ne(value, array.clone()));
            }
        }
        match lengths.as_slice() {
            [length] => {
                self.new_elements(state, &array, length, element, default(element));
            }
            [rows, columns] => {
                if self.legacy() {
                    self.new_fixed_rows(state, &array, rows, columns, element);
                } else {
                    self.new_rows(state, &array, rows, columns, element);
                }
            }
            _ => self.gap("U060", stmt.span, "new arrays of more than two dimensions"),
        }
        state.locals.insert(local, array);
        self.separate_arrays(state);
    }

    pub(super) fn new_elements(
        &mut self,
        state: &mut State,
        array: &Term,
        length: &Term,
        element: &Sort,
        value: Option<Term>,
    ) {
        state.assume(term::eq(length_of(array.clone()), length.clone()));
        let index = hole(1, &Sort::Int);
        let resource = Resource::Element(element.clone());
        // Nobody holds anything of a new array.
        for own in state.heap.own.clone() {
            state.apart.insert((own.array.clone(), array.clone()));
            state.apart.insert((array.clone(), own.array));
        }
        let range = |i: &Term| {
            term::and(vec![
                term::le(term::int(0), i.clone()),
                term::lt(i.clone(), length.clone()),
            ])
        };
        state.heap_mut().add(Chunk {
            resource,
            fixed: vec![Some(array.clone()), None],
            amount: term::ite(range(&index), whole(), no_share()),
            witness: Some(term::int(0)),
        });
        self.separate_arrays(state);
        if let Some(value) = value {
            let i = self.supply.fresh_bound("i", Sort::Int);
            let read = self.select_element(state, &Context::granted(), array, &i, element);
            let fact = term::forall(
                vec![i.clone()],
                Vec::new(),
                term::implies(range(&i), term::eq(read, value)),
                "new.array",
            );
            state.assume(fact);
        }
    }

    /// A matrix is an array of row arrays, all new.
    pub(super) fn new_rows(
        &mut self,
        state: &mut State,
        array: &Term,
        rows: &Term,
        columns: &Term,
        element: &Sort,
    ) {
        self.new_elements(state, array, rows, &Sort::Ref, None);
        let i = self.supply.fresh_bound("row", Sort::Int);
        let row = self.select_element(state, &Context::granted(), array, &i, &Sort::Ref);
        let of = self.fresh_function("row.of", &[term::bound("x", Sort::Ref)], Sort::Int);
        let number = term::app(&of, vec![row.clone()]);
        let inside = term::and(vec![
            term::le(term::int(0), i.clone()),
            term::lt(i.clone(), rows.clone()),
        ]);
        let mut known = vec![
            term::ne(row.clone(), null()),
            term::eq(length_of(row.clone()), columns.clone()),
            term::eq(number, i.clone()),
        ];
        for value in state.locals.values() {
            if *value.sort() == Sort::Ref {
                known.push(term::ne(row.clone(), value.clone()));
            }
        }
        let fact = term::forall(
            vec![i],
            Vec::new(),
            term::implies(inside, term::and(known)),
            "new.rows",
        );
        state.assume(fact);
        let (r, c) = (hole(0, &Sort::Ref), hole(1, &Sort::Int));
        let number = term::app(&of, vec![r.clone()]);
        let here = self.select_element(state, &Context::granted(), array, &number, &Sort::Ref);
        let covered = term::and(vec![
            term::le(term::int(0), number.clone()),
            term::lt(number, rows.clone()),
            term::eq(here, r),
            term::le(term::int(0), c.clone()),
            term::lt(c, columns.clone()),
        ]);
        state.heap_mut().add(Chunk {
            resource: Resource::Element(element.clone()),
            fixed: vec![None, None],
            amount: term::ite(covered, whole(), no_share()),
            witness: None,
        });
        if let Some(value) = default(element) {
            let i = self.supply.fresh_bound("row", Sort::Int);
            let j = self.supply.fresh_bound("column", Sort::Int);
            let row = self.select_element(state, &Context::granted(), array, &i, &Sort::Ref);
            let cell = self.select_element(state, &Context::granted(), &row, &j, element);
            let inside = term::and(vec![
                term::le(term::int(0), i.clone()),
                term::lt(i.clone(), rows.clone()),
                term::le(term::int(0), j.clone()),
                term::lt(j.clone(), columns.clone()),
            ]);
            let fact = term::forall(
                vec![i, j],
                Vec::new(),
                term::implies(inside, term::eq(cell, value)),
                "new.cells",
            );
            state.assume(fact);
        }
    }

    /// The same under vercors-1.4, where rows are fixed.
    pub(super) fn new_fixed_rows(
        &mut self,
        state: &mut State,
        array: &Term,
        rows: &Term,
        columns: &Term,
        element: &Sort,
    ) {
        state.assume(term::eq(length_of(array.clone()), rows.clone()));
        let (r, c) = (hole(0, &Sort::Ref), hole(1, &Sort::Int));
        let index_of = term::Symbol::new("row.index", vec![Sort::Ref], Sort::Int);
        let number = term::app(&index_of, vec![r.clone()]);
        let covered = term::and(vec![
            term::le(term::int(0), number.clone()),
            term::lt(number.clone(), rows.clone()),
            term::eq(fixed_row(array.clone(), number), r),
            term::le(term::int(0), c.clone()),
            term::lt(c, columns.clone()),
        ]);
        state.heap_mut().add(Chunk {
            resource: Resource::Element(element.clone()),
            fixed: vec![None, None],
            amount: term::ite(covered, whole(), no_share()),
            witness: None,
        });
    }
}

/// What a new cell holds.
pub(super) fn default(sort: &Sort) -> Option<Term> {
    Some(match sort {
        Sort::Int => term::int(0),
        Sort::Bool => term::ff(),
        Sort::Real => term::real(num_rational::BigRational::zero()),
        Sort::Ref => null(),
        _ => return None,
    })
}

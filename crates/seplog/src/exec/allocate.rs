//! New objects and arrays, with all their permissions.

use crate::engine::Engine;
use crate::engine::context::Context;
use crate::report::failure::{Failure, Unsupported};
use crate::state::State;
use crate::state::reference::{fixed_row, length_of, null};
use crate::state::{Chunk, Resource, hole, no_permission, whole};
use core_lang::{DataOp, Expr, LocalId, Stmt};
use solver::term::{self, Sort, Symbol, Term};
use solver::theory::{self};

impl Engine<'_> {
    /// A new object: not null, with write permission to each field, holding defaults.
    pub(crate) fn new_object(
        &mut self,
        state: &mut State,
        local: LocalId,
        fields: &[core_lang::FieldId],
    ) {
        let object = self.arbitrary(state, local);
        state.assume(term::ne(object.clone(), null()));
        self.differs_from_all(state, &object);
        for field in fields {
            let resource = Resource::Field(*field);
            let others = state.held(&state.heap, &resource, std::slice::from_ref(&object));
            // No one else holds anything of it.
            state.assume(term::eq(others, no_permission()));
            state.heap_mut().add(Chunk {
                resource,
                fixed: vec![Some(object.clone())],
                amount: whole(),
                witness: None,
                row: None,
            });
            let sort = self.program().field(*field).sort.clone();
            if let Some(value) = default(&sort)
                && self.program().field(*field).data != core_lang::DataType::Fraction
            {
                let map = self.field_map(state, &Context::granted(), *field);
                if self.program().is_constant(*field) {
                    // What is known of a final field of all objects was known of those there were.
                    let name = self.program().field(*field).name.clone();
                    let map = self.named(&name, term::store(map, object.clone(), value));
                    state.heap_mut().fields.insert(*field, map);
                } else {
                    state.assume(term::eq(term::select(map, object.clone()), value));
                }
            }
        }
        state.locals.insert(local, object);
    }

    /// A new reference is none of those there are: none in a local, and none in a cell of
    /// which something is held. Cells that are not held may get it later, and what is read
    /// from them then may be it.
    pub(crate) fn differs_from_all(&mut self, state: &mut State, object: &Term) {
        let object = object.clone();
        self.old_references(state, &|old| term::ne(old, object.clone()));
    }

    /// Something that holds of each reference there is, in a state in which the new one is
    /// not yet anywhere.
    fn old_references(&mut self, state: &mut State, holds: &dyn Fn(Term) -> Term) {
        for value in state.locals.clone().into_values() {
            if *value.sort() == Sort::Ref {
                state.assume(holds(value));
            }
        }
        let heap = std::rc::Rc::clone(&state.heap);
        let held_some =
            |resource: &Resource| heap.chunks.iter().any(|chunk| chunk.resource == *resource);
        for (field, map) in &heap.fields {
            let resource = Resource::Field(*field);
            if self.program().field(*field).sort != Sort::Ref || !held_some(&resource) {
                continue;
            }
            let map = self.named("references", map.clone());
            let place = self.symbols.fresh_bound("object", Sort::Ref);
            let held = state.held(&heap, &resource, std::slice::from_ref(&place));
            self.old_cells(
                state,
                vec![place.clone()],
                held,
                term::select(map, place),
                holds,
            );
        }
        let resource = Resource::Element(Sort::Ref);
        if !held_some(&resource) {
            return;
        }
        let mut elsewhere = Vec::new();
        let array = self.symbols.fresh_bound("array", Sort::Ref);
        let index = self.symbols.fresh_bound("i", Sort::Int);
        for own in heap.own.iter().filter(|own| own.sort == Sort::Ref) {
            elsewhere.push(term::ne(array.clone(), own.array.clone()));
            let map = self.named("references", own.map.clone());
            let held = state.held(&heap, &resource, &[own.array.clone(), index.clone()]);
            let cell = term::select(map, index.clone());
            self.old_cells(state, vec![index.clone()], held, cell, holds);
        }
        // The map of the others says nothing of arrays that have one of their own.
        let others = heap.chunks.iter().any(|chunk| {
            chunk.resource == resource
                && chunk
                    .fixed
                    .first()
                    .and_then(Option::as_ref)
                    .is_none_or(|array| heap.own_map(array).is_none())
        });
        if let (true, Some(rest)) = (others, heap.rest.get(&Sort::Ref)) {
            let rest = self.named("references", rest.clone());
            let held = state.held(&heap, &resource, &[array.clone(), index.clone()]);
            elsewhere.push(term::lt(no_permission(), held));
            let cell = term::select(term::select(rest, array.clone()), index.clone());
            let fact = term::implies(term::and(elsewhere), holds(cell.clone()));
            let fact = term::forall(vec![array, index], vec![vec![cell]], fact, "new.other");
            state.assume(fact);
        }
    }

    /// What holds of the values of some cells where they are held.
    fn old_cells(
        &mut self,
        state: &mut State,
        places: Vec<Term>,
        held: Term,
        cell: Term,
        holds: &dyn Fn(Term) -> Term,
    ) {
        let fact = term::implies(term::lt(no_permission(), held), holds(cell.clone()));
        state.assume(term::forall(places, vec![vec![cell]], fact, "new.other"));
    }

    /// A new array with write permission to each element, holding defaults.
    pub(crate) fn new_array(
        &mut self,
        state: &mut State,
        local: LocalId,
        sizes: &[Expr],
        element: &Sort,
        stmt: &Stmt,
    ) {
        let checked = Context::code();
        let mut lengths = Vec::new();
        for size in sizes {
            let length = self.eval(state, &checked, size);
            self.require(
                state,
                &checked,
                term::le(term::int(0), length.clone()),
                size.span,
                Failure::NegativeSize,
            );
            lengths.push(length);
        }
        let array = self.arbitrary(state, local);
        state.assume(term::ne(array.clone(), null()));
        self.differs_from_all(state, &array);
        match lengths.as_slice() {
            [length] => {
                self.new_elements(state, &array, length, element, default(element));
            }
            [rows, columns] if self.semantics().fixed_rows => {
                self.new_fixed_rows(state, &array, rows, columns, element);
            }
            [_, _, ..] if !self.semantics().fixed_rows => {
                self.new_rows(state, &array, &lengths, element);
            }
            _ => self.gap(Unsupported::Dimensions, stmt.span),
        }
        state.locals.insert(local, array);
        self.separate_arrays(state);
    }

    pub(crate) fn new_elements(
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
            amount: term::ite(range(&index), whole(), no_permission()),
            witness: Some(term::int(0)),
            row: None,
        });
        self.separate_arrays(state);
        if let Some(value) = value {
            let i = self.symbols.fresh_bound("i", Sort::Int);
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

    /// A matrix is an array of row arrays, and so on, all new and all different.
    ///
    /// A made-up function gives each new array its depth and each older reference -1; others give
    /// each row its place, which makes rows of one depth different.
    fn new_rows(&mut self, state: &mut State, array: &Term, lengths: &[Term], element: &Sort) {
        let Some((rows, inner)) = lengths.split_first() else {
            return;
        };
        let depth_of = self.fresh_function("depth", &[term::bound("x", Sort::Ref)], Sort::Int);
        let depth = |r: &Term| term::app(&depth_of, vec![r.clone()]);
        self.old_references(state, &|old| term::eq(depth(&old), term::int(-1)));
        state.assume(term::eq(depth(array), term::int(0)));
        self.new_elements(state, array, rows, &Sort::Ref, None);
        // The path to an array below the first: the ranges it passes, and the row itself for
        // indices along it.
        let mut places: Vec<Symbol> = Vec::new();
        let inside = |index: &Term, length: &Term| {
            vec![
                term::le(term::int(0), index.clone()),
                term::lt(index.clone(), length.clone()),
            ]
        };
        for (number, columns) in inner.iter().enumerate() {
            let last = number + 1 == inner.len();
            places.push(self.fresh_function("place", &[term::bound("x", Sort::Ref)], Sort::Int));
            let indices: Vec<Term> = places
                .iter()
                .map(|_| self.symbols.fresh_bound("row", Sort::Int))
                .collect();
            let (row, plain) = self.row(state, array, &indices);
            let mut ranges: Vec<Term> = indices
                .iter()
                .zip(lengths)
                .flat_map(|(index, length)| inside(index, length))
                .collect();
            ranges.extend(plain);
            let level = i64::try_from(number + 1).unwrap_or(i64::MAX);
            let mut known = vec![
                term::ne(row.clone(), null()),
                term::eq(length_of(row.clone()), columns.clone()),
                term::eq(depth(&row), term::int(level)),
            ];
            for (place, index) in places.iter().zip(&indices) {
                known.push(term::eq(term::app(place, vec![row.clone()]), index.clone()));
            }
            state.assume(term::forall(
                indices.clone(),
                Vec::new(),
                term::implies(term::and(ranges.clone()), term::and(known)),
                "new.rows",
            ));
            // All cells of all rows of this depth.
            let (r, c) = (hole(0, &Sort::Ref), hole(1, &Sort::Int));
            let path: Vec<Term> = places
                .iter()
                .map(|place| term::app(place, vec![r.clone()]))
                .collect();
            let mut covered: Vec<Term> = path
                .iter()
                .zip(lengths)
                .flat_map(|(index, length)| inside(index, length))
                .collect();
            let (row_there, plain) = self.row(state, array, &path);
            covered.extend(plain);
            covered.push(term::eq(row_there, r));
            covered.extend(inside(&c, columns));
            let sort = if last { element.clone() } else { Sort::Ref };
            state.heap_mut().add(Chunk {
                resource: Resource::Element(sort),
                fixed: vec![None, None],
                amount: term::ite(term::and(covered), whole(), no_permission()),
                witness: None,
                row: None,
            });
            if let (true, Some(value)) = (last, default(element)) {
                let column = self.symbols.fresh_bound("column", Sort::Int);
                let (cell, plain) = self.cell(state, &row, &column, element);
                let mut ranges = ranges;
                ranges.extend(plain);
                ranges.extend(inside(&column, columns));
                let mut all = indices;
                all.push(column);
                state.assume(term::forall(
                    all,
                    Vec::new(),
                    term::implies(term::and(ranges), term::eq(cell, value)),
                    "new.cells",
                ));
            }
        }
    }

    /// The array reached by indices from another, with when that is what one reads.
    fn row(&mut self, state: &mut State, array: &Term, indices: &[Term]) -> (Term, Vec<Term>) {
        let mut row = array.clone();
        let mut plain = Vec::new();
        for (number, index) in indices.iter().enumerate() {
            if number == 0 {
                row = self.select_element(state, &Context::granted(), &row, index, &Sort::Ref);
                continue;
            }
            let (next, also) = self.cell(state, &row, index, &Sort::Ref);
            row = next;
            plain.extend(also);
        }
        (row, plain)
    }

    /// An element in the map of all arrays, with when that is what one reads: where the array
    /// is none that has a map of its own. (A choice between maps could not be a trigger.)
    fn cell(
        &mut self,
        state: &mut State,
        array: &Term,
        index: &Term,
        sort: &Sort,
    ) -> (Term, Vec<Term>) {
        let rest = self.rest_map(state, &Context::granted(), sort);
        let own = state.heap.own.iter().filter(|own| own.sort == *sort);
        let plain = own
            .map(|own| term::ne(own.array.clone(), array.clone()))
            .collect();
        let cell = term::select(term::select(rest, array.clone()), index.clone());
        (cell, plain)
    }

    /// The same under vercors-1.4, where rows are fixed.
    pub(crate) fn new_fixed_rows(
        &mut self,
        state: &mut State,
        array: &Term,
        rows: &Term,
        columns: &Term,
        element: &Sort,
    ) {
        state.assume(term::eq(length_of(array.clone()), rows.clone()));
        let (r, c) = (hole(0, &Sort::Ref), hole(1, &Sort::Int));
        let index_of = crate::state::reference::row_index_symbol();
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
            amount: term::ite(covered, whole(), no_permission()),
            witness: None,
            row: None,
        });
    }
}

/// What a new cell holds: the collection without elements, the option without a value, the tuple of
/// such values.
pub(crate) fn default(sort: &Sort) -> Option<Term> {
    let mut parts = Vec::new();
    let op = match sort {
        Sort::Int => return Some(term::int(0)),
        Sort::Bool => return Some(term::ff()),
        Sort::Real => return Some(no_permission()),
        Sort::Ref => return Some(null()),
        Sort::Seq(_) => DataOp::SeqLiteral,
        Sort::Set(_) => DataOp::SetLiteral,
        Sort::Bag(_) => DataOp::BagLiteral,
        Sort::Map(..) => DataOp::MapLiteral,
        Sort::Option(_) => DataOp::OptNone,
        Sort::Tuple(of) => {
            parts = of.iter().map(default).collect::<Option<Vec<Term>>>()?;
            DataOp::TupleMake
        }
        Sort::BitVec(_) | Sort::Array(..) | Sort::String | Sort::Parameter(_) | Sort::Adt(..) => {
            return None;
        }
    };
    Some(theory::apply(&op, parts, sort))
}

//! Access to memory: an access needs a receiver, an index in bounds and some permission.

use crate::engine::Engine;
use crate::engine::context::Context;
use crate::function::framing;
use crate::report::failure::{Failure, Null, Place, Unsupported};
use crate::state::reference::{length_of, null};
use crate::state::{self, Heap, Resource, State};
use core_lang::{Expr, Location};
use solver::term::{self, Sort, Term};
use std::rc::Rc;
use text::span::Span;

impl Engine<'_> {
    /// The heap that is read.
    pub(crate) fn read_heap(&self, state: &State, context: &Context) -> Rc<Heap> {
        Rc::clone(context.heap.as_ref().unwrap_or(&state.heap))
    }

    /// An earlier heap with the final fields of the one that is read: a final field has one value,
    /// and none before it was assigned.
    pub(crate) fn with_final_fields(
        &self,
        state: &State,
        context: &Context,
        earlier: Rc<Heap>,
    ) -> Rc<Heap> {
        let program = self.program();
        if program.semantics.finals_need_permission
            || !program.fields.iter().any(|field| field.is_final)
        {
            return earlier;
        }
        let present = self.read_heap(state, context);
        let mut heap = (*earlier).clone();
        for (field, map) in &present.fields {
            if program.field(*field).is_final {
                heap.fields.insert(*field, map.clone());
            }
        }
        Rc::new(heap)
    }

    /// A location's resource and arguments.
    pub(crate) fn place(
        &mut self,
        state: &mut State,
        context: &Context,
        location: &Location,
    ) -> (Resource, Vec<Term>) {
        match location {
            Location::Field(receiver, field) => {
                let receiver = self.eval(state, context, receiver);
                (Resource::Field(*field), vec![receiver])
            }
            Location::Element(array, index, sort) => {
                let span = array.span.to(index.span);
                let array_term = self.eval(state, context, array);
                let index_term = self.eval(state, context, index);
                self.require_bounds(state, context, &array_term, &index_term, span);
                (
                    Resource::Element(sort.clone()),
                    vec![array_term, index_term],
                )
            }
            Location::Predicate(predicate, args) => {
                let args = self.eval_each(state, context, args);
                (Resource::Predicate(*predicate), args)
            }
        }
    }

    /// An index is in bounds, of an array that is not null.
    pub(crate) fn require_bounds(
        &mut self,
        state: &mut State,
        context: &Context,
        array: &Term,
        index: &Term,
        span: Span,
    ) {
        self.require(
            state,
            context,
            term::ne(array.clone(), null()),
            span,
            Failure::Null(Null::Array),
        );
        // Under vercors-1.4 `a[i]` is total.
        if self.semantics().total_arrays {
            return;
        }
        self.require(
            state,
            context,
            term::and(vec![
                term::le(term::int(0), index.clone()),
                term::lt(index.clone(), length_of(array.clone())),
            ]),
            span,
            Failure::IndexOutOfBounds,
        );
    }

    /// The value of an element.
    pub(crate) fn element(
        &mut self,
        state: &mut State,
        context: &Context,
        array: Term,
        index: Term,
        e: &Expr,
    ) -> Term {
        let (sort, span) = (&e.sort, e.span);
        self.require_bounds(state, context, &array, &index, span);
        let heap = self.read_heap(state, context);
        let resource = Resource::Element(sort.clone());
        let held = state.held(&heap, &resource, &[array.clone(), index.clone()]);
        self.require(
            state,
            context,
            term::lt(state::no_permission(), held),
            span,
            Failure::ReadPermission(Place::Element),
        );
        self.select_element(state, context, &array, &index, sort)
    }

    /// The values of some elements in a row, as a sequence: `[array, low, high]`.
    pub(crate) fn values(
        &mut self,
        state: &mut State,
        context: &Context,
        [array, low, high]: [Term; 3],
        e: &Expr,
    ) -> Term {
        let Sort::Seq(element) = e.sort.clone() else {
            self.gap(Unsupported::Values, e.span);
            return self.fresh("unknown", &e.sort);
        };
        self.require(
            state,
            context,
            term::ne(array.clone(), null()),
            e.span,
            Failure::Null(Null::Array),
        );
        if !self.semantics().total_arrays {
            self.require(
                state,
                context,
                term::and(vec![
                    term::le(term::int(0), low.clone()),
                    term::le(low.clone(), high.clone()),
                    term::le(high.clone(), length_of(array.clone())),
                ]),
                e.span,
                Failure::RangeOutOfBounds,
            );
        }
        let heap = self.read_heap(state, context);
        let resource = Resource::Element((*element).clone());
        let index = self.symbols.fresh_bound("i", Sort::Int);
        let held = state.held(&heap, &resource, &[array.clone(), index.clone()]);
        let inside = term::and(vec![
            term::le(low.clone(), index.clone()),
            term::lt(index.clone(), high.clone()),
        ]);
        let readable = term::implies(inside, term::lt(state::no_permission(), held));
        // Only a goal: what makes it hold is known anyway.
        let mut scratch = state.clone();
        self.require(
            &mut scratch,
            context,
            term::forall(vec![index], Vec::new(), readable, "values.readable"),
            e.span,
            Failure::ReadPermission(Place::Elements),
        );
        let Some(map) = framing::array_map(state, &heap, &array, &element) else {
            self.gap(Unsupported::Values, e.span);
            return self.fresh("unknown", &e.sort);
        };
        solver::theory::apply(&core_lang::DataOp::SeqValues, vec![map, low, high], &e.sort)
    }
}

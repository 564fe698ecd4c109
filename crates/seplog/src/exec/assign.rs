//! Assignments and writes to memory.

use crate::engine::Engine;
use crate::engine::context::Context;
use crate::eval::typing::checked_typing;
use crate::report::failure::{Failure, Null, Place, Typed};
use crate::state::reference::null;
use crate::state::{Resource, State, whole};
use core_lang::{Expr, FieldId, LocalId};
use solver::term::{self, Node, Term};
use text::span::Span;

impl Engine<'_> {
    /// A local gets a value of its type.
    pub(crate) fn assign(&mut self, state: &mut State, local: LocalId, value: &Expr, span: Span) {
        let checked = Context::code();
        let value = self.eval(state, &checked, value);
        self.mention(state, &value);
        let hint = self.program().local(local).name.clone();
        let value = if value.depth() > 3 {
            self.named(hint.trim_matches(|c: char| !c.is_alphanumeric()), value)
        } else {
            value
        };
        let declared = self.program().local(local);
        for fact in checked_typing(&declared.data, &value) {
            self.require(
                state,
                &checked,
                fact,
                span,
                Failure::OutsideType(Typed::Value),
            );
        }
        state.locals.insert(local, value);
    }

    /// Who evaluates a function wants its definition and postconditions, also where no other fact
    /// speaks of the value: so that there is one that does, whoever keeps the value.
    fn mention(&mut self, state: &mut State, value: &Term) {
        let functions = self.around.functions;
        for part in term::postorder([value]) {
            let Node::App(symbol, args) = part.node() else {
                continue;
            };
            if part.contains_bound() {
                continue;
            }
            let stopping = functions.limited.iter().find(|(plain, _)| plain == symbol);
            if let Some((_, limited)) = stopping {
                state.assume(term::eq(part.clone(), term::app(limited, args.clone())));
            }
        }
    }

    /// A field is written: with the write permission, of an object that is there.
    pub(crate) fn store_field(
        &mut self,
        state: &mut State,
        receiver: &Expr,
        field: FieldId,
        value: &Expr,
        span: Span,
    ) {
        let checked = Context::code();
        let receiver_span = receiver.span;
        let receiver = self.eval(state, &checked, receiver);
        let value = self.eval(state, &checked, value);
        self.require(
            state,
            &checked,
            term::ne(receiver.clone(), null()),
            receiver_span,
            Failure::Null(Null::FieldWrite),
        );
        let held = state.held(
            &state.heap,
            &Resource::Field(field),
            std::slice::from_ref(&receiver),
        );
        let name = self.program().field(field).name.clone();
        let most = term::le(held.clone(), whole());
        self.require(
            state,
            &checked,
            term::le(whole(), held),
            span,
            Failure::WritePermission(Place::Field(name)),
        );
        self.nobody_else(state, &Resource::Field(field), most);
        let data = self.program().field(field).data.clone();
        for fact in checked_typing(&data, &value) {
            self.require(
                state,
                &checked,
                fact,
                span,
                Failure::OutsideType(Typed::Value),
            );
        }
        self.write_field(state, field, receiver, value);
    }

    /// An element is written: with the write permission, of an array that is there, in bounds.
    pub(crate) fn store_element(
        &mut self,
        state: &mut State,
        array: &Expr,
        index: &Expr,
        value: &Expr,
        span: Span,
    ) {
        let checked = Context::code();
        let place = array.span.to(index.span);
        let array = self.eval(state, &checked, array);
        let index = self.eval(state, &checked, index);
        let value = self.eval(state, &checked, value);
        self.require_bounds(state, &checked, &array, &index, place);
        let resource = Resource::Element(value.sort().clone());
        let held = state.held(&state.heap, &resource, &[array.clone(), index.clone()]);
        let most = term::le(held.clone(), whole());
        self.require(
            state,
            &checked,
            term::le(whole(), held),
            span,
            Failure::WritePermission(Place::Element),
        );
        self.nobody_else(state, &resource, most);
        self.write_element(state, &array, &index, value);
    }
}

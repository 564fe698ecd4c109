//! Locks, and threads that are forked and joined.

use crate::engine::Engine;
use crate::engine::context::{Context, Scope};
use crate::obligation::Duty;
use crate::report::failure::{Failure, Null};
use crate::state::reference::null;
use crate::state::{Resource, State, no_permission};
use core_lang::{Assertion, Blame, Expr, OLD};
use solver::term;
use std::rc::Rc;
use text::span::Span;

impl Engine<'_> {
    /// A lock is obtained, with the token that says so. Locks are not reentrant.
    pub(crate) fn acquire(
        &mut self,
        state: &mut State,
        object: &Expr,
        token: &Assertion,
        span: Span,
    ) {
        let checked = Context::checked();
        let value = self.eval(state, &checked, object);
        self.require(
            state,
            &checked,
            term::ne(value.clone(), null()),
            object.span,
            Failure::Null(Null::Lock),
        );
        if let core_lang::AssertionKind::Permission(core_lang::Location::Predicate(id, _), _) =
            &token.kind
        {
            // Not reentrant: a lock that is held for certain is never obtained.
            let resource = Resource::Predicate(*id);
            let held = state.held(&state.heap, &resource, std::slice::from_ref(&value));
            let again = self.decide(state, &[], &term::lt(no_permission(), held));
            self.decided(Duty::at(span, Failure::LockHeld), !again);
        }
        self.produce(state, &Context::granted(), token);
    }

    /// A thread is started: it takes the precondition of the method that it runs.
    pub(crate) fn fork(
        &mut self,
        scope: Scope<'_>,
        state: &mut State,
        method: usize,
        object: &Expr,
        blame: &Blame,
    ) {
        let checked = Context::checked();
        let callee = &self.program().methods[method];
        let value = self.eval(state, &checked, object);
        let mut context = Context::granted();
        context.at = blame.at;
        if let Some(this) = callee.params.first() {
            context.locals.insert(*this, value.clone());
        }
        self.require(
            state,
            &checked,
            term::ne(value, null()),
            object.span,
            Failure::Null(Null::Fork),
        );
        context.heap = Some(Rc::clone(&state.heap));
        self.consume(state, &context, &callee.requires, blame);
        self.call_decreases(scope, state, method, &context, blame);
    }

    /// A thread is waited for: its postcondition is inhaled.
    pub(crate) fn join_thread(&mut self, state: &mut State, method: usize, object: &Expr) {
        let checked = Context::checked();
        let callee = &self.program().methods[method];
        let value = self.eval(state, &checked, object);
        let mut context = Context::granted();
        if let Some(this) = callee.params.first() {
            context.locals.insert(*this, value);
        }
        for result in &callee.results {
            let value = self.arbitrary(state, *result);
            context.locals.insert(*result, value);
        }
        // Nothing is known of the heap at the thread's start.
        let unknown = self.arbitrary_heap();
        context.labels.insert(OLD, Rc::new(unknown));
        self.produce(state, &context, &callee.ensures);
    }
}

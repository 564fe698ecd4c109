//! The cells that a predicate instance hides keep their values as long as some permission to the
//! instance is held, since nobody else can write there: of an instance that is held after the heap changed,
//! the cells that its body gives have the values that they had before.

use crate::engine::Engine;
use crate::engine::context::Context;
use crate::state::{Heap, State, no_permission};
use core_lang::{Amount, Assertion, AssertionKind, Location, PredicateId};
use solver::term::{self, Term};
use std::rc::Rc;

/// The instances around a cell, from the one that is held.
#[derive(Clone, Copy)]
struct Path<'a> {
    predicate: PredicateId,
    around: Option<&'a Path<'a>>,
}

impl Path<'_> {
    fn has(&self, predicate: PredicateId) -> bool {
        self.predicate == predicate || self.around.is_some_and(|around| around.has(predicate))
    }
}

impl Engine<'_> {
    /// The cells of an instance, where it is held, have the values that they had in an earlier heap.
    pub(crate) fn carry_cells(
        &mut self,
        state: &mut State,
        before: &Heap,
        predicate: PredicateId,
        instance: &[Term],
        held: &Term,
    ) {
        let path = Path {
            predicate,
            around: None,
        };
        let mut context = Context::granted().under(held.clone());
        context.heap = Some(Rc::new(before.clone()));
        self.carry_body(state, &context, instance, path);
    }

    fn carry_body(
        &mut self,
        state: &mut State,
        context: &Context,
        instance: &[Term],
        path: Path<'_>,
    ) {
        let declared = self.program().predicate(path.predicate);
        let Some(body) = &declared.body else { return };
        let mut inside = context.clone();
        let params = declared.params.iter().copied();
        inside.locals = params.zip(instance.iter().cloned()).collect();
        self.carry_part(state, &inside, body, path);
    }

    /// Places and conditions are those of the earlier heap, in which the body held.
    fn carry_part(
        &mut self,
        state: &mut State,
        context: &Context,
        part: &Assertion,
        path: Path<'_>,
    ) {
        match &part.kind {
            AssertionKind::Pure(_) => {}
            AssertionKind::Star(parts) => {
                for part in parts {
                    self.carry_part(state, context, part, path);
                }
            }
            AssertionKind::Implies(condition, body) => {
                let condition = self.eval(state, context, condition);
                self.carry_part(state, &context.under(condition), body, path);
            }
            AssertionKind::Ite(condition, a, b) => {
                let condition = self.eval(state, context, condition);
                self.carry_part(state, &context.under(condition.clone()), a, path);
                self.carry_part(state, &context.under(term::not(condition)), b, path);
            }
            AssertionKind::Let(local, value, body) => {
                let inner = self.with_value(state, context, *local, value);
                self.carry_part(state, &inner, body, path);
            }
            AssertionKind::Forall {
                variables,
                guard,
                body,
                ..
            } => {
                let inner = self.bind(state, context, variables, guard);
                self.carry_part(state, &inner, body, path);
            }
            AssertionKind::Permission(location, amount) => {
                let some = match amount {
                    Amount::Exact(amount) => {
                        let amount = self.eval(state, context, amount);
                        context.under(term::lt(no_permission(), amount))
                    }
                    Amount::Wildcard => context.clone(),
                };
                if !some.guard().is_false() {
                    self.carry_location(state, &some, location, path);
                }
            }
        }
    }

    fn carry_location(
        &mut self,
        state: &mut State,
        context: &Context,
        location: &Location,
        path: Path<'_>,
    ) {
        let now = Context {
            heap: None,
            ..context.clone()
        };
        match location {
            Location::Field(receiver, field) => {
                let was = self.field_map(state, context, *field);
                let is = self.field_map(state, &now, *field);
                if was == is {
                    return;
                }
                let receiver = self.eval(state, context, receiver);
                let same = term::eq(
                    term::select(is, receiver.clone()),
                    term::select(was, receiver),
                );
                self.learn(state, context, same);
            }
            Location::Element(array, index, sort) => {
                let array = self.eval(state, context, array);
                let index = self.eval(state, context, index);
                let was = self.select_element(state, context, &array, &index, sort);
                let is = self.select_element(state, &now, &array, &index, sort);
                if was != is {
                    self.learn(state, context, term::eq(is, was));
                }
            }
            Location::Predicate(predicate, args) => {
                let inner = self.program().predicate(*predicate);
                if inner.token || !context.bound.is_empty() {
                    return;
                }
                let args = self.eval_each(state, context, args);
                let functions = self.around.functions;
                if let Some(before) = &context.heap {
                    let before = Rc::clone(before);
                    let readers = functions.instances.iter();
                    for reader in readers.filter(|reader| reader.predicate == *predicate) {
                        self.carry_function(state, &before, reader, &args, &context.guard());
                    }
                }
                // A recursive one is looked into once: what it hides deeper is read by functions.
                if !path.has(*predicate) {
                    let path = Path {
                        predicate: *predicate,
                        around: Some(&path),
                    };
                    self.carry_body(state, context, &args, path);
                }
            }
        }
    }
}

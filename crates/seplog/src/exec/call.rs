//! Calls of methods: the precondition is exhaled, the postcondition inhaled.

use crate::engine::Engine;
use crate::engine::context::{Context, MethodMeasure, Scope};
use crate::obligation::Duty;
use crate::report::failure::{Failure, Null, Typed};
use crate::state::State;
use crate::state::reference::null;
use core_lang::OLD;
use core_lang::{Blame, Expr, LocalId};
use solver::term::{self, Term};
use std::rc::Rc;

/// A call of a method.
pub(crate) struct Call<'a> {
    /// The method's number.
    pub method: usize,
    /// The arguments; the receiver comes first.
    pub args: &'a [Expr],
    /// What gets the results.
    pub results: &'a [LocalId],
    /// Who asks for the precondition.
    pub blame: &'a Blame,
}

impl Engine<'_> {
    /// Exhales the precondition of a method and inhales its postcondition.
    pub(crate) fn call(&mut self, scope: Scope<'_>, state: &mut State, call: &Call<'_>) {
        let Call {
            method,
            args,
            results,
            blame,
        } = *call;
        let program = self.program();
        let Some(callee) = program.methods.get(method) else {
            return;
        };
        let mut context = Context::granted();
        context.at = blame.at;
        for (number, (param, arg)) in callee.params.iter().zip(args).enumerate() {
            let value = self.eval(state, &Context::checked(), arg);
            if number == 0 && callee.has_receiver {
                self.require(
                    state,
                    &Context::checked(),
                    term::ne(value.clone(), null()),
                    arg.span,
                    Failure::Null(Null::MethodCall),
                );
            }
            for fact in crate::eval::typing::checked_typing(&program.local(*param).data, &value) {
                self.require(
                    state,
                    &Context::checked(),
                    fact,
                    arg.span,
                    Failure::OutsideType(Typed::Argument),
                );
            }
            context.locals.insert(*param, value);
        }
        let before = Rc::clone(&state.heap);
        let entry = state.clone();
        self.consume(state, &context, &callee.requires, blame);
        // The measure means something only where the precondition holds.
        let mut at_entry = context.clone();
        at_entry.heap = Some(Rc::clone(&before));
        self.call_decreases(scope, state, method, &at_entry, blame);
        for (number, (result, target)) in callee.results.iter().zip(results).enumerate() {
            let value = self.arbitrary(state, *result);
            if number == 0 && callee.is_constructor {
                state.assume(term::ne(value.clone(), null()));
                // It is none of what there was before the call.
                let mut known = entry.clone();
                known.facts = state.facts.clone();
                self.differs_from_all(&mut known, &value);
                state.facts = known.facts;
            }
            context.locals.insert(*result, value.clone());
            state.locals.insert(*target, value);
        }
        context.labels.insert(OLD, before);
        self.produce(state, &context, &callee.ensures);
    }

    /// A method with a measure calls others that reach it only with a smaller one.
    pub(crate) fn call_decreases(
        &mut self,
        scope: Scope<'_>,
        state: &mut State,
        method: usize,
        context: &Context,
        blame: &Blame,
    ) {
        let Some(MethodMeasure { group, before }) = scope.measure else {
            return;
        };
        if !group.contains(&method) {
            return;
        }
        let span = blame.at.unwrap_or_default();
        let callee = &self.program().methods[method];
        let after: Option<Vec<Term>> = callee
            .decreases
            .as_ref()
            .filter(|measure| measure.len() == before.len() && !measure.is_empty())
            .map(|measure| {
                measure
                    .iter()
                    .map(|e| self.eval(state, context, e))
                    .collect()
            });
        let Some(after) = after else {
            self.decided(Duty::at(span, Failure::CalleeWithoutMeasure), false);
            return;
        };
        let goal = crate::function::measure::smaller(&after, before);
        self.show(state, context, goal, Duty::at(span, Failure::CallMeasure));
    }
}

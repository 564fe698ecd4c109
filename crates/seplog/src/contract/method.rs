//! Methods and predicates: from the precondition the body establishes the postcondition.

use crate::engine::Engine;
use crate::engine::context::{Context, MethodMeasure, Scale, Scope};
use crate::obligation::Duty;
use crate::obligation::probe::Kind;
use crate::report::failure::{Failure, Unsupported};
use crate::state::State;
use crate::state::reference::null;
use core_lang::OLD;
use core_lang::{Assertion, Blame, Method, Reason};
use core_lang::{callees, reached};
use solver::term;
use std::rc::Rc;
use text::span::Span;

impl Engine<'_> {
    /// Checks a method: from its precondition the body establishes its postcondition.
    pub(crate) fn method(&mut self, method: &Method) {
        let mut state = self.initial();
        for param in &method.params {
            let value = self.arbitrary(&mut state, *param);
            state.locals.insert(*param, value);
        }
        if method.has_receiver
            && let Some(this) = method.params.first().and_then(|p| state.locals.get(p))
        {
            let fact = term::ne(this.clone(), null());
            state.assume(fact);
        }
        let checked = Context::checked();
        self.produce(&mut state, &checked, &method.requires);
        self.satisfiable(&state, method);
        state.labels.insert(OLD, Rc::clone(&state.heap));
        self.well_defined_after(&state, method);
        let Some(body) = &method.body else { return };
        // What it yields has one value from the start, which is any.
        for result in method.results.iter().filter(|_| !method.is_constructor) {
            if self.program().local(*result).name != "\\result" {
                let value = self.arbitrary(&mut state, *result);
                state.locals.insert(*result, value);
            }
        }
        let measure = method.decreases.as_ref().map(|measure| MethodMeasure {
            before: measure
                .iter()
                .map(|e| self.eval(&mut state, &checked, e))
                .collect(),
            group: self.method_group(method),
        });
        let scope = Scope {
            measure: measure.as_ref(),
            outside: None,
        };
        let flow = self.run(scope, state, body);
        if !flow.jumps.is_empty() {
            self.gap(Unsupported::Jump, method.span);
        }
        let blame = Blame::own_place(Reason::Postcondition);
        if let Some(mut state) = flow.normal {
            self.reached(&state, Kind::End, method.span);
            self.show_ensures(&mut state, &method.ensures, &blame, method.span);
        } else {
            // No state reaches the end, so whatever is ensured there holds.
            self.decided(Duty::at(method.span, Failure::Assertion(blame)), true);
        }
    }

    /// The postcondition; without clauses it is `true`, which every body establishes.
    pub(crate) fn show_ensures(
        &mut self,
        state: &mut State,
        ensures: &Assertion,
        blame: &Blame,
        span: Span,
    ) {
        if ensures.conjuncts().is_empty() {
            let duty = Duty::at(span, Failure::Assertion(blame.clone()));
            self.show(state, &Context::granted(), term::tt(), duty);
        }
        self.check_assertion(state, &Context::granted(), ensures, blame);
    }

    /// The methods that a method calls and that reach it again.
    pub(crate) fn method_group(&self, method: &Method) -> Vec<usize> {
        let methods = &self.program().methods;
        let reach = |from| reached(self.program(), from);
        // Instances of a generic method stand at one place.
        let own = methods.iter().position(|other| std::ptr::eq(other, method));
        reach(callees(method))
            .into_iter()
            .filter(|callee| {
                own.is_some_and(|own| {
                    *callee == own || reach(callees(&methods[*callee])).contains(&own)
                })
            })
            .collect()
    }

    /// A contract that no state satisfies is an error, unless a clause says `false`.
    pub(crate) fn satisfiable(&mut self, state: &State, method: &Method) {
        let literal = method.requires.conjuncts().iter().any(
            |part| matches!(&part.kind, core_lang::AssertionKind::Pure(e) if e.as_bool() == Some(false)),
        );
        if literal {
            return;
        }
        let contradictory = self.decide_briefly(state, &[], &term::ff());
        if contradictory {
            let mut state = state.clone();
            state.facts = crate::state::Facts::default();
            self.show(
                &mut state,
                &Context::checked(),
                term::ff(),
                Duty::at(method.span, Failure::UnsatisfiablePrecondition),
            );
        }
    }

    /// A contract that holds afterwards is well defined by itself: shown on any heap.
    pub(crate) fn well_defined_after(&mut self, before: &State, method: &Method) {
        let mut state = before.clone();
        for (number, result) in method.results.iter().enumerate() {
            let value = self.arbitrary(&mut state, *result);
            if number == 0 && method.is_constructor {
                state.assume(term::ne(value.clone(), null()));
            }
            state.locals.insert(*result, value);
        }
        self.well_defined(state, &method.ensures);
    }

    /// An assertion is well defined by itself, on a heap of which nothing is known.
    pub(crate) fn well_defined(&mut self, mut state: State, ensures: &Assertion) {
        state.heap_mut().chunks.clear();
        self.havoc_unheld(&mut state);
        self.produce(&mut state, &Context::checked(), ensures);
    }

    /// Checks that a predicate's body is well defined by itself, for any permission to an instance: of
    /// half an instance half of each permission is held, which need not be more than there is.
    pub(crate) fn predicate(&mut self, predicate: &core_lang::Predicate) {
        let Some(body) = &predicate.body else { return };
        let mut state = self.initial();
        for param in &predicate.params {
            let value = self.arbitrary(&mut state, *param);
            if self.program().local(*param).name == "this" {
                state.assume(term::ne(value.clone(), null()));
            }
            state.locals.insert(*param, value);
        }
        let scaled = Context {
            scale: Some(Scale::Wildcard),
            ..Context::checked()
        };
        let before = self.found.obligations.len();
        self.produce(&mut state, &scaled, body);
        if self.found.obligations.len() == before {
            // Nothing in it can be undefined: then all that is asked of it is `true`, as of a method without
            // clauses.
            let duty = Duty::at(
                predicate.span,
                Failure::Assertion(Blame::own_place(Reason::FoldedBody)),
            );
            self.show(&mut state, &Context::granted(), term::tt(), duty);
        }
    }
}

//! Pure functions: their axioms, and that they deserve them.
//!
//! A function's symbol gets an equation and its postconditions only if its recursion is
//! well founded; each mention is unfolded once, since the recursive calls in an
//! unfolding use a second symbol.

pub(crate) mod axioms;
pub(crate) mod call_graph;
pub(crate) mod descent;
pub(crate) mod footprint;
pub(crate) mod framing;
pub(crate) mod measure;
pub(crate) mod measure_candidates;
pub(crate) mod prepare;
pub(crate) mod reach;
pub(crate) mod recursion;
pub(crate) mod symbol;
pub(crate) mod termination;

use crate::engine::Engine;
use crate::engine::context::Context;
use crate::function::call_graph::group;
use crate::function::recursion::Recursion;
use crate::obligation::Duty;
use crate::question::triggers::by_elements;
use crate::report::failure::{Failure, Typed};
use core_lang::{Blame, FunctionBody, FunctionId, Reason};
use solver::term::{self, Term};
use std::rc::Rc;

impl Engine<'_> {
    /// Checks that an axiom has a meaning, by those before it alone, and that they do not
    /// contradict each other in a way that is seen; that it is true is assumed.
    pub(crate) fn axiom(&mut self, number: usize) {
        let Some(axiom) = self.program().axioms.get(number) else {
            return;
        };
        let mut state = self.initial();
        let before = state.clone();
        self.eval(&mut state, &Context::checked(), &axiom.formula);
        if self.decide(&before, &[], &term::ff()) {
            return;
        }
        let with_this = self.around.functions.usable(None, number + 1);
        let question = self.question_with(with_this, before.facts.since(0), &term::ff());
        if self.proves(&question) {
            self.decided(Duty::at(axiom.span, Failure::ContradictoryAxiom), false);
        }
    }

    /// Checks a function: its contract and body are well defined, and the value of the
    /// body satisfies the postcondition.
    pub(crate) fn function(&mut self, function: FunctionId) {
        let declared = self.program().function(function);
        let mut state = self.initial();
        let context = Context::checked();
        for param in &declared.params {
            let value = self.arbitrary(&mut state, *param);
            state.locals.insert(*param, value);
        }
        if let Some(this) = declared.params.first()
            && self.program().local(*this).name == "this"
            && let Some(this) = state.locals.get(this)
        {
            let fact = term::ne(this.clone(), crate::state::reference::null());
            state.assume(fact);
        }
        self.produce(&mut state, &context, &declared.requires);
        let members = group(self.program(), function);
        if self.around.functions.unfounded.get(function.0 as usize) == Some(&true) {
            self.decided(Duty::at(declared.span, Failure::FunctionMeasure), false);
        }
        if let Some(measure) = &declared.decreases {
            for part in measure {
                self.eval(&mut state.clone(), &context, part);
            }
        }
        let mut inside = context.clone();
        if !members.is_empty() {
            let founded = members.iter().any(|member| {
                self.around
                    .functions
                    .definitions
                    .get(member.0 as usize)
                    .is_some_and(|axioms| !axioms.is_empty())
            });
            let mut domain = term::tt();
            if let Some(known) = self.around.functions.domain(function) {
                let args: Vec<Term> = declared
                    .params
                    .iter()
                    .filter_map(|param| state.locals.get(param).cloned())
                    .collect();
                domain = self.domain_at(&mut state, function, known, &args);
            }
            inside.recursion = Some(Rc::new(Recursion {
                group: members,
                founded,
                domain,
                opened: (self.around.functions.by_places.get(function.0 as usize) == Some(&true))
                    .then(Vec::new),
            }));
        }
        let FunctionBody::Expr(body) = &declared.body else {
            let value = self.arbitrary(&mut state, declared.result);
            inside.locals.insert(declared.result, value);
            self.eval_pure(&mut state, &inside, &declared.ensures);
            return;
        };
        let value = self.eval(&mut state, &inside, body);
        for fact in crate::eval::typing::checked_typing(&declared.data, &value) {
            self.require(
                &mut state,
                &Context::checked(),
                fact,
                declared.span,
                Failure::OutsideType(Typed::Value),
            );
        }
        // The postcondition is well defined for any value that it may speak of.
        let mut any = state.clone();
        let result = self.arbitrary(&mut any, declared.result);
        let mut any_context = context.clone();
        any_context.locals.insert(declared.result, result);
        for part in declared.ensures.conjuncts() {
            let fact = self.eval_pure(&mut any, &any_context, part);
            any.assume(fact);
        }
        let blame = Blame::own_place(Reason::Postcondition);
        let value = self.named("result", by_elements(&value));
        state.locals.insert(declared.result, value);
        self.show_ensures(&mut state, &declared.ensures, &blame, declared.span);
    }
}

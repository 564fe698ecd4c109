//! Stating what must be shown.

use crate::engine::Engine;
use crate::engine::context::Context;
use crate::engine::findings::{Assumed, Identity};
use crate::obligation::claimants::word;
use crate::obligation::counterexample::{Part, Wanted};
use crate::obligation::{Duty, Obligation};
use crate::quantified::bounds::{conjuncts, within};
use crate::report::failure::Failure;
use crate::report::{ObligationReport, Outcome};
use crate::state::reference;
use crate::state::{Facts, State};
use solver::term::{self, Term};
use text::span::Span;

impl Engine<'_> {
    /// States that something must hold here if the context checks; afterwards it is taken to hold.
    pub(crate) fn require(
        &mut self,
        state: &mut State,
        context: &Context,
        goal: Term,
        span: Span,
        failure: Failure,
    ) {
        if context.check {
            self.show(
                state,
                context,
                goal,
                Duty::blamed(context.at, span, failure),
            );
        }
    }

    /// States that something must hold, whether or not the context checks.
    pub(crate) fn show(&mut self, state: &mut State, context: &Context, goal: Term, duty: Duty) {
        let number = self.found.obligations.len();
        // That it does not hold is of no use to what follows where nothing could follow then.
        let assumable = !matches!(duty.failure, Failure::UnsatisfiablePrecondition);
        let claim = self.found.claim(&duty);
        let full = self.oblige(state, context, goal, duty);
        // Under bound variables it would only burden the solver: what makes it hold is
        // known anyway.
        if !context.bound.is_empty() || self.declaration.not_assumed.contains(&claim) {
            return;
        }
        if assumable && !full.is_true() {
            self.found.assumed.push(Assumed {
                number,
                claim,
                facts: state.facts.clone(),
                formula: full.clone(),
            });
        }
        state.assume(full);
    }

    /// States that something must hold here, and leaves open whether it does; what was stated.
    pub(crate) fn oblige(
        &mut self,
        state: &State,
        context: &Context,
        goal: Term,
        duty: Duty,
    ) -> Term {
        self.relied_on(state, duty.span);
        let mut claims = duty.claims;
        let goal = match context.bound.is_empty() {
            true => goal,
            false => within(&conjuncts(&context.guard()), &goal),
        };
        let full = term::implies(context.guard(), goal);
        let (question, selected) = if full.is_true() {
            (None, false)
        } else {
            // Bound variables stand for any value.
            let fill = self.any_value(&full, &context.bound);
            for value in claims.iter_mut().flat_map(|claim| &mut claim.variables) {
                value.1 = value.1.as_ref().map(|term| term.subst(&fill));
            }
            let ground = full.subst(&fill);
            let (question, selected) = self.selected_or_whole(&state.facts, &ground);
            (Some(question), selected)
        };
        let wanted = match &question {
            Some(_) => self.wanted(state),
            None => Vec::new(),
        };
        self.found.obligations.push(Obligation {
            failure: duty.failure,
            span: duty.span,
            demanded_by: duty.demanded_by,
            question,
            wanted,
            claims,
            holds: true,
            selected,
            loose: self.found.hidden,
        });
        full
    }

    /// Which of the obligations that do not hold nothing can follow: with them, what is known
    /// would contradict itself, so everything after would hold for no reason.
    pub(crate) fn contradicting(
        &mut self,
        assumed: &[Assumed],
        reports: &[ObligationReport],
    ) -> Vec<(usize, Identity)> {
        let fails = |number: usize| {
            let report = reports.get(number);
            report.is_some_and(|report| report.outcome != Outcome::Proved)
        };
        let mut found: Vec<(usize, Identity)> = Vec::new();
        let mut before: Option<&Facts> = None;
        for one in assumed.iter().filter(|one| fails(one.number)) {
            // Behind a contradiction everything is one.
            if before.is_some_and(|earlier| one.facts.continues(earlier)) {
                continue;
            }
            let mut facts = one.facts.since(0);
            facts.push(one.formula.clone());
            let question = self.question(facts, &term::ff());
            if one.formula.is_false() || self.proves(&question) {
                found.push((one.number, one.claim.clone()));
                before = Some(&one.facts);
            }
        }
        found
    }

    /// Something found out without a question: whether it holds.
    pub(crate) fn decided(&mut self, duty: Duty, holds: bool) {
        self.found.obligations.push(Obligation {
            failure: duty.failure,
            span: duty.span,
            demanded_by: duty.demanded_by,
            question: None,
            wanted: Vec::new(),
            claims: Vec::new(),
            holds,
            selected: false,
            loose: self.found.hidden,
        });
    }

    /// A formula that must not be provable.
    pub(crate) fn refute(&mut self, state: &mut State, goal: Term, span: Span) {
        let facts = state.facts.since(0);
        let question = self.question(facts, &goal);
        let wanted = self.wanted(state);
        self.found.obligations.push(Obligation {
            failure: Failure::NotRefuted,
            span,
            demanded_by: None,
            question: Some(question),
            wanted,
            claims: Vec::new(),
            holds: true,
            selected: false,
            loose: self.found.hidden,
        });
    }

    /// Replaces bound variables by fresh constants.
    pub(crate) fn ground(&mut self, formula: &Term, bound: &[Term]) -> Term {
        let fill = self.any_value(formula, bound);
        formula.subst(&fill)
    }

    /// Fresh constants for the bound variables that occur.
    fn any_value(&mut self, formula: &Term, bound: &[Term]) -> Vec<(Term, Term)> {
        let free = formula.free_bound_vars();
        bound
            .iter()
            .filter(|var| free.contains(var))
            .map(|var| (var.clone(), self.fresh(&word(var), var.sort())))
            .collect()
    }

    /// Locals, lengths, and what is `null`, for counterexamples.
    fn wanted(&self, state: &State) -> Vec<Wanted> {
        let mut wanted = Vec::new();
        for (local, value) in &state.locals {
            let declared = self.program().local(*local);
            if declared.name.starts_with('<') {
                continue;
            }
            let mut want = |part: Part, term: Term| {
                wanted.push(Wanted {
                    name: declared.name.clone(),
                    part,
                    term,
                });
            };
            match value.sort() {
                term::Sort::Int | term::Sort::Bool | term::Sort::Real => {
                    want(Part::Value, value.clone());
                }
                term::Sort::Ref => {
                    want(Part::Null, term::eq(value.clone(), reference::null()));
                    if state.heap.own.iter().any(|own| own.array == *value) {
                        want(Part::Length, reference::length_of(value.clone()));
                    }
                }
                term::Sort::BitVec(_)
                | term::Sort::Array(..)
                | term::Sort::Seq(_)
                | term::Sort::Set(_)
                | term::Sort::Bag(_)
                | term::Sort::Map(..)
                | term::Sort::Option(_)
                | term::Sort::Tuple(_)
                | term::Sort::String
                | term::Sort::Parameter(_)
                | term::Sort::Adt(..) => {}
            }
        }
        wanted
    }
}

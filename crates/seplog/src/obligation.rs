//! What must be shown, and showing it.

use crate::askers::Asker;
use crate::context::Context;
use crate::engine::Engine;
use crate::state::State;
use solver::encode::Question;
use solver::term::{self, Node, Term};
use text::span::Span;

/// Something that must be shown.
#[derive(Clone)]
pub struct Obligation {
    /// The kind.
    pub code: &'static str,
    /// What is wrong if it does not hold.
    pub message: String,
    /// Where.
    pub span: Span,
    /// The clause that demands it, if another place.
    pub demanded_by: Option<Span>,
    /// What would help.
    pub help: Option<String>,
    /// The question; none if it holds by simplification alone.
    pub question: Option<Question>,
    /// Terms whose values make a counterexample readable.
    pub wanted: Vec<(String, Term)>,
    /// The threads or values that stand in each other's way.
    pub askers: Vec<Asker>,
    /// True if it must *not* be provable (`refute`).
    pub refute: bool,
    /// False if it was found not to hold, without a question.
    pub holds: bool,
    /// Whether the question leaves out facts, so that only a proof is an answer.
    pub near: bool,
}

impl Engine<'_> {
    /// States that something must hold here; afterwards it is taken to hold.
    pub(crate) fn require(
        &mut self,
        state: &mut State,
        context: &Context,
        goal: Term,
        code: &'static str,
        span: Span,
        message: String,
    ) {
        self.require_help(state, context, goal, code, span, message, None);
    }

    /// The same with a word on what would help.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn require_help(
        &mut self,
        state: &mut State,
        context: &Context,
        goal: Term,
        code: &'static str,
        span: Span,
        message: String,
        help: Option<String>,
    ) {
        if !context.check {
            return;
        }
        let (span, demanded_by) = match context.at {
            Some(at) => (at, Some(span)),
            None => (span, None),
        };
        self.show(state, context, goal, code, span, demanded_by, message, help);
    }

    /// States that something must hold, whether or not the context checks.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn show(
        &mut self,
        state: &mut State,
        context: &Context,
        goal: Term,
        code: &'static str,
        span: Span,
        demanded_by: Option<Span>,
        message: String,
        help: Option<String>,
    ) {
        let mut askers = std::mem::take(&mut self.named_askers);
        let full = term::implies(context.guard(), goal);
        let (question, near) = if full.is_true() {
            (None, false)
        } else {
            // Bound variables stand for any value.
            let fill = self.any_value(&full, &context.bound);
            for value in askers.iter_mut().flat_map(|asker| &mut asker.variables) {
                value.1 = value.1.as_ref().map(|term| term.subst(&fill));
            }
            let ground = full.subst(&fill);
            let (question, near) = self.near_or_whole(&state.facts, &ground);
            (Some(question), near)
        };
        let wanted = match &question {
            Some(_) => self.wanted(state),
            None => Vec::new(),
        };
        self.obligations.push(Obligation {
            code,
            message,
            span,
            demanded_by,
            help,
            question,
            wanted,
            askers,
            refute: false,
            holds: true,
            near,
        });
        // Under bound variables it would only burden the solver: what makes it hold is
        // known anyway.
        if context.bound.is_empty() {
            state.assume(full);
        }
    }

    /// Something found out without a question.
    pub(crate) fn claim(
        &mut self,
        code: &'static str,
        span: Span,
        because: Option<Span>,
        message: &str,
        holds: bool,
    ) {
        self.obligations.push(Obligation {
            code,
            message: message.to_owned(),
            span,
            demanded_by: because,
            help: None,
            question: None,
            wanted: Vec::new(),
            askers: Vec::new(),
            refute: false,
            holds,
            near: false,
        });
    }

    /// A formula that must not be provable.
    pub(crate) fn refute(&mut self, state: &mut State, goal: Term, span: Span) {
        let facts = state.facts.since(0);
        let question = self.question(facts, &goal);
        let wanted = self.wanted(state);
        self.obligations.push(Obligation {
            code: "V012",
            message: "what was to be refuted holds".to_owned(),
            span,
            demanded_by: None,
            help: None,
            question: Some(question),
            wanted,
            askers: Vec::new(),
            refute: true,
            holds: true,
            near: false,
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
            .map(|var| {
                let name = match var.node() {
                    Node::Bound(name, _) => name.split('!').next().unwrap_or("x").to_owned(),
                    _ => "x".to_owned(),
                };
                (var.clone(), self.fresh(&name, &var.sort().clone()))
            })
            .collect()
    }

    /// Locals and lengths, for counterexamples.
    fn wanted(&self, state: &State) -> Vec<(String, Term)> {
        let mut wanted = Vec::new();
        for (local, value) in &state.locals {
            let declared = self.program().local(*local);
            if declared.name.starts_with('<') {
                continue;
            }
            match value.sort() {
                term::Sort::Int | term::Sort::Bool | term::Sort::Real => {
                    wanted.push((declared.name.clone(), value.clone()));
                }
                _ => {}
            }
            if *value.sort() == term::Sort::Ref
                && state.heap.own.iter().any(|own| own.array == *value)
            {
                wanted.push((
                    format!("{}.length", declared.name),
                    crate::reference::length_of(value.clone()),
                ));
            }
        }
        wanted
    }
}

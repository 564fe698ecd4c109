//! What must be shown, and showing it.

use super::{Asker, Context, Engine, State, background};
use crate::report::{Measured, ObligationReport, Outcome, ThreadValues};
use num_traits::Signed;
use rayon::prelude::*;
use solver::encode::{self, Effort, Question, Verdict};
use solver::smt::SolverPool;
use solver::term::{self, Node, Op, Supply, Symbol, SymbolKind, Term};
use std::collections::HashMap;
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

/// What came out.
pub struct Checked {
    /// One for each obligation, in order.
    pub reports: Vec<ObligationReport>,
}

impl Engine<'_> {
    /// States that something must hold here; afterwards it is taken to hold.
    pub(super) fn require(
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
    pub(super) fn require_help(
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
    pub(super) fn show(
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
    pub(super) fn claim(
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
    pub(super) fn refute(&mut self, state: &mut State, goal: Term, span: Span) {
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
    pub(super) fn ground(&mut self, formula: &Term, bound: &[Term]) -> Term {
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
                    super::length_of(value.clone()),
                ));
            }
        }
        wanted
    }
}

/// Takes a goal apart: what may be assumed for it, and what is left.
pub fn skolemize(goal: &Term, supply: &mut Supply) -> (Vec<Term>, Term) {
    let mut assumed = Vec::new();
    let mut goal = goal.clone();
    loop {
        goal = match goal.node() {
            Node::Op(Op::Implies, parts) => match parts.as_slice() {
                [a, b] => {
                    assumed.push(a.clone());
                    b.clone()
                }
                _ => break,
            },
            Node::Quant {
                forall: true,
                vars,
                body,
                ..
            } => {
                let fill: Vec<(Term, Term)> = vars
                    .iter()
                    .map(|var| {
                        let hint = match var.node() {
                            Node::Bound(name, _) => {
                                name.split('!').next().unwrap_or("x").to_owned()
                            }
                            _ => "x".to_owned(),
                        };
                        (var.clone(), supply.fresh_const(&hint, var.sort().clone()))
                    })
                    .collect();
                body.subst(&fill)
            }
            _ => break,
        };
    }
    (assumed, goal)
}

/// Everything that belongs to a question.
pub fn assemble(
    definitions: &[Term],
    functions: Vec<Term>,
    assumptions: Vec<Term>,
    goal: Term,
) -> Question {
    let mut axioms = background();
    axioms.extend(functions);
    let relevant = relevant_definitions(definitions, &assumptions, &goal);
    let theory = solver::theory::axioms(
        axioms
            .iter()
            .chain(&relevant)
            .chain(&assumptions)
            .chain([&goal]),
    );
    axioms.extend(theory);
    axioms.extend(relevant);
    Question {
        axioms,
        assumptions,
        goal,
    }
}

/// The definitions of made-up symbols that occur, and of those in these definitions.
fn relevant_definitions(definitions: &[Term], assumptions: &[Term], goal: &Term) -> Vec<Term> {
    use std::collections::HashSet;
    let mut by_symbol: HashMap<Term, Vec<usize>> = HashMap::new();
    for (number, definition) in definitions.iter().enumerate() {
        if let Some(symbol) = defined(definition) {
            by_symbol.entry(symbol).or_default().push(number);
        }
    }
    let mut wanted: HashSet<usize> = definitions
        .iter()
        .enumerate()
        .filter(|(_, definition)| defined(definition).is_none())
        .map(|(number, _)| number)
        .collect();
    let mut seen: HashSet<Term> = HashSet::new();
    let mut work: Vec<Term> = assumptions.to_vec();
    work.push(goal.clone());
    work.extend(wanted.iter().map(|number| definitions[*number].clone()));
    while let Some(next) = work.pop() {
        if !seen.insert(next.clone()) {
            continue;
        }
        if let Some(numbers) = symbol_of(&next).and_then(|symbol| by_symbol.get(&symbol)) {
            for number in numbers {
                if wanted.insert(*number) {
                    work.push(definitions[*number].clone());
                }
            }
        }
        work.extend(next.children().into_iter().cloned());
    }
    let mut wanted: Vec<usize> = wanted.into_iter().collect();
    wanted.sort_unstable();
    wanted
        .into_iter()
        .map(|number| definitions[number].clone())
        .collect()
}

/// The symbol that a term begins with, as definitions are known by.
pub(super) fn symbol_of(term_: &Term) -> Option<Term> {
    match term_.node() {
        Node::Const(_) => Some(term_.clone()),
        Node::App(symbol, _) => Some(function_head(symbol)),
        _ => None,
    }
}

/// A constant that stands for a function symbol.
fn function_head(symbol: &term::Symbol) -> Term {
    let kind = SymbolKind::Head(Box::new(symbol.kind().clone()));
    let head = Symbol::of_kind(kind, Vec::new(), symbol.result().clone());
    term::app(&head, Vec::new())
}

/// The symbol a definition is about: a constant's value, or the map or function in the
/// pattern of a frame.
pub(super) fn defined(definition: &Term) -> Option<Term> {
    match definition.node() {
        Node::Op(Op::Eq, sides) => sides
            .iter()
            .find(|side| matches!(side.node(), Node::Const(_)) && made_up(side))
            .cloned(),
        Node::Quant { patterns, .. } => {
            let pattern = patterns.first()?.first()?;
            let mut at = pattern.clone();
            loop {
                let next = match at.node() {
                    Node::Op(Op::Select, args) => args.first()?.clone(),
                    // Of an operation on a made-up value it is that value.
                    Node::App(symbol, args) if !symbol.kind().is_fresh() => {
                        match args.first().map(|first| (first, first.node())) {
                            Some((first, Node::Const(of) | Node::App(of, _)))
                                if of.kind().is_fresh() =>
                            {
                                first.clone()
                            }
                            _ => return Some(function_head(symbol)),
                        }
                    }
                    Node::App(symbol, _) => return Some(function_head(symbol)),
                    Node::Const(_) => return Some(at),
                    _ => return None,
                };
                at = next;
            }
        }
        _ => None,
    }
}

fn made_up(constant: &Term) -> bool {
    matches!(constant.node(), Node::Const(symbol) if symbol.kind().is_fresh())
}

/// The names of obligations, by which a report knows them.
pub(super) fn identities(owner: &str, obligations: &[Obligation]) -> Vec<String> {
    let mut numbers: HashMap<&'static str, usize> = HashMap::new();
    obligations
        .iter()
        .map(|obligation| {
            let number = numbers.entry(obligation.code).or_insert(0);
            *number += 1;
            format!("{owner}/{}/{number}", obligation.code)
        })
        .collect()
}

/// Answers some obligations, in this order.
pub(super) fn prove_all(
    ids: &[String],
    obligations: &[Obligation],
    which: &[usize],
    pool: &SolverPool,
    effort: &Effort,
    observe: &(dyn Fn(&str, &str) + Sync),
) -> Vec<ObligationReport> {
    which
        .par_iter()
        .filter_map(|number| Some((obligations.get(*number)?, ids.get(*number)?)))
        .map(|(obligation, id)| prove(id, obligation, pool, effort, observe))
        .collect()
}

/// How much is tried with what is near: a proof is found soon, and no counterexample is sought.
fn little(effort: &Effort) -> Effort {
    Effort {
        rlimit: effort.first_rlimit,
        timeout_ms: effort.first_timeout_ms,
        last_rung: 2,
        ..effort.clone()
    }
}

fn prove(
    id: &str,
    obligation: &Obligation,
    pool: &SolverPool,
    effort: &Effort,
    observe: &(dyn Fn(&str, &str) + Sync),
) -> ObligationReport {
    let mut report = ObligationReport {
        id: id.to_owned(),
        code: obligation.code,
        message: obligation.message.clone(),
        span: obligation.span,
        demanded_by: obligation.demanded_by,
        outcome: Outcome::Proved,
        counterexample: Vec::new(),
        threads: Vec::new(),
        help: None,
        hints: Vec::new(),
        fix: None,
        measured: Measured::default(),
    };
    let Some(question) = &obligation.question else {
        if !obligation.holds {
            report.outcome = Outcome::Failed;
        }
        return report;
    };
    // That there was no proof is what `refute` succeeds with, so it is not taken from the cache,
    // which does not say how the search ended.
    let effort = &Effort {
        on_the_way: effort.on_the_way && !obligation.refute,
        ..effort.clone()
    };
    let (effort, wanted) = match obligation.near {
        true => (&little(effort), Vec::new()),
        false => (effort, with_askers(obligation)),
    };
    let mut solved = encode::solve(question, pool, effort, &wanted);
    if matches!(&solved.verdict, Verdict::Unknown(reason) if reason.starts_with("fault")) {
        // A worker that died by mishap gets a second chance, in a fresh one.
        solved = encode::solve(question, pool, effort, &wanted);
    }
    observe(id, &solved.script);
    report.measured = Measured {
        time_ms: solved.time_ms as f64,
        rlimit: solved.rlimit_used,
        quantifier_instances: solved.quantifier_instances,
        // The first rung is no retry.
        rung: solved.rung.saturating_sub(1),
        cached: solved.cached,
    };
    let values = |model: &encode::Model| {
        let mut values: Vec<(String, String)> = model
            .values
            .iter()
            .filter(|(name, _)| !name.starts_with(ASKER))
            .map(|(name, value)| (name.clone(), value.to_string()))
            .collect();
        values.dedup();
        values
    };
    let threads = |model: &encode::Model| threads(obligation, model);
    report.outcome = match solved.verdict {
        Verdict::Proved => Outcome::Proved,
        _ if obligation.near => Outcome::Unknown("asked with what is near".to_owned()),
        Verdict::Refuted(model) => {
            report.counterexample = values(&model);
            report.threads = threads(&model);
            Outcome::Refuted
        }
        Verdict::Failed(model) => {
            if let Some(model) = model {
                report.counterexample = values(&model);
                report.threads = threads(&model);
            }
            Outcome::Failed
        }
        Verdict::Unknown(reason) => Outcome::Unknown(reason),
    };
    if obligation.refute {
        // Succeeds only where the formula is refuted or failed, not where it is unknown.
        report.outcome = match (report.outcome, solved.limit) {
            (Outcome::Proved, _) => Outcome::Failed,
            // The formula may be provable with more.
            (Outcome::Failed, Some(limit)) => Outcome::Unknown(limit),
            (Outcome::Refuted | Outcome::Failed, _) => Outcome::Proved,
            (unknown, _) => unknown,
        };
        report.counterexample.clear();
        report.threads.clear();
    }
    if report.outcome != Outcome::Proved {
        report.help.clone_from(&obligation.help);
    }
    report
}

/// Begins the names of values of askers, which are no words of the program.
const ASKER: &str = "asker ";

/// What is wanted of a model, the askers' values included.
fn with_askers(obligation: &Obligation) -> Vec<(String, Term)> {
    let mut wanted = obligation.wanted.clone();
    for (number, asker) in obligation.askers.iter().enumerate() {
        for (name, value) in &asker.variables {
            if let Some(value) = value {
                wanted.push((format!("{ASKER}{number} {name}"), value.clone()));
            }
        }
        if let Some(share) = &asker.share {
            wanted.push((format!("{ASKER}{number}"), share.clone()));
        }
    }
    wanted
}

/// The askers in a model: those who ask for something there.
fn threads(obligation: &Obligation, model: &encode::Model) -> Vec<ThreadValues> {
    let value = |name: &str| {
        let found = model.values.iter().find(|(own, _)| own == name);
        found.map(|(_, value)| value)
    };
    let mut found: Vec<ThreadValues> = Vec::new();
    for (number, asker) in obligation.askers.iter().enumerate() {
        let share = match (&asker.share, value(&format!("{ASKER}{number}"))) {
            (None, _) => None,
            (Some(_), Some(encode::Value::Real(share))) if share.is_positive() => {
                Some(share.to_string())
            }
            _ => continue,
        };
        let variables = asker.variables.iter();
        let thread = ThreadValues {
            span: asker.span,
            values: variables
                .map(|(name, term)| {
                    let value = match term {
                        Some(_) => value(&format!("{ASKER}{number} {name}"))
                            .map_or_else(|| "?".to_owned(), ToString::to_string),
                        None => "all".to_owned(),
                    };
                    (name.clone(), value)
                })
                .collect(),
            share,
        };
        if !found.contains(&thread) {
            found.push(thread);
        }
    }
    found
}

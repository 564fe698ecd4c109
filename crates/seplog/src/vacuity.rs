//! What holds for no reason: code that no state reaches, and facts that contradict each
//! other (checker.md, "Vacuity"). None of it changes a verdict; it is warned of.

use crate::context::Context;
use crate::engine::Engine;
use crate::state::State;
use ir::{Assertion, AssertionKind, Stmt, StmtKind};
use rayon::prelude::*;
use solver::encode::{self, Effort, Question, Verdict};
use solver::smt::SolverPool;
use solver::term::{self, Term};
use text::diagnostics::Diagnostic;
use text::span::Span;

/// A place of which something may be worth a warning.
pub(crate) struct Probe {
    kind: Kind,
    span: Span,
    facts: Vec<Term>,
    goal: Term,
}

/// What a probe is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// What follows a condition that is true.
    Then,
    /// What follows a condition that is false.
    Else,
    /// The body of a loop.
    LoopBody,
    /// The body of a parallel block.
    Thread,
    /// What follows a loop, where it is plain that it never ends.
    LoopEnd,
    /// The end of a body whose postcondition is shown there.
    End,
    /// Behind something that is received or believed: asked only to find the culprit.
    Received,
    /// Behind what plainly contradicts itself or what is known: nothing after it is looked at.
    Lost,
    /// A division whose operands should not be negative.
    Division,
}

impl Kind {
    /// Whether it is about a place that code should reach.
    fn is_place(self) -> bool {
        !matches!(self, Kind::Received | Kind::Division)
    }

    fn warning(self, span: Span) -> Diagnostic {
        let unreached = |message: &str| {
            Diagnostic::warning("W002", span, message.to_owned())
                .with_note("whatever is claimed there holds for no reason")
        };
        match self {
            Kind::Then => unreached("this is never true here, so no state reaches the branch"),
            Kind::Else => {
                unreached("this is always true here, so no state reaches the `else` branch")
            }
            Kind::LoopBody => unreached("no state reaches the body of this loop")
                .with_help("the invariant and the guard contradict each other, or what is known before"),
            Kind::Thread => unreached("no thread runs this block")
                .with_help("its range is empty, or its precondition contradicts what is known around it"),
            Kind::End => Diagnostic::warning(
                "W003",
                span,
                "no state reaches the end, so the postcondition holds for no reason",
            ),
            Kind::LoopEnd => Diagnostic::warning(
                "W003",
                span,
                "this loop never ends, so everything after it holds for no reason",
            )
            .with_help("by the invariant the guard stays true: is an update missing?"),
            Kind::Received | Kind::Lost => Diagnostic::warning(
                "W003",
                span,
                "what is known from here on contradicts itself, so everything after it holds for no reason",
            )
            .with_help("what is assumed or ensured here contradicts what is known before, or itself"),
            Kind::Division => Diagnostic::warning(
                "W004",
                span,
                "the dividend may be negative, or the divisor may be",
            )
            .with_note("`/` and `%` are Euclidean here: the remainder is never negative, unlike in C and CUDA"),
        }
    }
}

impl Engine<'_> {
    /// Notes that some state should be here.
    pub(crate) fn reached(&mut self, state: &State, kind: Kind, span: Span) {
        let facts = state.facts.since(0);
        self.probe(kind, span, facts, term::ff());
    }

    /// Notes that a statement leads to no state, unless that is what it says.
    pub(crate) fn lost(&mut self, state: &State, stmt: &Stmt) {
        let methods = &self.program().methods;
        let ensures_false = |method: &usize| {
            let called = methods.get(*method);
            called.is_some_and(|called| says_false(&called.ensures))
        };
        let meant = match &stmt.kind {
            // What is in them was looked at already.
            StmtKind::If(..) | StmtKind::Loop(_) | StmtKind::Labelled(..) => true,
            StmtKind::Assume(formula) => formula.as_bool() == Some(false),
            StmtKind::Inhale(assertion)
            | StmtKind::Receive(assertion)
            | StmtKind::Exhale(assertion, _)
            | StmtKind::Assert(assertion, _) => says_false(assertion),
            StmtKind::Call { method, .. } | StmtKind::Join(method, _) => ensures_false(method),
            _ => false,
        };
        if !meant && state.facts.is_contradictory() {
            self.reached(state, Kind::Lost, stmt.span);
        }
    }

    /// Notes a division.
    pub(crate) fn division(
        &mut self,
        state: &State,
        context: &Context,
        a: &Term,
        b: &Term,
        span: Span,
    ) {
        let zero = || term::int(0);
        let goal = term::implies(
            context.guard(),
            term::and(vec![
                term::le(zero(), a.clone()),
                term::lt(zero(), b.clone()),
            ]),
        );
        if !context.check || !self.in_code || goal.is_true() {
            return;
        }
        let goal = self.ground(&goal, &context.bound);
        let facts = state.facts.since(0);
        self.probe(Kind::Division, span, facts, goal);
    }

    fn probe(&mut self, kind: Kind, span: Span, facts: Vec<Term>, goal: Term) {
        self.probes.push(Probe {
            kind,
            span,
            facts,
            goal,
        });
    }

    /// Asks about every place noted, cheaply: no answer means no warning.
    ///
    /// Of what is unreachable only the first on a path is told, at the place where the
    /// contradiction came in, if that can be found.
    pub fn vacuity(&mut self, pool: &SolverPool, seed: u32) -> Vec<Diagnostic> {
        let probes = std::mem::take(&mut self.probes);
        let effort = Effort {
            first_rlimit: 100_000,
            rlimit: 100_000,
            first_timeout_ms: 500,
            timeout_ms: 1_000,
            seed,
            last_rung: 1,
            on_the_way: true,
            ..Effort::default()
        };
        let proved = self.ask(&probes, &effort, pool, |probe| probe.kind.is_place());
        let signs = self.ask(&probes, &effort, pool, |probe| probe.kind == Kind::Division);
        let mut found: Vec<(Kind, Span)> = Vec::new();
        let mut told: Vec<&Probe> = Vec::new();
        for (number, probe) in probes.iter().enumerate() {
            match probe.kind {
                Kind::Division if signs.contains(&(number, false)) => {
                    found.push((probe.kind, probe.span))
                }
                kind if kind.is_place() && proved.contains(&(number, true)) => {
                    if told.iter().any(|earlier| is_on_path(earlier, probe)) {
                        continue;
                    }
                    told.push(probe);
                    found.push((kind, probe.span));
                }
                _ => {}
            }
        }
        // A contradiction that came in before the place where it was noticed.
        for (kind, span) in &mut found {
            let Some(noticed) = told
                .iter()
                .find(|probe| probe.span == *span && probe.kind == *kind)
            else {
                continue;
            };
            let culprits = self.ask(&probes, &effort, pool, |probe| {
                probe.kind == Kind::Received && is_on_path(probe, noticed)
            });
            if let Some((number, _)) = culprits.iter().find(|(_, proved)| *proved)
                && let Some(probe) = probes.get(*number)
            {
                (*kind, *span) = (probe.kind, probe.span);
            }
        }
        found.sort_by_key(|(kind, span)| (*span, *kind as u8));
        found.dedup();
        found
            .into_iter()
            .map(|(kind, span)| kind.warning(span))
            .collect()
    }

    /// Asks some of them; the number of each with whether it was proved.
    fn ask(
        &mut self,
        probes: &[Probe],
        effort: &Effort,
        pool: &SolverPool,
        wanted: impl Fn(&Probe) -> bool,
    ) -> Vec<(usize, bool)> {
        let questions: Vec<(usize, Question)> = probes
            .iter()
            .enumerate()
            .filter(|(_, probe)| wanted(probe))
            .map(|(number, probe)| (number, self.question(probe.facts.clone(), &probe.goal)))
            .collect();
        questions
            .par_iter()
            .map(|(number, question)| {
                let verdict = encode::solve(question, pool, effort, &[]).verdict;
                (*number, matches!(verdict, Verdict::Proved))
            })
            .collect()
    }
}

/// Whether one of its clauses is the word `false`.
fn says_false(assertion: &Assertion) -> bool {
    let is_false = |part: &&Assertion| matches!(&part.kind, AssertionKind::Pure(e) if e.as_bool() == Some(false));
    assertion.conjuncts().iter().any(is_false)
}

/// Whether what is known at one place is known at the other as well.
fn is_on_path(earlier: &Probe, later: &Probe) -> bool {
    later.facts.starts_with(&earlier.facts)
}

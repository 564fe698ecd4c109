//! What holds for no reason: code that no state reaches, and facts that contradict each
//! other. None of it changes a verdict; it is warned of.

use crate::engine::context::Context;
use crate::engine::{Engine, Surroundings};
use crate::obligation::probe::{Kind, Probe};
use crate::report::messages;
use crate::state::State;
use core_lang::{Assertion, AssertionKind, Stmt, StmtKind};
use rayon::prelude::*;
use solver::encode::{self, Effort, Question, Verdict};
use solver::smt::SolverPool;
use solver::term::{self, Term};
use std::collections::HashSet;
use text::diagnostics::Diagnostic;
use text::span::Span;

impl Engine<'_> {
    /// Notes that some state should be here.
    pub(crate) fn reached(&mut self, state: &State, kind: Kind, span: Span) {
        let facts = state.facts.since(0);
        self.probe(kind, span, facts, term::ff());
    }

    /// Notes that a statement leads to no state, unless that is what it says.
    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "of any other kind it is worth a warning"
    )]
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
            | StmtKind::InhaleChecked(assertion)
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
        if !context.check || !context.in_code || goal.is_true() {
            return;
        }
        let goal = self.ground(&goal, &context.bound);
        let facts = state.facts.since(0);
        self.probe(Kind::Division, span, facts, goal);
    }

    /// Notes that somebody relies on what must be shown at a place, if so.
    pub(crate) fn relied_on(&mut self, state: &State, span: Span) {
        let asked = self.around.asked.iter();
        let places: Vec<Span> = asked
            .filter(|place| place.contains(span))
            .copied()
            .collect();
        for place in places {
            self.probe(Kind::Asked, place, state.facts.since(0), term::ff());
        }
    }

    /// Notes that a statement is not looked at because what is known contradicts itself.
    pub(crate) fn passed_over(&mut self, state: &State, stmt: &Stmt) {
        let asked = self.around.asked.iter();
        let within = |place: &&Span| place.contains(stmt.span) || stmt.span.contains(**place);
        let places: Vec<Span> = asked.filter(within).copied().collect();
        for place in places {
            self.probe(Kind::Asked, place, state.facts.since(0), term::ff());
        }
    }

    /// The places relied on where what is known contradicts itself, as far as that is found out.
    ///
    /// What is known later on a path includes what was known before, so a place behind which
    /// nothing is contradictory needs no question.
    pub(crate) fn contradictory(&mut self, probes: &[Probe]) -> Vec<Span> {
        let mut found = Vec::new();
        let mut sound: Vec<&Probe> = Vec::new();
        for probe in probes
            .iter()
            .rev()
            .filter(|probe| probe.kind == Kind::Asked)
        {
            if found.contains(&probe.span) || sound.iter().any(|later| is_on_path(probe, later)) {
                continue;
            }
            let question = self.question(probe.facts.clone(), &probe.goal);
            match self.proves(&question) {
                true => found.push(probe.span),
                false => sound.push(probe),
            }
        }
        found
    }

    fn probe(&mut self, kind: Kind, span: Span, facts: Vec<Term>, goal: Term) {
        self.found.probes.push(Probe {
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
    pub(crate) fn vacuity(&mut self, probes: &[Probe]) -> Vec<Diagnostic> {
        let Surroundings { pool, seed, .. } = self.around;
        let effort = Effort {
            first_rlimit: 100_000,
            rlimit: 100_000,
            seed,
            last_attempt: 1,
            on_the_way: true,
            ..Effort::default()
        };
        let proved = self.contradictory_places(probes, &effort, pool);
        let signs = self.ask(probes, &effort, pool, |_, probe| {
            probe.kind == Kind::Division
        });
        let mut found: Vec<(Kind, Span)> = Vec::new();
        let mut told: Vec<&Probe> = Vec::new();
        for (number, probe) in probes.iter().enumerate() {
            let negative = signs
                .iter()
                .any(|(asked, verdict)| *asked == number && !matches!(verdict, Verdict::Proved));
            let unreached = probe.kind.is_place()
                && proved.contains(&number)
                && !told.iter().any(|earlier| is_on_path(earlier, probe));
            if unreached {
                told.push(probe);
            }
            if unreached || negative {
                found.push((probe.kind, probe.span));
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
            let culprits = self.ask(probes, &effort, pool, |_, probe| {
                probe.kind == Kind::Inhaled && is_on_path(probe, noticed)
            });
            let proved = |(_, verdict): &&(usize, Verdict)| matches!(verdict, Verdict::Proved);
            if let Some((number, _)) = culprits.iter().find(proved)
                && let Some(probe) = probes.get(*number)
            {
                (*kind, *span) = (probe.kind, probe.span);
            }
        }
        found.sort_by_key(|(kind, span)| (*span, *kind as u8));
        found.dedup();
        found
            .into_iter()
            .map(|(kind, span)| messages::vacuous(kind, span))
            .collect()
    }

    /// The numbers of the places where what is known contradicts itself, as far as that is found out.
    ///
    /// The ends of paths are asked about first: what is known at one includes what was known before, so
    /// where nothing contradicts itself there, and the search was not cut short, nothing did before.
    fn contradictory_places(
        &mut self,
        probes: &[Probe],
        effort: &Effort,
        pool: &SolverPool,
    ) -> HashSet<usize> {
        let mut ends: Vec<usize> = Vec::new();
        for (number, probe) in probes.iter().enumerate().rev() {
            if probe.kind.is_place() && !ends.iter().any(|end| is_on_path(probe, &probes[*end])) {
                ends.push(number);
            }
        }
        let mut answers = self.ask(probes, effort, pool, |number, _| ends.contains(&number));
        let sound: Vec<&Probe> = answers
            .iter()
            .filter(|(_, verdict)| matches!(verdict, Verdict::Refuted(_) | Verdict::Failed(_)))
            .map(|(number, _)| &probes[*number])
            .collect();
        answers.extend(self.ask(probes, effort, pool, |number, probe| {
            probe.kind.is_place()
                && !ends.contains(&number)
                && !sound.iter().any(|end| is_on_path(probe, end))
        }));
        let proved = |(number, verdict)| matches!(verdict, Verdict::Proved).then_some(number);
        answers.into_iter().filter_map(proved).collect()
    }

    /// Asks some of them; the number of each with the answer.
    fn ask(
        &mut self,
        probes: &[Probe],
        effort: &Effort,
        pool: &SolverPool,
        wanted: impl Fn(usize, &Probe) -> bool,
    ) -> Vec<(usize, Verdict)> {
        let questions: Vec<(usize, Question)> = probes
            .iter()
            .enumerate()
            .filter(|(number, probe)| wanted(*number, probe))
            .map(|(number, probe)| (number, self.question(probe.facts.clone(), &probe.goal)))
            .collect();
        questions
            .par_iter()
            .map(|(number, question)| (*number, encode::solve(question, pool, effort, &[]).verdict))
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

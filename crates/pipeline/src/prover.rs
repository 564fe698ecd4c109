//! Answers the questions of transformations with the checker.

use crate::check::Settings;
use crate::front;
use crate::watch::Watch;
use seplog::report::Report;
use seplog::report::declared_name;
use solver::smt::SolverPool;
use text::span::Span;
use transforms::{CONTRADICTORY, NOTHING_ASKED, Outcome, Prover, Question};

/// Who answers the questions of a stage, with the checker.
pub fn prover<'a>(
    settings: &'a Settings,
    pool: &'a SolverPool,
    watch: &'a impl Watch,
    stage: &str,
) -> impl Prover + 'a {
    CheckingProver {
        settings,
        pool,
        watch,
        stage: stage.to_owned(),
    }
}

/// Shows assertions by checking the method they stand in.
pub(crate) struct CheckingProver<'a, W> {
    /// How proofs are sought.
    pub settings: &'a Settings,
    /// Who seeks them.
    pub pool: &'a SolverPool,
    /// Who watches.
    pub watch: &'a W,
    /// Begins the names of questions that are kept.
    pub stage: String,
}

impl<W: Watch> Prover for CheckingProver<'_, W> {
    fn prove(&mut self, questions: &[Question]) -> Vec<Vec<Outcome>> {
        questions
            .iter()
            .map(|question| self.answer(question))
            .collect()
    }
}

impl<W: Watch> CheckingProver<'_, W> {
    fn answer(&self, question: &Question) -> Vec<Outcome> {
        let front = front::front(&question.files, self.settings.profile);
        if !front.is_sound() {
            let reason = front
                .diagnostics
                .first()
                .map_or_else(String::new, |diagnostic| diagnostic.message.clone());
            let unknown = Outcome::Unknown(format!("the question is not a program: {reason}"));
            return vec![unknown; question.asserts.len()];
        }
        let mut settings = self.settings.clone();
        settings.proofs.only = vec![question.method.clone()];
        settings.proofs.on_the_way = true;
        settings.proofs.asked = question.asserts.clone();
        let report = self.watch.during(&self.stage, || {
            crate::check::check(
                &front.program,
                &front.resolution,
                &settings,
                self.pool,
                self.watch,
            )
        });
        let verdict = |span: &Span| verdict(&report, &question.method, *span);
        let mut outcomes: Vec<Outcome> = question.asserts.iter().map(verdict).collect();
        no_proof_from_a_contradiction(&report, question, &mut outcomes);
        outcomes
    }
}

/// Takes back the first answer that a contradiction at its place gives. What does not hold before
/// it is known to what comes after it, and may be the reason, so then nothing is taken back.
fn no_proof_from_a_contradiction(report: &Report, question: &Question, outcomes: &mut [Outcome]) {
    let contradictory = |place: &Span| {
        let mut methods = report.methods.iter();
        methods.any(|method| method.contradictory.contains(place))
    };
    for (place, outcome) in question.asserts.iter().zip(outcomes) {
        match outcome {
            Outcome::Proved if !contradictory(place) => {}
            Outcome::Unknown(reason) if reason == NOTHING_ASKED && !contradictory(place) => {}
            Outcome::Proved | Outcome::Unknown(_) if contradictory(place) => {
                *outcome = Outcome::Unknown(CONTRADICTORY.to_owned());
                return;
            }
            Outcome::Proved | Outcome::Unknown(_) | Outcome::Failed(_) | Outcome::Refuted(_) => {
                return;
            }
        }
    }
}

/// The worst verdict of the obligations within a place; unknown if there is none.
fn verdict(report: &Report, method: &str, place: Span) -> Outcome {
    for checked in &report.methods {
        if let Some(reason) = &checked.unsupported
            && transforms::contracts::names(method, declared_name(&checked.name))
        {
            return Outcome::Unknown(reason.message.clone());
        }
    }
    let mut worst: Option<Outcome> = None;
    for (_, obligation) in report.obligations() {
        if !place.contains(obligation.span) {
            continue;
        }
        let values = || {
            let pairs = obligation.counterexample.iter();
            let words: Vec<String> = pairs
                .map(|(name, value)| format!("{name} = {value}"))
                .collect();
            words.join(", ")
        };
        let outcome = match &obligation.outcome {
            seplog::report::Outcome::Proved => Outcome::Proved,
            seplog::report::Outcome::Refuted => Outcome::Refuted(values()),
            seplog::report::Outcome::Failed => {
                Outcome::Failed((!obligation.counterexample.is_empty()).then(values))
            }
            seplog::report::Outcome::Unknown(reason) => Outcome::Unknown(reason.clone()),
        };
        if worst
            .as_ref()
            .is_none_or(|known| gravity(&outcome) > gravity(known))
        {
            worst = Some(outcome);
        }
    }
    worst.unwrap_or_else(|| Outcome::Unknown(NOTHING_ASKED.to_owned()))
}

/// How bad a verdict is.
fn gravity(outcome: &Outcome) -> u8 {
    match outcome {
        Outcome::Proved => 0,
        Outcome::Unknown(_) => 1,
        Outcome::Failed(_) => 2,
        Outcome::Refuted(_) => 3,
    }
}

/// Says yes to everything: for `--no-verify`, where nothing is shown.
pub(crate) struct NoProver;

impl Prover for NoProver {
    fn prove(&mut self, questions: &[Question]) -> Vec<Vec<Outcome>> {
        let yes = |question: &Question| vec![Outcome::Proved; question.asserts.len()];
        questions.iter().map(yes).collect()
    }

    fn decides(&self) -> bool {
        false
    }
}

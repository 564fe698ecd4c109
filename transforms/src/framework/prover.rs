//! How a transformation asks whether something holds.
//!
//! A transformation decides nothing itself. It writes what must hold as `assert`
//! statements into a copy of the program and asks for the verdict of exactly those.

use serde::Serialize;
use text::source::SourceFile;
use text::span::Span;

/// A program with assertions put in, and which of its assertions are asked about.
///
/// The text after the last assertion may be cut off by an `assume false;`, so that
/// only what comes before it costs anything; nothing before an assertion is assumed.
#[derive(Clone, Debug)]
pub struct Question {
    /// The files of the instrumented program.
    pub files: Vec<SourceFile>,
    /// The method the assertions stand in: `method` or `Class.method`.
    pub method: String,
    /// The `assert` statements, in the order they are reached; places in `files`.
    pub asserts: Vec<Span>,
}

/// The verdict of one assertion: of every obligation that lies within its place,
/// those of reading its expression included.
///
/// An assertion that does not hold is known to whatever comes after it, so only the
/// first that is not [`Outcome::Proved`] says something, and all that come before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Outcome {
    /// Holds whenever it is reached.
    Proved,
    /// Does not hold: a confirmed counterexample, in words.
    Refuted(String),
    /// No proof was found within the limits; perhaps a candidate counterexample.
    Failed(Option<String>),
    /// A limit, a fault or an unsupported construct; which.
    Unknown(String),
}

/// The reason of an [`Outcome::Unknown`] where nothing had to be shown: the place is never
/// reached, or it is looked at where it is put in for its name.
pub const NOTHING_ASKED: &str = "nothing was asked there";

/// The reason of an [`Outcome::Unknown`] where the assertion was shown, but so was `false`: what is
/// known at the place contradicts itself, so the proof is worth nothing.
pub const CONTRADICTORY: &str = "the known facts at this place contradict each other";

/// Answers questions; the binary does so with the checker.
pub trait Prover {
    /// For each question the verdicts of its assertions, in order.
    ///
    /// A missing verdict counts as [`Outcome::Unknown`].
    fn prove(&mut self, questions: &[Question]) -> Vec<Vec<Outcome>>;

    /// False if nothing is looked at and every answer is yes; then no answer may decide
    /// between two results.
    fn decides(&self) -> bool {
        true
    }
}

/// A prover that passes questions on and remembers whether an answer was worth nothing because its
/// place is contradictory.
pub(crate) struct Watched<'p> {
    /// Who answers.
    pub(crate) inner: &'p mut dyn Prover,
    /// Whether a place was.
    pub(crate) contradictory: bool,
}

impl Prover for Watched<'_> {
    fn prove(&mut self, questions: &[Question]) -> Vec<Vec<Outcome>> {
        let answers = self.inner.prove(questions);
        self.contradictory |= answers
            .iter()
            .flatten()
            .any(|outcome| matches!(outcome, Outcome::Unknown(reason) if reason == CONTRADICTORY));
        answers
    }

    fn decides(&self) -> bool {
        self.inner.decides()
    }
}

/// Asks one question; as many verdicts as it has assertions.
pub fn ask(prover: &mut dyn Prover, question: Question) -> Vec<Outcome> {
    let wanted = question.asserts.len();
    let mut outcomes = prover
        .prove(std::slice::from_ref(&question))
        .into_iter()
        .next()
        .unwrap_or_default();
    outcomes.resize_with(wanted, || Outcome::Unknown("no verdict was given".into()));
    outcomes
}

/// How many verdicts from the start on are [`Outcome::Proved`].
pub fn proved_prefix(outcomes: &[Outcome]) -> usize {
    outcomes
        .iter()
        .take_while(|outcome| **outcome == Outcome::Proved)
        .count()
}

//! What is known of a program after a run.

use report::status::Status;
use seplog::report::Report;
use serde::{Deserialize, Serialize};
use spec_lang::resolve::Profile;
use std::borrow::Cow;
use std::time::Duration;
use text::diagnostics::Diagnostic;
use text::edit::History;
use text::source::SourceFile;
use text::span::Span;

/// What happened to one program.
#[derive(Debug, Serialize, Deserialize)]
pub struct ProgramRun {
    /// Its name in messages.
    pub name: String,
    /// The user's files.
    pub files: Vec<SourceFile>,
    /// How it was read.
    pub profile: Profile,
    /// The methods that were asked for; empty for all.
    pub only: Vec<String>,
    /// What is wrong with, or to be said of, the user's text.
    pub diagnostics: Vec<Diagnostic>,
    /// The check of the user's text; none if it was not reached or not wanted.
    pub original: Option<Verified>,
    /// The steps that were tried, in order.
    pub steps: Vec<StepRun>,
    /// What the steps did to the text.
    pub history: History,
    /// What it amounts to.
    pub status: Status,
    /// Whether every step asked for was carried out.
    pub complete: bool,
}

impl ProgramRun {
    /// The text after the first `steps` steps that changed something.
    pub fn files_after(&self, steps: usize) -> Vec<SourceFile> {
        let mut history = History::new();
        for step in self.history.steps().iter().take(steps) {
            history.push(step.name.clone(), step.files.clone());
        }
        history.newest(&self.files)
    }

    /// The report comes from an earlier run: its answers are kept ones, and took this run nothing.
    pub fn is_from_cache(&mut self) {
        let steps = self.steps.iter_mut();
        let steps = steps.filter_map(|step| step.verified.as_mut());
        for verified in self.original.iter_mut().chain(steps) {
            verified.elapsed = Duration::ZERO;
            let methods = verified.report.methods.iter_mut();
            for method in methods {
                method.time_ms = 0.0;
                let obligations = method.obligations.iter_mut();
                obligations.for_each(|one| one.measured.is_from_cache());
            }
        }
    }

    /// Every check, that of the user's text first.
    pub fn checks(&self) -> impl Iterator<Item = &Verified> {
        let steps = self.steps.iter().filter_map(|step| step.verified.as_ref());
        self.original.iter().chain(steps)
    }
}

/// A text that was checked.
#[derive(Debug, Serialize, Deserialize)]
pub struct Verified {
    /// The answer.
    pub report: Report,
    /// Wall-clock time.
    pub elapsed: Duration,
}

/// What became of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StepOutcome {
    /// Carried out; its result holds, or was not to be verified.
    Done,
    /// Carried out, but its result does not hold.
    NotVerified,
    /// Not applicable.
    NotApplicable,
    /// It could not be told whether it is applicable.
    Unknown,
    /// The step itself is wrong, such as an unknown site.
    Wrong,
}

/// A step that was tried.
#[derive(Debug, Serialize, Deserialize)]
pub struct StepRun {
    /// The step as the user wrote it: a directive or a flag.
    pub name: String,
    /// Which transformation.
    pub transformation: Cow<'static, str>,
    /// The directive's place in the user's file.
    pub directive: Option<Span>,
    /// What became of it.
    pub outcome: StepOutcome,
    /// How many steps the text had behind it when this one began.
    pub before: usize,
    /// What is said of the text it began with: refusals, notes.
    pub diagnostics: Vec<Diagnostic>,
    /// What is said of the text it made, if that is not a program.
    pub faults: Vec<Diagnostic>,
    /// The prerequisites that were shown, in words.
    pub shown: Vec<String>,
    /// How many methods' contracts were compared and found unchanged.
    pub contracts: Option<usize>,
    /// How many are the old ones read through the index map of a matrix.
    pub contracts_read: usize,
    /// The check of its result.
    pub verified: Option<Verified>,
}

//! What is known of a file whose text was rewritten, and the verdict that it amounts to.

use equal::model::{Origin, PairRun, Verdict};
use inspect::model::FileRun;
use report::status::Status;
use text::diagnostics::Diagnostic;
use text::edit::History;
use text::source::SourceFile;
use transforms::{Refusal, RefusalClass};

/// A file.
#[derive(Clone, Debug)]
pub struct FileRewrite {
    /// Its name as the user gave it.
    pub name: String,
    /// Its text as it is.
    pub source: SourceFile,
    /// Its kernels as they are, checked; those that no step is about only if there is no step.
    pub original: Option<FileRun>,
    /// The steps, up to the first that is not carried out.
    pub steps: Vec<StepRun>,
    /// The edits of those that were carried out.
    pub history: History,
}

/// A step.
#[derive(Clone, Debug)]
pub struct StepRun {
    /// As it was asked for: the flag, or the directive.
    pub name: String,
    /// The texts before it, in which the places of what is said are.
    pub sources: Vec<SourceFile>,
    /// Why it is not carried out.
    pub refusal: Option<Refusal>,
    /// What the user may want to know.
    pub notes: Vec<Diagnostic>,
    /// What was shown before anything was changed.
    pub shown: Vec<String>,
    /// What came of the text after it.
    pub checked: Option<Checked>,
}

/// What came of the text after a step.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The kernels that the step is about, before it.
    pub before: FileRun,
    /// The same after it.
    pub after: FileRun,
    /// The same with what the step rests on as assertions, if it rests on any.
    pub asserted: Vec<FileRun>,
    /// Clauses of contracts that a launch did not have to satisfy before, each with its kernel.
    pub stronger: Vec<(String, String)>,
    /// Kernels of the file that the step is not about and that are read otherwise after it.
    pub others: Vec<String>,
    /// The kernels compared with what they were.
    pub pairs: Vec<PairRun>,
    /// Kernels for which no launch was found to compare them in.
    pub uncompared: Vec<String>,
}

/// What became of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The text is proved free of races and equal to the one before.
    Proved,
    /// The same, but for sizes that nobody asked for, or under a contract that became stronger.
    InPart,
    /// Carried out, and not proved.
    NotProved,
    /// Refused.
    Refused(RefusalClass),
}

impl Checked {
    /// The launches that show a pair equal are all that were compared.
    fn shows(pair: &PairRun) -> bool {
        let tried = !pair.runs.is_empty()
            && pair.hindered.is_none()
            && pair.runs.iter().all(|run| run.shows(pair).is_some());
        tried || matches!(pair.verdict(), Verdict::Equal(_))
    }

    /// Whether every kernel is equal to what it was in all launches that were compared; of sizes that were tried nothing more
    /// is known.
    pub fn is_equal(&self) -> bool {
        !self.pairs.is_empty()
            && self.uncompared.is_empty()
            && self.pairs.iter().all(Checked::shows)
    }

    /// Whether sizes were tried, for nobody gave any.
    pub fn is_tried(&self) -> bool {
        let equal = |pair: &PairRun| matches!(pair.verdict(), Verdict::Equal(_));
        !self.pairs.iter().all(equal)
    }

    /// Everything that was checked for races.
    pub fn runs(&self) -> impl Iterator<Item = &FileRun> {
        [&self.before, &self.after]
            .into_iter()
            .chain(&self.asserted)
    }

    /// The first of these that does not hold.
    pub(crate) fn first_open(&self) -> Option<&FileRun> {
        self.runs().find(|run| run.status() != Status::Holds)
    }

    /// Whether the text may be given out.
    pub(crate) fn is_proved(&self) -> bool {
        let verified = self.runs().all(|run| run.status() == Status::Holds);
        verified && self.is_equal() && self.others.is_empty()
    }

    fn outcome(&self) -> Outcome {
        if !self.is_proved() {
            return Outcome::NotProved;
        }
        let given = self
            .pairs
            .iter()
            .all(|pair| matches!(pair.verdict(), Verdict::Equal(_)));
        match self.stronger.is_empty() && given {
            true => Outcome::Proved,
            false => Outcome::InPart,
        }
    }

    fn status(&self) -> Status {
        let all = self.runs().map(FileRun::status);
        let all = all.fold(Status::Holds, Status::and);
        match self.outcome() {
            Outcome::Proved => all,
            Outcome::InPart => all.and(Status::Unknown),
            Outcome::NotProved | Outcome::Refused(_) => {
                let pairs = self.pairs.iter().map(|pair| match pair.origin {
                    Origin::Given => pair.status(),
                    // Of sizes that were tried a difference is one all the same.
                    Origin::Tried | Origin::Launches | Origin::SomeLaunches => {
                        pair.status().and(Status::Unknown)
                    }
                });
                pairs.fold(all.and(Status::Unknown), Status::and)
            }
        }
    }
}

impl StepRun {
    /// What became of it.
    pub fn outcome(&self) -> Outcome {
        match (&self.refusal, &self.checked) {
            (Some(refusal), _) => Outcome::Refused(refusal.class),
            (None, Some(checked)) => checked.outcome(),
            (None, None) => Outcome::Refused(RefusalClass::Unknown),
        }
    }

    /// What it amounts to.
    pub fn status(&self) -> Status {
        match (&self.refusal, &self.checked) {
            (Some(refusal), _) => match refusal.class {
                RefusalClass::WrongInput => Status::Wrong,
                RefusalClass::Unknown => Status::Unknown,
                RefusalClass::NotApplicable => Status::NotApplicable,
            },
            (None, Some(checked)) => checked.status(),
            (None, None) => Status::Unknown,
        }
    }
}

impl FileRewrite {
    /// What it amounts to.
    pub fn status(&self) -> Status {
        let original = self
            .original
            .as_ref()
            .map_or(Status::Holds, FileRun::status);
        let steps = self.steps.iter().map(StepRun::status);
        steps.fold(original, Status::and)
    }

    /// The text after all steps, if each of them is proved: for the sizes that were given, or in part.
    pub fn result(&self) -> Option<String> {
        let proved = |step: &StepRun| matches!(step.outcome(), Outcome::Proved | Outcome::InPart);
        let verified = self
            .original
            .as_ref()
            .is_none_or(|run| run.status() == Status::Holds);
        if !verified || !self.steps.iter().all(proved) {
            return None;
        }
        let newest = self.history.newest(std::slice::from_ref(&self.source));
        newest.into_iter().next().map(|source| source.text)
    }
}

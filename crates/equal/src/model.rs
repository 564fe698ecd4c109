//! What is known of a pair of kernels.

use inspect::assumed::Assumed;
use inspect::model::{FileRun, KernelRun, Verdict as Checked};
use report::status::Status;
use std::time::Duration;
use symbolic::{Law, Level};
use text::diagnostics::Diagnostic;
use text::source::SourceFile;

/// A launch of both kernels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Threads of a block, by dimension: of the old kernel, and of the new one.
    pub block: [[u32; 3]; 2],
    /// Blocks of the grid, in the same way.
    pub grid: [[u32; 3]; 2],
    /// The values of integers, by the names of parameters.
    pub values: Vec<(String, i64)>,
    /// Bytes of dynamic shared memory of each, where they are known.
    pub shared: [Option<u64>; 2],
}

/// Where the sizes come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The user says them; an answer for these alone is what is asked for.
    Given,
    /// Launches of the files.
    Launches,
    /// Nobody: small ones are tried.
    Tried,
}

/// An element in which an execution differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The element.
    pub element: String,
    /// What the old kernel leaves there.
    pub old: String,
    /// What the new one leaves.
    pub new: String,
    /// What the array contained before it, of those elements on which it depends.
    pub inputs: Vec<String>,
    /// The terms, if the launches have terms.
    pub terms: Option<(String, String)>,
}

/// What came of one launch of both.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// Every element is the same at this level.
    Equal(Level),
    /// An execution differs.
    Different(Box<Difference>),
    /// These elements are not shown to be the same: how many, the first one, its terms.
    Open(usize, String, (String, String)),
    /// Elements rest on values that nobody gave: how many, and the first one.
    Unset(usize, String),
    /// Neither writes anything that outlives the launch.
    Nothing,
    /// Nothing is said of one of the launches, for this reason.
    Refused(Box<Diagnostic>),
}

/// One launch of both.
#[derive(Clone, Debug)]
pub struct SizeRun {
    /// Its sizes.
    pub sizes: Sizes,
    /// What came of it.
    pub outcome: Outcome,
    /// The laws that are needed.
    pub laws: Vec<Law>,
    /// How many elements were compared.
    pub elements: usize,
    /// Elements that the new kernel accesses beyond those that the old one does.
    pub beyond: Vec<String>,
    /// Whether pointers are taken not to be null.
    pub non_null: bool,
    /// The race checker's answers for these sizes, of the old kernel and of the new one; none where a launch was not
    /// executed, so that there is nothing to show.
    pub checked: Vec<FileRun>,
    /// Seconds of the comparison alone.
    pub time: Duration,
}

/// A pair.
#[derive(Clone, Debug)]
pub struct PairRun {
    /// The files' names.
    pub files: [String; 2],
    /// The kernels' names.
    pub kernels: [String; 2],
    /// The texts that took part: those of the old file, then those of the new one.
    pub sources: Vec<SourceFile>,
    /// The level that is demanded.
    pub demanded: Level,
    /// Whether a new kernel that needs longer arrays is accepted.
    pub accept_contract: bool,
    /// Parameters that are matched by their places, for their names differ.
    pub matched: Vec<String>,
    /// What hinders a comparison altogether.
    pub hindered: Option<Diagnostic>,
    /// Whether that is a mistake in what was asked.
    pub wrong: bool,
    /// Where the sizes come from.
    pub origin: Origin,
    /// Launches.
    pub runs: Vec<SizeRun>,
}

/// The verdict on a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Equal at this level in each launch that was asked for.
    Equal(Level),
    /// An execution differs.
    Different,
    /// Not shown.
    Unknown,
    /// What was asked makes no sense.
    Wrong,
}

impl Verdict {
    /// In one word.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Equal(_) => "equal",
            Verdict::Different => "different",
            Verdict::Unknown => "unknown",
            Verdict::Wrong => "wrong",
        }
    }
}

impl SizeRun {
    /// The race checker's answer for a kernel; none if there is none.
    fn kernel(&self, side: usize) -> Option<&KernelRun> {
        // Of overloads it is not known which one was checked.
        match self.checked.get(side)?.kernels.as_slice() {
            [one] => Some(one),
            _ => None,
        }
    }

    /// Which of the kernels is not verified for these sizes: its number, and the verdict's word.
    pub fn unverified(&self) -> Option<(usize, &'static str)> {
        (0..2).find_map(|side| match self.kernel(side).map(KernelRun::verdict) {
            Some(Checked::Verified) => None,
            Some(other) => Some((side, other.word())),
            None => Some((side, "not checked")),
        })
    }

    /// Whether this launch shows what is demanded.
    pub fn shows(&self, pair: &PairRun) -> Option<Level> {
        match &self.outcome {
            Outcome::Equal(level)
                if *level <= pair.demanded
                    && self.unverified().is_none()
                    && (self.beyond.is_empty() || pair.accept_contract) =>
            {
                Some(*level)
            }
            Outcome::Equal(_)
            | Outcome::Different(_)
            | Outcome::Open(..)
            | Outcome::Unset(..)
            | Outcome::Nothing
            | Outcome::Refused(_) => None,
        }
    }
}

impl PairRun {
    /// The verdict. What the gate denies makes a kernel unverified, and so the pair unknown.
    pub fn verdict(&self) -> Verdict {
        if self.hindered.is_some() {
            return if self.wrong {
                Verdict::Wrong
            } else {
                Verdict::Unknown
            };
        }
        let different = |run: &SizeRun| {
            matches!(run.outcome, Outcome::Different(_)) && run.unverified().is_none()
        };
        if self.runs.iter().any(different) {
            return Verdict::Different;
        }
        let levels: Option<Vec<Level>> = self.runs.iter().map(|run| run.shows(self)).collect();
        match (
            self.origin,
            levels.and_then(|levels| levels.into_iter().max()),
        ) {
            (Origin::Given, Some(level)) => Verdict::Equal(level),
            // What was tried says nothing of other sizes, and of the launches of a file it is not asked whether they pass
            // different memory for different parameters.
            (Origin::Tried | Origin::Launches, _) | (_, None) => Verdict::Unknown,
        }
    }

    /// What it amounts to.
    pub fn status(&self) -> Status {
        match self.verdict() {
            Verdict::Equal(_) => Status::Holds,
            Verdict::Different => Status::Failed,
            Verdict::Unknown => Status::Unknown,
            Verdict::Wrong => Status::Wrong,
        }
    }

    /// What is assumed of both kernels, each sentence once.
    pub fn assumptions(&self) -> Vec<Assumed> {
        let mut found: Vec<Assumed> = Vec::new();
        let kernels = self
            .runs
            .iter()
            .flat_map(|run| &run.checked)
            .flat_map(|file| &file.kernels);
        for one in kernels.flat_map(|kernel| &kernel.assumptions) {
            if !found.contains(one) {
                found.push(one.clone());
            }
        }
        found
    }
}

//! What is known of a pair of kernels.

use inspect::assumed::Assumed;
use inspect::model::{FileRun, KernelRun, Verdict as Checked};
use report::status::Status;
use std::time::Duration;
use symbolic::{Law, Level, Multiple};
use text::diagnostics::Diagnostic;
use text::source::SourceFile;

/// The sizes of one launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Threads of a block, by dimension.
    pub block: [u32; 3],
    /// Blocks of the grid, by dimension.
    pub grid: [u32; 3],
    /// Bytes of dynamic shared memory, where they are known.
    pub shared: Option<u64>,
}

/// The launches of both that are compared: one of each kernel, or those of two sequences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// The old launches in their order, and the new ones.
    pub extents: [Vec<Extent>; 2],
    /// The values of integers, by the names of parameters.
    pub values: Vec<(String, i64)>,
    /// Parameters for which the launches may pass the same memory, by their numbers and the rest of their names.
    pub together: Vec<((u32, String), (u32, String))>,
}

/// Where the sizes come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The user says them; an answer for these alone is what is asked for.
    Given,
    /// All launches of the files.
    Launches,
    /// Launches of the files, of which there are more.
    SomeLaunches,
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

/// An element that both launches leave the same, and what it is to each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The element.
    pub element: String,
    /// The old launch's term, as far as it is shown.
    pub old: String,
    /// The new one's.
    pub new: String,
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
    /// One of the elements that are the same, if all are.
    pub sample: Option<Sample>,
    /// Whether a number is not the multiple that it has to be for all sizes.
    pub outside: bool,
    /// The laws that are needed.
    pub laws: Vec<Law>,
    /// How many elements were compared.
    pub elements: usize,
    /// Elements that the new kernel accesses beyond those that the old one does.
    pub beyond: Vec<String>,
    /// Whether pointers are taken not to be null.
    pub non_null: bool,
    /// Whether indices that contents decide are taken not to overflow.
    pub wide_indices: bool,
    /// The race checker's answers for these sizes, of each old launch and of each new one; none where a launch was not
    /// executed, so that there is nothing to show.
    pub checked: Vec<FileRun>,
    /// Seconds of the comparison alone.
    pub time: Duration,
}

/// What came of both kernels for all sizes.
#[derive(Clone, Debug)]
pub enum Shown {
    /// Every element is the same at this level.
    Equal(Level),
    /// It is not shown, for this reason.
    Not(String),
}

/// Both kernels, for all sizes.
#[derive(Clone, Debug)]
pub struct EveryRun {
    /// What came of it.
    pub shown: Shown,
    /// What launches have to be like.
    pub launches: Vec<String>,
    /// The dimensions in which both launches must have as many threads.
    pub alike: [bool; 3],
    /// Numbers that have to be multiples of others.
    pub multiples: Vec<Multiple>,
    /// The laws that are needed.
    pub laws: Vec<Law>,
    /// Arrays of which the new kernel may read more than the old one.
    pub beyond: Vec<String>,
    /// Whether pointers are taken not to be null.
    pub non_null: bool,
    /// The race checker's answers for all sizes, of the old kernel and of the new one.
    pub checked: Vec<FileRun>,
    /// Seconds of the comparison alone.
    pub time: Duration,
}

impl EveryRun {
    /// Which of the kernels is not verified for all sizes, and the verdict's word.
    pub fn unverified(&self) -> Option<(usize, &'static str)> {
        unverified(&self.checked, 2)
    }

    /// The level at which this shows what is demanded of a pair, or why it does not.
    ///
    /// # Errors
    /// The reason.
    pub fn shows(&self, pair: &PairRun) -> Result<Level, String> {
        let [old, new] = &pair.kernels;
        self.shows_as((pair.demanded, pair.accept_contract), [old, new])
    }

    /// The level at which this shows what is demanded of two kernels, or why it does not.
    ///
    /// # Errors
    /// The reason.
    pub fn shows_as(
        &self,
        (demanded, accept_contract): (Level, bool),
        kernels: [&str; 2],
    ) -> Result<Level, String> {
        let level = match &self.shown {
            Shown::Equal(level) => *level,
            Shown::Not(why) => return Err(why.clone()),
        };
        if level > demanded {
            let word = crate::words::level(level);
            return Err(format!("the kernels are equal only as `{word}`"));
        }
        if let Some((side, word)) = self.unverified() {
            let kernel = kernels.get(side).copied().unwrap_or_default();
            let which = if side == 0 { "old" } else { "new" };
            return Err(format!(
                "`{kernel}`, the {which} one, is not verified for all sizes: {word}"
            ));
        }
        if let (Some(one), false) = (self.multiples.first(), accept_contract) {
            return Err(format!(
                "only where {} is a multiple of {}, which --accept-contract accepts",
                one.number, one.of
            ));
        }
        match self.beyond.is_empty() || accept_contract {
            true => Ok(level),
            false => Err(format!(
                "the new kernel may read more of {} than the old one",
                self.beyond.join(", ")
            )),
        }
    }
}

/// A pair.
#[derive(Clone, Debug)]
pub struct PairRun {
    /// The files' names.
    pub files: [String; 2],
    /// The kernels' names; those of a sequence behind each other.
    pub kernels: [String; 2],
    /// The kernels' names by launch.
    pub launches: [Vec<String>; 2],
    /// Which of the two is a plain function that one thread executes.
    pub sequential: [bool; 2],
    /// Arrays that are no output, so that what is left in them is not compared.
    pub temporaries: Vec<String>,
    /// The texts that took part: those of the old file, then those of the new one.
    pub sources: Vec<SourceFile>,
    /// The level that is demanded.
    pub demanded: Level,
    /// Whether a new kernel that needs longer arrays is accepted.
    pub accept_contract: bool,
    /// Parameters that are matched by their places, for their names differ.
    pub matched: Vec<String>,
    /// Variables of the program that both access.
    pub variables: Vec<String>,
    /// What hinders a comparison altogether.
    pub hindered: Option<Diagnostic>,
    /// Whether that is a mistake in what was asked.
    pub wrong: bool,
    /// Where the sizes come from.
    pub origin: Origin,
    /// Launches.
    pub runs: Vec<SizeRun>,
    /// All sizes, if that is asked.
    pub every: Option<EveryRun>,
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

/// Which of so many launches is not verified: its number, and the verdict's word.
fn unverified(checked: &[FileRun], count: usize) -> Option<(usize, &'static str)> {
    // Of overloads it is not known which one was checked.
    let kernel = |side: usize| match checked.get(side)?.kernels.as_slice() {
        [one] => Some(one),
        _ => None,
    };
    (0..count).find_map(|side| match kernel(side).map(KernelRun::verdict) {
        Some(Checked::Verified) => None,
        Some(other) => Some((side, other.word())),
        None => Some((side, "not checked")),
    })
}

impl SizeRun {
    /// Which of the launches is not verified for these sizes: its number, the old ones before the new ones, and the
    /// verdict's word.
    pub fn unverified(&self) -> Option<(usize, &'static str)> {
        let [old, new] = &self.sizes.extents;
        unverified(&self.checked, old.len() + new.len())
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
    /// The race checker's answers on which the verdict rests.
    pub fn checked(&mut self) -> impl Iterator<Item = &mut FileRun> {
        let of_sizes = self.runs.iter_mut().flat_map(|run| &mut run.checked);
        let every = self.every.iter_mut().flat_map(|every| &mut every.checked);
        of_sizes.chain(every)
    }

    /// Whether either of the two is a sequence of launches.
    pub fn is_sequence(&self) -> bool {
        self.launches.iter().any(|all| all.len() > 1)
    }

    /// The side of a launch, of all old ones and then the new ones, and its kernel's name.
    pub fn launch(&self, number: usize) -> (usize, &str) {
        let [old, new] = &self.launches;
        let (side, found) = match number.checked_sub(old.len()) {
            None => (0, old.get(number)),
            Some(number) => (1, new.get(number)),
        };
        (side, found.map_or("", String::as_str))
    }

    /// The verdict. What the gate denies makes a kernel unverified, and so the pair unknown.
    pub fn verdict(&self) -> Verdict {
        if self.hindered.is_some() {
            return if self.wrong {
                Verdict::Wrong
            } else {
                Verdict::Unknown
            };
        }
        let every = self.every.as_ref().map(|every| every.shows(self));
        let accepted = matches!(every, Some(Ok(_)));
        let different = |run: &SizeRun| {
            matches!(run.outcome, Outcome::Different(_))
                && run.unverified().is_none()
                && !(run.outside && accepted)
        };
        if self.runs.iter().any(different) {
            return Verdict::Different;
        }
        if let Some(Ok(level)) = every {
            return Verdict::Equal(level);
        }
        let levels: Option<Vec<Level>> = self.runs.iter().map(|run| run.shows(self)).collect();
        match (
            self.origin,
            levels.and_then(|levels| levels.into_iter().max()),
        ) {
            (Origin::Given | Origin::Launches, Some(level)) => Verdict::Equal(level),
            // What was tried says nothing of other sizes, nor some launches of others.
            (Origin::Tried | Origin::SomeLaunches, _) | (_, None) => Verdict::Unknown,
        }
    }

    /// The launches of which something is said. Where both kernels are equal for all sizes, those that were tried say
    /// nothing more, but for one in which they differ; one outside of the sizes that are meant says nothing.
    pub fn of_interest(&self) -> impl Iterator<Item = &SizeRun> {
        let shown = matches!(
            self.every.as_ref().map(|every| every.shows(self)),
            Some(Ok(_))
        );
        let tried = match self.origin {
            Origin::Tried => true,
            Origin::Given | Origin::Launches | Origin::SomeLaunches => false,
        };
        self.runs.iter().filter(move |run| {
            let differs = matches!(run.outcome, Outcome::Different(_));
            let refused = matches!(run.outcome, Outcome::Refused(_));
            !shown || (differs || !tried && !refused) && !run.outside
        })
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
        let every = self.every.iter().flat_map(|every| &every.checked);
        let kernels = self
            .runs
            .iter()
            .flat_map(|run| &run.checked)
            .chain(every)
            .flat_map(|file| &file.kernels);
        for one in kernels.flat_map(|kernel| &kernel.assumptions) {
            if !found.contains(one) {
                found.push(one.clone());
            }
        }
        found
    }
}

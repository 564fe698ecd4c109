//! The data of a repair.

use crate::atomic::Atomics;
use crate::points::{Level, Site};
use inspect::model::FileRun;
use kernel_graph::Fences;
use races::Finding;
use text::edit::Applied;

/// What a repair may do.
#[derive(Clone, Debug)]
pub struct Options {
    /// Whether barriers of the whole grid may be put in.
    pub grid: bool,
    /// Whether barriers of a warp may be put in.
    pub warp: bool,
    /// Whether barriers that are not needed go.
    pub remove: bool,
    /// Whether an assignment may be taken apart, so that all threads read before one writes.
    pub apart: bool,
    /// By how much a loop around it makes a barrier dearer.
    pub loop_weight: u64,
    /// By how much a barrier of the grid is dearer than one of a block.
    pub grid_weight: u64,
    /// Whether it is found out which barriers of the kernel are not needed.
    pub redundant: bool,
    /// Whether atomic operations may stand for assignments where barriers do not help.
    pub atomics: bool,
    /// How often a kernel is checked, at most.
    pub checks: u32,
    /// How many resource units of the solver these checks may take together; the one at work is finished.
    pub units: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            grid: true,
            warp: true,
            remove: false,
            apart: true,
            loop_weight: 10,
            grid_weight: 12,
            redundant: true,
            atomics: false,
            checks: 100,
            units: 100_000_000,
        }
    }
}

impl Options {
    /// Whose threads a new barrier may make wait, in the order of how many they are.
    pub fn levels(&self) -> Vec<Level> {
        let may = |level: &Level| match level {
            Level::Warp => self.warp,
            Level::Block => true,
            Level::Grid => self.grid,
        };
        let all = [Level::Warp, Level::Block, Level::Grid];
        all.into_iter().filter(may).collect()
    }

    /// The weight of a barrier with so many loops around it.
    pub fn weight(&self, depth: u32, level: Level) -> u64 {
        let loops = self.loop_weight.saturating_pow(depth).min(1 << 30);
        match level {
            Level::Warp | Level::Block => loops,
            Level::Grid => loops.saturating_add(self.grid_weight),
        }
    }
}

/// A change of the barriers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A barrier is put in.
    Add(Level, Fences),
    /// A barrier goes.
    Remove(Level),
    /// A barrier that is there orders this memory.
    Widen(Fences),
}

/// A change at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// Where.
    pub site: Site,
    /// What.
    pub change: Change,
    /// How many loops are around it.
    pub depth: u32,
    /// Whether it stands between what an assignment reads and its write.
    pub apart: bool,
    /// Whether it gets braces, around it and the statement that was the whole body before.
    pub braces: bool,
}

/// Why there is no point between two accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoPoint {
    /// Both are of one statement.
    OneStatement,
    /// They are on ways that exclude each other.
    Exclusive,
    /// Both come out of one use of a macro.
    Macro,
    /// There is one within a branch of the preprocessor only.
    Conditional,
    /// There is one in an included file only.
    Included,
    /// There is one only in a function that is an operand beside others which access memory.
    Operand,
    /// The text has no room for one.
    NoRoom,
}

/// Why barriers do not help.
#[derive(Clone, Debug)]
pub enum Hopeless {
    /// There is no point between the two accesses.
    NoPoint {
        /// The race.
        race: Finding,
        /// Why not.
        why: NoPoint,
        /// The atomic operation that does what the one statement does.
        atomic: Option<&'static str>,
    },
    /// All threads of the block reach none of the points between the two accesses together.
    Divergent(Finding),
    /// Barriers at all points between that threads reach together do not order the two accesses.
    Unordered(Finding),
    /// The points between are in functions that another kernel calls where its threads disagree.
    OtherKernel(Finding),
    /// Threads of different blocks race, and a barrier of the grid is not to be had.
    Blocks(Finding),
    /// A divergence that no barrier of the kernel has part in.
    Fixed(Finding),
    /// What the findings demand of barriers is contradictory.
    Contradiction,
    /// So many checks were not enough, and there may be no more of them or no more resource units.
    Limit(u32),
    /// Once nothing is wrong with the barriers, something is not decided.
    Undecided,
    /// There is no graph to work on.
    NoGraph,
}

/// What came of a kernel.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// Nothing was wrong.
    Right,
    /// It was not decided whether something is wrong.
    Unknown,
    /// What is wrong has nothing to do with barriers.
    Other,
    /// These changes, in the order of the text, free it of races and divergence.
    Repaired(Vec<Changed>),
    /// Barriers do not help.
    Hopeless(Box<Hopeless>),
}

/// A kernel.
#[derive(Clone, Debug)]
pub struct KernelRepair {
    /// Its name.
    pub name: String,
    /// What came of it.
    pub outcome: Outcome,
    /// Whether it races or diverges as it is, and needs nothing once other kernels of the file have what
    /// they need: a function that both call got a barrier.
    pub by_others: bool,
    /// The weight of all its barriers before and after, as far as they are a matter of choice.
    pub weights: (u64, u64),
    /// Whether no cheaper choice of barriers orders what raced.
    pub minimal: bool,
    /// Barriers without which it is free of races as well, each alone; they stay.
    pub redundant: Vec<Site>,
    /// How often it was checked.
    pub checks: u32,
    /// How many resource units of the solver these checks took.
    pub units: u64,
    /// In how many places a barrier could be put or left out, of whatever level.
    pub points: usize,
}

impl KernelRepair {
    /// Whether the kernel is free of races and divergence in the text that comes out, and not before.
    pub fn mends(&self) -> bool {
        self.by_others || matches!(self.outcome, Outcome::Repaired(_))
    }
}

/// A file.
pub struct FileRepair {
    /// The file as it is.
    pub before: FileRun,
    /// Its kernels, as far as there was something to decide, in the order of the text.
    pub kernels: Vec<KernelRepair>,
    /// The text with all repairs, if there are any, and its provenance. It is given out only if
    /// [`FileRepair::text`].
    pub patched: Option<Applied>,
    /// The patched text, read and checked again.
    pub after: Option<FileRun>,
    /// Why the patched text is not given out, though there is one.
    pub rejected: Option<String>,
    /// The text with atomic operations where barriers do not help, and with all repairs. It is the patched
    /// text if that was asked for.
    pub atomics: Option<Atomics>,
}

impl FileRepair {
    /// The patched text, if it is proved to be right.
    pub fn text(&self) -> Option<&str> {
        match &self.rejected {
            Some(_) => None,
            None => self.patched.as_ref().map(|applied| applied.text.as_str()),
        }
    }

    /// The text that counts, read and checked: the patched one if it is given out.
    pub fn last(&self) -> &FileRun {
        match (&self.after, self.text()) {
            (Some(after), Some(_)) => after,
            _ => &self.before,
        }
    }
}

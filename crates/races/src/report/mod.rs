//! What is said of a kernel.

pub mod codes;
pub(crate) mod messages;

use crate::accesses::{Kind, Meets, Reason, Who};
use crate::check::{Long, Once};
use crate::overflow::Arithmetic;
use crate::questions::abstraction::{Abstraction, Cell};
use kernel_graph::{ArrayId, BlockId, Inlined, Place};
use num_bigint::BigInt;
use std::collections::{BTreeMap, BTreeSet};

/// Why the solver gave no answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoAnswer {
    /// It met a limit, of which the words say more.
    Limit(String),
    /// It failed, or could not be asked; in which way.
    Absent(String),
}

/// Why a kernel is unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lack {
    /// An address that may point anywhere is accessed.
    Address,
    /// A call by an address that is not known.
    Call,
    /// A function without a body gets an address of shared or global memory.
    External(String),
    /// A function calls itself.
    Recursion,
    /// A loop with several entries.
    Irreducible,
    /// Asynchronous copies.
    AsyncCopy,
    /// Lanes of a warp make an access for a thread that is not ordered with one of the thread itself.
    Lanes,
    /// An instruction of a warp needs all lanes, and warps of the block may lack some.
    PartialWarps,
    /// An annotation without a rule, of those that speak of two threads or of accesses.
    TwoThreadAnnotation,
    /// A postcondition.
    Postcondition,
    /// The kernel has too many statements once calls are inlined and loops taken apart.
    TooLarge,
    /// The solver gave no answer to a question.
    Solver(NoAnswer),
    /// The solver gives values with which something is wrong, but only where operations stand for any others, and
    /// nothing confirms them.
    Unconfirmed,
    /// No launch was found in which all threads come that are meant to take part in an exchange.
    Absent,
    /// Something is wrong where signed arithmetic overflows, and may be wrong where it does not.
    Overflow,
    /// No launch was found in which all that is taken to fit does, for all threads.
    NoLaunch,
    /// So much is wrong that not all of it was looked for.
    ManyFindings,
    /// Only so many iterations of its loops were looked at.
    Iterations(u32),
    /// What the options give of the kernel does not fit it; in which way.
    Given(&'static str),
}

/// A kernel, or a part of it, that is not decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// Why.
    pub lack: Lack,
    /// Where.
    pub place: Place,
}

impl Unsupported {
    /// For a reason, at a place.
    pub fn new(lack: Lack, place: Place) -> Unsupported {
        Unsupported { lack, place }
    }
}

/// One of the threads of a counterexample.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ThreadIds {
    /// Its number in the block, by dimension.
    pub thread: [u32; 3],
    /// Its block's number in the grid, by dimension.
    pub block: [u32; 3],
}

/// One access of a race.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Racing {
    /// Which kind.
    pub kind: Kind,
    /// Where.
    pub place: Place,
    /// How many bytes, if that is a constant.
    pub bytes: Option<u64>,
    /// The first byte in the counterexample.
    pub offset: Option<BigInt>,
    /// The statement that makes it, in [`crate::inlined`]: its block, and its number there.
    pub stmt: (BlockId, usize),
    /// The numbers of the iterations around it in the counterexample, outermost first; none where the
    /// counterexample does not say.
    pub iterations: Vec<Option<BigInt>>,
    /// Whether it is an asynchronous copy of the thread, which goes on until the thread waits for it.
    pub copied: bool,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "a kernel has few findings")]
pub enum Fault {
    /// Two threads access the same bytes and nothing orders them.
    Race {
        /// The array.
        array: ArrayId,
        /// The first thread's access.
        first: Racing,
        /// The second's.
        second: Racing,
        /// Whether both are in one block.
        same_block: bool,
        /// Whether the counterexample has them in different iterations of a loop around both.
        across: bool,
    },
    /// Some threads come to a point where all must meet, and others do not.
    Divergence {
        /// The point.
        what: Meets,
        /// Whose threads must meet.
        who: Who,
    },
    /// Something that must hold may not.
    Broken(Reason),
}

/// A finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What.
    pub fault: Fault,
    /// Where; of a race the place of the first access.
    pub place: Place,
    /// The threads of the counterexample; one, if only one takes part.
    pub threads: Vec<ThreadIds>,
    /// Parameters and open sizes in the counterexample.
    pub values: Vec<(String, BigInt)>,
    /// What took part that is not known, so that no execution may show it.
    pub abstractions: Vec<Abstraction>,
    /// What lay in memory in the counterexample, as far as it matters.
    pub cells: Vec<Cell>,
    /// Whether it goes away if signed arithmetic is taken not to overflow.
    pub only_by_overflow: bool,
}

/// What is taken for granted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Assumption {
    /// Pointers of different parameters, and those in one parameter, point to different memory, and to no
    /// variable of the program.
    NoAliasing,
    /// The arithmetic of addresses does not wrap.
    Addresses,
    /// Accesses to these arrays, by their names, stay within them, for their sizes are not known.
    Lengths(Vec<String>),
    /// Accesses stay within their arrays, for nobody asks whether they do.
    Bounds,
    /// The grid has at most [`crate::MOST_IN_GRID`] threads in each dimension.
    GlobalSize,
    /// OpenCL's global numbers count from 0: the launch gives no offset.
    GlobalOffset,
    /// A block has at most so many threads in a dimension.
    BlockSize(u32),
    /// Signed arithmetic does not overflow.
    NoSignedOverflow,
    /// The operations of the statement at this place, by their signs, do not overflow: each thread
    /// that executes them has a result that fits. C leaves undefined what is done else, or has it wrap
    /// though the program does not mean it to.
    Fits(Place, Arithmetic, Vec<&'static str>),
    /// The threads of a warp of so many run in lockstep.
    LockStep(u32),
    /// A function without a body, of this name, writes nothing but what its arguments point to, and
    /// waits for nobody.
    External(String),
    /// A specification (`__spec_…`), of this name: its precondition is proved where it is called; what it
    /// promises, and that it accesses nothing but what it names, is believed.
    Specification(String),
    /// The operands of the expression at this place are evaluated from left to right, and of an
    /// assignment the right side first; the language leaves that open, and it matters.
    Order(Place),
    /// The plain load at this place, which starts an update by compare-and-exchange, returns a value that the word has
    /// had.
    Guess(Place),
    /// All threads that are meant come together to the operation of a warp, tile or sub-group at this place.
    Gathering(Place),
    /// The user says so, at this place.
    User(Place),
}

/// What of memory a kernel touches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Touched {
    /// The arrays, and whether they are written.
    pub arrays: BTreeMap<ArrayId, bool>,
    /// Those of them that are read; atomic operations read and write.
    pub read: BTreeSet<ArrayId>,
    /// Whether addresses in different arrays were compared.
    pub compared: bool,
}

/// The answer for one kernel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The kernel's name.
    pub kernel: String,
    /// What is wrong, in program order.
    pub findings: Vec<Finding>,
    /// What is not decided. The kernel is free of races and divergence only if this is empty, too.
    pub undecided: Vec<Unsupported>,
    /// Candidates of the user's that were taken for invariants and are not shown. With any the rest says nothing.
    pub dropped: BTreeSet<Place>,
    /// What was taken for granted.
    pub assumptions: Vec<Assumption>,
    /// Calls that were inlined, for the places.
    pub inlined: Vec<Inlined>,
    /// What may be wrong: of [`Assumption::Gathering`], [`Lack::Unconfirmed`] and [`Lack::Absent`], with the values that the
    /// solver gives. Each is wrong if an execution shows it.
    pub suspected: Vec<Finding>,
    /// How many questions were asked.
    pub questions: usize,
    /// How many resource units of the solver they took, as far as there were some left.
    pub units: u64,
    /// Candidate invariants of the kernel's loops.
    pub inferred: Vec<Inferred>,
    /// What it touches, as far as it was looked at.
    pub touched: Touched,
    /// Lengths that are enough, of those that were asked about.
    pub long: Vec<Long>,
    /// Arrays of which each element up to a length is written once, or under which clauses that may be.
    pub once: Vec<Once>,
    /// Why no two threads race, for each array, if it is verified and that was asked.
    pub apart: Vec<Apart>,
}

/// Whose names are used for what a thread knows of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// CUDA's: `threadIdx.x`.
    Cuda,
    /// OpenCL's: `get_local_id(0)`.
    OpenCl,
}

/// Why no two threads race on an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Apart {
    /// The array.
    pub array: ArrayId,
    /// The reasons, each with the number of pairs of accesses for which it is the reason.
    pub reasons: Vec<(Why, usize)>,
    /// With how many answers the solver took part.
    pub questions: usize,
}

/// Why two accesses do not race; the most telling reasons are the least.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// No thread writes the array.
    ReadOnly,
    /// Different threads touch different places.
    Index {
        /// The index, where both accesses are one.
        index: Option<String>,
        /// The widths by which the proof takes indices apart.
        radices: Vec<String>,
    },
    /// Synchronization orders the accesses.
    Barriers,
    /// No two threads make the accesses.
    Guard,
    /// Both are atomic operations on the same bytes.
    Atomic,
    /// Place, order and values together, by algebra.
    Several,
    /// There is one thread in a block, or one block.
    Alone {
        /// Whether threads of one block are meant.
        same_block: bool,
    },
    /// The solver says so.
    Solver,
}

/// The candidate invariants of a loop, each by the name of its family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inferred {
    /// Where the loop begins.
    pub place: Place,
    /// Those that were tried.
    pub tried: Vec<&'static str>,
    /// Those that hold.
    pub kept: Vec<&'static str>,
}

/// The verdict for one kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Nothing is wrong.
    Verified,
    /// Something is wrong.
    Wrong,
    /// Not decided.
    Unknown,
}

impl Report {
    /// The verdict.
    pub fn status(&self) -> Status {
        let decided = self.undecided.is_empty() && self.dropped.is_empty();
        match (self.findings.is_empty(), decided) {
            (false, _) => Status::Wrong,
            (true, false) => Status::Unknown,
            (true, true) => Status::Verified,
        }
    }
}

//! How a run ends.

use crate::undefined::Undefined;
use crate::value::Value;
use kernel_graph::{ArrayId, BlockId, Function, FunctionId, Module, Place, Stmt};

/// A statement of a module; behind the last of a block it is the block's end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Site {
    /// The function, as in [`FunctionId`].
    pub function: u32,
    /// The block, as in [`BlockId`].
    pub block: u32,
    /// The statement's number in the block.
    pub stmt: u32,
}

impl Site {
    /// The function that the statement is of.
    pub fn function(self, module: &Module) -> Option<&Function> {
        module.functions.get(FunctionId(self.function).0 as usize)
    }

    /// The statement, unless it is a block's end.
    pub fn stmt(self, module: &Module) -> Option<&Stmt> {
        let block = self.function(module)?.block(BlockId(self.block))?;
        block.stmts.get(self.stmt as usize)
    }

    /// Where it stands in the source.
    pub fn place(self, module: &Module) -> Place {
        let block = self
            .function(module)
            .and_then(|function| function.block(BlockId(self.block)));
        let place = block.map(|block| match block.stmts.get(self.stmt as usize) {
            Some(stmt) => stmt.place,
            None => block.end_place,
        });
        place.unwrap_or_default()
    }
}

/// For whom an operation is atomic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Among {
    /// For some threads of a block.
    Few,
    /// For the threads of a block.
    Block,
    /// For all threads.
    All,
}

impl Among {
    /// Whether it is atomic for all threads of a block.
    pub fn in_block(self) -> bool {
        self != Among::Few
    }

    /// Whether it is atomic for all threads.
    pub fn everywhere(self) -> bool {
        self == Among::All
    }
}

/// Kinds of accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A load.
    Read,
    /// A store.
    Write,
    /// An atomic operation.
    Atomic(Among),
}

/// A thread, by its numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ThreadName {
    /// Its number in the block, by dimension.
    pub thread: [u32; 3],
    /// Its block's number in the grid, by dimension.
    pub block: [u32; 3],
}

/// One access of a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Racing {
    /// The thread; none for an asynchronous copy that a block makes.
    pub who: Option<ThreadName>,
    /// Which kind.
    pub kind: Kind,
    /// Where.
    pub site: Site,
    /// The first byte in the array, and how many.
    pub unit: (i64, u32),
}

/// What a thread did, as a run notes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noted {
    /// The thread.
    pub who: ThreadName,
    /// The statement.
    pub site: Site,
    /// What.
    pub what: Deed,
}

/// What others may see of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// It accesses memory that others see.
    Access {
        /// How.
        kind: Kind,
        /// The array.
        array: ArrayId,
        /// The first byte in it.
        offset: i64,
        /// How many bytes.
        bytes: u32,
    },
    /// It goes on from a barrier.
    Barrier,
    /// A claim holds for it.
    Claim,
}

/// A race, as far as a run may be told to look for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clash {
    /// The array.
    pub array: ArrayId,
    /// How it is accessed, first by the earlier access in this run.
    pub kinds: [Kind; 2],
    /// Where.
    pub sites: [Site; 2],
    /// Whether threads of one block do.
    pub same_block: bool,
}

/// Which races a run looks for.
pub type Sought<'a> = dyn Fn(&Clash) -> bool + Sync + 'a;

/// Who must meet at a barrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Threads of a warp or tile; whether it is a barrier of all of a warp. That threads come to others, and to
    /// shuffles and votes, the race checker may take for granted.
    Warp(bool),
    /// The threads of a block.
    Block,
    /// All threads.
    Grid,
}

/// What goes wrong.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// Two threads access the same byte, one writes, and nothing orders them.
    Race {
        /// The array.
        array: ArrayId,
        /// The earlier access in this run.
        first: Racing,
        /// The later one.
        second: Racing,
        /// A byte of both, in the array.
        byte: i64,
    },
    /// A thread waits where another, of those that must meet, does not come.
    Divergence {
        /// Who must meet.
        group: Group,
        /// The other thread.
        other: ThreadName,
        /// Where that one waits; none if it has ended.
        elsewhere: Option<Site>,
    },
    /// An access outside of an array.
    OutOfBounds {
        /// The array.
        array: ArrayId,
        /// The first byte.
        offset: i64,
        /// How many.
        bytes: u64,
        /// How many the array has.
        extent: u64,
        /// Whether the program says how many, not the one who started the run.
        declared: bool,
    },
    /// A null pointer is followed.
    Null,
    /// Constant memory is written.
    ConstantWrite(ArrayId),
    /// What the program asserts does not hold.
    Assertion,
    /// A division by zero.
    Division,
}

impl Fault {
    /// In one word, for tables.
    pub fn word(&self) -> &'static str {
        match self {
            Fault::Race { .. } => "race",
            Fault::Divergence { .. } => "divergence",
            Fault::OutOfBounds { .. } => "bounds",
            Fault::Null => "null",
            Fault::ConstantWrite(_) => "constant",
            Fault::Assertion => "assertion",
            Fault::Division => "division",
        }
    }
}

/// Why a run ended before its end.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    /// Something is wrong.
    Fault(Fault),
    /// What the program assumes does not hold, so nothing is promised.
    Outside(&'static str),
    /// There is no rule.
    Unsupported(String),
    /// Too many steps.
    Limit,
    /// The program ends itself (`__trap`).
    Trap,
}

/// Something odd that is no fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Warning {
    /// Shared memory is read before it is written; there it stands.
    Uninitialized(ArrayId, Site),
    /// An annotation that speaks of two threads or of accesses was not evaluated.
    NotEvaluated(Site),
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Why it ended early; none if all threads came to their ends.
    pub stop: Option<Stopped>,
    /// Oddities, in order.
    pub warnings: Vec<Warning>,
    /// Whether values took part that were chosen at random where the graph leaves them open.
    pub arbitrary: bool,
    /// What arithmetic did that the program's language leaves undefined; the run went on with what the
    /// machine does.
    pub undefined: Undefined,
    /// Statements that were executed.
    pub steps: u64,
    /// Arrays that all threads see, with the bytes that were written.
    pub arrays: Vec<Written>,
}

/// Where and for whom a run stopped.
#[derive(Clone, Debug, PartialEq)]
pub struct Stopped {
    /// Why.
    pub why: Stop,
    /// The statement.
    pub site: Site,
    /// The calls around it, outermost first.
    pub calls: Vec<Site>,
    /// The thread.
    pub thread: ThreadName,
}

/// A scalar in memory that was written.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    /// Its byte offset.
    pub offset: i64,
    /// Its value.
    pub value: Value,
    /// Its type.
    pub scalar: kernel_graph::Scalar,
    /// Who wrote it last; none for an asynchronous copy.
    pub by: Option<ThreadName>,
    /// Where.
    pub site: Option<Site>,
}

/// What was written to an array.
#[derive(Clone, Debug, PartialEq)]
pub struct Written {
    /// The array.
    pub array: ArrayId,
    /// Scalars that were written, by offset.
    pub elements: Vec<Element>,
}

impl Outcome {
    /// In one word, for tables.
    pub fn word(&self) -> &'static str {
        match self.stop.as_ref().map(|stop| &stop.why) {
            None => "done",
            Some(Stop::Fault(fault)) => fault.word(),
            Some(Stop::Outside(_)) => "outside",
            Some(Stop::Unsupported(_)) => "unsupported",
            Some(Stop::Limit) => "limit",
            Some(Stop::Trap) => "trap",
        }
    }

    /// What is wrong, if something is.
    pub fn fault(&self) -> Option<&Fault> {
        match self.stop.as_ref().map(|stop| &stop.why) {
            Some(Stop::Fault(fault)) => Some(fault),
            _ => None,
        }
    }
}

//! What a launch leaves in memory, or why that is not known.

use crate::term::TermId;
use kernel_graph::{InlinedId, Place};
use std::collections::BTreeMap;

/// A thread, by its numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThreadName {
    /// Its number in the block, by dimension.
    pub thread: [u32; 3],
    /// Its block's number in the grid, by dimension.
    pub block: [u32; 3],
}

/// Why nothing is said of a launch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// There is no rule for it; in a few words, what.
    NoRule(String),
    /// An address depends on contents or on a parameter that is not given.
    Address,
    /// What decides here depends on contents or on a parameter that is not given: the number of iterations, a function that
    /// is called, the number of bytes.
    Decision(&'static str),
    /// Threads meet at a point to which they come or not as contents decide.
    MeetingInBranch,
    /// Threads do not all come to where they must meet.
    Meeting,
    /// Two accesses to the array of this name are not ordered.
    Unordered(String),
    /// An access outside of the array of this name.
    Bounds(String),
    /// A value that nobody gave decides.
    Unset,
    /// What the language leaves undefined, in a few words.
    Undefined(&'static str),
    /// The program ends itself.
    Trap,
    /// Too many steps, terms or threads; which.
    TooLarge(&'static str),
}

/// Why nothing is said of a launch, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Why.
    pub why: Why,
    /// The statement.
    pub place: Place,
    /// The call of the statement's function that was inlined, if it was.
    pub inlined: Option<InlinedId>,
    /// The thread.
    pub thread: ThreadName,
}

/// A piece of an array that was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// Its value at the end.
    pub value: TermId,
}

/// What became of an array.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Array {
    /// Bytes of a piece.
    pub grain: u32,
    /// The pieces that were written, by their numbers from the array's start.
    pub written: BTreeMap<i64, Written>,
    /// The first byte that was accessed, and that behind the last.
    pub touched: Option<(i64, i64)>,
    /// The same of what is accessed whatever memory contains.
    pub surely: Option<(i64, i64)>,
}

/// What a launch leaves in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Final {
    /// The arrays that outlive the launch and were accessed, by their keys.
    pub arrays: BTreeMap<u32, Array>,
    /// Whether an address was taken not to be null.
    pub non_null: bool,
    /// Statements that were executed.
    pub steps: u64,
}

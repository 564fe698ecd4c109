//! What a launch leaves in memory, or why that is not known.

use crate::term::TermId;
use kernel_graph::{InlinedId, Place};
use std::collections::{BTreeMap, BTreeSet};

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
    /// The first byte that is accessed whatever memory contains, and that behind the last.
    pub surely: Option<(i64, i64)>,
    /// What is accessed as contents decide.
    pub perhaps: BTreeSet<Perhaps>,
}

/// Bytes that are accessed as contents decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Perhaps {
    /// The first of them.
    pub at: At,
    /// How many they are.
    pub bytes: u32,
    /// The condition under which they are accessed.
    pub when: TermId,
}

/// A byte of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum At {
    /// This one.
    Byte(i64),
    /// The one whose number is a term's value.
    Term(TermId),
}

/// What a launch leaves in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Final {
    /// The arrays that outlive the launch and were accessed, by their keys.
    pub arrays: BTreeMap<u32, Array>,
    /// Whether an address was taken not to be null.
    pub non_null: bool,
    /// Whether indices that contents decide were taken not to overflow.
    pub wide_indices: bool,
    /// Statements that were executed.
    pub steps: u64,
}

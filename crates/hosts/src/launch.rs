//! Launches as data.

use crate::fact::Fact;
use crate::number::{Number, Symbol};
use crate::value::{AllocationId, Why};
use clang::place::Place as Source;
use clang::tree::FunctionId;

/// From where the function is called that was begun with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Entry {
    /// It is `main`.
    Main,
    /// It may be called from anywhere, also from other files: its parameters have any values.
    Elsewhere,
}

/// A launch of a kernel in host code, on one way from a function that is begun with.
#[derive(Clone, Debug, PartialEq)]
pub struct Launch {
    /// Where it is.
    pub place: Source,
    /// Where the kernel's name is.
    pub callee: Source,
    /// The kernel with namespaces and template arguments; empty if it is not known.
    pub kernel: String,
    /// The same in the tree.
    pub function: Option<FunctionId>,
    /// How execution begins.
    pub entry: Entry,
    /// The function that execution begins with, if this file calls it, and follows each of its calls: only another file
    /// could reach the launch in this way.
    pub called_here: Option<String>,
    /// The calls on the way, outermost first.
    pub calls: Vec<Source>,
    /// What it passes, or why that is not known.
    pub passed: Result<Passed, Why>,
}

/// What a launch passes.
#[derive(Clone, Debug, PartialEq)]
pub struct Passed {
    /// Blocks of the grid.
    pub grid: [Number; 3],
    /// Threads of a block.
    pub block: [Number; 3],
    /// Dynamic shared memory, in bytes.
    pub shared: Number,
    /// The arguments with the names of the parameters.
    pub arguments: Vec<(String, Argument)>,
    /// What holds where the launch is reached.
    pub facts: Vec<Fact>,
}

/// An argument.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    /// An integer, as the kernel gets it.
    Integer(Number),
    /// A pointer.
    Pointer {
        /// Where it points to.
        target: Target,
        /// So many bytes behind the beginning of the target.
        offset: Number,
        /// The bytes of an element.
        element: Option<u64>,
    },
    /// An object with its members.
    Record(Vec<(String, Argument)>),
    /// It is not known.
    Unknown(Why),
}

/// Where a pointer points to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// Nowhere.
    Null,
    /// Memory that is allocated before the launch and not given back.
    Allocation(AllocationId),
    /// Memory that is allocated before the launch, and may have been given back.
    Freed(AllocationId),
    /// Somewhere; the same wherever the symbol is the same.
    Unknown(Symbol),
    /// Memory of the host.
    Host,
}

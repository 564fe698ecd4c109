//! Sorts, and the operations of the data theories: the words that the intermediate language
//! and the solver's terms have in common.
//!
//! It has no terms and knows no solver, so that what executes a program (the oracle) can use the
//! intermediate language without linking one.

mod data_sort;
mod sort;

pub use data_sort::{DataSort, data_sort, sort_of_name};
pub use sort::{Sort, Symbol};

/// An operation of a data theory.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DataOp {
    /// Such as `seq.len`.
    pub name: &'static str,
    /// The sorts the theory is instantiated at, such as the element sort.
    pub sorts: Vec<Sort>,
}

/// The string literal without operands; its text is the name of the operation's only sort.
pub const TEXT: &str = "str.literal";

/// The operations that give the members of a tuple, in order; there are no longer tuples.
pub const TUPLE_PARTS: [&str; 12] = [
    "tuple.0", "tuple.1", "tuple.2", "tuple.3", "tuple.4", "tuple.5", "tuple.6", "tuple.7",
    "tuple.8", "tuple.9", "tuple.10", "tuple.11",
];

//! Sorts, symbols and the operations of the data theories: the words that the intermediate language
//! and the solver's terms have in common.
//!
//! It has no terms and knows no solver, so that what executes a program (the oracle) can use the
//! intermediate language without linking one.
//!
//! | file | holds |
//! |---|---|
//! | `sort.rs` | sorts |
//! | `symbol.rs` | function symbols and constants, by what they stand for |
//! | `op.rs` | the operations of the data theories: the table of names and sorts |
//! | `shape.rs` | what sorts an operation takes and yields |

#![warn(clippy::wildcard_enum_match_arm)]

mod op;
mod shape;
mod sort;
mod symbol;

pub use op::{DataOp, TUPLE_MEMBERS, Theory};
pub use sort::Sort;
pub use symbol::{FunctionRole, StandIn, Symbol, SymbolKind};

use std::hash::{Hash, Hasher};

/// A hash that is the same in every run, for what must not depend on names.
pub fn digest(what: impl Hash) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    what.hash(&mut hasher);
    hasher.finish()
}

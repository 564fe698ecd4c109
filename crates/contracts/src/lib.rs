//! Contracts of kernels as data: what a launch must satisfy for the kernel's verdict to hold.
//!
//! A [`Contract`] is a list of [`Clause`]s, all of which must hold. A clause is about a launch: the sizes of block and grid,
//! the arguments, the arrays that they point to. It never names a thread. Its numbers are unbounded integers, so that
//! nothing in it overflows: `gridDim.x * 16 <= width` means what it says for every `width`, which the same expression in C
//! does not.
//!
//! The printed text of a clause is the reference: what is shown to the user is read back ([`Clause::parse`]), and this is
//! what the kernel is checked with. For every clause that is well-formed (see [`Clause::AnyOf`]) and within the limits of
//! [`Clause::parse`], the text is read back as the same clause; for the others that are within them, as one that holds of
//! the same launches.
//!
//! A value may be unknown, so a clause holds, does not hold, or is not decided ([`Clause::eval`]). A comparison whose
//! numbers divide by zero **does not hold, whichever comparison it is**: neither `n / k == 1` nor `n / k != 1` holds of
//! `k == 0`.
//!
//! | file | holds |
//! |---|---|
//! | `name.rs` | what a clause may speak of: sizes, arguments, lengths |
//! | `number.rs` | expressions over them |
//! | `clause.rs` | clauses and contracts |
//! | `print.rs` | their text |
//! | `parse.rs` | the grammar of that text |
//! | `parse/words.rs` | its names and functions |
//! | `parse/lexical.rs` | its literals and signs, the limits, and what errors say |
//! | `eval.rs` | values of expressions and clauses |
//! | `pointers.rs` | values of clauses about pointers |
//! | `follows.rs` | whether a clause follows from others, as far as their texts show |

#![warn(clippy::wildcard_enum_match_arm)]

mod clause;
mod eval;
mod follows;
mod name;
mod number;
mod parse;
mod pointers;
mod print;

pub use clause::{Clause, Contract, Kind, Relation};
pub use follows::follows;
pub use name::{Argument, Axis, Name, Size, Value};
pub use number::Number;
pub use parse::ClauseError;

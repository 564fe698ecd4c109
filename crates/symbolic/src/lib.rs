//! Executes kernel graphs ([`kernel_graph`]) with symbolic contents of memory: numbers of threads and blocks, sizes and
//! whatever decides are known, what lies in memory and other parameters is not. What a launch leaves in memory is then a
//! term for each element, and two launches leave the same if their terms are the same, or have the same normal form.
//!
//! It knows no files and no words; what it has no rule for ends it without an answer.
//!
//! | file | holds |
//! |---|---|
//! | `term.rs`, `build.rs` | terms, each shape once; how they are made |
//! | `arith.rs`, `float.rs`, `names.rs` | known bits; names of functions |
//! | `launch.rs`, `outcome.rs` | what is executed, and what comes of it |
//! | `chain.rs` | launches one after the other |
//! | `machine.rs`, `thread.rs` | threads, one after the other |
//! | `step.rs`, `eval.rs` | one statement of one thread; values of expressions |
//! | `fork.rs`, `cases.rs` | branches on what is not known; where threads meet in them |
//! | `memory.rs`, `access.rs` | cells of memory, loads and stores |
//! | `pointer.rs`, `values.rs` | addresses that contents decide; which values a term may have |
//! | `shadow.rs` | which accesses are ordered |
//! | `meet.rs`, `atomic.rs` | barriers and exchanges; atomic operations |
//! | `every/` | launches of all sizes |
//! | `normal/` | normal forms |
//! | `compare.rs` | what two launches leave |
//! | `show.rs` | terms as texts |

#![warn(clippy::wildcard_enum_match_arm)]

mod access;
pub mod arith;
mod atomic;
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "a term that no rule makes simpler stays as it is"
)]
mod build;
mod cases;
mod chain;
mod compare;
mod eval;
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "a term of another form has no rule"
)]
mod every;
pub mod float;
mod fork;
mod launch;
mod machine;
mod meet;
mod memory;
mod names;
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "a term without a law stays as it is"
)]
mod normal;
mod outcome;
mod pointer;
mod shadow;
#[allow(clippy::wildcard_enum_match_arm, reason = "it decides nothing")]
mod show;
mod step;
mod term;
mod thread;
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "a term without a rule may have any value"
)]
mod values;

pub use chain::in_order;
pub use compare::{Compared, Pair, compare};
pub use every::{Family, Multiple, Same, family, same};
pub use launch::{Argument, Launch, Left, Shared};
pub use machine::{MOST_THREADS, run};
pub use memory::grain;
pub use normal::{Law, Level, Sources, exactly, sources};
pub use outcome::{Array, At, Final, Perhaps, Refused, ThreadName, Why, Written};
pub use pointer::conjuncts;
pub use show::{Named, show};
pub use term::{Arena, Float, Leaf, Marks, NameId, Node, Op, TermId};

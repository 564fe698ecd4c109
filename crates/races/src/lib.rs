//! Data races, barrier divergence and bounds of GPU kernels.
//!
//! One thread is executed symbolically, once, on the kernel graph ([`ir::kernel`]); the second
//! thread is a renaming of it. Each access is summarized by its condition, its bytes, and how many
//! barriers the thread has passed before it. Two accesses of threads of one block are unordered only
//! if these counts are equal: barriers are shown to be reached by all threads of a block or none, in
//! the same order. So two iterations of a loop, or the two sides of its back edge, are compared by
//! one rule, and no invariant about two threads is needed.
//!
//! | file | holds |
//! |---|---|
//! | `check.rs` | from a kernel to its report: the questions |
//! | `exec.rs`, `eval.rs`, `memory.rs` | symbolic execution: blocks, expressions, loads and stores |
//! | `loops.rs` | one iteration for all: closed forms, shared functions of the iteration |
//! | `invariant.rs` | families of candidate invariants |
//! | `path.rs`, `state.rs`, `value.rs` | what is known at a point |
//! | `annotation.rs`, `claim.rs` | what annotations say, also of accesses and of a second thread |
//! | `pending.rs`, `pairs.rs` | questions about those |
//! | `access.rs` | the summary |
//! | `event.rs`, `copies.rs` | events of asynchronous copies, and what such copies race with |
//! | `counter.rs` | atomic counters |
//! | `settled.rs` | loads that see what lay in memory at the last barrier |
//! | `symbols.rs` | symbols, among which threads they vary, the second thread |
//! | `sizes.rs` | sizes of a launch, the thread's numbers |
//! | `inline.rs`, `contracts.rs`, `expand.rs` | calls, postconditions and invariants of all loops, and annotations as whole expressions |
//! | `ask.rs`, `ints.rs`, `bits.rs`, `align.rs` | questions: as integers, as bit-vectors |
//! | `warp.rs` | threads of a warp in lock-step |
//! | `report.rs`, `words.rs`, `codes.rs` | the answer, in words, and its codes |

mod access;
mod align;
mod annotation;
mod ask;
mod bits;
mod check;
mod claim;
pub mod codes;
mod contracts;
mod copies;
mod counter;
mod eval;
mod event;
mod exec;
mod expand;
mod inline;
mod ints;
mod invariant;
mod loops;
mod memory;
mod pairs;
mod path;
mod pending;
mod report;
mod settled;
mod sizes;
mod state;
mod symbols;
mod value;
mod warp;
mod words;

pub use access::{Among, Kind, Meets, Reason, Who};
pub use check::{Options, check};
pub use report::{
    Assumption, Fault, Finding, Lack, Racing, Report, Status, ThreadIds, Unsupported,
};
pub use sizes::{MOST_THREADS, Size, Sizes};

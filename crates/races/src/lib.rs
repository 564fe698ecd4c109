//! Data races, barrier divergence and bounds of GPU kernels.
//!
//! One thread is executed symbolically, once, on the kernel graph ([`kernel_graph`]); the second
//! thread is a renaming of it. Each access is summarized by its condition, its bytes, and how many
//! barriers the thread has passed before it. Two accesses of threads of one block are unordered only
//! if these counts are equal: barriers are shown to be reached by all threads of a block or none, in
//! the same order. So two iterations of a loop, or the two sides of its back edge, are compared by
//! one rule, and no invariant about two threads is needed.
//!
//! | file | holds |
//! |---|---|
//! | `check.rs`, `check/` | from a kernel to its report: the questions about obligations, divergence and races |
//! | `exec.rs`, `exec/`, `eval.rs`, `memory.rs` | symbolic execution: blocks, statements, barriers, expressions, loads and stores |
//! | `loops.rs`, `loops/` | one iteration for all: closed forms, shared functions of the iteration, candidate invariants |
//! | `sequence.rs`, `cycle.rs`, `choice.rs`, `unroll.rs` | loops that run a known number of times, periodic numbers, addresses that a loop moves, first iterations alone |
//! | `invariant.rs`, `houdini.rs` | families of candidate invariants, and which of them hold |
//! | `path.rs`, `state.rs`, `value.rs`, `private.rs` | what is known at a point, also of private memory |
//! | `way.rs` | the path of a thread through the loops around a point |
//! | `annotation.rs`, `claim.rs` | what annotations say, also of accesses and of a second thread |
//! | `pending.rs`, `pairs.rs` | questions about those |
//! | `access.rs` | the summary |
//! | `sensible.rs` | whether what is taken to fit is so for all threads of some launch |
//! | `pinned.rs` | launches of which sizes and parameters are known |
//! | `passed.rs` | which barrier was passed last, for where their number has no closed form |
//! | `event.rs`, `copies.rs` | events of asynchronous copies, and what such copies race with |
//! | `counter.rs` | atomic counters |
//! | `settled.rs` | loads that see what lay in memory at the last barrier |
//! | `rewritten.rs` | reads of what the thread has itself written, where equal writes are tolerated |
//! | `view.rs`, `observe.rs`, `permission.rs` | what annotations read of memory |
//! | `barriers.rs` | barrier invariants |
//! | `gatherings.rs` | threads of a warp that exchange values |
//! | `symbols.rs` | symbols, among which threads they vary, the second thread |
//! | `margins.rs` | which signed sums follow to fit from others |
//! | `overflow.rs`, `relevant.rs`, `control.rs` | signed operations that are taken not to overflow; which of them matter, and which locals decide anything |
//! | `sizes.rs`, `relation.rs` | sizes of a launch, the thread's numbers; what launches say of sizes and parameters together |
//! | `premises.rs` | what a launch satisfies: clauses of a contract as facts |
//! | `inline.rs`, `contracts.rs`, `expand.rs` | calls, postconditions and invariants of all loops, and annotations as whole expressions |
//! | `functions.rs`, `dispatch.rs` | addresses of functions, and calls by them |
//! | `axioms.rs`, `boogie.rs` | axioms about uninterpreted functions, and how files write them |
//! | `specification.rs` | functions that are known by annotations alone |
//! | `ask.rs`, `memo.rs`, `ints.rs`, `bits.rs`, `align.rs` | questions: as integers, as bit-vectors; answers that are kept within a run |
//! | `cases.rs`, `ways.rs` | case splits; many questions asked together |
//! | `contents.rs` | contents of memory in launches that are tried |
//! | `smaller.rs` | counterexamples with small numbers |
//! | `rows.rs`, `fitting.rs` | positions in rows of known width |
//! | `floats.rs` | operations on floats whose operands are known |
//! | `abstraction.rs` | what took part in a counterexample that is not known, and what lay in memory |
//! | `watched.rs`, `alike.rs` | many accesses of one array at once |
//! | `warp.rs` | threads of a warp in lock-step |
//! | `report.rs`, `words.rs`, `codes.rs` | the answer, in words, and its codes |

#![warn(clippy::wildcard_enum_match_arm)]

mod abstraction;
mod access;
mod align;
mod alike;
mod annotation;
mod ask;
mod axioms;
mod barriers;
mod bits;
mod boogie;
mod cases;
mod check;
mod choice;
mod claim;
pub mod codes;
mod contents;
mod contracts;
mod control;
mod copies;
mod counter;
mod cycle;
mod dispatch;
mod eval;
mod event;
mod exec;
mod expand;
mod fitting;
mod floats;
mod functions;
mod gatherings;
mod houdini;
mod inline;
mod ints;
mod invariant;
mod loops;
mod margins;
mod memo;
mod memory;
mod observe;
mod overflow;
mod pairs;
mod passed;
mod path;
mod pending;
mod permission;
mod pinned;
mod premises;
mod private;
mod relation;
mod relevant;
mod report;
mod rewritten;
mod rows;
mod sensible;
mod sequence;
mod settled;
mod sizes;
mod smaller;
mod specification;
mod state;
mod symbols;
mod unroll;
mod value;
mod view;
mod warp;
mod watched;
mod way;
mod ways;
mod words;

pub use abstraction::{Abstraction, Cell};
pub use access::{Among, Kind, Meets, Reason, Who};
pub use boogie::{Axiom, axioms};
pub use check::{Options, check};
pub use inline::inline as inlined;
pub use overflow::{Arithmetic, Overflow};
pub use pinned::with_arguments;
pub use relation::{Launched, Quantity};
pub use report::{
    Assumption, Fault, Finding, Inferred, Lack, Racing, Report, Status, ThreadIds, Touched,
    Unsupported,
};
pub use sizes::{MOST_IN_GRID, MOST_THREADS, Size, Sizes};

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    /// The table of this file names each module, and no other.
    #[test]
    fn the_table_of_modules_is_complete() {
        let text = include_str!("lib.rs");
        let rows = text.lines().filter(|line| line.starts_with("//! |"));
        let cells = rows.filter_map(|row| row.split('|').nth(1));
        let words = cells.flat_map(|cell| cell.split('`'));
        let named: BTreeSet<&str> = words.filter_map(|word| word.strip_suffix(".rs")).collect();
        let lines = text.lines().map(|line| line.trim_start_matches("pub "));
        let modules = lines.filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';'));
        assert_eq!(named, modules.collect());
    }
}

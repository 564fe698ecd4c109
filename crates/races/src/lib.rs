//! Data races, barrier divergence and bounds of GPU kernels.
//!
//! One thread is executed symbolically, once, on the kernel graph ([`kernel_graph`]); the second
//! thread is a renaming of it. Each access is summarized by its condition, its bytes, and how many
//! barriers the thread has passed before it. Two accesses of threads of one block are unordered only
//! if these counts are equal: barriers are shown to be reached by all threads of a block or none, in
//! the same order. So two iterations of a loop, or the two sides of its back edge, are compared by
//! one rule, and no invariant about two threads is needed.
//!
//! | file | decides |
//! |---|---|
//! | `check/mod.rs` | from a kernel to its report |
//! | `check/assumptions.rs` | what a verdict on a kernel assumes |
//! | `check/attempts.rs` | the meanings of signed arithmetic that a kernel is checked with, one after the other |
//! | `check/core.rs` | what of a condition is about an index |
//! | `check/covers.rs` | whether each element of an array is written once |
//! | `check/decide.rs` | one check: execution until no more is learnt of memory, then the questions |
//! | `check/divergence.rs` | two threads, and whether both come to a barrier |
//! | `check/explain.rs` | why no two threads race, for a reader |
//! | `check/index_names.rs` | what an index is made of, by the names of clauses |
//! | `check/lengths.rs` | how long arrays have to be |
//! | `check/options.rs` | what is checked of a kernel, and how |
//! | `check/prepared.rs` | a kernel made ready to be executed |
//! | `check/races.rs` | whether two accesses race |
//! | `check/slice.rs` | parts of a kernel that decide nothing, left out |
//! | `check/work.rs` | what the questions about one kernel share, obligations, and what is noted of answers |
//! | `execution/mod.rs` | symbolic execution of one thread |
//! | `execution/barrier.rs` | barriers, and the other convergence points |
//! | `execution/blocks.rs` | blocks and terminators, and the join of states |
//! | `execution/eval.rs` | expressions |
//! | `execution/loop_path.rs` | the path of a thread through the loops around a point |
//! | `execution/path.rs` | what the thread decided on its path to a point, and what is known there |
//! | `execution/record.rs` | what is recorded: accesses, their bounds, and obligations |
//! | `execution/state.rs` | what is known of the thread at a point |
//! | `execution/stmt.rs` | statements, and calls of functions without a body |
//! | `execution/symbols.rs` | symbols, among which threads they vary, the second thread |
//! | `execution/value.rs` | values of locals and of private memory |
//! | `loops/mod.rs` | one iteration for all |
//! | `loops/before.rs` | what the last execution of a loop came to |
//! | `loops/candidates.rs` | candidate invariants of a loop |
//! | `loops/cycle.rs` | periodic numbers |
//! | `loops/guess.rs` | closed forms and shared functions of the iteration |
//! | `loops/houdini.rs` | which candidate invariants hold |
//! | `loops/invariant.rs` | families of candidate invariants |
//! | `loops/known_length.rs` | which loops that run a known number of times are taken apart |
//! | `loops/own_copies.rs` | what a loop does with copies that a thread begins by itself |
//! | `loops/passed.rs` | which barrier was passed last at the start of an iteration |
//! | `loops/plan.rs` | what is assumed of a loop while its iterations are compared |
//! | `loops/revise.rs` | what was guessed of a loop, compared with what an iteration did |
//! | `loops/sequence.rs` | loops that run a known number of times |
//! | `loops/unroll.rs` | first iterations alone |
//! | `memory/mod.rs` | loads and stores |
//! | `memory/barrier_stable.rs` | loads that see what lay in memory at the last barrier |
//! | `memory/contents.rs` | contents of memory in launches that are tried |
//! | `memory/may_alias.rs` | addresses that a loop moves between arrays |
//! | `memory/private.rs` | private memory |
//! | `memory/rewritten.rs` | reads of what the thread has itself written, where equal writes are tolerated |
//! | `memory/view.rs` | what a thread sees of memory that others may write |
//! | `accesses/mod.rs` | the summary of a kernel: its accesses, and what is unordered by kind and scope |
//! | `accesses/copies.rs` | what asynchronous copies race with |
//! | `accesses/counter.rs` | atomic counters |
//! | `accesses/event.rs` | events of asynchronous copies |
//! | `accesses/grouping.rs` | accesses that differ in one literal, asked about as one |
//! | `accesses/own_copies.rs` | copies that a thread begins by itself, and groups of them |
//! | `accesses/lanes.rs` | accesses that lanes of a warp make for each other |
//! | `accesses/representative.rs` | many accesses of one array, seen from one byte and one interval |
//! | `barriers/mod.rs` | barrier invariants |
//! | `barriers/convergence.rs` | threads of a warp that exchange values |
//! | `barriers/last_barrier.rs` | which barrier was passed last, where their number has no closed form |
//! | `barriers/warp.rs` | threads of a warp in lock-step |
//! | `integers/mod.rs` | machine integers as integers |
//! | `integers/align.rs` | multiples, and places apart from each other |
//! | `integers/apart.rs` | quotients and remainders of numbers in two parts |
//! | `integers/bits.rs` | integers as bit-vectors |
//! | `integers/bitwise.rs` | bitwise operators of two unknown numbers |
//! | `integers/contradictions.rs` | tests: what the algebra refutes has no solution |
//! | `integers/division.rs` | quotients and remainders |
//! | `integers/exact.rs` | divisions that leave nothing |
//! | `integers/fields.rs` | bitwise operators with a literal |
//! | `integers/fitting.rs` | sums and products that are assumed to fit in their type |
//! | `integers/floats.rs` | operations on floats whose operands are known |
//! | `integers/literal_cases.rs` | bit operations on numbers that are one of several literals |
//! | `integers/nested.rs` | quotients by products |
//! | `integers/ranges.rs` | bounds of sums whose parts depend on each other |
//! | `integers/rows.rs` | positions in rows of known width |
//! | `integers/tests.rs` | tests of the translation |
//! | `overflow/mod.rs` | signed operations that are assumed not to overflow |
//! | `overflow/control.rs` | which locals decide anything |
//! | `overflow/extents.rs` | unsigned numbers of blocks that are not meant to wrap |
//! | `overflow/feasibility.rs` | whether what is assumed is so for all threads of some launch |
//! | `overflow/margins.rs` | which sums fit because others do |
//! | `overflow/relevant.rs` | which operations matter |
//! | `launch/mod.rs` | sizes of a launch, and the thread's coordinates |
//! | `launch/bounded_instances.rs` | launches of which sizes and parameters are known |
//! | `launch/premises.rs` | clauses of a contract as facts |
//! | `launch/said.rs` | what clauses say of the contents of arrays |
//! | `questions/mod.rs` | questions to the algebra and the solver, as integers and as bit-vectors |
//! | `questions/abstraction.rs` | what took part in a counterexample that is not known |
//! | `questions/batch.rs` | many questions asked together |
//! | `questions/cases.rs` | case splits |
//! | `questions/memo.rs` | answers that are kept within a run |
//! | `questions/sample.rs` | values that make formulas true, found by trying a few |
//! | `questions/smaller.rs` | counterexamples with small numbers |
//! | `annotations/mod.rs` | what annotations say |
//! | `annotations/axioms.rs` | axioms about uninterpreted functions |
//! | `annotations/boogie.rs` | how files write axioms |
//! | `annotations/claim.rs` | what annotations say of accesses and of a second thread |
//! | `annotations/contracts.rs` | postconditions, and invariants of all loops |
//! | `annotations/expand.rs` | annotations as whole expressions |
//! | `annotations/observe.rs` | what annotations read of memory that others may write |
//! | `annotations/pairs.rs` | questions about assertions that speak of accesses or of a second thread |
//! | `annotations/pending.rs` | which accesses an assertion speaks of |
//! | `annotations/permission.rs` | whether annotations may read memory |
//! | `annotations/specification.rs` | functions that are known by annotations alone |
//! | `calls/mod.rs` | calls: by body, by address, by specification |
//! | `calls/dispatch.rs` | calls by the address of a function |
//! | `calls/function_address.rs` | addresses of functions as values |
//! | `calls/inline.rs` | calls, inlined |
//! | `report/mod.rs` | what is reported of a kernel |
//! | `report/codes.rs` | its codes |
//! | `report/messages.rs` | codes and sentences for findings and for what is unknown |
//!
//! # Ideas
//!
//! **Paths, not predicates** (`execution/path.rs`). A path is a list of decisions and facts. Decisions say why a
//! thread is here; facts hold of every thread that came this far. That a thread does not reach a point negates
//! decisions only.
//!
//! **Intervals are counts** (`accesses`, `check/races.rs`). Each access has the number of barriers that the thread
//! has passed, as a term; shared and global memory have counts of their own. If a count has no closed form, the
//! last barrier and its iterations are compared (`barriers/last_barrier.rs`). So the interval around a loop's back
//! edge needs no rule.
//!
//! **Loops** (`loops`). The body is executed from an arbitrary iteration `k`. What it assigns is a closed form, a
//! sequence of known values (`loops/sequence.rs`), a periodic value (`loops/cycle.rs`), or a function of `k`, which
//! threads share if induction proves that they agree. Candidate invariants are about one thread, and are assumed
//! only after a proof.
//!
//! **Algebra before the solver** (`questions`). A question is translated to integers and first searched for a
//! contradiction by polynomials, with a certificate that is checked (crate `algebra`). Then the solver gets it as
//! integers, and as bit-vectors where that fails (`integers`). Values are exact: an integer congruent to the
//! machine's, reduced where an operation needs the value, so there are no obligations about overflow. Products with
//! `1 << s` or a power of two are split into cases (`questions/cases.rs`).
//!
//! **Few questions, one budget** (`questions/memo.rs`, `accesses/representative.rs`, `accesses/grouping.rs`).
//! Answers are kept while a kernel is checked. Similar accesses are asked about as one; a question that stands for
//! several is weaker than each, so only its proof is used. All questions about a kernel share resource units and
//! never a clock; a cached answer counts what it took when it was asked.
//!
//! **Signed overflow** (`overflow`, `check/attempts.rs`). The kernel is checked with wrapping arithmetic. If
//! findings vanish without overflow, it is checked again where only the operations that reach an address or a
//! branch, and whose operands a launch or memory gives, are assumed to fit. Each is listed, and the verdict counts
//! only if a launch is found in which all of them fit for all threads (`overflow/feasibility.rs`). Unsigned
//! operations that the program does not mean to wrap are marked during lowering and treated alike.
//!
//! **Small launches find faults** (`launch/bounded_instances.rs`). Where a check meets its limit, three small
//! launches are checked: few threads, small values, four iterations. A fault in one is a fault of the kernel.
//! Nothing is verified by one.
//!
//! **A finding needs a confirmed model** (`check/work.rs`). A model counts only if our own evaluator confirms it,
//! without a value that stands for any function. Otherwise the kernel is unknown, and the caller executes it.
//!
//! **Convergence** (`barriers/convergence.rs`). That all threads reach a barrier is proved. For a shuffle, a vote
//! or a `__syncwarp` with a mask it is proved or listed.
//!
//! **Annotations** (`annotations`). A pending access is a Boolean that implies one of the thread's recorded
//! accesses. A value of a second thread equals the renamed one if that thread is at the point in the same
//! iterations. What an annotation reads of memory is a view: the thread's last write since the barrier, or what was
//! there at the barrier (`memory/view.rs`).
//!
//! **Tried and not kept**: conditions of host code around a launch, read from tokens. Hostile programs led it
//! astray twice; launches decide nothing now (crate `hosts`).

#![warn(clippy::wildcard_enum_match_arm)]

mod accesses;
mod annotations;
mod barriers;
mod calls;
mod check;
mod execution;
mod integers;
mod launch;
mod loops;
mod memory;
mod overflow;
mod questions;
mod report;

pub use accesses::{Among, Kind, Meets, Reason, Who};
pub use annotations::boogie::{Axiom, axioms};
pub use calls::inline::inline as inlined;
pub use check::{
    Contents, Covers, Lengths, Long, Looks, Once, Options, Proposed, Witness, check, covers,
    lengths,
};
pub use launch::bounded_instances::with_arguments;
pub use launch::{MOST_IN_GRID, MOST_THREADS, Size, Sizes};
pub use overflow::{Arithmetic, Overflow};
pub use questions::abstraction::{Abstraction, Cell};
pub use questions::memo::together;
pub use report::codes;
pub use report::{
    Apart, Assumption, Dialect, Fault, Finding, Inferred, Lack, NoAnswer, Racing, Report, Status,
    ThreadIds, Touched, Unsupported, Why,
};

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs::read_dir;
    use std::path::Path;

    /// The table of this file names each file of each folder, and no other.
    #[test]
    fn the_table_of_files_is_complete() -> std::io::Result<()> {
        let text = include_str!("lib.rs");
        let rows = text.lines().filter_map(|line| line.strip_prefix("//! | `"));
        let named: BTreeSet<String> = rows
            .filter_map(|row| Some(row.split_once('`')?.0.to_string()))
            .collect();
        let mut files = BTreeSet::new();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        for folder in read_dir(source)? {
            let folder = folder?;
            if folder.file_type()?.is_dir() {
                for file in read_dir(folder.path())? {
                    let names = [folder.file_name(), file?.file_name()];
                    files.insert(
                        names
                            .map(|name| name.to_string_lossy().into_owned())
                            .join("/"),
                    );
                }
            }
        }
        assert_eq!(named, files);
        Ok(())
    }
}

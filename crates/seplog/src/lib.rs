//! Symbolic execution of the core: walks each body once, with total heaps and permissions beside
//! them, and collects what must be shown.
//!
//! What comes from outside is in `engine::Surroundings`, what is known of the declaration in
//! `engine::declaration::Declaration`, what is known at an expression or statement in
//! `engine::context`; rules take these, the state, and nothing else, and return results. What they
//! find goes to `engine::findings::Findings`.
//!
//! **Architecture invariant**: no rule leaves something in a field for a later one to read.
//! **Architecture invariant**: messages are made in `report::messages`; rules say what is wrong as data.
//!
//! Names follow the literature: a contract is *produced* (inhaled) and *consumed*
//! (exhaled).
//!
//! | file | decides |
//! |---|---|
//! | `engine/mod.rs` | the engine at one declaration, and what its rules share |
//! | `engine/context.rs` | what is known at an expression or a statement, beside the state |
//! | `engine/declaration.rs` | what is known of the declaration from its beginning on |
//! | `engine/findings.rs` | what a walk collects: obligations, gaps, probes |
//! | `engine/settings.rs` | what the caller of a check decides |
//! | `engine/symbols.rs` | fresh symbols, and what defines them |
//! | `state/mod.rs` | facts, locals, total heaps, chunks of permission |
//! | `state/disjoint_arrays.rs` | which arrays share no cell, and so have maps of their own |
//! | `state/full_permission.rs` | that no location has more than the full permission |
//! | `state/havoc.rs` | which locations lose their value when permission is exhaled |
//! | `state/instance_cells.rs` | which cells that a held instance hides keep their value |
//! | `state/join.rs` | one state where control flow meets |
//! | `state/reference.rs` | terms for `null`, lengths, rows of a fixed matrix |
//! | `state/values.rs` | reading and writing the maps of the heap |
//! | `eval/mod.rs` | the term of an expression, and what each kind needs |
//! | `eval/access.rs` | null, bounds and permission of a read |
//! | `eval/application.rs` | preconditions and values of applied functions |
//! | `eval/comprehension.rs` | sets by comprehension |
//! | `eval/range_fold.rs` | sums and products over ranges |
//! | `eval/typing.rs` | what a type says of its values |
//! | `exec/mod.rs` | the rule of each statement |
//! | `exec/allocate.rs` | new objects and arrays |
//! | `exec/assign.rs` | assignments and stores |
//! | `exec/call.rs` | calls of methods |
//! | `exec/loop_cut.rs` | loops, cut at their heads |
//! | `exec/loop_frame.rs` | what a loop cannot change of what its invariant takes |
//! | `exec/par.rs` | parallel blocks, and the proof of a barrier |
//! | `exec/predicate.rs` | `fold`, `unfold`, `unfolding` |
//! | `exec/thread.rs` | locks, threads that are forked and joined |
//! | `exec/wand.rs` | how a magic wand is packaged |
//! | `contract/mod.rs` | what is inhaled and exhaled, and where a body establishes it |
//! | `contract/consume.rs` | what an assertion gives up (exhale) |
//! | `contract/method.rs` | that a body establishes its postcondition; that contracts are well defined |
//! | `contract/produce.rs` | what an assertion gives (inhale) |
//! | `quantified/mod.rs` | a permission over bound variables as a chunk over places; injectivity |
//! | `quantified/bounds.rs` | which bounds on variables a guard states |
//! | `quantified/count.rs` | how many values a variable takes that the place does not mention |
//! | `quantified/digit.rs` | where a digit of a mixed-radix number begins |
//! | `quantified/inverse.rs` | inverses of index maps in closed form |
//! | `quantified/rows.rs` | which row of a matrix an array is |
//! | `quantified/window.rs` | variables that a guard leaves one value |
//! | `function/mod.rs` | obligations of a pure function |
//! | `function/axioms.rs` | what may be assumed of the functions and of the user's axioms |
//! | `function/call_graph.rs` | which functions rest on which |
//! | `function/descent.rs` | recursion within an unfolding |
//! | `function/footprint.rs` | which maps a function is applied to |
//! | `function/framing.rs` | when two applications on different heaps are equal |
//! | `function/measure.rs` | what a measure is, and when one is smaller |
//! | `function/measure_candidates.rs` | which measures are tried |
//! | `function/prepare.rs` | which equations and postconditions become axioms |
//! | `function/reach.rs` | which cells of its arrays a function may read |
//! | `function/recursion.rs` | what is known of the recursion around an expression |
//! | `function/symbol.rs` | the symbols of a function |
//! | `function/termination.rs` | which measure a recursion decreases |
//! | `question/mod.rs` | goals taken apart; which definitions a question gets |
//! | `question/ask.rs` | questions that are answered on the way |
//! | `question/background.rs` | axioms of every question |
//! | `question/incomplete.rs` | whether a model of a question can be a refutation |
//! | `question/premises.rs` | which premises a long question is asked with first |
//! | `question/trigger_sets.rs` | which sets of terms can serve as triggers |
//! | `question/triggers.rs` | triggers of every quantified fact |
//! | `obligation/mod.rs` | what an obligation is |
//! | `obligation/batch.rs` | which obligations are asked as one question |
//! | `obligation/claimants.rs` | which threads claim a location |
//! | `obligation/counterexample.rs` | what a model is asked for |
//! | `obligation/generate.rs` | what is shown, and what may be assumed afterwards |
//! | `obligation/probe.rs` | places that a state should reach |
//! | `obligation/prove.rs` | the outcome of each obligation |
//! | `obligation/vacuity.rs` | what holds only because facts contradict each other |
//! | `report/mod.rs` | outcomes of obligations, methods, programs |
//! | `report/failure.rs` | what is wrong, as data |
//! | `report/messages.rs` | the texts of failures, gaps and warnings |
//! | `verify.rs` | the order in which declarations are executed and answered |
//!
//! # Ideas
//!
//! **Total heaps, signed permissions** (`state`). A heap has one map per field, one per element sort, and one for
//! each array that provably shares no cell with the others. Permissions are a sum of chunks; a chunk is an amount
//! as a term over its location, so a quantified permission needs no quantifier. An exhale adds the negated chunk,
//! and equal chunks cancel before the solver sees them.
//!
//! **Havoc on exhale** (`state/havoc.rs`). A location keeps its value where the remaining permission is positive.
//! It is havocked when its permission is lost, so an inhale needs no havoc. At a thread's start every location
//! outside of its precondition is havocked. A thread that gains no permission later never sees another cell, so it
//! keeps the block's heap (`exec/loop_frame.rs`).
//!
//! **Inverse functions in closed form** (`quantified/inverse.rs`). An index map that is a mixed-radix sum, possibly
//! modulo `n`, has a computed inverse. It is used where the guard says that it is one or after a proof. Otherwise
//! the inverse is an uninterpreted function. Injectivity is an obligation where the permission is written. A
//! variable that only a guard `k * n <= i && i < (k + 1) * n` mentions is replaced by the quotient
//! (`quantified/window.rs`). Rows of a matrix have numbers, by an auxiliary function that is known where the rows
//! are proved to differ (`quantified/rows.rs`).
//!
//! **Triggers are explicit** (`question/triggers.rs`). Every universal fact has triggers, and a variant over the
//! inverse if its index is not a bare variable. With more than 300 facts a question is asked with the first ones,
//! the last ones, and definitions near them; only a proof counts (`question/premises.rs`). Up to sixteen
//! obligations are asked as one conjunction, where no axiom is trusted (`obligation/batch.rs`).
//!
//! **Functions** (`function`). Equations and postconditions are assumed only for functions whose recursion is
//! proved well-founded, and only where the measure decreases. Each application is unfolded once, by a second,
//! limited symbol. A function that reads the heap is applied to the maps of its footprint, and two applications are
//! equal if these agree where its precondition gives permission (`function/framing.rs`).
//!
//! **Sums, comprehensions and new references.** A sum becomes a map and a comprehension a set, with one symbol for
//! equal definitions, so that two occurrences agree without a proof. A new reference differs from locals and from
//! values of cells with permission; other cells may be assigned it before they are inhaled.
//!
//! **Joins, not forks** (`state/join.rs`). Branches meet in one state: facts under the branch condition, `ite` for
//! values, conditional chunks. Jumps are states that arrive at a label.
//!
//! **Wands** (`exec/wand.rs`) are packaged in a state of their own, with an arbitrary heap for the left side. What
//! the proof exhales and does not have is moved from the outer state.
//!
//! **Proofs first, then counterexamples** (`obligation/prove.rs`). A counterexample must satisfy every premise,
//! also those that proofs do without (`question/incomplete.rs`). Where a question leaves out something on purpose,
//! a model is a candidate and no refutation. It names the threads that claim a location
//! (`obligation/claimants.rs`).
//!
//! **Vacuity** (`obligation/vacuity.rs`). At places that some state should reach the solver is asked cheaply
//! whether `false` follows. A proof is a warning, no answer is none.

#![warn(clippy::wildcard_enum_match_arm)]

mod contract;
mod engine;
mod eval;
mod exec;
mod function;
mod obligation;
mod quantified;
mod question;
pub mod report;
mod state;
mod verify;

pub use engine::settings::{Observer, Settings, Silent};
pub use verify::verify;

#[cfg(test)]
#[test]
fn the_table_names_every_file() {
    trials::files_in_table(env!("CARGO_MANIFEST_DIR"));
}

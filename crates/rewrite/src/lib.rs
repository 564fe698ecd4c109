//! The optimization steps on the text of CUDA and OpenCL kernels: unroll, merge, prefetch, linearize, tile, fuse.
//!
//! 1. **Where a step lives.** What is asked, its flag, directive, switches and codes stay in `transforms`, one folder a step
//!    (`About`, `Arguments`); the rewrite of kernel text is here, a folder of the same name, over clang's tree. The two trees
//!    have no common trait: a rewrite of PVL is about invariants and permissions, one of C about scopes, macros and overflow.
//! 2. **A rewrite is a set of edits** (`text::edit`): every other byte stays, copies are copies of the text with its comments
//!    and macros, and each line knows its rule. What a macro brings is not rewritten (`A009`).
//! 3. **What must hold is asserted** (`rewriting.rs`): the text with `__assert(…)` is given to the race checker, under the
//!    contract that the kernel had. So the condition of a step is shown for all launches of the contract.
//! 4. **The result is not trusted** (`check.rs`): it is read again; `races` shows it, under the contract that it had or a
//!    stronger one, which is said; `equal` shows that it computes the same in given sizes, or in small ones that are tried.
//! 5. **Nothing else is given out** (`model.rs`): [`FileRewrite::result`] is none unless all of that holds.
//! 6. Kernels of the file that the step is not about must have the graphs that they had: a text can depend on its own lines.
//!
//! | file | decides |
//! |---|---|
//! | `run.rs` | a file's way: directives, then steps, each proved before the next |
//! | `directives.rs` | comments that ask for a step |
//! | `opened.rs` | a file as it was read |
//! | `sites.rs`, `meant.rs` | the loops of a file, and which one a step means |
//! | `loops/` | a loop as its text has it |
//! | `rewriting.rs` | what a step makes of a file |
//! | `launches/` | launches in the host code of a file |
//! | `unroll/`, `merge/`, `prefetch/`, `linearize/`, `tile/`, `fuse/` | the steps |
//! | `plan.rs` | what steps could do in a file |
//! | `check.rs`, `compare.rs` | the text after a step: races, contracts, equality |
//! | `model.rs` | what is known of a file, and what may be given out |
//! | `words.rs`, `subject.rs` | what is reported of a file |

mod check;
mod compare;
mod directives;
mod fuse;
mod launches;
mod linearize;
mod loops;
mod meant;
mod merge;
pub mod model;
mod opened;
mod plan;
mod prefetch;
mod rewriting;
mod run;
mod sites;
mod subject;
mod tile;
mod unroll;
pub mod words;

pub use compare::Launches;
pub use directives::has_directives;
pub use model::FileRewrite;
pub use plan::{Planned, plan};
pub use rewriting::STEPS;
pub use run::{Request, file};

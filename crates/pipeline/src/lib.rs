//! One program from its text to its result, without a command line: what is read of it, what is
//! proved of it, and the steps that rewrite it.
//!
//! | file | decides |
//! |---|---|
//! | `front.rs`, `foreign.rs` | what is read of a program |
//! | `check.rs` | a program is lowered and its proofs are sought |
//! | `run.rs` | directives and steps, each result read and verified again |
//! | `prover.rs` | how a transformation's question is answered |
//! | `recursion.rs` | what is shown for partial correctness only |
//! | `layout.rs` | the canonical layout |
//! | `pool.rs`, `watch.rs` | the solver's workers, and who watches them |
//! | `advice/` | what would help where a proof fails |
//! | `reported/` | what is reported of a program |

pub mod advice;
pub mod check;
mod foreign;
pub mod front;
pub mod layout;
pub mod pool;
mod prover;
pub mod recursion;
pub mod reported;
pub mod run;
pub mod watch;

pub use prover::prover;

/// The stack that work on a program needs: programs may be nested deeply, and every descent over
/// them is recursive.
pub const STACK: usize = 512 << 20;

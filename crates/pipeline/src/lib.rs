//! One program from its text to its result, without a command line: what is read of it, what is
//! proved of it, and the steps that rewrite it.

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

/// The stack that work on a program needs: programs may be nested deeply, and every descent over
/// them is recursive.
pub const STACK: usize = 512 << 20;

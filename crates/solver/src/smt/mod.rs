//! The solver, behind a process boundary.
//!
//! A [`SolveRequest`] is SMT-LIB text with options and limits. A [`SolverPool`] hands it to a worker: the
//! program [`find::WORKER`] beside this one, made of the crate `solver-worker`, which alone links Z3. So
//! this program starts, and says what is missing, where there is no Z3. What comes back is a
//! [`SolveReply`]. Whatever goes wrong on the way (a script that Z3 does not take, a worker
//! that crashes, hangs or runs out of memory) is a [`SolverAnswer::Unknown`] with a fault, and never a
//! verdict: an [`SolverAnswer::Unsat`] was said by Z3 about every assertion the client counted.
//!
//! | file | holds |
//! |---|---|
//! | `protocol.rs` | what travels between the pool and a worker |
//! | `options.rs` | the solver options of a request, if it names no others |
//! | `find.rs` | where the worker is, and the library that it needs |
//! | `memory.rs` | what was answered before |
//! | `pool.rs` | the processes, seen from the client |

pub mod find;
mod memory;
mod options;
mod pool;
mod protocol;

pub use options::recommended_options;
pub use pool::{Identity, NoSolver, PoolConfig, SolverPool};
pub use protocol::{
    Hello, PROTOCOL, SolveReply, SolveRequest, SolverAnswer, UnknownCause, WORKER_ARGUMENT,
    WireReply, WireRequest,
};

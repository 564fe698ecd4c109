//! The solver, behind a process boundary: the only module that knows Z3.
//!
//! A [`SolveRequest`] is SMT-LIB text with options and limits. A [`SolverPool`] hands it to a worker,
//! which is this same program started with [`WORKER_ARGUMENT`] and running [`worker::run`]. What comes
//! back is a [`SolveReply`]. Whatever goes wrong on the way (a script that Z3 does not take, a worker
//! that crashes, hangs or runs out of memory) is a [`SolverAnswer::Unknown`] with a fault, and never a
//! verdict: an [`SolverAnswer::Unsat`] was said by Z3 about every assertion the client counted.
//!
//! | file | holds |
//! |---|---|
//! | `protocol.rs` | what travels between the pool and a worker |
//! | `options.rs` | the solver options a request may set |
//! | `script.rs` | the commands of a script, found without Z3 |
//! | `worker.rs` | the worker process |
//! | `watch.rs` | its limit of processor time |
//! | `pool.rs` | the processes, seen from the client |
//! | `version.rs` | which Z3 this is and where |

mod options;
mod pool;
mod protocol;
mod script;
mod version;
mod watch;
pub mod worker;

pub use options::{OptionError, known_options, recommended_options};
pub use pool::{PoolConfig, SolverPool};
pub use protocol::{SolveReply, SolveRequest, SolverAnswer, UnknownCause, WORKER_ARGUMENT};
pub use version::{LEAST_Z3_VERSION, UnsuitableZ3, check_z3_version, z3_library_path, z3_version};

//! The process that asks Z3, and the only place that links it.
//!
//! It is a crate, and a program, of its own so that nothing else needs the library to start: where there
//! is none, only this program fails, and the one that started it says what is missing.
//!
//! | file | holds |
//! |---|---|
//! | `worker.rs` | requests from standard input, Z3's answers to standard output |
//! | `options.rs` | the solver options a request may set |
//! | `script.rs` | the commands of a script, found without Z3 |
//! | `watch.rs` | the limit of processor time |
//! | `version.rs` | which Z3 this is and where |

#![warn(clippy::wildcard_enum_match_arm)]

mod options;
mod script;
mod version;
mod watch;
mod worker;

pub use options::{OptionError, known_options};
pub use version::{LEAST_Z3_VERSION, UnsuitableZ3, check_z3_version, z3_library_path, z3_version};
pub use worker::run;

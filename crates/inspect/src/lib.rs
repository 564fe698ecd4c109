//! From CUDA and OpenCL files to answers about their kernels, without a command line.
//!
//! [`files`] reads files, chooses kernels and sizes, has each kernel checked, and resolves what comes
//! back to places, names and words of the program. What is said of it, and in which form, is made from
//! that data.
//!
//! | file | holds |
//! |---|---|
//! | `run.rs` | a file's way: read, lower, check |
//! | `run/` | settings; what options and axioms make of a program (`restate.rs`), functions by their contracts (`functions.rs`); one kernel's check; what it has found, with places and names; a file that is read through the one that includes it (`includer.rs`); launches held against its contract (`held.rs`): memory that is too short, cooperative launches; Python files |
//! | `decide.rs` | with which sizes and arguments a kernel is checked |
//! | `contract/` | what launches have to satisfy for a kernel to be verified |
//! | `emit/` | contracts as programs that hold launches against them |
//! | `parameters.rs` | what a kernel is passed |
//! | `explained.rs` | why no two threads race, in a sentence for each array |
//! | `named.rs` | where a kernel's text names its arrays |
//! | `accept/` | findings that are accepted, by comments and by `alpinist.toml`, and what else is found then |
//! | `written.rs`, `in_body.rs` | contracts that are written before kernels, or at their start |
//! | `sizes.rs`, `launched.rs` | sizes as they are written, and which are taken; what launches say of sizes and parameters together |
//! | `one_memory.rs` | launches that pass one memory for several parameters, or may do so |
//! | `graphs.rs` | a file's graphs with its launches, for whoever executes them in another way; its typed trees |
//! | `open.rs` | a file's graphs with points for barriers, for repair |
//! | `sample.rs` | a small launch that is executed |
//! | `smallest.rs` | the smallest launch that shows a finding |
//! | `trial.rs` | whether an execution shows a finding |
//! | `drawn.rs` | the accesses around a race, as an execution makes them |
//! | `model.rs` | the data of a run |
//! | `assumed.rs` | what is taken for granted, by kinds |
//! | `undefinable.rs` | operations that have no meaning for some operands |
//! | `place.rs` | places: file, line, column, macro, chain of calls |
//! | `memory.rs` | bytes of an array as the programmer names them |
//! | `hint.rs` | which sizes would decide a kernel that is not decided |
//! | `safe.rs` | which sizes would make a kernel safe in which something is found |
//! | `grouped.rs` | which findings are told as one |
//! | `words.rs` | sentences on findings and assumptions |
//! | `subject.rs` with `text.rs`, `json.rs`, `messages.rs` | what is reported of a file |
//! | `published.rs` | what GPUVerify says |
//! | `execute/` | a kernel's way to an execution, and what is said of it |

pub mod accept;
pub mod assumed;
mod contract;
mod decide;
pub mod drawn;
pub mod emit;
pub mod execute;
mod explained;
mod graphs;
pub mod grouped;
mod hint;
mod in_body;
mod json;
mod launched;
pub mod memory;
pub mod messages;
pub mod model;
mod named;
mod one_memory;
mod open;
mod parameters;
pub mod place;
pub mod published;
mod run;
mod safe;
mod sample;
pub mod sizes;
mod smallest;
mod subject;
pub mod text;
mod trial;
pub mod undefinable;
pub mod watch;
pub mod words;
mod written;

pub use contracts::{Clause, Number, follows};
pub use graphs::{Graphs, Kernel as GraphKernel, KnownLaunch, graphs, host_trees, trees};
pub use open::{OpenKernel, Opened, open, strings};
pub use run::{
    Annotations, Checks, Contracts, Form, Input, Settings, all, files, form_of, is_meant,
    of_reading, usual_effort,
};
pub use trial::Trial;

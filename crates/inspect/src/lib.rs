//! From CUDA and OpenCL files to answers about their kernels, without a command line.
//!
//! [`files`] reads files, chooses kernels and sizes, has each kernel checked, and resolves what comes
//! back to places, names and words of the program. What is said of it, and in which form, is made from
//! that data.
//!
//! | file | holds |
//! |---|---|
//! | `run.rs` | a file's way: read, lower, check |
//! | `sizes.rs` | sizes as they are written, and which are taken |
//! | `model.rs` | the data of a run |
//! | `place.rs` | places: file, line, column, macro, chain of calls |
//! | `memory.rs` | bytes of an array as the programmer names them |
//! | `words.rs` | sentences on findings and assumptions |
//! | `text.rs`, `json.rs`, `junit.rs`, `messages.rs` | reports |
//! | `published.rs` | what GPUVerify says |

pub mod json;
pub mod junit;
pub mod memory;
pub mod messages;
pub mod model;
pub mod place;
pub mod published;
mod run;
pub mod sizes;
pub mod text;
pub mod words;

pub use run::{Checks, Form, Input, Settings, files, form_of, usual_effort};

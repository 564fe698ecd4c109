//! Names and types.

mod types;

pub use types::{Builtin, Profile, Reference, Resolution, Type};

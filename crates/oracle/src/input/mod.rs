//! Inputs: at random, made to satisfy a precondition, or from text.

pub mod random;
mod satisfy;
pub mod written;

//! What is asked of the solver, and its answers.
//!
//! [`term`] has our own terms, [`theory`] what holds of data, [`encode`] makes a question of them
//! and a verdict of the answer, [`smt`] is the only place that knows Z3, [`cache`] what a kept
//! answer is.

#![warn(clippy::wildcard_enum_match_arm)]

pub mod cache;
pub mod encode;
pub mod smt;
pub mod term;
pub mod theory;

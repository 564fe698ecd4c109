//! What is asked of the solver, and its answers.
//!
//! [`term`] has our own terms, [`theory`] what holds of data, [`encode`] makes a question of them
//! and a verdict of the answer, [`smt`] is the only place that knows Z3, [`cache`] what a kept
//! answer is.
//!
//! # Ideas
//!
//! **One question, one text.** Names become numbers before a question is printed (`encode/canonical.rs`), so
//! neither names nor order change an answer. An attempt has a resource limit and a seed from a fixed list
//! (`encode/strategy/steps.rs`).
//!
//! **Only `unsat` is a proof**, from a worker that confirmed every assertion. A model counts as a counterexample if
//! `encode/eval.rs` confirms it.
//!
//! **The cache** keeps proofs and confirmed counterexamples under a hash of the whole question, of how it is asked
//! and of the solver; of auxiliary questions also that there was no proof, unless a clock ended the search. It
//! carries bytes only: the program seals and trusts them (`src/cache`).

#![warn(clippy::wildcard_enum_match_arm)]

pub mod cache;
pub mod encode;
pub mod smt;
pub mod term;
pub mod theory;

//! Symbolic execution of the core: walks each body once, with total heaps and permissions beside
//! them, and collects what must be shown.
//!
//! What comes from outside is in `engine::Surroundings`, what is known of the declaration in
//! `declaration::Declaration`, what is known at an expression or statement in
//! `context::Context` and `context::Scope`; rules take these, the state, and nothing else, and
//! return results. What they find goes to `findings::Findings`.
//!
//! **Architecture invariant**: no rule leaves something in a field for a later one to read.
//! **Architecture invariant**: messages are made in `words`; rules say what is wrong as data.
//!
//! Names follow the literature: a contract is *produced* (inhaled) and *consumed*
//! (exhaled). See checker.md, "State and frame".

#![warn(clippy::wildcard_enum_match_arm)]

mod contract;
mod engine;
mod eval;
mod exec;
mod function;
mod obligation;
mod quantified;
mod question;
pub mod report;
mod state;
mod verify;

pub use engine::settings::{Observer, Settings, Silent};
pub use verify::verify;

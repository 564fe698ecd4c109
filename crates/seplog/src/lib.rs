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

mod access;
mod application;
mod ask;
mod axioms;
mod background;
mod bounds;
mod call;
mod call_graph;
mod claims;
mod comprehension;
mod consume;
mod context;
mod count;
mod counterexample;
mod create;
mod declaration;
mod descent;
mod digit;
mod engine;
mod eval;
mod exec;
pub mod failure;
mod findings;
mod fold;
mod footprint;
mod framing;
mod function;
mod function_axioms;
mod function_symbol;
mod havoc;
mod heap;
mod hidden;
mod index;
mod instance;
mod join;
mod limit;
mod looping;
mod loose;
mod measure;
mod measure_candidates;
mod method;
mod obligation;
mod par;
mod premises;
pub mod probe;
mod produce;
mod prove;
mod quantified;
mod question;
mod reach;
mod recursion;
mod reference;
pub mod report;
mod rows;
mod separate;
mod settings;
mod show;
mod state;
mod store;
mod stores;
mod symbols;
mod termination;
mod thread;
mod together;
mod triggers;
mod typing;
mod vacuity;
mod verify;
mod wand;
mod window;
pub mod words;

pub use settings::{Observer, Settings, Silent};
pub use verify::verify;

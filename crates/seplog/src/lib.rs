//! Symbolic execution of the core: walks each body once, with total heaps and shares
//! beside them, and collects what must be shown.
//!
//! Names follow the literature: a contract is *produced* (inhaled) and *consumed*
//! (exhaled). See checker.md, "State and frame".

mod askers;
mod axioms;
mod background;
mod call;
mod call_graph;
mod comprehension;
mod consume;
mod context;
mod count;
mod create;
mod engine;
mod eval;
mod exec;
mod fold;
mod footprint;
mod framing;
mod function;
mod function_axioms;
mod function_symbol;
mod heap;
mod index;
mod join;
mod measure;
mod measure_candidates;
mod method;
mod near;
mod obligation;
mod par;
mod patterns;
mod produce;
mod prove;
mod question;
mod recursion;
mod reference;
pub mod report;
mod rows;
mod settings;
mod state;
mod termination;
mod typing;
mod unfolding;
mod vacuity;
mod verify;

pub use settings::{Observer, Settings, Silent};
pub use verify::verify;

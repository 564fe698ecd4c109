//! What every transformation is, and what is done around each: steps and the sites they mean,
//! questions to the prover, and the checks that no transformation makes for itself.

pub(crate) mod braces;
pub mod codes;
pub mod contracts;
pub(crate) mod directive;
pub(crate) mod find;
pub(crate) mod input;
pub(crate) mod legacy;
pub(crate) mod meaning;
pub(crate) mod operators;
pub(crate) mod plan;
pub(crate) mod probe;
pub(crate) mod prover;
pub(crate) mod site;
pub(crate) mod step;
pub(crate) mod table;
pub(crate) mod transformation;

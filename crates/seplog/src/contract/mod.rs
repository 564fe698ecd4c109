//! Contracts: what is inhaled and exhaled, and where a body must establish it.

pub(crate) mod consume;
pub(crate) mod method;
pub(crate) mod produce;

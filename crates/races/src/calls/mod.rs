//! Calls: inlined, by the address of a function, or of a function without a body.

pub(crate) mod dispatch;
pub(crate) mod function_address;
pub(crate) mod inline;

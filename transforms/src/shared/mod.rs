//! What several transformations look at and write: loops and their updates, names, labels,
//! copies of a body.

pub mod bounds;
pub(crate) mod continues;
pub mod copies;
pub(crate) mod entry;
pub(crate) mod labels;
pub mod loops;
pub mod names;
pub(crate) mod opposite;
pub(crate) mod required;
pub(crate) mod variable;
pub(crate) mod waiting;

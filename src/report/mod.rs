//! What is said about a run: for people and for programs.

pub mod json;
pub mod obligations;
pub mod reasons;
pub mod summary;
pub mod terminal;
pub mod text;

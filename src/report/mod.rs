//! What is said about a run: for people and for programs.

pub mod github;
pub mod json;
pub mod junit;
pub mod messages;
pub mod obligations;
pub mod reach;
pub mod reasons;
pub mod rewrite;
pub mod sarif;
pub mod summary;
pub mod terminal;
pub mod text;

//! What is said of a run, for people and for programs: the data of a run, the table of all codes,
//! and a file for each output format. Everything here is a string or a value: who writes it, and
//! where, is the program's affair.

pub mod codes;
pub mod difference;
pub mod effort;
pub mod github;
pub mod json;
pub mod junit;
pub mod messages;
pub mod model;
pub mod obligations;
pub mod reach;
pub mod reasons;
pub mod rewrite;
pub mod sarif;
pub mod status;
pub mod summary;
pub mod terminal;
pub mod text;

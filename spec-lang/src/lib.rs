//! The annotated kernel language: text, syntax tree, names and types, printer,
//! edits and diagnostics. Nothing here prints, reads files or knows a solver.

pub mod ast;
pub mod facts;
pub mod format;
pub mod lex;
pub use text::nearest;
pub mod parse;
pub mod print;
pub mod resolve;

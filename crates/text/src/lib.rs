//! Texts: sources, places in them, messages about them, and edits that know where they came from.
//!
//! Nothing here knows a language, prints or reads files.

pub mod code;
pub mod diagnostics;
pub mod edit;
pub mod nearest;
pub mod passing;
pub mod source;
pub mod span;

//! A report: what any run says, and how each format writes it.
//!
//! This crate knows neither programs nor kernels. What a run was about is a [`Subject`]: `pipeline`
//! implements it for a program, `inspect` for a file with kernels, `repair` for a repair. A command puts
//! its subjects into a [`Document`] and calls one function:
//!
//! ```ignore
//! let text = report::render(&document, Format::Sarif);
//! ```
//!
//! | file | holds |
//! |---|---|
//! | `document.rs` | the data of a report: [`Document`], [`Section`], [`Subject`], and what a subject gives |
//! | `messages.rs` | a message with its places in the user's files, and the change that would answer it |
//! | `render/` | [`Format`], [`render()`], and a writer for each format |
//! | `json.rs` | JSON with its members in order |
//! | `terminal.rs` | a message with the source line, underlined |
//! | `difference.rs` | the difference of two texts |
//! | `status.rs` | exit statuses |

pub mod difference;
pub mod document;
pub mod json;
pub mod messages;
pub mod render;
pub mod status;
pub mod terminal;

pub use document::{
    Case, Document, Measured, Outcome, Schema, Section, Shard, Style, Subject, Suite,
};
pub use render::{Format, render};

/// "1 method", "2 methods".
pub fn plural(count: usize, word: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {word}{ending}")
}

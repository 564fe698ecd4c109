//! Texts, what they are read as, and what holds of a launch.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "in tests a panic is a failure"
)]

mod any_text;
mod data;
mod errors;
mod generate;
mod limits;
mod partial;
mod read_back;
mod texts;
mod values;

//! The rules on problems, and against all small values.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "in tests a panic is a failure"
)]

mod attacks;
mod model;
mod mutations;
mod problems;
mod random;
mod read;
mod rules;
mod shapes;

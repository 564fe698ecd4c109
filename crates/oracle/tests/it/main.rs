//! The tests of this crate from outside, in one binary.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;
mod language;
mod refuted;
mod rules;
mod side_by_side;
mod verified;

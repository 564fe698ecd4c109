//! The tests of this crate from outside, in one binary.
#![allow(unreachable_pub, reason = "modules of one test binary")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "what a test says"
)]

mod common;
mod language;
mod rules;
mod side_by_side;

//! The tests of this crate from outside, in one binary.
#![allow(unreachable_pub, reason = "modules of one test binary")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "what a test says"
)]

mod format_comments;
mod grammar;
mod parse_errors;
mod parse_expressions;
mod parse_fuzz;
mod parse_limits;
mod parse_programs;
mod parse_support;
mod print_random;
mod resolve_rules;

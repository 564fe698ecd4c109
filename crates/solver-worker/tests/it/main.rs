//! The tests of this crate from outside, in one binary.
#![allow(unreachable_pub, reason = "modules of one test binary")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "what a test says"
)]

mod bit_vectors;
mod cache;
mod canonical;
mod common;
mod encode_heap;
mod encode_index;
mod encode_lemmas;
mod encode_terms;
mod smt_worker;
mod theory_common;
mod theory_facts;
mod theory_model;

//! The tests of this crate from outside, in one binary.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod bit_vectors;
mod encode_heap;
mod encode_index;
mod encode_lemmas;
mod encode_terms;
mod smt_worker;
mod theory_common;
mod theory_facts;
mod theory_model;

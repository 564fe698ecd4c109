//! The tests of this crate from outside, in one binary.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;
mod fuse;
mod linearize;
mod linearize_fields;
mod meaning;
mod merge;
mod prefetch;
mod refusals;
mod tile;
mod unroll;

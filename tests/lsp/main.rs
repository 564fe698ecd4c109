//! `alpinist lsp`, spoken to as an editor does.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../common/mod.rs"]
mod common;

mod client;
mod editing;
mod life;
mod proofs;

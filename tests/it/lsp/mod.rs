//! `alpinist lsp`, spoken to as an editor does.

mod client;
mod editing;
mod life;
mod proofs;

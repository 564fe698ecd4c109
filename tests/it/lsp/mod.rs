//! `alpinist lsp`, spoken to as an editor does.

mod client;
mod editing;
mod kernels;
mod life;
mod names;
mod proofs;
mod writing;

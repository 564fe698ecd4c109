//! `alpinist lsp`, spoken to as an editor does.

mod client;
mod editing;
mod kernels;
mod kernels_known;
mod life;
mod names;
mod proofs;
mod writing;

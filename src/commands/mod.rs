//! One file a command.

pub mod audit;
pub mod ci;
pub mod emit;
pub mod explain;
pub mod fmt;
pub mod gpuverify;
pub mod lsp;
pub mod plan;
pub mod races;
pub mod review;
pub mod run;
pub mod transform;
pub mod verify;

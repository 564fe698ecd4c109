//! One file a command.

pub mod audit;
pub mod ci;
pub mod contract;
pub mod emit;
pub mod emit_code;
pub mod equal;
pub mod explain;
pub mod fix;
pub mod fmt;
pub mod gpurepair;
pub mod gpuverify;
pub mod lsp;
pub mod plan;
pub mod races;
pub mod repair;
pub mod repair_review;
pub mod review;
pub mod rewrite;
pub mod run;
pub mod run_kernel;
pub mod setup;
pub mod transform;
pub mod verify;

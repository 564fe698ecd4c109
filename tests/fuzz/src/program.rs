// The rooms of the program itself, which is no library: a target includes this file at its root.

#[path = "../../../src/advice/mod.rs"]
mod advice;
#[path = "../../../src/cache.rs"]
mod cache;
#[path = "../../../src/cli.rs"]
mod cli;
#[path = "../../../src/codes/mod.rs"]
mod codes;
#[path = "../../../src/config.rs"]
mod config;
#[path = "../../../src/effort.rs"]
mod effort;
#[path = "../../../src/files.rs"]
mod files;
#[path = "../../../src/interrupt.rs"]
mod interrupt;
#[path = "../../../src/model.rs"]
mod model;
#[path = "../../../src/output.rs"]
mod output;
#[path = "../../../src/pipeline.rs"]
mod pipeline;
#[path = "../../../src/progress.rs"]
mod progress;
#[path = "../../../src/prover.rs"]
mod prover;
#[path = "../../../src/report/mod.rs"]
mod report;
#[path = "../../../src/rooms.rs"]
mod rooms;
#[path = "../../../src/seal.rs"]
mod seal;
#[path = "../../../src/status.rs"]
mod status;

//! All tests of the program from outside are one binary: linking costs more than most of them.
#![allow(unreachable_pub, reason = "modules of one test binary")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::disallowed_methods,
    reason = "what a test says"
)]

mod accepted;
mod barriers;
#[cfg(unix)]
mod ci_files;
mod ci_kernels;
mod ci_shards;
mod cli_audit;
mod cli_cache;
mod cli_cache_server;
mod cli_ci;
mod cli_explain;
mod cli_formats;
mod cli_output;
mod cli_review;
mod cli_run;
mod cli_run_kernel;
mod cli_status;
mod codes;
#[path = "../common/mod.rs"]
mod common;
mod contract_cli;
mod covered_work;
mod definedness;
mod division;
mod emitted_runs;
mod equal_cli;
mod equal_sequences;
#[cfg(unix)]
mod faults;
mod fuzz_inputs;
mod generated;
mod judge;
mod kernels_cli;
mod kernels_launches;
mod kernels_project;
mod kernels_reports;
mod long_methods;
mod lsp;
mod messages;
mod mutants;
#[cfg(unix)]
mod no_solver;
mod operand_types;
mod page;
mod read_back;
mod repair_cli;
mod review_kernels;
mod rewrite_cli;
mod run_layer;
mod side_by_side;
mod stability;
mod theory_programs;
mod vacuity;
mod viper;

//! A program that is nothing but a solver worker, for the tests of this crate.

use std::process::ExitCode;

fn main() -> ExitCode {
    solver_worker::run()
}

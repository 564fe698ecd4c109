//! `alpinist-solver`: the process of `alpinist` that asks Z3. It is no program for people.

use std::process::ExitCode;

fn main() -> ExitCode {
    solver_worker::run()
}

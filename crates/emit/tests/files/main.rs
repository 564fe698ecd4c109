//! What is emitted of programs: which are, and why the others are not.
#![allow(unreachable_pub, reason = "modules of one test binary")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod outcomes;
mod program;
mod refused;

use std::process::ExitCode;
use trials::Suite;

fn main() -> ExitCode {
    let mut suite = Suite::default();
    outcomes::add(&mut suite);
    refused::add(&mut suite);
    suite.run()
}

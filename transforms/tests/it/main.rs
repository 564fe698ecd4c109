//! The tests of this crate from outside, in one binary.
#![allow(unreachable_pub, reason = "modules of one test binary")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "what a test says"
)]

mod cases;
mod common;
mod meaning;
mod said;
mod settings;
mod tile;

use std::process::ExitCode;
use trials::Suite;

fn main() -> ExitCode {
    let mut suite = Suite::default();
    trials::tests!(
        suite;
        meaning::merged_loops,
        meaning::iterations_that_are_cut_short,
        meaning::counts_around_the_extent,
        meaning::one_step_after_another,
        said::examples_give_their_codes,
        said::codes_are_told_apart,
        said::documented_examples,
        said::flags_are_read,
        said::a_program_of_several_files,
        tile::every_cell_is_taken_once,
    );
    cases::add(&mut suite);
    suite.run()
}

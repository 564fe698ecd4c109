//! The data-driven tests of the program from outside: each file or row is a test with a name.
#![allow(unreachable_pub, reason = "modules of one test binary")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::disallowed_methods,
    reason = "what a test says"
)]

mod architecture;
#[cfg(unix)]
mod book;
#[path = "../common/mod.rs"]
mod common;
mod corpus;
mod emit;
mod explain;
#[cfg(unix)]
mod flags;
mod golden;
mod gpuverify_language;
mod growth;
mod kernel_files;
mod kernel_steps;
mod kernels;
mod kernels_written;
mod pairs;
mod real;
mod reference;
mod repair_table;
mod steps;
mod traps;
mod viper;
#[cfg(unix)]
mod words;

use std::process::ExitCode;
use trials::Suite;

fn main() -> ExitCode {
    let mut suite = Suite::default();
    #[cfg(unix)]
    {
        trials::tests!(
            suite;
            book::links::headings_have_names,
            book::chapters_are_listed,
            book::a_difference_is_shown,
            flags::the_table_has_every_flag_of_every_command,
            words::phrases_are_found,
            words::literals_are_found,
        );
        book::add(&mut suite);
        words::add(&mut suite);
        flags::add(&mut suite);
    }
    trials::tests!(
        suite;
        architecture::files_are_there,
        architecture::names_are_where_it_says,
        kernel_files::many_examples_are_wrong,
        gpuverify_language::each_program_stands_in_a_row,
    );
    corpus::add(&mut suite);
    emit::add(&mut suite);
    explain::add(&mut suite);
    golden::add(&mut suite);
    gpuverify_language::add(&mut suite);
    growth::add(&mut suite);
    kernel_files::add(&mut suite);
    kernel_steps::add(&mut suite);
    kernels::add(&mut suite);
    kernels_written::add(&mut suite);
    pairs::add(&mut suite);
    real::add(&mut suite);
    reference::add(&mut suite);
    repair_table::add(&mut suite);
    steps::add(&mut suite);
    traps::add(&mut suite);
    viper::add(&mut suite);
    suite.run()
}

//! Python texts and what is read of them.
#![allow(unreachable_pub, reason = "modules of one test binary")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod fuzz;
mod known;
mod launches;
mod places;
mod undecided;

use std::process::ExitCode;
use trials::Suite;

fn every_file_has_a_row() {
    trials::files_in_table(env!("CARGO_MANIFEST_DIR"));
}

fn main() -> ExitCode {
    let mut suite = Suite::default();
    trials::tests!(
        suite;
        every_file_has_a_row,
        fuzz::nothing_panics,
        places::places_are_those_of_the_python_file,
        places::escapes_mean_what_they_mean_in_python,
        places::parts_of_one_text_stay_in_place,
        places::languages_and_what_is_no_kernel,
    );
    known::add(&mut suite);
    launches::add(&mut suite);
    undecided::add(&mut suite);
    suite.run()
}

/// Texts without what stands twice between their tokens.
pub fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

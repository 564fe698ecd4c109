//! The checker without a solver, as with `--cache-mode enforce` and an empty cache: lowering,
//! symbolic execution and the text of the questions.
#![no_main]

use spec_lang::resolve::Profile;

#[macro_use]
#[path = "../src/mutate.rs"]
mod mutate;
#[path = "../src/reports.rs"]
mod reports;

fn check(text: &str) {
    for profile in [Profile::Sound, Profile::VerCors14] {
        reports::run(text, profile, None);
    }
}

target!(check);

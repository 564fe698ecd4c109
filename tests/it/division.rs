//! `/` and `%` are what the table says that the oracle runs too
//! (`oracle/tables/division.tsv`).

use crate::common::solvers;
use pipeline::check::{Settings, check};
use seplog::Silent;
use seplog::report::Summary;
use solver::smt::SolverPool;
use spec_lang::resolve::Profile;
use std::fmt::Write as _;
use text::source::SourceFile;

/// A method that asserts the examples, with `change` added to each remainder.
fn program(change: i32) -> String {
    let table = include_str!("../../crates/oracle/tables/division.tsv");
    let mut text = String::from("void examples() {\n");
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let [dividend, divisor, quotient, remainder] =
            line.split('\t').collect::<Vec<_>>().try_into().unwrap();
        writeln!(text, "  assert ({dividend}) / ({divisor}) == {quotient};").unwrap();
        writeln!(
            text,
            "  assert ({dividend}) % ({divisor}) == {remainder} + {change};"
        )
        .unwrap();
    }
    text.push_str("}\n");
    text
}

fn verdict(text: &str, profile: Profile, pool: &SolverPool) -> Summary {
    let file = SourceFile::new("division.pvl", text);
    let parsed = spec_lang::parse::parse(std::slice::from_ref(&file));
    let resolved = spec_lang::resolve::resolve(&parsed.program, profile);
    let settings = Settings {
        profile,
        ..Settings::default()
    };
    check(
        &parsed.program,
        &resolved.resolution,
        &settings,
        pool,
        &Silent,
    )
    .summary()
}

#[test]
fn division_is_that_of_the_table_in_every_profile() {
    let pool = solvers();
    for profile in [Profile::Sound, Profile::VerCors14] {
        assert_eq!(verdict(&program(0), profile, pool), Summary::Verified);
        assert_eq!(verdict(&program(1), profile, pool), Summary::Failed);
    }
}

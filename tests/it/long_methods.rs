//! Methods that know many facts: what is near is asked with first, and never is the only thing
//! asked with.

use crate::common::solvers;
use pipeline::check::{Settings, check};
use seplog::Silent;
use seplog::report::Summary;
use solver::smt::SolverPool;
use spec_lang::resolve::Profile;
use std::fmt::Write as _;
use text::source::SourceFile;

/// Writes many cells one after the other and asserts something about one in the middle at the end.
fn program(claim: &str) -> String {
    let mut text = String::from(
        "requires a != null && a.length == 400;\n\
         requires (\\forall* int i; 0 <= i && i < 400; Perm(a[i], write));\n\
         void m(int[] a, int x) {\n",
    );
    for cell in 0..80 {
        writeln!(text, "  a[{cell}] = x + {cell};").unwrap();
        writeln!(text, "  assert a[{cell}] == x + {cell};").unwrap();
    }
    writeln!(text, "  assert {claim};\n}}").unwrap();
    text
}

fn verdict(text: &str, pool: &SolverPool) -> Summary {
    let file = SourceFile::new("long.pvl", text);
    let parsed = spec_lang::parse::parse(std::slice::from_ref(&file));
    let resolved = spec_lang::resolve::resolve(&parsed.program, Profile::Sound);
    let settings = Settings::default();
    let report = check(
        &parsed.program,
        &resolved.resolution,
        &settings,
        pool,
        &Silent,
    );
    report.summary()
}

#[test]
fn what_is_far_is_found_and_what_does_not_hold_is_refused() {
    let pool = solvers();
    // Of a cell that was written long ago, and of one that was not written at all.
    assert_eq!(
        verdict(&program("a[10] == x + 10"), pool),
        Summary::Verified
    );
    assert_ne!(
        verdict(&program("a[10] == x + 11 || a[170] == x"), pool),
        Summary::Verified
    );
}

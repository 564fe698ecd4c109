//! How far a verdict reaches: what a report for other programs says beside what it found, so that
//! nothing looks like more than was shown.

use crate::model::ProgramRun;
use spec_lang::diagnostics::Diagnostic;
use spec_lang::resolve::Profile;
use spec_lang::span::Span;

/// What is to be known of a program's verdict, in the order of weight.
pub fn of(run: &ProgramRun) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    found.extend(profile(run));
    found
}

/// Where something stands that is about the program as a whole: where it begins, for viewers of
/// reports pass over what has no place.
fn start() -> Span {
    Span::new(0, 0, 0)
}

/// Another reading than the sound one.
fn profile(run: &ProgramRun) -> Option<Diagnostic> {
    if run.profile == Profile::default() {
        return None;
    }
    let message = format!(
        "{} was read under the profile {}, which grants what is not shown",
        run.name, run.profile
    );
    let help =
        "`--profile sound` grants nothing; docs/reference.md, section 15, has the difference";
    Some(Diagnostic::warning("W901", start(), message).with_help(help))
}

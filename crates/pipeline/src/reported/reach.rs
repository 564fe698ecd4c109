//! How far a verdict reaches: what a report for other programs says beside what it found, so that
//! nothing looks like more than was shown.

use super::model::{ProgramRun, Verified};
use core_lang::Trusted;
use report::plural;
use report::status::Status;
use seplog::report::Summary;
use spec_lang::resolve::Profile;
use text::code::Code;
use text::diagnostics::{Diagnostic, Severity};
use text::span::Span;

/// What is to be known of a program's verdict, in the order of weight; `explained` says that its
/// messages have an error.
pub(super) fn of(run: &ProgramRun, explained: bool) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    found.extend(nothing(run, explained));
    found.extend(profile(run));
    found.extend(part(run));
    found.extend(trusted(run));
    found
}

/// That there is no yes although nothing is wrong: nothing to verify, or nothing wanted.
fn nothing(run: &ProgramRun, explained: bool) -> Option<Diagnostic> {
    let is_empty = |one: &Verified| one.report.summary() == Summary::Nothing;
    let message = match run.status {
        Status::Unknown if run.original.is_none() && run.complete => {
            format!("{} was not verified, as asked; nothing was shown", run.name)
        }
        Status::Unknown if run.checks().any(is_empty) => format!(
            "{}: no method has a body to check, and an empty proof is no proof",
            run.name
        ),
        Status::Holds | Status::WouldChange => return None,
        Status::Failed | Status::Wrong | Status::Unknown | Status::NotApplicable if explained => {
            return None;
        }
        Status::Failed | Status::Wrong | Status::Unknown | Status::NotApplicable => {
            format!("{}: not all that was asked for was shown", run.name)
        }
    };
    Some(Diagnostic::error(Code::V902, start(), message))
}

/// That only some methods were looked at.
fn part(run: &ProgramRun) -> Option<Diagnostic> {
    let last = run.checks().last()?;
    let others = &last.report.passed_over;
    if others.is_empty() {
        return None;
    }
    let message = format!(
        "{}: only {} of {} was verified (--only {}); {} unknown",
        run.name,
        last.report.methods.len(),
        plural(last.report.methods.len() + others.len(), "method"),
        run.only.join(", "),
        others.join(", "),
    );
    let help = "leave --only (or `only` in alpinist.toml) out";
    Some(Diagnostic::warning(Code::W903, start(), message).with_help(help))
}

/// Everything that is assumed and not proved.
fn trusted(run: &ProgramRun) -> Vec<Diagnostic> {
    let all = run.original.iter().flat_map(|one| &one.report.trusted);
    let note = |one: &Trusted| {
        let message = format!("trusted, not proved: {} in {}", one.kind, one.name);
        Diagnostic {
            severity: Severity::Note,
            ..Diagnostic::warning(Code::W902, one.span, message)
        }
    };
    all.map(note).collect()
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
    let help = "`--profile sound` grants nothing; docs/reference/profiles.md has the difference";
    Some(Diagnostic::warning(Code::W901, start(), message).with_help(help))
}

//! One line on a verified text, and the list of what it trusts.

use super::model::{ProgramRun, StepOutcome, StepRun, Verified};
use itertools::Itertools;
use report::plural;
use seplog::report::{Outcome, Report, Summary};
use spec_lang::resolve::Profile;
use text::source::SourceFile;

/// How many of everything a report has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Methods, functions and other declarations looked at.
    pub methods: usize,
    /// Obligations.
    pub obligations: usize,
    /// Proved ones.
    pub proved: usize,
    /// Refuted ones.
    pub refuted: usize,
    /// Those without a proof.
    pub failed: usize,
    /// Those that a limit, a fault or an unsupported construct ended.
    pub unknown: usize,
    /// Methods not checked for a construct without a rule.
    pub unsupported: usize,
    /// Places that are assumed.
    pub trusted: usize,
}

/// Counts a report.
pub fn counts(report: &Report) -> Counts {
    let mut counts = Counts {
        methods: report.methods.len(),
        trusted: report.trusted.len(),
        ..Counts::default()
    };
    for method in &report.methods {
        counts.unsupported += usize::from(method.unsupported.is_some());
        for obligation in &method.obligations {
            counts.obligations += 1;
            match obligation.outcome {
                Outcome::Proved => counts.proved += 1,
                Outcome::Refuted => counts.refuted += 1,
                Outcome::Failed => counts.failed += 1,
                Outcome::Unknown(_) => counts.unknown += 1,
            }
        }
    }
    counts
}

/// How many proofs needed a retry, and how many came from the cache.
fn retries(report: &Report) -> (usize, usize) {
    let measured = |pick: fn(&seplog::report::Measured) -> bool| {
        report
            .obligations()
            .filter(|(_, obligation)| pick(&obligation.measured))
            .count()
    };
    (measured(|m| m.attempt > 0), measured(|m| m.cached))
}

/// The line on a check of a program's text; with `timed` also what was measured, which is of use
/// to who looks for the time that proofs take, and noise to all others.
pub fn line(run: &ProgramRun, verified: &Verified, timed: bool) -> String {
    let report = &verified.report;
    let counts = counts(report);
    let mut head = match report.summary() {
        Summary::Verified => "verified",
        Summary::Nothing => "nothing to verify",
        Summary::Unknown => "unknown",
        Summary::Failed => "failed",
    }
    .to_owned();
    if report.summary() == Summary::Verified && !report.passed_over.is_empty() {
        head.push_str(" in part");
    }
    if run.profile != Profile::default() {
        head.push_str(&format!(" under {}", run.profile));
    }
    if report.summary() == Summary::Verified && counts.trusted > 0 {
        head.push_str(&format!(", trusting {}", counts.trusted));
    }
    let methods = match report.passed_over.len() {
        0 => plural(counts.methods, "method"),
        others => {
            let all = plural(counts.methods + others, "method");
            format!("{} of {all}, as --only asks", counts.methods)
        }
    };
    let mut parts = vec![methods, plural(counts.obligations, "obligation")];
    let named = [
        (counts.refuted, "refuted"),
        (counts.failed, "not proved"),
        (counts.unknown, "unknown"),
    ];
    parts.extend(
        named
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, word)| format!("{count} {word}")),
    );
    if counts.unsupported > 0 {
        parts.push(format!(
            "{} not checked",
            plural(counts.unsupported, "method")
        ));
    }
    if timed {
        let (retried, cached) = retries(report);
        if retried > 0 {
            let word = if retried == 1 { "retry" } else { "retries" };
            parts.push(format!("{retried} {word}"));
        }
        if cached > 0 {
            parts.push(format!("{cached} taken from the cache"));
        }
        parts.push(format!("{:.2} s", verified.elapsed.as_secs_f64()));
    }
    format!("{head} ({})", parts.join(", "))
}

/// What the steps that were carried out did to the contracts, all of them taken together; none if
/// there was no such step.
pub fn contracts(run: &ProgramRun) -> Option<String> {
    let steps = run.steps.iter().enumerate();
    let carried =
        |step: &StepRun| matches!(step.outcome, StepOutcome::Done | StepOutcome::NotVerified);
    let carried: Vec<(usize, &StepRun)> = steps.filter(|(_, step)| carried(step)).collect();
    if carried.is_empty() {
        return None;
    }
    if let Some((number, _)) = carried.iter().find(|(_, step)| step.contracts.is_none()) {
        let number = number + 1;
        return Some(format!(
            "the contracts after step {number} were not found to be the old ones"
        ));
    }
    if carried.iter().all(|(_, step)| step.contracts_read == 0) {
        let least = carried.iter().filter_map(|(_, step)| step.contracts).min();
        return Some(format!(
            "{} as callers see them: unchanged, compared after every step",
            plural(least.unwrap_or(0), "contract")
        ));
    }
    // Of several steps each may have changed another, so they are not counted together.
    let mut each = carried.iter().map(|(number, step)| {
        let mut parts = vec![format!(
            "{} unchanged",
            plural(step.contracts.unwrap_or(0), "contract")
        )];
        if step.contracts_read > 0 {
            let read = plural(step.contracts_read, "contract");
            parts.insert(0, format!("{read} read through the index map"));
        }
        format!("step {}: {}", number + 1, parts.join(", "))
    });
    Some(each.join("; "))
}

/// What is assumed, one line each.
pub fn trusted(report: &Report, files: &[SourceFile]) -> Vec<String> {
    report
        .trusted
        .iter()
        .map(|trusted| {
            let place = files
                .get(trusted.span.file as usize)
                .map_or_else(String::new, |file| {
                    let at = file.line_column(trusted.span.start as usize);
                    format!(" at {}:{}:{}", file.name, at.line, at.column)
                });
            format!("trusted: {} in {}{place}", trusted.kind, trusted.name)
        })
        .collect()
}

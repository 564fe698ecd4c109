//! A program as a suite of tests: one for each method and step.

use super::messages::of_run;
use super::model::{ProgramRun, Verified};
use super::summary;
use report::messages::Message;
use report::{Case, Outcome, Suite};
use seplog::report::{ObligationReport, Outcome as Proof};
use std::time::Duration;
use text::diagnostics::Diagnostic;

/// The suite of a program, with times if they are wanted.
pub(super) fn of(run: &ProgramRun, times: bool) -> Suite {
    let mut messages = of_run(run);
    messages.retain(Message::is_error);
    for message in &mut messages {
        // The source of a test has no place for them.
        message.related.clear();
    }
    let about = |method: Option<&str>, step: Option<&str>| -> Vec<Message> {
        let found = messages
            .iter()
            .filter(|one| one.method.as_deref() == method && one.step.as_deref() == step);
        found.cloned().collect()
    };
    let mut cases = Vec::new();
    let general = about(None, None);
    if !general.is_empty() {
        cases.push(Case::new("the program", general, true));
    }
    let mut methods = |verified: &Verified, step: Option<&str>| {
        let named = |name: &str| match step {
            Some(step) => format!("{name}, after {step}"),
            None => name.to_owned(),
        };
        for method in &verified.report.methods {
            let mut found = about(Some(&method.name), step);
            let proved = |one: &ObligationReport| one.outcome == Proof::Proved;
            // That the cache lacks answers is said once for all.
            if found.is_empty() && !method.obligations.iter().all(proved) {
                found = about(None, step);
            }
            // A dashboard would count it among what was shown.
            let nothing = found.is_empty() && method.obligations.is_empty();
            let error =
                method.unsupported.is_some() || found.iter().any(|one| one.method.is_none());
            let mut case = Case::new(named(&method.name), found, error);
            if nothing {
                case.outcome = Outcome::Skipped("it has nothing to verify".to_owned());
            }
            let time = || Duration::from_secs_f64(method.time_ms.max(0.0) / 1000.0);
            case.time = times.then(time);
            cases.push(case);
        }
        // They are tests as well, and were not run.
        let others = verified.report.passed_over.iter();
        let others = others.map(|one| Case::skipped(named(one), "not asked for, by --only"));
        cases.extend(others);
    };
    if let Some(verified) = &run.original {
        methods(verified, None);
    }
    let mut steps = Vec::new();
    for (number, step) in run.steps.iter().enumerate() {
        let name = format!("step {}, {}", number + 1, step.name);
        if let Some(verified) = &step.verified {
            methods(verified, Some(&name));
        }
        let own: Vec<&Diagnostic> = step.diagnostics.iter().chain(&step.faults).collect();
        let found = messages.iter().filter(|one| {
            let whole = one.method.is_none() && one.step.as_deref() == Some(name.as_str());
            whole || own.contains(&&one.diagnostic)
        });
        let found = found.cloned().collect();
        let mut case = Case::new(name, found, true);
        if matches!(case.outcome, Outcome::Holds) && step.verified.is_none() {
            case.outcome = Outcome::Skipped("its result was not verified".to_owned());
        }
        steps.push(case);
    }
    cases.extend(steps);
    Suite {
        name: run.name.clone(),
        cases,
        said: said(run),
    }
}

/// What was shown under which reading, and what it trusts, in the words of the text report.
fn said(run: &ProgramRun) -> String {
    let line = |verified| format!("{}: {}", run.name, summary::line(run, verified, false));
    let mut lines: Vec<String> = run.checks().map(line).collect();
    let trusted = run.original.iter();
    lines.extend(trusted.flat_map(|one| summary::trusted(&one.report, &run.files)));
    lines.join("\n")
}

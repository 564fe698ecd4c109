//! A run as JUnit's XML: a suite for each program, a case for each method and step.

use super::messages::{Message, of_problem, of_run};
use super::summary;
use crate::model::Problem;
use crate::model::{ProgramRun, Verified};
use itertools::Itertools;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use std::time::Duration;
use text::diagnostics::Diagnostic;

/// The report of this name, with suites about what is no program behind it; times only if they are wanted.
pub fn xml(
    name: &str,
    problems: &[Problem],
    runs: &[ProgramRun],
    more: Vec<TestSuite>,
    times: bool,
) -> String {
    let mut report = Report::new(name);
    if !problems.is_empty() {
        let mut suite = TestSuite::new("files");
        for problem in problems {
            let message = of_problem(problem);
            suite.add_test_case(case(
                &message.diagnostic.message,
                "files",
                &[&message],
                true,
            ));
        }
        report.add_test_suite(suite);
    }
    for run in runs {
        let mut suite = suite(run, times);
        let said = said(run);
        if !said.is_empty() {
            suite.set_system_out(said);
        }
        report.add_test_suite(suite);
    }
    report.add_test_suites(more);
    report.to_string().unwrap_or_default()
}

fn suite(run: &ProgramRun, times: bool) -> TestSuite {
    let mut suite = TestSuite::new(run.name.clone());
    let messages = of_run(run);
    let about = |method: Option<&str>, step: Option<&str>| -> Vec<&Message> {
        let found = messages.iter().filter(|message| {
            message.is_error()
                && message.method.as_deref() == method
                && message.step.as_deref() == step
        });
        found.collect()
    };
    let general = about(None, None);
    if !general.is_empty() {
        suite.add_test_case(case("the program", &run.name, &general, true));
    }
    let mut methods = |verified: &Verified, step: Option<&str>| {
        for method in &verified.report.methods {
            let name = match step {
                Some(step) => format!("{}, after {step}", method.name),
                None => method.name.clone(),
            };
            let found = about(Some(&method.name), step);
            let mut case = case(&name, &run.name, &found, method.unsupported.is_some());
            // A dashboard would count it among what was shown.
            if found.is_empty() && method.obligations.is_empty() {
                case.status = skipped("it has nothing to verify");
            }
            if times {
                case.set_time(Duration::from_secs_f64(method.time_ms.max(0.0) / 1000.0));
            }
            suite.add_test_case(case);
        }
        // They are tests as well, and were not run.
        for other in &verified.report.passed_over {
            let name = match step {
                Some(step) => format!("{other}, after {step}"),
                None => other.clone(),
            };
            let mut case = TestCase::new(name, skipped("not asked for, by --only"));
            case.set_classname(run.name.clone());
            suite.add_test_case(case);
        }
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
        let own = step.diagnostics.iter().chain(&step.faults);
        let own: Vec<&Diagnostic> = own.collect();
        let found: Vec<&Message> = messages
            .iter()
            .filter(|message| message.is_error() && own.contains(&&message.diagnostic))
            .collect();
        let mut case = case(&name, &run.name, &found, true);
        if found.is_empty() && step.verified.is_none() {
            case.status = skipped("its result was not verified");
        }
        steps.push(case);
    }
    for step in steps {
        suite.add_test_case(step);
    }
    suite
}

/// Neither shown nor wrong.
fn skipped(why: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::skipped();
    status.set_message(why);
    status
}

/// What was shown under which reading, and what it trusts, in the words of the text report.
fn said(run: &ProgramRun) -> String {
    let mut lines = Vec::new();
    for verified in run.checks() {
        lines.push(format!(
            "{}: {}",
            run.name,
            summary::line(run, verified, false)
        ));
    }
    let trusted = run.original.iter();
    lines.extend(trusted.flat_map(|one| summary::trusted(&one.report, &run.files)));
    lines.join("\n")
}

/// A case: `error` where something could not be done, `failure` where it does not hold.
fn case(name: &str, program: &str, messages: &[&Message], error: bool) -> TestCase {
    let status = match messages.first() {
        None => TestCaseStatus::success(),
        Some(first) => {
            let kind = match error {
                true => NonSuccessKind::Error,
                false => NonSuccessKind::Failure,
            };
            let mut status = TestCaseStatus::non_success(kind);
            status.set_type(first.diagnostic.code.as_str());
            status.set_message(first.diagnostic.message.clone());
            let texts = messages
                .iter()
                .map(|message| described(message))
                .join("\n\n");
            status.set_description(texts);
            status
        }
    };
    let mut case = TestCase::new(name, status);
    case.set_classname(program.to_owned());
    case
}

fn described(message: &Message) -> String {
    let place = message.place.as_ref().map_or_else(String::new, |place| {
        format!("{}:{}:{}: ", place.file, place.start.0, place.start.1)
    });
    format!("{place}{}: {}", message.diagnostic.code, message.text())
}

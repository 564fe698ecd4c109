//! A run as JUnit's XML: a suite for each file, a case for each kernel.

use crate::messages::of_file;
use crate::model::{FileRun, Verdict};
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use report::messages::Message;
use report::model::Problem;
use text::code::Code;

/// The report; times only if they are wanted.
pub fn xml(problems: &[Problem], runs: &[FileRun], times: bool) -> String {
    let mut all = Report::new("alpinist");
    if !problems.is_empty() {
        let mut suite = TestSuite::new("files");
        for problem in problems {
            let message = report::messages::of_problem(problem);
            let name = message.diagnostic.message.clone();
            suite.add_test_case(case(&name, "files", &[&message], true));
        }
        all.add_test_suite(suite);
    }
    all.add_test_suites(suites(runs, times));
    all.to_string().unwrap_or_default()
}

/// A suite for each file; times only if they are wanted.
pub fn suites(runs: &[FileRun], times: bool) -> Vec<TestSuite> {
    let mut all = Vec::new();
    for run in runs {
        let mut suite = TestSuite::new(run.name.clone());
        let messages = of_file(run);
        let about = |kernel: Option<&str>| -> Vec<&Message> {
            let all = messages
                .iter()
                .filter(|one| one.method.as_deref() == kernel);
            all.collect()
        };
        let general: Vec<&Message> = about(None)
            .into_iter()
            .filter(|one| one.is_error() || one.diagnostic.code == Code::K320)
            .collect();
        if !general.is_empty() {
            suite.add_test_case(case("the file", &run.name, &general, true));
        }
        for kernel in &run.kernels {
            let found = about(Some(&kernel.name));
            let error = kernel.verdict() != Verdict::Wrong;
            let mut case = case(&kernel.name, &run.name, &found, error);
            if times {
                case.set_time(kernel.time);
            }
            suite.add_test_case(case);
        }
        for other in &run.passed_over {
            let mut status = TestCaseStatus::skipped();
            status.set_message("not asked for, by --kernel");
            let mut case = TestCase::new(other.clone(), status);
            case.set_classname(run.name.clone());
            suite.add_test_case(case);
        }
        all.push(suite);
    }
    all
}

/// A case: `error` where something could not be decided, `failure` where it does not hold.
fn case(name: &str, file: &str, messages: &[&Message], error: bool) -> TestCase {
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
            let texts: Vec<String> = messages.iter().map(|one| described(one)).collect();
            status.set_description(texts.join("\n\n"));
            status
        }
    };
    let mut case = TestCase::new(name, status);
    case.set_classname(file.to_owned());
    case
}

fn described(message: &Message) -> String {
    let place = message.place.as_ref().map_or_else(String::new, |place| {
        format!("{}: ", crate::place::short(place))
    });
    let mut text = format!("{place}{}: {}", message.diagnostic.code, message.text());
    for (place, words) in &message.related {
        text.push_str(&format!("\n{}: {words}", crate::place::short(place)));
    }
    text
}

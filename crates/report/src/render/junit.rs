//! A report as JUnit's XML: a suite for each subject.

use crate::document::{Case, Document, Outcome, Suite};
use crate::messages::Message;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

/// The suites.
pub(super) fn write(document: &Document<'_>) -> String {
    let name = match &document.shard {
        Some(shard) => format!("alpinist, shard {}", shard.name),
        None => "alpinist".to_owned(),
    };
    let mut report = Report::new(name);
    let times = document.measured.is_some();
    let problems = document.problems.iter().map(Message::of_problem);
    let problems = problems.map(|one| Case::new(one.diagnostic.message.clone(), vec![one], true));
    let problems = Suite {
        name: "files".to_owned(),
        cases: problems.collect(),
        said: String::new(),
    };
    let problems = Some(problems).filter(|suite| !suite.cases.is_empty());
    let subjects = document.subjects().filter_map(|one| one.suite(times));
    report.add_test_suites(problems.into_iter().chain(subjects).map(suite));
    report.to_string().unwrap_or_default()
}

fn suite(suite: Suite) -> TestSuite {
    let mut written = TestSuite::new(suite.name.clone());
    for case in suite.cases {
        let status = status(&case.outcome);
        let mut test = TestCase::new(case.name, status);
        test.set_classname(suite.name.clone());
        if let Some(time) = case.time {
            test.set_time(time);
        }
        written.add_test_case(test);
    }
    if !suite.said.is_empty() {
        written.set_system_out(suite.said);
    }
    written
}

fn status(outcome: &Outcome) -> TestCaseStatus {
    let (kind, messages) = match outcome {
        Outcome::Holds => return TestCaseStatus::success(),
        Outcome::Skipped(why) => {
            let mut status = TestCaseStatus::skipped();
            status.set_message(why.as_str());
            return status;
        }
        Outcome::Failed(messages) => (NonSuccessKind::Failure, messages),
        Outcome::Error(messages) => (NonSuccessKind::Error, messages),
    };
    let mut status = TestCaseStatus::non_success(kind);
    if let Some(first) = messages.first() {
        status.set_type(first.diagnostic.code.as_str());
        status.set_message(first.diagnostic.message.clone());
    }
    let texts: Vec<String> = messages.iter().map(described).collect();
    status.set_description(texts.join("\n\n"));
    status
}

fn described(message: &Message) -> String {
    let place = message.place.as_ref();
    let place = place.map_or_else(String::new, |place| format!("{}: ", place.short()));
    let mut text = format!("{place}{}: {}", message.diagnostic.code, message.text());
    for (place, words) in &message.related {
        text.push_str(&format!("\n{}: {words}", place.short()));
    }
    text
}

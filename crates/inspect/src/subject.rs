//! A file as the subject of a report.

use crate::messages::{of_file, of_kernel};
use crate::model::{FileRun, KernelRun, Verdict};
use crate::{json, text};
use ::text::code::Code;
use report::json::Json;
use report::messages::Message;
use report::{Case, Style, Subject, Suite};

/// A test whose failures are all accepted: it has not passed, and fails nothing.
fn accepted(name: String, kernel: &KernelRun, messages: &[Message]) -> Case {
    let said = messages.iter().map(|one| {
        let reason = one.accepted.as_ref().map_or("", |one| one.reason.as_str());
        format!(
            "{} {}: {reason}",
            one.diagnostic.code, one.diagnostic.message
        )
    });
    let said: Vec<String> = said.collect();
    let word = kernel.verdict().word();
    Case::skipped(name, format!("{word}; accepted: {}", said.join("; ")))
}

/// The name of a kernel's test: with its line where several kernels of the file have its name, as overloads do.
fn test_name(run: &FileRun, kernel: &KernelRun) -> String {
    let same = run.kernels.iter().filter(|one| one.name == kernel.name);
    match (&kernel.spot, same.count()) {
        (Some(spot), 2..) => format!("{} (line {})", kernel.name, spot.place.start.0),
        _ => kernel.name.clone(),
    }
}

impl Subject for &FileRun {
    fn messages(&self, all: &mut Vec<Message>) {
        all.extend(of_file(self));
    }

    fn text(&self, style: Style) -> String {
        text::describe(self, style)
    }

    fn json(&self, times: bool) -> Json {
        json::file(self, times).into()
    }

    /// A test for each kernel.
    fn suite(&self, times: bool) -> Option<Suite> {
        let messages = of_file(self);
        let mut cases = Vec::new();
        let mut general = messages;
        general.retain(|one| {
            let counts = one.is_error() || one.diagnostic.code == Code::K320;
            one.method.is_none() && counts
        });
        if !general.is_empty() {
            cases.push(Case::new("the file", general, true));
        }
        cases.extend(self.kernels.iter().map(|kernel| {
            let error = !matches!(kernel.verdict(), Verdict::Wrong | Verdict::Suspect);
            let messages = of_kernel(self, kernel);
            let name = test_name(self, kernel);
            let is_accepted = |one: &Message| one.accepted.is_some();
            if !messages.is_empty() && messages.iter().all(is_accepted) {
                return accepted(name, kernel, &messages);
            }
            Case {
                time: times.then_some(kernel.time),
                ..Case::new(name, messages, error)
            }
        }));
        let others = self.passed_over.iter();
        let others = others.map(|one| Case::skipped(one, "not asked for, by --kernel"));
        cases.extend(others);
        Some(Suite {
            name: self.name.clone(),
            cases,
            said: String::new(),
        })
    }
}

//! A file as the subject of a report.

use crate::messages::of_file;
use crate::model::{FileRun, KernelRun, Verdict};
use crate::{json, text};
use ::text::code::Code;
use report::json::Json;
use report::messages::Message;
use report::{Case, Style, Subject, Suite};

/// A test whose failures are all accepted: it has not passed, and fails nothing.
fn accepted(kernel: &KernelRun, messages: &[Message]) -> Case {
    let said = messages.iter().map(|one| {
        let reason = one.accepted.as_ref().map_or("", |one| one.reason.as_str());
        format!(
            "{} {}: {reason}",
            one.diagnostic.code, one.diagnostic.message
        )
    });
    let said: Vec<String> = said.collect();
    let word = kernel.verdict().word();
    Case::skipped(
        kernel.name.clone(),
        format!("{word}; accepted: {}", said.join("; ")),
    )
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
        let about = |kernel: Option<&str>| -> Vec<Message> {
            let all = messages.iter();
            let all = all.filter(|one| one.method.as_deref() == kernel);
            all.cloned().collect()
        };
        let mut cases = Vec::new();
        let mut general = about(None);
        general.retain(|one| one.is_error() || one.diagnostic.code == Code::K320);
        if !general.is_empty() {
            cases.push(Case::new("the file", general, true));
        }
        cases.extend(self.kernels.iter().map(|kernel| {
            let error = !matches!(kernel.verdict(), Verdict::Wrong | Verdict::Suspect);
            let messages = about(Some(&kernel.name));
            let is_accepted = |one: &Message| one.accepted.is_some();
            if !messages.is_empty() && messages.iter().all(is_accepted) {
                return accepted(kernel, &messages);
            }
            Case {
                time: times.then_some(kernel.time),
                ..Case::new(kernel.name.clone(), messages, error)
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

//! A rewritten file as the subject of a report.

use crate::model::{Checked, FileRewrite, Outcome, StepRun};
use crate::words;
use report::json::Json;
use report::messages::{Message, Place};
use report::render::json::message;
use report::status::Status;
use report::{Case, Style, Subject, Suite};
use text::code::Code;
use text::diagnostics::{Diagnostic, Severity};
use transforms::RefusalClass;

impl Subject for &FileRewrite {
    fn messages(&self, all: &mut Vec<Message>) {
        if let Some(original) = &self.original {
            all.extend(inspect::messages::of_file(original));
        }
        self.steps.iter().for_each(|step| messages(step, all));
    }

    fn text(&self, style: Style) -> String {
        words::describe(self, style)
    }

    fn json(&self, times: bool) -> Json {
        Json::object()
            .with("name", self.name.clone())
            .with("status", self.status().code())
            .with("given_out", self.result().is_some())
            .with(
                "steps",
                Json::list(self.steps.iter().map(|step| of_step(step, times))),
            )
    }

    fn suite(&self, _times: bool) -> Option<Suite> {
        let cases = self.steps.iter().map(|step| {
            let mut all = Vec::new();
            messages(step, &mut all);
            // What is not proved is no success, whether or not there is a message on it.
            let outcome = match (step.outcome(), step.status()) {
                (Outcome::Proved, _) => report::Outcome::Holds,
                (_, Status::Failed) => report::Outcome::Failed(all),
                (_, _) => report::Outcome::Error(all),
            };
            Case {
                name: step.name.clone(),
                outcome,
                time: None,
            }
        });
        Some(Suite {
            name: self.name.clone(),
            cases: cases.collect(),
            said: String::new(),
        })
    }
}

fn messages(step: &StepRun, all: &mut Vec<Message>) {
    let refusal = step.refusal.iter().map(|one| &*one.diagnostic);
    for one in step.notes.iter().chain(refusal) {
        all.push(Message::new(one.clone(), |span| {
            Place::within(&step.sources, span)
        }));
    }
    let Some(checked) = &step.checked else {
        return;
    };
    all.extend(
        checked
            .first_open()
            .map(inspect::messages::of_file)
            .unwrap_or_default(),
    );
    checked.pairs.iter().for_each(|pair| pair.messages(all));
    if step.outcome() == Outcome::InPart {
        let message = format!("{}: {}", step.name, words::word(Outcome::InPart));
        let mut open = Diagnostic::global(Code::K602, message);
        open.severity = Severity::Warning;
        let open = words::open(checked)
            .into_iter()
            .fold(open, Diagnostic::with_note);
        all.push(Message::new(open, |_| None));
    }
}

fn of_step(step: &StepRun, times: bool) -> Json {
    let mut all = Vec::new();
    messages(step, &mut all);
    let outcome = match step.outcome() {
        Outcome::Proved => "proved",
        Outcome::InPart => "in part",
        Outcome::NotProved => "not proved",
        Outcome::Refused(RefusalClass::NotApplicable) => "not applicable",
        Outcome::Refused(RefusalClass::Unknown) => "unknown",
        Outcome::Refused(RefusalClass::WrongInput) => "wrong",
    };
    let checked = step.checked.as_ref();
    let pairs = checked.into_iter().flat_map(|one| &one.pairs);
    Json::object()
        .with("step", step.name.clone())
        .with("outcome", outcome)
        .with("status", step.status().code())
        .with("shown", step.shown.clone())
        .with("said", checked.map_or_else(Vec::new, words::lines))
        .with("stronger", stronger(checked))
        .with("pairs", Json::list(pairs.map(|pair| pair.json(times))))
        .with("diagnostics", Json::list(all.iter().map(message)))
}

/// The clauses that a launch has to satisfy besides those before, as text.
fn stronger(checked: Option<&Checked>) -> Vec<String> {
    let all = checked.into_iter().flat_map(|one| &one.stronger);
    all.map(|(kernel, clause)| format!("{kernel}: {clause}"))
        .collect()
}

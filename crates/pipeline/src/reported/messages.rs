//! Every message of a program in one list, each at its place in the user's files.

use super::model::{ProgramRun, Verified};
use super::{obligations, reach};
use report::messages::{Message, Place};
use text::diagnostics::Diagnostic;
use text::span::Span;

/// The messages of a program, in the order of the text report.
pub fn of_program(run: &ProgramRun) -> Vec<Message> {
    let user = Seen::user(run);
    let mut found: Vec<Message> = Vec::new();
    found.extend(run.diagnostics.iter().map(|one| user.message(one)));
    if let Some(verified) = &run.original {
        found.extend(user.verified(verified));
    }
    for (number, step) in run.steps.iter().enumerate() {
        let earlier = (step.before > 0)
            .then(|| run.history.steps().get(step.before - 1))
            .flatten();
        let old = Seen {
            run,
            depth: step.before,
            step: earlier.map(|step| step.name.clone()),
        };
        found.extend(step.diagnostics.iter().map(|one| old.message(one)));
        let new = Seen {
            run,
            depth: step.before + 1,
            step: Some(format!("step {}, {}", number + 1, step.name)),
        };
        found.extend(step.faults.iter().map(|one| new.message(one)));
        if let Some(verified) = &step.verified {
            found.extend(new.verified(verified));
        }
    }
    found
}

/// The messages of a program, and how far its verdict reaches.
pub fn of_run(run: &ProgramRun) -> Vec<Message> {
    let mut found = of_program(run);
    let explained = found.iter().any(Message::is_error);
    let reach = reach::of(run, explained);
    found.extend(reach.iter().map(|one| Seen::user(run).message(one)));
    found
}

/// A text that messages are about.
struct Seen<'a> {
    run: &'a ProgramRun,
    /// How many steps made it.
    depth: usize,
    step: Option<String>,
}

impl<'a> Seen<'a> {
    fn user(run: &'a ProgramRun) -> Self {
        Seen {
            run,
            depth: 0,
            step: None,
        }
    }

    fn verified(&self, verified: &Verified) -> Vec<Message> {
        let report = &verified.report;
        let warnings = report.warnings.iter();
        let mut found: Vec<Message> = warnings.map(|one| self.message(one)).collect();
        for method in &report.methods {
            let named = |diagnostic: &Diagnostic| Message {
                method: Some(method.name.clone()),
                ..self.message(diagnostic)
            };
            found.extend(method.unsupported.iter().map(named));
            for (obligation, diagnostic) in obligations::messages(method) {
                found.push(Message {
                    obligation: Some(obligation.id.clone()),
                    ..named(&diagnostic)
                });
            }
        }
        found.extend(obligations::not_kept(report).map(|one| self.message(&one)));
        found
    }

    fn message(&self, diagnostic: &Diagnostic) -> Message {
        let mut message = Message::new(diagnostic.clone(), |span| self.place(span));
        message.step.clone_from(&self.step);
        // A change of generated text would be of no use to anyone.
        message.fix = message.fix.filter(|_| self.depth == 0);
        message
    }

    /// The place in the user's files.
    fn place(&self, span: Span) -> Option<Place> {
        let span = match self.depth {
            0 => span,
            depth => self.run.history.trace_before(span, depth).user,
        };
        Place::within(&self.run.files, span)
    }
}

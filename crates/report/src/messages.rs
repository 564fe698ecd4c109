//! Every message of a run in one list, each at its place in the user's files: what the
//! reports for other programs are made from.

use crate::model::Problem;
use crate::model::{ProgramRun, Verified};
use crate::{obligations, reach};
use text::diagnostics::{Diagnostic, Fix, Severity};
use text::source::SourceFile;
use text::span::Span;

/// A place in one of the user's files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file's name.
    pub file: String,
    /// Line and column of the first character, from 1; columns in characters.
    pub start: (usize, usize),
    /// Line and column behind the last character.
    pub end: (usize, usize),
    /// Bytes from the file's start, and how many.
    pub bytes: (usize, usize),
}

/// A message.
#[derive(Clone, Debug)]
pub struct Message {
    /// What it says; its own places are those of the text it was made about.
    pub diagnostic: Diagnostic,
    /// Where, in the user's files; none if it is about no place.
    pub place: Option<Place>,
    /// Other places that have a part in it.
    pub related: Vec<(Place, String)>,
    /// The obligation, if it is about one.
    pub obligation: Option<String>,
    /// The method, if it is about one.
    pub method: Option<String>,
    /// The step after which the text was like that; none for the user's own.
    pub step: Option<String>,
    /// A change of the user's text that would answer it.
    pub fix: Option<Change>,
}

/// A change of the user's files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What it does.
    pub title: String,
    /// The places that are replaced, and by what.
    pub replacements: Vec<(Place, String)>,
}

impl Message {
    /// The message with its notes and help, a sentence a line.
    pub fn text(&self) -> String {
        let mut text = self.diagnostic.message.clone();
        if let Some(step) = &self.step {
            text.push_str(&format!("\nin the text after {step}"));
        }
        for note in &self.diagnostic.notes {
            text.push_str(&format!("\n{note}"));
        }
        if let Some(help) = &self.diagnostic.help {
            text.push_str(&format!("\nhelp: {help}"));
        }
        text
    }

    /// Whether it is an error.
    pub fn is_error(&self) -> bool {
        self.diagnostic.severity == Severity::Error
    }
}

/// What could not be read.
pub fn of_problem((diagnostic, files): &Problem) -> Message {
    Seen {
        files,
        run: None,
        depth: 0,
        step: None,
    }
    .message(diagnostic.clone())
}

/// The messages of a program, in the order of the text report.
pub fn of_program(run: &ProgramRun) -> Vec<Message> {
    let user = Seen {
        files: &run.files,
        run: Some(run),
        depth: 0,
        step: None,
    };
    let mut found: Vec<Message> = Vec::new();
    found.extend(run.diagnostics.iter().cloned().map(|one| user.message(one)));
    if let Some(verified) = &run.original {
        found.extend(user.verified(verified));
    }
    for (number, step) in run.steps.iter().enumerate() {
        let name = format!("step {}, {}", number + 1, step.name);
        let earlier = (step.before > 0)
            .then(|| run.history.steps().get(step.before - 1))
            .flatten();
        let before = run.files_after(step.before);
        let old = Seen {
            files: &before,
            run: Some(run),
            depth: step.before,
            step: earlier.map(|step| step.name.clone()),
        };
        found.extend(step.diagnostics.iter().cloned().map(|one| old.message(one)));
        let after = run.files_after(step.before + 1);
        let new = Seen {
            files: &after,
            run: Some(run),
            depth: step.before + 1,
            step: Some(name),
        };
        found.extend(step.faults.iter().cloned().map(|one| new.message(one)));
        if let Some(verified) = &step.verified {
            found.extend(new.verified(verified));
        }
    }
    found
}

/// The messages of a program, and how far its verdict reaches.
pub fn of_run(run: &ProgramRun) -> Vec<Message> {
    let user = Seen {
        files: &run.files,
        run: Some(run),
        depth: 0,
        step: None,
    };
    let mut found = of_program(run);
    let explained = found.iter().any(Message::is_error);
    found.extend(
        reach::of(run, explained)
            .into_iter()
            .map(|one| user.message(one)),
    );
    found
}

/// A text that messages are about.
struct Seen<'a> {
    files: &'a [SourceFile],
    run: Option<&'a ProgramRun>,
    depth: usize,
    step: Option<String>,
}

impl Seen<'_> {
    fn verified(&self, verified: &Verified) -> Vec<Message> {
        let report = &verified.report;
        let warnings = report.warnings.iter().cloned();
        let mut found: Vec<Message> = warnings.map(|one| self.message(one)).collect();
        for method in &report.methods {
            let named = |message: Message| Message {
                method: Some(method.name.clone()),
                ..message
            };
            found.extend(
                method
                    .unsupported
                    .iter()
                    .cloned()
                    .map(|one| named(self.message(one))),
            );
            for (obligation, diagnostic) in obligations::messages(method) {
                found.push(Message {
                    obligation: Some(obligation.id.clone()),
                    ..named(self.message(diagnostic))
                });
            }
        }
        found.extend(obligations::not_kept(report).map(|one| self.message(one)));
        found
    }

    fn message(&self, diagnostic: Diagnostic) -> Message {
        let primary = diagnostic.primary.as_ref();
        let related = diagnostic.labels.iter();
        Message {
            place: primary.and_then(|label| self.place(label.span)),
            related: related
                .filter_map(|label| Some((self.place(label.span)?, label.text.clone())))
                .collect(),
            fix: diagnostic.fix.as_ref().and_then(|fix| self.fix(fix)),
            diagnostic,
            obligation: None,
            method: None,
            step: self.step.clone(),
        }
    }

    /// The change, if it is one of the user's own text.
    fn fix(&self, fix: &Fix) -> Option<Change> {
        if self.depth > 0 {
            return None;
        }
        let replacements = fix.replacements.iter();
        let replacements = replacements.map(|one| Some((self.place(one.span)?, one.text.clone())));
        Some(Change {
            title: fix.title.clone(),
            replacements: replacements.collect::<Option<_>>()?,
        })
    }

    /// The place in the user's files.
    fn place(&self, span: Span) -> Option<Place> {
        let (files, span) = match self.run {
            Some(run) if self.depth > 0 => (
                run.files.as_slice(),
                run.history.trace_before(span, self.depth).user,
            ),
            _ => (self.files, span),
        };
        let file = files.get(span.file as usize)?;
        let at = |offset: u32| {
            let at = file.line_column(offset as usize);
            (at.line, at.column)
        };
        Some(Place {
            file: file.name.clone(),
            start: at(span.start),
            end: at(span.end),
            bytes: (
                span.start as usize,
                span.end.saturating_sub(span.start) as usize,
            ),
        })
    }
}

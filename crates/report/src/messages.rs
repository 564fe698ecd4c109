//! Messages at their places in the user's files: what the reports for other programs are made from.

use crate::json::Json;
use serde::{Serialize, Serializer};
use text::diagnostics::{Diagnostic, Fix, Severity};
use text::source::SourceFile;
use text::span::Span;

/// What is wrong with a file, and the files if their text is needed to show it.
pub type Problem = (Diagnostic, Vec<SourceFile>);

/// A program's name in messages: the first of its files, and how many more.
pub fn name_of(files: &[SourceFile]) -> String {
    let first = files.first().map_or("", |file| &file.name);
    match files.len() {
        0 | 1 => first.to_owned(),
        n => format!("{first} and {} more", n - 1),
    }
}

/// The word for how grave a message is.
pub fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

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
    /// The text of the first line, without blanks around it: it stays when lines before it change.
    pub line: String,
}

impl Place {
    /// A range of a file.
    pub fn of(file: &SourceFile, span: Span) -> Place {
        let at = |offset: u32| {
            let at = file.line_column(offset as usize);
            (at.line, at.column)
        };
        Place {
            file: file.name.clone(),
            start: at(span.start),
            end: at(span.end),
            bytes: (
                span.start as usize,
                span.end.saturating_sub(span.start) as usize,
            ),
            line: file.line_text(at(span.start).0).trim().to_owned(),
        }
    }

    /// A range of one of these files; none if there is no such file.
    pub fn within(files: &[SourceFile], span: Span) -> Option<Place> {
        Some(Place::of(files.get(span.file as usize)?, span))
    }

    /// `file:line:column`.
    pub fn short(&self) -> String {
        format!("{}:{}:{}", self.file, self.start.0, self.start.1)
    }
}

impl From<Place> for Json {
    fn from(place: Place) -> Json {
        let Place {
            start, end, bytes, ..
        } = place;
        Json::object()
            .with("file", place.file)
            .with("line", start.0)
            .with("column", start.1)
            .with("end_line", end.0)
            .with("end_column", end.1)
            .with("byte_start", bytes.0)
            .with("byte_end", bytes.0 + bytes.1)
    }
}

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Json::from(self.clone()).serialize(serializer)
    }
}

/// That somebody has accepted what a message says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suppression {
    /// Why.
    pub reason: String,
    /// Where the text says so; none if the project's settings do.
    pub place: Option<Place>,
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
    /// The method or kernel, if it is about one.
    pub method: Option<String>,
    /// The step after which the text was like that; none for the user's own.
    pub step: Option<String>,
    /// A change of the user's text that would answer it.
    pub fix: Option<Change>,
    /// Who has accepted it.
    pub accepted: Option<Suppression>,
}

/// A change of the user's files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What it does.
    pub title: String,
    /// The places that are replaced, and by what.
    pub replacements: Vec<(Place, String)>,
}

impl Change {
    fn of(fix: &Fix, place: impl Fn(Span) -> Option<Place>) -> Option<Change> {
        let replacements = fix.replacements.iter();
        let replacements = replacements.map(|one| Some((place(one.span)?, one.text.clone())));
        Some(Change {
            title: fix.title.clone(),
            replacements: replacements.collect::<Option<_>>()?,
        })
    }
}

impl Message {
    /// A message whose places `place` finds in the user's files.
    pub fn new(diagnostic: Diagnostic, place: impl Fn(Span) -> Option<Place>) -> Message {
        let primary = diagnostic.primary.as_ref();
        let related = diagnostic.labels.iter();
        Message {
            place: primary.and_then(|label| place(label.span)),
            related: related
                .filter_map(|label| Some((place(label.span)?, label.text.clone())))
                .collect(),
            fix: diagnostic
                .fix
                .as_ref()
                .and_then(|fix| Change::of(fix, &place)),
            diagnostic,
            obligation: None,
            method: None,
            step: None,
            accepted: None,
        }
    }

    /// What is wrong with a file.
    pub fn of_problem((diagnostic, files): &Problem) -> Message {
        Message::new(diagnostic.clone(), |span| Place::within(files, span))
    }

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

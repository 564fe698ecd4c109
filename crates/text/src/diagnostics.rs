//! One type for everything the tool says about a program; renderers live in the binary.

use crate::code::Code;
use crate::span::Span;
use serde::{Deserialize, Serialize};

/// How grave a diagnostic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Something asked for does not hold.
    Error,
    /// Holds, but deserves a look.
    Warning,
    /// Information.
    Note,
}

/// A place with a few words on its part in the message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What about it; may be empty.
    pub text: String,
}

/// A change of the text that would answer a message. It is a proposal; the
/// caller that applies it verifies again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fix {
    /// What the change does, in a few words that begin with a verb.
    pub title: String,
    /// The parts replaced, in the text that the message is about; none overlaps another.
    pub replacements: Vec<Replacement>,
}

/// One part of a [`Fix`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replacement {
    /// What goes; empty where something is only put in.
    pub span: Span,
    /// What comes.
    pub text: String,
}

/// A message with a code, a place, a reason and, where possible, what would help.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// `V…` verification, `A…` applicability, `S…` syntax, `N…` names, `T…` types,
    /// `U…` unsupported, `C…` command line, `W…` warnings.
    pub code: Code,
    /// How grave.
    pub severity: Severity,
    /// One sentence, without a final stop.
    pub message: String,
    /// The place the message is about.
    pub primary: Option<Label>,
    /// Further places.
    pub labels: Vec<Label>,
    /// Further sentences: why.
    pub notes: Vec<String>,
    /// What would help.
    pub help: Option<String>,
    /// The same as a change of the text, where it is sure enough to be offered.
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// An error with a place.
    pub fn error(code: Code, span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            code,
            severity: Severity::Error,
            message: message.into(),
            primary: Some(Label {
                span,
                text: String::new(),
            }),
            labels: Vec::new(),
            notes: Vec::new(),
            help: None,
            fix: None,
        }
    }

    /// A warning with a place.
    pub fn warning(code: Code, span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            severity: Severity::Warning,
            ..Diagnostic::error(code, span, message)
        }
    }

    /// An error without a place in a program.
    pub fn global(code: Code, message: impl Into<String>) -> Self {
        Diagnostic {
            primary: None,
            ..Diagnostic::error(code, Span::default(), message)
        }
    }

    /// Words under the primary place.
    pub fn with_text(mut self, text: impl Into<String>) -> Self {
        if let Some(primary) = &mut self.primary {
            primary.text = text.into();
        }
        self
    }

    /// One more place.
    pub fn with_label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label {
            span,
            text: text.into(),
        });
        self
    }

    /// One more sentence.
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// What would help.
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// What would help, if there is anything to say.
    pub fn with_usual_help(mut self, help: Option<&str>) -> Self {
        self.help = help.map(str::to_owned).or(self.help);
        self
    }

    /// A change of one part of the text that would answer this.
    pub fn with_fix(self, title: impl Into<String>, span: Span, text: impl Into<String>) -> Self {
        let text = text.into();
        self.with_fixes(title, vec![Replacement { span, text }])
    }

    /// A change of several parts of the text that would answer this; nothing if there are none.
    pub fn with_fixes(mut self, title: impl Into<String>, replacements: Vec<Replacement>) -> Self {
        self.fix = (!replacements.is_empty()).then(|| Fix {
            title: title.into(),
            replacements,
        });
        self
    }

    /// A name that was probably meant instead of the one at `span`.
    pub fn with_name(self, span: Span, name: &str) -> Self {
        self.with_help(format!("did you mean `{name}`?")).with_fix(
            format!("write `{name}`"),
            span,
            name,
        )
    }
}

/// What `alpinist explain CODE` says; every crate has a table of its own codes.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct CodeInfo {
    /// The code, such as `V001`.
    pub code: Code,
    /// A few words.
    pub title: &'static str,
    /// What it means, why it matters, what to do; Markdown.
    pub text: &'static str,
    /// A program that gives this code; empty if none is short enough.
    pub example: &'static str,
}

impl CodeInfo {
    /// A row of a table.
    pub const fn new(
        code: Code,
        title: &'static str,
        text: &'static str,
        example: &'static str,
    ) -> Self {
        CodeInfo {
            code,
            title,
            text,
            example,
        }
    }
}

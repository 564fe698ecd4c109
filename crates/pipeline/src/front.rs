//! What is read of a program before anything is proved: its tree, its names, and what is said of
//! them.

use crate::foreign;
use spec_lang::ast::Program;
use spec_lang::resolve::{Profile, Resolution};
use text::code::Code;
use text::diagnostics::{Diagnostic, Severity};
use text::source::SourceFile;

/// A text that has been read.
#[derive(Debug, Default)]
pub struct Front {
    /// Its tree.
    pub program: Program,
    /// What its names mean; empty if it did not parse.
    pub resolution: Resolution,
    /// Errors and warnings, in order of place.
    pub diagnostics: Vec<Diagnostic>,
}

impl Front {
    /// Whether it can be worked with.
    pub fn is_sound(&self) -> bool {
        !self
            .diagnostics
            .iter()
            .any(|diagnostic| diagnostic.severity == Severity::Error)
    }
}

/// Parses and resolves a program.
pub fn front(files: &[SourceFile], profile: Profile) -> Front {
    let parsed = spec_lang::parse::parse(files);
    let mut front = Front {
        program: parsed.program,
        diagnostics: parsed.diagnostics,
        ..Front::default()
    };
    if front.is_sound() {
        let resolved = spec_lang::resolve::resolve(&front.program, profile);
        front.resolution = resolved.resolution;
        front.diagnostics.extend(resolved.diagnostics);
        crate::advice::of_text(&mut front.diagnostics, &front.program, files);
    }
    if !front.is_sound() {
        foreign::recognize(&mut front.diagnostics, files);
    }
    front.diagnostics = in_order(front.diagnostics);
    front
}

/// As many messages as anyone reads; after that many the cause is one of the first.
const MOST: usize = 100;

/// In order of place, and not without end.
fn in_order(mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let place = |diagnostic: &Diagnostic| {
        diagnostic
            .primary
            .as_ref()
            .map(|label| (label.span.file, label.span.start, label.span.end))
    };
    // An error first, so that none is cut off for the sake of warnings.
    diagnostics.sort_by(|a, b| {
        let key = |one: &Diagnostic| (one.severity != Severity::Error, place(one));
        key(a).cmp(&key(b)).then(a.code.cmp(&b.code))
    });
    let more = diagnostics.len().saturating_sub(MOST);
    if more > 0 {
        diagnostics.truncate(MOST);
        let message = format!("{more} more messages are left out");
        diagnostics.push(Diagnostic {
            severity: Severity::Note,
            ..Diagnostic::global(Code::W900, message)
        });
    }
    diagnostics
}

//! A run as messages, for the reports to other programs.

use crate::model::FileRun;
use crate::place::place_in;
use crate::words;
use report::messages::{Message, Place};
use text::code::Code;
use text::diagnostics::{Diagnostic, Severity};
use text::span::Span;

/// The messages on a file, in the order of the text report.
pub fn of_file(run: &FileRun) -> Vec<Message> {
    let mut all: Vec<Message> = Vec::new();
    let said = run.errors.iter().chain(&run.notes);
    all.extend(said.map(|one| message(run, one.clone(), None)));
    if let Some(nothing) = nothing(run) {
        all.push(message(run, nothing, None));
    }
    for kernel in &run.kernels {
        let name = Some(kernel.name.as_str());
        for error in kernel.errors.iter().chain(&kernel.undecided) {
            all.push(message(run, error.clone(), name));
        }
        for (fault, others) in words::grouped(&kernel.faults) {
            let mut diagnostic = words::diagnostic(fault, kernel, run.language);
            diagnostic.notes.extend(words::also(&others, run.language));
            all.push(message(run, diagnostic, name));
        }
    }
    all
}

/// A file that was read and has no kernel.
pub fn nothing(run: &FileRun) -> Option<Diagnostic> {
    let none = run.kernels.is_empty() && run.passed_over.is_empty() && run.errors.is_empty();
    none.then(|| Diagnostic {
        severity: Severity::Warning,
        help: words::without_kernels(run),
        ..Diagnostic::global(Code::K320, format!("no kernel in {}", run.name))
    })
}

/// A diagnostic on a file or on one of its kernels, with its places resolved.
pub fn message(run: &FileRun, diagnostic: Diagnostic, kernel: Option<&str>) -> Message {
    let place = |span: Span| -> Option<Place> {
        let file = run.sources.get(span.file as usize)?;
        Some(place_in(Some(file), span))
    };
    let related = diagnostic.labels.iter();
    Message {
        place: diagnostic.primary.as_ref().and_then(|l| place(l.span)),
        related: related
            .filter_map(|label| Some((place(label.span)?, label.text.clone())))
            .collect(),
        diagnostic,
        obligation: None,
        method: kernel.map(str::to_owned),
        step: None,
        fix: None,
    }
}

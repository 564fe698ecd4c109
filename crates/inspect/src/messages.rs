//! A run as messages, for the reports to other programs.

use crate::accept::{Accepted, By};
use crate::model::{FileRun, KernelRun};
use crate::{grouped, words};
use report::messages::{Message, Place, Suppression};
use text::code::Code;
use text::diagnostics::{Diagnostic, Severity};

/// The messages on a file, in the order of the text report.
pub fn of_file(run: &FileRun) -> Vec<Message> {
    let mut all: Vec<Message> = Vec::new();
    let said = run.errors.iter().chain(&run.notes);
    all.extend(said.map(|one| message(run, one.clone(), None)));
    if let Some(nothing) = nothing(run) {
        all.push(message(run, nothing, None));
    }
    all.extend(run.kernels.iter().flat_map(|kernel| of_kernel(run, kernel)));
    all
}

/// The messages on one kernel of a file.
pub(crate) fn of_kernel(run: &FileRun, kernel: &KernelRun) -> Vec<Message> {
    let mut all: Vec<Message> = Vec::new();
    let name = Some(kernel.name.as_str());
    for error in kernel.errors.iter().chain(&kernel.undecided) {
        all.push(message(run, error.clone(), name));
    }
    // What would make the kernel safe is told once.
    let mut safe = kernel.safe_if.as_ref().map(words::safe_if);
    for group in grouped::groups(&kernel.faults) {
        let mut diagnostic = words::diagnostic(group.first, kernel, run.language);
        diagnostic.notes.extend(grouped::also(&group, run.language));
        if !group.first.is_accepted() {
            diagnostic.notes.extend(safe.take());
        }
        let accepted = suppression(group.first.accepted.as_ref());
        all.push(Message {
            accepted,
            ..message(run, diagnostic, name)
        });
    }
    let violations = kernel.launches.iter();
    let violations = violations.filter_map(|held| Some((held, words::violation(held, kernel)?)));
    all.extend(violations.map(|(held, one)| Message {
        accepted: suppression(held.accepted.as_ref()),
        ..message(run, one, name)
    }));
    all
}

/// Who has accepted a finding, if that counts.
fn suppression(accepted: Option<&Accepted>) -> Option<Suppression> {
    let accepted = accepted.filter(|one| !one.denied)?;
    Some(Suppression {
        reason: accepted.reason.clone(),
        place: match &accepted.by {
            By::Comment(place) => Some(place.clone()),
            By::Entry { .. } | By::Baseline(_) => None,
        },
    })
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
    Message {
        method: kernel.map(str::to_owned),
        ..Message::new(diagnostic, |span| Place::within(&run.sources, span))
    }
}

//! What is the same for all kernels of a report, and printed once.

use crate::model::{FileRun, KernelRun};
use itertools::Itertools;
use report::terminal::visible;
use text::code::Code;
use text::diagnostics::Diagnostic;

/// The most headers that are named.
const NAMED: usize = 3;

/// Whether a note is about a header that was not found.
pub(super) fn is_of_header(note: &Diagnostic) -> bool {
    note.code == Code::K007
}

/// The headers that were not found, in one line; nothing if there are none.
pub(super) fn headers(runs: &[FileRun]) -> String {
    let notes = runs.iter().flat_map(|run| &run.notes);
    let notes: Vec<&Diagnostic> = notes.filter(|one| is_of_header(one)).collect();
    // The message begins with the header's name.
    let names = notes.iter().filter_map(|one| one.message.split('`').nth(1));
    let names: Vec<&str> = names.unique().collect();
    let listed = names.iter().take(NAMED);
    let listed = listed.map(|name| format!("`{name}`")).join(", ");
    let rest = match names.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    match names.len() {
        0 => String::new(),
        1 => format!(
            "note[K007]: header {listed} was not found and is treated as empty; `-I FOLDER` adds its folder\n"
        ),
        _ => format!(
            "note[K007]: headers {listed}{rest} were not found and are treated as empty; `-I FOLDER` adds their folder\n"
        ),
    }
}

/// Assumptions of all kernels that were checked, if these are several.
pub(super) fn assumptions(runs: &[FileRun]) -> Vec<&str> {
    let kernels = runs.iter().flat_map(|run| &run.kernels);
    let kernels: Vec<&KernelRun> = kernels.filter(|kernel| kernel.sizes.is_some()).collect();
    let [first, rest @ ..] = kernels.as_slice() else {
        return Vec::new();
    };
    if rest.is_empty() {
        return Vec::new();
    }
    let all = first.assumptions.iter();
    let shared = all.filter(|one| {
        let has = |kernel: &&KernelRun| kernel.assumptions.iter().any(|own| own == *one);
        // A name is that of another thing in another kernel.
        !one.text.contains('`') && rest.iter().all(has)
    });
    shared.map(|one| one.text.as_str()).collect()
}

/// The assumptions of all kernels, a line each.
pub(super) fn listed(shared: &[&str]) -> String {
    if shared.is_empty() {
        return String::new();
    }
    let lines = shared.iter().map(|one| format!("- {}\n", visible(one)));
    format!("assumed for all kernels:\n{}", lines.format(""))
}

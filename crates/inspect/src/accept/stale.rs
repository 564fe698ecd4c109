//! Acceptances that accept nothing, because what they were about was mended, moved or never there.
//!
//! It is said only where the kernels concerned are verified, or all that is found of them is accepted, and all was checked:
//! what was not looked for is not gone.

use super::{About, Comment, Entry, Found, Obeyed, is_file};
use crate::model::{FileRun, KernelRun, Verdict};
use crate::place::place_in;
use crate::run::{Settings, is_meant};
use itertools::Itertools;
use report::messages::Place;
use std::path::Path;
use text::code::Code;
use text::diagnostics::{Diagnostic, Severity};
use text::span::Span;

/// Adds to the files what is stale; `settings` are all with which they were checked.
pub(crate) fn note<'s>(runs: &mut [FileRun], settings: impl Iterator<Item = &'s Settings>) {
    let settings: Vec<&Settings> = settings.collect();
    let judges = |one: &&Settings| one.accept.judges && one.accept.obeyed != Obeyed::Unread;
    if settings.is_empty() || !settings.iter().all(judges) {
        return;
    }
    for run in runs.iter_mut() {
        use_comments(run);
    }
    let stale: Vec<(usize, Diagnostic)> = of_comments(runs);
    for (number, one) in stale {
        if let Some(run) = runs.get_mut(number) {
            run.notes.push(one);
        }
    }
    let entries = settings.iter().flat_map(|one| &one.accept.entries);
    for entry in entries.unique_by(|one| &one.place) {
        let stale = of_entry(runs, entry);
        let first = runs.iter_mut().find(|run| is_concerned(run, entry));
        if let (true, Some(run)) = (stale, first) {
            run.notes
                .push(told(entry, "nothing of this code is found there"));
        }
    }
}

/// The entries that are about none of these files.
pub fn nowhere(runs: &[FileRun], entries: &[Entry]) -> Vec<Diagnostic> {
    let none = |entry: &&Entry| !runs.iter().any(|run| is_concerned(run, entry));
    let all = entries.iter().filter(none);
    all.map(|entry| told(entry, "no file or kernel of this name was checked"))
        .collect()
}

fn told(entry: &Entry, why: &str) -> Diagnostic {
    let message = format!("{}: this entry accepts nothing: {why}", entry.place);
    let message = Diagnostic {
        severity: Severity::Warning,
        ..Diagnostic::global(Code::K017, message)
    };
    message.with_help("take it out; or say where the finding is now")
}

/// What is found of a kernel, also in its launches.
fn found<'r>(run: &'r FileRun, kernel: &'r KernelRun) -> Vec<Found<'r>> {
    let of = (run.name.as_str(), kernel.name.as_str());
    let faults = kernel.faults.iter().map(|fault| Found::of(fault, of));
    let place = |span: Span| place_in(run.sources.get(span.file as usize), span);
    let violates = kernel.launches.iter().filter(|held| held.is_violation());
    let launches = violates.map(|held| Found {
        code: Code::K310,
        kernel: of.1,
        file: of.0,
        places: held
            .line
            .map(|_| vec![(held.span, place(held.span))])
            .unwrap_or_default(),
    });
    faults.chain(launches).collect()
}

fn use_comments(run: &mut FileRun) {
    let mut comments = std::mem::take(&mut run.comments);
    for kernel in &run.kernels {
        for found in found(run, kernel) {
            for comment in comments.iter_mut().filter(|one| one.is_about(&found)) {
                comment.used.insert(found.code);
            }
        }
    }
    run.comments = comments;
}

/// The comments that accept nothing, each with the number of the file that says so.
fn of_comments(runs: &[FileRun]) -> Vec<(usize, Diagnostic)> {
    let mut stale: Vec<(usize, Diagnostic)> = Vec::new();
    let mut seen: Vec<Place> = Vec::new();
    for (number, run) in runs.iter().enumerate() {
        for comment in &run.comments {
            let place = place_of(run, comment);
            // A header may be read with several files.
            let same = |other: &'_ FileRun| -> Vec<Comment> {
                let own = other.comments.iter();
                own.filter(|one| place_of(other, one) == place)
                    .cloned()
                    .collect()
            };
            if seen.contains(&place) {
                continue;
            }
            seen.push(place.clone());
            let everywhere = runs.iter().flat_map(|other| {
                let all = same(other).into_iter();
                all.map(move |one| (other, one)).collect::<Vec<_>>()
            });
            let everywhere: Vec<(&FileRun, Comment)> = everywhere.collect();
            let judged = everywhere.iter().all(|(run, one)| is_judged(run, one));
            let codes = comment.codes.iter().copied();
            let unused = codes.filter(|code| {
                let mut all = everywhere.iter();
                !all.any(|(_, one)| one.used.contains(code))
            });
            let unused: Vec<&str> = unused.map(Code::as_str).collect();
            if judged && !unused.is_empty() {
                let message = format!(
                    "this comment accepts nothing: no {} is found in line {}",
                    unused.join(" or "),
                    comment.line
                );
                let warning = Diagnostic::warning(Code::K017, comment.span, message);
                stale.push((number, warning.with_help("take it out")));
            }
        }
    }
    stale
}

fn place_of(run: &FileRun, comment: &Comment) -> Place {
    place_in(run.sources.get(comment.span.file as usize), comment.span)
}

/// Whether all kernels are decided in which the comment may stand.
fn is_judged(run: &FileRun, comment: &Comment) -> bool {
    let around = |kernel: &&KernelRun| {
        let definition = kernel.definition;
        definition.is_some_and(|span| span.contains(comment.span))
    };
    let own: Vec<&KernelRun> = run.kernels.iter().filter(around).collect();
    match own.as_slice() {
        [] => is_whole(run),
        own => own.iter().all(|kernel| is_decided(kernel)),
    }
}

/// Whether all is known that is wrong with the kernels of a file.
fn is_whole(run: &FileRun) -> bool {
    let kernels = run.kernels.iter().all(is_decided);
    kernels && run.errors.is_empty() && run.passed_over.is_empty()
}

/// Whether all is known that is wrong with a kernel: where something counts, not all else was looked for.
pub fn is_decided(kernel: &KernelRun) -> bool {
    match kernel.verdict() {
        Verdict::Verified | Verdict::SuspectAccepted | Verdict::WrongAccepted => true,
        Verdict::Suspect | Verdict::Wrong | Verdict::Unknown | Verdict::NotUnderstood => false,
    }
}

/// Whether an entry is about something in a file.
fn is_concerned(run: &FileRun, entry: &Entry) -> bool {
    let reads = |path: &Path| {
        let mut sources = run.sources.iter();
        is_file(&run.name, path) || sources.any(|one| is_file(&one.name, path))
    };
    match &entry.about {
        About::File(path) | About::Line(path, _) => reads(path),
        About::Kernel(path, name) => {
            let name = std::slice::from_ref(name);
            let names = run.kernels.iter().map(|kernel| &kernel.name);
            let mut names = names.chain(&run.passed_over);
            names.any(|kernel| is_meant(kernel, name))
                && path.as_ref().is_none_or(|path| is_file(&run.name, path))
        }
    }
}

/// Whether nothing is found that an entry is about, though all is decided.
fn of_entry(runs: &[FileRun], entry: &Entry) -> bool {
    let concerned: Vec<&FileRun> = runs.iter().filter(|run| is_concerned(run, entry)).collect();
    let uses = |run: &&FileRun| {
        let mut kernels = run.kernels.iter();
        kernels.any(|kernel| found(run, kernel).iter().any(|one| entry.is_about(one)))
    };
    let judged = |run: &&FileRun| match &entry.about {
        About::File(_) | About::Line(..) => is_whole(run),
        About::Kernel(_, name) => {
            let own = |kernel: &&KernelRun| is_meant(&kernel.name, std::slice::from_ref(name));
            let mut own = run.kernels.iter().filter(own);
            own.all(is_decided)
        }
    };
    !concerned.is_empty() && concerned.iter().all(judged) && !concerned.iter().any(uses)
}

//! The lines of a file: old beside new, or one column where nothing changed.

use crate::colour::{Colours, Part};
use crate::rows::{Change, Row, Runs, words};
use crate::{FileReview, Shown};
use maud::{Markup, html};

/// The table of a file's lines.
pub(super) fn table(at: usize, file: &FileReview) -> Markup {
    let same = file.is_same();
    html! {
        div.scroll tabindex="0" role="region" aria-label=(format!("Lines of {}", file.name)) {
            table.single[same] {
                @if same { caption { "Nothing in it was changed" } }
                @else { caption { "The old text on the left, the new one on the right" } }
                thead { tr {
                    th scope="col" { "Line" }
                    @if same { th scope="col" { "Text" } }
                    @else { th scope="col" { "Old" } th scope="col" { "Line" } th scope="col" { "New" } }
                    th scope="col" { "Why" }
                } }
                tbody { @for row in &file.rows { (table_row(at, file, row)) } }
            }
        }
    }
}

/// The name of a line of the new text within the page.
pub(super) fn anchor(file: usize, line: usize) -> String {
    format!("file-{file}-line-{line}")
}

fn table_row(at: usize, file: &FileReview, row: &Row) -> Markup {
    let (left, right) = match (&row.old, &row.new, row.change) {
        (Some(old), Some(new), Change::Changed) => {
            let (left, right) = words(&old.1, &new.1);
            (Some(left), Some(right))
        }
        _ => (None, None),
    };
    let code = |line: &Option<(usize, String)>, colours: &Colours, runs: Option<&Runs>| {
        html! { @if let Some((number, text)) = line { (coloured(text, colours.of(*number), runs)) } }
    };
    let number = |line: &Option<(usize, String)>| line.as_ref().map(|(number, _)| *number);
    let shown = row
        .new
        .as_ref()
        .and_then(|(number, _)| file.shown.get(number));
    let fails = shown.is_some_and(|shown| shown.iter().any(|one| one.outcome != "proved"));
    let class = match fails {
        true => format!("{} failing", row.change.word()),
        false => row.change.word().to_owned(),
    };
    let stops = fails || row.change != Change::Same || !file.notes(row).is_empty();
    html! {
        tr id=[number(&row.new).map(|line| anchor(at, line))] class=(class) tabindex=[stops.then_some("-1")] {
            @if !file.is_same() {
                td.number { @if let Some(number) = number(&row.old) { (number) } }
                td.code { code { (code(&row.old, &file.colours.0, left.as_ref())) } }
            }
            td.number { @if let Some(number) = number(&row.new) { (number) } }
            td.code { code { (code(&row.new, &file.colours.1, right.as_ref())) } }
            td.why {
                @if row.change != Change::Same {
                    span.word { (row.change.word()) }
                    @if let Some(reason) = &row.reason {
                        @if let Some(from) = reason.from { " from line " (from) }
                        @if !reason.rules.is_empty() { ": " (reason.rules) }
                    }
                }
                @for note in file.notes(row) { p.note { (note) } }
                @if let Some(shown) = shown { (proofs(shown)) }
            }
        }
    }
}

/// A line with its colours; runs that differ from the other side are marked.
fn coloured(text: &str, parts: &[Part], runs: Option<&Runs>) -> Markup {
    let whole = vec![(false, text.to_owned())];
    let mut start = 0;
    let pieces = runs.unwrap_or(&whole).iter().map(|(differs, words)| {
        let from = start;
        start += words.len();
        (*differs, spans(words, from, parts))
    });
    html! {
        @for (differs, piece) in pieces {
            @if differs { mark { (piece) } } @else { (piece) }
        }
    }
}

/// A piece of a line that begins at this byte of it.
fn spans(words: &str, from: usize, parts: &[Part]) -> Markup {
    let mut pieces: Vec<(&str, Option<&'static str>)> = Vec::new();
    let mut at = 0;
    for (range, class) in parts {
        let inner = |place: usize| place.clamp(from, from + words.len()) - from;
        let (start, end) = (inner(range.start), inner(range.end));
        if start < end && at <= start {
            pieces.push((words.get(at..start).unwrap_or(""), None));
            pieces.push((words.get(start..end).unwrap_or(""), Some(class.name())));
            at = end;
        }
    }
    pieces.push((words.get(at..).unwrap_or(""), None));
    html! {
        @for (piece, class) in pieces.iter().filter(|(piece, _)| !piece.is_empty()) {
            @match class {
                Some(class) => { span class=(class) { (piece) } }
                None => { (piece) }
            }
        }
    }
}

fn proofs(shown: &[Shown]) -> Markup {
    let proved = shown.iter().filter(|one| one.outcome == "proved").count();
    html! {
        details open[proved < shown.len()] {
            summary { (proved) " of " (shown.len()) " proved" }
            ul { @for one in shown {
                li {
                    @if one.outcome == "proved" { "excluded that " (one.message) }
                    @else { strong { (one.outcome) ": " } (one.message) }
                    " (" (one.id) @if one.cached { ", taken from the cache" } ")"
                }
            } }
        }
    }
}

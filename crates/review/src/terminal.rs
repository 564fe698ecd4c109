//! A review as text: both texts in one column, the reasons beside them.

use super::rows::{Change, Row};
use super::{FileReview, Review};
use itertools::Itertools;
use report::plural;
use report::terminal::visible;

/// Same lines around a change that are shown.
const AROUND: usize = 2;

/// The whole review.
pub fn text(review: &Review, coloured: bool) -> String {
    let mut text = format!("{}\n", visible(&review.banner.line()));
    let steps = (1..).zip(&review.steps);
    let steps = steps.map(|(number, step)| format!("{number}. {step}"));
    text.push_str(&section("Steps", steps));
    let verdict = review.verdicts.iter().cloned();
    text.push_str(&section(
        "Verdict",
        verdict.chain([format!("{}.", review.contracts)]),
    ));
    let terms = review.terms.iter().flat_map(|one| {
        [
            format!("{} ({}): {}", one.element, one.launch, one.outcome),
            format!("old: {}", one.old),
            format!("new: {}", one.new),
        ]
    });
    text.push_str(&section("One element", terms));
    let assumed = match review.trusted.is_empty() {
        true => vec!["nothing".to_owned()],
        false => review.trusted.clone(),
    };
    text.push_str(&section("Assumed", assumed.into_iter()));
    text.push_str(&section("Messages", review.messages.iter().cloned()));
    for file in &review.files {
        text.push_str(&of_file(file, coloured));
    }
    text
}

/// A part of the summary under its heading; nothing if there is nothing in it.
fn section(heading: &str, parts: impl Iterator<Item = String>) -> String {
    let parts = parts.map(|part| format!("  {}\n", part.lines().map(visible).join("\n    ")));
    let text: String = parts.collect();
    match text.is_empty() {
        true => text,
        false => format!("{heading}\n{text}"),
    }
}

fn of_file(file: &FileReview, coloured: bool) -> String {
    let near: Vec<bool> = (0..file.rows.len())
        .map(|at| {
            let from = at.saturating_sub(AROUND);
            let rows = file.rows.get(from..(at + AROUND + 1).min(file.rows.len()));
            rows.is_some_and(|rows| {
                rows.iter()
                    .any(|row| row.change != Change::Same || !file.notes(row).is_empty())
            })
        })
        .collect();
    let width = |row: &Row| {
        row.new
            .as_ref()
            .or(row.old.as_ref())
            .map_or(0, |line| visible(&line.1).chars().count())
    };
    let shown = file.rows.iter().zip(&near).filter(|(_, near)| **near);
    let width = shown.map(|(row, _)| width(row)).max().unwrap_or(0).min(72);
    let mut text = format!("\n{}\n", visible(&file.name));
    let mut skipped = 0;
    for (row, near) in file.rows.iter().zip(near) {
        if !near {
            skipped += 1;
            continue;
        }
        if skipped > 0 {
            text.push_str(&format!(
                "           … {} the same\n",
                plural(skipped, "line")
            ));
            skipped = 0;
        }
        if row.change == Change::Changed {
            let mut old = row.clone();
            (old.new, old.reason) = (None, None);
            old.change = Change::Removed;
            text.push_str(&line(&old, "", width, coloured));
        }
        text.push_str(&line(row, &note(file, row), width, coloured));
    }
    if skipped > 0 {
        text.push_str(&format!(
            "           … {} the same\n",
            plural(skipped, "line")
        ));
    }
    text
}

/// What is said beside a line.
fn note(file: &FileReview, row: &Row) -> String {
    let mut parts = Vec::new();
    if let Some(reason) = &row.reason {
        let from = reason
            .from
            .map_or_else(String::new, |line| format!(" from {line}"));
        let rules = match reason.rules.is_empty() {
            true => String::new(),
            false => format!(": {}", reason.rules),
        };
        parts.push(format!("{}{from}{rules}", row.change.word()));
    }
    let shown = row
        .new
        .as_ref()
        .and_then(|(number, _)| file.shown.get(number));
    if let Some(shown) = shown.filter(|_| row.change != Change::Same) {
        let proved = shown.iter().filter(|one| one.outcome == "proved").count();
        parts.push(match proved == shown.len() {
            true => format!("{proved} proved"),
            false => format!("{proved} of {} proved", shown.len()),
        });
    }
    parts.extend(file.notes(row).iter().map(|note| visible(note)));
    parts.join("; ")
}

fn line(row: &Row, note: &str, width: usize, coloured: bool) -> String {
    let number = |line: &Option<(usize, String)>| {
        line.as_ref()
            .map_or_else(String::new, |(number, _)| number.to_string())
    };
    let (sign, colour) = match row.change {
        Change::Same => (' ', ""),
        Change::Removed => ('-', "\u{1b}[31m"),
        Change::Copied | Change::Moved => ('+', "\u{1b}[36m"),
        // Green is for what is proved.
        Change::Changed | Change::Added => ('+', "\u{1b}[34m"),
    };
    let words = row
        .new
        .as_ref()
        .or(row.old.as_ref())
        .map_or_else(String::new, |line| visible(&line.1));
    let (start, end) = match coloured && !colour.is_empty() {
        true => (colour, "\u{1b}[0m"),
        false => ("", ""),
    };
    let text = format!(
        "{:>4} {:>4} {sign} {start}{words:<width$}{end}  {note}",
        number(&row.old),
        number(&row.new),
    );
    format!("{}\n", text.trim_end())
}

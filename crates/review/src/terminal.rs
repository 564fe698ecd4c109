//! A review as text: both texts in one column, the reasons beside them.

use super::rows::{Change, Row};
use super::{FileReview, Review};
use itertools::Itertools;
use report::terminal::visible;

/// Same lines around a change that are shown.
const AROUND: usize = 2;

/// The whole review.
pub fn text(review: &Review, coloured: bool) -> String {
    let mut text = format!("{}\n", visible(&review.banner.line()));
    for step in &review.steps {
        text.push_str(&format!("  {}\n", visible(step)));
    }
    for line in review.verdicts.iter().chain(&review.trusted) {
        text.push_str(&format!("  {}\n", visible(line)));
    }
    text.push_str(&format!("  {}\n", review.contracts));
    for message in &review.messages {
        let lines = message.lines().map(visible).join("\n    ");
        text.push_str(&format!("  {lines}\n"));
    }
    for file in &review.files {
        text.push_str(&of_file(file, coloured));
    }
    text
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
            text.push_str(&format!("           … {skipped} lines the same\n"));
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
        text.push_str(&format!("           … {skipped} lines the same\n"));
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
        Change::Changed | Change::Added => ('+', "\u{1b}[32m"),
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

//! A review as one page: nothing is fetched, keys move between changes, light and dark.

use super::picture::{Picture, Stage, arrays};
use super::rows::{Change, Row, words};
use super::{FileReview, Review, Shown};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use report::summary;
use std::collections::BTreeMap;

/// The page.
pub fn page(review: &Review) -> String {
    let changes: usize = review
        .files
        .iter()
        .map(|file| {
            file.rows
                .iter()
                .filter(|row| row.change != Change::Same)
                .count()
        })
        .sum();
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { "Review of " (review.title) }
                style { (PreEscaped(include_str!("page.css"))) }
            }
            body {
                a.skip href="#changes" { "To the changes" }
                header {
                    h1 { "Review of " (review.title) }
                    (summary(review))
                }
                main #changes {
                    p.keys { (summary::plural(changes, "changed line")) ". Keys: " kbd { "n" } " next change or failure, " kbd { "p" } " previous, " kbd { "s" } " show or hide what is the same." }
                    @for (at, file) in review.files.iter().enumerate() { (file_table(at, file)) }
                }
                script { (PreEscaped(include_str!("page.js"))) }
            }
        }
    }
    .into_string()
}

fn summary(review: &Review) -> Markup {
    html! {
        section aria-label="Summary" {
            @if !review.steps.is_empty() {
                h2 { "Steps" }
                ol { @for step in &review.steps { li { (step) } } }
            }
            h2 { "Verdict" }
            ul { @for line in &review.verdicts { li { (line) } } }
            p { (review.contracts) "." }
            h2 { "Believed without a proof" }
            @if review.trusted.is_empty() { p { "Nothing." } }
            @else { ul { @for line in &review.trusted { li { (line) } } } }
            @if !review.messages.is_empty() {
                h2 { "Messages" }
                ul.messages { @for message in &review.messages { li { pre { (message) } } } }
            }
        }
    }
}

fn file_table(at: usize, file: &FileReview) -> Markup {
    html! {
        section {
            h2 { (file.name) }
            @for picture in &file.pictures { (drawn(at, picture)) }
            div.scroll tabindex="0" role="region" aria-label=(format!("Lines of {}", file.name)) {
                table {
                    caption { "Before on the left, after on the right" }
                    thead { tr {
                        th scope="col" { "Line" } th scope="col" { "Before" }
                        th scope="col" { "Line" } th scope="col" { "After" }
                        th scope="col" { "Why" }
                    } }
                    tbody { @for row in &file.rows { (table_row(at, file, row)) } }
                }
            }
        }
    }
}

/// The name of a line of the new text within the page.
fn anchor(file: usize, line: usize) -> String {
    format!("file-{file}-line-{line}")
}

fn table_row(at: usize, file: &FileReview, row: &Row) -> Markup {
    let (old, new) = match (&row.old, &row.new, row.change) {
        (Some(old), Some(new), Change::Changed) => {
            let (left, right) = words(&old.1, &new.1);
            (marked(&left), marked(&right))
        }
        (old, new, _) => {
            let plain = |line: &Option<(usize, String)>| {
                html! { @if let Some((_, text)) = line { (text) } }
            };
            (plain(old), plain(new))
        }
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
            td.number { @if let Some(number) = number(&row.old) { (number) } }
            td.code { code { (old) } }
            td.number { @if let Some(number) = number(&row.new) { (number) } }
            td.code { code { (new) } }
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

fn marked(parts: &[(bool, String)]) -> Markup {
    html! {
        @for (differs, text) in parts {
            @if *differs { mark { (text) } } @else { (text) }
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

/// Side of a cell in the drawing.
const SIDE: i64 = 18;
/// Where the first row of cells begins.
const TOP: i64 = 33;
/// As many columns as are drawn one beside the other without a gap.
const MOST_COLUMNS: i64 = 24;

fn drawn(at: usize, picture: &Picture) -> Markup {
    html! {
        figure.failing[picture.failure.is_some()] {
            figcaption {
                "Permissions: " b { (picture.title) } ", " (picture.sizes)
                ". One row a thread, one column a cell."
            }
            p.key {
                span.sample.whole {} " permission to write "
                span.sample.part {} " permission to read "
                @if picture.failure.is_some() { span.sample.wrong {} " what the failure is about" }
            }
            @if let Some(failure) = &picture.failure {
                div.failure {
                    p { strong { (failure.code) " in " a href=(format!("#{}", anchor(at, failure.line))) { "line " (failure.line) } ": " } (failure.message) }
                    @if failure.cells.is_empty() { p { "The counterexample does not tell the cell." } }
                    @else { ul { @for cell in &failure.cells { li { (cell) } } } }
                    @if failure.more > 0 { p { (failure.more) " more of this block are not drawn." } }
                }
            }
            div.stages {
                @for stage in &picture.stages { (stage_drawn(picture, stage)) }
            }
            @if !picture.left_out.is_empty() {
                p { "Not drawn: " @for text in &picture.left_out { code { (text) } " " } }
            }
        }
    }
}

/// One column of a drawing: a cell, or several next to each other that look the same.
struct Column {
    low: i64,
    high: i64,
    left: i64,
    width: i64,
    /// Whether its number is written above it.
    numbered: bool,
}

impl Column {
    fn name(&self) -> String {
        match self.low == self.high {
            true => self.low.to_string(),
            false => format!("{}–{}", self.low, self.high),
        }
    }
}

/// What is drawn in a column: by thread, the permission or a mark.
type Look<'a> = Vec<(usize, &'a str)>;

/// The columns, from left to right.
fn columns(picture: &Picture, stage: &Stage, name: &str) -> Vec<Column> {
    let mut looks: BTreeMap<i64, Look> = BTreeMap::new();
    for cell in stage.arrays.get(name).into_iter().flatten() {
        let look = looks.entry(cell.index).or_default();
        look.push((cell.thread, &cell.amount));
    }
    for (_, thread, index) in stage.marks.iter().filter(|mark| mark.0 == name) {
        looks.entry(*index).or_default().push((*thread, "!"));
    }
    let least = if picture.failure.is_some() { 1 } else { 7 };
    let low = looks.keys().next().copied().unwrap_or(0).min(0);
    let high = looks.keys().last().copied().unwrap_or(0).max(least);
    if high.saturating_sub(low) < MOST_COLUMNS {
        for index in low..=high {
            looks.entry(index).or_default();
        }
    }
    let together = looks.len() > usize::try_from(MOST_COLUMNS).unwrap_or(usize::MAX);
    let mut found: Vec<(i64, i64, &Look)> = Vec::new();
    for (index, look) in &looks {
        match found.last_mut() {
            Some((_, high, last)) if together && *high + 1 == *index && *last == look => {
                *high = *index;
            }
            _ => found.push((*index, *index, look)),
        }
    }
    let mut left = SIDE;
    let mut free = 0;
    let columns = found.into_iter().map(|(low, high, _)| {
        let mut column = Column {
            low,
            high,
            left,
            width: SIDE,
            numbered: true,
        };
        // Six units a character of a number.
        let written = i64::try_from(column.name().chars().count()).unwrap_or(0) * 6;
        if low != high {
            column.width = column.width.max(written + 8);
        }
        let middle = left + column.width / 2;
        column.numbered = middle - written / 2 >= free;
        if column.numbered {
            free = middle + written / 2 + 3;
        }
        left += column.width;
        column
    });
    columns.collect()
}

fn stage_drawn(picture: &Picture, stage: &Stage) -> Markup {
    html! {
        div.stage {
            h3 { (stage.name) }
            @for name in arrays(picture) { (array_drawn(picture, stage, name)) }
        }
    }
}

fn array_drawn(picture: &Picture, stage: &Stage, name: &str) -> Markup {
    let cells = stage
        .arrays
        .get(name)
        .map(Vec::as_slice)
        .unwrap_or_default();
    let columns = columns(picture, stage, name);
    let row = |thread: usize| TOP + i64::try_from(thread).unwrap_or(0) * SIDE;
    let right = columns
        .last()
        .map_or(SIDE, |column| column.left + column.width);
    let bottom = row(picture.threads.len());
    let who = |thread: usize| picture.threads.get(thread).map_or("", String::as_str);
    let marks: Vec<_> = stage.marks.iter().filter(|mark| mark.0 == name).collect();
    let wrong = match marks.len() {
        0 => String::new(),
        count => format!(", {count} of them what the failure is about"),
    };
    let label = format!(
        "{name} {}: {} permissions of {} threads{wrong}",
        stage.name,
        cells.len(),
        picture.threads.len()
    );
    html! {
        svg role="img" aria-label=(label) width=(right + SIDE) height=(bottom)
            viewBox=(format!("0 0 {} {bottom}", right + SIDE)) {
            text.name x="2" y="12" { (name) }
            @for (before, column) in std::iter::once(None).chain(columns.iter().map(Some)).zip(&columns) {
                @if before.is_some_and(|before| before.high + 1 != column.low) {
                    line.gap x1=(column.left) x2=(column.left) y1=(TOP - 5) y2=(bottom) {}
                }
                @if column.numbered {
                    text.tick x=(column.left + column.width / 2) y=(SIDE + 10) { (column.name()) }
                }
            }
            @for (number, thread) in picture.threads.iter().enumerate() {
                line.grid x1=(SIDE) x2=(right) y1=(row(number) - 3) y2=(row(number) - 3) {}
                text.tick x="9" y=(row(number) + 9) { (number) title { (thread) } }
            }
            @for column in &columns {
                @for cell in cells.iter().filter(|cell| cell.index == column.low) {
                    rect class=(if cell.whole { "whole" } else { "part" })
                        x=(column.left + 3) y=(row(cell.thread)) width=(column.width - 6) height=(SIDE - 6) {
                        title { (who(cell.thread)) " holds " (cell.amount) " of " (name) "[" (column.name()) "]" }
                    }
                }
                @for (_, thread, index) in marks.iter().filter(|mark| mark.2 == column.low) {
                    g.wrong {
                        title { (who(*thread)) ", " (name) "[" (index) "]: what the failure is about" }
                        rect x=(column.left + 1) y=(row(*thread) - 2) width=(column.width - 2) height=(SIDE - 2) {}
                        // Not by colour alone, and to be seen on a filled cell as well.
                        @let cross = format!("M{} {}l8 8m0 -8l-8 8", column.left + column.width / 2 - 4, row(*thread) + 2);
                        path.halo d=(cross) {}
                        path d=(cross) {}
                    }
                }
            }
        }
    }
}

//! Who holds what, drawn: one row a thread, one column a cell.

use super::capital;
use super::table::anchor;
use crate::picture::{Beside, Picture, Stage, arrays};
use maud::{Markup, html};
use std::collections::BTreeMap;

/// Side of a cell in the drawing.
const SIDE: i64 = 18;
/// Where the first row of cells begins.
const TOP: i64 = 33;
/// As many columns as are drawn one beside the other without a gap.
const MOST_COLUMNS: i64 = 24;

/// The permissions of a file's blocks, those of the old text beside those of the new one.
pub(super) fn permissions(at: usize, all: &[Beside]) -> Markup {
    let pictures = || all.iter().flat_map(|one| one.old.iter().chain(&one.new));
    let failing = pictures().any(|picture| picture.failure.is_some());
    html! {
        @if pictures().next().is_some() {
            p.key {
                "Who may do what, one row a thread, one column a cell: "
                span.sample.whole {} " permission to write "
                span.sample.part {} " permission to read "
                @if failing { span.sample.wrong {} " what the failure is about" }
            }
        }
        @for one in all {
            @let (old, new) = (side(at, &one.old), side(at, &one.new));
            @if one.old.is_empty() || old.0 == new.0 { (new) }
            @else {
                div.beside {
                    div { h3 { "Old" } (old) }
                    div { h3 { "New" } (new) }
                }
            }
        }
    }
}

fn side(at: usize, pictures: &[Picture]) -> Markup {
    html! { @for picture in pictures { (drawn(at, picture)) } }
}

fn drawn(at: usize, picture: &Picture) -> Markup {
    html! {
        // It may be wider than the page: the keyboard must come to it to move it.
        figure.failing[picture.failure.is_some()] tabindex="0" {
            figcaption { b { (picture.title) } ", " (picture.sizes) "." }
            @if let Some(failure) = &picture.failure {
                div.failure {
                    p { strong { (failure.code) " in " a href=(format!("#{}", anchor(at, failure.line))) { "line " (failure.line) } ": " } (failure.message) }
                    @if failure.cells.is_empty() { p { "The counterexample does not tell the cell." } }
                    @else { ul { @for cell in &failure.cells { li { (capital(cell)) } } } }
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
            p.when { (capital(&stage.name)) }
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

//! A review as one page: nothing is fetched, keys move between changes, light and dark.

use super::picture::{Picture, Stage, arrays};
use super::rows::{Change, Row, words};
use super::{FileReview, Review, Shown};
use maud::{DOCTYPE, Markup, PreEscaped, html};

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
                    p.keys { (changes) " changed lines. Keys: " kbd { "n" } " next change, " kbd { "p" } " previous, " kbd { "s" } " show or hide what is the same." }
                    @for file in &review.files { (file_table(file)) }
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

fn file_table(file: &FileReview) -> Markup {
    html! {
        section {
            h2 { (file.name) }
            @for picture in &file.pictures { (drawn(picture)) }
            div.scroll tabindex="0" role="region" aria-label=(format!("Lines of {}", file.name)) {
                table {
                    caption { "Before on the left, after on the right" }
                    thead { tr {
                        th scope="col" { "Line" } th scope="col" { "Before" }
                        th scope="col" { "Line" } th scope="col" { "After" }
                        th scope="col" { "Why" }
                    } }
                    tbody { @for row in &file.rows { (table_row(file, row)) } }
                }
            }
        }
    }
}

fn table_row(file: &FileReview, row: &Row) -> Markup {
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
    html! {
        tr class=(row.change.word()) tabindex=[(row.change != Change::Same).then_some("-1")] {
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

fn drawn(picture: &Picture) -> Markup {
    html! {
        figure.failing[picture.failure.is_some()] {
            figcaption {
                "Who holds what: " b { (picture.title) } ", " (picture.sizes)
                ". One row a thread, one column a cell."
            }
            p.key {
                span.sample.whole {} " the whole share "
                span.sample.part {} " a part of it "
                @if picture.failure.is_some() { span.sample.wrong {} " what the failure is about" }
            }
            @if let Some(failure) = &picture.failure {
                div.failure {
                    p { strong { (failure.code) " in line " (failure.line) ": " } (failure.message) }
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

/// The cells that have a column, in order.
fn columns(stage: &Stage, name: &str) -> Vec<i64> {
    let cells = stage
        .arrays
        .get(name)
        .into_iter()
        .flatten()
        .map(|cell| cell.index);
    let marks = stage
        .marks
        .iter()
        .filter(|mark| mark.0 == name)
        .map(|mark| mark.2);
    let mut found: Vec<i64> = cells.chain(marks).collect();
    let (low, high) = (
        found.iter().copied().min().unwrap_or(0).min(0),
        found.iter().copied().max().unwrap_or(0).max(7),
    );
    // So many that nobody counts them: those of which something is held.
    match high.saturating_sub(low) < MOST_COLUMNS {
        true => (low..=high).collect(),
        false => {
            found.sort_unstable();
            found.dedup();
            found
        }
    }
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
    let columns = columns(stage, name);
    let place = |index: i64| columns.iter().position(|column| *column == index);
    let at = |position: usize| i64::try_from(position).unwrap_or(0) * SIDE;
    let width = at(columns.len());
    let height = at(picture.threads.len());
    let marks: Vec<_> = stage.marks.iter().filter(|mark| mark.0 == name).collect();
    let wrong = match marks.len() {
        0 => String::new(),
        count => format!(", {count} of them what the failure is about"),
    };
    let label = format!(
        "{name} {}: {} shares of {} threads{wrong}",
        stage.name,
        cells.len(),
        picture.threads.len()
    );
    html! {
        svg role="img" aria-label=(label) width=(width + 2 * SIDE) height=(height + TOP)
            viewBox=(format!("0 0 {} {}", width + 2 * SIDE, height + TOP)) {
            text.name x="2" y="12" { (name) }
            @for (position, index) in columns.iter().enumerate() {
                @let left = SIDE + at(position);
                @if position > 0 && columns.get(position - 1) != Some(&(index - 1)) {
                    line.gap x1=(left) x2=(left) y1=(TOP - 5) y2=(TOP + height) {}
                }
                text.tick x=(left + SIDE / 2) y=(SIDE + 10) { (index) }
            }
            @for (number, thread) in picture.threads.iter().enumerate() {
                @let top = TOP + at(number);
                line.grid x1=(SIDE) x2=(SIDE + width) y1=(top - 3) y2=(top - 3) {}
                text.tick x="9" y=(top + 9) { (number) title { (thread) } }
            }
            @for cell in cells {
                @if let Some(position) = place(cell.index) {
                    rect class=(if cell.whole { "whole" } else { "part" })
                        x=(SIDE + at(position) + 3) y=(TOP + at(cell.thread))
                        width=(SIDE - 6) height=(SIDE - 6) {
                        title { (picture.threads.get(cell.thread).map_or("", String::as_str)) " holds " (cell.share) " of " (name) "[" (cell.index) "]" }
                    }
                }
            }
            @for (_, thread, index) in marks {
                @if let Some(position) = place(*index) {
                    @let (left, top) = (SIDE + at(position), TOP + at(*thread) - 3);
                    g.wrong {
                        title { (picture.threads.get(*thread).map_or("", String::as_str)) ", " (name) "[" (index) "]: what the failure is about" }
                        rect x=(left + 1) y=(top + 1) width=(SIDE - 2) height=(SIDE - 2) {}
                        // Not by colour alone.
                        path d=(format!("M{} {}l8 8m0 -8l-8 8", left + 5, top + 5)) {}
                    }
                }
            }
        }
    }
}

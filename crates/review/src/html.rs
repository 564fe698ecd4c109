//! A review as one page: what happened in its first line, nothing is fetched, keys move between changes,
//! light and dark.

mod accesses;
mod drawing;
mod table;

use super::kernels::Terms;
use super::{FileReview, Review};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use report::plural;

/// The page.
pub fn page(review: &Review) -> String {
    let changes: usize = review.files.iter().map(FileReview::changed).sum();
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
                    p.banner.(review.banner.ending.name()) {
                        strong { (review.banner.ending.words()) ":" } " " (review.banner.words)
                    }
                    h1 { "Review of " (review.title) }
                    (summary(review))
                }
                main #changes {
                    p.keys { (plural(changes, "changed line")) ". Keys: " kbd { "n" } " next change or failure, " kbd { "p" } " previous, " kbd { "s" } " show or hide what is the same." }
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
            @if !review.terms.is_empty() { (terms(&review.terms)) }
            h2 { "Assumed" }
            @if review.trusted.is_empty() { p { "Nothing." } }
            @else { ul { @for line in &review.trusted { li { (line) } } } }
            @if !review.messages.is_empty() {
                h2 { "Messages" }
                ul.messages { @for message in &review.messages { li { pre { (message) } } } }
            }
        }
    }
}

/// What the two texts leave in elements, side by side.
fn terms(all: &[Terms]) -> Markup {
    html! {
        h2 { "One element" }
        @for one in all {
            p { code { (one.element) } " (" (one.launch) "): " (one.outcome) "." }
            div.beside {
                div { h3 { "Old" } pre { (one.old) } }
                div { h3 { "New" } pre { (one.new) } }
            }
        }
    }
}

fn file_table(at: usize, file: &FileReview) -> Markup {
    html! {
        section {
            h2 { (file.name) }
            (drawing::permissions(at, &file.pictures))
            (accesses::races(&file.races))
            (table::table(at, file))
        }
    }
}

/// Words that begin a sentence.
fn capital(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}

//! The review of a change of kernels, such as a repair: both texts, why each line is new, and what was
//! wrong where.

use crate::banner::{Banner, file_name};
pub use crate::rows::Reason;
use crate::rows::rows;
use crate::{FileReview, Review, Shown, colour};
use std::collections::BTreeMap;

/// A race, as an execution shows it.
#[derive(Clone, Debug)]
pub struct Raced {
    /// What it is.
    pub title: String,
    /// The accesses of the old text.
    pub old: Accesses,
    /// The same accesses in the new text, with what stands between them.
    pub new: Option<Accesses>,
}

/// What threads do to an array between two barriers.
#[derive(Clone, Debug, Default)]
pub struct Accesses {
    /// The array's name.
    pub array: String,
    /// The threads, in order.
    pub threads: Vec<String>,
    /// What they do.
    pub cells: Vec<Cell>,
    /// The barriers between bands of accesses, each by its line of the new text.
    pub barriers: Vec<usize>,
}

/// An access to an element.
#[derive(Clone, Debug)]
pub struct Cell {
    /// The thread's number among the threads.
    pub thread: usize,
    /// The element's number.
    pub element: i64,
    /// The element as the programmer names it.
    pub name: String,
    /// The same without the array's name.
    pub index: String,
    /// Whether it may change it.
    pub writes: bool,
    /// The line of the old text.
    pub line: usize,
    /// Whether it is one of the two that race.
    pub races: bool,
    /// After how many of the barriers it comes.
    pub band: usize,
}

/// What two kernels leave in one element.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The element.
    pub element: String,
    /// In which kernel and launch.
    pub launch: String,
    /// The old kernel's term.
    pub old: String,
    /// The new one's.
    pub new: String,
    /// How the two stand to each other, in a word.
    pub outcome: &'static str,
}

/// A change of a file of kernels.
#[derive(Clone, Debug)]
pub struct Changed<'a> {
    /// What happened, in one line.
    pub banner: Banner,
    /// The file's name.
    pub name: &'a str,
    /// Its text before.
    pub old: &'a str,
    /// Its text after.
    pub new: &'a str,
    /// What was done, one phrase each.
    pub steps: Vec<String>,
    /// The verdicts before and after, a sentence each.
    pub verdicts: Vec<String>,
    /// What the change leaves alone, in one sentence without a final stop.
    pub kept: String,
    /// What is taken for granted.
    pub trusted: Vec<String>,
    /// Elements with their terms.
    pub terms: Vec<Terms>,
    /// What was wrong.
    pub messages: Vec<String>,
    /// Races that an execution shows.
    pub races: Vec<Raced>,
    /// By line of the new text: why it is as it is.
    pub reasons: BTreeMap<usize, Reason>,
    /// By line of the old text: what happened there.
    pub notes: BTreeMap<usize, Vec<String>>,
    /// By line of the new text: what is excluded now, each with its code.
    pub excluded: BTreeMap<usize, Vec<(String, String)>>,
}

/// The review of a change of kernels. Its new text must have been proved.
pub fn of_kernels(changed: Changed<'_>) -> Review {
    let shown = changed.excluded.into_iter().map(|(line, all)| {
        let all = all.into_iter().map(|(id, message)| Shown {
            id,
            message,
            outcome: "proved",
            cached: false,
        });
        (line, all.collect())
    });
    let file = FileReview {
        name: file_name(changed.name).to_owned(),
        rows: rows(changed.old, changed.new, &changed.reasons),
        shown: shown.collect(),
        notes: changed.notes,
        pictures: Vec::new(),
        races: changed.races,
        colours: (colour::of_c(changed.old), colour::of_c(changed.new)),
    };
    Review {
        banner: changed.banner,
        title: file_name(changed.name).to_owned(),
        steps: changed.steps,
        verdicts: changed.verdicts,
        contracts: changed.kept,
        trusted: changed.trusted,
        terms: changed.terms,
        messages: changed.messages,
        files: vec![file],
    }
}

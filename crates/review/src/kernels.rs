//! The review of a change of kernels, such as a repair: both texts, why each line is new, and what was
//! wrong where.

use crate::rows::{Reason, rows};
use crate::{FileReview, Review, Shown};
use std::collections::BTreeMap;

/// A change of a file of kernels.
#[derive(Clone, Debug, Default)]
pub struct Changed<'a> {
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
    /// What was wrong.
    pub messages: Vec<String>,
    /// By line of the new text: why it is as it is.
    pub reasons: BTreeMap<usize, String>,
    /// By line of the old text: what happened there.
    pub notes: BTreeMap<usize, Vec<String>>,
    /// By line of the new text: what is excluded now, each with its code.
    pub excluded: BTreeMap<usize, Vec<(String, String)>>,
}

/// The review of a change of kernels. Its new text must have been proved.
pub fn of_kernels(changed: Changed<'_>) -> Review {
    let reasons = changed.reasons.into_iter().map(|(line, rules)| {
        let reason = Reason { rules, from: None };
        (line, reason)
    });
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
        name: changed.name.to_owned(),
        rows: rows(changed.old, changed.new, &reasons.collect()),
        shown: shown.collect(),
        notes: changed.notes,
        pictures: Vec::new(),
    };
    Review {
        title: changed.name.to_owned(),
        steps: changed.steps,
        verdicts: changed.verdicts,
        contracts: changed.kept,
        trusted: changed.trusted,
        messages: changed.messages,
        files: vec![file],
    }
}

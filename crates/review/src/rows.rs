//! Two texts line by line, with what is known of each line.

use similar::{DiffOp, TextDiff};
use std::collections::BTreeMap;

/// Why a line of the new text is as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The steps and rules, in words; empty where no step is known.
    pub rules: String,
    /// The line of the old text it derives from.
    pub from: Option<usize>,
}

/// What happened to a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// Nothing.
    Same,
    /// It has other words than its counterpart.
    Changed,
    /// It is new.
    Added,
    /// It has the words of a line that is still there.
    Copied,
    /// It has the words of a line that is gone from its place.
    Moved,
    /// It is gone.
    Removed,
}

impl Change {
    /// In a word.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Change::Same => "same",
            Change::Changed => "changed",
            Change::Added => "added",
            Change::Copied => "copied",
            Change::Moved => "moved",
            Change::Removed => "removed",
        }
    }
}

/// A line with its number, from 1.
pub(crate) type Line = (usize, String);

/// A row of the comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// What happened.
    pub change: Change,
    /// On the old side.
    pub old: Option<Line>,
    /// On the new side.
    pub new: Option<Line>,
    /// Why, if it is not the same.
    pub reason: Option<Reason>,
}

/// How alike two lines are of which one may be the other, changed: from 0 to 1.
const ALIKE: f32 = 0.6;

/// Among how many lines the one is sought that another may be, changed.
const NEAR: usize = 12;

/// Compares two texts. `reasons` says by line of the new text why it is as it is; a line
/// without one that has the words of an old line counts as copied or moved.
pub(crate) fn rows(old: &str, new: &str, reasons: &BTreeMap<usize, Reason>) -> Vec<Row> {
    let diff = TextDiff::from_lines(old, new);
    let old_lines: Vec<&str> = old.lines().collect();
    let new_lines: Vec<&str> = new.lines().collect();
    let old_at = |at: usize| (at + 1, old_lines.get(at).copied().unwrap_or("").to_owned());
    let new_at = |at: usize| (at + 1, new_lines.get(at).copied().unwrap_or("").to_owned());
    let removed: Vec<usize> = diff.ops().iter().flat_map(removed_lines).collect();
    let origin = |at: usize| -> (Change, Option<Reason>) {
        let words = new_lines.get(at).copied().unwrap_or("").trim();
        let reason = reasons.get(&(at + 1)).cloned();
        let same = |line: usize| old_lines.get(line).is_some_and(|old| old.trim() == words);
        let from = match &reason {
            Some(reason) => reason.from.map(|line| line.saturating_sub(1)),
            None => (0..old_lines.len()).find(|&line| words.len() > 1 && same(line)),
        };
        let change = match from {
            Some(line) if same(line) && removed.contains(&line) => Change::Moved,
            Some(line) if same(line) => Change::Copied,
            _ => Change::Added,
        };
        let reason = reason.or_else(|| {
            from.map(|line| Reason {
                rules: String::new(),
                from: Some(line + 1),
            })
        });
        (change, reason)
    };
    let mut found = Vec::new();
    for op in diff.ops() {
        match *op {
            DiffOp::Equal {
                old_index,
                new_index,
                len,
            } => {
                for k in 0..len {
                    found.push(Row {
                        change: Change::Same,
                        old: Some(old_at(old_index + k)),
                        new: Some(new_at(new_index + k)),
                        reason: None,
                    });
                }
            }
            DiffOp::Delete {
                old_index, old_len, ..
            } => found.extend((old_index..old_index + old_len).map(|at| gone(old_at(at)))),
            DiffOp::Insert {
                new_index, new_len, ..
            } => found.extend((new_index..new_index + new_len).map(|at| {
                let (change, reason) = origin(at);
                added(new_at(at), change, reason)
            })),
            DiffOp::Replace {
                old_index,
                old_len,
                new_index,
                new_len,
            } => {
                let mut left: Vec<usize> = (old_index..old_index + old_len).collect();
                // Of the lines that derive from one, its counterpart is the most like it.
                let counterpart = |line: usize| {
                    let derived = (new_index..new_index + new_len)
                        .filter(|at| origin(*at).1.and_then(|reason| reason.from) == Some(line));
                    let likeness = |at: &usize| {
                        let old = old_lines.get(line.saturating_sub(1)).copied().unwrap_or("");
                        let new = new_lines.get(*at).copied().unwrap_or("");
                        TextDiff::from_chars(old, new).ratio()
                    };
                    derived.max_by(|a, b| likeness(a).total_cmp(&likeness(b)))
                };
                // Where nobody says what a line derives from: the first that has most of its words.
                let alike = |left: &[usize], at: usize| {
                    let new = new_lines.get(at).copied().unwrap_or("");
                    // Of those next to it, for each is compared letter by letter.
                    left.iter().take(NEAR).position(|old| {
                        let old = old_lines.get(*old).copied().unwrap_or("");
                        TextDiff::from_chars(old.trim(), new.trim()).ratio() > ALIKE
                    })
                };
                for at in new_index..new_index + new_len {
                    let (change, reason) = origin(at);
                    if let (None, Change::Added, Some(own)) = (&reason, change, alike(&left, at)) {
                        // Lines before its counterpart are gone by now.
                        let mut before: Vec<usize> = left.drain(..=own).collect();
                        let own = before.pop();
                        found.extend(before.into_iter().map(|at| gone(old_at(at))));
                        found.push(Row {
                            change: Change::Changed,
                            old: own.map(&old_at),
                            new: Some(new_at(at)),
                            reason: None,
                        });
                        continue;
                    }
                    let from = reason.as_ref().and_then(|reason| reason.from);
                    let own = from.and_then(|line| left.iter().position(|old| old + 1 == line));
                    let is_counterpart = from.and_then(counterpart) == Some(at);
                    let Some(own) = own.filter(|_| change == Change::Added && is_counterpart)
                    else {
                        found.push(added(new_at(at), change, reason));
                        continue;
                    };
                    // Lines before its counterpart are gone by now.
                    let before: Vec<usize> = left.drain(..=own).collect();
                    let (own, gone_before) = match before.split_last() {
                        Some((own, rest)) => (*own, rest.to_vec()),
                        None => continue,
                    };
                    found.extend(gone_before.into_iter().map(|at| gone(old_at(at))));
                    found.push(Row {
                        change: Change::Changed,
                        old: Some(old_at(own)),
                        new: Some(new_at(at)),
                        reason,
                    });
                }
                found.extend(left.into_iter().map(|at| gone(old_at(at))));
            }
        }
    }
    found
}

fn removed_lines(op: &DiffOp) -> Vec<usize> {
    match *op {
        DiffOp::Delete {
            old_index, old_len, ..
        }
        | DiffOp::Replace {
            old_index, old_len, ..
        } => (old_index..old_index + old_len).collect(),
        _ => Vec::new(),
    }
}

fn gone(line: Line) -> Row {
    Row {
        change: Change::Removed,
        old: Some(line),
        new: None,
        reason: None,
    }
}

fn added(line: Line, change: Change, reason: Option<Reason>) -> Row {
    Row {
        change,
        old: None,
        new: Some(line),
        reason,
    }
}

/// Runs of text, and whether they differ from the other side.
pub(crate) type Runs = Vec<(bool, String)>;

/// The parts of two lines that differ: for each side, runs of text and whether they do.
pub(crate) fn words(old: &str, new: &str) -> (Runs, Runs) {
    let diff = TextDiff::from_words(old, new);
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for change in diff.iter_all_changes() {
        let text = change.value().to_owned();
        match change.tag() {
            similar::ChangeTag::Equal => {
                left.push((false, text.clone()));
                right.push((false, text));
            }
            similar::ChangeTag::Delete => left.push((true, text)),
            similar::ChangeTag::Insert => right.push((true, text)),
        }
    }
    (left, right)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(old: &str, new: &str) -> Vec<(Change, Option<usize>, Option<usize>)> {
        rows(old, new, &BTreeMap::new())
            .into_iter()
            .map(|row| (row.change, row.old.map(|l| l.0), row.new.map(|l| l.0)))
            .collect()
    }

    #[test]
    fn copies_and_moves_are_told_from_new_lines() {
        let found = kinds("aa\nbb\ncc\n", "bb\naa\ncc\ncc\ndd\n");
        let count = |change| found.iter().filter(|row| row.0 == change).count();
        assert_eq!(count(Change::Moved), 1);
        assert_eq!(count(Change::Removed), 1);
        assert_eq!(count(Change::Copied), 1);
        assert_eq!(count(Change::Added), 1);
        assert_eq!(count(Change::Same), 2);
    }

    #[test]
    fn a_line_without_a_reason_stands_behind_the_one_that_it_is_like() {
        let found = kinds(
            "a\n  x[i] = y[i] + 1;\nb\n",
            "a\n  new();\n  x[i] = y[i] + 2;\nb\n",
        );
        let wanted = [
            (Change::Same, Some(1), Some(1)),
            (Change::Added, None, Some(2)),
            (Change::Changed, Some(2), Some(3)),
            (Change::Same, Some(3), Some(4)),
        ];
        assert_eq!(found, wanted);
        // Not behind one that has other words.
        let found = kinds("return 1;\n", "__syncthreads();\n");
        assert!(
            found.iter().all(|one| one.0 != Change::Changed),
            "{found:?}"
        );
    }

    #[test]
    fn every_line_of_both_sides_is_in_one_row() {
        for (old, new) in [
            ("", ""),
            ("a\nb\n", ""),
            ("", "a\nb"),
            ("a\nb\nc\n", "x\nb\ny\nz\n"),
            ("a b\n", "a c\n"),
        ] {
            let mut reasons = BTreeMap::new();
            reasons.insert(
                1,
                Reason {
                    rules: "rule".into(),
                    from: Some(1),
                },
            );
            for reasons in [BTreeMap::new(), reasons] {
                let found = rows(old, new, &reasons);
                let olds: Vec<usize> = found
                    .iter()
                    .filter_map(|r| Some(r.old.as_ref()?.0))
                    .collect();
                let news: Vec<usize> = found
                    .iter()
                    .filter_map(|r| Some(r.new.as_ref()?.0))
                    .collect();
                assert_eq!(olds, (1..=old.lines().count()).collect::<Vec<_>>());
                assert_eq!(news, (1..=new.lines().count()).collect::<Vec<_>>());
            }
        }
    }
}

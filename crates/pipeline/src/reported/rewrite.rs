//! What the steps make of the user's files, as a change of them that can be taken over.

use super::model::ProgramRun;
use super::summary::contracts;
use report::messages::{Change, Place};
use report::status::Status;
use similar::{DiffOp, TextDiff};
use text::source::SourceFile;

/// The change from the user's files to the last result, and a sentence on it; none unless every
/// step was carried out and its result verified.
pub(super) fn of_steps(run: &ProgramRun) -> Option<(String, Change)> {
    let last = run.steps.last()?;
    let holds = matches!(run.status, Status::Holds | Status::WouldChange);
    let holds = holds && run.complete && last.verified.is_some();
    let newest = run.history.newest(&run.files);
    let replacements: Vec<(Place, String)> = run
        .files
        .iter()
        .zip(&newest)
        .flat_map(|(old, new)| lines(old, new))
        .collect();
    if !holds || replacements.is_empty() {
        return None;
    }
    let steps: Vec<&str> = run.steps.iter().map(|step| step.name.as_str()).collect();
    let steps = steps.join(", then ");
    let contracts = contracts(run).map_or_else(String::new, |words| format!("; {words}"));
    let text = format!("{}: {steps}: the result is verified{contracts}", run.name);
    Some((
        text,
        Change {
            title: steps,
            replacements,
        },
    ))
}

/// The lines that differ.
fn lines(old: &SourceFile, new: &SourceFile) -> Vec<(Place, String)> {
    let diff = TextDiff::from_lines(old.text.as_str(), new.text.as_str());
    let text = |source: &SourceFile, at: usize, count: usize| -> (usize, usize) {
        let start = source.line_start(at + 1).unwrap_or(source.text.len());
        let end = source
            .line_start(at + count + 1)
            .unwrap_or(source.text.len());
        (start, end)
    };
    let changed = diff
        .ops()
        .iter()
        .filter(|op| !matches!(op, DiffOp::Equal { .. }));
    changed
        .map(|op| {
            let (was, is) = (op.old_range(), op.new_range());
            let (start, end) = text(old, was.start, was.len());
            let (from, to) = text(new, is.start, is.len());
            let at = |offset: usize| {
                let at = old.line_column(offset);
                (at.line, at.column)
            };
            let place = Place {
                file: old.name.clone(),
                start: at(start),
                end: at(end),
                bytes: (start, end - start),
                line: old.line_text(at(start).0).trim().to_owned(),
            };
            (place, new.text.get(from..to).unwrap_or("").to_owned())
        })
        .collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_changes_give_the_new_text() {
        for (old, new) in [
            ("a\nb\nc\n", "a\nx\nc\nd\n"),
            ("a\nb", "b"),
            ("", "a\n"),
            ("a\r\nb\r\n", "a\r\n"),
            ("a", "a\n"),
        ] {
            let (before, after) = (SourceFile::new("x", old), SourceFile::new("x", new));
            let mut text = old.to_owned();
            for (place, put) in lines(&before, &after).into_iter().rev() {
                text.replace_range(place.bytes.0..place.bytes.0 + place.bytes.1, &put);
            }
            assert_eq!(text, new);
        }
    }
}

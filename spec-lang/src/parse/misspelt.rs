//! A clause whose first word is not quite the one that is meant.

use super::words::CLAUSES;
use crate::nearest::nearest;
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::span::Span;

/// Words that other languages have for them.
const ELSEWHERE: [(&str, &str); 7] = [
    ("pre", "requires"),
    ("precondition", "requires"),
    ("expects", "requires"),
    ("post", "ensures"),
    ("postcondition", "ensures"),
    ("invariant", "loop_invariant"),
    ("maintains", "loop_invariant"),
];

/// Adds to what could not be read which clause may be meant, if the line begins like one.
pub(super) fn suggest(diagnostics: &mut [Diagnostic], text: &str, file: u32) {
    for diagnostic in diagnostics {
        let is_syntax = matches!(diagnostic.code, Code::S001 | Code::S002 | Code::S010);
        if !is_syntax || diagnostic.help.is_some() || diagnostic.fix.is_some() {
            continue;
        }
        let Some(at) = diagnostic.primary.as_ref().map(|label| label.span.start) else {
            continue;
        };
        let Some((word, start)) = first_word(text, at as usize) else {
            continue;
        };
        let known = ELSEWHERE.iter().find(|(other, _)| *other == word);
        let meant = match known {
            Some((_, meant)) => Some(*meant),
            None if CLAUSES.contains(&word) => None,
            None => nearest(word, CLAUSES.iter().copied()),
        };
        if let Some(meant) = meant {
            let span = Span::new(file, start, start + word.len());
            diagnostic.help = Some(format!("did you mean `{meant}`?"));
            diagnostic.fix = Some(text::diagnostics::Fix {
                title: format!("write `{meant}`"),
                replacements: vec![text::diagnostics::Replacement {
                    span,
                    text: meant.to_owned(),
                }],
            });
        }
    }
}

/// The first word of the line around a place, and where it stands.
fn first_word(text: &str, at: usize) -> Option<(&str, usize)> {
    let before = text.get(..at)?;
    let line = before.rfind('\n').map_or(0, |end| end + 1);
    let rest = text.get(line..)?;
    let start = line + (rest.len() - rest.trim_start().len());
    let rest = text.get(start..)?;
    let length = rest
        .find(|c: char| !(c.is_ascii_alphabetic() || c == '_'))
        .unwrap_or(rest.len());
    let word = rest.get(..length)?;
    (length > 0 && start < at).then_some((word, start))
}

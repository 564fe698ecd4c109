//! The directives of the preprocessor in a text: comments left out, continued lines joined.

use crate::tokens::{Token, tokens};

/// A directive: `#`, its word, and what stands behind it up to the end of the line that it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Directive<'t> {
    /// Where its `#` stands.
    pub start: usize,
    /// Which one: `define`, `if`, …
    pub word: &'t str,
    /// Where the rest begins.
    pub rest_at: usize,
    /// What stands behind the word, with comments and ends of lines as they are.
    pub rest: &'t str,
    /// Where it ends.
    pub end: usize,
}

/// The directives of a text, in order.
pub(crate) fn directives(text: &str) -> Vec<Directive<'_>> {
    let mut found = Vec::new();
    let mut all = tokens(text, 0).peekable();
    let mut before: Option<Token> = None;
    while let Some(token) = all.next() {
        let first = before.is_none_or(|before| is_new_line(text, before, token.start));
        before = Some(token);
        if !first {
            continue;
        }
        let on_line = |before: Token, next: &Token| !is_new_line(text, before, next.start);
        match token.of(text) {
            "#" => {}
            // The same in two characters.
            "%" if all.peek().is_some_and(|next| next.of(text) == ":") => {
                before = all.next();
            }
            _ => continue,
        }
        let Some(mark) = before else {
            continue;
        };
        let Some(word) = all.next_if(|next| on_line(mark, next)) else {
            continue;
        };
        let mut last = word;
        while let Some(next) = all.next_if(|next| on_line(last, next)) {
            last = next;
        }
        before = Some(last);
        found.push(Directive {
            start: token.start,
            word: word.of(text),
            rest_at: word.end,
            rest: text.get(word.end..last.end).unwrap_or(""),
            end: last.end,
        });
    }
    found
}

/// Whether a line ends between a token and the next one: one that a backslash continues does not, nor one
/// within a comment.
fn is_new_line(text: &str, before: Token, next: usize) -> bool {
    let gap = text.get(before.end..next).unwrap_or("").as_bytes();
    let mut continued = before.of(text) == "\\";
    let mut at = 0;
    while let Some(byte) = gap.get(at) {
        let next = gap.get(at + 1);
        match (byte, next) {
            (b'\n', _) if continued => continued = false,
            (b'\n', _) => return true,
            (b'/', Some(b'*')) => {
                let rest = gap.get(at + 2..).unwrap_or_default();
                let close = rest.windows(2).position(|two| two == b"*/");
                at += close.map_or(gap.len(), |length| length + 3);
            }
            // Up to the end of its line, or of the one that it is continued on.
            (b'/', Some(b'/')) => {
                while gap
                    .get(at + 1)
                    .is_some_and(|byte| *byte != b'\n' || gap.get(at) == Some(&b'\\'))
                {
                    at += 1;
                }
            }
            _ => {}
        }
        at += 1;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::directives;

    #[test]
    fn lines_are_joined_and_comments_left_out() {
        let text = "int x; # no\n#define A(x) \\\n  x + 1 // one\n/* c */ #if 1 /* a\nb */ && \\\r\n  B\n\
                    /* #if C\n#if D */\n%:ifdef E\n#\n# pragma once\n// #if F \\\n#if G\nint y;\n#endif";
        let found: Vec<(&str, String)> = directives(text)
            .iter()
            .map(|one| {
                (
                    one.word,
                    one.rest.split_whitespace().collect::<Vec<_>>().join(" "),
                )
            })
            .collect();
        let found: Vec<(&str, &str)> = found.iter().map(|(a, b)| (*a, b.as_str())).collect();
        assert_eq!(
            found,
            [
                ("define", "A(x) \\ x + 1"),
                ("if", "1 /* a b */ && \\ B"),
                ("ifdef", "E"),
                ("pragma", "once"),
                ("endif", ""),
            ]
        );
        for one in directives(text) {
            assert_eq!(text.get(one.rest_at..one.end), Some(one.rest));
        }
    }
}

//! Comments that are meant for this program: `// alpinist: …` and `/* alpinist: … */`.
//!
//! What stands in a string is none, and neither is a comment within a comment.

use crate::annotations::{dead, line_end};
use crate::tokens::{Token, TokenKind, with_comments};
use std::ops::Range;

/// What such a comment begins with.
const MARK: &str = "alpinist:";

/// A comment that begins with `alpinist:`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Where the comment stands, in bytes of the text.
    pub range: Range<usize>,
    /// What it says behind `alpinist:`, words with one space between them.
    pub text: String,
    /// Whether nothing else stands on its lines.
    pub alone: bool,
    /// Whether it stands in a directive, as the text of a macro.
    pub in_directive: bool,
    /// Whether it stands between `#if 0` and the end of that.
    pub dead: bool,
}

/// The remarks of a text, in order.
pub fn remarks(text: &str) -> Vec<Remark> {
    if !text.contains(MARK) {
        return Vec::new();
    }
    let lines = crate::read::directives(text);
    let dead = dead(text, &lines);
    let each = with_comments(text, 0).filter_map(|token| {
        let said = said(text, token)?;
        let range = token.range();
        let words: Vec<&str> = said.split_whitespace().collect();
        Some(Remark {
            text: words.join(" "),
            alone: is_alone(text, &range),
            in_directive: lines.iter().any(|line| {
                line.start < range.start && range.start < line.end.max(line_end(text, line.end))
            }),
            dead: dead.iter().any(|dead| dead.contains(&range.start)),
            range,
        })
    });
    each.collect()
}

/// What a comment says behind the mark; none if it is no comment, or does not begin with it.
fn said(text: &str, token: Token) -> Option<&str> {
    if token.kind != TokenKind::Comment {
        return None;
    }
    let comment = token.of(text);
    let inner = match comment.strip_prefix("/*") {
        Some(rest) => rest.strip_suffix("*/").unwrap_or(rest),
        None => comment.strip_prefix("//")?,
    };
    inner.trim_start().strip_prefix(MARK)
}

/// Whether nothing but blanks stands on the lines of a range beside it.
fn is_alone(text: &str, range: &Range<usize>) -> bool {
    let before = text.get(..range.start).unwrap_or("");
    let before = before.rsplit('\n').next().unwrap_or("");
    let after = text.get(range.end..line_end(text, range.end)).unwrap_or("");
    before.trim().is_empty() && after.trim().is_empty()
}

#[cfg(test)]
mod tests {
    use super::remarks;

    #[test]
    fn remarks_are_comments_that_begin_with_the_mark() {
        let text = "const char *s = \"// alpinist: a\"; // alpinist: b  b\n  /* alpinist: c */\n\
                    R\"(\n// alpinist: d\n)\"; /* // alpinist: e */ x; // see alpinist: f\n\
                    #if 0\n// alpinist: g\n#endif\n#define M /* alpinist: h */ 1 // alpinist: i\n\
                    /* alpinist: j\n   k */ y;\n//alpinist:l\n#else // alpinist: m\n// alpinist: n \\\n o\n";
        let found = remarks(text);
        let said: Vec<String> = found
            .iter()
            .map(|one| {
                let marks = [(one.alone, "|"), (one.in_directive, "#"), (one.dead, "-")];
                let marks = marks.iter().filter(|(is, _)| *is).map(|(_, mark)| *mark);
                format!("{}{}", one.text, marks.collect::<String>())
            })
            .collect();
        let expected = ["b b", "c|", "g|-", "h#", "i#", "j k", "l|", "m#", "n \\ o|"];
        assert_eq!(said, expected);
        assert_eq!(remarks("/* alpinist: x").len(), 1);
        assert_eq!(remarks("alpinist: x").len(), 0);
    }
}

//! Comments that are annotations, `//@ …` and `/*@ … @*/`, with what follows them in the text.
//!
//! What stands in a string is none. Whether a comment is part of what is compiled is for whoever knows where the function
//! stands that it is about: both are if no condition of the preprocessor is between them.

use crate::tokens::{Token, TokenKind, tokens, with_comments};
use std::ops::Range;

/// A comment, or comments of one line each with nothing between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotation {
    /// Where it stands.
    pub range: Range<usize>,
    /// What it says: the text of the range with spaces for all marks of comments.
    pub text: String,
    /// Where the first `;`, `{` or `}` behind it is, or the end of the text.
    pub until: usize,
    /// Whether a definition of a kernel begins before that.
    pub defines: bool,
    /// The first directive `#if`, `#else`, `#endif` or the like behind it.
    pub condition: Option<usize>,
    /// Whether it stands in a directive, as the text of a macro.
    pub in_directive: bool,
    /// Whether it stands between `#if 0` and the end of that.
    pub dead: bool,
}

/// The annotations of a text, in order.
pub fn annotations(text: &str) -> Vec<Annotation> {
    if !text.contains("/@") && !text.contains("/*@") {
        return Vec::new();
    }
    let lines = crate::read::directives(text);
    let dead = dead(text, &lines);
    let mut found: Vec<Annotation> = Vec::new();
    let mut all = with_comments(text, 0).peekable();
    while let Some(token) = all.next() {
        if !begins(text, token) {
            continue;
        }
        let mut range = token.range();
        let mut said = without_marks(token.of(text));
        let is_line = |token: Token| token.of(text).starts_with("//");
        // A new one begins where the last one has ended.
        while is_line(token)
            && !said.trim_end().ends_with(';')
            && let Some(next) = all.next_if(|next| begins(text, *next) && is_line(*next))
        {
            said.push_str(text.get(range.end..next.start).unwrap_or(""));
            said.push_str(&without_marks(next.of(text)));
            range.end = next.end;
        }
        found.push(Annotation {
            in_directive: lines.iter().any(|line| {
                line.start < range.start && range.start < line.end.max(line_end(text, line.end))
            }),
            dead: dead.iter().any(|dead| dead.contains(&range.start)),
            condition: lines
                .iter()
                .find(|line| line.start >= range.end && is_condition(line.word))
                .map(|line| line.start),
            text: said,
            range,
            until: 0,
            defines: false,
        });
    }
    for one in &mut found {
        (one.until, one.defines) = behind(text, one.range.end);
    }
    found
}

fn begins(text: &str, token: Token) -> bool {
    let said = token.of(text);
    token.kind == TokenKind::Comment && (said.starts_with("//@") || said.starts_with("/*@"))
}

/// A comment's text with spaces for what marks it as one.
fn without_marks(comment: &str) -> String {
    let (inner, end) = match comment.strip_prefix("/*@") {
        Some(rest) => {
            let inner = rest.strip_suffix("*/").unwrap_or(rest);
            let inner = inner.strip_suffix('@').unwrap_or(inner);
            (inner, rest.len() - inner.len())
        }
        None => (comment.get(3..).unwrap_or(""), 0),
    };
    let mut said = " ".repeat(3);
    let mut at_start = false;
    for letter in inner.chars() {
        match letter {
            '\\' => said.push(' '),
            '@' if at_start => said.push(' '),
            _ => said.push(letter),
        }
        at_start = letter == '\n' || (at_start && letter.is_whitespace());
    }
    said.push_str(&" ".repeat(end));
    said
}

/// Where the line of an offset ends.
pub(crate) fn line_end(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or("");
    rest.find('\n').map_or(text.len(), |length| at + length)
}

fn is_condition(word: &str) -> bool {
    word.starts_with("if") || word.starts_with("el") || word == "endif"
}

/// The ranges that begin with `#if 0`.
pub(crate) fn dead(text: &str, lines: &[crate::read::Directive<'_>]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut open: Vec<Option<usize>> = Vec::new();
    let zero = |rest: &str| {
        let mut words = tokens(rest, 0);
        let only = words.next().is_some_and(|one| one.of(rest) == "0");
        only && words.next().is_none()
    };
    for line in lines.iter().filter(|line| is_condition(line.word)) {
        let begun = match line.word {
            "if" | "ifdef" | "ifndef" => {
                open.push((line.word == "if" && zero(line.rest)).then_some(line.end));
                None
            }
            "endif" => open.pop().flatten(),
            _ => open.last_mut().and_then(Option::take),
        };
        found.extend(begun.map(|begun| begun..line.start));
    }
    let unclosed = open.into_iter().flatten();
    found.extend(unclosed.map(|begun| begun..text.len()));
    found
}

/// Where the first `;`, `{` or `}` is behind an offset, and whether it begins the body of a kernel.
fn behind(text: &str, from: usize) -> (usize, bool) {
    let mut kernel = false;
    for token in tokens(text, from) {
        match token.of(text) {
            "{" => return (token.start, kernel),
            ";" | "}" => return (token.start, false),
            "__global__" | "__kernel" | "kernel" => kernel = true,
            _ => {}
        }
    }
    (text.len(), false)
}

#[cfg(test)]
mod tests {
    use super::annotations;

    #[test]
    fn comments_are_annotations_and_strings_are_none() {
        let text = "const char *s = \"//@ requires a;\"; // @ no\n/* //@ no */ R\"(//@ no;)\"\n\
                    //@ requires n > 0 && \\\n  m > 0;\n//@ requires k\n//@   > 0;\n__global__ void f() {}\n\
                    /*@ requires x;\n  @ requires y; @*/ int z;\n#if 0\n//@ requires d;\n#endif\n\
                    #define M /*@ requires m; @*/ 1\n";
        let found = annotations(text);
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let said: Vec<String> = found
            .iter()
            .map(|one| {
                let marks = [
                    (one.defines, "!"),
                    (one.dead, "-"),
                    (one.in_directive, "#"),
                    (one.condition.is_some(), "?"),
                ];
                let marks = marks.iter().filter(|(is, _)| *is).map(|(_, mark)| *mark);
                format!("{}{}", words(&one.text), marks.collect::<String>())
            })
            .collect();
        assert_eq!(
            said,
            [
                "requires n > 0 && m > 0;!?",
                "requires k > 0;!?",
                "requires x; requires y;?",
                "requires d;-?",
                "requires m;#",
            ]
        );
        for one in &found {
            assert_eq!(one.text.len(), one.range.len());
        }
        assert_eq!(annotations("x /*@").len(), 1);
        assert_eq!(annotations("//@").len(), 1);
    }
}

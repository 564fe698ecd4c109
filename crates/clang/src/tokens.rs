//! Words of C text, for what clang's tree does not say and for what must be known before it is asked:
//! names that are mentioned, files that are included, kernels that are declared.

use std::ops::Range;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A name or keyword.
    Word,
    /// A number.
    Number,
    /// A string or character literal with its quotes.
    Text,
    /// One character of punctuation.
    Mark,
    /// A comment with its marks, where comments are asked for.
    Comment,
}

/// A token and its place in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// The offset of its first byte.
    pub start: usize,
    /// The offset behind its last byte.
    pub end: usize,
}

impl Token {
    /// Its bytes.
    pub fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// Its characters in the text that it is of.
    pub fn of(self, text: &str) -> &str {
        text.get(self.range()).unwrap_or("")
    }
}

/// The tokens of a text from an offset on. Comments are left out; directives are tokens like all else.
pub fn tokens(text: &str, from: usize) -> Tokens<'_> {
    Tokens {
        text,
        at: from,
        comments: false,
    }
}

/// The tokens of a text from an offset on, with its comments.
pub fn with_comments(text: &str, from: usize) -> Tokens<'_> {
    Tokens {
        comments: true,
        ..tokens(text, from)
    }
}

/// Tokens one after the other.
pub struct Tokens<'a> {
    text: &'a str,
    at: usize,
    comments: bool,
}

/// Behind the end of the line that the backslash at `at` continues; clang allows spaces between them.
fn continued(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = bytes.get(at + 1..)?;
    let spaces = rest.iter();
    let spaces = spaces
        .take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r'))
        .count();
    (rest.get(spaces) == Some(&b'\n')).then_some(at + 1 + spaces + 1)
}

impl Tokens<'_> {
    fn end_of_line(&self, from: usize) -> usize {
        let bytes = self.text.as_bytes();
        let mut at = from;
        while at < bytes.len() && bytes[at] != b'\n' {
            at = match bytes[at] {
                b'\\' => continued(bytes, at).unwrap_or(at + 1),
                _ => at + 1,
            };
        }
        at
    }

    fn end_of_text(&self, from: usize) -> usize {
        let bytes = self.text.as_bytes();
        let quote = bytes[from];
        let mut at = from + 1;
        while at < bytes.len() && bytes[at] != quote && bytes[at] != b'\n' {
            at = match bytes[at] {
                b'\\' => continued(bytes, at).unwrap_or(at + 2),
                _ => at + 1,
            };
        }
        (at + 1).min(bytes.len())
    }

    /// Whether the string whose quote is at `from` is a raw one: `R"`, `LR"`, `u8R"`, `uR"`, `UR"`.
    fn is_raw(&self, from: usize) -> bool {
        let bytes = self.text.as_bytes();
        let before = bytes[..from].iter().rev();
        let length = before.take_while(|&&byte| is_word(byte)).count();
        let prefix = &bytes[from - length..from];
        matches!(prefix, b"R" | b"LR" | b"u8R" | b"uR" | b"UR")
    }

    /// The end of a raw string whose quote is at `from`.
    fn end_of_raw(&self, from: usize) -> usize {
        let rest = &self.text[from + 1..];
        let Some(open) = rest.find('(').filter(|&length| length <= 16) else {
            return self.end_of_text(from);
        };
        let close = format!("){}\"", &rest[..open]);
        rest.find(&close)
            .map_or(self.text.len(), |at| from + 1 + at + close.len())
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        let bytes = self.text.as_bytes();
        let comment = self.comments.then_some(TokenKind::Comment);
        loop {
            let start = self.at;
            let byte = *bytes.get(start)?;
            let next = bytes.get(start + 1).copied();
            let (kind, end) = match byte {
                _ if byte.is_ascii_whitespace() => (None, start + 1),
                b'/' if next == Some(b'/') => (comment, self.end_of_line(start + 1)),
                b'/' if next == Some(b'*') => {
                    let close = self.text.get(start + 2..).and_then(|rest| rest.find("*/"));
                    (comment, close.map_or(bytes.len(), |at| start + 2 + at + 2))
                }
                b'"' if self.is_raw(start) => (Some(TokenKind::Text), self.end_of_raw(start)),
                b'"' | b'\'' => (Some(TokenKind::Text), self.end_of_text(start)),
                _ if byte.is_ascii_digit() => {
                    let length = bytes[start..]
                        .iter()
                        .take_while(|&&b| is_word(b) || b == b'.' || b == b'\'')
                        .count();
                    (Some(TokenKind::Number), start + length)
                }
                _ if is_word(byte) => {
                    let length = bytes[start..].iter().take_while(|&&b| is_word(b)).count();
                    (Some(TokenKind::Word), start + length)
                }
                _ => (Some(TokenKind::Mark), start + 1),
            };
            // An escape at the end of the text may point past it.
            let mut end = end.clamp(start + 1, bytes.len());
            while !self.text.is_char_boundary(end) {
                end += 1;
            }
            self.at = end;
            if let Some(kind) = kind {
                return Some(Token { kind, start, end });
            }
        }
    }
}

/// An `#include` of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Include {
    /// The file's name.
    pub name: String,
    /// Whether it stands in quotes, and not in angle brackets.
    pub quoted: bool,
    /// The whole line, without its end.
    pub line: Range<usize>,
}

/// The `#include` lines of a text, whatever conditions are around them.
pub fn includes(text: &str) -> Vec<Include> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let range = start..start + line.trim_end_matches(['\n', '\r']).len();
        start += line.len();
        let Some(rest) = line.trim_start().strip_prefix('#') else {
            continue;
        };
        let Some(rest) = rest.trim_start().strip_prefix("include") else {
            continue;
        };
        let rest = rest.trim_start();
        let (quoted, close) = match rest.as_bytes().first() {
            Some(b'"') => (true, '"'),
            Some(b'<') => (false, '>'),
            _ => continue,
        };
        if let Some((name, _)) = rest[1..].split_once(close) {
            found.push(Include {
                name: name.to_owned(),
                quoted,
                line: range,
            });
        }
    }
    found
}

/// Where functions are declared to be kernels, and not instantiated by name: the word `__global__`, `__kernel` or `kernel`.
pub(crate) fn kernel_words(text: &str, opencl: bool) -> Vec<Token> {
    let mut found = Vec::new();
    let mut directive_until = 0;
    let mut before = Vec::new();
    for token in tokens(text, 0) {
        if token.kind == TokenKind::Mark && token.of(text) == "#" {
            directive_until = tokens(text, 0).end_of_line(token.end.max(1));
        }
        let word = token.of(text);
        let kernel = if opencl {
            word == "__kernel" || word == "kernel"
        } else {
            word == "__global__"
        };
        let of_code = token.kind == TokenKind::Word && token.start >= directive_until;
        if kernel && of_code && !instantiates(&before) {
            found.push(token);
        }
        before.push(word);
    }
    found
}

/// Whether what follows these tokens is instantiated by name, and not declared: nothing but words stands between it and
/// `template`.
pub(crate) fn instantiates(before: &[&str]) -> bool {
    let is_name = |word: &&str| word.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let mut words = before.iter().rev().copied().take_while(is_name);
    words.any(|word| word == "template")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<&str> {
        tokens(text, 0).map(|token| token.of(text)).collect()
    }

    #[test]
    fn comments_strings_and_raw_strings() {
        assert_eq!(
            words("a/*b*/c // d\n\"e\\\"f\" 'g' 0x1p3f R\"x(h\")x\"i"),
            [
                "a",
                "c",
                "\"e\\\"f\"",
                "'g'",
                "0x1p3f",
                "R",
                "\"x(h\")x\"",
                "i"
            ]
        );
        assert_eq!(
            words("u8R\"x( \" )x\" LR\"(\")\" aR\"(b\""),
            ["u8R", "\"x( \" )x\"", "LR", "\"(\")\"", "aR", "\"(b\""]
        );
    }

    #[test]
    fn continued_lines() {
        assert_eq!(
            words("a // b \\ \r\nc\nd \"e \\\r\nf\" g"),
            ["a", "d", "\"e \\\r\nf\"", "g"]
        );
        let all = with_comments("a // b \\\nc\nd", 0);
        let kinds: Vec<TokenKind> = all.map(|token| token.kind).collect();
        assert_eq!(
            kinds,
            [TokenKind::Word, TokenKind::Comment, TokenKind::Word]
        );
    }

    #[test]
    fn ends_inside_something() {
        for text in ["\"abc\\", "/*", "'", "R\"(", "//\\", "é\\", "\"\\é"] {
            let _ = words(text);
        }
    }

    #[test]
    fn included_names() {
        let found = includes("# include <a/b.h>\n  #include \"c.h\" // x\n#include X\n");
        let names: Vec<_> = found.iter().map(|i| (i.name.as_str(), i.quoted)).collect();
        assert_eq!(names, [("a/b.h", false), ("c.h", true)]);
    }
}

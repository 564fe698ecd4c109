//! Tokens of C, to compare two texts: the one that Python makes and the one that is read in its place.

use std::ops::Range;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Word,
    Number,
    /// A literal in quotes.
    Text,
    Mark,
    /// The end of a directive's line.
    End,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    /// Without the ends of lines that `\` takes away.
    pub(crate) text: String,
    pub(crate) range: Range<usize>,
    /// Whether a blank, comment or end of line stands before.
    spaced: bool,
    /// Whether it belongs to a line that begins with `#`.
    pub(crate) directive: bool,
}

/// A text's tokens.
pub(crate) struct Tokens {
    pub(crate) all: Vec<Token>,
    /// Ends of lines that end a directive or a comment.
    pub(crate) ends: Vec<usize>,
}

/// The tokens of a text.
pub(crate) fn tokens(text: &str) -> Tokens {
    let mut lexer = Lexer {
        text,
        chars: unspliced(text),
        at: 0,
        spaced: true,
        fresh: true,
        directive: false,
        found: Tokens {
            all: Vec::new(),
            ends: Vec::new(),
        },
    };
    while lexer.step() {}
    if lexer.directive {
        lexer.push(Kind::End, lexer.chars.len());
    }
    lexer.found
}

/// The characters with their offsets, without what `\` at the end of a line takes away.
fn unspliced(text: &str) -> Vec<(usize, char)> {
    let mut found = Vec::new();
    let mut all = text.char_indices();
    while let Some((at, value)) = all.next() {
        if value == '\\' {
            let rest = all.as_str();
            let blank = |c: char| matches!(c, ' ' | '\t' | '\r' | '\x0b' | '\x0c');
            let after = rest.trim_start_matches(blank);
            if let Some(after) = after.strip_prefix('\n') {
                while all.as_str().len() > after.len() && all.next().is_some() {}
                continue;
            }
        }
        found.push((at, value));
    }
    found
}

struct Lexer<'a> {
    text: &'a str,
    chars: Vec<(usize, char)>,
    at: usize,
    spaced: bool,
    /// Whether no token stands before on the line.
    fresh: bool,
    directive: bool,
    found: Tokens,
}

pub(crate) fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '$' || !c.is_ascii()
}

impl Lexer<'_> {
    fn char(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.at + ahead).map(|(_, value)| *value)
    }

    fn offset(&self, at: usize) -> usize {
        self.chars
            .get(at)
            .map_or(self.text.len(), |(offset, _)| *offset)
    }

    fn push(&mut self, kind: Kind, end: usize) {
        let end = end.min(self.chars.len());
        let all = self.chars.get(self.at..end).unwrap_or(&[]);
        let start = self.offset(self.at);
        let last = all
            .last()
            .map_or(start, |(at, value)| at + value.len_utf8());
        let text = match kind {
            Kind::End => String::new(),
            _ => all.iter().map(|(_, value)| *value).collect(),
        };
        self.found.all.push(Token {
            kind,
            text,
            range: start..last,
            spaced: self.spaced,
            directive: self.directive,
        });
        self.at = end;
        (self.spaced, self.fresh) = (false, false);
    }

    fn step(&mut self) -> bool {
        let Some(value) = self.char(0) else {
            return false;
        };
        match value {
            '\n' => {
                if self.directive {
                    self.found.ends.push(self.offset(self.at));
                    self.push(Kind::End, self.at + 1);
                } else {
                    self.at += 1;
                }
                (self.spaced, self.fresh, self.directive) = (true, true, false);
            }
            _ if value.is_whitespace() => {
                self.at += 1;
                self.spaced = true;
            }
            '/' if self.char(1) == Some('/') => {
                while self.char(0).is_some_and(|c| c != '\n') {
                    self.at += 1;
                }
                if self.char(0).is_some() {
                    self.found.ends.push(self.offset(self.at));
                }
                self.spaced = true;
            }
            '/' if self.char(1) == Some('*') => {
                self.at += 2;
                while self.char(0).is_some()
                    && (self.char(0), self.char(1)) != (Some('*'), Some('/'))
                {
                    self.at += 1;
                }
                self.at = (self.at + 2).min(self.chars.len());
                self.spaced = true;
            }
            '#' if self.fresh => {
                self.directive = true;
                self.push(Kind::Mark, self.at + 1);
            }
            '"' | '\'' => self.quoted(value),
            _ if value.is_ascii_digit() => self.number(),
            '.' if self.char(1).is_some_and(|c| c.is_ascii_digit()) => self.number(),
            _ if is_word(value) => {
                let length = (0..).take_while(|ahead| self.char(*ahead).is_some_and(is_word));
                let length = length.count();
                self.push(Kind::Word, self.at + length);
            }
            _ => self.push(Kind::Mark, self.at + 1),
        }
        true
    }

    fn number(&mut self) {
        let mut length = 1;
        while let Some(next) = self.char(length) {
            let before = self.char(length - 1);
            let sign = matches!(next, '+' | '-') && matches!(before, Some('e' | 'E' | 'p' | 'P'));
            let apart = next == '\''
                && self
                    .char(length + 1)
                    .is_some_and(|c| c.is_ascii_alphanumeric());
            if !is_word(next) && next != '.' && !sign && !apart {
                break;
            }
            length += 1;
        }
        self.push(Kind::Number, self.at + length);
    }

    fn quoted(&mut self, quote: char) {
        let raw = self.found.all.last().is_some_and(|before| {
            let prefix = matches!(before.text.as_str(), "R" | "LR" | "u8R" | "uR" | "UR");
            quote == '"' && prefix && !self.spaced
        });
        let start = self.offset(self.at);
        let rest = self.text.get(start + 1..).unwrap_or("");
        let delimiter = rest.split_once('(').map(|(before, _)| before);
        if let Some(delimiter) = delimiter.filter(|before| raw && before.len() <= 16) {
            let close = format!("){delimiter}\"");
            let length = rest.find(&close).map_or(rest.len(), |at| at + close.len());
            let end = start + 1 + length;
            let next = self.chars.partition_point(|(offset, _)| *offset < end);
            self.push(Kind::Text, next);
            // What `\` takes away elsewhere counts here.
            if let Some(last) = self.found.all.last_mut() {
                last.text = self.text.get(start..end).unwrap_or("").to_owned();
                last.range = start..end;
            }
            return;
        }
        let mut length = 1;
        while let Some(next) = self.char(length) {
            match next {
                '\n' => break,
                '\\' => length += 1,
                _ if next == quote => {
                    length += 1;
                    break;
                }
                _ => {}
            }
            length += 1;
        }
        self.push(Kind::Text, self.at + length);
    }
}

/// Whether two texts are the same to a compiler of C, but for blanks.
pub(crate) fn same(one: &Tokens, other: &Tokens) -> bool {
    let mut before: Option<&Token> = None;
    one.all.len() == other.all.len()
        && one.all.iter().zip(&other.all).all(|(a, b)| {
            let equal = (a.kind, &a.text, a.directive) == (b.kind, &b.text, b.directive);
            let spaces = a.spaced == b.spaced
                || a.kind == Kind::End
                || before.is_some_and(|before| apart(before, a));
            before = Some(a);
            equal && spaces
        })
}

/// Whether a blank between two tokens makes no difference.
fn apart(one: &Token, other: &Token) -> bool {
    let bracket = |token: &Token| {
        token.kind == Kind::Mark
            && ["(", ")", "[", "]", "{", "}", ";", ","].contains(&token.text.as_str())
    };
    let plain = |token: &Token| matches!(token.kind, Kind::Word | Kind::Number);
    let mark = |token: &Token| token.kind == Kind::Mark;
    !one.directive
        && !other.directive
        && (bracket(one)
            || bracket(other)
            || plain(one) && mark(other)
            || mark(one) && plain(other))
}

/// Whether a text declares a kernel with this word: `void`, or what is not known, stands near behind it.
pub(crate) fn declares(tokens: &Tokens, unknown: &[Range<usize>], word: &str) -> bool {
    /// Attributes are between.
    const NEAR: usize = 16;
    let all = &tokens.all;
    all.iter().enumerate().any(|(at, token)| {
        let rest = all.get(at + 1..).unwrap_or(&[]);
        let near = rest.get(..NEAR.min(rest.len())).unwrap_or(&[]);
        let end = near.last().map_or(token.range.end, |last| last.range.end);
        let hole = |range: &Range<usize>| token.range.end <= range.start && range.start <= end;
        token.text == word
            && (near.iter().any(|one| one.text == "void") || unknown.iter().any(hole))
    })
}

//! Blocks: what a brace opens, and in which of them what is declared somewhere is seen.

use super::Words;
use crate::tokens::TokenKind;

/// What a brace opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Brace {
    /// A namespace, or `extern "C"`: its names are seen behind it as well.
    Namespace,
    /// A class of a name.
    Class,
    /// A function's body or a block in one.
    Body,
    /// A list of values.
    List,
    /// Anything.
    Unknown,
}

impl<'a> Words<'a> {
    /// The position of the token before one, but for those of directives.
    pub(super) fn before(&self, at: usize) -> Option<usize> {
        (0..at).rev().find(|at| !self.facts.is_directive(*at))
    }

    /// The position of the token behind one, but for those of directives.
    pub(super) fn after(&self, at: usize) -> usize {
        let mut next = at + 1;
        while self.facts.is_directive(next) {
            next += 1;
        }
        next
    }

    /// The word that stands so many tokens before a position.
    pub(super) fn back(&self, at: usize, count: usize) -> &'a str {
        let mut at = Some(at);
        for _ in 0..count {
            at = at.and_then(|at| self.before(at));
        }
        at.map_or("", |at| self.word(at))
    }

    /// The word that stands so many tokens behind a position.
    pub(super) fn ahead(&self, at: usize, count: usize) -> &'a str {
        let mut at = at;
        for _ in 0..count {
            at = self.after(at);
        }
        self.word(at)
    }

    pub(super) fn is_word(&self, at: usize) -> bool {
        self.kind(at) == Some(TokenKind::Word)
    }

    /// Where the statement begins that a position stands in, within its bracket: behind `;`, a block, or
    /// the bracket.
    pub(super) fn statement(&self, at: usize) -> usize {
        let mut start = at;
        while let Some(before) = self.before(start) {
            match self.word(before) {
                ";" | "{" | "(" | "[" => return start,
                "}" if self.brace_at(before) != Some(Brace::List) => return start,
                ")" | "]" | "}" => match self.facts.partner(before) {
                    Some(open) => start = open,
                    None => return start,
                },
                _ => start = before,
            }
        }
        start
    }

    fn brace_at(&self, close: usize) -> Option<Brace> {
        self.facts.partner(close).map(|open| self.brace(open))
    }

    /// What a brace opens, from what stands before it.
    pub(super) fn brace(&self, open: usize) -> Brace {
        let Some(last) = self.before(open).filter(|_| self.word(open) == "{") else {
            return Brace::Unknown;
        };
        // Back to the statement's beginning; a list of values in it is seldom, and then it ends there.
        let mut head = Vec::new();
        let mut at = Some(last);
        while let Some(here) = at {
            match self.word(here) {
                ";" | "{" | "}" | "(" | "[" => break,
                ")" | "]" => {
                    let Some(other) = self.facts.partner(here) else {
                        return Brace::Unknown;
                    };
                    head.push(self.word(here));
                    at = self.before(other);
                    continue;
                }
                word => head.push(word),
            }
            at = self.before(here);
        }
        head.reverse();
        let has = |word: &str| head.contains(&word);
        let arrow = head.windows(2).any(|two| two == ["-", ">"]);
        let end = head.iter().rev().find(|word| {
            !matches!(
                **word,
                "const" | "noexcept" | "override" | "final" | "mutable"
            )
        });
        if has("namespace") {
            return Brace::Namespace;
        }
        if has("extern") && matches!(head.as_slice(), ["extern", _]) {
            return Brace::Namespace;
        }
        let template = head.first() == Some(&"template");
        let classes = |word: &&&str| matches!(**word, "struct" | "class" | "union" | "enum");
        let count = head.iter().filter(classes).count();
        let in_template = match template {
            true => {
                let mut depth = 0i32;
                let inside = head.iter().skip(1).take_while(|word| {
                    depth += match **word {
                        "<" => 1,
                        ">" => -1,
                        _ => 0,
                    };
                    depth > 0
                });
                inside.filter(classes).count()
            }
            false => 0,
        };
        if count > in_template {
            let named = self.is_word(last)
                && !matches!(self.word(last), "struct" | "class" | "union" | "enum");
            return match named && !has("enum") && !has("union") && !has(")") {
                true => Brace::Class,
                false => Brace::Unknown,
            };
        }
        if arrow && head.iter().position(|word| *word == ")").is_some() {
            return Brace::Body;
        }
        match end.copied() {
            // A bare block, a lambda without parameters, a body.
            None => match self.word(last) {
                "(" | "[" => Brace::List,
                _ => Brace::Body,
            },
            Some(")" | "]" | "else" | "do" | "try" | ":") => Brace::Body,
            Some("," | "=" | "return" | "<" | ">" | "?") => Brace::List,
            Some(_) if self.is_word(last) => Brace::List,
            Some(_) => Brace::Unknown,
        }
    }

    /// The innermost brace around a position.
    pub(super) fn brace_around(&self, at: usize) -> Option<usize> {
        let mut of = self.facts.parent(at);
        while let Some(open) = of {
            if self.word(open) == "{" {
                return Some(open);
            }
            of = self.facts.parent(open);
        }
        None
    }

    /// The braces around a position, the innermost first.
    pub(super) fn braces(&self, at: usize) -> Vec<usize> {
        let mut all = Vec::new();
        let mut of = self.brace_around(at);
        while let Some(open) = of {
            all.push(open);
            of = self.brace_around(open);
        }
        all
    }

    /// Where what stands between two brackets and the block behind them ends.
    pub(super) fn body_of(&self, open: usize) -> Option<usize> {
        let mut at = self.after(self.facts.partner(open)?);
        while matches!(
            self.word(at),
            "const" | "noexcept" | "override" | "final" | "mutable"
        ) {
            at = self.after(at);
        }
        if self.word(at) == "-" && self.ahead(at, 1) == ">" {
            while !matches!(self.word(at), "{" | ";" | "" | ")" | "}") {
                at = match self.word(at) {
                    "(" | "[" => self.after(self.facts.partner(at)?),
                    _ => self.after(at),
                };
            }
        }
        (self.word(at) == "{" && self.brace(at) == Brace::Body).then_some(at)
    }

    /// The end of the bracket that a position stands in, or of the text.
    pub(super) fn end_around(&self, at: Option<usize>) -> usize {
        at.and_then(|open| self.facts.partner(open))
            .unwrap_or(self.all.len())
    }
}

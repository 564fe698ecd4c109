//! What names mean where a launch stands: definitions before it in blocks that are still open.

use std::cell::Cell;

use super::formula::{DEPTH, Formula, Reader};
use super::{Extent, Part, Quantity, Words};
use crate::tokens::TokenKind;

/// Definitions refer to definitions no deeper.
const CHAIN: u32 = 16;

/// No further back than this many tokens is looked for a definition.
const REACH: usize = 20_000;

/// So many names are looked up for one launch.
const LOOKUPS: u32 = 1000;

/// A position in a text.
#[derive(Clone, Copy)]
pub(super) struct Scope<'a, 'b> {
    words: Words<'a>,
    at: usize,
    /// How many names may still be looked up.
    budget: &'b Cell<u32>,
}

/// How many names may be looked up for a launch.
pub(super) fn budget() -> Cell<u32> {
    Cell::new(LOOKUPS)
}

/// A definition: the tokens of its value, and whether they are those of a constructor's brackets.
#[derive(Clone, Copy)]
struct Definition {
    name: usize,
    value: Part,
    brackets: bool,
}

impl<'a, 'b> Scope<'a, 'b> {
    pub fn new(words: Words<'a>, at: usize, budget: &'b Cell<u32>) -> Self {
        Scope { words, at, budget }
    }

    /// The same at another position.
    fn there(&self, at: usize) -> Self {
        Scope { at, ..*self }
    }

    /// The kernel that a variable stands for, and its template arguments: `auto f = kernel<T>;`.
    pub fn named(&self, name: &str) -> Option<(String, Vec<Part>)> {
        let (mut from, mut to) = self.definition(name)?.value;
        // Commas between template arguments end no value.
        while !matches!(self.words.word(to), ";" | "{" | "}" | "") {
            to += 1;
        }
        while from < to && matches!(self.words.word(from), "&" | "(" | ")" | "void" | "*") {
            from += 1;
        }
        while from < to && self.words.word(to - 1) == ")" {
            to -= 1;
        }
        let (start, name, arguments) = self.words.callee(to)?;
        (start == from).then_some((name, arguments))
    }

    /// A template argument: a number where it is one, else as written.
    pub fn argument(&self, part: Part) -> String {
        match self
            .formula(part, CHAIN)
            .and_then(|formula| formula.value())
        {
            Some(value) => value.to_string(),
            None => self.alias(self.words.slice(part)),
        }
    }

    /// The type that an alias beside the launch stands for.
    fn alias(&self, name: &str) -> String {
        for at in (self.at.saturating_sub(REACH)..self.at).rev() {
            let words = |more: usize| self.words.word(at + more);
            if words(0) == "using" && words(1) == name && words(2) == "=" {
                let mut end = at + 3;
                while !matches!(self.words.word(end), ";" | "") {
                    end += 1;
                }
                return self.words.slice((at + 3, end)).to_owned();
            }
        }
        name.to_owned()
    }

    /// One number.
    pub fn quantity(&self, part: Part) -> Quantity {
        let text = self.words.slice(part).to_owned();
        let formula = self
            .formula(part, CHAIN)
            .unwrap_or(Formula::Other(text.clone()));
        let value = formula.value().and_then(|value| u64::try_from(value).ok());
        Quantity {
            text,
            formula,
            value,
        }
    }

    /// The sizes of a grid or block.
    pub fn extent(&self, part: Part) -> Extent {
        Extent {
            text: self.words.slice(part).to_owned(),
            sizes: self.sizes(part, CHAIN),
        }
    }

    fn sizes(&self, part: Part, chain: u32) -> Vec<Quantity> {
        let (from, to) = part;
        let Some(below) = chain.checked_sub(1) else {
            return Vec::new();
        };
        let dim3 = self.words.word(from) == "dim3";
        let open = if dim3 { from + 1 } else { from };
        let bracket = self.words.word(open);
        let whole = self.words.closed(open) == Some(to);
        if whole && (bracket == "{" || dim3 && bracket == "(") {
            let all = self.words.parts((open + 1, to.saturating_sub(1)));
            return all
                .into_iter()
                .take(3)
                .map(|part| self.quantity(part))
                .collect();
        }
        if to == from + 1 && self.words.kind(from) == Some(TokenKind::Word) {
            if let Some(found) = self.definition(self.words.word(from)) {
                let there = self.there(found.name);
                if found.brackets {
                    let all = self.words.parts(found.value);
                    return all
                        .into_iter()
                        .take(3)
                        .map(|part| there.quantity(part))
                        .collect();
                }
                return there.sizes(found.value, below);
            }
            // A name that nothing is known of may have any number of dimensions.
            let quantity = self.quantity(part);
            return match quantity.value {
                Some(_) => vec![quantity],
                None => Vec::new(),
            };
        }
        match self.formula(part, chain) {
            // A call may give a `dim3`.
            Some(Formula::Call(..) | Formula::Other(_)) | None => Vec::new(),
            Some(_) => vec![self.quantity(part)],
        }
    }

    fn formula(&self, (at, end): Part, chain: u32) -> Option<Formula> {
        let below = chain.checked_sub(1)?;
        let lookup = |name: &str, _depth: u32| self.looked_up(name, below);
        Reader {
            words: self.words,
            at,
            end,
            lookup: &lookup,
            depth: DEPTH,
        }
        .all()
    }

    fn looked_up(&self, name: &str, chain: u32) -> Option<Formula> {
        if let Some((whole, member)) = name.rsplit_once('.') {
            let at = ["x", "y", "z"].iter().position(|d| *d == member)?;
            let found = self.definition(whole)?;
            let there = self.there(found.name);
            let parts = match found.brackets {
                true => self.words.parts(found.value),
                false => {
                    return there
                        .sizes(found.value, chain)
                        .get(at)
                        .map(|q| q.formula.clone());
                }
            };
            return match parts.get(at) {
                Some(part) => there.formula(*part, chain),
                None => Some(Formula::Number(1)),
            };
        }
        if let Some(found) = self.definition(name) {
            let there = self.there(found.name);
            return there.formula(found.value, chain);
        }
        let text = self.macro_text(name)?;
        let tokens: Vec<_> = crate::tokens::tokens(&text, 0).collect();
        let words = Words {
            text: &text,
            all: &tokens,
        };
        // A macro's names mean what they mean at its use; only numbers and macros are followed.
        let lookup = |name: &str, _depth: u32| {
            let below = chain.checked_sub(1)?;
            self.looked_up(name, below)
        };
        Reader {
            words,
            at: 0,
            end: tokens.len(),
            lookup: &lookup,
            depth: DEPTH,
        }
        .all()
    }

    /// The text of a macro without parameters, if the file defines it once.
    fn macro_text(&self, name: &str) -> Option<String> {
        self.budget.set(self.budget.get().checked_sub(1)?);
        let mut found: Option<String> = None;
        for line in self.words.text.lines() {
            let Some(rest) = line.trim_start().strip_prefix('#') else {
                continue;
            };
            let Some(rest) = rest.trim_start().strip_prefix("define") else {
                continue;
            };
            let rest = rest.trim_start();
            let Some(value) = rest
                .strip_prefix(name)
                .filter(|v| v.starts_with([' ', '\t']))
            else {
                continue;
            };
            let value = value.split("//").next().unwrap_or("").trim().to_owned();
            match &found {
                Some(other) if *other != value => return None,
                _ => found = Some(value),
            }
        }
        found
    }

    /// The definition of a name that is visible here, if the name keeps its value from there to here.
    fn definition(&self, name: &str) -> Option<Definition> {
        self.budget.set(self.budget.get().checked_sub(1)?);
        let words = self.words;
        let (mut braces, mut brackets) = (0i32, 0i32);
        let first = self.at.saturating_sub(REACH);
        for at in (first..self.at).rev() {
            match words.word(at) {
                "}" => braces += 1,
                "{" => braces = (braces - 1).max(0),
                ")" | "]" => brackets += 1,
                "(" | "[" => brackets = (brackets - 1).max(0),
                word if word == name && words.kind(at) == Some(TokenKind::Word) => {
                    if braces == 0
                        && brackets == 0
                        && let Some(found) = self.defined_at(at)
                    {
                        return self.keeps(name, found, self.at).then_some(found);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// `int name = …;`, `dim3 name(…)`, `dim3 name{…}`, with the name at a position.
    fn defined_at(&self, at: usize) -> Option<Definition> {
        let words = self.words;
        let before = words.word(at.checked_sub(1)?);
        let typed = words.kind(at - 1) == Some(TokenKind::Word)
            && !matches!(
                before,
                "return" | "else" | "goto" | "case" | "define" | "undef"
            );
        // Another name of one declaration: `int a = 1, b = 2;`.
        if !(typed || before == "," && self.continues(at)) {
            return None;
        }
        match words.word(at + 1) {
            "=" if words.word(at + 2) != "=" => {
                let mut end = at + 2;
                while !matches!(words.word(end), ";" | "," | "") {
                    end = match words.word(end) {
                        "(" | "[" | "{" => words.closed(end)?,
                        ")" | "]" | "}" => return None,
                        _ => end + 1,
                    };
                }
                Some(Definition {
                    name: at,
                    value: (at + 2, end),
                    brackets: false,
                })
            }
            "(" | "{" if typed && before == "dim3" => {
                let end = words.closed(at + 1)?;
                Some(Definition {
                    name: at,
                    value: (at + 2, end - 1),
                    brackets: true,
                })
            }
            // A declaration without a value hides whatever has the name further out.
            _ => None,
        }
    }

    /// Whether the comma before a name belongs to a declaration.
    fn continues(&self, at: usize) -> bool {
        let words = self.words;
        let mut back = at;
        let mut depth = 0i32;
        while let Some(next) = back.checked_sub(1) {
            back = next;
            match words.word(back) {
                ")" | "]" | "}" => depth += 1,
                "(" | "[" | "{" if depth > 0 => depth -= 1,
                "(" | "[" | "{" | ";" | "" => break,
                "=" if depth == 0 => {
                    // A type, a name, `=`.
                    let two_words = back >= 2
                        && words.kind(back - 1) == Some(TokenKind::Word)
                        && words.kind(back - 2) == Some(TokenKind::Word);
                    if two_words && words.word(back - 2) != "return" {
                        return true;
                    }
                }
                _ => {}
            }
        }
        false
    }

    /// Whether a name is neither assigned, nor hidden, nor has its address or a reference taken
    /// between its definition and a position.
    fn keeps(&self, name: &str, found: Definition, until: usize) -> bool {
        let words = self.words;
        let end = found.value.1.max(found.name + 1);
        for at in end..until {
            if words.word(at) != name || words.kind(at) != Some(TokenKind::Word) {
                continue;
            }
            let (before, next) = (words.word(at - 1), words.word(at + 1));
            let then = words.word(at + 2);
            if before == "." || before == ">" && words.word(at.saturating_sub(2)) == "-" {
                continue;
            }
            let assigned = match next {
                "=" => then != "=",
                "+" | "-" | "*" | "/" | "%" | "&" | "|" | "^" => {
                    then == "=" || then == next && matches!(next, "+" | "-")
                }
                "<" | ">" => then == next && words.word(at + 3) == "=",
                // A part: `grid.x = 3`.
                "." => words.word(at + 3) == "=" && words.word(at + 4) != "=",
                _ => false,
            };
            let stepped = matches!(before, "+" | "-") && words.word(at.saturating_sub(2)) == before;
            let taken = before == "&" && words.word(at.saturating_sub(2)) != "&";
            let hidden = words.kind(at - 1) == Some(TokenKind::Word)
                && !matches!(before, "return" | "case" | "else")
                && matches!(next, "," | ")" | ";" | "=" | "(" | "{" | ":");
            // `>>` reads into a variable.
            let read = before == ">" && words.word(at.saturating_sub(2)) == ">" && next != ")";
            // `dim3 &same = block`, `dim3 &same(block)`.
            let referred = matches!(before, "=" | "(" | "{")
                && words.kind(at.saturating_sub(2)) == Some(TokenKind::Word)
                && words.word(at.saturating_sub(3)) == "&";
            if assigned || stepped || taken || hidden || read || referred {
                return false;
            }
        }
        true
    }
}

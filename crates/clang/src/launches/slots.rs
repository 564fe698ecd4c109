//! A name that is all of an operand: whether it is copied there, or may be assigned or lent.

use super::blocks::Brace;
use super::mention::Mention;
use super::{LONGEST, Part, Words};
use crate::tokens::TokenKind;

impl Words<'_> {
    /// `c ? n : m`: with a literal at the other side it is a value; else it may be what is assigned or
    /// lent.
    pub(super) fn chosen(&self, question: usize, unit: Part) -> Mention {
        let behind = self.after(unit.1);
        let literal = |from: usize| {
            self.kind(from) == Some(TokenKind::Number)
                && matches!(self.word(self.after(from)), ";" | ")" | "," | ":")
        };
        let other = match self.word(behind) {
            ":" => self.after(behind),
            _ => self.after(question),
        };
        if literal(other) {
            return Mention::Read;
        }
        // What the choice begins with.
        let mut first = question;
        let slot = loop {
            let Some(before) = self.before(first) else {
                return Mention::Unknown;
            };
            match self.word(before) {
                ")" | "]" => match self.facts.partner(before) {
                    Some(open) => first = open,
                    None => return Mention::Unknown,
                },
                "(" | "," | "[" | "{" | ";" | "}" | "return" => break before,
                "=" if !(matches!(self.back(before, 1), "=" | "<" | ">" | "!")
                    || self.ahead(before, 1) == "=") =>
                {
                    break before;
                }
                _ => first = before,
            }
        };
        match self.word(slot) {
            "=" => self.passed(slot, (first, unit.1)),
            _ => Mention::Unknown,
        }
    }

    /// A name that is all of an operand: what is done with it depends on who takes it.
    pub(super) fn passed(&self, slot: usize, unit: Part) -> Mention {
        let copied = match self.word(slot) {
            "=" => self.is_set(slot),
            // The sizes of a launch.
            "<" => true,
            "(" => self.takes_value(slot, unit.0),
            "[" => self.is_element(slot),
            "{" => self.is_list(slot),
            "," => match self.facts.parent(slot) {
                Some(open) => match self.word(open) {
                    "(" if self.is_in_launch(slot, open) => true,
                    "(" => self.takes_value(open, unit.0),
                    "[" => self.is_element(open),
                    _ if self.is_in_launch(slot, open) => true,
                    _ => self.is_list(open),
                },
                None => false,
            },
            _ => false,
        };
        match (copied, self.is_certainly_used(slot)) {
            (true, _) => Mention::Read,
            (false, true) => Mention::Change,
            (false, false) => Mention::Unknown,
        }
    }

    /// Whether what stands behind a position by itself is a use, and declares nothing: `f(a, n)` and not
    /// `f (n);`, `auto [a, n] = …`.
    fn is_certainly_used(&self, slot: usize) -> bool {
        let round = |open: usize| {
            // A statement that looks like a macro may declare what it is given.
            let named = self.back(open, 1);
            let alone = matches!(self.back(open, 2), ";" | "{" | "}" | ")" | "else");
            let shouted = alone && !named.contains(|c: char| c.is_ascii_lowercase());
            self.word(open) == "(" && self.body_of(open).is_none() && named != "]" && !shouted
        };
        match self.word(slot) {
            "=" | "return" => true,
            "(" => {
                let named = self.before(slot).filter(|at| self.is_word(*at));
                let start = named.map(|at| self.chain(at));
                let inner = start.and_then(|start| self.before(start));
                // Within an expression.
                round(slot)
                    && inner.is_some_and(|at| {
                        matches!(
                            self.word(at),
                            "=" | "(" | "," | "+" | "-" | "/" | "%" | "." | "<" | "!" | "return"
                        )
                    })
            }
            "," => match self.facts.parent(slot) {
                Some(open) if self.word(open) == "{" => self.brace(open) == Brace::List,
                Some(open) => round(open),
                None => false,
            },
            "{" => self.brace(slot) == Brace::List,
            _ => false,
        }
    }

    /// Whether a comma stands between the brackets of a launch.
    fn is_in_launch(&self, comma: usize, parent: usize) -> bool {
        let mut back = comma;
        for _ in 0..LONGEST {
            let Some(before) = self.before(back) else {
                return false;
            };
            back = before;
            match self.word(back) {
                ")" | "]" | "}" => match self.facts.partner(back) {
                    Some(open) => back = open,
                    None => return false,
                },
                "<" if back >= 2 && self.run(back - 2, "<") => return true,
                ">" if self.run(back.saturating_sub(2), ">") => return false,
                ";" => return false,
                _ if back <= parent => return false,
                _ => {}
            }
        }
        false
    }

    /// Whether what stands behind `=` is copied: to a variable of a type that is known, or to what was
    /// declared before.
    fn is_set(&self, equals: usize) -> bool {
        let start = self.statement(equals);
        let name = match self.before(equals) {
            Some(name) => name,
            None => return false,
        };
        if self
            .facts
            .parent(equals)
            .is_some_and(|open| self.word(open) == "[")
        {
            return false;
        }
        if let Some(said) = self.specified(start, equals) {
            let reference = (said.end..equals).any(|at| matches!(self.word(at), "&" | "["));
            return !reference && self.is_word(name);
        }
        // `a = n`, `a.b = n`, `a[i] = n`.
        let mut at = start;
        let mut first = true;
        while at < equals {
            match self.word(at) {
                "." if !first => {}
                "-" if self.word(at + 1) == ">" && !first => at += 1,
                "[" if !first => match self.facts.partner(at) {
                    Some(close) => at = close,
                    None => return false,
                },
                _ if self.is_word(at) && (first || matches!(self.back(at, 1), "." | ">")) => {}
                _ => return false,
            }
            first = false;
            at = self.after(at);
        }
        !first
    }

    /// `a[n]`, `new int[n]`, `[n] {`, and not `auto [n, m] =`.
    fn is_element(&self, open: usize) -> bool {
        let Some(before) = self.before(open) else {
            return false;
        };
        let bound = matches!(self.word(before), "auto" | "const" | "&");
        !bound && (self.is_word(before) || matches!(self.word(before), "]" | ")" | "(" | "," | "="))
    }
}

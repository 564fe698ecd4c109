//! Variables of the host that are powers of two, as in `for (int s = n / 2; s > 0; s >>= 1)` where `n` is one: all that they
//! are ever given is a power of two, or what they were, doubled or halved. Halved often enough that is zero.

use super::Part;
use super::declared::Given;
use super::scope::Scope;
use super::types::Kind;
use std::collections::BTreeSet;

/// Variables that are made of others are followed so far.
const CHAIN: u32 = 4;

impl Scope<'_, '_> {
    /// Which of these arguments are variables that are powers of two, or zero.
    pub(super) fn powers(&self, arguments: &[Part]) -> BTreeSet<usize> {
        let all = arguments.iter().enumerate();
        let powers = all.filter(|(_, (from, to))| {
            *to == from + 1 && self.is_power(self.words.word(*from), CHAIN)
        });
        powers.map(|(at, _)| at).collect()
    }

    fn is_power(&self, name: &str, chain: u32) -> bool {
        let (Some(below), Some(found)) = (chain.checked_sub(1), self.variable(name)) else {
            return false;
        };
        let declared = &found.declared;
        let given = match declared.given {
            Given::Value(value) => self.there(declared.name).is_power_of_two(value, below),
            // What nobody set has no value; a parameter has any.
            Given::Nothing => {
                let around = self.words.facts.parent(declared.name);
                around.is_some_and(|open| self.words.word(open) == "{")
            }
            Given::Brackets(_) | Given::Members(_) => false,
        };
        let mut changes = found.changes.iter();
        let plain = declared.kind == Kind::Whole && !declared.outside && !declared.is_static;
        plain && given && changes.all(|at| self.there(*at).stays_power(name, *at, below))
    }

    /// Whether a change of a variable that is a power of two leaves one.
    fn stays_power(&self, name: &str, at: usize, chain: u32) -> bool {
        let words = self.words;
        let ahead = |count: usize| words.ahead(at, count);
        let operand = |count: usize| {
            let from = (0..count).fold(at, |at, _| words.after(at));
            let end = (from..).find(|end| matches!(words.word(*end), ";" | "," | ")" | ""))?;
            Some((from, end))
        };
        match (ahead(1), ahead(2), ahead(3)) {
            ("<", "<", "=") | (">", ">", "=") => self.is_literal(operand(4), |by| by < 31),
            ("*" | "/", "=", _) => self.is_literal(operand(3), power),
            ("=", next, _) if next != "=" => operand(2).is_some_and(|(from, end)| {
                let itself = words.word(from) == name;
                match itself {
                    true => self.is_scaled((words.after(from), end)),
                    false => self.is_power_of_two((from, end), chain),
                }
            }),
            _ => false,
        }
    }

    /// Whether what stands here is a power of two: a literal, `1 << n`, or a variable that is one, doubled or halved.
    fn is_power_of_two(&self, (from, end): Part, chain: u32) -> bool {
        let words = self.words;
        let shifted = words.word(from) == "1"
            && (words.ahead(from, 1), words.ahead(from, 2)) == ("<", "<")
            && end == from + 4
            && self.is_amount(words.word(from + 3));
        let next = words.after(from);
        let scaled = words.is_word(from)
            && (next == end || self.is_scaled((next, end)))
            && self.is_power(words.word(from), chain);
        shifted || scaled || self.is_literal(Some((from, end)), power)
    }

    /// Whether what stands behind an operand doubles or halves it. An operator that follows may bind closer, or less
    /// close: so by how much is one word, or in brackets.
    fn is_scaled(&self, (from, end): Part) -> bool {
        let words = self.words;
        let second = words.after(from);
        let (by, is): (usize, fn(u64) -> bool) = match (words.word(from), words.word(second)) {
            ("<", "<") | (">", ">") => (words.after(second), |by| by < 31),
            ("*" | "/", _) => (second, power),
            _ => return false,
        };
        self.is_primary((by, end)) && self.is_literal(Some((by, end)), is)
    }

    /// Whether a word is a number or a variable: what a macro stands for may have operators that bind less close.
    fn is_amount(&self, word: &str) -> bool {
        word.starts_with(|c: char| c.is_ascii_digit()) || self.variable(word).is_some()
    }

    fn is_primary(&self, (from, end): Part) -> bool {
        let words = self.words;
        let last = match words.word(from) {
            "(" => words.facts.partner(from),
            word => word
                .starts_with(|c: char| c.is_ascii_digit())
                .then_some(from),
        };
        last.is_some_and(|last| words.after(last) == end)
    }

    fn is_literal(&self, part: Option<Part>, is: fn(u64) -> bool) -> bool {
        let part = part.filter(|(from, end)| from < end);
        part.and_then(|part| self.quantity(part).value)
            .is_some_and(is)
    }
}

fn power(value: u64) -> bool {
    value.is_power_of_two()
}

//! What conditions say of numbers: comparisons that C computes as mathematics does.

use super::control::{Guard, Outcome, Way};
use super::formula::Formula;
use super::reader::{DEPTH, Reader, number};
use super::scope::{Scope, State};
use super::types::Kind;
use super::{Part, Words};
use crate::tokens::TokenKind;
use std::collections::BTreeSet;
use std::fmt;

/// Names stand for others no deeper.
const CHAIN: u32 = 8;

/// Conditions within conditions are followed so deep.
const NESTED: u32 = 16;

/// How two numbers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Comparison {
    Less,
    AtMost,
    Greater,
    AtLeast,
    Equal,
    Different,
}

impl Comparison {
    fn negated(self) -> Comparison {
        match self {
            Comparison::Less => Comparison::AtLeast,
            Comparison::AtMost => Comparison::Greater,
            Comparison::Greater => Comparison::AtMost,
            Comparison::AtLeast => Comparison::Less,
            Comparison::Equal => Comparison::Different,
            Comparison::Different => Comparison::Equal,
        }
    }

    fn sign(self) -> &'static str {
        match self {
            Comparison::Less => "<",
            Comparison::AtMost => "<=",
            Comparison::Greater => ">",
            Comparison::AtLeast => ">=",
            Comparison::Equal => "==",
            Comparison::Different => "!=",
        }
    }
}

/// What holds where a launch stands, of numbers of the host as they are in mathematics.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The number on the left.
    pub left: Formula,
    /// How it compares with the other one.
    pub is: Comparison,
    /// The number on the right.
    pub right: Formula,
}

impl Condition {
    /// Adds the names that stand in it.
    pub(super) fn names(&self, found: &mut BTreeSet<String>) {
        self.left.names(found);
        self.right.names(found);
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.left, self.is.sign(), self.right)
    }
}

/// Whether an operand has a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    Signed,
    Unsigned,
    /// A literal that is the same with and without one.
    Either,
    /// It has one, and is not below zero.
    NotBelow,
}

impl Scope<'_, '_> {
    /// What the conditions on the way to a launch say of numbers that are the same at the launch. `used` are the names in
    /// its sizes and arguments.
    pub(super) fn conditions(&self, way: &Way, used: &BTreeSet<String>) -> Vec<Condition> {
        let mut found: Vec<Condition> = Vec::new();
        for guard in &way.guards {
            let said = match guard.outcome {
                Outcome::Holds => self.said(guard.part, true, way, NESTED),
                Outcome::Fails => self.said(guard.part, false, way, NESTED),
                Outcome::Is(label) => self.chosen(guard.part, label).into_iter().collect(),
            };
            let same = said
                .into_iter()
                .filter(|one| self.is_known(one, guard, way));
            for one in same {
                if !found.contains(&one) {
                    found.push(one);
                }
            }
        }
        let mut names = used.clone();
        found.iter().for_each(|one| one.names(&mut names));
        for name in names.iter().filter(|name| !name.contains('(')) {
            for one in self.counts(name, way) {
                if !found.contains(&one) {
                    found.push(one);
                }
            }
        }
        found
    }

    fn is_known(&self, one: &Condition, guard: &Guard, way: &Way) -> bool {
        let mut names = BTreeSet::new();
        one.names(&mut names);
        let at = (guard.part.0, guard.since);
        !names.is_empty()
            && names
                .iter()
                .all(|name| self.is_same(name, at, guard.outside, way))
    }

    /// Whether a name means at a position what it means at the launch, and has the same value: it never has another
    /// one, or is given none between.
    pub(super) fn is_same(
        &self,
        name: &str,
        (at, since): (usize, usize),
        outside: bool,
        way: &Way,
    ) -> bool {
        if let Some((of, _)) = name.split_once('.') {
            let here = self.words.is_asked_only(of, self.at());
            return here.is_some() && here == self.words.is_asked_only(of, at);
        }
        let (Some(there), Some(here)) = (self.there(at).variable(name), self.variable(name)) else {
            return false;
        };
        let steady = || !outside && self.words.is_steady((&here, since), way, self.at());
        there.declared.name == here.declared.name && (here.keeps || steady())
    }

    /// What a condition says that holds or does not.
    fn said(&self, part: Part, holds: bool, way: &Way, depth: u32) -> Vec<Condition> {
        let words = self.words;
        let Some(below) = depth.checked_sub(1) else {
            return Vec::new();
        };
        let (mut from, mut to) = part;
        // Brackets around all of it.
        while words.word(from) == "(" && words.facts.partner(from) == to.checked_sub(1) {
            (from, to) = (from + 1, to - 1);
        }
        if from >= to || !self.is_readable((from, to)) {
            return Vec::new();
        }
        let cut = |mark: &str| words.cut((from, to), mark);
        let all = |parts: Vec<Part>| {
            let each = parts.into_iter();
            each.flat_map(|part| self.said(part, holds, way, below))
                .collect()
        };
        let choices = cut("|");
        if choices.len() > 1 {
            return match holds {
                true => Vec::new(),
                false => all(choices),
            };
        }
        let both = cut("&");
        if both.len() > 1 {
            return match holds {
                true => all(both),
                false => Vec::new(),
            };
        }
        if words.word(from) == "!" && words.word(from + 1) != "=" {
            let close = match words.word(from + 1) {
                "(" => words.facts.partner(from + 1),
                _ => Some(from + 1),
            };
            return match close == to.checked_sub(1) {
                true => self.said((from + 1, to), !holds, way, below),
                false => Vec::new(),
            };
        }
        let one = self.compared((from, to), way);
        one.map(|one| match holds {
            true => one,
            false => Condition {
                is: one.is.negated(),
                ..one
            },
        })
        .into_iter()
        .collect()
    }

    /// Whether each word of a condition is one that is known, so that its operators are those that stand there.
    fn is_readable(&self, (from, to): Part) -> bool {
        let words = self.words;
        (from..to).all(|at| {
            if words.facts.is_directive(at) || matches!(words.word(at), ";" | "{" | "?") {
                return false;
            }
            if !words.is_word(at) {
                return true;
            }
            let near =
                words.back(at, 1) == "." || (words.back(at, 2), words.back(at, 1)) == ("-", ">");
            let word = words.word(at);
            let plain = words.may_be_known(word, at);
            let object = matches!(words.word(at + 1), "." | "-");
            near && plain
                || self.constant_macro(at).is_some()
                || self.there(at).variable(word).is_some()
                || object && plain && words.is_asked_only(word, at).is_some()
        })
    }

    /// The number that a macro stands for: one literal, or one in brackets.
    fn constant_macro(&self, at: usize) -> Option<Part> {
        let body = self.words.macro_body(self.words.word(at), at)?;
        let bare = self.words.kind(body.0) == Some(TokenKind::Number) && body.1 == body.0 + 1;
        let bracketed = self.words.word(body.0) == "("
            && self.words.kind(body.0 + 1) == Some(TokenKind::Number)
            && self.words.word(body.0 + 2) == ")"
            && body.1 == body.0 + 3;
        match (bare, bracketed) {
            (true, _) => Some(body),
            (_, true) => Some((body.0 + 1, body.0 + 2)),
            _ => None,
        }
    }

    /// One comparison, or a number that is compared with zero.
    fn compared(&self, part: Part, way: &Way) -> Option<Condition> {
        let words = self.words;
        let marks = words.comparisons(part)?;
        let (left, is, right) = match marks.as_slice() {
            [] => (part, Comparison::Different, None),
            [(at, length, is)] => ((part.0, *at), *is, Some((at + length, part.1))),
            _ => return None,
        };
        let signs = self.signs(left, right, way)?;
        let formula = |part: Part| self.own_words(part, part.0);
        let unsigned = signs.contains(&Sign::Unsigned);
        let sides = [Some(left), right];
        if unsigned {
            // What has no sign wraps round.
            let plain = |(from, to): Part| {
                (from..to).all(|at| !matches!(words.word(at), "+" | "-" | "*" | "<"))
            };
            if signs.contains(&Sign::Signed) || !sides.into_iter().flatten().all(plain) {
                return None;
            }
        }
        let right = match right {
            Some(right) => formula(right)?,
            None => Formula::Number(0),
        };
        Some(Condition {
            left: formula(left)?,
            is,
            right,
        })
    }

    /// The signs of all operands; none if one is not known.
    fn signs(&self, left: Part, right: Option<Part>, way: &Way) -> Option<Vec<Sign>> {
        let mut found = Vec::new();
        for (from, to) in [Some(left), right].into_iter().flatten() {
            let mut at = from;
            while at < to {
                match self.words.kind(at)? {
                    TokenKind::Number => found.push(sign_of(self.words.word(at))?),
                    TokenKind::Text => return None,
                    TokenKind::Mark => {}
                    TokenKind::Word => {
                        if let Some(close) = self.asked_until(at) {
                            found.push(Sign::Signed);
                            at = close;
                        } else if let Some((of, _)) = self.constant_macro(at) {
                            found.push(sign_of(self.words.word(of))?);
                        } else {
                            found.push(self.sign(at, way)?);
                        }
                    }
                }
                at += 1;
            }
        }
        Some(found)
    }

    fn sign(&self, at: usize, way: &Way) -> Option<Sign> {
        let name = self.words.word(at);
        let found = self.there(at).variable(name)?;
        if found.declared.kind != Kind::Whole {
            return None;
        }
        match self.words.has_sign(&found.declared)? {
            false => Some(Sign::Unsigned),
            true => {
                let counts = self.counts(name, way);
                let not_below = counts.iter().any(|one| {
                    one.is == Comparison::AtLeast && one.right.value().is_some_and(|n| n >= 0)
                });
                let alone = !matches!(self.words.back(at, 1), "+" | "-" | "*" | "/" | "%")
                    && !matches!(self.words.ahead(at, 1), "+" | "-" | "*" | "/" | "%");
                Some(match not_below && alone {
                    true => Sign::NotBelow,
                    false => Sign::Signed,
                })
            }
        }
    }

    /// Whether all that a formula is made of has a sign.
    pub(super) fn is_signed(&self, (from, to): Part) -> bool {
        (from..to).all(|at| match self.words.kind(at) {
            Some(TokenKind::Number) => {
                matches!(sign_of(self.words.word(at)), Some(Sign::Either))
            }
            Some(TokenKind::Word) => {
                let found = self.there(at).variable(self.words.word(at));
                found.is_some_and(|found| self.words.has_sign(&found.declared) == Some(true))
            }
            Some(TokenKind::Mark) => true,
            Some(TokenKind::Text) | None => false,
        })
    }

    /// The bracket that closes `x.size(0)`, where a tensor is asked.
    fn asked_until(&self, at: usize) -> Option<usize> {
        let words = self.words;
        let call = words.word(at + 1) == "." && words.word(at + 3) == "(";
        let close = words.facts.partner(at + 3).filter(|_| call)?;
        words.is_asked_only(words.word(at), at)?;
        let known = super::declared::asks(words.word(at + 2));
        (known && !words.is_method_here(words.word(at + 2))).then_some(close)
    }

    /// A formula whose names are those that stand there, but for constants.
    pub(super) fn own_words(&self, (from, to): Part, at: usize) -> Option<Formula> {
        let aside = State::new();
        let there = Scope::new(self.words, at, &aside);
        let lookup = |name: &str, _depth: u32| {
            let found = there.looked_up(name, CHAIN, false);
            let value = found.and_then(|formula| formula.value());
            Some(match value {
                Some(value) => Formula::Number(value),
                None => Formula::Name(name.to_owned()),
            })
        };
        let calls = |words: Words<'_>, name: &str, inside: Part, _whole: bool| {
            let asked = there.asked(name, words.slice(inside));
            Some(asked.unwrap_or(Formula::Other(name.to_owned())))
        };
        let formula = Reader {
            words: self.words,
            start: from,
            at: from,
            end: to,
            lookup: &lookup,
            calls: &calls,
            depth: DEPTH,
        }
        .all()?;
        formula.only_reads(&|_| false).then_some(formula)
    }

    /// `switch (n)` with `case 512:`.
    fn chosen(&self, of: Part, label: Part) -> Option<Condition> {
        let words = self.words;
        let (from, to) = of;
        let variable = self.there(from).variable(words.word(from));
        let whole = variable.is_some_and(|found| found.declared.kind == Kind::Whole);
        let value = self.own_words(label, label.0)?.value();
        let value = value.filter(|value| (0..=i128::from(i32::MAX)).contains(value))?;
        (whole && to == from + 1).then(|| Condition {
            left: Formula::Name(words.word(from).to_owned()),
            is: Comparison::Equal,
            right: Formula::Number(value),
        })
    }
}

/// Whether a literal has a sign; none if it is no whole number that each type with 32 bits holds.
fn sign_of(literal: &str) -> Option<Sign> {
    let value = number(literal)?;
    (0..=i128::from(i32::MAX))
        .contains(&value)
        .then(|| match literal.contains(['u', 'U']) {
            true => Sign::Unsigned,
            false => Sign::Either,
        })
}

impl Words<'_> {
    /// The parts between two equal marks that stand side by side in no bracket: `&&`, `||`.
    fn cut(&self, (from, to): Part, mark: &str) -> Vec<Part> {
        let (mut parts, mut start, mut at) = (Vec::new(), from, from);
        while at < to {
            match self.word(at) {
                "(" | "[" | "{" => at = self.facts.partner(at).unwrap_or(to),
                word if word == mark && self.word(at + 1) == mark && self.is_near(at) => {
                    parts.push((start, at));
                    at += 1;
                    start = at + 1;
                }
                _ => {}
            }
            at += 1;
        }
        parts.push((start, to));
        parts
    }

    fn is_near(&self, at: usize) -> bool {
        super::facts::joined(self.all, at)
    }

    /// The comparisons that stand in no bracket: where, how long, which. None if something else stands there that binds
    /// less, or that assigns.
    fn comparisons(&self, (from, to): Part) -> Option<Vec<(usize, usize, Comparison)>> {
        let mut found = Vec::new();
        let mut at = from;
        while at < to {
            let two = self.is_near(at) && at + 1 < to;
            let next = if two { self.word(at + 1) } else { "" };
            let (length, is) = match (self.word(at), next) {
                ("(" | "[", _) => {
                    at = self.facts.partner(at)? + 1;
                    continue;
                }
                ("<", "<") | (">", ">") => (2, None),
                ("<", "=") => (2, Some(Comparison::AtMost)),
                (">", "=") => (2, Some(Comparison::AtLeast)),
                ("=", "=") => (2, Some(Comparison::Equal)),
                ("!", "=") => (2, Some(Comparison::Different)),
                // `x->n`, `n--`, `n++`.
                ("-", "-" | ">" | "=") | ("+", "+" | "=") => return None,
                ("<", _) => (1, Some(Comparison::Less)),
                (">", _) => (1, Some(Comparison::Greater)),
                ("=" | "!" | "&" | "|" | "^" | "~" | "," | "?" | ":" | "{", _) => return None,
                _ => (1, None),
            };
            if let Some(is) = is {
                found.push((at, length, is));
            }
            at += length;
        }
        Some(found)
    }
}

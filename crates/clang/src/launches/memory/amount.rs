//! By how many elements an address lies behind another: sums of products of names.

use super::super::Words;
use super::super::declared::Given;
use super::expr::{Expr, close, is_name, is_number, is_sign, outside};
use std::collections::BTreeMap;

/// Variables stand for what they are made of so far.
const CHAIN: u32 = 6;

/// No sum has more parts or words.
const LONGEST: usize = 100;

/// A sum of products; each with how often it is taken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Amount {
    terms: BTreeMap<Vec<Factor>, i128>,
}

/// A factor that is no literal: a name or other text, and where it is read if it may have another value elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Factor {
    pub text: String,
    pub read: Option<usize>,
}

impl Amount {
    fn number(value: i128) -> Amount {
        let mut one = Amount::default();
        one.add(Vec::new(), value);
        one
    }

    fn add(&mut self, factors: Vec<Factor>, times: i128) {
        let slot = self.terms.entry(factors.clone()).or_insert(0);
        *slot = slot.saturating_add(times);
        if *slot == 0 {
            self.terms.remove(&factors);
        }
    }

    /// The sum with another, taken so often.
    pub(super) fn plus(&self, other: &Amount, times: i128) -> Amount {
        let mut sum = self.clone();
        for (factors, count) in &other.terms {
            sum.add(factors.clone(), count.saturating_mul(times));
        }
        sum
    }

    fn times(&self, other: &Amount) -> Option<Amount> {
        if self.terms.len() * other.terms.len() > LONGEST {
            return None;
        }
        let mut product = Amount::default();
        for (one, count) in &self.terms {
            for (two, times) in &other.terms {
                let mut factors = one.clone();
                factors.extend(two.iter().cloned());
                factors.sort();
                product.add(factors, count.checked_mul(*times)?);
            }
        }
        Some(product)
    }

    /// Whether it is nothing.
    pub(super) fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// Its value, if it is a literal.
    pub(super) fn value(&self) -> Option<i128> {
        let mut all = self.terms.iter();
        match (all.next(), all.next()) {
            (None, _) => Some(0),
            (Some((factors, count)), None) if factors.is_empty() => Some(*count),
            _ => None,
        }
    }

    /// Its factors.
    pub(super) fn factors(&self) -> impl Iterator<Item = &Factor> {
        self.terms.keys().flatten()
    }

    /// As part of the name of an element.
    pub(super) fn text(&self) -> String {
        format!("{:?}", self.terms)
    }
}

impl Words<'_> {
    /// The amount that words are.
    pub(super) fn amount(&self, expr: &Expr) -> Amount {
        self.amount_of(&expr.words, expr.at, CHAIN)
    }

    fn amount_of(&self, words: &[String], at: usize, chain: u32) -> Amount {
        let other = || {
            let mut one = Amount::default();
            let factor = Factor {
                text: words.concat(),
                read: Some(at),
            };
            one.add(vec![factor], 1);
            one
        };
        let Some(below) = chain.checked_sub(1).filter(|_| words.len() <= LONGEST) else {
            return other();
        };
        if words.first().is_some_and(|word| word == "(") && close(words, 0) == Some(words.len() - 1)
        {
            return self.amount_of(&words[1..words.len() - 1], at, chain);
        }
        if let [cast, name, end, rest @ ..] = words
            && cast == "("
            && end == ")"
            && super::super::types::is_scalar(name)
            && !rest.is_empty()
            && !matches!(&*rest[0], "+" | "-" | "*" | "/")
        {
            return self.amount_of(rest, at, chain);
        }
        if outside(
            words,
            &["?", "/", "%", "&", "|", "^", "<", ">", "=", "~", "!"],
        )
        .is_some()
        {
            return other();
        }
        if let Some(mark) = super::expr::sum(words) {
            let (left, right) = (&words[..mark], &words[mark + 1..]);
            let times = if words[mark] == "+" { 1 } else { -1 };
            let left = self.amount_of(left, at, chain);
            return left.plus(&self.amount_of(right, at, chain), times);
        }
        let product = outside(words, &["*"]).filter(|mark| !is_sign(words, *mark));
        if let Some(mark) = product {
            let left = self.amount_of(&words[..mark], at, chain);
            let right = self.amount_of(&words[mark + 1..], at, chain);
            return left.times(&right).unwrap_or_else(other);
        }
        match words {
            [sign, rest @ ..] if sign == "-" => {
                Amount::default().plus(&self.amount_of(rest, at, chain), -1)
            }
            [word] if is_number(word) => {
                let digits = word.trim_end_matches(['u', 'U', 'l', 'L']);
                let plain = digits == "0" || !digits.starts_with('0');
                match digits.parse().ok().filter(|_| plain) {
                    Some(value) => Amount::number(value),
                    None => other(),
                }
            }
            [word] if is_name(word) => {
                let Some(found) = self.variable(word, at).filter(|found| found.keeps) else {
                    return other();
                };
                if let Given::Value(part) = found.declared.given {
                    let value = self.expr(part, found.declared.name);
                    return self.amount_of(&value.words, value.at, below);
                }
                let mut one = Amount::default();
                let factor = Factor {
                    text: word.clone(),
                    read: None,
                };
                one.add(vec![factor], 1);
                one
            }
            _ => other(),
        }
    }

    /// Whether a name may get another value between two positions.
    pub(super) fn changes_between(&self, name: &str, one: usize, other: usize) -> bool {
        let (from, to) = (one.min(other), one.max(other));
        let places = self.facts.places(name).iter().copied();
        let mut between = places.filter(|at| (from..to).contains(at));
        between.any(|at| {
            let (next, second) = (self.ahead(at, 1), self.ahead(at, 2));
            let assigned = next == "=" && second != "="
                || matches!(next, "+" | "-" | "*" | "/") && (second == "=" || second == next);
            let stepped =
                matches!(self.back(at, 1), "+" | "-") && self.back(at, 2) == self.back(at, 1);
            assigned || stepped || self.back(at, 1) == "&"
        })
    }
}

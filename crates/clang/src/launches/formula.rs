//! Formulas of the host's code: integer arithmetic over names.

use std::collections::BTreeSet;
use std::fmt;

use super::{Part, Words};
use crate::tokens::TokenKind;

/// Formulas are no deeper.
pub(super) const DEPTH: u32 = 64;

/// Operators with two operands, as C has them on integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Operator {
    Mul,
    Div,
    Rem,
    Add,
    Sub,
    ShiftLeft,
    ShiftRight,
    And,
    Xor,
    Or,
}

impl Operator {
    /// The sign, and how strongly it binds.
    fn sign(self) -> (&'static str, u32) {
        match self {
            Operator::Mul => ("*", 6),
            Operator::Div => ("/", 6),
            Operator::Rem => ("%", 6),
            Operator::Add => ("+", 5),
            Operator::Sub => ("-", 5),
            Operator::ShiftLeft => ("<<", 4),
            Operator::ShiftRight => (">>", 4),
            Operator::And => ("&", 3),
            Operator::Xor => ("^", 2),
            Operator::Or => ("|", 1),
        }
    }

    fn apply(self, a: i128, b: i128) -> Option<i128> {
        let by = || u32::try_from(b).ok().filter(|by| *by < 64);
        match self {
            Operator::Mul => a.checked_mul(b),
            Operator::Div => a.checked_div(b),
            Operator::Rem => a.checked_rem(b),
            Operator::Add => a.checked_add(b),
            Operator::Sub => a.checked_sub(b),
            Operator::ShiftLeft => a.checked_mul(1i128 << by()?),
            Operator::ShiftRight => Some(a >> by()?),
            Operator::And => Some(a & b),
            Operator::Xor => Some(a ^ b),
            Operator::Or => Some(a | b),
        }
    }
}

/// A formula. Numbers are those of mathematics: where the host's arithmetic wraps, it says something
/// else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// A literal.
    Number(i128),
    /// A variable, parameter or member: `n`, `x.size`.
    Name(String),
    /// `-a`.
    Negated(Box<Formula>),
    /// `a + b` and its like.
    Binary(Operator, Box<Formula>, Box<Formula>),
    /// A call: `min(a, b)`, `x.size(0)`.
    Call(String, Vec<Formula>),
    /// What is no such formula, as written.
    Other(String),
}

impl Formula {
    /// The value, where it is made of literals.
    pub fn value(&self) -> Option<i128> {
        match self {
            Formula::Number(value) => Some(*value),
            Formula::Negated(a) => a.value()?.checked_neg(),
            // In an `int` nothing wraps that stays within these, in whatever type it is computed.
            Formula::Binary(op, a, b) => op
                .apply(a.value()?, b.value()?)
                .filter(|value| (0..=i128::from(i32::MAX)).contains(value)),
            Formula::Call(name, all) => match (name.rsplit("::").next()?, all.as_slice()) {
                ("min", [a, b]) => Some(a.value()?.min(b.value()?)),
                ("max", [a, b]) => Some(a.value()?.max(b.value()?)),
                _ => None,
            },
            Formula::Name(_) | Formula::Other(_) => None,
        }
    }

    /// Whether it is made of numbers and names alone, with the smaller or larger of two.
    pub(super) fn is_plain(&self) -> bool {
        match self {
            Formula::Number(_) | Formula::Name(_) => true,
            Formula::Negated(a) => a.is_plain(),
            Formula::Binary(_, a, b) => a.is_plain() && b.is_plain(),
            Formula::Call(name, all) => {
                let last = name.rsplit("::").next().unwrap_or(name);
                matches!(last, "min" | "max") && all.iter().all(Formula::is_plain)
            }
            Formula::Other(_) => false,
        }
    }

    /// Whether it certainly is a number, if `is_whole` says of which names that is certain.
    pub(super) fn is_number(&self, is_whole: &dyn Fn(&str) -> bool) -> bool {
        match self {
            Formula::Number(_) => true,
            Formula::Name(name) => is_whole(name),
            Formula::Negated(a) => a.is_number(is_whole),
            Formula::Binary(_, a, b) => a.is_number(is_whole) && b.is_number(is_whole),
            Formula::Call(..) => {
                self.is_plain() && {
                    let mut names = BTreeSet::new();
                    self.names(&mut names);
                    names.iter().all(|name| is_whole(name))
                }
            }
            Formula::Other(_) => false,
        }
    }

    /// Adds the names that stand in it.
    pub(super) fn names(&self, found: &mut BTreeSet<String>) {
        match self {
            Formula::Name(name) => {
                found.insert(name.clone());
            }
            Formula::Negated(a) => a.names(found),
            Formula::Binary(_, a, b) => {
                a.names(found);
                b.names(found);
            }
            Formula::Call(_, all) => all.iter().for_each(|one| one.names(found)),
            Formula::Number(_) | Formula::Other(_) => {}
        }
    }

    fn bound(&self) -> u32 {
        match self {
            Formula::Binary(op, ..) => op.sign().1,
            _ => 9,
        }
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Formula::Number(value) => write!(f, "{value}"),
            Formula::Name(name) => f.write_str(name),
            Formula::Negated(a) if a.bound() < 9 => write!(f, "-({a})"),
            Formula::Negated(a) => write!(f, "-{a}"),
            Formula::Binary(op, a, b) => {
                let (sign, level) = op.sign();
                match a.bound() < level {
                    true => write!(f, "({a}) {sign} ")?,
                    false => write!(f, "{a} {sign} ")?,
                }
                match b.bound() <= level {
                    true => write!(f, "({b})"),
                    false => write!(f, "{b}"),
                }
            }
            Formula::Call(name, all) => {
                let all: Vec<String> = all.iter().map(ToString::to_string).collect();
                write!(f, "{name}({})", all.join(", "))
            }
            Formula::Other(text) => f.write_str(text),
        }
    }
}

/// What a name stands for.
pub(super) type Lookup<'l> = &'l dyn Fn(&str, u32) -> Option<Formula>;

/// What a call stands for: the name, what is passed, and whether it is all of the formula.
pub(super) type Calls<'l> = &'l dyn Fn(Words<'_>, &str, Part, bool) -> Option<Formula>;

/// Reads a formula from tokens; names are looked up.
pub(super) struct Reader<'a, 'l> {
    pub words: Words<'a>,
    /// Where the formula begins.
    pub start: usize,
    pub at: usize,
    pub end: usize,
    pub lookup: Lookup<'l>,
    pub calls: Calls<'l>,
    pub depth: u32,
}

impl Reader<'_, '_> {
    /// All of the tokens as one formula.
    pub fn all(mut self) -> Option<Formula> {
        let formula = self.level(1)?;
        (self.at == self.end).then_some(formula)
    }

    fn word(&self) -> &str {
        match self.at < self.end {
            true => self.words.word(self.at),
            false => "",
        }
    }

    fn operator(&self) -> Option<(Operator, usize)> {
        let next = match self.at + 1 < self.end {
            true => self.words.word(self.at + 1),
            false => "",
        };
        Some(match (self.word(), next) {
            ("<", "<") => (Operator::ShiftLeft, 2),
            (">", ">") => (Operator::ShiftRight, 2),
            ("&", "&") | ("|", "|") => return None,
            ("*", _) => (Operator::Mul, 1),
            ("/", _) => (Operator::Div, 1),
            ("%", _) => (Operator::Rem, 1),
            ("+", _) => (Operator::Add, 1),
            ("-", _) => (Operator::Sub, 1),
            ("&", _) => (Operator::And, 1),
            ("^", _) => (Operator::Xor, 1),
            ("|", _) => (Operator::Or, 1),
            _ => return None,
        })
    }

    fn level(&mut self, least: u32) -> Option<Formula> {
        self.depth = self.depth.checked_sub(1)?;
        let mut left = self.unary()?;
        while let Some((op, tokens)) = self.operator() {
            let (_, level) = op.sign();
            if level < least {
                break;
            }
            self.at += tokens;
            let right = self.level(level + 1)?;
            left = Formula::Binary(op, Box::new(left), Box::new(right));
        }
        self.depth += 1;
        Some(left)
    }

    fn unary(&mut self) -> Option<Formula> {
        match self.word() {
            // `--n` is no two signs.
            "-" | "+" if self.words.word(self.at + 1) == self.word() => None,
            "-" => {
                self.at += 1;
                self.depth = self.depth.checked_sub(1)?;
                let inner = self.unary()?;
                self.depth += 1;
                Some(Formula::Negated(Box::new(inner)))
            }
            "+" => {
                self.at += 1;
                self.unary()
            }
            "(" => {
                let close = self.words.closed(self.at)?;
                let inside = (self.at + 1, close.checked_sub(1)?);
                if self.is_cast(inside, close) {
                    self.at = close;
                    return self.unary();
                }
                self.at += 1;
                let inner = self.level(1)?;
                if self.word() != ")" {
                    return None;
                }
                self.at += 1;
                Some(inner)
            }
            _ => self.primary(),
        }
    }

    /// `(int)x`: words of types in brackets, and something behind them.
    fn is_cast(&self, (from, to): Part, behind: usize) -> bool {
        self.is_wide((from, to)) && behind < self.end
    }

    /// Whether tokens are a type of whole numbers that holds every `int`.
    fn is_wide(&self, (from, to): Part) -> bool {
        let types = [
            "int", "unsigned", "long", "size_t", "int64_t", "int32_t", "uint32_t", "uint64_t",
            "uint", "signed", "std",
        ];
        let words =
            (from..to).all(|at| types.contains(&self.words.word(at)) || self.words.word(at) == ":");
        words && from < to
    }

    fn primary(&mut self) -> Option<Formula> {
        let word = self.word().to_owned();
        match self.words.kind(self.at).filter(|_| self.at < self.end)? {
            TokenKind::Number => {
                self.at += 1;
                number(&word).map(Formula::Number)
            }
            TokenKind::Word if word == "sizeof" => {
                let close = self
                    .words
                    .closed(self.at + 1)
                    .filter(|to| *to <= self.end)?;
                let of = self.words.slice((self.at + 2, close.checked_sub(1)?));
                let text = self.words.slice((self.at, close)).to_owned();
                self.at = close;
                Some(match size_of(of) {
                    Some(bytes) => Formula::Number(bytes),
                    None => Formula::Other(text),
                })
            }
            TokenKind::Word if word == "static_cast" => {
                let from = self.at + 2;
                while self.at < self.end && self.word() != ">" {
                    self.at += 1;
                }
                if !self.is_wide((from, self.at)) {
                    return None;
                }
                self.at += 1;
                self.unary()
            }
            TokenKind::Word => self.named(),
            TokenKind::Text | TokenKind::Mark => None,
        }
    }

    /// `n`, `ns::n`, `x.size(0)`, `p->n`, `min(a, b)`.
    fn named(&mut self) -> Option<Formula> {
        let mut name = String::new();
        let first = self.at;
        loop {
            if self.words.kind(self.at).filter(|_| self.at < self.end)? != TokenKind::Word {
                return None;
            }
            name.push_str(self.word());
            self.at += 1;
            let next = match self.at + 1 < self.end {
                true => self.words.word(self.at + 1),
                false => "",
            };
            let (link, tokens) = match (self.word(), next) {
                (":", ":") => ("::", 2),
                ("-", ">") => ("->", 2),
                (".", _) => (".", 1),
                _ => break,
            };
            name.push_str(link);
            self.at += tokens;
        }
        if self.word() == "(" {
            let close = self.words.closed(self.at).filter(|to| *to <= self.end)?;
            let inside = (self.at + 1, close.checked_sub(1)?);
            let whole = first == self.start && close == self.end;
            if let Some(formula) = (self.calls)(self.words, &name, inside, whole) {
                self.at = close;
                return Some(formula);
            }
            let mut all = Vec::new();
            for (at, end) in self.words.parts(inside) {
                let depth = self.depth.checked_sub(1)?;
                let inner = Reader {
                    words: self.words,
                    start: at,
                    at,
                    end,
                    lookup: self.lookup,
                    calls: self.calls,
                    depth,
                };
                let text = self.words.slice((at, end)).to_owned();
                all.push(inner.all().unwrap_or(Formula::Other(text)));
            }
            self.at = close;
            return Some(Formula::Call(name, all));
        }
        if matches!(self.word(), "[" | "{" | "<" | "?") && !self.shift() {
            return None;
        }
        Some((self.lookup)(&name, self.depth).unwrap_or(Formula::Name(name)))
    }

    fn shift(&self) -> bool {
        self.word() == "<" && self.at + 1 < self.end && self.words.word(self.at + 1) == "<"
    }
}

/// The number that a literal stands for.
pub(super) fn number(word: &str) -> Option<i128> {
    let word: String = word.chars().filter(|c| *c != '\'').collect();
    let bare = word.trim_end_matches(['u', 'U', 'l', 'L']);
    let digits = bare.strip_prefix("0x").or_else(|| bare.strip_prefix("0X"));
    match digits {
        Some(digits) => i128::from_str_radix(digits, 16).ok(),
        None if bare.len() > 1 && bare.starts_with('0') => {
            i128::from_str_radix(bare.trim_start_matches('0'), 8).ok()
        }
        None => bare.parse().ok(),
    }
}

fn size_of(ty: &str) -> Option<i128> {
    Some(match ty.trim() {
        "char" | "unsigned char" | "bool" | "int8_t" | "uint8_t" => 1,
        "short" | "unsigned short" | "half" | "__half" | "nv_bfloat16" | "__nv_bfloat16" => 2,
        "int" | "unsigned" | "unsigned int" | "float" | "int32_t" | "uint32_t" => 4,
        "double" | "long long" | "size_t" | "int64_t" | "uint64_t" | "float2" | "int2" => 8,
        "float4" | "int4" | "uint4" | "double2" => 16,
        _ => return None,
    })
}

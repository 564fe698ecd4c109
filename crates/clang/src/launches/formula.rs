//! Formulas of the host's code: integer arithmetic over names.

use std::collections::BTreeSet;
use std::fmt;

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
    pub(super) fn sign(self) -> (&'static str, u32) {
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
            Formula::Negated(a) => plain(a.value()?)?.checked_neg(),
            Formula::Binary(op, a, b) => plain(op.apply(plain(a.value()?)?, plain(b.value()?)?)?),
            Formula::Call(name, all) => match (name.rsplit("::").next()?, all.as_slice()) {
                ("min", [a, b]) => Some(plain(a.value()?)?.min(plain(b.value()?)?)),
                ("max", [a, b]) => Some(plain(a.value()?)?.max(plain(b.value()?)?)),
                _ => None,
            },
            Formula::Name(_) | Formula::Other(_) => None,
        }
    }

    /// Whether it is made of literals alone.
    pub(super) fn is_constant(&self) -> bool {
        match self {
            Formula::Number(_) => true,
            Formula::Name(_) | Formula::Other(_) => false,
            Formula::Negated(a) => a.is_constant(),
            Formula::Binary(_, a, b) => a.is_constant() && b.is_constant(),
            Formula::Call(_, all) => all.iter().all(Formula::is_constant),
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

    /// Whether it does nothing but read its names; `reads` says of what functions that is known.
    pub(super) fn only_reads(&self, reads: &dyn Fn(&str) -> bool) -> bool {
        match self {
            Formula::Number(_) | Formula::Name(_) => true,
            Formula::Negated(a) => a.only_reads(reads),
            Formula::Binary(_, a, b) => a.only_reads(reads) && b.only_reads(reads),
            Formula::Call(name, all) => {
                let known = matches!(name.as_str(), "min" | "max" | "std::min" | "std::max");
                (known || reads(name)) && all.iter().all(|one| one.only_reads(reads))
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

/// The same number if each type with at least 32 bits holds it, with or without a sign: as long as all
/// operands and results are such, arithmetic is that of mathematics.
pub(super) fn plain(value: i128) -> Option<i128> {
    (0..=i128::from(i32::MAX)).contains(&value).then_some(value)
}

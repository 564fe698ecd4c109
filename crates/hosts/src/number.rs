//! Integers that are computed from unknown ones.

use crate::fact::{Fact, holds};

/// An unknown integer that does not change; a position in [`crate::Symbols`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(pub u32);

/// An unbounded integer. What C does beyond the range of a type is said by [`Number::Wrap`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Number {
    /// A constant.
    Literal(i128),
    /// An unknown one.
    Symbol(Symbol),
    /// `a + b`.
    Sum(Box<Number>, Box<Number>),
    /// `a * b`.
    Product(Box<Number>, Box<Number>),
    /// `a / b`, rounded to zero as in C; any integer if `b` is zero.
    Quotient(Box<Number>, Box<Number>),
    /// `a / b`, rounded down; any integer if `b` is zero.
    Floor(Box<Number>, Box<Number>),
    /// What is left of `a` by [`Number::Quotient`].
    Remainder(Box<Number>, Box<Number>),
    /// What is left of `a` by [`Number::Floor`].
    Modulo(Box<Number>, Box<Number>),
    /// The smaller one.
    Min(Box<Number>, Box<Number>),
    /// The larger one.
    Max(Box<Number>, Box<Number>),
    /// One of two numbers: the first where a comparison holds, the second where it does not.
    Choice {
        /// The comparison.
        condition: Box<Fact>,
        /// Where it holds.
        then: Box<Number>,
        /// Where it does not.
        otherwise: Box<Number>,
    },
    /// The number of a type with so many bits that is equal modulo its range.
    Wrap {
        /// The width of the type.
        bits: u32,
        /// Whether it has a sign.
        signed: bool,
        /// Of what.
        of: Box<Number>,
    },
}

/// The least and the greatest number of a type.
pub(crate) fn range(bits: u32, signed: bool) -> (i128, i128) {
    let bits = bits.min(64);
    match signed {
        true => (
            -(1i128 << (bits.max(1) - 1)),
            (1i128 << (bits.max(1) - 1)) - 1,
        ),
        false => (0, (1i128 << bits) - 1),
    }
}

impl From<i128> for Number {
    fn from(value: i128) -> Self {
        Number::Literal(value)
    }
}

impl Number {
    /// The value, if it is constant.
    pub fn literal(&self) -> Option<i128> {
        match self {
            Number::Literal(value) => Some(*value),
            Number::Symbol(_)
            | Number::Sum(..)
            | Number::Product(..)
            | Number::Quotient(..)
            | Number::Floor(..)
            | Number::Remainder(..)
            | Number::Modulo(..)
            | Number::Min(..)
            | Number::Max(..)
            | Number::Choice { .. }
            | Number::Wrap { .. } => None,
        }
    }

    /// The parts directly within it.
    pub fn parts(&self) -> Vec<&Number> {
        match self {
            Number::Literal(_) | Number::Symbol(_) => Vec::new(),
            Number::Sum(a, b)
            | Number::Product(a, b)
            | Number::Quotient(a, b)
            | Number::Floor(a, b)
            | Number::Remainder(a, b)
            | Number::Modulo(a, b)
            | Number::Min(a, b)
            | Number::Max(a, b) => vec![a, b],
            Number::Choice {
                condition,
                then,
                otherwise,
            } => vec![&condition.left, &condition.right, then, otherwise],
            Number::Wrap { of, .. } => vec![of],
        }
    }

    /// How many parts it has, itself included.
    pub(crate) fn size(&self) -> usize {
        1 + self.parts().into_iter().map(Number::size).sum::<usize>()
    }

    /// All symbols in it.
    pub fn symbols(&self) -> Vec<Symbol> {
        let mut all = Vec::new();
        let mut pending = vec![self];
        while let Some(number) = pending.pop() {
            if let Number::Symbol(symbol) = number
                && !all.contains(symbol)
            {
                all.push(*symbol);
            }
            pending.extend(number.parts());
        }
        all
    }

    /// `a + b`, computed where both are constant.
    pub fn plus(self, other: Number) -> Number {
        match (&self, &other) {
            (Number::Literal(0), _) => return other,
            (_, Number::Literal(0)) => return self,
            _ => {}
        }
        two(self, other, i128::checked_add, Number::Sum)
    }

    /// `a - b`.
    pub fn minus(self, other: Number) -> Number {
        self.plus(other.times(Number::Literal(-1)))
    }

    /// `a * b`, computed where both are constant.
    pub fn times(self, other: Number) -> Number {
        match (&self, &other) {
            (Number::Literal(1), _) => return other,
            (_, Number::Literal(1)) => return self,
            _ => {}
        }
        two(self, other, i128::checked_mul, Number::Product)
    }

    /// `a / b` of C.
    pub fn quotient(self, other: Number) -> Number {
        two(self, other, i128::checked_div, Number::Quotient)
    }

    /// `a / b`, rounded down.
    pub fn floor(self, other: Number) -> Number {
        two(self, other, floor, Number::Floor)
    }

    /// `a % b` of C.
    pub fn remainder(self, other: Number) -> Number {
        two(self, other, i128::checked_rem, Number::Remainder)
    }

    /// What is left by [`Number::floor`].
    pub fn modulo(self, other: Number) -> Number {
        two(self, other, modulo, Number::Modulo)
    }

    /// The smaller one.
    pub fn min(self, other: Number) -> Number {
        two(self, other, |a, b| Some(a.min(b)), Number::Min)
    }

    /// The larger one.
    pub fn max(self, other: Number) -> Number {
        two(self, other, |a, b| Some(a.max(b)), Number::Max)
    }

    /// The first number where a comparison holds, else the second; computed where both sides of it are constant.
    pub(crate) fn choice(condition: Fact, then: Number, otherwise: Number) -> Number {
        if then == otherwise {
            return then;
        }
        match condition.left.literal().zip(condition.right.literal()) {
            Some((a, b)) if holds(a, condition.relation, b) => then,
            Some(_) => otherwise,
            None => Number::Choice {
                condition: Box::new(condition),
                then: Box::new(then),
                otherwise: Box::new(otherwise),
            },
        }
    }

    /// What a type makes of it.
    pub fn wrapped(self, bits: u32, signed: bool) -> Number {
        let (low, high) = range(bits, signed);
        match self.literal() {
            Some(value) if low <= value && value <= high => self,
            Some(value) if bits < 100 => {
                let modulus = 1i128 << bits;
                let value = value.rem_euclid(modulus);
                Number::Literal(if value > high { value - modulus } else { value })
            }
            Some(_) | None => Number::Wrap {
                bits,
                signed,
                of: Box::new(self),
            },
        }
    }
}

fn two(
    a: Number,
    b: Number,
    compute: impl Fn(i128, i128) -> Option<i128>,
    make: fn(Box<Number>, Box<Number>) -> Number,
) -> Number {
    let both = a.literal().zip(b.literal());
    match both.and_then(|(a, b)| compute(a, b)) {
        Some(value) => Number::Literal(value),
        None => make(Box::new(a), Box::new(b)),
    }
}

fn floor(a: i128, b: i128) -> Option<i128> {
    let quotient = a.checked_div(b)?;
    let exact = a.checked_rem(b)? == 0;
    Some(if !exact && (a < 0) != (b < 0) {
        quotient - 1
    } else {
        quotient
    })
}

fn modulo(a: i128, b: i128) -> Option<i128> {
    a.checked_sub(floor(a, b)?.checked_mul(b)?)
}

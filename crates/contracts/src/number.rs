//! Expressions whose values are unbounded integers.

use crate::name::{Name, Value};
use num_bigint::BigInt;
use std::collections::BTreeSet;

/// An expression. Its value is an integer of any size; it has none where a divisor is zero.
///
/// `/` rounds **down** and `%` has the sign of the divisor, so that `a == (a / b) * b + a % b` and, for a positive `b`,
/// `0 <= a % b < b`. That is what C has where neither side is negative; for negative divisors it is not what SMT-LIB has.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Number {
    /// An integer, which may be negative.
    Literal(BigInt),
    /// What a name stands for.
    Value(Value),
    /// `-a`.
    Negation(Box<Number>),
    /// `a + b`; `a - b` is the sum of `a` and the negation of `b`, or of `a` and a negative literal.
    Sum(Box<Number>, Box<Number>),
    /// `a * b`.
    Product(Box<Number>, Box<Number>),
    /// `a / b`, rounded down; no value if `b` is zero.
    Quotient(Box<Number>, Box<Number>),
    /// `a % b`, what `a / b` leaves; no value if `b` is zero.
    Remainder(Box<Number>, Box<Number>),
    /// `ceilDiv(a, b)`: the quotient, rounded up; no value if `b` is zero.
    CeilDiv(Box<Number>, Box<Number>),
    /// `min(a, b)`.
    Min(Box<Number>, Box<Number>),
    /// `max(a, b)`.
    Max(Box<Number>, Box<Number>),
}

impl From<Value> for Number {
    fn from(value: Value) -> Self {
        Number::Value(value)
    }
}

impl From<i64> for Number {
    fn from(value: i64) -> Self {
        Number::Literal(BigInt::from(value))
    }
}

impl Number {
    /// `a + b + …`; 0 if there are none.
    pub fn sum(numbers: impl IntoIterator<Item = Number>) -> Number {
        let sum = |a, b| Number::Sum(Box::new(a), Box::new(b));
        let all = numbers.into_iter().reduce(sum);
        all.unwrap_or_else(|| Number::from(0))
    }

    /// `a * b * …`; 1 if there are none.
    pub fn product(numbers: impl IntoIterator<Item = Number>) -> Number {
        let product = |a, b| Number::Product(Box::new(a), Box::new(b));
        let all = numbers.into_iter().reduce(product);
        all.unwrap_or_else(|| Number::from(1))
    }

    /// The expressions directly within this one, in order.
    pub fn parts(&self) -> Vec<&Number> {
        match self {
            Number::Literal(_) | Number::Value(_) => Vec::new(),
            Number::Negation(a) => vec![a],
            Number::Sum(a, b)
            | Number::Product(a, b)
            | Number::Quotient(a, b)
            | Number::Remainder(a, b)
            | Number::CeilDiv(a, b)
            | Number::Min(a, b)
            | Number::Max(a, b) => vec![a, b],
        }
    }

    /// All names that occur.
    pub fn names(&self) -> BTreeSet<Name> {
        let mut names = BTreeSet::new();
        self.add_names(&mut names);
        names
    }

    pub(crate) fn add_names(&self, names: &mut BTreeSet<Name>) {
        if let Number::Value(value) = self {
            names.insert(Name::Value(value.clone()));
        }
        for part in self.parts() {
            part.add_names(names);
        }
    }
}

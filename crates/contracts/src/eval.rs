//! Values of expressions and clauses, as far as what they need is known.

use crate::clause::{Clause, Contract};
use crate::name::Name;
use crate::number::Number;
use crate::pointers;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

/// What a name stands for, if that is known.
pub(crate) type Known<'a> = &'a dyn Fn(&Name) -> Option<BigInt>;

/// The value of an expression.
enum Outcome {
    Is(BigInt),
    /// A value that it needs is not known.
    Unknown,
    /// It divides by zero, whatever else is known.
    None,
}

/// What is done with two values.
struct Operation {
    /// Whether the second one is a divisor.
    divides: bool,
    apply: fn(BigInt, BigInt) -> BigInt,
}

impl Number {
    /// The value; none if a value that it needs is not known, or if it divides by zero.
    pub fn eval(&self, known: &dyn Fn(&Name) -> Option<BigInt>) -> Option<BigInt> {
        match outcome(self, known) {
            Outcome::Is(value) => Some(value),
            Outcome::Unknown | Outcome::None => None,
        }
    }
}

fn outcome(number: &Number, known: Known<'_>) -> Outcome {
    let two = |a, b, what: Operation| match (outcome(a, known), outcome(b, known)) {
        (Outcome::None, _) | (_, Outcome::None) => Outcome::None,
        // Also where the dividend is not known.
        (_, Outcome::Is(b)) if what.divides && b.is_zero() => Outcome::None,
        (Outcome::Unknown, _) | (_, Outcome::Unknown) => Outcome::Unknown,
        (Outcome::Is(a), Outcome::Is(b)) => Outcome::Is((what.apply)(a, b)),
    };
    let total = |apply| Operation {
        divides: false,
        apply,
    };
    let divided = |apply| Operation {
        divides: true,
        apply,
    };
    match number {
        Number::Literal(value) => Outcome::Is(value.clone()),
        Number::Value(value) => match known(&Name::Value(value.clone())) {
            Some(value) => Outcome::Is(value),
            None => Outcome::Unknown,
        },
        Number::Negation(a) => match outcome(a, known) {
            Outcome::Is(value) => Outcome::Is(-value),
            other @ (Outcome::Unknown | Outcome::None) => other,
        },
        Number::Sum(a, b) => two(a, b, total(|a, b| a + b)),
        Number::Product(a, b) => two(a, b, total(|a, b| a * b)),
        Number::Quotient(a, b) => two(a, b, divided(|a, b| a.div_floor(&b))),
        Number::Remainder(a, b) => two(a, b, divided(|a, b| a.mod_floor(&b))),
        Number::CeilDiv(a, b) => two(a, b, divided(|a, b| -(-a).div_floor(&b))),
        Number::Min(a, b) => two(a, b, total(|a, b| a.min(b))),
        Number::Max(a, b) => two(a, b, total(|a, b| a.max(b))),
    }
}

impl Clause {
    /// Whether it holds. None if a value that it needs is not known: what is some is so for all values that fit `known`.
    ///
    /// A comparison needs both sides, also where one of them would do (`0 * n == 0`); alternatives need as much as
    /// decides them. Division by zero makes the comparison that it stands in false, also where other values in it are
    /// not known. What is said of contents of arrays is never decided.
    pub fn eval(&self, known: &dyn Fn(&Name) -> Option<BigInt>) -> Option<bool> {
        match self {
            Clause::Compare(a, relation, b) => match (outcome(a, known), outcome(b, known)) {
                (Outcome::None, _) | (_, Outcome::None) => Some(false),
                (Outcome::Unknown, _) | (_, Outcome::Unknown) => None,
                (Outcome::Is(a), Outcome::Is(b)) => Some(relation.holds(&a, &b)),
            },
            Clause::PowerOfTwo(a) => match outcome(a, known) {
                Outcome::None => Some(false),
                Outcome::Unknown => None,
                Outcome::Is(value) => Some(is_power_of_two(&value)),
            },
            Clause::Disjoint(a, b) => pointers::disjoint(a, b, known),
            Clause::IdenticalOrDisjoint(a, b) => match pointers::identical(a, b, known) {
                Some(true) => Some(true),
                Some(false) | None => pointers::disjoint(a, b, known),
            },
            Clause::Aligned(a, bytes) => {
                let address = known(&Name::Address(a.clone()))?;
                Some((address % BigInt::from(bytes.get())).is_zero())
            }
            Clause::NonNull(a) => Some(!known(&Name::Address(a.clone()))?.is_zero()),
            Clause::Sorted(_) | Clause::Injective(_) | Clause::Within(..) => None,
            Clause::AnyOf(alternatives) => {
                let mut decided = Some(false);
                for alternative in alternatives {
                    match all(alternative, known) {
                        Some(true) => return Some(true),
                        Some(false) => {}
                        None => decided = None,
                    }
                }
                decided
            }
        }
    }
}

impl Contract {
    /// Whether all clauses hold: false if one does not, whatever is known of the others; else none if one is not decided.
    pub fn eval(&self, known: &dyn Fn(&Name) -> Option<BigInt>) -> Option<bool> {
        all(&self.clauses, known)
    }
}

fn all(clauses: &[Clause], known: Known<'_>) -> Option<bool> {
    let mut decided = Some(true);
    for clause in clauses {
        match clause.eval(known) {
            Some(false) => return Some(false),
            Some(true) => {}
            None => decided = None,
        }
    }
    decided
}

fn is_power_of_two(value: &BigInt) -> bool {
    value.is_positive() && (value & (value - BigInt::one())).is_zero()
}

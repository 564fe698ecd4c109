//! The text of a clause: that of C, with as few parentheses as it is read back with.

use crate::clause::{Clause, Contract, Relation};
use crate::name::{Argument, Axis, Name, Size, Value};
use crate::number::Number;
use num_traits::Signed;
use std::fmt::{Display, Formatter, Result};

/// How tightly an expression binds: the later, the tighter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binds {
    Sum,
    Product,
    Sign,
    Whole,
}

fn binds(number: &Number) -> Binds {
    match number {
        Number::Literal(value) if value.is_negative() => Binds::Sign,
        Number::Negation(_) => Binds::Sign,
        Number::Sum(..) => Binds::Sum,
        Number::Product(..) | Number::Quotient(..) | Number::Remainder(..) => Binds::Product,
        Number::Literal(_)
        | Number::Value(_)
        | Number::CeilDiv(..)
        | Number::Min(..)
        | Number::Max(..) => Binds::Whole,
    }
}

/// An expression where only what binds so tightly stands without parentheses.
struct At<'a>(&'a Number, Binds);

impl Display for At<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match binds(self.0) < self.1 {
            true => write!(f, "({})", self.0),
            false => write!(f, "{}", self.0),
        }
    }
}

/// What a minus sign stands before. With a bare literal it would be read as a negative literal.
struct Negated<'a>(&'a Number, Binds);

impl Display for Negated<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self.0 {
            Number::Literal(value) if !value.is_negative() => write!(f, "({value})"),
            Number::Literal(_)
            | Number::Value(_)
            | Number::Negation(_)
            | Number::Sum(..)
            | Number::Product(..)
            | Number::Quotient(..)
            | Number::Remainder(..)
            | Number::CeilDiv(..)
            | Number::Min(..)
            | Number::Max(..) => At(self.0, self.1).fmt(f),
        }
    }
}

impl Display for Number {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let product = |f: &mut Formatter<'_>, a, sign, b| {
            let (a, b) = (At(a, Binds::Product), At(b, Binds::Sign));
            write!(f, "{a} {sign} {b}")
        };
        match self {
            Number::Literal(value) => write!(f, "{value}"),
            Number::Value(value) => write!(f, "{value}"),
            Number::Negation(a) => write!(f, "-{}", Negated(a, Binds::Whole)),
            Number::Sum(a, b) => sum(f, a, b),
            Number::Product(a, b) => product(f, a, '*', b),
            Number::Quotient(a, b) => product(f, a, '/', b),
            Number::Remainder(a, b) => product(f, a, '%', b),
            Number::CeilDiv(a, b) => write!(f, "ceilDiv({a}, {b})"),
            Number::Min(a, b) => write!(f, "min({a}, {b})"),
            Number::Max(a, b) => write!(f, "max({a}, {b})"),
        }
    }
}

fn sum(f: &mut Formatter<'_>, a: &Number, b: &Number) -> Result {
    match b {
        Number::Negation(b) => write!(f, "{a} - {}", Negated(b, Binds::Product)),
        Number::Literal(value) if value.is_negative() => write!(f, "{a} - {}", value.magnitude()),
        Number::Literal(_)
        | Number::Value(_)
        | Number::Sum(..)
        | Number::Product(..)
        | Number::Quotient(..)
        | Number::Remainder(..)
        | Number::CeilDiv(..)
        | Number::Min(..)
        | Number::Max(..) => write!(f, "{a} + {}", At(b, Binds::Product)),
    }
}

impl Display for Relation {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(match self {
            Relation::AtMost => "<=",
            Relation::Less => "<",
            Relation::Equal => "==",
            Relation::Different => "!=",
            Relation::AtLeast => ">=",
            Relation::More => ">",
        })
    }
}

impl Display for Argument {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(self.as_str())
    }
}

impl Display for Axis {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(match self {
            Axis::X => "x",
            Axis::Y => "y",
            Axis::Z => "z",
        })
    }
}

impl Display for Size {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(match self {
            Size::Block => "blockDim",
            Size::Grid => "gridDim",
        })
    }
}

impl Display for Value {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Value::Size(size, axis) => write!(f, "{size}.{axis}"),
            Value::SharedBytes => f.write_str("sharedBytes"),
            Value::WarpSize => f.write_str("warpSize"),
            Value::Argument(argument) => write!(f, "{argument}"),
            Value::Length(argument) => write!(f, "length({argument})"),
        }
    }
}

/// As messages name it. Addresses and bytes have no text in clauses.
impl Display for Name {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Name::Value(value) => write!(f, "{value}"),
            Name::Address(argument) => write!(f, "address of {argument}"),
            Name::Bytes(argument) => write!(f, "bytes of {argument}"),
            Name::Contents(argument) => write!(f, "elements of {argument}"),
        }
    }
}

/// A clause beside others: alternatives in parentheses.
struct Beside<'a>(&'a Clause);

impl Display for Beside<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self.0 {
            Clause::AnyOf(_) => write!(f, "({})", self.0),
            Clause::Compare(..)
            | Clause::PowerOfTwo(_)
            | Clause::Disjoint(..)
            | Clause::IdenticalOrDisjoint(..)
            | Clause::Aligned(..)
            | Clause::NonNull(_)
            | Clause::Sorted(_)
            | Clause::Injective(_)
            | Clause::Within(..) => write!(f, "{}", self.0),
        }
    }
}

impl Display for Clause {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Clause::Compare(a, relation, b) => write!(f, "{a} {relation} {b}"),
            Clause::PowerOfTwo(a) => write!(f, "isPowerOfTwo({a})"),
            Clause::Disjoint(a, b) => write!(f, "disjoint({a}, {b})"),
            Clause::IdenticalOrDisjoint(a, b) => write!(f, "identical_or_disjoint({a}, {b})"),
            Clause::Aligned(a, bytes) => write!(f, "aligned({a}, {bytes})"),
            Clause::NonNull(a) => write!(f, "nonnull({a})"),
            Clause::Sorted(a) => write!(f, "sorted({a})"),
            Clause::Injective(a) => write!(f, "injective({a})"),
            Clause::Within(a, low, high) => write!(f, "within({a}, {low}, {high})"),
            Clause::AnyOf(alternatives) => any_of(f, alternatives),
        }
    }
}

fn any_of(f: &mut Formatter<'_>, alternatives: &[Vec<Clause>]) -> Result {
    if alternatives.is_empty() {
        return f.write_str("0 != 0");
    }
    for (at, alternative) in alternatives.iter().enumerate() {
        if at > 0 {
            f.write_str(" || ")?;
        }
        if alternative.is_empty() {
            f.write_str("0 == 0")?;
        }
        all_of(f, alternative)?;
    }
    Ok(())
}

fn all_of(f: &mut Formatter<'_>, clauses: &[Clause]) -> Result {
    for (at, clause) in clauses.iter().enumerate() {
        if at > 0 {
            f.write_str(" && ")?;
        }
        write!(f, "{}", Beside(clause))?;
    }
    Ok(())
}

/// The clauses with `&&` between them; nothing if there are none.
impl Display for Contract {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self.clauses.as_slice() {
            [only] => write!(f, "{only}"),
            all => all_of(f, all),
        }
    }
}

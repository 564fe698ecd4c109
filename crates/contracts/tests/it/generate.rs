//! Clauses at random.

use contracts::{Argument, Axis, Clause, Name, Number, Relation, Size, Value};
use num_bigint::BigInt;
use random::Random;
use std::num::NonZeroU64;

/// Pointers and numbers of launches.
pub(crate) const ARGUMENTS: [&str; 4] = ["a", "n", "p.width", "min"];

fn argument(random: &mut Random) -> Argument {
    let name = ARGUMENTS.get(random.below(ARGUMENTS.len())).expect("below");
    Argument::new(name).expect("a name")
}

/// All names that occur in generated clauses.
pub(crate) fn names() -> Vec<Name> {
    let mut names = vec![
        Name::Value(Value::Size(Size::Block, Axis::X)),
        Name::Value(Value::Size(Size::Grid, Axis::Y)),
        Name::Value(Value::SharedBytes),
        Name::Value(Value::WarpSize),
    ];
    for name in ARGUMENTS {
        let argument = Argument::new(name).expect("a name");
        names.push(Name::Value(Value::Argument(argument.clone())));
        names.push(Name::Value(Value::Length(argument.clone())));
        names.push(Name::Address(argument.clone()));
        names.push(Name::Bytes(argument));
    }
    names
}

fn value(random: &mut Random) -> Value {
    match random.below(8) {
        0 => Value::Size(Size::Block, Axis::X),
        1 => Value::Size(Size::Grid, Axis::Y),
        2 => Value::SharedBytes,
        3 => Value::WarpSize,
        4 => Value::Length(argument(random)),
        _ => Value::Argument(argument(random)),
    }
}

fn literal(random: &mut Random) -> BigInt {
    match random.below(8) {
        0 => BigInt::from(random.bits()) * BigInt::from(random.bits()),
        1 => -BigInt::from(random.bits()),
        _ => BigInt::from(random.between(-3, 3)),
    }
}

/// An expression of so many levels at most.
pub(crate) fn number(random: &mut Random, levels: usize) -> Number {
    let Some(below) = levels.checked_sub(1) else {
        return match random.one_in(2) {
            true => Number::Literal(literal(random)),
            false => Number::Value(value(random)),
        };
    };
    let part = |random: &mut Random| Box::new(number(random, below));
    match random.below(10) {
        0 | 1 => number(random, 0),
        2 => Number::Negation(part(random)),
        3 | 4 => Number::Sum(part(random), part(random)),
        5 => Number::Product(part(random), part(random)),
        6 => Number::Quotient(part(random), part(random)),
        7 => Number::Remainder(part(random), part(random)),
        8 => Number::CeilDiv(part(random), part(random)),
        _ => match random.one_in(2) {
            true => Number::Min(part(random), part(random)),
            false => Number::Max(part(random), part(random)),
        },
    }
}

/// A well-formed clause, with alternatives of so many levels at most.
pub(crate) fn clause(random: &mut Random, levels: usize) -> Clause {
    let kinds = if levels == 0 { 9 } else { 13 };
    match random.below(kinds) {
        0 => Clause::PowerOfTwo(number(random, 2)),
        1 => Clause::Disjoint(argument(random), argument(random)),
        2 => Clause::IdenticalOrDisjoint(argument(random), argument(random)),
        3 => {
            let bytes = NonZeroU64::new(random.bits() >> random.below(64));
            Clause::Aligned(argument(random), bytes.unwrap_or(NonZeroU64::MIN))
        }
        4 => Clause::NonNull(argument(random)),
        5..=8 => {
            let relation = Relation::ALL.get(random.below(6)).copied();
            let relation = relation.expect("below");
            Clause::Compare(number(random, 3), relation, number(random, 2))
        }
        _ => {
            let count = 2 + random.below(2);
            Clause::AnyOf((0..count).map(|_| clauses(random, levels - 1)).collect())
        }
    }
}

/// One to three clauses.
pub(crate) fn clauses(random: &mut Random, levels: usize) -> Vec<Clause> {
    let count = 1 + random.below(3);
    (0..count).map(|_| clause(random, levels)).collect()
}

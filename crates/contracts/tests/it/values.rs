//! What clauses are worth: a table, and an independent evaluation on all small values.

use crate::data;
use crate::generate;
use contracts::{Clause, Contract, Name, Number, Relation};
use num_bigint::BigInt;
use random::Random;

#[test]
fn values_are_as_recorded() {
    let rows = data::rows(include_str!("values.txt"));
    assert!(rows.len() > 40);
    for [text, known, value] in rows {
        let contract = Contract {
            clauses: Clause::parse(text).unwrap_or_else(|error| panic!("{text}: {error}")),
        };
        let known: Vec<(&str, BigInt)> = known.split(',').filter_map(assignment).collect();
        let found = contract.eval(&|name| {
            let name = name.to_string();
            let mut all = known.iter();
            all.find(|(known, _)| *known == name)
                .map(|(_, value)| value.clone())
        });
        let found = found.map_or("unknown".to_owned(), |value| value.to_string());
        assert_eq!(found, value, "{text} with {known:?}");
    }
}

fn assignment(text: &str) -> Option<(&str, BigInt)> {
    let (name, value) = text.split_once('=')?;
    Some((name.trim(), value.trim().parse().expect("a number")))
}

#[test]
fn small_values_agree_with_an_independent_evaluation() {
    let mut tried = 0;
    for seed in 0..600 {
        let mut random = Random::new(seed);
        let clause = generate::clause(&mut random, 1);
        let names: Vec<Name> = clause.names().into_iter().collect();
        // All values from -2 to 3 of up to three names, else some of them.
        let all = 6_usize.pow(u32::try_from(names.len().min(3)).expect("few"));
        for case in 0..all {
            let mut digits = case;
            let mut value = |_| {
                let digit = match names.len() <= 3 {
                    true => digits % 6,
                    false => random.below(6),
                };
                digits /= 6;
                i128::try_from(digit).expect("small") - 2
            };
            let values: Vec<i128> = (0..names.len()).map(&mut value).collect();
            let look = |name: &Name| {
                let at = names
                    .iter()
                    .position(|known| known == name)
                    .expect("one of its names");
                *values.get(at).expect("as many")
            };
            let found = clause.eval(&|name| Some(BigInt::from(look(name))));
            if let Some(expected) = holds(&clause, &look) {
                assert_eq!(
                    found,
                    Some(expected),
                    "seed {seed}: {clause} with {names:?} {values:?}"
                );
                tried += 1;
            }
        }
    }
    assert!(tried > 10_000, "{tried}");
}

/// What may be too large for the evaluation here.
struct TooLarge;

type Small<'a> = &'a dyn Fn(&Name) -> i128;

/// Whether a clause holds; none if numbers get too large here.
fn holds(clause: &Clause, look: Small<'_>) -> Option<bool> {
    let address = |a: &contracts::Argument| look(&Name::Address(a.clone()));
    let belongs = |a: &contracts::Argument, byte: i128| {
        (address(a)..address(a) + look(&Name::Bytes(a.clone()))).contains(&byte)
    };
    let apart = |a, b| !(-20..20).any(|byte| belongs(a, byte) && belongs(b, byte));
    Some(match clause {
        Clause::Compare(a, relation, b) => match (number(a, look).ok()?, number(b, look).ok()?) {
            (Some(a), Some(b)) => match relation {
                Relation::AtMost => a <= b,
                Relation::Less => a < b,
                Relation::Equal => a == b,
                Relation::Different => a != b,
                Relation::AtLeast => a >= b,
                Relation::More => a > b,
            },
            (None, _) | (_, None) => false,
        },
        Clause::PowerOfTwo(a) => {
            let value = number(a, look).ok()?;
            (0..126).any(|bit| Some(1_i128 << bit) == value)
        }
        Clause::Disjoint(a, b) => apart(a, b),
        Clause::IdenticalOrDisjoint(a, b) => address(a) == address(b) || apart(a, b),
        Clause::Aligned(a, bytes) => address(a) % i128::from(bytes.get()) == 0,
        Clause::NonNull(a) => address(a) != 0,
        // Nobody knows what lies in an array.
        Clause::Sorted(_) | Clause::Injective(_) | Clause::Within(..) => return None,
        Clause::AnyOf(alternatives) => {
            let mut any = false;
            for alternative in alternatives {
                let mut all = true;
                for clause in alternative {
                    all &= holds(clause, look)?;
                }
                any |= all;
            }
            any
        }
    })
}

/// The value of an expression, none if it divides by zero. Quotients by their definition.
fn number(number: &Number, look: Small<'_>) -> Result<Option<i128>, TooLarge> {
    let mut parts = Vec::new();
    for part in number.parts() {
        parts.push(self::number(part, look)?);
    }
    let Some(parts) = parts.into_iter().collect::<Option<Vec<i128>>>() else {
        return Ok(None);
    };
    let (a, b) = (
        parts.first().copied().unwrap_or(0),
        parts.get(1).copied().unwrap_or(0),
    );
    Ok(Some(match number {
        Number::Literal(value) => i128::try_from(value).map_err(|_| TooLarge)?,
        Number::Value(value) => look(&Name::Value(value.clone())),
        Number::Negation(_) => a.checked_neg().ok_or(TooLarge)?,
        Number::Sum(..) => a.checked_add(b).ok_or(TooLarge)?,
        Number::Product(..) => a.checked_mul(b).ok_or(TooLarge)?,
        Number::Quotient(..) | Number::Remainder(..) | Number::CeilDiv(..) if b == 0 => {
            return Ok(None);
        }
        Number::Quotient(..) => floor(a, b)?,
        Number::Remainder(..) => a - floor(a, b)? * b,
        Number::CeilDiv(..) => match floor(a, b)? {
            exact if exact * b == a => exact,
            below => below + 1,
        },
        Number::Min(..) => std::cmp::min(a, b),
        Number::Max(..) => std::cmp::max(a, b),
    }))
}

/// The largest integer that is at most `a / b`.
fn floor(a: i128, b: i128) -> Result<i128, TooLarge> {
    if a.unsigned_abs() >= 1 << 100 || b.unsigned_abs() >= 1 << 100 {
        return Err(TooLarge);
    }
    let near = a / b;
    // `q <= a / b`, which is `q * |b| <= ±a`.
    let at_most = |q: i128| q * b.abs() <= a * b.signum();
    let mut all = [near + 1, near, near - 1].into_iter();
    all.find(|q| at_most(*q)).ok_or(TooLarge)
}

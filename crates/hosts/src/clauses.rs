//! What a launch passes, as clauses over sizes and the kernel's parameters.

use crate::launch::{Argument, Passed};
use crate::number::{Number, Symbol};
use crate::roots::Hosts;
use crate::symbols::Symbols;
use contracts::{Axis, Clause, Number as Of, Relation, Size, Value};
use num_bigint::BigInt;
use std::collections::BTreeMap;

/// Numbers with more parts are left out.
const LARGEST: usize = 64;

impl Hosts {
    /// What holds of every launch that passes this: equations for its sizes and for those arguments that are integers, and
    /// what is known where it is reached. What is no number of literals, sizes and parameters is left out, so these say
    /// less than [`Passed`], and nothing else.
    pub fn clauses(&self, passed: &Passed) -> Vec<Clause> {
        let mut names: BTreeMap<Symbol, Of> = BTreeMap::new();
        let mut arguments = Vec::new();
        for (name, argument) in &passed.arguments {
            let (Argument::Integer(number), Ok(name)) = (argument, contracts::Argument::new(name))
            else {
                continue;
            };
            let own = Of::Value(Value::Argument(name));
            if let Number::Symbol(symbol) = number {
                names.entry(*symbol).or_insert_with(|| own.clone());
            }
            arguments.push((own, number));
        }
        for (size, numbers) in [(Size::Block, &passed.block), (Size::Grid, &passed.grid)] {
            for (axis, number) in Axis::ALL.into_iter().zip(numbers) {
                let own = Of::Value(Value::Size(size, axis));
                if let Number::Symbol(symbol) = number {
                    names.entry(*symbol).or_insert_with(|| own.clone());
                }
                arguments.push((own, number));
            }
        }
        let reader = Reader {
            symbols: &self.symbols,
            names,
        };
        let mut found = Vec::new();
        for (own, number) in arguments {
            if let Some(number) = reader.number(number).filter(|number| *number != own) {
                found.push(Clause::Compare(own, Relation::Equal, number));
            }
        }
        for fact in &passed.facts {
            let both = reader.number(&fact.left).zip(reader.number(&fact.right));
            if let Some((left, right)) = both {
                found.push(Clause::Compare(left, fact.relation, right));
            }
        }
        found
    }
}

struct Reader<'h> {
    symbols: &'h Symbols,
    /// What of the kernel has the value of a symbol.
    names: BTreeMap<Symbol, Of>,
}

impl Reader<'_> {
    fn number(&self, number: &Number) -> Option<Of> {
        if number.size() > LARGEST {
            return None;
        }
        let both =
            |a: &Number, b: &Number| Some((Box::new(self.number(a)?), Box::new(self.number(b)?)));
        Some(match number {
            Number::Literal(value) => Of::Literal(BigInt::from(*value)),
            Number::Symbol(symbol) => self.names.get(symbol)?.clone(),
            Number::Sum(a, b) => both(a, b).map(|(a, b)| Of::Sum(a, b))?,
            Number::Product(a, b) => both(a, b).map(|(a, b)| Of::Product(a, b))?,
            Number::Min(a, b) => both(a, b).map(|(a, b)| Of::Min(a, b))?,
            Number::Max(a, b) => both(a, b).map(|(a, b)| Of::Max(a, b))?,
            Number::Floor(a, b) if self.is_positive(b) => {
                both(a, b).map(|(a, b)| Of::Quotient(a, b))?
            }
            Number::Modulo(a, b) if self.is_positive(b) => {
                both(a, b).map(|(a, b)| Of::Remainder(a, b))?
            }
            // Of numbers that are not negative both kinds of quotients are one.
            Number::Quotient(a, b) if self.is_positive(b) && self.is_natural(a) => {
                both(a, b).map(|(a, b)| Of::Quotient(a, b))?
            }
            Number::Remainder(a, b) if self.is_positive(b) && self.is_natural(a) => {
                both(a, b).map(|(a, b)| Of::Remainder(a, b))?
            }
            Number::Floor(..)
            | Number::Modulo(..)
            | Number::Quotient(..)
            | Number::Remainder(..)
            | Number::Choice { .. }
            | Number::Wrap { .. } => return None,
        })
    }

    /// Whether it is a positive literal: others divide nothing in what is proved.
    fn is_positive(&self, number: &Number) -> bool {
        number.literal().is_some_and(|value| value > 0)
    }

    fn is_natural(&self, number: &Number) -> bool {
        self.symbols.bounds(number).is_some_and(|(low, _)| low >= 0)
    }
}

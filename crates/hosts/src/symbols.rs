//! Unknown integers: where they come from, and in which range they are.

use crate::fact::Fact;
use crate::number::{Number, Symbol};
use crate::value::Why;
use contracts::Relation;

/// Where an unknown integer comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It is given from outside: a parameter of the function that is looked at, a variable of the file as it is found,
    /// what a function such as `atoi` reads. The name is for people.
    Given(String),
    /// It is computed in a way that is not followed.
    Lost(Why),
}

/// An unknown integer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// Where it comes from.
    pub origin: Origin,
    /// The range of its type, where it has one.
    pub range: Option<(i128, i128)>,
}

/// All unknown integers of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Symbols(Vec<Unknown>);

impl Symbols {
    /// What is known of one.
    pub fn get(&self, symbol: Symbol) -> Option<&Unknown> {
        self.0.get(symbol.0 as usize)
    }

    pub(crate) fn make(&mut self, origin: Origin, range: Option<(i128, i128)>) -> Symbol {
        let symbol = Symbol(u32::try_from(self.0.len()).unwrap_or(u32::MAX));
        self.0.push(Unknown { origin, range });
        symbol
    }

    /// A symbol is known to compare so with a number.
    pub(crate) fn narrow(&mut self, symbol: Symbol, relation: Relation, value: i128) {
        let Some(known) = self.0.get_mut(symbol.0 as usize) else {
            return;
        };
        let range = known.range.unwrap_or((i128::MIN, i128::MAX));
        let (low, high) = within(range, relation, value);
        // A range that is empty is said by the fact itself.
        if low <= high && (low, high) != (i128::MIN, i128::MAX) {
            known.range = Some((low, high));
        }
    }

    /// Why the first symbol of a number is lost, if one is.
    pub(crate) fn lost(&self, number: &Number) -> Option<&Why> {
        let mut all = number.symbols().into_iter();
        all.find_map(|symbol| match &self.get(symbol)?.origin {
            Origin::Lost(why) => Some(why),
            Origin::Given(_) => None,
        })
    }

    /// Bounds of a number; none where they are not known or too large to compute with.
    pub(crate) fn bounds(&self, number: &Number) -> Option<(i128, i128)> {
        let both = |a: &Number, b: &Number| Some((self.bounds(a)?, self.bounds(b)?));
        match number {
            Number::Literal(value) => Some((*value, *value)),
            Number::Symbol(symbol) => self.get(*symbol)?.range,
            Number::Sum(a, b) => {
                let (a, b) = both(a, b)?;
                Some((a.0.checked_add(b.0)?, a.1.checked_add(b.1)?))
            }
            Number::Product(a, b) => {
                let (a, b) = both(a, b)?;
                let mut corners = Vec::new();
                for x in [a.0, a.1] {
                    for y in [b.0, b.1] {
                        corners.push(x.checked_mul(y)?);
                    }
                }
                Some((*corners.iter().min()?, *corners.iter().max()?))
            }
            Number::Quotient(a, b) => match both(a, b)? {
                (a, (low, high)) if low == high && low > 0 => Some((a.0 / low, a.1 / low)),
                ((low, high), (1.., _)) => Some((low.min(0), high.max(0))),
                _ => None,
            },
            Number::Floor(a, b) => match both(a, b)? {
                (a, (low, high)) if low == high && low > 0 => {
                    Some((a.0.div_euclid(low), a.1.div_euclid(low)))
                }
                _ => None,
            },
            Number::Remainder(a, b) => match both(a, b)? {
                ((low, _), (1.., high)) if low >= 0 => Some((0, high - 1)),
                (_, (1.., high)) => Some((1 - high, high - 1)),
                _ => None,
            },
            Number::Modulo(_, b) => match self.bounds(b)? {
                (1.., high) => Some((0, high - 1)),
                _ => None,
            },
            Number::Min(a, b) => both(a, b).map(|(a, b)| (a.0.min(b.0), a.1.min(b.1))),
            Number::Max(a, b) => both(a, b).map(|(a, b)| (a.0.max(b.0), a.1.max(b.1))),
            Number::Choice {
                condition,
                then,
                otherwise,
            } => {
                let a = self.bounds_where(then, condition);
                let b = self.bounds_where(otherwise, &condition.negated());
                // A side that has no value is never chosen.
                match (a, b) {
                    (Some(a), Some(b)) if a.0 > a.1 => Some(b).filter(|b| b.0 <= b.1),
                    (Some(a), Some(b)) if b.0 > b.1 => Some(a),
                    (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
                    _ => None,
                }
            }
            Number::Wrap { bits, signed, of } => {
                let (low, high) = crate::number::range(*bits, *signed);
                let inner = self.bounds(of);
                let fits = inner.filter(|inner| low <= inner.0 && inner.1 <= high);
                Some(fits.unwrap_or((low, high)))
            }
        }
    }

    /// Bounds of a number where a comparison holds that may be one of it; empty where it has no value there.
    fn bounds_where(&self, number: &Number, fact: &Fact) -> Option<(i128, i128)> {
        let (low, high) = self.bounds(number)?;
        match fact.right.literal() {
            Some(value) if fact.left == *number => Some(within((low, high), fact.relation, value)),
            Some(_) | None => Some((low, high)),
        }
    }

    /// What a type makes of a number: the number itself where it is in the type's range.
    pub(crate) fn wrapped(&self, number: Number, bits: u32, signed: bool) -> Number {
        let (low, high) = crate::number::range(bits, signed);
        match self.bounds(&number) {
            Some((least, most)) if low <= least && most <= high => number,
            Some(_) | None => number.wrapped(bits, signed),
        }
    }
}

/// The part of a range that compares so with a number; it may be empty.
fn within((low, high): (i128, i128), relation: Relation, value: i128) -> (i128, i128) {
    match relation {
        Relation::AtMost => (low, high.min(value)),
        Relation::Less => (low, high.min(value.saturating_sub(1))),
        Relation::Equal => (low.max(value), high.min(value)),
        Relation::Different => (low, high),
        Relation::AtLeast => (low.max(value), high),
        Relation::More => (low.max(value.saturating_add(1)), high),
    }
}

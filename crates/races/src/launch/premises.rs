//! What a launch satisfies: clauses of a contract as facts of all threads.

use crate::launch::Atoms;
use contracts::{Axis, Clause, Number, Relation, Size, Value};
use kernel_graph::{Atom, Dimension};
use num_bigint::BigInt;
use num_traits::{One, Signed};
use solver::term::{Sort, Term, add, and, big, bv, div, eq, ite, le, lt, modulo, mul, ne, neg, or};
use std::collections::BTreeMap;

/// A parameter's term, and whether it is signed.
pub(crate) type Parameters = BTreeMap<String, (Term, bool)>;

/// So large powers of two are looked for.
const MOST_BITS: u32 = 64;

/// What clauses say of a launch: parameters that are numbers, and sizes.
pub(crate) struct Premises<'a> {
    pub params: &'a Parameters,
    pub atoms: &'a Atoms,
}

impl Premises<'_> {
    /// That all of these hold; none if one is about what has no value here, for it may not be left out.
    pub(crate) fn all(&self, clauses: &[Clause]) -> Option<Vec<Term>> {
        clauses.iter().map(|clause| self.clause(clause)).collect()
    }

    /// That a value lies between two numbers, as a clause about the contents of an array has it.
    pub(crate) fn within(&self, value: &Term, low: &Number, high: &Number) -> Option<Term> {
        let (low, high) = (self.number(low)?, self.number(high)?);
        Some(and(vec![le(low, value.clone()), lt(value.clone(), high)]))
    }

    /// What follows of each thread where clauses bound how many there are along a dimension: that its number is below the
    /// bound as well, which takes two steps otherwise.
    pub(crate) fn of_thread(&self, clauses: &[Clause]) -> Vec<Term> {
        let each = clauses.iter().filter_map(|clause| {
            let Clause::Compare(a, relation, b) = clause else {
                return None;
            };
            let (threads, bound) = match relation {
                Relation::AtMost | Relation::Less | Relation::Equal => (a, b),
                Relation::AtLeast | Relation::More => (b, a),
                Relation::Different => return None,
            };
            let at = threads_along(threads)?;
            Some(lt(self.atoms.number_along(at)?, self.number(bound)?))
        });
        each.collect()
    }

    fn clause(&self, clause: &Clause) -> Option<Term> {
        Some(match clause {
            Clause::Compare(a, relation, b) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                match relation {
                    Relation::AtMost => le(a, b),
                    Relation::Less => lt(a, b),
                    Relation::Equal => eq(a, b),
                    Relation::Different => ne(a, b),
                    Relation::AtLeast => le(b, a),
                    Relation::More => lt(b, a),
                }
            }
            Clause::PowerOfTwo(of) => {
                let of = self.number(of)?;
                let powers = (0..MOST_BITS).map(|bits| big(BigInt::one() << bits));
                or(powers.map(|power| eq(of.clone(), power)).collect())
            }
            Clause::AnyOf(alternatives) => {
                let each = alternatives.iter();
                let each = each.map(|clauses| Some(and(self.all(clauses)?)));
                or(each.collect::<Option<Vec<Term>>>()?)
            }
            Clause::Disjoint(..)
            | Clause::IdenticalOrDisjoint(..)
            | Clause::Aligned(..)
            | Clause::NonNull(_)
            | Clause::Sorted(_)
            | Clause::Injective(_)
            | Clause::Within(..) => return None,
        })
    }

    /// The value of a number; none if something in it has none here.
    pub(crate) fn number(&self, number: &Number) -> Option<Term> {
        let least = |a: &Number, b: &Number| Some((self.number(a)?, self.number(b)?));
        Some(match number {
            Number::Literal(value) => big(value.clone()),
            Number::Value(value) => self.value(value)?,
            Number::Negation(a) => neg(self.number(a)?),
            Number::Sum(a, b) => add(vec![self.number(a)?, self.number(b)?]),
            Number::Product(a, b) => {
                let along = threads_along(number).and_then(|at| self.atoms.open_threads(at));
                match along {
                    Some(threads) => threads,
                    None => mul(self.number(a)?, self.number(b)?),
                }
            }
            Number::Quotient(a, b) => div(self.number(a)?, positive(b)?),
            Number::Remainder(a, b) => modulo(self.number(a)?, positive(b)?),
            Number::CeilDiv(a, b) => neg(div(neg(self.number(a)?), positive(b)?)),
            Number::Min(a, b) => {
                let (a, b) = least(a, b)?;
                ite(le(a.clone(), b.clone()), a, b)
            }
            Number::Max(a, b) => {
                let (a, b) = least(a, b)?;
                ite(lt(a.clone(), b.clone()), b, a)
            }
        })
    }

    fn value(&self, value: &Value) -> Option<Term> {
        match value {
            Value::Size(size, axis) => {
                let dimension = match axis {
                    Axis::X => Dimension::X,
                    Axis::Y => Dimension::Y,
                    Axis::Z => Dimension::Z,
                };
                let atom = match size {
                    Size::Block => Atom::BlockSize(dimension),
                    Size::Grid => Atom::GridSize(dimension),
                };
                Some(bv::to_nat(self.atoms.term(atom)))
            }
            Value::Argument(name) => match self.params.get(name.as_str())? {
                // What is passed may be cut off.
                (term, _) if !matches!(term.sort(), Sort::BitVec(width) if *width >= 32) => None,
                (term, true) => Some(bv::to_int(term.clone())),
                (term, false) => Some(bv::to_nat(term.clone())),
            },
            Value::SharedBytes | Value::WarpSize | Value::Length(_) => None,
        }
    }
}

/// The dimension of which a number is the product of both sizes.
fn threads_along(number: &Number) -> Option<usize> {
    let Number::Product(a, b) = number else {
        return None;
    };
    let (Number::Value(Value::Size(one, along)), Number::Value(Value::Size(other, axis))) =
        (&**a, &**b)
    else {
        return None;
    };
    let both = matches!(
        (one, other),
        (Size::Block, Size::Grid) | (Size::Grid, Size::Block)
    );
    Axis::ALL
        .iter()
        .position(|one| both && along == axis && one == axis)
}

/// A divisor that is a positive literal: of others quotients are not the solver's.
fn positive(number: &Number) -> Option<Term> {
    match number {
        Number::Literal(value) if value.is_positive() => Some(big(value.clone())),
        Number::Literal(_)
        | Number::Value(_)
        | Number::Negation(_)
        | Number::Sum(..)
        | Number::Product(..)
        | Number::Quotient(..)
        | Number::Remainder(..)
        | Number::CeilDiv(..)
        | Number::Min(..)
        | Number::Max(..) => None,
    }
}

//! What launches say of sizes and parameters together, such as that there are `(n + 255) / 256` blocks
//! where `n` is a parameter.

use crate::execution::symbols::{Symbols, Varies};
use crate::launch::Atoms;
use kernel_graph::{Atom, Dimension};
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use solver::term::{
    Sort, Term, add, and, big, bool_, bv, div, eq, ge, int, ite, le, lt, modulo, mul, neg, sub,
};
use std::collections::BTreeMap;

/// A whole number as the code of the host has it: nothing overflows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// A literal.
    Number(BigInt),
    /// The value of a parameter of the kernel.
    Parameter(String),
    /// How many threads a block has.
    BlockSize(Dimension),
    /// How many blocks the grid has.
    GridSize(Dimension),
    /// A variable of the host, the same one wherever its name is in the facts of one launch.
    Host(String),
    /// `a + b`.
    Sum(Box<Quantity>, Box<Quantity>),
    /// `a - b`.
    Difference(Box<Quantity>, Box<Quantity>),
    /// `a * b`.
    Product(Box<Quantity>, Box<Quantity>),
    /// `a / b`, towards zero; nothing is known where `b` is not positive.
    Quotient(Box<Quantity>, BigInt),
    /// `a % b`, with the sign of `a`; nothing is known where `b` is not positive.
    Remainder(Box<Quantity>, BigInt),
    /// `a >> b` of a number as it is in mathematics: rounded down. Here `b` is the power of two.
    Floor(Box<Quantity>, BigInt),
    /// The smaller one.
    Least(Box<Quantity>, Box<Quantity>),
    /// The larger one.
    Most(Box<Quantity>, Box<Quantity>),
    /// A parameter without its lowest one bit: zero of a power of two, and of zero.
    WithoutLowestBit(String),
}

impl Quantity {
    /// Whether a variable of the host takes part.
    pub fn has_host(&self) -> bool {
        match self {
            Quantity::Host(_) => true,
            Quantity::Number(_)
            | Quantity::Parameter(_)
            | Quantity::BlockSize(_)
            | Quantity::GridSize(_)
            | Quantity::WithoutLowestBit(_) => false,
            Quantity::Sum(a, b)
            | Quantity::Difference(a, b)
            | Quantity::Product(a, b)
            | Quantity::Least(a, b)
            | Quantity::Most(a, b) => a.has_host() || b.has_host(),
            Quantity::Quotient(a, _) | Quantity::Remainder(a, _) | Quantity::Floor(a, _) => {
                a.has_host()
            }
        }
    }
}

/// What one launch says: both sides of each pair are equal.
pub type Launched = Vec<(Quantity, Quantity)>;

/// A parameter's term, and whether it is signed.
pub(crate) type Parameters = BTreeMap<String, (Term, bool)>;

/// What holds if the kernel is started by one of these launches: one case for each.
pub(crate) fn cases(
    launches: &[Launched],
    params: &Parameters,
    atoms: &Atoms,
    symbols: &mut Symbols,
) -> Vec<Term> {
    let mut cases = Vec::new();
    for launch in launches {
        let mut reader = Reader {
            params,
            atoms,
            symbols,
            names: BTreeMap::new(),
        };
        let mut all = Vec::new();
        for (one, other) in launch {
            // Of what has no value nothing is said.
            all.extend(match (one, other) {
                (Quantity::Parameter(name), Quantity::Number(value)) => reader.is(name, value),
                (Quantity::WithoutLowestBit(name), Quantity::Number(zero)) if zero.is_zero() => {
                    let left = reader.without_lowest_bit(name);
                    left.and_then(|left| Some(eq(left.clone(), bv::lit(0, left.sort().width()?))))
                }
                _ => reader.equal(one, other),
            });
        }
        cases.push(and(all));
    }
    cases
}

struct Reader<'a> {
    params: &'a Parameters,
    atoms: &'a Atoms,
    symbols: &'a mut Symbols,
    names: BTreeMap<String, Term>,
}

impl Reader<'_> {
    fn equal(&mut self, one: &Quantity, other: &Quantity) -> Option<Term> {
        Some(eq(self.term(one)?, self.term(other)?))
    }

    /// That a number is passed for a parameter, converted to the parameter's type.
    fn is(&self, name: &str, value: &BigInt) -> Option<Term> {
        let (term, _) = self.params.get(name)?;
        let value = match *term.sort() == Sort::Bool {
            true => bool_(!value.is_zero()),
            false => bv::lit(value.clone(), term.sort().width()?),
        };
        Some(eq(term.clone(), value))
    }

    fn without_lowest_bit(&self, name: &str) -> Option<Term> {
        let (term, _) = self.params.get(name)?;
        // What is passed may be cut off.
        let width = term.sort().width().filter(|width| *width >= 32)?;
        let less = bv::sub(term.clone(), bv::lit(1, width));
        Some(bv::and(term.clone(), less))
    }

    fn term(&mut self, quantity: &Quantity) -> Option<Term> {
        Some(match quantity {
            Quantity::Number(value) => big(value.clone()),
            Quantity::Parameter(name) => match self.params.get(name)? {
                // What is passed may be cut off.
                (term, _) if !matches!(term.sort(), Sort::BitVec(width) if *width >= 32) => {
                    return None;
                }
                (term, true) => bv::to_int(term.clone()),
                (term, false) => bv::to_nat(term.clone()),
            },
            Quantity::BlockSize(d) => bv::to_nat(self.atoms.term(Atom::BlockSize(*d))),
            Quantity::GridSize(d) => bv::to_nat(self.atoms.term(Atom::GridSize(*d))),
            Quantity::Host(name) => match self.names.get(name) {
                Some(known) => known.clone(),
                None => {
                    let new = self.symbols.constant(name, Sort::Int, Varies::Never);
                    self.names.insert(name.clone(), new.clone());
                    new
                }
            },
            Quantity::Sum(a, b) => add(vec![self.term(a)?, self.term(b)?]),
            Quantity::Difference(a, b) => sub(self.term(a)?, self.term(b)?),
            Quantity::Product(a, b) => mul(self.term(a)?, self.term(b)?),
            Quantity::Quotient(a, b) => toward_zero(self.term(a)?, positive(b)?, div),
            Quantity::Remainder(a, b) => toward_zero(self.term(a)?, positive(b)?, modulo),
            Quantity::Floor(a, b) => div(self.term(a)?, positive(b)?),
            Quantity::WithoutLowestBit(name) => bv::to_nat(self.without_lowest_bit(name)?),
            Quantity::Least(a, b) => {
                let (a, b) = (self.term(a)?, self.term(b)?);
                ite(le(a.clone(), b.clone()), a, b)
            }
            Quantity::Most(a, b) => {
                let (a, b) = (self.term(a)?, self.term(b)?);
                ite(lt(a.clone(), b.clone()), b, a)
            }
        })
    }
}

fn positive(value: &BigInt) -> Option<Term> {
    value.is_positive().then(|| big(value.clone()))
}

/// C's operator from that of mathematics, which rounds down.
fn toward_zero(a: Term, b: Term, floor: fn(Term, Term) -> Term) -> Term {
    let up = neg(floor(neg(a.clone()), b.clone()));
    ite(ge(a.clone(), int(0)), floor(a, b), up)
}

//! Polynomials with rational coefficients over terms, with negative powers.

use crate::term::TermId;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use std::collections::BTreeMap;

/// A product of powers of terms.
pub(crate) type Monomial = BTreeMap<TermId, i32>;

/// A sum of products with coefficients; none of them is zero.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Poly {
    pub terms: BTreeMap<Monomial, BigRational>,
}

/// Larger polynomials are not made.
pub(crate) const MOST: usize = 6000;

impl Poly {
    pub(crate) fn constant(value: BigRational) -> Poly {
        let mut poly = Poly::default();
        poly.add(Monomial::new(), value);
        poly
    }

    pub(crate) fn integer(value: i64) -> Poly {
        Poly::constant(BigRational::from_integer(BigInt::from(value)))
    }

    pub(crate) fn power(atom: TermId, exponent: i32) -> Poly {
        let mut poly = Poly::default();
        poly.add(Monomial::from([(atom, exponent)]), BigRational::one());
        poly
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// Its value, if it is a number.
    pub(crate) fn as_constant(&self) -> Option<BigRational> {
        match self.terms.len() {
            0 => Some(BigRational::zero()),
            1 => self.terms.get(&Monomial::new()).cloned(),
            _ => None,
        }
    }

    /// Its only product, if it has one.
    pub(crate) fn single(&self) -> Option<(&Monomial, &BigRational)> {
        match self.terms.len() {
            1 => self.terms.first_key_value(),
            _ => None,
        }
    }

    pub(crate) fn add(&mut self, monomial: Monomial, by: BigRational) {
        if by.is_zero() {
            return;
        }
        match self.terms.entry(monomial) {
            std::collections::btree_map::Entry::Vacant(slot) => {
                slot.insert(by);
            }
            std::collections::btree_map::Entry::Occupied(mut slot) => {
                let sum = slot.get() + by;
                match sum.is_zero() {
                    true => {
                        slot.remove();
                    }
                    false => {
                        slot.insert(sum);
                    }
                }
            }
        }
    }

    /// Adds another so many times.
    pub(crate) fn add_times(&mut self, other: &Poly, times: &BigRational) {
        for (monomial, factor) in &other.terms {
            self.add(monomial.clone(), factor * times);
        }
    }

    /// The product as it is multiplied out; none if it is too large.
    pub(crate) fn times(&self, other: &Poly) -> Option<Poly> {
        if self.terms.len().checked_mul(other.terms.len())? > MOST * 20 {
            return None;
        }
        let mut product = Poly::default();
        for (a, x) in &self.terms {
            for (b, y) in &other.terms {
                product.add(joined(a, b)?, x * y);
            }
        }
        (product.terms.len() <= MOST).then_some(product)
    }
}

/// The product of two products of powers; none if an exponent is too large.
pub(crate) fn joined(a: &Monomial, b: &Monomial) -> Option<Monomial> {
    let mut all = a.clone();
    for (atom, exponent) in b {
        let sum = all.get(atom).copied().unwrap_or(0).checked_add(*exponent)?;
        if sum.abs() > 1000 {
            return None;
        }
        match sum {
            0 => all.remove(atom),
            sum => all.insert(*atom, sum),
        };
    }
    Some(all)
}

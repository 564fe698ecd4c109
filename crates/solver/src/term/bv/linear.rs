//! Sums, differences and products, linear over the integers modulo a power of two.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_traits::{One, Zero};

use super::{Bits, BvOp, args_of, lit, raw, width_of};
use crate::term::Term;

/// Multiples of more summands than this by a literal stay as they are.
const DISTRIBUTE: usize = 24;

/// A sum of multiples, and a literal; all modulo a power of two.
pub(super) struct Sum {
    width: u32,
    terms: BTreeMap<Term, Bits>,
    pub(super) constant: Bits,
}

impl Sum {
    fn zero(width: u32) -> Sum {
        Sum {
            width,
            terms: BTreeMap::new(),
            constant: Bits::new(&BigInt::zero(), width),
        }
    }

    /// A bit-vector as a sum.
    pub(super) fn of(term: &Term, width: u32) -> Sum {
        let mut sum = Sum::zero(width);
        sum.add(term, &BigInt::one());
        sum
    }

    pub(super) fn is_constant(&self) -> bool {
        self.terms.is_empty()
    }

    fn bits(&self, value: &BigInt) -> Bits {
        Bits::new(value, self.width)
    }

    /// Adds a multiple of a bit-vector.
    pub(super) fn add(&mut self, term: &Term, by: &BigInt) {
        let mut work = vec![(term.clone(), by.clone())];
        while let Some((term, by)) = work.pop() {
            if let Some(value) = term.as_bits() {
                self.constant = self.bits(&(self.constant.unsigned() + value.unsigned() * by));
            } else if let Some(parts) = args_of(&term, BvOp::Add) {
                work.extend(parts.iter().map(|part| (part.clone(), by.clone())));
            } else if let Some([inner]) = args_of(&term, BvOp::Neg) {
                work.push((inner.clone(), -by));
            } else if let Some([factor, rest @ ..]) = args_of(&term, BvOp::Mul)
                && let (Some(factor), Some(rest)) = (factor.as_bits(), product(rest))
            {
                work.push((rest, by * factor.unsigned()));
            } else {
                let sum = match self.terms.get(&term) {
                    Some(known) => known.unsigned() + by,
                    None => by,
                };
                let sum = self.bits(&sum);
                if sum.is_zero() {
                    self.terms.remove(&term);
                } else {
                    self.terms.insert(term, sum);
                }
            }
        }
    }

    fn scaled(mut self, by: &BigInt) -> Sum {
        self.constant = self.bits(&(self.constant.unsigned() * by));
        let terms = std::mem::take(&mut self.terms);
        for (term, factor) in terms {
            let factor = self.bits(&(factor.unsigned() * by));
            if !factor.is_zero() {
                self.terms.insert(term, factor);
            }
        }
        self
    }

    pub(super) fn to_term(&self) -> Term {
        let mut parts: Vec<Term> = Vec::new();
        if !self.constant.is_zero() || self.terms.is_empty() {
            parts.push(super::literal(self.constant.clone()));
        }
        for (term, factor) in &self.terms {
            parts.push(multiple(term, factor));
        }
        match parts.as_slice() {
            [single] => single.clone(),
            _ => raw(BvOp::Add, parts),
        }
    }
}

/// A term that is no sum and no multiple, so many times.
fn multiple(term: &Term, factor: &Bits) -> Term {
    if factor.unsigned().is_one() {
        return term.clone();
    }
    if factor.is_ones() {
        return raw(BvOp::Neg, vec![term.clone()]);
    }
    let mut args = vec![super::literal(factor.clone())];
    args.extend(
        args_of(term, BvOp::Mul)
            .unwrap_or(std::slice::from_ref(term))
            .iter()
            .cloned(),
    );
    raw(BvOp::Mul, args)
}

/// The product of factors in order, none of them a literal.
fn product(factors: &[Term]) -> Option<Term> {
    match factors {
        [] => None,
        [single] => Some(single.clone()),
        _ => Some(raw(BvOp::Mul, factors.to_vec())),
    }
}

/// Sum.
pub fn add(a: Term, b: Term) -> Term {
    combined(BvOp::Add, a, b, &BigInt::one())
}

/// Difference.
pub fn sub(a: Term, b: Term) -> Term {
    combined(BvOp::Sub, a, b, &-BigInt::one())
}

fn combined(op: BvOp, a: Term, b: Term, by: &BigInt) -> Term {
    let Some(width) = width_of(&a, &b) else {
        return raw(op, vec![a, b]);
    };
    let mut sum = Sum::of(&a, width);
    sum.add(&b, by);
    sum.to_term()
}

/// Two's complement.
pub fn neg(a: Term) -> Term {
    let Some(width) = a.sort().width() else {
        return raw(BvOp::Neg, vec![a]);
    };
    let mut sum = Sum::zero(width);
    sum.add(&a, &-BigInt::one());
    sum.to_term()
}

/// Product.
pub fn mul(a: Term, b: Term) -> Term {
    let Some(width) = width_of(&a, &b) else {
        return raw(BvOp::Mul, vec![a, b]);
    };
    let (p, q) = (Sum::of(&a, width), Sum::of(&b, width));
    for (scale, sum) in [(&p, &q), (&q, &p)] {
        if scale.is_constant() && sum.terms.len() <= DISTRIBUTE {
            let by = scale.constant.unsigned();
            let sum = Sum {
                width,
                terms: sum.terms.clone(),
                constant: sum.constant.clone(),
            };
            return sum.scaled(&by).to_term();
        }
    }
    // Literal factors come first, once.
    let mut factor = BigInt::one();
    let mut factors: Vec<Term> = Vec::new();
    for side in [a, b] {
        let side = match args_of(&side, BvOp::Neg) {
            Some([inner]) => {
                factor = -factor;
                inner.clone()
            }
            _ => side,
        };
        for part in args_of(&side, BvOp::Mul).unwrap_or(std::slice::from_ref(&side)) {
            match part.as_bits() {
                Some(value) => factor *= value.unsigned(),
                None => factors.push(part.clone()),
            }
        }
    }
    factors.sort();
    match product(&factors) {
        Some(product) => {
            let factor = Bits::new(&factor, width);
            match factor.is_zero() {
                true => lit(0, width),
                false => multiple(&product, &factor),
            }
        }
        None => lit(factor, width),
    }
}

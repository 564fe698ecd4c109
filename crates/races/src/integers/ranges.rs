//! Bounds of sums whose parts depend on each other: of `2 * x - x % 8` each part alone says that it may be negative, and
//! `x + 8 * (x / 8)`, which it is, says that it is not.

use super::{Ints, Rep};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use solver::term::{Op, Poly, Term, add, big, div, mul, sub};

/// So deep divisions within divisions are looked into.
const DEPTH: u32 = 4;

impl Ints {
    /// A sum that may be negative as its parts say, with what is known of the whole.
    pub(super) fn narrowed(&self, sum: Rep) -> Rep {
        if !sum.low.is_negative() {
            return sum;
        }
        let Some((low, high)) = self.range_of(&without_remainders(&sum.term)) else {
            return sum;
        };
        Rep {
            low: sum.low.max(low),
            high: sum.high.min(high),
            term: sum.term,
        }
    }

    /// Between what an integer lies, if it is a sum of what has known bounds.
    pub(super) fn range_of(&self, term: &Term) -> Option<(BigInt, BigInt)> {
        self.range(term, DEPTH)
    }

    /// The same, with divisions within divisions up to a depth.
    fn range(&self, term: &Term, depth: u32) -> Option<(BigInt, BigInt)> {
        let poly = Poly::of(term);
        let constant = whole(&poly.constant)?;
        let (mut low, mut high) = (constant.clone(), constant);
        for (factors, coefficient) in &poly.terms {
            let [factor] = factors.as_slice() else {
                return None;
            };
            let by = whole(coefficient)?;
            let (least, most) = self.range_of_part(factor, depth)?;
            let (one, other) = (least * &by, most * &by);
            low += (&one).min(&other);
            high += one.max(other);
        }
        Some((low, high))
    }

    fn range_of_part(&self, part: &Term, depth: u32) -> Option<(BigInt, BigInt)> {
        if let Some(known) = self.ranges.get(part) {
            return Some(known.clone());
        }
        let depth = depth.checked_sub(1)?;
        if let Some((of, by)) = by_literal(part, Op::Div) {
            let (low, high) = self.range(&of, depth)?;
            return Some((low.div_floor(&by), high.div_floor(&by)));
        }
        let (of, by) = by_literal(part, Op::Mod)?;
        let whole = self.range(&of, depth).filter(|(low, _)| !low.is_negative());
        let most = by - 1i32;
        Some(match whole {
            Some((_, high)) => (BigInt::zero(), most.min(high)),
            None => (BigInt::zero(), most),
        })
    }
}

fn whole(number: &BigRational) -> Option<BigInt> {
    number.is_integer().then(|| number.to_integer())
}

/// The operands of a division by a positive literal.
fn by_literal(term: &Term, op: Op) -> Option<(Term, BigInt)> {
    let [of, by] = term.as_op(op)? else {
        return None;
    };
    let by = by.as_int().filter(|by| by.is_positive())?;
    Some((of.clone(), by.clone()))
}

/// The same sum, with `x - n * (x / n)` for each part `x % n`.
fn without_remainders(sum: &Term) -> Term {
    let poly = Poly::of(sum);
    let mut parts = Vec::new();
    for (factors, coefficient) in &poly.terms {
        if let ([factor], Some(times)) = (factors.as_slice(), whole(coefficient))
            && let Some((of, by)) = by_literal(factor, Op::Mod)
        {
            let multiple = mul(big(by.clone()), div(of.clone(), big(by)));
            let same = sub(of, multiple);
            parts.push(mul(big(times.clone()), sub(same, factor.clone())));
        }
    }
    add([sum.clone()].into_iter().chain(parts).collect())
}

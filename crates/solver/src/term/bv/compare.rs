//! Orders and equality.

use num_bigint::BigInt;
use num_traits::Zero;

use super::linear::Sum;
use super::{Bits, BvOp, args_of, extract, folded, lit, literal, raw, width_of};
use crate::term::node::{Node, Op, intern};
use crate::term::{Term, and, bool_, eq, ff, ite, ne, tt};

/// Unsigned `a < b`.
pub fn ult(a: Term, b: Term) -> Term {
    order(BvOp::Ult, a, b)
}

/// Unsigned `a <= b`.
pub fn ule(a: Term, b: Term) -> Term {
    order(BvOp::Ule, a, b)
}

/// Unsigned `a > b`.
pub fn ugt(a: Term, b: Term) -> Term {
    ult(b, a)
}

/// Unsigned `a >= b`.
pub fn uge(a: Term, b: Term) -> Term {
    ule(b, a)
}

/// Signed `a < b`.
pub fn slt(a: Term, b: Term) -> Term {
    order(BvOp::Slt, a, b)
}

/// Signed `a <= b`.
pub fn sle(a: Term, b: Term) -> Term {
    order(BvOp::Sle, a, b)
}

/// Signed `a > b`.
pub fn sgt(a: Term, b: Term) -> Term {
    slt(b, a)
}

/// Signed `a >= b`.
pub fn sge(a: Term, b: Term) -> Term {
    sle(b, a)
}

/// One bit that says whether two are equal.
pub fn comp(a: Term, b: Term) -> Term {
    match width_of(&a, &b) {
        Some(_) => ite(eq(a, b), lit(1, 1), lit(0, 1)),
        None => raw(BvOp::Comp, vec![a, b]),
    }
}

/// The least and greatest number that it can be, as far as is plain.
fn range(term: &Term, width: u32, signed: bool) -> (BigInt, BigInt) {
    let of = |bits: &Bits| match signed {
        true => bits.signed(),
        false => bits.unsigned(),
    };
    if let Some(bits) = term.as_bits() {
        return (of(bits), of(bits));
    }
    let full = BigInt::from(1) << width;
    // The greatest number without a sign, if some of the highest bits are known to be zero.
    let top = match term.as_bv() {
        Some((BvOp::Concat, [first, ..])) => first.as_bits().map(|bits| {
            let below = width - bits.width();
            ((bits.unsigned() + 1) << below) - 1
        }),
        Some((BvOp::And, [first, ..])) => first.as_bits().map(Bits::unsigned),
        Some((BvOp::Urem, [_, by])) => by
            .as_bits()
            .filter(|by| !by.is_zero())
            .map(|by| by.unsigned() - 1),
        _ => None,
    };
    let half = &full >> 1;
    match (top, signed) {
        (Some(top), false) => (BigInt::zero(), top),
        (Some(top), true) if top < half => (BigInt::zero(), top),
        (None, false) => (BigInt::zero(), full - 1),
        (_, true) => (-half.clone(), half - 1),
    }
}

fn order(op: BvOp, a: Term, b: Term) -> Term {
    let Some(width) = width_of(&a, &b) else {
        return raw(op, vec![a, b]);
    };
    let strict = matches!(op, BvOp::Ult | BvOp::Slt);
    if a == b {
        return bool_(!strict);
    }
    let signed = matches!(op, BvOp::Slt | BvOp::Sle);
    let (low_a, high_a) = range(&a, width, signed);
    let (low_b, high_b) = range(&b, width, signed);
    if high_a < low_b || !strict && high_a <= low_b {
        return tt();
    }
    if high_b < low_a || strict && high_b <= low_a {
        return ff();
    }
    // At one end of the range an order is an equality.
    let at_end = low_a == high_a && low_a == low_b || low_b == high_b && high_b == high_a;
    if strict && at_end {
        return ne(a, b);
    }
    if !strict && low_a == high_b {
        return eq(a, b);
    }
    if let Some((x, y)) = common_head(&a, &b) {
        // With the same sign, what is below is in the order of numbers without one.
        let op = match strict {
            true => BvOp::Ult,
            false => BvOp::Ule,
        };
        return order(op, x, y);
    }
    raw(op, vec![a, b])
}

/// What is left of two concatenations without their first part, if that is the same.
fn common_head(a: &Term, b: &Term) -> Option<(Term, Term)> {
    let (a, b) = (parts_of(a)?, parts_of(b)?);
    let (first, second) = (a.first()?, b.first()?);
    if first != second {
        return None;
    }
    let rest = |parts: &[Term]| -> Option<Term> {
        let rest = parts.get(1..)?.to_vec();
        (!rest.is_empty()).then(|| super::apply(BvOp::Concat, rest))
    };
    Some((rest(a)?, rest(b)?))
}

fn parts_of(term: &Term) -> Option<&[Term]> {
    args_of(term, BvOp::Concat)
}

/// Equality of two bit-vectors of one width that are not the same term.
pub(in crate::term) fn equal(a: Term, b: Term, width: u32) -> Term {
    if let Some(value) = folded(BvOp::Comp, &[&a, &b]) {
        return bool_(value == lit(1, 1));
    }
    // `x + 1 = y` says the same as `x + 1 - y = 0`, so what both have is taken from both.
    let mut difference = Sum::of(&a, width);
    difference.add(&b, &BigInt::from(-1));
    if difference.is_constant() {
        return bool_(difference.constant.is_zero());
    }
    for (one, other) in [(&a, &b), (&b, &a)] {
        let Some(value) = other.as_bits() else {
            continue;
        };
        if let Some((op, args)) = one.as_bv() {
            match (op, args) {
                (BvOp::Add, [known, ..]) if known.as_bits().is_some() => {
                    let left = super::sub(one.clone(), known.clone());
                    return eq(left, super::sub(other.clone(), known.clone()));
                }
                (BvOp::Not, [inner]) => return eq(inner.clone(), super::not(other.clone())),
                (BvOp::Neg, [inner]) => return eq(inner.clone(), super::neg(other.clone())),
                (BvOp::Concat, parts) => return by_parts(parts, value),
                _ => {}
            }
        }
        if let Some([condition, yes, no]) = one.as_op(Op::Ite)
            && yes.as_bits().is_some()
            && no.as_bits().is_some()
        {
            return ite(
                condition.clone(),
                eq(yes.clone(), other.clone()),
                eq(no.clone(), other.clone()),
            );
        }
    }
    if let Some((x, y)) = common_head(&a, &b) {
        return eq(x, y);
    }
    let mut sides = vec![a, b];
    sides.sort();
    intern(Node::Op(Op::Eq, sides))
}

/// Each part is its part of a literal.
fn by_parts(parts: &[Term], value: &Bits) -> Term {
    let value = literal(value.clone());
    let mut all = Vec::new();
    let mut start = 0u32;
    for part in parts.iter().rev() {
        let width = part.sort().width().unwrap_or(1);
        let piece = extract(start + width - 1, start, value.clone());
        all.push(eq(part.clone(), piece));
        start += width;
    }
    and(all)
}

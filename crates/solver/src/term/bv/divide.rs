//! Quotients and remainders. A literal power of two takes parts instead.

use super::{Bits, Term};
use super::{BvOp, extract, folded, lit, literal, lshr, raw, width_of, zero_extend};

/// Quotient without signs; all bits set for a divisor of zero.
pub fn udiv(a: Term, b: Term) -> Term {
    let Some(width) = width_of(&a, &b) else {
        return raw(BvOp::Udiv, vec![a, b]);
    };
    if let Some(value) = folded(BvOp::Udiv, &[&a, &b]) {
        return value;
    }
    match b.as_bits() {
        Some(by) if by.is_zero() => literal(Bits::ones(width)),
        Some(by) => match by.log2() {
            Some(bits) => lshr(a, lit(bits, width)),
            None => raw(BvOp::Udiv, vec![a, b]),
        },
        None => raw(BvOp::Udiv, vec![a, b]),
    }
}

/// Remainder without signs; the dividend for a divisor of zero.
pub fn urem(a: Term, b: Term) -> Term {
    let Some(width) = width_of(&a, &b) else {
        return raw(BvOp::Urem, vec![a, b]);
    };
    if let Some(value) = folded(BvOp::Urem, &[&a, &b]) {
        return value;
    }
    if a == b {
        return lit(0, width);
    }
    match b.as_bits() {
        Some(by) if by.is_zero() => a,
        Some(by) => match by.log2() {
            Some(0) => lit(0, width),
            Some(bits) => zero_extend(width - bits, extract(bits - 1, 0, a)),
            None => raw(BvOp::Urem, vec![a, b]),
        },
        None => raw(BvOp::Urem, vec![a, b]),
    }
}

/// Signed quotient, towards zero.
pub fn sdiv(a: Term, b: Term) -> Term {
    if width_of(&a, &b).is_some() && is_one(&b) {
        return a;
    }
    folded(BvOp::Sdiv, &[&a, &b]).unwrap_or_else(|| raw(BvOp::Sdiv, vec![a, b]))
}

/// Signed remainder with the sign of the dividend.
pub fn srem(a: Term, b: Term) -> Term {
    signed_rest(BvOp::Srem, a, b)
}

/// Signed remainder with the sign of the divisor.
pub fn smod(a: Term, b: Term) -> Term {
    signed_rest(BvOp::Smod, a, b)
}

fn signed_rest(op: BvOp, a: Term, b: Term) -> Term {
    let Some(width) = width_of(&a, &b) else {
        return raw(op, vec![a, b]);
    };
    if a == b || is_one(&b) {
        return lit(0, width);
    }
    if b.as_bits().is_some_and(Bits::is_zero) {
        return a;
    }
    folded(op, &[&a, &b]).unwrap_or_else(|| raw(op, vec![a, b]))
}

/// Whether it is the literal 1 as a signed number: of one bit there is none.
fn is_one(term: &Term) -> bool {
    term.as_bits()
        .is_some_and(|bits| bits.log2() == Some(0) && bits.width() > 1)
}

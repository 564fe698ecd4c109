//! From bit-vectors to integers and back.

use num_bigint::BigInt;

use super::{Bits, BvOp, args_of, extract, folded, literal, raw, sign_extend, zero_extend};
use crate::term::{Sort, Term, big, modulo};

/// The integer without a sign.
pub fn to_nat(a: Term) -> Term {
    if let Some(value) = folded(BvOp::ToNat, &[&a]) {
        return value;
    }
    if let Some([first, rest @ ..]) = args_of(&a, BvOp::Concat)
        && first.as_bits().is_some_and(Bits::is_zero)
        && !rest.is_empty()
    {
        return to_nat(super::apply(BvOp::Concat, rest.to_vec()));
    }
    if let Some((BvOp::OfInt(width), [inner])) = a.as_bv() {
        return modulo(inner.clone(), big(BigInt::from(1) << width));
    }
    raw(BvOp::ToNat, vec![a])
}

/// The integer in two's complement.
pub fn to_int(a: Term) -> Term {
    if let Some(value) = folded(BvOp::ToInt, &[&a]) {
        return value;
    }
    if let Some((BvOp::SignExtend(_), [inner])) = a.as_bv() {
        return to_int(inner.clone());
    }
    // With a zero on top the sign plays no part.
    if let Some([first, ..]) = args_of(&a, BvOp::Concat)
        && first.as_bits().is_some_and(|bits| !bits.is_negative())
    {
        return to_nat(a);
    }
    raw(BvOp::ToInt, vec![a])
}

/// The lowest so many bits of an integer.
pub fn of_int(width: u32, a: Term) -> Term {
    let op = BvOp::OfInt(width);
    if *a.sort() != Sort::Int || width == 0 {
        return raw(op, vec![a]);
    }
    if let Some(value) = a.as_int() {
        return literal(Bits::new(value, width));
    }
    let Some((from @ (BvOp::ToNat | BvOp::ToInt), [inner])) = a.as_bv() else {
        return raw(op, vec![a]);
    };
    let Some(have) = inner.sort().width() else {
        return raw(op, vec![a]);
    };
    let inner = inner.clone();
    match width.checked_sub(have) {
        None => extract(width - 1, 0, inner),
        Some(by) if from == BvOp::ToNat => zero_extend(by, inner),
        Some(by) => sign_extend(by, inner),
    }
}

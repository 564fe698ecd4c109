//! Whether a machine operation overflows, as SMT-LIB 2.7 has it; said by the other operators.

use num_bigint::BigInt;

use super::{
    BvOp, Term, add, extract, lit, mul, raw, sign_extend, slt, sub, ult, width_of, zero_extend,
};
use crate::term::{and, eq, ne};

/// Whether the sum of two numbers without signs overflows.
pub fn uaddo(a: Term, b: Term) -> Term {
    match width_of(&a, &b) {
        Some(_) => ult(add(a.clone(), b), a),
        None => ill_sorted(a, b),
    }
}

/// Whether the sum of two signed numbers overflows.
pub fn saddo(a: Term, b: Term) -> Term {
    let Some(width) = width_of(&a, &b) else {
        return ill_sorted(a, b);
    };
    let sum = add(a.clone(), b.clone());
    let (a, b, sum) = (negative(a, width), negative(b, width), negative(sum, width));
    and(vec![eq(a.clone(), b), ne(a, sum)])
}

/// Whether the difference of two numbers without signs overflows.
pub fn usubo(a: Term, b: Term) -> Term {
    ult(a, b)
}

/// Whether the difference of two signed numbers overflows.
pub fn ssubo(a: Term, b: Term) -> Term {
    let Some(width) = width_of(&a, &b) else {
        return ill_sorted(a, b);
    };
    let difference = sub(a.clone(), b.clone());
    let (a, b) = (negative(a, width), negative(b, width));
    let difference = negative(difference, width);
    and(vec![ne(a.clone(), b), ne(a, difference)])
}

/// Whether the product of two numbers without signs overflows.
pub fn umulo(a: Term, b: Term) -> Term {
    match width_of(&a, &b).filter(|width| width.checked_mul(2).is_some()) {
        Some(width) => {
            let product = mul(zero_extend(width, a), zero_extend(width, b));
            ne(extract(2 * width - 1, width, product), lit(0, width))
        }
        None => ill_sorted(a, b),
    }
}

/// Whether the product of two signed numbers overflows.
pub fn smulo(a: Term, b: Term) -> Term {
    match width_of(&a, &b).filter(|width| width.checked_mul(2).is_some()) {
        Some(width) => {
            let product = mul(sign_extend(width, a), sign_extend(width, b));
            let low = extract(width - 1, 0, product.clone());
            ne(product, sign_extend(width, low))
        }
        None => ill_sorted(a, b),
    }
}

/// Whether two's complement overflows: of the least number.
pub fn nego(a: Term) -> Term {
    match a.sort().width() {
        Some(width) => eq(a, least(width)),
        None => ill_sorted(a.clone(), a),
    }
}

/// Whether the signed quotient overflows: of the least number by -1.
pub fn sdivo(a: Term, b: Term) -> Term {
    match width_of(&a, &b) {
        Some(width) => and(vec![eq(a, least(width)), eq(b, lit(-1, width))]),
        None => ill_sorted(a, b),
    }
}

fn least(width: u32) -> Term {
    lit(BigInt::from(1) << (width - 1), width)
}

fn negative(term: Term, width: u32) -> Term {
    slt(term, lit(0, width))
}

/// A comparison that is refused as not well sorted.
fn ill_sorted(a: Term, b: Term) -> Term {
    raw(BvOp::Ult, vec![a, b])
}

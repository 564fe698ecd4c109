//! Arithmetic of extents and indices: building, folding, comparing.

use num_bigint::BigInt;
use num_traits::{One, Zero};
use spec_lang::ast::build::{binary, int};
use spec_lang::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use spec_lang::print;
use std::collections::BTreeMap;

fn literal(expr: &Expr) -> Option<&BigInt> {
    match &expr.kind {
        ExprKind::Int(value) => Some(value),
        _ => None,
    }
}

/// `left * right`; numbers are multiplied out, and nothing is multiplied by 0 or 1.
/// What is left out by a 0 must be without effect: extents are.
pub(super) fn times(left: Expr, right: Expr) -> Expr {
    match (literal(&left), literal(&right)) {
        (Some(one), Some(other)) => int(one * other),
        (Some(number), None) if number.is_zero() => int(BigInt::zero()),
        (Some(number), None) if number.is_one() => right,
        (None, Some(number)) if number.is_one() => left,
        _ => binary(BinaryOp::Mul, left, right),
    }
}

/// `left + right`; numbers are added, and 0 is not.
pub(super) fn plus(left: Expr, right: Expr) -> Expr {
    match (literal(&left), literal(&right)) {
        (Some(one), Some(other)) => int(one + other),
        (Some(number), None) if number.is_zero() => right,
        (None, Some(number)) if number.is_zero() => left,
        _ => binary(BinaryOp::Add, left, right),
    }
}

/// A sum of products: each product of atoms, by its factor.
type Polynomial = BTreeMap<Vec<String>, BigInt>;

/// Products that a polynomial may have before it is taken as an atom.
const MOST_TERMS: usize = 256;

fn atom(expr: &Expr) -> Polynomial {
    Polynomial::from([(vec![print::expr(expr)], BigInt::one())])
}

fn sum(mut left: Polynomial, right: Polynomial, sign: i8) -> Polynomial {
    for (product, factor) in right {
        *left.entry(product).or_default() += factor * sign;
    }
    left.retain(|_, factor| !factor.is_zero());
    left
}

fn polynomial(expr: &Expr) -> Polynomial {
    match &expr.kind {
        ExprKind::Int(value) if value.is_zero() => Polynomial::new(),
        ExprKind::Int(value) => Polynomial::from([(Vec::new(), value.clone())]),
        ExprKind::Unary(UnaryOp::Neg, inner) => sum(Polynomial::new(), polynomial(inner), -1),
        ExprKind::Binary(BinaryOp::Add, left, right) => sum(polynomial(left), polynomial(right), 1),
        ExprKind::Binary(BinaryOp::Sub, left, right) => {
            sum(polynomial(left), polynomial(right), -1)
        }
        ExprKind::Binary(BinaryOp::Mul, left, right) => {
            let (left, right) = (polynomial(left), polynomial(right));
            if left.len().saturating_mul(right.len()) > MOST_TERMS {
                return atom(expr);
            }
            let mut product = Polynomial::new();
            for (one, factor) in &left {
                for (other, by) in &right {
                    let mut atoms = [one.as_slice(), other.as_slice()].concat();
                    atoms.sort();
                    product = sum(product, Polynomial::from([(atoms, factor * by)]), 1);
                }
            }
            product
        }
        _ => atom(expr),
    }
}

/// Whether two integer expressions without effect are equal as sums of products.
pub(super) fn same(left: &Expr, right: &Expr) -> bool {
    polynomial(left) == polynomial(right)
}

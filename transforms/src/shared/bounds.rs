//! Bounds on a loop's variable among its invariants, and what K updates make of them.

use crate::shared::loops::{By, Update, UpdateOp, constant};
use crate::shared::names::local;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, Zero};
use spec_lang::ast::{BinaryOp, Contract, Expr, ExprKind, NodeId, UnaryOp};
use spec_lang::resolve::Resolution;
use text::span::Span;

/// Which side a bound is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// `limit <= v`.
    Lower,
    /// `v <= limit`.
    Upper,
}

/// A conjunct `limit <= v` (or `<`, or the other way round) of an invariant.
#[derive(Clone, Debug, PartialEq)]
pub struct Bound {
    /// Which side it bounds.
    pub side: Side,
    /// Whether the variable may not reach the limit.
    pub strict: bool,
    /// The limit.
    pub limit: Expr,
    /// The invariant it is part of.
    pub clause: Span,
}

/// A comparison of the variable, alone on one side: which side the rest bounds it on,
/// whether strictly, and the rest.
pub fn comparison<'e>(
    resolution: &Resolution,
    expr: &'e Expr,
    variable: NodeId,
) -> Option<(Side, bool, &'e Expr)> {
    let ExprKind::Binary(op, left, right) = &expr.kind else {
        return None;
    };
    let (side, strict) = match op {
        BinaryOp::Lt => (Side::Upper, true),
        BinaryOp::Le => (Side::Upper, false),
        BinaryOp::Gt => (Side::Lower, true),
        BinaryOp::Ge => (Side::Lower, false),
        _ => return None,
    };
    if local(resolution, left) == Some(variable) {
        Some((side, strict, right))
    } else if local(resolution, right) == Some(variable) {
        let side = match side {
            Side::Lower => Side::Upper,
            Side::Upper => Side::Lower,
        };
        Some((side, strict, left))
    } else {
        None
    }
}

/// As [`comparison`], of a guard, which may be the negation of one.
pub fn tested<'e>(
    resolution: &Resolution,
    guard: &'e Expr,
    variable: NodeId,
) -> Option<(Side, bool, &'e Expr)> {
    let ExprKind::Unary(UnaryOp::Not, inner) = &guard.kind else {
        return comparison(resolution, guard, variable);
    };
    let (side, strict, limit) = tested(resolution, inner, variable)?;
    let side = match side {
        Side::Lower => Side::Upper,
        Side::Upper => Side::Lower,
    };
    Some((side, !strict, limit))
}

/// The bounds on a variable among the conjuncts of a loop's invariants.
pub fn bounds(resolution: &Resolution, contract: &Contract, variable: NodeId) -> Vec<Bound> {
    let mut found = Vec::new();
    for clause in &contract.clauses {
        let Some(expr) = clause.kind.invariant() else {
            continue;
        };
        let mut open = vec![expr];
        while let Some(expr) = open.pop() {
            match &expr.kind {
                ExprKind::Binary(BinaryOp::And | BinaryOp::Star, left, right) => {
                    open.push(right);
                    open.push(left);
                }
                _ => {
                    if let Some((side, strict, limit)) = comparison(resolution, expr, variable) {
                        found.push(Bound {
                            side,
                            strict,
                            limit: limit.clone(),
                            clause: clause.span,
                        });
                    }
                }
            }
        }
    }
    found
}

/// The side that moves: what the variable leaves behind.
pub fn moving_side(op: UpdateOp) -> Side {
    match op {
        UpdateOp::Add | UpdateOp::Mul => Side::Lower,
        UpdateOp::Sub | UpdateOp::Div => Side::Upper,
    }
}

/// Whether a literal lower bound shows the variable not to be negative.
pub fn is_not_negative(bounds: &[Bound]) -> bool {
    bounds.iter().any(|bound| {
        bound.side == Side::Lower
            && constant(&bound.limit).is_some_and(|limit| {
                !limit.is_negative() || (bound.strict && limit == BigInt::from(-1))
            })
    })
}

/// The limit after `count` updates, as text; `limit` and `by` are the source's own words
/// for the limit and for a step that is not a number.
///
/// None where the moved bound would not be known to hold, or is the same. For a sum
/// with a step that is not a number, the caller has to know that it is not negative.
pub fn moved(
    bound: &Bound,
    update: &Update,
    count: u64,
    not_negative: bool,
    limit: &str,
    by: &str,
) -> Option<String> {
    if bound.side != moving_side(update.op) || count == 0 {
        return None;
    }
    let number = constant(&bound.limit);
    match (update.op, &update.by) {
        (UpdateOp::Add | UpdateOp::Sub, By::Number(step)) => {
            let total = step * count;
            if total.is_zero() {
                return None;
            }
            let plus = update.op == UpdateOp::Add;
            Some(match number {
                Some(number) if plus => (number + total).to_string(),
                Some(number) => (number - total).to_string(),
                None => format!("{limit} {} {total}", if plus { "+" } else { "-" }),
            })
        }
        (UpdateOp::Add | UpdateOp::Sub, By::Expr(step)) => {
            let sign = if update.op == UpdateOp::Add { "+" } else { "-" };
            let step = grouped(step, by);
            let total = if count == 1 {
                step
            } else {
                format!("{count} * {step}")
            };
            Some(format!("{limit} {sign} {total}"))
        }
        (UpdateOp::Mul | UpdateOp::Div, By::Number(factor)) => {
            if *factor < BigInt::from(2) {
                return None;
            }
            let total = num_traits::checked_pow(factor.clone(), usize::try_from(count).ok()?)?;
            let strict = BigInt::from(u8::from(bound.strict));
            let times = update.op == UpdateOp::Mul;
            let Some(number) = number else {
                let sign = if times { "*" } else { "/" };
                return (!bound.strict && not_negative)
                    .then(|| format!("{} {sign} {total}", grouped(&bound.limit, limit)));
            };
            let (known, moved) = if times {
                // v > l is v >= l + 1.
                let first = &number + &strict;
                (first.is_positive(), first * total - strict)
            } else {
                let last = &number - &strict;
                (!last.is_negative(), last.div_floor(&total) + strict)
            };
            (known && moved != number).then(|| moved.to_string())
        }
        (UpdateOp::Mul | UpdateOp::Div, By::Expr(_)) => None,
    }
}

/// The text in parentheses, unless it is one word or call.
fn grouped(expr: &Expr, text: &str) -> String {
    match expr.kind {
        ExprKind::Binary(..) | ExprKind::Unary(..) | ExprKind::Conditional(..) => {
            format!("({text})")
        }
        _ => text.to_owned(),
    }
}

//! Amounts of permission, and the numbers and conditions that decide them, of known values.

use super::Values;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use spec_lang::ast::{BinaryOp, Expr, ExprKind, UnaryOp};

/// An amount of permission: a fraction, and perhaps a wildcard besides.
#[derive(Clone, Default)]
pub(super) struct Amount {
    fraction: BigRational,
    wildcard: bool,
}

impl Amount {
    fn exact(numerator: i64, denominator: i64) -> Amount {
        Amount {
            fraction: BigRational::new(numerator.into(), denominator.into()),
            wildcard: false,
        }
    }

    pub(super) fn plus(self, other: Amount) -> Amount {
        Amount {
            fraction: self.fraction + other.fraction,
            wildcard: self.wildcard || other.wildcard,
        }
    }

    pub(super) fn negated(self) -> Amount {
        Amount {
            fraction: -self.fraction,
            ..self
        }
    }

    pub(super) fn is_some(&self) -> bool {
        self.wildcard || self.fraction.is_positive()
    }

    pub(super) fn is_whole(&self) -> bool {
        !self.wildcard && self.fraction >= BigRational::one()
    }

    pub(super) fn words(&self) -> String {
        let (over, under) = (self.fraction.numer(), self.fraction.denom());
        match self.wildcard {
            true if over.is_zero() => "read".to_owned(),
            true => format!("{over}/{under} and read"),
            false if self.fraction.is_one() => "write".to_owned(),
            false => self.fraction.to_string(),
        }
    }
}

/// The amount that an expression stands for; none if it is not known.
pub(super) fn amount_of(expr: &Expr, values: &Values) -> Option<Amount> {
    Some(match &expr.kind {
        ExprKind::Write => Amount::exact(1, 1),
        ExprKind::NoPerm => Amount::default(),
        ExprKind::Read => Amount {
            wildcard: true,
            ..Amount::default()
        },
        ExprKind::Binary(BinaryOp::Frac, a, b) => {
            let (over, under) = (number(a, values)?, number(b, values)?);
            // Of no positive amount of parts nothing can be drawn.
            Amount::exact(over, (under > 0).then_some(under)?)
        }
        _ => Amount::exact(number(expr, values)?, 1),
    })
}

/// The number that an expression stands for; none if it is not known.
pub(super) fn number(expr: &Expr, values: &Values) -> Option<i64> {
    let pair = |a: &Expr, b: &Expr| Some((number(a, values)?, number(b, values)?));
    match &expr.kind {
        ExprKind::Int(value) => BigInt::to_i64(value),
        // A name without a value is a size.
        ExprKind::Name(name) => Some(values.get(&name.name).copied().unwrap_or(values.open)),
        ExprKind::Member(base, name) if name.name == "length" => {
            let known = match &base.kind {
                ExprKind::Name(base) => values.get(&format!("{}.length", base.name)).copied(),
                _ => None,
            };
            Some(known.unwrap_or(values.open))
        }
        ExprKind::Unary(UnaryOp::Neg, a) => number(a, values)?.checked_neg(),
        ExprKind::Conditional(c, a, b) => match truth(c, values)? {
            true => number(a, values),
            false => number(b, values),
        },
        ExprKind::Binary(op, a, b) => {
            let (x, y) = pair(a, b)?;
            match op {
                BinaryOp::Add => x.checked_add(y),
                BinaryOp::Sub => x.checked_sub(y),
                BinaryOp::Mul => x.checked_mul(y),
                BinaryOp::Div => x.checked_div_euclid(y),
                BinaryOp::Mod => x.checked_rem_euclid(y),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Whether a condition holds; none if it is not known.
pub(super) fn truth(expr: &Expr, values: &Values) -> Option<bool> {
    match &expr.kind {
        ExprKind::Bool(value) => Some(*value),
        ExprKind::Unary(UnaryOp::Not, a) => Some(!truth(a, values)?),
        ExprKind::Binary(op, a, b) => match op {
            BinaryOp::And | BinaryOp::Star => Some(truth(a, values)? && truth(b, values)?),
            BinaryOp::Or => Some(truth(a, values)? || truth(b, values)?),
            BinaryOp::Implies => Some(!truth(a, values)? || truth(b, values)?),
            _ => {
                let (x, y) = (number(a, values)?, number(b, values)?);
                match op {
                    BinaryOp::Eq => Some(x == y),
                    BinaryOp::Ne => Some(x != y),
                    BinaryOp::Lt => Some(x < y),
                    BinaryOp::Le => Some(x <= y),
                    BinaryOp::Gt => Some(x > y),
                    BinaryOp::Ge => Some(x >= y),
                    _ => None,
                }
            }
        },
        _ => None,
    }
}

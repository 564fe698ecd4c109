//! Shares, and the numbers and conditions that decide them, of known values.

use super::{SIZE, Values};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use spec_lang::ast::{BinaryOp, Expr, ExprKind, UnaryOp};

/// A share: a fraction, or some of it.
#[derive(Clone, Default)]
pub(super) struct Share {
    over: i64,
    under: i64,
    some: bool,
}

impl Share {
    pub(super) fn plus(self, other: Share) -> Share {
        let (a, b) = (self.under.max(1), other.under.max(1));
        let sum = || {
            let over = self
                .over
                .checked_mul(b)?
                .checked_add(other.over.checked_mul(a)?)?;
            Some((over, a.checked_mul(b)?))
        };
        let (over, under) = sum().unwrap_or((1, 1));
        Share {
            over,
            under,
            some: self.some || other.some,
        }
    }

    pub(super) fn negated(self) -> Share {
        Share {
            over: -self.over,
            ..self
        }
    }

    pub(super) fn is_some(&self) -> bool {
        self.some || self.over > 0
    }

    pub(super) fn is_whole(&self) -> bool {
        !self.some && self.over >= self.under
    }

    pub(super) fn words(&self) -> String {
        let divisor = greatest_common_divisor(self.over, self.under.max(1)).max(1);
        let (over, under) = (self.over / divisor, self.under.max(1) / divisor);
        match (self.some, over, under) {
            (true, 0, _) => "read".to_owned(),
            (true, ..) => format!("{over}/{under} and read"),
            (false, 1, 1) => "write".to_owned(),
            (false, over, 1) => over.to_string(),
            (false, over, under) => format!("{over}/{under}"),
        }
    }
}

fn greatest_common_divisor(a: i64, b: i64) -> i64 {
    match b {
        0 => a.abs(),
        _ => greatest_common_divisor(b, a % b),
    }
}

/// The share that an expression stands for; none if it is not known.
pub(super) fn share(expr: &Expr, values: &Values) -> Option<Share> {
    let exact = |over, under| Share {
        over,
        under,
        some: false,
    };
    Some(match &expr.kind {
        ExprKind::Write => exact(1, 1),
        ExprKind::NoPerm => exact(0, 1),
        ExprKind::Read => Share {
            over: 0,
            under: 1,
            some: true,
        },
        ExprKind::Binary(BinaryOp::Frac, a, b) => exact(number(a, values)?, number(b, values)?),
        _ => exact(number(expr, values)?, 1),
    })
}

/// The number that an expression stands for; none if it is not known.
pub(super) fn number(expr: &Expr, values: &Values) -> Option<i64> {
    let pair = |a: &Expr, b: &Expr| Some((number(a, values)?, number(b, values)?));
    match &expr.kind {
        ExprKind::Int(value) => BigInt::to_i64(value),
        // A name without a value is a size.
        ExprKind::Name(name) => Some(values.get(&name.name).copied().unwrap_or(SIZE)),
        ExprKind::Member(base, name) if name.name == "length" => {
            let known = match &base.kind {
                ExprKind::Name(base) => values.get(&format!("{}.length", base.name)).copied(),
                _ => None,
            };
            Some(known.unwrap_or(SIZE))
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

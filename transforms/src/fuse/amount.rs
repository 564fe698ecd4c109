//! Amounts: numbers where they are numbers, trees where they are not.

use super::formula::canonical;
use num_integer::Integer;
use spec_lang::ast::build::{binary, int};
use spec_lang::ast::{BinaryOp, Expr, ExprKind};

/// A positive fraction, or zero, in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fraction {
    top: i64,
    bottom: i64,
}

impl Fraction {
    /// Nothing.
    pub(super) const NONE: Fraction = Fraction { top: 0, bottom: 1 };

    fn new(top: i64, bottom: i64) -> Option<Self> {
        if bottom == 0 {
            return None;
        }
        let (top, bottom) = match bottom < 0 {
            true => (top.checked_neg()?, bottom.checked_neg()?),
            false => (top, bottom),
        };
        let common = top.gcd(&bottom).max(1);
        Some(Fraction {
            top: top / common,
            bottom: bottom / common,
        })
    }

    /// `self + other`; none if numbers get too large.
    pub(super) fn plus(self, other: Self) -> Option<Self> {
        let left = self.top.checked_mul(other.bottom)?;
        let right = other.top.checked_mul(self.bottom)?;
        Self::new(
            left.checked_add(right)?,
            self.bottom.checked_mul(other.bottom)?,
        )
    }

    /// `self - other`; none if numbers get too large.
    pub(super) fn minus(self, other: Self) -> Option<Self> {
        self.plus(Fraction {
            top: other.top.checked_neg()?,
            ..other
        })
    }

    /// A part of it; none if numbers get too large.
    pub(super) fn over(self, parts: i64) -> Option<Self> {
        Self::new(self.top, self.bottom.checked_mul(parts)?)
    }

    /// Whether it is more than nothing.
    pub(super) fn is_positive(self) -> bool {
        self.top > 0
    }

    /// Whether it is enough to write.
    pub(super) fn is_whole(self) -> bool {
        self.top >= self.bottom
    }

    /// As it is written.
    pub(super) fn expr(self) -> Expr {
        match self.bottom {
            1 => int(self.top),
            _ => binary(BinaryOp::Frac, int(self.top), int(self.bottom)),
        }
    }
}

/// The amount of a permission.
#[derive(Clone, Debug)]
pub(super) enum Amount {
    /// A number.
    Number(Fraction),
    /// `read`: some positive permission, another one at each place.
    Read,
    /// Anything else.
    Other(Expr),
}

impl Amount {
    /// An amount as it is written.
    pub(super) fn of(expr: &Expr) -> Self {
        match (constant(expr), &expr.kind) {
            (Some(fraction), _) => Amount::Number(fraction),
            (None, ExprKind::Read) => Amount::Read,
            _ => Amount::Other(expr.clone()),
        }
    }

    /// Its number, if it is one.
    pub(super) fn number(&self) -> Option<Fraction> {
        match self {
            Amount::Number(fraction) => Some(*fraction),
            _ => None,
        }
    }

    /// Whether two are written the same and mean the same; two of `read` do not.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Amount::Number(left), Amount::Number(right)) => left == right,
            (Amount::Other(left), Amount::Other(right)) => canonical(left) == canonical(right),
            _ => false,
        }
    }
}

fn constant(expr: &Expr) -> Option<Fraction> {
    match &expr.kind {
        ExprKind::Int(value) => Fraction::new(i64::try_from(value).ok()?, 1),
        ExprKind::Write => Fraction::new(1, 1),
        ExprKind::NoPerm => Some(Fraction::NONE),
        ExprKind::Binary(op, left, right) => {
            let (left, right) = (constant(left)?, constant(right)?);
            match op {
                BinaryOp::Frac | BinaryOp::Div => Fraction::new(
                    left.top.checked_mul(right.bottom)?,
                    left.bottom.checked_mul(right.top)?,
                ),
                BinaryOp::Mul => Fraction::new(
                    left.top.checked_mul(right.top)?,
                    left.bottom.checked_mul(right.bottom)?,
                ),
                BinaryOp::Add => left.plus(right),
                BinaryOp::Sub => left.minus(right),
                _ => None,
            }
        }
        _ => None,
    }
}

//! What an expression of the program is for the values of a counterexample.

use spec_lang::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use std::collections::BTreeMap;

/// How deep variables are replaced by what they were declared with.
const DEPTH: usize = 8;

/// What is known of a thread.
#[derive(Clone, Debug, Default)]
pub(super) struct Values<'a> {
    /// Numbers, by the words of the program: `n`, `a.length`.
    pub numbers: BTreeMap<String, i128>,
    /// Variables that are given a value where they are declared, and never again.
    pub fixed: BTreeMap<String, &'a Expr>,
}

impl Values<'_> {
    /// A number; none if it is not known.
    pub(super) fn number(&self, e: &Expr) -> Option<i128> {
        self.number_within(e, DEPTH)
    }

    fn number_within(&self, e: &Expr, depth: usize) -> Option<i128> {
        let depth = depth.checked_sub(1)?;
        match &e.kind {
            ExprKind::Int(value) => i128::try_from(value).ok(),
            ExprKind::Name(name) => match self.numbers.get(&name.name) {
                Some(value) => Some(*value),
                None => self.number_within(self.fixed.get(&name.name)?, depth),
            },
            ExprKind::Member(base, part) => {
                let ExprKind::Name(base) = &base.kind else {
                    return None;
                };
                let name = format!("{}.{}", base.name, part.name);
                self.numbers.get(&name).copied()
            }
            ExprKind::Unary(UnaryOp::Neg, inner) => self.number_within(inner, depth)?.checked_neg(),
            ExprKind::Binary(op, left, right) => {
                let left = self.number_within(left, depth)?;
                let right = self.number_within(right, depth)?;
                match op {
                    BinaryOp::Add => left.checked_add(right),
                    BinaryOp::Sub => left.checked_sub(right),
                    BinaryOp::Mul => left.checked_mul(right),
                    // Of other operands the profiles think differently.
                    BinaryOp::Div if left >= 0 && right > 0 => Some(left / right),
                    BinaryOp::Mod if left >= 0 && right > 0 => Some(left % right),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Whether a condition holds; none if that is not known.
    pub(super) fn truth(&self, e: &Expr) -> Option<bool> {
        match &e.kind {
            ExprKind::Bool(value) => Some(*value),
            ExprKind::Unary(UnaryOp::Not, inner) => Some(!self.truth(inner)?),
            ExprKind::Binary(BinaryOp::And, left, right) => {
                Some(self.truth(left)? && self.truth(right)?)
            }
            ExprKind::Binary(BinaryOp::Or, left, right) => {
                Some(self.truth(left)? || self.truth(right)?)
            }
            ExprKind::Binary(op, left, right) => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                match op {
                    BinaryOp::Eq => Some(left == right),
                    BinaryOp::Ne => Some(left != right),
                    BinaryOp::Lt => Some(left < right),
                    BinaryOp::Le => Some(left <= right),
                    BinaryOp::Gt => Some(left > right),
                    BinaryOp::Ge => Some(left >= right),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// The numbers of a counterexample; none for a name that two variables have.
pub(super) fn given(counterexample: &[(String, String)]) -> BTreeMap<String, i128> {
    let mut numbers: BTreeMap<String, i128> = BTreeMap::new();
    let mut doubtful = Vec::new();
    for (name, value) in counterexample {
        if let Ok(value) = value.parse()
            && numbers
                .insert(name.clone(), value)
                .is_some_and(|old| old != value)
        {
            doubtful.push(name.clone());
        }
    }
    numbers.retain(|name, _| !doubtful.contains(name));
    numbers
}

//! Expressions of a kernel as numbers that clauses can name: sums and products of parameters.

use super::linear::Values;
use super::meaning::parameter;
use contracts::Number;
use kernel_graph::{BinaryOp, CastOp, Expr, ExprKind, Function, LocalId, Scalar};
use std::collections::BTreeMap;

/// No deeper into the values of locals.
const DEPTH: u32 = 12;

/// A number of more parameters and literals is not what anybody writes.
const MOST_LEAVES: usize = 4;

/// The parameters of a kernel of which clauses may speak.
pub(super) struct Names<'f>(BTreeMap<LocalId, &'f str>);

impl<'f> Names<'f> {
    /// Those of a kernel: integers that are passed as they are.
    pub(super) fn of(function: &'f Function) -> Self {
        let whole = function.params.iter().filter(|param| {
            let local = function.local(param.local);
            local.is_some_and(|local| matches!(local.scalar, Scalar::Int(width) if width >= 32))
        });
        Names(whole.map(|param| (param.local, &*param.name)).collect())
    }

    /// The number that an expression is, as if nothing wrapped; none if it is a literal, or made of anything else.
    pub(super) fn number(&self, expr: &Expr, values: &Values<'_>) -> Option<Number> {
        let mut leaves = 0;
        let number = self.made(expr, values, (DEPTH, &mut leaves))?;
        (!number.names().is_empty() && leaves <= MOST_LEAVES).then_some(number)
    }

    fn made(
        &self,
        expr: &Expr,
        values: &Values<'_>,
        (depth, leaves): (u32, &mut usize),
    ) -> Option<Number> {
        let deeper = depth.checked_sub(1)?;
        if let Some(number) = values.constant(expr) {
            *leaves += 1;
            return Some(Number::from(i64::try_from(number).ok()?));
        }
        let expr = values.resolved(expr);
        match &expr.kind {
            ExprKind::Local(local) => {
                *leaves += 1;
                parameter(self.0.get(local)?)
            }
            ExprKind::Cast(CastOp::ZeroExtend | CastOp::SignExtend, of) => {
                self.made(of, values, (deeper, leaves))
            }
            ExprKind::Binary(op, a, b) => {
                let a = self.made(a, values, (deeper, &mut *leaves))?;
                let b = self.made(b, values, (deeper, leaves))?;
                match op.wrapping() {
                    BinaryOp::Add | BinaryOp::AddSigned => Some(Number::sum([a, b])),
                    BinaryOp::Sub | BinaryOp::SubSigned => {
                        let less = match b {
                            Number::Literal(n) => Number::Literal(-n),
                            b => Number::Negation(Box::new(b)),
                        };
                        Some(Number::sum([a, less]))
                    }
                    BinaryOp::Mul | BinaryOp::MulSigned => Some(Number::product([a, b])),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

//! Sums and products over ranges of integers.

use crate::context::environment::Place;
use crate::context::lowerer::Lowerer;
use crate::context::unsupported::{Lowered, unsupported};
use crate::expressions::quantifier::Bound;
use core_lang::{Builtin, DataType, Expr, ExprKind, LocalId};
use logic::Sort;
use num_rational::BigRational;
use num_traits::{One, Zero};
use text::code::Code;

impl<'a> Lowerer<'_, 'a> {
    /// `(\sum int i = low .. high, …; range; body)`: one range within another; what else the
    /// range asks for decides what counts.
    pub(crate) fn fold(
        &mut self,
        place: Place<'_>,
        product: bool,
        bound: Bound<'a>,
    ) -> Lowered<Expr> {
        let Bound {
            binders,
            range,
            body,
            span,
        } = bound;
        let (variables, mut guards) = self.binders(place, binders, range)?;
        let body = self.expr(place, body)?;
        let unit = match (&body.sort, product) {
            (Sort::Int, _) => Expr::int(i64::from(product), span),
            (Sort::Real, false) => crate::context::build::real(BigRational::zero(), span),
            (Sort::Real, true) => crate::context::build::real(BigRational::one(), span),
            _ => return unsupported(Code::U042, span, "a sum or product of this"),
        };
        let mut ranges = Vec::new();
        for (at, variable) in variables.iter().enumerate() {
            let local = self.output.core.local(*variable);
            if local.sort != Sort::Int || local.data != DataType::Plain {
                return unsupported(
                    Code::U042,
                    span,
                    "a sum or product over values of this type",
                );
            }
            // A bound may mention the variables around it, not itself or those within.
            let inner = variables.get(at..).unwrap_or_default();
            let Some((low, high)) = take_range(&mut guards, *variable, inner) else {
                return unsupported(Code::U042, span, "a sum or product without plain bounds");
            };
            ranges.push((*variable, low, high));
        }
        let sort = body.sort.clone();
        let condition = Expr::and(guards, span);
        let body = if condition.as_bool() == Some(true) {
            body
        } else {
            let kind = ExprKind::Ite(Box::new(condition), Box::new(body), Box::new(unit));
            Expr::new(sort.clone(), span, kind)
        };
        Ok(ranges
            .into_iter()
            .rev()
            .fold(body, |body, (variable, low, high)| {
                let kind = ExprKind::Fold {
                    product,
                    variable,
                    low: Box::new(low),
                    high: Box::new(high),
                    body: Box::new(body),
                };
                Expr::new(sort.clone(), span, kind)
            }))
    }
}

/// Takes the first lower and the first upper bound on a variable from some conditions.
pub(crate) fn take_range(
    guards: &mut Vec<Expr>,
    variable: LocalId,
    without: &[LocalId],
) -> Option<(Expr, Expr)> {
    let mut low = None;
    let mut high = None;
    for guard in std::mem::take(guards) {
        match limit(&guard, variable, without) {
            Some(Limit::Low(limit)) if low.is_none() => low = Some(limit),
            Some(Limit::High(limit)) if high.is_none() => high = Some(limit),
            _ => guards.push(guard),
        }
    }
    low.zip(high)
}

/// A bound on a variable.
enum Limit {
    /// The first value.
    Low(Expr),
    /// The value after the last.
    High(Expr),
}

/// What a comparison says of a variable, if the other side mentions none of some variables.
#[allow(clippy::wildcard_enum_match_arm, reason = "the rest is no limit")]
fn limit(guard: &Expr, variable: LocalId, without: &[LocalId]) -> Option<Limit> {
    let ExprKind::Apply(op, sides) = &guard.kind else {
        return None;
    };
    let [left, right] = sides.as_slice() else {
        return None;
    };
    let is = |e: &Expr| matches!(e.kind, ExprKind::Local(local) if local == variable);
    let free = |e: &Expr| {
        let mut free = e.sort == Sort::Int;
        e.visit(&mut |part| {
            if let ExprKind::Local(local) = part.kind {
                free &= !without.contains(&local);
            }
        });
        free
    };
    // As `left < right` or `left <= right`.
    let (left, right, strict) = match op {
        Builtin::Lt => (left, right, true),
        Builtin::Le => (left, right, false),
        Builtin::Gt => (right, left, true),
        Builtin::Ge => (right, left, false),
        _ => return None,
    };
    let next = |e: &Expr| {
        let span = e.span;
        let sides = vec![e.clone(), Expr::int(1, span)];
        Expr::new(Sort::Int, span, ExprKind::Apply(Builtin::Add, sides))
    };
    if is(right) && free(left) {
        return Some(Limit::Low(if strict { next(left) } else { left.clone() }));
    }
    if is(left) && free(right) {
        return Some(Limit::High(if strict {
            right.clone()
        } else {
            next(right)
        }));
    }
    None
}

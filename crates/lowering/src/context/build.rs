//! Small pieces of core text.

use core_lang::{Builtin, Expr, ExprKind, Rule, Stmt, StmtKind};
use logic::Sort;
use num_rational::BigRational;
use num_traits::One;
use text::span::Span;

/// A rational.
pub(crate) fn real(value: BigRational, span: Span) -> Expr {
    Expr::new(Sort::Real, span, ExprKind::Real(value))
}

/// Whether an amount is written as one.
pub(crate) fn is_one(e: &Expr) -> bool {
    matches!(&e.kind, ExprKind::Real(value) if value.is_one())
        || matches!(&e.kind, ExprKind::Int(value) if value.is_one())
}

/// Something found out without the solver; by itself it does not hold.
pub(crate) fn broken(rule: Rule, span: Span) -> Stmt {
    Stmt::new(
        span,
        StmtKind::Decided {
            holds: false,
            rule,
            because: None,
        },
    )
}

/// A number as a rational.
pub(crate) fn as_real(e: Expr) -> Expr {
    let span = e.span;
    match (&e.sort, &e.kind) {
        (Sort::Int, ExprKind::Int(value)) => real(BigRational::from_integer(value.clone()), span),
        (Sort::Int, _) => Expr::new(Sort::Real, span, ExprKind::Apply(Builtin::ToReal, vec![e])),
        _ => e,
    }
}

//! What is known where, and may be said in a formula of ours.

use crate::framework::input::Input;
use crate::prefetch::found::Known;
use crate::shared::names::effect;
use spec_lang::ast::{
    BinaryOp, Binder, Expr, ExprKind, QuantifierKind, Stmt, StmtKind, Visitor, build,
};
use spec_lang::facts::has_permissions;

/// `low <= i && i < high`.
pub(super) fn within(binder: &Binder, low: &Expr, high: &Expr) -> Expr {
    let at = |kind| build::expr_at(binder.span, kind);
    let name = || Box::new(at(ExprKind::Name(binder.name.clone())));
    let first = at(ExprKind::Binary(
        BinaryOp::Le,
        Box::new(low.clone()),
        name(),
    ));
    let last = at(ExprKind::Binary(
        BinaryOp::Lt,
        name(),
        Box::new(high.clone()),
    ));
    at(ExprKind::Binary(
        BinaryOp::And,
        Box::new(first),
        Box::new(last),
    ))
}

/// Whether an iteration may go to the head by `continue`.
pub(super) fn continues(body: &Stmt) -> bool {
    struct Find(bool);
    impl Visitor for Find {
        fn visit_stmt(&mut self, stmt: &Stmt) {
            self.0 |= matches!(stmt.kind, StmtKind::Continue(_));
            self.walk_stmt(stmt);
        }
        fn visit_expr(&mut self, _: &Expr) {}
    }
    let mut find = Find(false);
    find.visit_stmt(body);
    find.0
}

/// Whether a formula says more than true or false, or something that would not say the same in a
/// formula of ours.
fn has_more(input: &Input<'_>, expr: &Expr) -> bool {
    struct Find<'a>(&'a Input<'a>, bool);
    impl Visitor for Find<'_> {
        fn visit_expr(&mut self, expr: &Expr) {
            self.1 |= has_permissions(self.0.resolution, expr)
                || matches!(
                    &expr.kind,
                    ExprKind::ForPerm(..)
                        | ExprKind::PolarityDependent(..)
                        | ExprKind::Trigger(..)
                        | ExprKind::Any
                        | ExprKind::Binary(BinaryOp::Star, ..)
                        | ExprKind::Quantifier {
                            kind: QuantifierKind::ForallStar,
                            ..
                        }
                );
            if !self.1 {
                self.walk_expr(expr);
            }
        }
    }
    let mut find = Find(input, false);
    find.visit_expr(expr);
    find.1
}

/// What is known if a formula holds (or does not), as far as we may say it.
pub(super) fn fact(input: &Input<'_>, expr: &Expr, holds: bool) -> Vec<Known> {
    if let ExprKind::Binary(BinaryOp::And | BinaryOp::Star, left, right) = &expr.kind
        && holds
    {
        let mut both = fact(input, left, true);
        both.extend(fact(input, right, true));
        return both;
    }
    let plain = effect(input, expr).is_none() && !has_more(input, expr);
    plain.then(|| (expr.clone(), holds)).into_iter().collect()
}

//! What is known where, and may be said in a formula of ours.

use crate::framework::input::Input;
use crate::prefetch::found::Known;
use crate::shared::names::effect;
use spec_lang::ast::{
    BinaryOp, Binder, Expr, ExprKind, NodeId, QuantifierKind, Stmt, StmtKind, Visitor,
};
use spec_lang::resolve::{Reference, Type};

/// `low <= i && i < high`.
pub(super) fn within(binder: &Binder, low: &Expr, high: &Expr) -> Expr {
    let at = |kind| Expr {
        id: NodeId(u32::MAX),
        span: binder.span,
        kind,
    };
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

/// Whether a formula says more than true or false.
fn has_resource(input: &Input<'_>, expr: &Expr) -> bool {
    struct Find<'a>(&'a Input<'a>, bool);
    impl Visitor for Find<'_> {
        fn visit_expr(&mut self, expr: &Expr) {
            self.1 |= match &expr.kind {
                ExprKind::Perm(..)
                | ExprKind::PointsTo(..)
                | ExprKind::Value(_)
                | ExprKind::HPerm(..)
                | ExprKind::Scale(..)
                | ExprKind::Held(_)
                | ExprKind::Idle(_)
                | ExprKind::Running(_)
                | ExprKind::Committed(_)
                | ExprKind::Matrix(..)
                | ExprKind::ForPerm(..)
                | ExprKind::PolarityDependent(..)
                | ExprKind::Trigger(..)
                | ExprKind::Any
                | ExprKind::Binary(BinaryOp::Star | BinaryOp::Wand, ..) => true,
                ExprKind::Quantifier { kind, .. } => *kind == QuantifierKind::ForallStar,
                ExprKind::Call(_) => matches!(
                    self.0.resolution.references.get(&expr.id),
                    Some(Reference::Predicate(..) | Reference::Implicit(_)) | None
                ),
                _ => *self.0.resolution.type_of(expr.id) == Type::Resource,
            };
            self.walk_expr(expr);
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
    let plain = effect(input, expr).is_none() && !has_resource(input, expr);
    plain.then(|| (expr.clone(), holds)).into_iter().collect()
}

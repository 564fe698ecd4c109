//! What an iteration of a loop leaves as it is.

use super::check::Target;
use crate::framework::input::Input;
use crate::shared::names::{effect, is_length, is_stable, local};
use spec_lang::ast::{
    BinaryOp, Expr, ExprKind, NodeId, SpecKind, Stmt, StmtKind, UnaryOp, Visitor,
};
use spec_lang::facts;
use spec_lang::resolve::Reference;

/// What an iteration leaves as it is.
///
/// Nothing false can come of a mistake here: the guards left out are asserted in the result.
pub(super) struct Steady<'a> {
    input: &'a Input<'a>,
    /// The locals that change, the loop's variable apart.
    locals: Vec<NodeId>,
    /// The fields that change; none if any could.
    fields: Option<Vec<NodeId>>,
}

impl<'a> Steady<'a> {
    /// Looks at an iteration.
    pub(super) fn new(input: &'a Input<'a>, target: &Target, variable: NodeId) -> Self {
        struct Fields<'a>(&'a Input<'a>, Option<Vec<NodeId>>);
        impl Visitor for Fields<'_> {
            fn visit_stmt(&mut self, stmt: &Stmt) {
                match &stmt.kind {
                    StmtKind::Assign { target, .. } => {
                        if let (Some(fields), Some(Reference::Field(id, _))) =
                            (&mut self.1, self.0.resolution.references.get(&target.id))
                        {
                            fields.push(*id);
                        }
                    }
                    // The fields stay with this thread.
                    StmtKind::Spec(SpecKind::Fold | SpecKind::Unfold, _) => {}
                    // Others may have the fields meanwhile.
                    StmtKind::Spec(kind, _) if facts::spec(*kind).effect.may() => self.1 = None,
                    kind if facts::stmt(kind).permissions.may() => self.1 = None,
                    // Assignments within it are looked at.
                    _ => {}
                }
                self.walk_stmt(stmt);
            }
            fn visit_expr(&mut self, expr: &Expr) {
                let writes = match &expr.kind {
                    // A choice leaves all fields as they are.
                    ExprKind::ChooseFresh(_) => false,
                    ExprKind::Binary(..) => self.0.resolution.method_called(expr).is_some(),
                    kind => facts::expr(kind).effect.may(),
                };
                if writes && effect(self.0, expr).is_some() && !is_count(self.0, expr) {
                    self.1 = None;
                }
                self.walk_expr(expr);
            }
        }
        let mut fields = Fields(input, Some(Vec::new()));
        for stmt in target.parts.update.iter().chain([&target.parts.body]) {
            fields.visit_stmt(stmt);
        }
        Steady {
            input,
            locals: others_written(input, target, variable),
            fields: fields.1,
        }
    }

    /// Whether a guard reads nothing that an iteration changes but its variable.
    pub(super) fn foresees(&self, guard: &Expr) -> bool {
        match &guard.kind {
            ExprKind::Bool(_) => true,
            ExprKind::Unary(UnaryOp::Not, inner) => self.foresees(inner),
            ExprKind::Binary(op, left, right)
                if is_comparison(*op) || matches!(op, BinaryOp::And | BinaryOp::Or) =>
            {
                self.foresees(left) && self.foresees(right)
            }
            ExprKind::Binary(
                BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Mod,
                left,
                right,
            ) => self.foresees(left) && self.foresees(right),
            ExprKind::Name(_) => self.is_field(guard) || self.is_local(guard),
            ExprKind::Member(inner, _) if self.is_field(guard) => {
                matches!(inner.kind, ExprKind::This) || self.is_local(inner)
            }
            ExprKind::Member(inner, _) if is_length(self.input.resolution, guard) => {
                self.is_field(inner) || self.is_local(inner)
            }
            _ => is_stable(self.input.resolution, guard, &self.locals),
        }
    }

    fn is_local(&self, expr: &Expr) -> bool {
        local(self.input.resolution, expr).is_some_and(|id| !self.locals.contains(&id))
    }

    fn is_field(&self, expr: &Expr) -> bool {
        matches!(
            (self.input.resolution.references.get(&expr.id), &self.fields),
            (Some(Reference::Field(id, _)), Some(fields)) if !fields.contains(id)
        )
    }
}

/// An increment of a local, which leaves all fields as they are.
fn is_count(input: &Input<'_>, expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Increment { target, .. } => local(input.resolution, target).is_some(),
        _ => false,
    }
}

/// The locals that an iteration writes, the loop's variable apart.
pub(super) fn others_written(input: &Input<'_>, target: &Target, variable: NodeId) -> Vec<NodeId> {
    let changing = target.parts.changing(input.resolution).into_iter();
    changing.filter(|id| *id != variable).collect()
}

/// Whether an operator compares two numbers.
pub(super) fn is_comparison(op: BinaryOp) -> bool {
    use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
    matches!(op, Lt | Le | Gt | Ge | Eq | Ne)
}

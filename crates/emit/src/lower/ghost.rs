//! Ghost statements: they disappear, so no code may see what they did.

use super::{Lowering, refuse};
use crate::refusal::Refused;
use spec_lang::ast::{Expr, ExprKind, Method, Stmt, StmtKind, Visitor};
use spec_lang::resolve::{Reference, Type};
use text::code::Code;
use text::span::Span;

impl Lowering<'_, '_> {
    /// Refuses a ghost statement that assigns what code has, or that calls, jumps or assumes something.
    pub(super) fn ghost(&self, stmt: &Stmt) -> Result<(), Refused> {
        let mut look = Look {
            lowering: self,
            found: None,
        };
        look.visit_stmt(stmt);
        match look.found {
            Some((span, what)) => refuse(Code::E008, span, what),
            None => Ok(()),
        }
    }
}

struct Look<'l, 'w, 'a> {
    lowering: &'l Lowering<'w, 'a>,
    found: Option<(Span, &'static str)>,
}

impl Look<'_, '_, '_> {
    fn target(&mut self, target: &Expr) {
        let resolution = self.lowering.world.resolution();
        let own = match (&target.kind, resolution.references.get(&target.id)) {
            (ExprKind::Name(_), Some(Reference::Local(id))) => {
                self.lowering.names.of(resolution.canonical(*id)).is_none()
            }
            _ => false,
        };
        if !own {
            let what = "a ghost statement changes what code may read";
            self.found.get_or_insert((target.span, what));
        }
    }
}

impl Visitor for Look<'_, '_, '_> {
    fn visit_stmt(&mut self, stmt: &Stmt) {
        use spec_lang::ast::SpecKind as S;
        match &stmt.kind {
            StmtKind::Assign { target, .. } => self.target(target),
            StmtKind::Return(_)
            | StmtKind::Break(_)
            | StmtKind::Continue(_)
            | StmtKind::Goto(_)
            | StmtKind::Par(_)
            | StmtKind::Region { .. }
            | StmtKind::Barrier(_)
            | StmtKind::Atomic { .. }
            | StmtKind::Vector { .. }
            | StmtKind::Unsupported { .. } => {
                let what = "a ghost statement that does more than specify is not left out";
                self.found.get_or_insert((stmt.span, what));
            }
            StmtKind::Spec(
                S::Assume
                | S::Inhale
                | S::Lock
                | S::Unlock
                | S::Wait
                | S::Notify
                | S::Fork
                | S::Join
                | S::Commit,
                _,
            ) => {
                let what = "a ghost statement assumes something, or changes a lock or a thread";
                self.found.get_or_insert((stmt.span, what));
            }
            StmtKind::Block(_)
            | StmtKind::Local { .. }
            | StmtKind::Expr(_)
            | StmtKind::If { .. }
            | StmtKind::While { .. }
            | StmtKind::For { .. }
            | StmtKind::RangedFor { .. }
            | StmtKind::Label(..)
            | StmtKind::Spec(..)
            | StmtKind::Package(..)
            | StmtKind::Ghost(_)
            | StmtKind::Invariant { .. }
            | StmtKind::Empty => {}
        }
        self.walk_stmt(stmt);
    }

    fn visit_expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Increment { target, .. } => self.target(target),
            ExprKind::Call(_) => {
                let resolution = self.lowering.world.resolution();
                let called = resolution.method_called(expr);
                let method = called.and_then(|id| self.lowering.world.methods.get(&id));
                let owned = called.is_some_and(|id| resolution.owner.contains_key(&id));
                let scalar = |param: &spec_lang::ast::Param| {
                    let ty = resolution.declared.get(&param.id);
                    matches!(ty, Some(Type::Int | Type::Boolean))
                };
                // A lemma gets numbers; what gets an array or an object may change it.
                let may_write = |method: &&Method| owned || !method.params.iter().all(scalar);
                if method.is_some_and(|method| !method.is_pure() && may_write(method)) {
                    let what = "a ghost statement calls a method, which may change memory";
                    self.found.get_or_insert((expr.span, what));
                }
            }
            _ => {}
        }
        self.walk_expr(expr);
    }
}

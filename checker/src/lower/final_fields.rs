//! Final fields are read without a share, since nobody writes them once they have their
//! value. So a constructor gives each its value once, in its first statements, before
//! anything could have looked at it.

use super::{Lowered, Lowerer, unsupported};
use spec_lang::ast::{self, ExprKind, NodeId, StmtKind, Visitor};
use spec_lang::resolve::Reference;
use spec_lang::span::Span;

impl<'a> Lowerer<'a> {
    /// Refuses a constructor that gives a final field its value in any other way.
    pub(super) fn finals_first(&self, class: NodeId, block: &'a ast::Block) -> Lowered<()> {
        // Those that begin with a value have theirs.
        let mut assigned: Vec<NodeId> = self
            .initial_values
            .get(&class)
            .into_iter()
            .flatten()
            .map(|(_, variable, _)| *variable)
            .collect();
        let mut sealed = false;
        for stmt in &block.statements {
            if let Some(field) = self.assigns_final(stmt) {
                if sealed || assigned.contains(&field) {
                    return self.late(stmt.span);
                }
                assigned.push(field);
            } else if let Some(span) = self.assigns_final_within(stmt) {
                return self.late(span);
            }
            sealed |= !self.is_plain(stmt);
        }
        Ok(())
    }

    fn late(&self, span: Span) -> Lowered<()> {
        unsupported(
            "U092",
            span,
            "a final field that is given its value other than once, in the first plain assignments of the constructor,",
        )
    }

    /// A declaration or an assignment without calls.
    fn is_plain(&self, stmt: &ast::Stmt) -> bool {
        match &stmt.kind {
            StmtKind::Empty => true,
            StmtKind::Local { names, .. } => names.iter().all(|name| {
                name.init
                    .as_ref()
                    .is_none_or(|init| !self.has_effects(init))
            }),
            StmtKind::Assign { target, value, .. } => {
                !self.has_effects(target) && !self.has_effects(value)
            }
            _ => false,
        }
    }

    fn final_field(&self, target: &ast::Expr) -> Option<NodeId> {
        match self.resolution.references.get(&target.id) {
            Some(Reference::Field(id, _)) => {
                let field = self.fields.get(id)?;
                self.core.field(*field).is_final.then_some(*id)
            }
            _ => None,
        }
    }

    /// The final field of `this` that a plain assignment gives a value.
    fn assigns_final(&self, stmt: &ast::Stmt) -> Option<NodeId> {
        let StmtKind::Assign { target, .. } = &stmt.kind else {
            return None;
        };
        let of_this = match &target.kind {
            ExprKind::Name(_) => true,
            ExprKind::Member(receiver, _) => matches!(receiver.kind, ExprKind::This),
            _ => false,
        };
        // A static field has its value before any object is made.
        self.final_field(target)
            .filter(|_| of_this && self.is_plain(stmt))
            .filter(|id| {
                self.fields
                    .get(id)
                    .is_none_or(|field| !self.static_fields.contains(field))
            })
    }

    fn assigns_final_within(&self, stmt: &ast::Stmt) -> Option<Span> {
        struct Find<'l, 'a> {
            lowerer: &'l Lowerer<'a>,
            found: Option<Span>,
        }
        impl Visitor for Find<'_, '_> {
            fn visit_stmt(&mut self, stmt: &ast::Stmt) {
                if let StmtKind::Assign { target, .. } = &stmt.kind
                    && self.lowerer.final_field(target).is_some()
                {
                    self.found.get_or_insert(stmt.span);
                }
                self.walk_stmt(stmt);
            }
            fn visit_expr(&mut self, e: &ast::Expr) {
                if let ExprKind::Increment { target, .. } = &e.kind
                    && self.lowerer.final_field(target).is_some()
                {
                    self.found.get_or_insert(e.span);
                }
                self.walk_expr(e);
            }
        }
        let mut find = Find {
            lowerer: self,
            found: None,
        };
        find.visit_stmt(stmt);
        find.found
    }
}

//! Jumps backwards: what stands behind the label, up to the end of its block, is a loop, which is cut
//! like any other. The assertions directly behind the label are its invariant.

use crate::assertions::clauses::star;
use crate::context::environment::Here;
use crate::context::lowerer::Lowerer;
use crate::context::unsupported::Lowered;
use core_lang::{Assertion, Blame, Expr, ExprKind, Loop, Reason, Stmt, StmtKind};
use spec_lang::ast::{self, NodeId, SpecKind, Visitor};
use spec_lang::resolve::Reference;

impl<'a> Lowerer<'_, 'a> {
    /// Whether one of the statements behind a label jumps to it.
    pub(crate) fn is_jumped_back_to(&self, label: NodeId, rest: &'a [ast::Stmt]) -> bool {
        struct Look<'r> {
            references: &'r std::collections::HashMap<NodeId, Reference>,
            label: NodeId,
            found: bool,
        }
        impl Visitor for Look<'_> {
            fn visit_stmt(&mut self, stmt: &ast::Stmt) {
                if let (ast::StmtKind::Goto(_), Some(Reference::Statement(target))) =
                    (&stmt.kind, self.references.get(&stmt.id))
                {
                    self.found |= *target == self.label;
                }
                self.walk_stmt(stmt);
            }
        }
        let mut look = Look {
            references: &self.tables.resolution.references,
            label,
            found: false,
        };
        rest.iter().for_each(|stmt| look.visit_stmt(stmt));
        look.found
    }

    /// A label to which statements behind it jump, with all that stands behind it.
    pub(crate) fn jumped_back_to(
        &mut self,
        here: Here<'_>,
        label: &'a ast::Stmt,
        rest: &'a [ast::Stmt],
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        let span = label.span;
        let mut invariant = here.everywhere.to_vec();
        for stmt in rest {
            let ast::StmtKind::Spec(SpecKind::Assert, e) = &stmt.kind else {
                break;
            };
            if self.chooses(e) {
                break;
            }
            let part = self.assertion(here.place, e)?;
            if speaks_of_permissions_held(&part) {
                break;
            }
            invariant.push(part);
        }
        let (end, head) = (self.fresh_label(), self.fresh_label());
        let state = self.label_of(label.id);
        self.method.passed_labels.push(label.id);
        self.method.heads.insert(label.id, head);
        let mut body = vec![Stmt::new(span, StmtKind::Mark(state))];
        self.statements(here, rest, &mut body)?;
        body.push(Stmt::new(span, StmtKind::Jump(end)));
        self.method.heads.remove(&label.id);
        let cut = Loop {
            invariant: star(invariant, span),
            guard_effects: Vec::new(),
            guard: Expr::bool_(true, span),
            assigned: Stmt::assigned(&body),
            body,
            continue_label: head,
            update: Vec::new(),
            decreases: Vec::new(),
            ghost: here.ghost,
            entry_blame: Blame::own_place(Reason::LoopEntry),
            keep_blame: Blame::own_place(Reason::LoopKept),
        };
        let kind = StmtKind::Loop(Box::new(cut));
        let kind = StmtKind::Labelled(end, vec![Stmt::new(span, kind)]);
        out.push(Stmt::new(span, kind));
        Ok(())
    }
}

/// Whether an assertion is about what is held where it stands, and so no invariant.
fn speaks_of_permissions_held(assertion: &Assertion) -> bool {
    let mut found = false;
    assertion.visit(&mut |e| {
        found |= matches!(e.kind, ExprKind::CurrentPerm(_) | ExprKind::ForPerm { .. });
    });
    found
}

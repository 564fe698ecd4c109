//! Loops that may wait for other threads. Tiled, a thread would wait for cells of its own, which
//! come only after the one that waits, and never end.

use super::check::{mentions, reads_heap};
use crate::framework::input::Input;
use crate::shared::names::{effect, local, writes};
use crate::shared::waiting::{self, Bodiless};
use spec_lang::ast::{AssignOp, Expr, ExprKind, NodeId, Stmt, StmtKind, Visitor};
use spec_lang::facts;
use text::span::Span;

/// The place of a loop that sees what other threads write, by `atomic`, a lock or a call, and is
/// not plainly counted: what it sees may decide when it ends.
pub(super) fn spins(input: &Input<'_>, stmt: &Stmt) -> Option<Span> {
    let (guard, update, body) = match &stmt.kind {
        StmtKind::While {
            condition, body, ..
        } => (Some(condition), &[][..], &**body),
        StmtKind::For {
            condition,
            update,
            body,
            ..
        } => (condition.as_ref(), update.as_slice(), &**body),
        // The iterator of a ranged loop cannot be assigned.
        _ => return None,
    };
    struct Look {
        opens: bool,
        leaves: bool,
    }
    impl Visitor for Look {
        fn visit_stmt(&mut self, stmt: &Stmt) {
            let facts = facts::stmt(&stmt.kind);
            self.opens |= facts.blocks.may() && facts.interferes.may();
            // The step of the counter may be left out; `return` ends the loop.
            self.leaves |= facts.leaves.may() && !matches!(stmt.kind, StmtKind::Return(_));
            self.walk_stmt(stmt);
        }
    }
    let mut look = Look {
        opens: waiting::called(input, Bodiless::Meets, |calls| calls.visit_stmt(stmt)).is_some(),
        leaves: false,
    };
    look.visit_stmt(body);
    update.iter().for_each(|stmt| look.visit_stmt(stmt));
    if !look.opens {
        return None;
    }
    let writes = writes(input.resolution, std::iter::once(body).chain(update));
    let written = |name: NodeId| writes.iter().filter(|write| write.variable == name).count();
    let top: &[Stmt] = match &body.kind {
        StmtKind::Block(block) => &block.statements,
        _ => std::slice::from_ref(body),
    };
    // What the guard says of each iteration is settled when the loop begins: nothing in it
    // changes but a counter, and that by a fixed step each time.
    let counted = guard.is_some_and(|guard| {
        let steps = update.iter().chain(top);
        let mut counters = steps.filter_map(|stmt| stepped(input, stmt));
        counters.any(|id| {
            written(id) == 1
                && mentions(input, guard, &|name| name == id)
                && !mentions(input, guard, &|name| name != id && written(name) > 0)
        }) && !look.leaves
            && !reads_heap(input, guard)
            && effect(input, guard).is_none()
    });
    (!counted).then(|| guard.map_or(stmt.span, |guard| guard.span))
}

/// The local that a statement moves by a fixed step.
fn stepped(input: &Input<'_>, stmt: &Stmt) -> Option<NodeId> {
    let of = |target: &Expr| local(input.resolution, target);
    match &stmt.kind {
        StmtKind::Expr(expr) => match &expr.kind {
            ExprKind::Increment { target, .. } => of(target),
            _ => None,
        },
        StmtKind::Assign { target, op, value } => {
            let id = of(target)?;
            let itself = *op != AssignOp::Set || mentions(input, value, &|name| name == id);
            let others = mentions(input, value, &|name| name != id);
            (itself && !others && !reads_heap(input, value)).then_some(id)
        }
        _ => None,
    }
}

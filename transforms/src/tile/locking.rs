//! Locks that may be kept while something is waited for. A cell that takes such a lock waits for
//! the thread that holds it, and so perhaps, indirectly, for a later cell of its own thread.

use super::spinning::spins;
use crate::framework::input::{Input, is_loop};
use crate::shared::waiting::{self, Bodiless};
use spec_lang::ast::{Block, Body, Expr, ExprKind, Method, SpecKind, Stmt, StmtKind, Visitor};
use spec_lang::facts;
use spec_lang::print;
use std::collections::HashSet;
use text::span::Span;

/// The first place of a program where a lock is not given back for sure: what is taken is given
/// back further down in the same block, and between nothing waits, begins again or leaves.
pub(super) fn kept(input: &Input<'_>) -> Option<Span> {
    let mut look = Locks {
        input,
        kept: None,
        paired: HashSet::new(),
    };
    look.visit_program(input.program);
    look.kept
}

struct Locks<'a> {
    input: &'a Input<'a>,
    kept: Option<Span>,
    /// The statements of blocks that were looked at.
    paired: HashSet<Span>,
}

impl Visitor for Locks<'_> {
    fn visit_method(&mut self, method: &Method) {
        // What has no body may take or give back a lock, as far as its contract says.
        if matches!(method.body, Body::Abstract) {
            struct Held(Option<Span>);
            impl Visitor for Held {
                fn visit_expr(&mut self, expr: &Expr) {
                    if matches!(expr.kind, ExprKind::Held(_)) {
                        self.0.get_or_insert(expr.span);
                    }
                    self.walk_expr(expr);
                }
            }
            let mut held = Held(None);
            held.walk_method(method);
            self.kept = self.kept.or(held.0);
        }
        self.walk_method(method);
    }

    fn visit_block(&mut self, block: &Block) {
        // What was taken in this block and is not given back yet.
        let mut taken: Vec<(String, Span)> = Vec::new();
        let locks = block.statements.iter().filter(|stmt| is_lock(stmt));
        self.paired.extend(locks.map(|stmt| stmt.span));
        for stmt in &block.statements {
            match &stmt.kind {
                StmtKind::Spec(SpecKind::Lock, what) => {
                    taken.push((print::expr(what), stmt.span));
                }
                StmtKind::Spec(SpecKind::Unlock, what) => {
                    let what = print::expr(what);
                    match taken.iter().rposition(|(own, _)| *own == what) {
                        Some(at) => drop(taken.remove(at)),
                        // It was taken elsewhere.
                        None => self.kept = self.kept.or(Some(stmt.span)),
                    }
                }
                _ if !taken.is_empty() => self.kept = self.kept.or(waits(self.input, stmt)),
                _ => {}
            }
        }
        self.kept = self.kept.or(taken.first().map(|(_, span)| *span));
        self.walk_block(block);
    }

    fn visit_stmt(&mut self, stmt: &Stmt) {
        // One that is no statement of a block, as the branch of an `if`.
        if is_lock(stmt) && !self.paired.contains(&stmt.span) {
            self.kept = self.kept.or(Some(stmt.span));
        }
        self.walk_stmt(stmt);
    }
}

/// Whether a statement takes a lock or gives one back.
fn is_lock(stmt: &Stmt) -> bool {
    matches!(
        stmt.kind,
        StmtKind::Spec(SpecKind::Lock | SpecKind::Unlock, _)
    )
}

/// The place where a statement waits for other threads, or leaves the block it stands in.
fn waits(input: &Input<'_>, stmt: &Stmt) -> Option<Span> {
    struct Look<'a>(&'a Input<'a>, Option<Span>);
    impl Visitor for Look<'_> {
        fn visit_stmt(&mut self, stmt: &Stmt) {
            let found = match &stmt.kind {
                // A lock that is given back for sure is waited for no longer than before, and so
                // is what is done alone.
                StmtKind::Spec(SpecKind::Lock, _) | StmtKind::Atomic { .. } => None,
                _ if is_loop(stmt) => spins(self.0, stmt),
                kind => {
                    let facts = facts::stmt(kind);
                    (facts.blocks.may() || facts.leaves.may()).then_some(stmt.span)
                }
            };
            self.1 = self.1.or(found);
            self.walk_stmt(stmt);
        }
    }
    let mut look = Look(input, None);
    look.visit_stmt(stmt);
    let called = waiting::called(input, Bodiless::DoesNot, |calls| calls.visit_stmt(stmt));
    look.1.or(called.map(|(span, _)| span))
}

//! What the body of a parallel block reads and writes, and which barriers stand in it.

use spec_lang::ast::{
    AssignOp, BinaryOp, Block, Expr, ExprKind, ParBlock, SpecKind, Stmt, StmtKind,
};
use std::collections::{BTreeMap, BTreeSet};
use text::span::Span;

/// A use of memory.
#[derive(Clone, Debug)]
pub(super) struct Access<'a> {
    /// The location as written.
    pub place: &'a Expr,
    /// The place, or the whole assignment to it.
    pub span: Span,
    /// Whether it is written.
    pub writes: bool,
    /// The conditions of the branches it stands in, and what they are there.
    pub guards: Vec<(&'a Expr, bool)>,
    /// Whether it may be executed not at all or several times for other reasons.
    pub unsure: bool,
}

/// The uses of memory in a body, in order of the text.
#[derive(Debug, Default)]
pub(super) struct Accesses<'a> {
    /// All that is read or written by the threads themselves; formulas and ghost code use nothing.
    pub all: Vec<Access<'a>>,
    /// The barriers.
    pub barriers: Vec<Span>,
    /// Whether threads order their work otherwise, as by locks.
    pub is_ordered: bool,
    /// Variables of the body with the value they are declared with.
    pub locals: BTreeMap<String, Option<&'a Expr>>,
    /// Variables that are assigned to.
    assigned: BTreeSet<String>,
    guards: Vec<(&'a Expr, bool)>,
    unsure: bool,
    /// Whether something that may not end, or that is taken on trust, stands before.
    passed: bool,
    jumps: bool,
}

/// What is in the body of a block.
pub(super) fn of_block(block: &ParBlock) -> Accesses<'_> {
    let mut found = Accesses::default();
    found.block(&block.body);
    for name in &found.assigned {
        if let Some(value) = found.locals.get_mut(name) {
            *value = None;
        }
    }
    if found.jumps {
        for access in &mut found.all {
            access.unsure = true;
        }
    }
    found
}

impl<'a> Accesses<'a> {
    fn block(&mut self, block: &'a Block) {
        for stmt in &block.statements {
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &'a Stmt) {
        match &stmt.kind {
            StmtKind::Block(body) | StmtKind::Invariant { body, .. } => self.block(body),
            StmtKind::Local { names, .. } => {
                for variable in names {
                    // Two variables of one name: which is meant is not looked at here.
                    let name = variable.name.name.clone();
                    if self
                        .locals
                        .insert(name.clone(), variable.init.as_ref())
                        .is_some()
                    {
                        self.assigned.insert(name);
                    }
                    if let Some(init) = &variable.init {
                        self.reads(init);
                    }
                }
            }
            StmtKind::Assign { target, op, value } => {
                self.reads(value);
                self.writes(target, stmt.span, *op != AssignOp::Set);
            }
            StmtKind::Expr(e) => self.reads(e),
            StmtKind::If {
                condition,
                then_branch,
                else_branch,
            } => {
                self.reads(condition);
                self.branch(condition, true, then_branch);
                if let Some(branch) = else_branch {
                    self.branch(condition, false, branch);
                }
            }
            StmtKind::While {
                condition, body, ..
            } => self.repeated(|all| {
                all.reads(condition);
                all.stmt(body);
                all.passed = true;
            }),
            StmtKind::For {
                init,
                condition,
                update,
                body,
                ..
            } => self.repeated(|all| {
                init.iter().for_each(|one| all.stmt(one));
                condition.iter().for_each(|one| all.reads(one));
                all.stmt(body);
                update.iter().for_each(|one| all.stmt(one));
                all.passed = true;
            }),
            StmtKind::RangedFor { iterator, body, .. } => {
                self.locals.insert(iterator.name.name.clone(), None);
                self.repeated(|all| all.stmt(body));
            }
            StmtKind::Label(_, Some(inner)) => self.repeated(|all| all.stmt(inner)),
            StmtKind::Return(_)
            | StmtKind::Break(_)
            | StmtKind::Continue(_)
            | StmtKind::Goto(_) => self.jumps = true,
            StmtKind::Spec(SpecKind::Assume | SpecKind::Inhale, _)
            | StmtKind::Unsupported { .. }
            | StmtKind::Par(_) => self.passed = true,
            StmtKind::Barrier(_) => self.barriers.push(stmt.span),
            StmtKind::Spec(
                SpecKind::Lock
                | SpecKind::Unlock
                | SpecKind::Wait
                | SpecKind::Notify
                | SpecKind::Fork
                | SpecKind::Join,
                _,
            ) => self.is_ordered = true,
            // What is atomic races with nothing atomic; blocks within have threads of their own.
            _ => {}
        }
    }

    fn branch(&mut self, condition: &'a Expr, value: bool, branch: &'a Stmt) {
        self.guards.push((condition, value));
        self.stmt(branch);
        self.guards.pop();
    }

    fn repeated(&mut self, inner: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.unsure, true);
        inner(self);
        self.unsure = before;
    }

    fn push(&mut self, place: &'a Expr, span: Span, writes: bool) {
        self.all.push(Access {
            place,
            span,
            writes,
            guards: self.guards.clone(),
            unsure: self.unsure || self.passed,
        });
    }

    fn writes(&mut self, target: &'a Expr, span: Span, also_reads: bool) {
        match &target.kind {
            ExprKind::Index(base, index) => {
                self.reads(base);
                self.reads(index);
            }
            ExprKind::Member(base, _) => self.reads(base),
            ExprKind::Name(name) => {
                self.assigned.insert(name.name.clone());
            }
            _ => {}
        }
        if also_reads {
            self.push(target, target.span, false);
        }
        self.push(target, span, true);
    }

    fn reads(&mut self, e: &'a Expr) {
        match &e.kind {
            ExprKind::Name(_) => self.push(e, e.span, false),
            ExprKind::Index(base, index) => {
                self.reads(base);
                self.reads(index);
                self.push(e, e.span, false);
            }
            ExprKind::Member(base, _) => {
                self.reads(base);
                self.push(e, e.span, false);
            }
            ExprKind::Call(_) => self.passed = true,
            ExprKind::Increment { target, .. } => self.writes(target, e.span, true),
            ExprKind::Unary(_, inner) => self.reads(inner),
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or, left, right) => {
                self.reads(left);
                self.repeated(|all| all.reads(right));
            }
            ExprKind::Binary(_, left, right) => {
                self.reads(left);
                self.reads(right);
            }
            ExprKind::Conditional(condition, one, other) => {
                self.reads(condition);
                self.repeated(|all| {
                    all.reads(one);
                    all.reads(other);
                });
            }
            _ => {}
        }
    }
}

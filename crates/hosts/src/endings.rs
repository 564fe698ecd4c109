//! Destructors that give memory back and do nothing else.

use crate::known::Known;
use crate::machine::Machine;
use clang::tree::{
    BinaryOp, Expr, ExprKind, Function, Membership, Record, RecordId, Stmt, StmtKind, UnaryOp,
};
use clang::types::Type;

/// Functions are looked into so deep.
const DEPTH: u32 = 4;

impl Machine<'_> {
    /// Whether the destructor of a class gives back what members of the object point to, and does nothing else.
    pub(crate) fn only_releases(&self, id: RecordId, record: &Record) -> bool {
        let plain = record.complete && !record.union && !record.dynamic && record.bases.is_empty();
        if !plain || !record.ends || self.looking.get() > DEPTH {
            return false;
        }
        let is_its = |function: &&Function| function.membership == Membership::Destructor(id);
        let mut all = self.unit.functions.iter().filter(is_its);
        let bodies: Option<Vec<&Stmt>> = all.by_ref().map(|one| one.body.as_ref()).collect();
        // Members may be of a class that has this one as a member of an element.
        self.looking.set(self.looking.get() + 1);
        let found = match bodies.as_deref() {
            Some([body]) => {
                let mut fields = record.fields.iter();
                // What a reference refers to is not the object's own.
                self.releases(body)
                    && fields.all(|field| {
                        let reference = matches!(self.ty(field.ty), Type::Reference { .. });
                        !reference && !self.has_destructor(field.ty) && !self.owns(field.ty)
                    })
            }
            Some(_) | None => false,
        };
        self.looking.set(self.looking.get() - 1);
        found
    }

    fn releases(&self, stmt: &Stmt) -> bool {
        match &stmt.kind {
            StmtKind::Block(all) => all.iter().all(|one| self.releases(one)),
            StmtKind::Empty | StmtKind::Return(None) => true,
            StmtKind::Expr(expr) => self.is_release(expr),
            StmtKind::If {
                before,
                condition,
                then,
                otherwise,
                ..
            } => {
                let mut parts = [then, otherwise].into_iter().flatten();
                before.is_empty()
                    && self.is_quiet(condition, 0)
                    && parts.all(|part| self.releases(part))
            }
            _ => false,
        }
    }

    /// Whether an expression gives back what a member points to, or forgets it, or changes nothing.
    fn is_release(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Cast { operand, .. } => self.is_release(operand),
            ExprKind::Assign {
                op: None,
                left,
                right,
            } => is_member(left) && self.is_quiet(right, 0),
            ExprKind::Delete(inner) => {
                let plain = match self.ty(inner.ty) {
                    Type::Pointer(to) => self.is_without_code(*to, 0),
                    _ => false,
                };
                plain && is_member(inner)
            }
            ExprKind::Call {
                callee, arguments, ..
            } => {
                let function = self.target(callee).and_then(|id| self.unit.function(id));
                match function.map(|function| (function, self.known(function))) {
                    Some((_, Some(Known::Release))) => arguments.iter().all(is_member),
                    // A helper is told whether it failed.
                    Some((function, None)) => {
                        self.is_quiet_function(function, 0)
                            && arguments.iter().all(|one| {
                                self.is_quiet(one, 0) || (is_call(one) && self.is_release(one))
                            })
                    }
                    _ => self.is_quiet(expr, 0),
                }
            }
            _ => self.is_quiet(expr, 0),
        }
    }

    /// Whether a function of the file changes nothing, or does not return.
    fn is_quiet_function(&self, function: &Function, depth: u32) -> bool {
        let body = function.body.as_ref();
        function.membership == Membership::Free
            && depth < DEPTH
            && body.is_some_and(|body| self.is_quiet_statement(body, depth + 1))
    }

    fn is_quiet_statement(&self, stmt: &Stmt, depth: u32) -> bool {
        match &stmt.kind {
            StmtKind::Block(all) => all.iter().all(|one| self.is_quiet_statement(one, depth)),
            StmtKind::Empty | StmtKind::Return(None) => true,
            StmtKind::Expr(expr) | StmtKind::Return(Some(expr)) => self.is_quiet(expr, depth),
            StmtKind::If {
                before,
                condition,
                then,
                otherwise,
                ..
            } => {
                let mut parts = [then, otherwise].into_iter().flatten();
                before.is_empty()
                    && self.is_quiet(condition, depth)
                    && parts.all(|part| self.is_quiet_statement(part, depth))
            }
            _ => false,
        }
    }

    /// Whether an expression changes nothing.
    fn is_quiet(&self, expr: &Expr, depth: u32) -> bool {
        match &expr.kind {
            ExprKind::Integer(_)
            | ExprKind::Floating(_)
            | ExprKind::NullPointer
            | ExprKind::Zero
            | ExprKind::Text(_)
            | ExprKind::Variable(_)
            | ExprKind::Function(_)
            | ExprKind::This => true,
            ExprKind::Field { base, .. } => self.is_quiet(base, depth),
            ExprKind::Temporary(inner) => self.is_quiet(inner, depth),
            ExprKind::Cast { operand, .. } => self.is_quiet(operand, depth),
            ExprKind::Index { base, index } => {
                self.is_quiet(base, depth) && self.is_quiet(index, depth)
            }
            ExprKind::Unary { op, operand } => {
                let changes = matches!(
                    op,
                    UnaryOp::PreIncrement
                        | UnaryOp::PreDecrement
                        | UnaryOp::PostIncrement
                        | UnaryOp::PostDecrement
                        | UnaryOp::Address
                );
                !changes && self.is_quiet(operand, depth)
            }
            ExprKind::Binary { op, left, right } => {
                let plain = !matches!(op, BinaryOp::MemberPointer | BinaryOp::MemberPointerArrow);
                plain && self.is_quiet(left, depth) && self.is_quiet(right, depth)
            }
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => [condition, then, otherwise]
                .into_iter()
                .all(|part| self.is_quiet(part, depth)),
            ExprKind::Call {
                callee, arguments, ..
            } => {
                let function = self.target(callee).and_then(|id| self.unit.function(id));
                let quiet = function.is_some_and(|function| match self.known(function) {
                    Some(Known::Exit) => true,
                    Some(Known::Plain) => arguments.iter().all(|one| self.is_number(one)),
                    Some(_) => false,
                    None => self.is_quiet_function(function, depth),
                });
                quiet && arguments.iter().all(|one| self.is_quiet(one, depth))
            }
            _ => false,
        }
    }

    /// Whether an argument of a function of a library leads to nothing that it may write: a number, a text, a handle.
    fn is_number(&self, expr: &Expr) -> bool {
        match self.ty(expr.ty) {
            Type::Int(_) | Type::Float(_) | Type::Enum(_) => true,
            Type::Pointer(_) => !self.may_write(expr.ty),
            Type::Reference { .. } => false,
            _ => matches!(expr.kind, ExprKind::Text(_)),
        }
    }
}

fn is_call(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Cast { operand, .. } => is_call(operand),
        ExprKind::Call { .. } => true,
        _ => false,
    }
}

/// Whether an expression is a member of the object.
fn is_member(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Cast { operand, .. } => is_member(operand),
        ExprKind::Field { base, .. } => match &base.kind {
            ExprKind::This => true,
            _ => is_member(base),
        },
        _ => false,
    }
}

//! What a statement looks like from outside.

use crate::ast::{Stmt, StmtKind};

/// Whether an `else` after this statement would be taken by an `if` inside it.
pub(super) fn ends_in_open_if(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::If {
            else_branch: None, ..
        } => true,
        StmtKind::If {
            else_branch: Some(inner),
            ..
        }
        | StmtKind::While { body: inner, .. }
        | StmtKind::For { body: inner, .. }
        | StmtKind::RangedFor { body: inner, .. }
        | StmtKind::Label(_, Some(inner))
        | StmtKind::Ghost(inner) => ends_in_open_if(inner),
        _ => false,
    }
}

/// Whether a statement begins with a clause or directive.
pub(super) fn begins_with_clause(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::While { contract, .. }
        | StmtKind::For { contract, .. }
        | StmtKind::RangedFor { contract, .. } => !contract.clauses.is_empty(),
        StmtKind::Par(par) => !par.directives.is_empty(),
        _ => false,
    }
}

/// Whether a statement is one segment.
pub(super) fn is_simple(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Local { .. }
        | StmtKind::Assign { .. }
        | StmtKind::Expr(_)
        | StmtKind::Return(_)
        | StmtKind::Break(_)
        | StmtKind::Continue(_)
        | StmtKind::Goto(_)
        | StmtKind::Label(_, None)
        | StmtKind::Spec(..) => true,
        StmtKind::Ghost(inner) => is_simple(inner),
        _ => false,
    }
}

//! Whether a register gets a value before anything reads it, so that it need not be loaded.

use super::found::{Access, Role};
use spec_lang::ast::{Stmt, StmtKind};
use text::span::Span;

/// Whether a statement writes the cell, whichever way is taken through it, before it reads it.
///
/// `replaced` are the accesses that the register stands for, `tested` those that it may stand for.
pub(super) fn writes_first(stmt: &Stmt, replaced: &[Access], tested: &[(Span, String)]) -> bool {
    let uses = |span: Span| {
        let inside = |place: Span| span.contains(place);
        replaced.iter().any(|access| inside(access.expr.span))
            || tested.iter().any(|(place, _)| inside(*place))
    };
    match &stmt.kind {
        StmtKind::Assign { .. } => {
            let mut own = replaced
                .iter()
                .filter(|access| stmt.span.contains(access.expr.span));
            let plain = Role::Write {
                reads: false,
                whole: true,
            };
            matches!((own.next(), own.next()), (Some(only), None)
                if only.role == plain && only.place.stmt == stmt.span)
        }
        StmtKind::Block(block) => {
            let mut statements = block.statements.iter();
            let first = statements.find(|stmt| uses(stmt.span));
            first.is_some_and(|first| writes_first(first, replaced, tested))
        }
        StmtKind::If {
            condition,
            then_branch,
            else_branch: Some(else_branch),
        } => {
            !uses(condition.span)
                && writes_first(then_branch, replaced, tested)
                && writes_first(else_branch, replaced, tested)
        }
        _ => false,
    }
}

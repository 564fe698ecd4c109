//! Labels and jumps.

use clang::tree::{LabelId, Stmt, StmtKind};
use text::span::Span;

/// Whether a label is in it, of the `switch` around it or another.
pub(super) fn is_case(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Case { .. } | StmtKind::Default(_) | StmtKind::Label { .. } => true,
        StmtKind::Block(all) => all.iter().any(is_case),
        StmtKind::If {
            then, otherwise, ..
        } => [then, otherwise]
            .into_iter()
            .flatten()
            .any(|part| is_case(part)),
        StmtKind::Attributed { body, .. }
        | StmtKind::While { body, .. }
        | StmtKind::Do { body, .. }
        | StmtKind::For { body, .. }
        | StmtKind::ForRange { body, .. } => is_case(body),
        // A label in it is not one of the outer `switch`, but may be one that is jumped to.
        StmtKind::Switch { body, .. } => is_case(body),
        // Who knows what is in it?
        StmtKind::Opaque(_) => true,
        StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Empty
        | StmtKind::Expr(_)
        | StmtKind::Declare(_)
        | StmtKind::Goto(_)
        | StmtKind::Return(_)
        | StmtKind::Asm { .. } => false,
    }
}

/// Whether a `goto` may lead into it.
pub(super) fn has_label(stmt: &Stmt) -> bool {
    let mut labels = Vec::new();
    find_jumps(stmt, &mut labels, &mut Vec::new(), &mut false);
    !labels.is_empty()
}

/// Whether a `continue` in it may be one of the loop around it.
pub(super) fn continues(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Continue | StmtKind::Opaque(_) | StmtKind::Label { .. } => true,
        StmtKind::Block(all) => all.iter().any(continues),
        StmtKind::If {
            then, otherwise, ..
        } => [then, otherwise]
            .into_iter()
            .flatten()
            .any(|part| continues(part)),
        StmtKind::Attributed { body, .. }
        | StmtKind::Case { body, .. }
        | StmtKind::Default(body)
        | StmtKind::Switch { body, .. } => continues(body),
        StmtKind::While { .. }
        | StmtKind::Do { .. }
        | StmtKind::For { .. }
        | StmtKind::ForRange { .. }
        | StmtKind::Break
        | StmtKind::Empty
        | StmtKind::Expr(_)
        | StmtKind::Declare(_)
        | StmtKind::Goto(_)
        | StmtKind::Return(_)
        | StmtKind::Asm { .. } => false,
    }
}

/// Whether a `break` in it may be one of the loop around it.
pub(super) fn breaks(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Break | StmtKind::Opaque(_) => true,
        StmtKind::Block(all) => all.iter().any(breaks),
        StmtKind::If {
            then, otherwise, ..
        } => [then, otherwise]
            .into_iter()
            .flatten()
            .any(|part| breaks(part)),
        StmtKind::Attributed { body, .. }
        | StmtKind::Label { body, .. }
        | StmtKind::Case { body, .. }
        | StmtKind::Default(body) => breaks(body),
        // One in it is of the inner one.
        StmtKind::Switch { .. }
        | StmtKind::While { .. }
        | StmtKind::Do { .. }
        | StmtKind::For { .. }
        | StmtKind::ForRange { .. }
        | StmtKind::Continue
        | StmtKind::Empty
        | StmtKind::Expr(_)
        | StmtKind::Declare(_)
        | StmtKind::Goto(_)
        | StmtKind::Return(_)
        | StmtKind::Asm { .. } => false,
    }
}

/// Whether a `break` or `continue` in it may be one of the loop around it.
pub(super) fn jumps(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Break | StmtKind::Continue | StmtKind::Opaque(_) => true,
        StmtKind::Block(all) => all.iter().any(jumps),
        StmtKind::If {
            then, otherwise, ..
        } => [then, otherwise].into_iter().flatten().any(|part| jumps(part)),
        StmtKind::Attributed { body, .. }
        | StmtKind::Label { body, .. }
        | StmtKind::Case { body, .. }
        | StmtKind::Default(body)
        // A `continue` in it is of the loop around.
        | StmtKind::Switch { body, .. } => jumps(body),
        StmtKind::While { .. }
        | StmtKind::Do { .. }
        | StmtKind::For { .. }
        | StmtKind::ForRange { .. }
        | StmtKind::Empty
        | StmtKind::Expr(_)
        | StmtKind::Declare(_)
        | StmtKind::Goto(_)
        | StmtKind::Return(_)
        | StmtKind::Asm { .. } => false,
    }
}

/// How deep loops are in each other.
pub(super) fn depth(stmt: &Stmt) -> usize {
    let most = |all: &mut dyn Iterator<Item = &Stmt>| all.map(depth).max().unwrap_or(0);
    match &stmt.kind {
        StmtKind::Block(all) => most(&mut all.iter()),
        StmtKind::If {
            then, otherwise, ..
        } => most(&mut [then, otherwise].into_iter().flatten().map(|part| &**part)),
        StmtKind::While { body, .. }
        | StmtKind::Do { body, .. }
        | StmtKind::For { body, .. }
        | StmtKind::ForRange { body, .. } => depth(body) + 1,
        StmtKind::Attributed { body, .. }
        | StmtKind::Label { body, .. }
        | StmtKind::Case { body, .. }
        | StmtKind::Default(body)
        | StmtKind::Switch { body, .. } => depth(body),
        StmtKind::Opaque(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Empty
        | StmtKind::Expr(_)
        | StmtKind::Declare(_)
        | StmtKind::Goto(_)
        | StmtKind::Return(_)
        | StmtKind::Asm { .. } => 0,
    }
}

/// Whether all jumps of a function lead forward, so that nothing is executed again but by loops.
pub(crate) fn jumps_forward(body: &Stmt) -> bool {
    let (mut labels, mut jumps, mut unknown) = (Vec::new(), Vec::new(), false);
    find_jumps(body, &mut labels, &mut jumps, &mut unknown);
    !unknown
        && jumps.iter().all(|(to, from)| {
            let mut ends = labels.iter().filter(|(label, _)| label == to);
            ends.all(|(_, at)| at.file == from.file && from.start < at.start)
        })
}

fn find_jumps(
    stmt: &Stmt,
    labels: &mut Vec<(LabelId, Span)>,
    jumps: &mut Vec<(LabelId, Span)>,
    unknown: &mut bool,
) {
    let place = stmt.place.span;
    let mut inner: Vec<&Stmt> = Vec::new();
    match &stmt.kind {
        StmtKind::Goto(to) => jumps.push((*to, place)),
        StmtKind::Label { label, body, .. } => {
            labels.push((*label, place));
            // Of one that a macro made the place says little.
            *unknown |= stmt.place.spelling.is_some();
            inner.push(body);
        }
        StmtKind::Opaque(opaque) => {
            *unknown |= opaque
                .words
                .as_ref()
                .is_none_or(|words| words.contains("goto"));
        }
        StmtKind::Block(all) => inner.extend(all),
        StmtKind::If {
            then, otherwise, ..
        } => inner.extend([then, otherwise].into_iter().flatten().map(|part| &**part)),
        StmtKind::While { body, .. }
        | StmtKind::Do { body, .. }
        | StmtKind::For { body, .. }
        | StmtKind::ForRange { body, .. }
        | StmtKind::Switch { body, .. }
        | StmtKind::Case { body, .. }
        | StmtKind::Default(body)
        | StmtKind::Attributed { body, .. } => inner.push(body),
        StmtKind::Asm { .. } => *unknown = true,
        StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Empty
        | StmtKind::Expr(_)
        | StmtKind::Declare(_)
        | StmtKind::Return(_) => {}
    }
    for stmt in inner {
        find_jumps(stmt, labels, jumps, unknown);
    }
}

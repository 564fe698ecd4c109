//! Where a method ends: which `return` a counterexample comes to, or the end of the body.

use super::values::Values;
use spec_lang::ast::{Block, Expr, Stmt, StmtKind, Visitor};
use text::diagnostics::Label;
use text::span::Span;

/// An end of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    /// A `return`.
    Return(Span),
    /// The closing brace.
    End(Span),
}

impl Exit {
    /// The place with what it is.
    pub(super) fn label(self) -> Label {
        let (span, text) = match self {
            Exit::Return(span) => (span, "it must hold at this `return`"),
            Exit::End(span) => (span, "it must hold here, where the body ends"),
        };
        Label {
            span,
            text: text.to_owned(),
        }
    }
}

/// Where execution goes on.
enum Way {
    Next,
    Ends(Exit),
    Unknown,
}

/// The end that a body comes to with these values, if there is only one or the values tell which.
/// They are values at the end, so only those count that nothing assigns.
pub(super) fn of_body(body: &Block, values: &Values<'_>) -> Option<Exit> {
    let mut assigned = Assigned::default();
    assigned.visit_block(body);
    if assigned.jumps {
        return None;
    }
    let end = Exit::End(Span {
        start: body.span.end.saturating_sub(1),
        ..body.span
    });
    if assigned.returns.is_empty() {
        return Some(end);
    }
    let mut values = values.clone();
    values
        .numbers
        .retain(|name, _| !assigned.names.iter().any(|other| other == name));
    match block(body, &values) {
        Way::Ends(exit) => Some(exit),
        Way::Next => Some(end),
        Way::Unknown => match (assigned.returns.as_slice(), body.statements.last()) {
            // However it gets there.
            ([only], Some(last)) if last.span == *only => Some(Exit::Return(*only)),
            _ => None,
        },
    }
}

/// What a body assigns to and how it ends.
#[derive(Default)]
struct Assigned {
    names: Vec<String>,
    returns: Vec<Span>,
    jumps: bool,
}

impl Visitor for Assigned {
    fn visit_stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Assign { target, .. } => self.names.extend(target.names()),
            StmtKind::Local { names, .. } => {
                self.names
                    .extend(names.iter().map(|one| one.name.name.clone()));
            }
            StmtKind::Return(_) => self.returns.push(stmt.span),
            StmtKind::Goto(_) | StmtKind::Label(..) => self.jumps = true,
            _ => {}
        }
        self.walk_stmt(stmt);
    }

    fn visit_expr(&mut self, expr: &Expr) {
        if let spec_lang::ast::ExprKind::Increment { target, .. } = &expr.kind {
            self.names.extend(target.names());
        }
        self.walk_expr(expr);
    }
}

fn block(body: &Block, values: &Values<'_>) -> Way {
    for stmt in &body.statements {
        match statement(stmt, values) {
            Way::Next => {}
            other => return other,
        }
    }
    Way::Next
}

fn statement(stmt: &Stmt, values: &Values<'_>) -> Way {
    match &stmt.kind {
        StmtKind::Return(_) => Way::Ends(Exit::Return(stmt.span)),
        StmtKind::Block(inner) => block(inner, values),
        StmtKind::If {
            condition,
            then_branch,
            else_branch,
        } => {
            let mut returns = Assigned::default();
            returns.visit_stmt(stmt);
            match (returns.returns.is_empty(), values.truth(condition)) {
                (true, _) => Way::Next,
                (false, Some(true)) => statement(then_branch, values),
                (false, Some(false)) => else_branch
                    .as_ref()
                    .map_or(Way::Next, |branch| statement(branch, values)),
                (false, None) => Way::Unknown,
            }
        }
        _ => {
            let mut returns = Assigned::default();
            returns.visit_stmt(stmt);
            match returns.returns.is_empty() {
                true => Way::Next,
                false => Way::Unknown,
            }
        }
    }
}

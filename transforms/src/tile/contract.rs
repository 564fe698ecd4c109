//! The block's contract for a thread with several cells, conjunct by conjunct.

use super::cells::Cells;
use super::check::{mentions, reads_heap};
use crate::framework::input::Input;
use crate::shared::names::takes_sum;
use spec_lang::ast::{BinaryOp, ClauseKind, Contract, Expr, ExprKind, NodeId, Visitor};
use spec_lang::facts::{assertion_parts, has_permissions};
use spec_lang::lex;
use text::span::Span;

/// Where a conjunct is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Of a cell that is still to do.
    Before,
    /// Of a cell that is done.
    After,
    /// Of both.
    Both,
    /// Of both, and within every loop, without saying so.
    Everywhere,
}

/// A part of the block's contract that is quantified by itself.
#[derive(Clone, Debug)]
pub(super) struct Conjunct {
    /// The part.
    pub expr: Expr,
    /// Its place, parentheses around it not included.
    pub span: Span,
    /// Where it is said.
    pub role: Role,
    /// Whether it speaks of permissions.
    pub resource: bool,
    /// Whether it speaks of the cell.
    pub of_cell: bool,
    /// Whether it is said of all cells at once: it gives `read` permissions alone, does not speak of
    /// the cell, and is the same before and after.
    pub once: bool,
    /// Whether it may depend on the heap.
    pub reads_heap: bool,
    /// Its words without blanks, to find the same one elsewhere.
    pub words: String,
}

/// The conjuncts of a contract, in its order.
pub(super) fn conjuncts(input: &Input<'_>, contract: &Contract, cell: NodeId) -> Vec<Conjunct> {
    let mut found = Vec::new();
    for clause in &contract.clauses {
        let (expr, role) = match &clause.kind {
            ClauseKind::Requires(expr) => (expr, Role::Before),
            ClauseKind::Ensures(expr) => (expr, Role::After),
            ClauseKind::Context(expr) => (expr, Role::Both),
            ClauseKind::ContextEverywhere(expr) => (expr, Role::Everywhere),
            _ => continue,
        };
        split(input, expr, role, cell, &mut found);
    }
    found
}

fn split(input: &Input<'_>, expr: &Expr, role: Role, cell: NodeId, found: &mut Vec<Conjunct>) {
    let resource = has_permissions(input.resolution, expr);
    if let ExprKind::Binary(op @ (BinaryOp::Star | BinaryOp::And), left, right) = &expr.kind
        && (resource || *op == BinaryOp::Star)
    {
        split(input, left, role, cell, found);
        split(input, right, role, cell, found);
        return;
    }
    let of_cell = mentions(input, expr, &|id| id == cell);
    found.push(Conjunct {
        expr: expr.clone(),
        span: expr.span,
        role,
        resource,
        of_cell,
        once: !of_cell && role == Role::Both && only_read(input, expr),
        reads_heap: reads_heap(input, expr),
        words: words(input.slice(expr.span)),
    });
}

impl Conjunct {
    /// Whether it is said of each cell, for all of them.
    pub(super) fn is_quantified(&self) -> bool {
        self.of_cell || (self.resource && !self.once)
    }
}

/// Whether all permissions of an assertion are `read`, of which a thread with several cells needs no
/// more than one with a single cell.
fn only_read(input: &Input<'_>, expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Perm(_, amount) => matches!(amount.kind, ExprKind::Read),
        ExprKind::Matrix(..) => true,
        ExprKind::Binary(BinaryOp::Star | BinaryOp::And | BinaryOp::Implies, ..)
        | ExprKind::Quantifier { .. } => {
            let mut parts = assertion_parts(expr).into_iter();
            parts.all(|part| only_read(input, part))
        }
        _ => !has_permissions(input.resolution, expr),
    }
}

/// A text without its blanks and comments.
pub(super) fn words(text: &str) -> String {
    let (tokens, _) = lex::tokens(text, 0);
    let words = tokens
        .iter()
        .filter_map(|token| text.get(token.span.range()));
    words.collect()
}

/// Writes the thread identifier as another expression.
pub(super) struct Rewriter<'a> {
    pub input: &'a Input<'a>,
    pub cell: NodeId,
}

impl Rewriter<'_> {
    /// The words of a place with every use of the thread identifier replaced.
    pub(super) fn text(&self, expr: &Expr, by: &str) -> String {
        let text = self.bare(expr, by);
        match expr.kind {
            // Parentheses are no part of its place, but must stand.
            ExprKind::Quantifier { .. } | ExprKind::Let { .. } | ExprKind::ForPerm(..) => {
                format!("({text})")
            }
            _ => text,
        }
    }

    fn bare(&self, expr: &Expr, by: &str) -> String {
        let mut places = Places {
            input: self.input,
            cell: self.cell,
            found: Vec::new(),
        };
        places.visit_expr(expr);
        self.with(expr.span, &places.found, by)
    }

    fn with(&self, span: Span, places: &[Span], by: &str) -> String {
        let Some(file) = self.input.file(span) else {
            return String::new();
        };
        let mut text = String::new();
        let mut at = span.start as usize;
        for place in places.iter().filter(|place| span.contains(**place)) {
            text.push_str(file.text.get(at..place.start as usize).unwrap_or(""));
            let word = by
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
            let begins = place.start == span.start && place.end < span.end;
            if word || takes_sum(&file.text, *place, begins) {
                text.push_str(by);
            } else {
                text.push_str(&format!("({by})"));
            }
            at = place.end as usize;
        }
        text.push_str(file.text.get(at..span.end as usize).unwrap_or(""));
        // A comment at the end of a line would swallow what follows.
        if text.contains("//") {
            text.push('\n');
        }
        text
    }
}

struct Places<'a> {
    input: &'a Input<'a>,
    cell: NodeId,
    found: Vec<Span>,
}

impl Visitor for Places<'_> {
    fn visit_expr(&mut self, expr: &Expr) {
        if crate::shared::names::local(self.input.resolution, expr) == Some(self.cell) {
            self.found.push(expr.span);
        }
        self.walk_expr(expr);
    }
}

/// A conjunct for all numbers `from <= k` of cells for which `until` holds.
pub(super) fn for_all(
    rewriter: &Rewriter<'_>,
    cells: &Cells,
    conjunct: &Conjunct,
    k: &str,
    from: &str,
    until: &str,
) -> String {
    let word = if conjunct.resource {
        "\\forall*"
    } else {
        "\\forall"
    };
    let body = rewriter.text(&conjunct.expr, &cells.cell(k));
    format!("({word} int {k}; {from} <= {k} && {until}; {body})")
}

/// Whether a place or a condition within an assertion depends on the heap, as `idx[tid]` does in
/// `Perm(a[idx[tid]], write)`.
pub(super) fn nested_read(input: &Input<'_>, expr: &Expr) -> bool {
    struct Look<'a>(&'a Input<'a>, bool);
    impl Visitor for Look<'_> {
        fn visit_expr(&mut self, expr: &Expr) {
            self.1 |= match &expr.kind {
                ExprKind::Index(base, index) => {
                    !matches!(base.kind, ExprKind::Name(_)) || reads_heap(self.0, index)
                }
                ExprKind::Binary(BinaryOp::Implies, condition, _)
                | ExprKind::Conditional(condition, ..) => reads_heap(self.0, condition),
                ExprKind::Call(_) => true,
                _ => false,
            };
            self.walk_expr(expr);
        }
    }
    let mut look = Look(input, false);
    look.visit_expr(expr);
    look.1
}

/// Whether the place of a permission in an assertion depends on the cell with these words: as the row
/// that it lies in, or in its index.
pub(super) fn depends_on(input: &Input<'_>, expr: &Expr, cell: &str) -> bool {
    struct Look<'a>(&'a Input<'a>, &'a str, bool);
    impl Look<'_> {
        fn within(&mut self, expr: &Expr) {
            struct Within<'a, 'b>(&'b mut Look<'a>);
            impl Visitor for Within<'_, '_> {
                fn visit_expr(&mut self, expr: &Expr) {
                    self.0.2 |= words(self.0.0.slice(expr.span)) == self.0.1;
                    self.walk_expr(expr);
                }
            }
            Within(self).visit_expr(expr);
        }
    }
    impl Visitor for Look<'_> {
        fn visit_expr(&mut self, expr: &Expr) {
            if let ExprKind::Perm(location, _) = &expr.kind
                && let ExprKind::Index(base, index) = &location.kind
            {
                self.within(base);
                self.within(index);
            }
            self.walk_expr(expr);
        }
    }
    let mut look = Look(input, cell, false);
    look.visit_expr(expr);
    look.2
}

//! What a place knows only by contracts: the loops, blocks and calls of the method before it.

use spec_lang::ast::{Block, Contract, Expr, ExprKind, Stmt, StmtKind, Visitor};
use text::span::Span;

/// Which of them there are.
#[derive(Debug, Default)]
struct Before {
    place: Option<u32>,
    loops: bool,
    blocks: bool,
    calls: bool,
}

/// In words, what is all that is known; none if nothing is known by a contract alone. `place` is what
/// has to be shown, or none for the end of the body.
pub(super) fn only_by_contract(body: &Block, place: Option<Span>) -> Option<String> {
    let mut before = Before {
        place: place.map(|span| span.start),
        ..Before::default()
    };
    before.visit_block(body);
    let contracts = before.blocks || before.calls;
    let what = match (before.loops, contracts) {
        (true, true) => "invariants and contracts",
        (true, false) => "invariants",
        (false, true) => "contracts",
        (false, false) => return None,
    };
    let kinds = [
        (before.loops, "loops"),
        (before.blocks, "blocks"),
        (before.calls, "calls"),
    ];
    let there: Vec<&str> = kinds
        .iter()
        .filter_map(|(is, kind)| is.then_some(*kind))
        .collect();
    let all = match there.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        one => one.concat(),
    };
    Some(format!("only the {what} of {all} are known here"))
}

impl Visitor for Before {
    fn visit_contract(&mut self, _: &Contract) {}

    fn visit_stmt(&mut self, stmt: &Stmt) {
        if self.place.is_some_and(|place| place <= stmt.span.start) {
            return;
        }
        match &stmt.kind {
            StmtKind::While { .. } | StmtKind::For { .. } | StmtKind::RangedFor { .. } => {
                self.loops = true;
            }
            StmtKind::Par(_) | StmtKind::Barrier(_) | StmtKind::Vector { .. } => {
                self.blocks = true;
            }
            _ => {}
        }
        self.walk_stmt(stmt);
    }

    fn visit_expr(&mut self, expr: &Expr) {
        self.calls |= matches!(expr.kind, ExprKind::Call(_) | ExprKind::New(_));
        self.walk_expr(expr);
    }
}

//! The cells that a failure is about.

use super::values::{Values, numbers};
use super::{Find, same_place};
use seplog::report::ObligationReport;
use spec_lang::ast::{
    Barrier, ClauseKind, Contract, Expr, ExprKind, ParBlock, Stmt, StmtKind, Visitor,
};
use text::span::Span;

impl Find<'_> {
    /// The cells that an obligation is about, with the values of its counterexample.
    pub(super) fn marks(&self, obligation: &ObligationReport, known: &Values) -> Vec<Mark> {
        let mut found = Vec::new();
        for thread in &obligation.threads {
            let mut values = known.clone();
            // Each column has values of its own.
            values.retain(|name, _| thread.values.iter().all(|(own, _)| own != name));
            values.extend(numbers(&thread.values));
            let all = thread.values.iter().any(|(_, value)| value == "all");
            found.extend(self.place(thread.span).map(|place| Mark {
                span: thread.span,
                place,
                values,
                all,
                amount: thread.amount.clone(),
            }));
        }
        if found.is_empty() {
            found.extend(self.place(obligation.span).map(|place| Mark {
                span: obligation.span,
                place,
                values: known.clone(),
                all: false,
                amount: None,
            }));
        }
        found
    }

    /// The element that is written at a place.
    fn place(&self, span: Span) -> Option<Expr> {
        let mut at = At { span, found: None };
        at.visit_program(self.program);
        at.found
    }
}

/// Cells that a failure is about.
pub(super) struct Mark {
    pub(super) span: Span,
    /// The element as written.
    pub(super) place: Expr,
    /// The values that are known of the thread and around it.
    pub(super) values: Values,
    /// Whether every thread asks for it.
    pub(super) all: bool,
    /// How much is asked for, if that is at issue.
    pub(super) amount: Option<String>,
}

/// The element written at a place: an access, the target of an assignment, or that of `Perm`.
struct At {
    pub(super) span: Span,
    pub(super) found: Option<Expr>,
}

impl Visitor for At {
    fn visit_stmt(&mut self, stmt: &Stmt) {
        if let StmtKind::Assign { target, .. } = &stmt.kind
            && same_place(stmt.span, self.span)
            && same_place(self.span, stmt.span)
            && matches!(target.kind, ExprKind::Index(..))
        {
            self.found = Some(target.clone());
        }
        self.walk_stmt(stmt);
    }

    fn visit_expr(&mut self, expr: &Expr) {
        let here = same_place(expr.span, self.span) && same_place(self.span, expr.span);
        if here && self.found.is_none() {
            let place = match &expr.kind {
                ExprKind::Perm(place, _) => place,
                ExprKind::Index(..) => expr,
                _ => return self.walk_expr(expr),
            };
            self.found = Some(place.clone());
        }
        self.walk_expr(expr);
    }
}

/// The threads that a mark is about; one that is not drawn yet is added. None if the values do
/// not tell which one it is.
pub(super) fn numbers_of(threads: &mut Vec<Values>, own: &[&str], mark: &Mark) -> Vec<usize> {
    let known = own
        .iter()
        .filter_map(|name| Some((*name, *mark.values.get(*name)?)));
    let known: Vec<(&str, i64)> = known.collect();
    if known.len() < own.len() && !mark.all {
        return Vec::new();
    }
    let same = |thread: &Values| {
        known
            .iter()
            .all(|(name, value)| thread.get(*name) == Some(value))
    };
    let found: Vec<usize> = (0..threads.len())
        .filter(|at| threads.get(*at).is_some_and(same))
        .collect();
    if !found.is_empty() || mark.all {
        return found;
    }
    let mut thread = mark.values.clone();
    thread.extend(
        known
            .iter()
            .map(|(name, value)| ((*name).to_owned(), *value)),
    );
    threads.push(thread);
    vec![threads.len() - 1]
}

/// Which stage a place of a block belongs to.
pub(super) fn stage_of(block: &ParBlock, barriers: &[(Span, Barrier)], span: Span) -> usize {
    let is_post = |contract: &Contract| {
        contract.clauses.iter().any(|clause| {
            matches!(clause.kind, ClauseKind::Ensures(_)) && same_place(clause.span, span)
        })
    };
    if !same_place(block.body.span, span) {
        return match is_post(&block.contract) {
            true => barriers.len() + 1,
            false => 0,
        };
    }
    let passed = |(at, barrier): &&(Span, Barrier)| {
        at.end <= span.start || same_place(*at, span) && is_post(&barrier.contract)
    };
    barriers.iter().filter(passed).count()
}

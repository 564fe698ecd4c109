//! The permissions that contracts give to the threads of a small instance.

use super::amount::{Amount, amount_of, number, truth};
use super::values::Values;
use super::{Cell, Stage};
use itertools::Itertools;
use spec_lang::ast::{BinaryOp, ClauseKind, Contract, Expr, ExprKind, Visitor};
use spec_lang::facts;
use std::collections::BTreeMap;
use text::source::SourceFile;

/// As many values of a quantified variable are followed.
const MOST_VALUES: i64 = 1024;
/// As many steps of evaluation as a picture is worth.
const MOST_STEPS: usize = 200_000;

/// By array, thread and cell.
type Amounts = BTreeMap<String, BTreeMap<(usize, i64), Amount>>;

pub(super) fn give(held: &mut Amounts, more: Amounts) {
    for (array, cells) in more {
        let own = held.entry(array).or_default();
        for (at, amount) in cells {
            let cell = own.entry(at).or_default();
            *cell = cell.clone().plus(amount);
        }
    }
}

pub(super) fn take(held: &mut Amounts, less: Amounts) {
    for (array, cells) in less {
        let own = held.entry(array).or_default();
        for (at, amount) in cells {
            let cell = own.entry(at).or_default();
            *cell = cell.clone().plus(amount.negated());
        }
    }
}

pub(super) fn stage(name: &str, held: &Amounts) -> Stage {
    let arrays = held.iter().map(|(array, cells)| {
        let cells = cells.iter().filter(|(_, amount)| amount.is_some());
        let cells = cells.map(|((thread, index), amount)| Cell {
            thread: *thread,
            index: *index,
            whole: amount.is_whole(),
            amount: amount.words(),
        });
        (array.clone(), cells.collect())
    });
    Stage {
        name: name.to_owned(),
        arrays: arrays.collect(),
        marks: Vec::new(),
    }
}

pub(super) struct Drawing<'a> {
    pub(super) source: &'a SourceFile,
    pub(super) threads: &'a [Values],
    /// How far quantified variables without a range are followed.
    pub(super) reach: i64,
    pub(super) left_out: Vec<String>,
    pub(super) steps: usize,
}

impl Drawing<'_> {
    /// The permissions of all threads that a contract asks for, or gives.
    pub(super) fn amounts(&mut self, contract: &Contract, before: bool) -> Amounts {
        let mut amounts = Amounts::new();
        for clause in &contract.clauses {
            let expr = match &clause.kind {
                ClauseKind::Context(expr) | ClauseKind::ContextEverywhere(expr) => expr,
                ClauseKind::Requires(expr) if before => expr,
                ClauseKind::Ensures(expr) if !before => expr,
                _ => continue,
            };
            for (number, values) in self.threads.iter().enumerate() {
                let mut add = |array: String, index: i64, amount: Amount| {
                    let cells = amounts.entry(array).or_default();
                    let cell = cells.entry((number, index)).or_default();
                    *cell = cell.clone().plus(amount);
                };
                if self.collect(expr, values, &mut add).is_none() {
                    let text = self.source.slice(clause.span);
                    self.left_out.push(text.split_whitespace().join(" "));
                    break;
                }
            }
        }
        amounts
    }

    /// The permissions of an assertion for one thread; none if something cannot be evaluated.
    fn collect(
        &mut self,
        expr: &Expr,
        values: &Values,
        add: &mut impl FnMut(String, i64, Amount),
    ) -> Option<()> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return None;
        }
        match &expr.kind {
            ExprKind::Binary(BinaryOp::And | BinaryOp::Star, a, b) => {
                self.collect(a, values, add)?;
                self.collect(b, values, add)
            }
            ExprKind::Binary(BinaryOp::Implies, a, b) => {
                if !has_permissions(b) {
                    return Some(());
                }
                match truth(a, values)? {
                    true => self.collect(b, values, add),
                    false => Some(()),
                }
            }
            ExprKind::Conditional(c, a, b) if has_permissions(expr) => match truth(c, values)? {
                true => self.collect(a, values, add),
                false => self.collect(b, values, add),
            },
            ExprKind::Perm(place, amount) => {
                let (name, index) = cell_of(self.source, place, values, false)?;
                add(name, index, amount_of(amount, values)?);
                Some(())
            }
            ExprKind::Quantifier {
                binders,
                range,
                body,
                ..
            } if has_permissions(body) => {
                let mut all = vec![values.clone()];
                for binder in binders {
                    let mut next = Vec::new();
                    for values in &all {
                        let (low, high) = match &binder.range {
                            Some((low, high)) => (number(low, values)?, number(high, values)?),
                            // Nothing outside the bounds of the condition has a cell.
                            None => {
                                let mut bounds = (-1, self.reach);
                                let condition = range.as_deref().or(match &body.kind {
                                    ExprKind::Binary(BinaryOp::Implies, left, _) => Some(left),
                                    _ => None,
                                });
                                if let Some(condition) = condition {
                                    narrow(&binder.name.name, condition, values, &mut bounds);
                                }
                                bounds
                            }
                        };
                        for value in low..high.min(low.checked_add(MOST_VALUES)?) {
                            // The values of several variables multiply.
                            self.steps += 1;
                            if self.steps > MOST_STEPS {
                                return None;
                            }
                            let mut values = values.clone();
                            values.insert(binder.name.name.clone(), value);
                            next.push(values);
                        }
                    }
                    all = next;
                }
                let free = binders.iter().any(|binder| binder.range.is_none());
                let bounded =
                    range.is_some() || matches!(body.kind, ExprKind::Binary(BinaryOp::Implies, ..));
                if free && !bounded {
                    return None;
                }
                for values in &all {
                    let inside = match range {
                        Some(range) => truth(range, values)?,
                        None => true,
                    };
                    if inside {
                        self.collect(body, values, add)?;
                    }
                }
                Some(())
            }
            // Tokens and rows are no cells.
            ExprKind::Held(_)
            | ExprKind::Idle(_)
            | ExprKind::Running(_)
            | ExprKind::Committed(_)
            | ExprKind::Matrix(..) => Some(()),
            _ if has_permissions(expr) => None,
            _ => Some(()),
        }
    }
}

/// The bounds that a condition names for a variable.
fn narrow(name: &str, condition: &Expr, values: &Values, bounds: &mut (i64, i64)) {
    let ExprKind::Binary(op, left, right) = &condition.kind else {
        return;
    };
    let is_it = |expr: &Expr| matches!(&expr.kind, ExprKind::Name(one) if one.name == name);
    let (op, other) = match (op, is_it(left), is_it(right)) {
        (BinaryOp::And, ..) => {
            narrow(name, left, values, bounds);
            return narrow(name, right, values, bounds);
        }
        (BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge, true, false) => (*op, right),
        (BinaryOp::Lt, false, true) => (BinaryOp::Gt, left),
        (BinaryOp::Le, false, true) => (BinaryOp::Ge, left),
        (BinaryOp::Gt, false, true) => (BinaryOp::Lt, left),
        (BinaryOp::Ge, false, true) => (BinaryOp::Le, left),
        _ => return,
    };
    let Some(bound) = number(other, values) else {
        return;
    };
    match op {
        BinaryOp::Lt => bounds.1 = bound,
        BinaryOp::Le => bounds.1 = bound.saturating_add(1),
        BinaryOp::Gt => bounds.0 = bound.saturating_add(1),
        _ => bounds.0 = bound,
    }
}

/// An element's array and index; `exact`: every name in the index must have a value.
pub(super) fn cell_of(
    source: &SourceFile,
    place: &Expr,
    values: &Values,
    exact: bool,
) -> Option<(String, i64)> {
    let ExprKind::Index(array, index) = &place.kind else {
        return None;
    };
    let at = |index: &Expr| match exact && !all_known(index, values) {
        true => None,
        false => number(index, values),
    };
    Some(match &array.kind {
        // A matrix is drawn row by row.
        ExprKind::Index(matrix, row) => {
            let name = source.slice(matrix.span);
            (format!("{name}[{}]", at(row)?), at(index)?)
        }
        _ => (source.slice(array.span).to_owned(), at(index)?),
    })
}

/// Whether each name in it has a value.
fn all_known(expr: &Expr, values: &Values) -> bool {
    struct Known<'a>(&'a Values, bool);
    impl Visitor for Known<'_> {
        fn visit_expr(&mut self, expr: &Expr) {
            match &expr.kind {
                ExprKind::Name(name) => self.1 &= self.0.contains_key(&name.name),
                ExprKind::Member(base, _) => {
                    if let ExprKind::Name(base) = &base.kind {
                        self.1 &= self.0.contains_key(&format!("{}.length", base.name));
                    }
                }
                _ => self.walk_expr(expr),
            }
        }
    }
    let mut known = Known(values, true);
    known.visit_expr(expr);
    known.1
}

/// Whether an assertion has permissions that are drawn: what a predicate hides is not.
fn has_permissions(expr: &Expr) -> bool {
    facts::has_permissions_where(expr, &|_| false)
}

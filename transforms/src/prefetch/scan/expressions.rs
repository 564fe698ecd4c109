//! The scan of expressions: elements with what is known where they are evaluated.

use super::Scan;
use super::facts::fact;
use crate::prefetch::found::{Role, TroubleKind};
use crate::prefetch::involves::Involves;
use spec_lang::ast::{
    BinaryOp, Call, Clause, ClauseKind, Expr, ExprKind, Iterator, Stmt, UnaryOp, Variable, Visitor,
};

impl Visitor for Scan<'_> {
    fn visit_stmt(&mut self, stmt: &Stmt) {
        self.stmt(stmt, false);
    }

    fn visit_variable(&mut self, variable: &Variable) {
        self.found.declared.push(variable.name.clone());
        if let Some(init) = &variable.init {
            self.visit_expr(init);
        }
    }

    fn visit_iterator(&mut self, iterator: &Iterator) {
        self.found.declared.push(iterator.name.clone());
        self.visit_expr(&iterator.low);
        self.visit_expr(&iterator.high);
    }

    fn visit_clause(&mut self, clause: &Clause) {
        // A directive is carried out, not executed.
        if !matches!(clause.kind, ClauseKind::Directive(_)) {
            self.walk_clause(clause);
        }
    }

    fn visit_call(&mut self, call: &Call) {
        for expr in call
            .receiver
            .iter()
            .map(|receiver| &**receiver)
            .chain(&call.args)
            .chain(call.given.iter().map(|ghost| &ghost.right))
        {
            self.visit_expr(expr);
        }
        for result in &call.yields {
            self.visit_expr(&result.right);
        }
        for stmt in &call.ghost_statements {
            self.part_of_header(stmt);
        }
    }

    fn visit_expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Index(array, index) => {
                self.element(expr, array, Role::Read);
                self.visit_expr(array);
                self.visit_expr(index);
            }
            ExprKind::Increment { target, .. } => {
                self.found.stepped.push(self.place.stmt);
                let role = Role::Write {
                    reads: true,
                    whole: false,
                };
                self.target(target, role);
            }
            ExprKind::AllElements(array) => {
                self.whole(array, expr.span, "the whole array");
                self.visit_expr(array);
            }
            ExprKind::Values(array, from, to) => {
                self.whole(array, expr.span, "`\\values`");
                for inner in [array, from, to] {
                    self.visit_expr(inner);
                }
            }
            ExprKind::Old(label, _) => {
                // The state meant is another one, in which the cell was as it was.
                if label.is_some() {
                    self.trouble(TroubleKind::OldLabel, expr.span, "`\\old` with a label");
                }
            }
            ExprKind::Perm(location, amount) | ExprKind::HPerm(location, amount) => {
                self.location(location);
                self.visit_expr(amount);
            }
            ExprKind::PointsTo(location, amount, value) => {
                self.location(location);
                if let ExprKind::Index(array, _) = &location.kind {
                    self.whole(array, expr.span, "`PointsTo`");
                }
                self.visit_expr(amount);
                self.visit_expr(value);
            }
            ExprKind::Value(location) => self.location(location),
            ExprKind::CurrentPerm(location) => self.location(location),
            ExprKind::ForPerm(binders, location, body) => self.unspeakable(|this| {
                this.bound(binders, |this| {
                    this.location(location);
                    this.visit_expr(body);
                });
            }),
            ExprKind::Binary(BinaryOp::Implies, left, right) => {
                self.visit_expr(left);
                let known = fact(self.input, left, true);
                self.knowing(known, |this| this.visit_expr(right));
            }
            ExprKind::Binary(BinaryOp::And | BinaryOp::Star, left, right) => {
                self.visit_expr(left);
                let known = fact(self.input, left, true);
                self.knowing(known, |this| this.visit_expr(right));
            }
            ExprKind::Binary(BinaryOp::Or, left, right) => {
                self.visit_expr(left);
                let known = fact(self.input, left, false);
                self.knowing(known, |this| this.visit_expr(right));
            }
            ExprKind::Conditional(test, yes, no) => {
                self.visit_expr(test);
                let known = fact(self.input, test, true);
                self.knowing(known, |this| this.visit_expr(yes));
                let known = fact(self.input, test, false);
                self.knowing(known, |this| this.visit_expr(no));
            }
            ExprKind::Quantifier {
                binders,
                range,
                body,
                ..
            } => self.bound(binders, |this| {
                let mut known = Vec::new();
                if let Some(range) = range {
                    this.visit_expr(range);
                    known = fact(this.input, range, true);
                }
                this.knowing(known, |this| this.visit_expr(body));
            }),
            ExprKind::Comprehension {
                element,
                binders,
                condition,
                ..
            } => self.unspeakable(|this| {
                this.bound(binders, |this| {
                    this.visit_expr(element);
                    if let Some(condition) = condition {
                        this.visit_expr(condition);
                    }
                });
            }),
            ExprKind::Let { .. } => self.unspeakable(|this| this.walk_expr(expr)),
            ExprKind::Unfolding(predicate, inner) => {
                if Involves::expr(self.input, self.cell, predicate) {
                    self.trouble(TroubleKind::Whole, expr.span, "`unfolding`");
                }
                self.unspeakable(|this| this.visit_expr(inner));
            }
            ExprKind::During(word, ..) => {
                let what = format!("`{}`", word.name);
                self.trouble(TroubleKind::Whole, expr.span, what);
            }
            ExprKind::Call(call) | ExprKind::New(call) => {
                self.called(expr, &call.name);
                self.walk_expr(expr);
            }
            ExprKind::Unary(UnaryOp::Not | UnaryOp::Neg | UnaryOp::Plus, inner) => {
                self.visit_expr(inner);
            }
            _ => self.walk_expr(expr),
        }
    }
}

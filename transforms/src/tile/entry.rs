//! What a thread knows of its cells' values when it starts, carried into the loop: a loop
//! forgets what its invariants do not say (design: a body that moves loses what its old
//! place knew).

use super::contract::{Conjunct, Role, words};
use super::target::Target;
use crate::framework::input::Input;
use crate::framework::probe::Probe;
use crate::framework::prover::{Outcome, Prover};
use crate::shared::names::{effect, is_length};
use spec_lang::ast::{
    BinaryOp, Clause, ClauseKind, Expr, ExprKind, NodeId, QuantifierKind, Stmt, StmtKind, Visitor,
};
use spec_lang::facts;
use text::span::Span;

/// An equation of a cell's value with that at the start.
pub(super) struct Kept {
    /// In the words of the block's contract.
    pub text: String,
    /// What it is made from, to write it for another cell.
    pub of: Equation,
    /// The conjunct that gives the permission.
    pub origin: Span,
    /// The array or object, in words.
    array: String,
    /// The words of the array, matrix or object that the cell is of.
    pub root: String,
    /// Whether it is the value at the method's start, as `\old` has it; otherwise it is that at a
    /// label where the thread starts.
    pub old: bool,
    /// Whether the body writes to the array or object, so that it holds of cells to do only.
    pub written: bool,
}

/// The shape of an equation: what of the contract it is made from.
#[derive(Clone)]
pub(super) enum Equation {
    /// `L == \old(L)`.
    Cell(Expr),
    /// Under a condition.
    When(Expr, Box<Equation>),
    /// For all values of binders: the quantifier.
    ForAll(Expr, Box<Equation>),
}

impl Equation {
    /// The location whose value it is about, if it is about one for each cell.
    pub(super) fn location(&self) -> Option<&Expr> {
        match self {
            Equation::Cell(location) => Some(location),
            Equation::When(_, body) => body.location(),
            Equation::ForAll(..) => None,
        }
    }
}

/// The equations that hold when a thread starts and that matter, with the value at the method's
/// start where that is shown, and else with that at the thread's: those of arrays that the
/// block's postcondition or body names under `\old`, or of which the method says something
/// outside the block.
pub(super) fn kept(
    input: &Input<'_>,
    target: &Target,
    conjuncts: &[Conjunct],
    prover: &mut dyn Prover,
) -> Vec<Kept> {
    let mut candidates: Vec<Kept> = Vec::new();
    for conjunct in conjuncts {
        if !conjunct.resource || !conjunct.of_cell || conjunct.role == Role::After {
            continue;
        }
        let mut found = Vec::new();
        equations(&conjunct.expr, &mut found);
        for (equation, array) in found {
            let text = write(input, &equation, None, &|expr| {
                input.slice(expr.span).to_owned()
            });
            let known = candidates
                .iter()
                .any(|other| words(&other.text) == words(&text));
            if !known && matters(input, target, &words(input.slice(array.span))) {
                candidates.push(Kept {
                    text,
                    of: equation,
                    old: true,
                    array: format!("{}[", words(input.slice(array.span))),
                    root: root(input, &array),
                    origin: conjunct.span,
                    written: is_written(input, target, &words(input.slice(array.span))),
                });
            }
        }
    }
    for candidate in &mut candidates {
        candidate.old = holds_at_start(input, target, &candidate.text, prover);
    }
    // What the block asks for itself is said of each cell already.
    candidates.retain(|candidate| {
        candidate.old
            || !conjuncts.iter().any(|part| {
                !part.resource && part.role != Role::After && part.words.contains(&candidate.array)
            })
    });
    candidates
}

/// Whether a formula over the thread's cell holds when its body starts.
pub(super) fn holds_at_start(
    input: &Input<'_>,
    target: &Target,
    formula: &str,
    prover: &mut dyn Prover,
) -> bool {
    let body = target.block.body.span;
    let mut probe = Probe::new(input, &target.site.method);
    let at = body.start as usize + 1;
    probe.assert(body.file, at, formula);
    probe.insert(body.file, at, "assume false;\n");
    crate::framework::prover::ask(prover, probe.finish()) == [Outcome::Proved]
}

/// The words of the array, matrix or object that a location is of; of the object's own field its name.
pub(super) fn root(input: &Input<'_>, location: &Expr) -> String {
    let text = words(input.slice(indexed(location).span));
    match text.strip_prefix("this.") {
        Some(name) => name.to_owned(),
        None => text,
    }
}

/// What a location is an element of.
pub(super) fn indexed(location: &Expr) -> &Expr {
    let mut inner = location;
    while let ExprKind::Index(next, _) = &inner.kind {
        inner = next;
    }
    inner
}

/// The equations for the permissions to an assertion, each with the array or object of its cell.
pub(super) fn equations(expr: &Expr, found: &mut Vec<(Equation, Expr)>) {
    match &expr.kind {
        ExprKind::Perm(location, _) | ExprKind::PointsTo(location, ..) => {
            if let ExprKind::Index(base, _) | ExprKind::Member(base, _) = &location.kind {
                found.push((Equation::Cell((**location).clone()), (**base).clone()));
            }
        }
        ExprKind::Binary(BinaryOp::Star | BinaryOp::And, left, right) => {
            equations(left, found);
            equations(right, found);
        }
        ExprKind::Binary(BinaryOp::Implies, condition, body) => {
            let mut inner = Vec::new();
            equations(body, &mut inner);
            found.extend(inner.into_iter().map(|(equation, array)| {
                (
                    Equation::When((**condition).clone(), Box::new(equation)),
                    array,
                )
            }));
        }
        ExprKind::Quantifier {
            kind: QuantifierKind::ForallStar,
            body,
            ..
        } => {
            let mut inner = Vec::new();
            equations(body, &mut inner);
            found.extend(inner.into_iter().map(|(equation, array)| {
                (Equation::ForAll(expr.clone(), Box::new(equation)), array)
            }));
        }
        _ => {}
    }
}

/// An equation in words, with the value at the label or else at the method's start; `text` says
/// the words of a part of it.
pub(super) fn write(
    input: &Input<'_>,
    equation: &Equation,
    label: Option<&str>,
    text: &dyn Fn(&Expr) -> String,
) -> String {
    match equation {
        Equation::Cell(location) => {
            let words = text(location);
            match label {
                Some(label) => format!("{words} == \\old[{label}]({words})"),
                None => format!("{words} == \\old({words})"),
            }
        }
        Equation::When(condition, body) => {
            format!(
                "(({}) ==> {})",
                text(condition),
                write(input, body, label, text)
            )
        }
        Equation::ForAll(quantifier, body) => {
            let ExprKind::Quantifier { binders, range, .. } = &quantifier.kind else {
                return write(input, body, label, text);
            };
            let binders: Vec<String> = binders
                .iter()
                .map(|binder| {
                    let name = &binder.name.name;
                    let ty = input.slice(binder.ty.span);
                    match &binder.range {
                        Some((low, high)) => {
                            format!("{ty} {name} = {} .. {}", text(low), text(high))
                        }
                        None => format!("{ty} {name}"),
                    }
                })
                .collect();
            let range = range
                .as_ref()
                .map_or_else(String::new, |range| format!(" {};", text(range)));
            format!(
                "(\\forall {};{range} {})",
                binders.join(", "),
                write(input, body, label, text)
            )
        }
    }
}

/// Whether something is said of this array's values that a thread could need: in the block
/// under `\old`, or outside of it anywhere but in permissions and in the method's postcondition.
fn matters(input: &Input<'_>, target: &Target, array: &str) -> bool {
    struct Look<'a> {
        input: &'a Input<'a>,
        array: &'a str,
        block: NodeId,
        in_block: bool,
        in_old: bool,
        found: bool,
    }
    impl Visitor for Look<'_> {
        fn visit_par_block(&mut self, block: &spec_lang::ast::ParBlock) {
            let outer = self.in_block;
            self.in_block |= block.id == self.block;
            self.walk_par_block(block);
            self.in_block = outer;
        }
        fn visit_clause(&mut self, clause: &Clause) {
            // What the method promises says nothing about its start.
            if matches!(clause.kind, ClauseKind::Ensures(_)) && !self.in_block {
                return;
            }
            self.walk_clause(clause);
        }
        fn visit_expr(&mut self, expr: &Expr) {
            if let ExprKind::Old(_, inner) = &expr.kind {
                let outer = std::mem::replace(&mut self.in_old, true);
                self.visit_expr(inner);
                self.in_old = outer;
                return;
            }
            let counts = self.in_old || !self.in_block;
            self.found |= counts && words(self.input.slice(expr.span)) == self.array;
            of_values(self.input, expr, self);
        }
    }
    let mut look = Look {
        input,
        array,
        block: target.block.id,
        in_block: false,
        in_old: false,
        found: false,
    };
    look.visit_contract(&target.method.contract);
    if let spec_lang::ast::Body::Block(body) = &target.method.body {
        look.visit_block(body);
    }
    look.found
}

/// Visits the parts of an expression in which the name of an array stands for its values: not where
/// only the reference counts, its length, or the permission.
fn of_values(input: &Input<'_>, expr: &Expr, visitor: &mut dyn Visitor) {
    match &expr.kind {
        ExprKind::Perm(_, amount) => visitor.visit_expr(amount),
        ExprKind::Member(..) if is_length(input.resolution, expr) => {}
        ExprKind::Binary(BinaryOp::Eq | BinaryOp::Ne, left, right)
            if matches!(left.kind, ExprKind::Null) || matches!(right.kind, ExprKind::Null) => {}
        ExprKind::ArrayOf(_, length) => visitor.visit_expr(length),
        ExprKind::Matrix(_, rows, columns) => {
            visitor.visit_expr(rows);
            visitor.visit_expr(columns);
        }
        _ => visitor.walk_expr(expr),
    }
}

/// Whether a formula says something of this array's values, `array` without blanks.
pub(super) fn says_values(input: &Input<'_>, expr: &Expr, array: &str) -> bool {
    struct Look<'a>(&'a Input<'a>, &'a str, bool);
    impl Visitor for Look<'_> {
        fn visit_expr(&mut self, expr: &Expr) {
            self.2 |= words(self.0.slice(expr.span)) == self.1;
            of_values(self.0, expr, self);
        }
    }
    let mut look = Look(input, array, false);
    look.visit_expr(expr);
    look.2
}

/// Whether the body assigns to an element of this array or a field of this object by these
/// words, or calls something that might.
fn is_written(input: &Input<'_>, target: &Target, array: &str) -> bool {
    struct Look<'a>(&'a Input<'a>, &'a str, bool);
    impl Visitor for Look<'_> {
        fn visit_stmt(&mut self, stmt: &Stmt) {
            if let StmtKind::Assign { target, .. } = &stmt.kind {
                self.assigned(target);
            }
            self.walk_stmt(stmt);
        }
        fn visit_expr(&mut self, expr: &Expr) {
            match &expr.kind {
                ExprKind::Increment { target, .. } => self.assigned(target),
                // A choice leaves the heap as it is.
                ExprKind::ChooseFresh(_) => {}
                ExprKind::Binary(..) => {
                    self.2 |= self.0.resolution.method_called(expr).is_some()
                        && effect(self.0, expr).is_some();
                }
                kind => self.2 |= facts::expr(kind).effect.may() && effect(self.0, expr).is_some(),
            }
            self.walk_expr(expr);
        }
    }
    impl Look<'_> {
        fn assigned(&mut self, target: &Expr) {
            if let ExprKind::Index(base, _) | ExprKind::Member(base, _) = &target.kind {
                self.2 |= words(self.0.slice(base.span)) == self.1;
            }
        }
    }
    let mut look = Look(input, array, false);
    look.visit_block(&target.block.body);
    look.2
}

/// The equation `e == \old(e)` in a postcondition, either way round.
pub(super) fn unchanged(input: &Input<'_>, expr: &Expr) -> bool {
    let ExprKind::Binary(BinaryOp::Eq, left, right) = &expr.kind else {
        return false;
    };
    let same = |now: &Expr, old: &Expr| {
        matches!(&old.kind, ExprKind::Old(None, inner)
            if words(input.slice(inner.span)) == words(input.slice(now.span)))
    };
    same(left, right) || same(right, left)
}

/// Whether two equations of a value with its old one are the same, either way round.
pub(super) fn same_equation(one: &str, other: &str) -> bool {
    let (one, other) = (words(one), words(other));
    let turned = one
        .split_once("==")
        .map(|(left, right)| format!("{right}=={left}"));
    one == other || turned.as_deref() == Some(other.as_str())
}

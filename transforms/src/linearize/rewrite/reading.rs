//! What an expression says of a matrix: a row, a length, an element, or nothing new.

use super::*;
use text::code::Code;

impl Rewrite<'_> {
    pub(super) fn member(&self, expr: &Expr) -> Option<usize> {
        self.group.member(self.world, expr)
    }

    /// `m[r]`: the matrix, its expression and the row.
    pub(super) fn row<'e>(&self, expr: &'e Expr) -> Option<(usize, &'e Expr, &'e Expr)> {
        match &expr.kind {
            ExprKind::Index(matrix, row) => Some((self.member(matrix)?, matrix, row)),
            // A row that is marked as a trigger is none any more.
            ExprKind::Trigger(parts, _) => match parts.as_slice() {
                [part] => self.row(part),
                _ => None,
            },
            _ => None,
        }
    }

    /// `e.length` of a matrix or of its row; the row if it is one.
    pub(super) fn length<'e>(&self, expr: &'e Expr) -> Option<(usize, &'e Expr, Option<&'e Expr>)> {
        let (inner, member) = match &expr.kind {
            ExprKind::Member(inner, member) => (inner, member),
            ExprKind::Trigger(parts, _) => match parts.as_slice() {
                [part] => return self.length(part).filter(|(_, _, row)| row.is_some()),
                _ => return None,
            },
            _ => return None,
        };
        if member.name != "length" {
            return None;
        }
        match self.row(inner) {
            Some((found, matrix, row)) => Some((found, matrix, Some(row))),
            None => Some((self.member(inner)?, inner, None)),
        }
    }

    pub(super) fn legacy(&self) -> bool {
        self.world.input.profile == Profile::VerCors14
    }

    /// The extents in words for the place of a mention.
    pub(super) fn here(&mut self, member: usize, matrix: &Expr) -> (Expr, Expr) {
        let Some(extents) = self.group.extents.get(&member) else {
            return (int(BigInt::from(0)), int(BigInt::from(0)));
        };
        match in_words(self.world, extents, matrix) {
            Ok(words) => words,
            Err(unseen) => {
                let message = format!("`{unseen}` is not in scope here, or means something else");
                let what = self.world.describe(member);
                self.fail(
                    Diagnostic::error(Code::A408, matrix.span, message)
                        .with_note(format!("it is an extent of {what}"))
                        .with_help("give the extents in names that are in scope at every mention"),
                );
                (extents.rows.clone(), extents.columns.clone())
            }
        }
    }

    /// The number of a cell: row by row `r * C + c`, column by column `c * R + r`.
    pub(super) fn index(&self, extents: &(Expr, Expr), row: Expr, column: Expr) -> Expr {
        let (first, by, second) = match self.group.row_major {
            true => (row, extents.1.clone(), column),
            false => (column, extents.0.clone(), row),
        };
        match &self.function {
            None => plus(times(first, by), second),
            Some(function) => build::call(function, vec![by, first, second]),
        }
    }

    /// The expression in terms of the array.
    pub(super) fn mapped(&mut self, expr: &Expr) -> Expr {
        struct Map<'m, 'w> {
            rewrite: &'m mut Rewrite<'w>,
            /// Whether the expression around lets a matrix stand as it is.
            stays: bool,
        }
        impl VisitorMut for Map<'_, '_> {
            fn visit_expr(&mut self, expr: &mut Expr) {
                let stays = std::mem::replace(&mut self.stays, false);
                if stays && self.rewrite.member(expr).is_some() {
                    self.walk_expr(expr);
                } else if self.rewrite.trivial(expr) {
                    *expr = truth(true);
                } else {
                    match self.rewrite.rule(&expr.clone()) {
                        Rule::Becomes(new, _) => *expr = *new,
                        Rule::Parts => self.walk_expr(expr),
                        Rule::Only(_) => {
                            self.stays = true;
                            self.walk_expr(expr);
                        }
                    }
                }
                self.stays = stays;
            }
        }
        let mut copy = expr.clone();
        let mut map = Map {
            rewrite: self,
            stays: false,
        };
        map.visit_expr(&mut copy);
        copy
    }

    /// Whether a formula says nothing any more once there are no rows: permissions to rows, that
    /// they are there, how long they are, that they differ.
    pub(super) fn trivial(&mut self, expr: &Expr) -> bool {
        // What is left out must not do anything.
        if effect(self.world.input, expr).is_some() {
            return false;
        }
        match &expr.kind {
            ExprKind::Perm(location, _) | ExprKind::Value(location) => match &location.kind {
                ExprKind::AllElements(array) => self.member(array).is_some(),
                _ => self.row(location).is_some(),
            },
            ExprKind::Binary(BinaryOp::Ne, left, right) => {
                (self.row(left).is_some() && is_null(right))
                    || (self.row(right).is_some() && is_null(left))
            }
            ExprKind::Binary(BinaryOp::Eq, left, right) => {
                self.is_width(left, right) || self.is_width(right, left)
            }
            ExprKind::Binary(BinaryOp::And | BinaryOp::Star, left, right) => {
                self.trivial(left) && self.trivial(right)
            }
            ExprKind::Binary(BinaryOp::Implies, left, right) => {
                self.trivial(right) || self.says_rows_differ(left, right)
            }
            ExprKind::Conditional(_, then, otherwise) => {
                self.trivial(then) && self.trivial(otherwise)
            }
            ExprKind::Quantifier {
                kind: QuantifierKind::Forall | QuantifierKind::ForallStar,
                range,
                body,
                ..
            } => {
                self.trivial(body)
                    || range
                        .as_ref()
                        .is_some_and(|range| self.says_rows_differ(range, body))
            }
            _ => false,
        }
    }

    /// `m[r].length` and what it is.
    pub(super) fn is_width(&mut self, length: &Expr, other: &Expr) -> bool {
        match self.length(length) {
            Some((member, matrix, Some(_))) => {
                let columns = self.here(member, matrix).1;
                same(&columns, other)
            }
            _ => false,
        }
    }

    /// `m[i] == m[j] ==> i == j`, or that of `!=` the other way round, perhaps behind more
    /// conditions.
    pub(super) fn says_rows_differ(&mut self, left: &Expr, right: &Expr) -> bool {
        let compares = |this: &Self, one: &Expr| {
            matches!(&one.kind, ExprKind::Binary(BinaryOp::Eq | BinaryOp::Ne, a, b)
                if this.row(a).is_some() && this.row(b).is_some())
        };
        let conditions = conjuncts(left);
        if !compares(self, right) && !conditions.iter().any(|one| compares(self, one)) {
            return false;
        }
        let right = self.mapped(right);
        conditions
            .into_iter()
            .any(|condition| equal(&self.mapped(condition), &right))
    }
}

/// Whether two comparisons say the same.
fn equal(left: &Expr, right: &Expr) -> bool {
    match (&left.kind, &right.kind) {
        (ExprKind::Binary(one, a, b), ExprKind::Binary(other, c, d))
            if one == other && matches!(one, BinaryOp::Eq | BinaryOp::Ne) =>
        {
            (same(a, c) && same(b, d)) || (same(a, d) && same(b, c))
        }
        _ => false,
    }
}

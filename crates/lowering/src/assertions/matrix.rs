//! `\array` and `\matrix`.

use crate::context::environment::Place;
use crate::context::lowerer::Lowerer;
use crate::context::unsupported::{Lowered, unsupported};
use core_lang::{Amount, Assertion, Builtin, DataType, Expr, ExprKind, Quantifier};
use logic::Sort;
use spec_lang::ast;
use text::code::Code;
use text::span::Span;

impl<'a> Lowerer<'_, 'a> {
    /// `\array(a, n)` and `\matrix(m, r, c)` as formulas (without permissions).
    pub(crate) fn array_formula(&mut self, place: Place<'_>, e: &'a ast::Expr) -> Lowered<Expr> {
        let span = e.span;
        let ast::ExprKind::ArrayOf(array, length) = &e.kind else {
            return unsupported(Code::U049, span, "`\\matrix` as a value");
        };
        let array = self.expr(place, array)?;
        let length = self.expr(place, length)?;
        // The length is evaluated where there is no array, too.
        Ok(self.of_values(vec![length], span, |values| {
            let length = values.into_iter().next();
            is_array(array, length.unwrap_or_else(|| Expr::int(0, span)), span)
        }))
    }

    /// `\matrix(m, r, c)`: an array of rows of one length, all different, readable.
    pub(crate) fn matrix(&mut self, place: Place<'_>, e: &'a ast::Expr) -> Lowered<Assertion> {
        let span = e.span;
        let ast::ExprKind::Matrix(matrix, rows, columns) = &e.kind else {
            return unsupported(Code::U049, span, "`\\matrix` here");
        };
        let matrix = self.expr(place, matrix)?;
        let rows = self.expr(place, rows)?;
        let columns = self.expr(place, columns)?;
        let mut parts = vec![Assertion::pure_(is_array(
            matrix.clone(),
            rows.clone(),
            span,
        ))];
        let fixed = self.tables.reading.semantics.fixed_rows;
        if !fixed {
            parts.push(self.all_elements(matrix.clone(), Sort::Ref, Amount::Wildcard, span));
        }
        let element = |i: Expr| {
            let (matrix, i) = (Box::new(matrix.clone()), Box::new(i));
            let kind = if fixed {
                ExprKind::Row(matrix, i)
            } else {
                ExprKind::Element(matrix, i)
            };
            Expr::new(Sort::Ref, span, kind)
        };
        let range = |i: &Expr| {
            vec![
                Expr::test(Builtin::Le, vec![Expr::int(0, span), i.clone()], span),
                Expr::test(Builtin::Lt, vec![i.clone(), rows.clone()], span),
            ]
        };
        let first = self.fresh_local("row", Sort::Int, DataType::Plain, span);
        let i = self.local_expr(first, span);
        let quant = |variables: Vec<_>, guard: Vec<Expr>, body: Expr| {
            Assertion::pure_(Expr::new(
                Sort::Bool,
                span,
                ExprKind::Quant {
                    quantifier: Quantifier::Forall,
                    variables,
                    body: Box::new(Expr::new(
                        Sort::Bool,
                        span,
                        ExprKind::Implies(Box::new(Expr::and(guard, span)), Box::new(body)),
                    )),
                    triggers: Vec::new(),
                },
            ))
        };
        parts.push(quant(
            vec![first],
            range(&i),
            is_array(element(i.clone()), columns, span),
        ));
        let (a, b) = (
            self.fresh_local("row", Sort::Int, DataType::Plain, span),
            self.fresh_local("other", Sort::Int, DataType::Plain, span),
        );
        let (a_value, b_value) = (self.local_expr(a, span), self.local_expr(b, span));
        let mut guard = range(&a_value);
        guard.extend(range(&b_value));
        guard.push(Expr::test(
            Builtin::Eq,
            vec![element(a_value.clone()), element(b_value.clone())],
            span,
        ));
        parts.push(quant(
            vec![a, b],
            guard,
            Expr::test(Builtin::Eq, vec![a_value, b_value], span),
        ));
        Ok(Assertion::star(parts, span))
    }
}

fn is_array(array: Expr, length: Expr, span: Span) -> Expr {
    Expr::and(
        vec![
            Expr::test(
                Builtin::Eq,
                vec![array.clone(), Expr::new(Sort::Ref, span, ExprKind::Null)],
                span,
            )
            .negated(),
            Expr::test(
                Builtin::Eq,
                vec![
                    Expr::new(Sort::Int, span, ExprKind::Length(Box::new(array))),
                    length,
                ],
                span,
            ),
        ],
        span,
    )
}

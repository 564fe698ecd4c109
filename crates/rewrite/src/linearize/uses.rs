//! Where an array of rows is used, and whether otherwise than with both indices.

use super::found::{Matrix, bracket};
use crate::loops::fit::effect;
use crate::opened::Opened;
use clang::tree::{Expr, ExprKind, Stmt, Unit};
use clang::walk::{Part, of_expr, of_stmt};
use text::code::Code;
use text::span::Span;
use transforms::Refusal;

/// A use with both indices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Use {
    /// The first index.
    pub(crate) row: Span,
    /// The second one.
    pub(crate) column: Span,
    /// Both pairs of brackets.
    pub(crate) brackets: Span,
}

/// All uses of an array.
///
/// # Errors
/// `A404`, `A405` of other uses, `A411` of indices with an effect, `A009` of those that a macro brings.
pub(crate) fn uses(opened: &Opened<'_>, matrix: &Matrix) -> Result<Vec<Use>, Refusal> {
    let mut search = Search {
        opened,
        unit: &opened.reading.unit,
        matrix,
        found: Vec::new(),
    };
    for id in opened.functions() {
        let function = search.unit.function(id);
        if let Some(body) = function.and_then(|function| function.body.as_ref()) {
            search.stmt(body)?;
        }
    }
    let mut found = search.found;
    found.sort_by_key(|one| one.brackets.start);
    found.dedup();
    for two in found.windows(2) {
        if let [first, second] = two
            && first.brackets.contains(second.brackets)
        {
            let message = format!("an index of `{}` uses the array itself", matrix.name);
            return Err(Refusal::inapplicable(Code::A405, first.brackets, message)
                .with_help("take the index out, into a variable"));
        }
    }
    Ok(found)
}

struct Search<'a> {
    opened: &'a Opened<'a>,
    unit: &'a Unit,
    matrix: &'a Matrix,
    found: Vec<Use>,
}

impl Search<'_> {
    fn stmt(&mut self, stmt: &Stmt) -> Result<(), Refusal> {
        self.parts(of_stmt(stmt))
    }

    fn parts(&mut self, parts: Vec<Part<'_>>) -> Result<(), Refusal> {
        for part in parts {
            match part {
                Part::Stmt(inner) => self.stmt(inner)?,
                Part::Expr(inner) => self.expr(inner)?,
                Part::Declared(id) => {
                    let init = self.unit.variable(id).and_then(|one| one.init.as_ref());
                    init.map_or(Ok(()), |init| self.expr(init))?;
                }
            }
        }
        Ok(())
    }

    fn expr(&mut self, expr: &Expr) -> Result<(), Refusal> {
        if let ExprKind::Index {
            base,
            index: column,
        } = &expr.kind
            && let ExprKind::Index {
                base: inner,
                index: row,
            } = &bare(base).kind
            && let Some(name) = self.is_matrix(inner)
        {
            self.element(expr, (name, row, column))?;
            self.expr(row)?;
            return self.expr(column);
        }
        if let ExprKind::Index { base, .. } = &expr.kind
            && self.is_matrix(base).is_some()
        {
            let message = format!("a row of `{}` is used by itself", self.matrix.name);
            return Err(self.refused(Code::A404, expr, &message));
        }
        if self.is_matrix(expr).is_some() && matches!(expr.kind, ExprKind::Variable(_)) {
            let message = format!("`{}` is used as a whole", self.matrix.name);
            return Err(self.refused(Code::A405, expr, &message));
        }
        self.parts(of_expr(expr))
    }

    /// Where the name of the array stands, if that is what an expression is.
    fn is_matrix(&self, expr: &Expr) -> Option<Span> {
        let expr = bare(expr);
        match &expr.kind {
            ExprKind::Variable(id) if self.matrix.variables.contains(id) => Some(expr.place.span),
            _ => None,
        }
    }

    fn element(
        &mut self,
        expr: &Expr,
        (name, row, column): (Span, &Expr, &Expr),
    ) -> Result<(), Refusal> {
        let text = &self.opened.source.text;
        if let Some(span) = effect(self.unit, row).or_else(|| effect(self.unit, column)) {
            let message = format!("an index of `{}` has an effect", self.matrix.name);
            return Err(Refusal::inapplicable(Code::A411, span, message)
                .with_help("take it out of the index, into a variable"));
        }
        let plain = expr.place.spelling.is_none() && self.opened.slice(name) == self.matrix.name;
        let brackets = bracket(text, name.end as usize)
            .and_then(|(row, end)| Some((row, bracket(text, end)?)))
            .filter(|(_, (_, end))| plain && *end == expr.place.span.end as usize);
        let Some((row, (column, end))) = brackets else {
            let message = format!("a macro brings a use of `{}`", self.matrix.name);
            return Err(self.refused(Code::A009, expr, &message));
        };
        self.found.push(Use {
            row,
            column,
            brackets: Span::new(0, name.end as usize, end),
        });
        Ok(())
    }

    fn refused(&self, code: Code, expr: &Expr, message: &str) -> Refusal {
        let refusal = Refusal::inapplicable(code, expr.place.span, message);
        refusal.with_label(self.matrix.place, "declared here")
    }
}

/// An expression without the conversions around it.
fn bare(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Cast { operand, .. } => bare(operand),
        _ => expr,
    }
}

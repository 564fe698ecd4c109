//! Bodies of pure functions that are statements: a choice by `if` of what is returned is a
//! conditional expression.

use crate::context::environment::Place;
use crate::context::lowerer::Lowerer;
use crate::context::unsupported::{Lowered, unsupported};
use core_lang::{DataType, Expr, ExprKind};
use logic::Sort;
use spec_lang::ast::{self, StmtKind};
use text::code::Code;
use text::span::Span;

impl<'a> Lowerer<'_, 'a> {
    /// The value that statements return, of this sort: locals with their values, then a
    /// `return`, or an `if` of which both ways return. Nothing may stand behind a return.
    #[allow(clippy::wildcard_enum_match_arm, reason = "the rest is refused")]
    pub(crate) fn value_of_statements(
        &mut self,
        place: Place<'_>,
        statements: &'a [ast::Stmt],
        sort: &Sort,
        span: Span,
    ) -> Lowered<Expr> {
        let none = |span: Span| {
            unsupported(
                Code::U055,
                span,
                "a pure function whose body does not come down to one value",
            )
        };
        let Some((first, rest)) = statements.split_first() else {
            return none(span);
        };
        match &first.kind {
            StmtKind::Empty => self.value_of_statements(place, rest, sort, span),
            StmtKind::Return(Some(e)) if rest.is_empty() => {
                let value = self.expr(place, e)?;
                self.coerce(value, sort)
            }
            StmtKind::Block(block) if rest.is_empty() => {
                self.value_of_statements(place, &block.statements, sort, block.span)
            }
            StmtKind::If {
                condition,
                then_branch,
                else_branch,
            } if rest.is_empty() || else_branch.is_none() => {
                let condition = self.expr(place, condition)?;
                let then = std::slice::from_ref(&**then_branch);
                let then = self.value_of_statements(place, then, sort, then_branch.span)?;
                let otherwise = match else_branch {
                    Some(branch) => {
                        let branch = std::slice::from_ref(&**branch);
                        self.value_of_statements(place, branch, sort, first.span)?
                    }
                    None => self.value_of_statements(place, rest, sort, span)?,
                };
                if then.sort != otherwise.sort || condition.sort != Sort::Bool {
                    return none(first.span);
                }
                let choice =
                    ExprKind::Ite(Box::new(condition), Box::new(then), Box::new(otherwise));
                Ok(Expr::new(sort.clone(), first.span, choice))
            }
            StmtKind::Local { names, .. } => {
                let mut bound = Vec::new();
                for name in names {
                    let again = self.tables.resolution.canonical(name.id) != name.id;
                    let Some(init) = name.init.as_ref().filter(|_| !again) else {
                        return none(first.span);
                    };
                    let value = self.expr(place, init)?;
                    let local = self.declare(name.id, &name.name)?;
                    let declared = self.output.core.local(local);
                    let (wanted, data) = (declared.sort.clone(), declared.data.clone());
                    let value = self.coerce(value, &wanted)?;
                    if data != DataType::Plain {
                        return none(first.span);
                    }
                    bound.push((local, value));
                }
                let body = self.value_of_statements(place, rest, sort, span)?;
                Ok(bound.into_iter().rev().fold(body, |body, (local, value)| {
                    let (sort, span) = (body.sort.clone(), body.span);
                    Expr::new(
                        sort,
                        span,
                        ExprKind::Let(local, Box::new(value), Box::new(body)),
                    )
                }))
            }
            _ => none(first.span),
        }
    }
}

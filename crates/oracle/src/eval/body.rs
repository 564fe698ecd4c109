//! Bodies of functions: an expression, or statements that choose by `if` what they return.

use super::{Cx, Evaluated};
use crate::machine::{Machine, cannot};
use crate::value::Value;
use spec_lang::ast::{Body, Stmt, StmtKind};
use text::span::Span;

impl<'p> Machine<'p> {
    /// What a function's body comes to; it is not abstract.
    pub(super) fn value_of_body(&self, cx: &mut Cx<'_>, body: &Body, span: Span) -> Evaluated {
        match body {
            Body::Abstract => cannot("a function without a body", span),
            Body::Expr(e) => self.eval(cx, e),
            Body::Block(block) => match self.returned(cx, &block.statements)? {
                Some(value) => Ok(value),
                None => cannot("a function that ends without a value", block.span),
            },
        }
    }

    /// What statements without effects return; none if they end without that.
    fn returned(&self, cx: &mut Cx<'_>, statements: &[Stmt]) -> Evaluated<Option<Value>> {
        for stmt in statements {
            self.step()?;
            let value = match &stmt.kind {
                StmtKind::Empty => None,
                StmtKind::Return(Some(e)) => Some(self.eval(cx, e)?),
                StmtKind::Block(block) => self.returned(cx, &block.statements)?,
                StmtKind::If {
                    condition,
                    then_branch,
                    else_branch,
                } => {
                    let branch = if self.truth(cx, condition)? {
                        Some(then_branch)
                    } else {
                        else_branch.as_ref()
                    };
                    match branch {
                        Some(branch) => self.returned(cx, std::slice::from_ref(branch))?,
                        None => None,
                    }
                }
                StmtKind::Local { names, .. } => {
                    for variable in names {
                        let Some(init) = &variable.init else {
                            return cannot("a local without a value in a function", stmt.span);
                        };
                        let value = self.eval(cx, init)?;
                        let id = self.tables.resolution.canonical(variable.id);
                        cx.frame.locals.insert(id, value);
                    }
                    None
                }
                _ => return cannot("this statement in a function", stmt.span),
            };
            if value.is_some() {
                return Ok(value);
            }
        }
        Ok(None)
    }
}

//! Loops.

use super::stmt::flat;
use super::{Lowering, Side, refuse, refuse_with};
use crate::code::{Expr, Op, Place, Stmt, Type};
use crate::names::Named;
use crate::refusal::Refused;
use num_bigint::BigInt;
use spec_lang::ast::{ExprKind, Iterator as Range, Stmt as PvlStmt, StmtKind};
use text::code::Code;

impl Lowering<'_, '_> {
    /// A loop of any form.
    pub(super) fn looping(&mut self, stmt: &PvlStmt, side: Side) -> Result<Vec<Stmt>, Refused> {
        match &stmt.kind {
            StmtKind::While {
                condition, body, ..
            } => {
                if matches!(condition.kind, ExprKind::Any) {
                    return refuse(Code::E004, condition.span, "any choice is not emitted");
                }
                let condition = self.expr(condition)?;
                Ok(vec![Stmt::While(condition, flat(self.stmt(body, side)?))])
            }
            StmtKind::For {
                init,
                condition,
                update,
                body,
                ..
            } => {
                let mut begin = Vec::new();
                for stmt in init {
                    begin.extend(self.stmt(stmt, side)?);
                }
                let condition = match condition {
                    Some(condition) => self.expr(condition)?,
                    None => Expr::Bool(true),
                };
                let mut step = Vec::new();
                for stmt in update {
                    step.extend(self.stmt(stmt, side)?);
                }
                let body = flat(self.stmt(body, side)?);
                let one = |stmts: &[Stmt]| match stmts {
                    [only @ (Stmt::Declare(..) | Stmt::Assign(..))] => Some(Box::new(only.clone())),
                    _ => None,
                };
                match (begin.as_slice(), one(&step)) {
                    ([], None) if step.is_empty() => Ok(vec![Stmt::While(condition, body)]),
                    (_, Some(update)) => {
                        // What is declared before the last is visible in the loop alone.
                        let Some(init) = begin.pop() else {
                            return refuse_with(
                                Code::E002,
                                stmt.span,
                                "a `for` loop without a first assignment is not emitted",
                                "write it as a `while` loop",
                            );
                        };
                        let whole = Stmt::For(Box::new(init), condition, update, body);
                        if begin.is_empty() {
                            return Ok(vec![whole]);
                        }
                        begin.push(whole);
                        Ok(vec![Stmt::Block(begin)])
                    }
                    _ => refuse_with(
                        Code::E002,
                        stmt.span,
                        "a `for` loop of this form is not emitted",
                        "give it one assignment before it and one after each iteration",
                    ),
                }
            }
            StmtKind::RangedFor { iterator, body, .. } => self.ranged(iterator, body, side),
            _ => refuse(Code::E002, stmt.span, "this is no loop"),
        }
    }

    fn ranged(
        &mut self,
        iterator: &Range,
        body: &PvlStmt,
        side: Side,
    ) -> Result<Vec<Stmt>, Refused> {
        let (low, high) = (self.expr(&iterator.low)?, self.expr(&iterator.high)?);
        let int = Named::Scalar(Type::Int);
        let name = self.names.declare(iterator.id, &iterator.name.name, int);
        // The end is computed once, whatever the body changes.
        let end = match &high {
            Expr::Int(_) => None,
            _ => Some(self.names.fresh(&format!("{name}_end"), int)),
        };
        let body = flat(self.stmt(body, side)?);
        let assigned =
            |stmt: &Stmt| matches!(stmt, Stmt::Assign(Place::Name(other), _) if *other == name);
        if body.iter().any(|stmt| stmt.any(&assigned)) {
            return refuse(
                Code::E002,
                iterator.span,
                "a loop whose body assigns its own variable is not emitted",
            );
        }
        let of = |name: &str| Expr::Name(name.to_owned());
        let next = Expr::Binary(
            Op::Add,
            Box::new(of(&name)),
            Box::new(Expr::Int(BigInt::from(1))),
        );
        let limit = end.as_deref().map_or_else(|| high.clone(), of);
        let whole = Stmt::For(
            Box::new(Stmt::Declare(Type::Int, name.clone(), low)),
            Expr::Binary(Op::Lt, Box::new(of(&name)), Box::new(limit)),
            Box::new(Stmt::Assign(Place::Name(name.clone()), next)),
            body,
        );
        Ok(match end {
            Some(end) => vec![Stmt::Block(vec![
                Stmt::Declare(Type::Int, end, high),
                whole,
            ])],
            None => vec![whole],
        })
    }
}

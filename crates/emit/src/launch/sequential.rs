//! Statements of the host that use memory of the device: they become kernels of one thread, so that the
//! arrays stay where they are and all happens in the order of the program.

use super::split::{assigned, declared};
use crate::code::{Expr, Shape, Stmt};
use crate::lower::Lowering;
use crate::refusal::{Refused, refuse_with};
use std::collections::BTreeSet;
use text::code::Code;
use text::span::Span;

impl Lowering<'_, '_> {
    /// The statements of the host, with kernels in place of what uses memory.
    pub(crate) fn on_host(&mut self, stmts: Vec<Stmt>, span: Span) -> Result<Vec<Stmt>, Refused> {
        let mut all: Vec<Stmt> = Vec::new();
        let mut waiting: Vec<Stmt> = Vec::new();
        let mut rest = stmts.into_iter();
        while let Some(stmt) = rest.next() {
            let is_host = stmt.any(&|one| matches!(one, Stmt::Launch(_) | Stmt::Return(_)));
            if !is_host {
                waiting.push(stmt);
                continue;
            }
            let behind = self.names_in(rest.as_slice().iter().chain([&stmt]));
            all.extend(self.gathered(std::mem::take(&mut waiting), &behind, span)?);
            all.push(self.within(stmt, span)?);
        }
        all.extend(self.gathered(waiting, &BTreeSet::new(), span)?);
        Ok(all)
    }

    /// A statement with launches, and what stands in it.
    fn within(&mut self, stmt: Stmt, span: Span) -> Result<Stmt, Refused> {
        if stmt.exprs().iter().any(|expr| expr.reads_memory()) {
            return reads(span);
        }
        Ok(match stmt {
            Stmt::If(condition, then, other) => Stmt::If(
                condition,
                self.on_host(then, span)?,
                self.on_host(other, span)?,
            ),
            Stmt::While(condition, body) => Stmt::While(condition, self.on_host(body, span)?),
            Stmt::For(init, condition, update, body) => {
                if init.uses_memory() || update.uses_memory() {
                    return reads(span);
                }
                Stmt::For(init, condition, update, self.on_host(body, span)?)
            }
            Stmt::Block(body) => Stmt::Block(self.on_host(body, span)?),
            other @ (Stmt::Declare(..)
            | Stmt::Assign(..)
            | Stmt::AtomicAdd(..)
            | Stmt::Break
            | Stmt::Continue
            | Stmt::Return(_)
            | Stmt::Sync
            | Stmt::Launch(_)) => other,
        })
    }

    /// The names in statements, those that kernels get included.
    fn names_in<'s>(&self, stmts: impl Iterator<Item = &'s Stmt>) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        for stmt in stmts {
            stmt.walk(&mut |stmt| {
                let exprs: Vec<&Expr> = stmt.exprs();
                exprs.iter().for_each(|expr| names.extend(expr.names()));
                if let Stmt::Launch(number) = stmt {
                    let params = self.kernels.get(*number).map(|kernel| &kernel.params);
                    let params = params.into_iter().flatten();
                    names.extend(params.map(|param| param.name().to_owned()));
                }
            });
            names.extend(assigned(std::slice::from_ref(stmt)));
        }
        names
    }

    /// Statements without launches: what uses memory, from the first such statement to the last, as a kernel.
    fn gathered(
        &mut self,
        stmts: Vec<Stmt>,
        behind: &BTreeSet<String>,
        span: Span,
    ) -> Result<Vec<Stmt>, Refused> {
        let Some(last) = stmts.iter().rposition(Stmt::uses_memory) else {
            return Ok(stmts);
        };
        let first = stmts.iter().position(Stmt::uses_memory).unwrap_or(last);
        // Locals that only these statements use move in with them.
        for start in (0..=first).rev() {
            let (Some(inside), Some(tail)) = (stmts.get(start..=last), stmts.get(last + 1..))
            else {
                break;
            };
            let mut after = self.names_in(tail.iter());
            after.extend(behind.iter().cloned());
            let own = declared(inside);
            let stays = assigned(inside).is_subset(&own) && own.is_disjoint(&after);
            let jumps = inside.iter().any(jumps_out);
            if stays && !jumps {
                let number = self.kernel(
                    ("host", "statements of the host, by one thread".to_owned()),
                    Shape::Single,
                    inside.to_vec(),
                );
                let mut all: Vec<Stmt> = stmts.get(..start).unwrap_or_default().to_vec();
                all.push(Stmt::Launch(number));
                all.extend(tail.iter().cloned());
                return Ok(all);
            }
        }
        reads(span)
    }
}

fn reads<T>(span: Span) -> Result<T, Refused> {
    refuse_with(
        Code::E010,
        span,
        "the host needs a value that lies in memory of the device",
        "pass it as a parameter, or compute it in a `par` and keep it in an array",
    )
}

/// Whether it leaves a loop that stands around it.
fn jumps_out(stmt: &Stmt) -> bool {
    match stmt {
        Stmt::Break | Stmt::Continue | Stmt::Return(_) => true,
        Stmt::If(_, then, other) => then.iter().chain(other).any(jumps_out),
        Stmt::Block(body) => body.iter().any(jumps_out),
        // Those within belong to it.
        Stmt::While(..) | Stmt::For(..) => stmt.any(&|one| matches!(one, Stmt::Return(_))),
        Stmt::Declare(..)
        | Stmt::Assign(..)
        | Stmt::AtomicAdd(..)
        | Stmt::Sync
        | Stmt::Launch(_) => false,
    }
}

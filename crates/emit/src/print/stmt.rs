//! Statements.

use super::Style;
use super::lines::Lines;
use crate::code::{Expr, Place, Stmt, Type};
use crate::{Target, Width};
use pretty::RcDoc;

/// Prints statements that differ between the host and a thread: a launch, a barrier, a return.
pub(crate) trait Own {
    /// The launch of a kernel.
    fn launch(&self, number: usize, out: &mut Lines);
    /// The end of the function.
    fn end(&self, value: Option<&Expr>, out: &mut Lines);
}

impl Style {
    /// Statements, one after the other.
    pub(crate) fn stmts(self, stmts: &[Stmt], own: &dyn Own, out: &mut Lines) {
        for stmt in stmts {
            self.stmt(stmt, own, out);
        }
    }

    fn stmt(self, stmt: &Stmt, own: &dyn Own, out: &mut Lines) {
        match stmt {
            Stmt::Declare(..) | Stmt::Assign(..) => out.doc(self.simple(stmt).append(";")),
            Stmt::AtomicAdd(array, index, value) => out.doc(self.atomic(array, index, value)),
            Stmt::If(condition, then, other) => {
                out.doc(self.head("if (", condition, ") {"));
                out.deeper();
                self.stmts(then, own, out);
                self.otherwise(other, own, out);
            }
            Stmt::While(condition, body) => {
                out.doc(self.head("while (", condition, ") {"));
                out.deeper();
                self.stmts(body, own, out);
                out.close("}");
            }
            Stmt::For(init, condition, update, body) => {
                let doc = RcDoc::text("for (").append(self.simple(init)).append(";");
                let doc = doc.append(RcDoc::softline()).append(self.expr(condition));
                let doc = doc.append(";").append(RcDoc::softline());
                out.doc(doc.append(self.simple(update)).append(") {"));
                out.deeper();
                self.stmts(body, own, out);
                out.close("}");
            }
            Stmt::Block(body) => {
                out.open("{");
                self.stmts(body, own, out);
                out.close("}");
            }
            Stmt::Break => out.line("break;"),
            Stmt::Continue => out.line("continue;"),
            Stmt::Return(value) => own.end(value.as_ref(), out),
            Stmt::Sync => out.line(match self.target {
                Target::Opencl => "barrier(CLK_GLOBAL_MEM_FENCE);",
                Target::Cuda | Target::Hip => "__syncthreads();",
            }),
            Stmt::Launch(number) => own.launch(*number, out),
        }
    }

    fn otherwise(self, other: &[Stmt], own: &dyn Own, out: &mut Lines) {
        match other {
            [] => out.close("}"),
            [Stmt::If(condition, then, rest)] => {
                out.close_with(self.head("} else if (", condition, ") {"));
                out.deeper();
                self.stmts(then, own, out);
                self.otherwise(rest, own, out);
            }
            _ => {
                out.close("} else {");
                out.deeper();
                self.stmts(other, own, out);
                out.close("}");
            }
        }
    }

    fn head(self, before: &'static str, condition: &Expr, after: &'static str) -> RcDoc<'static> {
        RcDoc::text(before)
            .append(self.expr(condition))
            .append(after)
    }

    /// A declaration or an assignment, without its `;`.
    fn simple(self, stmt: &Stmt) -> RcDoc<'static> {
        match stmt {
            Stmt::Declare(ty, name, value) => {
                // Within a function a Boolean is one everywhere.
                let word = match (ty, self.host) {
                    (Type::Bool, false) => "bool",
                    _ => self.scalar(*ty),
                };
                let head = RcDoc::text(format!("{word} {name} ="));
                head.append(RcDoc::softline()).append(self.expr(value))
            }
            Stmt::Assign(place, value) => {
                let place = match place {
                    Place::Name(name) => RcDoc::text(name.clone()),
                    Place::Element(array, index) => {
                        let head = RcDoc::text(array.clone()).append("[");
                        head.append(self.expr(index)).append("]")
                    }
                };
                let head = place.append(" =").append(RcDoc::softline());
                head.append(self.expr(value))
            }
            _ => RcDoc::nil(),
        }
    }

    fn atomic(self, array: &str, index: &Expr, value: &Expr) -> RcDoc<'static> {
        let index = self.expr(index);
        let value = self.expr(value);
        let comma = RcDoc::text(",").append(RcDoc::softline());
        let (before, between, after) = match (self.target, self.width) {
            (Target::Opencl, Width::Bits32) => ("atomic_add(&", "", ");"),
            (Target::Opencl, Width::Bits64) => ("atom_add(&", "", ");"),
            (Target::Cuda | Target::Hip, Width::Bits32) => ("atomicAdd(&", "", ");"),
            // There is one of unsigned integers only; modulo 2^64 both add alike.
            (Target::Cuda | Target::Hip, Width::Bits64) => (
                "atomicAdd((unsigned long long *)&",
                "(unsigned long long)(",
                "));",
            ),
        };
        let place = RcDoc::text(array.to_owned())
            .append("[")
            .append(index)
            .append("]");
        RcDoc::text(before)
            .append(place)
            .append(comma)
            .append(between)
            .append(value)
            .append(after)
    }
}

//! The functions that divide as PVL does, and pure functions of the program.

use super::Style;
use super::lines::Lines;
use crate::Target;
use crate::code::{Expr, Function, Stmt};

/// Which helpers an expression calls.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Needed {
    pub(crate) quotient: bool,
    pub(crate) remainder: bool,
}

impl Needed {
    /// Adds what an expression calls.
    pub(crate) fn expr(&mut self, expr: &Expr) {
        expr.walk(&mut |expr| {
            self.quotient |= matches!(expr, Expr::Quotient(..));
            self.remainder |= matches!(expr, Expr::Remainder(..));
        });
    }

    /// Adds what statements call.
    pub(crate) fn stmts(&mut self, stmts: &[Stmt]) {
        for stmt in stmts {
            stmt.walk(&mut |stmt| stmt.exprs().into_iter().for_each(|expr| self.expr(expr)));
        }
    }
}

/// What stands before a function that both sides call.
fn qualifiers(style: Style) -> &'static str {
    match (style.target, style.host) {
        (Target::Opencl, false) => "",
        (Target::Opencl, true) => "static ",
        (Target::Cuda | Target::Hip, _) => "__host__ __device__ static ",
    }
}

/// The functions that divide.
pub(crate) fn division(style: Style, needed: Needed, out: &mut Lines) {
    let (before, int) = (qualifiers(style), style.int());
    if needed.quotient {
        out.line("// The quotient of PVL: the remainder that belongs to it is never negative.");
        out.open(&format!(
            "{before}{int} euclidean_quotient({int} a, {int} b) {{"
        ));
        out.line(&format!("const {int} q = a / b;"));
        out.line("if (a % b >= 0) {");
        out.line("  return q;");
        out.line("}");
        out.line("return b > 0 ? q - 1 : q + 1;");
        out.close("}");
        out.line("");
    }
    if needed.remainder {
        out.line("// The remainder of PVL, which is never negative.");
        out.open(&format!(
            "{before}{int} euclidean_remainder({int} a, {int} b) {{"
        ));
        out.line("if (b == -1) {");
        out.line("  return 0;");
        out.line("}");
        out.line(&format!("const {int} r = a % b;"));
        out.line("if (r >= 0) {");
        out.line("  return r;");
        out.line("}");
        out.line("return b > 0 ? r + b : r - b;");
        out.close("}");
        out.line("");
    }
}

/// Pure functions of the program.
pub(crate) fn functions(style: Style, functions: &[&Function], out: &mut Lines) {
    for one in functions {
        let result = style.scalar(one.result);
        let params: Vec<String> = one.params.iter().map(|param| style.param(param)).collect();
        let head = format!("{}{result} {}", qualifiers(style), one.name);
        out.list(&head, &params, " {");
        out.deeper();
        out.doc(
            pretty::RcDoc::text("return ")
                .append(style.expr(&one.body))
                .append(";"),
        );
        out.close("}");
        out.line("");
    }
}

//! The syntax tree as text.
//!
//! What is printed reads back as the same tree, places aside (but for what was read
//! without being understood, of which the tree has no text). Layout: two blanks a
//! level, one clause a line, lines of at most 100 columns where the text can be broken.

mod deep;
mod expr;
mod forms;
mod layout;
mod ops;
mod shapes;
mod stmt;

pub(crate) use layout::{Join, Keep, Segment, Start};

use crate::ast::{Clause, Declaration, Directive, Expr, Program, Stmt, TypeExpr};
pub(crate) use deep::Parenthesised;
use deep::{Printer, Setting};
use expr::Doc;
use layout::Layout;

/// A whole program, with `\n` at the end of every line.
pub fn program(program: &Program) -> String {
    let text = laid_out(program, 0, |layout, program, _| layout.program(program));
    if text.is_empty() { text } else { text + "\n" }
}

/// A declaration, each line after `indent` blanks; without a final line end.
pub fn declaration(declaration: &Declaration, indent: usize) -> String {
    laid_out(declaration, indent, |layout, node, indent| {
        layout.declaration(node, indent)
    })
}

/// A statement with its clauses, each line after `indent` blanks; without a final line end.
pub fn stmt(stmt: &Stmt, indent: usize) -> String {
    laid_out(stmt, indent, |layout, node, indent| {
        layout.stmt(node, indent)
    })
}

/// A clause, each line after `indent` blanks; without a final line end.
pub fn clause(clause: &Clause, indent: usize) -> String {
    laid_out(clause, indent, |layout, node, indent| {
        layout.clause(node, indent)
    })
}

/// A directive on one line, with its semicolon.
pub fn directive(directive: &Directive) -> String {
    one_line(directive, |printer, node| printer.directive(node))
}

/// An expression on one line.
pub fn expr(expr: &Expr) -> String {
    one_line(expr, |printer, node| printer.expr(node))
}

/// An expression on one line, in parentheses unless it can be any operand as it is
/// and have `.f` and `[i]` appended.
pub fn operand(expr: &Expr) -> String {
    one_line(expr, |printer, node| printer.closed(node))
}

/// A type on one line.
pub fn type_expr(ty: &TypeExpr) -> String {
    one_line(ty, |printer, node| printer.type_expr(node))
}

/// The segments of a declaration at the top of a file, with the parentheses of its source.
pub(crate) fn segments(declaration: &Declaration, parens: &Parenthesised) -> Vec<Segment> {
    let setting = Setting::new(Some(parens));
    deep::segments(declaration, 0, &setting, |layout, node, indent| {
        layout.declaration(node, indent);
    })
}

fn laid_out<N>(
    node: &N,
    indent: usize,
    build: for<'a> fn(&mut Layout<'a>, &'a N, usize),
) -> String {
    join(&deep::segments(node, indent, &Setting::new(None), build))
}

fn one_line<N>(node: &N, build: for<'a> fn(Printer<'a>, &'a N) -> Doc<'a>) -> String {
    deep::one_line(node, &Setting::new(None), build)
}

fn join(segments: &[Segment]) -> String {
    let mut text = String::new();
    for segment in segments {
        match segment.join {
            Join::Line => {
                if !text.is_empty() {
                    text.push_str(if segment.blank_before { "\n\n" } else { "\n" });
                }
                text.push_str(&" ".repeat(segment.indent));
            }
            Join::Space => text.push(' '),
            Join::Tight => {}
        }
        text.push_str(&segment.text);
    }
    text
}

#[cfg(test)]
mod tests;

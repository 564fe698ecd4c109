//! Rules of transformations, broken: changes of what a transformation wrote. One copy too many or
//! too few, a bound that was not shifted, the remainder forgotten, a guard or a barrier left out, an
//! index with the wrong stride.

use super::{Mutant, shuffled, wide};
use crate::program::Tables;
use spec_lang::ast::{
    BinaryOp, Block, Body, Declaration, DeclarationKind, Expr, ExprKind, Program, Stmt, StmtKind,
    Visitor,
};
use std::collections::BTreeSet;
use text::source::SourceFile;
use text::span::Span;

/// All such changes in these lines (numbered from 1), in an order that the seed decides. The
/// contracts of methods stay.
pub fn broken_rules(
    file: &SourceFile,
    program: &Program,
    tables: &Tables<'_>,
    lines: &BTreeSet<usize>,
    seed: u64,
) -> Vec<Mutant> {
    let mut find = Find {
        file,
        tables,
        lines,
        found: Vec::new(),
    };
    find.visit_program(program);
    let mut found = find.found;
    found.sort_by_key(|mutant| (mutant.span, mutant.kind, mutant.text.clone()));
    found.dedup();
    shuffled(found, seed)
}

struct Find<'a, 'p> {
    file: &'a SourceFile,
    tables: &'a Tables<'p>,
    lines: &'a BTreeSet<usize>,
    found: Vec<Mutant>,
}

impl Find<'_, '_> {
    fn text(&self, span: Span) -> String {
        self.file.slice(span).to_owned()
    }

    /// A change, if what is changed begins in one of the lines.
    fn add(&mut self, kind: &'static str, span: Span, text: impl Into<String>) {
        let line = self.file.line_column(span.start as usize).line;
        let text: String = text.into();
        if self.lines.contains(&line) && self.file.slice(span) != text {
            self.found.push(Mutant { kind, span, text });
        }
    }
}

impl Visitor for Find<'_, '_> {
    fn visit_declaration(&mut self, declaration: &Declaration) {
        match &declaration.kind {
            DeclarationKind::Method(method) => {
                if let Body::Block(block) = &method.body {
                    self.visit_block(block);
                }
            }
            DeclarationKind::Class(_) => self.walk_declaration(declaration),
            _ => {}
        }
    }

    fn visit_block(&mut self, block: &Block) {
        for pair in block.statements.windows(2) {
            if let [first, second] = pair
                && !matches!(first.kind, StmtKind::Local { .. } | StmtKind::Spec(..))
                && !matches!(second.kind, StmtKind::Spec(..))
            {
                let between = Span {
                    start: first.span.end,
                    end: second.span.start,
                    ..first.span
                };
                let (a, b) = (self.text(first.span), self.text(second.span));
                let text = format!("{b}{}{a}", self.text(between));
                self.add("copies in another order", first.span.to(second.span), text);
            }
        }
        self.walk_block(block);
    }

    fn visit_stmt(&mut self, stmt: &Stmt) {
        let text = self.text(stmt.span);
        match &stmt.kind {
            StmtKind::Assign { .. } | StmtKind::Expr(_) | StmtKind::Atomic { .. } => {
                self.add("one copy too many", stmt.span, format!("{text} {text}"));
                self.add("one copy too few", stmt.span, ";");
            }
            StmtKind::Block(_) => {
                self.add("one copy too many", stmt.span, format!("{text} {text}"));
                self.add("one copy too few", stmt.span, ";");
            }
            StmtKind::If {
                then_branch,
                else_branch,
                ..
            } => {
                self.add("one copy too many", stmt.span, format!("{text} {text}"));
                self.add("remainder forgotten", stmt.span, ";");
                if else_branch.is_none() {
                    let then = self.text(then_branch.span);
                    self.add("guard dropped", stmt.span, then);
                }
            }
            StmtKind::While { .. } | StmtKind::For { .. } | StmtKind::RangedFor { .. } => {
                self.add("remainder forgotten", stmt.span, ";");
            }
            StmtKind::Par(_) => self.add("kernel forgotten", stmt.span, ";"),
            StmtKind::Barrier(_) => self.add("barrier dropped", stmt.span, ";"),
            _ => {}
        }
        self.walk_stmt(stmt);
    }

    fn visit_expr(&mut self, e: &Expr) {
        if let ExprKind::Binary(op, left, right) = &e.kind {
            let (a, b) = (wide(self.file, left), wide(self.file, right));
            let whole = a.to(b);
            let (left_text, right_text) = (self.text(a), self.text(b));
            match op {
                BinaryOp::Add | BinaryOp::Sub => {
                    if !matches!(right.kind, ExprKind::Int(ref value) if *value == 0.into()) {
                        self.add("bound not shifted", whole, left_text.clone());
                    }
                    if let ExprKind::Binary(BinaryOp::Mul, row, width) = &left.kind {
                        let row = self.text(wide(self.file, row));
                        let width = self.text(wide(self.file, width));
                        let text = format!("{right_text} * {width} + {row}");
                        self.add("index transposed", whole, text);
                    }
                }
                BinaryOp::Mul => {
                    let text = format!("{left_text} * ({right_text} + 1)");
                    self.add("wrong stride", whole, text);
                    let text = format!("{left_text} * ({right_text} - 1)");
                    self.add("wrong stride", whole, text);
                }
                BinaryOp::Div => self.add("wrong stride", whole, left_text.clone()),
                BinaryOp::Lt => self.add(
                    "one round more",
                    whole,
                    format!("{left_text} <= {right_text}"),
                ),
                BinaryOp::Le => self.add(
                    "one round less",
                    whole,
                    format!("{left_text} < {right_text}"),
                ),
                BinaryOp::Implies => self.add("guard dropped", whole, right_text.clone()),
                _ => {}
            }
        }
        if let ExprKind::Name(_) = &e.kind
            && let Some(spec_lang::resolve::Type::Int) = Some(self.tables.resolution.type_of(e.id))
        {
            self.add(
                "index off by one",
                e.span,
                format!("({} + 1)", self.text(e.span)),
            );
        }
        self.walk_expr(e);
    }
}

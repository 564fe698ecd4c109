//! Wrong programs made from right ones: one small change each, as an edit of the text.
//!
//! A mutant that a run shows to be wrong must not verify. Which changes there are follows the
//! mistakes that are made in kernels: an index off by one, an amount halved, a barrier dropped.

mod result;

pub use result::broken_rules;

use crate::program::Tables;
use num_bigint::BigInt;
use random::Random;
use spec_lang::ast::{
    AssignOp, BinaryOp, Block, Clause, ClauseKind, Declaration, Expr, ExprKind, Iterator as Range,
    Program, Stmt, StmtKind, Visitor,
};
use spec_lang::resolve::{Reference, Type};
use std::collections::BTreeMap;
use text::source::SourceFile;
use text::span::Span;

/// A change of a program's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// The kind of change, such as `index`.
    pub kind: &'static str,
    /// What is replaced.
    pub span: Span,
    /// What it is replaced by.
    pub text: String,
}

impl Mutant {
    /// The program with the change.
    pub fn applied(&self, file: &SourceFile) -> String {
        let range = self.span.range();
        let before = file.text.get(..range.start).unwrap_or_default();
        let after = file.text.get(range.end..).unwrap_or_default();
        format!("{before}{}{after}", self.text)
    }

    /// One line: where and what.
    pub fn described(&self, file: &SourceFile) -> String {
        let line = file.line_column(self.span.start as usize).line;
        let shorten = |text: &str| {
            let words: Vec<&str> = text.split_whitespace().collect();
            let text = words.join(" ");
            text.chars().take(70).collect::<String>()
        };
        format!(
            "{}:{line}: {}: `{}` -> `{}`",
            file.name,
            self.kind,
            shorten(file.slice(self.span)),
            shorten(&self.text)
        )
    }
}

/// All mutants of a program of one file, in an order that the seed decides.
pub fn mutants(
    file: &SourceFile,
    program: &Program,
    tables: &Tables<'_>,
    seed: u64,
) -> Vec<Mutant> {
    let mut find = Find {
        file,
        tables,
        found: Vec::new(),
        locals: BTreeMap::new(),
    };
    find.visit_program(program);
    shuffled(find.found, seed)
}

/// In an order that the seed decides.
fn shuffled(mut found: Vec<Mutant>, seed: u64) -> Vec<Mutant> {
    let mut random = Random::new(seed);
    for at in (1..found.len()).rev() {
        found.swap(at, random.below(at + 1));
    }
    found
}

struct Find<'a, 'p> {
    file: &'a SourceFile,
    tables: &'a Tables<'p>,
    found: Vec<Mutant>,
    /// Parameters of the method under way, by name, for one in place of another.
    locals: BTreeMap<String, Type>,
}

impl Find<'_, '_> {
    fn add(&mut self, kind: &'static str, span: Span, text: impl Into<String>) {
        let text: String = text.into();
        if self.file.slice(span) != text {
            self.found.push(Mutant { kind, span, text });
        }
    }

    fn text(&self, span: Span) -> String {
        self.file.slice(span).to_owned()
    }

    /// The operator between two operands, by another.
    fn operator(&mut self, left: &Expr, right: &Expr, from: &[&str], to: &str) {
        let gap = Span {
            start: left.span.end,
            end: right.span.start,
            ..left.span
        };
        let text = self.text(gap);
        for word in from {
            if let Some(at) = text.find(word) {
                let start = gap.start as usize + at;
                let span = Span::new(gap.file, start, start + word.len());
                self.add("operator", span, to);
                return;
            }
        }
    }

    /// Two statements that follow each other, in the other order.
    fn swapped(&mut self, kind: &'static str, first: &Stmt, second: &Stmt) {
        let between = Span {
            start: first.span.end,
            end: second.span.start,
            ..first.span
        };
        let text = format!(
            "{}{}{}",
            self.text(second.span),
            self.text(between),
            self.text(first.span)
        );
        self.add(kind, first.span.to(second.span), text);
    }
}

impl Visitor for Find<'_, '_> {
    fn visit_declaration(&mut self, declaration: &Declaration) {
        if let spec_lang::ast::DeclarationKind::Method(method) = &declaration.kind {
            self.locals = method
                .params
                .iter()
                .map(|param| (param.name.name.clone(), self.tables.declared(param.id)))
                .collect();
        }
        self.walk_declaration(declaration);
    }

    fn visit_clause(&mut self, clause: &Clause) {
        match &clause.kind {
            ClauseKind::Requires(_) => self.add("requires dropped", clause.span, ""),
            ClauseKind::Context(e) => {
                let text = format!("ensures {};", self.text(wide(self.file, e)));
                self.add("requires dropped", clause.span, text);
            }
            ClauseKind::LoopInvariant(_) => self.add("invariant dropped", clause.span, ""),
            ClauseKind::Ensures(e) => {
                let text = format!("{} ensures false;", self.text(clause.span));
                self.add("ensures stronger", clause.span, text);
                let negated = format!("ensures !({});", self.text(wide(self.file, e)));
                if matches!(self.tables.resolution.type_of(e.id), Type::Boolean) {
                    self.add("ensures stronger", clause.span, negated);
                }
            }
            _ => {}
        }
        self.walk_clause(clause);
    }

    fn visit_iterator(&mut self, iterator: &Range) {
        let high = self.text(wide(self.file, &iterator.high));
        let low = self.text(wide(self.file, &iterator.low));
        self.add(
            "range",
            wide(self.file, &iterator.high),
            format!("({high}) + 1"),
        );
        self.add(
            "range",
            wide(self.file, &iterator.low),
            format!("({low}) - 1"),
        );
        self.walk_iterator_parts(iterator);
    }

    fn visit_block(&mut self, block: &Block) {
        for pair in block.statements.windows(2) {
            if let [first, second] = pair {
                let barrier = |s: &Stmt| matches!(s.kind, StmtKind::Barrier(_));
                let par = |s: &Stmt| matches!(s.kind, StmtKind::Par(_));
                if barrier(first) || barrier(second) {
                    self.swapped("barrier moved", first, second);
                } else if par(first) && par(second) {
                    self.swapped("kernels swapped", first, second);
                } else if !matches!(first.kind, StmtKind::Local { .. }) {
                    self.swapped("statements swapped", first, second);
                }
            }
        }
        self.walk_block(block);
    }

    fn visit_stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Barrier(_) => self.add("barrier dropped", stmt.span, ";"),
            StmtKind::If { condition, .. } | StmtKind::While { condition, .. } => {
                let text = self.text(wide(self.file, condition));
                if !matches!(condition.kind, ExprKind::Any) {
                    self.add(
                        "guard negated",
                        wide(self.file, condition),
                        format!("!({text})"),
                    );
                }
            }
            StmtKind::Assign { target, op, .. } => {
                self.add("assignment dropped", stmt.span, ";");
                if *op == AssignOp::Set && matches!(target.kind, ExprKind::Index(..)) {
                    let text = format!("{0} {0}", self.text(stmt.span));
                    self.add("statement twice", stmt.span, text);
                }
            }
            StmtKind::Par(_) => self.add("kernel dropped", stmt.span, ";"),
            StmtKind::Atomic { body, .. } => {
                let text = self.text(body.span);
                self.add("atomic dropped", stmt.span, text);
            }
            _ => {}
        }
        self.walk_stmt(stmt);
    }

    fn visit_expr(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Index(_, index) => {
                let span = wide(self.file, index);
                let text = self.text(span);
                self.add("index", span, format!("({text}) + 1"));
                self.add("index", span, format!("({text}) - 1"));
            }
            ExprKind::Perm(_, amount) => {
                let span = wide(self.file, amount);
                match amount.kind {
                    ExprKind::Write | ExprKind::Int(_) => self.add("permission", span, "1\\2"),
                    ExprKind::Read => self.add("permission", span, "write"),
                    _ => {
                        let text = self.text(span);
                        self.add("permission", span, format!("({text}) / 2"));
                        self.add("permission", span, format!("2 * ({text})"));
                    }
                }
            }
            ExprKind::Int(value) if *value < BigInt::from(10_000) => {
                self.add("number", e.span, BigInt::to_string(&(value + 1i32)));
                if *value > BigInt::from(0) {
                    self.add("number", e.span, BigInt::to_string(&(value - 1i32)));
                }
            }
            ExprKind::Binary(op, left, right) => {
                let other = match op {
                    BinaryOp::Add => Some((BinaryOp::Sub, None)),
                    BinaryOp::Sub | BinaryOp::Mul => Some((BinaryOp::Add, None)),
                    BinaryOp::Div => Some((BinaryOp::Mod, None)),
                    BinaryOp::Mod => Some((BinaryOp::Div, None)),
                    BinaryOp::Lt => Some((BinaryOp::Le, None)),
                    BinaryOp::Le => Some((BinaryOp::Lt, Some("≤"))),
                    BinaryOp::Gt => Some((BinaryOp::Ge, None)),
                    BinaryOp::Ge => Some((BinaryOp::Gt, Some("≥"))),
                    BinaryOp::Eq => Some((BinaryOp::Ne, None)),
                    BinaryOp::Ne => Some((BinaryOp::Eq, Some("≠"))),
                    BinaryOp::And => Some((BinaryOp::Or, Some("∧"))),
                    BinaryOp::Or => Some((BinaryOp::And, Some("∨"))),
                    _ => None,
                };
                if let Some((other, unicode)) = other {
                    let forms: Vec<&str> = std::iter::once(op.symbol()).chain(unicode).collect();
                    self.operator(left, right, &forms, other.symbol());
                }
            }
            ExprKind::Name(name) => {
                if let Some(Reference::Local(_)) = self.tables.reference(e.id)
                    && let Some(ty) = self.locals.get(&name.name).cloned()
                {
                    let others: Vec<String> = self
                        .locals
                        .iter()
                        .filter(|(other, kind)| **other != name.name && **kind == ty)
                        .map(|(other, _)| other.clone())
                        .collect();
                    for other in others {
                        self.add("variable", e.span, other);
                    }
                }
            }
            _ => {}
        }
        self.walk_expr(e);
    }
}

impl Find<'_, '_> {
    fn walk_iterator_parts(&mut self, iterator: &Range) {
        self.visit_expr(&iterator.low);
        self.visit_expr(&iterator.high);
    }
}

/// An expression with the parentheses around it that belong to it alone.
fn wide(file: &SourceFile, e: &Expr) -> Span {
    let mut span = e.span;
    loop {
        let range = span.range();
        let before = file.text.get(..range.start).unwrap_or_default();
        let after = file.text.get(range.end..).unwrap_or_default();
        let open: &str = before.trim_end();
        let close: &str = after.trim_start();
        let callee: &str = open
            .strip_suffix('(')
            .map(str::trim_end)
            .unwrap_or_default();
        let called = callee.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        if !open.ends_with('(') || !close.starts_with(')') || called {
            return span;
        }
        let start = open.len().saturating_sub(1);
        let end = range.end + (after.len() - close.len()) + 1;
        span = Span::new(span.file, start, end);
    }
}

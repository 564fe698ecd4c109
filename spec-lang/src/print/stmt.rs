//! Clauses, statements without statements inside, and the heads of the others, as documents.

use super::deep::Printer;
use super::expr::{Doc, NEST};
use super::layout::Layout;
use super::ops::{Shape, begins_with_sign, needs_statement_parens, shape};
use crate::ast::*;
use itertools::Itertools;
use pretty::DocAllocator;

/// The keyword of a statement with one expression.
fn spec_text(kind: SpecKind) -> &'static str {
    match kind {
        SpecKind::Assert => "assert",
        SpecKind::Assume => "assume",
        SpecKind::Inhale => "inhale",
        SpecKind::Exhale => "exhale",
        SpecKind::Refute => "refute",
        SpecKind::Fold => "fold",
        SpecKind::Unfold => "unfold",
        SpecKind::Apply => "apply",
        SpecKind::Lock => "lock",
        SpecKind::Unlock => "unlock",
        SpecKind::Wait => "wait",
        SpecKind::Notify => "notify",
        SpecKind::Fork => "fork",
        SpecKind::Join => "join",
        SpecKind::Commit => "commit",
    }
}

/// Whether the keyword is a name where no operand follows.
fn is_name_too(kind: SpecKind) -> bool {
    !matches!(
        kind,
        SpecKind::Assert
            | SpecKind::Assume
            | SpecKind::Inhale
            | SpecKind::Exhale
            | SpecKind::Refute
            | SpecKind::Fold
            | SpecKind::Unfold
    )
}

fn modifier_text(kind: ModifierKind) -> &'static str {
    match kind {
        ModifierKind::Pure => "pure ",
        ModifierKind::Inline => "inline ",
        ModifierKind::Static => "static ",
        ModifierKind::Final => "final ",
        ModifierKind::ThreadLocal => "thread_local ",
        ModifierKind::Unique => "unique ",
    }
}

impl<'a> Printer<'a> {
    fn keyword(&self, word: &'a str, value: &'a Expr) -> Doc<'a> {
        self.text(word)
            .append(" ")
            .append(self.expr(value))
            .append(";")
    }

    /// A clause with its semicolon.
    pub(super) fn clause(&self, clause: &'a Clause) -> Doc<'a> {
        match clause.kind.parts() {
            ClauseParts::One(word, value) => self.keyword(word, value),
            ClauseParts::Measures(measures) => match measures {
                [
                    Expr {
                        kind: ExprKind::Name(name),
                        ..
                    },
                ] if name.name == "assume" => self.text("decreases assume;"),
                _ => self.keyword_list("decreases", measures),
            },
            ClauseParts::Given(params) => self.param_clause("given", params),
            ClauseParts::Yields(params) => self.param_clause("yields", params),
            ClauseParts::Other(keyword, values) => match values {
                [variable, condition] if keyword.name == "signals" => self
                    // The tree does not have the type.
                    .text("signals (any ")
                    .append(self.expr(variable))
                    .append(") ")
                    .append(self.expr(condition))
                    .append(";"),
                _ => self.keyword_list(&keyword.name, values),
            },
            ClauseParts::Directive(directive) => self.directive(directive),
        }
    }

    fn keyword_list(&self, word: &'a str, values: &'a [Expr]) -> Doc<'a> {
        let mut doc = self.text(word);
        if !values.is_empty() {
            // Behind `decreases` a sign would make a name of it.
            let values = values.iter();
            let values = self.commas(values.map(|value| self.wrap(value, begins_with_sign(value))));
            doc = doc.append(" ").append(values.nest(NEST).group());
        }
        doc.append(";")
    }

    fn param_clause(&self, word: &'a str, params: &'a [Param]) -> Doc<'a> {
        let params = self.commas(params.iter().map(|param| self.param(param)));
        self.text(word)
            .append(" ")
            .append(params.nest(NEST).group())
            .append(";")
    }

    fn param(&self, param: &'a Param) -> Doc<'a> {
        self.type_expr(&param.ty)
            .append(" ")
            .append(self.name(&param.name))
    }

    /// A `gpuopt` directive with its semicolon.
    pub(super) fn directive(&self, directive: &'a Directive) -> Doc<'a> {
        let mut doc = self.text("gpuopt ").append(directive.word);
        for argument in &directive.arguments {
            doc = match argument {
                Argument::Name(name) => doc.append(" ").append(self.name(name)),
                Argument::Choice(word) => doc.append(" ").append(*word),
                Argument::Array(array) => doc.append(" ").append(self.closed(array)),
                Argument::Int(value) => doc.append(self.directive_arg(value)),
            };
        }
        doc.append(";")
    }

    /// An argument of a directive. Nothing separates one from the next, so that all but names
    /// and numbers stand in parentheses.
    fn directive_arg(&self, arg: &'a Expr) -> Doc<'a> {
        let plain = matches!(arg.kind, ExprKind::Name(_)) || shape(arg) == Shape::Number;
        self.text(" ").append(self.wrap(arg, !plain))
    }

    pub(super) fn modifiers(&self, modifiers: &'a [Modifier]) -> Doc<'a> {
        self.arena.concat(
            modifiers
                .iter()
                .map(|modifier| self.text(modifier_text(modifier.kind))),
        )
    }

    /// A statement that holds no other, with its semicolon.
    pub(super) fn simple_stmt(&self, stmt: &'a Stmt) -> Doc<'a> {
        self.bare_stmt(stmt).append(";")
    }

    /// Any statement on one line.
    pub(super) fn one_line_stmt(&self, stmt: &'a Stmt) -> Doc<'a> {
        let mut layout = Layout::new(*self);
        layout.stmt(stmt, 0);
        let lines = layout
            .segments
            .iter()
            .flat_map(|segment| segment.text.lines())
            .map(str::trim)
            .join(" ");
        self.owned(lines)
    }

    /// As [`Printer::simple_stmt`], without the semicolon.
    pub(super) fn bare_stmt(&self, stmt: &'a Stmt) -> Doc<'a> {
        match &stmt.kind {
            StmtKind::Local {
                modifiers,
                ty,
                names,
            } => self.declared(modifiers, ty, names),
            StmtKind::Assign { target, op, value } => self
                .statement_expr(target)
                .append(self.assigned(op.symbol(), value)),
            StmtKind::Expr(expr) => self.statement_expr(expr),
            StmtKind::Spec(kind, expr) => self
                .text(spec_text(*kind))
                .append(" ")
                .append(self.wrap(expr, is_name_too(*kind) && begins_with_sign(expr))),
            StmtKind::Return(None) => self.text("return"),
            StmtKind::Return(Some(value)) => {
                self.text("return ").append(self.expr(value).nest(NEST))
            }
            StmtKind::Break(label) => self.jump("break", label.as_ref()),
            StmtKind::Continue(label) => self.jump("continue", label.as_ref()),
            StmtKind::Goto(label) => self.jump("goto", Some(label)),
            StmtKind::Label(label, _) => self.jump("label", Some(label)),
            StmtKind::Package(wand, _) => {
                let wand = self.wrap(wand, begins_with_sign(wand));
                self.text("package ").append(wand)
            }
            StmtKind::Barrier(barrier) => self.barrier_head(barrier),
            StmtKind::Ghost(inner) => self.text("ghost ").append(self.bare_stmt(inner)),
            StmtKind::Unsupported { what, .. } => self.unsupported(what),
            StmtKind::Block(_)
            | StmtKind::If { .. }
            | StmtKind::While { .. }
            | StmtKind::For { .. }
            | StmtKind::RangedFor { .. }
            | StmtKind::Par(_)
            | StmtKind::Region { .. }
            | StmtKind::Invariant { .. }
            | StmtKind::Atomic { .. }
            | StmtKind::Vector { .. }
            | StmtKind::Empty => self.arena.nil(),
        }
    }

    /// What was read without being understood: its text is not in the tree.
    pub(super) fn unsupported(&self, what: &'a str) -> Doc<'a> {
        self.text("/* ").append(what).append(" */")
    }

    /// `final int x = e, y`.
    pub(super) fn declared(
        &self,
        modifiers: &'a [Modifier],
        ty: &'a TypeExpr,
        names: &'a [Variable],
    ) -> Doc<'a> {
        let names = self.arena.intersperse(
            names.iter().map(|name| self.variable(name)),
            self.text(", "),
        );
        self.modifiers(modifiers)
            .append(self.type_expr(ty))
            .append(" ")
            .append(names)
    }

    /// An expression at the start of a statement.
    fn statement_expr(&self, expr: &'a Expr) -> Doc<'a> {
        self.wrap(expr, needs_statement_parens(expr))
    }

    fn jump(&self, word: &'a str, label: Option<&'a Ident>) -> Doc<'a> {
        match label {
            Some(label) => self.text(word).append(" ").append(self.name(label)),
            None => self.text(word),
        }
    }

    /// `word (e)`.
    pub(super) fn guard(&self, word: &'a str, condition: &'a Expr) -> Doc<'a> {
        self.text(word)
            .append(" ")
            .append(self.exprs("(", [condition], ")"))
    }

    /// `for (…; …; …)`.
    pub(super) fn for_head(
        &self,
        init: &'a [Stmt],
        condition: Option<&'a Expr>,
        update: &'a [Stmt],
    ) -> Doc<'a> {
        let bare = |stmts: &'a [Stmt]| {
            self.arena.intersperse(
                stmts.iter().map(|stmt| self.bare_stmt(stmt)),
                self.text(", "),
            )
        };
        let mut doc = self.text("for (").append(bare(init)).append(";");
        if let Some(condition) = condition {
            doc = doc.append(" ").append(self.expr(condition));
        }
        doc = doc.append(";");
        if !update.is_empty() {
            doc = doc.append(" ").append(bare(update));
        }
        doc.append(")")
    }

    pub(super) fn iterator(&self, iterator: &'a Iterator) -> Doc<'a> {
        self.type_expr(&iterator.ty)
            .append(" ")
            .append(self.name(&iterator.name))
            .append(" = ")
            .append(self.expr(&iterator.low))
            .append(" .. ")
            .append(self.expr(&iterator.high))
    }

    pub(super) fn iterators(&self, iterators: &'a [Iterator]) -> Doc<'a> {
        self.list(
            "(",
            iterators.iter().map(|iterator| self.iterator(iterator)),
            ")",
        )
    }

    /// `par name(…)`, or `and name(…)` for a later block.
    pub(super) fn par_head(&self, word: &'a str, block: &'a ParBlock) -> Doc<'a> {
        let mut doc = self.text(word);
        if let Some(name) = &block.name {
            doc = doc.append(" ").append(self.name(name));
        }
        if !block.iterators.is_empty() {
            if block.name.is_none() {
                doc = doc.append(" ");
            }
            doc = doc.append(self.iterators(&block.iterators));
        }
        doc
    }

    /// `barrier(name; invariants)`.
    pub(super) fn barrier_head(&self, barrier: &'a Barrier) -> Doc<'a> {
        let mut doc = self.text("barrier(");
        if let Some(block) = &barrier.block {
            doc = doc.append(self.name(block));
        }
        if !barrier.invariants.is_empty() {
            doc = doc.append("; ").append(self.names(&barrier.invariants));
        }
        doc.append(")")
    }

    /// `a, b`.
    pub(super) fn names(&self, names: &'a [Ident]) -> Doc<'a> {
        self.arena
            .intersperse(names.iter().map(|name| self.name(name)), self.text(", "))
    }

    /// `<A, B>`, or nothing.
    fn type_params(&self, params: &'a [Ident]) -> Doc<'a> {
        if params.is_empty() {
            return self.arena.nil();
        }
        self.text("<").append(self.names(params)).append(">")
    }

    fn params(&self, params: &'a [Param]) -> Doc<'a> {
        self.list("(", params.iter().map(|param| self.param(param)), ")")
    }

    /// ` = e;`, with `e` on the next line if it does not fit on this one.
    fn definition(&self, body: &'a Expr) -> Doc<'a> {
        self.text(" =")
            .append(self.arena.line().append(self.expr(body)).nest(NEST))
            .append(";")
            .group()
    }

    /// A method without its contract, up to and without the brace of its body.
    pub(super) fn method_head(&self, method: &'a Method) -> Doc<'a> {
        let mut doc = self.modifiers(&method.modifiers);
        if matches!(method.kind, MethodKind::Method | MethodKind::Operator) {
            doc = doc.append(self.type_expr(&method.return_type)).append(" ");
        }
        doc = doc
            .append(match method.kind {
                MethodKind::Method | MethodKind::ClassNameConstructor => self.name(&method.name),
                _ => self.text(&method.name.name),
            })
            .append(self.type_params(&method.type_params));
        if method.kind != MethodKind::RunBlock {
            doc = doc.append(self.params(&method.params));
        }
        match &method.body {
            Body::Abstract => doc.append(";"),
            Body::Expr(body) => doc.append(self.definition(body)),
            Body::Block(_) => doc,
        }
    }

    /// A predicate without its contract.
    pub(super) fn predicate(&self, predicate: &'a Predicate) -> Doc<'a> {
        let doc = self
            .modifiers(&predicate.modifiers)
            .append("resource ")
            .append(self.name(&predicate.name))
            .append(self.type_params(&predicate.type_params))
            .append(self.params(&predicate.params));
        match &predicate.body {
            Some(body) => doc.append(self.definition(body)),
            None => doc.append(";"),
        }
    }

    /// `class C<T> extends B`.
    pub(super) fn class_head(&self, class: &'a Class) -> Doc<'a> {
        let mut doc = self
            .text("class ")
            .append(self.name(&class.name))
            .append(self.type_params(&class.type_params));
        if !class.bases.is_empty() {
            let bases = class.bases.iter().map(|base| self.type_expr(base));
            doc = doc
                .append(" extends ")
                .append(self.arena.intersperse(bases, self.text(", ")));
        }
        doc
    }

    /// `adt name<T>`.
    pub(super) fn adt_head(&self, adt: &'a Adt) -> Doc<'a> {
        self.text("adt ")
            .append(self.name(&adt.name))
            .append(self.type_params(&adt.type_params))
    }

    pub(super) fn enumeration(&self, declared: &'a Enum) -> Doc<'a> {
        let constants = self.commas(
            declared
                .constants
                .iter()
                .map(|constant| self.name(&constant.name)),
        );
        self.text("enum ")
            .append(self.name(&declared.name))
            .append(" {")
            .append(self.arena.line().append(constants).nest(NEST))
            .append(self.arena.line())
            .append("}")
            .group()
    }

    pub(super) fn axiom(&self, axiom: &'a Axiom) -> Doc<'a> {
        match &axiom.name {
            Some(name) => self
                .text("axiom ")
                .append(self.name(name))
                .append(" {")
                .append(self.arena.line().append(self.expr(&axiom.body)).nest(NEST))
                .append(self.arena.line())
                .append("}")
                .group(),
            None => self.keyword("axiom", &axiom.body),
        }
    }
}

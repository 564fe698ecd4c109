//! Expressions and types as documents.

use super::deep::Printer;
use super::ops::{
    Shape, begins_with_bracket, begins_with_keyword, ends_with_container, infix_needs_parens,
    is_constant, is_container, shape,
};
use crate::ast::*;
use crate::parse::is_reserved;
use pretty::{Arena, DocAllocator, DocBuilder};

/// A piece of text that may be broken into lines.
pub(super) type Doc<'a> = DocBuilder<'a, Arena<'a>>;

/// Columns of one level of indentation.
pub(super) const INDENT: usize = 2;
pub(super) const NEST: isize = 2;

impl<'a> Printer<'a> {
    pub(super) fn text(&self, text: &'a str) -> Doc<'a> {
        self.arena.text(text)
    }

    pub(super) fn owned(&self, text: String) -> Doc<'a> {
        self.arena.text(text)
    }

    fn parens(&self, inner: Doc<'a>) -> Doc<'a> {
        self.text("(").append(inner.nest(1)).append(")").group()
    }

    /// Items between brackets, separated by commas, as many to a line as fit.
    pub(super) fn list(
        &self,
        open: &'a str,
        items: impl IntoIterator<Item = Doc<'a>>,
        close: &'a str,
    ) -> Doc<'a> {
        let mut items = items.into_iter().peekable();
        if items.peek().is_none() {
            return self.text(open).append(close);
        }
        self.text(open)
            .append(self.arena.line_().append(self.commas(items)).nest(NEST))
            .append(self.arena.line_())
            .append(close)
            .group()
    }

    /// Items separated by commas, as many to a line as fit.
    pub(super) fn commas(&self, items: impl IntoIterator<Item = Doc<'a>>) -> Doc<'a> {
        let separator = self.text(",").append(self.arena.softline());
        self.arena.intersperse(items, separator)
    }

    pub(super) fn exprs(
        &self,
        open: &'a str,
        exprs: impl IntoIterator<Item = &'a Expr>,
        close: &'a str,
    ) -> Doc<'a> {
        self.list(open, exprs.into_iter().map(|expr| self.expr(expr)), close)
    }

    pub(super) fn function(
        &self,
        name: &'a str,
        args: impl IntoIterator<Item = &'a Expr>,
    ) -> Doc<'a> {
        self.text(name).append(self.exprs("(", args, ")"))
    }

    /// An expression where any expression can stand.
    pub(super) fn expr(&self, expr: &'a Expr) -> Doc<'a> {
        self.deeper(expr, |printer, expr| printer.expr_here(expr))
    }

    /// The arms only hand on, so that nesting costs little stack.
    fn expr_here(&self, expr: &'a Expr) -> Doc<'a> {
        match &expr.kind {
            ExprKind::Int(value) => self.owned(value.to_string()),
            ExprKind::Float(text) => self.text(text),
            ExprKind::Bool(true) => self.text("true"),
            ExprKind::Bool(false) => self.text("false"),
            ExprKind::Str(text) => self.quoted("\"", text),
            ExprKind::Char(text) => self.quoted("'", text),
            ExprKind::Null => self.text("null"),
            ExprKind::This => self.text("this"),
            ExprKind::Result => self.text("\\result"),
            ExprKind::Write => self.text("write"),
            ExprKind::Read => self.text("read"),
            ExprKind::NoPerm => self.text("none"),
            ExprKind::OptionNone => self.text("None"),
            ExprKind::CurrentThread => self.text("\\current_thread"),
            ExprKind::Any => self.text("*"),
            ExprKind::Name(name) => self.variable_name(&name.name),
            ExprKind::Unary(op, inner) => self.unary(*op, inner),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right),
            ExprKind::Conditional(condition, first, second) => {
                self.conditional(condition, first, second)
            }
            ExprKind::Increment { target, up, prefix } => self.increment(target, *up, *prefix),
            ExprKind::Index(inner, index) => self.index(inner, index),
            ExprKind::AllElements(inner) => self.receiver(inner).append("[*]"),
            ExprKind::Slice(inner, low, high) => self.slice(inner, low.as_deref(), high.as_deref()),
            ExprKind::Update(inner, index, value) => self.update(inner, index, value),
            ExprKind::Member(inner, name) => {
                self.receiver(inner).append(".").append(name.name.as_str())
            }
            ExprKind::Call(call) => self.call(call),
            ExprKind::New(call) => self.text("new ").append(self.call(call)),
            ExprKind::NewArray(ty, sizes) => self.new_array(ty, sizes),
            ExprKind::Quantifier {
                kind,
                binders,
                range,
                body,
            } => self.quantifier(*kind, binders, range.as_deref(), body),
            ExprKind::Let { ty, variable, body } => self.let_in(ty, variable, body),
            ExprKind::ForPerm(binders, location, body) => self.for_perm(binders, location, body),
            ExprKind::Trigger(exprs, level) => self.trigger(exprs, level.as_deref()),
            ExprKind::Old(label, inner) => self.old(label.as_ref(), inner),
            ExprKind::Perm(location, amount) => self.function("Perm", [&**location, &**amount]),
            ExprKind::PointsTo(location, amount, value) => {
                self.function("PointsTo", [&**location, &**amount, &**value])
            }
            ExprKind::Value(location) => self.function("Value", [&**location]),
            ExprKind::HPerm(location, amount) => self.function("HPerm", [&**location, &**amount]),
            ExprKind::CurrentPerm(location) => self.function("perm", [&**location]),
            ExprKind::Held(inner) => self.function("held", [&**inner]),
            ExprKind::Idle(inner) => self.function("idle", [&**inner]),
            ExprKind::Running(inner) => self.function("running", [&**inner]),
            ExprKind::Committed(inner) => self.function("committed", [&**inner]),
            ExprKind::Scale(amount, inner) => self.scale(amount, inner),
            ExprKind::Matrix(matrix, rows, columns) => {
                self.function("\\matrix", [&**matrix, &**rows, &**columns])
            }
            ExprKind::ArrayOf(array, length) => self.function("\\array", [&**array, &**length]),
            ExprKind::Values(array, from, to) => {
                self.function("\\values", [&**array, &**from, &**to])
            }
            ExprKind::PolarityDependent(learnt, shown) => {
                self.function("\\polarity_dependent", [&**learnt, &**shown])
            }
            ExprKind::Choose(inner) => self.function("\\choose", [&**inner]),
            ExprKind::ChooseFresh(inner) => self.function("\\choose_fresh", [&**inner]),
            ExprKind::SeqLiteral(ty, elements) => {
                self.collection("seq", ty.as_ref(), ("[", "]"), elements)
            }
            ExprKind::SetLiteral(ty, elements) => {
                self.collection("set", ty.as_ref(), ("{", "}"), elements)
            }
            ExprKind::BagLiteral(ty, elements) => {
                self.collection("bag", ty.as_ref(), ("b{", "}"), elements)
            }
            ExprKind::MapLiteral(key, value, entries) => self.map(key, value, entries),
            ExprKind::TupleLiteral(types, elements) => self.tuple(types, elements),
            ExprKind::Range {
                sequence,
                low,
                high,
            } => self.range(*sequence, low, high),
            ExprKind::Comprehension {
                ty,
                element,
                binders,
                condition,
            } => self.comprehension(ty.as_ref(), element, binders, condition.as_deref()),
            ExprKind::Size(inner) => self.size(inner),
            ExprKind::Cast(ty, inner) => self.cast(ty, inner),
            ExprKind::InstanceOf(inner, ty) => self
                .closed(inner)
                .append(" instanceof ")
                .append(self.type_expr(ty)),
            ExprKind::Builtin(name, args) if args.is_empty() && is_constant(&name.name) => {
                self.text(&name.name)
            }
            ExprKind::Builtin(name, args) => self.builtin(&name.name, args),
            ExprKind::Unfolding(predicate, body) => {
                self.during("\\unfolding", predicate, "\\in", body)
            }
            ExprKind::During(keyword, first, body) => self.during(&keyword.name, first, "in", body),
        }
    }

    fn builtin(&self, name: &'a str, args: &'a [Expr]) -> Doc<'a> {
        match args.split_last() {
            // It has a `;` somewhere among its arguments, and the tree does not say where.
            Some((last, first)) if name == "\\nd_partial_index" && !first.is_empty() => {
                let first = self.commas(first.iter().map(|arg| self.expr(arg)));
                let doc = self.text(name).append("(").append(first).append("; ");
                doc.append(self.expr(last)).append(")")
            }
            _ => self.function(name, args),
        }
    }

    fn quoted(&self, quote: &'a str, text: &'a str) -> Doc<'a> {
        self.text(quote).append(text).append(quote)
    }

    fn unary(&self, op: UnaryOp, inner: &'a Expr) -> Doc<'a> {
        let plain = match shape(inner) {
            Shape::Closed | Shape::Number => true,
            _ => matches!(
                (op, &inner.kind),
                (UnaryOp::Not, ExprKind::Unary(UnaryOp::Not, _))
            ),
        };
        self.text(op.symbol()).append(self.wrap(inner, !plain))
    }

    fn conditional(&self, condition: &'a Expr, first: &'a Expr, second: &'a Expr) -> Doc<'a> {
        let last = match &second.kind {
            ExprKind::Conditional(..) => self.expr(second),
            _ => self.guarded(second),
        };
        let branches = self
            .arena
            .line()
            .append("? ")
            .append(self.guarded(first))
            .append(self.arena.line())
            .append(": ")
            .append(last);
        self.guarded(condition).append(branches.nest(NEST)).group()
    }

    /// A part of a conditional, set off if it is one itself or an implication.
    fn guarded(&self, inner: &'a Expr) -> Doc<'a> {
        let open = match shape(inner) {
            Shape::Open => true,
            Shape::Infix(op) => op.facts().group == Group::Implication,
            _ => false,
        };
        self.wrap(inner, open)
    }

    fn increment(&self, target: &'a Expr, up: bool, prefix: bool) -> Doc<'a> {
        let sign = if up { "++" } else { "--" };
        let target = self.receiver(target);
        if prefix {
            self.text(sign).append(target)
        } else {
            target.append(sign)
        }
    }

    fn index(&self, inner: &'a Expr, index: &'a Expr) -> Doc<'a> {
        self.receiver(inner)
            .append("[")
            // `a[*]` is all elements.
            .append(self.wrap(index, index.kind == ExprKind::Any))
            .append("]")
    }

    fn slice(&self, inner: &'a Expr, low: Option<&'a Expr>, high: Option<&'a Expr>) -> Doc<'a> {
        let mut doc = self.receiver(inner).append("[");
        if let Some(low) = low {
            doc = doc.append(self.expr(low)).append(" ");
        }
        doc = doc.append("..");
        if let Some(high) = high {
            doc = doc.append(" ").append(self.expr(high));
        }
        doc.append("]")
    }

    fn update(&self, inner: &'a Expr, index: &'a Expr, value: &'a Expr) -> Doc<'a> {
        self.receiver(inner)
            .append("[")
            .append(self.expr(index))
            .append(" -> ")
            .append(self.expr(value))
            .append("]")
    }

    fn scale(&self, amount: &'a Expr, inner: &'a Expr) -> Doc<'a> {
        self.text("[")
            .append(self.expr(amount))
            .append("]")
            .append(self.wrap(
                inner,
                shape(inner) != Shape::Closed || begins_with_bracket(inner),
            ))
    }

    fn cast(&self, ty: &'a TypeExpr, inner: &'a Expr) -> Doc<'a> {
        // Behind `(C)` a parenthesis or sign would make an operator or a call of it; behind
        // `(int)` anything can stand.
        let shape = shape(inner);
        let plain = match inner.kind {
            ExprKind::Name(_) | ExprKind::Int(_) | ExprKind::Float(_) => shape != Shape::Prefix,
            _ => !begins_with_keyword(ty) && shape == Shape::Closed && !begins_with_bracket(inner),
        };
        self.text("(")
            .append(self.type_expr(ty))
            .append(") ")
            .append(self.wrap(inner, !plain))
    }

    /// An expression, in parentheses or not.
    pub(super) fn wrap(&self, expr: &'a Expr, parens: bool) -> Doc<'a> {
        if parens {
            self.parens(self.expr(expr))
        } else {
            self.expr(expr)
        }
    }

    /// An expression to which `.f` or `[i]` is appended.
    fn receiver(&self, expr: &'a Expr) -> Doc<'a> {
        self.wrap(expr, shape(expr) != Shape::Closed)
    }

    /// An expression that ends where a blank does.
    pub(super) fn closed(&self, expr: &'a Expr) -> Doc<'a> {
        self.wrap(expr, !matches!(shape(expr), Shape::Closed | Shape::Number))
    }

    /// An infix expression. A chain of one rank is laid out as a whole: logical ones break
    /// before every operator or before none, sums and products where they must.
    fn binary(&self, op: BinaryOp, left: &'a Expr, right: &'a Expr) -> Doc<'a> {
        let mut parts = vec![(op, right)];
        let (mut head, mut below) = (left, op);
        while let ExprKind::Binary(inner, first, second) = &head.kind {
            if inner.facts().group != op.facts().group
                || self.infix_in_parens(below, *inner, head, false)
            {
                break;
            }
            parts.push((*inner, second));
            below = *inner;
            head = first;
        }
        let logical = op.facts().group <= Group::And;
        let mut tail = self.arena.nil();
        for (op, operand) in parts.into_iter().rev() {
            let doc = if op == BinaryOp::Implies
                && let ExprKind::Binary(BinaryOp::Implies, first, second) = &operand.kind
                && self.parenthesised(operand) != Some(true)
            {
                // A chain of implications stays at one depth.
                self.implications(first, second)
            } else {
                self.operand(op, operand, true)
            };
            let tight = op == BinaryOp::Frac
                && matches!(head.kind, ExprKind::Int(_))
                && matches!(operand.kind, ExprKind::Int(_));
            tail = tail.append(if tight {
                self.text("\\").append(doc)
            } else {
                let item = self
                    .arena
                    .line()
                    .append(op.symbol())
                    .append(" ")
                    .append(doc);
                if logical { item } else { item.group() }
            });
        }
        let head = self.operand(below, head, false);
        head.append(tail.nest(NEST)).group()
    }

    /// `a ==> b ==> c` from its first operand on, without the group.
    fn implications(&self, first: &'a Expr, rest: &'a Expr) -> Doc<'a> {
        let mut doc = self.operand(BinaryOp::Implies, first, false);
        let mut rest = rest;
        loop {
            doc = doc.append(self.arena.line()).append("==> ");
            match &rest.kind {
                ExprKind::Binary(BinaryOp::Implies, next, last)
                    if self.parenthesised(rest) != Some(true) =>
                {
                    doc = doc.append(self.operand(BinaryOp::Implies, next, false));
                    rest = last;
                }
                _ => return doc.append(self.operand(BinaryOp::Implies, rest, true)),
            }
        }
    }

    fn operand(&self, parent: BinaryOp, child: &'a Expr, right: bool) -> Doc<'a> {
        let parens = match shape(child) {
            Shape::Open => true,
            Shape::Infix(op) => self.infix_in_parens(parent, op, child, right),
            // `a ++ -b` would increment `a`.
            Shape::Prefix => matches!(parent, BinaryOp::Concat | BinaryOp::Cons),
            Shape::Number | Shape::Long | Shape::Closed => false,
        };
        let literal = matches!(parent, BinaryOp::Lt | BinaryOp::Shl) && !right;
        self.wrap(child, parens || literal && ends_with_container(child))
    }

    /// Whether an infix operand is put in parentheses: where they are due, where the source has
    /// them, and, without a source, where `&&` meets `**`.
    fn infix_in_parens(&self, parent: BinaryOp, op: BinaryOp, child: &Expr, right: bool) -> bool {
        infix_needs_parens(parent, op, right)
            || self.parenthesised(child).unwrap_or(
                op != parent
                    && op.facts().group == Group::And
                    && parent.facts().group == Group::And,
            )
    }

    fn call(&self, call: &'a Call) -> Doc<'a> {
        let dot = if call.null_safe { "?." } else { "." };
        let doc = match &call.receiver {
            Some(receiver) => {
                let adt = matches!(receiver.kind, ExprKind::Name(_)) && !call.type_args.is_empty();
                let receiver = self.receiver(receiver);
                if adt && !call.null_safe {
                    // `A<T>.f(…)`, a function of an abstract data type.
                    let receiver = receiver.append(self.type_args(&call.type_args));
                    receiver.append(".").append(self.name(&call.name))
                } else {
                    let doc = receiver.append(dot).append(call.name.name.as_str());
                    doc.append(self.type_args(&call.type_args))
                }
            }
            None if call.type_args.is_empty() => self.name(&call.name),
            None => {
                let name = &call.name.name;
                let name = if is_container(name) {
                    self.quoted("`", name)
                } else {
                    self.variable_name(name)
                };
                name.append(self.type_args(&call.type_args))
            }
        };
        let mut doc = doc.append(self.exprs("(", &call.args, ")"));
        for (word, entries) in [("given { ", &call.given), ("yields { ", &call.yields)] {
            if !entries.is_empty() {
                let entries = self.commas(entries.iter().map(|entry| {
                    self.name(&entry.left)
                        .append(" = ")
                        .append(self.expr(&entry.right))
                }));
                let ghost = self
                    .arena
                    .line()
                    .append(word)
                    .append(entries.nest(NEST))
                    .append(" }");
                doc = doc.append(ghost.nest(NEST));
            }
        }
        if !(call.given.is_empty() && call.yields.is_empty()) {
            doc = doc.group();
        }
        for stmt in &call.ghost_statements {
            // The tree holds `with s` as a ghost statement labelled `with`.
            let (word, inner) = match &stmt.kind {
                StmtKind::Label(word, Some(inner)) => (word.name.as_str(), &**inner),
                _ => ("with", stmt),
            };
            let inner = match &inner.kind {
                StmtKind::Ghost(inner) => inner,
                _ => inner,
            };
            doc = doc
                .append(" ")
                .append(word)
                .append(" ")
                .append(self.one_line_stmt(inner));
        }
        doc
    }

    /// A name where a variable can stand.
    fn variable_name(&self, name: &'a str) -> Doc<'a> {
        if is_constant(name) {
            self.quoted("`", name)
        } else {
            self.word(name)
        }
    }

    /// A name, between backticks if it is a keyword.
    pub(super) fn name(&self, name: &'a Ident) -> Doc<'a> {
        self.word(&name.name)
    }

    fn word(&self, name: &'a str) -> Doc<'a> {
        if is_reserved(name) {
            self.quoted("`", name)
        } else {
            self.text(name)
        }
    }

    pub(super) fn variable(&self, variable: &'a Variable) -> Doc<'a> {
        let name = self.name(&variable.name);
        match &variable.init {
            Some(init) => name.append(self.assigned("=", init)),
            None => name,
        }
    }

    /// ` = e`, with `e` on the next line if it fits on none.
    pub(super) fn assigned(&self, sign: &'a str, value: &'a Expr) -> Doc<'a> {
        self.text(" ")
            .append(sign)
            .append(" ")
            .append(self.expr(value).nest(NEST))
            .group()
    }
}

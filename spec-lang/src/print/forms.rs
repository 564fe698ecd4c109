//! Formulas, collections and types as documents.

use super::deep::Printer;
use super::expr::{Doc, NEST};
use super::ops::{Shape, fits_between_bars, shape};
use crate::ast::*;
use pretty::DocAllocator;

/// Whether `|` may follow an expression without becoming part of it.
fn before_bar(expr: &Expr) -> bool {
    !matches!(shape(expr), Shape::Open | Shape::Infix(BinaryOp::BitOr))
}

impl<'a> Printer<'a> {
    pub(super) fn new_array(&self, ty: &'a TypeExpr, sizes: &'a [Option<Expr>]) -> Doc<'a> {
        let mut doc = self.text("new ").append(self.type_expr(ty));
        for size in sizes {
            doc = doc.append("[");
            if let Some(size) = size {
                doc = doc.append(self.expr(size));
            }
            doc = doc.append("]");
        }
        doc
    }

    pub(super) fn quantifier(
        &self,
        kind: QuantifierKind,
        binders: &'a [Binder],
        range: Option<&'a Expr>,
        body: &'a Expr,
    ) -> Doc<'a> {
        let word = match kind {
            QuantifierKind::Forall => "\\forall ",
            QuantifierKind::ForallStar => "\\forall* ",
            QuantifierKind::Exists => "\\exists ",
            QuantifierKind::Sum => "\\sum ",
            QuantifierKind::Product => "\\product ",
        };
        let mut doc = self.text(word).append(self.binders(binders)).append(";");
        if let Some(range) = range {
            let range = self.arena.line().append(self.expr(range)).append(";");
            doc = doc.append(range.nest(NEST));
        }
        self.enclosed(doc, body)
    }

    pub(super) fn let_in(
        &self,
        ty: &'a TypeExpr,
        variable: &'a Variable,
        body: &'a Expr,
    ) -> Doc<'a> {
        let doc = self
            .text("\\let ")
            .append(self.type_expr(ty))
            .append(" ")
            .append(self.variable(variable))
            .append(";");
        self.enclosed(doc, body)
    }

    pub(super) fn for_perm(
        &self,
        binders: &'a [Binder],
        location: &'a Expr,
        body: &'a Expr,
    ) -> Doc<'a> {
        let doc = self
            .text("\\forperm ")
            .append(self.binders(binders))
            .append(" \\in ")
            .append(self.closed(location))
            .append(";");
        self.enclosed(doc, body)
    }

    /// `(head body)`: a formula that brings its own parentheses.
    fn enclosed(&self, head: Doc<'a>, body: &'a Expr) -> Doc<'a> {
        let body = self.arena.line().append(self.expr(body)).nest(NEST);
        self.text("(").append(head).append(body).append(")").group()
    }

    pub(super) fn trigger(&self, exprs: &'a [Expr], level: Option<&'a str>) -> Doc<'a> {
        let open = match level {
            Some(level) => self.text("{:").append(level).append(": "),
            None => self.text("{: "),
        };
        let exprs = self.commas(exprs.iter().map(|expr| self.expr(expr)));
        open.append(exprs.nest(NEST)).append(" :}").group()
    }

    pub(super) fn old(&self, label: Option<&'a Ident>, inner: &'a Expr) -> Doc<'a> {
        let mut doc = self.text("\\old");
        if let Some(label) = label {
            doc = doc.append("[").append(self.name(label)).append("]");
        }
        doc.append(self.exprs("(", [inner], ")"))
    }

    /// `word first inner body`, as in `\unfolding p \in e`.
    pub(super) fn during(
        &self,
        word: &'a str,
        first: &'a Expr,
        inner: &'a str,
        body: &'a Expr,
    ) -> Doc<'a> {
        // `asserting (…)` would be a call.
        let plain = matches!(first.kind, ExprKind::Scale(..))
            || if word.starts_with('\\') {
                shape(first) == Shape::Closed
            } else {
                shape(first) != Shape::Open
            };
        let body = self.wrap(body, shape(body) == Shape::Open);
        self.text(word)
            .append(" ")
            .append(self.wrap(first, !plain))
            .append(" ")
            .append(inner)
            .append(self.arena.line().append(body).nest(NEST))
            .group()
    }

    pub(super) fn collection(
        &self,
        name: &'a str,
        ty: Option<&'a TypeExpr>,
        untyped: (&'a str, &'a str),
        elements: &'a [Expr],
    ) -> Doc<'a> {
        let (head, open, close) = match ty {
            Some(ty) => (self.typed(name, [ty]), "{", "}"),
            None => (self.arena.nil(), untyped.0, untyped.1),
        };
        let elements = elements.iter().enumerate().map(|(at, element)| {
            // Behind the first element of a set `|` begins the variables of a comprehension.
            self.wrap(element, at == 0 && name == "set" && !before_bar(element))
        });
        head.append(self.list(open, elements, close))
    }

    pub(super) fn map(
        &self,
        key: &'a TypeExpr,
        value: &'a TypeExpr,
        entries: &'a [(Expr, Expr)],
    ) -> Doc<'a> {
        let entries = entries
            .iter()
            .map(|(key, value)| self.expr(key).append(" -> ").append(self.expr(value)));
        self.typed("map", [key, value])
            .append(self.list("{", entries, "}"))
    }

    pub(super) fn tuple(&self, types: &'a [TypeExpr], elements: &'a [Expr]) -> Doc<'a> {
        if types.is_empty() {
            self.exprs("(", elements, ")")
        } else {
            self.typed("tuple", types)
                .append(self.exprs("{", elements, "}"))
        }
    }

    pub(super) fn range(&self, sequence: bool, low: &'a Expr, high: &'a Expr) -> Doc<'a> {
        let (open, close) = if sequence { ("[", ")") } else { ("{", "}") };
        self.text(open)
            .append(self.wrap(low, !sequence && !before_bar(low)))
            .append(" .. ")
            .append(self.expr(high))
            .append(close)
    }

    pub(super) fn comprehension(
        &self,
        ty: Option<&'a TypeExpr>,
        element: &'a Expr,
        binders: &'a [Binder],
        condition: Option<&'a Expr>,
    ) -> Doc<'a> {
        let open = match ty {
            Some(ty) => self.typed("set", [ty]),
            None => self.arena.nil(),
        };
        let mut doc = open
            .append("{")
            .append(self.wrap(element, !fits_between_bars(element)))
            .append(self.arena.line())
            .append("| ")
            .append(self.binders(binders));
        if let Some(condition) = condition {
            doc = doc
                .append(";")
                .append(self.arena.line())
                .append(self.expr(condition));
        }
        doc.nest(NEST).append("}").group()
    }

    pub(super) fn size(&self, inner: &'a Expr) -> Doc<'a> {
        self.text("|")
            .append(self.wrap(inner, !fits_between_bars(inner)))
            .append("|")
    }

    /// The binders of a formula.
    fn binders(&self, binders: &'a [Binder]) -> Doc<'a> {
        self.commas(binders.iter().map(|binder| self.binder(binder)))
            .nest(NEST)
    }

    fn binder(&self, binder: &'a Binder) -> Doc<'a> {
        let mut doc = self
            .type_expr(&binder.ty)
            .append(" ")
            .append(self.name(&binder.name));
        if let Some((low, high)) = &binder.range {
            doc = doc
                .append(" = ")
                .append(self.expr(low))
                .append(" .. ")
                .append(self.expr(high));
        }
        if let Some(from) = &binder.from {
            doc = doc.append(" <- ").append(self.closed(from));
        }
        doc
    }

    pub(super) fn type_args(&self, args: &'a [TypeExpr]) -> Doc<'a> {
        if args.is_empty() {
            self.arena.nil()
        } else {
            self.typed("", args)
        }
    }

    /// `name<A, B>`.
    pub(super) fn typed(
        &self,
        name: &'a str,
        args: impl IntoIterator<Item = &'a TypeExpr>,
    ) -> Doc<'a> {
        let args = args.into_iter().map(|arg| self.type_expr(arg));
        self.text(name)
            .append("<")
            .append(self.arena.intersperse(args, self.text(", ")))
            .append(">")
    }

    /// A type.
    pub(super) fn type_expr(&self, ty: &'a TypeExpr) -> Doc<'a> {
        self.deeper(ty, |printer, ty| printer.type_here(ty))
    }

    fn type_here(&self, ty: &'a TypeExpr) -> Doc<'a> {
        match &ty.kind {
            TypeKind::Primitive(primitive) => self.text(primitive_text(*primitive)),
            TypeKind::Named(name, args) => self.name(name).append(self.type_args(args)),
            TypeKind::Other(name, args) => self.text(&name.name).append(self.type_args(args)),
            TypeKind::Array(..) => {
                let mut sizes = self.arena.nil();
                let mut base = ty;
                while let TypeKind::Array(element, size) = &base.kind {
                    sizes = sizes.append("[");
                    if let Some(size) = size {
                        sizes = sizes.append(self.expr(size));
                    }
                    sizes = sizes.append("]");
                    base = element;
                }
                self.type_expr(base).append(sizes)
            }
            TypeKind::Seq(element) => self.typed("seq", [&**element]),
            TypeKind::Set(element) => self.typed("set", [&**element]),
            TypeKind::Bag(element) => self.typed("bag", [&**element]),
            TypeKind::Option(element) => self.typed("option", [&**element]),
            TypeKind::Map(key, value) => self.typed("map", [&**key, &**value]),
            TypeKind::Tuple(parts) => self.typed("tuple", parts),
        }
    }
}

fn primitive_text(primitive: Primitive) -> &'static str {
    match primitive {
        Primitive::Int => "int",
        Primitive::Boolean => "boolean",
        Primitive::Bool => "bool",
        Primitive::Void => "void",
        Primitive::Resource => "resource",
        Primitive::Frac => "frac",
        Primitive::ZFrac => "zfrac",
        Primitive::Rational => "rational",
        Primitive::Float => "float",
        Primitive::Float32 => "float32",
        Primitive::Float64 => "float64",
        Primitive::String => "string",
        Primitive::Char => "char",
        Primitive::Process => "process",
        Primitive::Any => "any",
    }
}

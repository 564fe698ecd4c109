//! Literals of sequences, sets, bags, maps, tuples, and comprehensions.

use super::Type;
use super::resolver::{Pure, Resolver};
use crate::ast::{Binder, Expr, TypeExpr};
use text::code::Code;
use text::diagnostics::Diagnostic;

impl Resolver<'_> {
    /// The element type of a literal: as written, else what the elements have in
    /// common, else what is wanted.
    pub(super) fn elements(
        &mut self,
        written: Option<&TypeExpr>,
        elements: &[Expr],
        want: Option<Type>,
    ) -> Type {
        if let Some(written) = written {
            self.sizes(written);
            let ty = self.written_value(written);
            for element in elements {
                self.expect(element, &ty);
            }
            return ty;
        }
        let types: Vec<Type> = elements
            .iter()
            .map(|element| match &want {
                Some(want) => self.expr_wanted(element, want),
                None => self.expr(element),
            })
            .collect();
        let mut joined: Option<Type> = None;
        for (element, ty) in elements.iter().zip(&types) {
            if matches!(ty, Type::Void | Type::Resource) {
                self.check_fits(element, ty, &Type::Any);
                return Type::Error;
            }
            joined = match joined {
                None => Some(ty.clone()),
                Some(so_far) => match self.globals.join(&so_far, ty) {
                    Some(joined) => Some(joined),
                    None => {
                        let (first, this) = (self.show(&so_far), self.show(ty));
                        self.report(Diagnostic::error(
                            Code::T006,
                            element.span,
                            format!(
                                "this element is of type `{this}`, those before of type `{first}`"
                            ),
                        ));
                        return Type::Error;
                    }
                },
            };
        }
        match (joined, want) {
            (Some(joined), Some(want)) if self.globals.fits(&joined, &want) => want,
            (Some(joined), _) => {
                for (element, ty) in elements.iter().zip(&types) {
                    self.settle(element, ty, &joined);
                }
                joined
            }
            (None, want) => want.unwrap_or(Type::Any),
        }
    }

    /// `map<K, V>{k -> v, …}`.
    pub(super) fn map_literal(
        &mut self,
        key: &TypeExpr,
        value: &TypeExpr,
        entries: &[(Expr, Expr)],
    ) -> Type {
        self.sizes(key);
        self.sizes(value);
        let (key, value) = (self.written_value(key), self.written_value(value));
        for (from, to) in entries {
            self.expect(from, &key);
            self.expect(to, &value);
        }
        Type::Map(Box::new(key), Box::new(value))
    }

    /// `tuple<A, B>{a, b}` or `(a, b)`.
    pub(super) fn tuple_literal(
        &mut self,
        expr: &Expr,
        types: &[TypeExpr],
        parts: &[Expr],
        want: Option<&Type>,
    ) -> Type {
        if types.is_empty() {
            let wanted = match want {
                Some(Type::Tuple(wanted)) if wanted.len() == parts.len() => wanted.clone(),
                _ => Vec::new(),
            };
            let mut found = Vec::new();
            for (at, part) in parts.iter().enumerate() {
                let ty = match wanted.get(at) {
                    Some(wanted) => self.expect(part, wanted),
                    None => self.expr(part),
                };
                found.push(wanted.get(at).cloned().unwrap_or(ty));
            }
            return Type::Tuple(found);
        }
        let types: Vec<Type> = types
            .iter()
            .map(|ty| {
                self.sizes(ty);
                self.written_value(ty)
            })
            .collect();
        if types.len() != parts.len() {
            self.error(
                Code::T002,
                expr.span,
                format!(
                    "{} values for a tuple of {} types",
                    parts.len(),
                    types.len()
                ),
            );
        }
        for (at, part) in parts.iter().enumerate() {
            match types.get(at) {
                Some(ty) => {
                    self.expect(part, ty);
                }
                None => {
                    self.expr(part);
                }
            }
        }
        Type::Tuple(types)
    }

    /// `set<T>{e | T x <- s, …; c}`.
    pub(super) fn comprehension(
        &mut self,
        ty: Option<&TypeExpr>,
        element: &Expr,
        binders: &[Binder],
        condition: Option<&Expr>,
    ) -> Type {
        self.scopes.open(false);
        let element = self.purely(Pure::Formula, |this| {
            this.binders(binders);
            if let Some(condition) = condition {
                this.expect_boolean(condition);
            }
            match ty {
                Some(ty) => {
                    this.sizes(ty);
                    let ty = this.written_value(ty);
                    this.expect(element, &ty);
                    ty
                }
                None => this.expr(element),
            }
        });
        self.scopes.close();
        Type::Set(Box::new(element))
    }
}

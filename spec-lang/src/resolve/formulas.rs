//! Quantifiers, `\let` and `\forperm`.

use super::Type;
use super::resolver::{Pure, Resolver};
use super::scope::{Local, LocalKind};
use crate::ast::{Binder, Expr, Ident, QuantifierKind, TypeExpr, Variable};
use text::code::Code;
use text::diagnostics::Diagnostic;

impl Resolver<'_> {
    /// Brings bound variables into scope in order: a range may mention those before it.
    pub(super) fn binders(&mut self, binders: &[Binder]) {
        let names: Vec<&Ident> = binders.iter().map(|binder| &binder.name).collect();
        self.once_each(&names);
        for binder in binders {
            self.sizes(&binder.ty);
            let ty = self.written_value(&binder.ty);
            if let Some((low, high)) = &binder.range {
                if !matches!(ty, Type::Int | Type::Error) {
                    self.error(Code::T001, binder.ty.span, "a range is one of integers");
                }
                self.expect_int(low);
                self.expect_int(high);
            }
            if let Some(from) = &binder.from {
                self.binder_source(&ty, from);
            }
            self.out.declared.insert(binder.id, ty.clone());
            let local = Local {
                id: binder.id,
                ty,
                kind: LocalKind::Bound,
                level: self.scopes.level(),
                span: binder.name.span,
            };
            self.scopes.declare(&binder.name.name, local);
        }
    }

    /// Reports a name that one list of variables has twice.
    pub(super) fn once_each(&mut self, names: &[&Ident]) {
        for (at, name) in names.iter().enumerate() {
            if let Some(first) = names[..at].iter().find(|first| first.name == name.name) {
                self.report(
                    Diagnostic::error(
                        Code::N005,
                        name.span,
                        format!("`{}` is declared twice here", name.name),
                    )
                    .with_label(first.span, "first declared here"),
                );
            }
        }
    }

    fn binder_source(&mut self, ty: &Type, from: &Expr) {
        let want = Type::Set(Box::new(ty.clone()));
        let source = self.expr_wanted(from, &want);
        match &source {
            Type::Seq(element) | Type::Set(element) | Type::Bag(element) => {
                if !self.globals.fits(element, ty) {
                    let (element, ty) = (self.show(element), self.show(ty));
                    self.error(
                        Code::T001,
                        from.span,
                        format!("the elements are of type `{element}`, `{ty}` is wanted"),
                    );
                }
            }
            Type::Any | Type::Other(_) | Type::Error => {}
            _ => {
                self.wrong_operand(from, &source, "a set, bag or sequence is wanted");
            }
        }
    }

    /// `(\forall …)` and the other binders.
    pub(super) fn quantifier(
        &mut self,
        kind: QuantifierKind,
        binders: &[Binder],
        range: Option<&Expr>,
        body: &Expr,
    ) -> Type {
        self.scopes.open(false);
        let ty = self.purely(Pure::Formula, |this| {
            this.binders(binders);
            if let Some(range) = range {
                this.expect_boolean(range);
            }
            match kind {
                QuantifierKind::ForallStar => this.expect_resource(body),
                QuantifierKind::Forall if this.legacy() => this.expect_resource(body),
                QuantifierKind::Forall | QuantifierKind::Exists => {
                    this.expect_boolean(body);
                    Type::Boolean
                }
                QuantifierKind::Sum | QuantifierKind::Product => {
                    let ty = this.expr(body);
                    match ty {
                        Type::Frac | Type::ZFrac => Type::Rational,
                        Type::Any | Type::Other(_) => Type::Any,
                        _ if ty.is_numeric() => ty,
                        _ => this.wrong_operand(body, &ty, "a number is wanted"),
                    }
                }
            }
        });
        self.scopes.close();
        ty
    }

    /// `(\let T x = e; body)`.
    pub(super) fn let_expr(
        &mut self,
        ty: &TypeExpr,
        variable: &Variable,
        body: &Expr,
        want: Option<&Type>,
    ) -> Type {
        self.sizes(ty);
        let ty = self.written_parameter(ty);
        if let Some(init) = &variable.init {
            self.purely(Pure::Formula, |this| this.expect(init, &ty));
        }
        self.out.declared.insert(variable.id, ty.clone());
        let local = Local {
            id: variable.id,
            ty,
            kind: LocalKind::Bound,
            level: self.scopes.level(),
            span: variable.name.span,
        };
        self.scopes.open(false);
        self.scopes.declare(&variable.name.name, local);
        let ty = self.purely(Pure::Formula, |this| match want {
            Some(want) => this.expr_wanted(body, want),
            None => this.expr(body),
        });
        self.scopes.close();
        ty
    }

    /// `(\forperm T x \in location; e)`.
    pub(super) fn forperm(&mut self, binders: &[Binder], location: &Expr, body: &Expr) {
        self.scopes.open(false);
        self.purely(Pure::Formula, |this| {
            this.binders(binders);
            this.location(location);
            this.expect_boolean(body);
        });
        self.scopes.close();
    }
}

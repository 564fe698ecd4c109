//! What can be assigned, what permissions speak of, and what can be folded.

use super::globals::CallableKind;
use super::resolver::{Pure, Resolver};
use super::scope::LocalKind;
use super::{Reference, Type};
use crate::ast::{Expr, ExprKind};
use text::code::Code;
use text::diagnostics::Diagnostic;

const FINAL: &str = "a final field is a constant; it is read without permission";

impl Resolver<'_> {
    /// A location that is assigned: its type.
    pub(super) fn target(&mut self, target: &Expr) -> Type {
        let ty = self.expr(target);
        match &target.kind {
            ExprKind::Name(_) | ExprKind::Member(..) => self.assignable(target),
            ExprKind::Index(base, _) => {
                let base = self.out.type_of(base.id).clone();
                if !matches!(
                    base,
                    Type::Array(_) | Type::Error | Type::Any | Type::Other(_)
                ) {
                    let shown = self.show(&base);
                    self.report(
                        Diagnostic::error(
                            Code::T003,
                            target.span,
                            format!("an element of a value of type `{shown}` cannot be assigned"),
                        )
                        .with_help(
                            "values do not change; assign a changed value, as in `xs = xs[i -> v]`",
                        ),
                    );
                }
            }
            _ => self.error(
                Code::T003,
                target.span,
                "this is not a location, so it cannot be assigned",
            ),
        }
        if self.here.pure.is_some() {
            self.impure(target.span, "an assignment");
        }
        ty
    }

    /// Reports a name or member that may not be assigned here.
    pub(super) fn assignable(&mut self, target: &Expr) {
        let (ExprKind::Name(name) | ExprKind::Member(_, name)) = &target.kind else {
            return;
        };
        match self.out.references.get(&target.id) {
            Some(Reference::Local(_)) => {
                let Some(local) = self.scopes.find(&name.name).cloned() else {
                    return;
                };
                self.assignable_local(&name.name, target, &local);
            }
            Some(Reference::Field(id, _)) => {
                let (id, in_constructor) = (*id, self.here.constructor);
                if self.is_final(id) && !in_constructor {
                    self.error(
                        Code::N008,
                        target.span,
                        format!(
                            "the field `{}` is final: only a constructor assigns it",
                            name.name
                        ),
                    );
                }
            }
            Some(Reference::Builtin(super::Builtin::Unsupported)) | None => {}
            Some(_) => {
                self.error(
                    Code::T003,
                    target.span,
                    "this is not a location, so it cannot be assigned",
                );
            }
        }
    }

    /// Reports a local that may not be assigned here.
    pub(super) fn assignable_local(
        &mut self,
        name: &str,
        target: &Expr,
        local: &super::scope::Local,
    ) {
        let diagnostic = match local.kind {
            LocalKind::Iterator => Diagnostic::error(
                Code::N008,
                target.span,
                format!("`{name}` runs over a range and cannot be assigned"),
            ),
            LocalKind::Bound => Diagnostic::error(
                Code::N008,
                target.span,
                format!("`{name}` is bound in a formula and cannot be assigned"),
            ),
            LocalKind::Final => {
                Diagnostic::error(Code::N008, target.span, format!("`{name}` is final"))
            }
            _ if local.level < self.scopes.level() => Diagnostic::error(
                Code::N007,
                target.span,
                format!("`{name}` belongs to the statements around this parallel block"),
            )
            .with_note("all threads would write the same variable at the same time")
            .with_help(
                "declare a variable inside the block, or use a field or an array with permissions",
            ),
            _ => return,
        };
        self.report(diagnostic.with_label(local.span, "declared here"));
    }

    /// A field that is never changed, and so needs no permission.
    fn is_constant(&self, id: crate::ast::NodeId) -> bool {
        !self.legacy() && self.is_final(id)
    }

    fn is_final(&self, id: crate::ast::NodeId) -> bool {
        let in_class = |class: &super::globals::ClassInfo| {
            class
                .fields
                .values()
                .any(|field| field.id == id && field.is_final)
        };
        match self.out.owner.get(&id) {
            Some(owner) => self.globals.classes.get(owner).is_some_and(in_class),
            None => self
                .globals
                .variables
                .values()
                .any(|field| field.id == id && field.is_final),
        }
    }

    /// Something that permissions speak of: a field, an array element or a predicate.
    /// Gives the type of what is stored there.
    pub(super) fn location(&mut self, expr: &Expr) -> Type {
        let ty = self.expr(expr);
        self.check_location(expr);
        ty
    }

    fn check_location(&mut self, expr: &Expr) {
        let reason = match &expr.kind {
            ExprKind::Trigger(inner, _) => {
                for expr in inner {
                    self.check_location(expr);
                }
                return;
            }
            ExprKind::Name(name) => match self.out.references.get(&expr.id) {
                Some(Reference::Local(_)) => format!(
                    "`{}` is a variable of this method; it needs no permission",
                    name.name
                ),
                Some(Reference::Field(id, _)) if self.is_constant(*id) => FINAL.into(),
                _ => return,
            },
            ExprKind::Member(_, name) => match self.out.references.get(&expr.id) {
                Some(Reference::Builtin(builtin)) if *builtin != super::Builtin::Unsupported => {
                    format!("`.{}` is a value, nothing is stored there", name.name)
                }
                Some(Reference::EnumConstant(_)) => "a constant is not stored anywhere".into(),
                Some(Reference::Field(id, _)) if self.is_constant(*id) => FINAL.into(),
                _ => return,
            },
            ExprKind::Index(base, _) | ExprKind::AllElements(base) => {
                let base = self.out.type_of(base.id).clone();
                match base {
                    Type::Array(_) | Type::Error | Type::Any | Type::Other(_) => return,
                    _ => format!(
                        "the elements of a value of type `{}` are not stored anywhere",
                        self.show(&base)
                    ),
                }
            }
            ExprKind::Call(_) => match self.out.references.get(&expr.id) {
                Some(Reference::Method(..)) => {
                    "a call gives a value, nothing is stored there".into()
                }
                Some(Reference::Builtin(builtin)) if *builtin != super::Builtin::Unsupported => {
                    "a call gives a value, nothing is stored there".into()
                }
                _ => return,
            },
            _ => "permissions are for fields, array elements and predicates".into(),
        };
        self.report(
            Diagnostic::error(Code::T003, expr.span, "this is not a location").with_note(reason),
        );
    }

    /// What `fold` and `unfold` act on: a predicate with a body, possibly scaled.
    pub(super) fn folded(&mut self, expr: &Expr, fold: bool) {
        self.purely(Pure::Assertion, |this| this.expr(expr));
        let mut predicate = expr;
        loop {
            match &predicate.kind {
                ExprKind::Scale(_, inner) => predicate = inner,
                ExprKind::Perm(inner, _) | ExprKind::Value(inner) => predicate = inner,
                ExprKind::Trigger(inner, _) => match inner.as_slice() {
                    [only] => predicate = only,
                    _ => break,
                },
                _ => break,
            }
        }
        let word = if fold { "folded" } else { "unfolded" };
        match self.out.references.get(&predicate.id) {
            Some(Reference::Predicate(id, _)) => {
                let Some(signature) = self.globals.signatures.get(id).cloned() else {
                    return;
                };
                if !signature.has_body {
                    self.report(
                        Diagnostic::error(
                            Code::N016,
                            predicate.span,
                            format!("`{}` has no body, so it cannot be {word}", signature.name),
                        )
                        .with_label(signature.span, "declared here, abstract"),
                    );
                }
            }
            Some(Reference::Implicit(_))
            | Some(Reference::Builtin(super::Builtin::Unsupported)) => {}
            Some(Reference::Method(id, _)) => {
                let kind = self.globals.signatures.get(id).map(|found| found.kind);
                if kind.is_some_and(|kind| kind != CallableKind::Predicate) {
                    self.error(
                        Code::T008,
                        predicate.span,
                        format!("only predicates are {word}"),
                    );
                }
            }
            None if *self.out.type_of(predicate.id) == Type::Error => {}
            _ => self.error(
                Code::T008,
                predicate.span,
                format!("only predicates are {word}"),
            ),
        }
    }

    /// Reports an effect in a place without effects.
    pub(super) fn impure(&mut self, span: text::span::Span, what: &str) {
        let place = self.here.pure.map_or("a formula", Pure::place);
        self.report(
            Diagnostic::error(Code::T004, span, format!("{what} in {place}"))
                .with_note("a specification must not change the program"),
        );
    }
}

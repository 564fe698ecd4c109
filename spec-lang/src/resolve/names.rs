//! Plain names, `this`, `\result` and `\current_thread`.

use super::resolver::{Resolver, ResultType, This};
use super::scope::LocalKind;
use super::{Builtin, Reference, Type, suggest};
use crate::ast::{Expr, ExprKind, Ident};
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::span::Span;

impl Resolver<'_> {
    /// A name that stands for a value.
    pub(super) fn name(&mut self, expr: &Expr, name: &Ident) -> Type {
        if let Some(ty) = self.variable(expr, name) {
            return ty;
        }
        self.unknown_name(name);
        Type::Error
    }

    /// The variable of that name, filed under the expression; none if there is none.
    pub(super) fn variable(&mut self, expr: &Expr, name: &Ident) -> Option<Type> {
        if let Some(local) = self.scopes.find(&name.name) {
            let (id, ty) = (local.id, local.ty.clone());
            if self.here.before && local.kind == LocalKind::Yielded {
                let message = format!("`{}` has no value before the body has run", name.name);
                self.report(
                    Diagnostic::error(Code::N013, name.span, message)
                        .with_help("what is yielded may stand in an `ensures` clause"),
                );
            }
            self.refer(expr.id, Reference::Local(id));
            return Some(ty);
        }
        if let Some(class) = self.here.this.class().cloned()
            && let Some(field) = self.globals.field(&class, &name.name)
        {
            if !field.is_static {
                self.need_this(name.span, &format!("the field `{}`", name.name));
            }
            self.refer(expr.id, Reference::Field(field.id, !field.is_static));
            return Some(field.ty);
        }
        if let Some(field) = self.globals.variables.get(&name.name).cloned() {
            self.refer(expr.id, Reference::Field(field.id, false));
            return Some(field.ty);
        }
        if self.here.directive
            && let Some((id, ty)) = self.seen_locals.get(&name.name).cloned()
        {
            self.refer(expr.id, Reference::Local(id));
            return Some(ty);
        }
        if self.globals.has_models && matches!(name.name.as_str(), "empty" | "tau" | "skip") {
            self.refer(expr.id, Reference::Builtin(Builtin::Unsupported));
            return Some(Type::Other("process".into()));
        }
        None
    }

    fn unknown_name(&mut self, name: &Ident) {
        let mut diagnostic = if self.globals.types.contains_key(&name.name) {
            Diagnostic::error(
                Code::N021,
                name.span,
                format!("`{}` is a type; a value is wanted here", name.name),
            )
        } else if self.is_callable(&name.name) {
            Diagnostic::error(
                Code::N021,
                name.span,
                format!("`{}` is not a variable", name.name),
            )
            .with_help(format!("to call it, write `{}(…)`", name.name))
        } else {
            let fields = self
                .here
                .this
                .class()
                .map(|class| self.globals.member_names(class, false))
                .unwrap_or_default();
            let near = suggest::nearest(
                &name.name,
                self.scopes
                    .names()
                    .chain(fields.iter().map(String::as_str))
                    .chain(self.globals.variables.keys().map(String::as_str)),
            );
            let message = format!("there is no variable `{}` in scope", name.name);
            let mut diagnostic = Diagnostic::error(Code::N001, name.span, message);
            if name.name == "result" && !matches!(self.here.result, ResultType::Outside) {
                diagnostic = diagnostic.with_name(name.span, "\\result");
            } else if let Some(near) = near {
                diagnostic = diagnostic.with_name(name.span, near);
            } else if matches!(
                name.name.as_str(),
                "threadIdx" | "blockIdx" | "blockDim" | "gridDim"
            ) {
                diagnostic = diagnostic.with_help(
                    "a thread of PVL is a value of its block's variable: `t` in `par (int t = 0 .. n)`",
                );
            }
            diagnostic
        };
        if self.seen_locals.contains_key(&name.name) && diagnostic.help.is_none() {
            diagnostic = diagnostic.with_note(
                "a variable of that name is declared elsewhere in this method; it lives as long as its block",
            );
        }
        self.report(diagnostic);
    }

    /// Whether anything in sight with that name can be called.
    fn is_callable(&self, name: &str) -> bool {
        self.globals.callables.contains_key(name)
            || self.globals.adt_functions.contains_key(name)
            || self
                .here
                .this
                .class()
                .is_some_and(|class| !self.globals.members(class, name).is_empty())
    }

    /// `this`.
    pub(super) fn this_expr(&mut self, expr: &Expr) -> Type {
        self.need_this(expr.span, "`this`");
        self.here.this.class().cloned().unwrap_or(Type::Error)
    }

    /// Reports where there is no object.
    pub(super) fn need_this(&mut self, span: Span, what: &str) {
        let diagnostic = match &self.here.this {
            This::Is(_) => return,
            This::NoClass => Diagnostic::error(
                Code::N012,
                span,
                format!("{what} is not available outside a class"),
            ),
            This::Static(_) => Diagnostic::error(
                Code::N012,
                span,
                format!("{what} is not available in a static member: there is no object"),
            ),
            This::NotYet(_) => Diagnostic::error(
                Code::N012,
                span,
                format!("{what} is not available in a constructor's precondition"),
            )
            .with_note("the object does not exist before the constructor has run"),
        };
        self.report(diagnostic);
    }

    /// `\result`.
    pub(super) fn result_expr(&mut self, expr: &Expr) -> Type {
        match &self.here.result {
            ResultType::Is(ty) => ty.clone(),
            ResultType::Nothing => {
                self.error(
                    Code::N013,
                    expr.span,
                    "`\\result` of something that gives no value",
                );
                Type::Error
            }
            ResultType::Outside => {
                self.report(
                    Diagnostic::error(Code::N013, expr.span, "`\\result` outside a postcondition")
                        .with_help("it may stand in an `ensures` clause of a method or function"),
                );
                Type::Error
            }
        }
    }

    /// `\current_thread`.
    pub(super) fn current_thread(&mut self, expr: &Expr) -> Type {
        if !self.here.thread {
            self.report(
                Diagnostic::error(
                    Code::N014,
                    expr.span,
                    "`\\current_thread` where no thread is running",
                )
                .with_help("say `thread_local` before the function or predicate"),
            );
        }
        Type::Int
    }

    /// The type that a receiver names, if it names one and no variable.
    pub(super) fn type_name(&mut self, receiver: &Expr) -> Option<crate::ast::NodeId> {
        let ExprKind::Name(name) = &receiver.kind else {
            return None;
        };
        let is_variable = self.scopes.find(&name.name).is_some()
            || self.globals.variables.contains_key(&name.name)
            || self
                .here
                .this
                .class()
                .is_some_and(|class| self.globals.field(class, &name.name).is_some());
        if is_variable {
            return None;
        }
        let (id, meaning) = self.globals.types.get(&name.name).copied()?;
        self.refer(receiver.id, Reference::TypeName(id));
        let ty = match meaning {
            super::globals::TypeMeaning::Class(class) => {
                Type::Class(id, vec![Type::Any; class.type_params.len()])
            }
            super::globals::TypeMeaning::Adt(adt) => {
                Type::Adt(id, vec![Type::Any; adt.type_params.len()])
            }
            super::globals::TypeMeaning::Enum => Type::Enum(id),
            super::globals::TypeMeaning::Model => Type::Other(name.name.clone()),
        };
        self.out.types.insert(receiver.id, ty);
        Some(id)
    }
}

//! Types as written.

use super::globals::TypeMeaning;
use super::resolver::Resolver;
use super::{Reference, Type, suggest};
use crate::ast::{Expr, Ident, Primitive, TypeExpr, TypeKind, Visitor};
use text::code::Code;
use text::diagnostics::Diagnostic;

impl Resolver<'_> {
    /// The type meant; looked up and reported once.
    pub(super) fn written(&mut self, written: &TypeExpr) -> Type {
        if let Some(known) = self.out.types.get(&written.id) {
            return known.clone();
        }
        let ty = match &written.kind {
            TypeKind::Primitive(primitive) => primitive_type(*primitive),
            TypeKind::Named(name, args) => self.named(written, name, args),
            TypeKind::Array(element, _) => Type::Array(self.element(element)),
            TypeKind::Seq(element) => Type::Seq(self.element(element)),
            TypeKind::Set(element) => Type::Set(self.element(element)),
            TypeKind::Bag(element) => Type::Bag(self.element(element)),
            TypeKind::Option(element) => Type::Option(self.element(element)),
            TypeKind::Map(key, value) => Type::Map(self.element(key), self.element(value)),
            TypeKind::Tuple(parts) => {
                Type::Tuple(parts.iter().map(|part| self.written_value(part)).collect())
            }
            TypeKind::Other(name, args) => {
                for arg in args {
                    self.written(arg);
                }
                Type::Other(name.name.clone())
            }
        };
        self.out.types.insert(written.id, ty.clone());
        ty
    }

    fn element(&mut self, written: &TypeExpr) -> Box<Type> {
        Box::new(self.written_value(written))
    }

    /// A type of values: neither `void` nor `resource`.
    pub(super) fn written_value(&mut self, written: &TypeExpr) -> Type {
        let ty = self.written(written);
        self.no_void(written, ty, false)
    }

    /// A type of parameters and bound names, which may be resources.
    pub(super) fn written_parameter(&mut self, written: &TypeExpr) -> Type {
        let ty = self.written(written);
        self.no_void(written, ty, true)
    }

    fn no_void(&mut self, written: &TypeExpr, ty: Type, resource: bool) -> Type {
        if ty != Type::Void && (resource || ty != Type::Resource) {
            return ty;
        }
        let message = format!("there are no values of type `{}` to keep", self.show(&ty));
        let diagnostic = Diagnostic::error(Code::T001, written.span, message);
        if !self.diagnostics.contains(&diagnostic) {
            self.report(diagnostic);
        }
        Type::Error
    }

    /// The sizes in a written type, as in `int[n]`.
    pub(super) fn sizes(&mut self, written: &TypeExpr) {
        struct Sizes<'r, 'p>(&'r mut Resolver<'p>);
        impl Visitor for Sizes<'_, '_> {
            fn visit_expr(&mut self, size: &Expr) {
                self.0.expect_int(size);
            }
        }
        Sizes(self).visit_type(written);
    }

    fn named(&mut self, written: &TypeExpr, name: &Ident, args: &[TypeExpr]) -> Type {
        let args: Vec<Type> = args.iter().map(|arg| self.written_value(arg)).collect();
        if args.is_empty() && self.here.type_params.contains(&name.name) {
            return Type::Parameter(name.name.clone());
        }
        let Some((id, meaning)) = self.globals.types.get(&name.name).copied() else {
            self.unknown_type(name);
            return Type::Error;
        };
        self.refer(written.id, Reference::TypeName(id));
        let params = match meaning {
            TypeMeaning::Class(class) => class.type_params.len(),
            TypeMeaning::Adt(adt) => adt.type_params.len(),
            TypeMeaning::Enum | TypeMeaning::Model => 0,
        };
        let args = if args.is_empty() {
            // Left out, they stay open.
            vec![Type::Any; params]
        } else {
            args
        };
        if args.len() != params {
            self.error(
                Code::T009,
                written.span,
                format!(
                    "`{}` has {params} type parameters, {} are given",
                    name.name,
                    args.len()
                ),
            );
            return Type::Error;
        }
        match meaning {
            TypeMeaning::Class(_) => Type::Class(id, args),
            TypeMeaning::Adt(_) => Type::Adt(id, args),
            TypeMeaning::Enum => Type::Enum(id),
            TypeMeaning::Model => Type::Other(name.name.clone()),
        }
    }

    /// Reports a type that nobody declares.
    pub(super) fn unknown_type(&mut self, name: &Ident) {
        let known = self
            .globals
            .types
            .keys()
            .chain(&self.here.type_params)
            .map(String::as_str);
        let primitive = [
            "int", "boolean", "bool", "resource", "frac", "rational", "string",
        ];
        let near = suggest::nearest(&name.name, known.chain(primitive));
        let message = format!("there is no type `{}`", name.name);
        let mut diagnostic = Diagnostic::error(Code::N002, name.span, message);
        if let Some(near) = near {
            diagnostic = diagnostic.with_name(name.span, near);
        }
        self.report(diagnostic);
    }
}

fn primitive_type(primitive: Primitive) -> Type {
    match primitive {
        Primitive::Int => Type::Int,
        Primitive::Boolean | Primitive::Bool => Type::Boolean,
        Primitive::Void => Type::Void,
        Primitive::Resource => Type::Resource,
        Primitive::Frac => Type::Frac,
        Primitive::ZFrac => Type::ZFrac,
        Primitive::Rational => Type::Rational,
        Primitive::Float | Primitive::Float32 => Type::Float32,
        Primitive::Float64 => Type::Float64,
        Primitive::String => Type::String,
        Primitive::Char => Type::Char,
        Primitive::Process => Type::Other("process".into()),
        Primitive::Any => Type::Any,
    }
}

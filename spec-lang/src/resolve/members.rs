//! Members without declaration and built-in functions.

use super::resolver::Resolver;
use super::{Builtin, Reference, Type, suggest};
use crate::ast::{Call, Expr, Ident};
use text::code::Code;
use text::diagnostics::Diagnostic;

/// A call's arguments with their types.
type Arguments<'a> = (&'a Call, &'a [Type]);

/// What a built-in takes and gives.
struct Shape {
    builtin: Builtin,
    takes: Vec<Type>,
    gives: Type,
}

fn shape(builtin: Builtin, takes: Vec<Type>, gives: Type) -> Option<Shape> {
    Some(Shape {
        builtin,
        takes,
        gives,
    })
}

/// The members of built-in types: `.head`, `.contains(x)` and so on.
fn member_shape(ty: &Type, name: &str) -> Option<Shape> {
    use Builtin as B;
    let boxed = |ty: Type| Box::new(ty);
    match ty {
        Type::Array(_) => match name {
            "length" => shape(B::ArrayLength, vec![], Type::Int),
            _ => None,
        },
        Type::Seq(element) => {
            let (own, element) = (ty.clone(), (**element).clone());
            match name {
                "size" | "length" => shape(B::Size, vec![], Type::Int),
                "isEmpty" => shape(B::IsEmpty, vec![], Type::Boolean),
                "head" => shape(B::Head, vec![], element),
                "tail" => shape(B::Tail, vec![], own),
                "contains" => shape(B::Contains, vec![element], Type::Boolean),
                "removeAt" => shape(B::RemoveAt, vec![Type::Int], own),
                "take" => shape(B::Take, vec![Type::Int], own),
                "drop" => shape(B::Drop, vec![Type::Int], own),
                "slice" => shape(B::Slice, vec![Type::Int, Type::Int], own),
                "update" | "updated" => shape(B::Update, vec![Type::Int, element], own),
                "prepend" => shape(B::Prepend, vec![element], own),
                "append" => shape(B::Append, vec![element], own),
                "concat" => shape(B::Concat, vec![own.clone()], own),
                "indexOf" => shape(B::IndexOf, vec![element], Type::Int),
                "get" => shape(B::Unsupported, vec![Type::Int], element),
                _ => None,
            }
        }
        Type::Set(element) | Type::Bag(element) => {
            let is_bag = matches!(ty, Type::Bag(_));
            let (own, element) = (ty.clone(), (**element).clone());
            match name {
                "size" | "card" => shape(B::Size, vec![], Type::Int),
                "isEmpty" => shape(B::IsEmpty, vec![], Type::Boolean),
                "contains" => shape(B::Contains, vec![element], Type::Boolean),
                "union" => shape(B::SetUnion, vec![own.clone()], own),
                "intersect" | "intersection" => shape(B::SetIntersection, vec![own.clone()], own),
                "difference" => shape(B::SetDifference, vec![own.clone()], own),
                "subsetOf" | "subbagOf" => shape(B::SetSubset, vec![own], Type::Boolean),
                "strictSubsetOf" | "strictSubbagOf" => {
                    shape(B::SetStrictSubset, vec![own], Type::Boolean)
                }
                "sum" if is_bag => shape(B::SetUnion, vec![own.clone()], own),
                "count" if is_bag => shape(B::Count, vec![element], Type::Int),
                _ => None,
            }
        }
        Type::Map(key, value) => {
            let own = ty.clone();
            let pair = Type::Tuple(vec![(**key).clone(), (**value).clone()]);
            match name {
                "size" | "card" => shape(B::MapCard, vec![], Type::Int),
                "isEmpty" => shape(B::IsEmpty, vec![], Type::Boolean),
                "keys" => shape(B::MapKeys, vec![], Type::Set(key.clone())),
                "values" => shape(B::MapValues, vec![], Type::Set(value.clone())),
                "items" => shape(B::MapItems, vec![], Type::Set(boxed(pair))),
                "add" | "put" => shape(B::MapBuild, vec![(**key).clone(), (**value).clone()], own),
                "get" => shape(B::MapGet, vec![(**key).clone()], (**value).clone()),
                "contains" => shape(B::Contains, vec![(**key).clone()], Type::Boolean),
                "remove" => shape(B::MapRemove, vec![(**key).clone()], own),
                "disjoint" => shape(B::MapDisjoint, vec![own], Type::Boolean),
                "equals" => shape(B::MapEquals, vec![own], Type::Boolean),
                _ => None,
            }
        }
        Type::Option(inner) => {
            let inner = (**inner).clone();
            match name {
                "get" => shape(B::OptionGet, vec![], inner),
                "getOrElse" => shape(B::OptionGetOrElse, vec![inner.clone()], inner),
                "isEmpty" => shape(B::IsEmpty, vec![], Type::Boolean),
                _ => None,
            }
        }
        Type::Tuple(parts) => match (name, parts.as_slice()) {
            ("fst" | "_1", [first, ..]) => shape(B::First, vec![], first.clone()),
            ("snd" | "_2", [_, second, ..]) => shape(B::Second, vec![], second.clone()),
            _ => None,
        },
        Type::String => match name {
            "length" | "size" => shape(B::Unsupported, vec![], Type::Int),
            "isEmpty" => shape(B::Unsupported, vec![], Type::Boolean),
            "concat" => shape(B::Unsupported, vec![Type::String], Type::String),
            _ => None,
        },
        _ if ty.is_numeric() => match name {
            "toFloat32" => shape(B::ToFloat32, vec![], Type::Float32),
            "toFloat64" => shape(B::ToFloat64, vec![], Type::Float64),
            "toInt" => shape(B::ToInt, vec![], Type::Int),
            "abs" => shape(B::Abs, vec![], ty.clone()),
            _ => None,
        },
        _ => None,
    }
}

/// The names of the members above, for suggestions.
const MEMBERS: &[&str] = &[
    "length",
    "size",
    "isEmpty",
    "head",
    "tail",
    "contains",
    "removeAt",
    "take",
    "drop",
    "slice",
    "update",
    "prepend",
    "append",
    "concat",
    "indexOf",
    "union",
    "intersect",
    "difference",
    "subsetOf",
    "strictSubsetOf",
    "subbagOf",
    "strictSubbagOf",
    "sum",
    "count",
    "card",
    "keys",
    "values",
    "items",
    "add",
    "get",
    "remove",
    "disjoint",
    "equals",
    "getOrElse",
    "fst",
    "snd",
    "toFloat32",
    "toFloat64",
    "toInt",
    "abs",
];

/// Built-in functions: name, the member that means the same, and whether the
/// remaining arguments follow.
const FUNCTIONS: &[(&str, &str)] = &[
    ("head", "head"),
    ("tail", "tail"),
    ("isEmpty", "isEmpty"),
    ("removeAt", "removeAt"),
    ("contains", "contains"),
    ("take", "take"),
    ("drop", "drop"),
    ("size", "size"),
    ("buildMap", "add"),
    ("getFromMap", "get"),
    ("removeFromMap", "remove"),
    ("keysMap", "keys"),
    ("valuesMap", "values"),
    ("itemsMap", "items"),
    ("cardMap", "card"),
    ("disjointMap", "disjoint"),
    ("equalsMap", "equals"),
    ("getOption", "get"),
    ("getOrElseOption", "getOrElse"),
    ("get", "get"),
    ("getOrElse", "getOrElse"),
    ("getFst", "fst"),
    ("getSnd", "snd"),
    ("fst", "fst"),
    ("snd", "snd"),
    ("abs", "abs"),
    ("toInt", "toInt"),
    ("toFloat32", "toFloat32"),
    ("toFloat64", "toFloat64"),
];

impl Resolver<'_> {
    /// `e.f` without arguments.
    pub(super) fn member_expr(&mut self, expr: &Expr, inner: &Expr, name: &Ident) -> Type {
        if let Some(id) = self.type_name(inner) {
            return self.static_member(expr, id, name);
        }
        let ty = self.expr(inner);
        match &ty {
            Type::Error => return Type::Error,
            Type::Any | Type::Other(_) => {
                self.refer(expr.id, Reference::Builtin(Builtin::Unsupported));
                return Type::Any;
            }
            Type::Class(..) => {
                if let Some(field) = self.globals.field(&ty, &name.name) {
                    self.refer(expr.id, Reference::Field(field.id, false));
                    return field.ty;
                }
            }
            _ => {
                if let Some(result) = self.value_member(expr, &ty, &name.name, None) {
                    return result;
                }
            }
        }
        self.unknown_member(&ty, name);
        Type::Error
    }

    fn static_member(&mut self, expr: &Expr, id: crate::ast::NodeId, name: &Ident) -> Type {
        if let Some(constants) = self.globals.constants.get(&id) {
            if let Some(constant) = constants.get(&name.name).copied() {
                self.refer(expr.id, Reference::EnumConstant(constant));
                return Type::Enum(id);
            }
            let names: Vec<String> = constants.keys().cloned().collect();
            self.no_member(&Type::Enum(id), name, &names);
            return Type::Error;
        }
        let class = Type::Class(id, Vec::new());
        match self.globals.field(&class, &name.name) {
            Some(field) => {
                self.refer(expr.id, Reference::Field(field.id, false));
                if !field.is_static {
                    self.error(
                        Code::N012,
                        name.span,
                        format!(
                            "the field `{}` belongs to an object; no object is given",
                            name.name
                        ),
                    );
                }
                field.ty
            }
            None => {
                let names = self.globals.member_names(&class, false);
                self.no_member(&class, name, &names);
                Type::Error
            }
        }
    }

    fn unknown_member(&mut self, ty: &Type, name: &Ident) {
        let names = match ty {
            Type::Class(..) => self.globals.member_names(ty, false),
            _ => Self::member_names_of(ty),
        };
        self.no_member(ty, name, &names);
    }

    fn no_member(&mut self, ty: &Type, name: &Ident, names: &[String]) {
        let shown = self.show(ty);
        let message = format!("`{shown}` has no member `{}`", name.name);
        let mut diagnostic = Diagnostic::error(Code::N003, name.span, message);
        let callable =
            matches!(ty, Type::Class(..)) && !self.globals.members(ty, &name.name).is_empty();
        if callable {
            diagnostic = diagnostic.with_help(format!("to call it, write `{}(…)`", name.name));
        } else if let Some(near) = suggest::nearest(&name.name, names.iter().map(String::as_str)) {
            diagnostic = diagnostic.with_name(name.span, near);
        }
        self.report(diagnostic);
    }

    /// The names of the members of a built-in type.
    pub(super) fn member_names_of(ty: &Type) -> Vec<String> {
        MEMBERS
            .iter()
            .filter(|name| member_shape(ty, name).is_some())
            .map(|name| (*name).to_owned())
            .collect()
    }

    /// The names of built-in functions, for suggestions.
    pub(super) fn function_names() -> impl Iterator<Item = &'static str> {
        FUNCTIONS.iter().map(|(name, _)| *name).chain(["Some"])
    }

    /// A member of a built-in type, with or without arguments.
    pub(super) fn value_member(
        &mut self,
        expr: &Expr,
        ty: &Type,
        name: &str,
        call: Option<Arguments<'_>>,
    ) -> Option<Type> {
        let shape = member_shape(ty, name)?;
        let (args, types): (&[Expr], &[Type]) = match call {
            Some((call, types)) => (&call.args, types),
            None => (&[], &[]),
        };
        self.refer(expr.id, Reference::Builtin(shape.builtin));
        self.check_arguments(expr, name, args, types, &shape.takes);
        Some(shape.gives)
    }

    fn check_arguments(
        &mut self,
        expr: &Expr,
        name: &str,
        args: &[Expr],
        have: &[Type],
        want: &[Type],
    ) {
        if args.len() != want.len() {
            let s = if want.len() == 1 { "" } else { "s" };
            self.error(
                Code::T002,
                expr.span,
                format!(
                    "`{name}` takes {} argument{s}, {} given",
                    want.len(),
                    args.len()
                ),
            );
            return;
        }
        for ((arg, have), want) in args.iter().zip(have).zip(want) {
            self.check_fits(arg, have, want);
        }
    }

    /// A function that is there without being declared.
    pub(super) fn built_in_function(
        &mut self,
        expr: &Expr,
        call: &Call,
        types: &[Type],
        want: Option<&Type>,
    ) -> Option<Type> {
        let name = call.name.name.as_str();
        if name == "Some" {
            return Some(self.some(expr, call, types, want));
        }
        let (_, member) = FUNCTIONS.iter().find(|(word, _)| *word == name)?;
        let (Some(first), Some(ty)) = (call.args.first(), types.first()) else {
            self.error(
                Code::T002,
                call.name.span,
                format!("`{name}` takes at least one argument"),
            );
            return Some(Type::Error);
        };
        if *ty == Type::Error {
            return Some(Type::Error);
        }
        if matches!(ty, Type::Any | Type::Other(_)) {
            self.refer(expr.id, Reference::Builtin(Builtin::Unsupported));
            return Some(Type::Any);
        }
        let Some(shape) = member_shape(ty, member) else {
            let shown = self.show(ty);
            self.error(
                Code::T002,
                first.span,
                format!("the built-in `{name}` does not take a value of type `{shown}`"),
            );
            return Some(Type::Error);
        };
        self.refer(expr.id, Reference::Builtin(shape.builtin));
        let rest = call.args.get(1..).unwrap_or_default();
        let rest_types = types.get(1..).unwrap_or_default();
        self.check_arguments(expr, name, rest, rest_types, &shape.takes);
        Some(shape.gives)
    }

    /// `Some(e)`.
    fn some(&mut self, expr: &Expr, call: &Call, types: &[Type], want: Option<&Type>) -> Type {
        self.refer(expr.id, Reference::Builtin(Builtin::Some));
        let ([arg], [ty]) = (call.args.as_slice(), types) else {
            self.error(
                Code::T002,
                call.name.span,
                format!("`Some` takes one argument, {} given", call.args.len()),
            );
            return Type::Error;
        };
        if matches!(ty, Type::Void | Type::Resource) {
            self.check_fits(arg, ty, &Type::Any);
            return Type::Error;
        }
        match want {
            Some(Type::Option(inner)) if self.globals.fits(ty, inner) && **inner != Type::Any => {
                Type::Option(inner.clone())
            }
            _ => Type::Option(Box::new(ty.clone())),
        }
    }
}

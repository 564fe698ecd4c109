//! Functions and methods with type parameters: one instance for each choice of types that
//! occurs, and one over an unknown type, for which they are checked.

use crate::context::lowerer::Lowerer;
use crate::context::lowerer::Lowering;
use crate::context::unsupported::{Lowered, qualified, unsupported};
use crate::declarations::instances::Pending;
use crate::tables::types::TypeArguments;
use core_lang::{FunctionId, Method};
use spec_lang::ast::{self, NodeId};
use spec_lang::resolve::Type;
use std::collections::HashMap;
use text::code::Code;
use text::span::Span;

/// More instances than this are not made, against types that grow for ever.
const INSTANCES: usize = 200;

impl<'a> Lowering<'_, 'a> {
    /// The instance over unknown types, by which the declaration is checked.
    pub(crate) fn unknown_instance(&mut self, id: NodeId, method: &'a ast::Method) {
        let types: Vec<Type> = method
            .type_params
            .iter()
            .map(|param| Type::Parameter(param.name.clone()))
            .collect();
        let span = method.name.span;
        if method.is_pure() {
            let _ = self.function_for(id, method, types, span);
        } else {
            let _ = self.method_for(id, method, types, span);
        }
    }

    fn function_for(
        &mut self,
        id: NodeId,
        method: &'a ast::Method,
        types: Vec<Type>,
        span: Span,
    ) -> Lowered<FunctionId> {
        let key = (id, types.clone());
        if let Some(function) = self.output.instances.functions.get(&key) {
            return Ok(*function);
        }
        if self.output.instances.functions.len() > INSTANCES {
            return unsupported(Code::U053, span, "as many instances of type parameters");
        }
        let name = self.instance_name(id, method, &types);
        let arguments = TypeArguments::of(method, &types);
        let function = self
            .declaration(name, arguments)
            .declare_function(id, method);
        let instances = &mut self.output.instances;
        instances.functions.insert(key, function);
        let pending = Pending::Function(id, method, function, types);
        instances.pending.push(pending);
        Ok(function)
    }

    fn method_for(
        &mut self,
        id: NodeId,
        method: &'a ast::Method,
        types: Vec<Type>,
        span: Span,
    ) -> Lowered<usize> {
        let key = (id, types.clone());
        if let Some(index) = self.output.instances.methods.get(&key) {
            return Ok(*index);
        }
        if self.output.instances.methods.len() > INSTANCES {
            return unsupported(Code::U053, span, "as many instances of type parameters");
        }
        let index = self.output.core.methods.len();
        let place = method.name.span;
        let name = self.instance_name(id, method, &types);
        self.output.core.methods.push(Method {
            // Lowered before the program is complete.
            has_contract: true,
            ..Method::declared(name, place)
        });
        let instances = &mut self.output.instances;
        instances.methods.insert(key, index);
        let pending = Pending::Method(id, method, index, types);
        instances.pending.push(pending);
        Ok(index)
    }

    /// `Class.method<types>`; see `report::declared_name` for the way back.
    fn instance_name(&self, id: NodeId, method: &ast::Method, types: &[Type]) -> String {
        let parts: Vec<String> = types.iter().map(type_name).collect();
        let class = self.tables.class_of(id);
        let class = class.map_or("", |class| class.name.name.as_str());
        let own = qualified(class, &method.name.name);
        format!("{own}<{}>", parts.join(", "))
    }

    /// Lowers what was named, and what that names, until nothing is left.
    pub(crate) fn lower_pending(&mut self) {
        while let Some(next) = self.output.instances.pending.pop() {
            match next {
                Pending::Function(id, method, function, types) => {
                    let types = TypeArguments::of(method, &types);
                    self.define_function(function, id, method, types);
                }
                Pending::Method(id, method, index, types) => {
                    self.output.core.methods[index].has_contract = false;
                    let types = TypeArguments::of(method, &types);
                    self.define_method(id, method, index, types);
                }
            }
        }
    }
}

impl<'a> Lowerer<'_, 'a> {
    /// The function that a call means, for the types of its arguments.
    pub(crate) fn function_instance(
        &mut self,
        id: NodeId,
        call: &ast::Call,
        result: &Type,
        span: Span,
    ) -> Lowered<FunctionId> {
        if let Some(function) = self.tables.ids.functions.get(&id) {
            return Ok(*function);
        }
        let Some(method) = self.tables.methods.get(&id).copied() else {
            return unsupported(Code::U041, span, "a call of a method here");
        };
        let types = self.type_arguments(method, call, result);
        self.whole().function_for(id, method, types, span)
    }

    /// The method that a call means, for the types of its arguments.
    pub(crate) fn method_instance(
        &mut self,
        id: NodeId,
        method: &'a ast::Method,
        call: &ast::Call,
        result: &Type,
        span: Span,
    ) -> Lowered<(usize, TypeArguments)> {
        if let Some(index) = self.tables.ids.methods.get(&id) {
            return Ok((*index, TypeArguments::default()));
        }
        let types = self.type_arguments(method, call, result);
        let arguments = TypeArguments::of(method, &types);
        let index = self.whole().method_for(id, method, types, span)?;
        Ok((index, arguments))
    }

    fn type_arguments(&self, method: &ast::Method, call: &ast::Call, result: &Type) -> Vec<Type> {
        let mut found: HashMap<String, Type> = HashMap::new();
        for (param, written) in method.type_params.iter().zip(&call.type_args) {
            let ty = self.tables.resolution.type_of(written.id).clone();
            found.insert(param.name.clone(), self.instantiated(&ty));
        }
        let names: Vec<&str> = method
            .type_params
            .iter()
            .map(|param| param.name.as_str())
            .collect();
        for (param, arg) in method.params.iter().zip(&call.args) {
            let wanted = self.tables.resolution.type_of(param.ty.id).clone();
            let given = self.instantiated(self.tables.resolution.type_of(arg.id));
            unify(&wanted, &given, &names, &mut found);
        }
        let wanted = self
            .tables
            .resolution
            .type_of(method.return_type.id)
            .clone();
        unify(&wanted, &self.instantiated(result), &names, &mut found);
        method
            .type_params
            .iter()
            .map(|param| {
                found
                    .get(&param.name)
                    .cloned()
                    .unwrap_or_else(|| Type::Parameter(param.name.clone()))
            })
            .collect()
    }
}

/// Finds what type parameters stand for; the first answer that says something counts.
fn unify(wanted: &Type, given: &Type, names: &[&str], found: &mut HashMap<String, Type>) {
    match (wanted, given) {
        (Type::Parameter(name), given)
            if names.contains(&name.as_str())
                && !matches!(given, Type::Any | Type::Error | Type::Null) =>
        {
            let known = found.entry(name.clone()).or_insert_with(|| given.clone());
            *known = wider_of(known, given);
        }
        (Type::Array(a), Type::Array(b))
        | (Type::Seq(a), Type::Seq(b))
        | (Type::Set(a), Type::Set(b))
        | (Type::Bag(a), Type::Bag(b))
        | (Type::Option(a), Type::Option(b)) => unify(a, b, names, found),
        (Type::Map(a, b), Type::Map(c, d)) => {
            unify(a, c, names, found);
            unify(b, d, names, found);
        }
        (Type::Tuple(a), Type::Tuple(b)) => {
            for (a, b) in a.iter().zip(b) {
                unify(a, b, names, found);
            }
        }
        (Type::Class(_, a), Type::Class(_, b)) | (Type::Adt(_, a), Type::Adt(_, b)) => {
            for (a, b) in a.iter().zip(b) {
                unify(a, b, names, found);
            }
        }
        _ => {}
    }
}

/// The type that has the values of both, of numbers and of what holds them; else the first.
fn wider_of(a: &Type, b: &Type) -> Type {
    let both = |a: &Type, b: &Type| Box::new(wider_of(a, b));
    match (a, b) {
        (Type::Any, other) => other.clone(),
        (a, b) if a != b && is_number(a) && is_number(b) => match (a, b) {
            (Type::Float64, _) | (_, Type::Float64) => Type::Float64,
            (Type::Float32, _) | (_, Type::Float32) => Type::Float32,
            _ => Type::Rational,
        },
        (Type::Seq(a), Type::Seq(b)) => Type::Seq(both(a, b)),
        (Type::Set(a), Type::Set(b)) => Type::Set(both(a, b)),
        (Type::Bag(a), Type::Bag(b)) => Type::Bag(both(a, b)),
        (Type::Option(a), Type::Option(b)) => Type::Option(both(a, b)),
        (Type::Map(a, b), Type::Map(c, d)) => Type::Map(both(a, c), both(b, d)),
        (Type::Tuple(a), Type::Tuple(b)) if a.len() == b.len() => {
            Type::Tuple(a.iter().zip(b).map(|(a, b)| wider_of(a, b)).collect())
        }
        _ => a.clone(),
    }
}

fn is_number(ty: &Type) -> bool {
    matches!(
        ty,
        Type::Int | Type::Rational | Type::Frac | Type::ZFrac | Type::Float32 | Type::Float64
    )
}

fn type_name(ty: &Type) -> String {
    match ty {
        Type::Int => "int".into(),
        Type::Boolean => "boolean".into(),
        Type::Rational | Type::Frac | Type::ZFrac => "rational".into(),
        Type::Parameter(name) => name.clone(),
        Type::Seq(element) => format!("seq<{}>", type_name(element)),
        Type::Set(element) => format!("set<{}>", type_name(element)),
        Type::Bag(element) => format!("bag<{}>", type_name(element)),
        Type::Option(element) => format!("option<{}>", type_name(element)),
        Type::Array(element) => format!("{}[]", type_name(element)),
        Type::Map(key, value) => format!("map<{}, {}>", type_name(key), type_name(value)),
        Type::Class(id, _) => format!("class {}", id.0),
        Type::Void
        | Type::Resource
        | Type::Float32
        | Type::Float64
        | Type::Char
        | Type::String
        | Type::Null
        | Type::Enum(_)
        | Type::Adt(..)
        | Type::Tuple(_)
        | Type::Any
        | Type::Other(_)
        | Type::Error => format!("{ty:?}").to_lowercase(),
    }
}

//! Functions and methods with type parameters: one instance for each choice of types that
//! occurs, and one over an unknown type, for which they are checked.

use super::method::qualified;
use super::{Lowered, Lowerer, unsupported};
use ir::{FunctionId, Method};
use spec_lang::ast::{self, NodeId};
use spec_lang::resolve::Type;
use std::collections::HashMap;
use text::span::Span;

/// More instances than this are not made, against types that grow for ever.
const INSTANCES: usize = 200;

/// An instance that is named but not lowered yet.
pub(super) enum Pending<'a> {
    Function(NodeId, &'a ast::Method, FunctionId, Vec<Type>),
    Method(NodeId, &'a ast::Method, usize, Vec<Type>),
}

impl<'a> Lowerer<'a> {
    /// Whether a declaration is a pure function.
    pub(super) fn is_function(&self, id: NodeId) -> bool {
        self.adt_functions.contains_key(&id)
            || self.methods.get(&id).is_some_and(|method| method.is_pure())
    }

    /// The function that a call means, for the types of its arguments.
    pub(super) fn function_instance(
        &mut self,
        id: NodeId,
        call: &ast::Call,
        result: &Type,
        span: Span,
    ) -> Lowered<FunctionId> {
        if let Some(function) = self.functions.get(&id) {
            return Ok(*function);
        }
        let Some(method) = self.methods.get(&id).copied() else {
            return unsupported("U041", span, "a call of a method here");
        };
        let types = self.type_arguments(method, call, result);
        self.function_for(id, method, types, span)
    }

    fn function_for(
        &mut self,
        id: NodeId,
        method: &'a ast::Method,
        types: Vec<Type>,
        span: Span,
    ) -> Lowered<FunctionId> {
        if let Some(function) = self.generic_functions.get(&(id, types.clone())) {
            return Ok(*function);
        }
        if self.generic_functions.len() > INSTANCES {
            return unsupported("U053", span, "as many instances of type parameters");
        }
        let name = self.instance_name(id, method, &types);
        let number = self.core.functions.len();
        let function = FunctionId(u32::try_from(number).unwrap_or(u32::MAX));
        self.generic_functions.insert((id, types.clone()), function);
        // The parameters may mean those of another instance, in whose body this is.
        let outside = self.locals.clone();
        self.with_types(method, &types, |lowerer| {
            lowerer.declare_function(id, method, name);
        });
        self.locals = outside;
        self.pending
            .push(Pending::Function(id, method, function, types));
        Ok(function)
    }

    /// The method that a call means, for the types of its arguments.
    pub(super) fn method_instance(
        &mut self,
        id: NodeId,
        method: &'a ast::Method,
        call: &ast::Call,
        result: &Type,
        span: Span,
    ) -> Lowered<(usize, Vec<Type>)> {
        if let Some(index) = self.method_ids.get(&id) {
            return Ok((*index, Vec::new()));
        }
        let types = self.type_arguments(method, call, result);
        let index = self.method_for(id, method, types.clone(), span)?;
        Ok((index, types))
    }

    fn method_for(
        &mut self,
        id: NodeId,
        method: &'a ast::Method,
        types: Vec<Type>,
        span: Span,
    ) -> Lowered<usize> {
        if let Some(index) = self.generic_methods.get(&(id, types.clone())) {
            return Ok(*index);
        }
        if self.generic_methods.len() > INSTANCES {
            return unsupported("U053", span, "as many instances of type parameters");
        }
        let index = self.core.methods.len();
        self.generic_methods.insert((id, types.clone()), index);
        let place = method.name.span;
        self.core.methods.push(Method {
            // Lowered before the program is complete.
            has_contract: true,
            ..Method::declared(self.instance_name(id, method, &types), place)
        });
        self.pending.push(Pending::Method(id, method, index, types));
        Ok(index)
    }

    /// Whether a method is an instance that is named, and its contract not known yet.
    pub(super) fn is_pending(&self, index: usize) -> bool {
        let mut pending = self.pending.iter();
        pending.any(|next| matches!(next, Pending::Method(_, _, method, _) if *method == index))
    }

    /// `Class.method<types>`; see `report::declared_name` for the way back.
    fn instance_name(&self, id: NodeId, method: &ast::Method, types: &[Type]) -> String {
        let parts: Vec<String> = types.iter().map(type_name).collect();
        let owner = self.resolution.owner.get(&id);
        let class = owner.and_then(|owner| self.classes.get(owner));
        let class = class.map_or("", |class| class.name.name.as_str());
        let own = qualified(class, &method.name.name);
        format!("{own}<{}>", parts.join(", "))
    }

    /// The instance over unknown types, by which the declaration is checked.
    pub(super) fn unknown_instance(&mut self, id: NodeId, method: &'a ast::Method) {
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

    /// Lowers what was named, and what that names, until nothing is left.
    pub(super) fn lower_pending(&mut self) {
        while let Some(next) = self.pending.pop() {
            match next {
                Pending::Function(id, method, function, types) => {
                    self.with_types(method, &types, |lowerer| {
                        lowerer.define_function_as(function, id, method);
                    });
                }
                Pending::Method(id, method, index, types) => {
                    self.with_types(method, &types, |lowerer| {
                        lowerer.core.methods[index].has_contract = false;
                        if let Err(diagnostic) = lowerer.define_method(id, method, index) {
                            lowerer.core.methods[index].unsupported = Some(*diagnostic);
                        }
                    });
                }
            }
        }
    }

    /// Does something with type parameters standing for types.
    pub(super) fn with_types<T>(
        &mut self,
        method: &ast::Method,
        types: &[Type],
        act: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let bound: HashMap<String, Type> = method
            .type_params
            .iter()
            .map(|param| param.name.clone())
            .zip(types.iter().cloned())
            .collect();
        let saved = std::mem::replace(&mut self.type_args, bound);
        let result = act(self);
        self.type_args = saved;
        result
    }

    /// A type with the present meaning of type parameters.
    pub(super) fn instantiated(&self, ty: &Type) -> Type {
        let all = |types: &[Type]| types.iter().map(|ty| self.instantiated(ty)).collect();
        let one = |ty: &Type| Box::new(self.instantiated(ty));
        match ty {
            Type::Parameter(name) => match self.type_args.get(name) {
                Some(known) => known.clone(),
                None => ty.clone(),
            },
            Type::Class(id, args) => Type::Class(*id, all(args)),
            Type::Adt(id, args) => Type::Adt(*id, all(args)),
            Type::Array(element) => Type::Array(one(element)),
            Type::Seq(element) => Type::Seq(one(element)),
            Type::Set(element) => Type::Set(one(element)),
            Type::Bag(element) => Type::Bag(one(element)),
            Type::Option(element) => Type::Option(one(element)),
            Type::Map(key, value) => Type::Map(one(key), one(value)),
            Type::Tuple(parts) => Type::Tuple(all(parts)),
            _ => ty.clone(),
        }
    }

    fn type_arguments(&self, method: &ast::Method, call: &ast::Call, result: &Type) -> Vec<Type> {
        let mut found: HashMap<String, Type> = HashMap::new();
        for (param, written) in method.type_params.iter().zip(&call.type_args) {
            let ty = self.resolution.type_of(written.id).clone();
            found.insert(param.name.clone(), self.instantiated(&ty));
        }
        let names: Vec<&str> = method
            .type_params
            .iter()
            .map(|param| param.name.as_str())
            .collect();
        for (param, arg) in method.params.iter().zip(&call.args) {
            let wanted = self.resolution.type_of(param.ty.id).clone();
            let given = self.instantiated(self.resolution.type_of(arg.id));
            unify(&wanted, &given, &names, &mut found);
        }
        let wanted = self.resolution.type_of(method.return_type.id).clone();
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
            let number =
                |ty: &Type| matches!(ty, Type::Int | Type::Rational | Type::Frac | Type::ZFrac);
            let known = found.entry(name.clone()).or_insert_with(|| given.clone());
            if known != given && number(known) && number(given) {
                *known = Type::Rational;
            }
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
        other => format!("{other:?}").to_lowercase(),
    }
}

//! Walking declarations.

use super::collect::{has, names};
use super::contracts::Place;
use super::globals::{Signature, TypeMeaning};
use super::resolver::{Here, Pure, Resolver, ResultType, This};
use super::scope::{Local, LocalKind};
use super::{Type, labels};
use crate::ast::{
    Adt, Axiom, Body, Class, Declaration, DeclarationKind, Field, Ident, Method, MethodKind,
    ModifierKind, NodeId, Param, Predicate,
};
use std::collections::BTreeMap;
use std::rc::Rc;
use text::code::Code;

impl Resolver<'_> {
    /// A declaration at top level.
    pub(super) fn declaration(&mut self, declaration: &Declaration) {
        self.here = self.inside(declaration);
        match &declaration.kind {
            DeclarationKind::Class(class) => self.class(declaration.id, class),
            DeclarationKind::Adt(adt) => self.adt(declaration.id, adt),
            _ => self.member(declaration),
        }
        self.here = Here::top_level();
    }

    fn class(&mut self, id: NodeId, class: &Class) {
        self.overriding(id, class);
        for invariant in &class.lock_invariants {
            self.purely(Pure::Definition, |this| this.expect_resource(invariant));
        }
        for member in &class.members {
            self.member(member);
        }
    }

    /// A call goes by the contract of the type that is written, so nothing may be hidden by a
    /// member of a class below it; nor may an object have a lock whose invariant another class's
    /// constructor would have to establish.
    fn overriding(&mut self, id: NodeId, class: &Class) {
        let above = self.globals.supertypes(&Type::Class(id, Vec::new()));
        let above: Vec<NodeId> = above
            .iter()
            .filter_map(|ty| match ty {
                Type::Class(base, _) if *base != id => Some(*base),
                _ => None,
            })
            .collect();
        if above.is_empty() {
            return;
        }
        for member in &class.members {
            let name = match &member.kind {
                DeclarationKind::Method(method) if method.kind.is_inherited() => &method.name,
                DeclarationKind::Predicate(predicate) => &predicate.name,
                _ => continue,
            };
            let hides = |base: &NodeId| {
                let base = self.globals.classes.get(base);
                base.is_some_and(|base| {
                    base.callables.contains_key(&name.name)
                        || base.operators.contains_key(&name.name)
                        || base.run.is_some() && name.name == "run"
                })
            };
            if above.iter().any(hides) {
                let message = format!("`{}` hides an inherited one", name.name);
                self.error(Code::N025, name.span, message);
            }
        }
        let locked = |declared: &Class| {
            let predicate = |member: &Declaration| match &member.kind {
                DeclarationKind::Predicate(predicate) => predicate.name.name == "lock_invariant",
                _ => false,
            };
            !declared.lock_invariants.is_empty() || declared.members.iter().any(predicate)
        };
        let base_locked = self.globals.types.values().any(|(base, meaning)| {
            matches!(meaning, TypeMeaning::Class(declared) if above.contains(base) && locked(declared))
        });
        if base_locked || locked(class) {
            let message =
                "a class that extends another may have no lock invariant, nor inherit one";
            self.error(Code::N025, class.name.span, message);
        }
    }

    fn adt(&mut self, id: NodeId, adt: &Adt) {
        for member in &adt.members {
            self.here.callable = Some(id);
            self.member(member);
        }
    }

    /// A declaration in a class, an abstract data type or at top level.
    fn member(&mut self, declaration: &Declaration) {
        let before = self.here.clone();
        match &declaration.kind {
            DeclarationKind::Field(field) => self.field(field),
            DeclarationKind::Method(method) => self.method(declaration, method),
            DeclarationKind::Predicate(predicate) => self.predicate(declaration, predicate),
            DeclarationKind::Axiom(axiom) => self.axiom(axiom),
            _ => {}
        }
        self.here = before;
    }

    /// Takes `this` away where a modifier says `static`.
    fn make_static(&mut self) {
        if let This::Is(ty) = &self.here.this {
            self.here.this = This::Static(ty.clone());
        }
    }

    fn field(&mut self, field: &Field) {
        if has(&field.modifiers, ModifierKind::Static) {
            self.make_static();
        }
        self.scopes.open(true);
        self.sizes(&field.ty);
        let ty = self.written_value(&field.ty);
        for variable in &field.names {
            if let Some(init) = &variable.init {
                self.expect(init, &ty);
            }
        }
        self.scopes.close();
    }

    fn axiom(&mut self, axiom: &Axiom) {
        self.purely(Pure::Definition, |this| this.expect_boolean(&axiom.body));
    }

    fn predicate(&mut self, declaration: &Declaration, predicate: &Predicate) {
        let Some(signature) = self.globals.signatures.get(&declaration.id).cloned() else {
            return;
        };
        self.enter(&signature, &predicate.type_params);
        self.here.thread = has(&predicate.modifiers, ModifierKind::ThreadLocal);
        self.scopes.open(true);
        self.params(&predicate.params, LocalKind::Parameter);
        self.contract(&predicate.contract, Place::Predicate);
        if let Some(body) = &predicate.body {
            self.here.inline = signature.inline;
            self.purely(Pure::Definition, |this| this.expect_resource(body));
        }
        self.scopes.close();
    }

    fn method(&mut self, declaration: &Declaration, method: &Method) {
        let Some(signature) = self.globals.signatures.get(&declaration.id).cloned() else {
            return;
        };
        self.enter(&signature, &method.type_params);
        self.here.thread = !signature.pure || has(&method.modifiers, ModifierKind::ThreadLocal);
        self.here.constructor = is_constructor(method.kind);
        self.here.returns = signature.result.clone();
        self.labels = labels::labels_of(method);
        self.seen_locals = BTreeMap::new();

        self.scopes.open(true);
        self.sizes(&method.return_type);
        self.params(&method.params, LocalKind::Parameter);
        for (_, name, _) in signature.given.iter().chain(&signature.yields) {
            self.duplicate_ghost(name, &signature);
        }
        self.ghost_params(&method.contract);
        self.contract(&method.contract, Place::Callable);
        if signature.pure {
            self.here.pure = Some(Pure::Function);
        }
        self.here.inline = signature.inline;
        match &method.body {
            Body::Abstract => {}
            Body::Expr(body) => {
                self.expect(body, &signature.result);
            }
            Body::Block(block) => self.block(block),
        }
        self.here.inline = false;
        self.directives_of(&method.contract);
        self.scopes.close();
        self.labels = BTreeMap::new();
    }

    /// Moves to the inside of something that can be called.
    fn enter(&mut self, signature: &Rc<Signature>, type_params: &[Ident]) {
        self.here.callable = Some(signature.id);
        self.here.type_params.extend(names(type_params));
        if signature.is_static {
            self.make_static();
        }
    }

    /// A ghost parameter may not have the name of another one.
    fn duplicate_ghost(&mut self, name: &str, signature: &Signature) {
        let count = signature
            .given
            .iter()
            .chain(&signature.yields)
            .filter(|(_, other, _)| other == name)
            .count();
        if count > 1 || self.scopes.find(name).is_some() {
            self.error(
                Code::N005,
                signature.span,
                format!("`{}` has several parameters named `{name}`", signature.name),
            );
        }
    }

    /// Brings parameters into scope, in order: a size may mention an earlier or a later one.
    pub(super) fn params(&mut self, params: &[Param], kind: LocalKind) {
        for param in params {
            let ty = self
                .out
                .declared
                .get(&param.id)
                .cloned()
                .unwrap_or(Type::Error);
            let local = Local {
                id: param.id,
                ty,
                kind,
                level: self.scopes.level(),
                span: param.name.span,
            };
            let twice = params
                .iter()
                .find(|other| other.name.name == param.name.name)
                .is_some_and(|first| first.id != param.id);
            if twice {
                self.error(
                    Code::N005,
                    param.name.span,
                    format!("the parameter `{}` is declared twice", param.name.name),
                );
            }
            self.remember(&param.name.name, &local);
            self.scopes.declare(&param.name.name, local);
        }
        for param in params {
            self.sizes(&param.ty);
        }
    }

    /// Keeps a local for the directives before the method.
    pub(super) fn remember(&mut self, name: &str, local: &Local) {
        self.seen_locals
            .entry(name.to_owned())
            .or_insert_with(|| (local.id, local.ty.clone()));
    }

    /// The place of a clause of the method around: `\result`, `this` and effects.
    pub(super) fn postcondition(&self) -> ResultType {
        match &self.here.returns {
            Type::Void => ResultType::Nothing,
            ty => ResultType::Is(ty.clone()),
        }
    }
}

fn is_constructor(kind: MethodKind) -> bool {
    matches!(
        kind,
        MethodKind::ClassNameConstructor | MethodKind::KeywordConstructor
    )
}

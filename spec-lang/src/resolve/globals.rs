//! What a program declares, by name, before any body is looked at.

use super::Type;
use crate::ast::{Adt, Class, Declaration, DeclarationKind, MethodKind, NodeId, Program};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use text::span::Span;

/// What can be called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CallableKind {
    /// A method or function.
    Method,
    /// A predicate.
    Predicate,
    /// A constructor.
    Constructor,
    /// `run { … }`.
    Run,
    /// An operator of a class.
    Operator,
    /// A function of an abstract data type.
    AdtFunction,
}

/// The outside of something that can be called.
#[derive(Debug)]
pub(super) struct Signature {
    /// Its declaration.
    pub id: NodeId,
    /// What it is.
    pub kind: CallableKind,
    /// Its name.
    pub name: String,
    /// Where the name stands.
    pub span: Span,
    /// The class or abstract data type it is declared in.
    pub owner: Option<NodeId>,
    /// No `this` inside: static, or outside any class.
    pub is_static: bool,
    /// No effects: may be called in formulas.
    pub pure: bool,
    /// `inline`.
    pub inline: bool,
    /// Whether there is a body.
    pub has_body: bool,
    /// Its own type parameters; of an abstract data type's function, those of the type first.
    pub type_params: Vec<String>,
    /// Parameters.
    pub params: Vec<Type>,
    /// `given`: identity, name, type.
    pub given: Vec<(NodeId, String, Type)>,
    /// `yields`: identity, name, type.
    pub yields: Vec<(NodeId, String, Type)>,
    /// What a call gives; of a constructor, nothing.
    pub result: Type,
}

/// A field, or one name of it.
#[derive(Clone, Debug)]
pub(super) struct FieldInfo {
    /// The [`crate::ast::Variable`].
    pub id: NodeId,
    /// Its type.
    pub ty: Type,
    /// `final`.
    pub is_final: bool,
    /// `static`, or outside any class.
    pub is_static: bool,
}

/// A class.
#[derive(Debug)]
pub(super) struct ClassInfo {
    /// Type parameters.
    pub type_params: Vec<String>,
    /// What it extends, resolved.
    pub bases: Vec<Type>,
    /// Fields by name.
    pub fields: BTreeMap<String, FieldInfo>,
    /// Methods and predicates by name, in source order.
    pub callables: BTreeMap<String, Vec<NodeId>>,
    /// Operators by name.
    pub operators: BTreeMap<String, Vec<NodeId>>,
    /// Constructors.
    pub constructors: Vec<NodeId>,
    /// `run { … }` or `void run()`.
    pub run: Option<NodeId>,
}

/// What the name of a type stands for.
#[derive(Clone, Copy, Debug)]
pub(super) enum TypeMeaning<'p> {
    /// A class.
    Class(&'p Class),
    /// An enum.
    Enum,
    /// An abstract data type.
    Adt(&'p Adt),
    /// Process algebra, read but not understood.
    Model,
}

/// Everything declared at top level and in classes.
#[derive(Default)]
pub(super) struct Globals<'p> {
    /// Classes, enums, abstract data types and models by name; the first of one name.
    pub types: BTreeMap<String, (NodeId, TypeMeaning<'p>)>,
    /// Their names.
    pub type_names: HashMap<NodeId, String>,
    /// Methods and predicates outside classes by name, in source order.
    pub callables: BTreeMap<String, Vec<NodeId>>,
    /// Functions of abstract data types by plain name.
    pub adt_functions: BTreeMap<String, Vec<NodeId>>,
    /// Variables outside classes.
    pub variables: BTreeMap<String, FieldInfo>,
    /// Classes.
    pub classes: HashMap<NodeId, ClassInfo>,
    /// Enum constants by enum and name.
    pub constants: HashMap<NodeId, BTreeMap<String, NodeId>>,
    /// The functions of an abstract data type by name.
    pub adts: HashMap<NodeId, BTreeMap<String, Vec<NodeId>>>,
    /// Everything that can be called.
    pub signatures: HashMap<NodeId, Rc<Signature>>,
    /// Whether there is process algebra, whose words are then names too.
    pub has_models: bool,
}

impl<'p> Globals<'p> {
    /// The names of types; the rest is filled in by the collector, which needs them.
    pub(super) fn names_of(program: &'p Program) -> Self {
        let mut globals = Globals::default();
        for declaration in &program.declarations {
            let (name, meaning) = match &declaration.kind {
                DeclarationKind::Class(class) => (&class.name, TypeMeaning::Class(class)),
                DeclarationKind::Enum(declared) => (&declared.name, TypeMeaning::Enum),
                DeclarationKind::Adt(adt) => (&adt.name, TypeMeaning::Adt(adt)),
                DeclarationKind::Model(model) => {
                    globals.has_models = true;
                    (&model.name, TypeMeaning::Model)
                }
                _ => continue,
            };
            globals.type_names.insert(declaration.id, name.name.clone());
            globals
                .types
                .entry(name.name.clone())
                .or_insert((declaration.id, meaning));
        }
        globals
    }

    /// A field of a class type, with the type it has there; bases are searched too.
    pub(super) fn field(&self, receiver: &Type, name: &str) -> Option<FieldInfo> {
        self.supertypes(receiver).iter().find_map(|view| {
            let Type::Class(id, args) = view else {
                return None;
            };
            let class = self.classes.get(id)?;
            let field = class.fields.get(name)?;
            let bindings = super::fits::bind(&class.type_params, args);
            Some(FieldInfo {
                ty: super::fits::substitute(&field.ty, &bindings),
                ..field.clone()
            })
        })
    }

    /// The members of that name that can be called on a class type, nearest class first.
    pub(super) fn members(&self, receiver: &Type, name: &str) -> Vec<Rc<Signature>> {
        self.collect(receiver, |class| class.callables.get(name))
    }

    /// The operators of that name of a class type.
    pub(super) fn operators(&self, receiver: &Type, name: &str) -> Vec<Rc<Signature>> {
        self.collect(receiver, |class| class.operators.get(name))
    }

    fn collect<'a>(
        &'a self,
        receiver: &Type,
        select: impl Fn(&'a ClassInfo) -> Option<&'a Vec<NodeId>>,
    ) -> Vec<Rc<Signature>> {
        let mut found: Vec<Rc<Signature>> = Vec::new();
        for view in self.supertypes(receiver) {
            let Type::Class(id, _) = view else { continue };
            let ids = self.classes.get(&id).and_then(&select);
            for signature in ids
                .into_iter()
                .flatten()
                .filter_map(|id| self.signatures.get(id))
            {
                // A member declared again with the same parameters hides that of the base.
                if !found.iter().any(|nearer| nearer.params == signature.params) {
                    found.push(Rc::clone(signature));
                }
            }
        }
        found
    }

    /// The `run` of a class type, its own or a base's.
    pub(super) fn run_of(&self, receiver: &Type) -> Option<NodeId> {
        self.supertypes(receiver)
            .iter()
            .find_map(|view| match view {
                Type::Class(id, _) => self.classes.get(id).and_then(|class| class.run),
                _ => None,
            })
    }

    /// The signatures behind a list of identities.
    pub(super) fn signatures_of(&self, ids: Option<&Vec<NodeId>>) -> Vec<Rc<Signature>> {
        ids.into_iter()
            .flatten()
            .filter_map(|id| self.signatures.get(id).cloned())
            .collect()
    }

    /// The names of members of a class type, for suggestions.
    pub(super) fn member_names(&self, receiver: &Type, callable: bool) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for view in self.supertypes(receiver) {
            let Type::Class(id, _) = view else { continue };
            if let Some(class) = self.classes.get(&id) {
                if callable {
                    names.extend(class.callables.keys().cloned());
                } else {
                    names.extend(class.fields.keys().cloned());
                }
            }
        }
        names
    }
}

/// What kind of callable a method is.
pub(super) fn callable_kind(kind: MethodKind, in_adt: bool) -> CallableKind {
    match kind {
        MethodKind::Method if in_adt => CallableKind::AdtFunction,
        MethodKind::Method => CallableKind::Method,
        MethodKind::ClassNameConstructor | MethodKind::KeywordConstructor => {
            CallableKind::Constructor
        }
        MethodKind::RunBlock => CallableKind::Run,
        MethodKind::Operator => CallableKind::Operator,
    }
}

/// The declarations directly inside one.
pub(super) fn members_of(declaration: &Declaration) -> &[Declaration] {
    match &declaration.kind {
        DeclarationKind::Class(class) => &class.members,
        DeclarationKind::Adt(adt) => &adt.members,
        _ => &[],
    }
}

//! What a program declares, by declaration: collected once, and only read afterwards.

use super::fields::Fields;
use super::reading::Reading;
use ir::{FunctionId, PredicateId};
use spec_lang::ast::{self, DeclarationKind, NodeId};
use spec_lang::resolve::Resolution;
use std::collections::HashMap;

/// What a program declares.
pub(super) struct Tables<'a> {
    /// What names and expressions mean.
    pub resolution: &'a Resolution,
    /// How the program is read.
    pub reading: Reading,
    /// Classes.
    pub classes: HashMap<NodeId, &'a ast::Class>,
    /// Methods and functions.
    pub methods: HashMap<NodeId, &'a ast::Method>,
    /// Abstract data types.
    pub adts: HashMap<NodeId, &'a ast::Adt>,
    /// Functions of abstract data types, with what they belong to.
    pub adt_functions: HashMap<NodeId, NodeId>,
    /// Predicates.
    pub predicates: HashMap<NodeId, &'a ast::Predicate>,
    /// How many constants an enum has.
    pub enums: HashMap<NodeId, usize>,
    /// The numbers of the constants of enums.
    pub enum_constants: HashMap<NodeId, usize>,
    /// Fields.
    pub fields: Fields<'a>,
    /// What the core calls functions, predicates and methods.
    pub ids: Ids,
}

/// What the core calls that of which there is one instance.
#[derive(Default)]
pub(super) struct Ids {
    /// Pure functions.
    pub functions: HashMap<NodeId, FunctionId>,
    /// Predicates.
    pub predicates: HashMap<NodeId, PredicateId>,
    /// Methods, by their index.
    pub methods: HashMap<NodeId, usize>,
}

impl<'a> Tables<'a> {
    /// Collects what a program declares; the core's names for it are given later.
    pub fn collect(
        program: &'a ast::Program,
        resolution: &'a Resolution,
        reading: Reading,
    ) -> Tables<'a> {
        let mut tables = Tables {
            resolution,
            reading,
            classes: HashMap::new(),
            methods: HashMap::new(),
            adts: HashMap::new(),
            adt_functions: HashMap::new(),
            predicates: HashMap::new(),
            enums: HashMap::new(),
            enum_constants: HashMap::new(),
            fields: Fields::default(),
            ids: Ids::default(),
        };
        tables.declarations(&program.declarations);
        tables.fields = Fields::collect(&tables, &program.declarations);
        tables
    }

    fn declarations(&mut self, declarations: &'a [ast::Declaration]) {
        for declaration in declarations {
            let id = declaration.id;
            match &declaration.kind {
                DeclarationKind::Class(class) => {
                    self.classes.insert(id, class);
                    self.declarations(&class.members);
                }
                DeclarationKind::Method(method) => {
                    self.methods.insert(id, method);
                }
                DeclarationKind::Predicate(predicate) => {
                    self.predicates.insert(id, predicate);
                }
                DeclarationKind::Enum(declared) => {
                    // `null` is a value of every enum, the one that is there before any other.
                    self.enums.insert(id, declared.constants.len() + 1);
                    for (number, constant) in declared.constants.iter().enumerate() {
                        self.enum_constants.insert(constant.id, number + 1);
                    }
                }
                DeclarationKind::Adt(adt) => {
                    self.adts.insert(id, adt);
                    for member in &adt.members {
                        if let DeclarationKind::Method(method) = &member.kind {
                            self.methods.insert(member.id, method);
                            self.adt_functions.insert(member.id, id);
                        }
                    }
                }
                DeclarationKind::Field(_)
                | DeclarationKind::Axiom(_)
                | DeclarationKind::Model(_)
                | DeclarationKind::Unsupported { .. } => {}
            }
        }
    }

    /// Whether a declaration is a pure function.
    pub fn is_function(&self, id: NodeId) -> bool {
        self.adt_functions.contains_key(&id)
            || self.methods.get(&id).is_some_and(|method| method.is_pure())
    }

    /// Whether a method or predicate belongs to a class rather than to its objects.
    pub fn is_static(&self, id: NodeId) -> bool {
        if self.adt_functions.contains_key(&id) {
            return true;
        }
        let modifiers = match (self.methods.get(&id), self.predicates.get(&id)) {
            (Some(method), _) => &method.modifiers,
            (_, Some(predicate)) => &predicate.modifiers,
            _ => return false,
        };
        modifiers
            .iter()
            .any(|m| m.kind == ast::ModifierKind::Static)
    }

    /// Whether a method, function or predicate has a receiver.
    pub fn has_receiver(&self, id: NodeId) -> bool {
        self.resolution.owner.contains_key(&id) && !self.is_static(id)
    }

    /// The class that something is declared in.
    pub fn class_of(&self, id: NodeId) -> Option<&'a ast::Class> {
        let class = self.resolution.owner.get(&id)?;
        self.classes.get(class).copied()
    }

    /// The name of a class; empty of none.
    pub fn class_name(&self, class: NodeId) -> String {
        let class = self.classes.get(&class);
        class.map_or(String::new(), |class| class.name.name.clone())
    }
}

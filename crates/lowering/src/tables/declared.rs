//! What a program declares, by declaration: collected once, and only read afterwards.

use crate::context::profile::Reading;
use crate::tables::fields::Fields;
use core_lang::{FunctionId, PredicateId};
use spec_lang::ast::{self, NodeId};
use spec_lang::resolve::Resolution;
use std::collections::HashMap;

/// What a program declares.
pub(crate) struct Tables<'a> {
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
pub(crate) struct Ids {
    /// Pure functions.
    pub functions: HashMap<NodeId, FunctionId>,
    /// Predicates.
    pub predicates: HashMap<NodeId, PredicateId>,
    /// Methods, by their index.
    pub methods: HashMap<NodeId, usize>,
}

impl<'a> Tables<'a> {
    /// Whether a declaration is a pure function.
    pub(crate) fn is_function(&self, id: NodeId) -> bool {
        self.adt_functions.contains_key(&id)
            || self.methods.get(&id).is_some_and(|method| method.is_pure())
    }

    /// Whether a method or predicate belongs to a class rather than to its objects.
    pub(crate) fn is_static(&self, id: NodeId) -> bool {
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
    pub(crate) fn has_receiver(&self, id: NodeId) -> bool {
        self.resolution.owner.contains_key(&id) && !self.is_static(id)
    }

    /// The class that something is declared in.
    pub(crate) fn class_of(&self, id: NodeId) -> Option<&'a ast::Class> {
        let class = self.resolution.owner.get(&id)?;
        self.classes.get(class).copied()
    }

    /// The name of a class; empty of none.
    pub(crate) fn class_name(&self, class: NodeId) -> String {
        let class = self.classes.get(&class);
        class.map_or(String::new(), |class| class.name.name.clone())
    }
}

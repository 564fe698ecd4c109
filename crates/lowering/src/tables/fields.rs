//! Fields: of each object, or one for all; with the values they begin with.

use core_lang::{Expr, ExprKind, Field, FieldId};
use logic::Sort;
use spec_lang::ast::{self, NodeId};
use std::collections::{HashMap, HashSet};
use text::span::Span;

/// The fields of a program.
#[derive(Default)]
pub(crate) struct Fields<'a> {
    /// All of them, by number.
    pub all: Vec<Field>,
    /// The number of a declared field.
    pub ids: HashMap<NodeId, FieldId>,
    /// Fields that are one cell for all objects of their class.
    pub statics: HashSet<FieldId>,
    /// The fields of each object of a class.
    pub of_class: HashMap<NodeId, Vec<FieldId>>,
    /// Of these, those that begin with a value of their own.
    pub initial_values: HashMap<NodeId, Vec<(FieldId, NodeId, &'a ast::Expr)>>,
    /// What static fields begin with.
    pub static_values: Vec<(FieldId, &'a ast::Expr)>,
}

impl Fields<'_> {
    /// A field by its number.
    pub(crate) fn field(&self, id: FieldId) -> &Field {
        &self.all[id.0 as usize]
    }

    /// The fields of a new object of a class.
    pub(crate) fn of(&self, class: NodeId) -> Vec<FieldId> {
        self.of_class.get(&class).cloned().unwrap_or_default()
    }

    /// A static field, whatever it is reached through: one cell, of an object that stands for
    /// all classes.
    pub(crate) fn static_field(&self, id: NodeId, span: Span) -> Option<Expr> {
        let field = *self.ids.get(&id)?;
        if !self.statics.contains(&field) {
            return None;
        }
        let owner = Expr::new(Sort::Ref, span, ExprKind::Statics);
        let sort = self.field(field).sort.clone();
        let place = ExprKind::Field(Box::new(owner), field);
        Some(Expr::new(sort, span, place))
    }
}

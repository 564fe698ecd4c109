//! Fields: of each object, or one for all; with the values they begin with.

use super::place::{Here, Place};
use super::tables::Tables;
use super::types::TypeArguments;
use super::{Lowered, Lowerer, unsupported};
use ir::{Expr, ExprKind, Field, FieldId, LocalId, Stmt, StmtKind};
use logic::Sort;
use spec_lang::ast::{self, DeclarationKind, ModifierKind, NodeId};
use spec_lang::resolve::Type;
use std::collections::{HashMap, HashSet};
use text::span::Span;

/// The fields of a program.
#[derive(Default)]
pub(super) struct Fields<'a> {
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

impl<'a> Fields<'a> {
    /// Collects the fields that some declarations declare.
    pub fn collect(tables: &Tables<'a>, declarations: &'a [ast::Declaration]) -> Fields<'a> {
        let mut fields = Fields::default();
        for declaration in declarations {
            match &declaration.kind {
                DeclarationKind::Field(field) => fields.add(tables, field, None),
                DeclarationKind::Class(class) => {
                    fields.of_members(tables, &class.members, declaration.id);
                }
                _ => {}
            }
        }
        fields
    }

    fn of_members(&mut self, tables: &Tables<'a>, members: &'a [ast::Declaration], class: NodeId) {
        for member in members {
            match &member.kind {
                DeclarationKind::Field(field) => self.add(tables, field, Some(class)),
                DeclarationKind::Class(inner) => {
                    self.of_members(tables, &inner.members, member.id);
                }
                _ => {}
            }
        }
    }

    fn add(&mut self, tables: &Tables<'a>, field: &'a ast::Field, class: Option<NodeId>) {
        let class_name = class.map_or(String::new(), |class| tables.class_name(class));
        let has = |kind| field.modifiers.iter().any(|m| m.kind == kind);
        let no_arguments = TypeArguments::default();
        for name in &field.names {
            let ty = tables.resolution.declared.get(&name.id).cloned();
            let ty = ty.unwrap_or(Type::Error);
            // A field of a type without a sort is reported where it is used.
            let Ok(sort) = tables.sort(&ty, &no_arguments, name.name.span) else {
                continue;
            };
            let id = FieldId(u32::try_from(self.all.len()).unwrap_or(u32::MAX));
            self.all.push(Field {
                name: name.name.name.clone(),
                class: class_name.clone(),
                sort,
                data: tables.data_type(&ty, &no_arguments),
                is_final: has(ModifierKind::Final),
            });
            self.ids.insert(name.id, id);
            if class.is_none() || has(ModifierKind::Static) {
                // Nobody begins with permission for it, so what it begins with is not known.
                self.statics.insert(id);
                self.static_values
                    .extend(name.init.as_ref().map(|init| (id, init)));
            } else if let Some(class) = class {
                self.of_class.entry(class).or_default().push(id);
                if let Some(init) = &name.init {
                    let all = self.initial_values.entry(class).or_default();
                    all.push((id, name.id, init));
                }
            }
        }
    }

    /// A field by its number.
    pub fn field(&self, id: FieldId) -> &Field {
        &self.all[id.0 as usize]
    }

    /// The fields of a new object of a class.
    pub fn of(&self, class: NodeId) -> Vec<FieldId> {
        self.of_class.get(&class).cloned().unwrap_or_default()
    }

    /// A static field, whatever it is reached through: one cell, of an object that stands for
    /// all classes.
    pub fn static_field(&self, id: NodeId, span: Span) -> Option<Expr> {
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

impl<'a> Lowerer<'_, 'a> {
    /// Gives the fields of a new object the values written at their declarations.
    pub(super) fn initialise(
        &mut self,
        here: Here<'_>,
        class: NodeId,
        object: LocalId,
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        let tables = self.tables;
        let values = tables.fields.initial_values.get(&class);
        let place = Place {
            this: Some(object),
            ..here.place
        };
        for (field, _, init) in values.into_iter().flatten() {
            let wanted = &tables.fields.field(*field).sort;
            let value = self.expr(place, init)?;
            let value = self.coerce(value, wanted);
            if value.sort != *wanted {
                return unsupported("U040", init.span, "an assignment between these types");
            }
            let object = self.local_expr(object, init.span);
            let kind = StmtKind::StoreField(object, *field, value);
            out.push(Stmt::new(init.span, kind));
        }
        Ok(())
    }

    /// Works out what a static field begins with.
    pub(super) fn static_value(&mut self, init: &'a ast::Expr, sort: &Sort) -> Lowered<Vec<Stmt>> {
        let here = Here::new(Place::new(None, None));
        let mut body = Vec::new();
        let value = self.value(here, init, &mut body)?;
        let value = self.coerce(value, sort);
        if value.sort != *sort {
            return unsupported("U040", init.span, "an assignment between these types");
        }
        let kept = self.temporary(sort.clone(), init.span);
        body.push(Stmt::new(init.span, StmtKind::Assign(kept, value)));
        Ok(body)
    }
}

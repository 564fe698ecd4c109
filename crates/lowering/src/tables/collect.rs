//! The collecting pass: what a program declares, before anything is lowered.

use crate::context::profile::Reading;
use crate::tables::declared::{Ids, Tables};
use crate::tables::fields::Fields;
use crate::tables::types::TypeArguments;
use core_lang::{Field, FieldId};
use spec_lang::ast::{self, DeclarationKind, ModifierKind, NodeId};
use spec_lang::resolve::{Resolution, Type};
use std::collections::HashMap;

impl<'a> Tables<'a> {
    /// Collects what a program declares; the core's names for it are given later.
    pub(crate) fn collect(
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
}

impl<'a> Fields<'a> {
    /// Collects the fields that some declarations declare.
    pub(crate) fn collect(tables: &Tables<'a>, declarations: &'a [ast::Declaration]) -> Fields<'a> {
        let mut fields = Fields::default();
        fields.of_members(tables, declarations, None);
        fields
    }

    fn of_members(
        &mut self,
        tables: &Tables<'a>,
        members: &'a [ast::Declaration],
        class: Option<NodeId>,
    ) {
        for member in members {
            match &member.kind {
                DeclarationKind::Field(field) => self.add(tables, field, class),
                DeclarationKind::Class(inner) => {
                    self.of_members(tables, &inner.members, Some(member.id));
                }
                DeclarationKind::Method(_)
                | DeclarationKind::Predicate(_)
                | DeclarationKind::Enum(_)
                | DeclarationKind::Adt(_)
                | DeclarationKind::Axiom(_)
                | DeclarationKind::Model(_)
                | DeclarationKind::Unsupported { .. } => {}
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
}

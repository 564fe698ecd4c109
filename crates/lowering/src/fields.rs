//! Fields: of each object, or one for all; with the values they begin with.

use super::{Lowered, Lowerer, OLD, Scope, unsupported};
use ir::{Expr, ExprKind, Field, FieldId, LocalId, Method, Stmt, StmtKind};
use logic::Sort;
use spec_lang::ast::{self, ModifierKind, NodeId};
use spec_lang::resolve::Type;
use text::span::Span;

impl<'a> Lowerer<'a> {
    /// What fields there are.
    pub(super) fn declare_fields(&mut self, field: &'a ast::Field, class: Option<NodeId>) {
        let class_name = class
            .and_then(|id| self.classes.get(&id))
            .map_or(String::new(), |class| class.name.name.clone());
        let has = |kind| field.modifiers.iter().any(|m| m.kind == kind);
        for name in &field.names {
            let ty = self.resolution.declared.get(&name.id).cloned();
            let ty = ty.unwrap_or(Type::Error);
            // A field of a type without a sort is reported where it is used.
            let Ok(sort) = self.sort(&ty, name.name.span) else {
                continue;
            };
            let id = FieldId(u32::try_from(self.core.fields.len()).unwrap_or(u32::MAX));
            self.core.fields.push(Field {
                name: name.name.name.clone(),
                class: class_name.clone(),
                sort,
                data: self.data_type(&ty),
                is_final: has(ModifierKind::Final),
            });
            self.fields.insert(name.id, id);
            if class.is_none() || has(ModifierKind::Static) {
                // Nobody begins with a share of it, so what it begins with is not known.
                self.static_fields.insert(id);
                self.static_values
                    .extend(name.init.as_ref().map(|init| (id, init)));
            } else if let Some(class) = class {
                self.class_fields.entry(class).or_default().push(id);
                if let Some(init) = &name.init {
                    let all = self.initial_values.entry(class).or_default();
                    all.push((id, name.id, init));
                }
            }
        }
    }

    /// Gives the fields of a new object the values written at their declarations.
    pub(super) fn initialise(
        &mut self,
        class: NodeId,
        object: LocalId,
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        let values = self.initial_values.get(&class).cloned().unwrap_or_default();
        let outside = self.scope.this.replace(object);
        let done = values.into_iter().try_for_each(|(field, _, init)| {
            let wanted = self.core.field(field).sort.clone();
            let value = self.expr(init)?;
            let value = self.coerce(value, &wanted);
            if value.sort != wanted {
                return unsupported("U040", init.span, "an assignment between these types");
            }
            let object = self.local_expr(object, init.span);
            let kind = StmtKind::StoreField(object, field, value);
            out.push(Stmt::new(init.span, kind));
            Ok(())
        });
        self.scope.this = outside;
        done
    }

    /// What static fields begin with is worked out by nobody's method, and must have a value.
    pub(super) fn define_static_values(&mut self) {
        for (field, init) in std::mem::take(&mut self.static_values) {
            let declared = self.core.field(field).clone();
            let name = format!("{}.{}", declared.class, declared.name);
            let name = name.trim_start_matches('.').to_owned();
            match self.static_value(init, &declared.sort) {
                Ok(body) => self.core.methods.push(Method {
                    body: Some(body),
                    has_contract: true,
                    ..Method::declared(name, init.span)
                }),
                Err(diagnostic) => self.refuse_with(name, init.span, *diagnostic),
            }
        }
    }

    fn static_value(&mut self, init: &'a ast::Expr, sort: &Sort) -> Lowered<Vec<Stmt>> {
        self.begin_body();
        self.scope = Scope {
            this: None,
            result: None,
            old: OLD,
            end: None,
            shown: false,
        };
        let mut body = Vec::new();
        let value = self.value(init, &mut body)?;
        let value = self.coerce(value, sort);
        if value.sort != *sort {
            return unsupported("U040", init.span, "an assignment between these types");
        }
        let kept = self.temporary(sort.clone(), init.span);
        body.push(Stmt::new(init.span, StmtKind::Assign(kept, value)));
        Ok(body)
    }

    /// A static field, whatever it is reached through: one cell, of an object that stands for
    /// all classes.
    pub(super) fn static_field(&self, id: NodeId, span: Span) -> Option<Expr> {
        let field = *self.fields.get(&id)?;
        if !self.static_fields.contains(&field) {
            return None;
        }
        let owner = Expr::new(Sort::Ref, span, ExprKind::Statics);
        let sort = self.core.field(field).sort.clone();
        Some(Expr::new(
            sort,
            span,
            ExprKind::Field(Box::new(owner), field),
        ))
    }
}

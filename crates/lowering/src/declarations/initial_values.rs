//! The values that fields begin with.

use crate::context::environment::{Here, Place};
use crate::context::lowerer::Lowerer;
use crate::context::unsupported::Lowered;
use core_lang::{LocalId, Stmt, StmtKind};
use logic::Sort;
use spec_lang::ast::{self, NodeId};

impl<'a> Lowerer<'_, 'a> {
    /// Gives the fields of a new object the values written at their declarations.
    pub(crate) fn initialise(
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
            let value = self.coerce(value, wanted)?;
            let object = self.local_expr(object, init.span);
            let kind = StmtKind::StoreField(object, *field, value);
            out.push(Stmt::new(init.span, kind));
        }
        Ok(())
    }

    /// Works out what a static field begins with.
    pub(crate) fn static_value(&mut self, init: &'a ast::Expr, sort: &Sort) -> Lowered<Vec<Stmt>> {
        let here = Here::new(Place::new(None, None));
        let mut body = Vec::new();
        let value = self.value(here, init, &mut body)?;
        let value = self.coerce(value, sort)?;
        let kept = self.temporary(sort.clone(), init.span);
        body.push(Stmt::new(init.span, StmtKind::Assign(kept, value)));
        Ok(body)
    }
}

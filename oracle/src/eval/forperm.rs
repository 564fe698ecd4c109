//! `\forperm`: all places of which some share is held.

use super::{Cx, Evaluated, restore};
use crate::heap::Cell;
use crate::machine::{Machine, cannot};
use crate::value::Value;
use spec_lang::ast::{Binder, Expr, ExprKind, NodeId};
use spec_lang::resolve::{Reference, Type};

impl<'p> Machine<'p> {
    /// `(\forperm C c \in c.x; e)` and `(\forperm int[] a, int i \in a[i]; e)`.
    pub(super) fn for_all_held(
        &self,
        cx: &mut Cx<'_>,
        e: &Expr,
        binders: &[Binder],
        place: &Expr,
        body: &Expr,
    ) -> Evaluated {
        if cx.reader.free {
            return cannot("`\\forperm` where nothing is held", e.span);
        }
        let mut all = Vec::new();
        for cell in cx.reader.cells() {
            match self.binding(binders, place, &cell) {
                Some(Some(found)) => all.push(found),
                Some(None) => {}
                None => return cannot("`\\forperm` over such places", e.span),
            }
        }
        for found in all {
            let mut before = Vec::new();
            for (id, value) in found {
                before.push((id, cx.frame.locals.insert(id, value)));
            }
            let result = self.truth(cx, body);
            for (id, value) in before {
                restore(cx.frame, id, value);
            }
            if !result? {
                return Ok(Value::Bool(false));
            }
        }
        Ok(Value::Bool(true))
    }

    /// What the binders are if the place is this cell; none within if it cannot be, none at all
    /// if there is no rule for such a place.
    #[allow(clippy::option_option)]
    fn binding(
        &self,
        binders: &[Binder],
        place: &Expr,
        cell: &Cell,
    ) -> Option<Option<Vec<(NodeId, Value)>>> {
        let local = |e: &Expr| match self.tables.reference(e.id) {
            Some(Reference::Local(id)) => Some(self.tables.resolution.canonical(*id)),
            _ => None,
        };
        match (&place.kind, binders) {
            (ExprKind::Member(base, _), [_]) => {
                let binder = local(base)?;
                let Some(Reference::Field(field, _)) = self.tables.reference(place.id) else {
                    return None;
                };
                Some(match cell {
                    Cell::Field(object, other) if other == field => {
                        Some(vec![(binder, Value::Object(*object))])
                    }
                    _ => None,
                })
            }
            (ExprKind::Index(base, index), [_, _]) => {
                let (array, at) = (local(base)?, local(index)?);
                let Cell::Element(number, position) = cell else {
                    return Some(None);
                };
                // An array's type shows in its elements, if they are no references.
                let value = self.world.borrow().heap.get(cell)?;
                let fits = match (self.tables.declared(array), value) {
                    (Type::Array(inner), value) => match (&*inner, value) {
                        (Type::Int, Value::Int(_)) | (Type::Boolean, Value::Bool(_)) => true,
                        (Type::Int, Value::Bool(_) | Value::Array(_) | Value::Object(_))
                        | (Type::Boolean, Value::Int(_) | Value::Array(_) | Value::Object(_)) => {
                            false
                        }
                        _ => return None,
                    },
                    _ => return None,
                };
                Some(
                    fits.then(|| vec![(array, Value::Array(*number)), (at, Value::int(*position))]),
                )
            }
            _ => None,
        }
    }
}

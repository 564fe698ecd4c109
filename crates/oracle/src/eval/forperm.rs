//! `\forperm`: all places of which some permission is held.

use super::quantifier::Assignment;
use super::{Cx, Evaluated, restore};
use crate::heap::Cell;
use crate::machine::{Machine, cannot};
use crate::value::Value;
use spec_lang::ast::{Binder, Expr, ExprKind, NodeId, Visitor};
use spec_lang::resolve::{Reference, Type};

/// What a cell says of the binders of a place.
enum Binding {
    /// They are these.
    Is(Assignment),
    /// The place is not this cell.
    Impossible,
    /// There is no rule for such a place.
    Unknown,
}

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
        let reader = cx.left.unwrap_or(cx.reader);
        if reader.free {
            return cannot("`\\forperm` where nothing is held", e.span);
        }
        let mut all = Vec::new();
        for cell in reader.cells() {
            match self.binding(cx, binders, place, &cell)? {
                Binding::Is(found) => all.push(found),
                Binding::Impossible => {}
                Binding::Unknown => return cannot("`\\forperm` over such places", e.span),
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

    /// What the binders are if the place is this cell.
    fn binding(
        &self,
        cx: &mut Cx<'_>,
        binders: &[Binder],
        place: &Expr,
        cell: &Cell,
    ) -> Evaluated<Binding> {
        let (parts, is_array) = match (&place.kind, cell) {
            (ExprKind::Member(base, _), _) => {
                let Some(Reference::Field(field, _)) = self.tables.reference(place.id) else {
                    return Ok(Binding::Unknown);
                };
                match cell {
                    Cell::Field(object, other) if other == field => {
                        (vec![(&**base, Value::Object(*object))], false)
                    }
                    _ => return Ok(Binding::Impossible),
                }
            }
            (ExprKind::Index(base, at), Cell::Element(number, position)) => {
                let parts = vec![
                    (&**base, Value::Array(*number)),
                    (&**at, Value::int(*position)),
                ];
                (parts, true)
            }
            (ExprKind::Index(..), _) => return Ok(Binding::Impossible),
            _ => return Ok(Binding::Unknown),
        };
        let mut found: Vec<(NodeId, Value)> = Vec::new();
        for (part, value) in parts {
            match self.binder_of(binders, part) {
                Some(binder) => {
                    if is_array && matches!(value, Value::Array(_)) {
                        match self.is_of_type(&self.tables.declared(binder), cell) {
                            Some(true) => {}
                            Some(false) => return Ok(Binding::Impossible),
                            None => return Ok(Binding::Unknown),
                        }
                    }
                    found.push((binder, value));
                }
                None if self.mentions_binder(binders, part) => return Ok(Binding::Unknown),
                // Of a place that is not there nothing is held.
                None => {
                    if self.eval(cx, part)? != value {
                        return Ok(Binding::Impossible);
                    }
                }
            }
        }
        let all = binders.iter().all(|binder| {
            let id = self.tables.resolution.canonical(binder.id);
            found.iter().any(|(other, _)| *other == id)
        });
        Ok(if all {
            Binding::Is(found)
        } else {
            Binding::Unknown
        })
    }

    fn binder_of(&self, binders: &[Binder], e: &Expr) -> Option<NodeId> {
        match self.tables.reference(e.id) {
            Some(Reference::Local(id)) => {
                let id = self.tables.resolution.canonical(*id);
                let mut all = binders.iter();
                all.any(|b| self.tables.resolution.canonical(b.id) == id)
                    .then_some(id)
            }
            _ => None,
        }
    }

    fn mentions_binder(&self, binders: &[Binder], e: &Expr) -> bool {
        struct Find<'a, 'p> {
            machine: &'a Machine<'p>,
            binders: &'a [Binder],
            found: bool,
        }
        impl Visitor for Find<'_, '_> {
            fn visit_expr(&mut self, e: &Expr) {
                self.found |= self.machine.binder_of(self.binders, e).is_some();
                self.walk_expr(e);
            }
        }
        let mut find = Find {
            machine: self,
            binders,
            found: false,
        };
        find.visit_expr(e);
        find.found
    }

    /// Whether an element is of an array of this type, if that shows in the element.
    fn is_of_type(&self, array: &Type, element: &Cell) -> Option<bool> {
        let Type::Array(inner) = array else {
            return None;
        };
        let value = self.world.borrow().heap.get(element)?;
        match (&**inner, value) {
            (Type::Int, Value::Int(_)) | (Type::Boolean, Value::Bool(_)) => Some(true),
            (Type::Int, Value::Bool(_) | Value::Array(_) | Value::Object(_))
            | (Type::Boolean, Value::Int(_) | Value::Array(_) | Value::Object(_)) => Some(false),
            _ => None,
        }
    }
}

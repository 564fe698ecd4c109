//! Values of initializers.

use crate::machine::Machine;
use crate::number::Number;
use crate::state::State;
use crate::value::Value;
use clang::tree::{Expr, ExprKind};
use clang::types::{Qual, Type};

impl Machine<'_> {
    /// The value of an initializer for a variable of a type.
    pub(crate) fn initial(&mut self, state: &mut State, ty: Qual, expr: &Expr) -> Value {
        let value = self.initialized(state, ty, expr);
        self.made(ty, &value);
        value
    }

    fn initialized(&mut self, state: &mut State, ty: Qual, expr: &Expr) -> Value {
        let ExprKind::InitList {
            values,
            filler,
            field,
        } = &expr.kind
        else {
            return match &expr.kind {
                ExprKind::Compound(inner) | ExprKind::Temporary(inner) => {
                    self.initial(state, ty, inner)
                }
                _ => self.value(state, expr),
            };
        };
        let types: Option<Vec<Qual>> = match self.ty(ty) {
            Type::Array {
                element,
                count: Some(count),
            } if *count <= 64 => Some((0..*count).map(|_| *element).collect()),
            Type::Record(id) => self.unit.record(*id).and_then(|record| {
                let plain = field.is_none() && !record.union && record.bases.is_empty();
                plain.then(|| record.fields.iter().map(|field| field.ty).collect())
            }),
            Type::Array { .. } => None,
            _ => {
                return match &values[..] {
                    [only] => self.value(state, only),
                    _ => Value::Integer(Number::Literal(0)),
                };
            }
        };
        let Some(types) = types else {
            for value in values.iter().chain(filler.as_deref()) {
                let value = self.value(state, value);
                self.leak(&value);
            }
            return self.lost(ty, "a union or large array is not followed", expr.place);
        };
        // An initial value in the class may mean another `this`.
        let outer = match self.has_initial_values(ty) {
            true => self.frames.last_mut().and_then(|frame| frame.this.take()),
            false => None,
        };
        let mut parts = Vec::new();
        for (at, ty) in types.into_iter().enumerate() {
            parts.push(match values.get(at).or(filler.as_deref()) {
                Some(value) => self.passed(state, ty, value),
                None => self.lost(ty, "it has no value in a list", expr.place),
            });
        }
        if let (Some(outer), Some(frame)) = (outer, self.frames.last_mut()) {
            frame.this = Some(outer);
        }
        Value::Parts(parts)
    }

    fn has_initial_values(&self, ty: Qual) -> bool {
        match self.ty(ty) {
            Type::Record(id) => self
                .unit
                .record(*id)
                .is_none_or(|record| record.fields.iter().any(|field| field.init.is_some())),
            Type::Array { element, .. } => self.has_initial_values(*element),
            _ => false,
        }
    }
}

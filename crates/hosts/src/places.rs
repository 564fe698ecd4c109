//! Where expressions that name memory point to.

use crate::machine::Machine;
use crate::number::Number;
use crate::state::State;
use crate::value::{Location, Place, Value};
use clang::kinds::CastKind;
use clang::tree::{BinaryOp, Expr, ExprKind, FieldId, UnaryOp};
use clang::types::{Qual, Type};

impl Machine<'_> {
    /// Where an expression that names memory points to; it is executed.
    pub(crate) fn location(&mut self, state: &mut State, expr: &Expr) -> Location {
        match &expr.kind {
            ExprKind::Variable(id) => {
                let variable = self.variable(*id);
                let declared = self.unit.variable(*id).map(|declared| declared.ty);
                if declared.is_some_and(|ty| matches!(self.ty(ty), Type::Reference { .. })) {
                    return match state.variables.get(&variable).cloned() {
                        Some(value) => self.pointed(&value),
                        None => Location::Anywhere,
                    };
                }
                Location::Exact(Place::whole(variable))
            }
            ExprKind::Field { base, arrow, field } => self.field(state, base, *arrow, *field),
            ExprKind::Index { base, index } => self.element(state, expr, base, index),
            ExprKind::Unary {
                op: UnaryOp::Deref,
                operand,
            } => {
                let pointer = self.value(state, operand);
                self.pointed(&pointer)
            }
            ExprKind::Unary {
                op: op @ (UnaryOp::PreIncrement | UnaryOp::PreDecrement),
                operand,
            } => {
                let at = self.location(state, operand);
                let before = self.read(state, &at, operand.ty, operand.place);
                self.add_one(state, &at, expr, before, *op);
                at
            }
            ExprKind::Assign { op, left, right } => {
                let value = self.value(state, right);
                let at = self.location(state, left);
                let value = match op {
                    None => value,
                    Some((op, from, result)) => {
                        let before = self.read(state, &at, left.ty, left.place);
                        self.compound(
                            state,
                            expr,
                            (*op, *from, *result),
                            (before, left),
                            (value, right),
                        )
                    }
                };
                let why = self.why("its value is not followed", expr);
                self.write(state, &at, value, &why);
                at
            }
            ExprKind::Binary {
                op: BinaryOp::Comma,
                left,
                right,
            } => {
                self.value(state, left);
                self.location(state, right)
            }
            ExprKind::Cast {
                kind: CastKind::NoOp,
                operand,
                ..
            } => self.location(state, operand),
            ExprKind::Temporary(inner) => {
                let value = self.value(state, inner);
                if self.owns(inner.ty) {
                    self.end_value(state, &value);
                }
                self.put(state, inner.ty, value)
            }
            ExprKind::Call { .. } | ExprKind::Construct { .. } => {
                let value = self.value(state, expr);
                match expr.category {
                    clang::tree::Category::Value => self.put(state, expr.ty, value),
                    // What returns a reference gives the address.
                    clang::tree::Category::Place | clang::tree::Category::Expiring => {
                        self.pointed(&value)
                    }
                }
            }
            ExprKind::Conditional { .. } | ExprKind::Cast { .. } => {
                let why = self.why("the variable is ambiguous", expr);
                self.addresses(state, expr);
                self.disturb(state, &why);
                Location::Anywhere
            }
            _ => {
                let value = self.value(state, expr);
                self.put(state, expr.ty, value)
            }
        }
    }

    /// Where a member of an object is.
    fn field(&mut self, state: &mut State, base: &Expr, arrow: bool, field: FieldId) -> Location {
        let at = match arrow {
            true => {
                let pointer = self.value(state, base);
                self.pointed(&pointer)
            }
            false => self.location(state, base),
        };
        let record = self.unit.record(field.record);
        let union = record.is_none_or(|record| {
            let field = record.fields.get(field.index as usize);
            // A part of a byte keeps only some bits.
            record.union || field.is_none_or(|field| field.bits.is_some())
        });
        let reference = record
            .and_then(|record| record.fields.get(field.index as usize))
            .is_some_and(|field| matches!(self.ty(field.ty), Type::Reference { .. }));
        match at {
            Location::Exact(place) if union => Location::Inside(place.variable),
            Location::Element(place, _) if !reference => Location::Inside(place.variable),
            Location::Exact(place) => {
                let part = place.part(field.index as usize);
                match (reference, state.read(&part).cloned()) {
                    (false, _) => Location::Exact(part),
                    (true, Some(value)) => self.pointed(&value),
                    (true, None) => Location::Anywhere,
                }
            }
            Location::Element(..) | Location::Inside(_) | Location::Apart | Location::Anywhere
                if reference =>
            {
                Location::Anywhere
            }
            other @ (Location::Element(..)
            | Location::Inside(_)
            | Location::Apart
            | Location::Anywhere) => other,
        }
    }

    /// Puts a value into a variable of its own.
    fn put(&mut self, state: &mut State, ty: Qual, value: Value) -> Location {
        let variable = self.temporary();
        if self.has_destructor(ty) {
            self.meet_object();
            self.leak(&value);
            self.leaked.insert(variable);
        }
        state.variables.insert(variable, value);
        Location::Exact(Place::whole(variable))
    }

    /// Executes what stands in an expression of which a place is asked, and takes the places as known to all.
    fn addresses(&mut self, state: &mut State, expr: &Expr) {
        match &expr.kind {
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => {
                self.value(state, condition);
                let mut other = state.clone();
                self.addresses(state, then);
                self.addresses(&mut other, otherwise);
                let joined = self.join(Some(std::mem::take(state)), Some(other), expr.place);
                *state = joined.unwrap_or_default();
            }
            ExprKind::Cast { operand, .. } => self.addresses(state, operand),
            _ => match self.location(state, expr) {
                Location::Exact(Place { variable, .. })
                | Location::Element(Place { variable, .. }, _)
                | Location::Inside(variable) => {
                    self.leaked.insert(variable);
                }
                Location::Apart | Location::Anywhere => {}
            },
        }
    }

    fn element(&mut self, state: &mut State, expr: &Expr, base: &Expr, index: &Expr) -> Location {
        let base_is_pointer = matches!(self.ty(base.ty), Type::Pointer(_));
        let (base, index) = if base_is_pointer {
            (base, index)
        } else {
            (index, base)
        };
        // Without the address of the array becoming known.
        let array = match &base.kind {
            ExprKind::Cast {
                kind: CastKind::ArrayToPointerDecay,
                operand,
                ..
            } => Some(self.location(state, operand)),
            _ => None,
        };
        let Some(array) = array else {
            let pointer = self.value(state, base);
            let at = self.value(state, index);
            let at = Value::Integer(self.as_number(at, index.ty, index.place));
            let moved = match &pointer {
                Value::Pointer(_) => {
                    let sum = Expr {
                        ty: base.ty,
                        ..expr.clone()
                    };
                    self.sum(state, &sum, pointer, at)
                }
                Value::Integer(_) | Value::Parts(_) | Value::Function(_) | Value::Unknown(_) => {
                    pointer
                }
            };
            return self.pointed(&moved);
        };
        let at = self.number_of(state, index);
        match (array, at) {
            (Location::Exact(place), Number::Literal(at)) => match usize::try_from(at) {
                Ok(at) => Location::Exact(place.part(at)),
                Err(_) => Location::Inside(place.variable),
            },
            (Location::Exact(place), at) => Location::Element(place, at),
            (Location::Element(place, _), _) => Location::Inside(place.variable),
            (other @ (Location::Inside(_) | Location::Apart | Location::Anywhere), _) => other,
        }
    }

    fn compound(
        &mut self,
        state: &mut State,
        expr: &Expr,
        (op, from, result): (BinaryOp, clang::types::Qual, clang::types::Qual),
        (before, left): (Value, &Expr),
        (value, right): (Value, &Expr),
    ) -> Value {
        let as_type = |expr: &Expr, ty| Expr { ty, ..expr.clone() };
        if let (Type::Pointer(_), Value::Pointer(_)) = (self.ty(left.ty), &before) {
            return self.operation(state, expr, op, (before, left), (value, right));
        }
        let before = match (before, self.integer(from)) {
            (Value::Integer(number), Some((bits, signed)))
                if self.integer(left.ty) != Some((bits, signed)) =>
            {
                Value::Integer(self.symbols.wrapped(number, bits, signed))
            }
            (other, _) => other,
        };
        let computed = as_type(expr, result);
        let value = self.operation(
            state,
            &computed,
            op,
            (before, &as_type(left, from)),
            (value, right),
        );
        let same = self.integer(result) == self.integer(left.ty);
        match (value, self.integer(left.ty)) {
            (Value::Integer(number), Some(_)) if same => Value::Integer(number),
            (Value::Integer(number), Some((bits, signed))) => {
                Value::Integer(self.symbols.wrapped(number, bits, signed))
            }
            (Value::Unknown(why), Some(_)) => self.lost(left.ty, why.reason, why.place),
            (other, _) => other,
        }
    }
}

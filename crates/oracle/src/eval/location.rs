//! Places: which one an expression means, reading and writing it.

use super::{Cx, Evaluated};
use crate::heap::Cell;
use crate::machine::{Machine, cannot};
use crate::outcome::{Kind, Stop};
use crate::value::Value;
use num_traits::Signed;
use spec_lang::ast::{Expr, ExprKind};
use spec_lang::resolve::{Reference, Type};
use text::span::Span;

impl<'p> Machine<'p> {
    /// The place that an expression means; it exists.
    pub(crate) fn cell(&self, cx: &mut Cx<'_>, e: &Expr) -> Evaluated<Cell> {
        match &e.kind {
            ExprKind::Name(_) => match self.tables.reference(e.id) {
                Some(Reference::Field(field, _)) if self.tables.static_fields.contains(field) => {
                    Ok(Cell::Static(*field))
                }
                Some(Reference::Field(field, _)) => match &cx.frame.this {
                    Some(Value::Object(object)) => Ok(Cell::Field(*object, *field)),
                    // In the body of an inline predicate.
                    Some(Value::Null) => Err(self.undefined(cx, e.span, "this is null")),
                    _ => cannot("a field without an object", e.span),
                },
                _ => cannot("this as a place", e.span),
            },
            ExprKind::Member(base, _) => match self.tables.reference(e.id) {
                Some(Reference::Field(field, _)) => {
                    if self.tables.static_fields.contains(field) {
                        // Whatever it is reached through, null included.
                        if !matches!(self.tables.reference(base.id), Some(Reference::TypeName(_))) {
                            self.eval(cx, base)?;
                        }
                        return Ok(Cell::Static(*field));
                    }
                    let object = self.object(cx, base)?;
                    Ok(Cell::Field(object, *field))
                }
                _ => cannot("this as a place", e.span),
            },
            ExprKind::Index(base, index) => {
                let array = self.eval(cx, base)?;
                let index = self.eval(cx, index)?;
                self.element(cx, e, &array, &index)
            }
            ExprKind::Call(call) => self.instance(cx, e, call),
            ExprKind::Trigger(parts, _) => match parts.as_slice() {
                [one] => self.cell(cx, one),
                _ => cannot("this as a place", e.span),
            },
            _ => cannot("this as a place", e.span),
        }
    }

    /// Whether a place is a field of `null`: nobody holds a permission to it, and to say so is
    /// defined (as in Viper).
    pub(crate) fn is_of_null(&self, cx: &mut Cx<'_>, e: &Expr) -> Evaluated<bool> {
        let own = |field| !self.tables.static_fields.contains(field);
        match (&e.kind, self.tables.reference(e.id)) {
            (ExprKind::Name(_), Some(Reference::Field(field, _))) if own(field) => {
                Ok(cx.frame.this == Some(Value::Null))
            }
            (ExprKind::Member(base, _), Some(Reference::Field(field, _))) if own(field) => {
                Ok(self.eval(cx, base)? == Value::Null)
            }
            (ExprKind::Trigger(parts, _), _) => match parts.as_slice() {
                [one] => self.is_of_null(cx, one),
                _ => Ok(false),
            },
            _ => Ok(false),
        }
    }

    /// An element of an array, in bounds.
    pub(crate) fn element(
        &self,
        cx: &Cx<'_>,
        e: &Expr,
        array: &Value,
        index: &Value,
    ) -> Evaluated<Cell> {
        let number = match array {
            Value::Array(number) => *number,
            Value::Null => return Err(self.undefined(cx, e.span, "the array is null")),
            _ => return cannot("an element of this", e.span),
        };
        let length = self.world.borrow().heap.length(number).unwrap_or(0);
        match index.as_size() {
            Some(at) if at < length => Ok(Cell::Element(number, at)),
            _ => Err(self.undefined(
                cx,
                e.span,
                &format!("index {index} is out of bounds: the length is {length}"),
            )),
        }
    }

    /// Reads a place.
    pub(crate) fn read(&self, cx: &Cx<'_>, cell: &Cell, span: Span) -> Evaluated {
        if let Some(old) = &cx.old {
            return match old.get(cell) {
                Some(value) => Ok(value),
                None => cannot("a place that did not exist yet", span),
            };
        }
        let is_final = matches!(cell, Cell::Field(_, field) | Cell::Static(field) if self.tables.final_fields.contains(field));
        if !is_final {
            if !cx.reader.some_of(cell) {
                let message = format!("{} is read without permission", self.show(cell));
                return Err(self.violation(Kind::Permission, span, message, cx.thread, None));
            }
            self.used(cx, cell, false, span)?;
        }
        match self.world.borrow().heap.get(cell) {
            Some(value) => Ok(value),
            None => cannot("a place that does not exist", span),
        }
    }

    /// Writes a place.
    pub(crate) fn write(
        &self,
        cx: &Cx<'_>,
        cell: &Cell,
        value: Value,
        span: Span,
    ) -> Result<(), Stop> {
        if cx.reader.fraction(cell) < num_rational::BigRational::from_integer(1.into()) {
            let message = format!("{} is written without permission", self.show(cell));
            return Err(self.violation(Kind::Permission, span, message, cx.thread, None));
        }
        self.used(cx, cell, true, span)?;
        if self.world.borrow_mut().heap.set(cell, value) {
            Ok(())
        } else {
            cannot("a place that does not exist", span)
        }
    }

    fn used(&self, cx: &Cx<'_>, cell: &Cell, write: bool, span: Span) -> Result<(), Stop> {
        if !cx.real {
            return Ok(());
        }
        let other = self
            .world
            .borrow_mut()
            .races
            .access(cx.thread, cell, write, span);
        let Some(other) = other else {
            return Ok(());
        };
        let message = format!("two threads use {} at the same time", self.show(cell));
        let mut stop = self.violation(Kind::Race, span, message, cx.thread, Some(other.thread));
        if let Stop::Violation(violation) = &mut stop {
            violation.other = Some((other.span, "the other use".to_owned()));
        }
        Err(stop)
    }

    /// Assigns to a local or a place.
    pub(crate) fn assign(
        &self,
        cx: &mut Cx<'_>,
        target: &Target,
        value: Value,
        span: Span,
    ) -> Result<(), Stop> {
        match target {
            Target::Local(id) => {
                self.receives(*id, &value);
                cx.frame.locals.insert(*id, value);
                Ok(())
            }
            Target::Cell(cell) => self.write(cx, cell, value, span),
        }
    }

    /// What an assignment is to; evaluated before the right side.
    pub(crate) fn target(&self, cx: &mut Cx<'_>, e: &Expr) -> Evaluated<Target> {
        if let (ExprKind::Name(_), Some(Reference::Local(id))) =
            (&e.kind, self.tables.reference(e.id))
        {
            return Ok(Target::Local(self.tables.resolution.canonical(*id)));
        }
        Ok(Target::Cell(self.cell(cx, e)?))
    }

    /// The present value of what is assigned.
    pub(crate) fn present(&self, cx: &mut Cx<'_>, target: &Target, span: Span) -> Evaluated {
        match target {
            Target::Local(id) => match cx.frame.locals.get(id) {
                Some(value) => Ok(value.clone()),
                None => cannot("a local without a value", span),
            },
            Target::Cell(cell) => self.read(cx, cell, span),
        }
    }

    pub(super) fn increment(&self, cx: &mut Cx<'_>, e: &Expr, up: bool, prefix: bool) -> Evaluated {
        let target = self.target(cx, e)?;
        let before = self.present(cx, &target, e.span)?;
        let Value::Int(number) = &before else {
            return cannot("this increment", e.span);
        };
        let after = Value::Int(if up { number + 1 } else { number - 1 });
        self.assign(cx, &target, after.clone(), e.span)?;
        Ok(if prefix { after } else { before })
    }

    pub(super) fn index(&self, cx: &mut Cx<'_>, e: &Expr, base: &Expr, index: &Expr) -> Evaluated {
        let base_value = self.eval(cx, base)?;
        let index_value = self.eval(cx, index)?;
        match &base_value {
            Value::Array(_) | Value::Null => {
                let cell = self.element(cx, e, &base_value, &index_value)?;
                self.read(cx, &cell, e.span)
            }
            Value::Seq(values) | Value::Tuple(values) => {
                match index_value.as_size().and_then(|at| values.get(at)) {
                    Some(value) => Ok(value.clone()),
                    None => Err(self.undefined(
                        cx,
                        e.span,
                        &format!(
                            "index {index_value} is outside a sequence of {}",
                            values.len()
                        ),
                    )),
                }
            }
            Value::Map(map) => match map.get(&index_value) {
                Some(value) => Ok(value.clone()),
                None => Err(self.undefined(cx, e.span, "the key is not in the map")),
            },
            Value::Bag(bag) => Ok(Value::Int(crate::value::times(bag, &index_value))),
            _ => cannot("an element of this", e.span),
        }
    }

    /// `\values(a, low, high)`: the elements in this range, each of which may be read.
    pub(super) fn values_of(
        &self,
        cx: &mut Cx<'_>,
        array: &Expr,
        low: &Expr,
        high: &Expr,
    ) -> Evaluated {
        let value = self.eval(cx, array)?;
        let (from, to) = (self.eval(cx, low)?, self.eval(cx, high)?);
        let length = match &value {
            Value::Array(number) => self.world.borrow().heap.length(*number).unwrap_or(0),
            _ => return Err(self.undefined(cx, array.span, "the array is null")),
        };
        let (first, end) = match (from.as_size(), to.as_size()) {
            (Some(first), Some(end)) if first <= end && end <= length => (first, end),
            _ => {
                let message = format!("{from} to {to} is no part of an array of {length}");
                return Err(self.undefined(cx, low.span, &message));
            }
        };
        let mut values = Vec::new();
        for at in first..end {
            self.step()?;
            let cell = self.element(cx, array, &value, &Value::int(at))?;
            values.push(self.read(cx, &cell, array.span)?);
        }
        Ok(Value::seq(values))
    }

    /// `new T[m][n]…`.
    pub(super) fn new_array(&self, cx: &mut Cx<'_>, e: &Expr, sizes: &[Option<Expr>]) -> Evaluated {
        let mut lengths = Vec::new();
        for size in sizes.iter().flatten() {
            let value = self.number(cx, size)?;
            if value.is_negative() {
                return Err(self.undefined(cx, size.span, "the size is negative"));
            }
            match usize::try_from(value.to_integer()) {
                Ok(length) if length <= self.limits.cells => lengths.push(length),
                _ => return Err(Stop::Limit("memory")),
            }
        }
        let ty = self.tables.resolution.type_of(e.id).clone();
        self.new_arrays(&ty, &lengths)
    }

    /// The statement's thread takes the permissions of what is listed as fresh.
    fn new_arrays(&self, ty: &Type, lengths: &[usize]) -> Evaluated {
        let (Type::Array(inner), Some((length, rest))) = (ty, lengths.split_first()) else {
            return Ok(self.zero(ty));
        };
        self.allocate(*length)?;
        let mut elements = Vec::new();
        for _ in 0..*length {
            elements.push(self.new_arrays(inner, rest)?);
        }
        let number = self.world.borrow_mut().heap.add_array(elements);
        self.world.borrow_mut().fresh.push(number);
        Ok(Value::Array(number))
    }
}

/// What is assigned.
#[derive(Clone, Debug)]
pub(crate) enum Target {
    /// A local.
    Local(spec_lang::ast::NodeId),
    /// A place.
    Cell(Cell),
}

//! Bends an input towards a formula: where a part is false, a parameter, a cell or an
//! array's length is changed so that it becomes true. What this does not manage is left to
//! chance; nothing relies on it.

use super::random::Maker;
use crate::eval::Quantified;
use crate::eval::{Cx, Target, restore};
use crate::frame::{Frame, Reader};
use crate::heap::Cell;
use crate::machine::Machine;
use crate::resource::elements_within;
use crate::value::Value;
use num_bigint::BigInt;
use spec_lang::ast::{
    BinaryOp, Call, Expr, ExprKind, NodeId, Param, QuantifierKind, UnaryOp, Visitor,
};
use spec_lang::resolve::{Builtin, Reference, Type};

type Arrays = Vec<(usize, Type)>;

impl<'p> Machine<'p> {
    fn free<'a>(&self, frame: &'a mut Frame) -> Cx<'a> {
        Cx::formula(frame, Reader::free(), 0)
    }

    fn holds(&self, frame: &mut Frame, e: &Expr) -> Option<bool> {
        self.truth(&mut self.free(frame), e).ok()
    }

    fn now(&self, frame: &mut Frame, e: &Expr) -> Option<Value> {
        self.eval(&mut self.free(frame), e).ok()
    }

    fn pick(&self, low: i64, high: i64) -> i64 {
        self.random.borrow_mut().between(low, high)
    }

    /// Makes a formula true, as far as that is easy.
    pub(crate) fn satisfy(&self, frame: &mut Frame, e: &Expr, arrays: &mut Arrays, depth: usize) {
        if depth == 0 || self.step().is_err() {
            return;
        }
        match &e.kind {
            ExprKind::Binary(BinaryOp::And | BinaryOp::Star, left, right) => {
                self.satisfy(frame, left, arrays, depth);
                self.satisfy(frame, right, arrays, depth);
            }
            ExprKind::Binary(op @ (BinaryOp::Implies | BinaryOp::Or), left, right) => {
                // Of an implication the right side, of a disjunction either.
                if self.holds(frame, e) == Some(true) {
                    return;
                }
                let right_side = *op == BinaryOp::Implies || self.pick(0, 1) == 1;
                let side = if right_side { right } else { left };
                if *op == BinaryOp::Or || self.holds(frame, left) == Some(true) {
                    self.satisfy(frame, side, arrays, depth);
                }
            }
            ExprKind::Binary(op, left, right) => {
                self.defined(frame, left, arrays);
                self.defined(frame, right, arrays);
                if self.holds(frame, e) == Some(false) {
                    self.compare(frame, *op, left, right, arrays);
                }
            }
            ExprKind::Unary(UnaryOp::Not, inner) if self.holds(frame, inner) == Some(true) => {
                self.set(frame, inner, Value::Bool(false), arrays);
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                match self.holds(frame, condition) {
                    Some(true) => self.satisfy(frame, then, arrays, depth),
                    Some(false) => self.satisfy(frame, otherwise, arrays, depth),
                    None => {}
                }
            }
            ExprKind::Perm(_, fraction) if self.now(frame, fraction) == Some(Value::int(0)) => {}
            ExprKind::Perm(place, _) | ExprKind::Value(place) => {
                self.defined(frame, place, arrays);
                if let Some((_, array)) = elements_within(frame, place) {
                    self.elements_apart(frame, array, arrays);
                }
                if let ExprKind::AllElements(array) = &place.kind {
                    self.exist(frame, array, arrays);
                }
                if matches!(place.kind, ExprKind::Call(_)) {
                    self.satisfy(frame, place, arrays, depth);
                }
            }
            ExprKind::PointsTo(place, _, value) => {
                self.defined(frame, place, arrays);
                if let Some(value) = self.now(frame, value) {
                    self.set(frame, place, value, arrays);
                }
            }
            ExprKind::Scale(_, inner) => self.satisfy(frame, inner, arrays, depth),
            ExprKind::Trigger(parts, _) => {
                if let [one] = parts.as_slice() {
                    self.satisfy(frame, one, arrays, depth);
                }
            }
            ExprKind::Unfolding(_, inner) => self.satisfy(frame, inner, arrays, depth),
            ExprKind::Let { variable, body, .. } => {
                if let Some(value) = variable.init.as_ref().and_then(|e| self.now(frame, e)) {
                    let before = frame.locals.insert(variable.id, value);
                    self.satisfy(frame, body, arrays, depth);
                    restore(frame, variable.id, before);
                }
            }
            ExprKind::Quantifier {
                kind: kind @ (QuantifierKind::Forall | QuantifierKind::ForallStar),
                binders,
                range,
                body,
            } => {
                let parts = Quantified::new(*kind, binders, range.as_deref(), body);
                self.satisfy_all(frame, e, parts, arrays, depth);
            }
            ExprKind::Matrix(matrix, rows, columns) => {
                self.small(frame, rows, arrays);
                self.small(frame, columns, arrays);
                self.rows(frame, [matrix, rows, columns], arrays);
            }
            ExprKind::ArrayOf(array, length) => {
                self.small(frame, length, arrays);
                if self.holds(frame, e) == Some(false)
                    && let Some(length) = self.now(frame, length).and_then(|v| v.as_size())
                {
                    self.resize(frame, array, length, arrays);
                }
            }
            ExprKind::Call(call) => self.satisfy_call(frame, e, call, arrays, depth),
            ExprKind::Name(_) => self.set(frame, e, Value::Bool(true), arrays),
            _ => {}
        }
    }

    /// A predicate instance or a function that is a formula: what its body asks for.
    fn satisfy_call(
        &self,
        frame: &mut Frame,
        e: &Expr,
        call: &Call,
        arrays: &mut Arrays,
        depth: usize,
    ) {
        if let Some(receiver) = &call.receiver
            && !call.null_safe
        {
            self.exist(frame, receiver, arrays);
        }
        match self.tables.reference(e.id) {
            Some(Reference::Predicate(id, _)) => {
                let Ok(Cell::Instance(_, args)) = self.instance(&mut self.free(frame), e, call)
                else {
                    return;
                };
                let Some(declared) = self.tables.predicates.get(id).map(|p| &p.predicate) else {
                    return;
                };
                if let Some(body) = &declared.body {
                    let mut inner = self.predicate_frame(*id, &args);
                    self.satisfy(&mut inner, body, arrays, depth - 1);
                    self.hand_back(frame, &inner, &declared.params, &call.args, arrays);
                }
            }
            Some(Reference::Method(id, implied)) if self.is_formula(e) => {
                let (id, implied) = (*id, *implied);
                let Some(info) = self.tables.methods.get(&id).copied() else {
                    return;
                };
                let mut cx = self.free(frame);
                let Ok(this) = self.receiver(&mut cx, e, call, info.has_this(), implied) else {
                    return;
                };
                let Ok(args) = self.all(&mut cx, &call.args) else {
                    return;
                };
                let mut inner = self.callee(id, this, &info.method.params, args);
                if let Some(body) = crate::program::function_body(&info.method.body) {
                    self.satisfy(&mut inner, body, arrays, depth - 1);
                    self.hand_back(frame, &inner, &info.method.params, &call.args, arrays);
                }
            }
            _ => {}
        }
    }

    /// The body for each value of the variables in range.
    fn satisfy_all(
        &self,
        frame: &mut Frame,
        e: &Expr,
        parts: Quantified<'_>,
        arrays: &mut Arrays,
        depth: usize,
    ) {
        let found = self.assignments(&mut self.free(frame), e, parts);
        for assignment in found.unwrap_or_default() {
            let ids: Vec<_> = assignment.iter().map(|(id, _)| *id).collect();
            frame.locals.extend(assignment);
            let inside = self.in_range(&mut self.free(frame), parts.binders, parts.range);
            if inside.unwrap_or(false) {
                self.satisfy(frame, parts.body, arrays, depth - 1);
            }
            for id in ids {
                frame.locals.remove(&id);
            }
        }
    }

    /// What was made of the parameters of something called becomes of its arguments.
    fn hand_back(
        &self,
        frame: &mut Frame,
        inner: &Frame,
        params: &[Param],
        args: &[Expr],
        arrays: &mut Arrays,
    ) {
        for (param, arg) in params.iter().zip(args) {
            if let Some(value) = inner.locals.get(&param.id)
                && self.can_set(arg)
                && self.now(frame, arg).as_ref() != Some(value)
            {
                self.set(frame, arg, value.clone(), arrays);
            }
        }
    }

    /// Makes the objects and arrays on the way to a place exist.
    fn defined(&self, frame: &mut Frame, e: &Expr, arrays: &mut Arrays) {
        match &e.kind {
            ExprKind::Index(base, _) | ExprKind::Member(base, _) => {
                self.defined(frame, base, arrays);
                self.exist(frame, base, arrays);
            }
            ExprKind::Unary(_, inner) | ExprKind::Size(inner) => self.defined(frame, inner, arrays),
            ExprKind::Binary(_, left, right) => {
                self.defined(frame, left, arrays);
                self.defined(frame, right, arrays);
            }
            _ => {}
        }
    }

    /// Puts something where there is null.
    fn exist(&self, frame: &mut Frame, e: &Expr, arrays: &mut Arrays) {
        if self.now(frame, e) != Some(Value::Null) {
            return;
        }
        let ty = self.tables.resolution.type_of(e.id).clone();
        let value = match &ty {
            Type::Array(inner) => {
                let length = usize::try_from(self.pick(1, 5)).unwrap_or(1);
                self.one_of(&ty, None, arrays).unwrap_or_else(|| {
                    self.made(arrays, |maker| maker.array(self.tables, inner, length, 3))
                })
            }
            Type::Class(id, _) if self.pick(0, 3) == 0 && self.some_object(*id).is_some() => {
                self.some_object(*id).unwrap_or(Value::Null)
            }
            Type::Class(id, _) => self.made(arrays, |maker| maker.new_object(self.tables, *id, 2)),
            _ => return,
        };
        self.set(frame, e, value, arrays);
    }

    /// Makes the elements of an array exist and, mostly, differ.
    fn elements_apart(&self, frame: &mut Frame, array: &Expr, arrays: &mut Arrays) {
        self.exist(frame, array, arrays);
        let Some(Value::Array(number)) = self.now(frame, array) else {
            return;
        };
        let Type::Array(element) = self.tables.resolution.type_of(array.id).clone() else {
            return;
        };
        let same = self.pick(0, 7) == 0;
        let length = self.world.borrow().heap.length(number).unwrap_or(0);
        let mut seen = std::collections::BTreeSet::new();
        for index in 0..length {
            let cell = Cell::Element(number, index);
            let present = self.world.borrow().heap.get(&cell).unwrap_or(Value::Null);
            if present != Value::Null && (seen.insert(present.clone()) || same) {
                continue;
            }
            let new = match &*element {
                Type::Class(id, _) => {
                    self.made(arrays, |maker| maker.new_object(self.tables, *id, 2))
                }
                Type::Array(inner) => {
                    let length = usize::try_from(self.pick(0, 4)).unwrap_or(1);
                    self.made(arrays, |maker| maker.array(self.tables, inner, length, 2))
                }
                _ => continue,
            };
            seen.insert(new.clone());
            self.world.borrow_mut().heap.set(&cell, new);
        }
    }

    /// Sometimes an array that is there already: two names may mean one.
    fn one_of(&self, ty: &Type, length: Option<usize>, arrays: &Arrays) -> Option<Value> {
        if self.pick(0, 3) != 0 {
            return None;
        }
        let world = self.world.borrow();
        let fits = |number: usize| length.is_none() || world.heap.length(number) == length;
        let found: Vec<usize> = arrays
            .iter()
            .filter(|(number, other)| other == ty && fits(*number))
            .map(|(number, _)| *number)
            .collect();
        let at = self.random.borrow_mut().below(found.len());
        found.get(at).copied().map(Value::Array)
    }

    fn some_object(&self, class: NodeId) -> Option<Value> {
        let world = self.world.borrow();
        let mut found = world.heap.objects.iter();
        found
            .position(|object| object.class == class)
            .map(Value::Object)
    }

    fn made(&self, arrays: &mut Arrays, make: impl FnOnce(&mut Maker<'_>) -> Value) -> Value {
        let mut world = self.world.borrow_mut();
        let mut random = self.random.borrow_mut();
        make(&mut Maker {
            random: &mut random,
            heap: &mut world.heap,
            arrays,
        })
    }

    fn compare(
        &self,
        frame: &mut Frame,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
        arrays: &mut Arrays,
    ) {
        let (Some(a), Some(b)) = (self.now(frame, left), self.now(frame, right)) else {
            return;
        };
        let slack = BigInt::from(self.pick(0, 3));
        let (to_left, to_right) = match op {
            BinaryOp::Eq | BinaryOp::Iff => (b, a),
            BinaryOp::Ne => match (&a, &b) {
                (Value::Null, _) => {
                    let side = if matches!(left.kind, ExprKind::Null) {
                        right
                    } else {
                        left
                    };
                    self.exist(frame, side, arrays);
                    return;
                }
                (Value::Int(a), Value::Int(_)) => {
                    (Value::Int(a + 1 + &slack), Value::Int(a - 1 - &slack))
                }
                (Value::Bool(a), _) => (Value::Bool(!a), Value::Bool(!a)),
                (Value::Array(_), _) => {
                    let ty = self.tables.resolution.type_of(left.id).clone();
                    let Type::Array(inner) = ty else {
                        return;
                    };
                    let new = self.made(arrays, |maker| maker.array(self.tables, &inner, 3, 3));
                    (new.clone(), new)
                }
                _ => return,
            },
            BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => {
                let (Value::Int(a), Value::Int(b)) = (a, b) else {
                    return;
                };
                let step = BigInt::from(i32::from(matches!(op, BinaryOp::Lt | BinaryOp::Gt)));
                let gap = step + slack;
                if matches!(op, BinaryOp::Lt | BinaryOp::Le) {
                    (Value::Int(b - &gap), Value::Int(a + &gap))
                } else {
                    (Value::Int(b + &gap), Value::Int(a - &gap))
                }
            }
            _ => return,
        };
        let first = self.pick(0, 1) == 0;
        let order = if first {
            [(left, to_left), (right, to_right)]
        } else {
            [(right, to_right), (left, to_left)]
        };
        // A result is bent, and what it is compared with is not.
        let free = |side: &Expr| frame.result.is_none() || !mentions_result(side);
        let about_result = !free(left) || !free(right);
        for (side, value) in order {
            if about_result && free(side) {
                continue;
            }
            if self.can_set(side) {
                self.set(frame, side, value, arrays);
                return;
            }
        }
    }

    fn can_set(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Name(_) => match self.tables.reference(e.id) {
                Some(Reference::Local(id)) => !self.tables.bound.contains(id),
                Some(Reference::Field(..)) => true,
                _ => false,
            },
            ExprKind::Index(base, _) => {
                matches!(
                    self.tables.resolution.type_of(base.id),
                    Type::Array(_) | Type::Seq(_)
                )
            }
            ExprKind::Member(..) => matches!(
                self.tables.reference(e.id),
                Some(
                    Reference::Field(..) | Reference::Builtin(Builtin::ArrayLength | Builtin::Size)
                )
            ),
            ExprKind::Size(_) | ExprKind::Result | ExprKind::Values(..) => true,
            ExprKind::Trigger(parts, _) => parts.len() == 1 && self.can_set(&parts[0]),
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mod, left, right) => {
                self.can_set(left) || self.can_set(right)
            }
            _ => false,
        }
    }

    /// Gives a parameter, a cell, a length, or a part of a sum a value.
    fn set(&self, frame: &mut Frame, e: &Expr, value: Value, arrays: &mut Arrays) {
        match &e.kind {
            ExprKind::Trigger(parts, _) => {
                if let [one] = parts.as_slice() {
                    self.set(frame, one, value, arrays);
                }
            }
            ExprKind::Member(array, _)
                if matches!(
                    self.tables.reference(e.id),
                    Some(Reference::Builtin(Builtin::ArrayLength))
                ) =>
            {
                if let Some(length) = value.as_size().filter(|length| *length <= 4096) {
                    self.resize(frame, array, length, arrays);
                }
            }
            ExprKind::Size(inner) | ExprKind::Member(inner, _)
                if matches!(self.tables.resolution.type_of(inner.id), Type::Seq(_)) =>
            {
                let Type::Seq(element) = self.tables.resolution.type_of(inner.id).clone() else {
                    return;
                };
                let Some(length) = value.as_size().filter(|length| *length <= 4096) else {
                    return;
                };
                let Some(Value::Seq(present)) = self.now(frame, inner) else {
                    return;
                };
                let mut values = present.to_vec();
                values.truncate(length);
                while values.len() < length {
                    values.push(self.made(arrays, |maker| maker.value(self.tables, &element, 2)));
                }
                self.set(frame, inner, Value::seq(values), arrays);
            }
            ExprKind::Index(base, index)
                if matches!(self.tables.resolution.type_of(base.id), Type::Seq(_)) =>
            {
                let (Some(Value::Seq(present)), Some(at)) = (
                    self.now(frame, base),
                    self.now(frame, index).and_then(|v| v.as_size()),
                ) else {
                    return;
                };
                let mut values = present.to_vec();
                if let Some(place) = values.get_mut(at) {
                    *place = value;
                    self.set(frame, base, Value::seq(values), arrays);
                }
            }
            ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), left, right) => {
                let (Some(Value::Int(a)), Some(Value::Int(b)), Value::Int(sum)) =
                    (self.now(frame, left), self.now(frame, right), value)
                else {
                    return;
                };
                let plus = *op == BinaryOp::Add;
                if self.can_set(left) {
                    let new = if plus { sum - b } else { sum + b };
                    self.set(frame, left, Value::Int(new), arrays);
                } else {
                    let new = if plus { sum - a } else { a - sum };
                    self.set(frame, right, Value::Int(new), arrays);
                }
            }
            ExprKind::Binary(BinaryOp::Mod, left, _) => {
                let (Some(Value::Int(a)), Some(Value::Int(now)), Value::Int(wanted)) =
                    (self.now(frame, left), self.now(frame, e), value)
                else {
                    return;
                };
                self.set(frame, left, Value::Int(a - now + wanted), arrays);
            }
            ExprKind::Result => frame.result = Some(value),
            ExprKind::Values(array, low, high) => {
                let (Value::Seq(values), Some(low)) =
                    (&value, self.now(frame, low).and_then(|v| v.as_size()))
                else {
                    return;
                };
                let end = Value::int(low.saturating_add(values.len()));
                if self.now(frame, high).as_ref() != Some(&end) && self.can_set(high) {
                    self.set(frame, high, end, arrays);
                }
                if let Some(Value::Array(number)) = self.now(frame, array) {
                    let mut world = self.world.borrow_mut();
                    for (at, element) in values.iter().enumerate() {
                        let cell = Cell::Element(number, low.saturating_add(at));
                        world.heap.set(&cell, element.clone());
                    }
                }
            }
            _ => {
                let target = self.target(&mut self.free(frame), e);
                match target {
                    Ok(Target::Local(id)) => {
                        frame.locals.insert(id, value);
                    }
                    Ok(Target::Cell(cell)) => {
                        self.world.borrow_mut().heap.set(&cell, value);
                    }
                    Err(_) => {}
                }
            }
        }
    }

    /// Makes a length one that can be allocated.
    fn small(&self, frame: &mut Frame, e: &Expr, arrays: &mut Arrays) {
        let Some(Value::Int(value)) = self.now(frame, e) else {
            return;
        };
        if value < BigInt::from(0) || value > BigInt::from(40) && self.can_set(e) {
            let new = Value::int(self.pick(0, 4));
            self.set(frame, e, new, arrays);
        }
    }

    fn resize(&self, frame: &mut Frame, array: &Expr, length: usize, arrays: &mut Arrays) {
        let ty = self.tables.resolution.type_of(array.id).clone();
        let Type::Array(inner) = &ty else {
            return;
        };
        let new = self.one_of(&ty, Some(length), arrays).unwrap_or_else(|| {
            self.made(arrays, |maker| maker.array(self.tables, inner, length, 3))
        });
        self.set(frame, array, new, arrays);
    }

    fn rows(&self, frame: &mut Frame, parts: [&Expr; 3], arrays: &mut Arrays) {
        let [matrix, rows, columns] = parts;
        let (Some(rows), Some(columns)) = (
            self.now(frame, rows).and_then(|v| v.as_size()),
            self.now(frame, columns).and_then(|v| v.as_size()),
        ) else {
            return;
        };
        let Type::Array(row) = self.tables.resolution.type_of(matrix.id).clone() else {
            return;
        };
        let Type::Array(inner) = &*row else {
            return;
        };
        if rows.saturating_mul(columns) > 4096 {
            return;
        }
        if let Some(Value::Array(number)) = self.now(frame, matrix) {
            let elements = self.elements_of(number);
            let wanted = Value::int(columns);
            let mut sorted = elements.to_vec();
            sorted.sort();
            sorted.dedup();
            if elements.len() == rows
                && sorted.len() == rows
                && elements.iter().all(|row| self.is_array(row, &wanted))
            {
                return;
            }
        }
        let new: Vec<Value> = (0..rows)
            .map(|_| self.made(arrays, |maker| maker.array(self.tables, inner, columns, 2)))
            .collect();
        let number = self.world.borrow_mut().heap.add_array(new);
        arrays.push((number, Type::Array(row.clone())));
        self.set(frame, matrix, Value::Array(number), arrays);
    }
}

fn mentions_result(e: &Expr) -> bool {
    struct Find(bool);
    impl Visitor for Find {
        fn visit_expr(&mut self, e: &Expr) {
            self.0 |= matches!(e.kind, ExprKind::Result);
            self.walk_expr(e);
        }
    }
    let mut find = Find(false);
    find.visit_expr(e);
    find.0
}

//! Values of expressions, and what they change.

use crate::fact::Fact;
use crate::forms;
use crate::join::Meeting;
use crate::machine::Machine;
use crate::number::Number;
use crate::state::State;
use crate::symbols::Origin;
use crate::value::{Base, Location, Place, Pointer, Value, Why};
use clang::kinds::CastKind;
use clang::tree::{BinaryOp, Expr, ExprKind, Opaque, UnaryOp};
use clang::types::{Qual, Type};
use contracts::Relation;

impl Machine<'_> {
    /// The value of an expression, which is executed.
    pub(crate) fn value(&mut self, state: &mut State, expr: &Expr) -> Value {
        if !self.step() {
            let why = self.why("the function is too long to follow", expr);
            self.forget_all(state, &why);
            return Value::Unknown(why);
        }
        if forms::of_expression(expr).is_none() {
            return self.not_understood(state, expr);
        }
        match &expr.kind {
            ExprKind::Integer(value) => match self.ty(expr.ty) {
                Type::Pointer(_) if *value == 0 => Value::pointer(Base::Null),
                _ => Value::Integer(Number::Literal(*value)),
            },
            ExprKind::NullPointer => Value::pointer(Base::Null),
            ExprKind::Zero => self.zero(expr.ty, expr),
            ExprKind::Text(_) => {
                let why = self.why("a text", expr);
                let symbol = self.symbols.make(Origin::Lost(why), None);
                Value::pointer(Base::Apart(symbol))
            }
            ExprKind::Function(id) => {
                // Whoever has it may call it.
                self.not_followed.insert(*id);
                Value::Function(*id)
            }
            ExprKind::This => {
                let this = self.frames.last().and_then(|frame| frame.this.clone());
                this.unwrap_or_else(|| self.lost(expr.ty, "the object is not known", expr.place))
            }
            ExprKind::Variable(_) | ExprKind::Field { .. } | ExprKind::Index { .. } => {
                let at = self.location(state, expr);
                self.read(state, &at, expr.ty, expr.place)
            }
            ExprKind::Unary { op, operand } => self.unary(state, expr, *op, operand),
            ExprKind::Binary { op, left, right } => self.binary(state, expr, *op, (left, right)),
            ExprKind::Assign { .. } => {
                let at = self.location(state, expr);
                self.read(state, &at, expr.ty, expr.place)
            }
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => self.choice(state, expr, condition, (then, otherwise)),
            ExprKind::Cast { kind, operand, .. } => self.cast(state, expr, *kind, operand),
            ExprKind::Measure { of, value, .. } => match value {
                Some(bytes) if !self.has_library_class(*of, 0) => {
                    Value::Integer(Number::Literal(i128::from(*bytes)))
                }
                Some(_) | None => self.lost(expr.ty, "a size that is not known", expr.place),
            },
            ExprKind::Temporary(inner) => {
                let value = self.value(state, inner);
                if self.owns(inner.ty) {
                    self.end_value(state, &value);
                }
                value
            }
            ExprKind::New(parts) => {
                let why = self.why("memory of the host", expr);
                for part in parts {
                    let value = self.value(state, part);
                    let free = value_is_free(&value);
                    self.leak(&value);
                    // An object may be made in the memory of a variable.
                    if !free {
                        self.disturb(state, &why);
                    }
                }
                Value::pointer(Base::Apart(self.symbols.make(Origin::Lost(why), None)))
            }
            ExprKind::Delete(inner) => {
                // A destructor may do anything.
                let value = self.value(state, inner);
                self.leak(&value);
                if let Type::Pointer(to) = self.ty(inner.ty)
                    && self.is_without_code(*to, 0)
                {
                    return Value::Unknown(self.why("nothing is returned", expr));
                }
                let why = self.why("a destructor that is not followed", expr);
                self.disturb(state, &why);
                Value::Unknown(why)
            }
            ExprKind::Lambda { captures, .. } => {
                for capture in captures {
                    self.capture(state, &capture.value);
                }
                Value::Unknown(self.why("lambdas are not followed", expr))
            }
            ExprKind::Compound(inner) => self.initial(state, expr.ty, inner),
            ExprKind::InitList { .. } => self.initial(state, expr.ty, expr),
            ExprKind::Construct { .. } => self.construct(state, expr),
            ExprKind::Call {
                callee, arguments, ..
            } => self.call(state, expr, callee, arguments),
            ExprKind::Launch {
                configuration,
                callee,
                arguments,
            } => {
                self.chevrons(state, expr, (callee, configuration, arguments));
                Value::Unknown(self.why("a launch has no value", expr))
            }
            _ => self.not_understood(state, expr),
        }
    }

    /// The number that an expression is.
    pub(crate) fn number_of(&mut self, state: &mut State, expr: &Expr) -> Number {
        let value = self.value(state, expr);
        self.as_number(value, expr.ty, expr.place)
    }

    pub(crate) fn why(&self, reason: impl Into<String>, expr: &Expr) -> Why {
        Why {
            reason: reason.into(),
            place: expr.place,
        }
    }

    /// An expression that is not understood: it may change all that it mentions.
    pub(crate) fn not_understood(&mut self, state: &mut State, expr: &Expr) -> Value {
        if let ExprKind::Floating(_) = expr.kind {
            return Value::Unknown(self.why("it is computed of floating-point numbers", expr));
        }
        let reason = match &expr.kind {
            ExprKind::Opaque(opaque) => opaque.why.clone(),
            ExprKind::Lambda { .. } => "lambdas are not followed".to_owned(),
            _ => "this form of expression is not followed".to_owned(),
        };
        let why = self.why(reason, expr);
        match &expr.kind {
            ExprKind::Opaque(Opaque { words, .. }) => self.run_words(state, words.as_ref(), &why),
            // Each of them may mention anything that the activation has.
            _ => self.run_words(state, None, &why),
        }
        if let ExprKind::Throw(_) = expr.kind {
            return Value::Unknown(why);
        }
        self.any(expr.ty, &Origin::Lost(why), 0)
    }

    /// What a lambda captures is known to code that is not followed.
    fn capture(&mut self, state: &mut State, value: &Expr) {
        let held = match value.category {
            clang::tree::Category::Value => self.value(state, value),
            clang::tree::Category::Place | clang::tree::Category::Expiring => {
                let at = self.location(state, value);
                self.address(&at, value)
            }
        };
        self.leak(&held);
    }

    fn zero(&mut self, ty: Qual, expr: &Expr) -> Value {
        if self.integer(ty).is_some() {
            return Value::Integer(Number::Literal(0));
        }
        match self.ty(ty).clone() {
            Type::Pointer(_) => Value::pointer(Base::Null),
            Type::Record(id) => match self.unit.record(id) {
                Some(record) if !record.union => {
                    let types: Vec<Qual> = record.fields.iter().map(|field| field.ty).collect();
                    Value::Parts(types.into_iter().map(|ty| self.zero(ty, expr)).collect())
                }
                _ => self.lost(ty, "a union is not followed", expr.place),
            },
            Type::Array {
                element,
                count: Some(count),
            } if count <= 64 => {
                Value::Parts((0..count).map(|_| self.zero(element, expr)).collect())
            }
            _ => self.lost(ty, "its type is not followed", expr.place),
        }
    }

    fn unary(&mut self, state: &mut State, expr: &Expr, op: UnaryOp, operand: &Expr) -> Value {
        match op {
            UnaryOp::Plus | UnaryOp::Extension => self.value(state, operand),
            UnaryOp::Minus => {
                if self.integer(expr.ty).is_none() {
                    return self.floating(state, expr, &[operand]);
                }
                let number = self.number_of(state, operand);
                let result = Number::Literal(0).minus(number);
                Value::Integer(self.in_type(state, result, expr.ty))
            }
            UnaryOp::Not => {
                if self.integer(expr.ty).is_none() {
                    return self.floating(state, expr, &[operand]);
                }
                let number = self.number_of(state, operand);
                let result = Number::Literal(-1).minus(number);
                Value::Integer(self.in_type(state, result, expr.ty))
            }
            UnaryOp::LogicalNot => {
                let number = self.number_of(state, operand);
                match number.literal() {
                    Some(value) => Value::Integer(Number::Literal(i128::from(value == 0))),
                    None if self.symbols.bounds(&number) == Some((0, 1)) => {
                        Value::Integer(Number::Literal(1).minus(number))
                    }
                    None => self.lost(expr.ty, "a Boolean is not followed", expr.place),
                }
            }
            UnaryOp::Address => {
                if let ExprKind::Function(id) = operand.kind {
                    self.not_followed.insert(id);
                    return Value::Function(id);
                }
                match &operand.kind {
                    // The address is what the pointer says, wherever it points to.
                    ExprKind::Unary {
                        op: UnaryOp::Deref,
                        operand,
                    } => self.value(state, operand),
                    ExprKind::Index { base, index } if !is_array(base) && self.is_pointer(base) => {
                        let pointer = self.value(state, base);
                        let at = self.number_of(state, index);
                        let sum = Expr {
                            ty: base.ty,
                            ..expr.clone()
                        };
                        self.sum(state, &sum, pointer, Value::Integer(at))
                    }
                    _ => {
                        let at = self.location(state, operand);
                        self.address(&at, expr)
                    }
                }
            }
            UnaryOp::Deref => {
                let at = self.location(state, expr);
                self.read(state, &at, expr.ty, expr.place)
            }
            UnaryOp::PreIncrement | UnaryOp::PreDecrement => {
                let at = self.location(state, expr);
                self.read(state, &at, expr.ty, expr.place)
            }
            UnaryOp::PostIncrement | UnaryOp::PostDecrement => {
                let at = self.location(state, operand);
                let before = self.read(state, &at, operand.ty, operand.place);
                self.add_one(state, &at, expr, before.clone(), op);
                before
            }
            UnaryOp::Real | UnaryOp::Imag => self.not_understood(state, expr),
        }
    }

    /// Adds one, or takes one away.
    pub(crate) fn add_one(
        &mut self,
        state: &mut State,
        at: &Location,
        expr: &Expr,
        before: Value,
        op: UnaryOp,
    ) {
        let by = match op {
            UnaryOp::PreIncrement | UnaryOp::PostIncrement => 1,
            _ => -1,
        };
        let by = Number::Literal(by);
        let value = match (before, self.integer(expr.ty)) {
            // It is computed as an `int`, and converted.
            (Value::Integer(before), Some((bits, signed))) if (8..32).contains(&bits) => {
                Value::Integer(self.symbols.wrapped(before.plus(by), bits, signed))
            }
            (before, _) => self.sum(state, expr, before, Value::Integer(by)),
        };
        let why = self.why("its value is not followed", expr);
        self.write(state, at, value, &why);
    }

    fn is_pointer(&self, expr: &Expr) -> bool {
        matches!(self.ty(expr.ty), Type::Pointer(_))
    }

    /// The address of a place.
    pub(crate) fn address(&mut self, at: &Location, expr: &Expr) -> Value {
        let lost = match at {
            Location::Exact(place) => return Value::Pointer(Pointer::to(place.clone())),
            Location::Element(Place { variable, .. }, _) | Location::Inside(variable) => {
                self.leaked.insert(*variable);
                "an address in a variable"
            }
            Location::Apart => {
                let why = self.why("an address of memory that is not followed", expr);
                let symbol = self.symbols.make(Origin::Lost(why), None);
                return Value::pointer(Base::Apart(symbol));
            }
            Location::Anywhere => "an address that is not followed",
        };
        let why = self.why(lost, expr);
        let symbol = self.symbols.make(Origin::Lost(why), None);
        Value::pointer(Base::Unknown {
            symbol,
            early: false,
        })
    }

    fn binary(
        &mut self,
        state: &mut State,
        expr: &Expr,
        op: BinaryOp,
        (left, right): (&Expr, &Expr),
    ) -> Value {
        match op {
            BinaryOp::Comma => {
                self.value(state, left);
                return self.value(state, right);
            }
            BinaryOp::LogicalAnd | BinaryOp::LogicalOr => {
                return self.connective(state, expr, op, (left, right));
            }
            _ => {}
        }
        let a = self.value(state, left);
        let b = self.value(state, right);
        self.operation(state, expr, op, (a, left), (b, right))
    }

    /// A binary operation on values that are computed.
    pub(crate) fn operation(
        &mut self,
        state: &mut State,
        expr: &Expr,
        op: BinaryOp,
        (a, left): (Value, &Expr),
        (b, right): (Value, &Expr),
    ) -> Value {
        let pointers = [left, right].map(|side| matches!(self.ty(side.ty), Type::Pointer(_)));
        match (op, pointers) {
            (BinaryOp::Add, [true, false] | [false, true]) => return self.sum(state, expr, a, b),
            (BinaryOp::Sub, [true, false]) => {
                let number = self.as_number(b, right.ty, right.place);
                let negated = Value::Integer(Number::Literal(0).minus(number));
                return self.sum(state, expr, a, negated);
            }
            (_, [false, false]) => {}
            (BinaryOp::Eq | BinaryOp::Ne, [true, true]) if elements(&a, &b).is_some() => {
                let same = elements(&a, &b).is_some_and(|(a, b)| a == b);
                let holds = same == (op == BinaryOp::Eq);
                return Value::Integer(Number::Literal(i128::from(holds)));
            }
            _ => {
                // A comparison or difference changes nothing.
                return self.lost(expr.ty, "it is computed of addresses", expr.place);
            }
        }
        let integers = self.integer(left.ty).is_some() && self.integer(right.ty).is_some();
        if !integers || self.integer(expr.ty).is_none() {
            return match self.integer(expr.ty) {
                Some(_) => self.lost(expr.ty, "floating-point numbers are compared", expr.place),
                None => Value::Unknown(self.why("it is computed of floating-point numbers", expr)),
            };
        }
        let a = self.as_number(a, left.ty, left.place);
        let b = self.as_number(b, right.ty, right.place);
        self.arithmetic(state, (expr.ty, expr.place), op, (a, b))
    }

    fn floating(&mut self, state: &mut State, expr: &Expr, operands: &[&Expr]) -> Value {
        for operand in operands {
            self.value(state, operand);
        }
        Value::Unknown(self.why("it is computed of floating-point numbers", expr))
    }

    /// A sum in which one side may be a pointer.
    pub(crate) fn sum(&mut self, state: &mut State, expr: &Expr, a: Value, b: Value) -> Value {
        let (pointer, number) = match (a, b) {
            (Value::Pointer(pointer), Value::Integer(number))
            | (Value::Integer(number), Value::Pointer(pointer)) => (pointer, number),
            (Value::Integer(a), Value::Integer(b)) => {
                let place = (expr.ty, expr.place);
                return self.arithmetic(state, place, BinaryOp::Add, (a, b));
            }
            (a, b) => {
                self.leak(&a);
                self.leak(&b);
                return self.lost(expr.ty, "it is computed of what is not known", expr.place);
            }
        };
        let size = match self.ty(expr.ty) {
            Type::Pointer(to) => match self.ty(*to) {
                Type::Void => Some(1),
                _ if self.has_library_class(*to, 0) => None,
                _ => self.unit.size_of(to.id),
            },
            _ => None,
        };
        let Some(size) = size else {
            self.leak(&Value::Pointer(pointer));
            return self.lost(expr.ty, "the size of a type is not known", expr.place);
        };
        if let Base::Variable(place) = &pointer.base {
            // From element to element of an array.
            let by = number.literal().and_then(|by| isize::try_from(by).ok());
            let moved = by.and_then(|by| match (by, place.path.split_last()) {
                (0, _) => Some(place.clone()),
                (by, Some((last, rest))) if pointer.offset == Number::Literal(0) => {
                    let mut moved = place.clone();
                    moved.path = rest.to_vec();
                    let whole = state.read(&moved);
                    let is_array = matches!(whole, Some(Value::Parts(_)));
                    moved.path.push(last.checked_add_signed(by)?);
                    is_array.then_some(moved)
                }
                _ => None,
            });
            if let Some(moved) = moved {
                return Value::Pointer(Pointer::to(moved));
            }
            self.leak(&Value::Pointer(pointer));
            return self.lost(expr.ty, "an address in a variable", expr.place);
        }
        let size = i128::from(size);
        let offset = pointer.offset.plus(number.times(Number::Literal(size)));
        if offset.size() > 200 {
            return self.lost(expr.ty, "its expression is too large", expr.place);
        }
        Value::Pointer(Pointer { offset, ..pointer })
    }

    /// The value of `&&` or `||`: the right side is executed if the left one does not decide.
    fn connective(
        &mut self,
        state: &mut State,
        expr: &Expr,
        op: BinaryOp,
        (left, right): (&Expr, &Expr),
    ) -> Value {
        let a = self.number_of(state, left).literal();
        let decides = i128::from(op == BinaryOp::LogicalOr);
        match a.map(|a| i128::from(a != 0)) {
            Some(a) if a == decides => Value::Integer(Number::Literal(decides)),
            Some(_) => match self.number_of(state, right).literal() {
                Some(b) => Value::Integer(Number::Literal(i128::from(b != 0))),
                None => self.lost(expr.ty, "a Boolean is not followed", expr.place),
            },
            None => {
                let mut other = state.clone();
                self.assume(&mut other, left, op == BinaryOp::LogicalAnd);
                self.value(&mut other, right);
                let joined = self.join(Some(state.clone()), Some(other), expr.place);
                *state = joined.unwrap_or_default();
                self.lost(expr.ty, "a Boolean is not followed", expr.place)
            }
        }
    }

    fn choice(
        &mut self,
        state: &mut State,
        expr: &Expr,
        condition: &Expr,
        (then, otherwise): (&Expr, &Expr),
    ) -> Value {
        let before = state.clone();
        let decided = self.number_of(state, condition).literal();
        match decided {
            Some(0) => return self.value(state, otherwise),
            Some(_) => return self.value(state, then),
            None => {}
        }
        let mut other = state.clone();
        self.assume_of(&before, state, condition, true);
        self.assume_of(&before, &mut other, condition, false);
        let a = self.value(state, then);
        let b = self.value(&mut other, otherwise);
        let meeting = Meeting::of(state, &other, expr.place);
        let joined = self.join(Some(std::mem::take(state)), Some(other), expr.place);
        *state = joined.unwrap_or_default();
        let name = self.text(expr);
        self.joined_as(a, b, (expr.ty, name), &meeting)
    }

    fn cast(&mut self, state: &mut State, expr: &Expr, kind: CastKind, operand: &Expr) -> Value {
        match kind {
            CastKind::LValueToRValue if is_choice(operand) => self.value(state, operand),
            CastKind::LValueToRValue => {
                let at = self.location(state, operand);
                // The value that is read is no longer volatile.
                self.read(state, &at, operand.ty, expr.place)
            }
            CastKind::ArrayToPointerDecay => {
                if let ExprKind::Text(_) = operand.kind {
                    return self.value(state, operand);
                }
                let at = match self.location(state, operand) {
                    Location::Exact(place) => Location::Exact(place.part(0)),
                    Location::Element(place, _) => Location::Inside(place.variable),
                    other @ (Location::Inside(_) | Location::Apart | Location::Anywhere) => other,
                };
                self.address(&at, expr)
            }
            CastKind::NoOp
            | CastKind::BitCast
            | CastKind::FunctionToPointerDecay
            | CastKind::BuiltinFnToFnPtr
            | CastKind::ConstructorConversion
            | CastKind::UserDefinedConversion
            | CastKind::ToVoid => {
                let value = self.value(state, operand);
                self.same_shape(value, expr, operand)
            }
            CastKind::NullToPointer => {
                self.value(state, operand);
                Value::pointer(Base::Null)
            }
            CastKind::IntegralCast | CastKind::BooleanToSignedIntegral => {
                let number = self.number_of(state, operand);
                match self.integer(expr.ty) {
                    Some((bits, signed)) => {
                        Value::Integer(self.symbols.wrapped(number, bits, signed))
                    }
                    None => self.lost(expr.ty, "its type is not followed", expr.place),
                }
            }
            CastKind::IntegralToBoolean => {
                let number = self.number_of(state, operand);
                match number.literal() {
                    Some(value) => Value::Integer(Number::Literal(i128::from(value != 0))),
                    None if self.symbols.bounds(&number) == Some((0, 1)) => Value::Integer(number),
                    None => self.lost(expr.ty, "a Boolean is not followed", expr.place),
                }
            }
            CastKind::PointerToBoolean | CastKind::FloatingToBoolean => {
                self.value(state, operand);
                self.lost(expr.ty, "a Boolean is not followed", expr.place)
            }
            CastKind::IntegralToFloating | CastKind::FloatingCast => {
                self.floating(state, expr, &[operand])
            }
            CastKind::FloatingToIntegral => {
                self.value(state, operand);
                self.lost(
                    expr.ty,
                    "it is computed of floating-point numbers",
                    expr.place,
                )
            }
            _ => {
                let value = self.value(state, operand);
                self.leak(&value);
                self.lost(expr.ty, "this conversion is not followed", expr.place)
            }
        }
    }

    /// A pointer keeps where it points whatever it is said to point to, but not into a variable of another shape.
    fn same_shape(&mut self, value: Value, expr: &Expr, operand: &Expr) -> Value {
        let (Type::Pointer(to), Type::Pointer(from)) = (self.ty(expr.ty), self.ty(operand.ty))
        else {
            return value;
        };
        let is_pointer = |ty: Qual| matches!(self.ty(ty), Type::Pointer(_) | Type::Void);
        let same = to.id == from.id
            || (is_pointer(*to) && is_pointer(*from))
            || matches!(self.ty(*to), Type::Void);
        if same || value_is_free(&value) {
            return value;
        }
        self.leak(&value);
        self.lost(
            expr.ty,
            "a variable is accessed as another type",
            expr.place,
        )
    }

    /// Adds what holds if a condition is true or false, in the state before it is executed.
    pub(crate) fn assume_of(
        &mut self,
        before: &State,
        state: &mut State,
        condition: &Expr,
        truth: bool,
    ) {
        // What is computed by calls is not worth doing twice.
        if !is_plain(condition) {
            return;
        }
        let mut scratch = before.clone();
        let from = scratch.facts.len();
        self.assume(&mut scratch, condition, truth);
        for fact in scratch.facts.into_iter().skip(from) {
            state.know(fact);
        }
    }

    /// Executes a condition, and adds what holds if it is true or false.
    fn assume(&mut self, state: &mut State, condition: &Expr, truth: bool) {
        self.muted += 1;
        self.assumed(state, condition, truth);
        self.muted -= 1;
    }

    fn assumed(&mut self, state: &mut State, condition: &Expr, truth: bool) {
        match &condition.kind {
            ExprKind::Unary {
                op: UnaryOp::LogicalNot,
                operand,
            } => self.assumed(state, operand, !truth),
            ExprKind::Cast {
                kind: CastKind::IntegralToBoolean | CastKind::NoOp,
                operand,
                ..
            } => self.assumed(state, operand, truth),
            ExprKind::Binary { op, left, right } => {
                let relation = match op {
                    BinaryOp::LogicalAnd if truth => None,
                    BinaryOp::LogicalOr if !truth => None,
                    BinaryOp::Lt => Some(Relation::Less),
                    BinaryOp::Le => Some(Relation::AtMost),
                    BinaryOp::Gt => Some(Relation::More),
                    BinaryOp::Ge => Some(Relation::AtLeast),
                    BinaryOp::Eq => Some(Relation::Equal),
                    BinaryOp::Ne => Some(Relation::Different),
                    BinaryOp::LogicalAnd
                    | BinaryOp::LogicalOr
                    | BinaryOp::Comma
                    | BinaryOp::Compare
                    | BinaryOp::MemberPointer
                    | BinaryOp::MemberPointerArrow => {
                        self.value(state, condition);
                        return;
                    }
                    BinaryOp::Mul
                    | BinaryOp::Div
                    | BinaryOp::Rem
                    | BinaryOp::Add
                    | BinaryOp::Sub
                    | BinaryOp::Shl
                    | BinaryOp::Shr
                    | BinaryOp::And
                    | BinaryOp::Xor
                    | BinaryOp::Or => {
                        self.assumed_number(state, condition, truth);
                        return;
                    }
                };
                let Some(relation) = relation else {
                    self.assumed(state, left, truth);
                    self.assumed(state, right, truth);
                    return;
                };
                let integers = self.integer(left.ty).is_some() && self.integer(right.ty).is_some();
                let a = self.value(state, left);
                let b = self.value(state, right);
                if let (Value::Integer(a), Value::Integer(b), true) = (a, b, integers) {
                    let relation = if truth {
                        relation
                    } else {
                        crate::fact::negated(relation)
                    };
                    state.know(Fact::new(a, relation, b));
                }
            }
            _ => self.assumed_number(state, condition, truth),
        }
    }

    /// A number is zero, or is not.
    fn assumed_number(&mut self, state: &mut State, condition: &Expr, truth: bool) {
        let value = self.value(state, condition);
        if let (Value::Integer(number), Some(_)) = (value, self.integer(condition.ty)) {
            let relation = if truth {
                Relation::Different
            } else {
                Relation::Equal
            };
            state
                .facts
                .push(Fact::new(number, relation, Number::Literal(0)));
        }
    }
}

fn is_choice(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Conditional { .. })
}

/// Whether a pointer is an array by its name.
fn is_array(expr: &Expr) -> bool {
    let decay = CastKind::ArrayToPointerDecay;
    matches!(&expr.kind, ExprKind::Cast { kind, .. } if *kind == decay)
}

/// The numbers of two elements of one array, or of what is behind its last one, which two pointers point to.
fn elements(a: &Value, b: &Value) -> Option<(usize, usize)> {
    let at = |value: &Value| match value {
        Value::Pointer(Pointer {
            base: Base::Variable(place),
            offset: Number::Literal(0),
        }) => {
            let (last, rest) = place.path.split_last()?;
            Some((place.variable, rest.to_vec(), *last))
        }
        _ => None,
    };
    let ((of, array, first), (other, other_array, second)) = (at(a)?, at(b)?);
    (of == other && array == other_array).then_some((first, second))
}

/// Whether a value points to no variable.
fn value_is_free(value: &Value) -> bool {
    let mut found = Vec::new();
    value.points_to(&mut found);
    found.is_empty()
}

/// Whether an expression is made of variables and constants alone.
fn is_plain(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Integer(_) | ExprKind::Variable(_) | ExprKind::Measure { .. } => true,
        ExprKind::Field { base, .. } => is_plain(base),
        ExprKind::Unary { operand, .. } | ExprKind::Cast { operand, .. } => is_plain(operand),
        ExprKind::Binary { left, right, .. } | ExprKind::Assign { left, right, .. } => {
            is_plain(left) && is_plain(right)
        }
        ExprKind::Index { base, index } => is_plain(base) && is_plain(index),
        _ => false,
    }
}

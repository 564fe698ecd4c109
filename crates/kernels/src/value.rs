//! Expressions with a scalar value.

use crate::Lowered;
use crate::builder::{Builder, place_of};
use crate::convert::{binary, cast, folded, one, resized, select, truth, zero};
use crate::types::Shape;
use crate::wrap_intent::{Intent, meant};
use clang::kinds::CastKind;
use clang::tree::{
    BinaryOp, CastForm, Category, Expr as CExpr, ExprKind as C, Stmt as CStmt, UnaryOp,
};
use clang::types::{Type, TypeId};
use kernel_graph::{BlockId, CastOp, Expr, ExprKind, Scalar, StmtKind, Terminator};
use text::code::Code;

impl Builder<'_> {
    /// Evaluates an expression at its place, and returns to this one.
    pub(crate) fn at<T>(&mut self, e: &CExpr, work: impl FnOnce(&mut Self) -> T) -> T {
        let here = std::mem::replace(&mut self.place, place_of(&e.place));
        self.order.begin();
        let result = work(self);
        let language = self.types.unit.language;
        self.order.end(e, language, self.place);
        self.place = here;
        result
    }

    /// Evaluates an expression for its effect.
    pub(crate) fn effect(&mut self, e: &CExpr) -> Lowered<()> {
        self.at(e, |b| b.effect_here(e))
    }

    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "all others are evaluated by their shape"
    )]
    fn effect_here(&mut self, e: &CExpr) -> Lowered<()> {
        match &e.kind {
            C::Binary {
                op: BinaryOp::Comma,
                left,
                right,
            } => {
                self.effect(left)?;
                return self.effect(right);
            }
            C::Cast {
                kind: CastKind::ToVoid | CastKind::NoOp,
                operand,
                ..
            } => return self.effect(operand),
            C::Conditional {
                condition,
                then,
                otherwise,
            } if self.shape(e.ty.id)? == Shape::Void => {
                let (yes, no, end) = (self.block(), self.block(), self.block());
                self.branch(condition, yes, no)?;
                self.enter(yes);
                self.effect(then)?;
                self.end(Terminator::Goto(end));
                self.enter(no);
                self.effect(otherwise)?;
                self.enter(end);
                return Ok(());
            }
            C::Block(stmts) => return self.block_value(stmts, None).map(|_| ()),
            C::EndLife(_) => return Ok(()),
            // Where nobody wants its value, an assignment does not read what it wrote.
            C::Assign { .. } => return self.place(e).map(|_| ()),
            _ => {}
        }
        if e.category != Category::Value {
            return self.place(e).map(|_| ());
        }
        match self.shape(e.ty.id)? {
            Shape::Void => self.void(e),
            Shape::Scalar(..) => self.value(e).map(|_| ()),
            Shape::Object => self.object(e).map(|_| ()),
        }
    }

    /// An expression of type `void` that is a call or its like.
    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "what has no rule is refused"
    )]
    fn void(&mut self, e: &CExpr) -> Lowered<()> {
        match &e.kind {
            C::Call {
                callee, arguments, ..
            } => self.call(e, callee, arguments, None).map(|_| ()),
            C::Atomic { .. } => self.atomic(e).map(|_| ()),
            C::Compound(inner) | C::Temporary(inner) => self.effect(inner),
            C::Throw(_) => {
                self.end(Terminator::Trap);
                Ok(())
            }
            _ => self.refuse(Code::K201, "this expression without a value"),
        }
    }

    /// The scalar value of an expression. The value is not affected by what is evaluated later.
    pub(crate) fn value(&mut self, e: &CExpr) -> Lowered<Expr> {
        self.value_meant(e, Intent::Plain)
    }

    /// The value of an expression that is meant so by what surrounds it.
    pub(crate) fn value_meant(&mut self, e: &CExpr, intent: Intent) -> Lowered<Expr> {
        self.at(e, |b| b.value_here(e, intent))
    }

    fn value_here(&mut self, e: &CExpr, intent: Intent) -> Lowered<Expr> {
        if e.category != Category::Value {
            // What stands for memory is asked for its address, as a reference is.
            return self.place(e);
        }
        let (scalar, signed) = self.scalar(e.ty.id)?;
        let bits = |value: i128| match scalar {
            Scalar::Int(bits) => Some(Expr::int(bits, value)),
            Scalar::Bool => Some(Expr::bool_(value != 0)),
            Scalar::Float(_) | Scalar::Pointer | Scalar::Function | Scalar::Handle => None,
        };
        match &e.kind {
            C::Integer(value) => match bits(*value) {
                Some(value) => Ok(value),
                None => self.refuse(Code::K201, "this literal"),
            },
            C::Floating(text) => self.floating(text, scalar),
            C::NullPointer | C::Zero => Ok(zero(scalar)),
            C::Function(id) => self.function_value(*id),
            C::This => self.this_value(),
            C::Unary { op, operand } => self.unary(e, *op, operand),
            C::Binary { op, left, right } => self.binary(e, *op, (left, right), intent),
            C::Assign { .. } => {
                // In C the value of an assignment is that of its left side.
                let address = self.place(e)?;
                let C::Assign { left, .. } = &e.kind else {
                    return self.refuse(Code::K201, "this assignment");
                };
                self.load_part(left, address, scalar)
            }
            C::Conditional {
                condition,
                then,
                otherwise,
            } => self.conditional(condition, then, otherwise, scalar),
            C::BinaryConditional {
                common,
                condition,
                then,
                otherwise,
            } => {
                let value = self.common_of(common)?;
                self.tables.common.push(value);
                let result = self.conditional(condition, then, otherwise, scalar);
                self.tables.common.pop();
                result
            }
            C::Common => match self.tables.common.last() {
                Some(value) => Ok(value.clone()),
                None => self.refuse(Code::K201, "this value"),
            },
            C::ArrayIndex => match self.tables.index.last() {
                Some(value) => Ok(resized(value.clone(), scalar, false)),
                None => self.refuse(Code::K201, "this value"),
            },
            C::Cast {
                kind,
                form,
                operand,
            } => self.cast(e, (*kind, *form), operand),
            C::Call {
                callee, arguments, ..
            } => match self.call(e, callee, arguments, None)? {
                Some(value) => Ok(value),
                None => self.refuse(Code::K201, "the value of this call"),
            },
            C::Measure {
                value: Some(value), ..
            }
            | C::OffsetOf {
                value: Some(value), ..
            } => match bits(i128::from(*value)) {
                Some(value) => Ok(value),
                None => self.refuse(Code::K201, "this measure"),
            },
            C::InitList { values, .. } => match values.as_slice() {
                [] => Ok(zero(scalar)),
                [one] => self.value(one),
                _ => self.refuse(Code::K201, "this initializer"),
            },
            C::Compound(inner) | C::Temporary(inner) => self.value(inner),
            C::Block(stmts) => match self.block_value(stmts, Some(e.ty.id))? {
                Some(value) => Ok(value),
                None => self.refuse(Code::K201, "the value of this block"),
            },
            C::Reinterpret(inner) => self.reinterpreted(inner, scalar),
            C::Atomic { .. } => match self.atomic(e)? {
                Some(value) => Ok(value),
                None => self.refuse(Code::K201, "the value of this atomic operation"),
            },
            C::Swizzle { .. } | C::Index { .. } | C::Field { .. } => {
                // A part of an object that is a value.
                let address = self.place_of_part(e)?;
                self.load_part(e, address, scalar)
            }
            C::Variable(_)
            | C::Text(_)
            | C::Method { .. }
            | C::Launch { .. }
            | C::Construct { .. }
            | C::Measure { .. }
            | C::OffsetOf { .. }
            | C::Lambda { .. }
            | C::Shuffle(_)
            | C::ConvertVector(_)
            | C::ArrayLoop { .. }
            | C::VaArg(_)
            | C::New(_)
            | C::Delete(_)
            | C::Throw(_)
            | C::Opaque(_)
            | C::EndLife(_) => {
                let _ = signed;
                self.refuse(Code::K201, "this expression as a value")
            }
        }
    }

    /// The address of the object; in a lambda that of the object around it.
    fn this_value(&mut self) -> Lowered<Expr> {
        let Some(this) = self.this.clone() else {
            return self.refuse(Code::K201, "`this` here");
        };
        if !self.lambda {
            return Ok(this);
        }
        let Some(field) = self.captured_this else {
            return self.refuse(Code::K201, "`this` in a lambda that does not capture it");
        };
        let bytes = self.field_offset(field)?;
        let address = self.further(this, bytes);
        match self.field_type(field).map(|ty| self.types.get(ty.id)) {
            Some(Type::Pointer(_)) => Ok(self.load(address, Scalar::Pointer, false)),
            // A copy of the object.
            Some(Type::Record(_)) => Ok(address),
            _ => self.refuse(Code::K201, "`this` in a lambda"),
        }
    }

    /// What `Common` stands for: a value, or the address of an object.
    pub(crate) fn common_of(&mut self, e: &CExpr) -> Lowered<Expr> {
        if e.category != Category::Value {
            return self.place(e);
        }
        if self.shape(e.ty.id)? == Shape::Object {
            return self.object(e);
        }
        let value = self.value(e)?;
        Ok(self.evaluated(value))
    }

    fn floating(&self, text: &str, scalar: Scalar) -> Lowered<Expr> {
        use kernel_graph::FloatFormat;
        let value: Result<f64, _> = text.parse();
        let (Ok(value), Scalar::Float(format)) = (value, scalar) else {
            return self.refuse(Code::K201, "this literal");
        };
        // Narrowed once: clang's text is exact for the literal's own type.
        #[allow(clippy::cast_possible_truncation)]
        let bits = match format {
            FloatFormat::Double => value.to_bits(),
            FloatFormat::Single => u64::from((value as f32).to_bits()),
            FloatFormat::BFloat16 => u64::from((value as f32).to_bits() >> 16),
            FloatFormat::Half => {
                // No literal of the type is written; the bits only name the value.
                let name = format!("half {text}");
                return Ok(Expr::new(scalar, ExprKind::Uninterpreted(name, Vec::new())));
            }
        };
        Ok(Expr::float(format, bits))
    }

    fn unary(&mut self, e: &CExpr, op: UnaryOp, operand: &CExpr) -> Lowered<Expr> {
        match op {
            UnaryOp::Address => {
                if let C::Function(id) = &operand.kind {
                    return self.function_value(*id);
                }
                self.place(operand)
            }
            UnaryOp::LogicalNot => {
                let value = self.value(operand)?;
                let not = truth(value).negated();
                // In C the result is an `int`.
                self.test_as(not, e.ty.id)
            }
            UnaryOp::Plus | UnaryOp::Minus | UnaryOp::Not | UnaryOp::Extension => {
                let value = self.value(operand)?;
                Ok(folded(self.negation(op, value)?))
            }
            UnaryOp::PreIncrement | UnaryOp::PreDecrement => {
                // In C the result is the new value.
                let address = self.step(op, operand)?.0;
                let (scalar, _) = self.scalar(operand.ty.id)?;
                self.load_part(operand, address, scalar)
            }
            UnaryOp::PostIncrement | UnaryOp::PostDecrement => Ok(self.step(op, operand)?.1),
            UnaryOp::Deref | UnaryOp::Real | UnaryOp::Imag => {
                self.refuse(Code::K201, "this operator as a value")
            }
        }
    }

    /// `++x` and its like: the address, and the value before.
    pub(crate) fn step(&mut self, op: UnaryOp, operand: &CExpr) -> Lowered<(Expr, Expr)> {
        let address = self.place(operand)?;
        let address = self.evaluated(address);
        let (scalar, _) = self.scalar(operand.ty.id)?;
        let before = self.load_part(operand, address.clone(), scalar)?;
        let before = self.evaluated(before);
        let down = matches!(op, UnaryOp::PreDecrement | UnaryOp::PostDecrement);
        let after = match scalar {
            Scalar::Pointer => {
                let to = self.pointee(operand.ty.id)?;
                let by = self.word(1);
                self.advance(before.clone(), by, false, to.id, down)?
            }
            Scalar::Bool => Expr::bool_(!down),
            Scalar::Int(_) | Scalar::Float(_) | Scalar::Function | Scalar::Handle => {
                let op = if down { BinaryOp::Sub } else { BinaryOp::Add };
                self.arithmetic(op, before.clone(), one(scalar), self.signed(operand.ty.id))?
            }
        };
        match self.bit_field(operand)? {
            Some(bits) => self.store_bits(address.clone(), bits, after, operand.ty.volatile),
            None => self.store(address.clone(), after, operand.ty.volatile),
        }
        Ok((address, before))
    }

    /// The value of what an expression stands for, whose address is known; it may be a bit field.
    fn load_part(&mut self, e: &CExpr, address: Expr, scalar: Scalar) -> Lowered<Expr> {
        match self.bit_field(e)? {
            Some(bits) => self.load_bits(address, bits, scalar, e.ty.volatile),
            None => Ok(self.load(address, scalar, e.ty.volatile)),
        }
    }

    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "`arithmetic` has or refuses the others"
    )]
    fn binary(
        &mut self,
        e: &CExpr,
        op: BinaryOp,
        (left, right): (&CExpr, &CExpr),
        intent: Intent,
    ) -> Lowered<Expr> {
        if let BinaryOp::LogicalAnd | BinaryOp::LogicalOr = op {
            let (scalar, _) = self.scalar(e.ty.id)?;
            let to = self.temporary(scalar);
            let (yes, no, end) = (self.block(), self.block(), self.block());
            self.branch(e, yes, no)?;
            for (block, value) in [(yes, one(scalar)), (no, zero(scalar))] {
                self.enter(block);
                self.push(StmtKind::Assign { to, value });
                self.end(Terminator::Goto(end));
            }
            self.enter(end);
            return Ok(Expr::local(to, scalar));
        }
        if op == BinaryOp::Comma {
            self.effect(left)?;
            return self.value(right);
        }
        // What is meant with a sum is meant with its parts.
        let within = match (op, intent) {
            (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, Intent::IntoSigned) => intent,
            (BinaryOp::Add | BinaryOp::Mul, Intent::Below) => intent,
            _ => Intent::Plain,
        };
        let is_pointer = |part: &CExpr| matches!(self.types.get(part.ty.id), Type::Pointer(_));
        let of_right = match is_pointer(left) {
            true => self.meant_as_index(right),
            false => within,
        };
        let a = self.value_meant(left, within)?;
        // The right side may change what the left side reads.
        let a = self.evaluated(a);
        let b = self.value_meant(right, of_right)?;
        let (a_pointer, b_pointer) = (a.scalar == Scalar::Pointer, b.scalar == Scalar::Pointer);
        match op {
            BinaryOp::Add if a_pointer => {
                let to = self.pointee(left.ty.id)?;
                self.advance(a, b, self.signed(right.ty.id), to.id, false)
            }
            BinaryOp::Add if b_pointer => {
                let to = self.pointee(right.ty.id)?;
                self.advance(b, a, self.signed(left.ty.id), to.id, false)
            }
            BinaryOp::Sub if a_pointer && b_pointer => {
                let to = self.pointee(left.ty.id)?;
                let Some(size) = self.types.size(to.id).filter(|size| *size > 0) else {
                    return self.refuse(Code::K203, "a difference of such pointers");
                };
                let word = self.types.word();
                let bytes = Expr::new(word, ExprKind::Distance(Box::new(a), Box::new(b)));
                Ok(match size {
                    1 => bytes,
                    _ => binary(kernel_graph::BinaryOp::DivSigned, bytes, self.word(size)),
                })
            }
            BinaryOp::Sub if a_pointer => {
                let to = self.pointee(left.ty.id)?;
                self.advance(a, b, self.signed(right.ty.id), to.id, true)
            }
            BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge if a_pointer => {
                // Addresses are ordered within an array.
                let word = self.types.word();
                let bytes = Expr::new(word, ExprKind::Distance(Box::new(a), Box::new(b)));
                let test = self.arithmetic(op, bytes, zero(word), true)?;
                self.test_as(test, e.ty.id)
            }
            BinaryOp::Shl | BinaryOp::Shr => {
                let amount = folded(self.shift_amount(b, self.signed(right.ty.id), a.scalar));
                Ok(folded(self.arithmetic(
                    op,
                    a,
                    amount,
                    self.signed(left.ty.id),
                )?))
            }
            BinaryOp::Lt
            | BinaryOp::Gt
            | BinaryOp::Le
            | BinaryOp::Ge
            | BinaryOp::Eq
            | BinaryOp::Ne => {
                let (a, b) = same_scalar(a, b);
                let test = self.arithmetic(op, a, b, self.signed(left.ty.id))?;
                self.test_as(test, e.ty.id)
            }
            _ => {
                let intent = match within {
                    Intent::Plain => self.meant_by(e),
                    Intent::IntoSigned | Intent::Below => within,
                };
                let signed = [left, right].map(|part| self.was_signed(part));
                let plain = self.arithmetic(op, a, b, self.signed(e.ty.id))?;
                Ok(folded(meant(plain, intent, signed)))
            }
        }
    }

    /// A truth value as the type that C gives a comparison.
    pub(crate) fn test_as(&self, test: Expr, ty: TypeId) -> Lowered<Expr> {
        let to = self.scalar(ty)?.0;
        Ok(match to == Scalar::Bool {
            true => test,
            false => cast(CastOp::FromBool, test, to),
        })
    }

    /// Goes on at one block where a condition holds, and at the other where not. The right side of
    /// `&&` and `||` is evaluated only where it is needed.
    pub(crate) fn branch(&mut self, e: &CExpr, yes: BlockId, no: BlockId) -> Lowered<()> {
        self.at(e, |b| b.branch_here(e, yes, no))
    }

    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "any other condition is a value"
    )]
    fn branch_here(&mut self, e: &CExpr, yes: BlockId, no: BlockId) -> Lowered<()> {
        match &e.kind {
            C::Binary {
                op: BinaryOp::LogicalAnd,
                left,
                right,
            } if self.shape(e.ty.id)? != Shape::Object => {
                let between = self.block();
                self.branch(left, between, no)?;
                self.enter(between);
                self.branch(right, yes, no)
            }
            C::Binary {
                op: BinaryOp::LogicalOr,
                left,
                right,
            } if self.shape(e.ty.id)? != Shape::Object => {
                let between = self.block();
                self.branch(left, yes, between)?;
                self.enter(between);
                self.branch(right, yes, no)
            }
            C::Unary {
                op: UnaryOp::LogicalNot,
                operand,
            } if self.shape(operand.ty.id)? != Shape::Object => self.branch(operand, no, yes),
            C::Cast {
                kind: CastKind::IntegralToBoolean | CastKind::IntegralCast | CastKind::NoOp,
                operand,
                ..
            } if is_test(operand) => self.branch(operand, yes, no),
            _ => {
                let value = self.value(e)?;
                self.end(Terminator::Branch {
                    condition: truth(value),
                    then: yes,
                    otherwise: no,
                });
                Ok(())
            }
        }
    }

    fn conditional(
        &mut self,
        condition: &CExpr,
        then: &CExpr,
        otherwise: &CExpr,
        scalar: Scalar,
    ) -> Lowered<Expr> {
        if is_plain(then) && is_plain(otherwise) {
            let condition = truth(self.value(condition)?);
            let (then, otherwise) = (self.value(then)?, self.value(otherwise)?);
            return Ok(select(condition, then, otherwise));
        }
        let to = self.temporary(scalar);
        let (yes, no, end) = (self.block(), self.block(), self.block());
        self.branch(condition, yes, no)?;
        for (block, side) in [(yes, then), (no, otherwise)] {
            self.enter(block);
            if self.shape(side.ty.id)? == Shape::Void {
                // `c ? throw … : x`
                self.effect(side)?;
            } else {
                let value = self.value(side)?;
                self.push(StmtKind::Assign { to, value });
            }
            if self.reached() {
                self.end(Terminator::Goto(end));
            }
        }
        self.enter(end);
        Ok(Expr::local(to, scalar))
    }

    /// `({ … })`: the value of the last statement, if it has a type that is wanted.
    fn block_value(&mut self, stmts: &[CStmt], ty: Option<TypeId>) -> Lowered<Option<Expr>> {
        let Some((last, before)) = stmts.split_last() else {
            return Ok(None);
        };
        for stmt in before {
            self.stmt(stmt)?;
        }
        match (&last.kind, ty) {
            (clang::tree::StmtKind::Expr(e), Some(_)) => {
                let value = self.value(e)?;
                Ok(Some(self.evaluated(value)))
            }
            _ => {
                self.stmt(last)?;
                Ok(None)
            }
        }
    }

    /// The same bytes as another scalar.
    fn reinterpreted(&mut self, inner: &CExpr, scalar: Scalar) -> Lowered<Expr> {
        if self.shape(inner.ty.id)? == Shape::Object {
            let address = self.object(inner)?;
            return Ok(self.load(address, scalar, false));
        }
        let value = self.value_or_load(inner)?;
        Ok(match (value.scalar, scalar) {
            (from, to) if from == to => value,
            (Scalar::Int(_) | Scalar::Float(_), Scalar::Int(_) | Scalar::Float(_)) => {
                cast(CastOp::Bits, value, scalar)
            }
            _ => return self.refuse(Code::K201, "these bytes as a value of this type"),
        })
    }

    /// The value of a scalar; of what stands for memory, what lies there.
    pub(crate) fn value_or_load(&mut self, e: &CExpr) -> Lowered<Expr> {
        if e.category == Category::Value {
            return self.value(e);
        }
        let address = self.place(e)?;
        let (scalar, _) = self.scalar(e.ty.id)?;
        self.load_part(e, address, scalar)
    }

    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "what has no rule is refused"
    )]
    fn cast(
        &mut self,
        e: &CExpr,
        (kind, form): (CastKind, CastForm),
        operand: &CExpr,
    ) -> Lowered<Expr> {
        match kind {
            CastKind::LValueToRValue => {
                let (scalar, _) = self.scalar(e.ty.id)?;
                if let Some(value) = self.own_variable(operand)? {
                    return Ok(value);
                }
                if let Some(value) = self.constant_value(operand)? {
                    return Ok(value);
                }
                let bits = self.bit_field(operand)?;
                let address = self.place(operand)?;
                match bits {
                    Some(bits) => self.load_bits(address, bits, scalar, operand.ty.volatile),
                    None => Ok(self.load(address, scalar, operand.ty.volatile)),
                }
            }
            CastKind::NoOp
            | CastKind::AtomicToNonAtomic
            | CastKind::NonAtomicToAtomic
            | CastKind::ConstructorConversion
            | CastKind::UserDefinedConversion
            | CastKind::BuiltinFnToFnPtr
            | CastKind::AddressSpaceConversion => self.value(operand),
            CastKind::FunctionToPointerDecay | CastKind::ArrayToPointerDecay => self.place(operand),
            CastKind::BitCast => {
                let value = self.value(operand)?;
                let (scalar, _) = self.scalar(e.ty.id)?;
                match (value.scalar, scalar) {
                    (from, to) if from == to => Ok(value),
                    (Scalar::Function, Scalar::Pointer) | (Scalar::Pointer, Scalar::Function) => {
                        Ok(cast(CastOp::FunctionAddress, value, scalar))
                    }
                    _ => self.refuse(Code::K201, "this conversion of bits"),
                }
            }
            CastKind::LValueToRValueBitCast => {
                let (scalar, _) = self.scalar(e.ty.id)?;
                let address = self.place(operand)?;
                if self.bit_field(operand)?.is_some() {
                    return self.refuse(Code::K201, "the bytes of a bit field");
                }
                Ok(self.load(address, scalar, operand.ty.volatile))
            }
            CastKind::NullToPointer => Ok(zero(self.scalar(e.ty.id)?.0)),
            CastKind::DerivedToBase | CastKind::UncheckedDerivedToBase => {
                // Of pointers; of objects it stands for memory.
                let value = self.value(operand)?;
                let from = self.pointee(operand.ty.id)?;
                let to = self.pointee(e.ty.id)?;
                let bytes = self.base_offset(from.id, to.id)?;
                Ok(self.further(value, bytes))
            }
            CastKind::BaseToDerived => {
                let value = self.value(operand)?;
                let from = self.pointee(operand.ty.id)?;
                let to = self.pointee(e.ty.id)?;
                let bytes = self.base_offset(to.id, from.id)?;
                let back = Expr::int(8 * self.types.pointer(), -i128::from(bytes));
                Ok(crate::builder::offset(value, back))
            }
            // In a vector what is true has all bits.
            CastKind::BooleanToSignedIntegral => {
                let value = self.value(operand)?;
                let one = self.convert(value, operand.ty.id, e.ty.id)?;
                let none = zero(one.scalar);
                Ok(folded(binary(kernel_graph::BinaryOp::Sub, none, one)))
            }
            CastKind::IntegralCast
            | CastKind::IntegralToBoolean
            | CastKind::IntegralToFloating
            | CastKind::FloatingToIntegral
            | CastKind::FloatingToBoolean
            | CastKind::FloatingCast
            | CastKind::PointerToBoolean
            | CastKind::PointerToIntegral
            | CastKind::IntegralToPointer => {
                let intent = self.meant_by_cast((kind, form), operand, e.ty.id);
                let value = self.value_meant(operand, intent)?;
                Ok(folded(self.convert(value, operand.ty.id, e.ty.id)?))
            }
            CastKind::ZeroToOCLOpaqueType => Ok(zero(Scalar::Handle)),
            CastKind::IntToOCLSampler => {
                let value = self.value(operand)?;
                Ok(folded(resized(value, Scalar::Int(32), false)))
            }
            _ => self.refuse(Code::K201, "this conversion"),
        }
    }

    /// How far the base class `to` lies in the class `from`, along the first way there is.
    pub(crate) fn base_offset(&self, from: TypeId, to: TypeId) -> Lowered<u64> {
        match self.base_within(from, to, 32) {
            Some(bytes) => Ok(bytes),
            None => self.refuse(Code::K201, "this conversion between classes"),
        }
    }

    fn base_within(&self, from: TypeId, to: TypeId, depth: u32) -> Option<u64> {
        if from == to {
            return Some(0);
        }
        let Type::Record(id) = self.types.get(from) else {
            return None;
        };
        let record = self.types.unit.record(*id)?;
        let layout = record.layout.as_ref()?;
        let below = depth.checked_sub(1)?;
        record
            .bases
            .iter()
            .zip(&layout.bases)
            .find_map(|(base, offset)| Some(offset + self.base_within(base.id, to, below)?))
    }
}

/// Whether the value of an integer expression is a truth value.
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "any other condition is a value"
)]
fn is_test(e: &CExpr) -> bool {
    match &e.kind {
        C::Binary { op, .. } => matches!(
            op,
            BinaryOp::LogicalAnd
                | BinaryOp::LogicalOr
                | BinaryOp::Lt
                | BinaryOp::Gt
                | BinaryOp::Le
                | BinaryOp::Ge
                | BinaryOp::Eq
                | BinaryOp::Ne
        ),
        C::Unary { op, .. } => *op == UnaryOp::LogicalNot,
        _ => false,
    }
}

/// Whether an expression reads no memory and has no effect, so that it may be evaluated for nothing.
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "what may have an effect gets a branch"
)]
fn is_plain(e: &CExpr) -> bool {
    match &e.kind {
        C::Integer(_) | C::Floating(_) | C::NullPointer | C::Zero => true,
        C::Cast { kind, operand, .. } => {
            matches!(
                kind,
                CastKind::IntegralCast
                    | CastKind::NoOp
                    | CastKind::IntegralToFloating
                    | CastKind::FloatingCast
                    | CastKind::NullToPointer
            ) && is_plain(operand)
        }
        C::Unary {
            op: UnaryOp::Minus | UnaryOp::Plus,
            operand,
        } => is_plain(operand),
        _ => false,
    }
}

/// Two pointers or handles of different kinds, one of them null, as one kind.
fn same_scalar(a: Expr, b: Expr) -> (Expr, Expr) {
    match (a.scalar == b.scalar, &a.kind, &b.kind) {
        (false, ExprKind::Null, _) => (zero(b.scalar), b),
        (false, _, ExprKind::Null) => {
            let null = zero(a.scalar);
            (a, null)
        }
        _ => (a, b),
    }
}

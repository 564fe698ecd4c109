//! Operations on vectors, element by element.

use crate::Lowered;
use crate::builder::Builder;
use crate::convert::{cast, resized, select};
use crate::object::MOST_ELEMENTS;
use crate::types::Shape;
use clang::tree::{BinaryOp, Expr as CExpr, UnaryOp};
use clang::types::{Qual, Type, TypeId};
use kernel_graph::{BinaryOp as Op, CastOp, CompareOp, Expr, Scalar, UnaryOp as Unary};
use text::code::Code;

impl Builder<'_> {
    /// The scalar of a vector's elements, and how many there are.
    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "what has no rule is refused"
    )]
    pub(crate) fn vector(&self, ty: TypeId) -> Lowered<(Scalar, u32)> {
        match self.types.get(ty) {
            Type::Vector { count, .. } if u64::from(*count) > MOST_ELEMENTS => {
                self.refuse(Code::K203, "so long a vector")
            }
            Type::Vector { element, count, .. } => Ok((self.scalar(*element)?.0, *count)),
            _ => self.refuse(Code::K203, "this as a vector"),
        }
    }

    fn element_type(&self, ty: TypeId) -> Lowered<TypeId> {
        let Type::Vector { element, .. } = self.types.get(ty) else {
            return self.refuse(Code::K203, "this as a vector");
        };
        Ok(*element)
    }

    fn lane_address(&self, vector: &Expr, ty: TypeId, lane: u32) -> Lowered<(Expr, Scalar)> {
        let (scalar, _) = self.vector(ty)?;
        let bytes = u64::from(scalar.bytes(self.types.pointer()));
        Ok((
            self.further(vector.clone(), bytes * u64::from(lane)),
            scalar,
        ))
    }

    /// An element of a vector in memory.
    pub(crate) fn load_lane(&mut self, vector: &Expr, ty: TypeId, lane: u32) -> Lowered<Expr> {
        let (address, scalar) = self.lane_address(vector, ty, lane)?;
        Ok(self.load(address, scalar, false))
    }

    /// Writes an element of a vector in memory.
    pub(crate) fn store_lane(
        &mut self,
        vector: &Expr,
        ty: TypeId,
        lane: u32,
        value: Expr,
    ) -> Lowered<()> {
        self.room()?;
        let (address, _) = self.lane_address(vector, ty, lane)?;
        self.store(address, value, false);
        Ok(())
    }

    /// The address of an operand that is a vector, wherever it lies.
    pub(crate) fn operand(&mut self, e: &CExpr) -> Lowered<Expr> {
        let address = self.object_or_place(e)?;
        Ok(self.evaluated(address))
    }

    /// Elements converted one by one.
    pub(crate) fn converted_lanes(
        &mut self,
        operand: &CExpr,
        to: &Expr,
        ty: TypeId,
    ) -> Lowered<()> {
        let from = self.operand(operand)?;
        let (_, count) = self.vector(ty)?;
        let (source, target) = (self.element_type(operand.ty.id)?, self.element_type(ty)?);
        for lane in 0..count {
            let value = self.load_lane(&from, operand.ty.id, lane)?;
            let value = self.convert(value, source, target)?;
            self.store_lane(to, ty, lane, value)?;
        }
        Ok(())
    }

    /// An operator with one operand.
    pub(crate) fn unary_lanes(
        &mut self,
        op: UnaryOp,
        operand: &CExpr,
        to: &Expr,
        ty: TypeId,
    ) -> Lowered<()> {
        let (_, count) = self.vector(ty)?;
        match op {
            UnaryOp::Plus | UnaryOp::Minus | UnaryOp::Not | UnaryOp::LogicalNot => {
                let from = self.operand(operand)?;
                for lane in 0..count {
                    let value = self.load_lane(&from, operand.ty.id, lane)?;
                    let value = if op == UnaryOp::LogicalNot {
                        let (result, _) = self.vector(ty)?;
                        let none = crate::convert::truth(value).negated();
                        mask(none, result)
                    } else {
                        self.negation(op, value)?
                    };
                    self.store_lane(to, ty, lane, value)?;
                }
                Ok(())
            }
            UnaryOp::PreIncrement
            | UnaryOp::PreDecrement
            | UnaryOp::PostIncrement
            | UnaryOp::PostDecrement => {
                let address = self.place(operand)?;
                let address = self.evaluated(address);
                let up = matches!(op, UnaryOp::PreIncrement | UnaryOp::PostIncrement);
                let before = matches!(op, UnaryOp::PostIncrement | UnaryOp::PostDecrement);
                let signed = self.signed(self.element_type(operand.ty.id)?);
                for lane in 0..count {
                    let old = self.load_lane(&address, operand.ty.id, lane)?;
                    let by = crate::convert::one(old.scalar);
                    let op = if up { BinaryOp::Add } else { BinaryOp::Sub };
                    let new = wrapping(self.arithmetic(op, old.clone(), by, signed)?);
                    self.store_lane(&address, operand.ty.id, lane, new.clone())?;
                    self.store_lane(to, ty, lane, if before { old } else { new })?;
                }
                Ok(())
            }
            UnaryOp::Address
            | UnaryOp::Deref
            | UnaryOp::Real
            | UnaryOp::Imag
            | UnaryOp::Extension => self.refuse(Code::K201, "this operator on a vector"),
        }
    }

    /// An operator with two operands. Comparisons give all ones or zero in each element.
    pub(crate) fn binary_lanes(
        &mut self,
        op: BinaryOp,
        left: &CExpr,
        right: &CExpr,
        to: &Expr,
        ty: TypeId,
    ) -> Lowered<()> {
        let a = self.operand(left)?;
        let b = self.operand(right)?;
        let (result, count) = self.vector(ty)?;
        let element = self.element_type(left.ty.id)?;
        for lane in 0..count {
            let x = self.load_lane(&a, left.ty.id, lane)?;
            let y = self.load_lane(&b, right.ty.id, lane)?;
            let value = self.lane_operation(op, x, y, element, result)?;
            self.store_lane(to, ty, lane, value)?;
        }
        Ok(())
    }

    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "`arithmetic` has or refuses the others"
    )]
    fn lane_operation(
        &mut self,
        op: BinaryOp,
        x: Expr,
        y: Expr,
        element: TypeId,
        result: Scalar,
    ) -> Lowered<Expr> {
        let signed = self.signed(element);
        Ok(match op {
            BinaryOp::LogicalAnd | BinaryOp::LogicalOr => {
                let (x, y) = (crate::convert::truth(x), crate::convert::truth(y));
                let op = match op == BinaryOp::LogicalAnd {
                    true => Op::And,
                    false => Op::Or,
                };
                mask(crate::convert::binary(op, x, y), result)
            }
            BinaryOp::Shl | BinaryOp::Shr => {
                let amount = self.shift_amount(y, signed, x.scalar);
                self.arithmetic(op, x, amount, signed)?
            }
            _ => {
                let value = wrapping(self.arithmetic(op, x, y, signed)?);
                match value.scalar == Scalar::Bool && result != Scalar::Bool {
                    true => mask(value, result),
                    false => value,
                }
            }
        })
    }

    /// `c ? a : b` where `c` is a vector: the top bit of each element chooses.
    pub(crate) fn select_lanes(
        &mut self,
        condition: &CExpr,
        then: &CExpr,
        otherwise: &CExpr,
        to: &Expr,
    ) -> Lowered<()> {
        let c = self.operand(condition)?;
        let a = self.operand(then)?;
        let b = self.operand(otherwise)?;
        let (_, count) = self.vector(then.ty.id)?;
        for lane in 0..count {
            let choice = self.load_lane(&c, condition.ty.id, lane)?;
            let x = self.load_lane(&a, then.ty.id, lane)?;
            let y = self.load_lane(&b, otherwise.ty.id, lane)?;
            let zero = crate::convert::zero(choice.scalar);
            let negative = crate::convert::compare(CompareOp::LessSigned, choice, zero);
            self.store_lane(to, then.ty.id, lane, select(negative, x, y))?;
        }
        Ok(())
    }

    /// `v.xy = e`, `v.xy += e`; gives the vector's address.
    pub(crate) fn assign_elements(
        &mut self,
        vector: &Expr,
        (element, elements): (TypeId, &[u8]),
        op: Option<(BinaryOp, Qual, Qual)>,
        left: &CExpr,
        right: &CExpr,
    ) -> Lowered<Expr> {
        let from = match self.shape(right.ty.id)? == Shape::Object {
            true => Some(self.operand(right)?),
            false => None,
        };
        let scalar = match from {
            Some(_) => None,
            None => {
                let value = self.value(right)?;
                Some(self.evaluated(value))
            }
        };
        let (lane_scalar, _) = self.scalar(element)?;
        let bytes = u64::from(lane_scalar.bytes(self.types.pointer()));
        let mut values = Vec::new();
        for (at, lane) in (0u32..).zip(elements) {
            let value = match (&from, &scalar) {
                (Some(from), _) => self.load_lane(from, right.ty.id, at)?,
                (None, Some(value)) => value.clone(),
                (None, None) => return self.refuse(Code::K201, "this assignment"),
            };
            let address = self.further(vector.clone(), bytes * u64::from(*lane));
            let value = match op {
                None => value,
                Some((op, ..)) => {
                    let old = self.load(address.clone(), lane_scalar, false);
                    self.lane_operation(op, old, value, element, lane_scalar)?
                }
            };
            values.push((address, self.evaluated(value)));
        }
        for (address, value) in values {
            self.store(address, value, left.ty.volatile);
        }
        Ok(vector.clone())
    }

    /// `a = b`, `a += b` of whole objects; gives the address of `a`.
    pub(crate) fn assign_object(
        &mut self,
        op: Option<(BinaryOp, Qual, Qual)>,
        left: &CExpr,
        right: &CExpr,
    ) -> Lowered<Expr> {
        match op {
            None => {
                let from = self.operand(right)?;
                let to = self.place(left)?;
                self.copy(to.clone(), from, left.ty)?;
                Ok(to)
            }
            Some((op, ..)) => {
                if self.shape(right.ty.id)? != Shape::Object {
                    return self.refuse(Code::K201, "this assignment to a vector");
                }
                let b = self.operand(right)?;
                let to = self.place(left)?;
                let to = self.evaluated(to);
                let (scalar, count) = self.vector(left.ty.id)?;
                let element = self.element_type(left.ty.id)?;
                for lane in 0..count {
                    let x = self.load_lane(&to, left.ty.id, lane)?;
                    let y = self.load_lane(&b, right.ty.id, lane)?;
                    let value = self.lane_operation(op, x, y, element, scalar)?;
                    self.store_lane(&to, left.ty.id, lane, value)?;
                }
                Ok(to)
            }
        }
    }

    /// `__builtin_shufflevector(a, b, 0, 1, …)`.
    pub(crate) fn shuffle(&mut self, operands: &[CExpr], to: &Expr, ty: TypeId) -> Lowered<()> {
        let [a, b, lanes @ ..] = operands else {
            return self.refuse(Code::K201, "this shuffle");
        };
        let (_, count) = self.vector(a.ty.id)?;
        let (x, y) = (self.operand(a)?, self.operand(b)?);
        for (at, lane) in (0u32..).zip(lanes) {
            let lane = self.value(lane)?.as_const();
            let Some(lane) = lane.and_then(|lane| u32::try_from(lane).ok()) else {
                return self.refuse(Code::K201, "a shuffle by what is not constant");
            };
            let value = match lane < count {
                true => self.load_lane(&x, a.ty.id, lane)?,
                false => self.load_lane(&y, b.ty.id, lane.saturating_sub(count))?,
            };
            self.store_lane(to, ty, at, value)?;
        }
        Ok(())
    }
}

/// A truth value as all ones or zero.
fn mask(test: Expr, to: Scalar) -> Expr {
    let bit = cast(CastOp::FromBool, test, Scalar::Int(32));
    let number = resized(bit, to, false);
    Expr::new(
        to,
        kernel_graph::ExprKind::Unary(Unary::Neg, Box::new(number)),
    )
}

/// An operation on an element of a vector: compilers let its result wrap.
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "the others wrap or do not overflow"
)]
fn wrapping(mut value: Expr) -> Expr {
    if let kernel_graph::ExprKind::Binary(op, ..) = &mut value.kind {
        *op = match *op {
            Op::AddSigned => Op::Add,
            Op::SubSigned => Op::Sub,
            Op::MulSigned => Op::Mul,
            other => other,
        };
    }
    value
}

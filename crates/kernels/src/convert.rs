//! Conversions and operators of C on machine types.

use crate::Lowered;
use crate::builder::{Builder, offset};
use crate::types::Shape;
use clang::tree::{BinaryOp as COp, UnaryOp as CUnary};
use clang::types::{Type, TypeId};
use kernel_graph::{
    BinaryOp, CastOp, CompareOp, Expr, ExprKind, FloatOp, Scalar, UnaryOp, WrapIntent,
};
use text::code::Code;

/// Shifts by more bits make hashes and random numbers, of which nobody means that they fit.
const FEW_BITS: u128 = 10;

/// A cast to another scalar.
pub(crate) fn cast(op: CastOp, value: Expr, to: Scalar) -> Expr {
    Expr::new(to, ExprKind::Cast(op, Box::new(value)))
}

/// A binary operation of the operands' type.
pub(crate) fn binary(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    Expr::new(a.scalar, ExprKind::Binary(op, Box::new(a), Box::new(b)))
}

/// A comparison.
pub(crate) fn compare(op: CompareOp, a: Expr, b: Expr) -> Expr {
    Expr::new(
        Scalar::Bool,
        ExprKind::Compare(op, Box::new(a), Box::new(b)),
    )
}

/// A choice between two values.
pub(crate) fn select(condition: Expr, then: Expr, otherwise: Expr) -> Expr {
    Expr::new(
        then.scalar,
        ExprKind::Select(Box::new(condition), Box::new(then), Box::new(otherwise)),
    )
}

/// An operation on floats.
pub(crate) fn float(op: FloatOp, scalar: Scalar, operands: Vec<Expr>) -> Expr {
    Expr::new(scalar, ExprKind::Float(op, operands))
}

/// An integer of another width; `signed` says how the value is extended.
pub(crate) fn resized(value: Expr, to: Scalar, signed: bool) -> Expr {
    match (value.scalar, to) {
        (Scalar::Int(from), Scalar::Int(bits)) if bits < from => cast(CastOp::Truncate, value, to),
        (Scalar::Int(from), Scalar::Int(bits)) if bits > from => match signed {
            true => cast(CastOp::SignExtend, value, to),
            false => cast(CastOp::ZeroExtend, value, to),
        },
        _ => value,
    }
}

/// Whether a value is not zero or null.
pub(crate) fn truth(value: Expr) -> Expr {
    if value.scalar == Scalar::Bool {
        return value;
    }
    cast(CastOp::ToBool, value, Scalar::Bool)
}

/// The zero of a scalar: all bytes are zero.
pub(crate) fn zero(scalar: Scalar) -> Expr {
    match scalar {
        Scalar::Bool | Scalar::Int(_) | Scalar::Float(_) => Expr::new(scalar, ExprKind::Const(0)),
        Scalar::Pointer | Scalar::Function | Scalar::Handle => Expr::new(scalar, ExprKind::Null),
    }
}

/// The one of a number's scalar.
pub(crate) fn one(scalar: Scalar) -> Expr {
    use kernel_graph::FloatFormat;
    let bits = match scalar {
        Scalar::Float(FloatFormat::Half) => 0x3c00,
        Scalar::Float(FloatFormat::BFloat16) => 0x3f80,
        Scalar::Float(FloatFormat::Single) => 0x3f80_0000,
        Scalar::Float(FloatFormat::Double) => 0x3ff0_0000_0000_0000,
        Scalar::Bool | Scalar::Int(_) | Scalar::Pointer | Scalar::Function | Scalar::Handle => 1,
    };
    Expr::new(scalar, ExprKind::Const(bits))
}

impl Builder<'_> {
    /// A scalar of one C type as a scalar of another: what C's conversions between numbers,
    /// pointers and truth values do.
    pub(crate) fn convert(&self, value: Expr, from: TypeId, to: TypeId) -> Lowered<Expr> {
        let (_, from_signed) = self.scalar(from)?;
        let (target, to_signed) = self.scalar(to)?;
        if value.scalar == target {
            return Ok(value);
        }
        Ok(match (value.scalar, target) {
            (_, Scalar::Bool) => truth(value),
            (Scalar::Bool, Scalar::Int(_)) => cast(CastOp::FromBool, value, target),
            (Scalar::Bool, Scalar::Float(_)) => {
                let number = cast(CastOp::FromBool, value, Scalar::Int(32));
                cast(CastOp::UnsignedToFloat, number, target)
            }
            (Scalar::Int(_), Scalar::Int(_)) => resized(value, target, from_signed),
            (Scalar::Int(_), Scalar::Float(_)) => match from_signed {
                true => cast(CastOp::SignedToFloat, value, target),
                false => cast(CastOp::UnsignedToFloat, value, target),
            },
            (Scalar::Float(_), Scalar::Int(_)) => match to_signed {
                true => cast(CastOp::FloatToSigned, value, target),
                false => cast(CastOp::FloatToUnsigned, value, target),
            },
            (Scalar::Float(_), Scalar::Float(_)) => cast(CastOp::FloatToFloat, value, target),
            (Scalar::Pointer | Scalar::Function | Scalar::Handle, Scalar::Int(_)) => {
                cast(CastOp::PointerToInt, value, target)
            }
            (Scalar::Int(_), Scalar::Pointer | Scalar::Function | Scalar::Handle) => {
                // The literal zero is the null pointer.
                match value.as_const() {
                    Some(0) => zero(target),
                    _ => cast(CastOp::IntToPointer, value, target),
                }
            }
            _ => return self.refuse(Code::K201, "this conversion"),
        })
    }

    /// A binary operator of C on two scalars that have been converted to the type of the operation;
    /// `signed` says how integers are taken.
    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "what has no rule is refused"
    )]
    pub(crate) fn arithmetic(&self, op: COp, a: Expr, b: Expr, signed: bool) -> Lowered<Expr> {
        let scalar = a.scalar;
        if let Scalar::Float(_) = scalar {
            let result = |op| Ok(float(op, scalar, vec![a.clone(), b.clone()]));
            let test =
                |op, a: &Expr, b: &Expr| Ok(float(op, Scalar::Bool, vec![a.clone(), b.clone()]));
            return match op {
                COp::Add => result(FloatOp::Add),
                COp::Sub => result(FloatOp::Sub),
                COp::Mul => result(FloatOp::Mul),
                COp::Div => result(FloatOp::Div),
                COp::Lt => test(FloatOp::Less, &a, &b),
                COp::Gt => test(FloatOp::Less, &b, &a),
                COp::Le => test(FloatOp::LessEqual, &a, &b),
                COp::Ge => test(FloatOp::LessEqual, &b, &a),
                COp::Eq => test(FloatOp::Eq, &a, &b),
                COp::Ne => test(FloatOp::Ne, &a, &b),
                _ => self.refuse(Code::K201, "this operator on floating point numbers"),
            };
        }
        let pick = |if_signed: BinaryOp, otherwise: BinaryOp| match signed {
            true => if_signed,
            false => otherwise,
        };
        let order = |strict: bool| match (strict, signed) {
            (true, true) => CompareOp::LessSigned,
            (true, false) => CompareOp::LessUnsigned,
            (false, true) => CompareOp::LessEqualSigned,
            (false, false) => CompareOp::LessEqualUnsigned,
        };
        // C computes with `int` or more; what is narrower is a step of a variable or an element of a
        // vector, and wraps.
        let overflows = signed && matches!(scalar, Scalar::Int(32..));
        let exact = |if_signed: BinaryOp, otherwise: BinaryOp| match overflows {
            true => if_signed,
            false => otherwise,
        };
        let bits = matches!(scalar, Scalar::Int(_));
        Ok(match op {
            COp::Eq => compare(CompareOp::Eq, a, b),
            COp::Ne => compare(CompareOp::Ne, a, b),
            COp::And if scalar == Scalar::Bool => binary(BinaryOp::And, a, b),
            COp::Or if scalar == Scalar::Bool => binary(BinaryOp::Or, a, b),
            COp::Xor if scalar == Scalar::Bool => binary(BinaryOp::Xor, a, b),
            _ if !bits => return self.refuse(Code::K201, "this operator on values of this type"),
            COp::Mul => binary(exact(BinaryOp::MulSigned, BinaryOp::Mul), a, b),
            COp::Div => binary(pick(BinaryOp::DivSigned, BinaryOp::DivUnsigned), a, b),
            COp::Rem => binary(pick(BinaryOp::RemSigned, BinaryOp::RemUnsigned), a, b),
            COp::Add => binary(exact(BinaryOp::AddSigned, BinaryOp::Add), a, b),
            COp::Sub => binary(exact(BinaryOp::SubSigned, BinaryOp::Sub), a, b),
            COp::Shl => {
                let few = b.as_const().is_some_and(|by| by <= FEW_BITS);
                let op = match overflows && few {
                    true => BinaryOp::WrapIntent(WrapIntent::ShiftIntoSigned),
                    false => BinaryOp::ShiftLeft,
                };
                binary(op, a, b)
            }
            COp::Shr => binary(
                pick(BinaryOp::ShiftRightSigned, BinaryOp::ShiftRightUnsigned),
                a,
                b,
            ),
            COp::Lt => compare(order(true), a, b),
            COp::Gt => compare(order(true), b, a),
            COp::Le => compare(order(false), a, b),
            COp::Ge => compare(order(false), b, a),
            COp::And => binary(BinaryOp::And, a, b),
            COp::Xor => binary(BinaryOp::Xor, a, b),
            COp::Or => binary(BinaryOp::Or, a, b),
            COp::Compare
            | COp::LogicalAnd
            | COp::LogicalOr
            | COp::Comma
            | COp::MemberPointer
            | COp::MemberPointerArrow => return self.refuse(Code::K201, "this operator"),
        })
    }

    /// The second operand of a shift as the language takes it: OpenCL takes it modulo the width; in
    /// C more than the width is undefined, and the hardware gives zero.
    pub(crate) fn shift_amount(&self, amount: Expr, amount_signed: bool, scalar: Scalar) -> Expr {
        let amount = folded(resized(amount, scalar, amount_signed));
        match (self.types.unit.language, scalar) {
            (clang::tree::Language::OpenCl, Scalar::Int(bits)) => {
                let mask = Expr::int(bits, i128::from(bits) - 1);
                folded(binary(BinaryOp::And, amount, mask))
            }
            _ => amount,
        }
    }

    /// `+x`, `-x`, `~x` on a scalar.
    pub(crate) fn negation(&self, op: CUnary, value: Expr) -> Lowered<Expr> {
        let scalar = value.scalar;
        let unary = |op, value| Expr::new(scalar, ExprKind::Unary(op, Box::new(value)));
        match (op, scalar) {
            (CUnary::Plus | CUnary::Extension, _) => Ok(value),
            (CUnary::Minus, Scalar::Int(_)) => Ok(unary(UnaryOp::Neg, value)),
            (CUnary::Minus, Scalar::Float(_)) => Ok(float(FloatOp::Neg, scalar, vec![value])),
            (CUnary::Not, Scalar::Int(_)) => Ok(unary(UnaryOp::Not, value)),
            _ => self.refuse(Code::K201, "this operator on a value of this type"),
        }
    }

    /// `pointer + by` elements of a type; `subtract` for `pointer - by`.
    pub(crate) fn advance(
        &self,
        pointer: Expr,
        by: Expr,
        by_signed: bool,
        element: TypeId,
        subtract: bool,
    ) -> Lowered<Expr> {
        let Some(size) = self.types.size(element) else {
            return self.refuse(
                Code::K203,
                "arithmetic on a pointer to a type of unknown size",
            );
        };
        let word = self.types.word();
        let by = self.as_word(by, by_signed);
        let by = match by.as_const() {
            Some(0) => return Ok(pointer),
            _ => binary(BinaryOp::Mul, by, self.word(size)),
        };
        let by = match subtract {
            true => Expr::new(word, ExprKind::Unary(UnaryOp::Neg, Box::new(by))),
            false => by,
        };
        Ok(offset(pointer, folded(by)))
    }

    /// What a pointer type points to.
    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "what has no rule is refused"
    )]
    pub(crate) fn pointee(&self, ty: TypeId) -> Lowered<clang::types::Qual> {
        match self.types.get(ty) {
            Type::Pointer(to) | Type::Reference { to, .. } => Ok(*to),
            Type::Array { element, .. } => Ok(*element),
            _ => self.refuse(Code::K203, "this as a pointer"),
        }
    }

    /// Whether integers of a type are signed.
    pub(crate) fn signed(&self, ty: TypeId) -> bool {
        matches!(self.types.shape(ty), Some(Shape::Scalar(_, true)))
    }
}

/// An operation on literals as a literal.
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "what is not folded stays as it is"
)]
pub(crate) fn folded(e: Expr) -> Expr {
    let Scalar::Int(bits) = e.scalar else {
        return e;
    };
    let mask = match bits {
        128.. => u128::MAX,
        bits => (1u128 << bits) - 1,
    };
    let value = match &e.kind {
        ExprKind::Binary(op, a, b) => match (a.as_const(), b.as_const()) {
            (Some(a), Some(b)) => match plain(*op) {
                BinaryOp::Add | BinaryOp::AddSigned => a.wrapping_add(b),
                BinaryOp::Sub | BinaryOp::SubSigned => a.wrapping_sub(b),
                BinaryOp::Mul | BinaryOp::MulSigned => a.wrapping_mul(b),
                BinaryOp::And => a & b,
                BinaryOp::Or => a | b,
                BinaryOp::Xor => a ^ b,
                BinaryOp::DivUnsigned if b != 0 => a / b,
                BinaryOp::RemUnsigned if b != 0 => a % b,
                // Of numbers that are not negative.
                BinaryOp::DivSigned if b != 0 && a <= mask >> 1 && b <= mask >> 1 => a / b,
                BinaryOp::RemSigned if b != 0 && a <= mask >> 1 && b <= mask >> 1 => a % b,
                BinaryOp::ShiftRightUnsigned if b < u128::from(bits) => a >> b,
                BinaryOp::ShiftLeft if b < u128::from(bits) => a << b,
                _ => return e,
            },
            _ => return e,
        },
        ExprKind::Unary(UnaryOp::Neg, a) => match a.as_const() {
            Some(a) => a.wrapping_neg(),
            None => return e,
        },
        ExprKind::Cast(op, a) => match (op, a.scalar, a.as_const()) {
            (CastOp::ZeroExtend | CastOp::Truncate, _, Some(a)) => a,
            (CastOp::SignExtend, Scalar::Int(from), Some(a)) if from > 0 && from < 128 => {
                match a >> (from - 1) & 1 {
                    1 => a | !((1u128 << from) - 1),
                    _ => a,
                }
            }
            _ => return e,
        },
        _ => return e,
    };
    Expr::new(e.scalar, ExprKind::Const(value & mask))
}

/// The operation that computes the same, without what is meant with it.
fn plain(op: BinaryOp) -> BinaryOp {
    let BinaryOp::WrapIntent(meant) = op else {
        return op;
    };
    meant.wrapping()
}

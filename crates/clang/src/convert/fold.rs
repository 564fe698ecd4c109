//! Values of constant integer expressions: cases, enumerations, widths, attributes.

use super::Converter;
use crate::kinds::CastKind;
use crate::node::Node;
use crate::tree::{BinaryOp, Expr, ExprKind, UnaryOp, Unit};
use crate::types::{Type, TypeId};

impl<'t, 'a> Converter<'t, 'a> {
    /// The value of a node, if it is a constant integer.
    pub(super) fn folded(&mut self, node: &'t Node<'a>) -> Option<i128> {
        // Clang has computed it: a variable that it is made of may not be converted yet.
        if node.kind == "ConstantExpr"
            && let Some(value) = self.known_value(node)
        {
            return Some(value);
        }
        let expr = self.expression(node).ok()?;
        for _ in 0..ROUNDS {
            if let Some(value) = self.unit.fold(&expr) {
                return Some(value);
            }
            if !self.waiting_variables() {
                return None;
            }
        }
        None
    }
}

/// Constants whose values need each other are converted in so many rounds.
const ROUNDS: u32 = 16;

/// Expressions and the constants that they are made of are no deeper.
const DEPTH: u32 = 256;

impl Unit {
    /// The value of an expression, if it is a constant integer; a `const` variable counts as its initial
    /// value.
    pub fn fold(&self, expr: &Expr) -> Option<i128> {
        self.fold_to(expr, DEPTH)
    }

    fn fold_to(&self, expr: &Expr, depth: u32) -> Option<i128> {
        let depth = depth.checked_sub(1)?;
        let value = match &expr.kind {
            ExprKind::Integer(value) => *value,
            ExprKind::Zero => 0,
            // In a vector what is true has all bits.
            ExprKind::Cast {
                kind: CastKind::BooleanToSignedIntegral,
                operand,
                ..
            } => self.fold_to(operand, depth)?.checked_neg()?,
            ExprKind::Cast { operand, .. } => self.fold_to(operand, depth)?,
            ExprKind::Measure { value, .. } | ExprKind::OffsetOf { value, .. } => {
                i128::from((*value)?)
            }
            ExprKind::Variable(id) => {
                let variable = self.variable(*id)?;
                if !variable.constexpr && !variable.ty.constant {
                    return None;
                }
                self.fold_to(variable.init.as_ref()?, depth)?
            }
            ExprKind::Unary { op, operand } => {
                let value = self.fold_to(operand, depth)?;
                match op {
                    UnaryOp::Plus | UnaryOp::Extension => value,
                    UnaryOp::Minus => value.checked_neg()?,
                    UnaryOp::Not => !value,
                    UnaryOp::LogicalNot => i128::from(value == 0),
                    UnaryOp::Address
                    | UnaryOp::Deref
                    | UnaryOp::PreIncrement
                    | UnaryOp::PreDecrement
                    | UnaryOp::PostIncrement
                    | UnaryOp::PostDecrement
                    | UnaryOp::Real
                    | UnaryOp::Imag => return None,
                }
            }
            ExprKind::Binary { op, left, right } => {
                let bits = self.size_of(left.ty.id)?.checked_mul(8)?;
                let (left, right) = (self.fold_to(left, depth)?, self.fold_to(right, depth)?);
                let shifts = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
                // C says nothing of it; OpenCL takes the amount modulo the width.
                if shifts && !u64::try_from(right).is_ok_and(|by| by < bits) {
                    return None;
                }
                binary(*op, left, right)?
            }
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => {
                if self.fold_to(condition, depth)? != 0 {
                    self.fold_to(then, depth)?
                } else {
                    self.fold_to(otherwise, depth)?
                }
            }
            ExprKind::InitList { values, .. } => match &values[..] {
                [only] => self.fold_to(only, depth)?,
                _ => return None,
            },
            _ => return None,
        };
        self.wrap(value, expr.ty.id)
    }

    /// A value in the range of an integer type.
    fn wrap(&self, value: i128, ty: TypeId) -> Option<i128> {
        let kind = match self.types.get(ty) {
            Type::Int(kind) => *kind,
            Type::Enum(id) => match self.types.get(self.enums.get(id.0 as usize)?.underlying.id) {
                Type::Int(kind) => *kind,
                _ => return None,
            },
            _ => return None,
        };
        if kind == crate::types::IntKind::Bool {
            return Some(i128::from(value != 0));
        }
        let bits = 8 * self.size_of(ty)?;
        if bits >= 128 {
            return Some(value);
        }
        let modulus = 1i128 << bits;
        let wrapped = value.rem_euclid(modulus);
        let negative = kind.signed() && wrapped >= modulus / 2;
        Some(if negative { wrapped - modulus } else { wrapped })
    }
}

fn binary(op: BinaryOp, left: i128, right: i128) -> Option<i128> {
    let truth = |holds: bool| Some(i128::from(holds));
    let shift = || u32::try_from(right).ok().filter(|&by| by < 64);
    match op {
        BinaryOp::Mul => left.checked_mul(right),
        BinaryOp::Div => left.checked_div(right),
        BinaryOp::Rem => left.checked_rem(right),
        BinaryOp::Add => left.checked_add(right),
        BinaryOp::Sub => left.checked_sub(right),
        BinaryOp::Shl => left.checked_mul(1i128 << shift()?),
        BinaryOp::Shr => Some(left >> shift()?),
        BinaryOp::Lt => truth(left < right),
        BinaryOp::Gt => truth(left > right),
        BinaryOp::Le => truth(left <= right),
        BinaryOp::Ge => truth(left >= right),
        BinaryOp::Eq => truth(left == right),
        BinaryOp::Ne => truth(left != right),
        BinaryOp::And => Some(left & right),
        BinaryOp::Xor => Some(left ^ right),
        BinaryOp::Or => Some(left | right),
        BinaryOp::LogicalAnd => truth(left != 0 && right != 0),
        BinaryOp::LogicalOr => truth(left != 0 || right != 0),
        BinaryOp::Comma => Some(right),
        BinaryOp::Compare | BinaryOp::MemberPointer | BinaryOp::MemberPointerArrow => None,
    }
}

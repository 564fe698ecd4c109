//! Unsigned arithmetic that is not intended to wrap.
//!
//! In CUDA, numbers and sizes of threads and blocks are unsigned, and a program's own counts are mostly signed. So
//! `int i = …; i += blockDim.x` and `row + blockIdx.x * n` are computed unsigned, and the language defines a result
//! that does not fit: it wraps. The program does not intend that. Such operations are marked here; a mark changes no
//! value. What rests on the marks is reported where a kernel is checked.

use crate::builder::Builder;
use clang::kinds::CastKind;
use clang::tree::{BinaryOp as COp, CastForm, Expr as CExpr, ExprKind as C};
use clang::types::{IntKind, Qual, Type, TypeId};
use kernel_graph::{BinaryOp, Expr, ExprKind, WrapIntent};

/// What an operation is intended to give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Intent {
    /// What the language says, whether or not it wraps.
    Plain,
    /// A number that fits in a signed type, to which it is converted.
    IntoSigned,
    /// A number that is not above the greatest of its type.
    Below,
}

/// A literal of such a size is a multiplier of a hash or of random numbers rather than an extent.
const LARGE: i128 = 1 << 24;

/// The same of a literal that is written without a sign.
const LARGE_UNSIGNED: i128 = 1 << 16;

/// What a sum or product is made of.
#[derive(Default)]
struct Parts {
    /// Something was signed.
    signed: bool,
    /// The number of a block, or how many there are.
    of_grid: bool,
}

/// How deep an expression is looked at.
const DEPTH: u32 = 16;

impl Builder<'_> {
    /// What is meant with an operand that is converted from one type to another without being asked to.
    pub(crate) fn meant_by_cast(
        &self,
        (kind, form): (CastKind, CastForm),
        operand: &CExpr,
        to: TypeId,
    ) -> Intent {
        let implicit = kind == CastKind::IntegralCast && form == CastForm::Implicit;
        match implicit && self.is(to, IntKind::Int) {
            true => self.meant_as_signed(operand),
            false => Intent::Plain,
        }
    }

    /// What is meant with an operand whose value is converted to `int`.
    pub(crate) fn meant_as_signed(&self, operand: &CExpr) -> Intent {
        let whole = self.is(operand.ty.id, IntKind::UInt) && !self.has_large(operand, DEPTH);
        match whole {
            true => Intent::IntoSigned,
            false => Intent::Plain,
        }
    }

    /// What is meant with the operation of `left += right` and its like.
    pub(crate) fn meant_by_assign(
        &self,
        (_, from, _): (COp, Qual, Qual),
        left: &CExpr,
        right: &CExpr,
    ) -> Intent {
        if !self.is(from.id, IntKind::UInt) || self.has_large(right, DEPTH) {
            return Intent::Plain;
        }
        match self.is(left.ty.id, IntKind::Int) {
            true => Intent::IntoSigned,
            false => Intent::Plain,
        }
    }

    /// What is meant with the step of a `for`: that the loop ends before the number that it counts wraps.
    pub(crate) fn meant_by_step(
        &self,
        op: (COp, Qual, Qual),
        left: &CExpr,
        right: &CExpr,
    ) -> Intent {
        let counts = op.0 == COp::Add
            && [IntKind::UInt, IntKind::ULong, IntKind::ULongLong]
                .iter()
                .any(|kind| self.is(op.1.id, *kind) && self.is(left.ty.id, *kind));
        let intent = self.meant_by_assign(op, left, right);
        match intent == Intent::Plain && counts && !self.has_large(right, DEPTH) {
            true => Intent::Below,
            false => intent,
        }
    }

    /// What is meant with the result of an operation, if nobody converts it to a signed type: a sum or product of
    /// which a part was signed is not meant to wrap at the top. Where something is subtracted nothing is said,
    /// for what goes below zero comes out large, and is often a mistake.
    pub(crate) fn meant_by(&self, e: &CExpr) -> Intent {
        let mixed = self.is(e.ty.id, IntKind::UInt)
            && self.is_sum_with_signed(e, DEPTH)
            && !self.has_large(e, DEPTH);
        match mixed {
            true => Intent::Below,
            false => Intent::Plain,
        }
    }

    /// What is meant with an index: a sum or product of what variables hold and of literals is not meant to wrap.
    pub(crate) fn meant_as_index(&self, index: &CExpr) -> Intent {
        let mut named = false;
        let sum = self.is_sum_of_names(index, DEPTH, &mut named);
        // What is made of numbers of threads alone fits in any launch.
        match sum && named && !self.has_large(index, DEPTH) {
            true => Intent::Below,
            false => Intent::Plain,
        }
    }

    /// The same of what a variable begins with, if it is more than a sum: it may be an index.
    pub(crate) fn meant_at_start(&self, value: &CExpr) -> Intent {
        match has_product(value, DEPTH) {
            true => self.meant_as_index(value),
            false => Intent::Plain,
        }
    }

    /// Whether an expression without a sign is a sum or product of what is not known to come from below zero: of variables,
    /// literals, numbers of threads, quotients, remainders, and such sums and products. Notes whether there is a variable.
    fn is_sum_of_names(&self, e: &CExpr, depth: u32, named: &mut bool) -> bool {
        let C::Binary { op, left, right } = &e.kind else {
            return false;
        };
        let whole = [IntKind::UInt, IntKind::ULong, IntKind::ULongLong];
        let whole = whole.iter().any(|kind| self.is(e.ty.id, *kind));
        if depth == 0 || !matches!(op, COp::Add | COp::Mul) || !whole {
            return false;
        }
        [left, right].iter().all(|part| {
            if is_literal(part) || self.number_of_threads(self.widened(part)).is_some() {
                return true;
            }
            if self.is_name(self.widened(part)) || self.was_signed(part) {
                *named = true;
                return true;
            }
            self.is_sum_of_names(part, depth - 1, named)
        })
    }

    /// Whether an expression is what a variable or its field holds, or a quotient or remainder. A variable that begins with
    /// a difference is none: that may be below zero, and come back.
    fn is_name(&self, e: &CExpr) -> bool {
        if let C::Cast {
            kind: CastKind::LValueToRValue,
            operand,
            ..
        } = &e.kind
        {
            let mut place = &**operand;
            while let C::Field { base, arrow, .. } = &place.kind {
                if *arrow {
                    return false;
                }
                place = base;
            }
            let C::Variable(id) = &place.kind else {
                return false;
            };
            let variable = self.types.unit.variable(*id);
            let begins = variable.and_then(|variable| variable.init.as_ref());
            return !begins.is_some_and(|value| has_difference(value, DEPTH));
        }
        matches!(&e.kind, C::Binary { op, .. } if matches!(op, COp::Div | COp::Rem))
    }

    /// What is converted to a wider type without a sign, or the expression itself.
    fn widened<'e>(&self, e: &'e CExpr) -> &'e CExpr {
        if let C::Cast {
            kind: CastKind::IntegralCast,
            operand,
            ..
        } = &e.kind
            && self.is(operand.ty.id, IntKind::UInt)
            && !self.is(e.ty.id, IntKind::UInt)
        {
            return operand;
        }
        e
    }

    /// Whether an expression is a sum or product, of sums and products, one part of which was signed, one a number or size of
    /// the grid, and all others numbers or sizes of threads and literals: of another number without a sign it is not known whether it came
    /// from below zero, and comes back.
    fn is_sum_with_signed(&self, e: &CExpr, depth: u32) -> bool {
        let mut parts = Parts::default();
        self.is_sum(e, depth, &mut parts) && parts.signed && parts.of_grid
    }

    /// Whether an expression is such a sum; notes its parts.
    fn is_sum(&self, e: &CExpr, depth: u32, parts: &mut Parts) -> bool {
        let C::Binary { op, left, right } = &e.kind else {
            return false;
        };
        if depth == 0 || !matches!(op, COp::Add | COp::Mul) || !self.is(e.ty.id, IntKind::UInt) {
            return false;
        }
        [left, right].iter().all(|part| {
            if is_literal(part) {
                return true;
            }
            if let Some(of_grid) = self.number_of_threads(part) {
                parts.of_grid |= of_grid;
                return true;
            }
            if self.was_signed(part) {
                parts.signed = true;
                return true;
            }
            self.is_sum(part, depth - 1, parts)
        })
    }

    /// Whether an expression is `threadIdx.x` or its like, and if so whether it is about the grid.
    fn number_of_threads(&self, e: &CExpr) -> Option<bool> {
        if let C::Cast { kind, operand, .. } = &e.kind {
            let loads = *kind == CastKind::LValueToRValue;
            return loads.then(|| self.number_of_threads(operand)).flatten();
        }
        if let C::Field { base, arrow, .. } = &e.kind
            && let (C::Variable(id), false) = (&base.kind, arrow)
        {
            return self.is_of_grid(*id);
        }
        None
    }

    /// Whether an operand of unsigned arithmetic was converted from `int`.
    pub(crate) fn was_signed(&self, e: &CExpr) -> bool {
        let C::Cast {
            kind: CastKind::IntegralCast,
            form: CastForm::Implicit,
            operand,
        } = &e.kind
        else {
            return false;
        };
        self.is(e.ty.id, IntKind::UInt) && self.is(operand.ty.id, IntKind::Int)
    }

    /// Whether an arithmetic expression has a literal of which it is not likely that the result is to fit.
    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "what is no arithmetic has no literal of its own"
    )]
    fn has_large(&self, e: &CExpr, depth: u32) -> bool {
        match &e.kind {
            C::Integer(value) => match self.is(e.ty.id, IntKind::UInt) {
                true => *value >= LARGE_UNSIGNED,
                false => value.abs() >= LARGE,
            },
            C::Binary { left, right, .. } => {
                depth == 0 || self.has_large(left, depth - 1) || self.has_large(right, depth - 1)
            }
            C::Unary { operand, .. } | C::Cast { operand, .. } => {
                depth == 0 || self.has_large(operand, depth - 1)
            }
            _ => false,
        }
    }

    fn is(&self, ty: TypeId, kind: IntKind) -> bool {
        matches!(self.types.get(ty), Type::Int(found) if *found == kind)
    }
}

/// An operation with what is meant with it; `signed` says of each operand whether it was converted from `int`.
pub(crate) fn meant(operation: Expr, intent: Intent, signed: [bool; 2]) -> Expr {
    let Expr { scalar, kind } = operation;
    let ExprKind::Binary(op, a, b) = kind else {
        return Expr::new(scalar, kind);
    };
    let (meant, a, b) = match (intent, op, signed) {
        (Intent::IntoSigned, BinaryOp::Add, _) => (WrapIntent::AddIntoSigned, a, b),
        (Intent::IntoSigned, BinaryOp::Sub, _) => (WrapIntent::SubIntoSigned, a, b),
        (Intent::IntoSigned, BinaryOp::Mul, _) => (WrapIntent::MulIntoSigned, a, b),
        (Intent::Below, BinaryOp::Add, [_, true]) => (WrapIntent::AddSignedBelow, a, b),
        (Intent::Below, BinaryOp::Add, [true, false]) => (WrapIntent::AddSignedBelow, b, a),
        (Intent::Below, BinaryOp::Add, [false, false]) => (WrapIntent::AddBelow, a, b),
        (Intent::Below, BinaryOp::Mul, [_, true]) => (WrapIntent::MulSignedBelow, a, b),
        (Intent::Below, BinaryOp::Mul, [true, false]) => (WrapIntent::MulSignedBelow, b, a),
        (Intent::Below, BinaryOp::Mul, [false, false]) => (WrapIntent::MulBelow, a, b),
        _ => return Expr::new(scalar, ExprKind::Binary(op, a, b)),
    };
    Expr::new(scalar, ExprKind::Binary(BinaryOp::WrapIntent(meant), a, b))
}

/// Whether a sum has a product of two things that are no literals.
fn has_product(e: &CExpr, depth: u32) -> bool {
    let C::Binary { op, left, right } = &e.kind else {
        return false;
    };
    let Some(deeper) = depth.checked_sub(1) else {
        return false;
    };
    let is_product = *op == COp::Mul && !is_literal(left) && !is_literal(right);
    is_product || has_product(left, deeper) || has_product(right, deeper)
}

/// Whether something is subtracted in a sum or product.
fn has_difference(e: &CExpr, depth: u32) -> bool {
    let Some(deeper) = depth.checked_sub(1) else {
        return true;
    };
    if let C::Cast { operand, .. } = &e.kind {
        return has_difference(operand, deeper);
    }
    let C::Binary { op, left, right } = &e.kind else {
        return matches!(e.kind, C::Unary { .. });
    };
    *op == COp::Sub || has_difference(left, deeper) || has_difference(right, deeper)
}

fn is_literal(mut e: &CExpr) -> bool {
    while let C::Cast { operand, .. } = &e.kind {
        e = operand;
    }
    matches!(e.kind, C::Integer(_))
}

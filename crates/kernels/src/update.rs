//! Statements that do what an atomic operation does: `p += x`, `p = min(p, x)`, `p++`.
//!
//! An atomic operation converts its value to the type of the place before it computes. C computes in the
//! type that both operands have in common, and converts what comes out. For integers and operations that are
//! the same modulo a power of two that makes no difference; for floats, and for what compares, the types must
//! be the same. Where they are not, there is no update.

use crate::builder::Builder;
use crate::point::{behind_operand, end_of};
use clang::kinds::CastKind;
use clang::tree::{
    BinaryOp, CastForm, Expr as CExpr, ExprKind as C, Language, Stmt as CStmt, StmtKind as S,
    Storage, UnaryOp,
};
use clang::types::{FloatKind, IntKind, Type, TypeId};
use clang::walk::{Part, of_expr, of_stmt};
use kernel_graph::{Update, UpdateForm, UpdateOp, UsedUpdate};

impl Builder<'_> {
    /// What a statement does to a place, if an atomic operation of the language does the same.
    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "no atomic operation is proposed"
    )]
    pub(crate) fn update_of(&self, stmt: &CStmt, text: &str) -> Option<Update> {
        let S::Expr(e) = &stmt.kind else {
            return None;
        };
        if stmt.place.spelling.is_some() {
            return None;
        }
        let (op, form) = self.update_by(e, text)?;
        let end = end_of(text, stmt.place.span.end as usize)?;
        Some(Update {
            op,
            form,
            end: u32::try_from(end).ok()?,
        })
    }

    /// The updates in a statement whose value it uses: steps, and assignments of what is computed in the place's own type
    /// from a value that may be evaluated twice.
    pub(crate) fn used_in(&self, stmt: &CStmt, text: &str) -> Vec<UsedUpdate> {
        let mut found = Vec::new();
        if stmt.place.spelling.is_some() {
            return found;
        }
        let mut open: Vec<Part<'_>> = of_stmt(stmt);
        if let S::Expr(e) = &stmt.kind
            && self.update_by(e, text).is_some()
        {
            // Nobody uses the value of the statement itself.
            open = of_expr(e);
        }
        while let Some(part) = open.pop() {
            match part {
                // It has a point of its own.
                Part::Stmt(_) => {}
                Part::Expr(e) => {
                    found.extend(self.used(e, text));
                    open.extend(of_expr(e));
                }
                Part::Declared(id) => {
                    let variable = self.types.unit.variable(id);
                    let init = variable.and_then(|variable| variable.init.as_ref());
                    open.extend(init.map(Part::Expr));
                }
            }
        }
        found
    }

    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "no atomic operation is proposed"
    )]
    fn used(&self, e: &CExpr, text: &str) -> Option<UsedUpdate> {
        if e.place.spelling.is_some() {
            return None;
        }
        let (op, form) = self.update_by(e, text)?;
        let new_value = match &e.kind {
            C::Unary { op, .. } => match op {
                UnaryOp::PostIncrement | UnaryOp::PostDecrement => false,
                UnaryOp::PreIncrement | UnaryOp::PreDecrement => true,
                _ => return None,
            },
            C::Assign {
                op: Some(_),
                left,
                right,
            } => {
                let own = self.types.get(left.ty.id);
                let right = uncast(right);
                let alike = self.types.get(right.ty.id) == own;
                (alike && self.is_local(right)).then_some(true)?
            }
            _ => return None,
        };
        Some(UsedUpdate {
            start: e.place.span.start,
            update: Update {
                op,
                form,
                end: e.place.span.end,
            },
            new_value,
        })
    }

    /// Whether an expression has the same value before an update of memory and behind it: it reads nothing but numbers of the
    /// thread.
    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "no atomic operation is proposed"
    )]
    fn is_local(&self, e: &CExpr) -> bool {
        match &e.kind {
            C::Integer(_) => true,
            C::Variable(id) => self.types.unit.variable(*id).is_some_and(|variable| {
                matches!(variable.storage, Storage::Parameter | Storage::Local)
                    && matches!(
                        self.types.get(variable.ty.id),
                        Type::Int(_) | Type::Float(_)
                    )
            }),
            C::Binary { left, right, .. } => self.is_local(left) && self.is_local(right),
            C::Cast { operand, .. } => self.is_local(operand),
            _ => false,
        }
    }

    /// Which atomic operation does what an expression does to a place, and how that is written.
    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "no atomic operation is proposed"
    )]
    fn update_by(&self, e: &CExpr, text: &str) -> Option<(UpdateOp, UpdateForm)> {
        let (left, op, form) = match &e.kind {
            C::Unary { op, operand } => {
                let op = match op {
                    UnaryOp::PreIncrement | UnaryOp::PostIncrement => UpdateOp::Add,
                    UnaryOp::PreDecrement | UnaryOp::PostDecrement => UpdateOp::Sub,
                    _ => return None,
                };
                (operand, op, UpdateForm::Step)
            }
            C::Assign { op, left, right } => {
                if left.place.spelling.is_some() {
                    return None;
                }
                let at = behind_operand(text, left.place.span.end)?;
                match op {
                    Some((op, from, _)) => {
                        let same = self.computes_alike(left.ty.id, from.id);
                        let op = same.then(|| update(*op)).flatten()?;
                        (left, op, UpdateForm::Compound(at))
                    }
                    None if is_plain(left) => {
                        let (op, turned) = self.computed(left, right, text)?;
                        let form = match turned {
                            true => UpdateForm::Turned(at),
                            false => UpdateForm::Plain(at),
                        };
                        (left, op, form)
                    }
                    None => return None,
                }
            }
            _ => return None,
        };
        self.has_operation(op, left).then_some((op, form))
    }

    /// What `right` computes of `left` and another value, and whether that comes first. Which argument of a
    /// minimum is `left` is not looked at.
    fn computed(&self, left: &CExpr, right: &CExpr, text: &str) -> Option<(UpdateOp, bool)> {
        if let C::Call {
            callee, arguments, ..
        } = &right.kind
        {
            let C::Function(id) = uncast(callee).kind else {
                return None;
            };
            let function = self.types.unit.function(id)?;
            let known = function.own && function.body.is_none();
            let op = match &*function.name {
                "min" => UpdateOp::Min,
                "max" => UpdateOp::Max,
                _ => return None,
            };
            let mut types = arguments.iter().map(|one| one.ty.id).chain([right.ty.id]);
            let own = self.types.get(left.ty.id);
            let alike = arguments.len() == 2 && types.all(|ty| self.types.get(ty) == own);
            return (known && alike).then_some((op, false));
        }
        let right = uncast(right);
        let C::Binary {
            op,
            left: a,
            right: b,
        } = &right.kind
        else {
            return None;
        };
        let op = update(*op).filter(|_| self.computes_alike(left.ty.id, right.ty.id))?;
        let names = |e: &CExpr| text.get(uncast(e).place.span.range());
        let place = text.get(left.place.span.range())?;
        match (names(a) == Some(place), names(b) == Some(place)) {
            (true, _) => Some((op, false)),
            (false, true) if op != UpdateOp::Sub => Some((op, true)),
            _ => None,
        }
    }

    /// Whether what is computed in one type and converted to that of the place is what is computed in the
    /// latter.
    fn computes_alike(&self, place: TypeId, computed: TypeId) -> bool {
        match (self.types.get(place), self.types.get(computed)) {
            (Type::Int(_), Type::Int(_)) => true,
            (Type::Float(a), Type::Float(b)) => a == b,
            _ => false,
        }
    }

    /// Whether the language has the atomic operation for the type of a place.
    fn has_operation(&self, op: UpdateOp, place: &CExpr) -> bool {
        use IntKind::{Int, LongLong, UInt, ULongLong};
        use UpdateOp::{Add, And, Max, Min, Or, Sub, Xor};
        let of = self.types.get(place.ty.id);
        match (self.types.unit.language, of) {
            // Its functions take no pointers to volatile places.
            (Language::Cuda, _) if place.ty.volatile => false,
            (_, Type::Int(Int | UInt)) => true,
            (Language::Cuda, Type::Int(ULongLong)) => match op {
                Add | And | Or | Xor | Min | Max => true,
                Sub => false,
            },
            (Language::Cuda, Type::Int(LongLong)) => matches!(op, Min | Max),
            (Language::Cuda, Type::Float(FloatKind::Float | FloatKind::Double)) => op == Add,
            _ => false,
        }
    }
}

#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "no atomic operation is proposed"
)]
fn update(op: BinaryOp) -> Option<UpdateOp> {
    match op {
        BinaryOp::Add => Some(UpdateOp::Add),
        BinaryOp::Sub => Some(UpdateOp::Sub),
        BinaryOp::And => Some(UpdateOp::And),
        BinaryOp::Or => Some(UpdateOp::Or),
        BinaryOp::Xor => Some(UpdateOp::Xor),
        _ => None,
    }
}

/// An expression without the conversions that nobody wrote.
fn uncast(mut e: &CExpr) -> &CExpr {
    while let C::Cast {
        kind:
            CastKind::IntegralCast
            | CastKind::LValueToRValue
            | CastKind::NoOp
            | CastKind::FunctionToPointerDecay
            | CastKind::BuiltinFnToFnPtr,
        form: CastForm::Implicit,
        operand,
    } = &e.kind
    {
        e = operand;
    }
    e
}

/// Whether evaluating an expression twice is evaluating it once: it calls nothing and writes nothing.
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "no atomic operation is proposed"
)]
fn is_plain(e: &CExpr) -> bool {
    match &e.kind {
        C::Integer(_) | C::Variable(_) | C::This => true,
        C::Field { base, .. } => is_plain(base),
        C::Index { base, index } => is_plain(base) && is_plain(index),
        C::Unary { op, operand } => match op {
            UnaryOp::Plus
            | UnaryOp::Minus
            | UnaryOp::Not
            | UnaryOp::LogicalNot
            | UnaryOp::Address
            | UnaryOp::Deref => is_plain(operand),
            UnaryOp::PreIncrement
            | UnaryOp::PreDecrement
            | UnaryOp::PostIncrement
            | UnaryOp::PostDecrement
            | UnaryOp::Real
            | UnaryOp::Imag
            | UnaryOp::Extension => false,
        },
        C::Binary { left, right, .. } => is_plain(left) && is_plain(right),
        C::Cast { operand, .. } => is_plain(operand),
        _ => false,
    }
}

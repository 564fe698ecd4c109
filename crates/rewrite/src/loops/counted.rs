//! How often a loop over numbers runs: `for (int i = 0; i < 16; i += 2)`.

use crate::opened::Opened;
use crate::sites::{Site, Touched, body_of, variable};
use clang::kinds::CastKind;
use clang::tree::{BinaryOp, Expr, ExprKind, Stmt, StmtKind, Storage, UnaryOp, Unit, VariableId};
use clang::types::{AddressSpace, IntKind, Type, TypeId};
use clang::walk::{Part, of_expr, of_stmt};

/// A loop whose variable starts from a number and changes by a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Counted {
    /// The variable.
    pub variable: VariableId,
    /// Where it starts, if that is a number.
    pub start: Option<i128>,
    /// By how much it changes; not 0.
    pub step: i128,
    /// Its guard, read as `variable RELATION bound`.
    pub relation: BinaryOp,
    /// The bound, if it is a number.
    pub bound: Option<i128>,
    /// Whether the variable and the guard are of an unsigned type.
    pub unsigned: bool,
}

/// Numbers beyond these may be none of the variable's type.
const MOST: i128 = i32::MAX as i128;

impl Counted {
    /// How often the loop runs, if that is a number.
    pub(crate) fn trips(&self) -> Option<u64> {
        let (start, bound) = (self.start?, self.bound?);
        let small = |value: i128| (-MOST..=MOST).contains(&value);
        if ![start, bound, self.step].into_iter().all(small) {
            return None;
        }
        // The variable stays representable up to where the guard fails.
        let last = bound + self.step;
        if !small(last) || (self.unsigned && (start < 0 || bound < 0 || last < 0)) {
            return None;
        }
        let distance = match (self.relation, self.step > 0) {
            (BinaryOp::Lt, true) => bound - start,
            (BinaryOp::Le, true) => bound - start + 1,
            (BinaryOp::Gt, false) => start - bound,
            (BinaryOp::Ge, false) => start - bound + 1,
            (BinaryOp::Ne, true) if (bound - start) % self.step == 0 => bound - start,
            (BinaryOp::Ne, false) if (start - bound) % self.step == 0 => start - bound,
            _ => return None,
        };
        let by = self.step.abs();
        u64::try_from((distance.max(0) + by - 1) / by).ok()
    }
}

/// What is known of a loop, if it is the same in all functions that have it.
pub(crate) fn counted(opened: &Opened<'_>, site: &Site<'_>) -> Option<Counted> {
    let unit = &opened.reading.unit;
    let each = site.stmts.iter().zip(&site.functions);
    let mut all = each.map(|(stmt, id)| of_loop(unit, stmt, unit.function(*id)?.body.as_ref()?));
    let first = all.next()??;
    let same = |other: Option<Counted>| {
        other.is_some_and(|other| {
            Counted {
                variable: first.variable,
                ..other
            } == first
        })
    };
    all.all(same).then_some(first)
}

fn of_loop(unit: &Unit, stmt: &Stmt, function: &Stmt) -> Option<Counted> {
    let StmtKind::For {
        init,
        condition: Some(condition),
        step: Some(step),
        ..
    } = &stmt.kind
    else {
        return None;
    };
    let (id, step) = update(unit, step)?;
    let one = unit.variable(id)?;
    let local = matches!(one.storage, Storage::Local | Storage::Parameter) && !one.ty.volatile;
    if step == 0 || !local || !steady(unit, stmt, id) || !is_own(unit, function, id) {
        return None;
    }
    let signed = is_signed(unit, one.ty.id)?;
    let (relation, bound, compared) = guard(condition, id)?;
    let start = match init.as_deref().map(|init| &init.kind) {
        Some(StmtKind::Declare(all)) if all.as_slice() == [id] => {
            one.init.as_ref().and_then(|init| number(unit, init))
        }
        Some(StmtKind::Expr(Expr {
            kind:
                ExprKind::Assign {
                    op: None,
                    left,
                    right,
                },
            ..
        })) if variable(left) == Some(id) => number(unit, right),
        _ => None,
    };
    Some(Counted {
        variable: id,
        start,
        step,
        relation,
        bound: number(unit, bound),
        unsigned: !signed || !is_signed(unit, compared)?,
    })
}

/// Whether an integer type of at least 32 bits has negative values; none for other types, which have fewer numbers or none.
pub(crate) fn is_signed(unit: &Unit, ty: TypeId) -> Option<bool> {
    match unit.types.get(ty) {
        Type::Int(IntKind::Int | IntKind::Long | IntKind::LongLong | IntKind::Int128) => Some(true),
        Type::Int(IntKind::UInt | IntKind::ULong | IntKind::ULongLong | IntKind::UInt128) => {
            Some(false)
        }
        _ => None,
    }
}

/// The variable that an update changes, and by how much.
fn update(unit: &Unit, expr: &Expr) -> Option<(VariableId, i128)> {
    match &expr.kind {
        ExprKind::Unary {
            op: UnaryOp::PreIncrement | UnaryOp::PostIncrement,
            operand,
        } => Some((variable(operand)?, 1)),
        ExprKind::Unary {
            op: UnaryOp::PreDecrement | UnaryOp::PostDecrement,
            operand,
        } => Some((variable(operand)?, -1)),
        ExprKind::Assign {
            op: Some((BinaryOp::Add, ..)),
            left,
            right,
        } => Some((variable(left)?, number(unit, right)?)),
        ExprKind::Assign {
            op: Some((BinaryOp::Sub, ..)),
            left,
            right,
        } => Some((variable(left)?, -number(unit, right)?)),
        ExprKind::Assign {
            op: None,
            left,
            right,
        } => {
            let id = variable(left)?;
            let ExprKind::Binary { op, left, right } = &bare(right).kind else {
                return None;
            };
            match (op, variable(left) == Some(id), variable(right) == Some(id)) {
                (BinaryOp::Add, true, false) => Some((id, number(unit, right)?)),
                (BinaryOp::Add, false, true) => Some((id, number(unit, left)?)),
                (BinaryOp::Sub, true, false) => Some((id, -number(unit, right)?)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// A guard as a relation of the variable to a bound, and the type in which they are compared.
fn guard(expr: &Expr, id: VariableId) -> Option<(BinaryOp, &Expr, TypeId)> {
    let ExprKind::Binary { op, left, right } = &bare(expr).kind else {
        return None;
    };
    let turned = match op {
        BinaryOp::Lt => BinaryOp::Gt,
        BinaryOp::Le => BinaryOp::Ge,
        BinaryOp::Gt => BinaryOp::Lt,
        BinaryOp::Ge => BinaryOp::Le,
        BinaryOp::Ne => BinaryOp::Ne,
        _ => return None,
    };
    match (variable(left) == Some(id), variable(right) == Some(id)) {
        (true, false) => Some((*op, right, left.ty.id)),
        (false, true) => Some((turned, left, right.ty.id)),
        _ => None,
    }
}

/// An expression without conversions around it.
fn bare(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Cast { operand, .. } => bare(operand),
        _ => expr,
    }
}

/// The value of an expression that is a number wherever it stands; none beyond what an `int` has.
pub(crate) fn number(unit: &Unit, expr: &Expr) -> Option<i128> {
    // In a narrower type it could be another number.
    let signed = is_signed(unit, expr.ty.id)?;
    let value = number_of(unit, expr)?;
    // Below zero without a sign it is another number.
    ((signed || value >= 0) && (-MOST..=MOST).contains(&value)).then_some(value)
}

fn number_of(unit: &Unit, expr: &Expr) -> Option<i128> {
    match &expr.kind {
        ExprKind::Integer(value) => Some(*value),
        ExprKind::Cast { operand, .. } => number(unit, operand),
        ExprKind::Unary {
            op: UnaryOp::Minus,
            operand,
        } => number(unit, operand)?.checked_neg(),
        ExprKind::Unary {
            op: UnaryOp::Plus,
            operand,
        } => number(unit, operand),
        ExprKind::Binary { op, left, right } => {
            let (left, right) = (number(unit, left)?, number(unit, right)?);
            match op {
                BinaryOp::Add => left.checked_add(right),
                BinaryOp::Sub => left.checked_sub(right),
                BinaryOp::Mul => left.checked_mul(right),
                BinaryOp::Div => left.checked_div(right),
                _ => None,
            }
        }
        ExprKind::Variable(id) => {
            let one = unit.variable(*id)?;
            let fixed = one.constexpr || (one.ty.constant && !one.ty.volatile);
            // A variable of the device may be written from outside.
            let own = matches!(one.space, AddressSpace::Default | AddressSpace::Private);
            let init = one
                .init
                .as_ref()
                .filter(|_| fixed && own && one.storage != Storage::Parameter)?;
            // An initial value that is computed may be another each time.
            number(unit, init)
        }
        _ => None,
    }
}

/// Whether the body leaves the variable alone.
fn steady(unit: &Unit, stmt: &Stmt, id: VariableId) -> bool {
    body_of(stmt).is_some_and(|body| is_read_alone(unit, body, id))
}

/// Whether a variable is only read in a statement: never written, and its address not taken.
pub(crate) fn is_read_alone(unit: &Unit, body: &Stmt, id: VariableId) -> bool {
    let mut touched = Touched::default();
    touched.stmt(unit, body);
    !touched.written.contains(&id) && reads_alone(unit, of_stmt(body), id)
}

fn reads_alone(unit: &Unit, parts: Vec<Part<'_>>, id: VariableId) -> bool {
    parts.into_iter().all(|part| match part {
        Part::Stmt(inner) => reads_alone(unit, of_stmt(inner), id),
        Part::Expr(expr) => reads_of(unit, expr, id),
        Part::Declared(declared) => {
            let init = unit.variable(declared).and_then(|one| one.init.as_ref());
            init.is_none_or(|init| reads_of(unit, init, id))
        }
    })
}

fn reads_of(unit: &Unit, expr: &Expr, id: VariableId) -> bool {
    match &expr.kind {
        ExprKind::Cast {
            kind: CastKind::LValueToRValue,
            operand,
            ..
        } if matches!(operand.kind, ExprKind::Variable(_)) => true,
        ExprKind::Variable(own) => *own != id,
        // A lambda may do with what it captures whatever it wants.
        ExprKind::Lambda { captures, .. } => captures.is_empty(),
        _ => reads_alone(unit, of_expr(expr), id),
    }
}

/// Whether nothing but its name leads to a variable in a function: it is read, assigned and counted, and its address is not
/// taken, nor is it captured.
pub(crate) fn is_own(unit: &Unit, function: &Stmt, id: VariableId) -> bool {
    own_in(unit, of_stmt(function), id)
}

fn own_in(unit: &Unit, parts: Vec<Part<'_>>, id: VariableId) -> bool {
    parts.into_iter().all(|part| match part {
        Part::Stmt(inner) => own_in(unit, of_stmt(inner), id),
        Part::Expr(expr) => own_of(unit, expr, id),
        Part::Declared(declared) => {
            let init = unit.variable(declared).and_then(|one| one.init.as_ref());
            init.is_none_or(|init| own_of(unit, init, id))
        }
    })
}

fn own_of(unit: &Unit, expr: &Expr, id: VariableId) -> bool {
    let is_it = |expr: &Expr| matches!(expr.kind, ExprKind::Variable(_));
    match &expr.kind {
        ExprKind::Cast {
            kind: CastKind::LValueToRValue,
            operand,
            ..
        } if is_it(operand) => true,
        ExprKind::Assign { left, right, .. } if is_it(left) => own_of(unit, right, id),
        ExprKind::Unary {
            op:
                UnaryOp::PreIncrement
                | UnaryOp::PreDecrement
                | UnaryOp::PostIncrement
                | UnaryOp::PostDecrement,
            operand,
        } if is_it(operand) => true,
        ExprKind::Variable(own) => *own != id,
        ExprKind::Lambda { captures, .. } => captures.is_empty(),
        _ => own_in(unit, of_expr(expr), id),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trips(start: i128, relation: BinaryOp, bound: i128, step: i128) -> Option<u64> {
        let unsigned = false;
        one(start, (relation, bound), step, unsigned).trips()
    }

    fn one(
        start: i128,
        (relation, bound): (BinaryOp, i128),
        step: i128,
        unsigned: bool,
    ) -> Counted {
        Counted {
            variable: VariableId(0),
            start: Some(start),
            step,
            relation,
            bound: Some(bound),
            unsigned,
        }
    }

    #[test]
    fn loops_over_numbers_are_counted() {
        use BinaryOp::{Ge, Gt, Le, Lt, Ne};
        assert_eq!(trips(0, Lt, 16, 1), Some(16));
        assert_eq!(trips(0, Le, 16, 1), Some(17));
        assert_eq!(trips(0, Lt, 7, 3), Some(3));
        assert_eq!(trips(8, Lt, 8, 1), Some(0));
        assert_eq!(trips(20, Gt, 3, -2), Some(9));
        assert_eq!(trips(20, Ge, 0, -4), Some(6));
        assert_eq!(trips(0, Ne, 6, 2), Some(3));
    }

    #[test]
    fn what_would_wrap_or_never_end_is_not_counted() {
        use BinaryOp::{Ge, Gt, Lt, Ne};
        assert_eq!(trips(0, Ne, 5, 2), None);
        assert_eq!(trips(0, Gt, 5, 1), None);
        assert_eq!(trips(0, Lt, MOST, 1), None);
        assert_eq!(trips(MOST + 1, Lt, MOST + 3, 1), None);
        // An unsigned variable is never below zero.
        assert_eq!(one(8, (Ge, 0), -1, true).trips(), None);
        assert_eq!(one(-4, (Lt, 4), 1, true).trips(), None);
    }
}

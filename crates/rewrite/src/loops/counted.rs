//! How often a loop over numbers runs: `for (int i = 0; i < 16; i += 2)`.

use crate::opened::Opened;
use crate::sites::{Site, Touched, body_of, variable};
use clang::kinds::CastKind;
use clang::tree::{BinaryOp, Expr, ExprKind, Stmt, StmtKind, Storage, UnaryOp, Unit, VariableId};
use clang::types::{IntKind, Type};
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
    let mut all = site.stmts.iter().map(|stmt| of_loop(unit, stmt));
    let first = all.next()??;
    all.all(|other| {
        other.is_some_and(|other| {
            Counted {
                variable: first.variable,
                ..other
            } == first
        })
    })
    .then_some(first)
}

fn of_loop(unit: &Unit, stmt: &Stmt) -> Option<Counted> {
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
    let Type::Int(kind) = unit.types.get(one.ty.id) else {
        return None;
    };
    let local = matches!(one.storage, Storage::Local | Storage::Parameter) && !one.ty.volatile;
    if step == 0 || !local || !steady(unit, stmt, id) {
        return None;
    }
    let (relation, bound) = guard(condition, id)?;
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
        unsigned: !is_signed(*kind),
    })
}

/// Whether an integer type has negative values; one of which that depends on the machine is taken to have none.
fn is_signed(kind: IntKind) -> bool {
    match kind {
        IntKind::SChar
        | IntKind::Short
        | IntKind::Int
        | IntKind::Long
        | IntKind::LongLong
        | IntKind::Int128 => true,
        IntKind::Bool
        | IntKind::Char
        | IntKind::UChar
        | IntKind::WChar
        | IntKind::Char8
        | IntKind::Char16
        | IntKind::Char32
        | IntKind::UShort
        | IntKind::UInt
        | IntKind::ULong
        | IntKind::ULongLong
        | IntKind::UInt128 => false,
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

/// A guard as a relation of the variable to a bound.
fn guard(expr: &Expr, id: VariableId) -> Option<(BinaryOp, &Expr)> {
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
        (true, false) => Some((*op, right)),
        (false, true) => Some((turned, left)),
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

/// The value of an expression that is a number wherever it stands.
pub(crate) fn number(unit: &Unit, expr: &Expr) -> Option<i128> {
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
            let init = one
                .init
                .as_ref()
                .filter(|_| fixed && one.storage != Storage::Parameter)?;
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

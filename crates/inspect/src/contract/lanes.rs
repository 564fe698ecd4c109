//! That rows of a block are warps: a kernel that knows `threadIdx.x` by `threadIdx.x % 32` alone does the same in each warp of
//! a row, so that it is meant for rows of one. Rows have to be told apart by another number, and the number of a warp in its
//! row, `threadIdx.x / 32`, or the length of a row is nowhere in the text: who writes one means longer rows.

use super::linear::Values;
use super::meaning::{About, Proposed, Weight, threads};
use super::within::plain;
use crate::sizes::each_expression;
use contracts::{Axis, Clause, Number, Relation};
use kernel_graph::{
    Atom, BinaryOp, Dimension, Expr, ExprKind, Function, FunctionId, Module, StmtKind,
};

/// The threads of a warp.
pub(super) const WARP: u32 = 32;

/// The clause for a kernel whose calls are inlined.
pub(super) fn lanes(module: &Module, kernel: FunctionId) -> Option<Proposed> {
    let function = module.functions.get(kernel.0 as usize)?;
    let told = has_rows(function) && Lanes::of(function).are_all_there_is();
    let clause = Clause::Compare(
        threads(Axis::X, false),
        Relation::Equal,
        Number::from(i64::from(WARP)),
    );
    told.then(|| Proposed {
        clause,
        about: About::Lanes,
        evidence: format!("the kernel asks for `threadIdx.x` by `threadIdx.x % {WARP}` alone"),
        weight: Weight::Most,
    })
}

/// Whether a kernel asks for the number of a row of its block.
fn has_rows(function: &Function) -> bool {
    let mut found = false;
    each_expression(function, &mut |part| {
        found |= matches!(part.kind, ExprKind::Atom(Atom::Thread(Dimension::Y)));
    });
    found
}

/// How a kernel asks for the number of a thread in its row.
#[derive(Default)]
struct Lanes {
    /// By its lane.
    by_lane: bool,
    /// In another way, or for the length of a row.
    otherwise: bool,
}

impl Lanes {
    fn of(function: &Function) -> Lanes {
        let values = Values::of(function);
        let mut found = Lanes::default();
        for block in &function.blocks {
            for stmt in &block.stmts {
                if !is_copy(&stmt.kind, &values) {
                    let parts = stmt.kind.exprs().into_iter();
                    parts.for_each(|part| found.see(part, &values));
                }
            }
            let parts = block.end.exprs().into_iter();
            parts.for_each(|part| found.see(part, &values));
        }
        found
    }

    fn are_all_there_is(&self) -> bool {
        self.by_lane && !self.otherwise
    }

    fn see(&mut self, expr: &Expr, values: &Values<'_>) {
        if is_lane(expr, values) {
            self.by_lane = true;
            return;
        }
        let of_row = matches!(
            expr.kind,
            ExprKind::Atom(
                Atom::BlockSize(Dimension::X)
                    | Atom::Global(Dimension::X)
                    | Atom::GlobalSize(Dimension::X)
                    | Atom::Lane
                    | Atom::Warp
            )
        );
        self.otherwise |= of_row || is_thread(expr, values);
        let parts = expr.children().into_iter();
        parts.for_each(|part| self.see(part, values));
    }
}

/// Whether a statement only gives the number of a thread another name, which it always has.
fn is_copy(stmt: &StmtKind, values: &Values<'_>) -> bool {
    let StmtKind::Assign { to, value } = stmt else {
        return false;
    };
    let name = Expr {
        scalar: value.scalar,
        kind: ExprKind::Local(*to),
    };
    is_thread(value, values) && is_thread(&name, values)
}

fn is_thread(expr: &Expr, values: &Values<'_>) -> bool {
    matches!(
        plain(expr, values).kind,
        ExprKind::Atom(Atom::Thread(Dimension::X))
    )
}

/// Whether an expression is the number of a thread in its warp, where rows are of whole warps.
fn is_lane(expr: &Expr, values: &Values<'_>) -> bool {
    let ExprKind::Binary(op, a, b) = &expr.kind else {
        return false;
    };
    let is = |number: &Expr, of: u32| values.constant(number) == Some(i128::from(of));
    match op {
        BinaryOp::RemSigned | BinaryOp::RemUnsigned => is_thread(a, values) && is(b, WARP),
        BinaryOp::And => {
            is_thread(a, values) && is(b, WARP - 1) || is_thread(b, values) && is(a, WARP - 1)
        }
        _ => false,
    }
}

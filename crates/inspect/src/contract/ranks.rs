//! The dimensions of which a kernel knows by the rank of a thread alone: its number over all dimensions, as `thread_rank()`
//! of a cooperative group has it, and how many there are. A library reads all of them, whatever the kernel is for.

use kernel_graph::{Atom, BinaryOp, Dimension, Expr, ExprKind, Function, FunctionId, Module};
use std::collections::BTreeSet;

/// The dimensions of blocks about which a kernel whose calls are inlined asks otherwise; in ranks it asks about all.
pub(super) fn asked(function: &Function) -> BTreeSet<Dimension> {
    let mut found = BTreeSet::new();
    let stmts = function.blocks.iter().flat_map(|block| {
        let exprs = block.stmts.iter().flat_map(|stmt| stmt.kind.exprs());
        exprs.chain(block.end.exprs())
    });
    for expr in stmts {
        see(expr, &mut found);
    }
    found
}

/// How many dimensions blocks have, of so many that a kernel reads: those behind the first are none where it asks about the
/// first, and about the others only in ranks.
pub(super) fn dimensions(module: Option<&Module>, kernel: FunctionId, read: usize) -> usize {
    let function = module.and_then(|module| module.functions.get(kernel.0 as usize));
    let asked = function.map(asked);
    match asked.is_some_and(|asked| asked == BTreeSet::from([Dimension::X])) {
        true => read.min(1),
        false => read,
    }
}

/// Takes in the dimensions of an expression outside of ranks.
fn see(expr: &Expr, found: &mut BTreeSet<Dimension>) {
    if is_rank(expr) || is_volume(expr) {
        return;
    }
    match &expr.kind {
        ExprKind::Atom(
            Atom::Thread(axis)
            | Atom::BlockSize(axis)
            | Atom::Global(axis)
            | Atom::GlobalSize(axis),
        ) => {
            found.insert(*axis);
        }
        _ => expr
            .children()
            .into_iter()
            .for_each(|part| see(part, found)),
    }
}

/// Whether an expression is a thread's number over all dimensions: `x + (y + z * height) * width`.
fn is_rank(expr: &Expr) -> bool {
    let thread = |axis| move |part: &Expr| is_atom(part, Atom::Thread(axis));
    let size = |axis| move |part: &Expr| is_atom(part, Atom::BlockSize(axis));
    let is_plane = |part: &Expr| is_product(part, &thread(Dimension::Z), &size(Dimension::Y));
    let is_row = |part: &Expr| is_sum(part, &thread(Dimension::Y), &is_plane);
    let is_rows = |part: &Expr| is_product(part, &is_row, &size(Dimension::X));
    is_sum(expr, &thread(Dimension::X), &is_rows)
}

/// Whether an expression is the number of a block's threads.
fn is_volume(expr: &Expr) -> bool {
    let mut factors = Vec::new();
    let mut open = vec![expr];
    while let Some(part) = open.pop() {
        let part = plain(part);
        match &part.kind {
            ExprKind::Binary(op, a, b) if is_mul(*op) => open.extend([&**a, &**b]),
            ExprKind::Atom(Atom::BlockSize(axis)) => factors.push(*axis),
            _ => return false,
        }
    }
    factors.sort_unstable();
    factors == [Dimension::X, Dimension::Y, Dimension::Z]
}

type Is<'a> = &'a dyn Fn(&Expr) -> bool;

fn is_sum(expr: &Expr, one: Is<'_>, other: Is<'_>) -> bool {
    let is_add = |op: BinaryOp| matches!(op, BinaryOp::Add | BinaryOp::AddSigned);
    is_of(expr, &is_add, (one, other))
}

fn is_product(expr: &Expr, one: Is<'_>, other: Is<'_>) -> bool {
    is_of(expr, &is_mul, (one, other))
}

fn is_of(expr: &Expr, op: &dyn Fn(BinaryOp) -> bool, (one, other): (Is<'_>, Is<'_>)) -> bool {
    match &plain(expr).kind {
        ExprKind::Binary(of, a, b) if op(of.wrapping()) => one(a) && other(b) || one(b) && other(a),
        _ => false,
    }
}

fn is_mul(op: BinaryOp) -> bool {
    matches!(op.wrapping(), BinaryOp::Mul | BinaryOp::MulSigned)
}

fn is_atom(expr: &Expr, atom: Atom) -> bool {
    matches!(plain(expr).kind, ExprKind::Atom(of) if of == atom)
}

fn plain(expr: &Expr) -> &Expr {
    let mut expr = expr;
    while let ExprKind::Cast(_, of) = &expr.kind {
        expr = of;
    }
    expr
}

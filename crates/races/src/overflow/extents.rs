//! Numbers of blocks over several dimensions, `blockIdx.y * gridDim.x + blockIdx.x`, computed without a sign.
//!
//! The language lets them wrap, which takes a launch of 2^32 blocks or threads. Sums and products of numbers and
//! sizes of threads and blocks, and of small literals, in which two of the grid, or one and a literal, are multiplied, are
//! marked as not meant to wrap: they are then treated as signed ones are, so each is listed where a verdict rests on it. What is computed with
//! parameters, or with factors as large as those of hashes, is left as it is.

use kernel_graph::{
    Atom, BinaryOp, Expr, ExprKind, Function, LocalId, Scalar, StmtKind, WrapIntent,
};
use std::collections::{BTreeMap, BTreeSet};

/// Coefficients from here on are multipliers of hashes or of random numbers rather than extents.
const LARGE: u128 = 1 << 16;

/// How deep an expression is looked at.
const DEPTH: u32 = 24;

/// What an expression is made of, all of whose parts are extents or numbers below them.
#[derive(Clone, Copy)]
struct Extent {
    /// The number of a block, or how many there are.
    of_grid: bool,
    /// A product of two of these, or of one and a literal.
    grid_product: bool,
    /// The greatest literal of its products.
    factor: u128,
}

/// The values of the locals that are assigned once.
type Values = BTreeMap<LocalId, Expr>;

/// Marks the operations of a function that compute such numbers.
pub(crate) fn mark(function: &mut Function) {
    let values = assigned_once(function);
    for block in &mut function.blocks {
        for stmt in &mut block.stmts {
            // Annotations mean what they say.
            if matches!(stmt.kind, StmtKind::Annotation(_)) {
                continue;
            }
            for expr in stmt.kind.exprs_mut() {
                mark_in(expr, &values);
            }
        }
        for expr in block.end.exprs_mut() {
            mark_in(expr, &values);
        }
    }
}

/// The locals that one statement assigns, once in the text, and what it assigns.
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "what else gives a local its value is no expression"
)]
fn assigned_once(function: &Function) -> Values {
    let mut values = Values::new();
    let mut assigned: BTreeSet<LocalId> = function.params.iter().map(|param| param.local).collect();
    for stmt in function.blocks.iter().flat_map(|block| &block.stmts) {
        // Where a variable begins it has no value yet.
        let begins = matches!(stmt.kind, StmtKind::Havoc(_));
        let Some(to) = stmt.kind.assigned().filter(|_| !begins) else {
            continue;
        };
        let is_first = assigned.insert(to);
        match &stmt.kind {
            StmtKind::Assign { value, .. } if is_first => {
                values.insert(to, value.clone());
            }
            _ => {
                values.remove(&to);
            }
        }
    }
    values
}

#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "other operations stay as they are"
)]
fn mark_in(expr: &mut Expr, values: &Values) {
    let extent = extent(expr, values, DEPTH);
    let fits = extent.is_some_and(|extent| extent.of_grid && extent.grid_product);
    if let (ExprKind::Binary(op, ..), true) = (&mut expr.kind, fits) {
        *op = match *op {
            BinaryOp::Add => BinaryOp::WrapIntent(WrapIntent::AddBelow),
            BinaryOp::Mul => BinaryOp::WrapIntent(WrapIntent::MulBelow),
            other => other,
        };
    }
    for child in expr.children_mut() {
        mark_in(child, values);
    }
}

/// What an expression of 32 bits is made of; none if of anything else.
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "of what has no rule nothing is assumed"
)]
fn extent(expr: &Expr, values: &Values, depth: u32) -> Option<Extent> {
    let depth = depth.checked_sub(1)?;
    if expr.scalar != Scalar::Int(32) {
        return None;
    }
    let plain = |of_grid, factor| Extent {
        of_grid,
        grid_product: false,
        factor,
    };
    let extent = |part: &Expr| extent(part, values, depth);
    match &expr.kind {
        ExprKind::Const(value) if *value < LARGE => Some(plain(false, (*value).max(1))),
        ExprKind::Atom(Atom::Thread(_) | Atom::BlockSize(_)) => Some(plain(false, 1)),
        ExprKind::Atom(
            Atom::Block(_) | Atom::GridSize(_) | Atom::Global(_) | Atom::GlobalSize(_),
        ) => Some(plain(true, 1)),
        ExprKind::Local(local) => extent(values.get(local)?),
        ExprKind::Binary(op, a, b) => {
            let op = op.wrapping();
            let (a, b) = (extent(a)?, extent(b)?);
            let both = |factor: u128| Extent {
                of_grid: a.of_grid || b.of_grid,
                grid_product: a.grid_product || b.grid_product,
                factor,
            };
            let found = match op {
                BinaryOp::Add | BinaryOp::AddSigned => both(a.factor.max(b.factor)),
                BinaryOp::Mul | BinaryOp::MulSigned => {
                    // A literal may be more than a block has threads.
                    let large = a.of_grid && b.factor > 1 || b.of_grid && a.factor > 1;
                    let product = a.of_grid && b.of_grid || large;
                    Extent {
                        grid_product: a.grid_product || b.grid_product || product,
                        ..both(a.factor.saturating_mul(b.factor))
                    }
                }
                // No more than the first operand.
                BinaryOp::DivUnsigned | BinaryOp::RemUnsigned | BinaryOp::ShiftRightUnsigned => a,
                _ => return None,
            };
            (found.factor < LARGE).then_some(found)
        }
        _ => None,
    }
}

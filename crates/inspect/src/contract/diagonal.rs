//! Grids whose blocks go along a diagonal: `(blockIdx.x + blockIdx.y) % gridDim.x` beside `blockIdx.x` is another block of a
//! square for each block, where there are no more blocks in the second dimension than in the first.

use super::linear::{Sum, Term, Values};
use super::meaning::{About, Proposed, Weight, blocks};
use super::within::plain;
use crate::sizes::each_expression;
use contracts::{Axis, Clause, Relation};
use kernel_graph::{Atom, BinaryOp, Dimension, Expr, ExprKind, FunctionId, Module};
use std::collections::BTreeSet;

/// What is said to be a row, of accesses in whose address the remainder is.
pub(super) const DIAGONAL: &str = "gridDim";

/// The clauses for a kernel whose calls are inlined.
pub(super) fn diagonals(module: &Module, kernel: FunctionId) -> Vec<Proposed> {
    let Some(function) = module.functions.get(kernel.0 as usize) else {
        return Vec::new();
    };
    let values = Values::of(function);
    let mut along = BTreeSet::new();
    each_expression(function, &mut |part| along.extend(diagonal(part, &values)));
    let clause = |along: Dimension| {
        let (along, across) = match along {
            Dimension::Y => (Axis::Y, Axis::X),
            Dimension::X | Dimension::Z => (Axis::X, Axis::Y),
        };
        Proposed {
            clause: Clause::Compare(blocks(across), Relation::AtMost, blocks(along)),
            about: About::Row(DIAGONAL.to_owned()),
            evidence: format!(
                "`blockIdx.x + blockIdx.y` is taken modulo `{}`",
                blocks(along)
            ),
            weight: Weight::Most,
        }
    };
    along.into_iter().map(clause).collect()
}

/// The dimension modulo whose number of blocks an expression is the sum of a block's two numbers, if it is that.
pub(super) fn diagonal(expr: &Expr, values: &Values<'_>) -> Option<Dimension> {
    let ExprKind::Binary(BinaryOp::RemSigned | BinaryOp::RemUnsigned, sum, by) = &expr.kind else {
        return None;
    };
    let ExprKind::Atom(Atom::GridSize(along @ (Dimension::X | Dimension::Y))) =
        plain(by, values).kind
    else {
        return None;
    };
    is_of_both(&values.sum(sum)).then_some(along)
}

fn is_of_both(sum: &Sum) -> bool {
    let both = [Dimension::X, Dimension::Y].map(|axis| (Term::Block(axis), 1));
    !sum.more && sum.number == 0 && sum.terms == both.into()
}

//! Into how many threads of a block comparisons with numbers of the text tell it apart: `threadIdx.x <= 32` speaks of the
//! first 33. In a block of fewer such a comparison has no purpose, so that who wrote it means larger ones, and no extent of
//! an array stands in for it.

use super::linear::{Sum, Term, Values};
use kernel_graph::{
    Block, BlockId, CompareOp, Dimension, Expr, ExprKind, Function, FunctionId, Module, Terminator,
};
use std::collections::BTreeSet;

/// The most threads of each dimension that one comparison of a kernel whose calls are inlined speaks of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ToldApart([i128; 3]);

impl ToldApart {
    /// What the comparisons of a kernel speak of.
    pub(super) fn of(module: &Module, kernel: FunctionId) -> ToldApart {
        let functions = &module.functions;
        let function = functions.get(kernel.0 as usize);
        function.map(ToldApart::within).unwrap_or_default()
    }

    fn within(function: &Function) -> ToldApart {
        let values = Values::of(function);
        let mut found = ToldApart::default();
        let mut see = |part: &Expr| {
            let ExprKind::Compare(op, a, b) = &part.kind else {
                return;
            };
            let (left, right) = (values.sum(a), values.sum(b));
            found.see(*op, &left, &right, Side::Left);
            found.see(*op, &right, &left, Side::Right);
        };
        for block in reached(function, &values) {
            let stmts = block.stmts.iter().flat_map(|stmt| stmt.kind.exprs());
            for expr in stmts.chain(block.end.exprs()) {
                expr.visit(&mut see);
            }
        }
        found
    }

    /// Whether a comparison speaks of more threads than a block of this shape has. Of a dimension of one thread nothing is
    /// said: it is there because nothing asks for more.
    pub(super) fn exceeds(&self, shape: [u32; 3]) -> bool {
        let mut each = self.0.iter().zip(shape);
        each.any(|(told, threads)| threads > 1 && *told > i128::from(threads))
    }

    /// Whether one speaks of more threads in a dimension than so many.
    pub(super) fn exceeds_in(&self, axis: Dimension, threads: u32) -> bool {
        let told = self.0.get(index(axis));
        told.is_some_and(|told| *told > i128::from(threads))
    }

    /// Takes in a comparison of a thread's number on this side with a number on the other one.
    fn see(&mut self, op: CompareOp, number: &Sum, with: &Sum, side: Side) {
        let Some((axis, factor)) = thread(number) else {
            return;
        };
        if !with.terms.is_empty() || with.more {
            return;
        }
        let room = with.number - number.number;
        // The threads whose multiples are less than the number, and those whose multiples are no more.
        let less = (room + factor - 1).div_euclid(factor);
        let no_more = room.div_euclid(factor) + 1;
        let told = match (op, side) {
            (CompareOp::LessSigned | CompareOp::LessUnsigned, Side::Left)
            | (CompareOp::LessEqualSigned | CompareOp::LessEqualUnsigned, Side::Right) => less,
            (CompareOp::LessEqualSigned | CompareOp::LessEqualUnsigned, Side::Left)
            | (CompareOp::LessSigned | CompareOp::LessUnsigned, Side::Right)
            | (CompareOp::Eq | CompareOp::Ne, _) => no_more,
        };
        if let Some(slot) = self.0.get_mut(index(axis)) {
            *slot = told.max(*slot);
        }
    }
}

/// The blocks that are reached where comparisons of numbers have the result that they always have: of a template there are
/// cases for other arguments.
fn reached<'f>(function: &'f Function, values: &Values<'_>) -> Vec<&'f Block> {
    let mut found = Vec::new();
    let mut seen: BTreeSet<BlockId> = BTreeSet::new();
    let mut open = vec![BlockId(0)];
    while let Some(at) = open.pop() {
        let Some(block) = function.block(at).filter(|_| seen.insert(at)) else {
            continue;
        };
        found.push(block);
        let next = match &block.end {
            Terminator::Branch {
                condition,
                then,
                otherwise,
            } => match truth(condition, values) {
                Some(true) => vec![*then],
                Some(false) => vec![*otherwise],
                None => vec![*then, *otherwise],
            },
            end => end.successors(),
        };
        open.extend(next);
    }
    found
}

/// The truth that a condition always has.
fn truth(condition: &Expr, values: &Values<'_>) -> Option<bool> {
    let condition = values.resolved(condition);
    let (op, a, b) = match &condition.kind {
        ExprKind::Const(bits) => return Some(*bits != 0),
        ExprKind::Compare(op, a, b) => (op, values.constant(a)?, values.constant(b)?),
        _ => return None,
    };
    // What is below zero is another number without a sign.
    (a >= 0 && b >= 0).then_some(match op {
        CompareOp::LessSigned | CompareOp::LessUnsigned => a < b,
        CompareOp::LessEqualSigned | CompareOp::LessEqualUnsigned => a <= b,
        CompareOp::Eq => a == b,
        CompareOp::Ne => a != b,
    })
}

/// On which side of a comparison something stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

/// The dimension of a thread's number of which a sum is a multiple, a number more or less; and the factor.
fn thread(sum: &Sum) -> Option<(Dimension, i128)> {
    let mut terms = sum.terms.iter();
    match (terms.next(), terms.next()) {
        (Some((Term::Thread(axis, 1), factor)), None) if !sum.more && *factor > 0 => {
            Some((*axis, *factor))
        }
        _ => None,
    }
}

fn index(axis: Dimension) -> usize {
    match axis {
        Dimension::X => 0,
        Dimension::Y => 1,
        Dimension::Z => 2,
    }
}

//! Into how many threads of a block comparisons with numbers of the text tell it apart: `threadIdx.x <= 32` speaks of the
//! first 33. In a block of fewer such a comparison has no purpose, so that who wrote it means larger ones, and nothing
//! else in the text that names blocks stands in for it.

use super::linear::{Sum, Term, Values};
use kernel_graph::{
    Atom, Block, BlockId, CompareOp, Dimension, Expr, ExprKind, Function, FunctionId, Module,
    Terminator,
};
use std::collections::BTreeSet;

/// No more parts of an expression are looked at.
const MOST_PARTS: u32 = 200;

/// The most threads that one comparison of a kernel whose calls are inlined speaks of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ToldApart {
    /// Of each dimension.
    along: [i128; 3],
    /// Of a block as a whole, where a number is made of those of several dimensions, or of parts of one.
    whole: i128,
}

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
            let strict = is_strict(*op);
            let difference = values.sum(a).plus(&values.sum(b), -1);
            match thread(&difference) {
                Some(of) => found.see(*op, of, difference.number),
                None => {
                    // The number that is compared with counts in on the one side or on the other.
                    for (number, with, counts_in) in [(a, b, !strict), (b, a, strict)] {
                        let of_block = Numbers::of(number, &values) == Numbers::OfThreads;
                        let with = values.constant(with).filter(|_| of_block);
                        let told = with.map_or(0, |with| with + i128::from(counts_in));
                        found.whole = found.whole.max(told);
                    }
                }
            }
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
        let all: i128 = shape.iter().copied().map(i128::from).product();
        let mut each = self.along.iter().zip(shape);
        self.whole > all || each.any(|(told, n)| n > 1 && *told > i128::from(n))
    }

    /// Whether one speaks of more threads in a dimension than so many.
    pub(super) fn exceeds_in(&self, axis: Dimension, threads: u32) -> bool {
        let told = self.along.get(index(axis));
        told.is_some_and(|told| *told > i128::from(threads))
    }

    /// Takes in that a multiple of a thread's number and a number more are compared with none.
    fn see(&mut self, op: CompareOp, (axis, per, factor): (Dimension, u32, i128), number: i128) {
        // The threads on one side of where the sum is none, without and with those for which it is.
        let (without, with) = match factor > 0 {
            true => (ceiling(-number, factor), floor(-number, factor) + 1),
            false => (ceiling(number, -factor), floor(number, -factor) + 1),
        };
        let told = match (op, factor > 0) {
            (CompareOp::LessSigned | CompareOp::LessUnsigned, true)
            | (CompareOp::LessEqualSigned | CompareOp::LessEqualUnsigned, false) => without,
            (CompareOp::LessEqualSigned | CompareOp::LessEqualUnsigned, true)
            | (CompareOp::LessSigned | CompareOp::LessUnsigned, false)
            | (CompareOp::Eq | CompareOp::Ne, _) => with,
        };
        if let Some(slot) = self.along.get_mut(index(axis)) {
            *slot = told.saturating_mul(i128::from(per)).max(*slot);
        }
    }
}

fn floor(number: i128, by: i128) -> i128 {
    number.div_euclid(by)
}

fn ceiling(number: i128, by: i128) -> i128 {
    -(-number).div_euclid(by)
}

/// Whether what is equal does not count in.
fn is_strict(op: CompareOp) -> bool {
    match op {
        CompareOp::LessSigned | CompareOp::LessUnsigned => true,
        CompareOp::LessEqualSigned
        | CompareOp::LessEqualUnsigned
        | CompareOp::Eq
        | CompareOp::Ne => false,
    }
}

/// Whose numbers are in an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Numbers {
    /// Of the threads of a block, and nothing else that differs.
    OfThreads,
    /// Of blocks too, or of none of them, or what is not followed.
    Others,
}

impl Numbers {
    fn of(expr: &Expr, values: &Values<'_>) -> Numbers {
        let (mut threads, mut others) = (false, false);
        let mut open = vec![expr];
        let mut left = MOST_PARTS;
        while let (Some(expr), Some(less)) = (open.pop(), left.checked_sub(1)) {
            left = less;
            match &values.resolved(expr).kind {
                ExprKind::Atom(Atom::Thread(_)) => threads = true,
                ExprKind::Atom(Atom::Block(_) | Atom::Global(_) | Atom::Lane | Atom::Warp) => {
                    others = true;
                }
                ExprKind::Local(_) => others = true,
                _ => open.extend(values.resolved(expr).children()),
            }
        }
        match threads && !others && open.is_empty() {
            true => Numbers::OfThreads,
            false => Numbers::Others,
        }
    }
}

/// The dimension of a thread's number, or of a part of it, of which a sum is a multiple, a number more or less; of how many
/// threads it is a part, and the factor.
fn thread(sum: &Sum) -> Option<(Dimension, u32, i128)> {
    let mut terms = sum.terms.iter().filter(|(_, factor)| **factor != 0);
    match (terms.next(), terms.next()) {
        (Some((Term::Thread(axis, per), factor)), None) if !sum.more => {
            Some((*axis, *per, *factor))
        }
        _ => None,
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
    // A negative number has another value in an unsigned comparison.
    (a >= 0 && b >= 0).then_some(match op {
        CompareOp::LessSigned | CompareOp::LessUnsigned => a < b,
        CompareOp::LessEqualSigned | CompareOp::LessEqualUnsigned => a <= b,
        CompareOp::Eq => a == b,
        CompareOp::Ne => a != b,
    })
}

fn index(axis: Dimension) -> usize {
    match axis {
        Dimension::X => 0,
        Dimension::Y => 1,
        Dimension::Z => 2,
    }
}

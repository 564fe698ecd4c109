//! Faults in expressions.

use kernel_graph::{Atom, BinaryOp, CompareOp, Dimension, Expr, ExprKind, Scalar};

/// Other forms of one part of an expression: comparisons, factors, numbers of threads.
pub(super) fn other_exprs(e: &Expr) -> Vec<(&'static str, Expr)> {
    let mut found = Vec::new();
    let with = |kind: ExprKind| Expr::new(e.scalar, kind);
    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "not every expression has a mutant"
    )]
    match &e.kind {
        ExprKind::Compare(op, a, b) => {
            let other = match op {
                CompareOp::LessSigned => Some(CompareOp::LessEqualSigned),
                CompareOp::LessUnsigned => Some(CompareOp::LessEqualUnsigned),
                CompareOp::LessEqualSigned => Some(CompareOp::LessSigned),
                CompareOp::LessEqualUnsigned => Some(CompareOp::LessUnsigned),
                CompareOp::Eq | CompareOp::Ne => None,
            };
            if let Some(other) = other {
                let kind = ExprKind::Compare(other, a.clone(), b.clone());
                found.push(("comparison", with(kind)));
            }
        }
        ExprKind::Binary(op, a, b) => {
            #[allow(
                clippy::wildcard_enum_match_arm,
                reason = "not every operator has a mutant"
            )]
            let other = match op.wrapping() {
                BinaryOp::Mul | BinaryOp::MulSigned => Some(BinaryOp::Add),
                BinaryOp::Add | BinaryOp::AddSigned => Some(BinaryOp::Sub),
                BinaryOp::RemUnsigned => Some(BinaryOp::DivUnsigned),
                BinaryOp::RemSigned => Some(BinaryOp::DivSigned),
                BinaryOp::ShiftLeft => Some(BinaryOp::ShiftRightUnsigned),
                _ => None,
            };
            if let Some(other) = other {
                let kind = ExprKind::Binary(other, a.clone(), b.clone());
                found.push(("operator", with(kind)));
            }
        }
        ExprKind::Const(bits) => {
            if let Scalar::Int(width) = e.scalar {
                let more = Expr::int(width, i128::try_from(*bits).unwrap_or(0) + 1);
                found.push(("constant or stride", more));
                if *bits > 1 && bits % 2 == 0 {
                    let half = Expr::int(width, i128::try_from(bits / 2).unwrap_or(0));
                    found.push(("constant or stride", half));
                }
            }
        }
        ExprKind::Atom(Atom::Thread(Dimension::X)) => {
            let coarse = ExprKind::Binary(
                BinaryOp::DivUnsigned,
                Box::new(e.clone()),
                Box::new(Expr::int(32, 2)),
            );
            found.push(("two threads a place", with(coarse)));
        }
        ExprKind::Atom(Atom::Global(d)) => {
            found.push(("number in the block", Expr::atom(Atom::Thread(*d))));
        }
        ExprKind::Atom(Atom::Block(Dimension::X)) => {
            found.push(("block forgotten", Expr::int(32, 0)));
        }
        _ => {}
    }
    for (at, child) in e.children().into_iter().enumerate() {
        for (kind, other) in other_exprs(child) {
            let mut whole = e.clone();
            if let Some(slot) = whole.children_mut().into_iter().nth(at) {
                *slot = other;
            }
            found.push((kind, whole));
        }
    }
    found
}

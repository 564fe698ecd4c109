//! Atomic blocks that are one atomic addition.

use super::stmt::of_place;
use super::{Lowering, Side, refuse_with};
use crate::code::{Expr, Op, Place, Stmt};
use crate::refusal::Refused;
use spec_lang::ast::Block;
use text::code::Code;
use text::span::Span;

impl Lowering<'_, '_> {
    /// An atomic block of a thread; on the host nothing runs beside it.
    pub(super) fn atomic(
        &mut self,
        body: &Block,
        span: Span,
        side: Side,
    ) -> Result<Vec<Stmt>, Refused> {
        let code = self.block(body, side)?;
        match side {
            Side::Host => Ok(vec![Stmt::Block(code)]),
            Side::Thread(_) => match code.as_slice() {
                [Stmt::Assign(Place::Element(array, index), value)] => {
                    match added(array, index, value) {
                        Some(added) if !reads(&added, array) && !reads(index, array) => {
                            Ok(vec![Stmt::AtomicAdd(array.clone(), index.clone(), added)])
                        }
                        _ => not_one(span),
                    }
                }
                _ => not_one(span),
            },
        }
    }
}

fn not_one<T>(span: Span) -> Result<T, Refused> {
    refuse_with(
        Code::E007,
        span,
        "this atomic block is not one atomic addition to an element",
        "emitted is `a[i] = a[i] + e`, where `e` and `i` read nothing of `a`, and no statement beside it",
    )
}

/// What is added to the element, if that is what the assignment does.
fn added(array: &str, index: &Expr, value: &Expr) -> Option<Expr> {
    let old = of_place(&Place::Element(array.to_owned(), index.clone()));
    match value {
        Expr::Binary(Op::Add, left, right) if **left == old => Some((**right).clone()),
        Expr::Binary(Op::Add, left, right) if **right == old => Some((**left).clone()),
        Expr::Binary(Op::Sub, left, right) if **left == old => Some(Expr::Neg(right.clone())),
        _ => None,
    }
}

fn reads(expr: &Expr, array: &str) -> bool {
    let mut found = false;
    expr.walk(&mut |expr| found |= matches!(expr, Expr::Element(other, _) if other == array));
    found
}

//! Sequences, sets, maps and the other data types.

use super::{Lowered, Lowerer, unsupported};
use crate::core::Expr;
use spec_lang::ast::{self, BinaryOp};
use spec_lang::resolve::Type;

impl<'a> Lowerer<'a> {
    /// An expression of a data theory.
    pub(super) fn data_expr(&mut self, e: &'a ast::Expr) -> Lowered<Expr> {
        unsupported("U080", e.span, "sequences, sets, maps, options, tuples and strings")
    }

    /// Whether an operator works on data rather than on numbers.
    pub(super) fn is_data_operator(
        &self,
        op: BinaryOp,
        left: &ast::Expr,
        right: &ast::Expr,
    ) -> bool {
        let data = |e: &ast::Expr| {
            matches!(
                self.resolution.type_of(e.id),
                Type::Seq(_)
                    | Type::Set(_)
                    | Type::Bag(_)
                    | Type::Map(..)
                    | Type::Option(_)
                    | Type::Tuple(_)
                    | Type::String
            )
        };
        match op {
            BinaryOp::In
            | BinaryOp::Concat
            | BinaryOp::Cons
            | BinaryOp::Union
            | BinaryOp::Intersect
            | BinaryOp::Subset
            | BinaryOp::SubsetEq => true,
            _ => data(left) || data(right),
        }
    }
}

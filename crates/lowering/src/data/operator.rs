//! Infix operators on data.

use super::defined::data;
use super::{Bindings, within};
use crate::context::environment::Place;
use crate::context::lowerer::Lowerer;
use crate::context::unsupported::{Lowered, unsupported};
use core_lang::{Expr, ExprKind};
use logic::{DataOp, Sort};
use spec_lang::ast::{self, BinaryOp};
use spec_lang::resolve::Type;
use text::code::Code;
use text::span::Span;

impl<'a> Lowerer<'_, 'a> {
    /// An infix operator on data.
    #[allow(clippy::wildcard_enum_match_arm, reason = "the rest is refused")]
    pub(crate) fn data_binary(
        &mut self,
        place: Place<'_>,
        e: &'a ast::Expr,
        op: BinaryOp,
        left: &'a ast::Expr,
        right: &'a ast::Expr,
    ) -> Lowered<Expr> {
        let span = e.span;
        let (a, b) = (self.expr(place, left)?, self.expr(place, right)?);
        match op {
            BinaryOp::Eq => return self.data_equality(a, b, span),
            BinaryOp::Ne => return Ok(self.data_equality(a, b, span)?.negated()),
            BinaryOp::In => return self.membership(a, b, span),
            BinaryOp::Cons => {
                let Sort::Seq(element) = b.sort.clone() else {
                    return unsupported(Code::U080, span, "`::` here");
                };
                let sort = b.sort.clone();
                let first = self.as_sort(a, &element)?;
                let first = data(DataOp::SeqLiteral, vec![first], sort.clone(), span);
                return Ok(data(DataOp::SeqAppend, vec![first, b], sort, span));
            }
            BinaryOp::Concat => {
                let types = [left, right].map(|side| {
                    let ty = self.tables.resolution.type_of(side.id);
                    self.instantiated(ty)
                });
                return self.concatenation(a, b, !are_of_one_depth(&types), span);
            }
            _ => {}
        }
        let (a, b) = self.alike(a, b, span)?;
        let sort = a.sort.clone();
        let operation = |op| Ok(data(op, vec![a.clone(), b.clone()], sort.clone(), span));
        let test = |op| Ok(data(op, vec![a.clone(), b.clone()], Sort::Bool, span));
        let turned = |op| Ok(data(op, vec![b.clone(), a.clone()], Sort::Bool, span));
        match (&sort, op) {
            (Sort::Seq(_), BinaryOp::Add) => operation(DataOp::SeqAppend),
            (Sort::String, BinaryOp::Add) => operation(DataOp::StrConcat),
            (Sort::Set(_), op) => match op {
                BinaryOp::Add | BinaryOp::Union => operation(DataOp::SetUnion),
                BinaryOp::Sub => operation(DataOp::SetDiff),
                BinaryOp::Mul | BinaryOp::Intersect => operation(DataOp::SetInter),
                BinaryOp::Le | BinaryOp::SubsetEq => test(DataOp::SetSubset),
                BinaryOp::Lt | BinaryOp::Subset => test(DataOp::SetStrict),
                BinaryOp::Ge => turned(DataOp::SetSubset),
                BinaryOp::Gt => turned(DataOp::SetStrict),
                _ => unsupported(Code::U080, span, "this operator on sets"),
            },
            (Sort::Bag(_), op) => match op {
                BinaryOp::Add | BinaryOp::Union => operation(DataOp::BagUnion),
                BinaryOp::Sub => operation(DataOp::BagDiff),
                BinaryOp::Mul | BinaryOp::Intersect => operation(DataOp::BagInter),
                BinaryOp::Le | BinaryOp::SubsetEq => test(DataOp::BagSubset),
                BinaryOp::Lt | BinaryOp::Subset => test(DataOp::BagStrict),
                BinaryOp::Ge => turned(DataOp::BagSubset),
                BinaryOp::Gt => turned(DataOp::BagStrict),
                _ => unsupported(Code::U080, span, "this operator on bags"),
            },
            _ => unsupported(Code::U080, span, "this operator on data"),
        }
    }

    /// Two operands of one sort.
    fn alike(&self, a: Expr, b: Expr, span: Span) -> Lowered<(Expr, Expr)> {
        if let Some(b) = self.adapt(&b, &a.sort) {
            return Ok((a, b));
        }
        match self.adapt(&a, &b.sort) {
            Some(a) => Ok((a, b)),
            None => unsupported(Code::U088, span, "an operator on values of these two types"),
        }
    }

    /// `==` where at least one side is data or of an unknown type. Values may be equal although
    /// their sorts differ, as empty ones are, and as those of a type parameter's are.
    fn data_equality(&mut self, a: Expr, b: Expr, span: Span) -> Lowered<Expr> {
        match self.alike(a, b, span) {
            Ok((a, b)) => self.equality(a, b, span),
            Err(_) => unsupported(
                Code::U088,
                span,
                "a comparison of values of these two types",
            ),
        }
    }

    /// `x \in s`; of a bag: how often.
    #[allow(clippy::wildcard_enum_match_arm, reason = "the rest is refused")]
    pub(crate) fn membership(&mut self, x: Expr, collection: Expr, span: Span) -> Lowered<Expr> {
        let kind = collection.sort.clone();
        let (op, element, sort) = match &kind {
            Sort::Seq(element) => (DataOp::SeqContains, element, Sort::Bool),
            Sort::Set(element) => (DataOp::SetContains, element, Sort::Bool),
            Sort::Map(key, _) => (DataOp::MapHas, key, Sort::Bool),
            Sort::Bag(element) => (DataOp::BagCount, element, Sort::Int),
            _ => return unsupported(Code::U080, span, "membership in this"),
        };
        // `1 \in {0.5, 1.0}` and the like; also an empty literal, whose type is open.
        if let Some(x) = self.adapt(&x, element) {
            return Ok(data(op, vec![collection, x], sort, span));
        }
        let wider = match kind {
            Sort::Seq(_) => Sort::seq(x.sort.clone()),
            Sort::Set(_) => Sort::set(x.sort.clone()),
            Sort::Bag(_) => Sort::bag(x.sort.clone()),
            _ => return unsupported(Code::U088, span, "membership of a value of this type"),
        };
        let collection = self.as_sort(collection, &wider)?;
        Ok(data(op, vec![collection, x], sort, span))
    }

    /// `xs ++ ys`, `xs ++ x`, `x ++ xs`, `m ++ (k, v)`; whether one side is an element.
    fn concatenation(&mut self, a: Expr, b: Expr, element: bool, span: Span) -> Lowered<Expr> {
        if !element && let Ok((a, b)) = self.alike(a.clone(), b.clone(), span) {
            let sort = a.sort.clone();
            let op = if matches!(sort, Sort::Seq(_)) {
                DataOp::SeqAppend
            } else if sort == Sort::String {
                DataOp::StrConcat
            } else {
                return unsupported(Code::U080, span, "`++` on these operands");
            };
            return Ok(data(op, vec![a, b], sort, span));
        }
        let (left, right) = (a.sort.clone(), b.sort.clone());
        match (left, right) {
            (Sort::Map(key, value), Sort::Tuple(parts)) => {
                let [k, v] = parts.as_slice() else {
                    return unsupported(Code::U080, span, "`++` on these operands");
                };
                let sort = a.sort.clone();
                let mut bindings = Bindings::new();
                let (k, v) = if let ExprKind::Data(DataOp::TupleMake, args) = &b.kind {
                    let [k, v] = args.as_slice() else {
                        return unsupported(Code::U080, span, "`++` on these operands");
                    };
                    (k.clone(), v.clone())
                } else {
                    let pair = self.once(b.clone(), &mut bindings);
                    (
                        data(DataOp::TuplePart(0), vec![pair.clone()], k.clone(), span),
                        data(DataOp::TuplePart(1), vec![pair], v.clone(), span),
                    )
                };
                let (k, v) = (self.as_sort(k, &key)?, self.as_sort(v, &value)?);
                let built = data(DataOp::MapBuild, vec![a, k, v], sort, span);
                Ok(within(bindings, built))
            }
            (Sort::Seq(element), _) if self.adapt(&b, &element).is_some() => {
                let sort = a.sort.clone();
                let last = self.as_sort(b, &element)?;
                let last = data(DataOp::SeqLiteral, vec![last], sort.clone(), span);
                Ok(data(DataOp::SeqAppend, vec![a, last], sort, span))
            }
            (_, Sort::Seq(element)) => {
                let sort = b.sort.clone();
                let first = self.as_sort(a, &element)?;
                let first = data(DataOp::SeqLiteral, vec![first], sort.clone(), span);
                Ok(data(DataOp::SeqAppend, vec![first, b], sort, span))
            }
            _ => unsupported(Code::U080, span, "`++` on these operands"),
        }
    }
}

/// Whether two types are sequences of sequences equally often, or may be: one is an element of the
/// other otherwise, though a literal of it could be read as the other.
fn are_of_one_depth([a, b]: &[Type; 2]) -> bool {
    fn depth(mut ty: &Type) -> (usize, bool) {
        let mut depth = 0;
        while let Type::Seq(element) = ty {
            (depth, ty) = (depth + 1, element);
        }
        (depth, matches!(ty, Type::Any))
    }
    let ((a, a_open), (b, b_open)) = (depth(a), depth(b));
    a == b || a < b && a_open || b < a && b_open
}

//! Built-in members and functions.

use super::defined::data;
use super::{Bindings, empty, int_test, size, within};
use crate::context::build::{as_real, real};
use crate::context::environment::Place;
use crate::context::lowerer::Lowerer;
use crate::context::unsupported::{Lowered, unsupported};
use core_lang::{Builtin, Expr, ExprKind, Partial};
use logic::{DataOp, Sort};
use num_traits::Zero;
use spec_lang::ast;
use spec_lang::resolve::{self, Reference, Type};
use text::code::Code;
use text::span::Span;

impl<'a> Lowerer<'_, 'a> {
    /// A member or function that is there without being declared; what it is a member
    /// of comes first among the operands.
    pub(crate) fn data_member(
        &mut self,
        place: Place<'_>,
        e: &'a ast::Expr,
        operands: &[&'a ast::Expr],
    ) -> Lowered<Expr> {
        use resolve::Builtin as B;
        let span = e.span;
        let Some(Reference::Builtin(builtin)) = self.tables.resolution.references.get(&e.id) else {
            return unsupported(Code::U041, span, "this member");
        };
        let builtin = *builtin;
        let ty = self.tables.resolution.type_of(e.id).clone();
        let mut values = Vec::new();
        for operand in operands {
            values.push(self.expr(place, operand)?);
        }
        let none = || unsupported(Code::U080, span, "this built-in");
        match (builtin, <[Expr; 1]>::try_from(values)) {
            (_, Ok([value])) => self.member_of_one(builtin, value, &ty, span),
            (B::Slice | B::Update | B::MapBuild, Err(values)) => {
                let Ok([value, a, b]) = <[Expr; 3]>::try_from(values) else {
                    return none();
                };
                if builtin != B::Slice {
                    return self.data_update(value, a, b, span);
                }
                let sort = value.sort.clone();
                let Sort::Seq(_) = sort else {
                    return none();
                };
                Ok(data(DataOp::SeqSlice, vec![value, a, b], sort, span))
            }
            (_, Err(values)) => match <[Expr; 2]>::try_from(values) {
                Ok([value, other]) => self.member_of_two(builtin, value, other, &ty, span),
                Err(_) => none(),
            },
        }
    }

    fn member_of_one(
        &mut self,
        builtin: resolve::Builtin,
        value: Expr,
        ty: &Type,
        span: Span,
    ) -> Lowered<Expr> {
        use resolve::Builtin as B;
        let none = || unsupported(Code::U080, span, "this built-in");
        let sort = value.sort.clone();
        match (builtin, sort.clone()) {
            (B::Some, _) => {
                let wanted = self.sort(ty, span)?;
                let Sort::Option(element) = wanted.clone() else {
                    return none();
                };
                let value = self.as_sort(value, &element)?;
                Ok(data(DataOp::OptSome, vec![value], wanted, span))
            }
            (B::Size | B::MapCard, _) => match size(value, span) {
                Some(size) => Ok(size),
                None => none(),
            },
            (B::IsEmpty, Sort::Option(_)) => {
                let nothing = empty(DataOp::OptNone, sort, span);
                Ok(Expr::test(Builtin::Eq, vec![value, nothing], span))
            }
            (B::IsEmpty, _) => match size(value, span) {
                Some(size) => Ok(Expr::test(
                    Builtin::Eq,
                    vec![size, Expr::int(0, span)],
                    span,
                )),
                None => none(),
            },
            (B::Head, Sort::Seq(element)) => {
                let args = vec![value, Expr::int(0, span)];
                let head = Some(Partial::SequenceHead);
                let first = self.operation(DataOp::SeqAt, args, *element, span, head);
                Ok(self.typed(first, ty))
            }
            (B::Tail, Sort::Seq(_)) => Ok(data(
                DataOp::SeqDrop,
                vec![value, Expr::int(1, span)],
                sort,
                span,
            )),
            (B::OptionGet, Sort::Option(element)) => {
                let got = self.operation(DataOp::OptGet, vec![value], *element, span, None);
                Ok(self.typed(got, ty))
            }
            (B::First, _) => self.tuple_part(value, Some(0), ty, span),
            (B::Second, _) => self.tuple_part(value, Some(1), ty, span),
            (B::MapKeys, Sort::Map(key, _)) => {
                Ok(data(DataOp::MapKeys, vec![value], Sort::set(*key), span))
            }
            (B::MapValues, Sort::Map(_, of)) => {
                Ok(data(DataOp::MapValues, vec![value], Sort::set(*of), span))
            }
            (B::MapItems, Sort::Map(key, of)) => {
                let pair = Sort::Tuple(vec![*key, *of]);
                Ok(data(DataOp::MapItems, vec![value], Sort::set(pair), span))
            }
            (B::ArrayLength, _) if sort == Sort::Ref => Ok(Expr::new(
                Sort::Int,
                span,
                ExprKind::Length(Box::new(value)),
            )),
            (B::ToFloat32 | B::ToFloat64, _) if sort.is_numeric() => {
                self.trust("float", span);
                Ok(as_real(value))
            }
            (B::Abs, _) if sort.is_numeric() => {
                let mut bindings = Bindings::new();
                let value = self.once(value, &mut bindings);
                let zero = if sort == Sort::Real {
                    real(num_rational::BigRational::zero(), span)
                } else {
                    Expr::int(0, span)
                };
                let negative = Expr::new(
                    sort.clone(),
                    span,
                    ExprKind::Apply(Builtin::Neg, vec![value.clone()]),
                );
                let size = ExprKind::Ite(
                    Box::new(int_test(Builtin::Le, zero, value.clone())),
                    Box::new(value),
                    Box::new(negative),
                );
                Ok(within(bindings, Expr::new(sort, span, size)))
            }
            (B::Idle | B::Running, _) => unsupported(Code::U031, span, "lock and thread tokens"),
            _ => none(),
        }
    }

    fn member_of_two(
        &mut self,
        builtin: resolve::Builtin,
        value: Expr,
        other: Expr,
        ty: &Type,
        span: Span,
    ) -> Lowered<Expr> {
        use resolve::Builtin as B;
        let none = || unsupported(Code::U080, span, "this built-in");
        let sort = value.sort.clone();
        match (builtin, sort.clone()) {
            (B::Contains, Sort::Bag(_)) => {
                let count = self.membership(other, value, span)?;
                Ok(int_test(Builtin::Lt, Expr::int(0, span), count))
            }
            (B::Contains, Sort::Seq(_) | Sort::Set(_) | Sort::Map(..))
            | (B::Count, Sort::Bag(_)) => self.membership(other, value, span),
            (B::RemoveAt, Sort::Seq(_)) => self.sequence(DataOp::SeqRemove, value, other, span),
            (B::Take, Sort::Seq(_)) => self.sequence(DataOp::SeqTake, value, other, span),
            (B::Drop, Sort::Seq(_)) => self.sequence(DataOp::SeqDrop, value, other, span),
            (B::Prepend, Sort::Seq(element)) => {
                let first = self.as_sort(other, &element)?;
                let first = data(DataOp::SeqLiteral, vec![first], sort.clone(), span);
                Ok(data(DataOp::SeqAppend, vec![first, value], sort, span))
            }
            (B::Append, Sort::Seq(element)) => {
                let last = self.as_sort(other, &element)?;
                let last = data(DataOp::SeqLiteral, vec![last], sort.clone(), span);
                Ok(data(DataOp::SeqAppend, vec![value, last], sort, span))
            }
            (B::Concat, Sort::Seq(_)) => {
                let other = self.as_sort(other, &sort)?;
                Ok(data(DataOp::SeqAppend, vec![value, other], sort, span))
            }
            (B::OptionGetOrElse, Sort::Option(element)) => {
                // Of `None` alone the other value says what it is an option of.
                let wanted = Sort::option(other.sort.clone());
                let of_other = (sort != wanted)
                    .then(|| self.adapt(&value, &wanted))
                    .flatten();
                let (value, sort, element) = match of_other {
                    Some(value) => (value, wanted, other.sort.clone()),
                    None => (value, sort, *element),
                };
                let other = self.as_sort(other, &element)?;
                let mut bindings = Bindings::new();
                let value = self.once(value, &mut bindings);
                // An argument is evaluated, needed or not.
                let other = self.once(other, &mut bindings);
                let nothing = empty(DataOp::OptNone, sort, span);
                let missing = Expr::test(Builtin::Eq, vec![value.clone(), nothing], span);
                let got = self.operation(DataOp::OptGet, vec![value], element.clone(), span, None);
                let got = self.typed(got, ty);
                let choice = ExprKind::Ite(Box::new(missing), Box::new(other), Box::new(got));
                Ok(within(bindings, Expr::new(element, span, choice)))
            }
            (B::MapGet, Sort::Map(key, of)) => {
                let key = self.as_sort(other, &key)?;
                let found = self.operation(DataOp::MapGet, vec![value, key], *of, span, None);
                Ok(self.typed(found, ty))
            }
            (B::MapRemove, Sort::Map(key, _)) => {
                let key = self.as_sort(other, &key)?;
                Ok(data(DataOp::MapRemove, vec![value, key], sort, span))
            }
            (B::MapDisjoint, Sort::Map(..)) => {
                let other = self.as_sort(other, &sort)?;
                Ok(data(
                    DataOp::MapDisjoint,
                    vec![value, other],
                    Sort::Bool,
                    span,
                ))
            }
            (B::MapEquals, Sort::Map(..)) => {
                let other = self.as_sort(other, &sort)?;
                self.equality(value, other, span)
            }
            (_, kind @ (Sort::Set(_) | Sort::Bag(_))) => {
                let set = matches!(kind, Sort::Set(_));
                let other = self.as_sort(other, &sort)?;
                let (op, sort) = match (builtin, set) {
                    (B::SetUnion, true) => (DataOp::SetUnion, sort),
                    (B::SetIntersection, true) => (DataOp::SetInter, sort),
                    (B::SetDifference, true) => (DataOp::SetDiff, sort),
                    (B::SetSubset, true) => (DataOp::SetSubset, Sort::Bool),
                    (B::SetStrictSubset, true) => (DataOp::SetStrict, Sort::Bool),
                    (B::SetUnion, false) => (DataOp::BagUnion, sort),
                    (B::SetIntersection, false) => (DataOp::BagInter, sort),
                    (B::SetDifference, false) => (DataOp::BagDiff, sort),
                    (B::SetSubset, false) => (DataOp::BagSubset, Sort::Bool),
                    (B::SetStrictSubset, false) => (DataOp::BagStrict, Sort::Bool),
                    _ => return none(),
                };
                Ok(data(op, vec![value, other], sort, span))
            }
            _ => none(),
        }
    }

    /// An operation on a sequence and an integer.
    fn sequence(&mut self, op: DataOp, value: Expr, at: Expr, span: Span) -> Lowered<Expr> {
        let at = self.as_sort(at, &Sort::Int)?;
        let sort = value.sort.clone();
        Ok(self.operation(op, vec![value, at], sort, span, None))
    }
}

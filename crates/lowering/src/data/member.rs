//! Built-in members and functions.

use super::super::pieces::real;
use super::super::place::Place;
use super::super::rule::{Lowered, unsupported};
use super::super::work::Lowerer;
use super::{Bindings, data, empty, int_test, requires, size, within};
use ir::{Builtin, Expr, ExprKind};
use logic::Sort;
use logic::{DataSort, data_sort};
use num_traits::Zero;
use spec_lang::ast;
use spec_lang::resolve::{self, Reference, Type};
use text::span::Span;

impl<'a> Lowerer<'_, 'a> {
    /// A member or function that is there without being declared; what it is a member
    /// of comes first among the operands.
    pub(super) fn data_member(
        &mut self,
        place: Place<'_>,
        e: &'a ast::Expr,
        operands: &[&'a ast::Expr],
    ) -> Lowered<Expr> {
        use resolve::Builtin as B;
        let span = e.span;
        let Some(Reference::Builtin(builtin)) = self.tables.resolution.references.get(&e.id) else {
            return unsupported("U041", span, "this member");
        };
        let builtin = *builtin;
        let ty = self.tables.resolution.type_of(e.id).clone();
        let mut values = Vec::new();
        for operand in operands {
            values.push(self.expr(place, operand)?);
        }
        let none = || unsupported("U080", span, "this built-in");
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
                match data_sort(&sort) {
                    Some(DataSort::Seq(_)) => Ok(data("seq.slice", vec![value, a, b], sort, span)),
                    _ => none(),
                }
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
        let none = || unsupported("U080", span, "this built-in");
        let sort = value.sort.clone();
        match (builtin, data_sort(&sort)) {
            (B::Some, _) => {
                let wanted = self.sort(ty, span)?;
                let Some(DataSort::Option(element)) = data_sort(&wanted) else {
                    return none();
                };
                let value = self.as_sort(value, &element)?;
                Ok(data("opt.some", vec![value], wanted, span))
            }
            (B::Size | B::MapCard, _) => match size(value, span) {
                Some(size) => Ok(size),
                None => none(),
            },
            (B::IsEmpty, Some(DataSort::Option(_))) => {
                let nothing = empty("opt.none", sort, span);
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
            (B::Head, Some(DataSort::Seq(element))) => {
                let mut bindings = Bindings::new();
                let value = self.once(value, &mut bindings);
                let length = data("seq.len", vec![value.clone()], Sort::Int, span);
                let first = data("seq.at", vec![value, Expr::int(0, span)], element, span);
                let first = self.typed(first, ty);
                let first = requires(
                    int_test(Builtin::Lt, Expr::int(0, span), length),
                    first,
                    "V063",
                    "the sequence may be empty, and then it has no first element",
                );
                Ok(within(bindings, first))
            }
            (B::Tail, Some(DataSort::Seq(_))) => Ok(data(
                "seq.drop",
                vec![value, Expr::int(1, span)],
                sort,
                span,
            )),
            (B::OptionGet, Some(DataSort::Option(element))) => {
                let mut bindings = Bindings::new();
                let value = self.once(value, &mut bindings);
                let nothing = empty("opt.none", sort, span);
                let there = Expr::test(Builtin::Eq, vec![value.clone(), nothing], span).negated();
                let got = data("opt.get", vec![value], element, span);
                let got = self.typed(got, ty);
                let got = requires(
                    there,
                    got,
                    "V062",
                    "the option may be `None`, and then it has no value",
                );
                Ok(within(bindings, got))
            }
            (B::First, _) => self.tuple_part(value, Some(0), ty, span),
            (B::Second, _) => self.tuple_part(value, Some(1), ty, span),
            (B::MapKeys, Some(DataSort::Map(key, _))) => Ok(data(
                "map.keys",
                vec![value],
                DataSort::Set(key).sort(),
                span,
            )),
            (B::MapValues, Some(DataSort::Map(_, of))) => Ok(data(
                "map.values",
                vec![value],
                DataSort::Set(of).sort(),
                span,
            )),
            (B::MapItems, Some(DataSort::Map(key, of))) => {
                let pair = DataSort::Tuple(vec![key, of]).sort();
                Ok(data(
                    "map.items",
                    vec![value],
                    DataSort::Set(pair).sort(),
                    span,
                ))
            }
            (B::ArrayLength, _) if sort == Sort::Ref => Ok(Expr::new(
                Sort::Int,
                span,
                ExprKind::Length(Box::new(value)),
            )),
            (B::ToFloat32 | B::ToFloat64, _) if sort.is_numeric() => {
                self.trust("float", span);
                Ok(self.coerce(value, &Sort::Real))
            }
            (B::Abs, _) if sort.is_numeric() => {
                let mut bindings = Bindings::new();
                let value = self.once(value, &mut bindings);
                let zero = match sort {
                    Sort::Real => real(num_rational::BigRational::zero(), span),
                    _ => Expr::int(0, span),
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
            (B::Idle | B::Running, _) => unsupported("U031", span, "lock and thread tokens"),
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
        let none = || unsupported("U080", span, "this built-in");
        let sort = value.sort.clone();
        let Some(kind) = data_sort(&sort) else {
            return none();
        };
        match (builtin, kind) {
            (B::Contains, DataSort::Bag(_)) => {
                let count = self.membership(other, value, span)?;
                Ok(int_test(Builtin::Lt, Expr::int(0, span), count))
            }
            (B::Contains, DataSort::Seq(_) | DataSort::Set(_) | DataSort::Map(..))
            | (B::Count, DataSort::Bag(_)) => self.membership(other, value, span),
            (B::RemoveAt, DataSort::Seq(_)) => self.sequence("seq.remove", value, other, span),
            (B::Take, DataSort::Seq(_)) => self.sequence("seq.take", value, other, span),
            (B::Drop, DataSort::Seq(_)) => self.sequence("seq.drop", value, other, span),
            (B::Prepend, DataSort::Seq(element)) => {
                let first = self.as_sort(other, &element)?;
                let first = data("seq.literal", vec![first], sort.clone(), span);
                Ok(data("seq.append", vec![first, value], sort, span))
            }
            (B::Append, DataSort::Seq(element)) => {
                let last = self.as_sort(other, &element)?;
                let last = data("seq.literal", vec![last], sort.clone(), span);
                Ok(data("seq.append", vec![value, last], sort, span))
            }
            (B::Concat, DataSort::Seq(_)) => {
                let other = self.as_sort(other, &sort)?;
                Ok(data("seq.append", vec![value, other], sort, span))
            }
            (B::OptionGetOrElse, DataSort::Option(element)) => {
                // Of `None` alone the other value says what it is an option of.
                let wanted = DataSort::Option(other.sort.clone()).sort();
                let of_other = (sort != wanted)
                    .then(|| self.adapt(&value, &wanted))
                    .flatten();
                let (value, sort, element) = match of_other {
                    Some(value) => (value, wanted, other.sort.clone()),
                    None => (value, sort, element),
                };
                let other = self.as_sort(other, &element)?;
                let mut bindings = Bindings::new();
                let value = self.once(value, &mut bindings);
                // An argument is evaluated, needed or not.
                let other = self.once(other, &mut bindings);
                let nothing = empty("opt.none", sort, span);
                let missing = Expr::test(Builtin::Eq, vec![value.clone(), nothing], span);
                let got = data("opt.get", vec![value], element.clone(), span);
                let got = self.typed(got, ty);
                let choice = ExprKind::Ite(Box::new(missing), Box::new(other), Box::new(got));
                Ok(within(bindings, Expr::new(element, span, choice)))
            }
            (B::MapGet, DataSort::Map(key, of)) => {
                let key = self.as_sort(other, &key)?;
                self.map_get(value, key, of, ty, span)
            }
            (B::MapRemove, DataSort::Map(key, _)) => {
                let key = self.as_sort(other, &key)?;
                Ok(data("map.remove", vec![value, key], sort, span))
            }
            (B::MapDisjoint, DataSort::Map(..)) => {
                let other = self.as_sort(other, &sort)?;
                Ok(data("map.disjoint", vec![value, other], Sort::Bool, span))
            }
            (B::MapEquals, DataSort::Map(..)) => {
                let other = self.as_sort(other, &sort)?;
                self.equality(value, other, span)
            }
            (_, kind @ (DataSort::Set(_) | DataSort::Bag(_))) => {
                let set = matches!(kind, DataSort::Set(_));
                let other = self.as_sort(other, &sort)?;
                let (name, sort) = match (builtin, set) {
                    (B::SetUnion, true) => ("set.union", sort),
                    (B::SetIntersection, true) => ("set.inter", sort),
                    (B::SetDifference, true) => ("set.diff", sort),
                    (B::SetSubset, true) => ("set.subset", Sort::Bool),
                    (B::SetStrictSubset, true) => ("set.strict", Sort::Bool),
                    (B::SetUnion, false) => ("bag.union", sort),
                    (B::SetIntersection, false) => ("bag.inter", sort),
                    (B::SetDifference, false) => ("bag.diff", sort),
                    (B::SetSubset, false) => ("bag.subset", Sort::Bool),
                    (B::SetStrictSubset, false) => ("bag.strict", Sort::Bool),
                    _ => return none(),
                };
                Ok(data(name, vec![value, other], sort, span))
            }
            _ => none(),
        }
    }

    /// An operation on a sequence and an integer.
    fn sequence(&mut self, name: &'static str, value: Expr, at: Expr, span: Span) -> Lowered<Expr> {
        let at = self.as_sort(at, &Sort::Int)?;
        let sort = value.sort.clone();
        Ok(data(name, vec![value, at], sort, span))
    }
}

//! Members and functions that are built in; slices, updates, sizes.

use super::operator::collections;
use super::{Cx, Evaluated};
use crate::machine::{Machine, cannot};
use crate::outcome::Stop;
use crate::value::{Value, times};
use num_bigint::BigInt;
use num_traits::Signed;
use spec_lang::ast::{BinaryOp, Expr, Ident};
use spec_lang::resolve::{Builtin, Reference};
use std::collections::BTreeSet;
use std::rc::Rc;
use text::span::Span;

impl<'p> Machine<'p> {
    /// `e.f` without arguments.
    pub(super) fn member(&self, cx: &mut Cx<'_>, e: &Expr, base: &Expr, _: &Ident) -> Evaluated {
        match self.tables.reference(e.id) {
            Some(Reference::Field(..)) => {
                let cell = self.cell(cx, e)?;
                self.read(cx, &cell, e.span)
            }
            Some(Reference::EnumConstant(id)) => Ok(Value::Constant(*id)),
            Some(Reference::Builtin(builtin)) => {
                let builtin = *builtin;
                let value = self.eval(cx, base)?;
                self.built_in(cx, e.span, builtin, &[value])
            }
            _ => cannot("this member", e.span),
        }
    }

    /// A built-in of a value and its arguments.
    pub(super) fn built_in(
        &self,
        cx: &Cx<'_>,
        span: Span,
        builtin: Builtin,
        args: &[Value],
    ) -> Evaluated {
        use Builtin as B;
        let Some((value, rest)) = args.split_first() else {
            return cannot("this built-in", span);
        };
        self.built_of(args)?;
        let result = match (builtin, value, rest) {
            (B::ArrayLength, Value::Array(number), _) => {
                return match self.world.borrow().heap.length(*number) {
                    Some(length) => Ok(Value::int(length)),
                    None => cannot("the length of this", span),
                };
            }
            (B::ArrayLength, Value::Null, _) => {
                return Err(self.undefined(cx, span, "the array is null"));
            }
            (B::Head, Value::Seq(values), _) => match values.first() {
                Some(first) => first.clone(),
                None => return Err(self.undefined(cx, span, "the sequence is empty")),
            },
            // All but the first; of the empty sequence the empty sequence.
            (B::Tail, Value::Seq(values), _) => {
                Value::seq(values.iter().skip(1).cloned().collect())
            }
            (B::IsEmpty, Value::Option(option), _) => Value::Bool(option.is_none()),
            (B::IsEmpty, value, _) => Value::Bool(self.size(value, span)? == Value::int(0)),
            (B::RemoveAt, Value::Seq(values), [index]) => {
                let Some(at) = index.as_size().filter(|at| *at < values.len()) else {
                    return Err(self.undefined(cx, span, "outside the sequence"));
                };
                let mut values = (**values).clone();
                values.remove(at);
                Value::seq(values)
            }
            (B::Size | B::MapCard, value, _) => return self.size(value, span),
            (B::Contains, value, [element]) => Value::Bool(match value {
                Value::Seq(values) => values.contains(element),
                Value::Set(values) => values.contains(element),
                Value::Bag(bag) => bag.contains_key(element),
                Value::Map(map) => map.contains_key(element),
                _ => return cannot("membership in this", span),
            }),
            (B::Take, Value::Seq(values), [count]) => part(values, None, Some(count)),
            (B::Drop, Value::Seq(values), [count]) => part(values, Some(count), None),
            (B::Slice, Value::Seq(values), [low, high]) => part(values, Some(low), Some(high)),
            (B::Prepend, Value::Seq(values), [one]) => {
                Value::seq([one].into_iter().chain(&**values).cloned().collect())
            }
            (B::Append, Value::Seq(values), [one]) => {
                Value::seq(values.iter().cloned().chain([one.clone()]).collect())
            }
            (B::Concat, a, [b]) => {
                collections(BinaryOp::Concat, a, b).map_or_else(|| cannot("this", span), Ok)?
            }
            (B::Update, Value::Seq(values), [index, new]) => {
                let mut values = (**values).clone();
                let Some(place) = index.as_size().and_then(|at| values.get_mut(at)) else {
                    return Err(self.undefined(cx, span, "outside the sequence"));
                };
                *place = new.clone();
                Value::seq(values)
            }
            (B::Some, value, _) => Value::Option(Some(Rc::new(value.clone()))),
            (B::OptionGet, Value::Option(Some(inner)), _) => (**inner).clone(),
            (B::OptionGet, Value::Option(None), _) => {
                return Err(self.undefined(cx, span, "this is `None`"));
            }
            (B::OptionGetOrElse, Value::Option(Some(inner)), _) => (**inner).clone(),
            (B::OptionGetOrElse, Value::Option(None), [other]) => other.clone(),
            (B::First, Value::Tuple(parts), _) => nth(parts, 0, span)?,
            (B::Second, Value::Tuple(parts), _) => nth(parts, 1, span)?,
            (B::MapBuild, Value::Map(map), [key, value]) => {
                let mut map = (**map).clone();
                map.insert(key.clone(), value.clone());
                Value::Map(Rc::new(map))
            }
            (B::MapGet, Value::Map(map), [key]) => match map.get(key) {
                Some(value) => value.clone(),
                None => return Err(self.undefined(cx, span, "the key is not in the map")),
            },
            (B::MapKeys, Value::Map(map), _) => Value::Set(Rc::new(map.keys().cloned().collect())),
            (B::MapValues, Value::Map(map), _) => {
                Value::Set(Rc::new(map.values().cloned().collect()))
            }
            (B::MapItems, Value::Map(map), _) => {
                let pair = |(key, value): (&Value, &Value)| {
                    Value::Tuple(Rc::new(vec![key.clone(), value.clone()]))
                };
                Value::Set(Rc::new(map.iter().map(pair).collect()))
            }
            (B::MapRemove, Value::Map(map), [key]) => {
                let mut map = (**map).clone();
                map.remove(key);
                Value::Map(Rc::new(map))
            }
            (B::MapDisjoint, Value::Map(a), [Value::Map(b)]) => {
                Value::Bool(a.keys().all(|key| !b.contains_key(key)))
            }
            (B::MapEquals, a, [b]) => Value::Bool(a == b),
            (B::SetUnion, a, [b]) => by(BinaryOp::Union, a, b, span)?,
            (B::SetIntersection, a, [b]) => by(BinaryOp::Intersect, a, b, span)?,
            (B::SetDifference, a, [b]) => by(BinaryOp::Sub, a, b, span)?,
            (B::SetSubset, a, [b]) => by(BinaryOp::SubsetEq, a, b, span)?,
            (B::SetStrictSubset, a, [b]) => by(BinaryOp::Subset, a, b, span)?,
            (B::Count, Value::Bag(bag), [element]) => Value::Int(times(bag, element)),
            (B::Abs, Value::Int(value), _) => Value::Int(value.abs()),
            (B::Abs, Value::Fraction(value), _) => Value::number(value.abs()),
            (B::ToFloat32 | B::ToFloat64, value, _) => value.clone(),
            _ => return cannot("this built-in", span),
        };
        Ok(result)
    }

    /// `|e|`.
    pub(super) fn size(&self, value: &Value, span: Span) -> Evaluated {
        Ok(match value {
            Value::Seq(values) => Value::int(values.len()),
            Value::Set(values) => Value::int(values.len()),
            Value::Map(values) => Value::int(values.len()),
            Value::Bag(bag) => Value::Int(bag.values().sum::<BigInt>()),
            _ => return cannot("the size of this", span),
        })
    }

    /// `xs[a .. b]`.
    pub(super) fn slice(
        &self,
        cx: &mut Cx<'_>,
        e: &Expr,
        base: &Expr,
        low: Option<&Expr>,
        high: Option<&Expr>,
    ) -> Evaluated {
        let base = self.eval(cx, base)?;
        let low = low.map(|low| self.eval(cx, low)).transpose()?;
        let high = high.map(|high| self.eval(cx, high)).transpose()?;
        match base {
            Value::Seq(values) => Ok(part(&values, low.as_ref(), high.as_ref())),
            _ => cannot("a slice of this", e.span),
        }
    }

    /// `xs[i -> v]`.
    pub(super) fn update(
        &self,
        cx: &mut Cx<'_>,
        e: &Expr,
        base: &Expr,
        index: &Expr,
        new: &Expr,
    ) -> Evaluated {
        let base = self.eval(cx, base)?;
        let index = self.eval(cx, index)?;
        let new = self.eval(cx, new)?;
        let builtin = match base {
            Value::Map(_) => Builtin::MapBuild,
            _ => Builtin::Update,
        };
        self.built_in(cx, e.span, builtin, &[base, index, new])
    }

    /// `{lo .. hi}`, `[lo .. hi)`.
    pub(super) fn range(&self, low: &BigInt, high: &BigInt, sequence: bool) -> Evaluated {
        let length = (high - low).max(BigInt::from(0));
        match usize::try_from(length) {
            Ok(length) if length <= self.limits.cells => {}
            _ => return Err(Stop::Limit("memory")),
        }
        let mut values = Vec::new();
        let mut next = low.clone();
        while next < *high {
            values.push(Value::Int(next.clone()));
            next += 1;
        }
        Ok(if sequence {
            Value::seq(values)
        } else {
            Value::Set(Rc::new(values.into_iter().collect::<BTreeSet<_>>()))
        })
    }
}

fn by(op: BinaryOp, a: &Value, b: &Value, span: Span) -> Evaluated {
    collections(op, a, b).map_or_else(|| cannot("this built-in", span), Ok)
}

fn nth(parts: &[Value], at: usize, span: Span) -> Evaluated {
    match parts.get(at) {
        Some(part) => Ok(part.clone()),
        None => cannot("this part of a tuple", span),
    }
}

/// From `low` to before `high`, as far as the sequence reaches.
fn part(values: &[Value], low: Option<&Value>, high: Option<&Value>) -> Value {
    let clamp = |bound: &Value, otherwise: usize| match bound.as_int() {
        Some(number) if number.is_negative() => 0,
        Some(_) => bound.as_size().unwrap_or(usize::MAX).min(values.len()),
        None => otherwise,
    };
    let low = low.map_or(0, |bound| clamp(bound, 0));
    let high = high.map_or(values.len(), |bound| clamp(bound, values.len()));
    Value::seq(values.get(low..high).unwrap_or_default().to_vec())
}

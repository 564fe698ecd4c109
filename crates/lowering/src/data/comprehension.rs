//! `set<T>{e | T x <- s, …; c}`.
//!
//! Sets are finite, so a comprehension has a meaning only if its variables have finitely
//! many values. Where these can be listed, the set is put together one by one; where they are
//! those of a range or a collection, it is a set of which the members are known.

use super::defined::data;
use super::{Bindings, empty, within};
use crate::context::environment::Place;
use crate::context::lowerer::Lowerer;
use crate::context::unsupported::{Lowered, unsupported};
use crate::expressions::quantifier::Bound;
use crate::expressions::sums::take_range;
use core_lang::{DataType, Expr, ExprKind, LocalId, Source};
use logic::{DataOp, Sort};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use spec_lang::ast::{self, BinaryOp, NodeId, UnaryOp};
use spec_lang::resolve::{Reference, Type};
use text::code::Code;

/// Comprehensions over more combinations of values are not put together.
const COMBINATIONS: usize = 256;

/// A variable with its values.
struct Listed {
    local: LocalId,
    values: Vec<Expr>,
}

impl<'a> Lowerer<'_, 'a> {
    /// A set by its members.
    pub(crate) fn comprehension(
        &mut self,
        place: Place<'_>,
        e: &'a ast::Expr,
        bound: Bound<'a>,
    ) -> Lowered<Expr> {
        let Bound {
            binders,
            range: condition,
            body: element,
            ..
        } = bound;
        let span = e.span;
        let sort = self.sort_of(e)?;
        let Sort::Set(of) = sort.clone() else {
            return unsupported(Code::U087, span, "a comprehension of this type");
        };
        let mut listed = Vec::new();
        let mut count = 1usize;
        for binder in binders {
            let Ok(variable) = self.listed(place, binder, condition) else {
                return self.described(place, e, bound, &of);
            };
            count = count.saturating_mul(variable.values.len());
            listed.push(variable);
        }
        // Where a list is empty, the members of the others are evaluated all the same.
        if count == 0 || count > COMBINATIONS {
            return self.described(place, e, bound, &of);
        }
        let condition = match condition {
            Some(condition) => self.expr(place, condition)?,
            None => Expr::bool_(true, span),
        };
        let element = self.expr_as(place, element, &of)?;
        let mut steps = Bindings::new();
        let mut so_far = empty(DataOp::SetLiteral, sort.clone(), span);
        for number in 0..count {
            let part = self.fresh_local("<part>", sort.clone(), DataType::Plain, span);
            steps.push((part, so_far));
            let part = self.local_expr(part, span);
            let more = data(
                DataOp::SetAdd,
                vec![part.clone(), element.clone()],
                sort.clone(),
                span,
            );
            let choice = ExprKind::Ite(Box::new(condition.clone()), Box::new(more), Box::new(part));
            let choice = Expr::new(sort.clone(), span, choice);
            so_far = within(combination(&listed, number), choice);
        }
        Ok(within(steps, so_far))
    }

    /// A set by its members, over values that are not written out.
    #[allow(clippy::wildcard_enum_match_arm, reason = "the rest is refused")]
    fn described(
        &mut self,
        place: Place<'_>,
        e: &'a ast::Expr,
        bound: Bound<'a>,
        of: &Sort,
    ) -> Lowered<Expr> {
        let Bound {
            binders,
            range: condition,
            body: element,
            ..
        } = bound;
        let span = e.span;
        let mut open = Vec::new();
        for binder in binders {
            let source = match (&binder.from, &binder.range) {
                (Some(from), _) => {
                    let from = self.expr(place, from)?;
                    match from.sort.clone() {
                        Sort::Seq(member) | Sort::Set(member) | Sort::Bag(member) => {
                            Some((Source::Members(from), Some(*member)))
                        }
                        _ => return unsupported(Code::U087, span, "a comprehension over this"),
                    }
                }
                (None, Some((low, high))) => {
                    let (low, high) = (self.expr(place, low)?, self.expr(place, high)?);
                    Some((Source::Range(low, high), Some(Sort::Int)))
                }
                (None, None) => None,
            };
            let local = self.declare(binder.id, &binder.name)?;
            let declared = self.output.core.local(local);
            let (source, wanted) = source.map_or((None, None), |(a, b)| (Some(a), b));
            if wanted.is_some_and(|wanted| wanted != declared.sort)
                || source.is_none()
                    && (declared.sort != Sort::Int || declared.data != DataType::Plain)
            {
                return unsupported(Code::U087, binder.span, "a comprehension over these values");
            }
            open.push((local, source, binder.span));
        }
        let condition = match condition {
            Some(condition) => self.expr(place, condition)?,
            None => Expr::bool_(true, span),
        };
        let mut guards = match condition {
            Expr {
                kind: ExprKind::And(parts),
                ..
            } => parts,
            other => vec![other],
        };
        let locals: Vec<LocalId> = open.iter().map(|(local, ..)| *local).collect();
        let mut variables = Vec::new();
        for (at, (local, source, place)) in open.into_iter().enumerate() {
            let source = match source {
                Some(source) => source,
                None => {
                    let inner = locals.get(at..).unwrap_or_default();
                    match take_range(&mut guards, local, inner) {
                        Some((low, high)) => Source::Range(low, high),
                        None => {
                            return unsupported(
                                Code::U087,
                                place,
                                "a set comprehension over values that may be infinitely many",
                            );
                        }
                    }
                }
            };
            variables.push((local, source));
        }
        let element = self.expr_as(place, element, of)?;
        let kind = ExprKind::Comprehension {
            variables,
            condition: Box::new(Expr::and(guards, span)),
            element: Box::new(element),
        };
        Ok(Expr::new(self.sort_of(e)?, span, kind))
    }

    /// A variable of a comprehension with all its values.
    fn listed(
        &mut self,
        place: Place<'_>,
        binder: &'a ast::Binder,
        condition: Option<&'a ast::Expr>,
    ) -> Lowered<Listed> {
        let span = binder.span;
        let bounds = match (&binder.from, &binder.range) {
            (Some(from), _) => {
                let from = self.expr(place, from)?;
                let local = self.declare(binder.id, &binder.name)?;
                let wanted = self.output.core.local(local).sort.clone();
                return match members(&from) {
                    Some(values) => {
                        let values = values
                            .into_iter()
                            .map(|value| self.as_sort(value, &wanted))
                            .collect::<Lowered<Vec<_>>>()?;
                        Ok(Listed { local, values })
                    }
                    None => unsupported(
                        Code::U087,
                        span,
                        "a set comprehension over a collection that is not written out",
                    ),
                };
            }
            (None, Some((low, high))) => {
                let (low, high) = (self.expr(place, low)?, self.expr(place, high)?);
                literal(&low).zip(literal(&high))
            }
            (None, None) => match self.tables.resolution.declared.get(&binder.id) {
                Some(Type::Int) => condition.and_then(|c| self.bounds(binder.id, c)),
                Some(Type::Enum(id)) => {
                    let count = self.tables.enums.get(id).copied().unwrap_or(0);
                    Some((BigInt::from(0), BigInt::from(count)))
                }
                _ => None,
            },
        };
        let local = self.declare(binder.id, &binder.name)?;
        if self.output.core.local(local).sort == Sort::Bool {
            let values = [false, true].map(|value| Expr::bool_(value, span));
            return Ok(Listed {
                local,
                values: values.into(),
            });
        }
        let Some((low, high)) = bounds.filter(|_| self.output.core.local(local).sort == Sort::Int)
        else {
            return unsupported(
                Code::U087,
                span,
                "a set comprehension over values that are not written out",
            );
        };
        match integers(&low, &high) {
            Some(values) => Ok(Listed {
                local,
                values: values.map(|value| Expr::int(value, span)).collect(),
            }),
            None => unsupported(
                Code::U087,
                span,
                format!("a set comprehension over more than {COMBINATIONS} values"),
            ),
        }
    }

    /// Literal bounds of a variable, the upper one excluded, that a condition begins
    /// with. What comes later need not have a value outside them.
    fn bounds(&self, variable: NodeId, condition: &ast::Expr) -> Option<(BigInt, BigInt)> {
        let (mut low, mut high): (Option<BigInt>, Option<BigInt>) = (None, None);
        let mut work = vec![condition];
        while let Some(e) = work.pop() {
            let ast::ExprKind::Binary(op, left, right) = &e.kind else {
                break;
            };
            if matches!(op, BinaryOp::And | BinaryOp::Star) {
                work.push(right);
                work.push(left);
                continue;
            }
            let simple =
                |e: &ast::Expr| matches!(e.kind, ast::ExprKind::Name(_)) || number(e).is_some();
            if !simple(left) || !simple(right) {
                break;
            }
            let is_variable = |e: &ast::Expr| {
                matches!(
                    self.tables.resolution.references.get(&e.id),
                    Some(Reference::Local(id)) if *id == variable
                )
            };
            // With the variable on the left.
            let (op, value) = match (is_variable(left), is_variable(right)) {
                (true, false) => (*op, number(right)),
                (false, true) => (turned(*op), number(left)),
                _ => continue,
            };
            let Some(value) = value else { continue };
            #[allow(clippy::wildcard_enum_match_arm, reason = "the rest bounds nothing")]
            match op {
                BinaryOp::Ge => low = Some(value),
                BinaryOp::Gt => low = Some(value + 1),
                BinaryOp::Lt => high = Some(value),
                BinaryOp::Le => high = Some(value + 1),
                _ => {}
            }
        }
        low.zip(high)
    }
}

#[allow(clippy::wildcard_enum_match_arm, reason = "the rest stays as it is")]
fn turned(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Lt => BinaryOp::Gt,
        BinaryOp::Le => BinaryOp::Ge,
        BinaryOp::Gt => BinaryOp::Lt,
        BinaryOp::Ge => BinaryOp::Le,
        other => other,
    }
}

#[allow(clippy::wildcard_enum_match_arm, reason = "the rest is no literal")]
fn number(e: &ast::Expr) -> Option<BigInt> {
    match &e.kind {
        ast::ExprKind::Int(value) => Some(value.clone()),
        ast::ExprKind::Unary(UnaryOp::Neg, inner) => match &inner.kind {
            ast::ExprKind::Int(value) => Some(-value),
            _ => None,
        },
        _ => None,
    }
}

fn literal(e: &Expr) -> Option<BigInt> {
    let ExprKind::Int(value) = &e.kind else {
        return None;
    };
    Some(value.clone())
}

/// The integers from `low` up to `high`; none if they are too many.
fn integers(low: &BigInt, high: &BigInt) -> Option<impl Iterator<Item = BigInt> + use<>> {
    let count = (high - low).max(BigInt::from(0)).to_usize()?;
    let low = low.clone();
    (count <= COMBINATIONS).then(|| (0..count).map(move |i| &low + i))
}

/// The members of a collection that is written out.
fn members(collection: &Expr) -> Option<Vec<Expr>> {
    let ExprKind::Data(op, args) = &collection.kind else {
        return None;
    };
    match (op, args.as_slice()) {
        (DataOp::SetLiteral | DataOp::SeqLiteral | DataOp::BagLiteral, members) => {
            Some(members.to_vec())
        }
        (DataOp::SetRange | DataOp::SeqRange, [low, high]) => {
            let values = integers(&literal(low)?, &literal(high)?)?;
            Some(
                values
                    .map(|value| Expr::int(value, collection.span))
                    .collect(),
            )
        }
        _ => None,
    }
}

/// One combination of values, by its number.
fn combination(listed: &[Listed], number: usize) -> Bindings {
    let mut rest = number;
    let mut bindings = Bindings::new();
    for variable in listed {
        let count = variable.values.len().max(1);
        if let Some(value) = variable.values.get(rest % count) {
            bindings.push((variable.local, value.clone()));
        }
        rest /= count;
    }
    bindings
}

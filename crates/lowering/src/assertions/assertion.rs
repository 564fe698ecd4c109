//! Resources: formulas, permissions and their separating conjunction.

use crate::context::build::{as_real, is_one};
use crate::context::environment::{Names, Place};
use crate::context::lowerer::Lowerer;
use crate::context::unsupported::{Lowered, unsupported};
use core_lang::DataType;
use core_lang::{Amount, Assertion, AssertionKind, Builtin, Expr, ExprKind, Location};
use logic::Sort;
use spec_lang::ast::{self, BinaryOp, QuantifierKind};
use spec_lang::facts;
use spec_lang::resolve::{Reference, Type};
use text::code::Code;
use text::span::Span;

impl<'a> Lowerer<'_, 'a> {
    /// An assertion.
    #[allow(clippy::wildcard_enum_match_arm, reason = "the rest is a formula")]
    pub(crate) fn assertion(&mut self, place: Place<'_>, e: &'a ast::Expr) -> Lowered<Assertion> {
        use ast::ExprKind as E;
        let span = e.span;
        match &e.kind {
            E::Binary(BinaryOp::And | BinaryOp::Star, left, right) => {
                let mut parts = Vec::new();
                for side in [left, right] {
                    match self.assertion(place, side)? {
                        Assertion {
                            kind: AssertionKind::Star(inner),
                            ..
                        } => parts.extend(inner),
                        other => parts.push(other),
                    }
                }
                Ok(Assertion::star(parts, span))
            }
            E::Binary(BinaryOp::Implies, condition, body) if self.is_resource(body) => {
                let condition = self.expr(place, condition)?;
                let body = Box::new(self.assertion(place, body)?);
                let kind = AssertionKind::Implies(condition, body);
                Ok(Assertion::new(span, kind))
            }
            E::Conditional(condition, a, b) if self.is_resource(a) || self.is_resource(b) => {
                let condition = self.expr(place, condition)?;
                let (a, b) = (self.assertion(place, a)?, self.assertion(place, b)?);
                Ok(Assertion::new(
                    span,
                    AssertionKind::Ite(condition, Box::new(a), Box::new(b)),
                ))
            }
            E::Perm(location, amount) => {
                let amount = self.amount(place, amount)?;
                self.permission(place, location, amount, span)
            }
            E::PointsTo(location, amount, value) => {
                let place_of_value = amount.span.to(value.span);
                let amount = self.amount(place, amount)?;
                let permission = self.permission(place, location, amount, span)?;
                let actual = self.expr(place, location)?;
                let value = self.expr(place, value)?;
                let equal = self.equality(actual, value, place_of_value)?;
                let parts = vec![permission, Assertion::pure_(equal)];
                Ok(Assertion::star(parts, span))
            }
            E::Value(location) => self.permission(place, location, Amount::Wildcard, span),
            E::Scale(factor, inner) => {
                let factor = self.amount(place, factor)?;
                let inner = self.assertion(place, inner)?;
                self.scaled_by_hand(factor, inner, span)
            }
            E::Quantifier {
                kind: kind @ (QuantifierKind::ForallStar | QuantifierKind::Forall),
                binders,
                range,
                body,
            } if self.is_resource(body) => {
                let range = range.as_deref();
                self.only_what_exists(*kind, binders, range, body)?;
                let parts: Vec<_> = range.into_iter().chain([&**body]).collect();
                self.only_of_the_type(binders, &parts)?;
                let (variables, guards) = self.binders(place, binders, range)?;
                let triggers = self.triggers(place, parts.into_iter())?;
                let body = self.assertion(place, body)?;
                Ok(Assertion::new(
                    span,
                    AssertionKind::Forall {
                        variables,
                        guard: Expr::and(guards, span),
                        body: Box::new(body),
                        triggers,
                    },
                ))
            }
            E::Let { variable, body, .. } if self.is_resource(body) => {
                let (local, value) = self.bound_by_let(place, variable, span)?;
                let body = Box::new(self.assertion(place, body)?);
                Ok(Assertion::new(span, AssertionKind::Let(local, value, body)))
            }
            E::Call(call)
                if matches!(
                    self.tables.resolution.references.get(&e.id),
                    Some(Reference::Predicate(..) | Reference::Implicit(_))
                ) =>
            {
                self.predicate_assertion(place, e, call)
            }
            E::Trigger(parts, _) if parts.len() == 1 && self.is_resource(&parts[0]) => {
                self.assertion(place, &parts[0])
            }
            E::PolarityDependent(learnt, shown) => {
                let side = if place.shown { shown } else { learnt };
                self.assertion(place.apart(), side)
            }
            E::Binary(BinaryOp::Wand, ..) => self.wand_assertion(place, e),
            E::Matrix(..) => self.matrix(place, e),
            E::Held(_) | E::Idle(_) | E::Running(_) | E::Committed(_) => {
                self.token_assertion(place, e)
            }
            _ => {
                let formula = self.expr(place, e)?;
                if formula.sort != Sort::Bool {
                    return unsupported(Code::U098, span, "this as an assertion");
                }
                Ok(Assertion::pure_(formula))
            }
        }
    }

    /// `[p]A` as it is written.
    fn scaled_by_hand(
        &mut self,
        factor: Amount,
        inner: Assertion,
        span: Span,
    ) -> Lowered<Assertion> {
        let known = match &factor {
            // Nothing is scaled, but the factor must have a value.
            Amount::Exact(amount) if inner.is_pure() => {
                let operands = vec![amount.clone(), amount.clone()];
                let value = Assertion::pure_(Expr::test(Builtin::Eq, operands, span));
                return Ok(Assertion::star(vec![value, inner], span));
            }
            Amount::Exact(amount) if !is_positive(amount) => {
                Assertion::pure_(self.no_less_than_none(amount))
            }
            Amount::Exact(_) | Amount::Wildcard => return self.scaled(factor, inner),
        };
        let scaled = self.scaled(factor, inner)?;
        Ok(Assertion::star(vec![known, scaled], span))
    }

    /// Whether an expression has permissions.
    pub(crate) fn is_resource(&self, e: &ast::Expr) -> bool {
        facts::has_permissions(self.tables.resolution, e)
    }

    /// `Perm(loc, p)`, also of all elements of an array.
    fn permission(
        &mut self,
        place: Place<'_>,
        location: &'a ast::Expr,
        amount: Amount,
        span: Span,
    ) -> Lowered<Assertion> {
        if let Some(elements) = self
            .elements_within(place, location)
            .filter(|_| !self.tables.reading.elements_only_last)
        {
            return self.permission_to_each(place, elements, location, amount, span);
        }
        if let ast::ExprKind::AllElements(array) = &location.kind {
            let mut element = self.tables.resolution.type_of(array.id);
            if let Type::Array(inner) = element {
                element = inner;
            }
            let array = self.expr(place, array)?;
            let sort = self.sort(element, location.span)?;
            return Ok(self.all_elements(array, sort, amount, span));
        }
        if let ast::ExprKind::Trigger(parts, _) = &location.kind
            && let [inner] = parts.as_slice()
        {
            return self.permission(place, inner, amount, span);
        }
        if matches!(location.kind, ast::ExprKind::Call(_)) {
            // `Perm(P(), p)` is `[p]P()`.
            let inner = self.assertion(place, location)?;
            return self.scaled(amount, inner);
        }
        if let ast::ExprKind::Index(base, _) = &location.kind
            && self.tables.reading.semantics.fixed_rows
            && let Type::Array(element) = self.tables.resolution.type_of(base.id)
            && matches!(**element, Type::Array(_))
        {
            // Rows are fixed and carry no permission.
            return Ok(Assertion::empty(span));
        }
        let location = self.location(place, location)?;
        Ok(Assertion::new(
            span,
            AssertionKind::Permission(location, amount),
        ))
    }

    /// The innermost `a[*]` below a location such as `a[*].x` or `a[*][*]` that has no name yet.
    fn elements_within(&self, place: Place<'_>, location: &'a ast::Expr) -> Option<&'a ast::Expr> {
        use ast::ExprKind as E;
        let (E::Member(base, _) | E::Index(base, _) | E::AllElements(base)) = &location.kind else {
            return None;
        };
        if place.named(base.id).is_some() {
            return None;
        }
        let inner = self.elements_within(place, base);
        inner.or_else(|| matches!(base.kind, E::AllElements(_)).then_some(&**base))
    }

    /// A permission to a location in each element of an array: `a[*].x` is `a[i].x` for every index.
    fn permission_to_each(
        &mut self,
        place: Place<'_>,
        elements: &'a ast::Expr,
        location: &'a ast::Expr,
        amount: Amount,
        span: Span,
    ) -> Lowered<Assertion> {
        let at = elements.span;
        let ast::ExprKind::AllElements(array) = &elements.kind else {
            return unsupported(Code::U027, at, "this as a place");
        };
        let Type::Array(element) = self.tables.resolution.type_of(array.id).clone() else {
            return unsupported(Code::U027, at, "`[*]` of what is not an array");
        };
        let array = self.expr(place, array)?;
        let sort = self.sort(&element, at)?;
        let (index, guard) = self.each_index(&array, span);
        let value = ExprKind::Element(Box::new(array), Box::new(self.local_expr(index, at)));
        let value = Expr::new(sort.clone(), at, value);
        let name = self.fresh_local("<element>", sort, DataType::Plain, at);
        let names = Names {
            own: vec![(elements.id, name)],
            outer: place.names,
        };
        let inside = Place {
            names: Some(&names),
            ..place
        };
        let body = self.permission(inside, location, amount, span)?;
        let body = AssertionKind::Let(name, value, Box::new(body));
        Ok(Assertion::new(
            span,
            AssertionKind::Forall {
                variables: vec![index],
                guard,
                body: Box::new(Assertion::new(span, body)),
                triggers: Vec::new(),
            },
        ))
    }

    /// A variable for the indices of an array, and that it is one.
    fn each_index(&mut self, array: &Expr, span: Span) -> (core_lang::LocalId, Expr) {
        let index = self.fresh_local("i", Sort::Int, DataType::Plain, span);
        let i = self.local_expr(index, span);
        let length = Expr::new(Sort::Int, span, ExprKind::Length(Box::new(array.clone())));
        let guard = Expr::and(
            vec![
                Expr::test(Builtin::Le, vec![Expr::int(0, span), i.clone()], span),
                Expr::test(Builtin::Lt, vec![i, length], span),
            ],
            span,
        );
        (index, guard)
    }

    /// A permission to each element of an array.
    pub(crate) fn all_elements(
        &mut self,
        array: Expr,
        sort: Sort,
        amount: Amount,
        span: Span,
    ) -> Assertion {
        let (index, guard) = self.each_index(&array, span);
        let i = self.local_expr(index, span);
        Assertion::new(
            span,
            AssertionKind::Forall {
                variables: vec![index],
                guard,
                body: Box::new(Assertion::new(
                    span,
                    AssertionKind::Permission(Location::Element(array, i, sort), amount),
                )),
                triggers: Vec::new(),
            },
        )
    }

    /// That an amount is one: whatever it is of, less than nothing is none.
    fn no_less_than_none(&mut self, amount: &Expr) -> Expr {
        let span = amount.span;
        let none = as_real(Expr::int(0, span));
        let amount = as_real(amount.clone());
        Expr::test(Builtin::Le, vec![none, amount], span)
    }

    /// Multiplies every amount in an assertion.
    pub(crate) fn scaled(&mut self, factor: Amount, inner: Assertion) -> Lowered<Assertion> {
        let span = inner.span;
        Ok(match inner.kind {
            AssertionKind::Permission(location, amount) => {
                let permission =
                    |amount| Assertion::new(span, AssertionKind::Permission(location, amount));
                match (factor, amount) {
                    (Amount::Exact(factor), Amount::Exact(amount)) => {
                        permission(Amount::Exact(if is_one(&factor) {
                            amount
                        } else if is_one(&amount) {
                            factor
                        } else {
                            Expr::new(
                                Sort::Real,
                                span,
                                ExprKind::Apply(Builtin::Mul, vec![factor, amount]),
                            )
                        }))
                    }
                    // Some of nothing is nothing.
                    (Amount::Exact(exact), Amount::Wildcard)
                    | (Amount::Wildcard, Amount::Exact(exact))
                        if !is_positive(&exact) =>
                    {
                        let known = Assertion::pure_(self.no_less_than_none(&exact));
                        let nothing = as_real(Expr::int(0, span));
                        let exact = as_real(exact);
                        let some = Expr::test(Builtin::Lt, vec![nothing, exact], span);
                        let permission = Box::new(permission(Amount::Wildcard));
                        let some = Assertion::new(span, AssertionKind::Implies(some, permission));
                        Assertion::star(vec![known, some], span)
                    }
                    _ => permission(Amount::Wildcard),
                }
            }
            AssertionKind::Star(parts) => {
                let parts = parts
                    .into_iter()
                    .map(|part| self.scaled(factor.clone(), part))
                    .collect::<Lowered<Vec<_>>>()?;
                Assertion::star(parts, span)
            }
            AssertionKind::Implies(condition, body) => Assertion::new(
                span,
                AssertionKind::Implies(condition, Box::new(self.scaled(factor, *body)?)),
            ),
            AssertionKind::Ite(condition, a, b) => Assertion::new(
                span,
                AssertionKind::Ite(
                    condition,
                    Box::new(self.scaled(factor.clone(), *a)?),
                    Box::new(self.scaled(factor, *b)?),
                ),
            ),
            AssertionKind::Forall {
                variables,
                guard,
                body,
                triggers,
            } => Assertion::new(
                span,
                AssertionKind::Forall {
                    variables,
                    guard,
                    body: Box::new(self.scaled(factor, *body)?),
                    triggers,
                },
            ),
            AssertionKind::Let(local, value, body) => Assertion::new(
                span,
                AssertionKind::Let(local, value, Box::new(self.scaled(factor, *body)?)),
            ),
            pure_ @ AssertionKind::Pure(_) => Assertion::new(span, pure_),
        })
    }
}

fn is_positive(e: &Expr) -> bool {
    use num_traits::Signed;
    matches!(&e.kind, ExprKind::Real(value) if value.is_positive())
        || matches!(&e.kind, ExprKind::Int(value) if value.is_positive())
}

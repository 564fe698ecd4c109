//! Resources: formulas, shares and their separating conjunction.

use super::place::{Names, Place};
use super::{Lowered, Lowerer, unsupported};
use ir::DataType;
use ir::{Amount, Assertion, AssertionKind, Builtin, Expr, ExprKind, Location, Quantifier};
use logic::Sort;
use spec_lang::ast::{self, BinaryOp, QuantifierKind};
use spec_lang::resolve::{Reference, Type};
use text::span::Span;

impl<'a> Lowerer<'_, 'a> {
    /// An assertion.
    pub(super) fn assertion(&mut self, place: Place<'_>, e: &'a ast::Expr) -> Lowered<Assertion> {
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
                let body = self.assertion(place, body)?;
                Ok(Assertion::new(
                    span,
                    AssertionKind::Implies(condition, Box::new(body)),
                ))
            }
            E::Conditional(condition, a, b) if self.is_resource(a) || self.is_resource(b) => {
                let condition = self.expr(place, condition)?;
                let (a, b) = (self.assertion(place, a)?, self.assertion(place, b)?);
                Ok(Assertion::new(
                    span,
                    AssertionKind::Ite(condition, Box::new(a), Box::new(b)),
                ))
            }
            E::Perm(location, amount) | E::PointsTo(location, amount, _) => {
                let amount_span = amount.span;
                let amount = self.amount(place, amount)?;
                let share = self.share(place, location, amount, span)?;
                if let E::PointsTo(_, _, value) = &e.kind {
                    let actual = self.expr(place, location)?;
                    let value = self.expr(place, value)?;
                    let equal = self.equality(actual, value, amount_span.to(value_span(e)))?;
                    return Ok(Assertion::star(vec![share, Assertion::pure_(equal)], span));
                }
                Ok(share)
            }
            E::Value(location) => self.share(place, location, Amount::Wildcard, span),
            E::Scale(factor, inner) => {
                let factor = self.amount(place, factor)?;
                let inner = self.assertion(place, inner)?;
                match &factor {
                    // Nothing is scaled, but the factor must have a value.
                    Amount::Exact(amount) if inner.is_pure() => {
                        let operands = vec![amount.clone(), amount.clone()];
                        let value = Expr::test(Builtin::Eq, operands, span);
                        Ok(Assertion::star(vec![Assertion::pure_(value), inner], span))
                    }
                    _ => self.scaled(factor, inner),
                }
            }
            E::Quantifier {
                kind: QuantifierKind::ForallStar | QuantifierKind::Forall,
                binders,
                range,
                body,
            } if self.is_resource(body) => {
                let parts: Vec<&ast::Expr> =
                    range.as_deref().into_iter().chain([&**body]).collect();
                self.no_final_field_of_all(binders, &parts)?;
                self.only_of_the_type(binders, &parts)?;
                let (variables, guards) = self.binders(place, binders, range.as_deref())?;
                let triggers =
                    self.triggers(place, range.as_deref().into_iter().chain([&**body]))?;
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
                let Some(init) = &variable.init else {
                    return unsupported("U096", span, "`\\let` without a value");
                };
                let value = self.expr(place, init)?;
                let local = self.declare(variable.id, &variable.name)?;
                let value = self.coerce(value, &self.output.core.local(local).sort.clone());
                let body = self.assertion(place, body)?;
                Ok(Assertion::new(
                    span,
                    AssertionKind::Let(local, value, Box::new(body)),
                ))
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
                let apart = Place {
                    apart: true,
                    ..place
                };
                self.assertion(apart, side)
            }
            E::Matrix(..) => self.matrix(place, e),
            E::Held(_) | E::Idle(_) | E::Running(_) | E::Committed(_) => {
                self.token_assertion(place, e)
            }
            _ => {
                let formula = self.stated(place, e)?;
                if formula.sort != Sort::Bool {
                    return unsupported("U098", span, "this as an assertion");
                }
                Ok(Assertion::pure_(formula))
            }
        }
    }

    /// Whether an expression speaks of shares.
    pub(super) fn is_resource(&self, e: &ast::Expr) -> bool {
        use ast::ExprKind as E;
        match &e.kind {
            E::Perm(..)
            | E::PointsTo(..)
            | E::Value(_)
            | E::HPerm(..)
            | E::Scale(..)
            | E::Held(_)
            | E::Idle(_)
            | E::Running(_)
            | E::Committed(_)
            | E::Matrix(..) => true,
            E::Trigger(parts, _) => parts.iter().any(|part| self.is_resource(part)),
            _ => {
                *self.tables.resolution.type_of(e.id) == Type::Resource
                    || self.has_resource_child(e)
            }
        }
    }

    fn has_resource_child(&self, e: &ast::Expr) -> bool {
        use ast::ExprKind as E;
        match &e.kind {
            E::Binary(BinaryOp::And | BinaryOp::Star, a, b) => {
                self.is_resource(a) || self.is_resource(b)
            }
            E::Binary(BinaryOp::Implies | BinaryOp::Wand, _, b) => self.is_resource(b),
            E::Conditional(_, a, b) => self.is_resource(a) || self.is_resource(b),
            E::Quantifier { body, .. } | E::Let { body, .. } => self.is_resource(body),
            E::PolarityDependent(a, b) => self.is_resource(a) || self.is_resource(b),
            E::Call(_) => matches!(
                self.tables.resolution.references.get(&e.id),
                Some(Reference::Predicate(..))
            ),
            _ => false,
        }
    }

    /// `Perm(loc, p)`, also of all elements of an array.
    fn share(
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
            return self.share_of_each(place, elements, location, amount, span);
        }
        if let ast::ExprKind::AllElements(array) = &location.kind {
            let element = match self.tables.resolution.type_of(array.id).clone() {
                Type::Array(element) => *element,
                other => other,
            };
            let array = self.expr(place, array)?;
            let sort = self.sort(&element, location.span)?;
            return Ok(self.all_elements(array, sort, amount, span));
        }
        if let ast::ExprKind::Trigger(parts, _) = &location.kind
            && let [inner] = parts.as_slice()
        {
            return self.share(place, inner, amount, span);
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
            // Rows are fixed and carry no share (legacy.md, "Meaning").
            return Ok(Assertion::empty(span));
        }
        let location = self.location(place, location)?;
        Ok(Assertion::new(span, AssertionKind::Share(location, amount)))
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

    /// A share of a location in each element of an array: `a[*].x` is `a[i].x` for every index.
    fn share_of_each(
        &mut self,
        place: Place<'_>,
        elements: &'a ast::Expr,
        location: &'a ast::Expr,
        amount: Amount,
        span: Span,
    ) -> Lowered<Assertion> {
        let at = elements.span;
        let ast::ExprKind::AllElements(array) = &elements.kind else {
            return unsupported("U027", at, "this as a place");
        };
        let Type::Array(element) = self.tables.resolution.type_of(array.id).clone() else {
            return unsupported("U027", at, "`[*]` of what is not an array");
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
        let body = self.share(inside, location, amount, span)?;
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
    fn each_index(&mut self, array: &Expr, span: Span) -> (ir::LocalId, Expr) {
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

    /// A share of each element of an array.
    pub(super) fn all_elements(
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
                    AssertionKind::Share(Location::Element(array, i, sort), amount),
                )),
                triggers: Vec::new(),
            },
        )
    }

    /// Multiplies every share in an assertion.
    pub(super) fn scaled(&mut self, factor: Amount, inner: Assertion) -> Lowered<Assertion> {
        let span = inner.span;
        Ok(match inner.kind {
            AssertionKind::Share(location, amount) => {
                let share = |amount| Assertion::new(span, AssertionKind::Share(location, amount));
                match (factor, amount) {
                    (Amount::Exact(factor), Amount::Exact(amount)) => {
                        share(Amount::Exact(if is_one(&factor) {
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
                        let nothing = self.coerce(Expr::int(0, span), &Sort::Real);
                        let exact = self.coerce(exact, &Sort::Real);
                        let some = Expr::test(Builtin::Lt, vec![nothing, exact], span);
                        let share = Box::new(share(Amount::Wildcard));
                        Assertion::new(span, AssertionKind::Implies(some, share))
                    }
                    _ => share(Amount::Wildcard),
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

    /// A predicate has no instances for types, and is the same for all.
    fn no_type_parameters(&self, predicate: ast::NodeId, span: Span) -> Lowered<()> {
        let own = self.tables.predicates.get(&predicate);
        let class = self.tables.class_of(predicate);
        let generic = own.is_some_and(|own| !own.type_params.is_empty())
            || class.is_some_and(|class| !class.type_params.is_empty());
        match generic {
            true => unsupported("U053", span, "predicates with type parameters"),
            false => Ok(()),
        }
    }

    /// `P(x)`: expanded if inline, else a whole share of the instance.
    fn predicate_assertion(
        &mut self,
        place: Place<'_>,
        e: &'a ast::Expr,
        call: &'a ast::Call,
    ) -> Lowered<Assertion> {
        let span = e.span;
        let id = match self.tables.resolution.references.get(&e.id) {
            Some(Reference::Predicate(id, _)) => *id,
            _ => return unsupported("U046", span, "implicit predicates"),
        };
        let Some(predicate) = self.tables.predicates.get(&id).copied() else {
            return unsupported("U046", span, "this predicate");
        };
        self.no_type_parameters(id, span)?;
        let inline = predicate.is_inline();
        if call.null_safe {
            // `a?.P()` is `a != null ==> a.P()`.
            let Some(receiver) = self.receiver(place, call, id)? else {
                return unsupported("U047", span, "`?.` without a receiver");
            };
            let null = Expr::new(Sort::Ref, span, ExprKind::Null);
            let condition = Expr::test(Builtin::Eq, vec![receiver, null], span).negated();
            let (location, amount) = self.predicate_instance(place, e)?;
            if inline {
                return unsupported("U047", span, "`?.` of an inline predicate");
            }
            let body = Assertion::new(span, AssertionKind::Share(location, amount));
            return Ok(Assertion::new(
                span,
                AssertionKind::Implies(condition, Box::new(body)),
            ));
        }
        if let (true, Some(body)) = (inline, &predicate.body) {
            return self.expand(place, e, call, (id, predicate, body));
        }
        let (location, amount) = self.predicate_instance(place, e)?;
        Ok(Assertion::new(span, AssertionKind::Share(location, amount)))
    }

    /// Inline expansion: parameters are bound by `let`.
    fn expand(
        &mut self,
        place: Place<'_>,
        e: &'a ast::Expr,
        call: &'a ast::Call,
        (id, predicate, body): (ast::NodeId, &'a ast::Predicate, &'a ast::Expr),
    ) -> Lowered<Assertion> {
        let span = e.span;
        if place.expansions > 32 {
            return unsupported("U048", span, "inline expansion as deep as this");
        }
        let receiver = self.receiver(place, call, id)?;
        let args = call
            .args
            .iter()
            .map(|arg| self.expr(place, arg))
            .collect::<Lowered<Vec<_>>>()?;
        let mut inside = place;
        let mut bindings = Vec::new();
        if let Some(receiver) = receiver {
            let this = self.fresh_local("this", Sort::Ref, DataType::Plain, span);
            bindings.push((this, receiver));
            inside.this = Some(this);
        }
        let mut own = Vec::new();
        for (param, arg) in predicate.params.iter().zip(args) {
            let local = self.variable(param.id, &param.name)?;
            let arg = self.coerce(arg, &self.output.core.local(local).sort.clone());
            bindings.push((local, arg));
            own.push((param.id, local));
        }
        let names = Names {
            own,
            outer: place.names,
        };
        inside.names = Some(&names);
        inside.expansions += 1;
        let mut expanded = self.assertion(inside, body)?;
        for (local, value) in bindings.into_iter().rev() {
            expanded = Assertion::new(span, AssertionKind::Let(local, value, Box::new(expanded)));
        }
        Ok(expanded)
    }

    /// The receiver of a call to a member: explicit, or `this`; none for static members.
    pub(super) fn receiver(
        &mut self,
        place: Place<'_>,
        call: &'a ast::Call,
        declaration: ast::NodeId,
    ) -> Lowered<Option<Expr>> {
        if !self.tables.has_receiver(declaration) {
            if let Some(receiver) = &call.receiver {
                self.reached_through_a_name(receiver)?;
            }
            return Ok(None);
        }
        match &call.receiver {
            Some(receiver)
                if !matches!(
                    self.tables.resolution.references.get(&receiver.id),
                    Some(Reference::TypeName(_))
                ) =>
            {
                Ok(Some(self.expr(place, receiver)?))
            }
            _ => match place.this {
                Some(this) => Ok(Some(Expr::new(
                    Sort::Ref,
                    call.name.span,
                    ExprKind::Local(this),
                ))),
                None => unsupported("U096", call.name.span, "a call without a receiver here"),
            },
        }
    }

    /// What a static member is reached through is not evaluated, so it must be a name.
    pub(super) fn reached_through_a_name(&self, receiver: &ast::Expr) -> Lowered<()> {
        let name = matches!(
            self.tables.resolution.references.get(&receiver.id),
            Some(Reference::TypeName(_) | Reference::Local(_))
        );
        match name || matches!(receiver.kind, ast::ExprKind::This) {
            true => Ok(()),
            false => unsupported(
                "U036",
                receiver.span,
                "a static member reached through this",
            ),
        }
    }

    /// `P(x)` or `[p]P(x)` as a location and a share.
    pub(super) fn predicate_instance(
        &mut self,
        place: Place<'_>,
        e: &'a ast::Expr,
    ) -> Lowered<(Location, Amount)> {
        match &e.kind {
            ast::ExprKind::Scale(factor, inner) => {
                let factor = self.amount(place, factor)?;
                let (location, amount) = self.predicate_instance(place, inner)?;
                match &amount {
                    Amount::Exact(amount) if is_one(amount) => Ok((location, factor)),
                    _ => unsupported("U046", e.span, "a share of a share of an instance here"),
                }
            }
            ast::ExprKind::Perm(inner, amount) => {
                let amount = self.amount(place, amount)?;
                let (location, whole) = self.predicate_instance(place, inner)?;
                match &whole {
                    Amount::Exact(whole) if is_one(whole) => Ok((location, amount)),
                    _ => unsupported("U046", e.span, "a share of a share of an instance here"),
                }
            }
            ast::ExprKind::Value(inner) => {
                Ok((self.predicate_instance(place, inner)?.0, Amount::Wildcard))
            }
            ast::ExprKind::Trigger(parts, _) if parts.len() == 1 => {
                self.predicate_instance(place, &parts[0])
            }
            ast::ExprKind::Call(call) => {
                let Some(Reference::Predicate(id, _)) =
                    self.tables.resolution.references.get(&e.id)
                else {
                    return unsupported("U046", e.span, "this predicate");
                };
                let id = *id;
                let Some(&predicate) = self.tables.ids.predicates.get(&id) else {
                    return unsupported("U046", e.span, "this predicate");
                };
                self.no_type_parameters(id, e.span)?;
                let declared = self.tables.predicates.get(&id);
                if declared.is_some_and(|declared| declared.is_inline()) {
                    // Its body stands where it is used, and is not shown well defined by itself.
                    return unsupported("U046", e.span, "an instance of an inline predicate");
                }
                let mut args = Vec::new();
                args.extend(self.receiver(place, call, id)?);
                for arg in &call.args {
                    args.push(self.expr(place, arg)?);
                }
                let params = self.output.core.predicate(predicate).params.clone();
                let args = args
                    .into_iter()
                    .zip(&params)
                    .map(|(arg, param)| {
                        self.coerce(arg, &self.output.core.local(*param).sort.clone())
                    })
                    .collect();
                Ok((
                    Location::Predicate(predicate, args),
                    Amount::Exact(super::expr::real(num_traits::One::one(), e.span)),
                ))
            }
            _ => unsupported("U046", e.span, "this as a predicate instance"),
        }
    }

    /// `\array(a, n)` and `\matrix(m, r, c)` as formulas (without shares).
    pub(super) fn array_formula(&mut self, place: Place<'_>, e: &'a ast::Expr) -> Lowered<Expr> {
        let span = e.span;
        match &e.kind {
            ast::ExprKind::ArrayOf(array, length) => {
                let array = self.expr(place, array)?;
                let length = self.expr(place, length)?;
                Ok(is_array(array, length, span))
            }
            _ => unsupported("U049", span, "`\\matrix` as a value"),
        }
    }

    /// `\matrix(m, r, c)`: an array of rows of one length, all different, readable.
    fn matrix(&mut self, place: Place<'_>, e: &'a ast::Expr) -> Lowered<Assertion> {
        let span = e.span;
        let ast::ExprKind::Matrix(matrix, rows, columns) = &e.kind else {
            return unsupported("U049", span, "`\\matrix` here");
        };
        let matrix = self.expr(place, matrix)?;
        let rows = self.expr(place, rows)?;
        let columns = self.expr(place, columns)?;
        let mut parts = vec![Assertion::pure_(is_array(
            matrix.clone(),
            rows.clone(),
            span,
        ))];
        let fixed = self.tables.reading.semantics.fixed_rows;
        if !fixed {
            parts.push(self.all_elements(matrix.clone(), Sort::Ref, Amount::Wildcard, span));
        }
        let element = |i: Expr| {
            let (matrix, i) = (Box::new(matrix.clone()), Box::new(i));
            let kind = if fixed {
                ExprKind::Row(matrix, i)
            } else {
                ExprKind::Element(matrix, i)
            };
            Expr::new(Sort::Ref, span, kind)
        };
        let range = |i: &Expr| {
            vec![
                Expr::test(Builtin::Le, vec![Expr::int(0, span), i.clone()], span),
                Expr::test(Builtin::Lt, vec![i.clone(), rows.clone()], span),
            ]
        };
        let first = self.fresh_local("row", Sort::Int, DataType::Plain, span);
        let i = self.local_expr(first, span);
        let quant = |variables: Vec<_>, guard: Vec<Expr>, body: Expr| {
            Assertion::pure_(Expr::new(
                Sort::Bool,
                span,
                ExprKind::Quant {
                    quantifier: Quantifier::Forall,
                    variables,
                    body: Box::new(Expr::new(
                        Sort::Bool,
                        span,
                        ExprKind::Implies(Box::new(Expr::and(guard, span)), Box::new(body)),
                    )),
                    triggers: Vec::new(),
                },
            ))
        };
        parts.push(quant(
            vec![first],
            range(&i),
            is_array(element(i.clone()), columns, span),
        ));
        let (a, b) = (
            self.fresh_local("row", Sort::Int, DataType::Plain, span),
            self.fresh_local("other", Sort::Int, DataType::Plain, span),
        );
        let (a_value, b_value) = (self.local_expr(a, span), self.local_expr(b, span));
        let mut guard = range(&a_value);
        guard.extend(range(&b_value));
        guard.push(Expr::test(
            Builtin::Eq,
            vec![element(a_value.clone()), element(b_value.clone())],
            span,
        ));
        parts.push(quant(
            vec![a, b],
            guard,
            Expr::test(Builtin::Eq, vec![a_value, b_value], span),
        ));
        Ok(Assertion::star(parts, span))
    }
}

fn value_span(e: &ast::Expr) -> Span {
    match &e.kind {
        ast::ExprKind::PointsTo(_, _, value) => value.span,
        _ => e.span,
    }
}

fn is_array(array: Expr, length: Expr, span: Span) -> Expr {
    Expr::and(
        vec![
            Expr::test(
                Builtin::Eq,
                vec![array.clone(), Expr::new(Sort::Ref, span, ExprKind::Null)],
                span,
            )
            .negated(),
            Expr::test(
                Builtin::Eq,
                vec![
                    Expr::new(Sort::Int, span, ExprKind::Length(Box::new(array))),
                    length,
                ],
                span,
            ),
        ],
        span,
    )
}

fn is_positive(e: &Expr) -> bool {
    use num_traits::Signed;
    match &e.kind {
        ExprKind::Real(value) => value.is_positive(),
        ExprKind::Int(value) => value.is_positive(),
        _ => false,
    }
}

fn is_one(e: &Expr) -> bool {
    use num_traits::One;
    match &e.kind {
        ExprKind::Real(value) => value.is_one(),
        ExprKind::Int(value) => value.is_one(),
        _ => false,
    }
}

//! Predicates where they are used: instances, and inline expansion.

use crate::context::build::{as_real, is_one, real};
use crate::context::environment::{Names, Place};
use crate::context::lowerer::Lowerer;
use crate::context::unsupported::{Lowered, unsupported};
use core_lang::{Amount, Assertion, AssertionKind, Builtin, DataType, Expr, ExprKind, Location};
use logic::Sort;
use spec_lang::ast;
use spec_lang::resolve::Reference;
use text::code::Code;
use text::span::Span;

impl<'a> Lowerer<'_, 'a> {
    /// A predicate has no instances for types, and is the same for all.
    fn no_type_parameters(&self, predicate: ast::NodeId, span: Span) -> Lowered<()> {
        let own = self.tables.predicates.get(&predicate);
        let class = self.tables.class_of(predicate);
        let generic = own.is_some_and(|own| !own.type_params.is_empty())
            || class.is_some_and(|class| !class.type_params.is_empty());
        match generic {
            true => unsupported(Code::U053, span, "predicates with type parameters"),
            false => Ok(()),
        }
    }

    /// `P(x)`: expanded if inline, else a write permission to the instance.
    pub(crate) fn predicate_assertion(
        &mut self,
        place: Place<'_>,
        e: &'a ast::Expr,
        call: &'a ast::Call,
    ) -> Lowered<Assertion> {
        let span = e.span;
        let id = match self.tables.resolution.references.get(&e.id) {
            Some(Reference::Predicate(id, _)) => *id,
            _ => return unsupported(Code::U046, span, "implicit predicates"),
        };
        let Some(predicate) = self.tables.predicates.get(&id).copied() else {
            return unsupported(Code::U046, span, "this predicate");
        };
        self.no_type_parameters(id, span)?;
        let inline = predicate.is_inline();
        if call.null_safe {
            // `a?.P()` is `a != null ==> a.P()`.
            let Some(receiver) = self.receiver(place, call, id)? else {
                return unsupported(Code::U047, span, "`?.` without a receiver");
            };
            let null = Expr::new(Sort::Ref, span, ExprKind::Null);
            let condition = Expr::test(Builtin::Eq, vec![receiver, null], span).negated();
            let body = match &predicate.body {
                Some(body) if inline => self.expand(place, e, call, (id, predicate, body))?,
                _ => {
                    let (location, amount) = self.predicate_instance(place, e)?;
                    Assertion::new(span, AssertionKind::Permission(location, amount))
                }
            };
            return Ok(Assertion::new(
                span,
                AssertionKind::Implies(condition, Box::new(body)),
            ));
        }
        if let (true, Some(body)) = (inline, &predicate.body) {
            return self.expand(place, e, call, (id, predicate, body));
        }
        let (location, amount) = self.predicate_instance(place, e)?;
        Ok(Assertion::new(
            span,
            AssertionKind::Permission(location, amount),
        ))
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
            return unsupported(Code::U048, span, "inline expansion as deep as this");
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
            let arg = self.coerce(arg, &self.output.core.local(local).sort.clone())?;
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

    /// Whether what is folded, unfolded or looked into is an inline predicate, which has no instances: it
    /// is held where its body is.
    #[allow(clippy::wildcard_enum_match_arm, reason = "the rest is no instance")]
    pub(crate) fn is_inline_instance(&self, e: &ast::Expr) -> bool {
        match &e.kind {
            ast::ExprKind::Scale(_, inner)
            | ast::ExprKind::Perm(inner, _)
            | ast::ExprKind::Value(inner) => self.is_inline_instance(inner),
            ast::ExprKind::Trigger(parts, _) if parts.len() == 1 => {
                self.is_inline_instance(&parts[0])
            }
            ast::ExprKind::Call(_) => match self.tables.resolution.references.get(&e.id) {
                Some(Reference::Predicate(id, _)) => {
                    let declared = self.tables.predicates.get(id);
                    declared.is_some_and(|declared| declared.is_inline() && declared.body.is_some())
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// The body of an inline predicate, for an amount that is shown to be positive: of nothing there
    /// is no instance to fold or to look into.
    pub(crate) fn inline_instance(
        &mut self,
        place: Place<'_>,
        e: &'a ast::Expr,
    ) -> Lowered<Assertion> {
        let body = self.assertion(place.shown(), e)?;
        let mut parts = Vec::new();
        let mut around = e;
        while let ast::ExprKind::Scale(factor, inner) | ast::ExprKind::Perm(inner, factor) =
            &around.kind
        {
            if let Amount::Exact(factor) = self.amount(place, factor)? {
                let factor = as_real(factor);
                let none = real(num_traits::Zero::zero(), e.span);
                let some = Expr::test(Builtin::Lt, vec![none, factor], e.span);
                parts.push(Assertion::pure_(some));
            }
            around = inner;
        }
        parts.push(body);
        Ok(Assertion::star(parts, e.span))
    }

    /// The receiver of a call to a member: explicit, or `this`; none for static members.
    pub(crate) fn receiver(
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
                None => unsupported(Code::U096, call.name.span, "a call without a receiver here"),
            },
        }
    }

    /// What a static member is reached through is not evaluated, so it must be a name.
    pub(crate) fn reached_through_a_name(&self, receiver: &ast::Expr) -> Lowered<()> {
        let name = matches!(
            self.tables.resolution.references.get(&receiver.id),
            Some(Reference::TypeName(_) | Reference::Local(_))
        );
        match name || matches!(receiver.kind, ast::ExprKind::This) {
            true => Ok(()),
            false => unsupported(
                Code::U036,
                receiver.span,
                "a static member reached through this",
            ),
        }
    }

    /// `P(x)` or `[p]P(x)` as a location and a permission.
    #[allow(clippy::wildcard_enum_match_arm, reason = "the rest is refused")]
    pub(crate) fn predicate_instance(
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
                    _ => unsupported(
                        Code::U046,
                        e.span,
                        "a scaled permission to a scaled instance here",
                    ),
                }
            }
            ast::ExprKind::Perm(inner, amount) => {
                let amount = self.amount(place, amount)?;
                let (location, whole) = self.predicate_instance(place, inner)?;
                match &whole {
                    Amount::Exact(whole) if is_one(whole) => Ok((location, amount)),
                    _ => unsupported(
                        Code::U046,
                        e.span,
                        "a scaled permission to a scaled instance here",
                    ),
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
                    return unsupported(Code::U046, e.span, "this predicate");
                };
                let id = *id;
                let Some(&predicate) = self.tables.ids.predicates.get(&id) else {
                    return unsupported(Code::U046, e.span, "this predicate");
                };
                self.no_type_parameters(id, e.span)?;
                let declared = self.tables.predicates.get(&id);
                if declared.is_some_and(|declared| declared.is_inline()) {
                    // Its body stands where it is used, and is not shown well defined by itself.
                    return unsupported(Code::U046, e.span, "an instance of an inline predicate");
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
                    .collect::<Lowered<Vec<_>>>()?;
                Ok((
                    Location::Predicate(predicate, args),
                    Amount::Exact(real(num_traits::One::one(), e.span)),
                ))
            }
            _ => unsupported(Code::U046, e.span, "this as a predicate instance"),
        }
    }
}

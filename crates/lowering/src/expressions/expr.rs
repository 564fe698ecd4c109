//! Expressions without effects.

use crate::context::build::{as_real, real};
use crate::context::environment::Place;
use crate::context::lowerer::Lowerer;
use crate::context::unsupported::{Lowered, unsupported};
use crate::expressions::quantifier::Bound;
use core_lang::{Amount, Builtin, Expr, ExprKind, LocalId, Location};
use logic::Sort;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use spec_lang::ast::{self, UnaryOp};
use spec_lang::resolve::{self, Reference, Type};
use text::code::Code;
use text::span::Span;

impl<'a> Lowerer<'_, 'a> {
    /// Takes note where a value is read from a cell whose type has fewer values than its sort.
    fn notice_narrow(&mut self, e: &'a ast::Expr) {
        let reference = self.tables.resolution.references.get(&e.id);
        let cell = matches!(e.kind, ast::ExprKind::Index(..))
            || matches!(reference, Some(Reference::Field(..)));
        let ty = self.instantiated(self.tables.resolution.type_of(e.id));
        self.output.core.narrow_cells |=
            cell && matches!(ty, Type::Enum(_) | Type::Frac | Type::ZFrac);
    }

    /// An expression, of its own type.
    pub(crate) fn expr(&mut self, place: Place<'_>, e: &'a ast::Expr) -> Lowered<Expr> {
        let span = e.span;
        if let Some(local) = self.known(place, e.id) {
            return Ok(self.local_expr(local, span));
        }
        self.notice_narrow(e);
        use ast::ExprKind as E;
        match &e.kind {
            E::Int(value) => Ok(Expr::int(value.clone(), span)),
            E::Bool(value) => Ok(Expr::bool_(*value, span)),
            E::Null => Ok(Expr::new(Sort::Ref, span, ExprKind::Null)),
            E::Float(text) => self.float(text, span),
            E::Write => Ok(real(BigRational::one(), span)),
            E::NoPerm => Ok(real(BigRational::zero(), span)),
            E::Read => unsupported(Code::U020, span, "`read` as a value"),
            E::This => match place.this {
                Some(this) => Ok(Expr::new(Sort::Ref, span, ExprKind::Local(this))),
                None => unsupported(Code::U096, span, "`this` here"),
            },
            E::Result => match place.result {
                Some(result) => Ok(self.local_expr(result, span)),
                None => unsupported(Code::U096, span, "`\\result` here"),
            },
            E::Name(_) => self.name(place, e),
            E::Unary(op, inner) => self.unary(place, *op, inner, span),
            E::Binary(op, left, right) => self.binary(place, e, *op, left, right),
            E::Conditional(condition, a, b) => {
                let condition = self.expr(place, condition)?;
                let (a, b) = (self.expr(place, a)?, self.expr(place, b)?);
                self.conditional(condition, a, b, span)
            }
            E::Index(base, index) => self.index(place, e, base, index),
            E::Member(base, _) => self.member(place, e, base),
            E::Call(call) => self.call(place, e, call),
            E::Quantifier {
                kind,
                binders,
                range,
                body,
            } => {
                let bound = Bound {
                    binders,
                    range: range.as_deref(),
                    body,
                    span,
                };
                self.quantifier(place, *kind, bound)
            }
            E::Let { variable, body, .. } => {
                let (local, value) = self.bound_by_let(place, variable, span)?;
                let body = self.expr(place, body)?;
                let sort = body.sort.clone();
                let kind = ExprKind::Let(local, Box::new(value), Box::new(body));
                Ok(Expr::new(sort, span, kind))
            }
            E::Trigger(parts, _) => match parts.as_slice() {
                [single] => self.expr(place, single),
                _ => unsupported(Code::U021, span, "a trigger of several terms as a value"),
            },
            E::Old(label, inner) => {
                let label = match (label, self.tables.resolution.references.get(&e.id)) {
                    (None, _) => place.old,
                    (Some(_), Some(Reference::Statement(id))) => self.label_of(*id),
                    _ => return unsupported(Code::U022, span, "`\\old` with this label"),
                };
                let inner = Box::new(self.expr(place, inner)?);
                let sort = inner.sort.clone();
                Ok(Expr::new(sort, span, ExprKind::Old(label, inner)))
            }
            E::CurrentPerm(location) => {
                let location = Box::new(self.location(place, location)?);
                Ok(Expr::new(Sort::Real, span, ExprKind::CurrentPerm(location)))
            }
            E::Cast(_, inner) => self.cast(place, e, inner),
            E::PolarityDependent(learnt, shown) => {
                let side = if place.shown { shown } else { learnt };
                self.expr(place.apart(), side)
            }
            E::Unfolding(instance, body) => self.unfolding(place, instance, body, span),
            E::Any => unsupported(Code::U024, span, "`*` (any value) here"),
            E::CurrentThread => unsupported(Code::U025, span, "`\\current_thread`"),
            E::New(_) | E::NewArray(..) | E::Increment { .. } => {
                unsupported(Code::U026, span, "an effect in a place without effects")
            }
            E::Perm(..) | E::PointsTo(..) | E::Value(_) | E::Scale(..) => {
                unsupported(Code::U027, span, "a permission as a value")
            }
            E::HPerm(..) => unsupported(Code::U030, span, "process algebra"),
            E::Held(_) | E::Idle(_) | E::Running(_) | E::Committed(_) => {
                unsupported(Code::U031, span, "lock and thread tokens")
            }
            E::Matrix(..) | E::ArrayOf(..) => self.array_formula(place, e),
            E::AllElements(_) => unsupported(Code::U027, span, "`a[*]` as a value"),
            E::InstanceOf(..) => unsupported(Code::U032, span, "`instanceof`"),
            E::Builtin(name, _) => unsupported(Code::U033, span, format!("`{}`", name.name)),
            E::During(keyword, ..) => unsupported(Code::U033, span, format!("`{}`", keyword.name)),
            E::ForPerm(binders, location, body) => {
                let kind = self.forperm(place, binders, location, body, span)?;
                Ok(Expr::new(Sort::Bool, span, kind))
            }
            E::Str(_)
            | E::Char(_)
            | E::OptionNone
            | E::Slice(..)
            | E::Update(..)
            | E::Values(..)
            | E::SeqLiteral(..)
            | E::SetLiteral(..)
            | E::BagLiteral(..)
            | E::MapLiteral(..)
            | E::TupleLiteral(..)
            | E::Range { .. }
            | E::Comprehension { .. }
            | E::Size(_)
            | E::Choose(_)
            | E::ChooseFresh(_) => self.data_expr(place, e),
        }
    }

    fn conditional(&self, condition: Expr, a: Expr, b: Expr, span: Span) -> Lowered<Expr> {
        let (a, b) = self.same_sort(a, b, span)?;
        let sort = a.sort.clone();
        let kind = ExprKind::Ite(Box::new(condition), Box::new(a), Box::new(b));
        Ok(Expr::new(sort, span, kind))
    }

    /// The variable of a `\\let`, declared, and its value.
    pub(crate) fn bound_by_let(
        &mut self,
        place: Place<'_>,
        variable: &'a ast::Variable,
        span: Span,
    ) -> Lowered<(LocalId, Expr)> {
        let Some(init) = &variable.init else {
            return unsupported(Code::U096, span, "`\\let` without a value");
        };
        let value = self.expr(place, init)?;
        let local = self.declare(variable.id, &variable.name)?;
        let value = self.coerce(value, &self.output.core.local(local).sort.clone())?;
        Ok((local, value))
    }

    fn cast(&mut self, place: Place<'_>, e: &'a ast::Expr, inner: &'a ast::Expr) -> Lowered<Expr> {
        let target = self.tables.resolution.type_of(e.id).clone();
        let inner = self.expr(place, inner)?;
        let sort = self.sort(&target, e.span)?;
        if inner.sort == sort && sort != Sort::Ref {
            Ok(inner)
        } else if sort == Sort::Real && inner.sort == Sort::Int {
            Ok(as_real(inner))
        } else {
            unsupported(Code::U023, e.span, "this cast")
        }
    }

    fn unfolding(
        &mut self,
        place: Place<'_>,
        instance: &'a ast::Expr,
        body: &'a ast::Expr,
        span: Span,
    ) -> Lowered<Expr> {
        if self.is_inline_instance(instance) {
            let held = Box::new(self.inline_instance(place, instance)?);
            let body = Box::new(self.expr(place, body)?);
            let sort = body.sort.clone();
            return Ok(Expr::new(sort, span, ExprKind::Where(held, body)));
        }
        let (location, amount) = self.predicate_instance(place, instance)?;
        let body = Box::new(self.expr(place, body)?);
        let sort = body.sort.clone();
        let kind = ExprKind::Unfolding(Box::new(location), Box::new(amount), body);
        Ok(Expr::new(sort, span, kind))
    }

    fn forperm(
        &mut self,
        place: Place<'_>,
        binders: &'a [ast::Binder],
        location: &'a ast::Expr,
        body: &'a ast::Expr,
        span: Span,
    ) -> Lowered<ExprKind> {
        self.only_receivers(binders, location)?;
        self.only_of_the_type(binders, &[body])?;
        let (variables, guards) = self.binders(place, binders, None)?;
        if !guards.is_empty() {
            return unsupported(Code::U034, span, "`\\forperm` of variables with bounds");
        }
        let location = Box::new(self.location(place, location)?);
        if matches!(*location, Location::Predicate(..)) {
            return unsupported(Code::U034, span, "`\\forperm` of predicate instances");
        }
        let body = Box::new(self.expr(place, body)?);
        if place.apart {
            // What the giver has left says nothing of what the receiver has.
            self.trust("forperm", span);
        }
        Ok(ExprKind::ForPerm {
            variables,
            location,
            body,
            apart: place.apart,
        })
    }

    /// The local that holds the value of an expression, where there is one already.
    fn known(&self, place: Place<'_>, e: ast::NodeId) -> Option<LocalId> {
        place.named(e).or(self.method.hoisted.get(&e).copied())
    }

    /// A reference to a local.
    pub(crate) fn local_expr(&self, local: LocalId, span: Span) -> Expr {
        Expr::new(
            self.output.core.local(local).sort.clone(),
            span,
            ExprKind::Local(local),
        )
    }

    fn float(&mut self, text: &str, span: Span) -> Lowered<Expr> {
        let digits = text.trim_end_matches(['f', 'F', 'd', 'D']);
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        let Ok(numerator) = format!("{whole}{part}").parse::<BigInt>() else {
            return unsupported(Code::U035, span, "this floating point literal");
        };
        let Ok(scale) = u32::try_from(part.len()) else {
            return unsupported(Code::U035, span, "this floating point literal");
        };
        self.trust("float", span);
        Ok(real(
            BigRational::new(numerator, BigInt::from(10).pow(scale)),
            span,
        ))
    }

    fn name(&mut self, place: Place<'_>, e: &'a ast::Expr) -> Lowered<Expr> {
        let span = e.span;
        match self.tables.resolution.references.get(&e.id) {
            Some(Reference::Local(id)) => {
                let id = self.tables.resolution.canonical(*id);
                match place.named(id).or(self.method.locals.get(&id).copied()) {
                    Some(local) => Ok(self.local_expr(local, span)),
                    None => unsupported(Code::U096, span, "this name here"),
                }
            }
            Some(Reference::Field(id, _)) => {
                if let Some(place) = self.tables.fields.static_field(*id, span) {
                    return Ok(place);
                }
                let Some(this) = place.this else {
                    return unsupported(Code::U096, span, "a field here");
                };
                let receiver = Expr::new(Sort::Ref, span, ExprKind::Local(this));
                self.field(receiver, *id, span)
            }
            Some(Reference::EnumConstant(id)) => self.enum_constant(*id, span),
            _ => unsupported(Code::U096, span, "this name here"),
        }
    }

    fn enum_constant(&self, id: ast::NodeId, span: Span) -> Lowered<Expr> {
        match self.tables.enum_constants.get(&id) {
            Some(number) => Ok(Expr::int(*number, span)),
            None => unsupported(Code::U096, span, "this constant"),
        }
    }

    fn field(&mut self, receiver: Expr, id: ast::NodeId, span: Span) -> Lowered<Expr> {
        match self.tables.fields.ids.get(&id) {
            Some(&field) => Ok(Expr::new(
                self.tables.fields.field(field).sort.clone(),
                span,
                ExprKind::Field(Box::new(receiver), field),
            )),
            None => unsupported(Code::U036, span, "this field"),
        }
    }

    fn unary(
        &mut self,
        place: Place<'_>,
        op: UnaryOp,
        inner: &'a ast::Expr,
        span: Span,
    ) -> Lowered<Expr> {
        if op == UnaryOp::Not {
            let inner = self.expr(place.negated(), inner)?;
            return Ok(Expr::test(Builtin::Not, vec![inner], span));
        }
        let inner = self.expr(place, inner)?;
        if op == UnaryOp::Plus {
            return Ok(inner);
        }
        Ok(Expr::new(
            inner.sort.clone(),
            span,
            ExprKind::Apply(Builtin::Neg, vec![inner]),
        ))
    }

    fn index(
        &mut self,
        place: Place<'_>,
        e: &'a ast::Expr,
        base: &'a ast::Expr,
        index: &'a ast::Expr,
    ) -> Lowered<Expr> {
        let Type::Array(_) = self.tables.resolution.type_of(base.id) else {
            return self.data_expr(place, e);
        };
        let sort = self.sort(&self.tables.resolution.type_of(e.id).clone(), e.span)?;
        let row = self.tables.reading.semantics.fixed_rows
            && matches!(self.tables.resolution.type_of(e.id), Type::Array(_));
        let base = Box::new(self.expr(place, base)?);
        let index = Box::new(self.expr(place, index)?);
        let kind = if row {
            ExprKind::Row(base, index)
        } else {
            ExprKind::Element(base, index)
        };
        Ok(Expr::new(sort, e.span, kind))
    }

    fn member(&mut self, place: Place<'_>, e: &'a ast::Expr, base: &'a ast::Expr) -> Lowered<Expr> {
        match self.tables.resolution.references.get(&e.id) {
            Some(Reference::Field(id, _)) => {
                if let Some(place) = self.tables.fields.static_field(*id, e.span) {
                    self.reached_through_a_name(base)?;
                    return Ok(place);
                }
                let receiver = self.expr(place, base)?;
                self.field(receiver, *id, e.span)
            }
            Some(Reference::EnumConstant(id)) => self.enum_constant(*id, e.span),
            Some(Reference::Builtin(resolve::Builtin::ArrayLength)) => {
                let base = self.expr(place, base)?;
                Ok(Expr::new(
                    Sort::Int,
                    e.span,
                    ExprKind::Length(Box::new(base)),
                ))
            }
            _ => self.data_expr(place, e),
        }
    }

    fn call(&mut self, place: Place<'_>, e: &'a ast::Expr, call: &'a ast::Call) -> Lowered<Expr> {
        match self.tables.resolution.references.get(&e.id) {
            Some(Reference::Method(id, _)) => self.function_call(place, e, call, *id),
            Some(Reference::Predicate(..)) => {
                unsupported(Code::U027, e.span, "a predicate instance as a value")
            }
            Some(Reference::Builtin(_)) => self.data_expr(place, e),
            _ => unsupported(Code::U041, e.span, "this call"),
        }
    }

    /// A heap location.
    #[allow(clippy::wildcard_enum_match_arm, reason = "the rest is refused")]
    pub(crate) fn location(&mut self, place: Place<'_>, e: &'a ast::Expr) -> Lowered<Location> {
        if let ast::ExprKind::Trigger(parts, _) = &e.kind
            && let [inner] = parts.as_slice()
        {
            return self.location(place, inner);
        }
        if matches!(e.kind, ast::ExprKind::Call(_)) {
            return Ok(self.predicate_instance(place, e)?.0);
        }
        let place = self.expr(place, e)?;
        match place.kind {
            ExprKind::Field(receiver, field) => Ok(Location::Field(*receiver, field)),
            ExprKind::Element(array, index) => Ok(Location::Element(*array, *index, place.sort)),
            _ => unsupported(Code::U044, e.span, "a permission to this"),
        }
    }

    /// An amount as written.
    pub(crate) fn amount(&mut self, place: Place<'_>, e: &'a ast::Expr) -> Lowered<Amount> {
        if matches!(e.kind, ast::ExprKind::Read) {
            return Ok(Amount::Wildcard);
        }
        let amount = self.expr(place, e)?;
        let amount = as_real(amount);
        if amount.sort == Sort::Real {
            Ok(Amount::Exact(amount))
        } else {
            unsupported(Code::U045, e.span, "a permission amount of this type")
        }
    }
}

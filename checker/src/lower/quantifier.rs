//! Quantifiers: bound variables with what holds of them, and triggers.

use super::expr::real;
use super::{Lowered, Lowerer, unsupported};
use crate::core::{Builtin, DataType, Expr, ExprKind, LocalId, Quantifier};
use crate::term::Sort;
use num_rational::BigRational;
use num_traits::{One, Zero};
use spec_lang::ast::{self, NodeId, QuantifierKind, Visitor};
use spec_lang::resolve::{Builtin as Word, Reference, Resolution, Type};
use spec_lang::span::Span;

impl<'a> Lowerer<'a> {
    /// `\forall`, `\exists`, `\sum` and `\product`.
    pub(super) fn quantifier(
        &mut self,
        kind: QuantifierKind,
        binders: &'a [ast::Binder],
        range: Option<&'a ast::Expr>,
        body: &'a ast::Expr,
        span: Span,
    ) -> Lowered<Expr> {
        let quantifier = match kind {
            QuantifierKind::Forall | QuantifierKind::ForallStar => Quantifier::Forall,
            QuantifierKind::Exists => Quantifier::Exists,
            QuantifierKind::Sum => return self.fold(false, binders, range, body, span),
            QuantifierKind::Product => return self.fold(true, binders, range, body, span),
        };
        let outside = self.negated.take();
        let bound = self.binders(binders, range);
        self.negated = outside;
        let (variables, guards) = bound?;
        let exists = match self.negated {
            Some(negated) => (quantifier == Quantifier::Exists) != negated,
            None => true,
        };
        if exists {
            self.no_existence(binders)?;
        }
        self.no_final_field_of_all(binders, range.into_iter().chain([body]))?;
        let triggers = self.triggers(range.into_iter().chain([body]))?;
        let body = self.expr(body)?;
        let guard = Expr::and(guards, span);
        let trivial = guard.as_bool() == Some(true);
        let body = match quantifier {
            _ if trivial => body,
            Quantifier::Forall => Expr::new(
                Sort::Bool,
                span,
                ExprKind::Implies(Box::new(guard), Box::new(body)),
            ),
            Quantifier::Exists => Expr::and(vec![guard, body], span),
        };
        Ok(Expr::new(
            Sort::Bool,
            span,
            ExprKind::Quant {
                quantifier,
                variables,
                body: Box::new(body),
                triggers,
            },
        ))
    }

    /// A bound variable may range wider than its type: over all objects and arrays, whatever their
    /// class; what is none of it would be a witness.
    pub(super) fn no_existence(&self, binders: &'a [ast::Binder]) -> Lowered<()> {
        let wider = binders.iter().find(|binder| {
            let declared = self.resolution.declared.get(&binder.id);
            declared.is_none_or(|ty| ranges_wider(&self.instantiated(ty), false))
        });
        match wider {
            Some(binder) => {
                let place = binder.name.span;
                unsupported("U073", place, "the existence of a value of such a type")
            }
            None => Ok(()),
        }
    }

    /// A final field never changes, but that is known of the objects there are: what is said of
    /// the field of all objects would be known of those that are made later.
    pub(super) fn no_final_field_of_all(
        &self,
        binders: &'a [ast::Binder],
        within: impl IntoIterator<Item = &'a ast::Expr>,
    ) -> Lowered<()> {
        struct Look<'l, 'a> {
            lowerer: &'l Lowerer<'a>,
            objects: Vec<NodeId>,
            finals: bool,
            arrays: bool,
            found: Option<Span>,
        }
        impl Look<'_, '_> {
            fn mentions(&self, e: &ast::Expr) -> bool {
                struct Mentions<'m>(&'m Resolution, &'m [NodeId], bool);
                impl Visitor for Mentions<'_> {
                    fn visit_expr(&mut self, e: &ast::Expr) {
                        self.2 |= matches!(
                            self.0.references.get(&e.id),
                            Some(Reference::Local(id)) if self.1.contains(id)
                        );
                        self.walk_expr(e);
                    }
                }
                let mut mentions = Mentions(self.lowerer.resolution, &self.objects, false);
                mentions.visit_expr(e);
                mentions.2
            }
        }
        impl Visitor for Look<'_, '_> {
            fn visit_expr(&mut self, e: &ast::Expr) {
                let reads = match self.lowerer.resolution.references.get(&e.id) {
                    Some(Reference::Field(id, _)) => {
                        let field = self.lowerer.fields.get(id);
                        field.is_some_and(|field| self.lowerer.core.field(*field).is_final)
                    }
                    // Which fields a function or a predicate reads is not looked at.
                    Some(Reference::Method(..) | Reference::Predicate(..)) => {
                        self.finals || self.arrays
                    }
                    // A length is as final as that.
                    Some(Reference::Builtin(Word::ArrayLength)) => self.arrays,
                    None if self.arrays => matches!(
                        e.kind,
                        ast::ExprKind::ArrayOf(..) | ast::ExprKind::Matrix(..)
                    ),
                    _ => false,
                };
                if reads && self.mentions(e) {
                    self.found.get_or_insert(e.span);
                }
                self.walk_expr(e);
            }
        }
        let of_object = |binder: &&ast::Binder| {
            let declared = self.resolution.declared.get(&binder.id);
            declared.is_none_or(|ty| holds_objects(&self.instantiated(ty)))
        };
        let mut look = Look {
            lowerer: self,
            objects: binders.iter().filter(of_object).map(|b| b.id).collect(),
            finals: self.core.fields.iter().any(|field| field.is_final),
            arrays: binders.iter().any(|binder| {
                let declared = self.resolution.declared.get(&binder.id);
                declared.is_none_or(|ty| holds_arrays(&self.instantiated(ty)))
            }),
            found: None,
        };
        if self.legacy() || look.objects.is_empty() {
            return Ok(());
        }
        within.into_iter().for_each(|e| look.visit_expr(e));
        match look.found {
            Some(span) => unsupported("U073", span, "a final field of all objects"),
            None => Ok(()),
        }
    }

    /// Declares bound variables; gives them and their ranges.
    pub(super) fn binders(
        &mut self,
        binders: &'a [ast::Binder],
        range: Option<&'a ast::Expr>,
    ) -> Lowered<(Vec<LocalId>, Vec<Expr>)> {
        let mut variables = Vec::new();
        let mut guards = Vec::new();
        for binder in binders {
            if binder.from.is_some() {
                return unsupported("U043", binder.span, "a variable drawn from a collection");
            }
            let bounds = match &binder.range {
                Some((low, high)) => Some((self.expr(low)?, self.expr(high)?)),
                None => None,
            };
            let local = self.declare(binder.id, &binder.name)?;
            variables.push(local);
            let variable = self.local_expr(local, binder.name.span);
            if let Some((low, high)) = bounds {
                guards.push(Expr::test(
                    Builtin::Le,
                    vec![low, variable.clone()],
                    binder.span,
                ));
                guards.push(Expr::test(
                    Builtin::Lt,
                    vec![variable.clone(), high],
                    binder.span,
                ));
            }
            guards.extend(self.typing_facts(local, &variable));
        }
        if let Some(range) = range {
            match self.expr(range)? {
                Expr {
                    kind: ExprKind::And(parts),
                    ..
                } => guards.extend(parts),
                other => guards.push(other),
            }
        }
        Ok((variables, guards))
    }

    /// What holds of a variable by its type alone.
    fn typing_facts(&self, local: LocalId, value: &Expr) -> Vec<Expr> {
        let span = value.span;
        let between = |low: Expr, strict: bool, high: Expr, high_strict: bool| {
            vec![
                Expr::test(
                    if strict { Builtin::Lt } else { Builtin::Le },
                    vec![low, value.clone()],
                    span,
                ),
                Expr::test(
                    if high_strict {
                        Builtin::Lt
                    } else {
                        Builtin::Le
                    },
                    vec![value.clone(), high],
                    span,
                ),
            ]
        };
        let zero = || real(BigRational::zero(), span);
        let one = || real(BigRational::one(), span);
        match &self.core.local(local).data {
            DataType::Plain => Vec::new(),
            DataType::Share => between(zero(), true, one(), false),
            DataType::ZeroShare => between(zero(), false, one(), false),
            DataType::Enum(count) => {
                between(Expr::int(0, span), false, Expr::int(*count, span), true)
            }
        }
    }

    /// The triggers written in some expressions, one set per `{: … :}`.
    pub(super) fn triggers(
        &mut self,
        within: impl std::iter::Iterator<Item = &'a ast::Expr>,
    ) -> Lowered<Vec<Vec<Expr>>> {
        let mut found: Vec<&'a [ast::Expr]> = Vec::new();
        for e in within {
            collect_triggers(e, &mut found);
        }
        let mut triggers: Vec<Vec<Expr>> = Vec::new();
        for set in found {
            if set
                .iter()
                .all(|e| !matches!(e.kind, ast::ExprKind::Perm(..) | ast::ExprKind::Scale(..)))
            {
                // A trigger that has no value (a predicate instance) is only a hint.
                if let Ok(set) = set
                    .iter()
                    .map(|e| self.expr(e))
                    .collect::<Lowered<Vec<_>>>()
                {
                    triggers.push(set);
                }
            }
        }
        // Where no set mentions all variables, all of them together may.
        if triggers.len() > 1 {
            let together: Vec<Expr> = triggers.iter().flatten().cloned().collect();
            triggers.push(together);
        }
        Ok(triggers)
    }
}

fn collect_triggers<'a>(e: &'a ast::Expr, found: &mut Vec<&'a [ast::Expr]>) {
    // Triggers of an inner binder belong to it, not to the outer one.
    struct Collect<'f, 'a>(&'f mut Vec<&'a [ast::Expr]>);
    impl<'a> Collect<'_, 'a> {
        fn see(&mut self, e: &'a ast::Expr) {
            match &e.kind {
                ast::ExprKind::Trigger(parts, _) => self.0.push(parts),
                ast::ExprKind::Binary(_, l, r) => {
                    self.see(l);
                    self.see(r);
                }
                ast::ExprKind::Unary(_, inner) | ast::ExprKind::Old(_, inner) => self.see(inner),
                ast::ExprKind::Index(a, b) | ast::ExprKind::Perm(a, b) => {
                    self.see(a);
                    self.see(b);
                }
                ast::ExprKind::Conditional(a, b, c) => {
                    self.see(a);
                    self.see(b);
                    self.see(c);
                }
                ast::ExprKind::Member(inner, _) => self.see(inner),
                ast::ExprKind::Call(call) => call.args.iter().for_each(|arg| self.see(arg)),
                ast::ExprKind::Scale(_, inner) => self.see(inner),
                _ => {}
            }
        }
    }
    Collect(found).see(e);
}

/// Whether a bound variable takes more values than there are of its type: objects of other types;
/// within collections, numbers that are no constants of an enum and no shares.
fn ranges_wider(ty: &Type, within: bool) -> bool {
    match ty {
        Type::Int
        | Type::Boolean
        | Type::Void
        | Type::Resource
        | Type::Rational
        | Type::Float32
        | Type::Float64
        | Type::String
        | Type::Parameter(_) => false,
        Type::Frac | Type::ZFrac | Type::Enum(_) => within,
        Type::Class(..)
        | Type::Array(_)
        | Type::Null
        | Type::Char
        | Type::Any
        | Type::Other(_)
        | Type::Error => true,
        Type::Seq(part) | Type::Set(part) | Type::Bag(part) | Type::Option(part) => {
            ranges_wider(part, true)
        }
        Type::Map(key, value) => ranges_wider(key, true) || ranges_wider(value, true),
        Type::Tuple(parts) | Type::Adt(_, parts) => {
            parts.iter().any(|part| ranges_wider(part, true))
        }
    }
}

/// Whether values of a type are objects or arrays or hold some.
fn holds_objects(ty: &Type) -> bool {
    matches!(ty, Type::Class(..) | Type::Null)
        || holds_arrays(ty)
        || parts(ty).iter().any(|part| holds_objects(part))
}

/// Whether values of a type are arrays or hold some, or may do so. Of values of a type parameter
/// nothing can be read.
fn holds_arrays(ty: &Type) -> bool {
    let some = matches!(
        ty,
        Type::Array(_) | Type::Any | Type::Other(_) | Type::Error
    );
    some || parts(ty).iter().any(|part| holds_arrays(part))
}

/// The types that a type is made of.
fn parts(ty: &Type) -> Vec<&Type> {
    match ty {
        Type::Seq(part) | Type::Set(part) | Type::Bag(part) | Type::Option(part) => vec![part],
        Type::Map(key, value) => vec![key, value],
        Type::Tuple(parts) | Type::Adt(_, parts) => parts.iter().collect(),
        _ => Vec::new(),
    }
}

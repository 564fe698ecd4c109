//! Quantifiers: bound variables with what holds of them, and triggers.

use crate::context::build::real;
use crate::context::environment::Place;
use crate::context::lowerer::Lowerer;
use crate::context::unsupported::{Lowered, unsupported};
use core_lang::{Builtin, DataType, Expr, ExprKind, LocalId, Quantifier};
use logic::Sort;
use num_rational::BigRational;
use num_traits::{One, Zero};
use spec_lang::ast::{self, QuantifierKind};
use text::code::Code;
use text::span::Span;

/// What a quantifier, a sum or a product binds, and over what it ranges.
#[derive(Clone, Copy)]
pub(crate) struct Bound<'a> {
    /// The variables.
    pub binders: &'a [ast::Binder],
    /// What is asked of them.
    pub range: Option<&'a ast::Expr>,
    /// What is said of them.
    pub body: &'a ast::Expr,
    /// Where it stands.
    pub span: Span,
}

impl<'a> Lowerer<'_, 'a> {
    /// `\forall`, `\exists`, `\sum` and `\product`.
    pub(crate) fn quantifier(
        &mut self,
        place: Place<'_>,
        kind: QuantifierKind,
        bound: Bound<'a>,
    ) -> Lowered<Expr> {
        let Bound {
            binders,
            range,
            body,
            span,
        } = bound;
        let quantifier = match kind {
            QuantifierKind::Forall | QuantifierKind::ForallStar => Quantifier::Forall,
            QuantifierKind::Exists => Quantifier::Exists,
            QuantifierKind::Sum => return self.fold(place, false, bound),
            QuantifierKind::Product => return self.fold(place, true, bound),
        };
        let (variables, guards) = self.binders(place, binders, range)?;
        self.only_what_exists(kind, binders, range, body)?;
        let parts: Vec<&ast::Expr> = range.into_iter().chain([body]).collect();
        self.only_of_the_type(binders, &parts)?;
        let triggers = self.triggers(place, range.into_iter().chain([body]))?;
        let body = self.expr(place, body)?;
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

    /// Declares bound variables; gives them and their ranges.
    pub(crate) fn binders(
        &mut self,
        place: Place<'_>,
        binders: &'a [ast::Binder],
        range: Option<&'a ast::Expr>,
    ) -> Lowered<(Vec<LocalId>, Vec<Expr>)> {
        let mut variables = Vec::new();
        let mut guards = Vec::new();
        for binder in binders {
            if binder.from.is_some() {
                return unsupported(
                    Code::U043,
                    binder.span,
                    "a variable drawn from a collection",
                );
            }
            let bounds = match &binder.range {
                Some((low, high)) => Some((self.expr(place, low)?, self.expr(place, high)?)),
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
            match self.expr(place, range)? {
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
        match &self.output.core.local(local).data {
            DataType::Plain => Vec::new(),
            DataType::Fraction => between(zero(), true, one(), false),
            DataType::ZeroPermission => between(zero(), false, one(), false),
            DataType::Enum(count) => {
                between(Expr::int(0, span), false, Expr::int(*count, span), true)
            }
        }
    }

    /// The triggers written in some expressions, one set per `{: … :}`.
    pub(crate) fn triggers(
        &mut self,
        place: Place<'_>,
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
                    .map(|e| self.expr(place, e))
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
        #[allow(clippy::wildcard_enum_match_arm, reason = "others bind or have none")]
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

//! Magic wands: `A -* B` is an instance, told apart by what it says and by the values of the locals in
//! it. `package` makes one, `apply` exchanges it together with `A` for `B`.

use crate::assertions::clauses::star;
use crate::context::build::real;
use crate::context::environment::{Here, Place};
use crate::context::lowerer::Lowerer;
use crate::context::unsupported::{Lowered, unsupported};
use core_lang::{
    Amount, Assertion, AssertionKind, Blame, DataType, Location, Package, Predicate, PredicateId,
    Reason, Shape, Stmt, StmtKind,
};
use spec_lang::ast::{self, BinaryOp};
use text::code::Code;
use text::span::Span;

/// A wand and its sides.
struct Wand {
    instance: Location,
    left: Assertion,
    right: Assertion,
}

impl<'a> Lowerer<'_, 'a> {
    /// `A -* B` as an assertion: the instance.
    pub(crate) fn wand_assertion(
        &mut self,
        place: Place<'_>,
        e: &'a ast::Expr,
    ) -> Lowered<Assertion> {
        let wand = self.wand(place, e)?;
        Ok(whole(wand.instance, e.span))
    }

    fn wand(&mut self, place: Place<'_>, e: &'a ast::Expr) -> Lowered<Wand> {
        let span = e.span;
        let ast::ExprKind::Binary(BinaryOp::Wand, left, right) = &e.kind else {
            return unsupported(Code::U038, span, "this as a magic wand");
        };
        let left = self.assertion(place, left)?;
        let right = self.assertion(place, right)?;
        let Some((shape, values)) = Shape::of(&[&left, &right]) else {
            let what = "a magic wand that speaks of another state or of permissions held";
            return unsupported(Code::U038, span, what);
        };
        let mut args = Vec::new();
        let mut params = Vec::new();
        for value in values {
            let local = self.output.core.local(value).clone();
            args.push(self.local_expr(value, span));
            params.push(local);
        }
        let known = self.output.wands.iter().find(|(other, _)| *other == shape);
        let id = match known {
            Some((_, id)) => *id,
            None => {
                let core = &self.output.core;
                let id = PredicateId(u32::try_from(core.predicates.len()).unwrap_or(u32::MAX));
                let params = params
                    .into_iter()
                    .map(|local| {
                        let sort = local.sort;
                        let output = &mut self.output;
                        output.fresh_local(&local.name, sort, DataType::Plain, span)
                    })
                    .collect();
                self.output.core.predicates.push(Predicate {
                    name: core_lang::WAND.to_owned(),
                    span,
                    params,
                    body: None,
                    token: false,
                    lasting: false,
                });
                self.output.wands.push((shape, id));
                id
            }
        };
        Ok(Wand {
            instance: Location::Predicate(id, args),
            left,
            right,
        })
    }

    /// `apply A -* B;`
    pub(crate) fn apply_wand(
        &mut self,
        here: Here<'_>,
        e: &'a ast::Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        let wand = self.wand(here.place, e)?;
        let given = star(vec![whole(wand.instance, e.span), wand.left], e.span);
        let blame = Blame::at(Reason::AppliedWand, span);
        out.push(Stmt::new(span, StmtKind::Exhale(given, blame)));
        out.push(Stmt::new(span, StmtKind::Inhale(wand.right)));
        Ok(())
    }

    /// `package A -* B { … }`
    #[allow(clippy::wildcard_enum_match_arm, reason = "the rest is refused")]
    pub(crate) fn package_wand(
        &mut self,
        here: Here<'_>,
        e: &'a ast::Expr,
        text: Option<&'a ast::Block>,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        let wand = self.wand(here.place, e)?;
        let first = self.output.next_local();
        let mut body = Vec::new();
        if let Some(text) = text {
            self.block(here.in_proof_text(), text, &mut body)?;
        }
        for stmt in &body {
            let helps = match &stmt.kind {
                StmtKind::Assert(..)
                | StmtKind::Fold(..)
                | StmtKind::Unfold(..)
                | StmtKind::Exhale(
                    _,
                    Blame {
                        reason: Reason::AppliedWand,
                        ..
                    },
                )
                | StmtKind::Inhale(_) => true,
                StmtKind::Assign(local, _) => *local >= first,
                _ => false,
            };
            if !helps {
                let what =
                    "this in the body of `package`, which folds, unfolds, applies and asserts";
                return unsupported(Code::U038, stmt.span, what);
            }
        }
        let package = Package {
            wand: wand.instance,
            left: wand.left,
            right: wand.right,
            body,
        };
        out.push(Stmt::new(span, StmtKind::Package(Box::new(package))));
        Ok(())
    }
}

fn whole(instance: Location, span: Span) -> Assertion {
    let one = Amount::Exact(real(num_traits::One::one(), span));
    Assertion::new(span, AssertionKind::Permission(instance, one))
}

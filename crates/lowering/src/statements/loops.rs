//! Loops: each is cut by its invariant.

use crate::assertions::clauses::star;
use crate::context::environment::{Here, OpenLoop};
use crate::context::lowerer::Lowerer;
use crate::context::unsupported::{Lowered, unsupported};
use core_lang::{
    Assertion, Blame, Builtin, DataType, Expr, ExprKind, Loop, Reason, Stmt, StmtKind,
};
use logic::Sort;
use spec_lang::ast::{self, BinaryOp, NodeId};
use text::code::Code;
use text::span::Span;

impl<'a> Lowerer<'_, 'a> {
    /// A loop, cut by its invariant.
    pub(crate) fn loop_(
        &mut self,
        here: Here<'_>,
        parts: LoopText<'a>,
        head: LoopHead<'a>,
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        let span = parts.span;
        let break_label = self.fresh_label();
        let continue_label = self.fresh_label();
        let open = OpenLoop {
            id: parts.id,
            leave: break_label,
            next: continue_label,
            ghost: here.ghost,
            outer: here.loops,
        };
        let inside = Here {
            loops: Some(&open),
            ..here
        };
        let clauses = self.clauses(here.place, parts.contract)?;
        if let Some(clause) = parts.contract.clauses.iter().find(|clause| {
            matches!(
                clause.kind,
                ast::ClauseKind::Requires(_) | ast::ClauseKind::Ensures(_)
            )
        }) {
            return unsupported(
                Code::U065,
                clause.span,
                "a loop with a contract of iterations",
            );
        }
        // What holds throughout comes first, so that the invariants may rely on it.
        let mut invariant = here.everywhere.to_vec();
        invariant.extend(head.implicit);
        invariant.extend(clauses.invariants);
        let invariant = star(invariant, span);
        let mut guard_effects = Vec::new();
        let guard = match head.guard {
            Guard::Written(e) => self.condition(here, e, &mut guard_effects)?,
            Guard::Lowered(e) => e,
        };
        let mut body = Vec::new();
        self.stmt(inside, parts.body, &mut body)?;
        let mut update = Vec::new();
        for stmt in parts.update {
            self.stmt(here, stmt, &mut update)?;
        }
        update.extend(head.step);
        let mut assigned = Stmt::assigned(&body);
        assigned.extend(Stmt::assigned(&update));
        assigned.extend(Stmt::assigned(&guard_effects));
        assigned.sort_unstable();
        assigned.dedup();
        let cut = Loop {
            invariant,
            guard_effects,
            guard,
            body,
            continue_label,
            update,
            assigned,
            decreases: match clauses.decreases {
                Some(written) if !written.is_empty() => written,
                // Of a range it is known, and of use only where the end is to be shown.
                _ if here.ends || here.ghost => head.measure.into_iter().collect(),
                _ => Vec::new(),
            },
            ghost: here.ghost,
            entry_blame: Blame::own_place(Reason::LoopEntry),
            keep_blame: Blame::own_place(Reason::LoopKept),
        };
        out.push(Stmt::new(
            span,
            StmtKind::Labelled(
                break_label,
                vec![Stmt::new(span, StmtKind::Loop(Box::new(cut)))],
            ),
        ));
        Ok(())
    }

    /// `for (int i = lo .. hi)`: the bounds are evaluated once, and stay invariant.
    pub(crate) fn ranged_for(
        &mut self,
        here: Here<'_>,
        text: LoopText<'a>,
        iterator: &'a ast::Iterator,
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        let span = iterator.span;
        self.hoist_all(here, &[&iterator.low, &iterator.high], out)?;
        let low_value = self.expr(here.place, &iterator.low)?;
        let high_value = self.expr(here.place, &iterator.high)?;
        let low = self.fresh_local("<low>", Sort::Int, DataType::Plain, span);
        let high = self.fresh_local("<high>", Sort::Int, DataType::Plain, span);
        out.push(Stmt::new(span, StmtKind::Assign(low, low_value)));
        out.push(Stmt::new(span, StmtKind::Assign(high, high_value)));
        let variable = self.declare(iterator.id, &iterator.name)?;
        let value = |lowerer: &Self, local| lowerer.local_expr(local, span);
        out.push(Stmt::new(
            span,
            StmtKind::Assign(variable, value(self, low)),
        ));
        let (i, low, high) = (value(self, variable), value(self, low), value(self, high));
        let below = Expr::test(Builtin::Le, vec![low.clone(), i.clone()], span);
        let within = Expr::test(Builtin::Le, vec![i.clone(), high.clone()], span);
        let untouched = Expr::test(Builtin::Eq, vec![i.clone(), low], span);
        let implicit = vec![
            Assertion::pure_(below),
            Assertion::pure_(Expr::new(
                Sort::Bool,
                span,
                ExprKind::Or(vec![within, untouched]),
            )),
        ];
        let guard = Expr::test(Builtin::Lt, vec![i.clone(), high.clone()], span);
        let left = self.arithmetic(BinaryOp::Sub, high, i.clone(), span)?;
        let next = self.arithmetic(BinaryOp::Add, i, Expr::int(1, span), span)?;
        let head = LoopHead {
            guard: Guard::Lowered(guard),
            implicit,
            step: Some(Stmt::new(span, StmtKind::Assign(variable, next))),
            measure: Some(left),
        };
        self.loop_(here, text, head, out)
    }
}

/// A loop as written, but for its head.
pub(crate) struct LoopText<'a> {
    pub id: NodeId,
    pub span: Span,
    pub contract: &'a ast::Contract,
    pub update: &'a [ast::Stmt],
    pub body: &'a ast::Stmt,
}

/// The head of a loop.
pub(crate) struct LoopHead<'a> {
    pub guard: Guard<'a>,
    /// What is invariant by the form of the head.
    pub implicit: Vec<Assertion>,
    /// The step of a ranged loop, which stands nowhere in the text.
    pub step: Option<Stmt>,
    /// What is left of its range.
    pub measure: Option<Expr>,
}

impl<'a> LoopHead<'a> {
    /// A guard by which nothing else is known.
    pub(crate) fn of(guard: Guard<'a>) -> LoopHead<'a> {
        LoopHead {
            guard,
            implicit: Vec::new(),
            step: None,
            measure: None,
        }
    }
}

/// Where the guard comes from.
pub(crate) enum Guard<'a> {
    Written(&'a ast::Expr),
    Lowered(Expr),
}

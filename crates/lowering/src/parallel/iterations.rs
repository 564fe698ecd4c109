//! `for` loops whose contract speaks of one iteration: parallel blocks of their iterations, which
//! run in the order of the loop (Blom, Darabi, Huisman: Verification of Loop Parallelisations,
//! FASE 2015).
//!
//! One order among all that threads may run in: so what holds of the block holds of the loop.

use crate::context::environment::Here;
use crate::context::lowerer::Lowerer;
use crate::context::unsupported::{Lowered, unsupported};
use crate::parallel::blocks::{Iterators, Threads};
use core_lang::{Builtin, Expr, ExprKind, Stmt, StmtKind, facts};
use logic::Sort;
use spec_lang::ast::{self, AssignOp, BinaryOp, NodeId};
use spec_lang::resolve::Reference;
use text::code::Code;
use text::span::Span;

impl<'a> Lowerer<'_, 'a> {
    /// `for (int i = low .. high) requires …; ensures …; { … }`.
    pub(crate) fn ranged_iterations(
        &mut self,
        here: Here<'_>,
        stmt: &'a ast::Stmt,
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        let ast::StmtKind::RangedFor {
            contract,
            iterator,
            body,
        } = &stmt.kind
        else {
            return no_rule(stmt.span, "this loop");
        };
        let range = std::slice::from_ref(iterator);
        self.hoist_ranges(here, range, out)?;
        let threads = Threads {
            id: stmt.id,
            beside: 1,
            ordered: true,
            iterators: Iterators::Written(range),
            contract,
            body: block_of(body)?,
            span: stmt.span,
        };
        self.as_threads(here, threads, out)
    }

    /// `for (int i = low; i < high; i++)` with such a contract. What it counts to must stay as it is.
    pub(crate) fn counted_iterations(
        &mut self,
        here: Here<'_>,
        stmt: &'a ast::Stmt,
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        let ast::StmtKind::For {
            contract,
            init,
            condition: Some(condition),
            update,
            body,
        } = &stmt.kind
        else {
            return no_rule(stmt.span, "a loop without a condition");
        };
        let [
            ast::Stmt {
                kind: ast::StmtKind::Local { names, .. },
                ..
            },
        ] = init.as_slice()
        else {
            return no_rule(stmt.span, "a loop that does not declare its variable");
        };
        let ([variable], [step]) = (names.as_slice(), update.as_slice()) else {
            return no_rule(stmt.span, "a loop with several variables");
        };
        // Under vercors-1.4 a second declaration is the variable of outside.
        if self.tables.resolution.canonical(variable.id) != variable.id {
            return no_rule(stmt.span, "a loop whose variable is declared twice");
        }
        let Some(first) = &variable.init else {
            return no_rule(stmt.span, "a loop without a first value");
        };
        let Some((last, included)) = self.limit(condition, variable.id) else {
            return no_rule(condition.span, "a condition other than `i < n` or `i <= n`");
        };
        if !self.counts_up(step, variable.id) {
            return no_rule(step.span, "a step other than by one");
        }
        self.hoist_all(here, &[first], out)?;
        let low = self.expr(here.place, first)?;
        let high = self.expr(here.place, last)?;
        let mut fixed = low.sort == Sort::Int && high.sort == Sort::Int;
        high.visit(&mut |e| {
            let facts = facts::expr(&e.kind);
            fixed &= !facts.heap && !facts.calls;
        });
        if !fixed || self.has_effects(last) {
            return no_rule(last.span, "a bound that may change");
        }
        let high = match included {
            true => {
                let sides = vec![high, Expr::int(1, last.span)];
                Expr::new(Sort::Int, last.span, ExprKind::Apply(Builtin::Add, sides))
            }
            false => high,
        };
        let first_local = self.output.next_local();
        let block = self.threads(
            here,
            Threads {
                id: stmt.id,
                beside: 1,
                ordered: true,
                iterators: Iterators::Counted(variable, Box::new((low, high))),
                contract,
                body: block_of(body)?,
                span: stmt.span,
            },
            out,
        )?;
        self.iterations_run(block, first_local, out)
    }

    fn as_threads(
        &mut self,
        here: Here<'_>,
        threads: Threads<'a>,
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        let first_local = self.output.next_local();
        let block = self.threads(here, threads, out)?;
        self.iterations_run(block, first_local, out)
    }

    /// What an iteration leaves to the next one is in its contract, so it assigns no local of outside, nor
    /// what counts it.
    fn iterations_run(
        &mut self,
        block: core_lang::ParBlock,
        first_local: core_lang::LocalId,
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        let counts = |local| block.iterators.iter().any(|(own, ..)| *own == local);
        let assigned = Stmt::assigned(&block.body);
        if assigned
            .iter()
            .any(|local| *local < first_local || counts(*local))
        {
            return no_rule(block.span, "a loop whose iterations assign what is outside");
        }
        out.push(Stmt::new(block.span, StmtKind::Par(vec![block])));
        Ok(())
    }

    /// What a condition compares a variable with from above, and whether that is included.
    #[allow(clippy::wildcard_enum_match_arm, reason = "the rest is no limit")]
    fn limit(&self, condition: &'a ast::Expr, variable: NodeId) -> Option<(&'a ast::Expr, bool)> {
        let ast::ExprKind::Binary(op, left, right) = &condition.kind else {
            return None;
        };
        let (low, high, included) = match op {
            BinaryOp::Lt => (left, right, false),
            BinaryOp::Le => (left, right, true),
            BinaryOp::Gt => (right, left, false),
            BinaryOp::Ge => (right, left, true),
            _ => return None,
        };
        (self.is_variable(low, variable) && !self.mentions(high, variable))
            .then_some((&**high, included))
    }

    /// `i++`, `i += 1` or `i = i + 1`.
    #[allow(clippy::wildcard_enum_match_arm, reason = "the rest does not count")]
    fn counts_up(&self, step: &ast::Stmt, variable: NodeId) -> bool {
        let one =
            |e: &ast::Expr| matches!(&e.kind, ast::ExprKind::Int(value) if *value == 1.into());
        match &step.kind {
            ast::StmtKind::Expr(e) => match &e.kind {
                ast::ExprKind::Increment {
                    target, up: true, ..
                } => self.is_variable(target, variable),
                _ => false,
            },
            ast::StmtKind::Assign { target, op, value } if self.is_variable(target, variable) => {
                match op {
                    AssignOp::Add => one(value),
                    AssignOp::Set => match &value.kind {
                        ast::ExprKind::Binary(BinaryOp::Add, left, right) => {
                            self.is_variable(left, variable) && one(right)
                        }
                        _ => false,
                    },
                    _ => false,
                }
            }
            _ => false,
        }
    }

    fn is_variable(&self, e: &ast::Expr, variable: NodeId) -> bool {
        matches!(e.kind, ast::ExprKind::Name(_))
            && matches!(
                self.tables.resolution.references.get(&e.id),
                Some(Reference::Local(id)) if *id == variable
            )
    }

    fn mentions(&self, e: &ast::Expr, variable: NodeId) -> bool {
        struct Find<'a> {
            resolution: &'a spec_lang::resolve::Resolution,
            variable: NodeId,
            found: bool,
        }
        impl ast::Visitor for Find<'_> {
            fn visit_expr(&mut self, e: &ast::Expr) {
                let meant = self.resolution.references.get(&e.id);
                self.found |= matches!(meant, Some(Reference::Local(id)) if *id == self.variable);
                self.walk_expr(e);
            }
        }
        let mut find = Find {
            resolution: self.tables.resolution,
            variable,
            found: false,
        };
        ast::Visitor::visit_expr(&mut find, e);
        find.found
    }
}

fn block_of(body: &ast::Stmt) -> Lowered<&ast::Block> {
    let ast::StmtKind::Block(block) = &body.kind else {
        return no_rule(body.span, "a loop of iterations whose body is no block");
    };
    Ok(block)
}

fn no_rule<T>(span: Span, what: &str) -> Lowered<T> {
    unsupported(Code::U065, span, what)
}

//! `parallel { … }` and `sequential { … }` around parallel blocks.
//!
//! What runs in sequence beside other blocks is one thread more: it needs what its first block
//! needs, gives what its last one gives, and does the blocks one after the other. That each
//! finds what it needs is then shown as for any statements.

use crate::assertions::clauses::star;
use crate::context::environment::Here;
use crate::context::lowerer::Lowerer;
use crate::context::unsupported::{Lowered, unsupported};
use core_lang::{Assertion, AssertionKind, Blame, Builtin, Expr, ParBlock, Reason, Stmt, StmtKind};
use spec_lang::ast;
use text::code::Code;
use text::span::Span;

impl<'a> Lowerer<'_, 'a> {
    /// `parallel { … }`: its blocks at once; `sequential { … }`: one after the other.
    pub(crate) fn region(
        &mut self,
        here: Here<'_>,
        parallel: bool,
        body: &'a ast::Block,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        if !parallel {
            return self.block(here, body, out);
        }
        let mut iterators = Vec::new();
        iterators_at_once(body, &mut iterators);
        self.hoist_ranges(here, iterators, out)?;
        let mut blocks = Vec::new();
        for stmt in &body.statements {
            self.blocks_of(here, stmt, &mut blocks)?;
        }
        out.push(Stmt::new(span, StmtKind::Par(blocks)));
        Ok(())
    }

    /// The blocks that a statement within `parallel` adds to those that run at once.
    #[allow(clippy::wildcard_enum_match_arm, reason = "the rest is refused")]
    fn blocks_of(
        &mut self,
        here: Here<'_>,
        stmt: &'a ast::Stmt,
        blocks: &mut Vec<ParBlock>,
    ) -> Lowered<()> {
        match &stmt.kind {
            ast::StmtKind::Empty => Ok(()),
            ast::StmtKind::Par(par) => {
                for block in &par.blocks {
                    let mut bounds = block.iterators.iter().flat_map(|it| [&it.low, &it.high]);
                    if bounds.any(|bound| self.has_effects(bound)) {
                        return within_parallel(stmt.span);
                    }
                    // How many run beside it depends on what stands around; nothing is shared.
                    blocks.push(self.par_block(here, block, 0, &mut Vec::new())?);
                }
                Ok(())
            }
            ast::StmtKind::Region {
                parallel: true,
                body,
            } => body
                .statements
                .iter()
                .try_for_each(|stmt| self.blocks_of(here, stmt, blocks)),
            // Under vercors-1.4 a block's contract speaks of the state at its own start.
            ast::StmtKind::Region { body, .. }
                if !self.tables.reading.no_sequences_beside_blocks =>
            {
                blocks.extend(self.sequential_thread(here, body, stmt.span)?);
                Ok(())
            }
            _ => within_parallel(stmt.span),
        }
    }

    /// The one thread that runs blocks in sequence; none without blocks.
    fn sequential_thread(
        &mut self,
        here: Here<'_>,
        body: &'a ast::Block,
        span: Span,
    ) -> Lowered<Option<ParBlock>> {
        let mut steps = Vec::new();
        for stmt in &body.statements {
            let mut blocks = Vec::new();
            // Within a sequence another one is no block of its own.
            if matches!(&stmt.kind, ast::StmtKind::Region { parallel, .. } if !parallel) {
                return within_parallel(stmt.span);
            }
            self.blocks_of(here, stmt, &mut blocks)?;
            if !blocks.is_empty() {
                steps.push((stmt.span, blocks));
            }
        }
        let (Some((_, first)), Some((_, last))) = (steps.first(), steps.last()) else {
            return Ok(None);
        };
        let requires = star(together(first, |block| &block.requires), span);
        let ensures = star(together(last, |block| &block.ensures), span);
        let body = steps
            .into_iter()
            .map(|(span, blocks)| Stmt::new(span, StmtKind::Par(blocks)))
            .collect();
        Ok(Some(ParBlock {
            span,
            iterators: Vec::new(),
            offers: Vec::new(),
            requires,
            ensures,
            body,
            end_label: self.fresh_label(),
            start_label: self.fresh_label(),
            take_blame: Blame::own_place(Reason::FirstPrecondition),
            give_blame: Blame::own_place(Reason::LastPostcondition),
        }))
    }
}

fn within_parallel<T>(span: Span) -> Lowered<T> {
    unsupported(
        Code::U077,
        span,
        "this within `parallel`, but for `par` blocks and sequences of such",
    )
}

/// A clause of some blocks, for all their threads.
fn together(blocks: &[ParBlock], clause: impl Fn(&ParBlock) -> &Assertion) -> Vec<Assertion> {
    blocks
        .iter()
        .map(|block| {
            let each = clause(block).clone();
            if block.iterators.is_empty() {
                return each;
            }
            let span = each.span;
            let mut variables = Vec::new();
            let mut ranges = Vec::new();
            for (iterator, low, high) in &block.iterators {
                let thread = Expr::new(
                    logic::Sort::Int,
                    span,
                    core_lang::ExprKind::Local(*iterator),
                );
                variables.push(*iterator);
                ranges.push(Expr::test(
                    Builtin::Le,
                    vec![low.clone(), thread.clone()],
                    span,
                ));
                ranges.push(Expr::test(Builtin::Lt, vec![thread, high.clone()], span));
            }
            let all = AssertionKind::Forall {
                variables,
                guard: Expr::and(ranges, span),
                body: Box::new(each),
                triggers: Vec::new(),
            };
            Assertion::new(span, all)
        })
        .collect()
}

/// The iterators of the blocks that begin together, in the order of the text.
fn iterators_at_once<'a>(body: &'a ast::Block, found: &mut Vec<&'a ast::Iterator>) {
    for stmt in &body.statements {
        match &stmt.kind {
            ast::StmtKind::Par(par) => {
                found.extend(par.blocks.iter().flat_map(|block| &block.iterators));
            }
            ast::StmtKind::Region {
                parallel: true,
                body,
            } => iterators_at_once(body, found),
            // What starts no threads at once, or is refused here.
            ast::StmtKind::Region {
                parallel: false, ..
            }
            | ast::StmtKind::Block(_)
            | ast::StmtKind::Local { .. }
            | ast::StmtKind::Assign { .. }
            | ast::StmtKind::Expr(_)
            | ast::StmtKind::If { .. }
            | ast::StmtKind::While { .. }
            | ast::StmtKind::For { .. }
            | ast::StmtKind::RangedFor { .. }
            | ast::StmtKind::Return(_)
            | ast::StmtKind::Break(_)
            | ast::StmtKind::Continue(_)
            | ast::StmtKind::Goto(_)
            | ast::StmtKind::Label(..)
            | ast::StmtKind::Spec(..)
            | ast::StmtKind::Package(..)
            | ast::StmtKind::Ghost(_)
            | ast::StmtKind::Barrier(_)
            | ast::StmtKind::Invariant { .. }
            | ast::StmtKind::Atomic { .. }
            | ast::StmtKind::Vector { .. }
            | ast::StmtKind::Unsupported { .. }
            | ast::StmtKind::Empty => {}
        }
    }
}

//! Parallel blocks and barriers.

use super::contract::star;
use super::stmt::pure_part;
use super::{Lowered, Lowerer, unsupported};
use crate::core::{Blame, ParBlock, Stmt, StmtKind};
use spec_lang::ast::{self, NodeId};
use spec_lang::span::Span;

/// A block of a parallel statement around the present place.
#[allow(dead_code)]
pub(super) struct OpenBlock {
    /// Its identity, by which barriers name it.
    pub id: NodeId,
}

impl<'a> Lowerer<'a> {
    /// `par … and …`.
    pub(super) fn par(
        &mut self,
        par: &'a ast::Par,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        let mut blocks = Vec::new();
        for block in &par.blocks {
            for iterator in &block.iterators {
                self.hoist_all(&[&iterator.low, &iterator.high], out)?;
            }
            blocks.push(self.par_block(block)?);
        }
        out.push(Stmt::new(span, StmtKind::Par(blocks)));
        Ok(())
    }

    /// `parallel { … }`: its blocks at once; `sequential { … }`: one after the other.
    pub(super) fn region(
        &mut self,
        parallel: bool,
        body: &'a ast::Block,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        if !parallel {
            return self.block(body, out);
        }
        let mut blocks = Vec::new();
        for stmt in &body.statements {
            match &stmt.kind {
                ast::StmtKind::Par(par) => {
                    for block in &par.blocks {
                        for iterator in &block.iterators {
                            self.hoist_all(&[&iterator.low, &iterator.high], out)?;
                        }
                        blocks.push(self.par_block(block)?);
                    }
                }
                ast::StmtKind::Empty => {}
                _ => {
                    return unsupported(
                        "U077",
                        stmt.span,
                        "this within `parallel`, but for `par` blocks",
                    );
                }
            }
        }
        out.push(Stmt::new(span, StmtKind::Par(blocks)));
        Ok(())
    }

    fn par_block(&mut self, block: &'a ast::ParBlock) -> Lowered<ParBlock> {
        let span = block.span;
        let mut iterators = Vec::new();
        for iterator in &block.iterators {
            let low = self.expr(&iterator.low)?;
            let high = self.expr(&iterator.high)?;
            let variable = self.declare(iterator.id, &iterator.name)?;
            iterators.push((variable, low, high));
        }
        let start_label = self.fresh_label();
        let end_label = self.fresh_label();
        let saved = self.scope.clone();
        if self.legacy() {
            self.scope.old = start_label;
        }
        self.scope.result = None;
        self.scope.end = Some(end_label);
        self.blocks.push(OpenBlock { id: block.id });
        let lowered = self.par_block_inside(block);
        self.blocks.pop();
        self.scope = saved;
        let (requires, ensures, body) = lowered?;
        Ok(ParBlock {
            span,
            iterators,
            requires,
            ensures,
            body,
            end_label,
            start_label,
            take_blame: Blame {
                pure_code: "V040",
                share_code: "V041",
                subject: "the precondition of the parallel block".to_owned(),
                at: None,
            },
            give_blame: Blame {
                pure_code: "V042",
                share_code: "V043",
                subject: "the postcondition of the parallel block".to_owned(),
                at: None,
            },
        })
    }

    fn par_block_inside(
        &mut self,
        block: &'a ast::ParBlock,
    ) -> Lowered<(crate::core::Assertion, crate::core::Assertion, Vec<Stmt>)> {
        let clauses = self.clauses(&block.contract)?;
        if let Some(clause) = block.contract.clauses.iter().find(|clause| {
            matches!(
                clause.kind,
                ast::ClauseKind::Given(_) | ast::ClauseKind::Yields(_)
            )
        }) {
            return unsupported("U078", clause.span, "ghost parameters of a block");
        }
        // The pure parts of what holds throughout reach blocks (checker.md).
        let everywhere: Vec<_> = self.everywhere.iter().filter_map(pure_part).collect();
        let mut requires = Vec::new();
        let mut ensures = clauses.ensures;
        if self.legacy() {
            requires.extend(everywhere.clone());
            ensures.extend(everywhere);
        }
        requires.extend(clauses.requires);
        let saved = std::mem::take(&mut self.everywhere);
        // Within the block, loops keep what the block's own contract says throughout.
        self.everywhere = clauses.everywhere;
        if self.legacy() {
            self.everywhere
                .extend(saved.iter().filter_map(pure_part));
        }
        let mut body = Vec::new();
        let lowered = self.block(&block.body, &mut body);
        self.everywhere = saved;
        lowered?;
        Ok((
            star(requires, block.span),
            star(ensures, block.span),
            body,
        ))
    }

    /// A barrier.
    pub(super) fn barrier(
        &mut self,
        stmt: &'a ast::Stmt,
        _barrier: &'a ast::Barrier,
        _out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        unsupported("U070", stmt.span, "barriers")
    }
}

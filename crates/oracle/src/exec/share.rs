//! What `context_everywhere` holds reaches the threads of a block, divided by them.
//!
//! The checker gives threads the parts that it shows to be held beside what the block's contract asks for.
//! Here each part is given that is held then.

use super::par::{Child, Work};
use crate::frame::Thread;
use crate::held::Held;
use crate::machine::Machine;
use crate::outcome::Stop;
use crate::resource::{Blame, Outside, Source, Way};
use num_rational::BigRational;
use spec_lang::ast::{BinaryOp, ClauseKind, Expr, ExprKind};
use std::collections::HashMap;

impl Machine<'_> {
    /// Gives each thread its share of what the method holds throughout.
    pub(super) fn share(
        &self,
        thread: &mut Thread,
        children: &mut [Child<'_>],
    ) -> Result<(), Stop> {
        let method = thread
            .frame
            .method
            .and_then(|id| self.tables.methods.get(&id));
        let Some(info) = method.filter(|_| !thread.frame.in_block) else {
            return Ok(());
        };
        // Threads of one block have equal shares, and blocks have.
        let mut blocks: HashMap<_, i64> = HashMap::new();
        for child in &*children {
            match &child.work {
                Work::Lanes(lanes) => *blocks.entry(lanes.id()).or_default() += 1,
                // The checker shares nothing with what runs beside sequences.
                Work::Sequence(..) => return Ok(()),
            }
        }
        let mut parts = Vec::new();
        for clause in &info.method.contract.clauses {
            if let ClauseKind::ContextEverywhere(e) = &clause.kind {
                conjuncts(e, &mut parts);
            }
        }
        for part in parts {
            let Some(held) = self.held_throughout(thread, part) else {
                continue;
            };
            for child in &mut *children {
                let Work::Lanes(lanes) = &child.work else {
                    continue;
                };
                let of_block = blocks.get(&lanes.id()).copied().unwrap_or(1);
                let all = BigRational::from_integer(of_block.into())
                    * BigRational::from_integer(blocks.len().into());
                for (cell, fraction) in held.iter() {
                    let share = fraction / &all;
                    if !thread.held.take(cell, &share) {
                        return Err(Stop::Stuck);
                    }
                    child.thread.held.add(cell.clone(), share.clone());
                    child.share.add(cell.clone(), share);
                }
            }
        }
        Ok(())
    }

    /// Whether the method holds something throughout that may reach threads which are started here.
    pub(super) fn holds_throughout(&self, thread: &Thread) -> bool {
        let method = thread
            .frame
            .method
            .and_then(|id| self.tables.methods.get(&id));
        let mut clauses = method.iter().flat_map(|info| &info.method.contract.clauses);
        !thread.frame.in_block
            && clauses.any(|clause| matches!(clause.kind, ClauseKind::ContextEverywhere(_)))
    }

    /// What a formula asks for, if the thread holds it.
    fn held_throughout(&self, thread: &Thread, formula: &Expr) -> Option<Held> {
        let mut from = thread.held.clone();
        let mut to = Held::default();
        let blame = Blame::new(thread.id, formula.span, "what holds throughout");
        let outside = Outside::default();
        let mut frame = thread.frame.for_contract();
        let way = Way {
            source: Source::Take(&mut from),
            to: &mut to,
            blame: &blame,
            outside: &outside,
        };
        self.transfer(&mut frame, formula, way).ok()?;
        self.settle(Source::Take(&mut from), &mut to, &blame).ok()?;
        Some(to)
    }
}

fn conjuncts<'a>(e: &'a Expr, found: &mut Vec<&'a Expr>) {
    match &e.kind {
        ExprKind::Binary(BinaryOp::Star | BinaryOp::And, left, right) => {
            conjuncts(left, found);
            conjuncts(right, found);
        }
        _ => found.push(e),
    }
}

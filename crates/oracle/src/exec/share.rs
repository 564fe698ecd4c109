//! What `context_everywhere` holds reaches the threads of a block, divided by them.
//!
//! The checker gives threads the parts that it shows to be held beside what the block's contract asks for.
//! Here each part is given that is held then.

use super::par::{Child, Work};
use crate::frame::Thread;
use crate::held::Held;
use crate::machine::{Machine, cannot};
use crate::outcome::Stop;
use crate::resource::{Blame, Outside, Source, Way};
use num_rational::BigRational;
use spec_lang::ast::{BinaryOp, ClauseKind, Expr, ExprKind};
use std::collections::HashMap;
use std::rc::Rc;

impl Machine<'_> {
    /// Gives each thread its share of what the method holds throughout.
    pub(super) fn share(
        &self,
        thread: &mut Thread,
        children: &mut [Child<'_>],
    ) -> Result<(), Stop> {
        // Threads of one block have equal shares, and blocks have.
        let mut blocks: HashMap<_, i64> = HashMap::new();
        for child in &*children {
            match &child.work {
                Work::Lanes(lanes) => *blocks.entry(lanes.id()).or_default() += 1,
                // The checker shares nothing with what runs beside sequences.
                Work::Sequence(..) => return Ok(()),
            }
        }
        for held in self.throughout(thread) {
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
                        return cannot("a share of what holds throughout", lanes.span);
                    }
                    child.thread.held.add(cell.clone(), share.clone());
                    let own = child.thread.frame.share.get_or_insert_default();
                    Rc::make_mut(own).add(cell.clone(), share);
                }
            }
        }
        Ok(())
    }

    /// `context_everywhere` of the method; nothing within a block, whose threads have shares instead.
    pub(super) fn everywhere(&self, thread: &Thread) -> Vec<&Expr> {
        let method = thread.frame.method.filter(|_| thread.frame.share.is_none());
        let info = method.and_then(|id| self.tables.methods.get(&id));
        let clauses = info
            .into_iter()
            .flat_map(|info| &info.method.contract.clauses);
        clauses
            .filter_map(|clause| match &clause.kind {
                ClauseKind::ContextEverywhere(e) => Some(e),
                _ => None,
            })
            .collect()
    }

    /// What is held throughout, part by part, as far as the thread holds it: within a block its share.
    pub(super) fn throughout(&self, thread: &Thread) -> Vec<Held> {
        if thread.frame.share.is_some() {
            return kept_share(thread).into_iter().collect();
        }
        let mut parts = Vec::new();
        for formula in self.everywhere(thread) {
            conjuncts(formula, &mut parts);
        }
        let mut left = thread.held.clone();
        let part = |part| self.held_throughout(thread, &mut left, part);
        parts.into_iter().filter_map(part).collect()
    }

    /// What a formula asks for, out of what is left, if that is there.
    fn held_throughout(&self, thread: &Thread, left: &mut Held, formula: &Expr) -> Option<Held> {
        let mut from = left.clone();
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
        *left = from;
        Some(to)
    }
}

/// The thread's share, as far as it holds it still.
pub(super) fn kept_share(thread: &Thread) -> Option<Held> {
    let mut kept = Held::default();
    for (cell, fraction) in thread.frame.share.as_ref()?.iter() {
        kept.add(
            cell.clone(),
            thread.held.fraction(cell).min(fraction.clone()),
        );
    }
    Some(kept)
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

//! Loops: inside, there is what the invariant holds and nothing else.

use super::Flow;
use super::share::kept_share;
use crate::frame::{Frame, Thread};
use crate::held::Held;
use crate::machine::{Machine, cannot};
use crate::outcome::{Kind, Stop};
use crate::resource::Blame;
use crate::value::Value;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Signed;
use spec_lang::ast::{ClauseKind, Contract, Expr, Iterator as Range, NodeId, Stmt};
use std::collections::BTreeSet;

/// A loop.
#[derive(Clone, Copy)]
pub(super) struct Loop<'a> {
    pub stmt: &'a Stmt,
    pub contract: &'a Contract,
    pub condition: Option<&'a Expr>,
    pub update: &'a [Stmt],
    pub body: &'a Stmt,
}

/// What holds at each start of a round.
struct Invariant<'a> {
    /// Written at the loop.
    own: Vec<&'a Expr>,
    /// `context_everywhere` of the method, in which parameters are those at entry.
    everywhere: Vec<&'a Expr>,
    measure: Option<&'a Expr>,
}

impl<'p> Machine<'p> {
    fn invariant_of<'a>(
        &'a self,
        thread: &Thread,
        stmt: &Stmt,
        contract: &'a Contract,
    ) -> Result<Invariant<'a>, Stop> {
        let mut found = Invariant {
            own: Vec::new(),
            everywhere: self.everywhere(thread),
            measure: None,
        };
        for clause in &contract.clauses {
            match &clause.kind {
                ClauseKind::LoopInvariant(e) | ClauseKind::ContextEverywhere(e) => {
                    found.own.push(e);
                }
                ClauseKind::Directive(_) => {}
                ClauseKind::Decreases(measures) => {
                    if let [one] = measures.as_slice() {
                        found.measure = Some(one);
                    }
                }
                _ => return cannot("this clause of a loop", stmt.span),
            }
        }
        Ok(found)
    }

    /// Shows the invariant; gives what it holds, out of what the thread holds.
    fn hold(
        &self,
        thread: &mut Thread,
        invariant: &Invariant<'_>,
        stmt: &Stmt,
    ) -> Result<Held, Stop> {
        let blame = Blame::new(thread.id, stmt.span, "the loop invariant");
        let mut contract = thread.frame.for_contract();
        let everywhere = invariant.everywhere.iter().copied();
        let mut held = self.give(thread, &mut contract, everywhere, &blame)?;
        if let Some(part) = kept_share(thread) {
            for (cell, fraction) in part.iter() {
                thread.held.take(cell, fraction);
            }
            held.absorb(part);
        }
        let mut frame: Frame = thread.frame.clone();
        // The invariant may read what `context_everywhere` gives.
        let own = self.give_with(thread, &mut frame, &invariant.own, &held, &blame)?;
        held.absorb(own);
        Ok(held)
    }

    fn falls(
        &self,
        thread: &mut Thread,
        measure: Option<&Expr>,
        before: &mut Option<BigRational>,
    ) -> Result<(), Stop> {
        let Some(measure) = measure else {
            return Ok(());
        };
        let now = self.eval(&mut self.formula_cx(thread), measure)?;
        let Some(now) = now.as_number() else {
            return Ok(());
        };
        if let Some(before) = before
            && (now >= *before || before.is_negative())
        {
            let message = format!("the measure went from {before} to {now}");
            return Err(self.violation(Kind::Measure, measure.span, message, thread.id, None));
        }
        *before = Some(now);
        Ok(())
    }

    /// Any state in which the invariant holds will do.
    fn any_round(
        &self,
        thread: &mut Thread,
        invariant: &Invariant<'_>,
        assigned: &BTreeSet<NodeId>,
    ) {
        if !self.limits.modular || !self.random.borrow_mut().one_in(3) {
            return;
        }
        let everywhere = invariant.everywhere.iter().map(|e| (*e, true));
        let own = invariant.own.iter().map(|e| (*e, false));
        let formulas: Vec<(&Expr, bool)> = everywhere.chain(own).collect();
        let held = thread.held.clone();
        let stated = Self::stated_in(&formulas, &thread.frame);
        self.disturb(&stated, &held, thread.id);
        // Threads of a block must agree on the locals that decide about barriers.
        if thread.blocks.is_empty() {
            self.disturb_locals(assigned, &formulas, &mut thread.frame, &held, thread.id);
        }
    }

    pub(super) async fn looping(&self, thread: &mut Thread, it: Loop<'_>) -> Result<Flow, Stop> {
        let invariant = self.invariant_of(thread, it.stmt, it.contract)?;
        let held = self.hold(thread, &invariant, it.stmt)?;
        let outside = std::mem::replace(&mut thread.held, held);
        let parts: Vec<&Stmt> = std::iter::once(it.body).chain(it.update).collect();
        let assigned = self.assigned(&parts, it.condition);
        self.any_round(thread, &invariant, &assigned);
        let mut measured = None;
        let flow = loop {
            let goes_on = match it.condition {
                Some(condition) => {
                    self.give_way(thread, condition.span).await;
                    self.value(thread, condition).await? == Value::Bool(true)
                }
                None => true,
            };
            if !goes_on {
                break Flow::Next;
            }
            self.falls(thread, invariant.measure, &mut measured)?;
            match self.stmt(thread, it.body).await? {
                Flow::Next => {}
                Flow::Continue(id) if id == it.stmt.id => {}
                Flow::Break(id) if id == it.stmt.id => break Flow::Next,
                other => break other,
            }
            for one in it.update {
                self.stmt(thread, one).await?;
            }
            thread.held = self.hold(thread, &invariant, it.stmt)?;
            if invariant.measure.is_none() {
                self.any_round(thread, &invariant, &assigned);
            }
        };
        thread.held.absorb(outside);
        Ok(flow)
    }

    pub(super) async fn ranged(
        &self,
        thread: &mut Thread,
        stmt: &Stmt,
        contract: &Contract,
        range: &Range,
        body: &Stmt,
    ) -> Result<Flow, Stop> {
        let low = self.value(thread, &range.low).await?;
        let high = self.value(thread, &range.high).await?;
        let (Value::Int(low), Value::Int(high)) = (low, high) else {
            return cannot("this range", range.span);
        };
        let id = self.tables.resolution.canonical(range.id);
        let set = |thread: &mut Thread, value: &BigInt| {
            thread.frame.locals.insert(id, Value::Int(value.clone()));
        };
        set(thread, &low);
        let invariant = self.invariant_of(thread, stmt, contract)?;
        let held = self.hold(thread, &invariant, stmt)?;
        let outside = std::mem::replace(&mut thread.held, held);
        let mut at = low;
        let mut measured = None;
        let flow = loop {
            if at >= high {
                break Flow::Next;
            }
            self.falls(thread, invariant.measure, &mut measured)?;
            match self.stmt(thread, body).await? {
                Flow::Next => {}
                Flow::Continue(id) if id == stmt.id => {}
                Flow::Break(id) if id == stmt.id => break Flow::Next,
                other => break other,
            }
            at += 1;
            set(thread, &at);
            thread.held = self.hold(thread, &invariant, stmt)?;
        };
        thread.held.absorb(outside);
        Ok(flow)
    }
}

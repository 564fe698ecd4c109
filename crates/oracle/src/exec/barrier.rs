//! Barriers: each thread gives, waits for all others, and receives.

use super::Flow;
use super::atomic::Opened;
use super::par::{Arrival, BlockRun};
use crate::frame::Thread;
use crate::held::Held;
use crate::machine::{Machine, cannot};
use crate::outcome::{Kind, Stop};
use crate::program::{postconditions, preconditions};
use crate::resource::{Blame, Outside, Source, Way};
use spec_lang::ast::{Barrier, Expr, Stmt};
use spec_lang::resolve::Reference;
use std::cell::RefCell;
use std::rc::Rc;

/// An invariant that a barrier opens: what it says and its state.
type Invariant<'p> = (&'p Expr, Rc<RefCell<Opened>>);

impl<'p> Machine<'p> {
    pub(super) async fn barrier(
        &self,
        thread: &mut Thread,
        stmt: &Stmt,
        barrier: &Barrier,
    ) -> Result<Flow, Stop> {
        let Some((run, number)) = thread.blocks.last().cloned() else {
            return cannot("a barrier outside a block", stmt.span);
        };
        let own = Some(&Reference::Statement(run.borrow().block));
        if self.tables.reference(stmt.id) != own {
            return cannot("a barrier of an outer block", stmt.span);
        }
        let blame = Blame::new(thread.id, stmt.span, "the precondition of the barrier");
        let mut frame = thread.frame.clone();
        let given = self.give(thread, &mut frame, preconditions(&barrier.contract), &blame)?;
        let arrival = Arrival {
            barrier: stmt.id,
            span: stmt.span,
            thread: thread.id,
            frame,
            given,
            clock: self.world.borrow_mut().races.release(thread.id),
        };
        if let Some(place) = run.borrow_mut().waiting.get_mut(number) {
            *place = Some(arrival);
        }
        let all = {
            let run = run.borrow();
            run.waiting
                .iter()
                .all(|one| one.as_ref().is_some_and(|a| a.barrier == stmt.id))
        };
        if all {
            self.exchange(thread, stmt, barrier, &run).await?;
        }
        let mut inhaled = None;
        self.wait_until(|| {
            inhaled = run
                .borrow_mut()
                .released
                .get_mut(number)
                .and_then(Option::take);
            inhaled.is_some()
        })
        .await?;
        if let Some((held, clock)) = inhaled {
            // A cell that is received whole is nobody else's.
            let formulas = postconditions(&barrier.contract);
            let stated: Vec<_> = formulas.map(|e| (e, thread.frame.clone())).collect();
            self.disturb(&stated, &held, thread.id);
            thread.held.absorb(held);
            self.world.borrow_mut().races.acquire(thread.id, &clock);
        }
        Ok(Flow::Next)
    }

    /// The invariants that a barrier opens; nobody else may have them open.
    fn open_at_barrier(&self, thread: &Thread, stmt: &Stmt) -> Result<Vec<Invariant<'p>>, Stop> {
        let names = self.tables.resolution.invariants.get(&stmt.id);
        let mut all = Vec::new();
        for id in names.into_iter().flatten() {
            let around = thread.invariants.iter().rev();
            let found = around.clone().find(|(other, _)| other == id);
            let (Some((_, opened)), Some(resource)) = (found, self.tables.invariants.get(id))
            else {
                return cannot("an invariant of elsewhere", stmt.span);
            };
            if opened.borrow().holder.is_some() {
                let message = "another thread has the invariant open that this barrier opens";
                return Err(self.violation(Kind::Protocol, stmt.span, message, thread.id, None));
            }
            all.push((*resource, opened.clone()));
        }
        Ok(all)
    }

    /// All threads have arrived: the permissions that they exhaled are distributed anew.
    async fn exchange(
        &self,
        thread: &Thread,
        stmt: &Stmt,
        barrier: &Barrier,
        run: &Rc<RefCell<BlockRun>>,
    ) -> Result<(), Stop> {
        let mut arrivals: Vec<Arrival> = run
            .borrow_mut()
            .waiting
            .iter_mut()
            .filter_map(Option::take)
            .collect();
        let mut pool = Held::default();
        for arrival in &mut arrivals {
            pool.absorb(std::mem::take(&mut arrival.given));
        }
        let opened = self.open_at_barrier(thread, stmt)?;
        for (_, invariant) in &opened {
            pool.absorb(invariant.borrow_mut().take(thread.id));
        }
        if let Some(body) = &barrier.body {
            for arrival in &arrivals {
                let mut all = Thread {
                    id: arrival.thread,
                    frame: arrival.frame.clone(),
                    held: pool.clone(),
                    blocks: Vec::new(),
                    invariants: thread.invariants.clone(),
                };
                self.block(&mut all, body).await?;
            }
        }
        let mut inhaled = Vec::new();
        for arrival in &arrivals {
            let outside = Outside::default();
            let blame = Blame::new(
                arrival.thread,
                stmt.span,
                "the postcondition of the barrier",
            );
            let mut frame = arrival.frame.clone();
            let mut to = Held::default();
            for formula in postconditions(&barrier.contract) {
                let source = Source::Take(&mut pool);
                self.transfer(
                    &mut frame,
                    formula,
                    Way {
                        source,
                        to: &mut to,
                        blame: &blame,
                        outside: &outside,
                    },
                )?;
            }
            inhaled.push((to, blame));
        }
        let mut clock = Self::merged(arrivals.into_iter().map(|arrival| arrival.clock));
        for (resource, invariant) in &opened {
            let blame = Blame::new(thread.id, stmt.span, "the invariant, after the barrier");
            let mut frame = invariant.borrow().frame.clone();
            let source = Source::Take(&mut pool);
            let outside = Outside::default();
            let held = self.transfer_all(&mut frame, [*resource], source, &blame, &outside)?;
            clock = Self::merged([clock, invariant.borrow_mut().give(held)].into_iter());
        }
        for (number, (mut to, blame)) in inhaled.into_iter().enumerate() {
            self.settle(Source::Take(&mut pool), &mut to, &blame)?;
            if let Some(place) = run.borrow_mut().released.get_mut(number) {
                *place = Some((to, clock.clone()));
            }
        }
        Ok(())
    }
}

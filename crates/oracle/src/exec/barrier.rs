//! Barriers: each thread gives, waits for all others, and receives.

use super::Flow;
use super::atomic::Opened;
use super::par::{Arrival, BlockRun};
use crate::frame::Thread;
use crate::held::Held;
use crate::machine::{Machine, cannot};
use crate::outcome::{Kind, Stop};
use crate::program::Tables;
use crate::program::{postconditions, preconditions};
use crate::resource::{Blame, Outside, Source, Way};
use spec_lang::ast::{Barrier, Block, Expr, ExprKind, ModifierKind, Stmt, StmtKind, Visitor};
use spec_lang::facts;
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
            if does_something(self.tables, body) {
                return cannot("effects in a barrier's body", stmt.span);
            }
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

/// Whether a barrier's body does something, beside helping a proof: then one thread runs it, and
/// which one is not said.
fn does_something(tables: &Tables<'_>, body: &Block) -> bool {
    struct Look<'t, 'p>(&'t Tables<'p>, bool);
    impl Visitor for Look<'_, '_> {
        fn visit_stmt(&mut self, stmt: &Stmt) {
            if let StmtKind::Assign { target, .. } = &stmt.kind {
                self.1 |= !matches!(target.kind, ExprKind::Name(_))
                    || !matches!(self.0.reference(target.id), Some(Reference::Local(_)));
            }
            self.walk_stmt(stmt);
        }

        fn visit_expr(&mut self, e: &Expr) {
            match &e.kind {
                ExprKind::Increment { target, .. } => {
                    self.1 |= !matches!(self.0.reference(target.id), Some(Reference::Local(_)));
                }
                ExprKind::New(_) | ExprKind::NewArray(..) => self.1 = true,
                _ => {}
            }
            if let Some(Reference::Method(id, _)) = self.0.reference(e.id)
                && let Some(called) = self.0.methods.get(id)
                && !called.is(ModifierKind::Pure)
            {
                let contract = &called.method.contract;
                let formulas = preconditions(contract).chain(postconditions(contract));
                self.1 |= formulas
                    .into_iter()
                    .any(|part| facts::has_permissions(self.0.resolution, part));
            }
            self.walk_expr(e);
        }
    }
    let mut look = Look(tables, false);
    look.visit_block(body);
    look.1
}

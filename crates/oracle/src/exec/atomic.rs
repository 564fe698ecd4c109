//! `invariant` statements and `atomic` blocks.

use super::Flow;
use crate::frame::{Frame, Thread, ThreadId};
use crate::held::Held;
use crate::machine::{Machine, cannot};
use crate::outcome::{Kind, Stop};
use crate::race::Clock;
use crate::resource::Blame;
use spec_lang::ast::{Block, Expr, NodeId, Stmt};
use std::cell::RefCell;
use std::rc::Rc;

/// An `invariant` statement under way.
pub(crate) struct Opened {
    /// What it holds while nobody has it open.
    pool: Held,
    /// Who has it open.
    pub(super) holder: Option<ThreadId>,
    clock: Clock,
    /// The locals its formula is about.
    pub(super) frame: Frame,
}

impl Opened {
    /// A barrier opens it: what it holds.
    pub(super) fn take(&mut self, by: ThreadId) -> Held {
        self.holder = Some(by);
        std::mem::take(&mut self.pool)
    }

    /// A barrier closes it; gives what was known when it was last closed.
    pub(super) fn give(&mut self, held: Held) -> Clock {
        self.pool = held;
        self.holder = None;
        self.clock.clone()
    }
}

impl<'p> Machine<'p> {
    pub(super) async fn invariant(
        &self,
        thread: &mut Thread,
        stmt: &Stmt,
        resource: &Expr,
        body: &Block,
    ) -> Result<Flow, Stop> {
        let blame = Blame::new(thread.id, stmt.span, "the invariant");
        let mut frame = thread.frame.clone();
        let pool = self.give(thread, &mut frame, [resource], &blame)?;
        let opened = Rc::new(RefCell::new(Opened {
            pool,
            holder: None,
            clock: self.world.borrow_mut().races.release(thread.id),
            frame,
        }));
        thread.invariants.push((stmt.id, opened.clone()));
        let flow = self.block(thread, body).await?;
        thread.invariants.pop();
        let mut opened = opened.borrow_mut();
        let pool = std::mem::take(&mut opened.pool);
        // Other threads may have had it open last.
        self.disturb(&[(resource, opened.frame.clone())], &pool, thread.id);
        thread.held.absorb(pool);
        self.world
            .borrow_mut()
            .races
            .acquire(thread.id, &opened.clock);
        Ok(flow)
    }

    pub(super) async fn atomic(
        &self,
        thread: &mut Thread,
        stmt: &Stmt,
        body: &Block,
    ) -> Result<Flow, Stop> {
        self.give_way(thread, stmt.span).await;
        let names = self
            .tables
            .resolution
            .invariants
            .get(&stmt.id)
            .cloned()
            .unwrap_or_default();
        let mut all = Vec::new();
        for id in names {
            let Some(opened) = self.opened(thread, id) else {
                return cannot("an invariant of elsewhere", stmt.span);
            };
            all.push((id, opened));
        }
        for (id, opened) in &all {
            if opened.borrow().holder == Some(thread.id) {
                let message = "the invariant is open already";
                return Err(self.violation(Kind::Protocol, stmt.span, message, thread.id, None));
            }
            self.wait_until(|| opened.borrow().holder.is_none()).await?;
            let mut opened = opened.borrow_mut();
            opened.holder = Some(thread.id);
            let pool = std::mem::take(&mut opened.pool);
            if let Some(resource) = self.tables.invariants.get(id).copied() {
                self.disturb(&[(resource, opened.frame.clone())], &pool, thread.id);
            }
            thread.held.absorb(pool);
            self.world
                .borrow_mut()
                .races
                .acquire(thread.id, &opened.clock);
        }
        let flow = self.block(thread, body).await?;
        for (id, opened) in &all {
            let blame = Blame::new(
                thread.id,
                stmt.span,
                "the invariant, at the end of `atomic`",
            );
            let mut frame = opened.borrow().frame.clone();
            let Some(resource) = self.tables.invariants.get(id).copied() else {
                return cannot("this invariant", stmt.span);
            };
            let pool = self.give(thread, &mut frame, [resource], &blame)?;
            let mut opened = opened.borrow_mut();
            opened.pool = pool;
            opened.holder = None;
            opened.clock = self.world.borrow_mut().races.release(thread.id);
        }
        Ok(flow)
    }

    fn opened(&self, thread: &Thread, id: NodeId) -> Option<Rc<RefCell<Opened>>> {
        let mut around = thread.invariants.iter().rev();
        around
            .find(|(other, _)| *other == id)
            .map(|(_, opened)| opened.clone())
    }
}

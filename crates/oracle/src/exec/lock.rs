//! Locks, and threads that are forked and joined.

use super::Flow;
use super::turns::turn;
use crate::frame::{Frame, Thread};
use crate::heap::Cell;
use crate::held::Held;
use crate::machine::{Forked, Machine, Start, cannot};
use crate::outcome::{Kind, Stop};
use crate::program::{ClassInfo, given, preconditions};
use crate::resource::Blame;
use crate::value::Value;
use num_rational::BigRational;
use num_traits::One;
use spec_lang::ast::{Expr, NodeId, Stmt};
use spec_lang::resolve::Reference;
use text::span::Span;

impl<'p> Machine<'p> {
    fn protocol(&self, thread: &Thread, span: Span, message: &str) -> Stop {
        self.violation(Kind::Protocol, span, message, thread.id, None)
    }

    /// The class of an object, if it has been made.
    pub(crate) fn class_of(&self, object: usize) -> Option<&ClassInfo<'p>> {
        let world = self.world.borrow();
        let class = world.heap.objects.get(object)?.class;
        self.tables.classes.get(&class)
    }

    /// The lock invariant of an object and its locals.
    pub(crate) fn lock_invariant(&self, object: usize) -> (Vec<&'p Expr>, Frame) {
        let class = self.class_of(object);
        let formulas = class.map(|class| class.lock_invariant());
        let formulas = formulas.unwrap_or_default();
        let frame = Frame {
            this: Some(Value::Object(object)),
            ..Frame::default()
        };
        (formulas, frame)
    }

    /// In the style of 1.4 the invariant is established when the object is ready.
    pub(super) fn establish_lock(
        &self,
        thread: &mut Thread,
        class: Option<NodeId>,
        frame: &Frame,
        span: Span,
    ) -> Result<(), Stop> {
        let class = class.and_then(|class| self.tables.classes.get(&class));
        let old_style = class.is_some_and(|class| class.lock_predicate.is_some());
        match &frame.this {
            Some(Value::Object(object)) if old_style => self.commit(thread, *object, span),
            _ => Ok(()),
        }
    }

    pub(super) fn commit(
        &self,
        thread: &mut Thread,
        object: usize,
        span: Span,
    ) -> Result<(), Stop> {
        let (formulas, mut frame) = self.lock_invariant(object);
        let blame = Blame::new(thread.id, span, "the lock invariant");
        let pool = self.give(thread, &mut frame, formulas, &blame)?;
        let mut world = self.world.borrow_mut();
        let clock = world.races.release(thread.id);
        let lock = world.locks.entry(object).or_default();
        lock.pool.absorb(pool);
        lock.committed = true;
        lock.clock = clock;
        Ok(())
    }

    pub(super) async fn lock(
        &self,
        thread: &mut Thread,
        object: usize,
        span: Span,
    ) -> Result<(), Stop> {
        {
            let mut world = self.world.borrow_mut();
            let lock = world.locks.entry(object).or_default();
            let (holder, committed) = (lock.holder, lock.committed);
            drop(world);
            if holder == Some(thread.id) {
                return Err(self.protocol(thread, span, "this thread holds the lock already"));
            }
            if !committed {
                return Err(self.protocol(thread, span, "the lock's invariant is not established"));
            }
        }
        self.wait_until(|| {
            let world = self.world.borrow();
            world
                .locks
                .get(&object)
                .is_none_or(|lock| lock.holder.is_none())
        })
        .await?;
        let mut world = self.world.borrow_mut();
        let lock = world.locks.entry(object).or_default();
        lock.holder = Some(thread.id);
        let clock = lock.clock.clone();
        let pool = std::mem::take(&mut lock.pool);
        world.races.acquire(thread.id, &clock);
        drop(world);
        let (formulas, frame) = self.lock_invariant(object);
        let stated: Vec<_> = formulas.into_iter().map(|e| (e, frame.clone())).collect();
        self.disturb(&stated, &pool, thread.id);
        thread.held.absorb(pool);
        thread.held.add(Cell::Lock(object), BigRational::one());
        Ok(())
    }

    pub(super) fn unlock(
        &self,
        thread: &mut Thread,
        object: usize,
        span: Span,
    ) -> Result<(), Stop> {
        if !thread.held.take(&Cell::Lock(object), &BigRational::one()) {
            return Err(self.protocol(thread, span, "the lock is not held"));
        }
        self.commit(thread, object, span)?;
        let mut world = self.world.borrow_mut();
        world.locks.entry(object).or_default().holder = None;
        Ok(())
    }

    /// Others may go first; being woken without a reason is allowed.
    pub(super) async fn wait(
        &self,
        thread: &mut Thread,
        object: usize,
        span: Span,
    ) -> Result<(), Stop> {
        self.unlock(thread, object, span)?;
        let turns = self.random.borrow_mut().below(20);
        for _ in 0..turns {
            turn().await;
        }
        self.lock(thread, object, span).await
    }

    pub(super) fn notify(&self, thread: &Thread, object: usize, span: Span) -> Result<(), Stop> {
        if thread.held.some_of(&Cell::Lock(object)) {
            Ok(())
        } else {
            Err(self.protocol(thread, span, "the lock is not held"))
        }
    }

    pub(super) fn fork(
        &self,
        thread: &mut Thread,
        stmt: &Stmt,
        object: usize,
    ) -> Result<Flow, Stop> {
        let Some(Reference::Method(run, _)) = self.tables.reference(stmt.id) else {
            return cannot("this fork", stmt.span);
        };
        let Some(info) = self.tables.methods.get(run).copied() else {
            return cannot("this fork", stmt.span);
        };
        // Nobody says which values it would be given.
        if given(&info.method.contract).next().is_some() {
            return cannot("`fork` of a `run` with ghost parameters", stmt.span);
        }
        if !thread.held.take(&Cell::Idle(object), &BigRational::one()) {
            return Err(self.protocol(thread, stmt.span, "the thread is not idle"));
        }
        let mut frame = Frame {
            this: Some(Value::Object(object)),
            ..Frame::default()
        };
        let blame = Blame::new(thread.id, stmt.span, "the precondition of `run`");
        let held = self.give(
            thread,
            &mut frame,
            preconditions(&info.method.contract),
            &blame,
        )?;
        thread.held.add(Cell::Running(object), BigRational::one());
        let child = self.new_thread(format!("run of object#{object}"));
        let mut world = self.world.borrow_mut();
        let known = world.races.release(thread.id);
        world.races.acquire(child, &known);
        world.starts.push(Start {
            object,
            run: *run,
            held,
            thread: child,
        });
        world.forked.insert(
            object,
            Forked {
                given: None,
                thread: child,
            },
        );
        Ok(Flow::Next)
    }

    pub(super) async fn join(
        &self,
        thread: &mut Thread,
        stmt: &Stmt,
        object: usize,
    ) -> Result<Flow, Stop> {
        if !thread
            .held
            .take(&Cell::Running(object), &BigRational::one())
        {
            return Err(self.protocol(thread, stmt.span, "the thread is not running"));
        }
        if !self.world.borrow().forked.contains_key(&object) {
            return cannot("a thread that was started elsewhere", stmt.span);
        }
        self.wait_until(|| {
            let world = self.world.borrow();
            world
                .forked
                .get(&object)
                .is_some_and(|forked| forked.given.is_some())
        })
        .await?;
        let mut world = self.world.borrow_mut();
        let mut given = Held::default();
        let mut other = thread.id;
        if let Some(forked) = world.forked.get_mut(&object) {
            given = forked.given.take().unwrap_or_default();
            other = forked.thread;
        }
        thread.held.absorb(given);
        thread.held.add(Cell::Idle(object), BigRational::one());
        let clock = world.races.release(other);
        world.races.acquire(thread.id, &clock);
        Ok(Flow::Next)
    }
}

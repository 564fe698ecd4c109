//! Parallel blocks: permissions are split by the contract at entry and collected at the end.

use super::open::Stated;
use super::region::{End, of_lanes};
use super::turns::{once, turn};
use super::{Flow, Running};
use crate::frame::{Frame, Thread, ThreadId};
use crate::held::Held;
use crate::machine::{Machine, cannot};
use crate::outcome::{Kind, Stop};
use crate::race::{Clock, Races};
use crate::resource::{Blame, Outside, Source, Way};
use crate::value::Value;
use num_bigint::BigInt;
use spec_lang::ast::{Block, Clause, ClauseKind, Contract, NodeId, ParBlock, Stmt};
use std::cell::RefCell;
use std::rc::Rc;
use std::task::Poll;
use text::span::Span;

/// A thread that waits at a barrier.
pub(crate) struct Arrival {
    /// The barrier.
    pub barrier: NodeId,
    pub span: Span,
    pub thread: ThreadId,
    pub frame: Frame,
    /// What it gave.
    pub given: Held,
    pub clock: Clock,
}

/// A block under way.
pub(crate) struct BlockRun {
    /// The block.
    pub block: NodeId,
    /// Who waits, by the number of the thread in the block.
    pub waiting: Vec<Option<Arrival>>,
    /// What those that may go on receive.
    pub released: Vec<Option<(Held, Clock)>>,
    /// How many have ended.
    pub ended: usize,
}

/// A thread's block and its number there.
type Seat = (Rc<RefCell<BlockRun>>, usize);

/// What a thread gives at its end, what that says, and its share of what holds throughout.
type Ended<'a> = (Held, Vec<Stated<'a>>, Rc<Held>);

/// A thread to be started.
pub(super) struct Child<'a> {
    pub(super) thread: Thread,
    pub(super) work: Work<'a>,
}

/// Threads that run alike: a block of `par`, or the lanes of `vec`, which may only do what threads
/// may that are not in step.
#[derive(Clone, Copy)]
pub(super) struct Lanes<'a> {
    id: NodeId,
    pub(super) span: Span,
    name: &'a str,
    iterators: &'a [spec_lang::ast::Iterator],
    pub(super) contract: &'a Contract,
    body: &'a Block,
}

/// What runs at once with others.
#[derive(Clone, Copy)]
pub(super) enum Work<'a> {
    /// Threads that run alike.
    Lanes(Lanes<'a>),
    /// One thread that does the steps of a `sequential` region one after the other.
    Sequence(&'a Stmt, &'a Block),
}

impl Work<'_> {
    fn span(&self) -> Span {
        match self {
            Work::Lanes(lanes) => lanes.span,
            Work::Sequence(stmt, _) => stmt.span,
        }
    }
}

impl<'a> Lanes<'a> {
    /// The number of the block.
    pub(super) fn id(&self) -> NodeId {
        self.id
    }

    /// Those of a block.
    pub(super) fn of(block: &'a ParBlock) -> Self {
        Lanes {
            id: block.id,
            span: block.span,
            name: block.name.as_ref().map_or("thread", |name| &name.name),
            iterators: &block.iterators,
            contract: &block.contract,
            body: &block.body,
        }
    }

    /// Those of a `vec` statement.
    pub(super) fn of_vector(
        stmt: &Stmt,
        iterators: &'a [spec_lang::ast::Iterator],
        contract: &'a Contract,
        body: &'a Block,
    ) -> Self {
        Lanes {
            id: stmt.id,
            span: stmt.span,
            name: "lane",
            iterators,
            contract,
            body,
        }
    }
}

impl<'p> Machine<'p> {
    pub(super) async fn par(
        &self,
        thread: &mut Thread,
        stmt: &Stmt,
        works: Vec<Work<'_>>,
    ) -> Result<Flow, Stop> {
        let mut children = Vec::new();
        for work in works {
            match work {
                Work::Lanes(lanes) => self.children(thread, lanes, &mut children).await?,
                Work::Sequence(region, _) => {
                    let name = "a sequence".to_owned();
                    children.push(self.new_child(
                        thread,
                        thread.frame.clone(),
                        name,
                        work,
                        seat_of(region.id),
                    ));
                }
            }
        }
        self.split(thread, stmt, &mut children)?;
        self.share(thread, &mut children)?;
        // The ranges were read before the threads started.
        let known = self.world.borrow_mut().races.release(thread.id);
        let runs: Vec<_> = children
            .iter()
            .map(|child| child.thread.blocks.last().cloned())
            .collect();
        let ids: Vec<ThreadId> = children.iter().map(|child| child.thread.id).collect();
        for id in &ids {
            self.world.borrow_mut().races.acquire(*id, &known);
        }
        let mut running: Vec<Option<Running<'_, Ended<'_>>>> = children
            .into_iter()
            .map(|child| Some(self.child(child)))
            .collect();
        let choice = self.choice();
        let mut last = 0;
        let mut given = Held::default();
        let mut shares = Held::default();
        let mut stated = Vec::new();
        while running.iter().any(Option::is_some) {
            let able: Vec<usize> = (0..running.len())
                .filter(|at| {
                    running.get(*at).is_some_and(Option::is_some)
                        && !runs.get(*at).is_some_and(waits)
                })
                .collect();
            if able.is_empty() {
                return Err(self.divergence(&runs));
            }
            let at = self.choose(choice, &able, last);
            last = at;
            let Some(slot) = running.get_mut(at) else {
                break;
            };
            if let Some(future) = slot
                && let Poll::Ready(result) = once(future)
            {
                let (held, facts, share) = result?;
                given.absorb(held);
                shares.absorb(Held::clone(&share));
                stated.extend(facts);
                *slot = None;
                if let Some(Some((run, _))) = runs.get(at) {
                    run.borrow_mut().ended += 1;
                }
            }
            turn().await;
        }
        self.disturb(&stated, &given, thread.id);
        thread.held.absorb(given);
        // No thread changes what is shared, so it is not disturbed.
        thread.held.absorb(shares);
        for id in ids {
            let mut world = self.world.borrow_mut();
            let clock = world.races.release(id);
            world.races.acquire(thread.id, &clock);
        }
        Ok(Flow::Next)
    }

    /// The threads of a block, without permissions yet.
    async fn children<'a>(
        &self,
        thread: &mut Thread,
        block: Lanes<'a>,
        children: &mut Vec<Child<'a>>,
    ) -> Result<(), Stop> {
        let ends = block.iterators.iter().flat_map(|i| [&i.low, &i.high]);
        self.prepare_all(thread, &ends.collect::<Vec<_>>()).await?;
        let frames = self.frames(thread, &block)?;
        thread.frame.cache.clear();
        let run = Rc::new(RefCell::new(BlockRun {
            block: block.id,
            waiting: frames.iter().map(|_| None).collect(),
            released: frames.iter().map(|_| None).collect(),
            ended: 0,
        }));
        for (number, (frame, name)) in frames.into_iter().enumerate() {
            self.allocate(4)?;
            let seat = (run.clone(), number);
            children.push(self.new_child(thread, frame, name, Work::Lanes(block), seat));
        }
        Ok(())
    }

    fn new_child<'a>(
        &self,
        thread: &Thread,
        mut frame: Frame,
        name: String,
        work: Work<'a>,
        seat: Seat,
    ) -> Child<'a> {
        frame.share = Some(Rc::default());
        frame.cache.clear();
        let mut blocks = thread.blocks.clone();
        blocks.push(seat);
        Child {
            thread: Thread {
                id: self.new_thread(name),
                frame,
                held: Held::default(),
                blocks,
                invariants: thread.invariants.clone(),
            },
            work,
        }
    }

    /// The locals of each thread of a block, and its name. Effects in the ranges were carried out.
    pub(super) fn frames(
        &self,
        thread: &mut Thread,
        block: &Lanes<'_>,
    ) -> Result<Vec<(Frame, String)>, Stop> {
        if !block.contract.clauses.iter().all(is_known) {
            return cannot("this clause of a block", block.span);
        }
        let mut rows: Vec<Vec<BigInt>> = vec![Vec::new()];
        for iterator in block.iterators {
            let mut cx = self.real(thread);
            let low = self.eval(&mut cx, &iterator.low)?;
            let high = self.eval(&mut cx, &iterator.high)?;
            let (Value::Int(low), Value::Int(high)) = (low, high) else {
                return cannot("this range", iterator.span);
            };
            let mut longer = Vec::new();
            for row in &rows {
                let mut at = low.clone();
                while at < high {
                    if longer.len() > 4096 {
                        return Err(Stop::Limit("threads"));
                    }
                    let mut row = row.clone();
                    row.push(at.clone());
                    longer.push(row);
                    at += 1;
                }
            }
            rows = longer;
        }
        let frames = rows.into_iter().map(|row| {
            let mut frame = thread.frame.clone();
            let mut name = block.name.to_owned();
            for (at, (iterator, value)) in block.iterators.iter().zip(row).enumerate() {
                let comma = if at == 0 { "(" } else { ", " };
                name.push_str(&format!("{comma}{} = {value}", iterator.name.name));
                let id = self.tables.resolution.canonical(iterator.id);
                frame.locals.insert(id, Value::Int(value));
            }
            if !block.iterators.is_empty() {
                name.push(')');
            }
            (frame, name)
        });
        Ok(frames.collect())
    }

    /// Gives each thread what its contract asks for; `read` comes last.
    fn split(
        &self,
        thread: &mut Thread,
        stmt: &Stmt,
        children: &mut [Child<'_>],
    ) -> Result<(), Stop> {
        // What threads share is known only when all have what they ask for; they may read it before.
        let mut throughout = Held::default();
        for held in self.throughout(thread) {
            throughout.absorb(held);
        }
        let open = throughout.iter().next().is_some();
        let blame = |child: &Child<'_>| {
            let mut blame = Blame::new(child.thread.id, stmt.span, "the precondition of the block");
            blame.open = open;
            blame
        };
        let outside = Outside::of(&throughout);
        for child in &mut *children {
            let blame = blame(child);
            let asked = match &child.work {
                Work::Lanes(lanes) => of_lanes(lanes, &child.thread.frame, End::First),
                Work::Sequence(_, body) => self.end_of_sequence(thread, body, End::First)?,
            };
            for (formula, mut frame) in asked {
                let source = Source::Take(&mut thread.held);
                let to = &mut child.thread.held;
                self.transfer(
                    &mut frame,
                    formula,
                    Way {
                        source,
                        to,
                        blame: &blame,
                        outside: &outside,
                    },
                )?;
            }
        }
        for child in children {
            let blame = blame(child);
            self.settle(
                Source::Take(&mut thread.held),
                &mut child.thread.held,
                &blame,
            )?;
        }
        Ok(())
    }

    fn child<'a>(&'a self, child: Child<'a>) -> Running<'a, Ended<'a>> {
        let Child { mut thread, work } = child;
        Box::pin(async move {
            let body = match work {
                Work::Lanes(lanes) => lanes.body,
                Work::Sequence(_, body) => body,
            };
            match self.block(&mut thread, body).await? {
                Flow::Next => {}
                _ => return cannot("a jump out of a thread", work.span()),
            }
            turn().await;
            let share = thread.frame.share.clone().unwrap_or_default();
            let mut blame = Blame::new(thread.id, work.span(), "the postcondition of the block");
            blame.open = share.iter().next().is_some();
            let stated = match &work {
                Work::Lanes(lanes) => of_lanes(lanes, &thread.frame, End::Last),
                Work::Sequence(_, body) => self.end_of_sequence(&mut thread, body, End::Last)?,
            };
            let mut held = Held::default();
            let outside = Outside::of(&share);
            for (formula, frame) in &stated {
                let source = Source::Take(&mut thread.held);
                let mut frame = frame.clone();
                self.transfer(
                    &mut frame,
                    formula,
                    Way {
                        source,
                        to: &mut held,
                        blame: &blame,
                        outside: &outside,
                    },
                )?;
            }
            // How much a `read` is comes last: it leaves what is asked for by amount.
            for (cell, fraction) in share.iter() {
                if !thread.held.take(cell, fraction) {
                    let have = thread.held.fraction(cell);
                    let asked = format!("{fraction}");
                    return Err(self.lacking(cell, &asked, &have, blame.at, &blame));
                }
            }
            self.settle(Source::Take(&mut thread.held), &mut held, &blame)?;
            Ok((held, stated, share))
        })
    }

    /// All threads that have not ended wait, and nobody lets them go.
    fn divergence(&self, runs: &[Option<Seat>]) -> Stop {
        for (run, _) in runs.iter().flatten() {
            let run = run.borrow();
            let mut waiting = run.waiting.iter().flatten();
            let Some(first) = waiting.next() else {
                continue;
            };
            let other = waiting.find(|one| one.barrier != first.barrier);
            let message = match other {
                Some(_) => "threads of the block wait at different barriers".to_owned(),
                None => format!(
                    "{} threads of the block ended, others wait at this barrier",
                    run.ended
                ),
            };
            let kind = Kind::Divergence;
            let who = other.map(|other| other.thread);
            let mut stop = self.violation(kind, first.span, message, first.thread, who);
            if let (Stop::Violation(violation), Some(other)) = (&mut stop, other) {
                violation.other = Some((other.span, "the other barrier".to_owned()));
            }
            return stop;
        }
        Stop::Stuck
    }

    /// All threads of a block hand on what they know.
    pub(super) fn merged(clocks: impl Iterator<Item = Clock>) -> Clock {
        let mut all = Clock::new();
        for clock in clocks {
            Races::merge(&mut all, &clock);
        }
        all
    }
}

/// The place of a thread that is alone.
fn seat_of(block: NodeId) -> Seat {
    let run = BlockRun {
        block,
        waiting: vec![None],
        released: vec![None],
        ended: 0,
    };
    (Rc::new(RefCell::new(run)), 0)
}

fn waits(run: &Option<Seat>) -> bool {
    run.as_ref().is_some_and(|(run, number)| {
        run.borrow()
            .waiting
            .get(*number)
            .is_some_and(Option::is_some)
    })
}

fn is_known(clause: &Clause) -> bool {
    matches!(
        clause.kind,
        ClauseKind::Requires(_)
            | ClauseKind::Ensures(_)
            | ClauseKind::Context(_)
            | ClauseKind::ContextEverywhere(_)
            | ClauseKind::Directive(_)
    )
}

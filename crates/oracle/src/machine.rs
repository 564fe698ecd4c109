//! What all threads share: the heap, locks, pools of permissions, the trace; and limits.

use crate::eval::unknown::Asked;
use crate::frame::ThreadId;
use crate::heap::{Cell, Heap};
use crate::held::Held;
use crate::naming::Referred;
use crate::outcome::{Kind, Stop, TraceStep, Violation};
use crate::program::Tables;
use crate::race::Races;
use crate::value::Value;
use num_rational::BigRational;
use num_traits::One;
use random::Random;
use spec_lang::ast::NodeId;
use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use text::span::Span;

/// How much is kept of what threads did.
const TRACE: usize = 400;

/// How deep calls may nest.
const DEPTH: usize = 400;

/// Bounds of a run.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Expressions evaluated and statements executed.
    pub steps: u64,
    /// Elements and fields allocated.
    pub cells: usize,
    /// Whether what contracts leave open is chosen at random: a verified program sees no more
    /// of a call, loop, block, barrier or lock than its contract. Off, the program is just run.
    pub modular: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            steps: 2_000_000,
            cells: 100_000,
            modular: false,
        }
    }
}

/// The lock of an object.
#[derive(Debug, Default)]
pub(crate) struct Lock {
    /// Who has it.
    pub holder: Option<ThreadId>,
    /// What its invariant holds while nobody has it.
    pub pool: Held,
    /// Whether its invariant was established.
    pub committed: bool,
    /// What was known when it was released.
    pub clock: crate::race::Clock,
}

/// A thread object that was forked.
#[derive(Debug)]
pub(crate) struct Forked {
    /// What its `run` gave back, once it has ended.
    pub given: Option<Held>,
    /// Its number.
    pub thread: ThreadId,
}

/// A thread that is to be started.
#[derive(Debug)]
pub(crate) struct Start {
    /// The object.
    pub object: usize,
    /// Its `run`.
    pub run: NodeId,
    /// What it receives.
    pub held: Held,
    /// Its number.
    pub thread: ThreadId,
}

/// The shared state.
#[derive(Debug, Default)]
pub(crate) struct World {
    pub heap: Heap,
    /// All permissions there are, to know where more than a whole would be assumed.
    pub created: Held,
    pub locks: BTreeMap<usize, Lock>,
    /// What instances of predicates hide.
    pub inside: BTreeMap<Cell, Held>,
    pub starts: Vec<Start>,
    pub forked: BTreeMap<usize, Forked>,
    pub races: Races,
    pub names: Vec<String>,
    /// The first variable that referred to something; none for `this`.
    pub called: BTreeMap<Referred, Option<NodeId>>,
    pub trace: VecDeque<(ThreadId, Span)>,
    pub cells: usize,
    pub steps: u64,
    /// Polls since a thread last did something.
    pub idle: u64,
    pub depth: usize,
    /// Arrays whose permissions nobody has taken yet.
    pub fresh: Vec<usize>,
    /// How many choices were made that need not be the same again.
    pub choices: u64,
    /// Results of functions without bodies, so far.
    pub unknown: BTreeMap<Asked, Value>,
    /// Measures of the functions under way.
    pub measures: Vec<(NodeId, num_bigint::BigInt)>,
}

/// A program under execution.
pub(crate) struct Machine<'p> {
    pub tables: &'p Tables<'p>,
    pub limits: Limits,
    pub world: RefCell<World>,
    pub random: RefCell<Random>,
    /// What the run was started with.
    pub seed: u64,
}

impl<'p> Machine<'p> {
    pub(crate) fn new(tables: &'p Tables<'p>, limits: Limits, seed: u64) -> Self {
        Machine {
            tables,
            limits,
            world: RefCell::new(World::default()),
            random: RefCell::new(Random::new(seed)),
            seed,
        }
    }

    /// Counts a step.
    pub(crate) fn step(&self) -> Result<(), Stop> {
        self.steps(1)
    }

    /// Counts several.
    pub(crate) fn steps(&self, count: u64) -> Result<(), Stop> {
        let mut world = self.world.borrow_mut();
        world.steps = world.steps.saturating_add(count);
        if world.steps > self.limits.steps {
            return Err(Stop::Limit("steps"));
        }
        Ok(())
    }

    /// Counts what is allocated.
    pub(crate) fn allocate(&self, cells: usize) -> Result<(), Stop> {
        let mut world = self.world.borrow_mut();
        world.cells = world.cells.saturating_add(cells).saturating_add(1);
        if world.cells > self.limits.cells {
            return Err(Stop::Limit("memory"));
        }
        Ok(())
    }

    /// Runs something one level deeper.
    pub(crate) fn deeper<T>(&self, run: impl FnOnce() -> Result<T, Stop>) -> Result<T, Stop> {
        self.enter()?;
        let result = run();
        self.leave();
        result
    }

    pub(crate) fn enter(&self) -> Result<(), Stop> {
        let mut world = self.world.borrow_mut();
        if world.depth >= DEPTH {
            return Err(Stop::Limit("depth of calls"));
        }
        world.depth += 1;
        Ok(())
    }

    pub(crate) fn leave(&self) {
        let mut world = self.world.borrow_mut();
        world.depth = world.depth.saturating_sub(1);
    }

    /// A thread of its own.
    pub(crate) fn new_thread(&self, name: String) -> ThreadId {
        let mut world = self.world.borrow_mut();
        world.names.push(name);
        world.names.len() - 1
    }

    /// Remembers where a thread is.
    pub(crate) fn note(&self, thread: ThreadId, span: Span) {
        let mut world = self.world.borrow_mut();
        world.idle = 0;
        if world.trace.len() >= TRACE {
            world.trace.pop_front();
        }
        world.trace.push_back((thread, span));
    }

    /// A violation by a thread, with the last steps of it and of the other one.
    pub(crate) fn violation(
        &self,
        kind: Kind,
        span: Span,
        message: impl Into<String>,
        thread: ThreadId,
        other: Option<ThreadId>,
    ) -> Stop {
        let world = self.world.borrow();
        let name = |thread: ThreadId| world.names.get(thread).cloned().unwrap_or_default();
        let mut trace: Vec<TraceStep> = world
            .trace
            .iter()
            .rev()
            .filter(|(who, _)| *who == thread || Some(*who) == other)
            .take(12)
            .map(|(who, span)| TraceStep {
                thread: name(*who),
                span: *span,
            })
            .collect();
        trace.reverse();
        let notes = match other {
            Some(other) => vec![format!("by {} and {}", name(thread), name(other))],
            None if world.names.len() > 1 => vec![format!("by {}", name(thread))],
            None => Vec::new(),
        };
        Stop::Violation(Box::new(Violation {
            kind,
            span,
            message: message.into(),
            notes,
            other: None,
            trace,
        }))
    }

    /// A permission that did not exist before; false if there would be more than a whole.
    pub(crate) fn create(&self, cell: &Cell, fraction: &BigRational) -> bool {
        let mut world = self.world.borrow_mut();
        let total = world.created.fraction(cell) + fraction;
        if total > BigRational::one() && !matches!(cell, Cell::Instance(..)) {
            return false;
        }
        world.created.add(cell.clone(), fraction.clone());
        true
    }
}

/// There is no rule to run this.
pub(crate) fn cannot<T>(what: impl Into<String>, span: Span) -> Result<T, Stop> {
    Err(Stop::CannotRun(what.into(), span))
}

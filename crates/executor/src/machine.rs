//! A run: threads, their order, and how it ends.

use crate::clock::Clocks;
use crate::copies::Copies;
use crate::eval::{Eval, Halt};
use crate::evaluated::Evaluated;
use crate::launch::{Launch, Options, Schedule};
use crate::lockstep_order::Order;
use crate::memory::{Beginnings, Memory};
use crate::outcome::{
    Clash, Deed, Noted, Outcome, Site, Sought, Stop, Stopped, ThreadName, Warning,
};
use crate::rounds::{Loops, Round};
use crate::shadow::Rules;
use crate::thread::{Frame, Local, OwnCopies, State, Thread};
use crate::undefined::Undefined;
use crate::value::{Value, any_integer};
use kernel_graph::{Expr, Function, Module, Scalar};
use random::{Random, mix};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The most threads of a run.
pub const MOST_THREADS: u32 = 4096;

/// A thread that goes on alone so long lets another go on, lest it waits for it for ever.
const PATIENCE: u64 = 10_000;

/// As many notes as a run keeps.
const MOST_NOTES: usize = 200_000;

/// What is reserved for the depth of expressions; only what is touched takes memory.
const STACK: usize = 256 << 20;

/// What a statement was for the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// Nothing.
    Quiet,
    /// Something they may see.
    Seen,
    /// The thread waits for them.
    Waits,
    /// The thread has ended.
    Ended,
}

/// A run at work.
pub(crate) struct Machine<'a> {
    pub module: &'a Module,
    pub launch: &'a Launch,
    pub options: &'a Options,
    pub rules: Rules,
    pub memory: Memory,
    pub threads: Vec<Thread>,
    /// Those that can go on.
    pub running: Vec<u32>,
    pub random: Random,
    pub warnings: BTreeSet<Warning>,
    pub arbitrary: bool,
    pub undefined: Undefined,
    pub copies: Copies,
    /// Calls so far.
    pub calls: u64,
    pub steps: u64,
    /// The loops of functions, by number.
    pub loops: BTreeMap<u32, Rc<Loops>>,
    /// The orders of functions in lock-step, by number.
    pub orders: BTreeMap<u32, Option<Rc<Order>>>,
    /// Numbers of the points at which threads have waited.
    pub points: FxHashMap<Point, u32>,
    /// The races that are looked for; all if absent.
    pub sought: Option<&'a Sought<'a>>,
    /// What threads did, where that is wanted.
    pub noted: Option<Vec<Noted>>,
    /// Which operations were evaluated, where that is wanted.
    pub evaluated: Option<Evaluated>,
}

/// Where a thread is: of each call the statement and the iterations of the loops around it.
pub(crate) type Point = Vec<(Site, Vec<Round>)>;

/// Who goes on when, and what ends a run.
#[derive(Clone, Copy)]
enum Manner<'a> {
    Interleaved(Schedule, Option<&'a Sought<'a>>),
    /// One thread after the other as far as it can, past all races, with notes.
    Noting,
    /// One thread after the other, with the operations that were evaluated.
    Evaluating,
    LockStep,
}

/// What was noted of a run.
#[derive(Default)]
struct Seen {
    noted: Vec<Noted>,
    evaluated: Evaluated,
}

/// Executes a kernel; the same arguments give the same outcome.
pub fn run(module: &Module, launch: &Launch, options: &Options, schedule: Schedule) -> Outcome {
    started(
        (module, launch, options),
        Manner::Interleaved(schedule, None),
    )
}

/// As [`run`], but the run goes past a race that `sought` says no to. It is then one of the executions of
/// a program that has races, in which each access takes effect at once.
pub fn run_for(
    module: &Module,
    launch: &Launch,
    options: &Options,
    schedule: Schedule,
    sought: &Sought<'_>,
) -> Outcome {
    let manner = Manner::Interleaved(schedule, Some(sought));
    started((module, launch, options), manner)
}

/// Executes a kernel past all its races, and notes which thread accesses what between which barriers, in
/// the order of the run; of a very long run the beginning.
pub fn run_noting(module: &Module, launch: &Launch, options: &Options) -> (Outcome, Vec<Noted>) {
    let (outcome, seen) = executed((module, launch, options), Manner::Noting);
    (outcome, seen.noted)
}

/// Executes a kernel, one thread after the other as far as it can, and tells which operations were evaluated.
pub fn run_evaluating(module: &Module, launch: &Launch, options: &Options) -> (Outcome, Evaluated) {
    let (outcome, seen) = executed((module, launch, options), Manner::Evaluating);
    (outcome, seen.evaluated)
}

/// Executes a kernel with all threads in lock-step, each block of the program under one predicate for
/// each thread. Of a kernel that comes to its end nothing else is shown than by [`run`]: a race,
/// divergence or a failure by one exactly if by the other, else the same memory at the end.
pub fn run_lock_step(module: &Module, launch: &Launch, options: &Options) -> Outcome {
    started((module, launch, options), Manner::LockStep)
}

fn started<'a>(run: (&'a Module, &'a Launch, &'a Options), manner: Manner<'a>) -> Outcome {
    executed(run, manner).0
}

fn executed<'a>(
    (module, launch, options): (&'a Module, &'a Launch, &'a Options),
    manner: Manner<'a>,
) -> (Outcome, Seen) {
    let outcome = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .name("run".into())
            .stack_size(STACK)
            .spawn_scoped(scope, || Machine::run(module, launch, options, manner));
        thread.ok().and_then(|thread| thread.join().ok())
    });
    outcome.unwrap_or_else(|| {
        let why = "an error in the executor itself".to_owned();
        (failed(why), Seen::default())
    })
}

/// A race that is not looked for.
fn none_is_sought(_: &Clash) -> bool {
    false
}

fn failed(why: String) -> Outcome {
    Outcome {
        stop: Some(Stopped {
            why: Stop::Unsupported(why),
            site: Site::default(),
            calls: Vec::new(),
            thread: ThreadName::default(),
        }),
        warnings: Vec::new(),
        arbitrary: false,
        undefined: Undefined::default(),
        steps: 0,
        arrays: Vec::new(),
    }
}

fn split(number: u32, sizes: [u32; 3]) -> [u32; 3] {
    let [x, y, _] = sizes.map(|n| n.max(1));
    [number % x, number / x % y, number / x / y]
}

impl<'a> Machine<'a> {
    fn run(
        module: &'a Module,
        launch: &'a Launch,
        options: &'a Options,
        manner: Manner<'a>,
    ) -> (Outcome, Seen) {
        let count = launch.taking_part();
        let count = count.filter(|n| (1..=MOST_THREADS).contains(n));
        let kernel = module.functions.get(launch.kernel.0 as usize);
        let (Some(count), Some(kernel)) = (count, kernel) else {
            let why = format!("a launch of no threads, or of more than {MOST_THREADS}");
            return (failed(why), Seen::default());
        };
        let beginnings = Beginnings {
            seed: launch.seed,
            contents: launch.contents.clone(),
            extents: launch.extents.clone(),
        };
        let order = match manner {
            Manner::Interleaved(Schedule::Random { seed, .. }, _) => seed,
            Manner::Interleaved(_, _) | Manner::Noting | Manner::Evaluating | Manner::LockStep => 0,
        };
        let mut machine = Machine {
            module,
            launch,
            options,
            rules: Rules {
                tolerate_equal_writes: options.tolerate_equal_writes,
                between_blocks: options.between_blocks,
            },
            memory: Memory::new(beginnings, module.target.pointer),
            threads: Vec::new(),
            running: (0..count).collect(),
            random: Random::new(mix(launch.seed) ^ order),
            warnings: BTreeSet::new(),
            arbitrary: false,
            undefined: Undefined::default(),
            copies: Copies::default(),
            calls: 0,
            steps: 0,
            loops: BTreeMap::new(),
            orders: BTreeMap::new(),
            points: FxHashMap::default(),
            sought: match manner {
                Manner::Interleaved(_, sought) => sought,
                Manner::Noting => Some(&none_is_sought),
                Manner::Evaluating | Manner::LockStep => None,
            },
            noted: matches!(manner, Manner::Noting).then(Vec::new),
            evaluated: matches!(manner, Manner::Evaluating).then(Evaluated::default),
        };
        let per_block: u32 = launch.block.iter().product();
        for number in 0..count {
            let (place, flat) = (number / per_block, number % per_block);
            let block = match &launch.blocks {
                Some(blocks) => blocks.get(place as usize).copied().unwrap_or(0),
                None => place,
            };
            let frame = machine.kernel_frame(launch, kernel);
            machine.threads.push(Thread {
                name: ThreadName {
                    thread: split(flat, launch.block),
                    block: split(block, launch.grid),
                },
                number,
                block,
                flat,
                frames: vec![frame],
                state: State::Running,
                clocks: Clocks::start(number),
                offer: None,
                copies: 0,
                open: Vec::new(),
                own: OwnCopies::default(),
            });
        }
        let ended = match manner {
            Manner::Interleaved(schedule, _) => machine.all(schedule),
            Manner::Noting | Manner::Evaluating => machine.all(Schedule::Forward),
            Manner::LockStep => machine.lock_step(),
        };
        let stop = ended.err().map(|stopped| *stopped);
        let arrays = match stop {
            None => machine.written(),
            Some(_) => Vec::new(),
        };
        let seen = Seen {
            noted: machine.noted.take().unwrap_or_default(),
            evaluated: machine.evaluated.take().unwrap_or_default(),
        };
        let outcome = Outcome {
            stop,
            warnings: machine.warnings.into_iter().collect(),
            arbitrary: machine.arbitrary,
            undefined: machine.undefined,
            steps: machine.steps,
            arrays,
        };
        (outcome, seen)
    }

    /// Notes what a thread did at a statement, if that is wanted.
    pub(crate) fn note_deed(&mut self, t: usize, site: Site, what: Deed) {
        let who = self.threads[t].name;
        if let Some(noted) = self.noted.as_mut().filter(|noted| noted.len() < MOST_NOTES) {
            noted.push(Noted { who, site, what });
        }
    }

    fn kernel_frame(&mut self, launch: &Launch, kernel: &Function) -> Frame {
        let mut frame = self.frame(launch.kernel.0, kernel);
        for param in &kernel.params {
            let Some(local) = kernel.local(param.local) else {
                continue;
            };
            let value = launch.argument(self.module, &param.name, local.scalar);
            if let Some(slot) = frame.locals.get_mut(param.local.0 as usize) {
                *slot = Local::new(value, false);
            }
        }
        frame
    }

    /// A call of a function; its locals are arbitrary.
    pub(crate) fn frame(&mut self, number: u32, function: &Function) -> Frame {
        self.calls += 1;
        let local = |local: &kernel_graph::Local| match local.scalar == Scalar::Pointer {
            true => Local::new(Value::Bits(0xdead_0000).pointer().into(), true),
            false => Local::new(Value::Bits(0), true),
        };
        Frame {
            function: number,
            block: 0,
            stmt: 0,
            locals: function.locals.iter().map(local).collect(),
            call: self.calls,
            result: None,
            rounds: Vec::new(),
        }
    }

    /// The value of an expression for a thread. It decides something: where it is one of many, the run is.
    pub(crate) fn value(&mut self, t: usize, e: &Expr) -> Result<Value, Halt> {
        let (value, arbitrary) = self.carried(t, e);
        self.arbitrary |= arbitrary;
        value
    }

    /// The value of an expression that is only put somewhere, and whether it is one of many.
    pub(crate) fn carried(&mut self, t: usize, e: &Expr) -> (Result<Value, Halt>, bool) {
        let mut eval = Eval {
            module: self.module,
            launch: self.launch,
            options: self.options,
            memory: &mut self.memory,
            thread: &self.threads[t],
            strict: self.sought.is_some() || self.evaluated.is_some(),
            arbitrary: false,
            undefined: Undefined::default(),
            evaluated: self.evaluated.as_mut(),
        };
        let value = eval.value(e);
        let arbitrary = eval.arbitrary;
        self.undefined = self.undefined.or(eval.undefined);
        (value, arbitrary)
    }

    /// The loops of a function.
    pub(crate) fn loops_of(&mut self, number: u32) -> Rc<Loops> {
        let module = self.module;
        let known = self.loops.entry(number).or_insert_with(|| {
            let function = module.functions.get(number as usize);
            Rc::new(function.map(Loops::of).unwrap_or_default())
        });
        Rc::clone(known)
    }

    /// The number of the point at which a thread is.
    pub(crate) fn point(&mut self, t: usize) -> u32 {
        let frames = self.threads[t].frames.iter();
        let point: Point = frames.map(Frame::point).collect();
        let next = u32::try_from(self.points.len()).unwrap_or(u32::MAX);
        *self.points.entry(point).or_insert(next)
    }

    pub(crate) fn stopped(&self, t: usize, site: Site, why: Stop) -> Stopped {
        let thread = &self.threads[t];
        Stopped {
            why,
            site,
            calls: thread.calls(),
            thread: thread.name,
        }
    }

    fn all(&mut self, schedule: Schedule) -> Result<(), Box<Stopped>> {
        let mut order = match schedule {
            Schedule::Random { seed, .. } => Random::new(seed),
            Schedule::Forward | Schedule::Backward | Schedule::Pair(..) => Random::new(0),
        };
        let mut last = None;
        loop {
            let Some(t) = self.next(schedule, &mut order, last) else {
                match self.force() {
                    true => continue,
                    false => break,
                }
            };
            last = None;
            let start = self.steps;
            loop {
                match self.advance(t)? {
                    Event::Quiet => {}
                    Event::Seen => match schedule {
                        Schedule::Random { once_in, .. } if order.one_in(once_in as usize) => break,
                        Schedule::Random { .. }
                        | Schedule::Forward
                        | Schedule::Backward
                        | Schedule::Pair(..) => {}
                    },
                    Event::Waits | Event::Ended => {
                        self.running.retain(|n| *n as usize != t);
                        self.meet(t);
                        break;
                    }
                }
                if self.steps - start > PATIENCE {
                    last = Some(t);
                    break;
                }
            }
        }
        match self.stuck() {
            Some((t, site, why)) => Err(Box::new(self.stopped(t, site, why))),
            None => Ok(()),
        }
    }

    /// Who goes on; `last` has gone on for long.
    fn next(&self, schedule: Schedule, order: &mut Random, last: Option<usize>) -> Option<usize> {
        let number = |n: &u32| *n as usize;
        match (schedule, last) {
            (Schedule::Random { .. }, _) => self
                .running
                .get(order.below(self.running.len()))
                .map(number),
            (Schedule::Pair(one, other), None) => {
                let can = |n: &u32| self.running.contains(n);
                let of_two = [one, other].into_iter().find(can).map(|n| n as usize);
                of_two.or_else(|| self.running.iter().map(number).min())
            }
            (Schedule::Forward, None) => self.running.iter().map(number).min(),
            (Schedule::Backward, None) => self.running.iter().map(number).max(),
            (_, Some(last)) => {
                let all = || self.running.iter().map(number);
                all().filter(|n| *n > last).min().or_else(|| all().min())
            }
        }
    }

    /// An arbitrary value of a type.
    pub(crate) fn any(&mut self, scalar: Scalar) -> Value {
        match scalar {
            Scalar::Bool => Value::Bits(u128::from(self.random.bits() & 1)),
            Scalar::Int(width) => Value::Bits(any_integer(&mut self.random, width)),
            Scalar::Float(format) => match self.random.one_in(2) {
                true => {
                    let number = u32::try_from(self.random.below(64)).unwrap_or(0);
                    Value::Bits(crate::float::bits(f64::from(number), format))
                }
                false => Value::Bits(any_integer(&mut self.random, format.bits())),
            },
            Scalar::Pointer => Value::Bits(0xdead_0000).pointer().into(),
            Scalar::Function | Scalar::Handle => Value::Bits(0xdead),
        }
    }
}

impl From<crate::value::Pointer> for Value {
    fn from(pointer: crate::value::Pointer) -> Value {
        Value::Address(pointer)
    }
}

//! Whether an execution shows a finding: the values of a counterexample become a launch, and it is
//! executed.
//!
//! Of the grid only the blocks of the counterexample's threads take part, as it may be where there is no
//! room for more; the two threads go on whenever they can. The run goes past other races, and ends at the
//! one that is looked for. All limits are numbers of steps, so that an answer never depends on a clock.

use crate::run::Checks;
use crate::sizes::{Chosen, reached};
use executor::{
    Clash, Contents, Functions, Launch, Outcome, Schedule, Site, Stop, Stopped, Undefined, Value,
};
use kernel_graph::{
    ArrayId, Block, Function, FunctionId, Graph, Module, Order, Place, Scalar, Scope, Space, Stmt,
    StmtKind,
};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use races::{Abstraction, Cell, Fault, Finding, Meets, Racing, Reason, Size, ThreadIds, Who};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Statements that all executions for one finding may have together.
const STEPS: u64 = 400_000;

/// Statements of all executions for one check of a kernel.
pub(crate) const STEPS_TOGETHER: u64 = 3_000_000;

/// Statements of one execution.
const STEPS_EACH: u64 = 200_000;

/// What came of executing a counterexample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trial {
    /// An execution shows the finding: it is certain.
    Shown,
    /// No execution that was tried shows it.
    NotShown,
    /// Executions end before, for something else is wrong; in one word what.
    Other(&'static str),
    /// It shows it, but the kernel has fences and atomic operations, which may order the two accesses.
    Fences,
    /// Something that the program assumes does not hold.
    Outside,
    /// The limit of steps.
    Limit,
    /// There are too many threads.
    TooLarge,
    /// There is no rule for something.
    NoRule(String),
    /// It shows it, but with values that the kernel leaves open and that were chosen at random.
    Open,
    /// It shows it, but does something that the program's language leaves undefined.
    Overflow(Undefined),
    /// Nothing was executed, for this reason.
    NotTried(&'static str),
}

impl Trial {
    /// In one word, for tables and other programs.
    pub fn word(&self) -> &'static str {
        match self {
            Trial::Shown => "shown",
            Trial::NotShown => "not-shown",
            Trial::Other(_) => "other-fault",
            Trial::Fences => "fences",
            Trial::Outside => "outside",
            Trial::Limit => "limit",
            Trial::TooLarge => "too-large",
            Trial::NoRule(_) => "no-rule",
            Trial::Open => "open-values",
            Trial::Overflow(_) => "overflow",
            Trial::NotTried(_) => "not-tried",
        }
    }

    /// In a few words.
    pub fn words(&self) -> String {
        match self {
            Trial::Shown => "confirmed by an execution with these values".to_owned(),
            Trial::NotShown => "not reproduced by executions with these values".to_owned(),
            Trial::Other(what) => {
                format!("executions with these values stop earlier, at another finding ({what})")
            }
            Trial::Fences => {
                "shown by an execution that ignores the order of fences and atomic operations"
                    .to_owned()
            }
            Trial::Outside => {
                "executions with these values violate an assumption of the program".to_owned()
            }
            Trial::Limit => "executions with these values exceed the step limit".to_owned(),
            Trial::TooLarge => "not executed: too many threads".to_owned(),
            Trial::NoRule(what) => format!("not executed: no rule for {what}"),
            Trial::Open => {
                "shown by an execution with values that the kernel does not determine".to_owned()
            }
            Trial::Overflow(undefined) => {
                format!("shown by an execution in which {}", undefined.words())
            }
            Trial::NotTried(why) => format!("not executed: {why}"),
        }
    }
}

/// Executes counterexamples of one kernel.
pub(crate) struct Judge<'a> {
    pub module: &'a Module,
    pub kernel: FunctionId,
    pub checks: &'a Checks,
    pub chosen: &'a Chosen,
    /// Whether it is a kernel of CUDA, whose devices start no larger blocks and grids than those that are written down.
    pub cuda: bool,
    /// How many statements may still be executed.
    pub left: &'a AtomicU64,
}

/// One execution: what the rest of memory contains, and whether the second thread goes first.
const ATTEMPTS: [(Rest, bool); 5] = [
    (Rest::Zero, false),
    (Rest::Zero, true),
    (Rest::Small, false),
    (Rest::Iota, false),
    (Rest::Large, true),
];

/// Contents of memory that the counterexample does not say.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Rest {
    Zero,
    Small,
    Iota,
    Large,
}

impl Rest {
    fn contents(self) -> Contents {
        match self {
            Rest::Zero => Contents::Zero,
            Rest::Small => Contents::Below(8),
            Rest::Iota => Contents::Iota,
            Rest::Large => Contents::Below(1000),
        }
    }
}

type Tried<T> = Result<T, Trial>;

impl Judge<'_> {
    /// Executes the counterexample of a finding; where that shows it, also what was launched.
    pub(crate) fn trial(&self, finding: &Finding) -> (Trial, Option<Box<Launch>>) {
        if self.checks.lock_step.is_some() {
            let why = "there is no rule for the lock-step of warps";
            return (Trial::NotTried(why), None);
        }
        let (launch, pair) = match self.launch(finding) {
            Ok(found) => found,
            Err(trial) => return (trial, None),
        };
        let memory = finding.abstractions.contains(&Abstraction::Memory);
        let mut first: Option<Trial> = None;
        let mut left = STEPS.min(self.left.load(Relaxed));
        for (number, (rest, swapped)) in ATTEMPTS.iter().enumerate() {
            if left == 0 || (number > 1 && !memory) {
                break;
            }
            let steps = left.min(STEPS_EACH);
            let (trial, used) = self.attempt(finding, (&launch, pair), (*rest, *swapped), steps);
            left = left.saturating_sub(used);
            self.left
                .fetch_sub(used.min(self.left.load(Relaxed)), Relaxed);
            if trial == Trial::Shown {
                let mut shown = launch;
                self.fill(&mut shown, &finding.cells, *rest);
                return (trial, Some(Box::new(shown)));
            }
            first.get_or_insert(trial);
        }
        (first.unwrap_or(Trial::Limit), None)
    }

    fn attempt(
        &self,
        finding: &Finding,
        (launch, (one, other)): (&Launch, (u32, u32)),
        (rest, swapped): (Rest, bool),
        steps: u64,
    ) -> (Trial, u64) {
        let mut launch = launch.clone();
        self.fill(&mut launch, &finding.cells, rest);
        let schedule = match swapped {
            true => Schedule::Pair(other, one),
            false => Schedule::Pair(one, other),
        };
        let outcome = self.executed(finding, &launch, (schedule, steps));
        let trial = match &outcome.stop {
            None => Trial::NotShown,
            Some(stop) => match &stop.why {
                Stop::Fault(_) if self.shows(finding, stop) => match outcome.arbitrary {
                    true => Trial::Open,
                    false if self.may_be_ordered(finding) => Trial::Fences,
                    false
                        if (outcome.undefined.any() || outcome.undefined.unmeant)
                            && self.is_undefined() =>
                    {
                        Trial::Overflow(outcome.undefined)
                    }
                    false => Trial::Shown,
                },
                Stop::Fault(fault) => Trial::Other(fault.word()),
                Stop::Outside(_) => Trial::Outside,
                Stop::Unsupported(what) => Trial::NoRule(what.clone()),
                Stop::Limit => Trial::Limit,
                Stop::Trap => Trial::NotShown,
            },
        };
        (trial, outcome.steps)
    }

    /// Executes a launch, past other races than that of the finding.
    pub(crate) fn executed(
        &self,
        finding: &Finding,
        launch: &Launch,
        (schedule, steps): (Schedule, u64),
    ) -> Outcome {
        let options = executor::Options {
            tolerate_equal_writes: self.checks.tolerate_equal_writes,
            between_blocks: self.checks.between_blocks,
            no_signed_overflow: self.checks.overflow == races::Overflow::Never,
            ordered_sums: false,
            functions: Functions::Known,
            steps,
        };
        let sought = |clash: &Clash| self.is_sought(finding, clash);
        executor::run_for(self.module, launch, &options, schedule, &sought)
    }

    /// Whether the two accesses of a race may be ordered by what no execution knows: a fence beside atomic operations, as
    /// in a lock. That is so of memory of all blocks alone.
    pub(crate) fn may_be_ordered(&self, finding: &Finding) -> bool {
        let Fault::Race {
            array,
            first,
            second,
            ..
        } = &finding.fault
        else {
            return false;
        };
        let atomic = |one: &Racing| matches!(one.kind, races::Kind::Atomic(_));
        let space = self.module.array(*array).map(|array| array.space);
        if space != Some(Space::Global) || atomic(first) || atomic(second) {
            return false;
        }
        let functions = reached(self.module, self.kernel);
        let stmts = || {
            let blocks = functions.iter().flat_map(|function| &function.blocks);
            blocks.flat_map(|block| &block.stmts)
        };
        let orders = |stmt: &Stmt| match &stmt.kind {
            StmtKind::Fence(..) => true,
            StmtKind::Atomic { order, .. } => *order != Order::Relaxed,
            _ => false,
        };
        let is_atomic = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Atomic { .. });
        stmts().any(orders) && stmts().any(is_atomic)
    }

    /// Whether signed arithmetic that overflows has no meaning.
    pub(crate) fn is_undefined(&self) -> bool {
        match self.checks.overflow {
            races::Overflow::Undefined | races::Overflow::Never | races::Overflow::Excluded => true,
            races::Overflow::Wraps | races::Overflow::Told => false,
        }
    }

    /// What arrays contain: what the counterexample says, else `rest`.
    pub(crate) fn fill(&self, launch: &mut Launch, cells: &[Cell], rest: Rest) {
        for id in of_launch(self.module) {
            let mut bytes: BTreeMap<i64, u8> = BTreeMap::new();
            for cell in cells.iter().filter(|cell| cell.array == id) {
                for (at, byte) in cell.bytes() {
                    bytes.entry(at).or_insert(byte);
                }
            }
            let contents = Contents::Bytes(Box::new(rest.contents()), bytes);
            launch.contents.insert(id, contents);
        }
    }

    /// The launch of a counterexample, and the numbers of its threads among those that take part.
    fn launch(&self, finding: &Finding) -> Tried<(Launch, (u32, u32))> {
        let sizes = &self.chosen.sizes;
        let block = fixed(&sizes.block, "block", &finding.values)?;
        let grid = fixed(&sizes.grid, "grid", &finding.values)?;
        if !self.is_of_device(block, grid) {
            return Err(Trial::Outside);
        }
        let mut launch = Launch::new(self.kernel, block, grid, 1);
        if let Some(dimensions) = sizes.dimensions {
            launch.dimensions = dimensions;
        }
        self.arguments(&mut launch, finding)?;
        let (Some(one), Some(other)) = (finding.threads.first(), finding.threads.last()) else {
            return Err(Trial::NotTried("the counterexample names no thread"));
        };
        let flat = |ids: &ThreadIds| {
            let found = flat(ids.block, grid).zip(flat(ids.thread, block));
            found.ok_or(Trial::NotTried(
                "the counterexample's threads are none of the launch",
            ))
        };
        let (one, other) = (flat(one)?, flat(other)?);
        let taking: BTreeSet<u32> = BTreeSet::from([one.0, other.0]);
        if !self.is_of_grid(finding) {
            launch.blocks = Some(taking.iter().copied().collect());
        }
        let threads = launch.taking_part();
        if threads.is_none_or(|threads| threads > executor::MOST_THREADS) {
            return Err(Trial::TooLarge);
        }
        let per_block: u32 = block.iter().product();
        let number = |(block, thread): (u32, u32)| {
            let place = match &launch.blocks {
                Some(blocks) => blocks.iter().position(|b| *b == block),
                None => usize::try_from(block).ok(),
            };
            let place = u32::try_from(place.unwrap_or(0)).unwrap_or(0);
            place * per_block + thread
        };
        let pair = (number(one), number(other));
        Ok((launch, pair))
    }

    /// Whether a device starts blocks and grids of these sizes (CUDA C++ Programming Guide, *Compute Capabilities*).
    pub(crate) fn is_of_device(&self, block: [u32; 3], grid: [u32; 3]) -> bool {
        let threads: u64 = block.iter().map(|n| u64::from(*n)).product();
        let fits = |n: Option<&u32>, most: u32| n.is_none_or(|n| *n <= most);
        !self.cuda
            || threads <= 1024
                && fits(block.get(2), 64)
                && fits(grid.get(1), 65_535)
                && fits(grid.get(2), 65_535)
    }

    /// Whether threads of all blocks meet.
    pub(crate) fn is_of_grid(&self, finding: &Finding) -> bool {
        let divergence = matches!(finding.fault, Fault::Divergence { who: Who::Grid, .. });
        let barrier = |stmt: &Stmt| match &stmt.kind {
            StmtKind::Barrier(barrier) => matches!(barrier.scope, Scope::Grid | Scope::System),
            _ => false,
        };
        let functions = reached(self.module, self.kernel);
        let mut blocks = functions.iter().flat_map(|function| &function.blocks);
        divergence || blocks.any(|block| block.stmts.iter().any(barrier))
    }

    /// What the options say of the kernel's arguments, but for pointers.
    pub(crate) fn given(&self, function: &Function) -> &[Option<u128>] {
        let mut known = self.checks.arguments.iter();
        let known = known.find(|(name, _)| *name == function.name);
        known.map_or(&[], |(_, values)| values)
    }

    /// The values of parameters: as the options say, else as the counterexample does.
    fn arguments(&self, launch: &mut Launch, finding: &Finding) -> Tried<()> {
        let Some(function) = self.module.functions.get(self.kernel.0 as usize) else {
            return Err(Trial::NotTried("the kernel is not there"));
        };
        let mut known = self.given(function).iter().copied();
        for param in &function.params {
            let scalar = function.local(param.local).map(|local| local.scalar);
            let given = match scalar {
                Some(Scalar::Bool | Scalar::Int(_) | Scalar::Float(_)) => known.next().flatten(),
                // The number of a function is nobody's choice.
                Some(Scalar::Function) => {
                    known.next();
                    return Err(Trial::NotTried("it has a function as a parameter"));
                }
                Some(Scalar::Pointer | Scalar::Handle) | None => continue,
            };
            let found = finding.values.iter().find(|(name, _)| *name == param.name);
            let found = found.and_then(|(_, value)| value.to_u128());
            match (given.or(found), scalar) {
                (Some(bits), _) => {
                    launch
                        .arguments
                        .insert(param.name.clone(), Value::Bits(bits));
                }
                // Nobody asks for these.
                (None, Some(Scalar::Bool)) => {}
                (None, _) => {
                    return Err(Trial::NotTried(
                        "the counterexample does not say all values",
                    ));
                }
            }
        }
        Ok(())
    }

    /// Whether a race is that of the finding: of the same two places.
    fn is_sought(&self, finding: &Finding, clash: &Clash) -> bool {
        let Fault::Race {
            array,
            first,
            second,
            same_block,
            ..
        } = &finding.fault
        else {
            return false;
        };
        let is = |racing: &Racing, at: usize| self.is_access(racing, clash, at);
        clash.array == *array
            && clash.same_block == *same_block
            && (is(first, 0) && is(second, 1) || is(first, 1) && is(second, 0))
    }

    /// Whether an access of a finding is one of the two of a race.
    pub(crate) fn is_access(&self, racing: &Racing, clash: &Clash, at: usize) -> bool {
        let (kind, site) = (clash.kinds.get(at), clash.sites.get(at));
        let kinds = kind.is_some_and(|kind| same_kind(racing.kind, *kind));
        kinds && site.is_some_and(|site| same(&site.place(self.module), &racing.place))
    }

    /// Whether a run ended by what the finding says.
    pub(crate) fn shows(&self, finding: &Finding, stop: &Stopped) -> bool {
        let here = same(&stop.site.place(self.module), &finding.place);
        let Stop::Fault(found) = &stop.why else {
            return false;
        };
        match (&finding.fault, found) {
            // The run ends at no other race.
            (Fault::Race { .. }, executor::Fault::Race { .. }) => true,
            (Fault::Divergence { what, .. }, executor::Fault::Divergence { elsewhere, .. }) => {
                match what {
                    // Who waits here waits for those that wait there, and they for these.
                    Meets::Barrier | Meets::Arguments | Meets::Exchange => {
                        let there = |site: &Site| same(&site.place(self.module), &finding.place);
                        here || elsewhere.as_ref().is_some_and(there)
                    }
                    Meets::LoopEntry | Meets::NextIteration => {
                        let mut around = stop.calls.iter().chain([&stop.site]);
                        around.any(|site| self.in_loop(*site, &finding.place))
                    }
                }
            }
            (Fault::Broken(reason), found) => here && is_broken(*reason, found),
            (Fault::Race { .. } | Fault::Divergence { .. }, _) => false,
        }
    }

    /// Whether a statement is in the loop whose head stands at a place.
    fn in_loop(&self, site: Site, head: &Place) -> bool {
        let Some(function) = site.function(self.module) else {
            return false;
        };
        let Ok(graph) = Graph::new(function) else {
            return false;
        };
        let stands = |block: Option<&Block>| block.is_some_and(|b| same(&b.end_place, head));
        let mut loops = graph.loops.values();
        loops.any(|one| {
            let mut blocks = one.blocks.iter();
            stands(function.block(one.head)) && blocks.any(|block| block.0 == site.block)
        })
    }
}

/// Whether a run shows that something does not hold.
fn is_broken(reason: Reason, found: &executor::Fault) -> bool {
    match (reason, found) {
        (
            Reason::Assertion
            | Reason::Invariant
            | Reason::Entry
            | Reason::Precondition
            | Reason::Postcondition,
            executor::Fault::Assertion,
        ) => true,
        (Reason::Bounds(array), executor::Fault::OutOfBounds { array: other, .. })
        | (Reason::ConstantWrite(array), executor::Fault::ConstantWrite(other)) => array == *other,
        (Reason::NullAccess, executor::Fault::Null) => true,
        (
            Reason::Assertion
            | Reason::Invariant
            | Reason::Entry
            | Reason::Candidate
            | Reason::Precondition
            | Reason::Postcondition
            | Reason::Bounds(_)
            | Reason::ConstantWrite(_)
            | Reason::NullAccess
            | Reason::BarrierInvariant
            | Reason::Permission
            | Reason::UnknownAddress
            | Reason::UnknownCallee
            | Reason::Recursion,
            _,
        ) => false,
    }
}

/// The arrays of which a launch says what they contain.
pub(crate) fn of_launch(module: &Module) -> impl Iterator<Item = ArrayId> {
    let each = (0u32..).zip(&module.arrays);
    let given = each.filter(|(_, array)| {
        let seen = matches!(array.space, Space::Global | Space::Constant);
        seen && array.initial.is_none()
    });
    given.map(|(number, _)| ArrayId(number))
}

/// Whether two places are one, whatever calls led there.
pub(crate) fn same(a: &Place, b: &Place) -> bool {
    (a.spelling, a.expansion) == (b.spelling, b.expansion)
}

fn same_kind(a: races::Kind, b: executor::Kind) -> bool {
    match a {
        races::Kind::Read => b == executor::Kind::Read,
        races::Kind::Write => b == executor::Kind::Write,
        races::Kind::Atomic(_) => matches!(b, executor::Kind::Atomic(_)),
    }
}

/// Sizes with the counterexample's numbers for those that are open.
fn fixed(sizes: &[Size; 3], what: &str, values: &[(String, BigInt)]) -> Tried<[u32; 3]> {
    let mut found = [1; 3];
    for ((slot, size), letter) in found.iter_mut().zip(sizes).zip(["x", "y", "z"]) {
        let name = format!("{what}.{letter}");
        let value = || values.iter().find(|(one, _)| *one == name);
        *slot = match size {
            Size::Fixed(n) => *n,
            Size::Any => value()
                .and_then(|(_, value)| value.to_u32())
                .ok_or(Trial::NotTried("the counterexample does not say all sizes"))?,
        };
    }
    Ok(found)
}

/// A number over all dimensions; none if it is not below the sizes.
fn flat(numbers: [u32; 3], sizes: [u32; 3]) -> Option<u32> {
    let mut found = 0u32;
    for (number, size) in numbers.iter().zip(sizes).rev() {
        if *number >= size {
            return None;
        }
        found = found.checked_mul(size)?.checked_add(*number)?;
    }
    Some(found)
}

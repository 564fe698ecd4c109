//! A launch at work. The threads of a block go one after the other to where they next meet, the blocks one after the
//! other to where the grid meets. So it may be where no two accesses race, which each access is asked (`shadow.rs`):
//! then any other order gives the same.

use crate::cases;
use crate::every::Every;
use crate::fork::{Joins, Journal};
use crate::launch::Launch;
use crate::memory::{Beginning, Object, ObjectId, Owner, Value, grain};
use crate::outcome::{Array, Final, Refused, ThreadName, Why, Written};
use crate::pointer::Pointer;
use crate::shadow::Stamp;
use crate::term::{Arena, Op, TermId};
use crate::thread::{Frame, Meet, State, Thread};
use kernel_graph::{ArrayId, Function, LocalId, Scalar, Space, UnaryOp};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The most threads of a launch.
pub const MOST_THREADS: u32 = 1 << 16;

/// What is reserved for the depth of expressions and branches; only what is touched takes memory.
const STACK: usize = 512 << 20;

/// A run.
pub(crate) struct Machine<'a> {
    pub launch: &'a Launch<'a>,
    pub arena: &'a mut Arena,
    pub objects: Vec<Object>,
    found: FxHashMap<(ArrayId, Owner), ObjectId>,
    /// The object that was last asked for, by array.
    last: Vec<Option<(Owner, ObjectId)>>,
    /// Those of the block at work.
    pub threads: Vec<Thread>,
    /// Barriers passed: by each warp of the block at work, by the block for shared and for global memory, by the grid.
    pub warps: Vec<u32>,
    pub passed: [u32; 2],
    pub grids: u32,
    pub calls: u64,
    pub steps: u64,
    /// Writes to be taken back, for each branch at work.
    pub journals: Vec<Journal>,
    /// Conditions that hold or do not, in the branches at work.
    pub known: Vec<(TermId, bool)>,
    /// The conjunction of all up to each, as it was last asked for.
    pub paths: Vec<((TermId, bool), TermId)>,
    /// How many of them hold in the whole run.
    assumed: usize,
    /// The condition by which the run is to be divided, where threads meet in a branch.
    pub split: Option<TermId>,
    pub joins: FxHashMap<u32, Rc<Joins>>,
    read: FxHashMap<u32, Rc<FxHashSet<LocalId>>>,
    /// Whether an address was compared with null.
    pub non_null: bool,
    /// Whether indices were taken not to overflow.
    pub wide_indices: bool,
    /// Addresses that contents decide.
    pub pointers: Vec<Pointer>,
    /// Where the sides of branches at work join: the depth of calls, and the block.
    pub joining: Vec<(usize, Option<u32>)>,
    /// What there is besides in a run for all sizes.
    pub every: Option<Box<Every>>,
}

/// Executes a launch. The terms of what it leaves are in the arena.
///
/// # Errors
/// Why nothing is said of it.
pub fn run(launch: &Launch<'_>, arena: &mut Arena) -> Result<Final, Box<Refused>> {
    let sizes = launch.block.iter().chain(&launch.grid);
    let count = sizes.copied().try_fold(1u32, u32::checked_mul);
    match count {
        Some(1..=MOST_THREADS) => {}
        _ => return Err(nobody(launch, Why::TooLarge("threads"))),
    }
    on_a_stack(launch, || cases::run(launch, arena))
}

/// Does what needs a deep stack.
///
/// # Errors
/// As what is done, and if that has an error.
pub(crate) fn on_a_stack<T: Send>(
    launch: &Launch<'_>,
    work: impl FnOnce() -> Result<T, Box<Refused>> + Send,
) -> Result<T, Box<Refused>> {
    let done = std::thread::scope(|scope| {
        let worker = std::thread::Builder::new()
            .name("symbolic".into())
            .stack_size(STACK)
            .spawn_scoped(scope, work);
        worker.ok().and_then(|worker| worker.join().ok())
    });
    done.unwrap_or_else(|| {
        let why = "an error in this program itself";
        Err(nobody(launch, Why::NoRule(why.into())))
    })
}

/// That nothing is said of a launch, which no thread's place explains.
pub(crate) fn nobody(launch: &Launch<'_>, why: Why) -> Box<Refused> {
    let at = launch.module.functions.get(launch.kernel.0 as usize);
    Box::new(Refused {
        why,
        place: at.map(|f| f.place).unwrap_or_default(),
        inlined: None,
        thread: ThreadName::default(),
    })
}

fn split(number: u32, sizes: [u32; 3]) -> [u32; 3] {
    let [x, y, _] = sizes.map(|n| n.max(1));
    [number % x, number / x % y, number / x / y]
}

impl<'a> Machine<'a> {
    /// A run in which these conditions hold, or do not.
    pub(crate) fn new(
        launch: &'a Launch<'a>,
        arena: &'a mut Arena,
        assumed: &[(TermId, bool)],
    ) -> Machine<'a> {
        Machine {
            launch,
            arena,
            objects: Vec::new(),
            found: FxHashMap::default(),
            last: vec![None; launch.module.arrays.len()],
            threads: Vec::new(),
            warps: Vec::new(),
            passed: [0; 2],
            grids: 0,
            calls: 0,
            steps: 0,
            journals: Vec::new(),
            known: assumed.to_vec(),
            paths: Vec::new(),
            assumed: assumed.len(),
            split: None,
            joins: FxHashMap::default(),
            read: FxHashMap::default(),
            non_null: false,
            wide_indices: false,
            pointers: Vec::new(),
            joining: Vec::new(),
            every: None,
        }
    }

    /// Executes all blocks.
    pub(crate) fn all(&mut self) -> Result<Final, Box<Refused>> {
        let blocks: u32 = self.launch.grid.iter().product();
        // Blocks that wait for the grid, with the barriers that they have passed.
        let mut waiting: Vec<(Vec<Thread>, Vec<u32>, [u32; 2])> = Vec::new();
        for block in 0..blocks {
            self.begin(block)?;
            if self.block()? {
                let threads = std::mem::take(&mut self.threads);
                waiting.push((threads, std::mem::take(&mut self.warps), self.passed));
            }
        }
        while !waiting.is_empty() {
            // All blocks come to each barrier of the grid, or none.
            if waiting.len() != blocks as usize {
                let thread = waiting.first().and_then(|(threads, ..)| threads.first());
                return Err(match thread.cloned() {
                    Some(thread) => Box::new(self.refused(&thread, Why::Meeting)),
                    None => self.nowhere(Why::Meeting),
                });
            }
            self.grids += 1;
            let mut again = Vec::new();
            for (threads, warps, passed) in std::mem::take(&mut waiting) {
                (self.threads, self.warps, self.passed) = (threads, warps, passed);
                for thread in &mut self.threads {
                    thread.state = State::Running;
                }
                if self.block()? {
                    let threads = std::mem::take(&mut self.threads);
                    again.push((threads, std::mem::take(&mut self.warps), self.passed));
                }
            }
            waiting = again;
        }
        if self.arena.is_full() {
            return Err(self.nowhere(Why::TooLarge("terms")));
        }
        Ok(self.end())
    }

    fn nowhere(&self, why: Why) -> Box<Refused> {
        nobody(self.launch, why)
    }

    /// Why nothing is said, at the statement at which a thread is.
    pub(crate) fn refused(&self, thread: &Thread, why: Why) -> Refused {
        let module = self.launch.module;
        let place = thread.frames.last().and_then(|frame| {
            let block = module
                .functions
                .get(frame.function as usize)?
                .blocks
                .get(frame.block as usize)?;
            let stmt = block.stmts.get(frame.stmt as usize);
            Some(stmt.map_or(block.end_place, |stmt| stmt.place))
        });
        let place = place.unwrap_or_default();
        Refused {
            why,
            place,
            inlined: place.inlined,
            thread: thread.name,
        }
    }

    /// Why nothing is said, at the statement that a thread of the block at work executes.
    pub(crate) fn at(&self, t: usize, why: Why) -> Box<Refused> {
        match self.threads.get(t) {
            Some(thread) => {
                let mut thread = thread.clone();
                if let Some(frame) = thread.frames.last_mut() {
                    frame.stmt = frame.stmt.saturating_sub(1);
                }
                Box::new(self.refused(&thread, why))
            }
            None => self.nowhere(why),
        }
    }

    /// Begins a block.
    fn begin(&mut self, block: u32) -> Result<(), Box<Refused>> {
        let launch = self.launch;
        let Some(kernel) = launch.module.functions.get(launch.kernel.0 as usize) else {
            return Err(self.nowhere(Why::NoRule("a kernel that is not there".into())));
        };
        let count: u32 = launch.block.iter().product();
        let warp = launch.module.target.warp.max(1);
        self.threads = Vec::new();
        self.warps = vec![0; count.div_ceil(warp) as usize];
        self.passed = [0; 2];
        for flat in 0..count {
            let mut frame = self.frame(launch.kernel.0, kernel);
            for (param, argument) in kernel.params.iter().zip(&launch.arguments) {
                let scalar = kernel.local(param.local).map(|local| local.scalar);
                let width = scalar.map_or(0, |scalar| self.width(scalar));
                let value = match argument {
                    crate::launch::Argument::Bits(bits) => Value::Bits(*bits),
                    crate::launch::Argument::Any(key) => {
                        let leaf = crate::term::Leaf::Param(*key);
                        Value::Term(self.arena.make(crate::term::Node::Leaf(leaf), width))
                    }
                };
                if let Some(slot) = frame.locals.get_mut(param.local.0 as usize) {
                    *slot = value;
                }
            }
            self.threads.push(Thread {
                name: ThreadName {
                    thread: split(flat, launch.block),
                    block: split(block, launch.grid),
                },
                number: block * count + flat,
                block,
                flat,
                frames: vec![frame],
                state: State::Running,
            });
        }
        Ok(())
    }

    /// A call of a function; its locals have no values.
    pub(crate) fn frame(&mut self, number: u32, function: &Function) -> Frame {
        self.calls += 1;
        Frame {
            function: number,
            block: 0,
            stmt: 0,
            locals: vec![Value::Unset; function.locals.len()],
            call: self.calls,
            result: None,
        }
    }

    /// Executes the block at work to its end, or to where the grid meets: whether it waits there.
    fn block(&mut self) -> Result<bool, Box<Refused>> {
        loop {
            for t in 0..self.threads.len() {
                while self
                    .threads
                    .get(t)
                    .is_some_and(|t| matches!(t.state, State::Running))
                {
                    self.step(t)?;
                }
            }
            if self.meet()? {
                continue;
            }
            let waits = |thread: &Thread| match &thread.state {
                State::Waiting(wait) => wait.meet == Meet::Grid,
                State::Running | State::Ended => false,
            };
            let ended = |thread: &Thread| matches!(thread.state, State::Ended);
            if self.threads.iter().all(ended) {
                return Ok(false);
            }
            if self.threads.iter().all(waits) {
                return Ok(true);
            }
            let stuck = self.threads.iter().position(|thread| !ended(thread));
            return Err(self.at(stuck.unwrap_or(0), Why::Meeting));
        }
    }

    /// The object of an array.
    pub(crate) fn object(&mut self, array: ArrayId, owner: Owner) -> Option<ObjectId> {
        if let Some(Some((last, id))) = self.last.get(array.0 as usize)
            && *last == owner
        {
            return Some(*id);
        }
        let id = self.found_or_made(array, owner)?;
        if let Some(slot) = self.last.get_mut(array.0 as usize) {
            *slot = Some((owner, id));
        }
        Some(id)
    }

    fn found_or_made(&mut self, array: ArrayId, owner: Owner) -> Option<ObjectId> {
        if let Some(found) = self.found.get(&(array, owner)) {
            return Some(*found);
        }
        let of = self.launch.module.array(array)?;
        let shared = self.launch.arrays.get(&array);
        let pointer = self.launch.module.target.pointer;
        let (beginning, wide) = match (shared, &of.initial) {
            (Some(shared), _) if shared.unset => (Beginning::Unset, shared.grain),
            (Some(shared), _) => (Beginning::Input(shared.key), shared.grain),
            (None, Some(bytes)) => (Beginning::Given(bytes.clone()), grain(&of.layout, pointer)),
            (None, None) => (Beginning::Unset, grain(&of.layout, pointer)),
        };
        let mut object = Object::new(of, array, beginning, wide);
        if let Some(bytes) = shared.and_then(|shared| shared.bytes) {
            object.extent = object.extent.or(Some(bytes));
        }
        if of.linkage == kernel_graph::Linkage::Dynamic {
            object.extent = object.extent.or(self.launch.dynamic);
        }
        let before = shared.and_then(|shared| self.launch.before.get(&shared.key));
        if let Some(before) = before {
            object.begin_with(before, self.arena);
        }
        let id = ObjectId(u32::try_from(self.objects.len()).ok()?);
        self.objects.push(object);
        self.found.insert((array, owner), id);
        Some(id)
    }

    /// Who accesses memory of a space now.
    pub(crate) fn stamp(&self, t: usize, space: Space) -> Stamp {
        let warp = self.launch.module.target.warp.max(1);
        let (number, block, flat) = match self.threads.get(t) {
            Some(thread) => (thread.number, thread.block, thread.flat),
            None => (0, 0, 0),
        };
        let per_block = u32::try_from(self.warps.len()).unwrap_or(1);
        let [shared, global] = self.passed;
        let barriers = if space == Space::Shared {
            shared
        } else {
            global
        };
        Stamp {
            thread: number,
            warp: block * per_block + flat / warp,
            block,
            passed: [
                self.warps.get((flat / warp) as usize).copied().unwrap_or(0),
                barriers,
                self.grids,
            ],
        }
    }

    /// How many bits a value of a type has.
    pub(crate) fn width(&self, scalar: Scalar) -> u32 {
        match scalar {
            Scalar::Bool => 1,
            Scalar::Int(bits) => bits,
            Scalar::Float(format) => format.bits(),
            Scalar::Pointer | Scalar::Function | Scalar::Handle => {
                8 * self.launch.module.target.pointer
            }
        }
    }

    /// The locals of a function that an expression reads.
    pub(crate) fn is_read(&mut self, number: u32, local: LocalId) -> bool {
        let module = self.launch.module;
        let all = self.read.entry(number).or_insert_with(|| {
            let mut found = FxHashSet::default();
            let blocks = module.functions.get(number as usize);
            for block in blocks.into_iter().flat_map(|f| &f.blocks) {
                let stmts = block.stmts.iter().flat_map(|stmt| stmt.kind.exprs());
                for e in stmts.chain(block.end.exprs()) {
                    e.visit(&mut |part| {
                        if let kernel_graph::ExprKind::Local(id) = part.kind {
                            found.insert(id);
                        }
                    });
                }
            }
            Rc::new(found)
        });
        all.contains(&local)
    }

    /// Whether a condition holds here, as far as that is known.
    pub(crate) fn holds(&self, condition: TermId) -> Option<bool> {
        let node = self.arena.node(condition);
        if let (Some(Op::Unary(UnaryOp::Not)), [inner]) = (node.op(), node.args()) {
            return self.holds(*inner).map(|holds| !holds);
        }
        let mut known = self.known.iter();
        known
            .find(|(one, _)| *one == condition)
            .map(|(_, holds)| *holds)
    }

    /// Whether conditions hold in the whole run, which is one of several of the launch.
    pub(crate) fn is_divided(&self) -> bool {
        self.assumed > 0
    }

    /// That threads meet in a branch on contents: the outermost such branch divides the run.
    pub(crate) fn meets_in_branch(&mut self, t: usize) -> Box<Refused> {
        self.split = self
            .known
            .get(self.assumed)
            .map(|(condition, _)| *condition);
        self.at(t, Why::MeetingInBranch)
    }

    /// What is in memory now, of the arrays that outlive the launch.
    fn end(&mut self) -> Final {
        let mut arrays = std::collections::BTreeMap::new();
        for object in &self.objects {
            let Some(shared) = self.launch.arrays.get(&object.array) else {
                continue;
            };
            let mut array = Array {
                grain: object.grain,
                surely: object.surely,
                perhaps: object.perhaps.iter().copied().collect(),
                ..Array::default()
            };
            for (number, cell) in object.cells.iter().filter(|(_, cell)| cell.written) {
                let width = 8 * object.grain;
                let value = match cell.value {
                    Value::Bits(bits) => self.arena.constant(bits, width),
                    Value::Term(term) => term,
                    // An address means nothing to another launch.
                    Value::Unset | Value::Address(..) | Value::Several(_) => {
                        self.arena.unset(width)
                    }
                };
                array.written.insert(*number, Written { value });
            }
            arrays.insert(shared.key, array);
        }
        Final {
            arrays,
            steps: self.steps,
            non_null: self.non_null,
            wide_indices: self.wide_indices,
        }
    }
}

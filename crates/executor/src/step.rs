//! One statement of one thread.

use crate::access::{Access, Data};
use crate::eval::{Halt, unsupported};
use crate::machine::{Event, Machine};
use crate::outcome::{Deed, Fault, Kind, Stop, Warning};
use crate::thread::{Frame, Local, Meet, State, Wait};
use crate::value::{Value, low, signed};
use kernel_graph::{
    Annotation, ArrayId, Barrier, BlockId, Callee, Expr, Function, LocalId, Scalar, Scope, Stmt,
    StmtKind, Terminator,
};

/// How names of specifications begin.
const SPECIFICATION: &str = "__spec_";

/// Deeper calls have no answer.
const DEEPEST: usize = 1000;

/// To copy or fill so many bytes takes about as long as another statement.
const BYTES: u64 = 16;

type Done = Result<Event, Halt>;

impl<'a> Machine<'a> {
    fn top(&mut self, t: usize) -> Result<&mut Frame, Halt> {
        match self.threads[t].frames.last_mut() {
            Some(frame) => Ok(frame),
            None => unsupported("a thread without a call"),
        }
    }

    fn function(&mut self, t: usize) -> Result<&'a Function, Halt> {
        let number = self.top(t)?.function;
        match self.module.functions.get(number as usize) {
            Some(function) => Ok(function),
            None => unsupported("a function that is not there"),
        }
    }

    /// Executes the statement that comes next.
    pub(crate) fn step(&mut self, t: usize) -> Done {
        let function = self.function(t)?;
        let frame = self.top(t)?;
        let Some(block) = function.block(BlockId(frame.block)) else {
            return unsupported("a function without a body");
        };
        match block.stmts.get(frame.stmt as usize) {
            Some(stmt) => {
                frame.stmt += 1;
                let event = self.stmt(t, stmt);
                if event.is_err()
                    && let Ok(frame) = self.top(t)
                {
                    frame.stmt = frame.stmt.saturating_sub(1);
                }
                event
            }
            None => self.end(t, &block.end),
        }
    }

    fn go(&mut self, t: usize, to: BlockId) -> Done {
        let number = self.top(t)?.function;
        let loops = self.loops_of(number);
        let frame = self.top(t)?;
        loops.enter(&mut frame.rounds, to);
        frame.block = to.0;
        frame.stmt = 0;
        Ok(Event::Quiet)
    }

    fn end(&mut self, t: usize, end: &'a Terminator) -> Done {
        match end {
            Terminator::Goto(to) => self.go(t, *to),
            Terminator::Branch {
                condition,
                then,
                otherwise,
            } => match self.value(t, condition)?.is_true() {
                true => self.go(t, *then),
                false => self.go(t, *otherwise),
            },
            Terminator::Switch {
                value,
                cases,
                otherwise,
            } => {
                let value = self.value(t, value)?.bits();
                let found = cases.iter().find(|(case, _)| *case == value);
                self.go(t, found.map_or(*otherwise, |(_, to)| *to))
            }
            Terminator::Return(value) => {
                let (value, arbitrary) = match value {
                    Some(e) => {
                        let (value, arbitrary) = self.carried(t, e);
                        (Some(value?), arbitrary)
                    }
                    None => (None, false),
                };
                let ended = self.threads[t].frames.pop();
                let result = ended.and_then(|frame| frame.result);
                if self.threads[t].frames.is_empty() {
                    self.threads[t].state = State::Ended;
                    return Ok(Event::Ended);
                }
                match (result, value) {
                    (Some(to), Some(value)) => self.assign(t, to, value, arbitrary)?,
                    (Some(to), None) => self.havoc(t, to)?,
                    (None, _) => {}
                }
                Ok(Event::Quiet)
            }
            Terminator::Trap => Err(Stop::Trap.into()),
            Terminator::Unreachable => {
                Err(Stop::Outside("a point that the program calls unreachable").into())
            }
        }
    }

    /// Gives a local a value.
    pub(crate) fn assign(
        &mut self,
        t: usize,
        to: LocalId,
        value: Value,
        arbitrary: bool,
    ) -> Result<(), Halt> {
        match self.top(t)?.locals.get_mut(to.0 as usize) {
            Some(slot) => {
                *slot = Local::new(value, arbitrary);
                Ok(())
            }
            None => unsupported("a local that is not there"),
        }
    }

    /// Gives a local an arbitrary value.
    pub(crate) fn havoc(&mut self, t: usize, to: LocalId) -> Result<(), Halt> {
        let scalar = self.scalar(t, to)?;
        let value = self.any(scalar);
        self.assign(t, to, value, true)
    }

    fn no_value(&mut self, t: usize, of: LocalId) -> Done {
        if let Some(slot) = self.top(t)?.locals.get_mut(of.0 as usize) {
            slot.of_two = true;
        }
        Ok(Event::Quiet)
    }

    pub(crate) fn scalar(&mut self, t: usize, of: LocalId) -> Result<Scalar, Halt> {
        match self.function(t)?.local(of) {
            Some(local) => Ok(local.scalar),
            None => unsupported("a local that is not there"),
        }
    }

    fn count(&mut self, t: usize, e: &Expr) -> Result<u64, Halt> {
        let wide = crate::value::width(e.scalar, self.module.target.pointer);
        let count = signed(self.value(t, e)?.bits(), wide);
        match u64::try_from(count) {
            Ok(count) if count <= 1 << 20 => Ok(count),
            _ => unsupported("a copy of so many bytes"),
        }
    }

    fn stmt(&mut self, t: usize, stmt: &'a Stmt) -> Done {
        match &stmt.kind {
            StmtKind::Assign { to, value } => {
                let (value, arbitrary) = self.carried(t, value);
                match value {
                    // Whoever asks for it has no value, either.
                    Err(Halt::OfTwo) => return self.no_value(t, *to),
                    value => self.assign(t, *to, value?, arbitrary)?,
                }
                Ok(Event::Quiet)
            }
            StmtKind::Load {
                to,
                address,
                access,
            } => {
                let scalar = self.scalar(t, *to)?;
                let pointer = match self.value(t, address) {
                    // What a function gives is not there yet.
                    Err(Halt::OfTwo) if access.ghost => return self.no_value(t, *to),
                    value => value?.pointer(),
                };
                let bytes = u64::from(scalar.bytes(self.module.target.pointer));
                let how = Access::new(t, Kind::Read, access.ghost).guessing(access.guess);
                let (data, seen) = match self.read(how, pointer, bytes) {
                    // What an annotation reads where nothing is has no value.
                    Err(_) if access.ghost => return self.no_value(t, *to),
                    read => read?,
                };
                let value = self.memory.value_of(&data.bytes, scalar);
                // Any bytes may lie in memory that is not initialised: a run that looks for something
                // shows it with these as well.
                let arbitrary = data.open || data.arbitrary && self.sought.is_none();
                self.assign(t, *to, value, arbitrary)?;
                Ok(seen)
            }
            StmtKind::Store {
                address,
                value,
                access,
            } => {
                let scalar = value.scalar;
                let pointer = self.value(t, address)?.pointer();
                let (value, open) = self.carried(t, value);
                let Some(bytes) = self.memory.bytes_of(value?, scalar) else {
                    return unsupported("so many addresses as numbers");
                };
                let how = Access::new(t, Kind::Write, access.ghost);
                self.write(how, pointer, &Data::of(bytes, open))
            }
            StmtKind::Copy {
                to,
                from,
                bytes,
                access,
            } => {
                let (to, from) = (self.value(t, to)?.pointer(), self.value(t, from)?.pointer());
                let bytes = self.count(t, bytes)?;
                self.steps = self.steps.saturating_add(bytes / BYTES);
                let (data, _) = self.read(Access::new(t, Kind::Read, access.ghost), from, bytes)?;
                self.write(Access::new(t, Kind::Write, access.ghost), to, &data)
            }
            StmtKind::Fill {
                to,
                value,
                bytes,
                access,
            } => {
                let to = self.value(t, to)?.pointer();
                let (value, open) = self.carried(t, value);
                let byte = u8::try_from(value?.bits() & 0xff).unwrap_or(0);
                let bytes = self.count(t, bytes)?;
                self.steps = self.steps.saturating_add(bytes / BYTES);
                let bytes = usize::try_from(bytes).unwrap_or(0);
                let data = Data::of(vec![byte; bytes], open);
                self.write(Access::new(t, Kind::Write, access.ghost), to, &data)
            }
            StmtKind::Atomic { .. } => self.atomic(t, &stmt.kind),
            StmtKind::Barrier(barrier) => self.barrier(t, barrier),
            // Without waiting nothing is ordered.
            StmtKind::Fence(..) => Ok(Event::Seen),
            StmtKind::Point => Ok(Event::Quiet),
            StmtKind::Collective { .. } => self.collective(t, &stmt.kind),
            StmtKind::CopyAsync { .. } => self.copy_async(t, &stmt.kind),
            StmtKind::WaitAsync(event) => self.wait_async(t, event.as_ref()),
            StmtKind::CopyGroup(group) => self.copy_group(t, *group),
            StmtKind::Havoc(to) => {
                self.havoc(t, *to)?;
                Ok(Event::Quiet)
            }
            StmtKind::Declare(array) => self.declare(t, *array),
            StmtKind::Annotation(annotation) => self.annotation(t, annotation),
            StmtKind::Call {
                to,
                callee,
                arguments,
            } => self.call(t, *to, callee, arguments),
        }
    }

    fn declare(&mut self, t: usize, array: ArrayId) -> Done {
        let base = Expr::new(Scalar::Pointer, kernel_graph::ExprKind::Base(array));
        let object = self.value(t, &base)?.pointer().object;
        let seed = self.random.bits();
        if let Some(object) = object.and_then(|id| self.memory.get(id)) {
            object.forget(seed);
        }
        Ok(Event::Quiet)
    }

    fn barrier(&mut self, t: usize, barrier: &Barrier) -> Done {
        let mut site = self.threads[t].site();
        site.stmt = site.stmt.saturating_sub(1);
        let meet = match &barrier.scope {
            Scope::Warp(mask) => {
                let mask = u32::try_from(self.value(t, mask)?.bits()).unwrap_or(0);
                let lane = self.threads[t].flat % self.module.target.warp.max(1);
                if mask >> lane.min(31) & 1 == 0 {
                    return Err(Stop::Outside("a mask does not name the thread").into());
                }
                Meet::Warp(mask)
            }
            Scope::Tile(size) => Meet::Tile((*size).max(1)),
            // It has at least one.
            Scope::SubGroup => Meet::Tile(1),
            Scope::Block => Meet::Block,
            Scope::Grid | Scope::System => Meet::Grid,
        };
        let point = self.point(t);
        self.threads[t].state = State::Waiting(Wait {
            meet,
            fences: barrier.fences,
            site,
            point,
            exchange: None,
        });
        Ok(Event::Waits)
    }

    fn annotation(&mut self, t: usize, said: &Annotation) -> Done {
        let depth = self.threads[t].frames.len();
        match said {
            Annotation::Everywhere(inner) => return self.annotation(t, inner),
            Annotation::Assert(e) | Annotation::Invariant(e) => self.assert(t, e)?,
            Annotation::Assume(e) => self.assume(t, e)?,
            // Of a kernel it is assumed, of a call it is to hold.
            Annotation::Requires(e) if depth == 1 => self.assume(t, e)?,
            Annotation::Requires(e) => self.assert(t, e)?,
            Annotation::Candidate(_)
            | Annotation::Fresh(_)
            | Annotation::ReadPermission(_)
            | Annotation::Footprint { .. } => {}
            Annotation::Ensures(_)
            | Annotation::EveryLoop(_)
            | Annotation::BarrierInvariant { .. } => self.not_evaluated(t),
        }
        Ok(Event::Quiet)
    }

    fn not_evaluated(&mut self, t: usize) {
        let mut site = self.threads[t].site();
        site.stmt = site.stmt.saturating_sub(1);
        self.warnings.insert(Warning::NotEvaluated(site));
    }

    fn assert(&mut self, t: usize, e: &Expr) -> Result<(), Halt> {
        match self.value(t, e) {
            Ok(value) if value.is_true() => {
                let mut site = self.threads[t].site();
                site.stmt = site.stmt.saturating_sub(1);
                self.note_deed(t, site, Deed::Claim);
                Ok(())
            }
            Ok(_) => Err(Fault::Assertion.into()),
            Err(Halt::OfTwo) => {
                self.not_evaluated(t);
                Ok(())
            }
            Err(halt) => Err(halt),
        }
    }

    fn assume(&mut self, t: usize, e: &Expr) -> Result<(), Halt> {
        match self.value(t, e)?.is_true() {
            true => Ok(()),
            false => Err(Stop::Outside("an assumption of the program does not hold").into()),
        }
    }

    fn call(
        &mut self,
        t: usize,
        to: Option<LocalId>,
        callee: &'a Callee,
        arguments: &'a [Expr],
    ) -> Done {
        let number = match callee {
            Callee::Function(id) => id.0,
            Callee::External(name) => {
                return unsupported(format!("a call of `{name}`, which has no body"));
            }
            Callee::Pointer(pointer) => {
                let bits = low(self.value(t, pointer)?.bits());
                match u32::try_from(bits).ok().and_then(|n| n.checked_sub(1)) {
                    Some(number) => number,
                    None => return unsupported("a call by an address that is no function's"),
                }
            }
        };
        let Some(function) = self.module.functions.get(number as usize) else {
            return unsupported("a call of a function that is not there");
        };
        // What such a function does its annotations say, and they are taken to hold.
        if function.name.starts_with(SPECIFICATION) {
            return unsupported(format!(
                "a call of `{}`, which annotations alone describe",
                function.name
            ));
        }
        if self.threads[t].frames.len() >= DEEPEST {
            return Err(Stop::Limit.into());
        }
        if function.params.len() != arguments.len() {
            return unsupported("a call with another number of arguments");
        }
        let mut frame = self.frame(number, function);
        frame.result = to;
        for (param, argument) in function.params.iter().zip(arguments) {
            let (value, arbitrary) = self.carried(t, argument);
            if let Some(slot) = frame.locals.get_mut(param.local.0 as usize) {
                *slot = Local::new(value?, arbitrary);
            }
        }
        self.threads[t].frames.push(frame);
        Ok(Event::Quiet)
    }
}

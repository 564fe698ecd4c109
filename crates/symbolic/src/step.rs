//! One statement of one thread.

use crate::fork::Goes;
use crate::machine::Machine;
use crate::memory::{Owner, Value};
use crate::outcome::{Refused, Why};
use crate::thread::{Frame, Meet, Offer, State, Wait};
use kernel_graph::{
    Annotation, ArrayId, Barrier, BlockId, Callee, Collective, Expr, Fences, Function, LocalId,
    Scalar, Scope, Space, Stmt, StmtKind, Terminator,
};

/// How names of specifications begin.
const SPECIFICATION: &str = "__spec_";

/// Deeper calls have no answer.
const DEEPEST: usize = 200;

type Done = Result<(), Box<Refused>>;

impl<'a> Machine<'a> {
    fn no_rule<T>(&self, t: usize, what: impl Into<String>) -> Result<T, Box<Refused>> {
        Err(self.at(t, Why::NoRule(what.into())))
    }

    fn top(&mut self, t: usize) -> Option<&mut Frame> {
        self.threads.get_mut(t)?.frames.last_mut()
    }

    /// The function that a thread is in, and the frame's block and statement.
    fn place_of(&self, t: usize) -> Option<(&'a Function, u32, u32)> {
        let frame = self.threads.get(t)?.frames.last()?;
        let function = self.launch.module.functions.get(frame.function as usize)?;
        Some((function, frame.block, frame.stmt))
    }

    /// Executes the statement that comes next.
    pub(crate) fn step(&mut self, t: usize) -> Done {
        self.steps += 1;
        if self.steps > self.launch.steps {
            return Err(self.at(t, Why::TooLarge("statements")));
        }
        if self.arena.is_full() {
            return Err(self.at(t, Why::TooLarge("terms")));
        }
        if self.is_at_next(t) {
            return self.no_rule(t, "a loop of this form, for all sizes");
        }
        let Some((function, block, stmt)) = self.place_of(t) else {
            return self.no_rule(t, "a thread without a call");
        };
        let Some(block) = function.block(BlockId(block)) else {
            return self.no_rule(t, "a function without a body");
        };
        if let Some(frame) = self.top(t) {
            frame.stmt += 1;
        }
        match block.stmts.get(stmt as usize) {
            Some(stmt) => self.stmt(t, stmt),
            None => self.terminator(t, &block.end),
        }
    }

    /// A thread goes on at a block.
    pub(crate) fn go(&mut self, t: usize, to: BlockId) -> Done {
        if let Some(frame) = self.top(t) {
            frame.block = to.0;
            frame.stmt = 0;
        }
        match self.every {
            Some(_) => self.come(t),
            None => Ok(()),
        }
    }

    fn terminator(&mut self, t: usize, end: &'a Terminator) -> Done {
        match end {
            Terminator::Goto(to) => self.go(t, *to),
            Terminator::Branch {
                condition,
                then,
                otherwise,
            } => match self.value(t, condition)? {
                Value::Bits(bits) if bits & 1 == 1 => self.go(t, *then),
                Value::Bits(_) => self.go(t, *otherwise),
                Value::Term(term) => self.fork(t, term, (Goes::To(*then), Goes::To(*otherwise))),
                Value::Unset | Value::Address(..) | Value::Several(_) => {
                    Err(self.at(t, Why::Unset))
                }
            },
            Terminator::Switch {
                value,
                cases,
                otherwise,
            } => match self.value(t, value)? {
                Value::Bits(bits) => {
                    let found = cases.iter().find(|(case, _)| *case == bits);
                    self.go(t, found.map_or(*otherwise, |(_, to)| *to))
                }
                Value::Term(term) => self.chosen(t, term, (cases, *otherwise)),
                Value::Unset | Value::Address(..) | Value::Several(_) => {
                    Err(self.at(t, Why::Unset))
                }
            },
            Terminator::Return(value) => {
                let value = match value {
                    Some(e) => self.value(t, e)?,
                    None => Value::Unset,
                };
                let Some(thread) = self.threads.get_mut(t) else {
                    return Ok(());
                };
                let result = thread.frames.pop().and_then(|frame| frame.result);
                if thread.frames.is_empty() {
                    thread.state = State::Ended;
                    return Ok(());
                }
                match result {
                    Some(to) => self.assign(t, to, value),
                    None => Ok(()),
                }
            }
            Terminator::Trap => Err(self.at(t, Why::Trap)),
            Terminator::Unreachable => {
                let what = "a point that the program calls unreachable";
                Err(self.at(t, Why::Undefined(what)))
            }
        }
    }

    /// Gives a local a value.
    pub(crate) fn assign(&mut self, t: usize, to: LocalId, value: Value) -> Done {
        match self
            .top(t)
            .and_then(|top| top.locals.get_mut(to.0 as usize))
        {
            Some(slot) => {
                *slot = value;
                Ok(())
            }
            None => self.no_rule(t, "a local that is not there"),
        }
    }

    fn scalar(&self, t: usize, of: LocalId) -> Result<Scalar, Box<Refused>> {
        let local = self
            .place_of(t)
            .and_then(|(function, ..)| function.local(of));
        match local {
            Some(local) => Ok(local.scalar),
            None => self.no_rule(t, "a local that is not there"),
        }
    }

    /// A value that must be known.
    pub(crate) fn bits(
        &mut self,
        t: usize,
        e: &Expr,
        what: &'static str,
    ) -> Result<u128, Box<Refused>> {
        match self.value(t, e)? {
            Value::Bits(bits) => Ok(bits),
            Value::Term(_) | Value::Address(..) | Value::Several(_) => {
                Err(self.at(t, Why::Decision(what)))
            }
            Value::Unset => Err(self.at(t, Why::Unset)),
        }
    }

    fn stmt(&mut self, t: usize, stmt: &'a Stmt) -> Done {
        match &stmt.kind {
            StmtKind::Assign { to, value } => {
                let value = self.value(t, value)?;
                self.assign(t, *to, value)
            }
            // What an annotation reads is read for annotations alone.
            StmtKind::Load { to, access, .. } if access.ghost => self.assign(t, *to, Value::Unset),
            StmtKind::Load {
                to,
                address,
                access,
            } => {
                let scalar = self.scalar(t, *to)?;
                let address = self.value(t, address)?;
                let bytes = scalar.bytes(self.launch.module.target.pointer);
                let value = self.load(t, address, (bytes, access.volatile))?;
                let value = self.of_memory(t, value, scalar)?;
                self.assign(t, *to, value)
            }
            StmtKind::Store { access, .. }
            | StmtKind::Copy { access, .. }
            | StmtKind::Fill { access, .. }
                if access.ghost =>
            {
                self.no_rule(t, "an annotation that writes")
            }
            StmtKind::Store {
                address,
                value,
                access,
            } => {
                let scalar = value.scalar;
                let address = self.value(t, address)?;
                let value = self.value(t, value)?;
                let bytes = scalar.bytes(self.launch.module.target.pointer);
                let value = self.for_memory(t, value, (scalar, bytes))?;
                self.store(t, address, (value, bytes, access.volatile))
            }
            StmtKind::Copy {
                to, from, bytes, ..
            } => {
                let (to, from) = (self.value(t, to)?, self.value(t, from)?);
                let bytes = self.bits(t, bytes, "the number of bytes")?;
                self.copy(t, (to, from), bytes)
            }
            StmtKind::Fill {
                to, value, bytes, ..
            } => self.fill(t, to, value, bytes),
            StmtKind::Atomic { .. } => self.atomic(t, &stmt.kind),
            StmtKind::Barrier(barrier) => self.barrier(t, barrier),
            // Where no two accesses race, a fence changes nothing.
            StmtKind::Fence(..) | StmtKind::Point => Ok(()),
            StmtKind::Collective {
                to,
                op,
                among,
                operands,
            } => self.collective(t, (*to, *op), among.as_ref(), operands),
            StmtKind::CopyAsync { .. } | StmtKind::WaitAsync(_) | StmtKind::CopyGroup(_) => {
                self.no_rule(t, "an asynchronous copy")
            }
            StmtKind::Havoc(to) => self.assign(t, *to, Value::Unset),
            StmtKind::Declare(array) => self.declare(t, *array),
            StmtKind::Annotation(annotation) => self.annotation(t, annotation),
            StmtKind::Call {
                to,
                callee,
                arguments,
            } => self.call(t, *to, callee, arguments),
        }
    }

    /// A value of a type as it lies in memory.
    fn for_memory(
        &mut self,
        t: usize,
        value: Value,
        (scalar, bytes): (Scalar, u32),
    ) -> Result<Value, Box<Refused>> {
        let width = self.width(scalar);
        if width == 8 * bytes {
            return Ok(value);
        }
        match value {
            Value::Bits(_) | Value::Unset | Value::Address(..) | Value::Several(_) => Ok(value),
            Value::Term(_) => {
                let term = self.term(t, value, width)?;
                Ok(Value::Term(self.arena.extended(term, 8 * bytes, false)))
            }
        }
    }

    fn fill(&mut self, t: usize, to: &Expr, value: &Expr, bytes: &Expr) -> Done {
        let to = self.value(t, to)?;
        let value = self.value(t, value)?;
        let count = self.bits(t, bytes, "the number of bytes")?;
        let Some(count) = u32::try_from(count).ok().filter(|count| *count <= 1 << 20) else {
            return Err(self.at(t, Why::TooLarge("bytes of a copy")));
        };
        if count == 0 {
            return Ok(());
        }
        let (id, offset) = self.place(t, to, (count, false), true)?;
        for at in 0..count {
            self.write(t, (id, offset + i64::from(at)), (value, 1))?;
        }
        Ok(())
    }

    /// The life of a variable begins: what lies there nobody gave.
    fn declare(&mut self, t: usize, array: ArrayId) -> Done {
        let Some(id) = self.base(t, array) else {
            return self.no_rule(t, "so many arrays");
        };
        let object = self.objects.get(id.0 as usize);
        let mut cells: Vec<i64> =
            object.map_or_else(Vec::new, |o| o.cells.keys().copied().collect());
        cells.sort_unstable();
        for cell in cells {
            self.put(id, cell, Value::Unset, false);
        }
        Ok(())
    }

    /// The object of an array for a thread.
    pub(crate) fn base(&mut self, t: usize, array: ArrayId) -> Option<crate::memory::ObjectId> {
        let thread = self.threads.get(t)?;
        let owner = match self.launch.module.array(array)?.space {
            Space::Global | Space::Constant => Owner::Grid,
            Space::Shared => Owner::Block(thread.block),
            Space::Private => Owner::Call(thread.frames.last()?.call),
        };
        self.object(array, owner)
    }

    fn at_all(&self, t: usize) -> Vec<(u32, u32, u32)> {
        let frames = self.threads.get(t).map(|thread| thread.frames.as_slice());
        let all = frames.into_iter().flatten();
        all.map(|frame| (frame.function, frame.block, frame.stmt))
            .collect()
    }

    fn wait(&mut self, t: usize, meet: Meet, fences: Fences, offer: Option<Offer>) -> Done {
        if self.every.is_some() {
            return self.no_rule(t, "threads that meet, for all sizes");
        }
        if !self.journals.is_empty() {
            return Err(self.meets_in_branch(t));
        }
        let wait = Wait {
            meet,
            fences,
            at: self.at_all(t),
            offer,
        };
        if let Some(thread) = self.threads.get_mut(t) {
            thread.state = State::Waiting(Box::new(wait));
        }
        Ok(())
    }

    fn barrier(&mut self, t: usize, barrier: &Barrier) -> Done {
        let meet = match &barrier.scope {
            Scope::Warp(mask) => Meet::Warp(self.mask(t, mask)?),
            Scope::Tile(size) => Meet::Tile((*size).max(1)),
            Scope::SubGroup => return self.no_rule(t, "a barrier of a sub-group"),
            Scope::Block => Meet::Block,
            Scope::Grid => Meet::Grid,
            Scope::System => return self.no_rule(t, "a barrier of the whole system"),
        };
        self.wait(t, meet, barrier.fences, None)
    }

    /// The lanes that a mask names; the thread's own is among them.
    fn mask(&mut self, t: usize, mask: &Expr) -> Result<u32, Box<Refused>> {
        let bits = self.bits(t, mask, "the mask of a warp")?;
        let mask = u32::try_from(bits & 0xffff_ffff).unwrap_or(0);
        let warp = self.launch.module.target.warp.max(1);
        let lane = self.threads.get(t).map_or(0, |thread| thread.flat) % warp;
        match mask >> lane.min(31) & 1 {
            1 => Ok(mask),
            _ => Err(self.at(t, Why::Undefined("a mask does not name the thread"))),
        }
    }

    fn collective(
        &mut self,
        t: usize,
        (to, op): (LocalId, Collective),
        among: Option<&'a Scope>,
        operands: &'a [Expr],
    ) -> Done {
        let meet = match among {
            Some(Scope::Warp(mask)) => Meet::Warp(self.mask(t, mask)?),
            Some(Scope::Tile(size)) => Meet::Tile((*size).max(1)),
            Some(Scope::Block) => Meet::Block,
            None => return self.no_rule(t, "an exchange of those threads that happen to be there"),
            Some(Scope::SubGroup | Scope::Grid | Scope::System) => {
                return self.no_rule(t, "an exchange among other threads than a block's");
            }
        };
        match op {
            Collective::Shuffle(_) | Collective::Vote(_) | Collective::Reduce(_) => {}
            Collective::ActiveMask | Collective::Other | Collective::Same => {
                return self.no_rule(t, "an exchange whose value is the device's choice");
            }
        }
        let mut values = Vec::new();
        for operand in operands {
            values.push((self.value(t, operand)?, operand.scalar));
        }
        let offer = Offer {
            op,
            to,
            scalar: self.scalar(t, to)?,
            values,
        };
        self.wait(t, meet, Fences::default(), Some(offer))
    }

    /// What is asserted is shown by whoever shows that there are no races.
    fn annotation(&mut self, t: usize, said: &Annotation) -> Done {
        match said {
            Annotation::Everywhere(inner) | Annotation::EveryLoop(inner) => {
                self.annotation(t, inner)
            }
            Annotation::Assume(_) | Annotation::Requires(_) => {
                self.no_rule(t, "an annotation that is assumed")
            }
            Annotation::Assert(_)
            | Annotation::Invariant(_)
            | Annotation::Candidate(_)
            | Annotation::Ensures(_)
            | Annotation::BarrierInvariant { .. }
            | Annotation::ReadPermission(_)
            | Annotation::Fresh(_)
            | Annotation::Footprint { .. } => Ok(()),
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
                return self.no_rule(t, format!("a call of `{name}`, which has no body"));
            }
            Callee::Pointer(pointer) => {
                let bits = self.bits(t, pointer, "which function is called")?;
                match u32::try_from(bits).ok().and_then(|n| n.checked_sub(1)) {
                    Some(number) => number,
                    None => return self.no_rule(t, "a call by an address that is no function's"),
                }
            }
        };
        let Some(function) = self.launch.module.functions.get(number as usize) else {
            return self.no_rule(t, "a call of a function that is not there");
        };
        if function.name.starts_with(SPECIFICATION) {
            return self.no_rule(t, format!("a call of `{}`", function.name));
        }
        let depth = self.threads.get(t).map_or(0, |thread| thread.frames.len());
        if depth >= DEEPEST {
            return Err(self.at(t, Why::TooLarge("calls within each other")));
        }
        if function.params.len() != arguments.len() {
            return self.no_rule(t, "a call with another number of arguments");
        }
        let mut frame = self.frame(number, function);
        frame.result = to;
        for (param, argument) in function.params.iter().zip(arguments) {
            let value = self.value(t, argument)?;
            if let Some(slot) = frame.locals.get_mut(param.local.0 as usize) {
                *slot = value;
            }
        }
        if let Some(thread) = self.threads.get_mut(t) {
            thread.frames.push(frame);
        }
        Ok(())
    }
}

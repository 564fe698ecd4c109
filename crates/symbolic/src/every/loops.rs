//! Loops of a thread whose number is a term. An iteration is executed once, with locals of which nothing is known; what the
//! locals are behind the loop is a term. A loop over the thread's number and those so many further writes elements for
//! each of its numbers.

use super::folds::{Carried, fold, locals_in, substituted};
use super::numbers::{LOCALS, Number, bound, contains, own, threads};
use super::{Every, Read, Write};
use crate::machine::Machine;
use crate::memory::Value;
use crate::outcome::{Refused, Why};
use crate::pointer::conjuncts;
use crate::term::{Arena, Leaf, Node, Op, TermId};
use crate::thread::State;
use kernel_graph::{
    BinaryOp, Block, BlockId, Function, Graph, LocalId, Loop, Scalar, StmtKind, Terminator,
};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::rc::Rc;

/// A loop at work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Active {
    call: u64,
    head: u32,
    /// Whether its head is left behind, so that whoever comes there again is at the next iteration.
    left: bool,
    /// Whether it is the outermost one and starts with the thread's number.
    may_stride: bool,
}

impl Every {
    /// Whether the only loop at work may be one over threads' numbers.
    pub(crate) fn is_in_stride(&self) -> bool {
        matches!(self.active.as_slice(), [one] if one.may_stride)
    }
}

type Done = Result<(), Box<Refused>>;

/// The locals that a loop assigns, and the names of their values.
type Forgotten = (Vec<LocalId>, FxHashMap<LocalId, TermId>);

/// What one iteration is, from the locals at its beginning.
struct Iteration {
    assigned: Vec<LocalId>,
    /// Locals before the loop, at the head's end, and at the end of an iteration.
    before: Vec<Value>,
    at_head: Vec<Value>,
    after: Vec<Value>,
    names: FxHashMap<LocalId, TermId>,
    /// The condition under which there is an iteration.
    condition: TermId,
    exit: BlockId,
    /// How many writes and reads there were before.
    first: (usize, usize),
}

impl<'a> Machine<'a> {
    fn in_loop<T>(&self, t: usize, what: &str) -> Result<T, Box<Refused>> {
        Err(self.at(t, Why::NoRule(format!("{what}, for all sizes"))))
    }

    fn locals(&self, t: usize) -> Vec<Value> {
        let top = self.threads.get(t).and_then(|thread| thread.frames.last());
        top.map_or_else(Vec::new, |top| top.locals.clone())
    }

    fn set_locals(&mut self, t: usize, locals: Vec<Value>) {
        let top = self
            .threads
            .get_mut(t)
            .and_then(|one| one.frames.last_mut());
        if let Some(top) = top {
            top.locals = locals;
        }
    }

    /// Where a thread is: the call, the function, the block, and the statement that comes next.
    fn spot(&self, t: usize) -> Option<(u64, u32, u32, u32)> {
        let top = self.threads.get(t)?.frames.last()?;
        Some((top.call, top.function, top.block, top.stmt))
    }

    /// Whether a thread is where the next iteration of a loop at work begins.
    pub(crate) fn is_at_next(&self, t: usize) -> bool {
        let (Some(every), Some((call, _, block, 0))) = (&self.every, self.spot(t)) else {
            return false;
        };
        let mut all = every.active.iter();
        all.any(|one| one.left && one.call == call && one.head == block)
    }

    fn graph(&mut self, number: u32) -> Option<Rc<Graph>> {
        let function = self.launch.module.functions.get(number as usize)?;
        let every = self.every.as_mut()?;
        let known = every.graphs.entry(number);
        known
            .or_insert_with(|| Graph::new(function).ok().map(Rc::new))
            .clone()
    }

    /// A thread has come to a block: if that is the head of a loop, the loop is executed.
    pub(crate) fn come(&mut self, t: usize) -> Done {
        let Some((call, number, block, 0)) = self.spot(t) else {
            return Ok(());
        };
        let Some(graph) = self.graph(number) else {
            return self.in_loop(t, "jumps into a loop");
        };
        let Some(one) = graph.loops.get(&BlockId(block)) else {
            return Ok(());
        };
        let every = self.every.as_ref();
        let at_work = every.is_some_and(|every| {
            let mut all = every.active.iter();
            all.any(|one| one.call == call && one.head == block)
        });
        // Where sides of a branch join, both come before anything is done.
        let joins = match (self.joining.last(), self.threads.get(t)) {
            (Some((depth, join)), Some(thread)) => {
                *depth == thread.frames.len() && *join == Some(block)
            }
            _ => false,
        };
        if at_work || joins || self.is_decided(t, number, block)? {
            return Ok(());
        }
        let function = self.launch.module.functions.get(number as usize);
        let head = function.and_then(|function| function.block(BlockId(block)));
        let (Some(function), Some(head)) = (function, head) else {
            return self.in_loop(t, "a loop of this form");
        };
        let Terminator::Branch {
            condition,
            then,
            otherwise,
        } = &head.end
        else {
            return self.in_loop(t, "a loop that does not end at its head");
        };
        if !is_plain(head) {
            return self.in_loop(t, "a loop whose condition does more than to read");
        }
        let (inner, exit, holds) = match (one.blocks.contains(then), one.blocks.contains(otherwise))
        {
            (true, false) => (*then, *otherwise, true),
            (false, true) => (*otherwise, *then, false),
            _ => return self.in_loop(t, "a loop that does not end at its head"),
        };
        if one.exits.iter().any(|(from, _)| from.0 != block) {
            return self.in_loop(t, "a loop that ends in several places");
        }
        let before = self.locals(t);
        let (assigned, names) = self.forget(t, function, one)?;
        let first = match &mut self.every {
            Some(every) => {
                let may_stride = every.active.is_empty() && self.known.is_empty();
                every.active.push(Active {
                    call,
                    head: block,
                    left: false,
                    may_stride,
                });
                (every.writes.len(), every.reads.len())
            }
            None => (0, 0),
        };
        for _ in &head.stmts {
            self.step(t)?;
        }
        let at_head = self.locals(t);
        let condition = match self.value(t, condition)? {
            Value::Term(term) if holds => term,
            Value::Term(term) => self.arena.not(term),
            _ => return self.in_loop(t, "a loop of this form"),
        };
        self.known.push((condition, true));
        let depth = self.threads.get(t).map_or(0, |thread| thread.frames.len());
        if let Some(top) = self
            .threads
            .get_mut(t)
            .and_then(|one| one.frames.last_mut())
        {
            (top.block, top.stmt) = (inner.0, 0);
        }
        if let Some(one) = self
            .every
            .as_mut()
            .and_then(|every| every.active.last_mut())
        {
            one.left = true;
        }
        self.come(t)?;
        self.until_next(t, depth)?;
        self.known.pop();
        if let Some(every) = &mut self.every {
            every.active.pop();
        }
        let after = self.locals(t);
        self.behind(
            t,
            Iteration {
                assigned,
                before,
                at_head,
                after,
                names,
                condition,
                exit,
                first,
            },
        )
    }

    /// Gives the locals that a loop assigns values of which nothing is known: which they are, and the names of the values.
    fn forget(
        &mut self,
        t: usize,
        function: &Function,
        of: &Loop,
    ) -> Result<Forgotten, Box<Refused>> {
        let mut assigned: Vec<LocalId> = Vec::new();
        for block in &of.blocks {
            let stmts = function.block(*block).map(|block| block.stmts.as_slice());
            let all = stmts.unwrap_or_default().iter();
            assigned.extend(all.filter_map(|stmt| stmt.kind.assigned()));
        }
        assigned.sort_unstable();
        assigned.dedup();
        let mut names = FxHashMap::default();
        for local in &assigned {
            let scalar = function.local(*local).map(|local| local.scalar);
            let value = match scalar {
                Some(scalar @ (Scalar::Bool | Scalar::Int(_) | Scalar::Float(_))) => {
                    let name = self.new_name(self.width(scalar));
                    names.insert(*local, name);
                    Value::Term(name)
                }
                Some(Scalar::Pointer | Scalar::Function | Scalar::Handle) | None => Value::Unset,
            };
            self.assign(t, *local, value)?;
        }
        Ok((assigned, names))
    }

    /// Executes the rest of an iteration.
    fn until_next(&mut self, t: usize, depth: usize) -> Done {
        loop {
            let Some(thread) = self.threads.get(t) else {
                return Ok(());
            };
            match &thread.state {
                State::Ended => return self.in_loop(t, "a return from a loop"),
                State::Waiting(_) => return self.in_loop(t, "a barrier"),
                State::Running if thread.frames.len() < depth => {
                    return self.in_loop(t, "a return from a loop");
                }
                State::Running => {}
            }
            if thread.frames.len() == depth && self.is_at_next(t) {
                return Ok(());
            }
            self.step(t)?;
        }
    }

    fn new_name(&mut self, width: u32) -> TermId {
        let number = match &mut self.every {
            Some(every) => {
                every.names += 1;
                every.names
            }
            None => 0,
        };
        let leaf = Leaf::Param(LOCALS + number);
        self.arena.make(Node::Leaf(leaf), width)
    }

    /// Whether the first iteration of a loop is known to be or not to be: then it is executed as it stands.
    fn is_decided(&mut self, t: usize, number: u32, block: u32) -> Result<bool, Box<Refused>> {
        let function = self.launch.module.functions.get(number as usize);
        let Some(head) = function.and_then(|function| function.block(BlockId(block))) else {
            return Ok(false);
        };
        let Terminator::Branch { condition, .. } = &head.end else {
            return Ok(false);
        };
        if !is_plain(head) {
            return Ok(false);
        }
        let (threads, pointers) = (self.threads.clone(), self.pointers.len());
        let reads = self.every.as_ref().map(|every| every.reads.len());
        let mut done = Ok(());
        for _ in &head.stmts {
            done = self.step(t);
            if done.is_err() {
                break;
            }
        }
        let value = done.and_then(|()| self.value(t, condition));
        self.threads = threads;
        self.pointers.truncate(pointers);
        if let (Some(every), Some(reads)) = (&mut self.every, reads) {
            every.reads.truncate(reads);
        }
        Ok(matches!(value, Ok(Value::Bits(_))))
    }

    /// Goes on behind a loop.
    fn behind(&mut self, t: usize, done: Iteration) -> Done {
        let wrote = match &self.every {
            Some(every) => every.writes.len() > done.first.0,
            None => false,
        };
        let mut locals = done.at_head.clone();
        match wrote {
            true => {
                self.strides(t, &done)?;
                for local in &done.assigned {
                    if let Some(slot) = locals.get_mut(local.0 as usize) {
                        *slot = Value::Unset;
                    }
                }
            }
            false => self.folds(&done, &mut locals),
        }
        self.set_locals(t, locals);
        self.go(t, done.exit)
    }

    /// What locals carry from one iteration to the next.
    fn carried(&mut self, done: &Iteration) -> FxHashMap<TermId, Carried> {
        let mut all = FxHashMap::default();
        for local in &done.assigned {
            let at = local.0 as usize;
            let Some(name) = done.names.get(local).copied() else {
                continue;
            };
            let width = self.arena.width(name);
            let mut term = |value: Option<&Value>| match value {
                Some(Value::Bits(bits)) => Some(self.arena.constant(*bits, width)),
                Some(Value::Term(term)) => Some(*term),
                Some(Value::Unset | Value::Address(..) | Value::Several(_)) | None => None,
            };
            let (first, next) = (term(done.before.get(at)), term(done.after.get(at)));
            all.insert(name, Carried { first, next });
        }
        all
    }

    /// The terms of locals behind a loop, and of what is read in it.
    fn folds(&mut self, done: &Iteration, locals: &mut [Value]) {
        let carried = self.carried(done);
        for local in &done.assigned {
            let Some(slot) = locals.get_mut(local.0 as usize) else {
                continue;
            };
            let Value::Term(term) = *slot else {
                continue;
            };
            *slot = match self.folded(term, done, &carried) {
                Some(term) => self.known_bits(term),
                None => Value::Unset,
            };
        }
        let reads: Vec<Read> = match &mut self.every {
            Some(every) => every.reads.split_off(done.first.1.min(every.reads.len())),
            None => Vec::new(),
        };
        for read in reads {
            let what = self.folded(read.what, done, &carried);
            // A read of which nothing is known is like no other.
            let what = what.unwrap_or_else(|| self.arena.unset(1));
            if let Some(every) = &mut self.every {
                every.reads.push(Read {
                    what,
                    plain: None,
                    ..read
                });
            }
        }
    }

    fn folded(
        &mut self,
        term: TermId,
        done: &Iteration,
        carried: &FxHashMap<TermId, Carried>,
    ) -> Option<TermId> {
        let heights = self.every.as_mut().map(|every| &mut every.heights)?;
        fold(self.arena, heights, (term, done.condition), carried)
    }

    /// A loop over the numbers of threads: what it writes is written for each number.
    fn strides(&mut self, t: usize, done: &Iteration) -> Done {
        let refuse = |machine: &Self| {
            machine.in_loop(t, "a loop that writes, but not over the numbers of threads")
        };
        let plain = self.known.is_empty()
            && done.first.0 == 0
            && self
                .every
                .as_ref()
                .is_some_and(|every| every.active.is_empty() && every.strided == [false; 3]);
        if !plain {
            return refuse(self);
        }
        let Some((name, first, dimension)) = self.stride(done) else {
            return refuse(self);
        };
        let mut map = FxHashMap::from_iter([(name, first)]);
        // A number of a thread is not negative, nor is one of an iteration that is compared with a sign: it does not overflow.
        let conditions = conjuncts(self.arena, done.condition);
        if conditions
            .iter()
            .any(|one| is_below(self.arena, *one, name))
        {
            let wide = self.arena.extended(name, 64, true);
            let number = self.arena.extended(first, 64, false);
            map.insert(wide, number);
        }
        let mut terms: Vec<TermId> = vec![done.condition];
        let every = self.every.as_ref();
        let (writes, reads): (Vec<Write>, Vec<Read>) = match every {
            Some(every) => (every.writes.clone(), every.reads.clone()),
            None => return refuse(self),
        };
        for write in &writes {
            terms.extend([write.offset, write.when, write.value]);
        }
        terms.extend(reads.iter().skip(done.first.1).map(|read| read.what));
        let mut names = BTreeSet::new();
        for term in &terms {
            names.extend(locals_in(self.arena, *term));
        }
        if names.iter().any(|one| *one != name) {
            return refuse(self);
        }
        // The number of the thread itself is another one than that of an iteration.
        let before = reads.iter().take(done.first.1).map(|read| read.what);
        let is_own = |key: u32| {
            Number::of(key).is_some_and(|(number, at)| {
                at == dimension && matches!(number, Number::Own | Number::Thread | Number::Block)
            })
        };
        let mut all = terms.iter().copied().chain(before);
        if all.any(|term| contains(self.arena, term, &is_own)) {
            return refuse(self);
        }
        // The condition is all that ends it, and it holds for all numbers up to one.
        let condition = substituted(self.arena, done.condition, &map);
        let all = conjuncts(self.arena, condition);
        let bounded = all
            .iter()
            .all(|one| bound(self.arena, *one, dimension).is_some());
        if !bounded || all.is_empty() {
            return refuse(self);
        }
        let mut new = |term: TermId| substituted(self.arena, term, &map);
        let writes = writes.iter().map(|write| Write {
            offset: new(write.offset),
            when: new(write.when),
            value: new(write.value),
            ..*write
        });
        let writes: Vec<Write> = writes.collect();
        let reads = reads.iter().map(|read| Read {
            what: new(read.what),
            plain: read.plain.map(&mut new),
            ..*read
        });
        let reads: Vec<Read> = reads.collect();
        if let Some(every) = &mut self.every {
            (every.writes, every.reads) = (writes, reads);
            if let Some(slot) = every.strided.get_mut(dimension) {
                *slot = true;
            }
        }
        Ok(())
    }

    /// The local that is the thread's number at first and goes on by the number of threads: its name, the number, and the
    /// dimension.
    fn stride(&mut self, done: &Iteration) -> Option<(TermId, TermId, usize)> {
        let carried = self.carried(done);
        let mut all: Vec<(TermId, Carried)> = carried.into_iter().collect();
        all.sort_by_key(|(name, _)| *name);
        for (name, of) in all {
            let (Some(first), Some(next)) = (of.first, of.next) else {
                continue;
            };
            let width = self.arena.width(name);
            for dimension in 0..3 {
                let number = own(self.arena, dimension);
                let number = self.arena.extended(number, width, false);
                let by = threads(self.arena, dimension);
                let by = self.arena.extended(by, width, false);
                let further = self.arena.binary(BinaryOp::Add, name, by);
                if first == number && next == further {
                    return Some((name, number, dimension));
                }
            }
        }
        None
    }
}

/// Whether a condition says, of numbers with a sign, that one is below something.
fn is_below(arena: &Arena, condition: TermId, name: TermId) -> bool {
    let node = arena.node(condition);
    match (node.op(), node.args()) {
        (Some(Op::LessSigned), [a, _]) => *a == name,
        (Some(Op::Unary(kernel_graph::UnaryOp::Not)), [inner]) => {
            let node = arena.node(*inner);
            matches!((node.op(), node.args()), (Some(Op::LessSigned), [_, b]) if *b == name)
        }
        _ => false,
    }
}

/// Whether a block changes nothing but locals.
fn is_plain(block: &Block) -> bool {
    let mut stmts = block.stmts.iter();
    stmts.all(|stmt| {
        matches!(
            stmt.kind,
            StmtKind::Assign { .. } | StmtKind::Load { .. } | StmtKind::Point
        )
    })
}

//! Branches on what is not known: both sides are executed to where they join, and what differs is a choice by the
//! condition.

use crate::machine::Machine;
use crate::memory::{ObjectId, Value};
use crate::outcome::{Refused, Why};
use crate::pointer::Pointer;
use crate::term::{Op, TermId};
use crate::thread::{Frame, State};
use kernel_graph::{BlockId, Function, UnaryOp};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What cells held before a branch wrote them, and whether the launch had written them.
pub(crate) type Journal = FxHashMap<(ObjectId, i64), (Value, bool)>;

/// So many branches within each other.
const DEEPEST: usize = 600;

/// Where the ways from a block join again.
#[derive(Debug, Default)]
pub(crate) struct Joins {
    /// By block; none where that is behind the function's end.
    after: Vec<Option<u32>>,
}

impl Joins {
    /// The immediate post-dominators of a function's blocks.
    pub(crate) fn of(function: &Function) -> Joins {
        let count = function.blocks.len();
        // The number `count` is the end.
        let next: Vec<Vec<usize>> = function
            .blocks
            .iter()
            .map(|block| {
                let all: Vec<usize> = block
                    .end
                    .successors()
                    .iter()
                    .map(|b| b.0 as usize)
                    .collect();
                if all.is_empty() { vec![count] } else { all }
            })
            .collect();
        // All that is on every way from a block to the end; at first everything.
        let all: Vec<bool> = vec![true; count + 1];
        let mut on: Vec<Vec<bool>> = vec![all; count];
        let mut end = vec![false; count + 1];
        if let Some(last) = end.get_mut(count) {
            *last = true;
        }
        on.push(end);
        let mut changed = true;
        while changed {
            changed = false;
            for block in (0..count).rev() {
                let mut meet = vec![true; count + 1];
                for to in next.get(block).into_iter().flatten() {
                    let of = on.get(*to);
                    for (slot, other) in meet.iter_mut().zip(of.into_iter().flatten()) {
                        *slot &= *other;
                    }
                }
                if let Some(own) = meet.get_mut(block) {
                    *own = true;
                }
                if let Some(before) = on.get_mut(block)
                    && *before != meet
                {
                    *before = meet;
                    changed = true;
                }
            }
        }
        let size = |block: usize| {
            on.get(block)
                .map_or(0, |o| o.iter().filter(|b| **b).count())
        };
        let after = (0..count).map(|block| {
            let own = on.get(block)?;
            let others = (0..count).filter(|b| *b != block && own.get(*b) == Some(&true));
            // The nearest is followed by all others.
            let nearest = others.max_by_key(|b| size(*b))?;
            u32::try_from(nearest).ok()
        });
        Joins {
            after: after.collect(),
        }
    }
}

/// What a side leaves.
struct Side {
    frames: Vec<Frame>,
    ended: bool,
    writes: FxHashMap<(ObjectId, i64), (Value, bool)>,
}

/// Where a side of a branch goes.
#[derive(Clone, Copy)]
pub(crate) enum Goes<'a> {
    /// To a block.
    To(BlockId),
    /// To that of the cases whose bits a term has, or to the last block.
    Cases(TermId, &'a [(u128, BlockId)], BlockId),
}

impl<'a> Machine<'a> {
    fn goes(&mut self, t: usize, to: Goes<'a>) -> Result<(), Box<Refused>> {
        match to {
            Goes::To(to) => self.go(t, to),
            Goes::Cases(term, cases, otherwise) => self.chosen(t, term, (cases, otherwise)),
        }
    }

    /// Executes a `switch` on what is not known: a branch for each case.
    pub(crate) fn chosen(
        &mut self,
        t: usize,
        term: TermId,
        (cases, otherwise): (&'a [(u128, BlockId)], BlockId),
    ) -> Result<(), Box<Refused>> {
        let Some(((bits, to), rest)) = cases.split_first() else {
            return self.go(t, otherwise);
        };
        let width = self.arena.width(term);
        let bits = self.arena.constant(*bits, width);
        let condition = self.arena.equal(term, bits);
        let rest = Goes::Cases(term, rest, otherwise);
        self.fork(t, condition, (Goes::To(*to), rest))
    }

    fn joins(&mut self, number: u32) -> Rc<Joins> {
        let module = self.launch.module;
        let known = self.joins.entry(number).or_insert_with(|| {
            let function = module.functions.get(number as usize);
            Rc::new(function.map(Joins::of).unwrap_or_default())
        });
        Rc::clone(known)
    }

    /// Executes both sides of a branch at which a thread is.
    pub(crate) fn fork(
        &mut self,
        t: usize,
        condition: TermId,
        (then, otherwise): (Goes<'a>, Goes<'a>),
    ) -> Result<(), Box<Refused>> {
        if let Some(bits) = self.arena.bits(condition) {
            return self.goes(t, if bits & 1 == 1 { then } else { otherwise });
        }
        if self.arena.marks(condition).unset {
            return Err(self.at(t, Why::Unset));
        }
        if let (Some(Op::Unary(UnaryOp::Not)), [inner]) = {
            let node = self.arena.node(condition);
            (node.op(), node.args())
        } {
            return self.fork(t, *inner, (otherwise, then));
        }
        if let Some(holds) = self.holds(condition) {
            return self.goes(t, if holds { then } else { otherwise });
        }
        if self.journals.len() >= DEEPEST {
            let what = "the number of iterations";
            return Err(self.at(t, Why::Decision(what)));
        }
        let Some((depth, function, block)) = self.threads.get(t).and_then(|thread| {
            let top = thread.frames.last()?;
            Some((thread.frames.len(), top.function, top.block))
        }) else {
            return Err(self.at(t, Why::NoRule("a thread without a call".into())));
        };
        let joins = self.joins(function);
        let join = joins.after.get(block as usize).copied().flatten();
        let base = self.threads.get(t).map(|thread| thread.frames.clone());
        let base = base.unwrap_or_default();
        let first = self.side(t, (condition, true), then, (depth, join))?;
        if let Some(thread) = self.threads.get_mut(t) {
            thread.frames = base;
            thread.state = State::Running;
        }
        let second = self.side(t, (condition, false), otherwise, (depth, join))?;
        self.merge(t, condition, first, second)?;
        match self.every {
            Some(_) => self.come(t),
            None => Ok(()),
        }
    }

    fn side(
        &mut self,
        t: usize,
        assumed: (TermId, bool),
        to: Goes<'a>,
        (depth, join): (usize, Option<u32>),
    ) -> Result<Side, Box<Refused>> {
        self.journals.push(Journal::default());
        self.known.push(assumed);
        self.joining.push((depth, join));
        self.goes(t, to)?;
        while let Some(thread) = self.threads.get(t) {
            match &thread.state {
                State::Ended => break,
                State::Waiting(_) => return Err(self.meets_in_branch(t)),
                State::Running => {}
            }
            if thread.frames.len() < depth {
                break;
            }
            let top = thread.frames.last();
            if thread.frames.len() == depth
                && top.is_some_and(|top| Some(top.block) == join && top.stmt == 0)
            {
                break;
            }
            self.step(t)?;
        }
        self.known.pop();
        self.joining.pop();
        let journal = self.journals.pop().unwrap_or_default();
        let mut writes = FxHashMap::default();
        for ((id, number), (value, written)) in journal {
            let Some(object) = self.objects.get_mut(id.0 as usize) else {
                continue;
            };
            let cell = object.cell(number, self.arena);
            writes.insert((id, number), (cell.value, cell.written));
            (cell.value, cell.written) = (value, written);
        }
        let thread = self.threads.get(t);
        Ok(Side {
            frames: thread
                .map(|thread| thread.frames.clone())
                .unwrap_or_default(),
            ended: thread.is_some_and(|thread| matches!(thread.state, State::Ended)),
            writes,
        })
    }

    fn merge(
        &mut self,
        t: usize,
        condition: TermId,
        mut first: Side,
        second: Side,
    ) -> Result<(), Box<Refused>> {
        let same = first.ended == second.ended && first.frames.len() == second.frames.len();
        let at = |frame: &Frame| (frame.function, frame.block, frame.stmt);
        let mut frames = first.frames.iter().zip(&second.frames);
        if !same || !frames.all(|(a, b)| at(a) == at(b)) {
            return Err(self.at(t, Why::NoRule("sides of a branch that do not join".into())));
        }
        for (a, b) in first.frames.iter_mut().zip(&second.frames) {
            let function = self.launch.module.functions.get(a.function as usize);
            let Some(function) = function else {
                continue;
            };
            for ((slot, other), local) in a.locals.iter_mut().zip(&b.locals).zip(&function.locals) {
                if slot == other {
                    continue;
                }
                let width = self.width(local.scalar);
                // What has no name is used where it was made, in one of the sides.
                let part = *slot == Value::Unset || *other == Value::Unset;
                *slot = match part && local.name.is_empty() {
                    true => Value::Unset,
                    false => self.choice(condition, (*slot, *other), width),
                };
            }
        }
        let mut keys: Vec<(ObjectId, i64)> = first.writes.keys().copied().collect();
        let more = second
            .writes
            .keys()
            .filter(|key| !first.writes.contains_key(key));
        keys.extend(more);
        // Terms get their numbers in an order that does not depend on hashing.
        keys.sort_unstable();
        for (id, number) in keys {
            let Some(object) = self.objects.get_mut(id.0 as usize) else {
                continue;
            };
            let width = 8 * object.grain;
            let cell = object.cell(number, self.arena);
            let before = (cell.value, cell.written);
            let a = first.writes.get(&(id, number)).copied().unwrap_or(before);
            let b = second.writes.get(&(id, number)).copied().unwrap_or(before);
            let value = self.choice(condition, (a.0, b.0), width);
            self.put(id, number, value, a.1 || b.1);
        }
        if let Some(thread) = self.threads.get_mut(t) {
            thread.frames = first.frames;
            thread.state = if first.ended {
                State::Ended
            } else {
                State::Running
            };
        }
        Ok(())
    }

    /// The first value if a condition holds, else the second.
    pub(crate) fn choice(
        &mut self,
        condition: TermId,
        (a, b): (Value, Value),
        width: u32,
    ) -> Value {
        if a == b {
            return a;
        }
        let mut term = |value: Value| match value {
            Value::Bits(bits) => Some(self.arena.constant(bits, width)),
            Value::Term(term) => Some(term),
            Value::Unset => Some(self.arena.unset(width)),
            Value::Address(..) | Value::Several(_) => None,
        };
        let address = |value: Value| matches!(value, Value::Address(..) | Value::Several(_));
        if address(a) && address(b) {
            return self.several(Pointer::Either(condition, a, b));
        }
        match (term(a), term(b)) {
            (Some(a), Some(b)) => {
                let choice = self.arena.ite(condition, a, b);
                self.known_bits(choice)
            }
            // Which address it is depends on contents: whoever needs it is refused.
            _ => Value::Unset,
        }
    }
}

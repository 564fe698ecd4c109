//! Asynchronous copies: each is an actor of its own, from the call on. What it does is known to a
//! thread that has waited for it, and behind a barrier to those that it meets there.

use crate::access::{Actor, Data};
use crate::clock::{COPIES, Clocks};
use crate::eval::{Halt, unsupported};
use crate::machine::{Event, Machine};
use crate::outcome::{Fault, Group, Kind};
use crate::value::{Pointer, Value, low, signed};
use kernel_graph::{CopyGroup, Expr, Scalar, StmtKind};
use std::collections::BTreeMap;

/// A copy.
#[derive(Clone, Debug)]
struct Copy {
    to: Pointer,
    from: Pointer,
    bytes: u64,
    /// How many of them are read; what else is written is zero.
    read: u64,
    /// How its elements lie, if not one behind the other at both ends.
    apart: Option<Apart>,
    /// The event that it joins, if there is one.
    joins: Option<u64>,
    done: bool,
    clocks: Clocks,
    /// Whether the threads of a block make it together.
    together: bool,
}

/// Elements that lie apart at one end of a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Apart {
    /// At the end that is written, else at the one that is read.
    to: bool,
    /// Bytes from one element to the next, a number of so many bits that may be negative.
    step: u64,
    wide: u32,
    /// Bytes of an element.
    element: u64,
}

/// A piece that lies in one at both ends: where to, where from, how many bytes.
type Piece = (Pointer, Pointer, u64);

impl Copy {
    /// How many bytes of a piece of so many are read. Only what is copied in one piece is read in part.
    fn reads(&self, bytes: u64) -> u64 {
        match self.apart {
            Some(_) => bytes,
            None => self.read,
        }
    }

    /// Its pieces, in order.
    fn pieces(&self) -> Vec<Piece> {
        let Some(apart) = self.apart else {
            return vec![(self.to, self.from, self.bytes)];
        };
        let step = signed(u128::from(apart.step), apart.wide);
        let step = low(step.cast_unsigned()).cast_signed();
        let element = apart.element.max(1);
        let further = |pointer: Pointer, by: i64| Pointer {
            offset: pointer.offset.wrapping_add(by),
            ..pointer
        };
        let piece = |number: u64| {
            let far = number.cast_signed().wrapping_mul(step);
            let near = (number * element).cast_signed();
            let (to, from) = match apart.to {
                true => (far, near),
                false => (near, far),
            };
            (further(self.to, to), further(self.from, from), element)
        };
        (0..self.bytes / element).map(piece).collect()
    }
}

/// All copies of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Copies {
    all: Vec<Copy>,
    /// By block, and how many copies of the block came before.
    of_block: BTreeMap<(u32, usize), usize>,
    /// What an event stands for; its handle is one more than its number.
    events: Vec<Vec<usize>>,
}

impl Machine<'_> {
    /// Starts a copy, or comes to one that another thread of the block has started.
    pub(crate) fn copy_async(&mut self, t: usize, stmt: &StmtKind) -> Result<Event, Halt> {
        let StmtKind::CopyAsync {
            event,
            to,
            from,
            bytes,
            read,
            together,
            joins,
            stride,
        } = stmt
        else {
            return unsupported("another statement than a copy");
        };
        let apart = match stride {
            None => None,
            Some(stride) => {
                let wide = 8 * self.module.target.pointer;
                Some(Apart {
                    to: stride.to,
                    step: low(self.value(t, &stride.step)?.bits()),
                    element: low(self.value(t, &stride.element)?.bits()),
                    wide,
                })
            }
        };
        let joined = joins.as_ref().map(|e| self.value(t, e)).transpose()?;
        let bytes = low(self.value(t, bytes)?.bits());
        let read = match read {
            Some(read) => low(self.value(t, read)?.bits()).min(bytes),
            None => bytes,
        };
        let wanted = Copy {
            to: self.value(t, to)?.pointer(),
            from: self.value(t, from)?.pointer(),
            bytes,
            read,
            apart,
            joins: joined
                .map(|handle| low(handle.bits()))
                .filter(|handle| *handle != 0),
            done: false,
            clocks: Clocks::default(),
            together: *together,
        };
        if wanted.bytes > 1 << 20 {
            return unsupported("a copy of so many bytes");
        }
        let number = match together {
            true => {
                let place = (self.threads[t].block, self.threads[t].copies);
                self.threads[t].copies += 1;
                match self.copies.of_block.get(&place).copied() {
                    Some(number) => {
                        self.agree(t, number, &wanted)?;
                        number
                    }
                    None => {
                        let number = self.start(t, wanted)?;
                        self.copies.of_block.insert(place, number);
                        number
                    }
                }
            }
            false => self.start(t, wanted)?,
        };
        match event {
            Some(event) => {
                let handle = u128::from(u64::try_from(number).unwrap_or(0) + 1);
                self.assign(t, *event, Value::Bits(handle), false)?;
            }
            None if *together => self.threads[t].open.push(number),
            None => self.threads[t].own.current.push(number),
        }
        Ok(Event::Seen)
    }

    /// All threads of a block are to say the same.
    fn agree(&self, t: usize, number: usize, wanted: &Copy) -> Result<(), Halt> {
        let same = self.copies.all.get(number).is_some_and(|copy| {
            (copy.to, copy.from, copy.bytes, copy.joins, copy.apart)
                == (
                    wanted.to,
                    wanted.from,
                    wanted.bytes,
                    wanted.joins,
                    wanted.apart,
                )
        });
        match same {
            true => Ok(()),
            false => {
                let start = t - self.threads[t].flat as usize;
                Err(Fault::Divergence {
                    group: Group::Block,
                    other: self.threads[start].name,
                    elsewhere: None,
                }
                .into())
            }
        }
    }

    fn start(&mut self, t: usize, mut copy: Copy) -> Result<usize, Halt> {
        let number = self.copies.all.len();
        let who = COPIES.saturating_add(u32::try_from(number).unwrap_or(u32::MAX));
        let mut actor: Actor = self.actor(t);
        actor.who = who;
        if copy.together {
            // Any thread may be the one that starts it, so nobody's last accesses are before it.
            actor.clocks.without_last(self.threads[t].number);
        }
        actor.clocks.advance(who);
        copy.clocks = actor.clocks.clone();
        let mut events = vec![number];
        if let Some(joined) = copy.joins {
            let joined = usize::try_from(joined).ok().and_then(|n| n.checked_sub(1));
            match joined.and_then(|n| self.copies.events.get(n)) {
                Some(others) => events.extend(others),
                None => return unsupported("an event of which nothing is known"),
            }
        }
        if copy.bytes > 0 {
            for (to, from, bytes) in copy.pieces() {
                let to = self.place(to, bytes, true)?;
                let mut data = Data::of(Vec::new(), false);
                if copy.reads(bytes) > 0 {
                    let from = self.place(from, copy.reads(bytes), false)?;
                    data = self.bytes(from, copy.reads(bytes));
                    self.note_copy(&actor, Kind::Read, from, &data.bytes)?;
                }
                let whole = filled(data, bytes);
                self.note_copy(&actor, Kind::Write, to, &whole.bytes)?;
            }
        }
        let at_once = self.random.one_in(2);
        self.copies.all.push(copy);
        self.copies.events.push(events);
        if at_once {
            self.finish(number)?;
        }
        Ok(number)
    }

    /// The bytes go over, if they have not yet.
    fn finish(&mut self, number: usize) -> Result<(), Halt> {
        let Some(copy) = self.copies.all.get_mut(number) else {
            return Ok(());
        };
        if std::mem::replace(&mut copy.done, true) || copy.bytes == 0 {
            return Ok(());
        }
        let copy = copy.clone();
        for (to, from, bytes) in copy.pieces() {
            let to = self.place(to, bytes, true)?;
            let data = match copy.reads(bytes) {
                0 => Data::of(Vec::new(), false),
                read => {
                    let from = self.place(from, read, false)?;
                    self.bytes(from, read)
                }
            };
            self.put(to, &filled(data, bytes));
        }
        Ok(())
    }

    /// A thread makes a group of its copies, or waits for groups.
    pub(crate) fn copy_group(&mut self, t: usize, group: CopyGroup) -> Result<Event, Halt> {
        let own = &mut self.threads[t].own;
        let numbers: Vec<usize> = match group {
            CopyGroup::Commit => {
                let current = std::mem::take(&mut own.current);
                own.groups.push(current);
                return Ok(Event::Seen);
            }
            CopyGroup::WaitPrior(but) => {
                let older = own.groups.len().saturating_sub(but as usize);
                own.groups.drain(..older).flatten().collect()
            }
            CopyGroup::WaitAll => {
                let own = std::mem::take(own);
                own.groups
                    .into_iter()
                    .flatten()
                    .chain(own.current)
                    .collect()
            }
        };
        self.complete(t, numbers)
    }

    /// A thread waits for an event's copies, or for all of its own.
    pub(crate) fn wait_async(&mut self, t: usize, event: Option<&Expr>) -> Result<Event, Halt> {
        let numbers = match event {
            None => std::mem::take(&mut self.threads[t].open),
            Some(e) => {
                debug_assert_eq!(e.scalar, Scalar::Handle);
                let handle = usize::try_from(self.value(t, e)?.bits()).ok();
                let at = handle.and_then(|n| n.checked_sub(1));
                match at.and_then(|n| self.copies.events.get(n)) {
                    Some(all) => all.clone(),
                    None => return unsupported("a wait for an event of which nothing is known"),
                }
            }
        };
        self.complete(t, numbers)
    }

    /// Copies are complete for a thread.
    fn complete(&mut self, t: usize, numbers: Vec<usize>) -> Result<Event, Halt> {
        for number in numbers {
            self.finish(number)?;
            let Some(copy) = self.copies.all.get(number) else {
                continue;
            };
            self.threads[t].clocks.join(&copy.clocks, true, true);
        }
        Ok(Event::Seen)
    }
}

/// Bytes with zeros behind them, so many together.
fn filled(mut data: Data, bytes: u64) -> Data {
    let bytes = usize::try_from(bytes).unwrap_or(data.bytes.len());
    data.bytes.resize(bytes.max(data.bytes.len()), 0);
    data
}

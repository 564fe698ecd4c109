//! Loads and stores of a thread whose number is a term.

use super::{Read, Write};
use crate::machine::Machine;
use crate::memory::{Beginning, ObjectId, Value};
use crate::outcome::{Refused, Why};
use crate::pointer::Pointer;
use crate::term::{Op, TermId};
use kernel_graph::Space;

/// The name of a read, of which no program has a function.
const READ: &str = "read of a thread";

impl Machine<'_> {
    fn no_rule_for_all<T>(&self, t: usize, what: &str) -> Result<T, Box<Refused>> {
        Err(self.at(t, Why::NoRule(format!("{what}, for all sizes"))))
    }

    /// The array's key and the byte of an access to memory that outlives the launch; none if it is other memory.
    fn outlives(
        &mut self,
        t: usize,
        address: Value,
    ) -> Result<Option<(ObjectId, u32, TermId)>, Box<Refused>> {
        let (id, offset) = match address {
            Value::Address(id, offset) => {
                let bits = i128::from(offset).cast_unsigned() & u128::from(u64::MAX);
                (id, self.arena.constant(bits, 64))
            }
            Value::Several(number) => match self.pointers.get(number as usize).copied() {
                Some(Pointer::Indexed(id, offset)) => (id, offset),
                Some(Pointer::Either(..)) | None => return Err(self.at(t, Why::Address)),
            },
            Value::Unset => return Err(self.at(t, Why::Unset)),
            Value::Bits(_) | Value::Term(_) => return Err(self.at(t, Why::Address)),
        };
        let Some(object) = self.objects.get(id.0 as usize) else {
            return Err(self.at(t, Why::Address));
        };
        match (&object.beginning, object.space) {
            (Beginning::Input(key), _) => Ok(Some((id, *key, offset))),
            (_, Space::Shared) => self.no_rule_for_all(t, "shared memory"),
            (Beginning::Unset | Beginning::Given(_), _) => Ok(None),
        }
    }

    /// Loads bytes of memory that outlives the launch; none if it is other memory.
    pub(crate) fn load_for_all(
        &mut self,
        t: usize,
        address: Value,
        (bytes, volatile): (u32, bool),
    ) -> Result<Option<Value>, Box<Refused>> {
        let Some((id, key, offset)) = self.outlives(t, address)? else {
            return Ok(None);
        };
        let space = self.objects.get(id.0 as usize).map(|object| object.space);
        if volatile && space != Some(Space::Constant) {
            return self.no_rule_for_all(t, "`volatile` memory");
        }
        let when = self.path();
        let read = self.arena.name(READ);
        let what = self.arena.apply(Op::Call(read), &[offset, when], 1);
        let mut last = None;
        if let Some(every) = &mut self.every {
            let in_loop = !every.active.is_empty();
            last = every
                .writes
                .iter()
                .rev()
                .find(|write| write.key == key)
                .copied();
            every.reads.push(Read {
                key,
                bytes,
                what,
                plain: (!in_loop || every.is_in_stride()).then_some(offset),
            });
        }
        match last {
            None => {}
            // What the thread itself has written there, where it certainly has.
            Some(write) if write.offset == offset && write.bytes == bytes && write.when == when => {
                return Ok(Some(self.known_bits(write.value)));
            }
            Some(_) => {
                return self.no_rule_for_all(t, "a read of what the thread may have written");
            }
        }
        let term = self.arena.apply(Op::Contents(key), &[offset], 8 * bytes);
        Ok(Some(Value::Term(term)))
    }

    /// Stores bytes in memory that outlives the launch; false if it is other memory.
    pub(crate) fn store_for_all(
        &mut self,
        t: usize,
        address: Value,
        (value, bytes, volatile): (Value, u32, bool),
    ) -> Result<bool, Box<Refused>> {
        let Some((_, key, offset)) = self.outlives(t, address)? else {
            let in_loop = self
                .every
                .as_ref()
                .is_some_and(|every| !every.active.is_empty());
            return match in_loop {
                true => self.no_rule_for_all(t, "an array of the thread in a loop"),
                false => Ok(false),
            };
        };
        if volatile {
            return self.no_rule_for_all(t, "`volatile` memory");
        }
        let is_behind = self
            .every
            .as_ref()
            .is_some_and(|every| every.strided != [false; 3] && every.active.is_empty());
        if is_behind {
            return self.no_rule_for_all(t, "a write behind a loop over the numbers of threads");
        }
        let value = self.term(t, value, 8 * bytes)?;
        let when = self.path();
        if let Some(every) = &mut self.every {
            every.writes.push(Write {
                key,
                offset,
                bytes,
                when,
                value,
            });
        }
        Ok(true)
    }

    /// Copies bytes.
    pub(crate) fn copy_for_all(
        &mut self,
        t: usize,
        (to, from): (Value, Value),
        bytes: u32,
    ) -> Result<(), Box<Refused>> {
        let grain = |machine: &Self, address: Value| {
            let id = match address {
                Value::Address(id, _) => id,
                Value::Several(number) => match machine.pointers.get(number as usize)? {
                    Pointer::Indexed(id, _) => *id,
                    Pointer::Either(..) => return None,
                },
                Value::Bits(_) | Value::Term(_) | Value::Unset => return None,
            };
            machine
                .objects
                .get(id.0 as usize)
                .map(|object| object.grain)
        };
        let (Some(a), Some(b)) = (grain(self, to), grain(self, from)) else {
            return Err(self.at(t, Why::Address));
        };
        let step = a.min(b).max(1);
        if !bytes.is_multiple_of(step) || bytes > 256 {
            return self.no_rule_for_all(t, "such a copy");
        }
        for at in (0..bytes).step_by(step as usize) {
            let by = i64::from(at);
            let (to, from) = (self.further(to, by), self.further(from, by));
            let value = self.load(t, from, (step, false))?;
            self.store(t, to, (value, step, false))?;
        }
        Ok(())
    }
}

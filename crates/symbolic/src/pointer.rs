//! Addresses that contents decide: of one of two elements, or of one whose number is a term. Such an access is one of each
//! element that it may be, under the condition that it is that one. A read of contents that nobody has written is a
//! function of the place.

use crate::machine::Machine;
use crate::memory::{Beginning, ObjectId, Value};
use crate::outcome::{At, Perhaps, Refused, Why};
use crate::term::{Arena, Op, TermId};
use crate::values::{has_value, values};
use kernel_graph::{BinaryOp, Space};
use std::collections::BTreeSet;

/// An access to one of more elements has no rule.
const MOST: i128 = 1024;

/// Addresses within each other to so many levels.
const DEEPEST: u32 = 12;

/// The width of an offset.
const WIDTH: u32 = 64;

/// An address that contents decide.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Pointer {
    /// The first if a condition holds, else the second.
    Either(TermId, Value, Value),
    /// In an object, at the byte that a signed term of 64 bits says.
    Indexed(ObjectId, TermId),
}

/// A place at which an access may be, and the condition under which it is there.
type Target = (TermId, (ObjectId, i64));

impl Machine<'_> {
    /// An address that contents decide, as a value.
    pub(crate) fn several(&mut self, pointer: Pointer) -> Value {
        let number = u32::try_from(self.pointers.len()).unwrap_or(u32::MAX);
        self.pointers.push(pointer);
        Value::Several(number)
    }

    fn pointer(&self, number: u32) -> Option<Pointer> {
        self.pointers.get(number as usize).copied()
    }

    /// An address so many bytes further.
    pub(crate) fn further(&mut self, from: Value, by: i64) -> Value {
        match from {
            Value::Address(id, offset) => Value::Address(id, offset.wrapping_add(by)),
            Value::Several(number) if by != 0 => match self.pointer(number) {
                Some(Pointer::Either(condition, a, b)) => {
                    let (a, b) = (self.further(a, by), self.further(b, by));
                    self.several(Pointer::Either(condition, a, b))
                }
                Some(Pointer::Indexed(id, offset)) => {
                    let by = i128::from(by).cast_unsigned() & u128::from(u64::MAX);
                    let by = self.arena.constant(by, WIDTH);
                    let offset = self.arena.binary(BinaryOp::Add, offset, by);
                    self.several(Pointer::Indexed(id, offset))
                }
                None => Value::Unset,
            },
            Value::Several(_) | Value::Bits(_) | Value::Term(_) | Value::Unset => from,
        }
    }

    /// An address as many bytes further as a term of so many bits says.
    pub(crate) fn further_by(&mut self, from: Value, by: TermId, depth: u32) -> Option<Value> {
        let by = self.arena.extended(by, WIDTH, true);
        let by = self.wide(by);
        if self.arena.marks(by).unset || depth > DEEPEST {
            return None;
        }
        let pointer = match from {
            Value::Address(id, offset) => {
                let start = i128::from(offset).cast_unsigned() & u128::from(u64::MAX);
                let start = self.arena.constant(start, WIDTH);
                Pointer::Indexed(id, self.arena.binary(BinaryOp::Add, by, start))
            }
            Value::Several(number) => match self.pointer(number)? {
                Pointer::Either(condition, a, b) => {
                    let a = self.further_by(a, by, depth + 1)?;
                    let b = self.further_by(b, by, depth + 1)?;
                    Pointer::Either(condition, a, b)
                }
                Pointer::Indexed(id, offset) => {
                    Pointer::Indexed(id, self.arena.binary(BinaryOp::Add, offset, by))
                }
            },
            Value::Bits(_) | Value::Term(_) | Value::Unset => return None,
        };
        Some(self.several(pointer))
    }

    /// An offset whose parts are computed in 64 bits where the program computes them in fewer: indices do not overflow,
    /// which is listed.
    fn wide(&mut self, id: TermId) -> TermId {
        let wide = match widened(self.arena, id, 0) {
            Some(wide) if wide != id => {
                self.wide_indices = true;
                wide
            }
            _ => id,
        };
        match &self.every {
            Some(every) => every.numbers.within(self.arena, wide),
            None => wide,
        }
    }

    /// All that holds here.
    pub(crate) fn path(&mut self) -> TermId {
        let same = self.paths.iter().zip(&self.known);
        let same = same.take_while(|((one, _), other)| one == *other).count();
        self.paths.truncate(same);
        let mut path = match self.paths.last() {
            Some((_, path)) => *path,
            None => self.arena.truth(true),
        };
        for at in same..self.known.len() {
            let Some((condition, holds)) = self.known.get(at).copied() else {
                break;
            };
            let own = match holds {
                true => condition,
                false => self.arena.not(condition),
            };
            path = self.arena.binary(BinaryOp::And, path, own);
            self.paths.push(((condition, holds), path));
        }
        path
    }

    /// Notes that bytes are accessed as contents decide.
    pub(crate) fn perhaps(&mut self, id: ObjectId, at: At, bytes: u32) {
        let when = self.path();
        if let Some(object) = self.objects.get_mut(id.0 as usize) {
            object.perhaps.insert(Perhaps { at, bytes, when });
        }
    }

    /// The elements that an address may be of. Of an index they are those that its term and what holds here allow.
    fn targets(
        &mut self,
        t: usize,
        (address, bytes, when): (Value, u32, TermId),
        depth: u32,
    ) -> Result<Vec<Target>, Box<Refused>> {
        let number = match address {
            Value::Address(id, offset) => return Ok(vec![(when, (id, offset))]),
            Value::Bits(0) => {
                return Err(self.at(t, Why::Undefined("a null pointer is followed")));
            }
            Value::Unset => return Err(self.at(t, Why::Unset)),
            Value::Bits(_) | Value::Term(_) => return Err(self.at(t, Why::Address)),
            Value::Several(number) => number,
        };
        let pointer = self.pointer(number).filter(|_| depth <= DEEPEST);
        let Some(pointer) = pointer else {
            return Err(self.at(t, Why::Address));
        };
        let mut found = Vec::new();
        match pointer {
            Pointer::Either(condition, a, b) => {
                let other = self.arena.not(condition);
                for (condition, address) in [(condition, a), (other, b)] {
                    let when = self.arena.binary(BinaryOp::And, when, condition);
                    found.extend(self.targets(t, (address, bytes, when), depth + 1)?);
                }
            }
            Pointer::Indexed(id, offset) => {
                let all = values(self.arena, offset, true, &mut self.known);
                if all.count() > MOST {
                    return Err(self.at(t, Why::Address));
                }
                for at in all.each() {
                    let Some(own) = has_value(self.arena, offset, at, &mut self.known) else {
                        continue;
                    };
                    let Ok(at) = i64::try_from(at) else {
                        return Err(self.at(t, Why::Address));
                    };
                    let when = self.arena.binary(BinaryOp::And, when, own);
                    found.push((when, (id, at)));
                }
            }
        }
        if found.is_empty() || found.len() > usize::try_from(4 * MOST).unwrap_or(0) {
            return Err(self.at(t, Why::Address));
        }
        Ok(found)
    }

    /// The elements that an access may be to, each a place that exists.
    pub(crate) fn places(
        &mut self,
        t: usize,
        address: Value,
        (bytes, volatile): (u32, bool),
    ) -> Result<Vec<Target>, Box<Refused>> {
        let truth = self.arena.truth(true);
        let all = self.targets(t, (address, bytes, truth), 0)?;
        let mut found = Vec::with_capacity(all.len());
        for (when, (id, offset)) in all {
            if self.arena.bits(when) == Some(0) {
                continue;
            }
            self.known.push((when, true));
            let place = self.place(t, Value::Address(id, offset), (bytes, volatile), false);
            self.known.pop();
            found.push((when, place?));
        }
        match found.is_empty() {
            true => Err(self.at(t, Why::Address)),
            false => Ok(found),
        }
    }

    /// Loads bytes from an address, whatever decides it.
    pub(crate) fn load(
        &mut self,
        t: usize,
        address: Value,
        (bytes, volatile): (u32, bool),
    ) -> Result<Value, Box<Refused>> {
        if self.every.is_some()
            && let Some(value) = self.load_for_all(t, address, (bytes, volatile))?
        {
            return Ok(value);
        }
        let Value::Several(number) = address else {
            let place = self.place(t, address, (bytes, volatile), true)?;
            return self.read(t, place, bytes);
        };
        if let Some(Pointer::Indexed(id, offset)) = self.pointer(number)
            && values(self.arena, offset, true, &mut self.known).count() > MOST
        {
            return self.contents(t, (id, offset), (bytes, volatile));
        }
        let mut found: Option<Value> = None;
        // The last one is where none of the others is.
        for (when, place) in self
            .places(t, address, (bytes, volatile))?
            .into_iter()
            .rev()
        {
            let value = self.read(t, place, bytes)?;
            found = Some(match found {
                None => value,
                Some(other) => self.choice(when, (value, other), 8 * bytes),
            });
        }
        Ok(found.unwrap_or(Value::Unset))
    }

    /// What lay before the launch at a place of an array that nobody has written.
    fn contents(
        &mut self,
        t: usize,
        (id, offset): (ObjectId, TermId),
        (bytes, volatile): (u32, bool),
    ) -> Result<Value, Box<Refused>> {
        let object = self.objects.get(id.0 as usize);
        let key = object.and_then(|object| match &object.beginning {
            Beginning::Input(key) if !object.is_written => Some((*key, object.space)),
            Beginning::Input(_) | Beginning::Unset | Beginning::Given(_) => None,
        });
        let Some((key, space)) = key else {
            return Err(self.at(t, Why::Address));
        };
        if volatile {
            return Err(self.at(t, Why::Address));
        }
        self.perhaps(id, At::Term(offset), bytes);
        if space != Space::Constant {
            let stamp = self.stamp(t, space);
            if let Some(object) = self.objects.get_mut(id.0 as usize) {
                object.anywhere = Some(match object.anywhere {
                    Some(before) => before.with(&stamp),
                    None => stamp,
                });
            }
        }
        let term = self.arena.apply(Op::Contents(key), &[offset], 8 * bytes);
        Ok(Value::Term(term))
    }

    /// Stores bytes at an address, whatever decides it.
    pub(crate) fn store(
        &mut self,
        t: usize,
        address: Value,
        (value, bytes, volatile): (Value, u32, bool),
    ) -> Result<(), Box<Refused>> {
        if self.every.is_some() && self.store_for_all(t, address, (value, bytes, volatile))? {
            return Ok(());
        }
        if !matches!(address, Value::Several(_)) {
            let place = self.place(t, address, (bytes, volatile), true)?;
            return self.write(t, place, (value, bytes));
        }
        for (when, place) in self.places(t, address, (bytes, volatile))? {
            let old = self.fetch(t, place, bytes)?;
            let new = self.choice(when, (value, old), 8 * bytes);
            self.write(t, place, (new, bytes))
                .map_err(|refused| self.as_address(t, refused))?;
        }
        Ok(())
    }

    /// Whether two threads access the same is not known where contents decide what they access.
    pub(crate) fn as_address(&self, t: usize, refused: Box<Refused>) -> Box<Refused> {
        if matches!(refused.why, Why::Unordered(_)) {
            return self.at(t, Why::Address);
        }
        refused
    }
}

/// The conditions of which a condition is the conjunction.
pub fn conjuncts(arena: &Arena, when: TermId) -> BTreeSet<TermId> {
    let mut found = BTreeSet::new();
    let mut open = vec![when];
    while let Some(one) = open.pop() {
        let node = arena.node(one);
        match (node.op(), node.args()) {
            (Some(Op::Binary(BinaryOp::And)), [a, b]) => open.extend([*a, *b]),
            _ if arena.bits(one) == Some(1) => {}
            _ => {
                found.insert(one);
            }
        }
    }
    found
}

/// A sum or product of 64 bits, in whose parts signed sums and products of fewer bits are computed in 64 bits as well.
fn widened(arena: &mut Arena, id: TermId, depth: u32) -> Option<TermId> {
    const DEEP: u32 = 24;
    if depth > DEEP {
        return None;
    }
    let node = arena.node(id).clone();
    match (node.op(), node.args()) {
        (Some(Op::Binary(op @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul))), [a, b]) => {
            let a = widened(arena, *a, depth + 1)?;
            let b = widened(arena, *b, depth + 1)?;
            Some(arena.binary(op, a, b))
        }
        (Some(Op::SignExtend), [inner]) if arena.width(*inner) == 32 => {
            let inner = arena.node(*inner).clone();
            match (inner.op(), inner.args()) {
                (
                    Some(Op::Binary(op @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul))),
                    [a, b],
                ) => {
                    let a = arena.extended(*a, WIDTH, true);
                    let b = arena.extended(*b, WIDTH, true);
                    let a = widened(arena, a, depth + 1)?;
                    let b = widened(arena, b, depth + 1)?;
                    Some(arena.binary(op, a, b))
                }
                _ => Some(id),
            }
        }
        _ => Some(id),
    }
}

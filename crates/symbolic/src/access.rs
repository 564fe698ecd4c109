//! Loads and stores.

use crate::arith::mask;
use crate::machine::Machine;
use crate::memory::{Beginning, Cell, ObjectId, Value, gcd};
use crate::outcome::{At, Refused, Why};
use crate::shadow::Kind;
use crate::term::TermId;
use kernel_graph::{Scalar, Space};

/// A copy of more bytes is not made.
const MOST_BYTES: u128 = 1 << 20;

/// The bytes of an access that lie in one cell.
struct Piece {
    /// The cell.
    number: i64,
    /// The first of them in the cell.
    within: u32,
    /// How many they are.
    take: u32,
}

/// The cells of an access, in the order of their addresses; a cell has `grain` bytes.
fn pieces(grain: u32, offset: i64, bytes: u32) -> impl Iterator<Item = Piece> {
    let wide = i64::from(grain);
    let end = offset.saturating_add(i64::from(bytes));
    let mut at = offset;
    std::iter::from_fn(move || {
        let left = u32::try_from(end - at).ok().filter(|left| *left > 0)?;
        let within = u32::try_from(at.rem_euclid(wide)).unwrap_or(0);
        let take = left.min(grain - within);
        let number = at.div_euclid(wide);
        at += i64::from(take);
        Some(Piece {
            number,
            within,
            take,
        })
    })
}

impl Machine<'_> {
    /// The name of an object's array.
    fn name(&self, id: ObjectId) -> String {
        let array = self.objects.get(id.0 as usize);
        let array = array.and_then(|object| self.launch.module.array(object.array));
        array.map_or_else(String::new, |array| array.name.clone())
    }

    /// The object and the first byte of an access, which is there `surely` or as contents decide.
    pub(crate) fn place(
        &mut self,
        t: usize,
        address: Value,
        (bytes, volatile): (u32, bool),
        surely: bool,
    ) -> Result<(ObjectId, i64), Box<Refused>> {
        let (id, offset) = match address {
            Value::Address(id, offset) => (id, offset),
            Value::Bits(0) => return Err(self.at(t, Why::Undefined("a null pointer is followed"))),
            Value::Bits(_) | Value::Term(_) | Value::Several(_) => {
                return Err(self.at(t, Why::Address));
            }
            Value::Unset => return Err(self.at(t, Why::Unset)),
        };
        let outlives = self.objects.get(id.0 as usize);
        let outlives = outlives.is_some_and(|of| matches!(of.beginning, Beginning::Input(_)));
        if self.every.is_some() && outlives {
            let what = "such an access, for all sizes".to_owned();
            return Err(self.at(t, Why::NoRule(what)));
        }
        let surely = surely && self.journals.is_empty();
        if !surely || self.is_divided() {
            self.perhaps(id, At::Byte(offset), bytes);
        }
        let Some(object) = self.objects.get_mut(id.0 as usize) else {
            return Err(self.at(t, Why::Address));
        };
        if surely {
            object.touch(offset, bytes);
        }
        let (space, extent) = (object.space, object.extent);
        let end = i128::from(offset) + i128::from(bytes);
        if extent.is_some_and(|extent| offset < 0 || end > i128::from(extent)) {
            let name = self.name(id);
            return Err(self.at(t, Why::Bounds(name)));
        }
        if volatile && matches!(space, Space::Global | Space::Constant) {
            let what = "`volatile` memory that others may change".to_owned();
            return Err(self.at(t, Why::NoRule(what)));
        }
        Ok((id, offset))
    }

    /// Takes note of an access to a cell.
    fn note(
        &mut self,
        t: usize,
        (id, number): (ObjectId, i64),
        kind: Kind,
    ) -> Result<(), Box<Refused>> {
        let Some(object) = self.objects.get(id.0 as usize) else {
            return Ok(());
        };
        let space = object.space;
        if space == Space::Private {
            return Ok(());
        }
        if space == Space::Constant && kind != Kind::Read {
            return Err(self.at(t, Why::Undefined("constant memory is written")));
        }
        let stamp = self.stamp(t, space);
        let Some(object) = self.objects.get_mut(id.0 as usize) else {
            return Ok(());
        };
        let anywhere = object.anywhere.filter(|_| kind != Kind::Read);
        if anywhere.is_some_and(|before| !before.is_before(&stamp)) {
            let name = self.name(id);
            return Err(self.at(t, Why::Unordered(name)));
        }
        let cell = object.cell(number, self.arena);
        match cell.shadow.access(kind, &stamp) {
            true => Ok(()),
            false => {
                let name = self.name(id);
                Err(self.at(t, Why::Unordered(name)))
            }
        }
    }

    fn grain(&self, id: ObjectId) -> u32 {
        self.objects
            .get(id.0 as usize)
            .map_or(1, |object| object.grain.max(1))
    }

    fn cell(&mut self, id: ObjectId, number: i64) -> Value {
        match self.objects.get_mut(id.0 as usize) {
            Some(object) => object.cell(number, self.arena).value,
            None => Value::Unset,
        }
    }

    /// Gives a cell a value, which a branch at work may take back.
    pub(crate) fn put(&mut self, id: ObjectId, number: i64, value: Value, written: bool) {
        let Some(object) = self.objects.get_mut(id.0 as usize) else {
            return;
        };
        let cell: &mut Cell = object.cell(number, self.arena);
        if let Some(journal) = self.journals.last_mut() {
            journal
                .entry((id, number))
                .or_insert((cell.value, cell.written));
        }
        cell.value = value;
        cell.written = written;
        object.is_written |= written;
    }

    /// The term of a value. One that nobody gave is one that is no other's.
    pub(crate) fn term(
        &mut self,
        t: usize,
        value: Value,
        width: u32,
    ) -> Result<TermId, Box<Refused>> {
        match value {
            Value::Bits(bits) => Ok(self.arena.constant(bits & mask(width), width)),
            Value::Term(term) => Ok(term),
            Value::Unset => Ok(self.arena.unset(width)),
            Value::Address(..) | Value::Several(_) => {
                Err(self.at(t, Why::NoRule("an address as a number".into())))
            }
        }
    }

    /// Some bits of a value that has so many.
    fn part(
        &mut self,
        t: usize,
        (value, all): (Value, u32),
        low: u32,
        width: u32,
    ) -> Result<Value, Box<Refused>> {
        if low == 0 && width == all {
            return Ok(value);
        }
        if let Value::Bits(bits) = value {
            return Ok(Value::Bits(bits >> low & mask(width)));
        }
        let term = self.term(t, value, all)?;
        let part = self.arena.extract(term, low, width);
        Ok(self.known_bits(part))
    }

    /// A term as a value.
    pub(crate) fn known_bits(&self, term: TermId) -> Value {
        match self.arena.bits(term) {
            Some(bits) => Value::Bits(bits),
            None => Value::Term(term),
        }
    }

    /// A value above another.
    fn joined(
        &mut self,
        t: usize,
        (below, low): (Value, u32),
        (above, high): (Value, u32),
    ) -> Result<Value, Box<Refused>> {
        if let (Value::Bits(below), Value::Bits(above)) = (below, above) {
            return Ok(Value::Bits(below | above << low));
        }
        let below = self.term(t, below, low)?;
        let above = self.term(t, above, high)?;
        let all = self.arena.concat(below, above);
        Ok(self.known_bits(all))
    }

    /// Reads bytes.
    pub(crate) fn read(
        &mut self,
        t: usize,
        (id, offset): (ObjectId, i64),
        bytes: u32,
    ) -> Result<Value, Box<Refused>> {
        for piece in pieces(self.grain(id), offset, bytes) {
            self.note(t, (id, piece.number), Kind::Read)?;
        }
        self.fetch(t, (id, offset), bytes)
    }

    /// What lies in memory, without an access to it.
    pub(crate) fn fetch(
        &mut self,
        t: usize,
        (id, offset): (ObjectId, i64),
        bytes: u32,
    ) -> Result<Value, Box<Refused>> {
        let grain = self.grain(id);
        let mut found: Option<(Value, u32)> = None;
        for Piece {
            number,
            within,
            take,
        } in pieces(grain, offset, bytes)
        {
            let value = self.cell(id, number);
            let part = self.part(t, (value, 8 * grain), 8 * within, 8 * take)?;
            found = Some(match found {
                None => (part, 8 * take),
                Some((below, low)) => (
                    self.joined(t, (below, low), (part, 8 * take))?,
                    low + 8 * take,
                ),
            });
        }
        Ok(found.map_or(Value::Unset, |(value, _)| value))
    }

    /// Writes bytes.
    pub(crate) fn write(
        &mut self,
        t: usize,
        (id, offset): (ObjectId, i64),
        (value, bytes): (Value, u32),
    ) -> Result<(), Box<Refused>> {
        if self
            .every
            .as_ref()
            .is_some_and(|every| !every.active.is_empty())
        {
            let what = "an array of the thread in a loop, for all sizes".to_owned();
            return Err(self.at(t, Why::NoRule(what)));
        }
        let grain = self.grain(id);
        let mut low = 0;
        for Piece {
            number,
            within,
            take,
        } in pieces(grain, offset, bytes)
        {
            self.note(t, (id, number), Kind::Write)?;
            let mut part = self.part(t, (value, 8 * bytes), 8 * low, 8 * take)?;
            if take < grain {
                let old = self.cell(id, number);
                let mut width = 8 * take;
                if within > 0 {
                    let below = self.part(t, (old, 8 * grain), 0, 8 * within)?;
                    part = self.joined(t, (below, 8 * within), (part, width))?;
                    width += 8 * within;
                }
                if width < 8 * grain {
                    let above = self.part(t, (old, 8 * grain), width, 8 * grain - width)?;
                    part = self.joined(t, (part, width), (above, 8 * grain - width))?;
                }
            }
            self.put(id, number, part, true);
            low += take;
        }
        Ok(())
    }

    /// Notes an atomic operation on the bytes of one cell.
    pub(crate) fn note_atomic(
        &mut self,
        t: usize,
        (id, offset): (ObjectId, i64),
        (bytes, kind): (u32, Kind),
    ) -> Result<(), Box<Refused>> {
        for piece in pieces(self.grain(id), offset, bytes) {
            self.note(t, (id, piece.number), kind)?;
        }
        Ok(())
    }

    /// Reads bytes that the thread has noted to access.
    pub(crate) fn peek(
        &mut self,
        t: usize,
        (id, offset): (ObjectId, i64),
        bytes: u32,
    ) -> Result<Value, Box<Refused>> {
        let grain = self.grain(id);
        if bytes != grain || offset.rem_euclid(i64::from(grain)) != 0 {
            let what = "an atomic operation on a part of an element".to_owned();
            return Err(self.at(t, Why::NoRule(what)));
        }
        Ok(self.cell(id, offset.div_euclid(i64::from(grain))))
    }

    /// Writes what [`Machine::peek`] reads.
    pub(crate) fn poke(&mut self, (id, offset): (ObjectId, i64), value: Value) {
        let grain = i64::from(self.grain(id));
        self.put(id, offset.div_euclid(grain), value, true);
    }

    /// Copies bytes.
    pub(crate) fn copy(
        &mut self,
        t: usize,
        (to, from): (Value, Value),
        bytes: u128,
    ) -> Result<(), Box<Refused>> {
        let bytes = match u32::try_from(bytes) {
            Ok(0) => return Ok(()),
            Ok(count) if bytes <= MOST_BYTES => count,
            _ => return Err(self.at(t, Why::TooLarge("bytes of a copy"))),
        };
        if self.every.is_some() {
            return self.copy_for_all(t, (to, from), bytes);
        }
        let to = self.place(t, to, (bytes, false), true)?;
        let from = self.place(t, from, (bytes, false), true)?;
        let both = gcd(u64::from(self.grain(to.0)), u64::from(self.grain(from.0)));
        let both = gcd(both, to.1.unsigned_abs());
        let both = gcd(gcd(both, from.1.unsigned_abs()), u64::from(bytes));
        let step = u32::try_from(both).unwrap_or(1).max(1);
        for at in (0..bytes).step_by(step as usize) {
            let further = |(id, offset): (ObjectId, i64)| (id, offset + i64::from(at));
            let value = self.read(t, further(from), step)?;
            self.write(t, further(to), (value, step))?;
        }
        Ok(())
    }

    /// A value of memory as one of a type.
    pub(crate) fn of_memory(
        &mut self,
        t: usize,
        value: Value,
        scalar: Scalar,
    ) -> Result<Value, Box<Refused>> {
        let width = self.width(scalar);
        let bytes = 8 * scalar.bytes(self.launch.module.target.pointer);
        Ok(match (scalar, value) {
            (_, Value::Unset | Value::Address(..) | Value::Several(_)) => value,
            (Scalar::Bool, Value::Bits(bits)) => Value::Bits(u128::from(bits != 0)),
            (Scalar::Bool, Value::Term(term)) => {
                let truth = self.truth_of(term);
                self.known_bits(truth)
            }
            (_, value) => self.part(t, (value, bytes), 0, width)?,
        })
    }

    /// Whether any bit of a term is set.
    pub(crate) fn truth_of(&mut self, term: TermId) -> TermId {
        use crate::term::{Node, Op};
        let width = self.arena.width(term);
        if width == 1 {
            return term;
        }
        if let Node::Few(Op::ZeroExtend, [inner, ..], _) = self.arena.node(term) {
            let inner = *inner;
            return self.truth_of(inner);
        }
        let zero = self.arena.constant(0, width);
        let none = self.arena.equal(term, zero);
        self.arena.not(none)
    }
}

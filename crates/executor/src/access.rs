//! Accesses to memory: where they go, whether they may, and what they race with.

use crate::clock::Clocks;
use crate::eval::{Halt, unsupported};
use crate::machine::{Event, Machine};
use crate::memory::Memory;
use crate::outcome::{Clash, Deed, Fault, Kind, Racing, Site, Sought, Warning};
use crate::shadow::{Record, Rules};
use crate::value::{ObjectId, Pointer};
use kernel_graph::{ArrayId, Linkage, Space};

/// How a thread accesses memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Access {
    thread: usize,
    kind: Kind,
    /// It is made by an annotation, and takes no part in races.
    ghost: bool,
    /// It is a load that is assumed not to race with atomic operations on the same word.
    guess: bool,
}

impl Access {
    pub(crate) fn new(thread: usize, kind: Kind, ghost: bool) -> Access {
        Access {
            thread,
            kind,
            ghost,
            guess: false,
        }
    }

    /// The same of a load that may be a guess.
    pub(crate) fn guessing(self, guess: bool) -> Access {
        Access { guess, ..self }
    }
}

/// Who accesses, as the race detector knows him.
#[derive(Clone, Debug)]
pub(crate) struct Actor {
    /// A thread's number, or a copy's.
    pub who: u32,
    pub block: u32,
    pub clocks: Clocks,
    pub site: Site,
}

struct View<'a> {
    who: u32,
    block: u32,
    site: Site,
    clocks: &'a Clocks,
}

struct Found {
    array: ArrayId,
    first: Record,
    second: Record,
    byte: i64,
}

/// Notes accesses to bytes from an offset on; gives a race, of those that a run looks for.
fn conflict(
    memory: &mut Memory,
    view: &View<'_>,
    (kind, guess): (Kind, bool),
    (id, offset): (ObjectId, i64),
    data: &[u8],
    (rules, sought): (Rules, Option<&Sought<'_>>),
) -> Option<Found> {
    let object = memory.get(id)?;
    let clock = match object.space {
        Space::Private => return None,
        Space::Shared => &view.clocks.shared,
        Space::Global | Space::Constant => &view.clocks.global,
    };
    let array = object.array;
    let counts = |first: &Record, second: &Record| {
        sought.is_none_or(|sought| {
            sought(&Clash {
                array,
                kinds: [first.kind, second.kind],
                sites: [first.site, second.site],
                same_block: first.block == second.block,
            })
        })
    };
    for (byte, at) in data.iter().zip(offset..) {
        let record = Record {
            who: view.who,
            block: view.block,
            at: clock.of(view.who),
            kind,
            guess,
            site: view.site,
            unit: (offset, u32::try_from(data.len()).unwrap_or(u32::MAX)),
            byte: *byte,
            own: None,
        };
        let cell = object.cell(at)?;
        if let Some(first) = cell.access_told(record, clock, rules, &counts) {
            return Some(Found {
                array,
                first,
                second: record,
                byte: at,
            });
        }
    }
    None
}

/// Bytes that were read.
#[derive(Clone, Debug)]
pub(crate) struct Data {
    pub bytes: Vec<u8>,
    /// Whether some of them were never written where that makes them arbitrary.
    pub arbitrary: bool,
    /// Whether some of them come from a value that is one of many.
    pub open: bool,
}

impl Data {
    /// Bytes to be written.
    pub(crate) fn of(bytes: Vec<u8>, open: bool) -> Data {
        Data {
            bytes,
            arbitrary: false,
            open,
        }
    }
}

impl Machine<'_> {
    /// The object and the byte in it that an access begins with.
    pub(crate) fn place(
        &mut self,
        pointer: Pointer,
        bytes: u64,
        change: bool,
    ) -> Result<(ObjectId, i64), Halt> {
        let Some(id) = pointer.object else {
            return match pointer.is_null() {
                true => Err(Fault::Null.into()),
                false => unsupported("an access by an address of which nothing is known"),
            };
        };
        let module = self.module;
        let Some(object) = self.memory.get(id) else {
            return unsupported("an object that is not there");
        };
        let (array, space, extent) = (object.array, object.space, object.extent);
        let of = module.array(array);
        let end = i128::from(pointer.offset) + i128::from(bytes);
        if end > i128::from(i64::MAX) {
            return unsupported("an access that goes beyond the last address");
        }
        if let Some(extent) = extent
            && (pointer.offset < 0 || end > i128::from(extent))
        {
            return Err(Fault::OutOfBounds {
                array,
                offset: pointer.offset,
                bytes,
                extent,
                declared: of.is_some_and(|array| array.bytes.is_some()),
            }
            .into());
        }
        if change && space == Space::Constant {
            return Err(Fault::ConstantWrite(array).into());
        }
        Ok((id, pointer.offset))
    }

    fn site(&self, t: usize) -> Site {
        let mut site = self.threads[t].site();
        site.stmt = site.stmt.saturating_sub(1);
        site
    }

    /// Who a thread is for the race detector.
    pub(crate) fn actor(&self, t: usize) -> Actor {
        let thread = &self.threads[t];
        Actor {
            who: thread.number,
            block: thread.block,
            clocks: thread.clocks.clone(),
            site: self.site(t),
        }
    }

    fn racing(&self, record: &Record) -> Racing {
        Racing {
            who: self.threads.get(record.who as usize).map(|t| t.name),
            kind: record.kind,
            site: record.site,
            unit: record.unit,
        }
    }

    /// Notes the accesses of a thread to bytes; `data` is what is there afterwards.
    pub(crate) fn note(
        &mut self,
        t: usize,
        kind: Kind,
        at: (ObjectId, i64),
        data: &[u8],
    ) -> Result<(), Halt> {
        self.note_as(t, (kind, false), at, data)
    }

    /// The same of a load that may be a guess.
    fn note_as(
        &mut self,
        t: usize,
        (kind, guess): (Kind, bool),
        at: (ObjectId, i64),
        data: &[u8],
    ) -> Result<(), Halt> {
        let thread = &self.threads[t];
        let view = View {
            who: thread.number,
            block: thread.block,
            site: self.site(t),
            clocks: &thread.clocks,
        };
        let looks = (self.rules, self.sought);
        let site = view.site;
        let race = conflict(&mut self.memory, &view, (kind, guess), at, data, looks);
        if self.noted.is_some()
            && let Some(object) = self.memory.get(at.0)
            && object.space != Space::Private
        {
            let deed = Deed::Access {
                kind,
                array: object.array,
                offset: at.1,
                bytes: u32::try_from(data.len()).unwrap_or(u32::MAX),
            };
            self.note_deed(t, site, deed);
        }
        self.told(race)
    }

    /// The same for an asynchronous copy.
    pub(crate) fn note_copy(
        &mut self,
        actor: &Actor,
        kind: Kind,
        at: (ObjectId, i64),
        data: &[u8],
    ) -> Result<(), Halt> {
        let view = View {
            who: actor.who,
            block: actor.block,
            site: actor.site,
            clocks: &actor.clocks,
        };
        let looks = (self.rules, self.sought);
        let race = conflict(&mut self.memory, &view, (kind, false), at, data, looks);
        self.told(race)
    }

    fn told(&self, race: Option<Found>) -> Result<(), Halt> {
        match race {
            None => Ok(()),
            Some(found) => Err(Fault::Race {
                array: found.array,
                first: self.racing(&found.first),
                second: self.racing(&found.second),
                byte: found.byte,
            }
            .into()),
        }
    }

    /// The bytes of an object, without noting it.
    pub(crate) fn bytes(&mut self, (id, offset): (ObjectId, i64), count: u64) -> Data {
        let Some(object) = self.memory.get(id) else {
            return Data::of(Vec::new(), false);
        };
        let places = || offset..offset.saturating_add_unsigned(count);
        let open = places().any(|at| object.is_open(at));
        Data::of(places().map(|at| object.read(at).0).collect(), open)
    }

    /// Puts bytes into an object, without noting it.
    pub(crate) fn put(&mut self, (id, offset): (ObjectId, i64), data: &Data) {
        // Who says what memory contains at the end, or compares what two threads write, uses the value.
        let compared = self.sought.is_none() || self.options.tolerate_equal_writes;
        self.arbitrary |= data.open && compared;
        if let Some(object) = self.memory.get(id) {
            for (byte, at) in data.bytes.iter().zip(offset..) {
                object.write(at, *byte, data.open);
            }
        }
    }

    /// Whether some of these bytes were never written where that makes them arbitrary; of shared memory that is
    /// told.
    pub(crate) fn is_fresh(
        &mut self,
        access: Access,
        (id, offset): (ObjectId, i64),
        count: u64,
    ) -> bool {
        let Some(object) = self.memory.get(id) else {
            return false;
        };
        let (array, space) = (object.array, object.space);
        let mut places = offset..offset.saturating_add_unsigned(count);
        if !matches!(space, Space::Private | Space::Shared) || places.all(|at| object.read(at).1) {
            return false;
        }
        if space == Space::Shared && !access.ghost {
            let site = self.site(access.thread);
            self.warnings.insert(Warning::Uninitialized(array, site));
        }
        let array = self.module.array(array);
        !array.is_some_and(|array| array.linkage == Linkage::Literal)
    }

    /// Reads bytes.
    pub(crate) fn read(
        &mut self,
        access: Access,
        pointer: Pointer,
        count: u64,
    ) -> Result<(Data, Event), Halt> {
        if count == 0 {
            return Ok((Data::of(Vec::new(), false), Event::Quiet));
        }
        let (id, offset) = self.place(pointer, count, false)?;
        let arbitrary = self.is_fresh(access, (id, offset), count);
        let mut data = self.bytes((id, offset), count);
        data.arbitrary = arbitrary;
        let Some(object) = self.memory.get(id) else {
            return Ok((data, Event::Quiet));
        };
        if object.space == Space::Private {
            return Ok((data, Event::Quiet));
        }
        if !access.ghost {
            let how = (access.kind, access.guess);
            self.note_as(access.thread, how, (id, offset), &data.bytes)?;
        }
        Ok((data, Event::Seen))
    }

    /// Writes bytes.
    pub(crate) fn write(
        &mut self,
        access: Access,
        pointer: Pointer,
        data: &Data,
    ) -> Result<Event, Halt> {
        if data.bytes.is_empty() {
            return Ok(Event::Quiet);
        }
        let count = u64::try_from(data.bytes.len()).unwrap_or(u64::MAX);
        let (id, offset) = self.place(pointer, count, true)?;
        if !access.ghost {
            self.note(access.thread, access.kind, (id, offset), &data.bytes)?;
        }
        self.put((id, offset), data);
        let space = self.memory.get(id).map(|object| object.space);
        Ok(match space {
            Some(Space::Private) | None => Event::Quiet,
            Some(Space::Global | Space::Shared | Space::Constant) => Event::Seen,
        })
    }
}

//! Memory: objects that are rows of cells. A cell is as wide as the narrowest scalar of the array, so that wider and
//! narrower accesses are made of whole cells and of parts of one.

use crate::outcome::Perhaps;
use crate::shadow::{Shadow, Stamp};
use crate::term::{Arena, Leaf, Node, TermId};
use kernel_graph::{Array, ArrayId, Layout, LayoutKind, Space};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// Names an object of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ObjectId(pub u32);

/// A value of a local, an expression or a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Value {
    /// Known bits.
    Bits(u128),
    /// An address in an object.
    Address(ObjectId, i64),
    /// A value that depends on contents or parameters.
    Term(TermId),
    /// An address that contents decide: by its number among the machine's ([`crate::pointer`]).
    Several(u32),
    /// Nobody gave one.
    Unset,
}

/// Who has an object of his own for an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Owner {
    /// All threads have one.
    Grid,
    /// Those of a block have one.
    Block(u32),
    /// A call has one.
    Call(u64),
}

/// A piece of an object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell {
    pub value: Value,
    /// Whether the launch wrote it.
    pub written: bool,
    pub shadow: Shadow,
}

/// What lies in an object at first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Beginning {
    /// The contents that both launches find, by the array's key.
    Input(u32),
    /// Nobody gave any.
    Unset,
    /// These bytes, and what nobody gave behind them.
    Given(Vec<u8>),
}

/// A piece of memory that no other overlaps.
#[derive(Debug)]
pub(crate) struct Object {
    pub array: ArrayId,
    pub space: Space,
    /// How many bytes it has, where that is known.
    pub extent: Option<u64>,
    pub beginning: Beginning,
    /// Bytes of a cell: 1, 2, 4 or 8.
    pub grain: u32,
    pub cells: FxHashMap<i64, Cell>,
    /// The first byte that is accessed whatever memory contains, and that behind the last.
    pub surely: Option<(i64, i64)>,
    /// What is accessed as contents decide.
    pub perhaps: FxHashSet<Perhaps>,
    /// Reads of the first contents at addresses that contents decide.
    pub anywhere: Option<Stamp>,
    /// Whether this launch or one before has written it.
    pub is_written: bool,
}

/// The widest piece of which every scalar of a layout is made: 1, 2, 4 or 8 bytes. `pointer` is the width of a pointer.
pub fn grain(layout: &Layout, pointer: u32) -> u32 {
    // Of an array whose length is the launch's the size is 0, which every number divides.
    let mut all = layout.size;
    let mut work = vec![(0u64, layout)];
    let mut seen = 0;
    while let Some((at, layout)) = work.pop() {
        seen += 1;
        if seen > 4096 {
            return 1;
        }
        let size = match &layout.kind {
            LayoutKind::Scalar { scalar, .. } | LayoutKind::Vector(scalar, _) => {
                u64::from(scalar.bytes(pointer))
            }
            LayoutKind::Array(element, _) => {
                work.push((at, element));
                element.size
            }
            LayoutKind::Struct { fields, .. } => {
                work.extend(fields.iter().map(|f| (at + f.offset, &f.layout)));
                continue;
            }
            LayoutKind::Opaque => 1,
        };
        all = gcd(all, gcd(at, size));
    }
    match all {
        0 => 1,
        all if all.is_multiple_of(8) => 8,
        all if all.is_multiple_of(4) => 4,
        all if all.is_multiple_of(2) => 2,
        _ => 1,
    }
}

pub(crate) fn gcd(a: u64, b: u64) -> u64 {
    match b {
        0 => a,
        b => gcd(b, a % b),
    }
}

impl Object {
    pub(crate) fn new(of: &Array, array: ArrayId, beginning: Beginning, grain: u32) -> Object {
        Object {
            array,
            space: of.space,
            extent: of.bytes,
            beginning,
            grain,
            cells: FxHashMap::default(),
            surely: None,
            perhaps: FxHashSet::default(),
            anywhere: None,
            is_written: false,
        }
    }

    /// The cell of this number, made if nobody has asked for it.
    pub(crate) fn cell(&mut self, number: i64, arena: &mut Arena) -> &mut Cell {
        let (beginning, grain) = (&self.beginning, self.grain);
        self.cells.entry(number).or_insert_with(|| Cell {
            value: first(beginning, number, grain, arena),
            written: false,
            shadow: Shadow::default(),
        })
    }

    /// Takes what earlier launches have left in it, by the numbers of cells. This launch has not written that.
    pub(crate) fn begin_with(&mut self, before: &BTreeMap<i64, TermId>, arena: &Arena) {
        for (number, term) in before {
            let value = match arena.bits(*term) {
                Some(bits) => Value::Bits(bits),
                None => Value::Term(*term),
            };
            let cell = Cell {
                value,
                written: false,
                shadow: Shadow::default(),
            };
            self.cells.insert(*number, cell);
        }
        self.is_written |= !before.is_empty();
    }

    /// Notes that bytes are accessed whatever memory contains.
    pub(crate) fn touch(&mut self, from: i64, bytes: u32) {
        let end = from.saturating_add(i64::from(bytes));
        self.surely = Some(match self.surely {
            Some((first, last)) => (first.min(from), last.max(end)),
            None => (from, end),
        });
    }
}

/// What lies in a cell at first.
pub(crate) fn first(beginning: &Beginning, number: i64, grain: u32, arena: &mut Arena) -> Value {
    let start = number.saturating_mul(i64::from(grain));
    match beginning {
        Beginning::Input(key) => {
            Value::Term(arena.make(Node::Leaf(Leaf::Input(*key, start)), 8 * grain))
        }
        Beginning::Unset => Value::Unset,
        Beginning::Given(bytes) => {
            let mut all = 0u128;
            for at in 0..grain {
                let place = usize::try_from(start.saturating_add(i64::from(at))).ok();
                match place.and_then(|place| bytes.get(place)) {
                    Some(byte) => all |= u128::from(*byte) << (8 * at),
                    None => return Value::Unset,
                }
            }
            Value::Bits(all)
        }
    }
}

//! Memory: objects of bytes. Pages are made when they are first touched, so that an array whose size
//! nobody knows has as many bytes as the program asks for.

use crate::content::{Contents, Scalars, Source};
use crate::shadow::Cell;
use crate::value::{ObjectId, Pointer, Value, low, mask};
use kernel_graph::{ArrayId, Linkage, Module, Scalar, Space};
use random::mix;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Bytes of a page.
const PAGE: usize = 64;

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

#[derive(Clone, Debug)]
struct Page {
    bytes: [u8; PAGE],
    /// A bit for each byte that was written.
    written: u64,
    /// A bit for each byte of a value that is one of many.
    open: u64,
    /// What the race detector remembers; empty where nothing is remembered.
    cells: Vec<Cell>,
}

/// A piece of memory.
#[derive(Clone, Debug)]
pub(crate) struct Object {
    /// The array that it is a copy of.
    pub array: ArrayId,
    /// Who sees it.
    pub space: Space,
    /// How many bytes it has, where that is known.
    pub extent: Option<u64>,
    pages: FxHashMap<i64, Page>,
    source: Source,
    /// Its address as a number, once somebody has asked for it.
    number: Option<u64>,
}

/// How memory begins.
#[derive(Clone, Debug, Default)]
pub(crate) struct Beginnings {
    pub seed: u64,
    /// What arrays contain, by number.
    pub contents: BTreeMap<ArrayId, Contents>,
    /// Bytes of arrays whose size the program leaves open.
    pub extents: BTreeMap<ArrayId, u64>,
}

/// All memory of a run.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    pub objects: Vec<Object>,
    found: FxHashMap<(ArrayId, Owner), ObjectId>,
    /// The scalars of an element of each array that was met.
    scalars: FxHashMap<ArrayId, Arc<Scalars>>,
    numbered: Vec<ObjectId>,
    beginnings: Beginnings,
    pointer: u32,
}

fn split(offset: i64) -> (i64, usize) {
    let size = 64i64;
    let within = usize::try_from(offset.rem_euclid(size)).unwrap_or(0);
    (offset.div_euclid(size), within)
}

impl Object {
    fn page(&mut self, number: i64) -> &mut Page {
        let source = &self.source;
        self.pages.entry(number).or_insert_with(|| {
            let mut bytes = [0; PAGE];
            for (at, byte) in (0i64..).zip(bytes.iter_mut()) {
                *byte = source.byte(number.saturating_mul(64).saturating_add(at));
            }
            Page {
                bytes,
                written: 0,
                open: 0,
                cells: Vec::new(),
            }
        })
    }

    /// A byte, and whether the program wrote it.
    pub(crate) fn read(&mut self, offset: i64) -> (u8, bool) {
        let (number, at) = split(offset);
        let given = self.source.initial.as_ref();
        let given = given.is_some_and(|all| (all.len() as u64) > offset.cast_unsigned());
        let page = self.page(number);
        let byte = page.bytes.get(at).copied().unwrap_or(0);
        (byte, given || page.written >> at & 1 == 1)
    }

    /// Whether a byte comes from a value that is one of many.
    pub(crate) fn is_open(&self, offset: i64) -> bool {
        let (number, at) = split(offset);
        let page = self.pages.get(&number);
        page.is_some_and(|page| page.open >> at & 1 == 1)
    }

    /// Writes a byte; `open` if it comes from a value that is one of many.
    pub(crate) fn write(&mut self, offset: i64, byte: u8, open: bool) {
        let (number, at) = split(offset);
        let page = self.page(number);
        if let Some(slot) = page.bytes.get_mut(at) {
            *slot = byte;
        }
        page.written |= 1 << at;
        page.open = page.open & !(1 << at) | u64::from(open) << at;
    }

    /// What the race detector remembers of a byte.
    pub(crate) fn cell(&mut self, offset: i64) -> Option<&mut Cell> {
        let (number, at) = split(offset);
        let page = self.page(number);
        if page.cells.is_empty() {
            page.cells = vec![Cell::default(); PAGE];
        }
        page.cells.get_mut(at)
    }

    /// All bytes become arbitrary again.
    pub(crate) fn forget(&mut self, seed: u64) {
        self.pages.clear();
        self.source.seed = seed;
    }

    /// The offsets of bytes that were written, in order.
    pub(crate) fn written(&self) -> Vec<i64> {
        let mut pages: Vec<(&i64, &Page)> = self.pages.iter().collect();
        pages.sort_by_key(|(number, _)| **number);
        let bytes = pages.into_iter().flat_map(|(number, page)| {
            (0i64..64)
                .filter(|at| page.written >> at & 1 == 1)
                .map(move |at| number * 64 + at)
        });
        bytes.collect()
    }
}

impl Memory {
    pub(crate) fn new(beginnings: Beginnings, pointer: u32) -> Memory {
        Memory {
            objects: Vec::new(),
            found: FxHashMap::default(),
            scalars: FxHashMap::default(),
            numbered: Vec::new(),
            beginnings,
            pointer,
        }
    }

    /// The object of an array; made when it is first asked for.
    pub(crate) fn object(
        &mut self,
        module: &Module,
        array: ArrayId,
        owner: Owner,
    ) -> Option<ObjectId> {
        if let Some(found) = self.found.get(&(array, owner)) {
            return Some(*found);
        }
        let of = module.array(array)?;
        let seed = mix(self.beginnings.seed ^ mix(u64::from(array.0)));
        let private = |seed: u64| match owner {
            Owner::Grid => seed,
            Owner::Block(block) => mix(seed ^ u64::from(block)),
            Owner::Call(call) => mix(seed ^ call.wrapping_mul(3)),
        };
        let given = matches!(of.linkage, Linkage::Parameter(_) | Linkage::Variable);
        let usual = match given && owner == Owner::Grid {
            true => Contents::by_seed(seed),
            false => Contents::by_seed(private(seed)),
        };
        let contents = self.beginnings.contents.get(&array);
        let parts = self.scalars.entry(array);
        let parts = parts.or_insert_with(|| Arc::new(Scalars::of(&of.layout, self.pointer)));
        let object = Object {
            array,
            space: of.space,
            extent: of.bytes.or(self.beginnings.extents.get(&array).copied()),
            pages: FxHashMap::default(),
            source: Source {
                contents: contents.cloned().unwrap_or(usual),
                seed: private(seed),
                element: of.layout.size.max(1),
                scalars: Arc::clone(parts),
                initial: of.initial.clone(),
            },
            number: None,
        };
        let id = ObjectId(u32::try_from(self.objects.len()).ok()?);
        self.objects.push(object);
        self.found.insert((array, owner), id);
        Some(id)
    }

    pub(crate) fn get(&mut self, id: ObjectId) -> Option<&mut Object> {
        self.objects.get_mut(id.0 as usize)
    }

    /// How far apart addresses of objects are as numbers of so many bits.
    fn stride(width: u32) -> u32 {
        if width >= 64 { 40 } else { 22 }
    }

    /// An address as a number; none if there are too many objects with one.
    pub(crate) fn number(&mut self, pointer: Pointer) -> Option<u64> {
        self.number_in(pointer, 8 * self.pointer)
    }

    /// An address as a number of so many bits, from which [`Memory::address_in`] makes it again.
    pub(crate) fn number_in(&mut self, pointer: Pointer, width: u32) -> Option<u64> {
        let stride = Memory::stride(width);
        let Some(id) = pointer.object else {
            return Some(pointer.offset.cast_unsigned());
        };
        let known = self.objects.get(id.0 as usize)?.number;
        let place = match known {
            Some(place) => place,
            None => {
                let place = u64::try_from(self.numbered.len()).ok()? + 1;
                if place >= 1 << 10 {
                    return None;
                }
                self.numbered.push(id);
                self.objects.get_mut(id.0 as usize)?.number = Some(place);
                place
            }
        };
        // In the middle of its range, so that addresses before the start are its own, too.
        let start = (place << stride) + (1 << (stride - 1));
        let sum = start.wrapping_add(pointer.offset.cast_unsigned());
        Some(sum & low(mask(width)))
    }

    /// The address with a number.
    pub(crate) fn address(&self, number: u64) -> Pointer {
        self.address_in(number, 8 * self.pointer)
    }

    /// The address with a number of so many bits.
    pub(crate) fn address_in(&self, number: u64, width: u32) -> Pointer {
        let stride = Memory::stride(width);
        let place = number >> stride;
        let found = usize::try_from(place)
            .ok()
            .and_then(|place| self.numbered.get(place.checked_sub(1)?));
        match found {
            Some(id) => {
                let start = (place << stride) + (1 << (stride - 1));
                Pointer {
                    object: Some(*id),
                    offset: number.wrapping_sub(start).cast_signed(),
                }
            }
            None => Pointer {
                object: None,
                offset: number.cast_signed(),
            },
        }
    }

    /// The bytes of a value, the lowest first; none if an address cannot become a number.
    pub(crate) fn bytes_of(&mut self, value: Value, scalar: Scalar) -> Option<Vec<u8>> {
        let bits = match value {
            Value::Bits(bits) => bits,
            Value::Address(pointer) => u128::from(self.number(pointer)?),
        };
        let count = usize::try_from(scalar.bytes(self.pointer)).ok()?;
        Some(bits.to_le_bytes().into_iter().take(count).collect())
    }

    /// The value that bytes stand for.
    pub(crate) fn value_of(&self, bytes: &[u8], scalar: Scalar) -> Value {
        let bits = bytes
            .iter()
            .rev()
            .fold(0u128, |sum, byte| sum << 8 | u128::from(*byte));
        match scalar {
            Scalar::Bool => Value::bool_(bits != 0),
            Scalar::Pointer => Value::Address(self.address(low(bits))),
            Scalar::Int(_) | Scalar::Float(_) | Scalar::Function | Scalar::Handle => {
                Value::Bits(bits & mask(crate::value::width(scalar, self.pointer)))
            }
        }
    }
}

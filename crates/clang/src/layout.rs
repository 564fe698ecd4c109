//! Sizes, alignments and offsets as the targets' ABI has them.

use crate::tree::{Enum, Field, Language, Layout, Record, Unit};
use crate::types::{IntKind, Qual, Target, Type, TypeId};

impl Unit {
    /// The type of `size_t`, or of `ptrdiff_t`.
    pub fn size_type(&self, signed: bool) -> IntKind {
        match (self.target, signed) {
            (Target::Bits32, false) => IntKind::UInt,
            (Target::Bits32, true) => IntKind::Int,
            (Target::Bits64, false) => IntKind::ULong,
            (Target::Bits64, true) => IntKind::Long,
        }
    }

    /// `sizeof` a type; `None` for those without a known size. GNU's 1 for `void` and functions is not
    /// given.
    pub fn size_of(&self, id: TypeId) -> Option<u64> {
        Some(self.measure(id)?.0)
    }

    /// `alignof` a type.
    pub fn align_of(&self, id: TypeId) -> Option<u64> {
        Some(self.measure(id)?.1)
    }

    /// Size and alignment.
    pub fn measure(&self, id: TypeId) -> Option<(u64, u64)> {
        let same = |size: u64| Some((size, size));
        match self.types.get(id) {
            Type::Void | Type::Function { .. } | Type::Pipe(_) => None,
            Type::Opaque(_) => same(self.target.pointer()),
            Type::NullPointer | Type::Pointer(_) | Type::Reference { .. } => {
                same(self.target.pointer())
            }
            Type::Int(kind) => same(kind.bytes(self.target, self.opencl())),
            Type::Float(kind) => same(kind.bytes()),
            Type::Complex(kind) => Some((2 * kind.bytes(), kind.bytes())),
            Type::Vector { element, count, .. } => {
                // Three elements take the place of four, and others that of the next power of two.
                let count = u64::from(*count).checked_next_power_of_two()?;
                same(self.size_of(*element)?.checked_mul(count)?)
            }
            Type::Array { element, count } => {
                let (size, align) = self.measure(element.id)?;
                Some((size.checked_mul((*count)?)?, align))
            }
            Type::MemberPointer { to, .. } => {
                let pointer = self.target.pointer();
                match self.types.get(to.id) {
                    Type::Function { .. } => Some((2 * pointer, pointer)),
                    _ => same(pointer),
                }
            }
            Type::Record(record) => {
                let layout = self.record(*record)?.layout.as_ref()?;
                Some((layout.size, layout.align))
            }
            Type::Enum(id) => {
                let Enum { underlying, .. } = self.enums.get(id.0 as usize)?;
                self.measure(underlying.id)
            }
            Type::Atomic(inner) => self.measure(*inner),
        }
    }

    fn opencl(&self) -> bool {
        self.language == Language::OpenCl
    }

    /// Sizes of a record from its fields.
    pub(crate) fn lay_out(&self, record: &Record, rules: Rules) -> Option<Layout> {
        let mut builder = Placing {
            at: 0,
            size: 0,
            align: 1,
            union: record.union,
            rules,
        };
        let mut bases = Vec::new();
        let holds_records = |field: &Field| {
            let mut ty = field.ty.id;
            while let Type::Array { element, .. } = self.types.get(ty) {
                ty = element.id;
            }
            matches!(self.types.get(ty), Type::Record(_))
        };
        // A packed class packs its bases too.
        if !record.bases.is_empty() && (rules.packed || rules.most.is_some()) {
            return None;
        }
        let alone = record.bases.len() == 1 && !record.fields.first().is_some_and(holds_records);
        for (at, base) in record.bases.iter().enumerate() {
            let empty = self.is_empty(base.id);
            // Two objects of one empty class may not share a place; where there may be a second one,
            // such classes are not laid out.
            if empty && !alone {
                return None;
            }
            let last = at + 1 == record.bases.len() && record.fields.is_empty();
            // Whether what follows takes the tail of a base depends on how plain the base is.
            if !empty && !last && self.has_tail(base.id) {
                return None;
            }
            bases.push(self.place_base(base, &mut builder)?);
        }
        let mut fields = Vec::new();
        for field in &record.fields {
            fields.push(self.place_field(field, &mut builder)?);
        }
        let align = rules.align.map_or(builder.align, |a| a.max(builder.align));
        let used = builder.size.div_ceil(8);
        // A class without anything in it takes a byte, so that two have different places.
        let used = if used == 0 && rules.cpp { 1 } else { used };
        let size = used.checked_next_multiple_of(align)?;
        Some(Layout {
            size,
            align,
            bases,
            fields,
            data_size: builder.size.div_ceil(8),
        })
    }

    /// Whether a class is larger than what lies in it.
    fn has_tail(&self, id: TypeId) -> bool {
        let Type::Record(id) = self.types.get(id) else {
            return true;
        };
        let layout = self.record(*id).and_then(|record| record.layout.as_ref());
        layout.is_none_or(|layout| layout.size != layout.data_size)
    }

    fn place_base(&self, base: &Qual, builder: &mut Placing) -> Option<u64> {
        let Type::Record(id) = self.types.get(base.id) else {
            return None;
        };
        let record = self.record(*id)?;
        let layout = record.layout.as_ref()?;
        builder.align = builder.align.max(layout.align);
        if self.is_empty(base.id) {
            return Some(0);
        }
        let at = builder
            .size
            .div_ceil(8)
            .checked_next_multiple_of(layout.align)?;
        builder.size = at.checked_add(layout.data_size)?.checked_mul(8)?;
        builder.at = builder.size;
        Some(at)
    }

    /// Whether a type is a class without fields, also in its bases.
    pub fn is_empty(&self, id: TypeId) -> bool {
        let Type::Record(id) = self.types.get(id) else {
            return false;
        };
        self.record(*id).is_some_and(|record| {
            record.fields.is_empty() && record.bases.iter().all(|base| self.is_empty(base.id))
        })
    }

    fn place_field(&self, field: &Field, builder: &mut Placing) -> Option<u64> {
        let (mut size, mut align) = match self.types.get(field.ty.id) {
            // A flexible array at the end takes no place.
            Type::Array {
                element,
                count: None,
            } => (0, self.align_of(element.id)?),
            _ => self.measure(field.ty.id)?,
        };
        if builder.rules.packed || field.packed {
            align = 1;
        }
        align = align.max(field.align.unwrap_or(1));
        if let Some(most) = builder.rules.most {
            align = align.min(most);
        }
        size = size.checked_mul(8)?;
        let align_bits = align.checked_mul(8)?;
        let start = if builder.union { 0 } else { builder.at };
        // How these lie is the machine's to say.
        if field.bits.is_some() && (field.name.is_empty() || field.align.is_some()) {
            return None;
        }
        let at = match field.bits {
            Some(0) => {
                builder.at = start.checked_next_multiple_of(align_bits)?;
                return Some(builder.at);
            }
            Some(bits) => {
                let bits = u64::from(bits);
                // A bit field does not cross a boundary of its type.
                let crosses = start / align_bits != (start + bits - 1) / align_bits
                    || (start % align_bits) + bits > size;
                size = bits;
                if crosses && !builder.rules.packed && !field.packed {
                    start.checked_next_multiple_of(align_bits)?
                } else {
                    start
                }
            }
            None => start.checked_next_multiple_of(align_bits)?,
        };
        builder.align = builder.align.max(align);
        let end = at.checked_add(size)?;
        builder.at = end;
        builder.size = builder.size.max(end);
        Some(at)
    }
}

/// What a record's attributes say on its layout.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rules {
    /// `packed`.
    pub packed: bool,
    /// `alignas`, in bytes.
    pub align: Option<u64>,
    /// `#pragma pack`, in bytes.
    pub most: Option<u64>,
    /// C++.
    pub cpp: bool,
}

struct Placing {
    at: u64,
    size: u64,
    align: u64,
    union: bool,
    rules: Rules,
}

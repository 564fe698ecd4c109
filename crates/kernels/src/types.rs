//! Scalars and layouts of C types.

use clang::tree::{Language, Record, RecordId, Unit};
use clang::types::{FloatKind, Qual, Type, TypeId};
use kernel_graph::{FieldLayout, FloatFormat, Layout, LayoutKind, Scalar};

/// What a type is to the lowering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// No value.
    Void,
    /// A value that an expression may have; whether an integer is signed.
    Scalar(Scalar, bool),
    /// A value that lies in memory.
    Object,
}

/// The types of a unit.
#[derive(Clone, Copy)]
pub(crate) struct TypeView<'a> {
    /// What was read.
    pub unit: &'a Unit,
}

/// Records nested deeper than this are shown as bytes.
const DEPTH: u32 = 32;

impl<'a> TypeView<'a> {
    fn opencl(self) -> bool {
        self.unit.language == Language::OpenCl
    }

    /// Bytes of a pointer.
    pub(crate) fn pointer(self) -> u32 {
        u32::try_from(self.unit.target.pointer()).unwrap_or(8)
    }

    /// An integer as wide as a pointer.
    pub(crate) fn word(self) -> Scalar {
        Scalar::Int(8 * self.pointer())
    }

    /// The type with a number.
    pub(crate) fn get(self, id: TypeId) -> &'a Type {
        self.unit.types.get(id)
    }

    /// What a type is to the lowering; none for types without a rule.
    pub(crate) fn shape(self, id: TypeId) -> Option<Shape> {
        Some(match self.get(id) {
            Type::Void => Shape::Void,
            Type::Pointer(pointed) if !self.is_function(pointed) => {
                Shape::Scalar(Scalar::Pointer, false)
            }
            Type::Reference { to, .. } if self.is_function(to) => {
                Shape::Scalar(Scalar::Function, false)
            }
            Type::Pointer(_) | Type::Function { .. } => Shape::Scalar(Scalar::Function, false),
            Type::NullPointer | Type::Reference { .. } => Shape::Scalar(Scalar::Pointer, false),
            Type::Int(kind) => {
                let bytes = kind.bytes(self.unit.target, self.opencl());
                let bits = 8 * u32::try_from(bytes).ok()?;
                match *kind == clang::types::IntKind::Bool {
                    true => Shape::Scalar(Scalar::Bool, false),
                    false => Shape::Scalar(Scalar::Int(bits), kind.signed()),
                }
            }
            Type::Float(kind) => Shape::Scalar(Scalar::Float(format(*kind)), true),
            Type::Enum(id) => {
                let underlying = self.unit.enums.get(id.0 as usize)?.underlying;
                return self.shape(underlying.id);
            }
            Type::Atomic(inner) => return self.shape(*inner),
            // A sampler says how an image is read: nothing can be written by it.
            Type::Opaque(name) if name == "sampler_t" => Shape::Scalar(Scalar::Int(32), false),
            Type::Opaque(_) | Type::Pipe(_) => Shape::Scalar(Scalar::Handle, false),
            Type::Vector { .. } | Type::Array { .. } | Type::Record(_) => Shape::Object,
            Type::Complex(_) | Type::MemberPointer { .. } => return None,
        })
    }

    fn is_function(self, to: &Qual) -> bool {
        matches!(self.get(to.id), Type::Function { .. })
    }

    /// `sizeof` a type.
    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "the reader measures all other types"
    )]
    pub(crate) fn size(self, id: TypeId) -> Option<u64> {
        match self.get(id) {
            // What GNU C says, for arithmetic on `void *`.
            Type::Void | Type::Function { .. } => Some(1),
            Type::Reference { .. } => Some(u64::from(self.pointer())),
            _ => self.unit.size_of(id),
        }
    }

    /// Whether something is done when an object of a type ends.
    pub(crate) fn ends(self, id: TypeId) -> bool {
        match self.get(id) {
            Type::Record(record) => self.unit.record(*record).is_none_or(|record| record.ends),
            Type::Array { element, .. } => self.ends(element.id),
            Type::Atomic(inner) => self.ends(*inner),
            Type::Void
            | Type::NullPointer
            | Type::Int(_)
            | Type::Float(_)
            | Type::Complex(_)
            | Type::Vector { .. }
            | Type::Pointer(_)
            | Type::Reference { .. }
            | Type::Function { .. }
            | Type::MemberPointer { .. }
            | Type::Enum(_)
            | Type::Opaque(_)
            | Type::Pipe(_) => false,
        }
    }

    /// Whether something is done when a base class or field of an object ends.
    pub(crate) fn parts_end(self, record: &Record) -> bool {
        let fields = record.fields.iter().map(|field| field.ty.id);
        let mut parts = record.bases.iter().map(|base| base.id).chain(fields);
        parts.any(|part| self.ends(part))
    }

    /// How a type lies in memory.
    pub(crate) fn layout(self, id: TypeId) -> Layout {
        self.layout_to(id, DEPTH)
    }

    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "a type without a shape is opaque"
    )]
    fn layout_to(self, id: TypeId, depth: u32) -> Layout {
        let size = self.size(id).unwrap_or(0);
        let opaque = Layout {
            size,
            kind: LayoutKind::Opaque,
        };
        let Some(below) = depth.checked_sub(1) else {
            return opaque;
        };
        let kind = match self.get(id) {
            Type::Array { element, count } => {
                LayoutKind::Array(Box::new(self.layout_to(element.id, below)), *count)
            }
            Type::Vector { element, count, .. } => match self.shape(*element) {
                Some(Shape::Scalar(scalar, _)) => LayoutKind::Vector(scalar, *count),
                _ => LayoutKind::Opaque,
            },
            Type::Record(record) => match self.record(*record, below) {
                Some(kind) => kind,
                None => LayoutKind::Opaque,
            },
            _ => match self.shape(id) {
                Some(Shape::Scalar(scalar, signed)) => LayoutKind::Scalar { scalar, signed },
                _ => LayoutKind::Opaque,
            },
        };
        Layout { size, kind }
    }

    fn record(self, id: RecordId, depth: u32) -> Option<LayoutKind> {
        let record = self.unit.record(id)?;
        let layout = record.layout.as_ref()?;
        let mut fields = Vec::new();
        for (base, offset) in record.bases.iter().zip(&layout.bases) {
            fields.push(FieldLayout {
                name: String::new(),
                offset: *offset,
                layout: self.layout_to(base.id, depth),
                bits: None,
            });
        }
        for (field, bit) in record.fields.iter().zip(&layout.fields) {
            let inner = self.layout_to(field.ty.id, depth);
            // The storage of a bit field begins at a multiple of its type's size.
            let (offset, bits) = match field.bits {
                None => (bit / 8, None),
                Some(width) => {
                    let unit = inner.size.max(1) * 8;
                    let start = bit / unit * unit;
                    let within = u32::try_from(bit - start).ok()?;
                    (start / 8, Some((within, width)))
                }
            };
            fields.push(FieldLayout {
                name: field.name.clone(),
                offset,
                layout: inner,
                bits,
            });
        }
        Some(LayoutKind::Struct {
            name: record.name.clone(),
            fields,
        })
    }
}

fn format(kind: FloatKind) -> FloatFormat {
    match kind {
        FloatKind::Half => FloatFormat::Half,
        FloatKind::BFloat16 => FloatFormat::BFloat16,
        FloatKind::Float => FloatFormat::Single,
        FloatKind::Double | FloatKind::LongDouble => FloatFormat::Double,
    }
}

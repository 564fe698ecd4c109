//! Types of C and C++ as kernels use them, interned: equal types have equal numbers.

use std::collections::HashMap;

use crate::tree::{EnumId, RecordId};

/// A type without its qualifiers; a number in [`Types`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeId(pub u32);

/// Where an object lives, as far as its type says. CUDA says it with attributes of the variable instead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AddressSpace {
    /// Nothing is said.
    #[default]
    Default,
    /// OpenCL `__private`.
    Private,
    /// OpenCL `__local`, CUDA `__shared__`.
    Local,
    /// OpenCL `__global`, CUDA device memory.
    Global,
    /// OpenCL `__constant`, CUDA `__constant__`.
    Constant,
    /// OpenCL `__generic`: any of private, local, global.
    Generic,
}

/// A type with its qualifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Qual {
    /// The type.
    pub id: TypeId,
    /// `const`.
    pub constant: bool,
    /// `volatile`.
    pub volatile: bool,
    /// `restrict`.
    pub restrict: bool,
    /// Address space.
    pub space: AddressSpace,
}

impl Qual {
    /// A type without qualifiers.
    pub fn plain(id: TypeId) -> Self {
        Qual {
            id,
            constant: false,
            volatile: false,
            restrict: false,
            space: AddressSpace::Default,
        }
    }
}

/// The integer types. `Char` is signed here, as it is on both targets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum IntKind {
    Bool,
    Char,
    SChar,
    UChar,
    WChar,
    Char8,
    Char16,
    Char32,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    Int128,
    UInt128,
}

/// The floating types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum FloatKind {
    Half,
    BFloat16,
    Float,
    Double,
    LongDouble,
}

/// A type. Typedefs are resolved.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// `void`.
    Void,
    /// `nullptr_t`.
    NullPointer,
    /// An integer type, `bool` included.
    Int(IntKind),
    /// A floating type.
    Float(FloatKind),
    /// `_Complex`.
    Complex(FloatKind),
    /// A vector of OpenCL or of a vector attribute.
    Vector {
        /// The elements' type.
        element: TypeId,
        /// How many.
        count: u32,
        /// Whether it is one of OpenCL (with swizzles) rather than of GCC.
        ext: bool,
    },
    /// A pointer.
    Pointer(Qual),
    /// A reference.
    Reference {
        /// To what.
        to: Qual,
        /// `&&`.
        rvalue: bool,
    },
    /// An array.
    Array {
        /// The elements' type.
        element: Qual,
        /// How many; `None` for `[]` and for a size that is computed.
        count: Option<u64>,
    },
    /// A function.
    Function {
        /// What it returns.
        result: Qual,
        /// What it takes.
        parameters: Vec<Qual>,
        /// `...`.
        variadic: bool,
    },
    /// A pointer to a member.
    MemberPointer {
        /// The member's type.
        to: Qual,
        /// Of which class.
        of: TypeId,
    },
    /// A struct, class or union.
    Record(RecordId),
    /// An enumeration.
    Enum(EnumId),
    /// `_Atomic(T)` and OpenCL's `atomic_int` and the like.
    Atomic(TypeId),
    /// A type of OpenCL without visible contents: `image2d_t`, `sampler_t`, `event_t`, ….
    Opaque(String),
    /// `pipe T`.
    Pipe(TypeId),
}

/// The machine that a kernel is read for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Target {
    /// Pointers and `size_t` of 32 bits.
    Bits32,
    /// Pointers and `size_t` of 64 bits.
    #[default]
    Bits64,
}

impl Target {
    /// Bytes of a pointer.
    pub fn pointer(self) -> u64 {
        match self {
            Target::Bits32 => 4,
            Target::Bits64 => 8,
        }
    }
}

impl IntKind {
    /// Bytes; `long` is as wide as a pointer, but always 64 bits in OpenCL.
    pub fn bytes(self, target: Target, opencl: bool) -> u64 {
        match self {
            IntKind::Bool | IntKind::Char | IntKind::SChar | IntKind::UChar | IntKind::Char8 => 1,
            IntKind::Short | IntKind::UShort | IntKind::Char16 => 2,
            IntKind::Int | IntKind::UInt | IntKind::WChar | IntKind::Char32 => 4,
            IntKind::Long | IntKind::ULong if opencl => 8,
            IntKind::Long | IntKind::ULong => target.pointer(),
            IntKind::LongLong | IntKind::ULongLong => 8,
            IntKind::Int128 | IntKind::UInt128 => 16,
        }
    }

    /// Whether it has a sign.
    pub fn signed(self) -> bool {
        match self {
            IntKind::Char
            | IntKind::SChar
            | IntKind::WChar
            | IntKind::Short
            | IntKind::Int
            | IntKind::Long
            | IntKind::LongLong
            | IntKind::Int128 => true,
            IntKind::Bool
            | IntKind::UChar
            | IntKind::Char8
            | IntKind::Char16
            | IntKind::Char32
            | IntKind::UShort
            | IntKind::UInt
            | IntKind::ULong
            | IntKind::ULongLong
            | IntKind::UInt128 => false,
        }
    }
}

impl FloatKind {
    /// Bytes; `long double` is `double` on a GPU.
    pub fn bytes(self) -> u64 {
        match self {
            FloatKind::Half | FloatKind::BFloat16 => 2,
            FloatKind::Float => 4,
            FloatKind::Double | FloatKind::LongDouble => 8,
        }
    }
}

/// All types of a reading.
#[derive(Clone, Debug, Default)]
pub struct Types {
    all: Vec<Type>,
    known: HashMap<Type, TypeId>,
}

impl Types {
    /// The number of a type, a new one if it has none yet.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(&id) = self.known.get(&ty) {
            return id;
        }
        let id = TypeId(u32::try_from(self.all.len()).unwrap_or(u32::MAX));
        self.all.push(ty.clone());
        self.known.insert(ty, id);
        id
    }

    /// The type with a number; `void` for a number that is of no type here.
    pub fn get(&self, id: TypeId) -> &Type {
        self.all.get(id.0 as usize).unwrap_or(&Type::Void)
    }

    /// All types that were met.
    pub fn iter(&self) -> impl Iterator<Item = &Type> {
        self.all.iter()
    }
}

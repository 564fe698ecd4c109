//! Values: bits, or an address.

use kernel_graph::Scalar;
use random::Random;

/// Names a piece of memory of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId(pub u32);

/// An address: a byte of an object; without an object a number, of which zero is null.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pointer {
    /// What it points into.
    pub object: Option<ObjectId>,
    /// So many bytes behind the object's start; the number itself without an object.
    pub offset: i64,
}

impl Pointer {
    /// The null pointer.
    pub const NULL: Pointer = Pointer {
        object: None,
        offset: 0,
    };

    /// Whether it is the null pointer.
    pub fn is_null(self) -> bool {
        self == Pointer::NULL
    }
}

/// A value of a scalar type; the type stands where it is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// Truth values, integers, floats, functions and handles, by their bits; those above the width
    /// are zero.
    Bits(u128),
    /// An address.
    Address(Pointer),
}

impl Value {
    /// A truth value.
    pub fn bool_(value: bool) -> Value {
        Value::Bits(u128::from(value))
    }

    /// The bits; of an address those of its offset.
    pub fn bits(self) -> u128 {
        match self {
            Value::Bits(bits) => bits,
            Value::Address(pointer) => u128::from(pointer.offset.cast_unsigned()),
        }
    }

    /// Whether it is a truth value that holds.
    pub fn is_true(self) -> bool {
        self.bits() & 1 == 1
    }

    /// The address; bits are a number.
    pub fn pointer(self) -> Pointer {
        match self {
            Value::Address(pointer) => pointer,
            Value::Bits(bits) => Pointer {
                object: None,
                offset: low(bits).cast_signed(),
            },
        }
    }
}

/// The lower 64 bits.
pub(crate) fn low(bits: u128) -> u64 {
    u64::try_from(bits & u128::from(u64::MAX)).unwrap_or(0)
}

/// Ones in so many lower bits.
pub(crate) fn mask(width: u32) -> u128 {
    match width {
        128.. => u128::MAX,
        width => (1u128 << width) - 1,
    }
}

/// The bits as a signed number of so many bits.
pub(crate) fn signed(bits: u128, width: u32) -> i128 {
    let shift = 128u32.saturating_sub(width.max(1));
    (bits << shift).cast_signed() >> shift
}

/// How many bits a value has in expressions; of addresses so many as the target's pointers.
pub(crate) fn width(scalar: Scalar, pointer: u32) -> u32 {
    match scalar {
        Scalar::Bool => 1,
        Scalar::Int(bits) => bits,
        Scalar::Float(format) => format.bits(),
        Scalar::Pointer | Scalar::Function | Scalar::Handle => 8 * pointer,
    }
}

/// An integer of so many bits, of the kinds that programs meet: mostly small, sometimes at the ends of
/// the range, sometimes any.
pub(crate) fn any_integer(random: &mut Random, width: u32) -> u128 {
    let all = mask(width);
    let bits = u128::from(random.bits()) | u128::from(random.bits()) << 64;
    let chosen = match random.below(8) {
        0..=3 => bits % 8,
        4 => bits % 64,
        5 => all - bits % 4,
        6 => (all >> 1).wrapping_add(bits % 3),
        _ => bits,
    };
    chosen & all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_have_signs() {
        assert_eq!(signed(0xff, 8), -1);
        assert_eq!(signed(0x7f, 8), 127);
        assert_eq!(signed(u128::MAX, 128), -1);
        assert_eq!(mask(3), 7);
        assert_eq!(mask(128), u128::MAX);
    }
}

//! Values of bit-vectors, and what the operators do to them.

use std::fmt;

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};
use serde::{Deserialize, Serialize};

use super::BvOp;

/// A bit-vector: a width, which is at least 1, and that many bits.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Bits {
    width: u32,
    /// Below two to the power of the width.
    value: BigUint,
}

/// What an operator gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Computed {
    /// A bit-vector.
    Bits(Bits),
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(BigInt),
}

fn power(exponent: u32) -> BigUint {
    BigUint::one() << exponent
}

impl Bits {
    /// The lowest bits of an integer; of a negative one as two's complement has them.
    pub fn new(value: &BigInt, width: u32) -> Bits {
        let width = width.max(1);
        let modulus = BigInt::from_biguint(Sign::Plus, power(width));
        Bits {
            width,
            value: value.mod_floor(&modulus).magnitude().clone(),
        }
    }

    fn of(value: BigUint, width: u32) -> Bits {
        let width = width.max(1);
        Bits {
            width,
            value: value % power(width),
        }
    }

    fn small(value: u32, width: u32) -> Bits {
        Bits::of(BigUint::from(value), width)
    }

    /// All bits set.
    pub fn ones(width: u32) -> Bits {
        Bits::of(power(width) - 1u32, width)
    }

    /// The number of bits.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The number without a sign.
    pub fn unsigned(&self) -> BigInt {
        BigInt::from_biguint(Sign::Plus, self.value.clone())
    }

    /// The number in two's complement.
    pub fn signed(&self) -> BigInt {
        let value = self.unsigned();
        match self.is_negative() {
            true => value - BigInt::from_biguint(Sign::Plus, power(self.width)),
            false => value,
        }
    }

    /// Whether the highest bit is set.
    pub fn is_negative(&self) -> bool {
        self.value.bit(u64::from(self.width) - 1)
    }

    /// Whether no bit is set.
    pub fn is_zero(&self) -> bool {
        self.value.is_zero()
    }

    /// Whether all bits are set.
    pub fn is_ones(&self) -> bool {
        self.value.count_ones() == u64::from(self.width)
    }

    /// The number whose power of two this is, if it is one.
    pub fn log2(&self) -> Option<u32> {
        (self.value.count_ones() == 1)
            .then(|| self.value.trailing_zeros())
            .flatten()
            .and_then(|bit| u32::try_from(bit).ok())
    }

    /// Bits `low` to `high`.
    pub fn extract(&self, high: u32, low: u32) -> Bits {
        let width = high.saturating_sub(low).saturating_add(1);
        Bits::of(&self.value >> low, width)
    }

    /// These bits above those.
    pub fn concat(&self, low: &Bits) -> Bits {
        Bits::of(
            (&self.value << low.width) | &low.value,
            self.width.saturating_add(low.width),
        )
    }

    fn complement(&self) -> Bits {
        Bits::of(power(self.width) - 1u32 - &self.value, self.width)
    }

    fn negated(&self) -> Bits {
        Bits::of(power(self.width) - &self.value, self.width)
    }

    fn absolute(&self) -> Bits {
        match self.is_negative() {
            true => self.negated(),
            false => self.clone(),
        }
    }

    fn with_sign(self, negative: bool) -> Bits {
        match negative {
            true => self.negated(),
            false => self,
        }
    }

    /// As in SMT-LIB: all bits set if the divisor is zero.
    fn quotient(&self, by: &Bits) -> Bits {
        match by.is_zero() {
            true => Bits::ones(self.width),
            false => Bits::of(&self.value / &by.value, self.width),
        }
    }

    /// As in SMT-LIB: the dividend if the divisor is zero.
    fn remainder(&self, by: &Bits) -> Bits {
        match by.is_zero() {
            true => self.clone(),
            false => Bits::of(&self.value % &by.value, self.width),
        }
    }

    /// The remainder with the sign of the divisor.
    fn signed_modulo(&self, by: &Bits) -> Bits {
        let rest = self.absolute().remainder(&by.absolute());
        if rest.is_zero() {
            return rest;
        }
        let signed = rest.with_sign(self.is_negative());
        match self.is_negative() == by.is_negative() {
            true => signed,
            false => Bits::of(&signed.value + &by.value, self.width),
        }
    }

    /// A distance to shift by; none if nothing is left of the operand.
    fn distance(&self, by: &Bits) -> Option<u32> {
        by.value.to_u32().filter(|by| *by < self.width)
    }

    fn rotated_left(&self, by: u32) -> Bits {
        let by = by % self.width;
        match by {
            0 => self.clone(),
            _ => self
                .extract(self.width - by - 1, 0)
                .concat(&self.extract(self.width - 1, self.width - by)),
        }
    }
}

impl BvOp {
    /// What the operator gives for bit-vectors; none if it takes no such arguments.
    pub fn compute(self, args: &[Bits]) -> Option<Computed> {
        let same = args.windows(2).all(|pair| pair[0].width == pair[1].width);
        Some(match args {
            [a] => self.unary(a)?,
            [a, b] if self == BvOp::Concat => Computed::Bits(a.concat(b)),
            [a, b] if same => self.binary(a, b)?,
            [first, rest @ ..] if self.takes_many() && (same || self == BvOp::Concat) => {
                let mut value = first.clone();
                for next in rest {
                    value = match self.compute(&[value, next.clone()])? {
                        Computed::Bits(value) => value,
                        Computed::Bool(_) | Computed::Int(_) => return None,
                    };
                }
                Computed::Bits(value)
            }
            _ => return None,
        })
    }

    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "an operator that has no value here is not computed"
    )]
    fn unary(self, a: &Bits) -> Option<Computed> {
        let width = a.width;
        let bits = match self {
            BvOp::Not => a.complement(),
            BvOp::Neg => a.negated(),
            BvOp::Extract { high, low } if low <= high && high < width => a.extract(high, low),
            BvOp::ZeroExtend(by) => Bits::of(a.value.clone(), width.checked_add(by)?),
            BvOp::SignExtend(by) => Bits::new(&a.signed(), width.checked_add(by)?),
            BvOp::Repeat(times) if times > 0 => {
                width.checked_mul(times)?;
                (1..times).fold(a.clone(), |so_far, _| so_far.concat(a))
            }
            BvOp::RotateLeft(by) => a.rotated_left(by),
            BvOp::RotateRight(by) => a.rotated_left(width - by % width),
            BvOp::ToNat => return Some(Computed::Int(a.unsigned())),
            BvOp::ToInt => return Some(Computed::Int(a.signed())),
            _ => return None,
        };
        Some(Computed::Bits(bits))
    }

    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "an operator that has no value here is not computed"
    )]
    fn binary(self, a: &Bits, b: &Bits) -> Option<Computed> {
        let width = a.width;
        let test = |holds: bool| Some(Computed::Bool(holds));
        let bits = match self {
            BvOp::And => Bits::of(&a.value & &b.value, width),
            BvOp::Or => Bits::of(&a.value | &b.value, width),
            BvOp::Xor => Bits::of(&a.value ^ &b.value, width),
            BvOp::Nand => Bits::of(&a.value & &b.value, width).complement(),
            BvOp::Nor => Bits::of(&a.value | &b.value, width).complement(),
            BvOp::Xnor => Bits::of(&a.value ^ &b.value, width).complement(),
            BvOp::Add => Bits::of(&a.value + &b.value, width),
            BvOp::Sub => Bits::of(&a.value + &b.negated().value, width),
            BvOp::Mul => Bits::of(&a.value * &b.value, width),
            BvOp::Udiv => a.quotient(b),
            BvOp::Urem => a.remainder(b),
            BvOp::Sdiv => a
                .absolute()
                .quotient(&b.absolute())
                .with_sign(a.is_negative() != b.is_negative()),
            BvOp::Srem => a
                .absolute()
                .remainder(&b.absolute())
                .with_sign(a.is_negative()),
            BvOp::Smod => match b.is_zero() {
                true => a.clone(),
                false => a.signed_modulo(b),
            },
            BvOp::Shl => match a.distance(b) {
                Some(by) => Bits::of(&a.value << by, width),
                None => Bits::small(0, width),
            },
            BvOp::Lshr => match a.distance(b) {
                Some(by) => Bits::of(&a.value >> by, width),
                None => Bits::small(0, width),
            },
            BvOp::Ashr => {
                let by = a.distance(b).unwrap_or(width - 1);
                Bits::new(&(a.signed() >> by), width)
            }
            BvOp::Comp => Bits::small(u32::from(a == b), 1),
            BvOp::Ult => return test(a.value < b.value),
            BvOp::Ule => return test(a.value <= b.value),
            BvOp::Ugt => return test(a.value > b.value),
            BvOp::Uge => return test(a.value >= b.value),
            BvOp::Slt => return test(a.signed() < b.signed()),
            BvOp::Sle => return test(a.signed() <= b.signed()),
            BvOp::Sgt => return test(a.signed() > b.signed()),
            BvOp::Sge => return test(a.signed() >= b.signed()),
            _ => return None,
        };
        Some(Computed::Bits(bits))
    }
}

/// As SMT-LIB writes it.
impl fmt::Display for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.width as usize;
        match width % 4 {
            0 => write!(f, "#x{:0>1$}", self.value.to_str_radix(16), width / 4),
            _ => write!(f, "#b{:0>width$}", self.value.to_str_radix(2)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_have_two_numbers_and_one_text() {
        let of = |value: i64, width| Bits::new(&value.into(), width);
        assert_eq!(of(-1, 8).unsigned(), 255.into());
        assert_eq!(of(255, 8).signed(), (-1).into());
        assert_eq!(of(256, 8), of(0, 8));
        assert_eq!(of(10, 8).to_string(), "#x0a");
        assert_eq!(of(5, 5).to_string(), "#b00101");
        assert_eq!(of(8, 5).log2(), Some(3));
        assert_eq!(of(6, 5).log2(), None);
        assert!(Bits::ones(70).is_ones());
        assert_eq!(of(0xabc, 12).extract(7, 4), of(0xb, 4));
        assert_eq!(of(0xa, 4).concat(&of(0xbc, 8)), of(0xabc, 12));
    }
}

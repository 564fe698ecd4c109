//! Operations on integers of known bits, as the machine does them. The executor, which judges this crate, has its own.

use kernel_graph::{BinaryOp, UnaryOp};

/// Ones in so many lower bits.
pub fn mask(width: u32) -> u128 {
    match width {
        128.. => u128::MAX,
        width => (1u128 << width) - 1,
    }
}

/// The bits as a signed integer of so many bits.
pub fn signed(bits: u128, width: u32) -> i128 {
    let above = 128u32.saturating_sub(width.max(1));
    (bits << above).cast_signed() >> above
}

/// Why an operation has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Undefined {
    /// The divisor is zero.
    Division,
    /// The result of signed arithmetic does not fit.
    Overflow,
    /// A shift by as many bits as there are, or more.
    Shift,
    /// No rule for so wide operands.
    Width,
}

/// The value of an operation with one operand.
pub(crate) fn unary(op: UnaryOp, a: u128, width: u32) -> u128 {
    let value = match op {
        UnaryOp::Neg => a.wrapping_neg(),
        UnaryOp::Not => !a,
        UnaryOp::PopCount => u128::from(a.count_ones()),
        UnaryOp::LeadingZeros => u128::from(a.leading_zeros().saturating_sub(128 - width.min(128))),
        UnaryOp::TrailingZeros => u128::from(a.trailing_zeros().min(width)),
        UnaryOp::ReverseBits => a.reverse_bits() >> (128 - width.clamp(1, 128)),
    };
    value & mask(width)
}

fn fitting(value: Option<i128>, width: u32) -> Result<u128, Undefined> {
    let value = value.ok_or(Undefined::Overflow)?;
    let bits = value.cast_unsigned() & mask(width);
    match signed(bits, width) == value {
        true => Ok(bits),
        false => Err(Undefined::Overflow),
    }
}

/// The value of an operation with two operands of one width. What the program's language leaves undefined has none.
pub(crate) fn binary(op: BinaryOp, a: u128, b: u128, width: u32) -> Result<u128, Undefined> {
    let (sa, sb) = (signed(a, width), signed(b, width));
    let by = u32::try_from(b).unwrap_or(u32::MAX);
    let shift = || match by < width {
        true => Ok(by),
        false => Err(Undefined::Shift),
    };
    let divisor = || match b == 0 {
        true => Err(Undefined::Division),
        false => Ok(()),
    };
    let value = match op.wrapping() {
        BinaryOp::WrapIntent(_) => return Err(Undefined::Width),
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::AddSigned => fitting(sa.checked_add(sb), width)?,
        BinaryOp::SubSigned => fitting(sa.checked_sub(sb), width)?,
        BinaryOp::MulSigned => fitting(sa.checked_mul(sb), width)?,
        BinaryOp::MulHighSigned if width <= 64 => (sa.wrapping_mul(sb) >> width).cast_unsigned(),
        BinaryOp::MulHighUnsigned if width <= 64 => a.wrapping_mul(b) >> width,
        BinaryOp::MulHighSigned | BinaryOp::MulHighUnsigned => return Err(Undefined::Width),
        BinaryOp::DivSigned => {
            divisor()?;
            fitting(sa.checked_div(sb), width)?
        }
        BinaryOp::RemSigned => {
            divisor()?;
            sa.wrapping_rem(sb).cast_unsigned()
        }
        BinaryOp::DivUnsigned => {
            divisor()?;
            a / b
        }
        BinaryOp::RemUnsigned => {
            divisor()?;
            a % b
        }
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::ShiftLeft => a << shift()?,
        BinaryOp::ShiftRightUnsigned => a >> shift()?,
        BinaryOp::ShiftRightSigned => (sa >> shift()?).cast_unsigned(),
        BinaryOp::MinSigned => sa.min(sb).cast_unsigned(),
        BinaryOp::MaxSigned => sa.max(sb).cast_unsigned(),
        BinaryOp::MinUnsigned => a.min(b),
        BinaryOp::MaxUnsigned => a.max(b),
    };
    Ok(value & mask(width))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_undefined_has_no_value() {
        assert_eq!(binary(BinaryOp::Add, 255, 1, 8), Ok(0));
        assert_eq!(
            binary(BinaryOp::AddSigned, 127, 1, 8),
            Err(Undefined::Overflow)
        );
        assert_eq!(
            binary(BinaryOp::DivSigned, 1, 0, 8),
            Err(Undefined::Division)
        );
        assert_eq!(
            binary(BinaryOp::DivSigned, 128, 255, 8),
            Err(Undefined::Overflow)
        );
        assert_eq!(binary(BinaryOp::ShiftLeft, 1, 8, 8), Err(Undefined::Shift));
        assert_eq!(binary(BinaryOp::ShiftRightSigned, 0x80, 7, 8), Ok(0xff));
        assert_eq!(binary(BinaryOp::RemSigned, 0xf9, 2, 8), Ok(0xff));
    }
}

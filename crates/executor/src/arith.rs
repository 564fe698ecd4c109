//! Operations on integers of any width, as the machine does them.

use crate::undefined::Undefined;
use crate::value::{mask, signed};
use kernel_graph::{BinaryOp, CompareOp, UnaryOp, WrapIntent};

/// Why an operation has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoValue {
    /// The divisor is zero.
    Division,
    /// There is no rule for such a width.
    Width,
}

/// The value of an operation with one operand of `width` bits.
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

/// The value of an operation with two operands of `width` bits, and what of it the program's language
/// leaves undefined.
pub(crate) fn binary(
    op: BinaryOp,
    a: u128,
    b: u128,
    width: u32,
) -> Result<(u128, Undefined), NoValue> {
    let (sa, sb) = (signed(a, width), signed(b, width));
    let full = mask(width);
    let mut undefined = Undefined::default();
    let mut fits = |value: Option<i128>| undefined.overflow = !fits_signed(value, width);
    let by = u32::try_from(b).unwrap_or(u32::MAX);
    // The language leaves open what too many bits give; the machine does this.
    let is_shift = matches!(
        op,
        BinaryOp::ShiftLeft | BinaryOp::ShiftRightSigned | BinaryOp::ShiftRightUnsigned
    );
    undefined.shift = is_shift && by >= width;
    undefined.wraps = wraps(op, (a, b), width);
    let may_be_below = matches!(
        op,
        BinaryOp::WrapIntent(WrapIntent::AddSignedBelow | WrapIntent::MulSignedBelow)
    );
    let marked = matches!(op, BinaryOp::WrapIntent(_)) && !(may_be_below && sa < 0);
    undefined.unmeant = marked && undefined.wraps;
    let value = match op.wrapping() {
        BinaryOp::WrapIntent(_) => return Err(NoValue::Width),
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::AddSigned => {
            fits(sa.checked_add(sb));
            a.wrapping_add(b)
        }
        BinaryOp::SubSigned => {
            fits(sa.checked_sub(sb));
            a.wrapping_sub(b)
        }
        BinaryOp::MulSigned => {
            fits(sa.checked_mul(sb));
            a.wrapping_mul(b)
        }
        BinaryOp::MulHighSigned if width <= 64 => (sa.wrapping_mul(sb) >> width).cast_unsigned(),
        BinaryOp::MulHighUnsigned if width <= 64 => a.wrapping_mul(b) >> width,
        BinaryOp::MulHighSigned | BinaryOp::MulHighUnsigned => return Err(NoValue::Width),
        BinaryOp::DivSigned
        | BinaryOp::DivUnsigned
        | BinaryOp::RemSigned
        | BinaryOp::RemUnsigned
            if b == 0 =>
        {
            return Err(NoValue::Division);
        }
        BinaryOp::DivSigned => sa.wrapping_div(sb).cast_unsigned(),
        BinaryOp::RemSigned => sa.wrapping_rem(sb).cast_unsigned(),
        BinaryOp::DivUnsigned => a / b,
        BinaryOp::RemUnsigned => a % b,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::ShiftRightSigned => (sa >> by.min(127)).cast_unsigned(),
        BinaryOp::ShiftLeft | BinaryOp::ShiftRightUnsigned if by >= width => 0,
        BinaryOp::ShiftLeft => a << by,
        BinaryOp::ShiftRightUnsigned => a >> by,
        BinaryOp::MinSigned => sa.min(sb).cast_unsigned(),
        BinaryOp::MaxSigned => sa.max(sb).cast_unsigned(),
        BinaryOp::MinUnsigned => a.min(b),
        BinaryOp::MaxUnsigned => a.max(b),
    };
    Ok((value & full, undefined))
}

/// Whether a result with a sign, if it is known at all, fits in `width` bits.
fn fits_signed(exact: Option<i128>, width: u32) -> bool {
    exact.is_some_and(|exact| signed(exact.cast_unsigned() & mask(width), width) == exact)
}

/// Whether a sum or product of `width` bits wraps though it is not meant to: as the operation says, and of one that
/// says nothing, if it does not fit read without a sign.
fn wraps(op: BinaryOp, (a, b): (u128, u128), width: u32) -> bool {
    let (sa, sb) = (signed(a, width), signed(b, width));
    let with_sign = |exact: Option<i128>| !fits_signed(exact, width);
    let natural = |exact: Option<u128>| exact.is_none_or(|exact| exact > mask(width));
    let below = |exact: Option<i128>| {
        natural(exact.and_then(|exact| u128::try_from(exact).ok())) && exact.is_none_or(|n| n >= 0)
    };
    let whole = i128::try_from(a).ok();
    match op {
        BinaryOp::WrapIntent(meant) => match meant {
            WrapIntent::AddIntoSigned => with_sign(sa.checked_add(sb)),
            WrapIntent::SubIntoSigned => with_sign(sa.checked_sub(sb)),
            WrapIntent::MulIntoSigned => with_sign(sa.checked_mul(sb)),
            WrapIntent::ShiftIntoSigned => with_sign(match b {
                0..64 => sa.checked_mul(1 << b),
                _ => None,
            }),
            WrapIntent::AddBelow => natural(a.checked_add(b)),
            WrapIntent::MulBelow => natural(a.checked_mul(b)),
            // A word with its highest bit may stand for a number below zero.
            WrapIntent::AddSignedBelow | WrapIntent::MulSignedBelow if sa < 0 => true,
            WrapIntent::AddSignedBelow => below(whole.and_then(|a| a.checked_add(sb))),
            WrapIntent::MulSignedBelow => below(whole.and_then(|a| a.checked_mul(sb))),
        },
        BinaryOp::Add => natural(a.checked_add(b)),
        BinaryOp::Mul => natural(a.checked_mul(b)),
        BinaryOp::Sub
        | BinaryOp::AddSigned
        | BinaryOp::SubSigned
        | BinaryOp::MulSigned
        | BinaryOp::MulHighSigned
        | BinaryOp::MulHighUnsigned
        | BinaryOp::DivSigned
        | BinaryOp::DivUnsigned
        | BinaryOp::RemSigned
        | BinaryOp::RemUnsigned
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor
        | BinaryOp::ShiftLeft
        | BinaryOp::ShiftRightSigned
        | BinaryOp::ShiftRightUnsigned
        | BinaryOp::MinSigned
        | BinaryOp::MinUnsigned
        | BinaryOp::MaxSigned
        | BinaryOp::MaxUnsigned => false,
    }
}

/// Whether a comparison of `width` bits holds.
pub(crate) fn compare(op: CompareOp, a: u128, b: u128, width: u32) -> bool {
    let (sa, sb) = (signed(a, width), signed(b, width));
    match op {
        CompareOp::Eq => a == b,
        CompareOp::Ne => a != b,
        CompareOp::LessSigned => sa < sb,
        CompareOp::LessEqualSigned => sa <= sb,
        CompareOp::LessUnsigned => a < b,
        CompareOp::LessEqualUnsigned => a <= b,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn value(op: BinaryOp, a: i128, b: i128, width: u32) -> u128 {
        let bits = |n: i128| n.cast_unsigned() & mask(width);
        binary(op, bits(a), bits(b), width).unwrap().0
    }

    #[test]
    fn integers_wrap_and_divide_as_machines_do() {
        assert_eq!(value(BinaryOp::Add, 255, 1, 8), 0);
        assert_eq!(value(BinaryOp::DivSigned, -7, 2, 32), mask(32) - 2);
        assert_eq!(value(BinaryOp::RemSigned, -7, 2, 32), mask(32));
        assert_eq!(value(BinaryOp::DivSigned, -128, -1, 8), 128);
        assert_eq!(value(BinaryOp::ShiftRightSigned, -4, 200, 8), 255);
        assert_eq!(value(BinaryOp::ShiftLeft, 1, 8, 8), 0);
        assert_eq!(value(BinaryOp::MulHighSigned, -1, 1, 32), mask(32));
        assert_eq!(value(BinaryOp::MulHighUnsigned, -1, -1, 32), mask(32) - 1);
        assert_eq!(
            binary(BinaryOp::DivUnsigned, 1, 0, 8),
            Err(NoValue::Division)
        );
        assert!(binary(BinaryOp::AddSigned, 127, 1, 8).unwrap().1.overflow);
        let fits = binary(BinaryOp::AddSigned, 255, 1, 8).unwrap().1;
        assert_eq!(fits, Undefined::default());
        let wide = binary(BinaryOp::ShiftLeft, 1, 8, 8).unwrap().1;
        assert_eq!((wide.overflow, wide.shift), (false, true));
    }

    #[test]
    fn bits_are_counted_within_the_width() {
        assert_eq!(unary(UnaryOp::LeadingZeros, 1, 32), 31);
        assert_eq!(unary(UnaryOp::LeadingZeros, 0, 32), 32);
        assert_eq!(unary(UnaryOp::TrailingZeros, 0, 32), 32);
        assert_eq!(unary(UnaryOp::ReverseBits, 1, 32), 1 << 31);
        assert_eq!(unary(UnaryOp::Not, 1, 1), 0);
        assert!(compare(CompareOp::LessSigned, 255, 0, 8));
    }
}

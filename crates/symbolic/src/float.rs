//! Floats of known bits: what every device computes alike.

use crate::arith::{mask, signed};
use crate::term::Float;
use half::{bf16, f16};
use kernel_graph::FloatFormat;

/// The number that bits stand for.
pub fn number(bits: u128, format: FloatFormat) -> f64 {
    let low = |bits: u128| u64::try_from(bits & u128::from(u64::MAX)).unwrap_or(0);
    let short = u16::try_from(bits & 0xffff).unwrap_or(0);
    match format {
        FloatFormat::Half => f16::from_bits(short).to_f64(),
        FloatFormat::BFloat16 => bf16::from_bits(short).to_f64(),
        FloatFormat::Single => f64::from(f32::from_bits(
            u32::try_from(bits & 0xffff_ffff).unwrap_or(0),
        )),
        FloatFormat::Double => f64::from_bits(low(bits)),
    }
}

/// The bits of the number of a format next to a number.
// The narrowing is the rounding that is wanted.
#[allow(clippy::cast_possible_truncation)]
pub fn bits(number: f64, format: FloatFormat) -> u128 {
    match format {
        FloatFormat::Half => u128::from(f16::from_f64(number).to_bits()),
        FloatFormat::BFloat16 => u128::from(bf16::from_f64(number).to_bits()),
        FloatFormat::Single => u128::from((number as f32).to_bits()),
        FloatFormat::Double => u128::from(number.to_bits()),
    }
}

/// Whether a device that takes small numbers for zero computes with this one as others do.
fn is_plain(bits: u128, format: FloatFormat) -> bool {
    let number = number(bits, format);
    let least = match format {
        FloatFormat::Half => 6.103_515_625e-5,
        FloatFormat::BFloat16 | FloatFormat::Single => f64::from(f32::MIN_POSITIVE),
        FloatFormat::Double => f64::MIN_POSITIVE,
    };
    number == 0.0 || (number.is_finite() && number.abs() >= least)
}

/// The value of an operation of two numbers, where every device has the same: a Boolean of comparisons.
pub(crate) fn two(op: Float, a: u128, b: u128, format: FloatFormat) -> Option<u128> {
    if !is_plain(a, format) || !is_plain(b, format) {
        return None;
    }
    let (x, y) = (number(a, format), number(b, format));
    let value = match op {
        Float::Add => x + y,
        Float::Sub => x - y,
        Float::Mul => x * y,
        Float::Equal => return Some(u128::from(x == y)),
        Float::Less => return Some(u128::from(x < y)),
        Float::LessEqual => return Some(u128::from(x <= y)),
        // Division is not rounded alike with every flag; which zero is greater is left open.
        Float::Div
        | Float::Rem
        | Float::Neg
        | Float::FusedMultiplyAdd
        | Float::Max
        | Float::Min => return None,
    };
    let value = bits(value, format);
    is_plain(value, format).then_some(value)
}

/// The nearest float to an integer.
#[allow(clippy::cast_precision_loss)]
pub(crate) fn of_integer(value: u128, width: u32, is_signed: bool, format: FloatFormat) -> u128 {
    match (format, is_signed) {
        // Straight from the integer: twice would be rounded twice.
        (FloatFormat::Single, true) => u128::from((signed(value, width) as f32).to_bits()),
        (FloatFormat::Single, false) => u128::from((value as f32).to_bits()),
        (FloatFormat::Half | FloatFormat::BFloat16 | FloatFormat::Double, true) => {
            bits(signed(value, width) as f64, format)
        }
        (FloatFormat::Half | FloatFormat::BFloat16 | FloatFormat::Double, false) => {
            bits(value as f64, format)
        }
    }
}

/// A float as an integer, towards zero; none where it does not fit, which is undefined.
// It is in range where it is cast.
#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]
pub(crate) fn to_integer(
    value: u128,
    format: FloatFormat,
    width: u32,
    is_signed: bool,
) -> Option<u128> {
    let number = number(value, format).trunc();
    if width > 64 {
        return None;
    }
    let (least, beyond) = match is_signed {
        true => (
            -(2f64.powi(i32::try_from(width).ok()? - 1)),
            2f64.powi(i32::try_from(width).ok()? - 1),
        ),
        false => (0.0, 2f64.powi(i32::try_from(width).ok()?)),
    };
    (number >= least && number < beyond).then(|| (number as i128).cast_unsigned() & mask(width))
}

//! Operations on floating point numbers, each rounded once to its format.

use crate::value::{low, mask, signed};
use half::{bf16, f16};
use kernel_graph::{FloatFormat, FloatOp};

/// The number that bits stand for; every format's numbers are numbers of binary64.
pub(crate) fn number(bits: u128, format: FloatFormat) -> f64 {
    let bits = low(bits);
    let short = u16::try_from(bits & 0xffff).unwrap_or(0);
    match format {
        FloatFormat::Half => f16::from_bits(short).to_f64(),
        FloatFormat::BFloat16 => bf16::from_bits(short).to_f64(),
        FloatFormat::Single => f64::from(f32::from_bits(
            u32::try_from(bits & 0xffff_ffff).unwrap_or(0),
        )),
        FloatFormat::Double => f64::from_bits(bits),
    }
}

/// The bits of the format's number next to a number.
// The narrowing is the rounding that is wanted.
#[allow(clippy::cast_possible_truncation)]
pub(crate) fn bits(number: f64, format: FloatFormat) -> u128 {
    match format {
        FloatFormat::Half => u128::from(f16::from_f64(number).to_bits()),
        FloatFormat::BFloat16 => u128::from(bf16::from_f64(number).to_bits()),
        FloatFormat::Single => u128::from((number as f32).to_bits()),
        FloatFormat::Double => u128::from(number.to_bits()),
    }
}

/// An operation of two numbers of a format. Rounded first to binary64 and then to a format of less
/// than half its precision, it is as if rounded once (Figueroa, When is double rounding innocuous?,
/// 1995); a remainder is exact.
fn two(op: &FloatOp, a: f64, b: f64) -> Option<f64> {
    Some(match op {
        FloatOp::Add => a + b,
        FloatOp::Sub => a - b,
        FloatOp::Mul => a * b,
        FloatOp::Div => a / b,
        FloatOp::Rem => a % b,
        FloatOp::Neg
        | FloatOp::FusedMultiplyAdd
        | FloatOp::Eq
        | FloatOp::Ne
        | FloatOp::Less
        | FloatOp::LessEqual
        | FloatOp::Function(_) => return None,
    })
}

/// The value of an operation that is no function of a library: its bits, or a truth value.
pub(crate) fn operation(op: &FloatOp, args: &[u128], format: FloatFormat) -> Option<u128> {
    let numbers: Vec<f64> = args.iter().map(|bits| number(*bits, format)).collect();
    match (op, args, numbers.as_slice()) {
        // The sign's bit is turned round, of what is not a number as well.
        (FloatOp::Neg, [bits], _) => Some(bits ^ (1u128 << (format.bits() - 1))),
        (FloatOp::Eq, _, [a, b]) => Some(u128::from(a == b)),
        (FloatOp::Ne, _, [a, b]) => Some(u128::from(a != b)),
        (FloatOp::Less, _, [a, b]) => Some(u128::from(a < b)),
        (FloatOp::LessEqual, _, [a, b]) => Some(u128::from(a <= b)),
        (FloatOp::FusedMultiplyAdd, [x, y, z], [a, b, c]) => Some(match format {
            FloatFormat::Single => {
                let single =
                    |bits: &u128| f32::from_bits(u32::try_from(bits & 0xffff_ffff).unwrap_or(0));
                u128::from(single(x).mul_add(single(y), single(z)).to_bits())
            }
            FloatFormat::Half | FloatFormat::BFloat16 | FloatFormat::Double => {
                bits(a.mul_add(*b, *c), format)
            }
        }),
        (op, _, [a, b]) => two(op, *a, *b).map(|value| bits(value, format)),
        _ => None,
    }
}

/// The nearest float to a signed or unsigned integer.
#[allow(clippy::cast_precision_loss)]
pub(crate) fn of_integer(value: u128, width: u32, is_signed: bool, format: FloatFormat) -> u128 {
    match (format, is_signed) {
        // Straight from the integer: twice would be rounded twice.
        (FloatFormat::Single, true) => u128::from((signed(value, width) as f32).to_bits()),
        (FloatFormat::Single, false) => u128::from((value as f32).to_bits()),
        (_, true) => bits(signed(value, width) as f64, format),
        (_, false) => bits(value as f64, format),
    }
}

/// A float as an integer: towards zero, and the end of the range beyond it.
// Saturation is what the cast does.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
pub(crate) fn to_integer(value: u128, format: FloatFormat, width: u32, is_signed: bool) -> u128 {
    let number = number(value, format);
    let full = mask(width);
    match is_signed {
        true => {
            let most = (full >> 1).cast_signed();
            let least = -most - 1;
            (number as i128).clamp(least, most).cast_unsigned() & full
        }
        false => (number as u128).min(full),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn formats_round_once() {
        let single = |x: f32| u128::from(x.to_bits());
        let sum = operation(
            &FloatOp::Add,
            &[single(0.1), single(0.2)],
            FloatFormat::Single,
        );
        assert_eq!(sum, Some(single(0.1 + 0.2)));
        let half = |x: f64| bits(x, FloatFormat::Half);
        let product = operation(&FloatOp::Mul, &[half(3.0), half(0.5)], FloatFormat::Half);
        assert_eq!(product, Some(half(1.5)));
        assert_eq!(number(0x3f80, FloatFormat::BFloat16), 1.0);
        let less = operation(
            &FloatOp::Less,
            &[single(f32::NAN), single(1.0)],
            FloatFormat::Single,
        );
        assert_eq!(less, Some(0));
    }

    #[test]
    fn integers_saturate() {
        let double = |x: f64| u128::from(x.to_bits());
        assert_eq!(
            to_integer(double(-1.5), FloatFormat::Double, 32, true),
            mask(32)
        );
        assert_eq!(to_integer(double(1e30), FloatFormat::Double, 8, true), 127);
        assert_eq!(to_integer(double(-3.0), FloatFormat::Double, 8, false), 0);
        assert_eq!(
            to_integer(double(f64::NAN), FloatFormat::Double, 8, false),
            0
        );
        assert_eq!(
            of_integer(mask(32), 32, true, FloatFormat::Double),
            double(-1.0)
        );
    }
}

//! Conversions between numbers that round or saturate in a way of their own: `__float2int_rn`,
//! `convert_uchar_sat`.

use super::{Arg, Known, Name};
use crate::float;
use crate::value::{mask, signed};
use kernel_graph::Scalar;

/// How a number becomes an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rounding {
    Nearest,
    TowardsZero,
    Up,
    Down,
}

impl Rounding {
    fn of(name: &str) -> Option<Rounding> {
        let ends = |all: [&str; 2]| all.iter().any(|end| name.ends_with(end));
        Some(match () {
            () if ends(["_rn", "_rte"]) => Rounding::Nearest,
            () if ends(["_rz", "_rtz"]) => Rounding::TowardsZero,
            () if ends(["_ru", "_rtp"]) => Rounding::Up,
            () if ends(["_rd", "_rtn"]) => Rounding::Down,
            () => return None,
        })
    }

    fn round(self, number: f64) -> f64 {
        match self {
            Rounding::Nearest => number.round_ties_even(),
            Rounding::TowardsZero => number.trunc(),
            Rounding::Up => number.ceil(),
            Rounding::Down => number.floor(),
        }
    }
}

/// The value of a conversion.
pub(super) fn value(name: &Name<'_>, args: &[Arg], result: Scalar) -> Option<Known> {
    let [arg] = args else {
        return None;
    };
    let (bare, rounding) = (name.bare, Rounding::of(name.bare));
    let of_opencl = bare.strip_prefix("convert_");
    let to = match of_opencl {
        Some(to) => to,
        None => bare.strip_prefix("__")?.split_once('2')?.1,
    };
    let is_signed = !to.starts_with('u');
    match (arg.scalar, result) {
        (Scalar::Float(format), Scalar::Int(width)) => {
            let rounding = match of_opencl {
                Some(_) => rounding.unwrap_or(Rounding::TowardsZero),
                None => rounding?,
            };
            let number = float::number(arg.bits, format);
            let rounded = float::bits(rounding.round(number), kernel_graph::FloatFormat::Double);
            let double = kernel_graph::FloatFormat::Double;
            let bits = float::to_integer(rounded, double, width, is_signed);
            // What is beyond the range has a value only where the conversion saturates.
            let inside = float::of_integer(bits, width, is_signed, double) == rounded;
            let exact = inside || to.contains("_sat") && !number.is_nan();
            Some(Known { bits, exact })
        }
        (Scalar::Int(from), Scalar::Int(width)) if to.contains("_sat") => {
            let full = mask(width).cast_signed();
            let (least, most) = match is_signed {
                true => (-(full >> 1) - 1, full >> 1),
                false => (0, full),
            };
            let number = match arg.signed {
                true => signed(arg.bits, from),
                false => arg.bits.cast_signed(),
            };
            let bits = number.clamp(least, most).cast_unsigned() & mask(width);
            Some(Known { bits, exact: true })
        }
        (Scalar::Int(from), Scalar::Float(format)) => {
            let is_signed = match of_opencl {
                Some(_) => arg.signed,
                None => !bare.starts_with("__u"),
            };
            let bits = float::of_integer(arg.bits, from, is_signed, format);
            let back = float::to_integer(bits, format, from, is_signed);
            let exact = rounding == Some(Rounding::Nearest) || back == arg.bits;
            Some(Known { bits, exact })
        }
        (Scalar::Float(from), Scalar::Float(format)) => {
            let number = float::number(arg.bits, from);
            let bits = float::bits(number, format);
            let exact =
                rounding == Some(Rounding::Nearest) || float::number(bits, format) == number;
            Some(Known { bits, exact })
        }
        _ => None,
    }
}

//! Functions of CUDA, OpenCL and C whose values are known, by their names.
//!
//! | file | holds |
//! |---|---|
//! | `floats.rs` | functions of floating point numbers |
//! | `special.rs` | the error function and the gamma function |
//! | `conversions.rs` | conversions with a rounding or saturation of their own |
//! | `integers.rs` | functions of integers, and choices |

mod conversions;
mod floats;
mod integers;
mod special;

use crate::float::number;
use kernel_graph::{LANE_OF_ROW, Scalar};

/// The value of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    pub bits: u128,
    /// Whether every device gives this value; the others may give one that differs in the last bits.
    pub exact: bool,
}

/// An argument, as integers see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Arg {
    bits: u128,
    scalar: Scalar,
    /// Whether its type is signed.
    signed: bool,
}

/// A function's name as the graph has it: `add_sat by element(i32 true, i32 true) i32`.
struct Name<'a> {
    bare: &'a str,
    by_element: bool,
    /// Whether each argument's type is signed.
    signs: Vec<bool>,
}

impl<'a> Name<'a> {
    /// None of a function that the program declares, whose name stands alone, as those of the compiler do.
    fn of(text: &'a str) -> Option<Name<'a>> {
        let (name, rest) = match text.split_once('(') {
            Some(parts) => parts,
            None if text.starts_with("__builtin_") => (text, ""),
            None => return None,
        };
        let types = rest.split_once(')').map_or("", |(types, _)| types);
        let signed = |one: &str| one.ends_with("true");
        let (bare, by_element) = match name.trim().strip_suffix(" by element") {
            Some(bare) => (bare, true),
            None => (name.trim(), false),
        };
        Some(Name {
            bare,
            by_element,
            signs: types.split(", ").map(signed).collect(),
        })
    }
}

/// The value of a function by its name, which says its arguments' types; none if there is no rule for it.
pub(crate) fn value(name: &str, args: &[(u128, Scalar)], result: Scalar) -> Option<Known> {
    if let (LANE_OF_ROW, [(row, _), (kind, _)]) = (name, args) {
        // Any lane will do, but for that of the row's own number, which programs are more likely to use themselves.
        let bits = (row.wrapping_mul(7).wrapping_add(kind.wrapping_mul(5)) + 3) & 31;
        return Some(Known { bits, exact: true });
    }
    let name = Name::of(name)?;
    let mut numbers = Vec::new();
    let mut all = Vec::new();
    for (at, (bits, scalar)) in args.iter().enumerate() {
        if let Scalar::Float(format) = scalar {
            numbers.push(number(*bits, *format));
        }
        all.push(Arg {
            bits: *bits,
            scalar: *scalar,
            signed: name.signs.get(at).copied().unwrap_or(false),
        });
    }
    let floats = match numbers.len() == args.len() {
        true => floats::value(&name, &numbers, (args, result)),
        false => None,
    };
    floats
        .or_else(|| conversions::value(&name, &all, result))
        .or_else(|| integers::value(&name, &all, result))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel_graph::FloatFormat;

    const SINGLE: Scalar = Scalar::Float(FloatFormat::Single);

    fn single(x: f32) -> (u128, Scalar) {
        (u128::from(x.to_bits()), SINGLE)
    }

    fn full(name: &str) -> String {
        match name.contains('(') {
            true => name.to_owned(),
            false => format!("{name}(f32 false) f32"),
        }
    }

    fn of_floats(name: &str, args: &[f32]) -> Option<(f32, bool)> {
        let args: Vec<(u128, Scalar)> = args.iter().map(|x| single(*x)).collect();
        let found = value(&full(name), &args, SINGLE)?;
        let bits = u32::try_from(found.bits).ok()?;
        Some((f32::from_bits(bits), found.exact))
    }

    fn of_integers(name: &str, args: &[(i64, u32)], width: u32) -> Option<i64> {
        let bits = |(n, width): &(i64, u32)| {
            let bits = i128::from(*n).cast_unsigned() & crate::value::mask(*width);
            (bits, Scalar::Int(*width))
        };
        let args: Vec<(u128, Scalar)> = args.iter().map(bits).collect();
        let found = value(&full(name), &args, Scalar::Int(width))?;
        i64::try_from(crate::value::signed(found.bits, width)).ok()
    }

    #[test]
    fn functions_are_found_by_their_names() {
        assert_eq!(of_floats("sqrt(f32 false) f32", &[4.0]), Some((2.0, true)));
        assert_eq!(of_floats("sqrtf", &[4.0]), Some((2.0, true)));
        assert_eq!(of_floats("rsqrtf", &[4.0]), Some((0.5, false)));
        assert_eq!(of_floats("fmaxf", &[4.0, 5.0]), Some((5.0, true)));
        assert_eq!(of_floats("fminf", &[f32::NAN, 5.0]), Some((5.0, true)));
        assert_eq!(of_floats("__expf", &[0.0]), Some((1.0, false)));
        assert_eq!(of_floats("erff", &[0.0]), Some((0.0, false)));
        assert_eq!(of_floats("fmaf", &[2.0, 3.0, 1.0]), Some((7.0, true)));
        assert_eq!(of_floats("__fadd_rn", &[2.0, 3.0]), Some((5.0, true)));
        assert_eq!(of_floats("__saturatef", &[2.0]), Some((1.0, true)));
        assert_eq!(of_floats("copysignf", &[2.0, -3.0]), Some((-2.0, true)));
        assert_eq!(
            of_floats("__builtin_inff", &[]),
            Some((f32::INFINITY, true))
        );
        assert_eq!(of_floats("tex2D", &[4.0]), None);
        assert_eq!(value("sqrt", &[single(4.0)], SINGLE), None);
        let infinity = value("__builtin_inff", &[], SINGLE).map(|known| known.bits);
        assert_eq!(infinity, Some(0x7f80_0000));
        let nan = value("isnan(f32 false) i32", &[single(f32::NAN)], Scalar::Int(32));
        assert_eq!(nan.map(|known| known.bits), Some(1));
    }

    #[test]
    fn integers_have_their_signs() {
        let sum = |name: &str, a, b| of_integers(name, &[(a, 8), (b, 8)], 8);
        assert_eq!(sum("add_sat(i8 true, i8 true) i8", 100, 100), Some(127));
        assert_eq!(sum("add_sat(i8 false, i8 false) i8", 100, 100), Some(-56));
        assert_eq!(sum("sub_sat(i8 false, i8 false) i8", 3, 5), Some(0));
        assert_eq!(sum("hadd(i8 true, i8 true) i8", -3, -2), Some(-3));
        assert_eq!(sum("rhadd(i8 true, i8 true) i8", -3, -2), Some(-2));
        assert_eq!(sum("rotate(i8 false, i8 false) i8", 0x41, 1), Some(-126));
        let select = "select(i32 true, i32 true, i32 true) i32";
        let args = [(7, 32), (9, 32), (1, 32)];
        assert_eq!(of_integers(select, &args, 32), Some(9));
        let lanes = "select by element(i32 true, i32 true, i32 true) i32";
        assert_eq!(of_integers(lanes, &args, 32), Some(7));
        let permuted = [(0x0302_0100, 32), (0x0706_0504, 32), (0x4210, 32)];
        assert_eq!(of_integers("__byte_perm", &permuted, 32), Some(0x0402_0100));
        let halves = [(1, 32), (0, 32), (31, 32)];
        assert_eq!(of_integers("__funnelshift_r", &halves, 32), Some(0));
        assert_eq!(of_integers("__funnelshift_l", &halves, 32), Some(0));
        assert_eq!(
            of_integers("convert_char_sat(i32 true) i8", &[(300, 32)], 8),
            Some(127)
        );
    }

    #[test]
    fn conversions_round_as_their_names_say() {
        let of = |name: &str, x: f32| {
            let found = value(name, &[single(x)], Scalar::Int(32))?;
            i64::try_from(crate::value::signed(found.bits, 32)).ok()
        };
        assert_eq!(of("__float2int_rn(f32 false) i32", 2.5), Some(2));
        assert_eq!(of("__float2int_ru(f32 false) i32", 2.1), Some(3));
        assert_eq!(of("__float2int_rd(f32 false) i32", -2.1), Some(-3));
        assert_eq!(of("lroundf(f32 false) i32", -2.5), Some(-3));
        assert_eq!(
            of("convert_int_sat(f32 false) i32", 1e20),
            Some(i64::from(i32::MAX))
        );
        let narrow = value(
            "convert_uchar_sat_rte(f32 false) i8",
            &[single(-4.0)],
            Scalar::Int(8),
        );
        assert_eq!(narrow.map(|known| known.bits), Some(0));
    }
}

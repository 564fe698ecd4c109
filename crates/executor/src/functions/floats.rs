//! Functions of floating point numbers.
//!
//! Those that CUDA and OpenCL leave a few units in the last place to have C's value, and are marked as
//! not exact.

use super::special;
use super::{Known, Name};
use crate::float::{bits, operation};
use kernel_graph::{FloatOp, Scalar};

/// The value of a function of floats alone.
pub(super) fn value(
    name: &Name<'_>,
    numbers: &[f64],
    (args, result): (&[(u128, Scalar)], Scalar),
) -> Option<Known> {
    // `sinf` is `sin` of floats, as in the table of the language's functions.
    let full = name.bare;
    let short = full.strip_suffix('f').unwrap_or(full);
    for one in [full, short] {
        if let Some(known) = truth(one, name, numbers, result) {
            return Some(known);
        }
        let one = one.strip_prefix("__builtin_").unwrap_or(one);
        if let Some(known) = whole(one, numbers, result) {
            return Some(known);
        }
        let Scalar::Float(format) = result else {
            continue;
        };
        let known = |number: f64, exact: bool| Known {
            bits: bits(number, format),
            exact,
        };
        if let ("fma" | "__fmaf_rn" | "__fma_rn", [_, _, _]) = (one, numbers) {
            let args: Vec<u128> = args.iter().map(|(bits, _)| *bits).collect();
            let bits = operation(&FloatOp::FusedMultiplyAdd, &args, format)?;
            return Some(Known { bits, exact: true });
        }
        if let Some(number) = exact(one, numbers) {
            return Some(known(number, true));
        }
        if let Some(number) = near(one, numbers) {
            return Some(known(number, false));
        }
    }
    None
}

/// A test of numbers: of vectors all bits are set where it holds.
fn truth(one: &str, name: &Name<'_>, numbers: &[f64], result: Scalar) -> Option<Known> {
    let one = one.strip_prefix("__builtin_").unwrap_or(one);
    let holds = match (one, numbers) {
        ("isnan" | "__isnan", [a]) => a.is_nan(),
        ("isinf" | "__isinf", [a]) => a.is_infinite(),
        ("isfinite" | "__finite", [a]) => a.is_finite(),
        ("isnormal", [a]) => a.is_normal(),
        ("signbit", [a]) => a.is_sign_negative(),
        ("isequal", [a, b]) => a == b,
        ("isnotequal", [a, b]) => a != b,
        ("isgreater", [a, b]) => a > b,
        ("isgreaterequal", [a, b]) => a >= b,
        ("isless", [a, b]) => a < b,
        ("islessequal", [a, b]) => a <= b,
        ("islessgreater", [a, b]) => a.partial_cmp(b).is_some_and(std::cmp::Ordering::is_ne),
        ("isordered", [a, b]) => !a.is_nan() && !b.is_nan(),
        ("isunordered", [a, b]) => a.is_nan() || b.is_nan(),
        _ => return None,
    };
    let yes = match result {
        Scalar::Int(width) if name.by_element => crate::value::mask(width),
        Scalar::Bool | Scalar::Int(_) => 1,
        Scalar::Float(_) | Scalar::Pointer | Scalar::Function | Scalar::Handle => return None,
    };
    // What is a small number in one format is none in another.
    Some(Known {
        bits: if holds { yes } else { 0 },
        exact: one != "isnormal",
    })
}

/// A function whose value is an integer.
// Saturation is what the cast does; a value beyond the range is marked.
#[allow(clippy::cast_possible_truncation)]
fn whole(one: &str, numbers: &[f64], result: Scalar) -> Option<Known> {
    let Scalar::Int(width) = result else {
        return None;
    };
    let number = match (one, numbers) {
        ("lround" | "llround", [a]) => a.round(),
        ("lrint" | "llrint", [a]) => a.round_ties_even(),
        ("ilogb", [a]) if a.is_normal() => exponent(*a),
        _ => return None,
    };
    let most = 2f64.powi(i32::try_from(width).unwrap_or(64) - 1);
    Some(Known {
        bits: (number as i128).cast_unsigned() & crate::value::mask(width),
        exact: (-most..most).contains(&number),
    })
}

/// The exponent of a normal number of binary64.
fn exponent(a: f64) -> f64 {
    let biased = i32::try_from(a.to_bits() >> 52 & 0x7ff).unwrap_or(0);
    f64::from(biased - 1023)
}

/// A function that every device computes exactly, or rounds once to the nearest number.
fn exact(one: &str, numbers: &[f64]) -> Option<f64> {
    Some(match (one, numbers) {
        ("inf" | "huge_val", []) => f64::INFINITY,
        ("nan", []) => f64::NAN,
        ("fabs", [a]) => a.abs(),
        ("sqrt" | "__fsqrt_rn" | "__dsqrt_rn", [a]) => a.sqrt(),
        ("__frcp_rn" | "__drcp_rn", [a]) => 1.0 / a,
        ("floor", [a]) => a.floor(),
        ("ceil", [a]) => a.ceil(),
        ("trunc", [a]) => a.trunc(),
        ("round", [a]) => a.round(),
        ("rint" | "nearbyint", [a]) => a.round_ties_even(),
        ("logb", [a]) if a.is_normal() => exponent(*a),
        ("saturate" | "__saturate", [a]) if a.is_nan() => 0.0,
        ("saturate" | "__saturate", [a]) => a.clamp(0.0, 1.0),
        ("sign", [a]) if a.is_nan() => 0.0,
        ("sign", [a]) if *a == 0.0 => *a,
        ("sign", [a]) => a.signum(),
        ("__fadd_rn" | "__dadd_rn", [a, b]) => a + b,
        ("__fsub_rn" | "__dsub_rn", [a, b]) => a - b,
        ("__fmul_rn" | "__dmul_rn", [a, b]) => a * b,
        ("__fdiv_rn" | "__ddiv_rn", [a, b]) => a / b,
        ("fmod", [a, b]) => a % b,
        ("fmax" | "max", [a, b]) => a.max(*b),
        ("fmin" | "min", [a, b]) => a.min(*b),
        ("maxmag", [a, b]) if a.abs() != b.abs() => {
            if a.abs() > b.abs() {
                *a
            } else {
                *b
            }
        }
        ("maxmag", [a, b]) => a.max(*b),
        ("minmag", [a, b]) if a.abs() != b.abs() => {
            if a.abs() < b.abs() {
                *a
            } else {
                *b
            }
        }
        ("minmag", [a, b]) => a.min(*b),
        ("fdim", [a, b]) if a > b => a - b,
        ("fdim", [a, b]) if a <= b => 0.0,
        ("copysign", [a, b]) => a.copysign(*b),
        ("step", [edge, x]) => {
            if x < edge {
                0.0
            } else {
                1.0
            }
        }
        ("clamp", [x, low, high]) => x.max(*low).min(*high),
        _ => return None,
    })
}

/// A function of which a device has a value near this one.
fn near(one: &str, numbers: &[f64]) -> Option<f64> {
    let one = one
        .strip_prefix("native_")
        .or_else(|| one.strip_prefix("half_"))
        .unwrap_or(one);
    match numbers {
        [a] => near_of_one(one, *a),
        [a, b] => near_of_two(one, *a, *b),
        [a, b, c] => Some(match one {
            "mad" => a * b + c,
            "mix" => a + (b - a) * c,
            "smoothstep" => {
                let t = ((c - a) / (b - a)).clamp(0.0, 1.0);
                t * t * (3.0 - 2.0 * t)
            }
            "norm3d" => a.hypot(*b).hypot(*c),
            "rnorm3d" => 1.0 / a.hypot(*b).hypot(*c),
            _ if one.starts_with("__fma") => a.mul_add(*b, *c),
            _ => return None,
        }),
        [a, b, c, d] => Some(match one {
            "norm4d" => a.hypot(*b).hypot(*c).hypot(*d),
            "rnorm4d" => 1.0 / a.hypot(*b).hypot(*c).hypot(*d),
            _ => return None,
        }),
        _ => None,
    }
}

fn near_of_one(one: &str, a: f64) -> Option<f64> {
    use std::f64::consts::PI;
    Some(match one {
        "sqrt" => a.sqrt(),
        "recip" => 1.0 / a,
        "rsqrt" | "__frsqrt_rn" => 1.0 / a.sqrt(),
        "cbrt" => a.cbrt(),
        "rcbrt" => 1.0 / a.cbrt(),
        "sin" | "__sin" => a.sin(),
        "cos" | "__cos" => a.cos(),
        "tan" | "__tan" => a.tan(),
        "asin" => a.asin(),
        "acos" => a.acos(),
        "atan" => a.atan(),
        "sinpi" => (a * PI).sin(),
        "cospi" => (a * PI).cos(),
        "tanpi" => (a * PI).tan(),
        "asinpi" => a.asin() / PI,
        "acospi" => a.acos() / PI,
        "atanpi" => a.atan() / PI,
        "sinh" => a.sinh(),
        "cosh" => a.cosh(),
        "tanh" | "__tanh" => a.tanh(),
        "asinh" => a.asinh(),
        "acosh" => a.acosh(),
        "atanh" => a.atanh(),
        "exp" | "__exp" => a.exp(),
        "exp2" | "__exp2" => a.exp2(),
        "exp10" | "__exp10" => 10f64.powf(a),
        "expm1" => a.exp_m1(),
        "log" | "__log" => a.ln(),
        "log2" | "__log2" => a.log2(),
        "log10" | "__log10" => a.log10(),
        "log1p" => a.ln_1p(),
        "erf" => special::erf(a),
        "erfc" => special::erfc(a),
        "erfcx" => special::erfc(a) * (a * a).exp(),
        "normcdf" => special::erfc(-a / 2f64.sqrt()) / 2.0,
        "tgamma" => special::gamma(a),
        "lgamma" => special::ln_gamma(a),
        "degrees" => a.to_degrees(),
        "radians" => a.to_radians(),
        _ if one.starts_with("__fsqrt_") || one.starts_with("__dsqrt_") => a.sqrt(),
        _ if one.starts_with("__frcp_") || one.starts_with("__drcp_") => 1.0 / a,
        _ => return None,
    })
}

fn near_of_two(one: &str, a: f64, b: f64) -> Option<f64> {
    use std::f64::consts::PI;
    let rounded = [
        "__fadd_", "__dadd_", "__fsub_", "__dsub_", "__fmul_", "__dmul_",
    ]
    .into_iter()
    .chain(["__fdiv_", "__ddiv_"])
    .find(|prefix| one.starts_with(prefix));
    Some(match (one, rounded) {
        (_, Some("__fadd_" | "__dadd_")) => a + b,
        (_, Some("__fsub_" | "__dsub_")) => a - b,
        (_, Some("__fmul_" | "__dmul_")) => a * b,
        (_, Some(_)) => a / b,
        ("pow" | "powr" | "__pow", _) => a.powf(b),
        ("rootn", _) => a.powf(1.0 / b),
        ("atan2", _) => a.atan2(b),
        ("atan2pi", _) => a.atan2(b) / PI,
        ("hypot", _) => a.hypot(b),
        ("rhypot", _) => 1.0 / a.hypot(b),
        ("fdivide" | "__fdivide" | "divide", _) => a / b,
        _ => return None,
    })
}

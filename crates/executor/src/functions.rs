//! Functions of the mathematical library whose values are known. Those that are not exact may differ
//! from a machine's in the last bits.

use crate::float::{bits, number};
use kernel_graph::Scalar;

/// The value of a function of floats, by its name without what follows a bracket; none if there is no
/// rule for it.
pub(crate) fn value(name: &str, args: &[(u128, Scalar)], result: Scalar) -> Option<u128> {
    let bare = name.split('(').next().unwrap_or(name).trim();
    let mut numbers = Vec::new();
    for (value, scalar) in args {
        let Scalar::Float(format) = scalar else {
            return None;
        };
        numbers.push(number(*value, *format));
    }
    let truth =
        |holds: bool| matches!(result, Scalar::Bool | Scalar::Int(_)).then_some(u128::from(holds));
    let number = match (bare, numbers.as_slice()) {
        ("isnan" | "__isnan" | "__builtin_isnan", [a]) => return truth(a.is_nan()),
        ("isinf" | "__isinf" | "__builtin_isinf", [a]) => return truth(a.is_infinite()),
        ("isfinite" | "__finite" | "__builtin_isfinite", [a]) => return truth(a.is_finite()),
        ("__builtin_inff" | "__builtin_inf" | "__builtin_huge_valf" | "__builtin_huge_val", []) => {
            f64::INFINITY
        }
        ("__builtin_nanf" | "__builtin_nan", []) => f64::NAN,
        ("fabs" | "__builtin_fabs" | "__builtin_fabsf", [a]) => a.abs(),
        ("sqrt" | "__builtin_sqrtf" | "native_sqrt", [a]) => a.sqrt(),
        ("rsqrt" | "native_rsqrt", [a]) => 1.0 / a.sqrt(),
        ("cbrt", [a]) => a.cbrt(),
        ("floor", [a]) => a.floor(),
        ("ceil", [a]) => a.ceil(),
        ("trunc", [a]) => a.trunc(),
        ("round", [a]) => a.round(),
        ("rint" | "nearbyint", [a]) => a.round_ties_even(),
        ("sin" | "native_sin" | "__sin", [a]) => a.sin(),
        ("cos" | "native_cos" | "__cos", [a]) => a.cos(),
        ("tan" | "native_tan" | "__tan", [a]) => a.tan(),
        ("asin", [a]) => a.asin(),
        ("acos", [a]) => a.acos(),
        ("atan", [a]) => a.atan(),
        ("sinh", [a]) => a.sinh(),
        ("cosh", [a]) => a.cosh(),
        ("tanh" | "__tanh", [a]) => a.tanh(),
        ("exp" | "native_exp" | "__exp" | "__builtin_expf", [a]) => a.exp(),
        ("exp2" | "native_exp2", [a]) => a.exp2(),
        ("expm1", [a]) => a.exp_m1(),
        ("log" | "native_log" | "__log", [a]) => a.ln(),
        ("log2" | "native_log2" | "__log2", [a]) => a.log2(),
        ("log10" | "__log10", [a]) => a.log10(),
        ("log1p", [a]) => a.ln_1p(),
        ("pow" | "powr" | "__pow", [a, b]) => a.powf(*b),
        ("atan2", [a, b]) => a.atan2(*b),
        ("hypot", [a, b]) => a.hypot(*b),
        ("fmod", [a, b]) => a % b,
        ("fmax" | "max", [a, b]) => a.max(*b),
        ("fmin" | "min", [a, b]) => a.min(*b),
        ("fdim", [a, b]) if a > b => a - b,
        ("fdim", [a, b]) if a <= b => 0.0,
        ("copysign", [a, b]) => a.copysign(*b),
        ("fdivide" | "__fdivide", [a, b]) => a / b,
        ("mad", [a, b, c]) => a * b + c,
        ("fma", [a, b, c]) => {
            let Scalar::Float(format) = result else {
                return None;
            };
            let args: Vec<u128> = [a, b, c].iter().map(|x| bits(**x, format)).collect();
            let op = kernel_graph::FloatOp::FusedMultiplyAdd;
            return crate::float::operation(&op, &args, format);
        }
        _ => return None,
    };
    let Scalar::Float(format) = result else {
        return None;
    };
    Some(bits(number, format))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel_graph::FloatFormat;

    #[test]
    fn functions_are_found_by_their_names() {
        let single = Scalar::Float(FloatFormat::Single);
        let four = u128::from(4f32.to_bits());
        let two = u128::from(2f32.to_bits());
        let name = "sqrt(f32 None) f32";
        assert_eq!(value(name, &[(four, single)], single), Some(two));
        assert_eq!(value("tex2D", &[(four, single)], single), None);
    }
}

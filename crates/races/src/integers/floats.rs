//! Floating point numbers of which the values are known.
//!
//! To the checker operations on them are uninterpreted functions. Where a launch is tried whose numbers are known, those
//! operations have values of which the operands have: only as far as they are the same however a machine computes, for
//! it may round otherwise, fuse a product with a sum, and take what is next to zero to be zero. So a result is exact,
//! no operand is subnormal, and nothing is said of what is not a number.

use kernel_graph::{CastOp, FloatFormat, FloatOp, Scalar};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use solver::term::{Node, Rewriter, Symbol, Term, bool_, bv};
use std::collections::HashMap;

/// What an uninterpreted function on floats stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// An operation on operands of a format.
    Operation(FloatOp, FloatFormat),
    /// A conversion from one type to another.
    Conversion(CastOp, Scalar, Scalar),
    /// Whether a number is not zero.
    IsNotZero(FloatFormat),
}

/// The functions on floats of an execution.
pub(crate) type Meanings = HashMap<Symbol, Meaning>;

/// A value.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Known {
    Bits(u128),
    Truth(bool),
}

/// The term with the values of all operations on floats whose operands are known.
pub(crate) fn folded(term: &Term, meanings: &Meanings) -> Term {
    if meanings.is_empty() {
        return term.clone();
    }
    let mut rewriter = Rewriter::new(|term: &Term, args: &[Term]| {
        let Node::App(symbol, _) = term.node() else {
            return None;
        };
        let meaning = meanings.get(symbol)?;
        let bits = args.iter().map(|arg| arg.as_bits()?.unsigned().to_u128());
        let bits: Vec<u128> = bits.collect::<Option<_>>()?;
        match (value(meaning, &bits)?, symbol.result().width()) {
            (Known::Bits(bits), Some(width)) => Some(bv::lit(bits, width)),
            (Known::Truth(holds), None) => Some(bool_(holds)),
            (Known::Bits(_), None) | (Known::Truth(_), Some(_)) => None,
        }
    });
    rewriter.apply(term)
}

impl Meaning {
    /// The format of the operands, where these are floats.
    pub(crate) fn operands(&self) -> Option<FloatFormat> {
        match self {
            Meaning::Operation(_, format) | Meaning::IsNotZero(format) => Some(*format),
            Meaning::Conversion(_, Scalar::Float(format), _) => Some(*format),
            Meaning::Conversion(..) => None,
        }
    }
}

/// The bits of a small whole number, or a half of one, in a format; none of formats without rules.
pub(crate) fn bits_of(value: f64, format: FloatFormat) -> Option<u128> {
    exact(value, format)
}

fn value(meaning: &Meaning, args: &[u128]) -> Option<Known> {
    match meaning {
        Meaning::Operation(op, format) => operation(op, args, *format),
        Meaning::IsNotZero(format) => match args {
            [bits] => Some(Known::Truth(number(*bits, *format)? != 0.0)),
            _ => None,
        },
        Meaning::Conversion(op, from, to) => match args {
            [bits] => converted(*op, *bits, (*from, *to)).map(Known::Bits),
            _ => None,
        },
    }
}

fn operation(op: &FloatOp, args: &[u128], format: FloatFormat) -> Option<Known> {
    let numbers: Vec<f64> = args
        .iter()
        .map(|bits| number(*bits, format))
        .collect::<Option<_>>()?;
    let result = match (op, numbers.as_slice()) {
        (FloatOp::Eq, [a, b]) => return Some(Known::Truth(a == b)),
        (FloatOp::Ne, [a, b]) => return Some(Known::Truth(a != b)),
        (FloatOp::Less, [a, b]) => return Some(Known::Truth(a < b)),
        (FloatOp::LessEqual, [a, b]) => return Some(Known::Truth(a <= b)),
        (FloatOp::Neg, [a]) => -a,
        (FloatOp::Add, [a, b]) => sum(*a, *b)?,
        (FloatOp::Sub, [a, b]) => sum(*a, -b)?,
        (FloatOp::Mul, [a, b]) => product(*a, *b)?,
        (FloatOp::Div, [a, b]) => quotient(*a, *b)?,
        (FloatOp::FusedMultiplyAdd, [a, b, c]) => sum(product(*a, *b)?, *c)?,
        (FloatOp::Function(name), operands) => {
            let bare = name.split('(').next().unwrap_or(name).trim();
            match (bare, operands) {
                // Which of two zeros with different signs is greater machines do not agree on.
                (_, [a, b]) if a == b && a.is_sign_negative() != b.is_sign_negative() => {
                    return None;
                }
                ("fabs" | "fabsf" | "__builtin_fabs" | "__builtin_fabsf", [a]) => a.abs(),
                ("fmax" | "fmaxf" | "max", [a, b]) => a.max(*b),
                ("fmin" | "fminf" | "min", [a, b]) => a.min(*b),
                _ => return None,
            }
        }
        _ => return None,
    };
    exact(result, format).map(Known::Bits)
}

/// Sum, product and quotient, if they are numbers of binary64 themselves.
fn sum(a: f64, b: f64) -> Option<f64> {
    let sum = a + b;
    let of_b = sum - a;
    let lost = (a - (sum - of_b)) + (b - of_b);
    (lost == 0.0).then_some(sum)
}

fn product(a: f64, b: f64) -> Option<f64> {
    let product = a * b;
    (a.mul_add(b, -product) == 0.0).then_some(product)
}

fn quotient(a: f64, b: f64) -> Option<f64> {
    let quotient = a / b;
    (b != 0.0 && quotient.mul_add(b, -a) == 0.0).then_some(quotient)
}

fn converted(op: CastOp, bits: u128, types: (Scalar, Scalar)) -> Option<u128> {
    match (op, types) {
        (CastOp::FloatToFloat, (Scalar::Float(from), Scalar::Float(to))) => {
            exact(number(bits, from)?, to)
        }
        (CastOp::SignedToFloat, (Scalar::Int(width), Scalar::Float(to))) => {
            let signed = bv::lit(bits, width).as_bits()?.signed();
            exact(signed.to_i64().filter(|whole| is_small(*whole))? as f64, to)
        }
        (CastOp::UnsignedToFloat, (Scalar::Int(_), Scalar::Float(to))) => {
            let whole = i64::try_from(bits).ok().filter(|whole| is_small(*whole))?;
            exact(whole as f64, to)
        }
        (
            CastOp::FloatToSigned | CastOp::FloatToUnsigned,
            (Scalar::Float(from), Scalar::Int(width)),
        ) => {
            let whole = number(bits, from)?.trunc();
            // Far within what any type of so many bits holds.
            let most = 2f64.powi(i32::try_from(width).ok()?.min(32) - 2);
            let least = if op == CastOp::FloatToSigned {
                -most
            } else {
                0.0
            };
            (least..=most).contains(&whole).then_some(())?;
            let whole = bv::lit(BigInt::from(whole.to_i64()?), width);
            whole.as_bits()?.unsigned().to_u128()
        }
        _ => None,
    }
}

/// Whether a whole number is one of binary64, with room.
fn is_small(whole: i64) -> bool {
    whole.unsigned_abs() < 1 << 50
}

/// The number that bits stand for, if that is the same for all machines.
fn number(bits: u128, format: FloatFormat) -> Option<f64> {
    let value = match format {
        FloatFormat::Single => {
            let value = f32::from_bits(u32::try_from(bits).ok()?);
            (!value.is_subnormal()).then_some(f64::from(value))?
        }
        FloatFormat::Double => f64::from_bits(u64::try_from(bits).ok()?),
        FloatFormat::Half | FloatFormat::BFloat16 => return None,
    };
    (value.is_finite() && !value.is_subnormal()).then_some(value)
}

/// The bits of a number that a format has.
// The narrowing is compared with the number.
#[allow(clippy::cast_possible_truncation)]
fn exact(value: f64, format: FloatFormat) -> Option<u128> {
    let bits = match format {
        FloatFormat::Single => u128::from((value as f32).to_bits()),
        FloatFormat::Double => u128::from(value.to_bits()),
        FloatFormat::Half | FloatFormat::BFloat16 => return None,
    };
    (number(bits, format)? == value).then_some(bits)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn single(value: f32) -> u128 {
        u128::from(value.to_bits())
    }

    fn of(op: FloatOp, args: &[f32]) -> Option<Known> {
        let args: Vec<u128> = args.iter().map(|value| single(*value)).collect();
        value(&Meaning::Operation(op, FloatFormat::Single), &args)
    }

    #[test]
    fn what_is_exact_has_a_value() {
        let bits = |value: f32| Some(Known::Bits(single(value)));
        assert_eq!(of(FloatOp::Add, &[1.5, 2.0]), bits(3.5));
        assert_eq!(of(FloatOp::Mul, &[3.0, -0.5]), bits(-1.5));
        assert_eq!(of(FloatOp::Div, &[3.0, 2.0]), bits(1.5));
        assert_eq!(of(FloatOp::FusedMultiplyAdd, &[2.0, 3.0, 1.0]), bits(7.0));
        assert_eq!(of(FloatOp::Less, &[1.0, 2.0]), Some(Known::Truth(true)));
        assert_eq!(of(FloatOp::Less, &[-0.0, 0.0]), Some(Known::Truth(false)));
        let cast = |op, bits, from, to| value(&Meaning::Conversion(op, from, to), &[bits]);
        let (float, double) = (
            Scalar::Float(FloatFormat::Single),
            Scalar::Float(FloatFormat::Double),
        );
        let minus = u128::from(u32::MAX);
        assert_eq!(
            cast(CastOp::SignedToFloat, minus, Scalar::Int(32), float),
            bits(-1.0)
        );
        assert_eq!(
            cast(CastOp::UnsignedToFloat, minus, Scalar::Int(32), double),
            Some(Known::Bits(u128::from(4_294_967_295f64.to_bits())))
        );
        assert_eq!(
            cast(CastOp::FloatToSigned, single(-1.5), float, Scalar::Int(32)),
            Some(Known::Bits(minus))
        );
    }

    #[test]
    fn what_a_machine_may_compute_otherwise_has_none() {
        assert_eq!(of(FloatOp::Add, &[1.0, 1e-9]), None);
        assert_eq!(of(FloatOp::Mul, &[0.1, 0.1]), None);
        assert_eq!(of(FloatOp::Div, &[1.0, 3.0]), None);
        assert_eq!(of(FloatOp::Div, &[1.0, 0.0]), None);
        assert_eq!(of(FloatOp::Less, &[f32::from_bits(1), 1.0]), None);
        assert_eq!(of(FloatOp::Less, &[f32::NAN, 1.0]), None);
        assert_eq!(of(FloatOp::Function("sin".to_owned()), &[0.0]), None);
        let cast = |op, bits, from, to| value(&Meaning::Conversion(op, from, to), &[bits]);
        let float = Scalar::Float(FloatFormat::Single);
        assert_eq!(
            cast(CastOp::SignedToFloat, (1 << 24) + 1, Scalar::Int(32), float),
            None
        );
        assert_eq!(
            cast(CastOp::FloatToSigned, single(3e9), float, Scalar::Int(32)),
            None
        );
        assert_eq!(
            cast(
                CastOp::FloatToUnsigned,
                single(-1.0),
                float,
                Scalar::Int(32)
            ),
            None
        );
        let half = Meaning::Operation(FloatOp::Less, FloatFormat::Half);
        assert_eq!(value(&half, &[0, 1]), None);
    }
}

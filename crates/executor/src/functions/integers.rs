//! Functions of integers, and choices between values of any type.

use super::{Arg, Known, Name};
use crate::value::{mask, signed};
use kernel_graph::Scalar;

/// The value of a function of integers.
pub(super) fn value(name: &Name<'_>, args: &[Arg], result: Scalar) -> Option<Known> {
    let exact = |bits: u128| Some(Known { bits, exact: true });
    if let Some(bits) = choice(name, args) {
        return exact(bits);
    }
    let (Scalar::Int(width), true) = (result, all_integers(args)) else {
        return None;
    };
    let numbers: Vec<i128> = args.iter().map(|arg| number(*arg)).collect();
    let found = match of_language(name.bare, args, &numbers, width) {
        Some(found) => found,
        None => of_cuda(name.bare, args)?,
    };
    exact(found.cast_unsigned() & mask(width))
}

fn all_integers(args: &[Arg]) -> bool {
    args.iter().all(|arg| matches!(arg.scalar, Scalar::Int(_)))
}

fn wide(arg: Arg) -> u32 {
    match arg.scalar {
        Scalar::Int(width) => width,
        Scalar::Float(format) => format.bits(),
        Scalar::Bool | Scalar::Pointer | Scalar::Function | Scalar::Handle => 1,
    }
}

fn number(arg: Arg) -> i128 {
    match arg.signed {
        true => signed(arg.bits, wide(arg)),
        false => arg.bits.cast_signed(),
    }
}

/// Whether the uppermost bit is set.
fn negative(arg: Arg) -> bool {
    arg.bits >> (wide(arg).max(1) - 1) & 1 == 1
}

/// `select(a, b, c)`, `bitselect(a, b, c)`.
fn choice(name: &Name<'_>, args: &[Arg]) -> Option<u128> {
    match (name.bare, args) {
        ("select", [a, b, c]) => {
            let second = match name.by_element {
                true => negative(*c),
                false => c.bits != 0,
            };
            Some(if second { b.bits } else { a.bits })
        }
        ("bitselect", [a, b, c]) => Some(a.bits & !c.bits | b.bits & c.bits),
        _ => None,
    }
}

/// Functions of OpenCL, and those of CUDA that mean the same.
fn of_language(name: &str, args: &[Arg], numbers: &[i128], width: u32) -> Option<i128> {
    let is_signed = args.first().is_some_and(|arg| arg.signed);
    let fitting = |n: i128| {
        let full = mask(width).cast_signed();
        match is_signed {
            true => n.clamp(-(full >> 1) - 1, full >> 1),
            false => n.clamp(0, full),
        }
    };
    // Products of more bits have no rule.
    let narrow = width <= 32;
    Some(match (name, numbers) {
        ("add_sat", [a, b]) => fitting(a + b),
        ("sub_sat", [a, b]) => fitting(a - b),
        ("hadd" | "__uhadd", [a, b]) => (a + b) >> 1,
        ("rhadd" | "__rhadd" | "__urhadd", [a, b]) => (a + b + 1) >> 1,
        ("abs_diff", [a, b]) => (a - b).abs(),
        ("__sad" | "__usad", [a, b, c]) => (a - b).abs() + c,
        ("mad_hi", [a, b, c]) if narrow => ((a * b) >> width) + c,
        ("mad_sat", [a, b, c]) if narrow => fitting(a * b + c),
        ("upsample", [a, b]) => a << (width / 2) | b & mask(width / 2).cast_signed(),
        ("any", _) => i128::from(args.iter().any(|arg| negative(*arg))),
        ("all", _) => i128::from(args.iter().all(|arg| negative(*arg))),
        ("bit_reverse", [_]) => {
            let bits = args.first()?.bits;
            (bits.reverse_bits() >> (128 - width.clamp(1, 128))).cast_signed()
        }
        ("rotate", [_, by]) => {
            let bits = args.first()?.bits;
            let by = u32::try_from(by.rem_euclid(i128::from(width.max(1)))).ok()?;
            (bits << by | bits >> (width - by)).cast_signed()
        }
        _ => return None,
    })
}

/// Functions of CUDA on bytes and pairs of words.
fn of_cuda(name: &str, args: &[Arg]) -> Option<i128> {
    let [a, b, c] = args else {
        return None;
    };
    let (a, b, c) = (a.bits, b.bits, c.bits);
    let both = b << 32 | a;
    let found = match name {
        "__byte_perm" => (0..4u32).fold(0, |sum, at| {
            let from = c >> (4 * at) & 7;
            sum | (both >> (8 * from) & 0xff) << (8 * at)
        }),
        "__funnelshift_l" => both << (c & 31) >> 32,
        "__funnelshift_lc" => both << c.min(32) >> 32,
        "__funnelshift_r" => both >> (c & 31),
        "__funnelshift_rc" => both >> c.min(32),
        _ => return None,
    };
    Some((found & mask(32)).cast_signed())
}

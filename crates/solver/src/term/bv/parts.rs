//! Extraction, concatenation, extension and shifts. All but shifts by unknowns and sign extension
//! are made of the first two.

use num_traits::ToPrimitive;

use super::{Bits, BvOp, args_of, folded, lit, literal, mul, raw, width_of};
use crate::term::Term;

/// The bits from `low` to `high`, both included.
pub fn extract(high: u32, low: u32, a: Term) -> Term {
    let op = BvOp::Extract { high, low };
    let Some(width) = a.sort().width().filter(|w| low <= high && high < *w) else {
        return raw(op, vec![a]);
    };
    if low == 0 && high == width - 1 {
        return a;
    }
    if let Some(value) = folded(op, &[&a]) {
        return value;
    }
    if let Some((from, inner)) = extraction(&a) {
        return extract(high + from, low + from, inner.clone());
    }
    if let Some(parts) = args_of(&a, BvOp::Concat) {
        return of_parts(parts, high, low);
    }
    if let Some((by, inner)) = sign_extension(&a) {
        let own = width - by;
        if high < own {
            return extract(high, low, inner.clone());
        }
        // Copies of the sign, and what there is of the bits below them.
        let below = low.min(own - 1);
        let copies = high - low.max(own - 1);
        return sign_extend(copies, extract(own - 1, below, inner.clone()));
    }
    raw(op, vec![a])
}

/// From which bit on something is extracted, if it is.
fn extraction(term: &Term) -> Option<(u32, &Term)> {
    match term.as_bv()? {
        (BvOp::Extract { low, .. }, [inner]) => Some((low, inner)),
        _ => None,
    }
}

/// By how many bits something is sign-extended, if it is.
fn sign_extension(term: &Term) -> Option<(u32, &Term)> {
    match term.as_bv()? {
        (BvOp::SignExtend(by), [inner]) => Some((by, inner)),
        _ => None,
    }
}

/// Bits of a concatenation.
fn of_parts(parts: &[Term], high: u32, low: u32) -> Term {
    let mut found: Option<Term> = None;
    let mut start = 0u32;
    for part in parts.iter().rev() {
        let width = part.sort().width().unwrap_or(1);
        let end = start + width - 1;
        if end >= low && start <= high {
            let piece = extract(high.min(end) - start, low.max(start) - start, part.clone());
            found = Some(match found {
                Some(below) => concat(piece, below),
                None => piece,
            });
        }
        start = end + 1;
    }
    found.unwrap_or_else(|| lit(0, 1))
}

/// The first above the second.
pub fn concat(a: Term, b: Term) -> Term {
    if a.sort().width().is_none() || b.sort().width().is_none() {
        return raw(BvOp::Concat, vec![a, b]);
    }
    let mut parts: Vec<Term> = Vec::new();
    for side in [&a, &b] {
        for part in args_of(side, BvOp::Concat).unwrap_or(std::slice::from_ref(side)) {
            match parts.last().and_then(|last| adjacent(last, part)) {
                Some(both) => {
                    parts.pop();
                    parts.push(both);
                }
                None => parts.push(part.clone()),
            }
        }
    }
    match parts.as_slice() {
        [single] => single.clone(),
        _ => raw(BvOp::Concat, parts),
    }
}

/// Two literals, or two neighbouring parts of one term, as one.
fn adjacent(above: &Term, below: &Term) -> Option<Term> {
    if let Some(value) = folded(BvOp::Concat, &[above, below]) {
        return Some(value);
    }
    let (
        (
            BvOp::Extract {
                high,
                low: boundary,
            },
            [a],
        ),
        (BvOp::Extract { high: next, low }, [b]),
    ) = (above.as_bv()?, below.as_bv()?)
    else {
        return None;
    };
    (a == b && boundary == next + 1).then(|| extract(high, low, a.clone()))
}

/// So many copies, one above the other.
pub fn repeat(times: u32, a: Term) -> Term {
    let fits = a
        .sort()
        .width()
        .is_some_and(|width| width.checked_mul(times).is_some());
    if times == 0 || !fits {
        return raw(BvOp::Repeat(times), vec![a]);
    }
    (1..times).fold(a.clone(), |so_far, _| concat(so_far, a.clone()))
}

/// So many zeros above.
pub fn zero_extend(by: u32, a: Term) -> Term {
    match a.sort().width().map(|width| width.checked_add(by)) {
        Some(Some(_)) if by == 0 => a,
        Some(Some(_)) => concat(lit(0, by), a),
        _ => raw(BvOp::ZeroExtend(by), vec![a]),
    }
}

/// So many copies of the sign above.
pub fn sign_extend(by: u32, a: Term) -> Term {
    let op = BvOp::SignExtend(by);
    if a.sort().width().and_then(|w| w.checked_add(by)).is_none() {
        return raw(op, vec![a]);
    }
    if by == 0 {
        return a;
    }
    if let Some(value) = folded(op, &[&a]) {
        return value;
    }
    if let Some((more, inner)) = sign_extension(&a)
        && let Some(all) = more.checked_add(by)
    {
        return raw(BvOp::SignExtend(all), vec![inner.clone()]);
    }
    // The sign of a concatenation is that of its first part.
    let sign = args_of(&a, BvOp::Concat)
        .and_then(|parts| parts.first())
        .and_then(Term::as_bits);
    match sign {
        Some(bits) if bits.is_negative() => concat(literal(Bits::ones(by)), a.clone()),
        Some(_) => concat(lit(0, by), a.clone()),
        None => raw(op, vec![a]),
    }
}

/// Rotation to the left.
pub fn rotate_left(by: u32, a: Term) -> Term {
    let Some(width) = a.sort().width() else {
        return raw(BvOp::RotateLeft(by), vec![a]);
    };
    match by % width {
        0 => a,
        by => concat(
            extract(width - by - 1, 0, a.clone()),
            extract(width - 1, width - by, a),
        ),
    }
}

/// Rotation to the right.
pub fn rotate_right(by: u32, a: Term) -> Term {
    match a.sort().width() {
        Some(width) => rotate_left(width - by % width, a),
        None => raw(BvOp::RotateRight(by), vec![a]),
    }
}

/// What a literal shifts by; the width if nothing is left.
fn distance(by: &Term, width: u32) -> Option<u32> {
    let by = by.as_bits()?.unsigned();
    Some(by.to_u32().map_or(width, |by| by.min(width)))
}

/// Shift to the left.
pub fn shl(a: Term, b: Term) -> Term {
    let Some(width) = width_of(&a, &b) else {
        return raw(BvOp::Shl, vec![a, b]);
    };
    match distance(&b, width) {
        Some(by) if by == width => lit(0, width),
        Some(by) => mul(lit(num_bigint::BigInt::from(1) << by, width), a),
        None if a.as_bits().is_some_and(Bits::is_zero) => a,
        None => raw(BvOp::Shl, vec![a, b]),
    }
}

/// Shift to the right, filled with zeros.
pub fn lshr(a: Term, b: Term) -> Term {
    let Some(width) = width_of(&a, &b) else {
        return raw(BvOp::Lshr, vec![a, b]);
    };
    match distance(&b, width) {
        Some(by) if by == width => lit(0, width),
        Some(by) => zero_extend(by, extract(width - 1, by, a)),
        None if a.as_bits().is_some_and(Bits::is_zero) => a,
        None => raw(BvOp::Lshr, vec![a, b]),
    }
}

/// Shift to the right, filled with the sign.
pub fn ashr(a: Term, b: Term) -> Term {
    let Some(width) = width_of(&a, &b) else {
        return raw(BvOp::Ashr, vec![a, b]);
    };
    match distance(&b, width) {
        Some(by) => {
            let by = by.min(width - 1);
            sign_extend(by, extract(width - 1, by, a))
        }
        None if a
            .as_bits()
            .is_some_and(|bits| bits.is_zero() || bits.is_ones()) =>
        {
            a
        }
        None => raw(BvOp::Ashr, vec![a, b]),
    }
}

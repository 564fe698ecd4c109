//! Whether pointers are identical or disjoint, as far as their addresses and bytes are known.

use crate::eval::Known;
use crate::name::{Argument, Name};
use num_bigint::BigInt;
use num_traits::Signed;

/// Whether both hold the same address.
pub(crate) fn identical(a: &Argument, b: &Argument, known: Known<'_>) -> Option<bool> {
    if a == b {
        return Some(true);
    }
    Some(address(a, known)? == address(b, known)?)
}

/// Whether no byte belongs to both. Pointers to which no byte belongs are disjoint from all.
pub(crate) fn disjoint(a: &Argument, b: &Argument, known: Known<'_>) -> Option<bool> {
    let (bytes_a, bytes_b) = (bytes(a, known), bytes(b, known));
    let is_empty = |bytes: &Option<BigInt>| bytes.as_ref().is_some_and(|n| !n.is_positive());
    if is_empty(&bytes_a) || is_empty(&bytes_b) {
        return Some(true);
    }
    let (at_a, at_b) = (address(a, known)?, address(b, known)?);
    let (low, low_bytes, high, high_bytes) = match at_a <= at_b {
        true => (at_a, bytes_a, at_b, bytes_b),
        false => (at_b, bytes_b, at_a, bytes_a),
    };
    match low + low_bytes? <= high {
        true => Some(true),
        // They meet in the first byte of the higher one, if there is one.
        false => high_bytes.map(|_| false),
    }
}

fn address(pointer: &Argument, known: Known<'_>) -> Option<BigInt> {
    known(&Name::Address(pointer.clone()))
}

fn bytes(pointer: &Argument, known: Known<'_>) -> Option<BigInt> {
    known(&Name::Bytes(pointer.clone()))
}

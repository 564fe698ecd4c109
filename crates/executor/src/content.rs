//! What memory contains before anything is written to it: a function of the seed, the array and the
//! byte, so that no order of accesses changes it.

use crate::float;
use crate::value::{low, mask};
use kernel_graph::{FloatFormat, Layout, LayoutKind, Scalar};
use random::mix;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What an array contains at first.
#[derive(Clone, Debug, PartialEq)]
pub enum Contents {
    /// Zeros.
    Zero,
    /// Element `i` is `i`.
    Iota,
    /// Numbers from 0 to below this one.
    Below(u64),
    /// Any bits at all.
    Any,
    /// These elements, as whole numbers or floats; then zeros.
    Given(Vec<f64>),
    /// These bytes, by their places; the others as said.
    Bytes(Box<Contents>, BTreeMap<i64, u8>),
}

impl Contents {
    /// One of the kinds, by a seed: mostly small numbers, which programs take for indices and sizes.
    pub fn by_seed(seed: u64) -> Contents {
        match mix(seed) % 8 {
            0 => Contents::Zero,
            1 => Contents::Iota,
            2 => Contents::Below(2),
            3 => Contents::Below(8),
            4 | 5 => Contents::Below(64),
            6 => Contents::Below(1000),
            _ => Contents::Any,
        }
    }

    /// The scalar number `index` of an array.
    fn scalar(&self, seed: u64, index: u64, scalar: Scalar) -> u128 {
        let random = mix(seed ^ mix(index));
        let number = match self {
            Contents::Zero => 0,
            Contents::Iota => index,
            Contents::Below(bound) => random % (*bound).max(1),
            Contents::Any => {
                return (u128::from(random) | u128::from(mix(random)) << 64) & width(scalar);
            }
            Contents::Bytes(rest, _) => return rest.scalar(seed, index, scalar),
            Contents::Given(all) => {
                let at = usize::try_from(index).ok();
                let number = at.and_then(|at| all.get(at)).copied().unwrap_or(0.0);
                return of_number(number, scalar);
            }
        };
        match scalar {
            Scalar::Float(format) => of_index(number, format),
            Scalar::Bool => u128::from(number & 1),
            // Which addresses lie in memory nobody said.
            Scalar::Pointer | Scalar::Function | Scalar::Handle => 0,
            Scalar::Int(_) => u128::from(number) & width(scalar),
        }
    }
}

/// Small numbers are exact in every format, and others need not be.
#[allow(clippy::cast_precision_loss)]
fn of_index(number: u64, format: FloatFormat) -> u128 {
    float::bits(number as f64, format)
}

// A number that does not fit is cut off, as an integer of that width is.
#[allow(clippy::cast_possible_truncation)]
fn of_number(number: f64, scalar: Scalar) -> u128 {
    match scalar {
        Scalar::Float(format) => float::bits(number, format),
        Scalar::Bool => u128::from(number != 0.0),
        Scalar::Int(_) | Scalar::Pointer | Scalar::Function | Scalar::Handle => {
            (number as i128).cast_unsigned() & width(scalar)
        }
    }
}

fn width(scalar: Scalar) -> u128 {
    match scalar == Scalar::Bool {
        true => 1,
        false => mask(crate::value::width(scalar, 8)),
    }
}

/// The scalars of a layout in order, with their offsets; bytes nothing is known of are integers of
/// eight bits.
pub(crate) fn scalars(layout: &Layout, pointer: u32) -> Vec<(u64, Scalar)> {
    const MOST: usize = 4096;
    let mut found = Vec::new();
    let mut work = vec![(0u64, layout)];
    while let Some((at, layout)) = work.pop() {
        if found.len() >= MOST {
            break;
        }
        match &layout.kind {
            LayoutKind::Scalar { scalar, .. } => found.push((at, *scalar)),
            LayoutKind::Vector(scalar, lanes) => {
                let size = u64::from(scalar.bytes(pointer));
                found.extend((0..u64::from(*lanes)).map(|lane| (at + lane * size, *scalar)));
            }
            LayoutKind::Array(element, count) => {
                let count = count.unwrap_or(1).min(1024);
                work.extend(
                    (0..count)
                        .rev()
                        .map(|i| (at + i * element.size, &**element)),
                );
            }
            LayoutKind::Struct { fields, .. } => {
                let fields = fields.iter().rev();
                work.extend(fields.map(|field| (at + field.offset, &field.layout)));
            }
            LayoutKind::Opaque => {
                found.extend((0..layout.size.min(64)).map(|i| (at + i, Scalar::Int(8))));
            }
        }
    }
    found
}

/// The scalars of an element, to be found by a byte.
#[derive(Debug)]
pub(crate) struct Scalars {
    /// With their offsets, bytes each, and types.
    all: Vec<(u64, u64, Scalar)>,
    /// The bytes of the longest one.
    longest: u64,
    /// Whether none begins before the one before it; in a union some do.
    in_order: bool,
}

impl Scalars {
    /// Those of a layout.
    pub(crate) fn of(layout: &Layout, pointer: u32) -> Self {
        let all = scalars(layout, pointer).into_iter();
        let all = all.map(|(start, scalar)| (start, u64::from(scalar.bytes(pointer)), scalar));
        let all: Vec<(u64, u64, Scalar)> = all.collect();
        Scalars {
            longest: all.iter().map(|(_, bytes, _)| *bytes).max().unwrap_or(0),
            in_order: all.is_sorted_by_key(|(start, ..)| *start),
            all,
        }
    }

    /// The first one that has a byte, its number, and where it begins.
    fn with_byte(&self, at: u64) -> Option<(usize, u64, Scalar)> {
        let before = match self.in_order {
            true => {
                let ends = |(start, ..): &(u64, u64, Scalar)| start + self.longest <= at;
                self.all.partition_point(ends)
            }
            false => 0,
        };
        let mut all = self.all.iter().enumerate().skip(before);
        let (number, (start, _, scalar)) =
            all.find(|(_, (start, bytes, _))| *start <= at && at < start + bytes)?;
        Some((number, *start, *scalar))
    }
}

/// Gives the bytes of an array before anything is written.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    pub contents: Contents,
    pub seed: u64,
    /// Bytes of one element, at least one.
    pub element: u64,
    /// The scalars of an element.
    pub scalars: Arc<Scalars>,
    /// The bytes that the program gives.
    pub initial: Option<Vec<u8>>,
}

impl Source {
    /// The byte at an offset.
    pub(crate) fn byte(&self, offset: i64) -> u8 {
        if let Contents::Bytes(_, bytes) = &self.contents
            && let Some(byte) = bytes.get(&offset)
        {
            return *byte;
        }
        let given = usize::try_from(offset).ok();
        if let (Some(at), Some(initial)) = (given, &self.initial)
            && let Some(byte) = initial.get(at)
        {
            return *byte;
        }
        let size = i64::try_from(self.element).unwrap_or(1).max(1);
        let within = offset.rem_euclid(size).cast_unsigned();
        let index = offset.div_euclid(size).cast_unsigned();
        match self.scalars.with_byte(within) {
            Some((number, start, scalar)) => {
                // Each scalar of a struct has a sequence of its own.
                let many = u64::try_from(self.scalars.all.len()).unwrap_or(1);
                let index = match matches!(self.contents, Contents::Given(_)) {
                    true => index.wrapping_mul(many) + number as u64,
                    false => index,
                };
                let seed = self.seed ^ mix(number as u64);
                let bits = self.contents.scalar(seed, index, scalar);
                let shift = u32::try_from(8 * (within - start)).unwrap_or(0);
                u8::try_from((bits >> shift) & 0xff).unwrap_or(0)
            }
            None => u8::try_from(low(u128::from(mix(self.seed ^ offset.cast_unsigned()))) & 0xff)
                .unwrap_or(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_are_elements() {
        let layout = Layout::scalar(Scalar::Int(32), true, 8);
        let source = Source {
            contents: Contents::Iota,
            seed: 1,
            element: 4,
            scalars: Arc::new(Scalars::of(&layout, 8)),
            initial: Some(vec![9]),
        };
        let word = |at: i64| (0..4).map(|i| source.byte(4 * at + i)).collect::<Vec<_>>();
        assert_eq!(word(0), [9, 0, 0, 0]);
        assert_eq!(word(300), [44, 1, 0, 0]);
        let given = Source {
            contents: Contents::Given(vec![1.0, -1.0]),
            initial: None,
            ..source
        };
        assert_eq!(given.byte(0), 1);
        assert_eq!(given.byte(7), 255);
        assert_eq!(given.byte(8), 0);
    }

    #[test]
    fn bytes_belong_to_the_first_scalar_that_has_them() {
        let (word, half) = (Scalar::Int(32), Scalar::Int(16));
        let of = |all: &[(u64, Scalar)]| {
            let all = all
                .iter()
                .map(|(at, one)| (*at, u64::from(one.bytes(8)), *one));
            let all: Vec<_> = all.collect();
            let in_order = all.is_sorted_by_key(|(start, ..)| *start);
            let scalars = Scalars {
                longest: 4,
                in_order,
                all,
            };
            (0..9)
                .map(|at| scalars.with_byte(at).map(|(number, ..)| number))
                .collect::<Vec<_>>()
        };
        let (first, second) = (Some(0), Some(1));
        assert_eq!(
            of(&[(0, half), (4, word)]),
            [
                first, first, None, None, second, second, second, second, None
            ]
        );
        assert_eq!(
            of(&[(0, word), (0, half), (2, half)]),
            [first, first, first, first, None, None, None, None, None]
        );
        assert_eq!(
            of(&[(4, half), (0, word)]),
            [
                second, second, second, second, first, first, None, None, None
            ]
        );
    }
}

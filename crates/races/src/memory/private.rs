//! What is known of the bytes of private memory: values at constant offsets.

use crate::calls::function_address::is_function;
use crate::execution::state::Private;
use crate::execution::value::{Case, Value};
use num_traits::ToPrimitive;
use solver::term::{Sort, Term, and, bv, eq};

/// Tables of more entries are not taken apart.
pub(crate) const MOST_ENTRIES: usize = 64;

/// What a load is to give.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Wanted {
    /// A term of this sort.
    Bits(Sort),
    /// An address.
    Address,
}

impl Wanted {
    fn is(&self, value: &Value) -> bool {
        match (self, value) {
            (Wanted::Bits(sort), Value::Bits(term)) => term.sort() == sort,
            (Wanted::Address, Value::Pointer(_)) => true,
            _ => false,
        }
    }
}

/// A constant byte offset.
pub(crate) fn constant(offset: &Term) -> Option<u64> {
    offset.as_int()?.to_u64()
}

/// Removes what overlaps with `bytes` bytes from `at` on.
pub(crate) fn forget(cells: &mut Private, at: u64, bytes: u64) {
    let end = at.saturating_add(bytes);
    cells.retain(|offset, (width, _)| {
        offset.saturating_add(u64::from(*width)) <= at || end <= *offset
    });
}

/// The value at an offset that is not constant: that of the cell it is, if it is one of those that
/// are known, and else the other one.
pub(crate) fn chosen(
    cells: &Private,
    offset: &Term,
    (bytes, wanted): (u32, &Wanted),
    other: Value,
) -> Value {
    let mut value = other;
    if cells.len() > MOST_ENTRIES {
        return value;
    }
    for (at, (width, cell)) in cells {
        if *width == bytes && wanted.is(cell) {
            let here = eq(offset.clone(), solver::term::big((*at).into()));
            value = Value::choose(&here, cell, &value);
        }
    }
    value
}

/// Writes a value at an offset that is not constant to an array of addresses; says whether that
/// could be done. The offset is a multiple of the width of all that is known, so that it is one
/// cell or none.
pub(crate) fn updated(cells: &mut Private, case: &Case, (value, bytes): (&Value, u32)) -> bool {
    let address = |value: &Value| matches!(value, Value::Pointer(_)) || is_function(value);
    let width = u64::from(bytes);
    let fits = cells.len() <= MOST_ENTRIES
        && bytes > 0
        && address(value)
        && crate::integers::align::is_multiple(&case.offset, &width.into())
        && cells
            .iter()
            .all(|(at, (wide, cell))| *wide == bytes && at % width == 0 && address(cell));
    if !fits {
        return false;
    }
    for (at, (_, cell)) in cells.iter_mut() {
        let here = eq(case.offset.clone(), solver::term::big((*at).into()));
        let written = and(vec![case.guard.clone(), here]);
        *cell = Value::choose(&written, value, cell);
    }
    true
}

/// The bits of `bytes` bytes from `at` on, put together from the cells that they lie in; none if
/// some of them are not known. Memory is little-endian.
pub(crate) fn assembled(cells: &Private, at: u64, bytes: u32) -> Option<Term> {
    let end = at.checked_add(u64::from(bytes))?;
    let mut next = at;
    let mut result: Option<Term> = None;
    while next < end {
        let (start, (width, cell)) = cells.range(..=next).next_back()?;
        let stop = start.checked_add(u64::from(*width))?;
        let Value::Bits(term) = cell else {
            return None;
        };
        if stop <= next || *term.sort() != Sort::BitVec(8 * width) {
            return None;
        }
        let first = u32::try_from(8 * (next - start)).ok()?;
        let last = u32::try_from(8 * (stop.min(end) - start)).ok()?;
        let part = bv::extract(last.checked_sub(1)?, first, term.clone());
        result = Some(match result {
            None => part,
            Some(below) => bv::concat(part, below),
        });
        next = stop;
    }
    result
}

//! The clauses that literal lengths of rows suggest: of `a[512 * row + column]`, or of an array of arrays, a grid whose
//! threads count columns has no more of them than a row has. Where a guard keeps threads away from the access, the clause is
//! about what the guard compares with.

use super::kept::Kept;
use super::linear::{Values, axis_of};
use super::meaning::{Proposed, threads};
use super::named::Names;
use super::within::{number_in_grid, offsets_by_factor};
use kernel_graph::{Atom, BlockId, Dimension, Expr, ExprKind};

/// A column of an address: a number that differs by thread within a row.
pub(super) struct Column {
    /// The dimension of the thread's number.
    pub axis: Dimension,
    /// Whether it is that in the grid; else that in its block.
    pub whole: bool,
    /// So many elements are in a row,
    pub width: u32,
    /// of which so many come before that of the first thread.
    pub margin: u32,
}

/// The columns of an address.
pub(super) fn columns(address: &Expr, values: &Values<'_>) -> Vec<Column> {
    let mut parts = offsets_by_factor(address, values);
    parts.sort_by_key(|(factor, _)| *factor);
    let mut rows: Vec<i128> = parts.iter().map(|(factor, _)| *factor).collect();
    rows.dedup();
    let each = rows.windows(2).filter_map(|pair| {
        let [factor, row] = pair else {
            return None;
        };
        let width = u32::try_from(row / factor).ok()?;
        if row % factor != 0 || width < 2 {
            return None;
        }
        let mut margin = 0i128;
        let mut number = None;
        for (_, part) in parts.iter().filter(|(of, _)| of == factor) {
            match values.constant(part) {
                Some(constant) => margin = margin.checked_add(constant)?,
                None if number.is_none() => number = Some(*part),
                None => return None,
            }
        }
        let number = number?;
        let (axis, whole, more) = match number_in_grid(number, values) {
            Some((axis, more)) => (axis, true, more),
            None => match &values.resolved(number).kind {
                ExprKind::Atom(Atom::Thread(axis)) => (*axis, false, 0),
                _ => return None,
            },
        };
        let margin = u32::try_from(margin.checked_add(more)?).ok()?;
        (margin < width).then_some(Column {
            axis,
            whole,
            width,
            margin,
        })
    });
    each.collect()
}

/// The clauses for an access of a kernel whose calls are inlined.
pub(super) fn of_columns(
    (names, kept, values): (&Names<'_>, &Kept<'_>, &Values<'_>),
    (at, address): (BlockId, &Expr),
) -> Vec<Proposed> {
    let mut found = Vec::new();
    // Who reaches further than the first element of a row may have forgotten how long it is.
    let plain = columns(address, values).into_iter();
    for column in plain.filter(|column| column.margin == 0) {
        let most = column.width;
        let guarded = kept.guards(at, column.axis);
        if !guarded.any {
            let threads = threads(axis_of(column.axis), column.whole);
            found.push(Proposed::within_row(column.width, threads, most));
            continue;
        }
        let numbers = guarded.by.iter();
        let numbers = numbers.filter_map(|by| names.number(by, values));
        found.extend(numbers.map(|number| Proposed::within_row(column.width, number, most)));
    }
    found
}

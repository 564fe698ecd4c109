//! Places of rows: elements of an array by which a length is multiplied in an index, as `slot[t]` is in
//! `cache[slot[t] * width + i]`.

use super::contents::Loaded;
use super::linear::Values;
use super::within::{factors, offsets, plain, summands};
use kernel_graph::{ArrayId, Atom, Expr, ExprKind, LocalId};
use std::collections::BTreeSet;

/// No deeper into an index.
const DEPTH: u32 = 40;

/// The arrays whose elements say which row an address is in: of the sums and products that it is made of.
pub(super) fn places<'e>(
    address: &'e Expr,
    values: &Values<'e>,
    loaded: &Loaded<'e>,
) -> BTreeSet<ArrayId> {
    let mut parts = Vec::new();
    offsets(address, values, &mut parts, DEPTH);
    let mut found = BTreeSet::new();
    for part in parts {
        of_part(part, (values, loaded), &mut found, DEPTH);
    }
    found
}

fn of_part<'e>(
    part: &'e Expr,
    (values, loaded): (&Values<'e>, &Loaded<'e>),
    found: &mut BTreeSet<ArrayId>,
    depth: u32,
) {
    let Some(deeper) = depth.checked_sub(1) else {
        return;
    };
    if let ExprKind::Local(local) = plain(part, values).kind {
        found.extend(loaded.element(local));
        return;
    }
    // A row is as long for all threads: what else is in the product is no index itself.
    for (side, other) in factors(part, values) {
        if !is_same(other, values) {
            continue;
        }
        let mut inner = Vec::new();
        summands(side, values, &mut inner, deeper);
        for part in inner {
            of_part(part, (values, loaded), found, deeper);
        }
    }
}

/// Whether an expression has one value for all threads: it is made of parameters, numbers and sizes alone.
fn is_same(expr: &Expr, values: &Values<'_>) -> bool {
    let mut open = vec![values.resolved(expr)];
    let mut seen: BTreeSet<LocalId> = BTreeSet::new();
    while let Some(expr) = open.pop() {
        match &expr.kind {
            ExprKind::Atom(
                Atom::Thread(_) | Atom::Block(_) | Atom::Global(_) | Atom::Lane | Atom::Warp,
            ) => return false,
            ExprKind::Local(local) => {
                let value = values.resolved(expr);
                match value.kind {
                    ExprKind::Local(last) if !values.is_parameter(last) => return false,
                    ExprKind::Local(_) => {}
                    _ if seen.insert(*local) => open.push(value),
                    _ => {}
                }
            }
            _ => open.extend(expr.children()),
        }
    }
    true
}

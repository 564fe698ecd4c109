//! That there is one thread in a dimension about which the kernel does not ask. What all of them would do is the same.
//! Nothing is said of blocks: who forgets a block's number means more than one.

use super::extents::name;
use super::linear::axis_of;
use super::meaning::{About, Proposed, Weight, threads};
use super::ranks::asked;
pub(super) use super::ranks::dimensions;
use crate::sizes::each_expression;
use contracts::{Clause, Number, Relation};
use kernel_graph::{Atom, Dimension, ExprKind, FunctionId, Module};
use std::collections::BTreeSet;

/// Threads: in a dimension before one that is asked about, and in those of which the kernel knows by ranks alone, where it
/// asks about the first.
pub(super) fn unasked(module: &Module, kernel: FunctionId, of_blocks: usize) -> Vec<Proposed> {
    let Some(function) = module.functions.get(kernel.0 as usize) else {
        return Vec::new();
    };
    let mut by_number = false;
    let mut read = BTreeSet::new();
    each_expression(function, &mut |part| match &part.kind {
        ExprKind::Atom(
            Atom::Thread(axis)
            | Atom::BlockSize(axis)
            | Atom::Global(axis)
            | Atom::GlobalSize(axis),
        ) => {
            read.insert(*axis);
        }
        ExprKind::Atom(Atom::Lane | Atom::Warp) => by_number = true,
        _ => {}
    });
    let all = [Dimension::X, Dimension::Y, Dimension::Z];
    let before = all.into_iter().take(of_blocks.saturating_sub(1));
    let before = before.filter(|axis| !by_number && !read.contains(axis));
    let in_ranks = asked(function) == BTreeSet::from([Dimension::X]);
    let behind = all.into_iter().skip(1);
    let behind = behind.filter(|axis| in_ranks && read.contains(axis));
    let one = |axis: Dimension, what: &str| Proposed {
        clause: Clause::Compare(
            threads(axis_of(axis), false),
            Relation::Equal,
            Number::from(1),
        ),
        about: About::Unasked,
        evidence: format!("the kernel {what} `{}`", name(axis)),
        weight: Weight::Most,
    };
    let before = before.map(|axis| one(axis, "does not ask for"));
    let behind = behind.map(|axis| one(axis, "asks in ranks alone for"));
    before.chain(behind).collect()
}

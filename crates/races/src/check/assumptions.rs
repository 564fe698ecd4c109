//! What a verdict on a kernel takes for granted.

use super::options::Options;
use crate::accesses::Summary;
use crate::launch::{MOST_THREADS, Size};
use crate::overflow::Overflow;
use crate::report::Assumption;
use kernel_graph::{ArrayId, Linkage, Module, Place, Space};
use std::collections::BTreeSet;

pub(super) fn assumptions(
    module: &Module,
    options: &Options,
    (summary, read): (&Summary, &BTreeSet<ArrayId>),
) -> Vec<Assumption> {
    let accessed = summary.accesses.iter().map(|a| a.array);
    let accessed: BTreeSet<ArrayId> = accessed.chain(read.iter().copied()).collect();
    let global = |array: &ArrayId| {
        let found = module.array(*array);
        found.is_some_and(|array| array.space == Space::Global)
    };
    let by_parameter = |array: &ArrayId| {
        let found = module.array(*array);
        found.is_some_and(|array| matches!(array.linkage, Linkage::Parameter(_)))
    };
    let some_parameter = accessed.iter().any(by_parameter);
    let several = accessed
        .iter()
        .filter(|a| global(a) || by_parameter(a))
        .count()
        > 1;
    let mut all = Vec::new();
    if some_parameter && several || summary.compared {
        all.push(Assumption::NoAliasing);
    }
    all.push(Assumption::Addresses);
    let open: BTreeSet<String> = accessed
        .iter()
        .filter_map(|array| module.array(*array))
        .filter(|array| array.bytes.is_none())
        .map(|array| array.name.clone())
        .collect();
    match options.bounds {
        false if !accessed.is_empty() => all.push(Assumption::Bounds),
        true if !open.is_empty() => all.push(Assumption::Lengths(open.into_iter().collect())),
        _ => {}
    }
    if options.overflow == Overflow::Never {
        all.push(Assumption::NoSignedOverflow);
    }
    let sizes = &options.sizes;
    if sizes.grid.contains(&Size::Any) || sizes.block.contains(&Size::Any) {
        all.push(Assumption::GlobalSize);
    }
    if summary.offset {
        all.push(Assumption::GlobalOffset);
    }
    if sizes.block.contains(&Size::Any) {
        all.push(Assumption::BlockSize(MOST_THREADS));
    }
    all.extend(options.lock_step.map(Assumption::LockStep));
    all.extend(summary.external.iter().cloned().map(Assumption::External));
    let mut places: Vec<Place> = summary.assumed.clone();
    places.sort_unstable();
    places.dedup();
    all.extend(places.into_iter().map(Assumption::User));
    all
}

//! The clauses that extents of declared arrays suggest about a whole grid: that it has no more threads than elements are
//! reached by their numbers.

use super::extents::{declared, is_declared, levels};
use super::kept::Kept;
use super::linear::{Values, axis_of};
use super::meaning::{About, Proposed, Weight, threads};
use super::named::Names;
use super::within::{Scaled, index_in_grid};
use contracts::{Clause, Number, Relation};
use kernel_graph::{BlockId, Expr, Module};
use std::collections::BTreeSet;

/// The clauses for an access of a kernel whose calls are inlined. Where a guard keeps threads away from it, these are about
/// what the guard compares with: how many threads there are is not what keeps them within the array.
pub(super) fn of_grid(
    module: &Module,
    (names, kept, values): (&Names<'_>, &Kept<'_>, &Values<'_>),
    (at, address): (BlockId, &Expr),
) -> Vec<Proposed> {
    let Some((id, _)) = values.address(address) else {
        return Vec::new();
    };
    let Some(array) = module.array(id).filter(|array| is_declared(array)) else {
        return Vec::new();
    };
    let Some(index) = index_in_grid(address, values) else {
        return Vec::new();
    };
    let size = levels(array).last().copied().unwrap_or(1);
    let elements = array.bytes.map(i128::from);
    let elements = elements.and_then(|bytes| bytes.checked_div(size));
    let Some(most) = elements.and_then(|elements| index.most(elements)) else {
        return Vec::new();
    };
    let about = || About::Extent {
        arrays: BTreeSet::from([id]),
        rows: false,
    };
    let at_most = |of: Number, most: i64, evidence: String| Proposed {
        clause: Clause::Compare(of, Relation::AtMost, Number::from(most)),
        about: about(),
        evidence,
        weight: Weight::Most,
    };
    let guarded = kept.guards(at, index.axis);
    if !guarded.any {
        let evidence = format!(
            "`{}` is indexed by the thread's number in the grid",
            declared(array)
        );
        return vec![at_most(threads(axis_of(index.axis), true), most, evidence)];
    }
    let numbers = guarded.by.iter();
    let numbers = numbers.filter_map(|by| names.number(by, values));
    // Less than the number, or no more.
    let each =
        numbers.flat_map(|number| [(number.clone(), most), (number, most.saturating_sub(1))]);
    each.map(|(number, most)| {
        let evidence = format!("`{}` is indexed by what is below it", declared(array));
        at_most(number, most, evidence)
    })
    .collect()
}

impl Scaled {
    /// How many threads may come to an array of so many elements; none if none may.
    fn most(&self, elements: i128) -> Option<i64> {
        let threads = match self.divided {
            true => elements
                .checked_mul(self.factor)?
                .checked_sub(self.margin)?,
            false => {
                let last = elements.checked_sub(1)?.checked_sub(self.margin)?;
                last.div_euclid(self.factor).checked_add(1)?
            }
        };
        i64::try_from(threads).ok().filter(|threads| *threads >= 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel_graph::Dimension;

    #[test]
    fn as_many_threads_as_elements_are_reached() {
        let most = |factor, divided, margin, elements| {
            let index = Scaled {
                axis: Dimension::X,
                factor,
                divided,
                margin,
            };
            index.most(elements)
        };
        assert_eq!(most(1, false, 0, 1024), Some(1024));
        assert_eq!(most(1, false, 1, 1024), Some(1023));
        assert_eq!(most(4, false, 3, 1024), Some(256));
        assert_eq!(most(4, false, 4, 1024), Some(255));
        assert_eq!(most(1024, true, 0, 1024), Some(1 << 20));
        assert_eq!(most(8, true, 7, 4), Some(25));
        assert_eq!(most(1, false, 4, 4), None);
    }
}

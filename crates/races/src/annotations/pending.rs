//! Which accesses an assertion speaks of: those of the thread since the last barrier that orders
//! the array.

use crate::accesses::{Access, Claim, Kind, Summary, Watched};
use crate::execution::state::Counts;
use crate::integers::align::is_multiple;
use crate::memory::barrier_stable::before;
use kernel_graph::{ArrayId, Module, Space};
use num_traits::Signed;
use solver::term::{Sort, Supply, Term, add, and, eq, implies, le, lt, or};

/// Whose barriers order memory that all blocks see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ordering {
    /// Those of a block, for there is but one, or threads of different blocks are not looked at.
    Block,
    /// Those of the grid alone.
    Grid,
}

/// What holds of the accesses that a claim speaks of.
pub(crate) fn pending(
    module: &Module,
    summary: &Summary,
    claim: &Claim,
    ordering: Ordering,
) -> Vec<Term> {
    let mut supply = Supply::new("pending ");
    let each = claim.watched.iter();
    each.map(|watched| one(module, summary, (claim, watched), (ordering, &mut supply)))
        .collect()
}

fn one(
    module: &Module,
    summary: &Summary,
    (claim, watched): (&Claim, &Watched),
    (ordering, supply): (Ordering, &mut Supply),
) -> Term {
    let kind = match watched.write {
        true => Kind::Write,
        false => Kind::Read,
    };
    let shared = module.array(watched.array).map(|array| array.space) == Some(Space::Shared);
    let count = |counts: &Counts| match (shared, ordering) {
        (true, _) => counts.shared.clone(),
        (false, Ordering::Block) => counts.global.clone(),
        (false, Ordering::Grid) => counts.grid.clone(),
    };
    let whole = whole(summary, watched.array);
    let mut ways = Vec::new();
    for (number, access) in summary.accesses.iter().enumerate() {
        if access.array != watched.array || access.kind != kind {
            continue;
        }
        // The same thread, in an iteration of its own.
        let renamed: Vec<(Term, Term)> = access
            .iterations
            .iter()
            .map(|k| (k.clone(), supply.fresh_const("iteration", Sort::Int)))
            .collect();
        let of = |term: &Term| term.subst(&renamed);
        let start = of(&access.offset);
        let mut all = vec![of(&access.condition)];
        if whole {
            all.push(eq(watched.offset.clone(), start));
        } else {
            all.push(le(start.clone(), watched.offset.clone()));
            all.push(lt(
                watched.offset.clone(),
                add(vec![start, of(&access.bytes)]),
            ));
        }
        // A thread of this block that is elsewhere has passed as many, for all come to a barrier or
        // none. How many threads of other blocks have passed is known where all come to the loop around.
        let passed = claim.here || claim.passed_alike || ordering == Ordering::Block;
        // Barriers do not end an asynchronous copy.
        let passed = passed && access.copy.is_none();
        if let (true, Some(then), Some(now)) = (passed, count(&access.counts), count(&claim.counts))
        {
            all.push(eq(of(&then), now));
        }
        let iterations = (access.iterations.as_slice(), renamed.as_slice());
        let earlier = number < claim.accesses;
        all.push(before(iterations, &claim.point.iterations, earlier));
        ways.push(and(all));
    }
    implies(watched.pending.clone(), or(ways))
}

/// Whether all accesses to an array are of one width, at multiples of it: then an offset is that of
/// an element, else it is that of any byte.
fn whole(summary: &Summary, array: ArrayId) -> bool {
    let mut all = summary.accesses.iter().filter(|a| a.array == array);
    let Some(first) = all.clone().next() else {
        return true;
    };
    let Some(bytes) = first.bytes.as_int().filter(|bytes| bytes.is_positive()) else {
        return false;
    };
    let fits = |access: &Access| access.bytes == first.bytes && is_multiple(&access.offset, bytes);
    all.all(fits)
}

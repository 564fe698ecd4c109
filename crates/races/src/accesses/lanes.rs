//! Accesses that the lanes of a warp make for each other (`ldmatrix`, the matrices of `wmma`): a thread says where, and it is
//! not known which lane reads or writes.
//!
//! With threads of other warps it races as if the thread itself made it, and with those of its own warp too, but for the
//! thread: what that does before or after is no work of the lane that makes the access, unless a barrier is in between.

use crate::accesses::{Access, Kind};
use crate::barriers::last_barrier::Barriers;
use crate::check::Work;
use crate::execution::Exec;
use crate::report::{Lack, Unsupported};
use kernel_graph::{Atom, Dimension, Place, Space};
use num_bigint::BigInt;
use num_traits::Zero;
use solver::term::bv::Bits;
use solver::term::{Sort, Supply, Term, add, and, eq, lt, ne, or};

impl Exec<'_> {
    /// Notes that each warp must have all its lanes, if that is not known of the block.
    pub(crate) fn whole_warps(&mut self, place: Place) {
        let sizes = [Dimension::X, Dimension::Y, Dimension::Z];
        let sizes = sizes.map(|dimension| self.atoms.term(Atom::BlockSize(dimension)));
        let known = sizes.iter().map(|size| size.as_bits().map(Bits::unsigned));
        let threads = known.product::<Option<BigInt>>();
        let warp = BigInt::from(self.module.target.warp);
        let whole = threads.is_some_and(|threads| (threads % warp).is_zero());
        if self.trials == 0 && !whole {
            let lack = Unsupported::new(Lack::PartialWarps, place);
            if !self.summary.lacks.contains(&lack) {
                self.summary.lacks.push(lack);
            }
        }
    }
}

impl Work<'_, '_> {
    /// Whether a thread may touch what a lane of its warp accesses for it, with no barrier between the two.
    pub(crate) fn accesses_of_lanes(&mut self) {
        let run = self.run;
        let accesses = &run.summary.accesses;
        for a in accesses.iter().filter(|access| access.lanes) {
            for b in accesses {
                let write = a.kind != Kind::Read || b.kind != Kind::Read;
                // Of two of them each pair once.
                let once = !b.lanes || a.order <= b.order;
                if a.array != b.array || !write || !once {
                    continue;
                }
                let mut formulas = run.atoms.facts.clone();
                formulas.push(self.unordered_alone(a, b));
                if !self.is_impossible_alone(&formulas, (Lack::Lanes, a.place)) {
                    return;
                }
            }
        }
    }

    /// That two accesses for one thread touch one byte with no barrier between them.
    fn unordered_alone(&self, a: &Access, b: &Access) -> Term {
        let mut supply = Supply::new("other ");
        let fresh = b.iterations.iter();
        let renamed: Vec<(Term, Term)> = fresh
            .map(|k| (k.clone(), supply.fresh_const("iteration", Sort::Int)))
            .collect();
        let of = |term: &Term| term.subst(&renamed);
        let end = |start: &Term, bytes: Term| add(vec![start.clone(), bytes]);
        let (start, other) = (a.offset.clone(), of(&b.offset));
        let mut all = vec![
            a.condition.clone(),
            of(&b.condition),
            lt(start.clone(), end(&other, of(&b.bytes))),
            lt(other.clone(), end(&start, a.bytes.clone())),
        ];
        let space = self.module.array(a.array).map(|array| array.space);
        let barriers = Barriers::of(space.unwrap_or(Space::Global), true);
        if let (Some(mine), Some(theirs)) = (barriers.count(&a.counts), barriers.count(&b.counts)) {
            all.push(eq(mine.clone(), of(theirs)));
        }
        if let (Some(mine), Some(theirs)) = (&a.counts.warp, &b.counts.warp) {
            all.push(eq(mine.clone(), of(theirs)));
        }
        if a.order == b.order {
            // The same access is no other one.
            let numbers = renamed
                .iter()
                .map(|(mine, theirs)| ne(mine.clone(), theirs.clone()));
            all.push(or(numbers.collect()));
        }
        and(all)
    }
}

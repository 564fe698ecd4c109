//! Barriers, and the other points where threads meet.

use super::{Exec, Executed};
use crate::accesses::{Meeting, Meets, Who};
use crate::barriers::last_barrier::Last;
use crate::execution::state::{Counts, State};
use crate::execution::symbols::Varies;
use crate::execution::value::Value;
use crate::memory::view::View;
use crate::questions::abstraction::Abstraction;
use kernel_graph::{ArrayId, Barrier, Collective, Expr, Place, Scalar, Scope, Space, Vote};
use solver::term::{Sort, Term, add, app, int};
use std::collections::BTreeMap;

impl Exec<'_> {
    /// What the thread sees where so many barriers are passed, of followed arrays in these kinds of
    /// memory.
    pub(super) fn views_at(
        &self,
        counts: &Counts,
        kind: &dyn Fn(Space) -> bool,
    ) -> BTreeMap<ArrayId, View> {
        let each = self.memory.followed.iter().filter_map(|array| {
            let space = self.module.array(*array)?.space;
            let count = match space {
                Space::Shared => counts.shared.clone(),
                Space::Global | Space::Constant | Space::Private => counts.global.clone(),
            };
            kind(space).then(|| (*array, View::at_barrier(count)))
        });
        each.collect()
    }

    pub(super) fn barrier(
        &mut self,
        state: &mut State,
        barrier: &Barrier,
        place: Place,
    ) -> Executed<()> {
        let warp = i64::from(self.module.target.warp);
        let who = match &barrier.scope {
            Scope::Block => Who::Block,
            Scope::Grid | Scope::System => Who::Grid,
            Scope::Warp(mask) if is_full(mask) => Who::Warp,
            Scope::Tile(size) if i64::from(*size) == warp => Who::Warp,
            Scope::Tile(size) => Who::Tile(*size),
            Scope::SubGroup => Who::SubGroup,
            // Nothing is ordered by a part of a warp here.
            Scope::Warp(mask) => {
                self.gather_named(mask, state, place)?;
                return self.no_promises();
            }
        };
        self.meet(Meets::Barrier, state, who, place);
        let more = |count: &Option<Term>| count.as_ref().map(|n| add(vec![n.clone(), int(1)]));
        if matches!(who, Who::Tile(_) | Who::SubGroup) {
            // Its threads meet; nothing is ordered by that here.
            return self.no_promises();
        }
        if who == Who::Warp {
            // A barrier that orders but one kind of memory is not counted.
            if barrier.fences.shared && barrier.fences.global {
                state.counts.warp = more(&state.counts.warp);
            }
            return self.no_promises();
        }
        let this = Last::at(self.at, &self.iteration_numbers());
        let mut behind = state.counts.clone();
        if barrier.fences.shared {
            behind.shared = more(&behind.shared);
            behind.warp_at_shared.clone_from(&behind.warp);
            behind.passed.shared = this.clone();
        }
        if barrier.fences.global {
            behind.global = more(&behind.global);
            behind.warp_at_global.clone_from(&behind.warp);
            if who == Who::Grid {
                behind.grid = more(&behind.grid);
                behind.passed.grid = this.clone();
            }
            behind.passed.global = this;
        }
        for fact in self.kept(state, &behind)? {
            state.path.learn(fact);
        }
        let fenced = |space: Space| match space {
            Space::Shared => barrier.fences.shared,
            Space::Global => barrier.fences.global,
            Space::Constant | Space::Private => false,
        };
        let views = self.views_at(&behind, &fenced);
        state.views.extend(views);
        state.counts = behind;
        Ok(())
    }

    /// What a vote of the block gives at the barrier that was just passed (`__syncthreads_or`): the same for all its
    /// threads. So it is a function of the statement and of how many barriers were passed, which threads of one
    /// block share: as many barriers passed are the same barrier.
    pub(super) fn voted(
        &mut self,
        state: &State,
        (op, among): (&Collective, Option<&Scope>),
        scalar: Scalar,
    ) -> Option<Value> {
        let same = matches!(op, Collective::Vote(Vote::Any | Vote::All | Vote::Count));
        let (true, Some(Scope::Block), Scalar::Int(width)) = (same, among, scalar) else {
            return None;
        };
        let count = state.counts.shared.clone()?;
        let (block, number) = self.at;
        let key = format!("voted {} {number}", block.0);
        let symbol = self.uninterpreted(&key, vec![Sort::Int], Sort::BitVec(width));
        self.symbols.set_varies(&symbol, Varies::Block);
        self.symbols
            .set_abstraction(&symbol, Abstraction::Exchanges);
        Some(Value::Bits(app(&symbol, vec![count])))
    }

    /// Records a point where threads meet.
    pub(crate) fn meet(&mut self, what: Meets, state: &State, who: Who, place: Place) {
        if self.trials == 0 {
            let meeting = self.meeting(what, state, who, place);
            self.summary.meetings.push(meeting);
        }
    }

    /// Records a point where the threads of a part of a block work together, so that all who are meant have
    /// to come: those that a mask names, if there is one.
    pub(crate) fn gather(&mut self, who: Who, mask: Option<Term>, state: &State, place: Place) {
        if self.trials == 0 {
            let meeting = self.meeting(Meets::Exchange, state, who, place);
            self.summary.gatherings.push(Meeting { mask, ..meeting });
        }
    }

    /// Records a point where the lanes of a warp work together that a mask names.
    pub(super) fn gather_named(
        &mut self,
        mask: &Expr,
        state: &State,
        place: Place,
    ) -> Executed<()> {
        let value = match is_full(mask) {
            true => None,
            false => Some(self.value(state, mask, place)?),
        };
        let mask = match value {
            None => None,
            // A mask has a bit for each lane.
            Some(Value::Bits(bits)) if bits.sort().width() == Some(self.module.target.warp) => {
                Some(bits)
            }
            Some(_) => Some(self.fresh(Sort::BitVec(self.module.target.warp), "exchanged")),
        };
        self.gather(Who::Warp, mask, state, place);
        Ok(())
    }

    /// The point that a state is at, as one where threads meet.
    pub(crate) fn meeting(&self, what: Meets, state: &State, who: Who, place: Place) -> Meeting {
        Meeting {
            what,
            place,
            way: self.way(state),
            iterations: self.iteration_numbers(),
            who,
            mask: None,
        }
    }
}

/// Whether a mask names all threads of a warp.
fn is_full(mask: &Expr) -> bool {
    mask.as_const() == Some(u128::from(u32::MAX)) || mask.as_const() == Some(u128::from(u64::MAX))
}

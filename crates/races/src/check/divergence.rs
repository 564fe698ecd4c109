//! Two threads, and whether both come to a point where threads meet (barrier divergence).

use super::work::Work;
use crate::accesses::{Meeting, Who};
use crate::execution::symbols::{Other, Varies};
use crate::questions::Answer;
use crate::report::Fault;
use solver::term::{Term, bv, eq, not};

/// Two threads, for a question about both.
pub(crate) struct Two<'a> {
    /// The second one.
    pub other: Other<'a>,
    /// Whether both are of one block.
    pub same_block: bool,
}

impl Work<'_, '_> {
    pub(super) fn meetings(&mut self) {
        let run = self.run;
        for meeting in &run.summary.meetings {
            if self.is_enough() {
                return;
            }
            self.meeting(meeting, true);
            if meeting.who == Who::Grid && self.options.between_blocks {
                self.meeting(meeting, false);
            }
        }
    }

    /// Whether one thread comes to the point and another does not.
    fn meeting(&mut self, meeting: &Meeting, same_block: bool) {
        match self.apart(meeting, same_block, self.part(meeting.who)) {
            Answer::Impossible => {}
            Answer::Possible(values) => {
                let fault = Fault::Divergence {
                    what: meeting.what,
                    who: match same_block {
                        true => meeting.who.min(Who::Block),
                        false => Who::Grid,
                    },
                };
                self.found(fault, meeting.place, &values, 2);
            }
            Answer::Unknown(why) => self.undecided(why, meeting.place),
        }
    }

    /// How many threads of a block that follow each other meet, if it is a part of the block and known.
    pub(crate) fn part(&self, who: Who) -> Option<u32> {
        match who {
            Who::Tile(size) => Some(size),
            Who::Warp => Some(self.module.target.warp),
            // A sub-group may be as large as the block.
            Who::SubGroup | Who::Block | Who::Grid => None,
        }
    }

    /// Whether one thread comes to the point and another does not, though both were together at
    /// the start of the innermost iteration; of one part of so many threads, if asked for.
    pub(crate) fn apart(
        &mut self,
        meeting: &Meeting,
        same_block: bool,
        part: Option<u32>,
    ) -> Answer {
        let mut two = Two {
            other: Other::new(&self.run.symbols, same_block),
            same_block,
        };
        match self.parted(meeting, &mut two, part) {
            Some(formulas) => self.possible(&formulas, Some(&mut two), Vec::new()),
            None => Answer::Impossible,
        }
    }

    /// That it is so; none if it plainly cannot be.
    pub(crate) fn parted(
        &self,
        meeting: &Meeting,
        two: &mut Two<'_>,
        part: Option<u32>,
    ) -> Option<Vec<Term>> {
        let run = self.run;
        let shared = match two.same_block {
            true => Varies::Block,
            false => Varies::Never,
        };
        let way = meeting.since();
        if way
            .decisions()
            .into_iter()
            .all(|term| run.varies(term) <= shared)
        {
            return None;
        }
        let mut formulas = self.together(two);
        for cut in &run.summary.cut {
            // Whether a thread would still come to the point is not known of one that was left.
            formulas.push(not(cut.clone()));
            formulas.push(two.other.of(&not(cut.clone())));
        }
        let before = meeting.before();
        formulas.push(two.other.of(&before));
        formulas.push(before);
        for number in &meeting.iterations {
            formulas.push(eq(number.clone(), two.other.of(number)));
        }
        if let Some(size) = part {
            formulas.push(self.one_warp(size, two));
        }
        formulas.push(way.condition());
        formulas.push(two.other.of(&way.missed()));
        Some(formulas)
    }

    /// That two threads of a block are in one warp of so many threads.
    pub(crate) fn one_warp(&self, warp: u32, two: &mut Two<'_>) -> Term {
        let warp = bv::lit(warp, 32);
        let mine = bv::udiv(self.run.atoms.flat(), warp);
        let theirs = two.other.of(&mine);
        eq(mine, theirs)
    }

    /// What holds of two different threads.
    pub(crate) fn together(&self, two: &mut Two<'_>) -> Vec<Term> {
        let atoms = &self.run.atoms;
        let mut all = Vec::new();
        for fact in &atoms.facts {
            all.push(fact.clone());
            all.push(two.other.of(fact));
        }
        let apart = match two.same_block {
            true => atoms.another_thread(&mut |term| two.other.of(term)),
            false => atoms.another_block(&mut |term| two.other.of(term)),
        };
        all.push(apart);
        if self.options.races {
            all.extend(self.counters(two));
        }
        all
    }
}

//! Threads of a part of a block that work together without ordering anything, such as the lanes of a warp that exchange
//! values: that all come who are meant is taken for granted where it is not shown.

use crate::accesses::Meeting;
use crate::check::{Two, Witness, Work};
use crate::execution::symbols::{Other, Varies};
use crate::overflow::feasibility::Granted;
use crate::questions::abstraction::Abstraction;
use crate::questions::{Answer, Queries};
use crate::report::{Assumption, Fault, Lack, Unsupported};
use kernel_graph::Place;
use solver::term::{Symbol, Term, and, bv, eq, ne, not, or};
use std::collections::BTreeSet;
use std::sync::Arc;

impl Work<'_, '_> {
    /// Takes for granted what is not shown: that all come who are meant, and, with whom to ask whether results of operations
    /// fit, that these do. Nothing may rest on it where no launch is known in which it is so.
    pub(crate) fn granted(&mut self, overflows: Option<Queries<'_>>, mut launches: Queries<'_>) {
        let run = self.run;
        let mut two = Two {
            other: Other::new(&run.symbols, true),
            same_block: true,
        };
        let mut all = self.gatherings(&mut two);
        if let Some(queries) = overflows {
            all.extend(self.taken_to_fit(queries));
        }
        let (lacks, all): (Vec<Unsupported>, Vec<Granted>) = all.into_iter().unzip();
        let of_many = all.iter().any(Granted::is_of_many);
        let is_seen = |at: &usize| lacks.get(*at).is_some_and(|one| self.is_seen(one, of_many));
        let open = (0..all.len()).filter(|at| !is_seen(at));
        let of = (all.as_slice(), open.collect());
        let one_is_enough = self.options.until_one;
        let never = run.in_no_launch(of, &two.other.origins(), &mut launches, one_is_enough);
        for lack in never.iter().filter_map(|at| lacks.get(*at)) {
            if !self.report.undecided.contains(lack) {
                self.report.undecided.push(lack.clone());
            }
        }
        self.report.questions += launches.asked;
    }

    /// Whether a launch is known, if that is asked for of many threads, in which the operations of a place fit, and a thread
    /// comes to it.
    fn is_seen(&self, lack: &Unsupported, of_many: bool) -> bool {
        let shows = |witness: &Arc<dyn Witness>| witness.shows(&lack.place, of_many);
        lack.lack == Lack::NoLaunch && self.options.witness.as_ref().is_some_and(shows)
    }

    /// Takes it for granted that all come who are meant where threads of a part of a block work together,
    /// unless all certainly do.
    fn gatherings(&mut self, two: &mut Two<'_>) -> Vec<(Unsupported, Granted)> {
        let run = self.run;
        let mut granted = Vec::new();
        let mut assumed: BTreeSet<Place> = BTreeSet::new();
        for gathering in &run.summary.gatherings {
            let mask = gathering.mask.as_ref();
            // What a vote or another exchange gives is not followed: who takes part in it says more than a number.
            let exchanged = |symbol: &Symbol| {
                let about = run.symbols.about(symbol);
                about.is_some_and(|about| about.abstraction == Some(Abstraction::Exchanges))
            };
            let followed =
                mask.filter(|mask| !mask.any_subterm(|part| part.symbol().is_some_and(exchanged)));
            let known = mask.is_none() || followed.is_some();
            if !known && assumed.contains(&gathering.place) {
                continue;
            }
            let comes = gathering.way.path.condition();
            let mut ways = Vec::new();
            if let Some(mut formulas) = self.parted(gathering, two, self.part(gathering.who)) {
                if let Some(mask) = followed {
                    let lane = two.other.of(&self.lane());
                    formulas.push(is_named(mask, lane));
                }
                ways.push(formulas);
            }
            if let Some(mask) = followed {
                ways.push(vec![comes.clone(), not(is_named(mask, self.lane()))]);
                ways.extend(self.other_mask(gathering, mask, two));
            }
            for formulas in ways {
                match self.possible(&formulas, Some(&mut *two), Vec::new()) {
                    Answer::Impossible => continue,
                    Answer::Possible(values) => {
                        let (what, who) = (gathering.what, gathering.who);
                        let fault = Fault::Divergence { what, who };
                        self.found(fault, gathering.place, &values, 2);
                    }
                    Answer::Unknown(_) => {}
                }
                assumed.insert(gathering.place);
                if known {
                    let lack = Unsupported::new(Lack::Absent, gathering.place);
                    granted.push((lack, Granted::never(gathering.way.clone(), and(formulas))));
                }
            }
        }
        let assumed = assumed.into_iter().map(Assumption::Gathering);
        self.report.assumptions.extend(assumed);
        granted
    }

    /// That a thread comes with another mask than one that it names; none if all have the same.
    fn other_mask(&self, gathering: &Meeting, mask: &Term, two: &mut Two<'_>) -> Option<Vec<Term>> {
        if self.run.varies(mask) <= Varies::Block {
            return None;
        }
        let mut formulas = self.together(two);
        formulas.push(self.one_warp(self.module.target.warp, two));
        for number in &gathering.iterations {
            formulas.push(eq(number.clone(), two.other.of(number)));
        }
        let comes = gathering.way.path.condition();
        formulas.push(two.other.of(&comes));
        formulas.push(comes);
        formulas.push(is_named(mask, two.other.of(&self.lane())));
        formulas.push(ne(mask.clone(), two.other.of(mask)));
        Some(formulas)
    }

    /// The number of the thread in its warp.
    fn lane(&self) -> Term {
        bv::urem(self.run.atoms.flat(), bv::lit(self.module.target.warp, 32))
    }
}

/// That a mask has a lane's bit.
fn is_named(mask: &Term, lane: Term) -> Term {
    let Some(known) = mask.as_bits() else {
        let bits = bv::lshr(mask.clone(), lane);
        return eq(bv::extract(0, 0, bits), bv::lit(1, 1));
    };
    // Of a mask that is known each run of bits is a range of lanes.
    let width = u64::from(known.width());
    let bit = |at: u64| at < width && known.unsigned().bit(at);
    let starts = (0..width).filter(|at| bit(*at) && (*at == 0 || !bit(at - 1)));
    let runs = starts.map(|start| {
        let end = (start..).find(|at| !bit(*at)).unwrap_or(width);
        let low = bv::ule(bv::lit(start, 32), lane.clone());
        and(vec![low, bv::ult(lane.clone(), bv::lit(end, 32))])
    });
    or(runs.collect())
}

//! Whether a contract leaves threads that meet: one that excludes a finding by keeping threads away from it says nothing.

use super::{Search, UNITS_TO_LEAVE};
use crate::contract::claims::{is_first, never, with_claim};
use crate::contract::meaning::Contract;
use crate::contract::runs::Meeting;
use crate::contract::search::Excluded;
use crate::decide::Decided;
use crate::hint::of_usual_blocks;
use crate::run::Checked;
use crate::trial::Trial;
use kernel_graph::{Expr, Place};
use races::{Looks, Options, Overflow, Size, Status};

impl Search<'_, '_> {
    /// Whether two threads come to the statements of which something was found without the contract, in one block, or in two
    /// where two blocks take part: a contract that excludes a finding by keeping threads away from it says nothing.
    pub(super) fn leaves(&mut self, contract: &Contract) -> bool {
        self.idle(contract).is_none()
    }

    /// The same where executions show it.
    pub(super) fn shows(&mut self, contract: &Contract) -> bool {
        let sizes = self.sizes(contract);
        let visited = self.runs.visited(contract, &sizes, &self.excluded);
        self.excluded.is_subset(&visited)
    }

    /// The first statement of which that is not known.
    fn idle(&mut self, contract: &Contract) -> Option<Place> {
        let sizes = self.sizes(contract);
        let visited = self.runs.visited(contract, &sizes, &self.excluded);
        let open: Vec<Meeting> = self.excluded.difference(&visited).copied().collect();
        let idle = open.into_iter().find(|one| !self.may_meet(contract, one))?;
        let [first, _] = idle.places;
        Some(first)
    }

    /// Whether threads come to both places, to one of them another than the first of its block or one in another block than
    /// the first.
    fn may_meet(&mut self, contract: &Contract, meeting: &Meeting) -> bool {
        let [first, second] = &meeting.places;
        let is_first = is_first(meeting.same_block);
        if first == second {
            return self.breaks(contract, Some(first), &is_first);
        }
        let mut ways = [(first, second), (second, first)].into_iter();
        ways.any(|(one, other)| {
            self.breaks(contract, Some(one), &is_first)
                && self.breaks(contract, Some(other), &never())
        })
    }

    /// Whether a thread breaks a claim before the statements of a place, or at the start of the kernel, in a launch that
    /// satisfies a contract.
    fn breaks(&mut self, contract: &Contract, place: Option<&Place>, claim: &Expr) -> bool {
        let inlined = self.runs.inlined.as_deref();
        let with_claim =
            inlined.and_then(|module| with_claim(module, self.checked.kernel, place, claim));
        let (Some(module), Some(options)) = (with_claim, self.options(contract)) else {
            return false;
        };
        let options = Options {
            races: false,
            until_one: true,
            // It knows the kernel without the claim.
            witness: None,
            ..options
        };
        let sizes = self.sizes(contract);
        // In blocks of a known size less is multiplied.
        // A glance does not ask what takes an overflow.
        let known = Options {
            sizes: of_usual_blocks(&sizes),
            looks: Looks::Glance,
            overflow: Overflow::Excluded,
            ..options.clone()
        };
        let judge = self.checked.judge(&module, &sizes);
        let is_open = known.sizes != options.sizes;
        let known = is_open.then_some(known);
        known.into_iter().chain([options]).any(|options| {
            let Some(left) = self.left.checked_sub(1) else {
                return false;
            };
            self.left = left;
            let report = self.checked.asked_with(UNITS_TO_LEAVE, (&module, &options));
            self.questions += report.questions;
            // What is not certain may be executed.
            let mut suspected = report.suspected.iter();
            report.status() == Status::Wrong
                || suspected.any(|found| judge.trial(found).0 == Trial::Shown)
        })
    }

    /// Why what is written before the kernel, together with a contract, excludes too much; `bare` is the kernel without it.
    pub(crate) fn excludes(
        mut self,
        contract: &Contract,
        (bare, without): (&Checked<'_>, &Decided<'_>),
    ) -> Option<Excluded> {
        let mut search = Search::new(bare, without.chosen);
        search.fails();
        search.knows(&without.report);
        // Who writes that there is one block means a kernel for one.
        let alone = self.chosen.sizes.grid == [Size::Fixed(1); 3];
        let each = search.excluded.into_iter();
        let each = each.map(|one| Meeting {
            same_block: one.same_block || alone,
            ..one
        });
        self.excluded = each.collect();
        if self.excluded.is_empty() {
            let sizes = self.sizes(contract);
            let some =
                self.runs.has_launch(contract, &sizes) || self.breaks(contract, None, &never());
            return (!some).then_some(Excluded::All);
        }
        self.idle(contract).map(Excluded::Place)
    }
}

//! Barriers of warps: where not all threads of the block come but whole warps do, and where the threads of
//! each race are of one warp.
//!
//! A barrier of the block orders all that one of a warp at the same point does, and weighs as much. So the
//! search may do without those of warps until it knows a point where the block's diverges: a choice with one
//! of a warp elsewhere satisfies no clause that the block's in its place does not. In the end each barrier of
//! the block that is more than is needed becomes one of a warp.

use crate::cover::Var;
use crate::points::{Level, Site};
use crate::search::{Search, Trial, Work};
use crate::with::How;
use races::{Fault, Finding, Size, ThreadIds};
use std::collections::BTreeSet;

/// So often barriers of the block are tried as those of warps.
const ATTEMPTS: u32 = 3;

impl Search<'_> {
    /// Whether the threads of a counterexample are of one warp.
    pub(crate) fn in_one_warp(&self, finding: &Finding) -> bool {
        let size = |at: usize| match self.checks.sizes.block.get(at) {
            Some(Size::Fixed(size)) => Some(u64::from(*size)),
            _ => None,
        };
        let warp = |ids: &ThreadIds| {
            let [x, y, z] = ids.thread.map(u64::from);
            let flat = match (y, z) {
                (0, 0) => x,
                _ => x + size(0)? * (y + size(1)? * z),
            };
            Some(flat / u64::from(self.module.target.warp.max(1)))
        };
        match finding.threads.as_slice() {
            [a, b] if a.block == b.block => warp(a).is_some() && warp(a) == warp(b),
            _ => false,
        }
    }

    /// The least level of a barrier that orders the accesses of a race.
    pub(crate) fn level_for(&self, race: &Finding) -> Level {
        match race.fault {
            Fault::Race { same_block, .. } if !same_block => Level::Grid,
            _ if self.in_one_warp(race) => Level::Warp,
            _ => Level::Block,
        }
    }
}

impl Work<'_> {
    /// Notes that a barrier of the block diverges at a site: one of a warp there may be chosen.
    pub(crate) fn allow_warps(&mut self, site: Site) {
        let of_site: Vec<Var> = self.choices.at(site).collect();
        for var in of_site {
            if self.of_warps.remove(&var) {
                self.allowed.insert(var);
            }
        }
    }

    /// Puts barriers of warps that may be chosen aside.
    pub(crate) fn put_warps_aside(&mut self) {
        let new = |var: &&Var| {
            let choice = self.choices.all.get(**var);
            choice.is_some_and(|choice| choice.level == Level::Warp && !choice.there)
        };
        let aside: BTreeSet<Var> = self.allowed.iter().filter(new).copied().collect();
        self.allowed.retain(|var| !aside.contains(var));
        self.of_warps.extend(aside);
    }

    /// Allows barriers of warps wherever those of the block are out, for not all threads come there. If some
    /// race needs one of these, those that threads of a warp miss are out, too.
    pub(crate) fn narrow_warps(&mut self, first: &Trial) {
        let divergent = self.divergent.iter();
        let sites: Vec<Site> = divergent
            .filter_map(|var| self.choices.site(*var))
            .collect();
        for site in sites {
            self.allow_warps(site);
        }
        let needs = |race: &Finding| {
            let helpful = self.helpful(first, race);
            let mut allowed = helpful.iter().filter(|var| self.allowed.contains(var));
            let of_warp = |var: &Var| self.choices.level(*var) == Some(Level::Warp);
            allowed.clone().next().is_some() && allowed.all(of_warp)
        };
        if !first.faults().any(needs) {
            return;
        }
        while !self.is_spent() {
            let allowed = self.allowed.clone();
            let Some(most) = self.with(&allowed, &How::usual()) else {
                return;
            };
            let of_warp = |var: &Var| self.choices.level(*var) == Some(Level::Warp);
            let blamed = most.faults().filter_map(|one| self.blamed(&most, one));
            let out: BTreeSet<Var> = blamed.flatten().filter(of_warp).collect();
            if out.is_empty() {
                return;
            }
            self.allowed.retain(|var| !out.contains(var));
        }
    }

    /// Where new barriers of the block can be of warps: where no race is known whose threads are of several.
    pub(crate) fn of_warps(&mut self, trial: &Trial, new: &[Var]) -> How {
        for _ in 0..ATTEMPTS {
            let choices = new.iter().filter_map(|var| self.choices.all.get(*var));
            let of_block = choices.filter(|one| one.level == Level::Block && one.widens.is_none());
            let sites = of_block.map(|one| one.site);
            let warps: BTreeSet<Site> = sites.filter(|site| !self.across.contains(site)).collect();
            if warps.is_empty() || self.is_spent() {
                break;
            }
            let known = self.across.len();
            let how = How {
                warps,
                ..How::usual()
            };
            if self
                .with(&trial.chosen, &how)
                .is_some_and(|one| one.stands())
            {
                return how;
            }
            if self.across.len() == known {
                break;
            }
        }
        How::usual()
    }
}

//! What new barriers are: of a warp where that is enough; else each orders as little memory as is enough.

use crate::cover::Var;
use crate::points::{BOTH, Level, Site};
use crate::search::{Trial, Work};
use crate::with::How;
use kernel_graph::{ArrayId, Fences, Space};
use races::Fault;
use std::collections::{BTreeMap, BTreeSet};

/// So often barriers get more to order before each orders all.
const ATTEMPTS: u32 = 4;

/// Nothing.
const NONE: Fences = Fences {
    shared: false,
    global: false,
};

fn joined(a: Fences, b: Fences) -> Fences {
    Fences {
        shared: a.shared || b.shared,
        global: a.global || b.global,
    }
}

impl Work<'_> {
    /// What new barriers, and those that order more, are.
    pub(crate) fn how(&mut self, trial: &Trial, there: &BTreeSet<Var>) -> How {
        let new: Vec<Var> = trial.chosen.difference(there).copied().collect();
        if new.is_empty() {
            return How::usual();
        }
        if self.search.says_memory {
            return self.least(trial, &new);
        }
        self.of_warps(trial, &new)
    }

    /// Says that memory raced which a barrier at any of these places orders.
    pub(crate) fn demand(&mut self, vars: &[Var], array: ArrayId) {
        let raced = self.memory_of(array);
        for var in vars {
            let known = self.demands.entry(*var).or_insert(NONE);
            *known = joined(*known, raced);
        }
    }

    fn memory_of(&self, array: ArrayId) -> Fences {
        match self.search.module.array(array).map(|array| array.space) {
            Some(Space::Shared) => Fences {
                shared: true,
                ..NONE
            },
            Some(Space::Global) => Fences {
                global: true,
                ..NONE
            },
            _ => BOTH,
        }
    }

    /// Each barrier for what raced where it stands; more where that is not enough.
    fn least(&mut self, trial: &Trial, new: &[Var]) -> How {
        let mut fences: BTreeMap<Site, Fences> = BTreeMap::new();
        for var in new {
            let Some(choice) = self.choices.all.get(*var) else {
                continue;
            };
            if choice.level == Level::Block {
                let demanded = self.demands.get(var).copied().unwrap_or(BOTH);
                let known = fences.entry(choice.site).or_insert(NONE);
                *known = joined(*known, demanded);
            }
        }
        let chosen = trial.chosen.clone();
        for _ in 0..ATTEMPTS {
            if fences.values().all(|one| *one == BOTH) || self.is_spent() {
                break;
            }
            let how = How {
                fences: fences.clone(),
                ..How::usual()
            };
            let Some(tried) = self.with(&chosen, &how) else {
                break;
            };
            if tried.stands() {
                return how;
            }
            let mut more = false;
            for finding in tried.faults() {
                let Fault::Race {
                    array,
                    first,
                    second,
                    ..
                } = &finding.fault
                else {
                    continue;
                };
                let raced = self.memory_of(*array);
                for site in tried.order.between(first, second) {
                    if let Some(known) = fences.get_mut(&site) {
                        more |= joined(*known, raced) != *known;
                        *known = joined(*known, raced);
                    }
                }
            }
            if !more {
                break;
            }
        }
        How::usual()
    }
}

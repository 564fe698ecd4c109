//! The kernels of a file, one after the other. They may share functions: what one of them needs there is in
//! place for the next, and what harms another is not put there at all.

use crate::model::{Change, Changed, KernelRepair, Options, Outcome};
use crate::points::{Level, Site, remember};
use crate::search::{Found, Search, search};
use crate::with::with_barriers;
use inspect::Opened;
use inspect::model::{KernelRun, Verdict};
use kernel_graph::{Module, PatchPoint};
use solver::smt::SolverPool;
use std::collections::{BTreeMap, BTreeSet};

/// So often the search begins again because what one kernel needs harms another.
const ROUNDS: usize = 4;

/// The kernels of a file.
pub(crate) struct Kernels<'a> {
    /// The program.
    pub opened: &'a Opened,
    /// What is known of the kernels.
    pub runs: &'a [KernelRun],
    /// What may be done.
    pub options: &'a Options,
    /// Whether a barrier says which memory it orders.
    pub says_memory: bool,
    /// The text of the file.
    pub text: &'a str,
    /// Answers questions.
    pub pool: &'a SolverPool,
}

/// What came of them.
#[derive(Default)]
pub(crate) struct Searched {
    /// Of each.
    pub kernels: Vec<KernelRepair>,
    /// All changes, in the order of the text.
    pub changes: Vec<Changed>,
    /// The patch points of sites.
    pub points: BTreeMap<Site, PatchPoint>,
    /// Changes that harm a kernel that they were not made for.
    harm: BTreeSet<Site>,
}

impl Kernels<'_> {
    /// The repair of each kernel.
    pub(crate) fn searched(&self) -> Searched {
        let mut forbidden = BTreeSet::new();
        let mut found = self.round(&forbidden);
        for _ in 1..ROUNDS {
            let known = forbidden.len();
            forbidden.append(&mut found.harm);
            if forbidden.len() == known {
                break;
            }
            found = self.round(&forbidden);
        }
        found
    }

    fn round(&self, forbidden: &BTreeSet<Site>) -> Searched {
        let mut all = Searched::default();
        let mut module = self.opened.module.clone();
        // Kernels that were looked at, each with its sites, and how many changes there were.
        let mut earlier: Vec<(&KernelRun, BTreeSet<Site>, Put)> = Vec::new();
        for run in self.runs {
            let Some(found) = self.one(run, &module, forbidden) else {
                continue;
            };
            for (site, patch) in &found.choices.patches {
                remember(&mut all.points, *site, patch);
            }
            let shared = sites_of(&put(&all.changes));
            all.harm.extend(harm(run, &found, &shared));
            if let Outcome::Repaired(changes) = &found.kernel.outcome {
                module = with_barriers(&module, &found.choices, &found.chosen, &found.how);
                for one in changes {
                    take_in(&mut all.changes, one);
                }
            }
            let sites = found.choices.sites();
            let by_others = matches!(found.kernel.outcome, Outcome::Right)
                && run.faults.iter().any(crate::is_about_barriers)
                && sites.iter().any(|site| shared.contains(site));
            earlier.push((run, sites, put(&all.changes)));
            all.kernels.push(KernelRepair {
                name: run.name.clone(),
                by_others,
                ..found.kernel
            });
        }
        // What was put into their functions later may harm those that came first.
        let last = put(&all.changes);
        for (run, sites, known) in earlier {
            let later = sites_of(&last.difference(&known).copied().collect());
            if later.is_disjoint(&sites) {
                continue;
            }
            if let Some(found) = self.one(run, &module, forbidden) {
                all.harm.extend(harm(run, &found, &later));
            }
        }
        all.changes.sort_by_key(|change| change.site.offset());
        for one in &mut all.kernels {
            if let Outcome::Repaired(changes) = &mut one.outcome {
                changes
                    .iter_mut()
                    .for_each(|own| say_what_is_put(own, &all.changes));
            }
        }
        all
    }

    fn one(&self, run: &KernelRun, module: &Module, forbidden: &BTreeSet<Site>) -> Option<Found> {
        let kernel = self.opened.kernel(run)?;
        if run.verdict() == Verdict::NotUnderstood {
            return None;
        }
        let checks = races::Options {
            // The patched text is checked as the user wants; until then one meaning is enough.
            overflow: match kernel.options.overflow {
                races::Overflow::Undefined | races::Overflow::Never | races::Overflow::Excluded => {
                    races::Overflow::Excluded
                }
                races::Overflow::Told | races::Overflow::Wraps => races::Overflow::Wraps,
            },
            ..kernel.options.clone()
        };
        Some(search(&Search {
            module,
            kernel: kernel.function,
            checks: &checks,
            wanted: &kernel.options,
            options: self.options,
            says_memory: self.says_memory,
            text: self.text,
            forbidden,
            pool: self.pool,
        }))
    }
}

/// Sites with the levels of what is put there.
type Put = BTreeSet<(Site, Level)>;

/// Places where a barrier is put, and whose threads it makes wait.
fn put(changes: &[Changed]) -> Put {
    let added = changes.iter().filter_map(|one| match one.change {
        Change::Add(level, _) => Some((one.site, level)),
        Change::Remove(_) | Change::Widen(_) => None,
    });
    added.collect()
}

fn sites_of(put: &Put) -> BTreeSet<Site> {
    put.iter().map(|(site, _)| *site).collect()
}

/// Which of the barriers that other kernels need harm one: those that it would have removed, or if it has
/// become wrong otherwise, all of them that it comes to.
fn harm(run: &KernelRun, found: &Found, others: &BTreeSet<Site>) -> BTreeSet<Site> {
    let removed: BTreeSet<Site> = match &found.kernel.outcome {
        Outcome::Repaired(changes) => {
            let gone = changes
                .iter()
                .filter(|one| matches!(one.change, Change::Remove(_)));
            gone.map(|one| one.site).collect()
        }
        Outcome::Right | Outcome::Unknown | Outcome::Other | Outcome::Hopeless(_) => {
            BTreeSet::new()
        }
    };
    let removed: BTreeSet<Site> = removed.intersection(others).copied().collect();
    let worse =
        run.verdict() == Verdict::Verified && matches!(found.kernel.outcome, Outcome::Hopeless(_));
    if worse && removed.is_empty() {
        let sites = found.choices.all.iter().map(|choice| choice.site);
        return sites.filter(|site| others.contains(site)).collect();
    }
    removed
}

/// A kernel that came later may have needed a barrier for more threads at the same place.
fn say_what_is_put(own: &mut Changed, all: &[Changed]) {
    let Some(put) = all.iter().find(|one| one.site == own.site) else {
        return;
    };
    if let (Change::Add(old, _), Change::Add(new, _)) = (own.change, put.change)
        && old != new
    {
        own.change = put.change;
    }
}

/// Takes in a change beside those of other kernels. Of two at one place the later knows the earlier.
fn take_in(changes: &mut Vec<Changed>, one: &Changed) {
    let Some(known) = changes.iter_mut().find(|known| known.site == one.site) else {
        changes.push(one.clone());
        return;
    };
    match (known.change, one.change) {
        (Change::Add(level, _), Change::Widen(fences)) => {
            known.change = Change::Add(level, fences);
        }
        (Change::Add(..), Change::Add(..)) => known.change = one.change,
        (Change::Widen(_), Change::Widen(_)) => known.change = one.change,
        // The earlier kernel's change stays.
        (Change::Add(..), Change::Remove(_))
        | (Change::Remove(_), _)
        | (Change::Widen(_), Change::Add(..) | Change::Remove(_)) => {}
    }
}

//! The search for the cheapest barriers of one kernel.
//!
//! The kernel is checked with a choice of barriers; each race found says that there must be one more
//! among the sites between its accesses, each divergence that a barrier must go. The cheapest choice
//! that all of these clauses allow is checked next. The first choice that stands is the cheapest,
//! for none that is cheaper satisfies what every choice must.

#![expect(clippy::result_large_err, reason = "a search ends once")]

use crate::cover::{Cheapest, Clause, Literal, Var, cheapest};
use crate::model::{Change, Changed, Hopeless, KernelRepair, Options, Outcome};
use crate::order::Order;
use crate::points::{BOTH, Choice, Choices, Level, Site, is_operator};
use crate::with::{How, widened, with_barriers};
use kernel_graph::{Fences, FunctionId, Module};
use races::{Fault, Finding, Meets, Report, Who};
use solver::smt::SolverPool;
use std::collections::{BTreeMap, BTreeSet};

/// Resource units for one question of a repair, if a user gives no more.
const EACH: u64 = 200_000;

/// The same for all questions of one check.
const BUDGET: u64 = 6_000_000;

/// So many choices are checked before it is found out which points diverge.
const QUICK: u32 = 4;

/// A kernel to be repaired.
pub(crate) struct Search<'a> {
    /// The program.
    pub module: &'a Module,
    /// The kernel.
    pub kernel: FunctionId,
    /// How it is checked on the way.
    pub checks: &'a races::Options,
    /// How the user wants it checked.
    pub wanted: &'a races::Options,
    /// What may be done.
    pub options: &'a Options,
    /// Whether a barrier says which memory it orders.
    pub says_memory: bool,
    /// The text of the file.
    pub text: &'a str,
    /// Sites where a barrier would harm other kernels.
    pub forbidden: &'a BTreeSet<Site>,
    /// Answers questions.
    pub pool: &'a SolverPool,
}

/// A choice of barriers, and what is said of the kernel with it.
pub(crate) struct Trial {
    /// The barriers.
    pub chosen: BTreeSet<Var>,
    report: Report,
    /// What lies between statements.
    pub order: Order,
}

/// What came of a kernel, and its barriers.
pub(crate) struct Found {
    /// What came of it.
    pub kernel: KernelRepair,
    /// The decisions.
    pub choices: Choices,
    /// The barriers that it has in the end.
    pub chosen: BTreeSet<Var>,
    /// What new ones are.
    pub how: How,
}

/// The search at work.
pub(crate) struct Work<'a> {
    /// What it is about.
    pub search: &'a Search<'a>,
    /// The decisions.
    pub choices: Choices,
    clauses: Vec<Clause>,
    /// What may be chosen.
    pub allowed: BTreeSet<Var>,
    /// What is out because not all threads come there.
    pub divergent: BTreeSet<Var>,
    /// Barriers of the grid that are out as long as no race between blocks is found.
    of_grid: BTreeSet<Var>,
    /// Barriers of warps that are out as long as one of the block at the same point is not known to diverge:
    /// that orders more, and weighs the same.
    pub of_warps: BTreeSet<Var>,
    /// Which memory raced where a barrier could have ordered it.
    pub demands: BTreeMap<Var, Fences>,
    /// Sites between accesses that raced, whose threads were not of one warp.
    pub across: BTreeSet<Site>,
    /// How often the kernel was checked.
    pub checks: u32,
    /// How many resource units these checks took.
    pub units: u64,
    /// Whether the trial that stands is of the least weight.
    pub least: bool,
}

/// What a trial shows beside clauses.
#[derive(Default)]
struct Lessons {
    /// Why no choice helps, if nothing else is learned.
    hopeless: Option<Hopeless>,
    /// What could order the accesses of a race, and the array.
    demanded: Vec<(Vec<Var>, kernel_graph::ArrayId)>,
}

/// Whether a finding is one that barriers have part in.
fn is_about_barriers(finding: &Finding) -> bool {
    match &finding.fault {
        Fault::Race { .. } => true,
        Fault::Divergence { what, .. } => match what {
            Meets::Barrier | Meets::LoopEntry | Meets::NextIteration => true,
            Meets::Arguments | Meets::Exchange => false,
        },
        Fault::Broken(_) => false,
    }
}

/// Whether a finding is a race of threads of different blocks.
fn between_blocks(finding: &Finding) -> bool {
    matches!(finding.fault, Fault::Race { same_block, .. } if !same_block)
}

impl Trial {
    /// What is wrong that barriers have part in.
    pub(crate) fn faults(&self) -> impl Iterator<Item = &Finding> {
        self.report.findings.iter().filter(|f| is_about_barriers(f))
    }

    /// Whether nothing is wrong or open.
    pub(crate) fn stands(&self) -> bool {
        self.faults().next().is_none() && self.report.undecided.is_empty()
    }
}

/// Finds the cheapest barriers of a kernel.
pub(crate) fn search(search: &Search<'_>) -> Found {
    let mut work = Work::of(search);
    let there = work.choices.there();
    let (outcome, chosen, how) = match work.outcome(&there) {
        Ok(trial) => {
            let trial = work.without_needless(trial, &there);
            let how = work.how(&trial, &there);
            let outcome = work.changes(&trial.chosen, &there, &how);
            (outcome, trial.chosen, how)
        }
        Err(outcome) => (outcome, there.clone(), How::usual()),
    };
    let decided = matches!(outcome, Outcome::Right | Outcome::Repaired(_));
    let redundant = match search.options.redundant && decided {
        true => work.redundant(&chosen, &there, &how),
        false => Vec::new(),
    };
    let name = search.module.functions.get(search.kernel.0 as usize);
    Found {
        kernel: KernelRepair {
            name: name.map(|f| f.name.clone()).unwrap_or_default(),
            minimal: work.least && matches!(outcome, Outcome::Repaired(_)),
            outcome,
            by_others: false,
            weights: (work.choices.weight(&there), work.choices.weight(&chosen)),
            redundant,
            checks: work.checks,
            units: work.units,
            points: work.choices.sites().len(),
        },
        choices: work.choices,
        chosen,
        how,
    }
}

impl<'a> Work<'a> {
    /// The search at its beginning.
    pub(crate) fn of(search: &'a Search<'a>) -> Work<'a> {
        let choices = Choices::of(search.module, search.kernel, search.options, search.text);
        let choices = choices.unwrap_or_default();
        let may = |choice: &Choice| choice.there || !search.forbidden.contains(&choice.site);
        let all = choices.all.iter().enumerate();
        let all = all.filter(|(_, choice)| may(choice));
        let of_warp = |choice: &Choice| choice.level == Level::Warp && !choice.there;
        let (of_warps, other): (Vec<_>, Vec<_>) = all.partition(|(_, one)| of_warp(one));
        let vars = |all: Vec<(Var, &Choice)>| all.into_iter().map(|(var, _)| var).collect();
        Work {
            search,
            allowed: vars(other),
            of_warps: vars(of_warps),
            choices,
            clauses: Vec::new(),
            divergent: BTreeSet::new(),
            of_grid: BTreeSet::new(),
            demands: BTreeMap::new(),
            across: BTreeSet::new(),
            checks: 0,
            units: 0,
            least: true,
        }
    }
}

impl Work<'_> {
    /// Whether there are no resource units left.
    pub(crate) fn is_spent(&self) -> bool {
        self.units >= self.search.options.units
    }

    /// Whether no more checks are to be made for the cheapest choice.
    fn is_over(&self) -> bool {
        self.checks >= self.search.options.checks || self.is_spent()
    }

    /// The kernel with these barriers.
    pub(crate) fn with(&mut self, chosen: &BTreeSet<Var>, how: &How) -> Option<Trial> {
        self.checked(chosen, how, self.search.checks)
    }

    /// The same, checked as the user wants.
    pub(crate) fn as_wanted(&mut self, chosen: &BTreeSet<Var>, how: &How) -> Option<Trial> {
        self.checked(chosen, how, self.search.wanted)
    }

    fn checked(
        &mut self,
        chosen: &BTreeSet<Var>,
        how: &How,
        checks: &races::Options,
    ) -> Option<Trial> {
        self.checks += 1;
        let search = self.search;
        let module = with_barriers(search.module, &self.choices, chosen, how);
        // Barriers are asked for by all that may race.
        let usual = races::Options::new(checks.sizes);
        let mut checks = races::Options {
            unconfirmed: true,
            ..checks.clone()
        };
        // A repair is worth more than one check, unless a user gives less.
        if checks.effort == usual.effort && checks.budget == usual.budget {
            checks.budget = BUDGET;
            for effort in [&mut checks.effort, &mut checks.candidates] {
                effort.first_rlimit = EACH;
                effort.rlimit = EACH;
            }
        }
        let checks = &checks;
        let report = races::check(&module, search.kernel, checks, search.pool);
        self.units += report.units;
        let order = Order::of(&module, search.kernel)?;
        for finding in &report.findings {
            if let Fault::Race { first, second, .. } = &finding.fault
                && !self.search.in_one_warp(finding)
            {
                self.across.extend(order.between(first, second));
            }
        }
        Some(Trial {
            chosen: chosen.clone(),
            report,
            order,
        })
    }

    /// The trial that stands, or why there is none.
    fn outcome(&mut self, there: &BTreeSet<Var>) -> Result<Trial, Outcome> {
        let hopeless = |why: Hopeless| Outcome::Hopeless(Box::new(why));
        let first = self.with(there, &How::usual()).ok_or(Outcome::Unknown)?;
        if first.faults().next().is_none() {
            if !first.report.undecided.is_empty() {
                return Err(Outcome::Unknown);
            }
            if !first.report.findings.is_empty() {
                return Err(Outcome::Other);
            }
            if !self.search.options.remove {
                return Err(Outcome::Right);
            }
        }
        if !first.faults().any(between_blocks) {
            let all = &self.choices.all;
            let of_grid = |var: &&Var| {
                let choice = all.get(**var);
                choice.is_some_and(|choice| choice.level == Level::Grid && !choice.there)
            };
            self.of_grid = self.allowed.iter().filter(of_grid).copied().collect();
            self.allowed.retain(|var| !self.of_grid.contains(var));
        }
        if !self.search.options.remove
            && let Some(trial) = self.quick(&first)
        {
            return Ok(trial);
        }
        let found = match self.fewest(&first) {
            Err(why @ (Hopeless::Limit(_) | Hopeless::Undecided | Hopeless::Contradiction)) => {
                self.enough(there).ok_or(why)
            }
            found => found,
        };
        match found {
            // What is right as it is stays so, if no fewer barriers are found.
            Err(_) if first.stands() => {
                self.least = false;
                Ok(first)
            }
            found => found.map_err(hopeless),
        }
    }

    /// The cheapest trial that stands, once those points are out that not all threads come to.
    fn fewest(&mut self, first: &Trial) -> Result<Trial, Hopeless> {
        self.clauses.clear();
        self.narrow()?;
        if !self.of_warps.is_empty() {
            self.narrow_warps(first);
        }
        self.learn(first)?;
        self.cheapest()
    }

    /// The trial that stands, if it is among the first few: with barriers at all points at once, as
    /// [`Work::narrow`] has them, questions can be far harder than with those that are needed. What it
    /// finds is the cheapest all the same, for it satisfies what every choice must.
    fn quick(&mut self, first: &Trial) -> Option<Trial> {
        self.learn(first).ok()?;
        for _ in 0..QUICK {
            if self.is_over() {
                return None;
            }
            let chosen = self.next().ok()?;
            let trial = self.with(&chosen, &How::usual())?;
            if trial.faults().next().is_none() {
                return trial.stands().then_some(trial);
            }
            self.learn(&trial).ok()?;
        }
        None
    }

    /// Takes from what is allowed whatever diverges with as many barriers as there can be. Races that
    /// remain say nothing: how many barriers nested loops pass may be too much for the checker.
    ///
    /// One barrier that not all threads come to makes unknown what others see, and so which of them come to
    /// the next one. So those in branches go first, of these those that the text has not; then what is left of
    /// loops and what is around them.
    fn narrow(&mut self) -> Result<(), Hopeless> {
        self.put_warps_aside();
        loop {
            if self.is_spent() {
                return Err(Hopeless::Limit(self.checks));
            }
            let allowed = self.allowed.clone();
            let most = self
                .with(&allowed, &How::usual())
                .ok_or(Hopeless::NoGraph)?;
            let mut blamed = BTreeSet::new();
            for finding in most.faults() {
                blamed.extend(self.blamed(&most, finding).unwrap_or_default());
            }
            let choice = |var: &Var| self.choices.all.get(*var);
            let in_branch =
                |var: &&Var| choice(var).is_some_and(|choice| most.order.is_in_branch(choice.site));
            let is_new = |var: &&Var| choice(var).is_some_and(|choice| !choice.there);
            let branches: BTreeSet<Var> = blamed.iter().filter(in_branch).copied().collect();
            let new: BTreeSet<Var> = branches.iter().filter(is_new).copied().collect();
            let tries = [new, branches, blamed];
            let out = tries.into_iter().find(|out| !out.is_empty());
            let out = out.unwrap_or_default();
            if out.is_empty() {
                return Ok(());
            }
            self.allowed.retain(|var| !out.contains(var));
            self.divergent.extend(out);
        }
    }

    /// The decisions without which a divergence would not be; none for a race.
    pub(crate) fn blamed(&self, trial: &Trial, finding: &Finding) -> Option<BTreeSet<Var>> {
        let Fault::Divergence { what, who } = &finding.fault else {
            return None;
        };
        let sites = match what {
            Meets::Barrier | Meets::Arguments | Meets::Exchange => {
                trial.order.barriers_at(finding.place)
            }
            Meets::LoopEntry | Meets::NextIteration => trial.order.barriers_in_loops(finding.place),
        };
        let vars = sites.into_iter().flat_map(|site| self.choices.at(site));
        let blamed = vars.filter(|var| {
            let Some(choice) = self.choices.all.get(*var) else {
                return false;
            };
            // A barrier that stays is none of what is decided, whatever it orders.
            let mut same = self.choices.at(choice.site);
            let of_site = |var: Var| self.choices.all.get(var);
            let stays = choice.widens.is_some()
                && !same.any(|var| of_site(var).is_some_and(|one| one.there));
            let level = match who {
                Who::Grid => choice.level == Level::Grid,
                Who::Block => choice.level != Level::Warp,
                Who::Warp | Who::Tile(_) | Who::SubGroup => choice.level == Level::Warp,
            };
            trial.chosen.contains(var) && !stays && level
        });
        Some(blamed.collect())
    }

    /// What a trial shows of every choice. A finding that no choice mends may be due to values that
    /// another race made unknown; it counts if there is no other.
    ///
    /// Where a barrier is not reached by all, threads behind it have passed different numbers of barriers, and
    /// race across all that follow. So what races is asked of the same choice without such barriers.
    fn learn(&mut self, trial: &Trial) -> Result<(), Hopeless> {
        let known = self.clauses.len();
        let mut lessons = Lessons::default();
        let mut blamed = self.learn_divergence(trial, &mut lessons);
        let mut calm: Option<Trial> = None;
        while !blamed.is_empty() && !self.is_over() {
            let before = calm.as_ref().unwrap_or(trial);
            let chosen: BTreeSet<Var> = before.chosen.difference(&blamed).copied().collect();
            let next = self.with(&chosen, &How::usual()).ok_or(Hopeless::NoGraph)?;
            blamed = self.learn_divergence(&next, &mut lessons);
            calm = Some(next);
        }
        self.learn_races(calm.as_ref().unwrap_or(trial), &mut lessons);
        for (vars, array) in lessons.demanded {
            self.demand(&vars, array);
        }
        match lessons.hopeless {
            Some(why) if self.clauses.len() == known => Err(why),
            _ => Ok(()),
        }
    }

    /// What the races of a trial show.
    fn learn_races(&mut self, trial: &Trial, lessons: &mut Lessons) {
        let faults: Vec<Finding> = trial.faults().cloned().collect();
        if faults.iter().any(between_blocks) {
            let of_grid = std::mem::take(&mut self.of_grid);
            self.allowed.extend(of_grid);
        }
        for finding in faults {
            let Fault::Race {
                array,
                first,
                second,
                ..
            } = &finding.fault
            else {
                continue;
            };
            let sites = trial.order.between(first, second);
            let vars = sites.into_iter().flat_map(|site| self.choices.at(site));
            lessons.demanded.push((vars.collect(), *array));
            let helpful = self.helpful(trial, &finding);
            if !helpful.iter().any(|var| self.allowed.contains(var)) {
                // That of a race, if there is one: a divergence may come of what the race makes unknown.
                if matches!(lessons.hopeless, None | Some(Hopeless::Fixed(_))) {
                    lessons.hopeless = Some(self.why(trial, finding));
                }
                continue;
            }
            let holds = |var| Literal { var, holds: true };
            self.clauses.push(helpful.into_iter().map(holds).collect());
        }
    }

    /// What the divergences of a trial show, and the barriers without which they would not be.
    fn learn_divergence(&mut self, trial: &Trial, lessons: &mut Lessons) -> BTreeSet<Var> {
        let faults: Vec<Finding> = trial.faults().cloned().collect();
        let mut all_blamed = BTreeSet::new();
        for finding in faults {
            let Some(blamed) = self.blamed(trial, &finding) else {
                continue;
            };
            if blamed.is_empty() {
                lessons.hopeless.get_or_insert(Hopeless::Fixed(finding));
                continue;
            }
            // Another barrier may make known a value that decides who comes here; one of a warp
            // makes nothing known.
            let all = 0..self.choices.all.len();
            let of_warp = |var: &Var| self.choices.level(*var) == Some(Level::Warp);
            let others: Vec<Literal> = all
                .filter(|var| self.is_more(trial, *var) && !of_warp(var))
                .filter(|var| self.allowed.contains(var))
                .map(|var| Literal { var, holds: true })
                .collect();
            for var in &blamed {
                if self.choices.level(*var) == Some(Level::Block)
                    && let Some(site) = self.choices.site(*var)
                {
                    self.allow_warps(site);
                }
                let gone = Literal {
                    var: *var,
                    holds: false,
                };
                let excused = self.allowed.contains(var);
                let mut clause = Clause::from([gone]);
                clause.extend(others.iter().filter(|_| excused).copied());
                self.clauses.push(clause);
            }
            all_blamed.extend(blamed);
        }
        all_blamed
    }

    /// Whether a decision for a barrier would change what a trial has at its site.
    fn is_more(&self, trial: &Trial, var: Var) -> bool {
        let Some(choice) = self.choices.all.get(var) else {
            return false;
        };
        let there = self.choices.at(choice.site);
        let mut there = there.filter(|one| trial.chosen.contains(one));
        !trial.chosen.contains(&var)
            && there.all(|one| self.choices.level(one) <= Some(choice.level))
    }

    /// The barriers that a trial has not, one of which a race demands; among them such as are out for now.
    pub(crate) fn helpful(&self, trial: &Trial, race: &Finding) -> Vec<Var> {
        let Fault::Race { first, second, .. } = &race.fault else {
            return Vec::new();
        };
        let may = |var: &Var| {
            let all = [&self.allowed, &self.of_grid, &self.of_warps];
            all.into_iter().any(|some| some.contains(var))
        };
        let least = Some(self.search.level_for(race));
        let sites = trial.order.between(first, second);
        let vars = sites.into_iter().flat_map(|site| self.choices.at(site));
        vars.filter(|var| may(var) && self.is_more(trial, *var))
            .filter(|var| self.choices.level(*var) >= least)
            .collect()
    }

    /// The cheapest choice of what is allowed that satisfies all clauses.
    fn next(&self) -> Result<BTreeSet<Var>, Hopeless> {
        let prices = self.choices.prices(self.search.options);
        let mut clauses = self.clauses.clone();
        let out = (0..prices.len()).filter(|var| !self.allowed.contains(var));
        clauses.extend(out.map(|var| Clause::from([Literal { var, holds: false }])));
        match cheapest(&prices, &clauses) {
            Cheapest::Found(values, _) => {
                let all = values.iter().enumerate().filter(|(_, holds)| **holds);
                Ok(all.map(|(var, _)| var).collect())
            }
            Cheapest::Impossible => Err(Hopeless::Contradiction),
            Cheapest::TooHard => Err(Hopeless::Limit(self.checks)),
        }
    }

    fn cheapest(&mut self) -> Result<Trial, Hopeless> {
        loop {
            let chosen = self.next()?;
            if self.is_over() {
                return Err(Hopeless::Limit(self.checks));
            }
            let trial = self.with(&chosen, &How::usual()).ok_or(Hopeless::NoGraph)?;
            if trial.faults().next().is_none() {
                return match trial.stands() {
                    true => Ok(trial),
                    false => Err(Hopeless::Undecided),
                };
            }
            self.learn(&trial)?;
        }
    }

    /// Barriers of the source that are not needed, each alone.
    fn redundant(&mut self, chosen: &BTreeSet<Var>, there: &BTreeSet<Var>, how: &How) -> Vec<Site> {
        let mut found = Vec::new();
        for var in chosen.intersection(there) {
            if self.is_spent() {
                break;
            }
            let site = self.choices.all.get(*var).map(|choice| choice.site);
            let all: BTreeSet<Var> = site.into_iter().flat_map(|s| self.choices.at(s)).collect();
            let without: BTreeSet<Var> = chosen.difference(&all).copied().collect();
            let stands = self.with(&without, how).is_some_and(|t| t.stands());
            if let (true, Some(choice)) = (stands, self.choices.all.get(*var)) {
                found.push(choice.site);
            }
        }
        found
    }

    fn changes(&self, chosen: &BTreeSet<Var>, there: &BTreeSet<Var>, how: &How) -> Outcome {
        let of = |var: &Var, add: bool| {
            let choice = self.choices.all.get(*var)?;
            let apart = add && is_operator(self.search.text, choice.site);
            Some(Changed {
                site: choice.site,
                change: match (add, choice.widens, how.level(choice.site, choice.level)) {
                    (true, Some(fences), ..) => {
                        let more = how.fences(choice.site);
                        Change::Widen(widened(self.search.module, fences, more))
                    }
                    (true, _, Level::Block) => Change::Add(Level::Block, how.fences(choice.site)),
                    (true, _, level) => Change::Add(level, BOTH),
                    (false, _, level) => Change::Remove(level),
                },
                depth: choice.depth,
                apart,
                braces: add && !apart && self.choices.is_alone(choice.site),
            })
        };
        let added = chosen.difference(there).filter_map(|var| of(var, true));
        let stays = |var: &&Var| {
            let site = self.choices.all.get(**var).map(|choice| choice.site);
            let mut others = site.into_iter().flat_map(|site| self.choices.at(site));
            others.any(|other| chosen.contains(&other))
        };
        let gone = there.difference(chosen).filter(|var| !stays(var));
        let gone = gone.filter_map(|var| of(var, false));
        let mut all: Vec<Changed> = added.chain(gone).collect();
        all.sort_by_key(|change| change.site.offset());
        match all.is_empty() {
            true => Outcome::Right,
            false => Outcome::Repaired(all),
        }
    }
}

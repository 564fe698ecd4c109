//! The search for the cheapest barriers of one kernel.
//!
//! The kernel is checked with a choice of barriers; each race found says that there must be one more
//! among the sites between its accesses, each divergence that a barrier must go. The cheapest choice
//! that all of these clauses allow is checked next. The first choice that stands is the cheapest,
//! for none that is cheaper satisfies what every choice must.

#![expect(clippy::result_large_err, reason = "a search ends once")]

use crate::atomic::operation;
use crate::cover::{Cheapest, Clause, Literal, Var, cheapest};
use crate::model::{Change, Changed, Hopeless, KernelRepair, Options, Outcome};
use crate::order::Order;
use crate::points::{BOTH, Choices, How, Level, Site, USUAL, is_operator, widened, with_barriers};
use clang::tree::Language;
use ir::kernel::{ArrayId, Fences, FunctionId, Module, Space};
use races::{Fault, Finding, Meets, Report, Size, Who};
use solver::smt::SolverPool;
use std::collections::BTreeSet;
use text::span::Span;

/// So many choices are checked before it is found out which points diverge.
const QUICK: u32 = 4;

/// A kernel to be repaired.
pub struct Search<'a> {
    /// The program.
    pub module: &'a Module,
    /// The kernel.
    pub kernel: FunctionId,
    /// How it is checked.
    pub checks: &'a races::Options,
    /// What may be done.
    pub options: &'a Options,
    /// Whether a barrier says which memory it orders.
    pub says_memory: bool,
    /// The text of the file.
    pub text: &'a str,
    /// Answers questions.
    pub pool: &'a SolverPool,
}

/// A choice of barriers, and what is said of the kernel with it.
struct Trial {
    chosen: BTreeSet<Var>,
    report: Report,
    order: Order,
}

/// What came of a kernel, and its barriers.
pub struct Found {
    /// What came of it.
    pub kernel: KernelRepair,
    /// The decisions.
    pub choices: Choices,
    /// The barriers that it has in the end.
    pub chosen: BTreeSet<Var>,
    /// What new ones are.
    pub how: How,
}

impl Search<'_> {
    /// Whether the threads of a counterexample are of one warp.
    fn in_one_warp(&self, finding: &Finding) -> bool {
        let size = |at: usize| match self.checks.sizes.block.get(at) {
            Some(Size::Fixed(size)) => Some(u64::from(*size)),
            _ => None,
        };
        let warp = |ids: &races::ThreadIds| {
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
}

/// The search at work.
struct Work<'a> {
    search: &'a Search<'a>,
    choices: Choices,
    clauses: Vec<Clause>,
    allowed: BTreeSet<Var>,
    /// Arrays on which races were found.
    racy: BTreeSet<ArrayId>,
    /// Whether the threads of each race found were of one warp.
    in_warps: bool,
    checks: u32,
}

/// Whether a finding is one that barriers have part in.
fn is_about_barriers(finding: &Finding) -> bool {
    match &finding.fault {
        Fault::Race { .. } => true,
        Fault::Divergence { what, .. } => match what {
            Meets::Barrier | Meets::LoopEntry | Meets::NextIteration => true,
            Meets::Arguments => false,
        },
        Fault::Broken(_) => false,
    }
}

impl Trial {
    fn faults(&self) -> impl Iterator<Item = &Finding> {
        self.report.findings.iter().filter(|f| is_about_barriers(f))
    }

    fn stands(&self) -> bool {
        self.faults().next().is_none() && self.report.undecided.is_empty()
    }
}

/// Finds the cheapest barriers of a kernel.
pub fn search(search: &Search<'_>) -> Found {
    let choices =
        Choices::of(search.module, search.kernel, search.options, search.text).unwrap_or_default();
    let there = choices.there();
    let mut work = Work {
        search,
        allowed: (0..choices.all.len()).collect(),
        choices,
        clauses: Vec::new(),
        racy: BTreeSet::new(),
        in_warps: true,
        checks: 0,
    };
    let (outcome, chosen, how) = match work.outcome(&there) {
        Ok(trial) => {
            let how = work.how(&trial, &there);
            (work.changes(&trial.chosen, &there, how), trial.chosen, how)
        }
        Err(outcome) => (outcome, there.clone(), USUAL),
    };
    let decided = matches!(outcome, Outcome::Right | Outcome::Repaired(_));
    let redundant = match search.options.redundant && decided {
        true => work.redundant(&chosen, &there, how),
        false => Vec::new(),
    };
    let name = search.module.functions.get(search.kernel.0 as usize);
    Found {
        kernel: KernelRepair {
            name: name.map(|f| f.name.clone()).unwrap_or_default(),
            minimal: matches!(outcome, Outcome::Repaired(_)),
            outcome,
            weights: (work.choices.weight(&there), work.choices.weight(&chosen)),
            redundant,
            checks: work.checks,
            points: work.choices.all.len(),
        },
        choices: work.choices,
        chosen,
        how,
    }
}

impl Work<'_> {
    /// The kernel with these barriers.
    fn with(&mut self, chosen: &BTreeSet<Var>, how: How) -> Option<Trial> {
        self.checks += 1;
        let search = self.search;
        let module = with_barriers(search.module, &self.choices, chosen, how);
        let report = races::check(&module, search.kernel, search.checks, search.pool);
        let order = Order::of(&module, search.kernel)?;
        for finding in &report.findings {
            if let Fault::Race { array, .. } = &finding.fault {
                self.racy.insert(*array);
                self.in_warps &= self.search.in_one_warp(finding);
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
        let first = self.with(there, USUAL).ok_or(Outcome::Unknown)?;
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
        let blocks = |f: &Finding| matches!(f.fault, Fault::Race { same_block, .. } if !same_block);
        if !first.faults().any(blocks) {
            let all = &self.choices.all;
            let needed = |var: &Var| {
                all.get(*var)
                    .is_some_and(|choice| choice.level == Level::Block || choice.there)
            };
            self.allowed.retain(needed);
        }
        if !self.search.options.remove
            && let Some(trial) = self.quick(&first)
        {
            return Ok(trial);
        }
        self.clauses.clear();
        self.narrow().map_err(hopeless)?;
        self.learn(&first).map_err(hopeless)?;
        self.cheapest().map_err(hopeless)
    }

    /// The trial that stands, if it is among the first few: with barriers at all points at once, as
    /// [`Work::narrow`] has them, questions can be far harder than with those that are needed. What it
    /// finds is the cheapest all the same, for it satisfies what every choice must.
    fn quick(&mut self, first: &Trial) -> Option<Trial> {
        self.learn(first).ok()?;
        for _ in 0..QUICK {
            let chosen = self.next().ok()?;
            let trial = self.with(&chosen, USUAL)?;
            if trial.faults().next().is_none() {
                return trial.stands().then_some(trial);
            }
            self.learn(&trial).ok()?;
        }
        None
    }

    /// Takes from what is allowed whatever diverges with as many barriers as there can be. Races that
    /// remain say nothing: how many barriers nested loops pass may be too much for the checker.
    fn narrow(&mut self) -> Result<(), Hopeless> {
        loop {
            let allowed = self.allowed.clone();
            let most = self.with(&allowed, USUAL).ok_or(Hopeless::NoGraph)?;
            let mut blamed = BTreeSet::new();
            for finding in most.faults() {
                blamed.extend(self.blamed(&most, finding).unwrap_or_default());
            }
            if blamed.is_empty() {
                return Ok(());
            }
            self.allowed.retain(|var| !blamed.contains(var));
        }
    }

    /// Why a race remains although all barriers are there that can be.
    fn why(&self, most: &Trial, race: Finding) -> Hopeless {
        let Fault::Race {
            first,
            second,
            same_block,
            ..
        } = &race.fault
        else {
            return Hopeless::Fixed(race);
        };
        let between = most.order.between(first, second);
        let new = |site: &Site| self.choices.at(*site).next().is_some();
        let atomic = self.atomic(first.place.expansion, second.place.expansion);
        match (same_block, between.iter().any(new)) {
            _ if atomic.is_some() => Hopeless::NoPoint { race, atomic },
            (_, false) => Hopeless::NoPoint { race, atomic },
            (true, true) => Hopeless::Divergent(race),
            (false, true) if self.search.options.grid => Hopeless::Divergent(race),
            (false, true) => Hopeless::Blocks(race),
        }
    }

    /// The atomic operation that does what the statement of two accesses does, if there is one.
    fn atomic(&self, first: Span, second: Span) -> Option<&'static str> {
        let language = match self.search.says_memory {
            true => Language::OpenCl,
            false => Language::Cuda,
        };
        self.choices.patches.values().find_map(|point| {
            let update = point.update?;
            let range = point.offset..update.end;
            let both = [first, second]
                .iter()
                .all(|at| at.file == point.file && range.contains(&at.start));
            both.then(|| operation(language, update.op))
        })
    }

    /// The decisions without which a divergence would not be; none for a race.
    fn blamed(&self, trial: &Trial, finding: &Finding) -> Option<BTreeSet<Var>> {
        let Fault::Divergence { what, who } = &finding.fault else {
            return None;
        };
        let sites = match what {
            Meets::Barrier | Meets::Arguments => trial.order.barriers_at(finding.place),
            Meets::LoopEntry | Meets::NextIteration => trial.order.barriers_in_loops(finding.place),
        };
        let vars = sites.into_iter().flat_map(|site| self.choices.at(site));
        let blamed = vars.filter(|var| {
            let level = self.choices.all.get(*var).map(|choice| choice.level);
            trial.chosen.contains(var) && (*who != Who::Grid || level == Some(Level::Grid))
        });
        Some(blamed.collect())
    }

    /// What a trial shows of every choice. A finding that no choice mends may be due to values that
    /// another race made unknown; it counts if there is no other.
    fn learn(&mut self, trial: &Trial) -> Result<(), Hopeless> {
        let faults: Vec<Finding> = trial.faults().cloned().collect();
        let mut hopeless = None;
        let known = self.clauses.len();
        for finding in faults {
            let more = |var: &Var| !trial.chosen.contains(var) && self.allowed.contains(var);
            match &finding.fault {
                Fault::Race {
                    first,
                    second,
                    same_block,
                    ..
                } => {
                    let sites = trial.order.between(first, second);
                    let vars = sites.into_iter().flat_map(|site| self.choices.at(site));
                    let clause: Clause = vars
                        .filter(more)
                        .filter(|var| {
                            let level = self.choices.all.get(*var).map(|choice| choice.level);
                            *same_block || level == Some(Level::Grid)
                        })
                        .map(|var| Literal { var, holds: true })
                        .collect();
                    if clause.is_empty() {
                        hopeless.get_or_insert(self.why(trial, finding));
                        continue;
                    }
                    self.clauses.push(clause);
                }
                Fault::Divergence { .. } => {
                    let blamed = self.blamed(trial, &finding).unwrap_or_default();
                    if blamed.is_empty() {
                        hopeless.get_or_insert(Hopeless::Fixed(finding));
                        continue;
                    }
                    // Another barrier may make known a value that decides who comes here.
                    let all = 0..self.choices.all.len();
                    let others: Vec<Literal> = all
                        .filter(more)
                        .map(|var| Literal { var, holds: true })
                        .collect();
                    for var in blamed {
                        let gone = Literal { var, holds: false };
                        let excused = self.allowed.contains(&var);
                        let mut clause = Clause::from([gone]);
                        clause.extend(others.iter().filter(|_| excused).copied());
                        self.clauses.push(clause);
                    }
                }
                Fault::Broken(_) => {}
            }
        }
        match hopeless {
            Some(why) if self.clauses.len() == known => Err(why),
            _ => Ok(()),
        }
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
            if self.checks >= self.search.options.checks {
                return Err(Hopeless::Limit(self.checks));
            }
            let trial = self.with(&chosen, USUAL).ok_or(Hopeless::NoGraph)?;
            if trial.faults().next().is_none() {
                return match trial.stands() {
                    true => Ok(trial),
                    false => Err(Hopeless::Undecided),
                };
            }
            self.learn(&trial)?;
        }
    }

    /// What new barriers are: of a warp if that is enough; else they order as little as is enough.
    fn how(&mut self, trial: &Trial, there: &BTreeSet<Var>) -> How {
        if trial.chosen.difference(there).next().is_none() {
            return USUAL;
        }
        let lies = |space: Space| {
            let module = self.search.module;
            move |array: &ArrayId| module.array(*array).is_some_and(|a| a.space == space)
        };
        let shared = self.racy.iter().any(lies(Space::Shared));
        let global = self.racy.iter().any(lies(Space::Global));
        let less = match self.search.says_memory {
            true => How::Block(Fences { shared, global }),
            false => How::Warp,
        };
        let worth = match less {
            How::Block(_) => shared != global,
            How::Warp => self.in_warps,
        };
        let chosen = trial.chosen.clone();
        match worth && self.with(&chosen, less).is_some_and(|t| t.stands()) {
            true => less,
            false => USUAL,
        }
    }

    /// Barriers of the source that are not needed, each alone.
    fn redundant(&mut self, chosen: &BTreeSet<Var>, there: &BTreeSet<Var>, how: How) -> Vec<Site> {
        let mut found = Vec::new();
        for var in chosen.intersection(there) {
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

    fn changes(&self, chosen: &BTreeSet<Var>, there: &BTreeSet<Var>, how: How) -> Outcome {
        let of = |var: &Var, add: bool| {
            let choice = self.choices.all.get(*var)?;
            Some(Changed {
                site: choice.site,
                change: match (add, choice.widens, choice.level, how) {
                    (true, Some(fences), ..) => {
                        Change::Widen(widened(self.search.module, fences, how))
                    }
                    (true, _, Level::Block, How::Block(fences)) => {
                        Change::Add(Level::Block, fences)
                    }
                    (true, _, Level::Block, How::Warp) => Change::Add(Level::Warp, BOTH),
                    (true, _, level, _) => Change::Add(level, BOTH),
                    (false, _, level, _) => Change::Remove(level),
                },
                depth: choice.depth,
                apart: add && is_operator(self.search.text, choice.site),
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

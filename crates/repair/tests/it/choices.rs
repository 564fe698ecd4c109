//! Repairs compared with all choices of barriers that weigh less, in the order of their weights; where there is
//! none, with all choices. Every day the small kernels, if they have not more than 5 points; with
//! `ALPINIST_SLOW=1` the published ones, too. `ALL_CHOICES=12` says how many points a kernel may have.

use super::executed::is_shown_wrong;
use super::kernels::Case;
use super::pool;
use super::published::{Row, settings};
use inspect::model::{KernelRun, Verdict};
use inspect::{Input, Settings};
use repair::model::{Change, Changed, FileRepair, Hopeless, KernelRepair, Options, Outcome};
use repair::{Choices, How, Price, Var, with_barriers};
use solver::smt::SolverPool;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use trials::{Suite, asked};

/// More choices of one kernel are not tried.
const MOST: usize = 200_000;

/// A kernel's name, how many choices there are, the weight of its repair, and that of a choice that is cheaper.
type Compared = (String, usize, Option<u64>, Option<u64>);

/// How many points a kernel may have for all choices to be tried: 5, or as `ALL_CHOICES` says.
fn most_points() -> usize {
    let asked = std::env::var("ALL_CHOICES").ok();
    asked.map_or(5, |n| n.parse().unwrap_or(12))
}

/// All choices of a weight below a limit, with their weights, of new barriers at most one for a point; none if
/// there are too many.
fn choices_of(
    choices: &Choices,
    prices: &[Price],
    limit: u64,
) -> Option<Vec<(u64, BTreeSet<Var>)>> {
    let new = |var: Var| {
        choices
            .all
            .get(var)
            .is_some_and(|one| !one.there && one.widens.is_none())
    };
    let mut all = vec![(0, BTreeSet::new())];
    for (var, price) in prices.iter().enumerate() {
        let mut more = Vec::new();
        for (weight, chosen) in &all {
            for holds in [false, true] {
                let cost = if holds == price.usual {
                    0
                } else {
                    price.cost >> 32
                };
                if weight + cost >= limit {
                    continue;
                }
                let mut chosen: BTreeSet<Var> = chosen.clone();
                if holds {
                    let site = choices.site(var);
                    let mut same = chosen.iter().filter(|one| choices.site(**one) == site);
                    if new(var) && same.any(|one| new(*one)) {
                        continue;
                    }
                    chosen.insert(var);
                }
                more.push((weight + cost, chosen));
            }
        }
        if more.len() > MOST {
            return None;
        }
        all = more;
    }
    all.sort();
    Some(all)
}

/// The weight of what a repair adds, as choices are weighed; none if it found nothing.
fn weight_of(outcome: &Outcome, options: &Options) -> Option<u64> {
    let changes = match outcome {
        Outcome::Right => &[][..],
        Outcome::Repaired(changes) => changes,
        Outcome::Unknown | Outcome::Other | Outcome::Hopeless(_) => return None,
    };
    let weight = |one: &Changed| match one.change {
        Change::Add(level, _) => options.weight(one.depth, level),
        Change::Remove(_) | Change::Widen(_) => 0,
    };
    Some(changes.iter().map(weight).sum())
}

/// The kernels of a file with not more than `most` points: what was found, and what the cheapest choice is that
/// makes the kernel right.
fn compared(
    (input, settings): (&Input, &Settings),
    options: &Options,
    repair: &FileRepair,
    most: usize,
    pool: &SolverPool,
) -> Vec<Compared> {
    let mut all = Vec::new();
    let Some(opened) = inspect::open(input, settings, &repair.before) else {
        return all;
    };
    for kernel in &opened.kernels {
        let text = &input.text;
        let named = |one: &&KernelRun| one.name == kernel.name;
        let before = repair.before.kernels.iter().find(named);
        let verified = before.is_some_and(|one| one.verdict() == Verdict::Verified);
        let found = repair.kernels.iter().find(|one| one.name == kernel.name);
        // What is right by the barriers of another kernel was not repaired for its own.
        let by_others = |one: &&KernelRepair| !verified && matches!(one.outcome, Outcome::Right);
        let found = found.filter(|one| !by_others(one));
        // Here a kernel is looked at alone, so that a choice may harm another one.
        let for_others = |one: &&KernelRepair| match &one.outcome {
            Outcome::Hopeless(why) => matches!(**why, Hopeless::OtherKernel(_)),
            _ => false,
        };
        let found = found.filter(|one| !for_others(one));
        let choices = Choices::of(&opened.module, kernel.function, options, text);
        let (Some(choices), Some(found)) = (choices, found) else {
            continue;
        };
        let found = weight_of(&found.outcome, options);
        if choices.sites().len() > most {
            continue;
        }
        let prices = choices.prices(options);
        let Some(sets) = choices_of(&choices, &prices, found.unwrap_or(u64::MAX)) else {
            if asked("ALPINIST_SLOW") {
                println!("{} {}: too many choices", input.name, kernel.name);
            }
            continue;
        };
        let checks = races::Options {
            overflow: races::Overflow::Wraps,
            until_one: true,
            ..kernel.options.clone()
        };
        let stands = |chosen: &BTreeSet<Var>| {
            let module = with_barriers(&opened.module, &choices, chosen, &How::usual());
            if is_shown_wrong(&module, kernel.function, &checks) {
                return false;
            }
            let report = races::check(&module, kernel.function, &checks, pool);
            report.findings.is_empty() && report.undecided.is_empty()
        };
        let least = sets.iter().find(|(_, chosen)| stands(chosen));
        let least = least.map(|(weight, _)| *weight);
        all.push((kernel.name.clone(), sets.len(), found, least));
    }
    all
}

pub fn add(suite: &mut Suite, own: &[Arc<Case>]) {
    let searched = own.iter().filter(|case| !case.options.remove);
    let cases = searched.map(|case| (case.name.clone(), case.daily(), Arc::clone(case)));
    let cases: Vec<_> = cases.collect();
    let all = cases.iter().filter(|(_, daily, _)| *daily).count();
    let counts = Arc::new([0, 0].map(AtomicUsize::new));
    let total = Arc::clone(&counts);
    suite.cases("choices", cases, move |case| {
        let cuda = case.name.ends_with(".cu");
        let options = Options {
            grid: case.options.grid && cuda,
            warp: case.options.warp && cuda,
            ..case.options.clone()
        };
        let given = (&case.input, &case.settings);
        let found = compared(given, &options, case.repair(), most_points(), pool());
        counts[0].fetch_add(1, Ordering::Relaxed);
        counts[1].fetch_add(found.len(), Ordering::Relaxed);
        told(&case.name, found)
    });
    suite.last("choices::count", move || {
        let [files, kernels] = [0, 1].map(|at| total[at].load(Ordering::Relaxed));
        if files < all {
            return Ok(Err("not all of them were compared".to_owned()));
        }
        println!("{kernels} kernels compared with all choices");
        match kernels > 3 {
            true => Ok(Ok(())),
            false => Err(format!("only {kernels} kernels")),
        }
    });
}

/// Fails if a choice is cheaper than what was found for a kernel of a file.
fn told(name: &str, kernels: Vec<Compared>) -> Result<(), String> {
    for (kernel, choices, found, least) in kernels {
        if asked("ALPINIST_SLOW") {
            println!("{name} {kernel}: {choices} choices, {found:?}, {least:?}");
        }
        if least.is_some() {
            return Err(format!("{kernel}: {found:?}, not {least:?}"));
        }
    }
    Ok(())
}

/// No choice of barriers is cheaper than the one that is found, for published kernels with few points.
pub fn add_published(suite: &mut Suite, rows: &[Arc<Row>]) {
    let right = rows.iter().filter(|row| row.repair == "pass");
    let cases = right.map(|row| (row.id.clone(), false, Arc::clone(row)));
    suite.cases("published::choices", cases, |row| {
        let (settings, options) = settings(&row.args);
        let options = Options {
            grid: row.input.name.ends_with(".cu"),
            warp: row.input.name.ends_with(".cu"),
            ..options
        };
        let Some(repair) = repair::file(&row.input, &settings, &options, pool()) else {
            return Ok(());
        };
        let repaired = |outcome: &Outcome| matches!(outcome, Outcome::Repaired(_));
        if !repair.kernels.iter().any(|one| repaired(&one.outcome)) {
            return Ok(());
        }
        let given = (&row.input, &settings);
        let found = compared(given, &options, &repair, most_points(), pool());
        told(&row.id, found)
    });
}

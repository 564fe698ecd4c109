//! Every repaired text is executed in many orders of its threads: no run finds a race or a divergence.
//! The judge is `executor`, which shares the reader with the race checker and nothing else. And nothing but
//! barriers is changed.
//!
//! Every day in 4 orders, with `ALPINIST_SLOW=1` in 50 for each of two inputs, or `KERNEL_SCHEDULES`.

use super::kernels::Case;
use super::pool;
use super::published::{Row, settings};
use super::required::satisfying;
use executor::{Fault, Functions, Group, Launch, Options, Schedule, Stop};
use inspect::{Input, Settings};
use kernel_graph::{FunctionId, Module};
use races::Size;
use repair::model::{FileRepair, Outcome};
use std::sync::{Arc, Mutex};
use trials::{Suite, asked};

/// More threads are not executed at once, if a block has not more.
const MOST_THREADS: u32 = 256;

/// So many inputs are tried for one that the program's assumptions admit.
const TRIES: u64 = 20;

/// How the runs of a text's kernels ended.
#[derive(Clone, Debug, Default)]
pub struct Runs {
    /// Runs that came to their end.
    pub done: u64,
    /// Runs that ended without an answer, by a limit, or by another fault of the text.
    pub other: u64,
    /// What the first run found that found a race or a divergence.
    pub wrong: Option<String>,
}

/// In how many orders a text is executed.
pub fn schedules() -> u64 {
    let number = std::env::var("KERNEL_SCHEDULES").ok();
    let usual = if asked("ALPINIST_SLOW") { 50 } else { 4 };
    number.and_then(|n| n.parse().ok()).unwrap_or(usual)
}

fn numbers(sizes: &[Size; 3], small: u32) -> [u32; 3] {
    sizes.map(|size| match size {
        Size::Fixed(n) => n,
        Size::Any => small,
    })
}

/// A launch of as many blocks as there is room for, with values that the contract allows; none if a block
/// is too large, or no small values are found.
fn launch(
    module: &Module,
    kernel: FunctionId,
    checks: &races::Options,
    options: &Options,
    input: u64,
) -> Option<Launch> {
    let sizes = &checks.sizes;
    let small = u32::try_from(4 + 4 * input).unwrap_or(4);
    let (block, grid) = (numbers(&sizes.block, small), numbers(&sizes.grid, 2));
    let mut first = None;
    for attempt in 0..TRIES {
        let launch = Launch::new(kernel, block, grid, input + 1000 * attempt);
        let mut launch = satisfying(launch, &checks.premises, input + attempt)?;
        if let Some(dimensions) = sizes.dimensions {
            launch.dimensions = dimensions;
        }
        let launch = launch.with_room_for(MOST_THREADS);
        let threads = launch.taking_part();
        if threads.is_none_or(|n| n > executor::MOST_THREADS) {
            return None;
        }
        let outcome = executor::run(module, &launch, options, Schedule::Forward);
        if !matches!(
            outcome.stop.as_ref().map(|stop| &stop.why),
            Some(Stop::Outside(_))
        ) {
            return Some(launch);
        }
        first.get_or_insert(launch);
    }
    first
}

/// What counts in a run, as in a check.
fn as_checked(checks: &races::Options) -> Options {
    Options {
        tolerate_equal_writes: checks.tolerate_equal_writes,
        between_blocks: checks.between_blocks,
        no_signed_overflow: checks.overflow == races::Overflow::Never,
        ordered_sums: false,
        functions: Functions::Any,
        steps: 500_000,
    }
}

/// Whether a race or a divergence is what barriers are there for.
fn is_of_barriers(fault: &Fault) -> bool {
    match fault {
        Fault::Race { .. } => true,
        Fault::Divergence { group, .. } => *group != Group::Warp(false),
        _ => false,
    }
}

/// Whether one of a few runs finds a race or a divergence. Much cheaper than a check, and a proof that there is
/// one.
pub fn is_shown_wrong(module: &Module, kernel: FunctionId, checks: &races::Options) -> bool {
    if checks.lock_step.is_some() {
        return false;
    }
    let options = as_checked(checks);
    (0..2).any(|number| {
        let launch = launch(module, kernel, checks, &options, number);
        launch.is_some_and(|launch| {
            (0..3).any(|order| {
                let schedule = Schedule::number(order, number);
                let outcome = executor::run(module, &launch, &options, schedule);
                outcome.fault().is_some_and(is_of_barriers)
            })
        })
    })
}

/// Executes the kernels of a text that were repaired, each in so many orders.
pub fn execute(text: &str, repair: &FileRepair, given: (&Input, &Settings), orders: u64) -> Runs {
    let (input, settings) = given;
    let input = Input {
        text: text.to_owned(),
        ..input.clone()
    };
    let mut runs = Runs::default();
    if settings.checks.lock_step.is_some() {
        // The executor has no rule for warps that run in lockstep.
        runs.other += 1;
        return runs;
    }
    let Some(opened) = inspect::open(
        &input,
        settings,
        repair.after.as_ref().unwrap_or(&repair.before),
    ) else {
        return runs;
    };
    let repaired = |name: &String| {
        let mut atomics = repair.atomics.iter();
        if atomics.any(|one| one.applied.text == text && one.kernels.contains(name)) {
            return true;
        }
        let mut all = repair.kernels.iter();
        all.any(|one| one.name == *name && matches!(one.outcome, Outcome::Repaired(_)))
    };
    for kernel in opened.kernels.iter().filter(|one| repaired(&one.name)) {
        let options = as_checked(&kernel.options);
        for number in 0..2 {
            let found = launch(
                &opened.module,
                kernel.function,
                &kernel.options,
                &options,
                number,
            );
            let Some(launch) = found else {
                runs.other += 1;
                continue;
            };
            for order in 0..orders {
                let schedule = Schedule::number(order, number);
                let outcome = executor::run(&opened.module, &launch, &options, schedule);
                match outcome.fault() {
                    Some(fault) if is_of_barriers(fault) => {}
                    None if outcome.stop.is_none() => {
                        runs.done += 1;
                        continue;
                    }
                    _ => {
                        runs.other += 1;
                        // Another order ends no better.
                        break;
                    }
                }
                let place = outcome
                    .stop
                    .as_ref()
                    .map(|stop| stop.site.place(&opened.module));
                let start = place.map_or(0, |place| place.expansion.start as usize);
                let line = text.get(..start).unwrap_or_default().lines().count();
                runs.wrong.get_or_insert(format!(
                    "`{}`, input {number}, order {order}, line {line}: {:?}",
                    kernel.name,
                    outcome.fault()
                ));
            }
        }
    }
    runs
}

/// A text without barriers, braces, blanks, and the header that a barrier of the grid needs.
fn bare(text: &str) -> String {
    let mut text: String = text
        .chars()
        .filter(|c| !c.is_whitespace() && !matches!(c, '{' | '}'))
        .collect();
    // The flags of a barrier may change.
    for flags in [
        "CLK_LOCAL_MEM_FENCE|CLK_GLOBAL_MEM_FENCE",
        "CLK_LOCAL_MEM_FENCE",
        "CLK_GLOBAL_MEM_FENCE",
    ] {
        text = text.replace(flags, "0");
    }
    for barrier in [
        "__syncthreads();",
        "__syncwarp();",
        "cooperative_groups::this_grid().sync();",
        "barrier(0);",
        // Of published kernels: with flags and a group in variables.
        "barrier(x);",
        "synchronize(g);",
        "#include<cooperative_groups.h>",
    ] {
        text = text.replace(barrier, "");
    }
    // Where a label stood before a barrier.
    text.replace(":;", ":")
}

/// What a repair has changed beside barriers, if it took no assignment apart.
pub fn changed(old: &str, new: &str, repair: &FileRepair) -> Option<String> {
    let apart = repair.kernels.iter().any(|kernel| match &kernel.outcome {
        Outcome::Repaired(changes) => changes.iter().any(|one| one.apart),
        _ => false,
    });
    let (old, new) = (bare(old), bare(new));
    (!apart && old != new).then(|| format!("{old}\nis now\n{new}"))
}

pub fn add(suite: &mut Suite, own: &[Arc<Case>]) {
    let repaired = own.iter().filter(|case| case.has_text());
    let cases = repaired.map(|case| (case.name.clone(), case.daily(), Arc::clone(case)));
    let cases: Vec<_> = cases.collect();
    let all = cases.iter().filter(|(_, daily, _)| *daily).count();
    let tally = Arc::new(Mutex::new(Tally::default()));
    let total = Arc::clone(&tally);
    suite.cases("executed", cases, move |case| {
        let repair = case.repair();
        let barriers = !case.options.atomics;
        judged(&tally, (&case.input, &case.settings), repair, barriers)
    });
    suite.last("executed::count", move || {
        total.lock().unwrap().told(all, 15)
    });
}

/// The same of the corpus's kernels, with `ALPINIST_SLOW=1`.
pub fn add_published(suite: &mut Suite, rows: &[Arc<Row>]) {
    let cases = rows
        .iter()
        .map(|row| (row.id.clone(), false, Arc::clone(row)));
    let tally = Arc::new(Mutex::new(Tally::default()));
    let total = Arc::clone(&tally);
    suite.cases("published::executed", cases, move |row| {
        let (settings, options) = settings(&row.args);
        match repair::file(&row.input, &settings, &options, pool()) {
            Some(repair) => judged(&tally, (&row.input, &settings), &repair, true),
            None => Ok(()),
        }
    });
    let all = rows.len();
    suite.last("published::executed::count", move || {
        total.lock().unwrap().told(all, 0)
    });
}

/// Executes a repaired text, if there is one; `barriers` says whether nothing but barriers may be changed.
fn judged(
    tally: &Mutex<Tally>,
    (input, settings): (&Input, &Settings),
    repair: &FileRepair,
    barriers: bool,
) -> Result<(), String> {
    let runs = repair.text().map(|text| {
        let runs = execute(text, repair, (input, settings), schedules());
        (text, runs)
    });
    let mut tally = tally.lock().unwrap();
    tally.files += 1;
    let Some((text, runs)) = runs else {
        return Ok(());
    };
    tally.repaired += 1;
    tally.executed += u64::from(runs.done > 0);
    tally.runs += runs.done;
    if runs.done == 0 && asked("ALPINIST_SLOW") {
        println!("{}: no run came to its end: {runs:?}", input.name);
    }
    let other = changed(&input.text, text, repair).filter(|_| barriers);
    match runs.wrong.or(other) {
        Some(found) => Err(found),
        None => Ok(()),
    }
}

/// What came of executing repaired texts.
#[derive(Default)]
struct Tally {
    files: usize,
    repaired: u64,
    executed: u64,
    runs: u64,
}

impl Tally {
    /// Says what there was; fails if of all files no more than so many texts have a run that came to its end.
    fn told(&self, all: usize, least: u64) -> Result<Result<(), String>, String> {
        if self.files < all {
            return Ok(Err("not all of them were executed".to_owned()));
        }
        let said = format!(
            "{} repaired texts, {} executed, {} runs to the end",
            self.repaired, self.executed, self.runs
        );
        println!("{said}");
        match self.executed > least {
            true => Ok(Ok(())),
            false => Err(said),
        }
    }
}

//! Mutants of kernels: what a run shows to be racy, divergent, out of bounds or against an assertion,
//! the race checker must not verify.
//!
//! `KERNEL_MUTANTS=N` takes N of them, chosen by `KERNEL_MUTANTS_SEED`; every day a few. After
//! `KERNEL_MINUTES` no more are begun.

use crate::judge::{Shown, reached, report};
use crate::subjects::Subject;
use executor::mutate::Mutant;
use executor::{Outcome, Random};
use kernel_graph::{FunctionId, Module};
use races::Status;
use solver::smt::SolverPool;
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Instant;
use trials::Suite;

#[derive(Clone, Copy, Default)]
struct Counts {
    made: u64,
    malformed: u64,
    shown: u64,
    verified: u64,
    undecided: u64,
}

#[derive(Default)]
struct Tally {
    kinds: BTreeMap<&'static str, Counts>,
    runs: u64,
    done: u64,
    files: u64,
}

/// So many of all, as many of each kind as of any other while there are some.
fn some(
    all: Vec<(FunctionId, Mutant)>,
    count: usize,
    random: &mut Random,
) -> Vec<(FunctionId, Mutant)> {
    let mut kinds: BTreeMap<&str, Vec<(FunctionId, Mutant)>> = BTreeMap::new();
    for one in all {
        kinds.entry(one.1.kind).or_default().push(one);
    }
    let mut kinds: Vec<_> = kinds.into_values().collect();
    let mut chosen = Vec::new();
    while chosen.len() < count && !kinds.is_empty() {
        let kind = random.below(kinds.len());
        let left = kinds[kind].len();
        chosen.push(kinds[kind].swap_remove(random.below(left)));
        if left == 1 {
            kinds.swap_remove(kind);
        }
    }
    chosen
}

fn judge(
    subject: &Subject,
    module: &Module,
    (kernel, mutant): &(FunctionId, Mutant),
    pool: &SolverPool,
    tally: &Mutex<Tally>,
) -> Option<String> {
    let changed = mutant.of(module);
    let malformed = kernel_graph::check(&changed).is_err();
    let mut shown = Shown::default();
    let mut said = None;
    if !malformed {
        let of = (&changed, *kernel);
        shown.look(subject, of, (0, 5), 5);
        if shown.fault.is_some() {
            said = Some(report(subject, of, true, pool).status());
        }
    }
    let mut tally = tally.lock().unwrap();
    tally.runs += shown.runs;
    tally.done += shown.done;
    let counts = tally.kinds.entry(mutant.kind).or_default();
    counts.made += 1;
    counts.malformed += u64::from(malformed);
    counts.shown += u64::from(said.is_some());
    counts.undecided += u64::from(said == Some(Status::Unknown));
    counts.verified += u64::from(said == Some(Status::Verified));
    let mut wrong = None;
    if said == Some(Status::Verified) {
        let why = shown.fault.as_ref().map(|outcome| {
            let place = outcome.stop.as_ref().map(|stop| stop.site.place(&changed));
            let start = place.map_or(0, |place| place.expansion.start as usize);
            let text = subject.request.text.get(..start).unwrap_or_default();
            (outcome.word(), text.lines().count(), outcome.stop.as_ref())
        });
        wrong = Some(format!("{} at {}: {why:?}", mutant.kind, mutant.at));
    }
    if let (Some(said), true) = (said, super::slow()) {
        let word = shown.fault.as_ref().map_or("", Outcome::word);
        println!(
            "{} {} at {}: {word}, {said:?}",
            subject.name, mutant.kind, mutant.at
        );
    }
    wrong
}

/// When the first of them began.
static START: LazyLock<Instant> = LazyLock::new(Instant::now);

pub fn add(suite: &mut Suite, subjects: &[Arc<Subject>]) {
    let usual = if super::slow() { 6000 } else { 24 };
    let count = usize::try_from(super::setting("KERNEL_MUTANTS", usual)).unwrap();
    let seed = super::setting("KERNEL_MUTANTS_SEED", 0);
    let seconds = 60 * super::setting("KERNEL_MINUTES", 10_000);
    let changed = subjects
        .iter()
        .filter(|subject| matches!(subject.verdict.as_str(), "verified" | ""));
    let mut changed: Vec<_> = changed
        .map(|subject| (subject.path(), true, Arc::clone(subject)))
        .collect();
    // Every day not all files are read.
    if count < changed.len() {
        for (at, (_, daily, _)) in (seed + 1..).zip(&mut changed) {
            *daily = at.is_multiple_of(32);
        }
    }
    // Small files have few mutants.
    let files = changed.iter().filter(|(_, daily, _)| *daily).count();
    let share = 3 * count / 2 / files.max(1) + 1;
    let cases = changed.into_iter().enumerate();
    let cases = cases.map(|(at, (name, daily, subject))| (name, daily, (at, subject)));
    let tally = Arc::new(Mutex::new(Tally::default()));
    let total = Arc::clone(&tally);
    let pool = LazyLock::new(super::judge::pool);
    let cases: Vec<_> = cases.collect();
    suite.cases("mutants", cases, move |(at, subject)| {
        let Some(pool) = &*pool else {
            return Err("there is no solver".to_owned());
        };
        let Ok((module, kernels)) = super::kernels(&subject.request) else {
            return Ok(());
        };
        let mut all = Vec::new();
        for kernel in kernels {
            let mutants = executor::mutate::mutants(&module, &reached((&module, kernel)));
            all.extend(mutants.into_iter().map(|m| (kernel, m)));
        }
        let mut random = Random::new(seed ^ (at as u64) << 32);
        let mut wrong = Vec::new();
        for one in some(all, share, &mut random) {
            if START.elapsed().as_secs() > seconds {
                return Ok(());
            }
            wrong.extend(judge(&subject, &module, &one, pool, &tally));
        }
        tally.lock().unwrap().files += 1;
        match wrong.is_empty() {
            true => Ok(()),
            false => Err(wrong.join("\n")),
        }
    });
    suite.last("mutants::table", move || {
        let total = total.lock().unwrap();
        if total.files == 0 {
            return Ok(Err("nothing was changed".to_owned()));
        }
        total.print();
        Ok(Ok(()))
    });
}

impl Tally {
    fn print(&self) {
        println!(
            "| kind | mutants | malformed | wrong in a run | of these verified | of these not decided |"
        );
        println!("|---|---|---|---|---|---|");
        let mut sum = Counts::default();
        for (kind, one) in &self.kinds {
            println!(
                "| {kind} | {} | {} | {} | {} | {} |",
                one.made, one.malformed, one.shown, one.verified, one.undecided
            );
            sum.made += one.made;
            sum.malformed += one.malformed;
            sum.shown += one.shown;
            sum.verified += one.verified;
            sum.undecided += one.undecided;
        }
        println!(
            "| **all** | {} | {} | {} | {} | {} |",
            sum.made, sum.malformed, sum.shown, sum.verified, sum.undecided
        );
        println!(
            "files: {}, runs: {}, to the end: {}, seconds: {}",
            self.files,
            self.runs,
            self.done,
            START.elapsed().as_secs()
        );
    }
}

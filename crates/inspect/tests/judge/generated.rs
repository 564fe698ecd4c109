//! Generated kernels: what is verified is executed on many inputs under many schedules, and no run shows a
//! fault. Alarms that no run shows are counted by reason, and by what the kernel is made of.
//!
//! `KERNEL_GENERATED=N` takes N kernels, `KERNEL_GENERATED_SEED=S` those from seed S on; after
//! `KERNEL_MINUTES` no more are begun.

use crate::grammar::{HEAD, Kernel, kernel};
use crate::judge::{Of, Shown, place, pool, report, why};
use crate::subjects::Subject;
use clang::types::Target;
use executor::{Functions, Options};
use races::Status;
use rayon::prelude::*;
use solver::smt::SolverPool;
use std::collections::BTreeMap;
use std::time::Instant;

/// Kernels of one file: clang takes most of its time to start.
pub const OF_FILE: usize = 50;

struct Found {
    made: Kernel,
    status: Status,
    why: String,
    /// Where the finding stands.
    place: String,
    shown: Shown,
}

/// Inputs and schedules of a kernel that is verified: at least fifty runs.
const MANY: (u64, u64) = (10, 6);

/// The same of one that is not.
const FEW: (u64, u64) = (6, 4);

/// A kernel as the checker and the executor take it.
pub fn subject(made: &Kernel) -> Subject {
    Subject {
        name: made.name.clone(),
        suite: "generated",
        request: super::request("k.cu", "", Target::Bits64),
        verdict: String::new(),
        block: match made.block {
            Some(block) => block.map(Some),
            None => [None, Some(1), Some(1)],
        },
        grid: [(!made.any_grid).then_some(2), Some(1), Some(1)],
        options: Options {
            functions: Functions::Any,
            steps: 100_000,
            ..Options::default()
        },
        bounds: true,
    }
}

/// The text of a file of kernels.
pub fn text(all: &[Kernel]) -> String {
    let mut text = HEAD.to_owned();
    for made in all {
        text.push_str(&made.text);
        text.push('\n');
    }
    text
}

fn one(made: Kernel, of: Of<'_>, (text, pool): (&str, &SolverPool)) -> Found {
    let subject = subject(&made);
    let start = Instant::now();
    let report = report(&subject, of, true, pool);
    let checked = start.elapsed();
    let status = report.status();
    let granted = |one: &races::Assumption| matches!(one, races::Assumption::Gathering(_));
    let mut shown = Shown {
        lanes: !report.assumptions.iter().any(granted),
        ..Shown::default()
    };
    let (inputs, schedules) = match status {
        Status::Verified => MANY,
        Status::Wrong | Status::Unknown => FEW,
    };
    shown.look(&subject, of, (0, inputs), schedules);
    let executed = start.elapsed() - checked;
    println!(
        "{}: {status:?}, {} questions, checked {checked:.1?}, {} runs {executed:.1?}",
        made.name, report.questions, shown.runs
    );
    Found {
        made,
        status,
        why: why(&report),
        place: place(&report, text),
        shown,
    }
}

fn file(seeds: &[u64], pool: &SolverPool, until: Instant) -> Vec<Found> {
    let all: Vec<Kernel> = seeds.iter().map(|seed| kernel(*seed)).collect();
    let text = text(&all);
    let request = super::request("k.cu", &text, Target::Bits64);
    let start = Instant::now();
    if std::env::var_os("KERNEL_PRINT").is_some() {
        println!("{text}");
    }
    let (module, kernels) = super::kernels(&request).unwrap_or_else(|why| {
        panic!("{why}\n{text}");
    });
    assert_eq!(kernels.len(), all.len(), "{text}");
    println!("read {:.1?}", start.elapsed());
    let all = all.into_iter().zip(kernels);
    let all = all.take_while(|_| Instant::now() < until);
    all.map(|(made, id)| one(made, (&module, id), (&text, pool)))
        .collect()
}

#[derive(Default)]
struct Tally {
    kernels: BTreeMap<(&'static str, &'static str, &'static str), u64>,
    runs: u64,
    done: u64,
    reasons: BTreeMap<String, u64>,
    features: BTreeMap<&'static str, [u64; 3]>,
    no_rule: BTreeMap<String, u64>,
    slips: BTreeMap<&'static str, u64>,
    contradicted: Vec<String>,
}

impl Tally {
    fn add(&mut self, found: &Found) {
        let made = match (found.made.made_right, found.made.slips.is_empty()) {
            (true, true) => "made right",
            (true, false) => "with slips",
            (false, _) => "at random",
        };
        let status = match found.status {
            Status::Verified => "verified",
            Status::Wrong => "wrong",
            Status::Unknown => "not decided",
        };
        let shown = match found.shown.fault {
            Some(_) => "a run shows a fault",
            None => "no run does",
        };
        *self.kernels.entry((made, status, shown)).or_default() += 1;
        self.runs += found.shown.runs;
        self.done += found.shown.done;
        for why in &found.shown.no_rule {
            *self.no_rule.entry(why.clone()).or_default() += 1;
        }
        for slip in &found.made.slips {
            *self.slips.entry(slip).or_default() += 1;
        }
        let text = &found.made.text;
        let (name, slips) = (&found.made.name, &found.made.slips);
        let stop = found.shown.fault.as_ref().and_then(|o| o.stop.as_ref());
        match (found.status, stop) {
            (Status::Verified, Some(stop)) => {
                self.contradicted.push(format!("{stop:?}\n{text}"));
            }
            (Status::Verified, None) => {
                for feature in &found.made.features {
                    self.features.entry(feature).or_default()[0] += 1;
                }
            }
            (_, Some(_)) => {
                for feature in &found.made.features {
                    self.features.entry(feature).or_default()[1] += 1;
                }
                // It is the grammar that is wrong.
                if made == "made right" {
                    println!(
                        "{name} is made right, and a run shows {:?}: {text}",
                        stop.map(|stop| &stop.why)
                    );
                }
            }
            (_, None) => {
                for feature in &found.made.features {
                    self.features.entry(feature).or_default()[2] += 1;
                }
                *self.reasons.entry(found.why.clone()).or_default() += 1;
                println!(
                    "alarm of {name}, {made}, {slips:?}: {} at `{}`\n{text}\n",
                    found.why, found.place
                );
            }
        }
    }

    fn print(&self) {
        println!("| kernel | verdict | runs | kernels |\n|---|---|---|---|");
        for ((made, status, shown), count) in &self.kernels {
            println!("| {made} | {status} | {shown} | {count} |");
        }
        println!("runs: {}, to the end: {}", self.runs, self.done);
        println!("no rule: {:?}", self.no_rule);
        println!("slips: {:?}", self.slips);
        println!("| alarms that no run shows | kernels |\n|---|---|");
        for (why, count) in &self.reasons {
            println!("| {why} | {count} |");
        }
        println!("| made of | verified | shown wrong | alarm not shown |\n|---|---|---|---|");
        for (feature, [verified, wrong, alarm]) in &self.features {
            println!("| {feature} | {verified} | {wrong} | {alarm} |");
        }
    }
}

pub fn generated_kernels() {
    let pool = pool().expect("there is no solver");
    let slow = super::slow();
    let count = super::setting("KERNEL_GENERATED", if slow { 20_000 } else { 24 });
    let from = super::setting("KERNEL_GENERATED_SEED", 0);
    let minutes = super::setting("KERNEL_MINUTES", 10_000);
    let start = Instant::now();
    let until = start + std::time::Duration::from_secs(60 * minutes);
    let seeds: Vec<u64> = (from..from + count).collect();
    let tally = std::sync::Mutex::new(Tally::default());
    let of_file = OF_FILE.min(seeds.len().div_ceil(2));
    seeds.par_chunks(of_file).with_max_len(1).for_each(|seeds| {
        if Instant::now() >= until {
            return;
        }
        let all = file(seeds, &pool, until);
        let mut tally = tally.lock().unwrap();
        for found in &all {
            tally.add(found);
        }
        for text in tally.contradicted.iter().take(1) {
            println!("contradicted: {text}");
        }
    });
    let tally = tally.into_inner().unwrap();
    tally.print();
    println!("seconds: {}", start.elapsed().as_secs());
    assert!(
        tally.contradicted.is_empty(),
        "{} wrong:\n{}",
        tally.contradicted.len(),
        tally.contradicted.join("\n")
    );
}

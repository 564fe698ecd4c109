//! What the race checker verified is executed on many inputs in many orders, and violates nothing. Of
//! what it calls wrong it is counted how much some run shows.
//!
//! Every day a few inputs of a third of the kernels; with `ALPINIST_SLOW=1` all of them, 10 inputs in
//! 6 orders, or `KERNEL_INPUTS` and `KERNEL_SCHEDULES`.

use crate::judge::counts;
use crate::subjects::{Subject, all};
use clang::find::Program;
use executor::{Outcome, Stop};
use kernel_graph::Module;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// What came of the runs of a file's kernels.
#[derive(Default)]
struct Runs {
    words: BTreeMap<&'static str, u64>,
    shown: Option<String>,
    why: Option<String>,
}

impl Runs {
    /// Notes a run, with the words for which it was.
    fn note(&mut self, subject: &Subject, module: &Module, outcome: &Outcome, which: &str) {
        *self.words.entry(outcome.word()).or_default() += 1;
        let Some(stop) = &outcome.stop else {
            return;
        };
        match &stop.why {
            Stop::Fault(fault) if counts(fault, subject.bounds, false) && self.shown.is_none() => {
                let start = stop.site.place(module).expansion.start as usize;
                let text = subject.request.text.get(..start).unwrap_or_default();
                let line = text.lines().count();
                self.shown = Some(format!("{which}, line {line}: {fault:?}"));
            }
            Stop::Unsupported(why) => self.why = Some(why.clone()),
            _ => {}
        }
    }
}

fn execute(subject: &Subject, inputs: u64, schedules: u64) -> Result<Runs, String> {
    let (module, kernels) = super::kernels(&subject.request)?;
    let mut runs = Runs::default();
    for kernel in kernels {
        for input in 0..inputs {
            let mut number = 0;
            let ran = subject.execute(
                (&module, kernel),
                input,
                schedules,
                &mut |launch, outcome| {
                    runs.note(
                        subject,
                        &module,
                        &outcome,
                        &format!(
                            "input {input}, schedule {number}, block {:?}, grid {:?}",
                            launch.block, launch.grid
                        ),
                    );
                    number += 1;
                    !matches!(
                        outcome.stop.map(|stop| stop.why),
                        Some(Stop::Unsupported(_))
                    )
                },
            );
            if !ran {
                *runs.words.entry("too large").or_default() += 1;
            }
        }
    }
    Ok(runs)
}

#[test]
fn what_is_verified_violates_nothing() {
    if Program::find().is_none() {
        eprintln!("skipped: there is no clang (./x setup)");
        return;
    }
    let slow = super::slow();
    let inputs = super::setting("KERNEL_INPUTS", if slow { 10 } else { 2 });
    let schedules = super::setting("KERNEL_SCHEDULES", if slow { 6 } else { 3 });
    let mut subjects = all();
    if !slow
        && ["ALPINIST_ONLY", "KERNEL_SUITE"]
            .iter()
            .all(|name| std::env::var_os(name).is_none())
    {
        let mut at = 0;
        subjects.retain(|subject| {
            at += 1;
            subject.verdict == "verified" && at % 3 == 0
        });
    }
    let found: Vec<(&Subject, Result<Runs, String>)> = subjects
        .par_iter()
        .with_max_len(1)
        .map(|subject| {
            let runs = execute(subject, inputs, schedules);
            if let Ok(runs) = &runs {
                println!(
                    "{}\t{}\t{}\t{:?}\t{:?}",
                    subject.suite, subject.name, subject.verdict, runs.words, runs.why
                );
            }
            (subject, runs)
        })
        .collect();
    let mut wrong = Vec::new();
    let mut files: BTreeMap<(&str, String, &str), u64> = BTreeMap::new();
    let mut runs_of: BTreeMap<(&str, String), u64> = BTreeMap::new();
    let mut reasons: BTreeMap<String, u64> = BTreeMap::new();
    for (subject, runs) in &found {
        let what = match runs {
            Err(_) => "not read",
            Ok(runs) if runs.shown.is_some() => "a run shows a fault",
            Ok(runs) if runs.words.contains_key("done") => "executed, nothing",
            Ok(_) => "no run came to its end",
        };
        let key = (subject.suite, subject.verdict.clone(), what);
        *files.entry(key).or_default() += 1;
        let Ok(runs) = runs else {
            continue;
        };
        let key = (subject.suite, subject.verdict.clone());
        *runs_of.entry(key).or_default() += runs.words.values().sum::<u64>();
        if let Some(why) = &runs.why {
            *reasons.entry(why.clone()).or_default() += 1;
        }
        if let (Some(shown), "verified") = (&runs.shown, subject.verdict.as_str()) {
            wrong.push(format!("{} {}: {shown}", subject.suite, subject.name));
        }
    }
    println!("| kernels of | verdict | what the runs say | files |\n|---|---|---|---|");
    for ((suite, verdict, what), count) in &files {
        println!("| {suite} | {verdict} | {what} | {count} |");
    }
    println!("runs: {runs_of:?}");
    println!("no rule: {reasons:?}");
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(!found.is_empty());
}

//! What the race checker verified is executed on many inputs in many orders, and violates nothing. Of
//! what it calls wrong it is counted how much some run shows.
//!
//! Every day a few inputs of a third of the kernels; with `ALPINIST_SLOW=1` all of them, 10 inputs in
//! 6 orders, or `KERNEL_INPUTS` and `KERNEL_SCHEDULES`.

use crate::judge::counts;
use crate::subjects::Subject;
use executor::{Outcome, Stop};
use kernel_graph::Module;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use trials::Suite;

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

/// What came of all of them, for the table.
#[derive(Default)]
struct Tally {
    files: BTreeMap<(&'static str, String, &'static str), u64>,
    runs: BTreeMap<(&'static str, String), u64>,
    reasons: BTreeMap<String, u64>,
}

impl Tally {
    fn add(&mut self, subject: &Subject, runs: &Result<Runs, String>) {
        let what = match runs {
            Err(_) => "not read",
            Ok(runs) if runs.shown.is_some() => "a run shows a fault",
            Ok(runs) if runs.words.contains_key("done") => "executed, nothing",
            Ok(_) => "no run came to its end",
        };
        let key = (subject.suite, subject.verdict.clone(), what);
        *self.files.entry(key).or_default() += 1;
        let Ok(runs) = runs else {
            return;
        };
        let key = (subject.suite, subject.verdict.clone());
        *self.runs.entry(key).or_default() += runs.words.values().sum::<u64>();
        if let Some(why) = &runs.why {
            *self.reasons.entry(why.clone()).or_default() += 1;
        }
    }

    fn print(&self) {
        println!("| kernels of | verdict | what the runs say | files |\n|---|---|---|---|");
        for ((suite, verdict, what), count) in &self.files {
            println!("| {suite} | {verdict} | {what} | {count} |");
        }
        println!("runs: {:?}", self.runs);
        println!("no rule: {:?}", self.reasons);
    }
}

pub fn add(suite: &mut Suite, subjects: &[Arc<Subject>]) {
    let slow = super::slow();
    let inputs = super::setting("KERNEL_INPUTS", if slow { 10 } else { 2 });
    let schedules = super::setting("KERNEL_SCHEDULES", if slow { 6 } else { 3 });
    let cases = subjects.iter().enumerate().map(|(at, subject)| {
        let daily = subject.verdict == "verified" && (at + 1) % 3 == 0;
        (subject.path(), daily, Arc::clone(subject))
    });
    let tally = Arc::new(Mutex::new(Tally::default()));
    let total = Arc::clone(&tally);
    let cases: Vec<_> = cases.collect();
    suite.cases("verified", cases, move |subject| {
        let runs = execute(&subject, inputs, schedules);
        if let (Ok(runs), true) = (&runs, slow) {
            println!(
                "{}\t{}\t{}\t{:?}\t{:?}",
                subject.suite, subject.name, subject.verdict, runs.words, runs.why
            );
        }
        tally.lock().unwrap().add(&subject, &runs);
        match (runs.ok().and_then(|runs| runs.shown), &*subject.verdict) {
            (Some(shown), "verified") => Err(shown),
            (_, _) => Ok(()),
        }
    });
    suite.last("verified::table", move || {
        let total = total.lock().unwrap();
        if total.files.is_empty() {
            return Ok(Err("nothing was executed".to_owned()));
        }
        total.print();
        Ok(Ok(()))
    });
}

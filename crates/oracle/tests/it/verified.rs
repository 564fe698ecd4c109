//! Verified means it runs: what the verifier accepts violates nothing, whatever the input
//! and the order of threads.

use crate::common::{Effort, Tally, header, programs, root, run_all};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;

/// The tallies of programs, by file and method.
fn tallies(files: &[std::path::PathBuf], effort: Effort) -> BTreeMap<(String, String), Tally> {
    let next = Mutex::new(files.iter());
    let found = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let Some(path) = next.lock().unwrap().next() else {
                        break;
                    };
                    let text = std::fs::read_to_string(path).unwrap();
                    let name = path.file_name().unwrap().to_string_lossy().into_owned();
                    let start = std::time::Instant::now();
                    for (method, tally) in run_all(&name, &text, effort).unwrap_or_default() {
                        found.lock().unwrap().insert((name.clone(), method), tally);
                    }
                    if start.elapsed().as_secs() > 9 {
                        println!("{name} took {} s", start.elapsed().as_secs());
                    }
                }
            });
        }
    });
    found.into_inner().unwrap()
}

/// Fewer inputs and schedules everyday than with `ALPINIST_SLOW=1`.
fn daily() -> Effort {
    match std::env::var_os("ALPINIST_SLOW") {
        Some(_) => Effort::usual(20, 4),
        None => Effort::usual(8, 3),
    }
}

fn report(found: &BTreeMap<(String, String), Tally>, effort: Effort) -> (usize, Vec<String>) {
    let mut ran = 0;
    let mut full = 0;
    let mut runs = 0;
    let mut wrong = Vec::new();
    for ((file, method), tally) in found {
        ran += usize::from(tally.outcomes.contains_key("done"));
        let ended = tally.outcomes.get("done").copied().unwrap_or(0);
        full += usize::from(ended >= effort.inputs * effort.schedules);
        runs += ended;
        if let Some(violation) = &tally.violation {
            wrong.push(format!("{file} {method}: {violation}"));
        } else if !tally.outcomes.contains_key("done") {
            println!(
                "not run: {file} {method}: {:?} {:?}",
                tally.outcomes, tally.cannot
            );
        }
    }
    println!(
        "{} methods, {ran} ran, {full} of them on {} inputs and {} schedules, {runs} runs ended",
        found.len(),
        effort.inputs,
        effort.schedules
    );
    (ran, wrong)
}

fn verified(folder: &Path) -> Vec<std::path::PathBuf> {
    let filter = std::env::var("ORACLE_FILTER").unwrap_or_default();
    let is_verified = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path).unwrap();
        header(&text, "expect").is_some_and(|words| words.starts_with("verified"))
            && !text.contains("vercors-1.4")
            && path.to_string_lossy().contains(&filter)
    };
    programs(folder).into_iter().filter(is_verified).collect()
}

#[test]
fn verified_examples_run() {
    let files = verified(&root().join("examples"));
    let effort = daily();
    let (ran, wrong) = report(&tallies(&files, effort), effort);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(ran >= 1);
}

#[test]
fn good_traps_run() {
    let files = verified(&root().join("tests/traps"));
    let effort = daily();
    let (ran, wrong) = report(&tallies(&files, effort), effort);
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(ran >= 1);
}

/// The corpus, where it is at hand: every program, those that should verify or not; what a
/// run refutes is compared with the verdicts in `ORACLE_VERDICTS` (lines `STATUS PATH`).
#[test]
fn corpus_runs() {
    let folder = std::env::var("ALPINIST_CORPUS").map_or_else(
        |_| root().join("../shared/corpus"),
        std::path::PathBuf::from,
    );
    let Ok(verdicts) = std::env::var("ORACLE_VERDICTS") else {
        println!("skipped: no ORACLE_VERDICTS");
        return;
    };
    let filter = std::env::var("ORACLE_FILTER").unwrap_or_default();
    let verdicts = std::fs::read_to_string(verdicts).unwrap();
    let verified: Vec<_> = verdicts
        .lines()
        .filter_map(|line| line.strip_prefix("0 "))
        .filter(|path| path.contains(&filter))
        .map(|path| folder.join(path))
        .collect();
    let effort = Effort::usual(5, 2);
    let (_, wrong) = report(&tallies(&verified, effort), effort);
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

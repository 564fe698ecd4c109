//! Kernels as an engineer writes them, and the steps that make sense on each. `steps/TABLE.tsv` has
//! for each the outcome and seconds: `verified`, `refused` or `not proved` with the codes. The
//! kernels are in `steps/` and in `examples/kernels`.
//!
//! Every day the quick ones are tried; with `ALPINIST_SLOW=1` all. `ALPINIST_UPDATE=1` writes the
//! outcomes and seconds anew, and `-- --test-threads=1 steps::` with it tries one after the other, so that the
//! seconds mean something; the arguments are written by hand.

use crate::common::{command, root};
use std::time::Instant;
use trials::{Suite, Table, updating};

/// Seconds up to which a row is tried every day.
const QUICK: f64 = 0.2;

/// The arguments of a step: each flag with what follows it up to the next.
fn arguments(step: &str) -> Vec<String> {
    if step == "verify" {
        return vec!["verify".to_owned()];
    }
    let mut arguments = Vec::new();
    for flag in step.trim_start_matches("--").split(" --") {
        let (name, value) = flag.split_once(' ').unwrap_or((flag, ""));
        arguments.push(format!("--{name}"));
        arguments.extend((!value.is_empty()).then(|| value.to_owned()));
    }
    arguments
}

/// The outcome of a step, `verify` for none, on a kernel, and the seconds.
fn tried(kernel: &str, step: &str) -> (String, f64) {
    let folders = ["tests/steps", "examples/kernels"].map(|folder| root().join(folder));
    let mut files = folders.iter().map(|folder| folder.join(kernel));
    let file = files.find(|file| file.exists()).unwrap();
    let mut given = arguments(step);
    given.extend(["--no-cache", "--quiet", "--jobs", "1"].map(str::to_owned));
    given.push(file.to_string_lossy().into_owned());
    let given: Vec<&str> = given.iter().map(String::as_str).collect();
    let start = Instant::now();
    let run = command(root(), &given).output().unwrap();
    let seconds = start.elapsed().as_secs_f64();
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    let mut codes: Vec<&str> = said
        .lines()
        .filter_map(|line| line.strip_prefix("error[")?.split(']').next())
        .collect();
    codes.sort_unstable();
    codes.dedup();
    let codes = codes.join(",");
    let outcome = match run.status.code() {
        Some(0) => "verified".to_owned(),
        Some(status) if codes.starts_with('A') => format!("refused {codes} (exit {status})"),
        Some(status) => format!("not proved {codes} (exit {status})"),
        None => panic!("no exit status\n{said}"),
    };
    (outcome, seconds)
}

pub fn add(suite: &mut Suite) {
    let path = root().join("tests/steps/TABLE.tsv");
    let text = std::fs::read_to_string(&path).unwrap();
    let table = Table::read(path, 2, 2);
    let key = |line: &str| {
        let (kernel, step) = line.split_once('\t').unwrap();
        format!("{kernel}\t{}", step.split('\t').next().unwrap())
    };
    let keys: Vec<String> = text.lines().skip(1).map(key).collect();
    assert!(!keys.is_empty());
    suite.table("steps", &table, keys.clone());
    let cases = keys.into_iter().map(|key| {
        let seconds: f64 = table.column(&key, 3).unwrap().parse().unwrap();
        (key.replace('\t', " "), seconds <= QUICK, key)
    });
    let cases: Vec<_> = cases.collect();
    suite.cases("steps", cases, move |key| {
        let (kernel, step) = key.split_once('\t').unwrap();
        let (outcome, seconds) = tried(kernel, step);
        table.found(&key, vec![format!("{key}\t{outcome}\t{seconds:.1}")]);
        match table
            .column(&key, 2)
            .filter(|before| *before != outcome && !updating())
        {
            Some(before) => Err(format!("{outcome}, on record {before}")),
            None => Ok(()),
        }
    });
}

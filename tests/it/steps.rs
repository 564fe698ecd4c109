//! Kernels as an engineer writes them, and the steps that make sense on each. `steps/TABLE.tsv` has
//! for each the outcome and seconds: `verified`, `refused` or `not proved` with the codes. The
//! kernels are in `steps/` and in `examples/kernels`.
//!
//! Every day the quick ones are tried; with `ALPINIST_SLOW=1` all. `ALPINIST_UPDATE=1` writes the
//! outcomes and seconds anew; the arguments are written by hand.

use crate::common::each::{each, none_failed, only};
use crate::common::{asked, command, root};
use std::fmt::Write as _;
use std::time::Instant;

/// Seconds up to which a row is tried every day.
const QUICK: f64 = 0.4;

struct Row {
    kernel: String,
    /// As in a shell, `verify` for no step.
    step: String,
    outcome: String,
    seconds: f64,
}

fn rows(text: &str) -> Vec<Row> {
    text.lines()
        .skip(1)
        .map(|line| {
            let columns: Vec<&str> = line.split('\t').collect();
            let [kernel, step, outcome, seconds] = columns[..] else {
                panic!("four columns: {line}");
            };
            Row {
                kernel: kernel.to_owned(),
                step: step.to_owned(),
                outcome: outcome.to_owned(),
                seconds: seconds.parse().unwrap(),
            }
        })
        .collect()
}

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

fn tried(row: &Row) -> (String, f64) {
    let folders = ["tests/steps", "examples/kernels"].map(|folder| root().join(folder));
    let mut files = folders.iter().map(|folder| folder.join(&row.kernel));
    let file = files.find(|file| file.exists()).unwrap();
    let mut given = arguments(&row.step);
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
        None => panic!("{} {}: no exit status\n{said}", row.kernel, row.step),
    };
    (outcome, seconds)
}

#[test]
fn steps_come_to_what_is_on_record() {
    let path = root().join("tests/steps/TABLE.tsv");
    let mut all = rows(&std::fs::read_to_string(&path).unwrap());
    let update = asked("ALPINIST_UPDATE");
    if let Some(name) = only() {
        all.retain(|row| row.kernel.contains(&name));
    } else if !update && !asked("ALPINIST_SLOW") {
        all.retain(|row| row.seconds <= QUICK);
    }
    assert!(!all.is_empty());
    // One after the other where seconds count.
    let results: Vec<Result<(String, f64), String>> = match update {
        true => all.iter().map(|row| Ok(tried(row))).collect(),
        false => each(&all, tried),
    };
    if update && only().is_none() {
        let mut text = String::from("kernel\tstep\toutcome\tseconds\n");
        for (row, result) in all.iter().zip(results) {
            let (outcome, seconds) = result.unwrap();
            let _ = writeln!(
                text,
                "{}\t{}\t{outcome}\t{seconds:.1}",
                row.kernel, row.step
            );
        }
        std::fs::write(&path, text).unwrap();
        return;
    }
    none_failed(all.iter().zip(results).map(|(row, result)| {
        let found = result.and_then(|(outcome, _)| match outcome == row.outcome {
            true => Ok(()),
            false => Err(format!("{outcome}, on record {}", row.outcome)),
        });
        (format!("{} {}", row.kernel, row.step), found)
    }));
}

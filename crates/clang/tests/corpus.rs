//! Reads every kernel of the published suites and compares what comes of it with what is recorded:
//! all but those that clang must refuse are read, with every kernel in them.
//!
//! The suites are in the folder that `ALPINIST_CORPUS` names, else in `../shared/corpus` beside the
//! repository; without them the test says so and passes. They are read with `ALPINIST_SLOW=1`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "what a test says"
)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clang::find::Program;
use clang::tree::Language;
use clang::types::Target;
use clang::{Reading, Request, read};

fn corpus() -> Option<PathBuf> {
    let named = std::env::var_os("ALPINIST_CORPUS").map(PathBuf::from);
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let folder = named.unwrap_or(beside);
    folder
        .join("kernels/kernels.tsv")
        .is_file()
        .then_some(folder)
}

/// What came of a file, in a word.
fn outcome(reading: &Reading) -> &'static str {
    let kernel_errors = reading
        .kernels
        .iter()
        .any(|kernel| !kernel.errors.is_empty());
    if !reading.errors.is_empty() || kernel_errors {
        "errors"
    } else if reading.kernels.is_empty() {
        "no kernel"
    } else {
        "read"
    }
}

/// Outcomes by what was published, with how many; change it only if it gets better.
const RECORDED: &[(&str, &str, usize)] = &[
    ("BUGLE_ERROR", "no kernel", 1),
    ("BUGLE_ERROR", "read", 5),
    ("CLANG_ERROR", "errors", 2),
    ("COMMAND_LINE_ERROR", "read", 1),
    ("GPUVERIFYVCGEN_ERROR", "read", 4),
    ("NOT_ALL_VERIFIED", "read", 88),
    ("pass", "read", 211),
    ("repair", "read", 15),
];

#[test]
fn published_kernels() {
    if Program::find().is_none() {
        eprintln!("skipped: there is no clang (./x setup)");
        return;
    }
    let Some(corpus) = corpus() else {
        eprintln!("skipped: there is no corpus (ALPINIST_CORPUS)");
        return;
    };
    // Every day some of them are read for their graphs (`crates/kernels/tests/it`).
    if std::env::var_os("ALPINIST_SLOW").is_none() {
        eprintln!("skipped: ALPINIST_SLOW=1 runs this");
        return;
    }
    let table = std::fs::read_to_string(corpus.join("kernels/kernels.tsv")).unwrap();
    let mut counts: BTreeMap<(String, &'static str), usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    let mut times: Vec<(Duration, u32)> = Vec::new();
    for row in table.lines().skip(1) {
        let columns: Vec<&str> = row.split('\t').collect();
        let [id, suite, file, args, races, ..] = columns[..] else {
            panic!("a row of the table: {row}");
        };
        let expected = if suite == "gpurepair" {
            "repair"
        } else {
            races
        };
        let path = corpus.join(file);
        let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
        let language = if file.ends_with(".cl") {
            Language::OpenCl
        } else {
            Language::Cuda
        };
        let mut request = Request::new(path.to_string_lossy(), text, language);
        request.target = Target::Bits32;
        request.define = args
            .split_whitespace()
            .filter_map(|argument| Some(argument.strip_prefix("-D")?.to_owned()))
            .collect();
        let start = Instant::now();
        let reading = read(&request);
        times.push((start.elapsed(), reading.runs));
        let came = outcome(&reading);
        *counts.entry((expected.to_owned(), came)).or_default() += 1;
        if (came != "errors") == (expected == "CLANG_ERROR") {
            let said = reading
                .kernels
                .iter()
                .flat_map(|kernel| &kernel.errors)
                .chain(&reading.errors)
                .chain(&reading.clang)
                .map(|error| format!("{} {}", error.code, error.message))
                .next();
            wrong.push(format!(
                "{id}: {expected}, {came}: {}",
                said.unwrap_or_default()
            ));
        }
    }
    let seen: Vec<(&str, &str, usize)> = counts
        .iter()
        .map(|((expected, came), count)| (expected.as_str(), *came, *count))
        .collect();
    times.sort();
    let runs: u32 = times.iter().map(|(_, runs)| runs).sum();
    let middle = times[times.len() / 2].0;
    let slow = times[times.len() * 95 / 100].0;
    eprintln!(
        "{} files, {runs} runs, median {middle:?}, 95 of 100 within {slow:?}",
        times.len()
    );
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert_eq!(seen, RECORDED, "outcomes changed");
}

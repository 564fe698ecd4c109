//! Kernels as people write them, by `alpinist races`: each verdict of `tests/kernels-written` and
//! `tests/kernels-real` must be the one that `tests/written-table.tsv` has, whether a change made it better or
//! worse: a proof that is lost is a regression, and one that is gained must be looked at.
//!
//! Files that took more than two seconds when they were recorded are run with `ALPINIST_SLOW=1` only, and of the
//! others every day one in two; `ALPINIST_UPDATE=1` runs all and records what came out. `ALPINIST_ONLY=WORD` takes
//! the files with the word in their names.

use crate::common::each::{each, none_failed, one_in, only, wanted};
use crate::common::{alpinist_in, asked, root, say};
use clang::find::Program;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Instant;

/// A file took so long, in seconds, that it is no everyday one.
const SLOW: f64 = 2.0;

/// Where the files are.
const FOLDERS: [&str; 3] = [
    "tests/kernels-real",
    "tests/kernels-written",
    "tests/kernels-written/least",
];

const COLUMNS: &str = "file\tkernel\tverdict\tcodes\tslow\n";

/// What is said of a file: a line for each kernel, and whether it took long.
struct Said {
    lines: Vec<String>,
    slow: bool,
}

/// The files by their paths below the project, in order.
fn files() -> Vec<String> {
    let mut found = Vec::new();
    for folder in FOLDERS {
        for entry in std::fs::read_dir(root().join(folder)).unwrap() {
            let path: PathBuf = entry.unwrap().path();
            if path
                .extension()
                .is_some_and(|end| ["cu", "cl", "py"].iter().any(|known| end == *known))
            {
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                found.push(format!("{folder}/{name}"));
            }
        }
    }
    found.retain(|file| wanted(file));
    found.sort();
    found
}

fn list<'a>(of: &'a Value, key: &str) -> &'a [Value] {
    of[key].as_array().map_or(&[], Vec::as_slice)
}

/// The kernel's verdict, and the codes of what was found and of what is not decided.
fn line(file: &str, kernel: &Value) -> String {
    let parts = list(kernel, "findings")
        .iter()
        .chain(list(kernel, "undecided"));
    let codes: BTreeSet<&str> = parts.filter_map(|part| part["code"].as_str()).collect();
    let codes: Vec<&str> = codes.into_iter().collect();
    let name = kernel["name"].as_str().unwrap();
    let verdict = kernel["verdict"].as_str().unwrap();
    format!("{file}\t{name}\t{verdict}\t{}", codes.join(" "))
}

fn ask(file: &String) -> Said {
    let start = Instant::now();
    let run = alpinist_in(root(), &["races", "--format", "json", file]);
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    let mut lines = Vec::new();
    // Of a file of Python one for each text of kernels in it.
    for of in list(&report, "files") {
        lines.extend(list(of, "kernels").iter().map(|kernel| line(file, kernel)));
        let passed_over = list(of, "passed_over").iter().filter_map(Value::as_str);
        lines.extend(passed_over.map(|kernel| format!("{file}\t{kernel}\tpassed over\t")));
    }
    if lines.is_empty() {
        lines.push(format!("{file}\t\tno kernel, status {}\t", run.status));
    }
    Said {
        lines,
        slow: start.elapsed().as_secs_f64() > SLOW,
    }
}

/// What is on record of each file.
fn recorded(text: &str) -> BTreeMap<&str, Said> {
    let mut found: BTreeMap<&str, Said> = BTreeMap::new();
    for row in text.lines().skip(1) {
        let (line, slow) = row.rsplit_once('\t').unwrap();
        let file = row.split('\t').next().unwrap();
        let none = Said {
            lines: Vec::new(),
            slow: slow == "slow",
        };
        found
            .entry(file)
            .or_insert(none)
            .lines
            .push(line.to_owned());
    }
    found
}

#[test]
fn kernels_as_people_write_them_have_the_verdicts_on_record() {
    if Program::find().is_none() {
        say("skipped: there is no clang (./x setup)");
        return;
    }
    let table = root().join("tests/written-table.tsv");
    let text = std::fs::read_to_string(&table).unwrap_or_default();
    let (update, known) = (asked("ALPINIST_UPDATE"), recorded(&text));
    let mut files = files();
    let all = files.len();
    assert!(all > 0 || only().is_some(), "there are no files");
    if !update && !asked("ALPINIST_SLOW") {
        files.retain(|file| known.get(file.as_str()).is_none_or(|said| !said.slow));
        files = one_in(2, files);
    }
    let said: Vec<Said> = each(&files, ask)
        .into_iter()
        .map(|said| said.unwrap())
        .collect();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for line in said.iter().flat_map(|said| &said.lines) {
        *counts.entry(line.split('\t').nth(2).unwrap()).or_default() += 1;
    }
    for (verdict, count) in &counts {
        say(&format!("{count:4} {verdict}"));
    }
    let (some, others) = (files.len(), all - files.len());
    say(&format!(
        "{some} files; {others} others only with ALPINIST_SLOW=1"
    ));
    if update && only().is_none() {
        let mut text = COLUMNS.to_owned();
        for said in &said {
            let slow = if said.slow { "slow" } else { "" };
            let rows = said.lines.iter().map(|line| format!("{line}\t{slow}\n"));
            text.extend(rows);
        }
        std::fs::write(&table, text).unwrap();
        return;
    }
    none_failed(files.iter().zip(&said).map(|(file, now)| {
        let before = known.get(file.as_str()).map_or(&[][..], |said| &said.lines);
        let differs = || {
            let lines = |marked: &str, lines: &[String], others: &[String]| -> String {
                let new = lines.iter().filter(|line| !others.contains(line));
                new.map(|line| format!("{marked} {line}\n")).collect()
            };
            let (gone, new) = (
                lines("-", before, &now.lines),
                lines("+", &now.lines, before),
            );
            format!("{gone}{new}ALPINIST_UPDATE=1 records it")
        };
        (
            file,
            (before == now.lines).then_some(()).ok_or_else(differs),
        )
    }));
}

//! Kernels as people write them, by `alpinist races`: each verdict of `tests/kernels-written` and
//! `tests/kernels-real` must be the one that `tests/written-table.tsv` has, whether a change made it better or
//! worse: a proof that is lost is a regression, and one that is gained must be looked at.
//!
//! Of the kernels of two folders it is known what is right: those with a name on `_wrong` are faulty. Where the answer is
//! another one, the table says both; a faulty kernel that is verified for all launches is no answer to be recorded.
//!
//! Every day the files that were quick when they were recorded, and at least one of each folder.

use crate::common::{alpinist_in, files_in, no_clang, root};
use serde_json::Value;
use std::collections::BTreeSet;
use std::time::Instant;
use trials::{Cost, Suite, Table, cheap, updating};

/// Dense linear algebra, stencils, scans and sorting networks, each of which is checked for any sizes, and for those that
/// its first line has.
const DENSE: &str = "tests/kernels-written/dense";

/// Indices as real kernels compute them.
const PATTERNS: &str = "tests/kernels-written/patterns";

/// Constructs that have a rule of their own.
const CONSTRUCTS: &str = "tests/kernels-written/constructs";

/// Behind the name of a file that is checked for the sizes of its first line.
const FIXED: &str = " fixed";

/// Where the files are.
const FOLDERS: [&str; 6] = [
    "tests/kernels-real",
    "tests/kernels-written",
    DENSE,
    PATTERNS,
    CONSTRUCTS,
    "tests/kernels-written/least",
];

fn list<'a>(of: &'a Value, key: &str) -> &'a [Value] {
    of[key].as_array().map_or(&[], Vec::as_slice)
}

/// What is right to say of a kernel, where the folder of its file tells that by the kernel's name.
fn right(file: &str, name: &str) -> Option<&'static str> {
    let name = name.split('<').next().unwrap_or_default();
    let told = [DENSE, PATTERNS, CONSTRUCTS]
        .iter()
        .any(|folder| file.starts_with(folder));
    told.then_some(match name.ends_with("_wrong") {
        true => "wrong",
        false => "verified",
    })
}

/// Whether launches were left out to verify a kernel, by clauses that were inferred and not about lengths.
fn leaves_out(kernel: &Value) -> bool {
    list(kernel, "contract").iter().any(|clause| {
        let evidence = clause["evidence"].as_str().unwrap_or_default();
        clause["kind"] != "lengths" && !evidence.starts_with("written in line")
    })
}

/// The kernel's verdict, and what is right where that is something else.
fn verdict(file: &str, kernel: &Value) -> String {
    let verdict = kernel["verdict"].as_str().unwrap();
    match right(file, kernel["name"].as_str().unwrap()) {
        Some("wrong") if verdict == "verified" && leaves_out(kernel) => {
            "verified by a clause (right: wrong)".to_owned()
        }
        Some(right) if right != verdict => format!("{verdict} (right: {right})"),
        _ => verdict.to_owned(),
    }
}

/// The kernel's verdict, and the codes of what was found and of what is not decided.
fn line(file: &str, kernel: &Value) -> String {
    let parts = list(kernel, "findings")
        .iter()
        .chain(list(kernel, "undecided"));
    let codes: BTreeSet<&str> = parts.filter_map(|part| part["code"].as_str()).collect();
    let codes: Vec<&str> = codes.into_iter().collect();
    let name = kernel["name"].as_str().unwrap();
    let verdict = verdict(file, kernel);
    format!("{file}\t{name}\t{verdict}\t{}", codes.join(" "))
}

/// No faulty kernel may be verified for all launches.
fn none_is_missed(rows: &[String]) -> Result<(), String> {
    let missed = rows
        .iter()
        .find(|row| row.contains("\tverified (right: wrong)\t"));
    match missed {
        Some(row) => Err(format!("a faulty kernel is verified: {row}")),
        None => Ok(()),
    }
}

/// A row of the table for each kernel of a file.
fn ask(file: &str) -> Vec<String> {
    let start = Instant::now();
    let (path, first) = match file.strip_suffix(FIXED) {
        Some(path) => {
            let text = std::fs::read_to_string(root().join(path)).unwrap();
            let first = text.lines().next().unwrap().to_owned();
            (path, first)
        }
        None => (file, String::new()),
    };
    let mut arguments = vec!["races", "--format", "json"];
    let flags = first.strip_prefix("// fixed:").unwrap_or("");
    arguments.extend(flags.split_whitespace().chain([path]));
    let run = alpinist_in(root(), &arguments);
    let cost = Cost::of(start.elapsed()).word();
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
    lines.iter().map(|line| format!("{line}\t{cost}")).collect()
}

/// How the rows differ from those on record, but for the time.
fn compared(before: &[String], now: &[String]) -> Result<(), String> {
    let without_time = |row: &String| row.rsplit_once('\t').unwrap().0.to_owned();
    let [before, now] = [before, now].map(|rows| rows.iter().map(without_time).collect());
    let lines = |mark: &str, lines: &Vec<String>, others: &Vec<String>| -> String {
        let new = lines.iter().filter(|line| !others.contains(line));
        new.map(|line| format!("{mark} {line}\n")).collect()
    };
    match before == now {
        true => Ok(()),
        false => Err(lines("-", &before, &now) + &lines("+", &now, &before)),
    }
}

pub fn add(suite: &mut Suite) {
    if let Some(why) = no_clang() {
        return suite.absent("kernels_written", why);
    }
    let table = Table::read(root().join("tests/written-table.tsv"), 1, 2);
    let files = FOLDERS
        .iter()
        .flat_map(|folder| files_in(folder, &["cu", "cl", "py"]));
    let mut files: Vec<String> = files.collect();
    let dense = files.iter().filter(|file| file.starts_with(DENSE));
    let fixed: Vec<String> = dense.map(|file| format!("{file}{FIXED}")).collect();
    files.extend(fixed);
    files.sort();
    assert!(!files.is_empty(), "there are no files");
    suite.table("kernels_written", &table, files.clone());
    let named = files.into_iter().map(|file| {
        let name = file.strip_prefix("tests/").unwrap_or(&file);
        (name.to_owned(), file)
    });
    let cost = |name: &str| Cost::read(table.column(&format!("tests/{name}"), 4));
    let family = |name: &str| {
        let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
        let fixed = if name.ends_with(FIXED) { FIXED } else { "" };
        format!("{folder}{fixed}")
    };
    let cases = cheap(named.collect(), cost, family);
    suite.cases("kernels_written", cases, move |file| {
        let rows = ask(&file);
        let result = match updating() {
            true => none_is_missed(&rows),
            false => none_is_missed(&rows).and_then(|()| compared(table.rows(&file), &rows)),
        };
        table.found(&file, rows);
        result
    });
}

//! The published kernels, by `alpinist gpuverify`: each row of `kernels.tsv` of the corpus must come out
//! no worse than `tests/kernels-table.tsv` has it, and nothing that must fail may pass.
//!
//! The corpus is looked for as by the module `corpus`. Rows that took more than three seconds when they
//! were recorded are run with `ALPINIST_SLOW=1` only, and of the others every day one in four;
//! `ALPINIST_UPDATE=1` runs all and records what came out.
//! `ALPINIST_ONLY=WORD` takes the rows with the word in their names.

use crate::common::each::{cores, each, one_in, only, wanted};
use crate::common::{alpinist_in, asked, root, say};
use clang::find::Program;
use fancy_regex::Regex;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// A row took so long, in seconds, that it is no everyday row.
const SLOW: f64 = 3.0;

/// Exit codes by name.
const CODES: [(&str, i32); 7] = [
    ("pass", 0),
    ("COMMAND_LINE_ERROR", 1),
    ("CLANG_ERROR", 2),
    ("BUGLE_ERROR", 4),
    ("GPUVERIFYVCGEN_ERROR", 5),
    ("NOT_ALL_VERIFIED", 6),
    ("unknown", 13),
];

/// Rows that are verified here although they fail as published, each with its reason.
const RIGHTLY_VERIFIED: &[(&str, &str)] = &[
    (
        "CUDA/memset/unhandled_varlen",
        "published as not translatable; there is a rule for it here",
    ),
    (
        "CUDA/memset/unhandled_varval",
        "published as not translatable; there is a rule for it here",
    ),
];

/// A row of the corpus.
struct Row {
    id: String,
    file: PathBuf,
    args: Vec<String>,
    expected: String,
    patterns: Vec<String>,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Outcome {
    expected: String,
    found: String,
    /// Whether all patterns are in the output; `-` where there is none.
    output: &'static str,
    slow: bool,
    why: String,
}

/// A row on record.
struct Record {
    found: String,
    output: String,
    slow: bool,
}

impl Outcome {
    /// The verdict as published: 2, and the output as well: 3. Not decided: 1. Another: 0.
    fn rank(found: &str, expected: &str, output: &str) -> u8 {
        match (found == expected, found == "unknown", output) {
            (true, _, "no") => 2,
            (true, ..) => 3,
            (false, true, _) => 1,
            (false, false, _) => 0,
        }
    }
}

fn corpus() -> PathBuf {
    let named = std::env::var_os("ALPINIST_CORPUS").map(PathBuf::from);
    named.unwrap_or(root().join("../shared/corpus"))
}

fn rows(corpus: &Path) -> Option<Vec<Row>> {
    let table = std::fs::read_to_string(corpus.join("kernels/kernels.tsv")).ok()?;
    let row = |line: &str| {
        let columns: Vec<&str> = line.split('\t').collect();
        let [id, _, file, args, expected, _, output] = columns[..] else {
            panic!("a row of seven columns: {line}");
        };
        let file = corpus.join(file);
        let folder = file.parent().unwrap().display().to_string();
        let args = args.replace("${KERNEL_DIR}", &folder);
        Row {
            id: id.to_owned(),
            file,
            args: args.split_whitespace().map(str::to_owned).collect(),
            expected: expected.to_owned(),
            patterns: serde_json::from_str(output).unwrap(),
        }
    };
    let rows = table.lines().skip(1).map(row);
    // What is only to be repaired has no verdict.
    Some(
        rows.filter(|row| row.expected != "-" && wanted(&row.id))
            .collect(),
    )
}

fn run(row: &Row) -> Outcome {
    let mut args = vec!["gpuverify"];
    args.extend(row.args.iter().map(String::as_str));
    let file = row.file.display().to_string();
    args.push(&file);
    let start = Instant::now();
    let run = alpinist_in(root(), &args);
    let slow = start.elapsed().as_secs_f64() > SLOW;
    let name = CODES.iter().find(|(_, code)| *code == run.status);
    let found = name.map_or_else(
        || format!("status {}", run.status),
        |(name, _)| (*name).to_owned(),
    );
    let said = format!("{}{}", run.stdout, run.stderr);
    let has = |pattern: &String| {
        Regex::new(pattern)
            .unwrap()
            .is_match(&said)
            .unwrap_or(false)
    };
    let output = match (row.patterns.is_empty(), row.patterns.iter().all(has)) {
        (true, _) => "-",
        (false, true) => "yes",
        (false, false) => "no",
    };
    let line = said
        .lines()
        .find(|line| line.contains("error") || line.contains("unknown:"));
    let line = line.unwrap_or_default().replace('\t', " ");
    let line = line.replace(&corpus().display().to_string(), "…");
    let why = match (found == row.expected, output) {
        (true, "-" | "yes") => String::new(),
        _ => line.chars().take(160).collect(),
    };
    Outcome {
        expected: row.expected.clone(),
        found,
        output,
        slow,
        why,
    }
}

fn table_path() -> PathBuf {
    root().join("tests/kernels-table.tsv")
}

fn recorded() -> BTreeMap<String, Record> {
    let text = std::fs::read_to_string(table_path()).unwrap_or_default();
    let rows = text.lines().skip(1).filter_map(|line| {
        let columns: Vec<&str> = line.split('\t').collect();
        let [id, _, found, output, slow, ..] = columns[..] else {
            return None;
        };
        let record = Record {
            found: found.to_owned(),
            output: output.to_owned(),
            slow: slow == "slow",
        };
        Some((id.to_owned(), record))
    });
    rows.collect()
}

#[test]
fn published_kernels_come_out_no_worse_than_on_record() {
    if Program::find().is_none() {
        say("skipped: there is no clang (./x setup)");
        return;
    }
    let Some(mut rows) = rows(&corpus()) else {
        say(&format!("skipped: no corpus at {}", corpus().display()));
        return;
    };
    let (update, known) = (asked("ALPINIST_UPDATE"), recorded());
    let all = rows.len();
    if !update && !asked("ALPINIST_SLOW") {
        rows.retain(|row| known.get(&row.id).is_none_or(|record| !record.slow));
        rows = one_in(4, rows);
    }
    let outcomes: Vec<Outcome> = each(&rows, run)
        .into_iter()
        .map(|outcome| outcome.unwrap())
        .collect();
    let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let mut text = String::from("id\texpected\tfound\toutput\tslow\twhy\n");
    let (mut worse, mut passing) = (Vec::new(), Vec::new());
    let mut better = 0;
    for (row, outcome) in rows.iter().zip(&outcomes) {
        let Outcome {
            expected,
            found,
            output,
            slow,
            why,
        } = outcome;
        *counts.entry((expected, found)).or_default() += 1;
        let id = &row.id;
        let slow = if *slow { "slow" } else { "" };
        text.push_str(&format!(
            "{id}\t{expected}\t{found}\t{output}\t{slow}\t{why}\n"
        ));
        let excused = RIGHTLY_VERIFIED.iter().any(|(name, _)| name == id);
        if expected != "pass" && found == "pass" && !excused {
            passing.push(format!("{id}: {expected} as published, and verified here"));
        }
        if let Some(record) = known.get(id) {
            let before = &record.found;
            let then = Outcome::rank(before, expected, &record.output);
            let now = Outcome::rank(found, expected, output);
            if now < then {
                worse.push(format!(
                    "{id}: {before} on record, now {found} {output} {why}"
                ));
            }
            better += usize::from(now > then);
        }
    }
    for ((expected, found), count) in &counts {
        say(&format!("{count:4} {expected} as published, {found} here"));
    }
    let as_published = outcomes.iter().filter(|o| o.expected == o.found).count();
    let missing = outcomes.iter().filter(|o| o.output == "no").count();
    say(&format!(
        "{as_published} of {} as published; {missing} without the published output ({} threads); \
         {} others only with ALPINIST_SLOW=1",
        outcomes.len(),
        cores(),
        all - outcomes.len()
    ));
    assert!(passing.is_empty(), "{}", passing.join("\n"));
    if update && only().is_none() {
        std::fs::write(table_path(), text).unwrap();
        return;
    }
    assert!(worse.is_empty(), "{}", worse.join("\n"));
    if better > 0 {
        say(&format!(
            "{better} rows are better than on record (ALPINIST_UPDATE=1)"
        ));
    }
}

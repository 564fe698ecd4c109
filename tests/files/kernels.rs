//! The published kernels, by `alpinist gpuverify`: each row of `kernels.tsv` of the corpus must come out
//! no worse than `tests/kernels-table.tsv` has it, and nothing that must fail may pass.
//!
//! The corpus is looked for as by the module `corpus`. Rows that took more than three seconds when they
//! were recorded are run with `ALPINIST_SLOW=1` only, and of the others every day one in eight.

use crate::common::{alpinist_in, corpus, no_clang, root, say};
use fancy_regex::Regex;
use std::path::{Path, PathBuf};
use std::time::Instant;
use trials::{Suite, Table, one_in};

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
struct Outcome {
    found: String,
    /// Whether all patterns are in the output; `-` where there is none.
    output: &'static str,
    slow: bool,
    why: String,
}

/// The verdict as published: 2, and the output as well: 3. Not decided: 1. Another: 0.
fn rank(found: &str, expected: &str, output: &str) -> u8 {
    match (found == expected, found == "unknown", output) {
        (true, _, "no") => 2,
        (true, ..) => 3,
        (false, true, _) => 1,
        (false, false, _) => 0,
    }
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
    Some(rows.filter(|row| row.expected != "-").collect())
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
        found,
        output,
        slow,
        why,
    }
}

/// What is wrong with what came of a row, by itself or beside the record.
fn judge(row: &Row, outcome: &Outcome, table: &Table) -> Result<(), String> {
    let (id, expected) = (&row.id, &row.expected);
    let Outcome {
        found, output, why, ..
    } = outcome;
    let excused = RIGHTLY_VERIFIED.iter().any(|(name, _)| name == id);
    if expected != "pass" && found == "pass" && !excused {
        return Err(format!("{expected} as published, and verified here"));
    }
    let (Some(before), Some(had)) = (table.before(id, 2), table.before(id, 3)) else {
        return Ok(());
    };
    let then = rank(before, expected, had);
    let now = rank(found, expected, output);
    if now < then {
        return Err(format!("{before} on record, now {found} {output} {why}"));
    }
    if now > then {
        say(&format!("{id}: better than on record: {found} {output}"));
    }
    Ok(())
}

pub fn add(suite: &mut Suite) {
    let Some(rows) = rows(&corpus()) else {
        return suite.absent("kernels", format!("no corpus at {}", corpus().display()));
    };
    if let Some(why) = no_clang() {
        return suite.absent("kernels", why);
    }
    let table = Table::read(root().join("tests/kernels-table.tsv"), 1, 2);
    let keys = rows.iter().map(|row| row.id.clone()).collect();
    suite.table("kernels", &table, keys);
    let named = rows.into_iter().map(|row| (row.id.clone(), row));
    let cases = one_in(8, named, |id| table.column(id, 4) == Some("slow"));
    suite.cases("kernels", cases, move |row| {
        let outcome = run(&row);
        let Outcome {
            found,
            output,
            slow,
            why,
        } = &outcome;
        let (id, expected) = (&row.id, &row.expected);
        let slow = if *slow { "slow" } else { "" };
        let line = format!("{id}\t{expected}\t{found}\t{output}\t{slow}\t{why}");
        table.found(id, vec![line]);
        judge(&row, &outcome, &table)
    });
}

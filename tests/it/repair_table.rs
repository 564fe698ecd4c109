//! The published repairs, by `alpinist gpurepair`: each row of `kernels.tsv` of the corpus with an outcome
//! of the published tool's must come out no worse than `tests/repair-table.tsv` has it.
//!
//! With `ALPINIST_SLOW=1` all rows, every day one in eight; `ALPINIST_UPDATE=1` records what came out.
//! `ALPINIST_ONLY=WORD` takes the rows with the word in their names.

use crate::common::each::{each, only, wanted};
use crate::common::{alpinist_in, asked, root, say};
use clang::find::Program;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Exit codes by name.
const CODES: [(&str, i32); 10] = [
    ("pass", 0),
    ("COMMAND_LINE_ERROR", 1),
    ("CLANG_ERROR", 2),
    ("BUGLE_ERROR", 4),
    ("GPUVERIFYVCGEN_ERROR", 5),
    ("NOT_ALL_VERIFIED", 6),
    ("unknown", 13),
    ("ASSERTION_ERROR", 201),
    ("REPAIR_ERROR", 202),
    ("NONBARRIER_ERROR", 203),
];

/// A row of the corpus.
struct Row {
    id: String,
    file: PathBuf,
    args: String,
    published: String,
}

/// What came of it: the outcome's name, and how many changes are required.
struct Outcome {
    found: String,
    changes: String,
    why: String,
}

/// How good an outcome is: as published, or a repair or verdict where there was none: 2. Not decided: 1.
fn rank(found: &str, published: &str) -> u8 {
    match (found == published || found == "pass", found == "unknown") {
        (true, _) => 2,
        (false, true) => 1,
        (false, false) => 0,
    }
}

fn rows() -> Option<Vec<Row>> {
    let named = std::env::var_os("ALPINIST_CORPUS").map(PathBuf::from);
    let corpus = named.unwrap_or(root().join("../shared/corpus"));
    let table = std::fs::read_to_string(corpus.join("kernels/kernels.tsv")).ok()?;
    let row = |line: &str| {
        let columns: Vec<&str> = line.split('\t').collect();
        let [id, _, file, args, _, published, _] = columns[..] else {
            panic!("a row of seven columns: {line}");
        };
        Row {
            id: id.to_owned(),
            file: corpus.join(file),
            args: args.to_owned(),
            published: published.to_owned(),
        }
    };
    let rows = table.lines().skip(1).map(row);
    Some(
        rows.filter(|row| row.published != "-" && wanted(&row.id))
            .collect(),
    )
}

/// Copies a folder's files: the command writes beside the kernel.
fn copy(from: &Path, to: &Path) {
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let place = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => {
                std::fs::create_dir(&place).unwrap();
                copy(&entry.path(), &place);
            }
            false => std::fs::write(&place, std::fs::read(entry.path()).unwrap()).unwrap(),
        }
    }
}

fn run(row: &Row) -> Outcome {
    let home = tempfile::tempdir().unwrap();
    copy(row.file.parent().unwrap(), home.path());
    let folder = home.path().display().to_string();
    let args = row.args.replace("${KERNEL_DIR}", &folder);
    let name = row.file.file_name().unwrap().to_str().unwrap();
    let mut all = vec!["gpurepair"];
    all.extend(args.split_whitespace());
    all.push(name);
    let run = alpinist_in(home.path(), &all);
    let code = CODES.iter().find(|(_, code)| *code == run.status);
    let found = code.map_or_else(
        || format!("status {}", run.status),
        |(name, _)| (*name).to_owned(),
    );
    let said = format!("{}{}", run.stdout, run.stderr);
    let counted = said
        .lines()
        .find_map(|line| line.strip_prefix("Number of changes required: "));
    let line = said.lines().find(|line| {
        let words = ["error", "unknown", "not repaired", "GPURepair:"];
        words.iter().any(|word| line.contains(word))
    });
    let why = match found == row.published {
        true => String::new(),
        false => line.unwrap_or_default().replace(&folder, "…"),
    };
    Outcome {
        changes: counted.map_or("-", |n| n.trim_end_matches('.')).to_owned(),
        why: why.replace('\t', " ").chars().take(160).collect(),
        found,
    }
}

fn recorded(path: &Path) -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let rows = text.lines().skip(1).filter_map(|line| {
        let columns: Vec<&str> = line.split('\t').collect();
        let [id, _, found, ..] = columns[..] else {
            return None;
        };
        Some((id.to_owned(), found.to_owned()))
    });
    rows.collect()
}

#[test]
fn published_repairs_come_out_no_worse_than_on_record() {
    if Program::find().is_none() {
        say("skipped: there is no clang (./x setup)");
        return;
    }
    let Some(mut rows) = rows() else {
        say("skipped: there is no corpus");
        return;
    };
    let path = root().join("tests/repair-table.tsv");
    let (update, known) = (asked("ALPINIST_UPDATE"), recorded(&path));
    if !update && !asked("ALPINIST_SLOW") && only().is_none() {
        let mut at = 0;
        rows.retain(|_| {
            at += 1;
            at % 8 == 0
        });
    }
    let outcomes = each(&rows, run).into_iter().map(|one| one.unwrap());
    let outcomes: Vec<Outcome> = outcomes.collect();
    let mut text = String::from("id\tpublished\tfound\tchanges\twhy\n");
    let mut worse = Vec::new();
    let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for (row, outcome) in rows.iter().zip(&outcomes) {
        let (id, published) = (&row.id, &row.published);
        let Outcome {
            found,
            changes,
            why,
        } = outcome;
        text.push_str(&format!("{id}\t{published}\t{found}\t{changes}\t{why}\n"));
        *counts.entry((published, found)).or_default() += 1;
        // What must not pass for all that is known passes only if somebody has looked at it.
        let unexpected = found == "pass" && !matches!(&**published, "pass" | "REPAIR_ERROR");
        if unexpected && !update && known.get(id) != Some(found) {
            worse.push(format!("{id}: {published} as published, and now it passes"));
        }
        if let Some(before) = known.get(id)
            && rank(found, published) < rank(before, published)
        {
            worse.push(format!("{id}: {before} on record, now {found} {why}"));
        }
    }
    for ((published, found), count) in &counts {
        say(&format!("{count:4} {published} as published, {found} here"));
    }
    if update && only().is_none() {
        std::fs::write(path, text).unwrap();
        return;
    }
    assert!(worse.is_empty(), "{}", worse.join("\n"));
}

//! The published repairs, by `alpinist gpurepair`: each row of `kernels.tsv` of the corpus with an outcome
//! of the published tool's must come out no worse than `tests/repair-table.tsv` has it.
//!
//! With `ALPINIST_SLOW=1` all rows, every day one in eight.

use crate::common::{alpinist_in, corpus, no_clang, root};
use std::path::{Path, PathBuf};
use trials::{Suite, Table, updating};

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

fn rows(corpus: &Path) -> Option<Vec<Row>> {
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
    Some(rows.filter(|row| row.published != "-").collect())
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

/// What is wrong with what came of a row, by itself or beside the record.
fn judge(row: &Row, outcome: &Outcome, before: Option<&str>) -> Result<(), String> {
    let (found, published, why) = (&outcome.found, &row.published, &outcome.why);
    // What must not pass for all that is known passes only if somebody has looked at it.
    let unexpected = found == "pass" && !matches!(&**published, "pass" | "REPAIR_ERROR");
    if unexpected && before != Some(found) {
        return Err(format!("{published} as published, and now it passes"));
    }
    match before {
        Some(before) if rank(found, published) < rank(before, published) => {
            Err(format!("{before} on record, now {found} {why}"))
        }
        _ => Ok(()),
    }
}

pub fn add(suite: &mut Suite) {
    let Some(rows) = rows(&corpus()) else {
        return suite.absent(
            "repair_table",
            format!("no corpus at {}", corpus().display()),
        );
    };
    if let Some(why) = no_clang() {
        return suite.absent("repair_table", why);
    }
    let table = Table::read(root().join("tests/repair-table.tsv"), 1, 2);
    suite.table(
        "repair_table",
        &table,
        rows.iter().map(|row| row.id.clone()).collect(),
    );
    let numbered = rows.into_iter().enumerate();
    let cases = numbered.map(|(at, row)| (row.id.clone(), at % 8 == 7, row));
    suite.cases("repair_table", cases, move |row| {
        let outcome = run(&row);
        let (id, published) = (&row.id, &row.published);
        let Outcome {
            found,
            changes,
            why,
        } = &outcome;
        table.found(
            id,
            vec![format!("{id}\t{published}\t{found}\t{changes}\t{why}")],
        );
        match updating() {
            true => Ok(()),
            false => judge(&row, &outcome, table.column(id, 2)),
        }
    });
}

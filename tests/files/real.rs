//! Published CUDA programs: the verdicts that `./x real` recorded in `tests/real/table.tsv`, where `ALPINIST_REAL`
//! names the folder with the programs. Files that met the limit of time then are left out, for their verdict depends
//! on the machine. Every day those files are run that took little processor time.

use crate::common::{alpinist_in, no_clang, root};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use trials::{Suite, Table};

/// A file took at most so much processor time, in seconds, that it is run every day.
const QUICK: f64 = 0.5;

/// From the best to the worst; of the instances of a template the worst one counts.
const VERDICTS: [&str; 5] = ["verified", "wrong", "unknown", "not understood", "missing"];

fn rank(verdict: &str) -> Option<usize> {
    VERDICTS.iter().position(|one| *one == verdict)
}

/// The verdict of each kernel of a file, by its name without namespace and arguments of a template.
fn ask(folder: &Path, file: &str) -> BTreeMap<String, String> {
    let beside = file.rsplit_once('/').map_or("", |(beside, _)| beside);
    let parts: Vec<&str> = file.split('/').take(2).collect();
    let [beside, program] = [beside, parts.join("/").as_str()].map(|one| format!("-I{one}"));
    let how = "races --format json --no-cache --jobs 1 --timeout 600 --language cuda";
    let mut args: Vec<&str> = how.split(' ').collect();
    args.extend([&*beside, &*program, file]);
    let report: Value =
        serde_json::from_str(&alpinist_in(folder, &args).stdout).unwrap_or_default();
    let mut found = BTreeMap::new();
    let kernels = report["files"].as_array().into_iter().flatten();
    for kernel in kernels.flat_map(|of| of["kernels"].as_array().into_iter().flatten()) {
        let name = kernel["name"].as_str().unwrap_or_default();
        let name = name.split('<').next().unwrap_or_default();
        let name = name.rsplit("::").next().unwrap_or_default().trim();
        let verdict = kernel["verdict"].as_str().unwrap_or_default().to_owned();
        let before = found.entry(name.to_owned()).or_insert(verdict.clone());
        if rank(&verdict) > rank(before) {
            *before = verdict;
        }
    }
    found
}

/// Whether each kernel of a file has the verdict that is on record.
fn compared(folder: &Path, file: &str, rows: &[String]) -> Result<(), String> {
    let found = ask(folder, file);
    let mut different = String::new();
    for row in rows {
        let columns: Vec<&str> = row.split('\t').collect();
        let now = found.get(columns[1]).map_or("missing", String::as_str);
        if now != columns[2] && !columns[3].contains("K410-clock") {
            different += &format!("{}: {now} instead of {}\n", columns[1], columns[2]);
        }
    }
    match different.is_empty() {
        true => Ok(()),
        false => Err(different),
    }
}

pub fn add(suite: &mut Suite) {
    let folder = std::env::var_os("ALPINIST_REAL").map(PathBuf::from);
    let Some(folder) = folder.filter(|folder| folder.join("src").is_dir()) else {
        let why = "ALPINIST_REAL names no folder with HeCBench (tests/real/kernels.tsv says which)";
        return suite.absent("real", why.to_owned());
    };
    if let Some(why) = no_clang() {
        return suite.absent("real", why);
    }
    let table = Table::read(root().join("tests/real/table.tsv"), 1, 2);
    let decided = table
        .all()
        .filter(|(_, rows)| !rows[0].contains("\ttimeout\t"));
    let quick = |file: &str| {
        let processor = table.column(file, 5).and_then(|text| text.parse().ok());
        processor.is_some_and(|seconds: f64| seconds <= QUICK)
    };
    let cases = decided.map(|(file, _)| (file.clone(), quick(file), file.clone()));
    let cases: Vec<_> = cases.collect();
    suite.cases("real", cases, move |file| {
        compared(&folder, &file, table.rows(&file))
    });
}

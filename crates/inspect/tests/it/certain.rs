//! How many findings an execution shows, and what took part in the others: over the published kernels
//! that fail, our own, the examples and the real-style ones. `tests/kernels-certain.tsv` has what comes of
//! each finding; a finding that was certain must stay so.
//!
//! Every day one in [`EVERY_DAY`] of our own kernels and the examples is looked at; with `ALPINIST_SLOW=1` all,
//! and the others. `ALPINIST_UPDATE=1` looks at the same ones without a choice, and writes their rows anew.
//! `ALPINIST_ONLY=WORD` takes those with the word in their names, `ALPINIST_SUITE=WORD` those of a suite.

use clang::find::Program;
use clang::types::Target;
use inspect::model::{Fault, FileRun, Verdict};
use inspect::sizes::{Extent, Wanted, parse};
use inspect::{Checks, Input, Settings, Trial};
use races::Size;
use rayon::prelude::*;
use solver::smt::{PoolConfig, SolverPool};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Of our own kernels and the examples so many are one that is looked at every day.
const EVERY_DAY: usize = 5;

/// Kernels of a file, and how they are checked.
struct Row {
    suite: &'static str,
    id: String,
    path: PathBuf,
    settings: Settings,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn set(name: &str) -> bool {
    std::env::var_os(name).is_some_and(|value| value != "0")
}

/// What a command line of GPUVerify, or of `races`, asks for.
fn settings(args: &str, published: bool) -> Settings {
    let value = |names: &[&str]| -> Option<Extent> {
        args.split_whitespace().find_map(|arg| {
            let (name, value) = arg.split_once('=')?;
            let value = value.trim_matches(|c| "[]()".contains(c));
            names
                .contains(&name.trim_start_matches('-'))
                .then(|| parse(value).ok())?
        })
    };
    let block = value(&["local_size", "blockDim", "block"]);
    let mut grid = value(&["num_groups", "gridDim", "grid"]);
    if let (None, Some(global), Some(block)) = (&grid, value(&["global_size"]), &block) {
        let divided = global.iter().zip(block).map(|(all, one)| match (all, one) {
            (Size::Fixed(all), Size::Fixed(one)) => Size::Fixed(all / one.max(&1)),
            _ => Size::Any,
        });
        grid = Some(divided.collect());
    }
    let words = || args.split_whitespace();
    let option = |name: &str| args.contains(name);
    Settings {
        target: match published && !option("--pointer-bitwidth=64")
            || option("--pointer-bitwidth=32")
        {
            true => Target::Bits32,
            false => Target::Bits64,
        },
        define: words()
            .filter_map(|a| a.strip_prefix("-D"))
            .map(str::to_owned)
            .collect(),
        sizes: Wanted {
            block,
            grid,
            ..Wanted::default()
        },
        checks: Checks {
            races: !option("--only-divergence") && !option("--only-log"),
            between_blocks: !option("--only-intra-group"),
            tolerate_equal_writes: match published {
                true => !option("--no-benign-tolerance"),
                false => option("--tolerate-equal-writes"),
            },
            bounds: !published || option("--check-array-bounds"),
            trust_external: published,
            lock_step: words().find_map(|a| a.strip_prefix("--warp-sync=")?.parse().ok()),
            overflow: match option("no-signed-overflow") {
                true => races::Overflow::Never,
                false => races::Overflow::Wraps,
            },
            unknown_is_null: published || option("--unknown-is-null"),
            ..Checks::default()
        },
        ..Settings::default()
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "cl" || e == "cu"))
        .collect();
    all.sort();
    all
}

fn name(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

fn rows(all: bool) -> Vec<Row> {
    let mut found = Vec::new();
    let mut put = |suite, id: String, path: &Path, settings| {
        found.push(Row {
            suite,
            id,
            path: path.to_owned(),
            settings,
        });
    };
    for path in files(&root().join("crates/races/tests/kernels")) {
        let text = std::fs::read_to_string(&path).unwrap();
        let header = text.lines().next().unwrap_or_default();
        if header.trim_start_matches('/').trim().starts_with("wrong") {
            put("own", name(&path), &path, settings(header, false));
        }
    }
    for path in files(&root().join("examples/kernels-c")) {
        let text = std::fs::read_to_string(&path).unwrap();
        let mut lines = text.lines().map(|line| line.trim_start_matches('/').trim());
        let options = lines.find_map(|line| line.strip_prefix("options:"));
        // There the options stand apart from their values.
        let options = options.unwrap_or_default().replace("--block ", "--block=");
        let options = options.replace("--grid ", "--grid=");
        put("examples", name(&path), &path, settings(&options, false));
    }
    if !all {
        return found;
    }
    for path in files(&root().join("tests/kernels-real")) {
        put("real-style", name(&path), &path, settings("", false));
    }
    let named = std::env::var_os("ALPINIST_CORPUS").map(PathBuf::from);
    let corpus = named.unwrap_or(root().join("../shared/corpus"));
    let Ok(table) = std::fs::read_to_string(corpus.join("kernels/kernels.tsv")) else {
        return found;
    };
    let records = std::fs::read_to_string(root().join("tests/kernels-table.tsv")).unwrap();
    for row in table.lines().skip(1) {
        let columns: Vec<&str> = row.split('\t').collect();
        let [id, _, file, args, ..] = columns[..] else {
            panic!("a row without columns: {row}");
        };
        let fails = records.lines().any(|line| {
            let mut columns = line.split('\t');
            columns.next() == Some(id) && columns.nth(1) == Some("NOT_ALL_VERIFIED")
        });
        if fails {
            let path = corpus.join(file);
            let folder = path.parent().unwrap().display().to_string();
            let args = args.replace("${KERNEL_DIR}", &folder);
            put("published", id.to_owned(), &path, settings(&args, true));
        }
    }
    found
}

fn pool() -> SolverPool {
    let mut path = std::env::current_exe().unwrap();
    path.pop();
    path.pop();
    let worker = path.join("solver-worker");
    assert!(worker.exists(), "{} is missing", worker.display());
    SolverPool::new(PoolConfig {
        workers: 2,
        ..PoolConfig::new(worker)
    })
}

/// What came of a finding.
fn said(fault: &Fault) -> String {
    let parts: Vec<&str> = fault.abstractions.iter().map(|one| one.word()).collect();
    let parts = match parts.as_slice() {
        [] => "-".to_owned(),
        parts => parts.join(","),
    };
    let why = match &fault.trial {
        Trial::NoRule(why) => why.as_str(),
        Trial::NotTried(why) | Trial::Other(why) => why,
        _ => "",
    };
    format!("{}\t{}\t{parts}\t{why}", fault.code, fault.trial.word())
}

/// The lines of the table for a row, a finding in each.
fn lines(row: &Row, runs: &[FileRun]) -> Vec<String> {
    let kernels = runs.iter().flat_map(|run| &run.kernels);
    let wrong = kernels.filter(|kernel| kernel.verdict() == Verdict::Wrong);
    let mut found = Vec::new();
    for kernel in wrong {
        for fault in &kernel.faults {
            let own = Trial::NoRule("an error in the executor itself".to_owned());
            assert_ne!(fault.trial, own, "{}", row.id);
            let line = fault.spot.place.start.0;
            let (suite, id, kernel) = (row.suite, &row.id, &kernel.name);
            found.push(format!("{suite}\t{id}\t{kernel}:{line}\t{}", said(fault)));
        }
    }
    found
}

#[test]
fn findings_are_executed() {
    if Program::find().is_none() {
        eprintln!("skipped: there is no clang (./x setup)");
        return;
    }
    let update = set("ALPINIST_UPDATE");
    let only = std::env::var("ALPINIST_ONLY").unwrap_or_default();
    let suite = std::env::var("ALPINIST_SUITE").unwrap_or_default();
    let mut rows = rows(set("ALPINIST_SLOW"));
    rows.retain(|row| row.id.contains(&only) && row.suite.contains(&suite));
    if !update && !set("ALPINIST_SLOW") && only.is_empty() && suite.is_empty() {
        rows = rows.into_iter().step_by(EVERY_DAY).collect();
    }
    let pool = pool();
    let one = |row: &Row| {
        let input = Input {
            name: row.path.to_string_lossy().into_owned(),
            text: std::fs::read_to_string(&row.path).unwrap(),
            folder: None,
            form: inspect::form_of(&row.path).unwrap(),
        };
        let found = lines(row, &inspect::files(&[input], &row.settings, Some(&pool)));
        for line in &found {
            println!("{line}");
        }
        found
    };
    let all: Vec<String> = rows.par_iter().with_max_len(1).flat_map_iter(one).collect();
    let path = root().join("tests/kernels-certain.tsv");
    let mut sum: BTreeMap<(&str, &str), BTreeMap<&str, u64>> = BTreeMap::new();
    for line in &all {
        let columns: Vec<&str> = line.split('\t').collect();
        let [suite, _, _, _, trial, parts, _] = columns[..] else {
            panic!("{line}");
        };
        for key in [(suite, "all"), (suite, parts)] {
            *sum.entry(key).or_default().entry(trial).or_default() += 1;
        }
    }
    for ((suite, parts), trials) in &sum {
        let total: u64 = trials.values().sum();
        let trials: Vec<String> = trials.iter().map(|(t, n)| format!("{t} {n}")).collect();
        println!("{suite}\t{parts}\t{total}\t{}", trials.join(", "));
    }
    let kept = std::fs::read_to_string(&path).unwrap();
    // Which of several counterexamples there is may change; that one is shown may not.
    let certain = |line: &&str| line.split('\t').nth(4) == Some("shown");
    let key = |line: &str| line.split('\t').take(5).collect::<Vec<_>>().join("\t");
    let now: Vec<String> = all.iter().map(|line| key(line)).collect();
    let looked_at = |line: &&str| {
        let mut columns = line.split('\t');
        let (suite, id) = (columns.next(), columns.next());
        rows.iter()
            .any(|row| suite == Some(row.suite) && id == Some(&row.id))
    };
    if update {
        let mut lines: Vec<&str> = kept.lines().filter(|line| !looked_at(line)).collect();
        lines.extend(all.iter().map(String::as_str));
        lines.sort_unstable();
        std::fs::write(path, lines.join("\n") + "\n").unwrap();
        return;
    }
    let lost: Vec<&str> = kept
        .lines()
        .filter(certain)
        .filter(looked_at)
        .filter(|line| !now.contains(&key(line)))
        .collect();
    assert!(lost.is_empty(), "no longer certain:\n{}", lost.join("\n"));
}

//! How many findings an execution shows, and what took part in the others: over the published kernels
//! that fail, our own, the examples and the real-style ones. `tests/kernels-certain.tsv` has what comes of
//! each finding; a finding that was certain must stay so.
//!
//! Every day one in [`EVERY_DAY`] of our own kernels that `crates/races/tests/slow.tsv` does not name and of the
//! examples is looked at; with `ALPINIST_SLOW=1` all,
//! and the others.
#![allow(clippy::unwrap_used, clippy::panic)]

use clang::find::Program;
use clang::types::Target;
use inspect::model::{Fault, FileRun};
use inspect::sizes::{Extent, Wanted, parse};
use inspect::{Checks, Input, Settings, Trial};
use races::Size;
use solver::smt::{PoolConfig, SolverPool};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::LazyLock;
use trials::{Suite, Table, one_in, updating};

/// Of our own kernels and the examples so many are one that is looked at every day.
const EVERY_DAY: usize = 10;

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

/// Our own kernels, the examples, and, which are looked at on demand, all others.
fn rows() -> [Vec<Row>; 2] {
    let put = |found: &mut Vec<Row>, suite, id: String, path: &Path, settings| {
        found.push(Row {
            suite,
            id,
            path: path.to_owned(),
            settings,
        });
    };
    let (mut daily, mut others) = (Vec::new(), Vec::new());
    for path in files(&root().join("crates/races/tests/kernels")) {
        let text = std::fs::read_to_string(&path).unwrap();
        let header = text.lines().next().unwrap_or_default();
        if header.trim_start_matches('/').trim().starts_with("wrong") {
            put(
                &mut daily,
                "own",
                name(&path),
                &path,
                settings(header, false),
            );
        }
    }
    for path in files(&root().join("examples/kernels-c")) {
        let text = std::fs::read_to_string(&path).unwrap();
        let mut lines = text.lines().map(|line| line.trim_start_matches('/').trim());
        let options = lines.find_map(|line| line.strip_prefix("options:"));
        // There the options stand apart from their values.
        let options = options.unwrap_or_default().replace("--block ", "--block=");
        let options = options.replace("--grid ", "--grid=");
        put(
            &mut daily,
            "examples",
            name(&path),
            &path,
            settings(&options, false),
        );
    }
    for path in files(&root().join("tests/kernels-real")) {
        put(
            &mut others,
            "real-style",
            name(&path),
            &path,
            settings("", false),
        );
    }
    let corpus = trials::corpus(root().join("../shared/corpus"));
    let Ok(table) = std::fs::read_to_string(corpus.join("kernels/kernels.tsv")) else {
        return [daily, others];
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
            put(
                &mut others,
                "published",
                id.to_owned(),
                &path,
                settings(&args, true),
            );
        }
    }
    [daily, others]
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
    let wrong = kernels.filter(|kernel| !kernel.faults.is_empty());
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

/// The rows of the table for the findings in a file.
fn look_at(row: &Row, pool: &SolverPool) -> Vec<String> {
    let input = Input {
        name: row.path.to_string_lossy().into_owned(),
        text: std::fs::read_to_string(&row.path).unwrap(),
        folder: None,
        form: inspect::form_of(&row.path).unwrap(),
    };
    lines(row, &inspect::files(&[input], &row.settings, Some(pool)))
}

/// Which of several counterexamples there is may change; that one is shown may not.
fn lost(kept: &[String], now: &[String]) -> Vec<String> {
    let certain = |line: &&String| line.split('\t').nth(4) == Some("shown");
    let key = |line: &str| line.split('\t').take(5).collect::<Vec<_>>().join("\t");
    let now: Vec<String> = now.iter().map(|line| key(line)).collect();
    let lost = kept
        .iter()
        .filter(certain)
        .filter(|line| !now.contains(&key(line)));
    lost.cloned().collect()
}

fn main() -> ExitCode {
    let mut suite = Suite::default();
    if Program::find().is_none() {
        suite.absent("certain", "there is no clang (./x setup)".to_owned());
        return suite.run();
    }
    let table = Table::read(root().join("tests/kernels-certain.tsv"), 2, 4);
    let key = |row: &Row| format!("{}\t{}", row.suite, row.id);
    let [daily, others] = rows();
    let mut keys: Vec<String> = daily.iter().chain(&others).map(key).collect();
    keys.extend(table.all().map(|(key, _)| key.clone()));
    keys.sort_unstable();
    keys.dedup();
    suite.table("certain", &table, keys);
    let named = daily
        .into_iter()
        .map(|row| (key(&row).replace('\t', "/"), row));
    let slow = Table::read(root().join("crates/races/tests/slow.tsv"), 1, 1);
    let slow = |name: &str| {
        let own = name.strip_prefix("own/");
        own.is_some_and(|name| !slow.rows(name).is_empty())
    };
    let mut cases = one_in(EVERY_DAY, named, slow);
    cases.extend(
        others
            .into_iter()
            .map(|row| (key(&row).replace('\t', "/"), false, row)),
    );
    let pool = LazyLock::new(pool);
    suite.cases("certain", cases, move |row| {
        let now = look_at(&row, &pool);
        let lost = lost(table.rows(&key(&row)), &now);
        let mut sorted = now;
        sorted.sort_unstable();
        table.found(&key(&row), sorted);
        match lost.is_empty() || updating() {
            true => Ok(()),
            false => Err(format!("no longer certain:\n{}", lost.join("\n"))),
        }
    });
    suite.run()
}

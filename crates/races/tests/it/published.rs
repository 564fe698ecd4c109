//! The published kernels, by outcome.

use super::{pool, reports, request, size};
use clang::find::Program;
use clang::types::Target;
use races::{Size, Sizes, Status};
use rayon::prelude::*;
use solver::smt::SolverPool;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Sizes of a command line of GPUVerify.
pub fn sizes(args: &str) -> Sizes {
    let list = |text: &str| -> Vec<Size> {
        let inner = text.trim_matches(|c| "[]()".contains(c));
        inner.split(',').map(|part| size(part.trim())).collect()
    };
    let mut sizes = Sizes {
        block: [Size::Fixed(1); 3],
        grid: [Size::Fixed(1); 3],
        dimensions: None,
    };
    let mut global = None;
    for arg in args.split_whitespace() {
        let Some((name, value)) = arg.split_once('=') else {
            continue;
        };
        let put = |to: &mut [Size; 3], values: Vec<Size>| {
            for (at, value) in values.into_iter().enumerate().take(3) {
                to[at] = value;
            }
        };
        match name.trim_start_matches('-') {
            "local_size" | "blockDim" => put(&mut sizes.block, list(value)),
            "num_groups" | "gridDim" => put(&mut sizes.grid, list(value)),
            "global_size" => global = Some(list(value)),
            _ => {}
        }
    }
    for (at, total) in global.into_iter().flatten().enumerate().take(3) {
        sizes.grid[at] = match (total, sizes.block[at]) {
            (Size::Fixed(total), Size::Fixed(block)) => Size::Fixed(total / block.max(1)),
            _ => Size::Any,
        };
    }
    sizes
}

/// Threads of a warp in lock-step, of a command line of GPUVerify.
pub fn warp(args: &str) -> Option<u32> {
    let mut args = args.split_whitespace();
    args.find_map(|arg| arg.strip_prefix("--warp-sync=")?.parse().ok())
}

#[test]
fn published_kernels() {
    if Program::find().is_none() {
        eprintln!("skipped: there is no clang (./x setup)");
        return;
    }
    let named = std::env::var_os("ALPINIST_CORPUS").map(PathBuf::from);
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let corpus = named.unwrap_or(beside);
    let Ok(table) = std::fs::read_to_string(corpus.join("kernels/kernels.tsv")) else {
        eprintln!("skipped: there is no corpus (ALPINIST_CORPUS)");
        return;
    };
    let only = std::env::var("ALPINIST_ONLY").unwrap_or_default();
    // Every day the rows are run by the program (`tests/it/kernels.rs`), here on demand.
    if only.is_empty() && std::env::var_os("ALPINIST_SLOW").is_none() {
        eprintln!("skipped: ALPINIST_ONLY=WORD or ALPINIST_SLOW=1 runs this");
        return;
    }
    let pool = pool().with_memory();
    let mut rows: Vec<&str> = table.lines().skip(1).collect();
    rows.retain(|row| row.split('\t').next().is_some_and(|id| id.contains(&only)));
    let found: Vec<Found> = rows
        .par_iter()
        .with_max_len(1)
        .map(|row| checked(&corpus, row, &pool))
        .collect();
    let mut counts: BTreeMap<(String, String), usize> = BTreeMap::new();
    let mut passed: Vec<String> = Vec::new();
    for one in found {
        let (id, expected, outcome) = (one.id, one.expected, one.outcome);
        println!(
            "{id}\t{expected}\t{outcome}\t{:.2}\t{}",
            one.seconds, one.why
        );
        if expected == "NOT_ALL_VERIFIED" && outcome == "verified" {
            passed.push(id);
        }
        *counts.entry((expected, outcome.to_owned())).or_default() += 1;
    }
    for ((expected, outcome), count) in &counts {
        println!("== {count:4} expected {expected}, found {outcome}");
    }
    assert!(passed.is_empty(), "must fail, but pass: {passed:?}");
    let of = |expected: &str, outcome: &str| {
        let key = (expected.to_owned(), outcome.to_owned());
        counts.get(&key).copied().unwrap_or_default()
    };
    if only.is_empty() {
        assert!(of("pass", "verified") >= VERIFIED);
        assert!(of("NOT_ALL_VERIFIED", "wrong") >= WRONG);
    }
}

/// What came of a row.
struct Found {
    id: String,
    expected: String,
    outcome: &'static str,
    why: String,
    seconds: f64,
}

fn checked(corpus: &Path, row: &str, pool: &SolverPool) -> Found {
    let columns: Vec<&str> = row.split('\t').collect();
    let [id, _, file, args, expected, ..] = columns[..] else {
        panic!("a row without columns: {row}");
    };
    let path = corpus.join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    let defines = args.split_whitespace().filter_map(|a| a.strip_prefix("-D"));
    let mut request = request(&path.to_string_lossy(), &text);
    request.define = defines.map(str::to_owned).collect();
    request.target = match args.contains("--pointer-bitwidth=64") {
        true => Target::Bits64,
        false => Target::Bits32,
    };
    let start = Instant::now();
    let found = reports(
        &request,
        sizes(args),
        &|options| {
            options.lock_step = warp(args);
            options.tolerate_equal_writes = !args.contains("--no-benign-tolerance");
            options.between_blocks = !args.contains("--only-intra-group");
            options.races = !args.contains("--only-divergence");
            options.trust_external = true;
            options.unknown_is_null = true;
            options.wait_completes = false;
            options.overflow = races::Overflow::Wraps;
            options.bounds = args.contains("--check-array-bounds");
        },
        pool,
    );
    let (outcome, why) = match &found {
        Err(why) => ("refused", why.clone()),
        Ok(all) => {
            let statuses: Vec<Status> = all.iter().map(races::Report::status).collect();
            if statuses.contains(&Status::Wrong) {
                let first = all.iter().find_map(|r| r.findings.first());
                ("wrong", format!("{:?}", first.map(|f| &f.fault)))
            } else if statuses.contains(&Status::Unknown) {
                let first = all.iter().find_map(|r| r.undecided.first());
                ("unknown", format!("{:?}", first.map(|u| &u.lack)))
            } else {
                ("verified", String::new())
            }
        }
    };
    Found {
        id: id.to_owned(),
        expected: expected.to_owned(),
        outcome,
        why: why.chars().take(300).collect(),
        seconds: start.elapsed().as_secs_f64(),
    }
}

/// Of the published kernels that are right so many are verified; more is better.
const VERIFIED: usize = 175;

/// Of the published kernels with an error so many are found to be wrong; more is better.
const WRONG: usize = 71;

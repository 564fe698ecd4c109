//! Our own small kernels. The first line of each says what is to come out and the sizes of the
//! launch, as `// verified --local_size=64 --num_groups=2`; `wrong` and `unknown` are the other
//! outcomes, and what follows a `:` must occur in the finding. What follows `// boogie: ` are axioms.
//!
//! Every day those are left out that `tests/slow.tsv` names, with `ALPINIST_SLOW=1` none.
//! `ALPINIST_KERNELS` names another folder, whose outcomes are only printed.

use super::published::{sizes, warp};
use super::{pool, reports, request};
use clang::find::Program;
use clang::types::Target;
use races::{Report, Status};
use rayon::prelude::*;
use solver::smt::SolverPool;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// What the first lines may say.
const OPTIONS: [&str; 14] = [
    "--blockDim",
    "--gridDim",
    "--local_size",
    "--num_groups",
    "--warp-sync",
    "--tolerate-equal-writes",
    "--no-signed-overflow",
    "--find-bugs",
    "--unknown-is-null",
    "--wait-completes-nothing",
    "--kernel-args",
    "--told",
    "--invariants-as-candidates",
    "--pointer-bitwidth",
];

#[test]
fn own_kernels() {
    if Program::find().is_none() {
        eprintln!("skipped: there is no clang (./x setup)");
        return;
    }
    let other = std::env::var_os("ALPINIST_KERNELS").map(PathBuf::from);
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels");
    let folder = other.clone().unwrap_or(own);
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "cl" || e == "cu"))
        .collect();
    files.sort();
    if other.is_none() {
        files = everyday(files);
    }
    // What one kernel asks is not asked again for another.
    let pool = pool().with_memory();
    let one = |path: &PathBuf| {
        let start = Instant::now();
        let (expected, word, found) = outcome(path, &pool);
        (expected, word, found, start.elapsed().as_secs_f64())
    };
    let found: Vec<_> = files.par_iter().with_max_len(1).map(one).collect();
    let mut wrong = Vec::new();
    for (path, (expected, word, found, seconds)) in files.iter().zip(found) {
        let outcome = match &found {
            Err(why) if why.starts_with("clang") => "error",
            Err(_) => "unknown",
            Ok(all) if all.iter().any(|r| r.status() == Status::Wrong) => "wrong",
            Ok(all) if all.iter().any(|r| r.status() == Status::Unknown) => "unknown",
            Ok(_) => "verified",
        };
        let said = format!("{found:?}");
        println!("{}\t{expected}\t{outcome}\t{seconds:.2}", path.display());
        if other.is_some() {
            println!("  {}", said.chars().take(700).collect::<String>());
        } else if outcome != expected || !said.contains(&word.replace('~', " ")) {
            wrong.push(format!("{}: {outcome}: {said}", path.display()));
        }
    }
    assert!(other.is_some() || !files.is_empty());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The files without those that `tests/slow.tsv` names, or all with `ALPINIST_SLOW=1`.
fn everyday(mut files: Vec<PathBuf>) -> Vec<PathBuf> {
    let slow: Vec<PathBuf> = include_str!("../slow.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split('\t').next())
        .map(|name| {
            Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("tests/kernels")
                .join(name)
        })
        .collect();
    for path in &slow {
        assert!(files.contains(path), "{} is not there", path.display());
    }
    if std::env::var_os("ALPINIST_SLOW").is_none() {
        files.retain(|path| !slow.contains(path));
    }
    files
}

/// What is to come of a file and a word that is to be said, and what comes of it.
fn outcome(path: &Path, pool: &SolverPool) -> (String, String, Result<Vec<Report>, String>) {
    let text = std::fs::read_to_string(path).unwrap();
    let header = text.lines().next().unwrap_or_default();
    let header = header.trim_start_matches("//").trim();
    let (expected, args) = header.split_once(' ').unwrap_or((header, ""));
    let (expected, word) = expected.split_once(':').unwrap_or((expected, ""));
    // What nobody reads would leave the sizes at one thread, and nothing could fail.
    for word in args.split_whitespace() {
        let name = word.split('=').next().unwrap_or(word);
        assert!(OPTIONS.contains(&name), "{}: `{name}`", path.display());
    }
    let mut request = request(&path.to_string_lossy(), &text);
    request.target = match args.contains("--pointer-bitwidth=32") {
        true => Target::Bits32,
        false => Target::Bits64,
    };
    let change = |options: &mut races::Options| {
        options.overflow = match args {
            _ if args.contains("--no-signed-overflow") => races::Overflow::Never,
            _ if args.contains("--told") => races::Overflow::Told,
            _ => races::Overflow::Undefined,
        };
        options.lock_step = warp(args);
        options.try_invariants = args.contains("--invariants-as-candidates");
        options.arguments = arguments(args);
        let axioms = text
            .lines()
            .filter_map(|line| line.strip_prefix("// boogie: "));
        let axioms = axioms.collect::<Vec<_>>().join("\n");
        options.axioms = races::axioms(&axioms).unwrap();
        options.wait_completes = !args.contains("--wait-completes-nothing");
        let number = args.split_once("--find-bugs=").map(|(_, rest)| rest);
        options.iterations = number.map(|rest| rest.trim().parse().unwrap());
        options.unknown_is_null = args.contains("--unknown-is-null");
        options.tolerate_equal_writes = args.contains("--tolerate-equal-writes");
    };
    let found = reports(&request, sizes(args), &change, pool);
    (expected.to_owned(), word.to_owned(), found)
}

/// What `--kernel-args=k,0x3,*` gives.
fn arguments(args: &str) -> Vec<(String, Vec<Option<u128>>)> {
    let given = args
        .split_whitespace()
        .filter_map(|word| word.strip_prefix("--kernel-args="));
    let one = |given: &str| {
        let mut words = given.split(',');
        let name = words.next().unwrap_or_default().to_owned();
        let digits = words.map(|word| word.strip_prefix("0x"));
        let values = digits.map(|word| word.map(|word| u128::from_str_radix(word, 16).unwrap()));
        (name, values.collect())
    };
    given.map(one).collect()
}

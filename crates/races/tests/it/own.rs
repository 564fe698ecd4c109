//! Our own small kernels. The first line of each says what is to come out and the sizes of the
//! launch, as `// verified --local_size=64 --num_groups=2`; `wrong` and `unknown` are the other
//! outcomes, and what follows a `:` must occur in the finding. What follows `// boogie: ` are axioms.
//!
//! Every day those are left out that `tests/slow.tsv` names, with `ALPINIST_SLOW=1` none.

use super::published::{sizes, warp};
use super::{kernels_in, pool, reports, request};
use clang::types::Target;
use races::{Report, Status};
use solver::smt::SolverPool;
use std::path::Path;
use std::sync::LazyLock;
use trials::{Suite, Table};

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

pub fn add(suite: &mut Suite) {
    // What one kernel asks is not asked again for another.
    let pool = LazyLock::new(|| pool().with_memory());
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let table = Table::read(tests.join("slow.tsv"), 1, 1);
    let own = kernels_in(&tests.join("kernels"));
    assert!(!own.is_empty());
    for (name, _) in table.all().filter(|(name, _)| !name.starts_with('#')) {
        assert!(
            own.iter().any(|(own, _)| own == name),
            "{name} is not there"
        );
    }
    let cases = own.into_iter().map(|(name, path)| {
        let daily = table.rows(&name).is_empty();
        (name, daily, path)
    });
    suite.cases("own", cases.collect::<Vec<_>>(), move |path| {
        as_said(&path, &pool)
    });
}

/// What comes of a file is what its first line says.
fn as_said(path: &Path, pool: &SolverPool) -> Result<(), String> {
    let (expected, word, found) = outcome(path, pool);
    let outcome = match &found {
        Err(why) if why.starts_with("clang") => "error",
        Err(_) => "unknown",
        Ok(all) if all.iter().any(|r| r.status() == Status::Wrong) => "wrong",
        Ok(all) if all.iter().any(|r| r.status() == Status::Unknown) => "unknown",
        Ok(_) => "verified",
    };
    let said = format!("{found:?}");
    match outcome == expected && said.contains(&word.replace('~', " ")) {
        true => Ok(()),
        false => Err(format!("{outcome}: {said}")),
    }
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

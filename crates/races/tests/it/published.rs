//! The published kernels, by outcome.

use super::{pool, reports, request, size};
use clang::types::Target;
use races::{Size, Sizes, Status};
use solver::smt::SolverPool;
use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex};
use trials::Suite;

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

/// Every day the rows are run by the program (`tests/files/kernels.rs`), here on demand.
pub fn add(suite: &mut Suite) {
    let corpus =
        trials::corpus(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus"));
    let Ok(table) = std::fs::read_to_string(corpus.join("kernels/kernels.tsv")) else {
        return suite.absent("published", format!("no corpus at {}", corpus.display()));
    };
    let rows: Vec<String> = table.lines().skip(1).map(str::to_owned).collect();
    let all = rows.len();
    let found: Arc<Mutex<Vec<(String, &str)>>> = Arc::default();
    let counted = Arc::clone(&found);
    let pool = LazyLock::new(|| pool().with_memory());
    let cases = rows.into_iter().map(|row| {
        (
            row.split('\t').next().unwrap_or_default().to_owned(),
            false,
            row,
        )
    });
    suite.cases("published", cases, move |row| {
        let (expected, outcome, why) = checked(&corpus, &row, &pool);
        found.lock().unwrap().push((expected.clone(), outcome));
        match expected == "NOT_ALL_VERIFIED" && outcome == "verified" {
            true => Err(format!("must fail, but passes: {why}")),
            false => Ok(()),
        }
    });
    suite.last("published::table", move || {
        let found = counted.lock().unwrap();
        if found.len() < all {
            return Ok(Err("only after all rows".to_owned()));
        }
        let of = |expected, outcome| {
            found
                .iter()
                .filter(|one| (&*one.0, one.1) == (expected, outcome))
                .count()
        };
        let (verified, wrong) = (of("pass", "verified"), of("NOT_ALL_VERIFIED", "wrong"));
        match verified >= VERIFIED && wrong >= WRONG {
            true => Ok(Ok(())),
            false => Err(format!("{verified} verified, {wrong} wrong")),
        }
    });
}

/// What is published of a row, what comes of it, and why.
fn checked(corpus: &Path, row: &str, pool: &SolverPool) -> (String, &'static str, String) {
    let columns: Vec<&str> = row.split('\t').collect();
    let [_, _, file, args, expected, ..] = columns[..] else {
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
    (
        expected.to_owned(),
        outcome,
        why.chars().take(300).collect(),
    )
}

/// Of the published kernels that are right so many are verified; more is better.
const VERIFIED: usize = 175;

/// Of the published kernels with an error so many are found to be wrong; more is better.
const WRONG: usize = 71;

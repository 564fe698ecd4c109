//! Kernels in `tests/kernels`: their first line says what comes of each and with which sizes,
//! `NAME.fixed.cu` or `.cl` beside them is the text that comes out; `ALPINIST_UPDATE=1` writes it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(clippy::print_stdout, reason = "what a test says")]

mod choices;
mod deleted;
mod executed;
mod launched;
mod published;

use crate::model::{FileRepair, Hopeless, NoPoint, Options, Outcome};
use clang::types::Target;
use inspect::sizes::{Wanted, parse};
use inspect::{Checks, Input, Settings};
use rayon::prelude::*;
use solver::smt::{PoolConfig, SolverPool};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use trials::updating;

/// One for all tests: what one of them has asked is not asked again for another.
static POOL: LazyLock<SolverPool> = LazyLock::new(new_pool);

fn pool() -> &'static SolverPool {
    &POOL
}

/// The solver's worker, which the crate `solver` builds beside the tests.
fn new_pool() -> SolverPool {
    let mut path = std::env::current_exe().unwrap();
    path.pop();
    path.pop();
    let worker: PathBuf = path.join("solver-worker");
    assert!(worker.exists(), "{} is missing", worker.display());
    SolverPool::new(PoolConfig {
        workers: 2,
        ..PoolConfig::new(worker)
    })
    .with_memory()
}

/// What `run` gives for each item, in order, on all cores.
fn each<T: Sync, R: Send>(items: &[T], run: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
    items.par_iter().with_max_len(1).map(run).collect()
}

struct Case {
    name: String,
    path: PathBuf,
    input: Input,
    settings: Settings,
    options: Options,
    wanted: String,
}

fn case(path: &Path) -> Case {
    let text = std::fs::read_to_string(path).unwrap();
    let first = text.lines().next().unwrap();
    let mut words = first.trim_start_matches("// ").split(' ');
    let wanted = words.next().unwrap().to_owned();
    let mut options = Options::default();
    let mut sizes = Wanted::default();
    let mut checks = Checks::default();
    let mut target = Target::Bits64;
    for word in words {
        match word.split_once('=') {
            Some(("--blockDim", size)) => sizes.block = Some(parse(size).unwrap()),
            Some(("--gridDim", size)) => sizes.grid = Some(parse(size).unwrap()),
            Some(("--checks", most)) => options.checks = most.parse().unwrap(),
            Some(("--bits", "32")) => target = Target::Bits32,
            _ if word == "--no-grid" => options.grid = false,
            _ if word == "--no-warp" => options.warp = false,
            _ if word == "--no-split" => options.apart = false,
            _ if word == "--remove" => options.remove = true,
            _ if word == "--atomics" => options.atomics = true,
            _ if word == "--no-bounds" => checks.bounds = false,
            _ => panic!("{}: {word}", path.display()),
        }
    }
    let name = path.file_name().unwrap().to_str().unwrap().to_owned();
    Case {
        input: Input {
            name: name.clone(),
            text,
            folder: None,
            form: inspect::form_of(path).unwrap(),
        },
        name,
        path: path.to_owned(),
        settings: Settings {
            target,
            sizes,
            checks,
            ..Settings::default()
        },
        options,
        wanted,
    }
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| !path.to_str().unwrap().contains(".fixed."))
        .collect();
    paths.sort();
    paths.iter().map(|path| case(path)).collect()
}

/// The cases with what comes of them, for all tests. Not to be asked for within [`each`]: who waits for it
/// there may be who makes it.
static REPAIRED: LazyLock<Vec<(Case, FileRepair)>> = LazyLock::new(|| {
    let repair = |case: &Case| crate::file(&case.input, &case.settings, &case.options, pool());
    let cases = cases();
    let repairs = each(&cases, repair);
    let repairs = repairs.into_iter().map(Option::unwrap);
    cases.into_iter().zip(repairs).collect()
});

/// The outcomes of the kernels of a file, as the first lines of the cases write them.
fn outcome(repair: &FileRepair) -> String {
    let one = |outcome: &Outcome, weights: (u64, u64)| match outcome {
        Outcome::Right => "right".to_owned(),
        Outcome::Unknown => "unknown".to_owned(),
        Outcome::Other => "other".to_owned(),
        Outcome::Repaired(_) => format!("repaired:{}", weights.1),
        Outcome::Hopeless(why) => match **why {
            Hopeless::NoPoint { why, .. } => match why {
                NoPoint::OneStatement => "one-statement",
                NoPoint::Exclusive => "exclusive",
                NoPoint::Macro => "in-macro",
                NoPoint::Conditional => "conditional",
                NoPoint::Included => "included",
                NoPoint::Operand => "operand",
                NoPoint::NoRoom => "no-room",
            },
            Hopeless::Unordered(_) => "unordered",
            Hopeless::OtherKernel(_) => "other-kernel",
            Hopeless::Divergent(_) => "divergent",
            Hopeless::Blocks(_) => "blocks",
            Hopeless::Fixed(_) => "fixed",
            Hopeless::Contradiction => "contradiction",
            Hopeless::Limit(_) => "limit",
            Hopeless::Undecided => "undecided",
            Hopeless::NoGraph => "no-graph",
        }
        .to_owned(),
    };
    let all = repair.kernels.iter();
    let mut all: Vec<String> = all
        .map(|k| match k.by_others {
            true => "by-others".to_owned(),
            false => one(&k.outcome, k.weights),
        })
        .collect();
    if repair.rejected.is_some() {
        all.push("rejected".to_owned());
    }
    let redundant: usize = repair.kernels.iter().map(|k| k.redundant.len()).sum();
    if redundant > 0 {
        all.push(format!("not-needed:{redundant}"));
    }
    all.join(",")
}

#[test]
fn kernels_are_repaired_as_their_first_lines_say() {
    let update = updating();
    let mut wrong = Vec::new();
    for (case, repair) in REPAIRED.iter() {
        let found = outcome(repair);
        if found != case.wanted {
            let said = crate::words::file(repair);
            wrong.push(format!(
                "{}: {found}, not {}\n{said}",
                case.name, case.wanted
            ));
        }
        let (stem, extension) = case.path.to_str().unwrap().rsplit_once('.').unwrap();
        let fixed = format!("{stem}.fixed.{extension}");
        // The first line is about the text before.
        let new = repair.text().map(|text| text.split_once('\n').unwrap().1);
        match (new, update) {
            (Some(new), true) => std::fs::write(&fixed, new).unwrap(),
            (None, true) => drop(std::fs::remove_file(&fixed)),
            (new, false) => {
                let old = std::fs::read_to_string(&fixed).ok();
                if new != old.as_deref() {
                    let new = new.unwrap_or("nothing");
                    wrong.push(format!("{}: comes out as\n{new}", case.name));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The words on what makes room for a barrier, and on what helps where there is none.
#[test]
fn what_makes_room_or_helps_is_said() {
    let pool = pool();
    for (name, words) in [
        ("room.cu", ", in braces"),
        ("grid.cu", ", with its header"),
        ("stride.cu", "another stride of the loop"),
    ] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels");
        let case = case(&folder.join(name));
        let repair = crate::file(&case.input, &case.settings, &case.options, pool).unwrap();
        let said = crate::words::file(&repair);
        assert!(said.contains(words), "{said}");
    }
}

/// Of what is found without a search for the cheapest nothing is said of the least weight.
#[test]
fn what_is_only_enough_is_not_called_the_least() {
    let pool = pool();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels");
    let case = case(&folder.join("enough.cu"));
    let repair = crate::file(&case.input, &case.settings, &case.options, pool).unwrap();
    let said = crate::words::file(&repair);
    assert!(
        said.contains("repaired") && !said.contains("the least"),
        "{said}"
    );
}

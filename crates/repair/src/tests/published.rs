//! Published kernels, on demand: `ALPINIST_SLOW=1` or `ALPINIST_ONLY=WORD` runs these.
//!
//! `REPAIR_TRIAL=FILE` writes what comes of kernels from which barriers were deleted; `ALL_CHOICES=12`
//! compares repairs with all choices of barriers. The table of published repairs is `tests/it`'s.

use super::executed::{changed, execute, schedules};
use super::{by_force, most_choices, outcome, pool, weight_of};
use crate::model::{KernelRepair, Options, Outcome};
use crate::patch::Patch;
use crate::points::{Choices, Site};
use clang::types::Target;
use inspect::model::Verdict;
use inspect::sizes::{Extent, Wanted, parse};
use inspect::{Checks, Input, Settings};
use races::Size;
use solver::smt::SolverPool;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

fn corpus() -> Option<PathBuf> {
    let asked = ["ALPINIST_SLOW", "ALPINIST_ONLY"];
    asked.iter().find_map(std::env::var_os)?;
    let named = std::env::var_os("ALPINIST_CORPUS").map(PathBuf::from);
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let corpus = named.unwrap_or(beside);
    corpus
        .join("kernels/kernels.tsv")
        .exists()
        .then_some(corpus)
}

/// What a command line of GPUVerify asks for.
fn settings(args: &str) -> (Settings, Options) {
    // Options of `races` stand apart from their values.
    let args = args.replace("--block ", "--blockDim=");
    let args = args.replace("--grid ", "--gridDim=");
    let value = |names: &[&str]| -> Option<Extent> {
        args.split_whitespace().find_map(|arg| {
            let (name, value) = arg.split_once('=')?;
            let value = value.trim_matches(|c| "[]()".contains(c));
            names
                .contains(&name.trim_start_matches('-'))
                .then(|| parse(value).ok())?
        })
    };
    let block = value(&["local_size", "blockDim"]);
    let mut grid = value(&["num_groups", "gridDim"]);
    if let (None, Some(global), Some(block)) = (&grid, value(&["global_size"]), &block) {
        let divided = global.iter().zip(block).map(|(all, one)| match (all, one) {
            (Size::Fixed(all), Size::Fixed(one)) => Size::Fixed(all / one.max(&1)),
            _ => Size::Any,
        });
        grid = Some(divided.collect());
    }
    let words = || args.split_whitespace();
    let settings = Settings {
        target: match args.contains("--pointer-bitwidth=64") {
            true => Target::Bits64,
            false => Target::Bits32,
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
            races: !args.contains("--only-divergence") && !args.contains("--only-log"),
            between_blocks: !args.contains("--only-intra-group"),
            tolerate_equal_writes: !args.contains("--no-benign-tolerance"),
            bounds: args.contains("--check-array-bounds"),
            trust_external: true,
            lock_step: words().find_map(|a| a.strip_prefix("--warp-sync=")?.parse().ok()),
            overflow: races::Overflow::Wraps,
            unknown_is_null: true,
            wait_completes: false,
            ..Checks::default()
        },
        ..Settings::default()
    };
    let options = Options {
        redundant: false,
        ..Options::default()
    };
    (settings, options)
}

struct Row {
    id: String,
    args: String,
    races: String,
    repair: String,
    input: Input,
}

fn rows(corpus: &Path) -> Vec<Row> {
    let only = std::env::var("ALPINIST_ONLY").unwrap_or_default();
    let table = std::fs::read_to_string(corpus.join("kernels/kernels.tsv")).unwrap();
    let mut all = Vec::new();
    for row in table.lines().skip(1) {
        let columns: Vec<&str> = row.split('\t').collect();
        let [id, _, file, args, races, repair, ..] = columns[..] else {
            panic!("a row without columns: {row}");
        };
        if !only.split(',').any(|word| id.contains(word)) {
            continue;
        }
        let path = corpus.join(file);
        all.push(Row {
            id: id.to_owned(),
            args: args.to_owned(),
            races: races.to_owned(),
            repair: repair.to_owned(),
            input: Input {
                name: path.to_string_lossy().into_owned(),
                text: std::fs::read_to_string(&path).unwrap(),
                folder: None,
                form: inspect::form_of(&path).unwrap(),
            },
        });
    }
    all
}

/// No choice of barriers is cheaper than the one that is found, for published kernels with few decisions.
#[test]
fn no_choice_is_cheaper_in_published_kernels() {
    let (Some(corpus), Some(_)) = (corpus(), std::env::var_os("ALL_CHOICES")) else {
        return;
    };
    let pool = pool();
    let (mut compared, mut wrong) = (0, Vec::new());
    for row in rows(&corpus) {
        if row.repair != "pass" {
            continue;
        }
        let (settings, options) = settings(&row.args);
        let options = Options {
            grid: row.id.starts_with("CUDA") || row.id.starts_with("Bugged"),
            ..options
        };
        let Some(repair) = crate::file(&row.input, &settings, &options, &pool) else {
            continue;
        };
        let repaired = |one: &KernelRepair| matches!(one.outcome, Outcome::Repaired(_));
        if !repair.kernels.iter().any(repaired) {
            continue;
        }
        let best = by_force(&row.input, &settings, &options, most_choices(), &pool);
        for (kernel, least) in best.unwrap_or_default() {
            let found = repair.kernels.iter().find(|one| one.name == kernel);
            let found = found.and_then(|one| weight_of(&one.outcome, &options));
            println!("{}\t{kernel}\t{found:?}\t{least:?}", row.id);
            compared += 1;
            if found != least {
                wrong.push(format!("{} {kernel}: {found:?}, not {least:?}", row.id));
            }
        }
    }
    println!("{compared} published kernels compared with all choices");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Kernels that are right, with barriers: each barrier is deleted, each two, and all; what is left is
/// repaired to no more weight than it had, and the repaired text is executed in many orders.
///
/// Kernels that the file names already are passed over, so that a run that was cut off goes on.
/// `REPAIR_PART=1/4` takes the second of each four kernels.
#[test]
fn deleted_barriers_come_back() {
    let Some(to) = std::env::var_os("REPAIR_TRIAL") else {
        return;
    };
    let pool = pool();
    let mut out = std::fs::read_to_string(&to).unwrap_or_default();
    if out.is_empty() {
        out.push_str("kernel\tdeleted\tbefore\tafter\toutcome\texecuted\tseconds\tchecking\n");
    }
    let part = std::env::var("REPAIR_PART").unwrap_or_else(|_| "0/1".to_owned());
    let (mine, parts) = part.split_once('/').unwrap();
    let (mine, parts): (usize, usize) = (mine.parse().unwrap(), parts.parse().unwrap());
    for (at, row) in trial_rows().iter().enumerate() {
        let known = out
            .lines()
            .any(|line| line.split('\t').next() == Some(&*row.id));
        if at % parts != mine || known {
            continue;
        }
        let (settings, options) = settings(&row.args);
        trial(row, &settings, &options, &pool, &mut out);
        std::fs::write(&to, &out).unwrap();
    }
}

/// The corpus's kernels that pass, and those of `REPAIR_KERNELS`, a folder of kernels that begin with
/// what comes of them.
fn trial_rows() -> Vec<Row> {
    let passing = |row: &Row| row.races == "pass" && row.input.text.contains("arrier");
    let sync = |row: &Row| row.races == "pass" && row.input.text.contains("__syncthreads");
    let mut all: Vec<Row> = corpus().map_or_else(Vec::new, |corpus| rows(&corpus));
    all.retain(|row| passing(row) || sync(row));
    for folder in std::env::var("REPAIR_KERNELS")
        .iter()
        .flat_map(|f| f.split(':'))
    {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let Some(form) = inspect::form_of(&path) else {
                continue;
            };
            let text = std::fs::read_to_string(&path).unwrap();
            let lines = text.lines().map(|l| l.trim_start_matches("//").trim());
            let first = lines.clone().next().unwrap_or_default();
            let (word, args) = first.split_once(' ').unwrap_or((first, ""));
            // Examples have their options on a line of their own; other files are tried as they are.
            let said = lines.clone().find_map(|l| l.strip_prefix("options:"));
            let args = said.unwrap_or(args);
            let args = format!("{args} --no-benign-tolerance --pointer-bitwidth=64");
            let other = ["wrong", "unknown", "broken"].iter();
            let other = other.copied().find(|other| word.starts_with(other));
            all.push(Row {
                id: path.file_name().unwrap().to_string_lossy().into_owned(),
                args,
                races: other.unwrap_or("pass").to_owned(),
                repair: "-".to_owned(),
                input: Input {
                    name: path.to_string_lossy().into_owned(),
                    text,
                    folder: None,
                    form,
                },
            });
        }
    }
    let has_barrier = |row: &Row| {
        ["arrier", "sync"]
            .iter()
            .any(|w| row.input.text.contains(w))
    };
    all.retain(|row| row.races == "pass" && has_barrier(row));
    all
}

fn trial(row: &Row, settings: &Settings, options: &Options, pool: &SolverPool, out: &mut String) {
    let start = Instant::now();
    let files = inspect::files(std::slice::from_ref(&row.input), settings, Some(pool));
    let checking = start.elapsed().as_secs_f64();
    let kernels = files.iter().flat_map(|run| &run.kernels);
    let right = kernels.filter(|kernel| kernel.verdict() == Verdict::Verified);
    let settings = &Settings {
        kernels: right.map(|kernel| kernel.name.clone()).collect(),
        ..settings.clone()
    };
    if settings.kernels.is_empty() {
        return;
    }
    let Some(opened) = inspect::open(&row.input, settings) else {
        return;
    };
    let mut sites: Vec<Site> = Vec::new();
    let mut points = std::collections::BTreeMap::new();
    let mut weight = 0;
    for kernel in &opened.kernels {
        let Some(choices) = Choices::of(&opened.module, kernel.function, options, &row.input.text)
        else {
            return;
        };
        for choice in choices.all.iter().filter(|choice| choice.there) {
            weight += choice.weight;
            if !sites.contains(&choice.site) {
                sites.push(choice.site);
            }
        }
        points.extend(choices.patches);
    }
    let mut sets: Vec<Vec<Site>> = sites.iter().map(|site| vec![*site]).collect();
    for (at, one) in sites.iter().enumerate().take(6) {
        sets.extend(sites.iter().take(at).map(|other| vec![*other, *one]));
    }
    if sites.len() > 2 {
        sets.push(sites.clone());
    }
    for set in sets {
        let changes: Vec<crate::model::Changed> = set
            .iter()
            .map(|site| crate::model::Changed {
                site: *site,
                change: crate::model::Change::Remove(crate::points::Level::Block),
                depth: 0,
                apart: false,
            })
            .collect();
        let patch = Patch {
            text: &row.input.text,
            language: files[0].language,
            points: &points,
        };
        let without = patch
            .edits(&changes)
            .and_then(|edits| edits.apply(&files[0].sources).ok()?.into_iter().next()?);
        let Some(without) = without else {
            writeln!(out, "{}\t{}\tno edit", row.id, set.len()).unwrap();
            continue;
        };
        let input = Input {
            text: without.text,
            ..row.input.clone()
        };
        let start = Instant::now();
        let Some(repair) = crate::file(&input, settings, options, pool) else {
            continue;
        };
        let seconds = start.elapsed().as_secs_f64();
        let executed = match repair.text() {
            None => "-".to_owned(),
            Some(text) => {
                if let Some(found) = changed(&input.text, text, &repair) {
                    println!("{}: {found}", row.id);
                }
                let runs = execute(text, &repair, (&input, settings), schedules());
                runs.wrong.unwrap_or_else(|| runs.done.to_string())
            }
        };
        let after: u64 = repair.kernels.iter().map(|k| k.weights.1).sum();
        writeln!(
            out,
            "{}\t{}\t{weight}\t{after}\t{}\t{executed}\t{seconds:.2}\t{checking:.2}",
            row.id,
            set.len(),
            outcome(&repair)
        )
        .unwrap();
    }
}

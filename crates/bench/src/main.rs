//! `./x bench`: measures, and writes table and plots.
//!
//!     bench PROGRAM ROOT [--short] [FAMILY...]
//!
//! `PROGRAM` is alpinist, `ROOT` the folder of the project, whose `docs/benchmark.md` and
//! `docs/images` are written. `--short` leaves out what takes long, as does a family whose last
//! member did; with families named, only these are measured, and nothing is written.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "what a run says")]

use bench::families::{FAMILIES, Family, family};
use bench::folders::{Spread, measure};
use bench::measure::Bench;
use bench::plot::{can_be_drawn, picture};
use bench::table::{self, Row, date};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("bench: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Seconds after which no larger member of a family is tried.
const LONG: f64 = 120.0;
/// The same with `--short`.
const SHORT: f64 = 15.0;

fn run() -> Result<(), String> {
    let mut words = std::env::args().skip(1);
    let (Some(program), Some(root)) = (words.next(), words.next()) else {
        return Err("usage: bench PROGRAM ROOT [--short] [FAMILY...]".to_owned());
    };
    let (options, names): (Vec<String>, Vec<String>) =
        words.partition(|word| word.starts_with("--"));
    if let Some(other) = options.iter().find(|option| *option != "--short") {
        return Err(format!("there is no option {other}"));
    }
    let short = !options.is_empty();
    let root = PathBuf::from(root);
    let bench = Bench::new(Path::new(&program))?;
    let chosen: Vec<Family> = match names.is_empty() {
        true => FAMILIES.to_vec(),
        false => names
            .iter()
            .map(|name| {
                family(name)
                    .copied()
                    .ok_or(format!("there is no family {name}"))
            })
            .collect::<Result<_, _>>()?,
    };
    let circumstances = circumstances(short);
    let rows = members(&bench, &chosen, if short { SHORT } else { LONG })?;
    if !names.is_empty() {
        println!("{}", table::families(&rows));
        return Ok(());
    }
    let folders = folders(&bench, &root)?;
    write(&root.join("docs"), &circumstances, &folders, &rows)
}

fn members(bench: &Bench, families: &[Family], patience: f64) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for family in families {
        let mut members = Vec::new();
        for &size in family.sizes {
            let measured = bench.member(family, size)?;
            eprintln!(
                "{} {size}: status {}, {:.2} s, {} units",
                family.name, measured.status, measured.seconds, measured.units
            );
            members.push((size, measured));
            if measured.seconds > patience {
                break;
            }
        }
        rows.push((*family, members));
    }
    Ok(rows)
}

/// The examples, and the corpus if it is there.
fn folders(bench: &Bench, root: &Path) -> Result<Vec<(String, Spread)>, String> {
    let corpus = std::env::var_os("ALPINIST_CORPUS").map(PathBuf::from);
    let corpus = corpus.unwrap_or_else(|| root.join("../shared/corpus"));
    let mut found = Vec::new();
    for (name, folder) in [("examples", root.join("examples")), ("corpus", corpus)] {
        if let Some(mut spread) = measure(bench, &folder)? {
            // Where the folder lies on this machine is nobody's concern.
            if let Ok(short) = Path::new(&spread.slowest).strip_prefix(&folder) {
                spread.slowest = short.display().to_string();
            }
            eprintln!("{name}: {} files", spread.files);
            found.push((name.to_owned(), spread));
        }
    }
    Ok(found)
}

/// When and on what was measured.
fn circumstances(short: bool) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let day = date(now.map_or(0, |now| now.as_secs()));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load: f64 = load
        .split(' ')
        .next()
        .and_then(|word| word.parse().ok())
        .unwrap_or(0.0);
    let idle = match load {
        busy if busy > 0.5 => format!(
            "The machine was not idle ({busy:.1} other processes wanted a core when it began), so seconds are too high"
        ),
        _ => "The machine was idle".to_owned(),
    };
    let how = if short { "A short run" } else { "A run" };
    format!("{how} of {day}, on {cores} cores. {idle}.")
}

fn write(
    docs: &Path,
    circumstances: &str,
    folders: &[(String, Spread)],
    rows: &[Row],
) -> Result<(), String> {
    let images = docs.join("images");
    let put = |path: PathBuf, text: String| {
        std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
    };
    for (family, members) in rows.iter().filter(|(_, members)| can_be_drawn(members)) {
        let place = images.join(format!("bench-{}.svg", family.name));
        put(place, picture(family.name, family.counts, members))?;
    }
    let text = format!(
        "# Benchmark\n\n`./x bench` measures and writes this page (`./x bench --short` takes a few minutes, `./x bench FAMILY` prints one table and writes nothing).\n\
         {circumstances}\n\nSeconds are by the clock, from the start of the program to its end, without cache. Resource units are what the solver counts for the proof\n\
         obligations of the text and of each result: they are the same on every machine and however busy it is. The questions that a step asks\n\
         about whether it applies cost seconds, but no units here. The generator is [`crates/bench`](../crates/bench); `tests/files/growth.rs` fails\n\
         when one of the small members needs half as much again as `tests/growth.tsv` says.\n\n\
         ## Programs\n\nEach file by itself and verified only; seconds without start-up.\n\n{}\n## Families\n{}",
        table::folders(folders),
        table::families(rows)
    );
    put(docs.join("benchmark.md"), text)
}

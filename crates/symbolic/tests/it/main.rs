//! Pairs of kernels that compute the same, or do not, and mutants of them.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    missing_docs
)]

mod concrete;
mod pair;

use pair::{Pair, Verdict};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use symbolic::Level;
use trials::Suite;

fn files() -> Vec<(String, PathBuf)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pairs");
    let mut found: Vec<_> = folder
        .read_dir()
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "cu" || e == "cl"))
        .map(|path| (path.file_stem().unwrap().to_str().unwrap().to_owned(), path))
        .collect();
    found.sort();
    found
}

/// What is said of a pair, for each launch, is what the file expects, and executions do not say otherwise.
fn pair(path: PathBuf) -> Result<(), String> {
    let pair = Pair::read(&path);
    for run in &pair.runs {
        let verdict = pair.verdict(&pair.module, run);
        if trials::asked("SHOW") {
            eprintln!("{}: {verdict:?}", path.display());
        }
        let word = verdict.word();
        if word != run.expect {
            return Err(format!("{word} ({verdict:?}), and expected {}", run.expect));
        }
        let differs = concrete::differ(&pair, &pair.module, run, verdict.level());
        match (verdict.level(), differs) {
            (Some(_), Some(how)) => return Err(format!("equal, and an execution differs: {how}")),
            (None, None) if run.expect == "open" && run.differs => {
                return Err("no execution shows the difference".to_owned());
            }
            _ => {}
        }
    }
    Ok(())
}

/// Every day one mutant in so many of each file, not the same ones of all files.
const EVERY_DAY: usize = 24;

/// No mutant of the new kernel whose execution differs is called equal, nor one of the old kernel beside itself.
fn mutants((at, path): (usize, PathBuf)) -> Result<(), String> {
    let pair = Pair::read(&path);
    let (first, step) = match trials::asked("ALPINIST_SLOW") {
        true => (0, 1),
        false => (at % EVERY_DAY, EVERY_DAY),
    };
    mutants_of(&pair, &path, (first, step))?;
    mutants_of(&pair.old_twice(), &path, (first, step))
}

fn mutants_of(pair: &Pair, path: &Path, (first, step): (usize, usize)) -> Result<(), String> {
    let (mut equal, mut open, mut refused, mut shown, mut silent) = (0, 0, 0, 0, 0);
    for run in &pair.runs {
        let all = executor::mutate::mutants(&pair.module, &pair.reached(pair.new));
        for mutant in all.into_iter().skip(first).step_by(step) {
            let module = mutant.of(&pair.module);
            let verdict = pair.verdict(&module, run);
            if verdict.level().is_some() {
                if concrete::races(pair, &module, run) {
                    return Err(format!(
                        "{} at {}: equal, and it races",
                        mutant.kind, mutant.at
                    ));
                }
                if !concrete::ends(pair, &module, run) {
                    silent += 1;
                }
            }
            match &verdict {
                Verdict::Equal(_) => equal += 1,
                Verdict::Open(_) => open += 1,
                Verdict::Refused(_) => refused += 1,
            }
            if let Some(level) = verdict.level()
                && let Some(how) = concrete::differ(pair, &module, run, Some(level))
            {
                return Err(format!(
                    "{} at {}: equal ({level:?}), and an execution differs: {how}",
                    mutant.kind, mutant.at
                ));
            }
            if matches!(verdict, Verdict::Open(_))
                && concrete::differ(pair, &module, run, Some(Level::Real)).is_some()
            {
                shown += 1;
            }
        }
    }
    if trials::asked("SHOW") {
        eprintln!(
            "{}: {equal} equal ({silent} not executed), {open} open ({shown} shown to differ), {refused} refused",
            path.display()
        );
    }
    Ok(())
}

fn main() -> ExitCode {
    let mut suite = Suite::default();
    let pairs = files().into_iter().map(|(name, path)| (name, true, path));
    suite.cases("pairs", pairs, pair);
    let numbered = files().into_iter().enumerate();
    let numbered = numbered.map(|(at, (name, path))| (name, true, (at, path)));
    suite.cases("mutants", numbered, mutants);
    suite.run()
}

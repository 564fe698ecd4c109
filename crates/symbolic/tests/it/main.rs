//! Pairs of kernels that compute the same, or do not, and mutants of them.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    missing_docs
)]

mod chain;
mod concrete;
mod pair;

use chain::{Chain, Run, Side};
use pair::{Pair, Verdict};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use symbolic::Level;
use trials::Suite;

fn files() -> Vec<(String, PathBuf)> {
    files_of("tests/pairs")
}

fn files_of(folder: &str) -> Vec<(String, PathBuf)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
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

/// What is said of a pair for all sizes is what the file expects.
fn every(path: PathBuf) -> Result<(), String> {
    let pair = Pair::read(&path);
    let expected = pair.every.clone().unwrap_or_default();
    let found = pair.for_all(&pair.module);
    let word = match &found {
        Ok(Level::Exact) => "exact",
        Ok(Level::Reordered) => "reordered",
        Ok(Level::Real) => "real",
        Err(_) => "open",
    };
    if word != expected {
        return Err(format!("{word} ({found:?}), and expected {expected}"));
    }
    for run in &pair.runs {
        if let (Ok(level), Some(how)) = (
            &found,
            concrete::differ(&pair, &pair.module, run, found.as_ref().ok().copied()),
        ) {
            return Err(format!(
                "equal ({level:?}), and an execution differs: {how}"
            ));
        }
    }
    Ok(())
}

/// No mutant of the new kernel whose execution differs is equal for all sizes, but for those with races, which whoever shows
/// that there are none refuses.
fn every_mutant(path: PathBuf) -> Result<(), String> {
    let pair = Pair::read(&path);
    let (mut equal, mut open) = (0, 0);
    for mutant in executor::mutate::mutants(&pair.module, &pair.reached(pair.new)) {
        let module = mutant.of(&pair.module);
        let Ok(level) = pair.for_all(&module) else {
            open += 1;
            continue;
        };
        equal += 1;
        for run in &pair.runs {
            if !concrete::races(&pair, &module, run)
                && let Some(how) = concrete::differ(&pair, &module, run, Some(level))
            {
                return Err(format!(
                    "{} at {}: equal for all sizes ({level:?}), and an execution differs: {how}",
                    mutant.kind, mutant.at
                ));
            }
        }
    }
    if trials::asked("SHOW") {
        eprintln!("{}: {equal} equal, {open} open", path.display());
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

/// What is said of two sequences is what the file expects, and executions do not say otherwise.
fn chain(path: PathBuf) -> Result<(), String> {
    let chain = Chain::read(&path);
    let [old, new] = &chain.sides;
    for run in &chain.runs {
        let verdict = chain.verdict([old, new], run);
        if trials::asked("SHOW") {
            eprintln!("{}: {verdict:?}", path.display());
        }
        let level = verdict.as_ref().ok().and_then(|compared| compared.level());
        let differs = chain.differ([old, new], run, level.unwrap_or(Level::Real));
        let word = match (&verdict, level) {
            (Err(_), _) => "refused",
            (Ok(compared), None) if compared.unset > 0 => "unset",
            (Ok(_), None) if differs.is_some() => "different",
            (Ok(_), None) => "open",
            (Ok(_), Some(Level::Exact)) => "exact",
            (Ok(_), Some(Level::Reordered)) => "reordered",
            (Ok(_), Some(Level::Real)) => "real",
        };
        if word != run.expect {
            return Err(format!("{word} ({verdict:?}), and expected {}", run.expect));
        }
        if let (Some(_), Some(how)) = (level, differs) {
            return Err(format!("equal, and an execution differs: {how}"));
        }
    }
    Ok(())
}

/// No mutant of either side whose execution differs is called equal.
fn chain_mutants((at, path): (usize, PathBuf)) -> Result<(), String> {
    let chain = Chain::read(&path);
    let (first, step) = match trials::asked("ALPINIST_SLOW") {
        true => (0, 1),
        false => (at % EVERY_DAY, EVERY_DAY),
    };
    let (mut equal, mut not) = (0, 0);
    for number in 0..2 {
        let of = &chain.sides[number];
        let all = executor::mutate::mutants(&of.module, &chain.executed(number));
        for mutant in all.into_iter().skip(first).step_by(step) {
            let mut changed = of.clone();
            changed.module = mutant.of(&of.module);
            let mut sides: [&Side; 2] = chain.sides.each_ref();
            sides[number] = &changed;
            for run in &chain.runs {
                match equal_although(&chain, (sides, number), run) {
                    Ok(true) => equal += 1,
                    Ok(false) => not += 1,
                    Err(how) => {
                        let which = ["old", "new"][number];
                        return Err(format!(
                            "{} at {} of the {which} side: equal, and {how}",
                            mutant.kind, mutant.at
                        ));
                    }
                }
            }
        }
    }
    if trials::asked("SHOW") {
        eprintln!("{}: {equal} equal, {not} not", path.display());
    }
    Ok(())
}

/// Whether two sides are equal; an error if an execution says otherwise. `number` is the side that is a mutant.
fn equal_although(
    chain: &Chain,
    (sides, number): ([&Side; 2], usize),
    run: &Run,
) -> Result<bool, String> {
    let Ok(compared) = chain.verdict(sides, run) else {
        return Ok(false);
    };
    let Some(level) = compared.level() else {
        return Ok(false);
    };
    if chain.races(sides[number], run) {
        return Err("it races".to_owned());
    }
    match chain.differ(sides, run, level) {
        Some(how) => Err(format!("an execution differs: {how}")),
        None => Ok(true),
    }
}

fn main() -> ExitCode {
    let mut suite = Suite::default();
    let chains = files_of("tests/sequences").into_iter();
    let chains = chains.map(|(name, path)| (name, true, path));
    suite.cases("sequences", chains, chain);
    let numbered = files_of("tests/sequences").into_iter().enumerate();
    let numbered = numbered.map(|(at, (name, path))| (name, true, (at, path)));
    suite.cases("sequence_mutants", numbered, chain_mutants);
    let pairs = files().into_iter().map(|(name, path)| (name, true, path));
    suite.cases("pairs", pairs, pair);
    let numbered = files().into_iter().enumerate();
    let numbered = numbered.map(|(at, (name, path))| (name, true, (at, path)));
    suite.cases("mutants", numbered, mutants);
    let asked = |path: &PathBuf| std::fs::read_to_string(path).unwrap().contains("//:all ");
    let all: Vec<_> = files()
        .into_iter()
        .filter(|(_, path)| asked(path))
        .collect();
    let pairs = all.iter().cloned().map(|(name, path)| (name, true, path));
    suite.cases("every", pairs, every);
    let shown = |path: &PathBuf| {
        !std::fs::read_to_string(path)
            .unwrap()
            .contains("//:all open")
    };
    let shown = all.into_iter().filter(|(_, path)| shown(path));
    let shown = shown.map(|(name, path)| (name, true, path));
    suite.cases("every_mutant", shown, every_mutant);
    suite.run()
}

//! Running programs of this repository on random inputs.
#![allow(dead_code, reason = "each of the two test binaries uses a part")]

use oracle::program::Tables;
use oracle::{Limits, Outcome, Stop};
use spec_lang::resolve::Profile;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use text::diagnostics::Severity;
use text::source::SourceFile;

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All programs in a folder and below, in order.
pub fn programs(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let Ok(entries) = std::fs::read_dir(folder) else {
        return found;
    };
    for entry in entries {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(programs(&path));
        } else if path.extension().is_some_and(|end| end == "pvl") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// What a program's `//:: WORD rest` line says.
pub fn header<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    text.lines()
        .take(8)
        .find_map(|line| line.strip_prefix("//:: ")?.strip_prefix(word))
        .map(str::trim)
}

/// How much to do.
#[derive(Clone, Copy)]
pub struct Effort {
    pub inputs: u64,
    pub schedules: u64,
    /// How many inputs may be tried for each that satisfies the precondition.
    pub tries: u64,
    /// For one run.
    pub steps: u64,
    /// For one method; what is left then is not done.
    pub seconds: u64,
}

impl Effort {
    /// A little every day; with `ALPINIST_SLOW=1` everything, or as many inputs and schedules as
    /// `ORACLE_INPUTS` and `ORACLE_SCHEDULES` say.
    pub fn usual(inputs: u64, schedules: u64) -> Self {
        if std::env::var_os("ALPINIST_SLOW").is_some() {
            let setting = |name: &str, usual: u64| {
                let text = std::env::var(name).ok();
                text.and_then(|text| text.parse().ok()).unwrap_or(usual)
            };
            Effort {
                inputs: setting("ORACLE_INPUTS", 200),
                schedules: setting("ORACLE_SCHEDULES", 20),
                tries: 20,
                steps: 20_000_000,
                seconds: setting("ORACLE_SECONDS", 600),
            }
        } else {
            Effort {
                inputs,
                schedules,
                tries: 6,
                steps: 300_000,
                seconds: 600,
            }
        }
    }
}

/// What became of a method.
#[derive(Default, Debug, Clone)]
pub struct Tally {
    /// By word.
    pub outcomes: BTreeMap<&'static str, u64>,
    /// The first violation, with seeds.
    pub violation: Option<String>,
    /// Why it could not be run.
    pub cannot: Option<String>,
}

/// Runs all methods of a program; gives a tally for each, by name. None if it does not resolve.
pub fn run_all(name: &str, text: &str, effort: Effort) -> Option<BTreeMap<String, Tally>> {
    let file = SourceFile::new(name, text);
    oracle::on_large_stack(|| {
        let parsed = spec_lang::parse::parse(std::slice::from_ref(&file));
        let resolved = spec_lang::resolve::resolve(&parsed.program, Profile::Sound);
        let mut all = parsed.diagnostics.iter().chain(&resolved.diagnostics);
        if all.any(|d| d.severity == Severity::Error) {
            return None;
        }
        let tables = Tables::new(&parsed.program, &resolved.resolution);
        let mut found = BTreeMap::new();
        for info in tables.methods.values() {
            // An inline function is checked where it is used, and promises nothing by itself.
            if info.is(spec_lang::ast::ModifierKind::Inline) {
                continue;
            }
            let tally = run_method(&file, &tables, info, effort);
            found.insert(tables.method_name(info), tally);
        }
        Some(found)
    })
    .unwrap()
}

fn run_method(
    file: &SourceFile,
    tables: &Tables<'_>,
    info: &oracle::program::MethodInfo<'_>,
    effort: Effort,
) -> Tally {
    let mut tally = Tally::default();
    let mut good = 0;
    let mut stopped = 0;
    let start = std::time::Instant::now();
    for seed in 0..effort.inputs * effort.tries {
        if good >= effort.inputs || start.elapsed().as_secs() >= effort.seconds {
            break;
        }
        let call = oracle::input::random::random_call(tables, info, seed);
        for schedule in 0..effort.schedules {
            // Every other run sees no more than the contracts.
            let modular = schedule % 2 == 1;
            let limits = Limits {
                steps: effort.steps,
                modular,
                ..Limits::default()
            };
            let outcome = oracle::run(tables, &call, limits, seed * 1000 + schedule);
            *tally.outcomes.entry(outcome.word()).or_default() += 1;
            match &outcome {
                Outcome::Done { .. } => {}
                Outcome::Stopped(Stop::Violation(violation)) => {
                    let line = file.line_column(violation.span.start as usize).line;
                    tally.violation.get_or_insert_with(|| {
                        format!(
                            "{}:{line}: {} {} {:?} [input {seed}, schedule {schedule}]",
                            file.name,
                            violation.kind.code(),
                            violation.message,
                            violation.notes,
                        )
                    });
                    return tally;
                }
                Outcome::Stopped(Stop::Vacuous(..)) => {
                    // Another schedule is no more likely to help.
                    break;
                }
                Outcome::Stopped(Stop::CannotRun(what, span)) => {
                    let line = file.line_column(span.start as usize).line;
                    tally
                        .cannot
                        .get_or_insert_with(|| format!("{}:{line}: {what}", file.name));
                    return tally;
                }
                Outcome::Stopped(_) => {
                    stopped += 1;
                    if stopped > 2 {
                        return tally;
                    }
                    break;
                }
            }
            if schedule == 0 {
                good += 1;
            }
        }
    }
    tally
}

const SMALL: Effort = Effort {
    inputs: 20,
    schedules: 6,
    tries: 10,
    steps: 100_000,
    seconds: 60,
};

/// The outcome of the method `m` of a small program: the code of a violation, or the most
/// frequent word.
pub fn outcome(text: &str) -> String {
    let found = run_all("p.pvl", text, SMALL).expect("resolves");
    let (_, tally) = found
        .iter()
        .find(|(name, _)| name.ends_with('m'))
        .expect("has `m`");
    match &tally.violation {
        Some(violation) => violation.split(' ').nth(1).unwrap().to_owned(),
        None => {
            let most = tally.outcomes.iter().max_by_key(|(_, count)| **count);
            (*most.expect("ran").0).to_owned()
        }
    }
}

//! Mutants: what a run shows to be wrong must not verify.
//!
//! Verified programs are changed in one place each (`oracle::mutate`); the oracle runs the mutant
//! on random inputs and orders, and where it finds a violation the checker must not verify.
//!
//! `MUTANTS=N` takes N mutants (the everyday test a few), `MUTANTS_SEED` others,
//! `MUTANTS_FILTER` selects programs by name, `MUTANTS_ALL=1` asks the checker about all of
//! them, not only those that the oracle refutes. The table is in `docs/oracle.md`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use checker::smt::{PoolConfig, SolverPool};
use checker::{Settings, Silent, Summary};
use common::{programs, root};
use oracle::input::random::random_call;
use oracle::mutate::mutants;
use oracle::program::Tables;
use oracle::{Limits, Outcome, Stop};
use spec_lang::ast::Program;
use spec_lang::diagnostics::Severity;
use spec_lang::resolve::{Profile, Resolution};
use spec_lang::source::SourceFile;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Mutex;

struct Read {
    file: SourceFile,
    program: Program,
    names: Resolution,
}

fn read(name: &str, text: &str) -> Option<Read> {
    let file = SourceFile::new(name, text);
    let parsed = spec_lang::parse::parse(std::slice::from_ref(&file));
    let resolved = spec_lang::resolve::resolve(&parsed.program, Profile::Sound);
    let mut all = parsed.diagnostics.iter().chain(&resolved.diagnostics);
    let wrong = all.any(|d| d.severity == Severity::Error);
    (!wrong).then_some(Read {
        file,
        program: parsed.program,
        names: resolved.resolution,
    })
}

/// What the oracle finds: a violation, or how many runs ended.
fn judge(read: &Read, inputs: u64, schedules: u64) -> Result<u64, String> {
    oracle::on_large_stack(|| {
        let tables = Tables::new(&read.program, &read.names);
        let mut ended = 0;
        for info in tables.methods.values() {
            let mut good = 0;
            let mut stopped = 0;
            for seed in 0..inputs * 6 {
                if good >= inputs || stopped > 2 {
                    break;
                }
                let call = random_call(&tables, info, seed);
                for schedule in 0..schedules {
                    let modular = schedule % 2 == 1;
                    let limits = Limits {
                        steps: 100_000,
                        modular,
                        ..Limits::default()
                    };
                    match oracle::run(&tables, &call, limits, seed * 1000 + schedule) {
                        Outcome::Done { .. } => ended += 1,
                        Outcome::Stopped(Stop::Violation(violation)) => {
                            let at = violation.span.start as usize;
                            let line = read.file.line_column(at).line;
                            let name = tables.method_name(info);
                            return Err(format!(
                                "{name}, line {line}: {} {} {:?} [{seed}, {schedule}] {}",
                                violation.kind.code(),
                                violation.message,
                                violation.notes,
                                violation.other.as_ref().map_or("", |(span, _)| {
                                    read.file.slice(*span).split('(').next().unwrap_or("")
                                })
                            ));
                        }
                        Outcome::Stopped(Stop::Vacuous(..)) => break,
                        Outcome::Stopped(Stop::CannotRun(..)) => {
                            stopped = 9;
                            break;
                        }
                        Outcome::Stopped(_) => {
                            stopped += 1;
                            break;
                        }
                    }
                    if schedule == 0 {
                        good += 1;
                    }
                }
            }
        }
        Ok(ended)
    })
    .unwrap_or_else(Err)
}

/// What the checker says, with what it trusts.
fn verdict(read: &Read, pool: &SolverPool) -> (&'static str, usize) {
    let settings = Settings {
        timeout_ms: 3000,
        ..Settings::default()
    };
    let report = checker::check(&read.program, &read.names, &settings, pool, &Silent);
    let word = match report.summary() {
        Summary::Verified => "verified",
        Summary::Nothing => "nothing",
        Summary::Failed => "failed",
        Summary::Unknown => "unknown",
    };
    (word, report.trusted.len())
}

/// The programs that mutants are made of.
fn bases() -> Vec<PathBuf> {
    let filter = std::env::var("MUTANTS_FILTER").unwrap_or_default();
    let mut found = programs(&root().join("examples"));
    found.extend(programs(&root().join("checker/traps")));
    let is_base = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).unwrap();
        let mut lines = text.lines().take(8);
        lines.any(|line| line == "//:: expect verified")
            && !text.contains("vercors-1.4")
            && path.to_string_lossy().contains(&filter)
    };
    found.retain(is_base);
    // Of the corpus what verifies, as `ORACLE_VERDICTS` says (lines `STATUS PATH`).
    if let Ok(verdicts) = std::env::var("ORACLE_VERDICTS") {
        let folder = std::env::var("ALPINIST_CORPUS")
            .map_or_else(|_| root().join("../shared/corpus"), PathBuf::from);
        let verdicts = std::fs::read_to_string(verdicts).unwrap();
        let verified = verdicts.lines().filter_map(|line| line.strip_prefix("0 "));
        found.extend(
            verified
                .filter(|path| path.contains(&filter))
                .map(|path| folder.join(path)),
        );
    }
    found
}

/// With `MUTANTS_KNOWN=TEXT`, violations whose message contains the text are passed over, to go
/// on behind a finding that is known.
fn known(violation: &str) -> bool {
    std::env::var("MUTANTS_KNOWN").is_ok_and(|text| violation.contains(&text))
}

#[derive(Default)]
struct Row {
    made: u64,
    /// Does not resolve.
    refused: u64,
    /// The oracle finds a violation.
    refuted: u64,
    /// No run ended, so the oracle says nothing.
    silent: u64,
    /// Refuted and not verified.
    caught: u64,
    /// Not refuted, and the checker verifies; only if asked.
    both_pass: u64,
    /// Not refuted, and the checker does not verify; only if asked.
    stricter: u64,
}

#[test]
fn what_a_run_shows_to_be_wrong_does_not_verify() {
    let number = |name: &str, usual: u64| {
        std::env::var(name)
            .ok()
            .and_then(|text| text.parse().ok())
            .unwrap_or(usual)
    };
    let count = number("MUTANTS", 40);
    let seed = number("MUTANTS_SEED", 0);
    let ask_always = std::env::var_os("MUTANTS_ALL").is_some();
    let pool = SolverPool::new(PoolConfig::new(env!("CARGO_BIN_EXE_alpinist")));
    let mut chosen = Vec::new();
    for path in bases() {
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let Some(base) = read(&name, &text) else {
            continue;
        };
        let tables = Tables::new(&base.program, &base.names);
        let all = mutants(&base.file, &base.program, &tables, seed);
        for (at, mutant) in all.into_iter().enumerate() {
            chosen.push((
                at,
                mutant.applied(&base.file),
                mutant.described(&base.file),
                mutant.kind,
            ));
        }
    }
    // The first of each program, then the second of each, and so on.
    chosen.sort_by_key(|(at, _, _, _)| *at);
    println!("{} mutants there are, {count} are taken", chosen.len());
    chosen.truncate(usize::try_from(count).unwrap());
    let next = Mutex::new(chosen.into_iter());
    let rows: Mutex<BTreeMap<&'static str, Row>> = Mutex::default();
    let wrong: Mutex<Vec<String>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let Some((_, text, what, kind)) = next.lock().unwrap().next() else {
                        break;
                    };
                    let mut row = Row {
                        made: 1,
                        ..Row::default()
                    };
                    match read("mutant.pvl", &text) {
                        None => row.refused = 1,
                        Some(mutant) => match judge(&mutant, 12, 4) {
                            Err(violation) => {
                                row.refuted = 1;
                                if known(&violation) {
                                    rows.lock().unwrap().entry("(known)").or_default().made += 1;
                                    continue;
                                }
                                let (word, trusted) = verdict(&mutant, &pool);
                                if word == "verified" && trusted == 0 {
                                    let said = format!("{what}\n  {violation}\n{text}\n");
                                    println!("VERIFIED AND WRONG: {said}");
                                    wrong.lock().unwrap().push(said);
                                } else {
                                    row.caught = 1;
                                }
                            }
                            Ok(ended) => {
                                row.silent = u64::from(ended == 0);
                                if ask_always {
                                    let (word, _) = verdict(&mutant, &pool);
                                    row.both_pass = u64::from(word == "verified");
                                    row.stricter = u64::from(word != "verified");
                                }
                            }
                        },
                    }
                    let mut rows = rows.lock().unwrap();
                    let total = rows.entry(kind).or_default();
                    total.made += row.made;
                    total.refused += row.refused;
                    total.refuted += row.refuted;
                    total.silent += row.silent;
                    total.caught += row.caught;
                    total.both_pass += row.both_pass;
                    total.stricter += row.stricter;
                }
            });
        }
    });
    println!(
        "| change | mutants | not a program | oracle refutes | of these not verified | no run ended |"
    );
    println!("|---|---|---|---|---|---|");
    let mut sum = Row::default();
    for (kind, row) in rows.into_inner().unwrap() {
        println!(
            "| {kind} | {} | {} | {} | {} | {} |",
            row.made, row.refused, row.refuted, row.caught, row.silent
        );
        sum.made += row.made;
        sum.refused += row.refused;
        sum.refuted += row.refuted;
        sum.caught += row.caught;
        sum.silent += row.silent;
        sum.both_pass += row.both_pass;
        sum.stricter += row.stricter;
    }
    println!(
        "| **all** | {} | {} | {} | {} | {} |",
        sum.made, sum.refused, sum.refuted, sum.caught, sum.silent
    );
    if ask_always {
        println!(
            "not refuted: {} verified, {} not verified",
            sum.both_pass, sum.stricter
        );
    }
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{} verified and wrong", wrong.len());
    assert!(sum.refuted > 0);
}

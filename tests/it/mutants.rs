//! Mutants: what a run shows to be wrong must not verify.
//!
//! Verified programs are changed in one place each (`oracle::mutate`); the oracle runs the mutant
//! on random inputs and orders, and where it finds a violation the checker must not verify.
//!
//! Of transformations' results too: there a rule of the transformation is broken
//! (`oracle::mutate::broken_rules`), and the mutant is also compared with the original.
//!
//! `MUTANTS=N` takes N mutants (the everyday test a few), `MUTANTS_SEED` others, `MUTANTS_FROM=K`
//! begins behind the first K, `MUTANTS_FILTER` selects programs by name, `MUTANTS_ALL=1` asks the
//! checker about all of them, not only those that a run refutes. The table is in `docs/oracle.md`.

use crate::common::{each, programs, root, solvers};
use crate::judge::{
    Effort, Read, Task, header, judge, new_lines, read, setting, short, verified_corpus,
};
use oracle::mutate::{Mutant, broken_rules, mutants};
use oracle::program::Tables;
use oracle::side_by_side::Layouts;
use pipeline::check::Settings;
use seplog::Silent;
use seplog::report::Summary;
use solver::smt::SolverPool;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use text::source::SourceFile;

/// What the checker says, with what it trusts.
fn verdict(read: &Read, pool: &SolverPool) -> (&'static str, usize) {
    // The resource limit decides, not the clock: a busy machine must not make us believe that
    // something does not verify.
    let settings = Settings {
        proofs: seplog::Settings {
            rlimit: Some(setting("MUTANTS_RLIMIT", 600_000)),
            ..seplog::Settings::default()
        },
        ..Settings::default()
    };
    let report = pipeline::check::check(&read.program, &read.names, &settings, pool, &Silent);
    let word = match report.summary() {
        Summary::Verified => "verified",
        Summary::Nothing => "nothing",
        Summary::Failed => "failed",
        Summary::Unknown => "unknown",
    };
    (word, report.trusted.len())
}

/// An original that a result is compared with.
struct Original {
    program: String,
    layouts: Layouts,
}

/// A wrong program, perhaps.
struct Candidate {
    /// Its number among those of its base.
    at: usize,
    base: Arc<SourceFile>,
    mutant: Mutant,
    /// Of a transformation's result, what it was made of.
    original: Option<Arc<Original>>,
}

impl Candidate {
    /// The kind of change; of a result's rules apart.
    fn kind(&self) -> String {
        match self.original {
            Some(_) => format!("result: {}", self.mutant.kind),
            None => self.mutant.kind.to_owned(),
        }
    }
}

/// The verified programs that mutants are made of.
fn bases() -> Vec<PathBuf> {
    let mut found = programs(&root().join("examples"));
    found.extend(programs(&root().join("tests/traps")));
    found.retain(|path| {
        let text = std::fs::read_to_string(path).unwrap();
        header(&text, "expect").is_some_and(|words| words.starts_with("verified"))
            && !text.contains("vercors-1.4")
    });
    found.extend(verified_corpus());
    found
}

/// Mutants of programs, and of what transformations made of them, which are compared with the
/// originals as well.
fn candidates(seed: u64, most: u64) -> Vec<Candidate> {
    let filter = std::env::var("MUTANTS_FILTER").unwrap_or_default();
    let mut paths = bases();
    paths.retain(|path| short(path).contains(&filter));
    // A few mutants come of a few programs, from all over.
    let apart = paths.len() / usize::try_from(most).unwrap().max(1);
    let paths: Vec<PathBuf> = paths.into_iter().step_by(apart.max(1)).collect();
    let found = each(&paths, |path| of_base(path, seed));
    let mut all: Vec<Candidate> = found.into_iter().flatten().collect();
    // The first of each program, then the second of each, and so on.
    all.sort_by_key(|candidate| candidate.at);
    all
}

/// Those of a program and of its result.
fn of_base(path: &Path, seed: u64) -> Vec<Candidate> {
    let base = short(path);
    let text = std::fs::read_to_string(path).unwrap();
    let Some(program) = read(&base, &text) else {
        return Vec::new();
    };
    let tables = Tables::new(&program.program, &program.names);
    let file = Arc::new(program.file.clone());
    let mut all: Vec<Candidate> = mutants(&file, &program.program, &tables, seed)
        .into_iter()
        .enumerate()
        .map(|(at, mutant)| Candidate {
            at,
            base: file.clone(),
            mutant,
            original: None,
        })
        .collect();
    all.extend(of_result(path.to_path_buf(), seed));
    all
}

/// The result of a program's directives or options, with a rule broken.
fn of_result(path: PathBuf, seed: u64) -> Vec<Candidate> {
    let base = format!("{} (result)", short(&path));
    let Some(task) = Task::of(path) else {
        return Vec::new();
    };
    let run = task.result(false);
    let Some(result) = read(&base, &run.stdout).filter(|_| !run.stdout.trim().is_empty()) else {
        return Vec::new();
    };
    let tables = Tables::new(&result.program, &result.names);
    let lines = new_lines(&task.text, &run.stdout);
    let original = Arc::new(Original {
        layouts: task.layouts(),
        program: task.text,
    });
    let file = Arc::new(result.file.clone());
    broken_rules(&file, &result.program, &tables, &lines, seed)
        .into_iter()
        .enumerate()
        .map(|(at, mutant)| Candidate {
            at,
            base: file.clone(),
            mutant,
            original: Some(original.clone()),
        })
        .collect()
}

/// With `MUTANTS_KNOWN=TEXT`, violations whose message contains the text are passed over, to go
/// on behind a finding that is known.
fn known(violation: &str) -> bool {
    std::env::var("MUTANTS_KNOWN").is_ok_and(|text| violation.contains(&text))
}

/// Counts of one kind of change.
#[derive(Default)]
struct Row {
    made: u64,
    /// Does not resolve.
    refused: u64,
    /// A run finds a violation.
    refuted: u64,
    /// Refuted by a run and not verified.
    caught: u64,
    /// Of results: no violation, but not what the original does.
    different: u64,
    /// Different and not verified either. The others keep the contract, which says less.
    different_caught: u64,
    /// No run shows anything, and the checker does not verify; only if asked.
    stricter: u64,
    /// No run shows anything, and the checker verifies; only if asked.
    survived: u64,
    /// No run ended, so runs say nothing.
    silent: u64,
    runs: u64,
    pairs: u64,
}

impl Row {
    fn add(&mut self, other: &Row) {
        self.made += other.made;
        self.refused += other.refused;
        self.refuted += other.refuted;
        self.caught += other.caught;
        self.different += other.different;
        self.different_caught += other.different_caught;
        self.stricter += other.stricter;
        self.survived += other.survived;
        self.silent += other.silent;
        self.runs += other.runs;
        self.pairs += other.pairs;
    }

    fn line(&self, name: &str) -> String {
        let cells = [
            self.made,
            self.refused,
            self.refuted,
            self.caught,
            self.different,
            self.different_caught,
            self.stricter,
            self.survived,
            self.silent,
        ];
        let cells: Vec<String> = cells.iter().map(u64::to_string).collect();
        format!("| {name} | {} |", cells.join(" | "))
    }
}

/// What becomes of one mutant; a text if it is wrong and verified.
fn tried(
    candidate: &Candidate,
    pool: &SolverPool,
    ask_always: bool,
) -> (String, Row, Option<String>) {
    let text = candidate.mutant.applied(&candidate.base);
    let described = || candidate.mutant.described(&candidate.base);
    let mut row = Row {
        made: 1,
        ..Row::default()
    };
    let Some(mutant) = read("mutant.pvl", &text) else {
        row.refused = 1;
        return (candidate.kind(), row, None);
    };
    let judged = judge(&mutant, 12, 4);
    row.runs = judged.ended;
    if let Some(violation) = judged.violation {
        if known(&violation) {
            return ("(known)".to_owned(), row, None);
        }
        row.refuted = 1;
        let (word, trusted) = verdict(&mutant, pool);
        if word == "verified" && trusted == 0 {
            let said = format!("{}\n  {violation}\n{text}\n", described());
            return (candidate.kind(), row, Some(said));
        }
        row.caught = 1;
        return (candidate.kind(), row, None);
    }
    row.silent = u64::from(judged.ended == 0);
    let different = candidate.original.as_ref().is_some_and(|original| {
        let before = read("original.pvl", &original.program).unwrap();
        let effort = Effort {
            inputs: 12,
            schedules: 3,
            time: Duration::from_secs(5),
            steps: crate::judge::FEW_STEPS,
        };
        let compared = crate::judge::side_by_side(&before, &mutant, &original.layouts, effort);
        row.pairs = compared.same();
        compared.fault.is_some()
    });
    if different {
        row.different = 1;
        let (word, _) = verdict(&mutant, pool);
        row.different_caught = u64::from(word != "verified");
    } else if ask_always {
        let (word, trusted) = verdict(&mutant, pool);
        let verified = word == "verified" && trusted == 0;
        row.survived = u64::from(verified);
        row.stricter = u64::from(!verified);
        if verified {
            println!("survived: {}", described());
        }
    }
    (candidate.kind(), row, None)
}

/// Prints the counts; gives the sum.
fn table(rows: &BTreeMap<String, Row>) -> Row {
    println!(
        "| change | mutants | not a program | refuted by a run | of these not verified | \
         runs otherwise | of these not verified | only the checker refuses | survived | no run ended |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    let mut sum = Row::default();
    for (kind, row) in rows {
        println!("{}", row.line(kind));
        sum.add(row);
    }
    println!("{}", sum.line("**all**"));
    sum
}

#[test]
fn what_a_run_shows_to_be_wrong_does_not_verify() {
    let count = setting("MUTANTS", 60);
    let seed = setting("MUTANTS_SEED", 0);
    let from = setting("MUTANTS_FROM", 0);
    let ask_always = std::env::var_os("MUTANTS_ALL").is_some();
    let pool = solvers();
    let mut chosen = candidates(seed, from + count);
    println!("{} mutants there are, {count} are taken", chosen.len());
    chosen.drain(..usize::try_from(from).unwrap().min(chosen.len()));
    chosen.truncate(usize::try_from(count).unwrap());
    let bases: BTreeSet<&str> = chosen.iter().map(|c| c.base.name.as_str()).collect();
    let bases = bases.len();
    let next = Mutex::new(chosen.into_iter());
    let rows: Mutex<BTreeMap<String, Row>> = Mutex::default();
    let wrong: Mutex<Vec<String>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..setting("MUTANTS_JOBS", rayon::current_num_threads() as u64) {
            scope.spawn(|| {
                loop {
                    let Some(candidate) = next.lock().unwrap().next() else {
                        break;
                    };
                    let (kind, row, said) = tried(&candidate, pool, ask_always);
                    if let Some(said) = said {
                        println!("VERIFIED AND WRONG: {said}");
                        wrong.lock().unwrap().push(said);
                    }
                    let mut rows = rows.lock().unwrap();
                    rows.entry(kind).or_default().add(&row);
                    let done: u64 = rows.values().map(|row| row.made).sum();
                    // A long run that is stopped has said something.
                    if done.is_multiple_of(250) {
                        println!("after {done}:");
                        table(&rows);
                    }
                }
            });
        }
    });
    let sum = table(&rows.into_inner().unwrap());
    println!(
        "{bases} programs, {} runs without a violation, {} pairs of runs agree",
        sum.runs, sum.pairs
    );
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{} verified and wrong", wrong.len());
    assert!(sum.refuted > 0);
}

//! Every row of the corpus is run, and must come out no worse than `tests/corpus-table.tsv` has it.
//!
//! The corpus is looked for in `ALPINIST_CORPUS`, else beside the repository. Rows that took more
//! than five seconds when they were recorded are run with `ALPINIST_SLOW=1` only;
//! `ALPINIST_UPDATE=1` records what came out. A word on the command line selects rows by name.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod judge;
mod manifest;
mod runs;
mod table;

use judge::{Outcome, judge};
use libtest_mimic::{Arguments, Failed, Trial};
use manifest::{Row, rows};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use table::{Record, Table};

/// What is done with the files of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Check {
    /// `verify` under the default profile.
    Sound,
    /// `verify --profile vercors-1.4`.
    Legacy,
    /// The directives, under vercors-1.4.
    Transform,
    /// The directives, under the default profile: a result or a refusal.
    TransformSound,
}

impl Check {
    fn name(self) -> &'static str {
        match self {
            Check::Sound => "sound",
            Check::Legacy => "legacy",
            Check::Transform => "transform",
            Check::TransformSound => "transform-sound",
        }
    }
}

/// A row took so long, in seconds, that it is no everyday row.
const SLOW: f64 = 5.0;

fn main() -> ExitCode {
    let mut args = Arguments::from_args();
    let named = std::env::var_os("ALPINIST_CORPUS").map(PathBuf::from);
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    let folder = named.clone().unwrap_or(beside);
    let Ok(text) = std::fs::read_to_string(folder.join("manifest.tsv")) else {
        println!("skipped: no corpus at {}", folder.display());
        return ExitCode::SUCCESS;
    };
    let asked = |name| std::env::var_os(name).is_some_and(|value| value != "0");
    let (update, slow_too) = (asked("ALPINIST_UPDATE"), asked("ALPINIST_SLOW"));
    let work = Arc::new(Work {
        folder: folder.canonicalize().unwrap(),
        recorded: Table::read(),
        // A corpus of one's own has no records.
        strict: named.is_none() && !update,
        found: Mutex::new(BTreeMap::new()),
    });
    let mut trials = Vec::new();
    let mut known = Vec::new();
    for row in rows(&text) {
        for check in row.checks() {
            let key = (row.id.clone(), check.name().to_owned());
            let slow = work.recorded.get(&key).is_some_and(|old| old.slow);
            known.push(key.clone());
            let (work, row) = (Arc::clone(&work), row.clone());
            let name = format!("{} {}", key.0, key.1);
            let trial = Trial::test(name, move || work.run(&row, check, key));
            trials.push(trial.with_ignored_flag(slow && !slow_too));
        }
    }
    // Each of them is several processes already.
    args.test_threads = args.test_threads.or(Some(2));
    let conclusion = libtest_mimic::run(&args, trials);
    let found = work.found.lock().unwrap();
    let all = work.recorded.with(&found, &known);
    if update {
        all.write();
    }
    println!(
        "{} checks run: {}",
        found.len(),
        table::counts(found.values())
    );
    println!("{} on record: {}", all.len(), table::counts(all.records()));
    conclusion.exit_code()
}

/// What the rows share.
struct Work {
    folder: PathBuf,
    recorded: Table,
    strict: bool,
    found: Mutex<BTreeMap<table::Key, Record>>,
}

impl Work {
    fn run(&self, row: &Row, check: Check, key: table::Key) -> Result<(), Failed> {
        let run = runs::run(&self.folder, row, check);
        let (outcome, why) = judge(&self.folder, row, check, &run);
        let old = self.recorded.get(&key);
        let record = Record {
            outcome,
            status: run.status,
            slow: run.seconds > SLOW,
            note: table::kept_note(old, outcome, &why),
            why,
        };
        self.found.lock().unwrap().insert(key, record.clone());
        let came = format!(
            "{} (status {}) {}",
            outcome.name(),
            record.status,
            record.why
        );
        match old {
            Some(old) if outcome > old.outcome => {
                Err(format!("was {}, is {came}", old.outcome.name()).into())
            }
            Some(old) if outcome < old.outcome => {
                println!("better than on record: {} {}: {came}", row.id, check.name());
                Ok(())
            }
            None if self.strict => {
                Err(format!("not on record, is {came}; ALPINIST_UPDATE=1 records it").into())
            }
            // Whatever the record says: these are never accepted in silence.
            Some(_) | None if outcome == Outcome::Crashed => Err(came.into()),
            Some(_) | None => Ok(()),
        }
    }
}

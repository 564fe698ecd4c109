//! Every row of the corpus is run, and must come out no worse than `tests/corpus-table.tsv` has it.
//!
//! The corpus is looked for in `ALPINIST_CORPUS`, else beside the repository. Rows that took more
//! than two seconds when they were recorded are run with `ALPINIST_SLOW=1` only, and of the others every day
//! one in three;
//! `ALPINIST_UPDATE=1` records what came out. `ALPINIST_ONLY=WORD` takes the
//! rows with the word in their names.

mod judge;
mod manifest;
mod runs;
mod table;

use crate::common::each::{each, none_failed, one_in, wanted};
use crate::common::{asked, root, say};
use judge::{Outcome, judge};
use manifest::{Row, rows};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
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
const SLOW: f64 = 2.0;

#[test]
fn rows_come_out_no_worse_than_on_record() {
    let named = std::env::var_os("ALPINIST_CORPUS").map(PathBuf::from);
    let folder = named.clone().unwrap_or(root().join("../shared/corpus"));
    let Ok(text) = std::fs::read_to_string(folder.join("manifest.tsv")) else {
        say(&format!("skipped: no corpus at {}", folder.display()));
        return;
    };
    let (update, slow_too) = (asked("ALPINIST_UPDATE"), asked("ALPINIST_SLOW"));
    let recorded = Table::read();
    // A corpus of one's own has no records.
    let strict = named.is_none() && !update;
    let mut known = Vec::new();
    let mut chosen = Vec::new();
    let mut slow = 0;
    for row in rows(&text) {
        for check in row.checks() {
            let key = (row.id.clone(), check.name().to_owned());
            known.push(key.clone());
            let left = !slow_too && recorded.get(&key).is_some_and(|old| old.slow);
            slow += usize::from(left);
            if !left && wanted(&row.id) {
                chosen.push((row.clone(), check, key));
            }
        }
    }
    let chosen = one_in(3, chosen);
    let folder = folder.canonicalize().unwrap();
    let records = each(&chosen, |(row, check, key)| {
        record(&folder, row, *check, recorded.get(key))
    });
    let mut found = BTreeMap::new();
    let mut results = Vec::new();
    for ((row, check, key), record) in chosen.iter().zip(records) {
        let name = format!("{} {}", row.id, check.name());
        let result = record.and_then(|record| {
            found.insert(key.clone(), record.clone());
            compared(&name, recorded.get(key), &record, strict)
        });
        results.push((name, result));
    }
    let all = recorded.with(&found, &known);
    if update {
        all.write();
    }
    say(&format!(
        "corpus: {} checks run: {}; {slow} slow ones only with ALPINIST_SLOW=1\ncorpus: {} on record: {}",
        found.len(),
        table::counts(found.values()),
        all.len(),
        table::counts(all.records())
    ));
    none_failed(results);
}

/// Runs a row: what is to be put on record.
fn record(folder: &Path, row: &Row, check: Check, old: Option<&Record>) -> Record {
    let run = runs::run(folder, row, check);
    let (outcome, why) = judge(folder, row, check, &run);
    Record {
        outcome,
        status: run.status,
        slow: run.seconds > SLOW,
        note: table::kept_note(old, outcome, &why),
        why,
    }
}

/// What came out, against what is on record.
fn compared(name: &str, old: Option<&Record>, new: &Record, strict: bool) -> Result<(), String> {
    let came = format!("{} (status {}) {}", new.outcome.name(), new.status, new.why);
    match old {
        Some(old) if new.outcome > old.outcome => {
            Err(format!("was {}, is {came}", old.outcome.name()))
        }
        Some(old) if new.outcome < old.outcome => {
            say(&format!("better than on record: {name}: {came}"));
            Ok(())
        }
        None if strict => Err(format!(
            "not on record, is {came}; ALPINIST_UPDATE=1 records it"
        )),
        // Whatever the record says: these are never accepted in silence.
        Some(_) | None if new.outcome == Outcome::Crashed => Err(came),
        Some(_) | None => Ok(()),
    }
}

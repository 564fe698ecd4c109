//! Every row of the corpus is run, and must come out no worse than `tests/corpus-table.tsv` has it.
//!
//! The corpus is looked for in `ALPINIST_CORPUS`, else beside the repository. Rows that took more
//! than two seconds when they were recorded are run with `ALPINIST_SLOW=1` only, and of the others every day
//! one in six.

mod judge;
mod manifest;
mod runs;

use crate::common::{corpus, root, say};
use judge::{Outcome, judge};
use manifest::rows;
use trials::{Suite, Table, one_in, updating};

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

pub fn add(suite: &mut Suite) {
    let folder = corpus();
    let Ok(text) = std::fs::read_to_string(folder.join("manifest.tsv")) else {
        return suite.absent("corpus", format!("no corpus at {}", folder.display()));
    };
    let folder = folder.canonicalize().unwrap();
    // A corpus of one's own has no records.
    let strict = std::env::var_os("ALPINIST_CORPUS").is_none() && !updating();
    let table = Table::read(root().join("tests/corpus-table.tsv"), 2, 2);
    let rows = rows(&text).into_iter();
    let named = rows.flat_map(|row| {
        let checks = row.checks().into_iter();
        let named = checks.map(|check| {
            (
                format!("{}\t{}", row.id, check.name()),
                (row.clone(), check),
            )
        });
        named.collect::<Vec<_>>()
    });
    let named: Vec<_> = named.collect();
    let mut keys: Vec<String> = named.iter().map(|(key, _)| key.clone()).collect();
    keys.sort_by_cached_key(|key| key.split('\t').map(str::to_owned).collect::<Vec<_>>());
    keys.dedup();
    suite.table("corpus", &table, keys);
    let cases = one_in(6, named, |key| table.column(key, 4) == Some("slow"));
    let cases = cases
        .into_iter()
        .map(|(key, daily, (row, check))| (key.replace('\t', "/"), daily, (key, row, check)));
    suite.cases("corpus", cases, move |(key, row, check)| {
        let run = runs::run(&folder, &row, check);
        let (outcome, why) = judge(&folder, &row, check, &run);
        let (name, status) = (outcome.name(), run.status);
        let slow = if run.seconds > SLOW { "slow" } else { "" };
        let line = format!(
            "{key}\t{name}\t{status}\t{slow}\t{why}\t{}",
            kept_note(&table, &key, name, &why)
        );
        table.found(&key, vec![line.trim_end().to_owned()]);
        let came = format!("{name} (status {status}) {why}");
        match table.before(&key, 2).map(Outcome::named) {
            Some(old) if outcome > old => Err(format!("was {}, is {came}", old.name())),
            Some(old) if outcome < old => {
                say(&format!("better than on record: {key}: {came}"));
                Ok(())
            }
            None if strict => Err(format!(
                "not on record, is {came}; ALPINIST_UPDATE=1 records it"
            )),
            // Whatever the record says: these are never accepted in silence.
            _ if outcome == Outcome::Crashed => Err(came),
            _ => Ok(()),
        }
    });
}

/// The note of the row on record, which is written by hand, if the new one is the same in all it explains.
fn kept_note<'a>(table: &'a Table, key: &str, outcome: &str, why: &str) -> &'a str {
    let code = |why: &str| why.split(' ').next().map(str::to_owned);
    let same = table.column(key, 2) == Some(outcome)
        && code(table.column(key, 5).unwrap_or_default()) == code(why);
    table.column(key, 6).filter(|_| same).unwrap_or_default()
}

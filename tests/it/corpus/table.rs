//! The table of what came out when it was last recorded.

use super::judge::Outcome;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A row's name and that of the check.
pub type Key = (String, String);

/// What is on record of a check.
#[derive(Clone, Debug)]
pub struct Record {
    pub outcome: Outcome,
    pub status: i32,
    pub slow: bool,
    /// The first thing that was said.
    pub why: String,
    /// An explanation written by hand, kept as long as the rest stays.
    pub note: String,
}

/// All records, by name.
#[derive(Clone, Debug)]
pub struct Table(BTreeMap<Key, Record>);

const HEADING: &str = "row\tcheck\toutcome\tstatus\tslow\twhy\tnote";

fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/corpus-table.tsv")
}

impl Table {
    /// What is on file; empty if there is nothing.
    pub fn read() -> Table {
        let text = std::fs::read_to_string(path()).unwrap_or_default();
        Table(text.lines().skip(1).map(record).collect())
    }

    pub fn get(&self, key: &Key) -> Option<&Record> {
        self.0.get(key)
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn records(&self) -> impl Iterator<Item = &Record> {
        self.0.values()
    }

    /// These records, the found ones instead where there are, and only the known ones.
    pub fn with(&self, found: &BTreeMap<Key, Record>, known: &[Key]) -> Table {
        let newest = |key: &Key| found.get(key).or_else(|| self.get(key)).cloned();
        let known = known.iter();
        Table(
            known
                .filter_map(|key| Some((key.clone(), newest(key)?)))
                .collect(),
        )
    }

    pub fn write(&self) {
        let mut text = format!("{HEADING}\n");
        for ((row, check), record) in &self.0 {
            let slow = if record.slow { "slow" } else { "" };
            let cells = [
                row,
                check,
                record.outcome.name(),
                &record.status.to_string(),
                slow,
                &record.why,
                &record.note,
            ];
            text.push_str(cells.join("\t").trim_end());
            text.push('\n');
        }
        std::fs::write(path(), text).unwrap();
    }
}

fn record(line: &str) -> (Key, Record) {
    let mut cells = line.split('\t').map(str::to_owned);
    let mut cell = || cells.next().unwrap_or_default();
    let key = (cell(), cell());
    let outcome = cell();
    let record = Record {
        outcome: Outcome::ALL
            .into_iter()
            .find(|one| one.name() == outcome)
            .unwrap_or_else(|| panic!("{key:?}: `{outcome}` is not an outcome")),
        status: cell().parse().unwrap(),
        slow: cell() == "slow",
        why: cell(),
        note: cell(),
    };
    (key, record)
}

/// The note of an old record, if the new one is the same in all it explains.
pub fn kept_note(old: Option<&Record>, outcome: Outcome, why: &str) -> String {
    let code = |why: &str| why.split(' ').next().map(str::to_owned);
    match old {
        Some(old) if old.outcome == outcome && code(&old.why) == code(why) => old.note.clone(),
        _ => String::new(),
    }
}

/// How many there are of each outcome.
pub fn counts<'a>(records: impl IntoIterator<Item = &'a Record>) -> String {
    let mut counts: BTreeMap<Outcome, usize> = BTreeMap::new();
    for record in records {
        *counts.entry(record.outcome).or_default() += 1;
    }
    let counts = counts
        .iter()
        .map(|(outcome, count)| format!("{count} {}", outcome.name()));
    counts.collect::<Vec<_>>().join(", ")
}

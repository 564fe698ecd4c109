//! Tables of recorded outcomes: text files with a heading and columns that tabs separate.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

type Rows = BTreeMap<String, Vec<String>>;

/// The rows on record and those found in this run, by key: the text of the first columns.
pub struct Table {
    path: PathBuf,
    heading: String,
    /// The number of the column that counts as the outcome, from 0.
    outcome: usize,
    recorded: Rows,
    found: Mutex<Rows>,
}

impl Table {
    /// Reads a table whose first `keys` columns are the key; several rows may have the same one.
    #[must_use]
    pub fn read(path: PathBuf, keys: usize, outcome: usize) -> Arc<Table> {
        let text = std::fs::read_to_string(&path).unwrap();
        let mut lines = text.lines();
        let heading = lines.next().unwrap_or_default().to_owned();
        let mut recorded = Rows::new();
        for line in lines {
            let key: Vec<&str> = line.split('\t').take(keys).collect();
            recorded
                .entry(key.join("\t"))
                .or_default()
                .push(line.to_owned());
        }
        let found = Mutex::default();
        Arc::new(Table {
            path,
            heading,
            outcome,
            recorded,
            found,
        })
    }

    /// The rows on record with a key.
    #[must_use]
    pub fn rows(&self, key: &str) -> &[String] {
        self.recorded.get(key).map_or(&[], Vec::as_slice)
    }

    /// A column of the first row on record with a key, or nothing.
    #[must_use]
    pub fn column(&self, key: &str, number: usize) -> Option<&str> {
        self.rows(key).first()?.split('\t').nth(number)
    }

    /// The same, and nothing where what is on record is to be replaced.
    #[must_use]
    pub fn before(&self, key: &str, number: usize) -> Option<&str> {
        self.column(key, number).filter(|_| !crate::updating())
    }

    /// All rows on record.
    pub fn all(&self) -> impl Iterator<Item = (&String, &Vec<String>)> {
        self.recorded.iter()
    }

    /// Notes the rows that were found for a key.
    pub fn found(&self, key: &str, rows: Vec<String>) {
        self.found.lock().unwrap().insert(key.to_owned(), rows);
    }

    /// Says how many rows of each outcome were found, if any, and records them with `ALPINIST_UPDATE=1`: the rows
    /// found, else those on record, in the order of the keys.
    pub(crate) fn end(&self, module: &str, keys: &[String]) {
        let found = self.found.lock().unwrap();
        if found.is_empty() {
            return;
        }
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for row in found.values().flatten() {
            let outcome = row.split('\t').nth(self.outcome).unwrap_or_default();
            *counts.entry(outcome).or_default() += 1;
        }
        let counts = counts
            .iter()
            .map(|(outcome, count)| format!("{count} {outcome}"));
        eprintln!("{module}: {}", counts.collect::<Vec<_>>().join(", "));
        if crate::updating() {
            let rows = |key: &String| found.get(key).or_else(|| self.recorded.get(key));
            let mut text = format!("{}\n", self.heading);
            for row in keys.iter().filter_map(rows).flatten() {
                text.push_str(row);
                text.push('\n');
            }
            std::fs::write(&self.path, text).unwrap();
        }
    }
}

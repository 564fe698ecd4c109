//! What small members of the benchmark's families need of the solver, against `tests/growth.tsv`:
//! none may need half as much again. `ALPINIST_UPDATE=1` writes the table anew; look at what grew.

use crate::common::root;
use bench::families::family;
use bench::measure::Bench;
use std::path::Path;
use trials::{Suite, Table, updating};

/// The members: a family's name and a size. All together take a few seconds.
const MEMBERS: &[(&str, u64)] = &[
    ("arrays", 5),
    ("quantifiers", 2),
    ("fused", 3),
    ("unrolled", 8),
    ("methods", 10),
    ("threads", 32),
    ("sequences", 2),
    ("text", 10),
];

/// Fewer units than this are no growth: start-up of the solver is as much.
const FEW: u64 = 1_000;

pub fn add(suite: &mut Suite) {
    let table = Table::read(root().join("tests/growth.tsv"), 2, 0);
    let mut keys: Vec<String> = MEMBERS
        .iter()
        .map(|(name, size)| format!("{name}\t{size}"))
        .collect();
    keys.sort();
    assert!(table.all().map(|(key, _)| key).eq(&keys) || updating());
    suite.table("growth", &table, keys);
    let cases = MEMBERS
        .iter()
        .map(|(name, size)| (format!("{name} {size}"), true, (*name, *size)));
    suite.cases("growth", cases, move |(name, size)| {
        let bench = Bench::new(Path::new(env!("CARGO_BIN_EXE_alpinist"))).unwrap();
        let measured = bench.member(family(name).unwrap(), size).unwrap();
        assert_eq!(measured.status, 0, "no longer verified");
        let (key, units) = (format!("{name}\t{size}"), measured.units);
        table.found(&key, vec![format!("{key}\t{units}")]);
        let kept: Option<u64> = table.before(&key, 2).map(|units| units.parse().unwrap());
        match kept.filter(|kept| units * 2 > kept * 3 && units > kept + FEW) {
            Some(kept) => Err(format!("{units} units, {kept} in the table")),
            None => Ok(()),
        }
    });
}

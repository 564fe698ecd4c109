//! What small members of the benchmark's families need of the solver, against `tests/growth.tsv`:
//! none may need half as much again. `ALPINIST_UPDATE=1` writes the table anew; look at what grew.

use crate::common::{asked, root};
use bench::families::{Family, family};
use bench::measure::Bench;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

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

#[test]
fn no_family_needs_half_as_much_again() {
    let bench = Bench::new(Path::new(env!("CARGO_BIN_EXE_alpinist"))).unwrap();
    let measured = MEMBERS.iter().map(|(name, size)| {
        let family: &Family = family(name).unwrap();
        let measured = bench.member(family, *size).unwrap();
        assert_eq!(measured.status, 0, "{name} {size} is no longer verified");
        (format!("{name}\t{size}"), measured.units)
    });
    let measured: BTreeMap<String, u64> = measured.collect();
    let place = root().join("tests/growth.tsv");
    if asked("ALPINIST_UPDATE") {
        let mut table = String::from("family\tsize\tresource units\n");
        for (member, units) in &measured {
            writeln!(table, "{member}\t{units}").unwrap();
        }
        std::fs::write(&place, table).unwrap();
    }
    let table = std::fs::read_to_string(&place).unwrap();
    let kept: BTreeMap<String, u64> = table
        .lines()
        .skip(1)
        .filter_map(|line| line.rsplit_once('\t'))
        .map(|(member, units)| (member.to_owned(), units.parse().unwrap()))
        .collect();
    let members = |table: &BTreeMap<String, u64>| table.keys().cloned().collect::<Vec<_>>();
    assert_eq!(members(&measured), members(&kept));
    let grown: Vec<String> = measured
        .iter()
        .filter(|(member, units)| **units * 2 > kept[*member] * 3 && **units > kept[*member] + FEW)
        .map(|(member, units)| format!("{member}: {units} units, {} in the table", kept[member]))
        .collect();
    assert!(grown.is_empty(), "{}", grown.join("\n"));
}

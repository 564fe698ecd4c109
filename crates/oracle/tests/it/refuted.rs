//! How many of the programs that must not verify the oracle shows to be wrong.

use crate::common::{Effort, header, programs, root, run_all};

/// Of the traps, how many are refuted on the usual inputs; more is better.
const REFUTED: usize = 325;

#[test]
fn bad_traps_are_refuted_by_running_them() {
    let filter = std::env::var("ORACLE_FILTER").unwrap_or_default();
    let effort = Effort::usual(12, 4);
    let (mut refuted, mut all) = (0, 0);
    for path in programs(&root().join("tests/traps")) {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if !name.ends_with("-bad.pvl") || !name.contains(&filter) {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        if header(&text, "expect").is_some_and(|w| w.starts_with("refused")) {
            continue;
        }
        all += 1;
        let found = run_all(&name, &text, effort).unwrap_or_default();
        let violation = found.values().find_map(|tally| tally.violation.clone());
        match violation {
            Some(violation) => {
                refuted += 1;
                println!("refuted {}: {violation}", header(&text, "expect").unwrap());
            }
            None => {
                let why: Vec<_> = found
                    .iter()
                    .map(|(m, t)| (m, &t.outcomes, &t.cannot))
                    .collect();
                println!(
                    "not refuted {name} {}: {why:?}",
                    header(&text, "expect").unwrap()
                );
            }
        }
    }
    println!("{refuted} of {all} refuted");
    assert!(!filter.is_empty() || refuted >= REFUTED);
}

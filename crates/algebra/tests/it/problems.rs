//! Each file of `tests/problems`. Its first line says what is to come of it: `; refuted in N` where a proof is found, with
//! N steps of the budget when that was written, or `; open` where none is: because there is a solution, the one in the
//! line `; at NAME=VALUE ...`, or because the rules do not suffice, `; should be refuted`.
//!
//! `ALPINIST_UPDATE=1` records the steps anew.

use crate::read::formulas;
use algebra::{check, contradictory_within};
use solver::encode::{Evaluator, Value};
use solver::term::{Sort, constant};
use std::path::{Path, PathBuf};

const BUDGET: u64 = 400_000;

/// So many times the recorded steps may be taken.
const DEARER: u64 = 5;

/// The files, in order.
pub(crate) fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/problems");
    let mut all: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    all.sort();
    all
}

/// What is wrong with a file, if something is.
fn failure(path: &Path) -> Option<String> {
    let text = std::fs::read_to_string(path).unwrap();
    let name = path.file_name().unwrap().display();
    let (proof, steps) = contradictory_within(&formulas(&text), BUDGET);
    let wrong = proof
        .as_ref()
        .and_then(|(translation, proof)| check(&translation.problem, proof).err());
    if let Some(wrong) = wrong {
        return Some(format!("{name}: {wrong:?}"));
    }
    let (first, rest) = text.split_once('\n').unwrap();
    let recorded = first.strip_prefix("; refuted in ");
    if recorded.is_some() && proof.is_some() && std::env::var_os("ALPINIST_UPDATE").is_some() {
        std::fs::write(path, format!("; refuted in {steps}\n{rest}")).unwrap();
        return None;
    }
    match (recorded, proof) {
        (Some(most), Some(_)) => {
            let most: u64 = most.parse().unwrap();
            (steps > DEARER * most + 100).then(|| format!("{name}: {steps} steps, not {most}"))
        }
        (Some(_), None) => Some(format!("{name}: not refuted in {steps} steps")),
        (None, Some(_)) => Some(format!("{name}: refuted in {steps} steps")),
        (None, None) if first == "; open" => is_unexplained(&text).then(|| format!("{name}: why?")),
        (None, None) => Some(format!("{name}: what is to come of it?")),
    }
}

/// Whether an open problem has no solution on record, and nothing says that it should be refuted.
fn is_unexplained(text: &str) -> bool {
    let Some(line) = text.lines().find_map(|line| line.strip_prefix("; at ")) else {
        return !text.contains("\n; should be refuted\n");
    };
    let values = line.split_whitespace().map(|one| {
        let (name, value) = one.split_once('=').unwrap();
        let value = Value::Int(value.parse().unwrap());
        (constant(name, Sort::Int), value)
    });
    let mut evaluator = Evaluator::new(values);
    let known = formulas(text);
    !known
        .iter()
        .all(|formula| evaluator.truth(formula) == Some(true))
}

#[test]
fn problems_are_refuted_or_open() {
    let all = files();
    let failures: Vec<String> = all.iter().filter_map(|path| failure(path)).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(all.len() > 40);
}

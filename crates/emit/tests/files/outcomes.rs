//! What becomes of each example, and of what the steps make of them: `tests/outcomes.tsv` has the code of each refusal.

use crate::program::{programs, read, text};
use emit::{Target, Width};
use trials::{Suite, Table, updating};

pub fn add(suite: &mut Suite) {
    let path = format!("{}/tests/outcomes.tsv", env!("CARGO_MANIFEST_DIR"));
    let table = Table::read(path.into(), 1, 1);
    let all = [
        programs("examples"),
        programs("golden"),
        programs("crates/emit/tests/programs"),
    ]
    .concat();
    let keys = all.clone();
    suite.table("outcomes", &table, keys);
    let cases = all.into_iter().map(|path| (path.clone(), true, path));
    suite.cases("outcomes", cases, move |path| becomes(&path, &table));
}

fn becomes(path: &str, table: &Table) -> Result<(), String> {
    let now = outcome(path);
    let row = format!("{path}\t{now}");
    table.found(path, vec![row]);
    match table.column(path, 1) {
        Some(before) if before == now || updating() => Ok(()),
        None if updating() => Ok(()),
        before => Err(format!("{now}; on record is {before:?}")),
    }
}

fn outcome(path: &str) -> String {
    let Some(read) = read(path, text(path)) else {
        return "not read".to_owned();
    };
    match read.emit(Target::Cuda, Width::Bits32) {
        Ok(emitted) => {
            // Each language refuses the same.
            for target in [Target::Opencl, Target::Hip] {
                for width in [Width::Bits32, Width::Bits64] {
                    assert!(read.emit(target, width).is_ok(), "{path}");
                }
            }
            let again = read.emit(Target::Cuda, Width::Bits32).unwrap();
            assert_eq!(emitted.text, again.text);
            "emitted".to_owned()
        }
        Err(refused) => {
            let mut codes: Vec<String> = refused.iter().map(|one| one.code.to_string()).collect();
            codes.dedup();
            codes.join(" ")
        }
    }
}

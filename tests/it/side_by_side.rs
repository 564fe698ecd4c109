//! The transformed program does the same: an original and its result run on the same inputs,
//! with the same results and the same cells at the end, and the result violates nothing.
//!
//! Every example with a directive or with `//:: options` takes part, and with `ORACLE_VERDICTS`
//! what verifies of the corpus. With `ALPINIST_SLOW=1` there are many inputs; `SIDE_FILTER` selects
//! by name.

use crate::common::{programs, root};
use crate::judge::{Effort, Task, header, read, setting, short, side_by_side, verified_corpus};
use std::time::Duration;

#[test]
fn transformed_programs_do_the_same() {
    let slow = std::env::var_os("ALPINIST_SLOW").is_some();
    let effort = if slow {
        Effort {
            inputs: 200,
            schedules: 20,
            time: Duration::from_secs(setting("SIDE_SECONDS", 20)),
            steps: 2_000_000,
        }
    } else {
        Effort {
            inputs: 15,
            schedules: 2,
            time: Duration::from_secs(2),
            steps: 2_000_000,
        }
    };
    let filter = std::env::var("SIDE_FILTER").unwrap_or_default();
    let mut wrong = Vec::new();
    let (mut same, mut compared_programs) = (0, 0);
    let examples = programs(&root().join("examples")).into_iter();
    let verified = examples.filter(|path| {
        let text = std::fs::read_to_string(path).unwrap();
        header(&text, "expect").is_some_and(|words| words.starts_with("verified"))
    });
    for path in verified.chain(verified_corpus()) {
        let name = short(&path);
        let of_corpus = !path.starts_with(root());
        let Some(task) = Task::of(path).filter(|_| name.contains(&filter)) else {
            continue;
        };
        // What is not proved may well be wrong, so proofs are sought; of examples every day what
        // is kept will do, which is what comes out (`tests/golden.rs`).
        let kept = root()
            .join("golden")
            .join(name.trim_start_matches("examples/"));
        let result = match std::fs::read_to_string(kept) {
            Ok(kept) if !slow && !of_corpus => kept,
            _ => {
                let run = task.result(true);
                if run.status != 0 && of_corpus {
                    println!("{name}: status {}", run.status);
                    continue;
                }
                if run.stdout.trim().is_empty() {
                    wrong.push(format!("{name}: no result\n{}", run.stderr));
                    continue;
                }
                run.stdout
            }
        };
        let Some(changed) = read("result.pvl", &result) else {
            wrong.push(format!("{name}: the result does not resolve\n{result}"));
            continue;
        };
        let original = read(&name, &task.text).unwrap();
        let layouts = task.layouts();
        let found = side_by_side(&original, &changed, &layouts, effort);
        println!("{name}: {:?}", found.words);
        same += found.same();
        compared_programs += u64::from(found.same() > 0);
        if let Some(fault) = found.fault {
            println!("DIFFERS: {name}: {fault}");
            wrong.push(format!("{name}: {fault}"));
        }
    }
    println!("{same} pairs of runs agree, of {compared_programs} programs");
    assert!(
        wrong.is_empty(),
        "{} differ:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(!filter.is_empty() || same > 50, "only {same} comparisons");
}

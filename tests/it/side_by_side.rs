//! The transformed program does the same: an original and its result run on the same inputs,
//! with the same results and the same cells at the end, and the result violates nothing.
//!
//! Every example with a directive or with `//:: options` takes part, and with `ORACLE_VERDICTS`
//! what verifies of the corpus. With `ALPINIST_SLOW=1` there are many inputs; `SIDE_FILTER` selects
//! by name.

use crate::common::{each, programs, root};
use crate::judge::{Effort, Task, header, read, setting, short, side_by_side, verified_corpus};
use std::path::PathBuf;
use std::time::Duration;
use trials::asked;

#[test]
fn transformed_programs_do_the_same() {
    let slow = asked("ALPINIST_SLOW");
    let effort = if slow {
        Effort {
            inputs: 200,
            schedules: 20,
            time: Duration::from_secs(setting("SIDE_SECONDS", 20)),
            steps: 2_000_000,
        }
    } else {
        Effort {
            inputs: 8,
            schedules: 2,
            time: Duration::from_secs(2),
            steps: 2_000_000,
        }
    };
    let filter = std::env::var("SIDE_FILTER").unwrap_or_default();
    let examples = programs(&root().join("examples")).into_iter();
    let verified = examples.filter(|path| {
        let text = std::fs::read_to_string(path).unwrap();
        header(&text, "expect").is_some_and(|words| words.starts_with("verified"))
    });
    let paths: Vec<PathBuf> = verified
        .chain(verified_corpus())
        .filter(|path| short(path).contains(&filter))
        .collect();
    // How many pairs of runs agree.
    let results: Vec<Result<u64, String>> = each(&paths, |path| {
        let name = short(path);
        let of_corpus = !path.starts_with(root());
        let Some(task) = Task::of(path.clone()) else {
            return Ok(0);
        };
        // What is not proved may well be wrong, so proofs are sought; of examples every day what
        // is kept will do, which is what comes out (`tests/files/golden.rs`).
        let kept = root()
            .join("golden")
            .join(name.trim_start_matches("examples/"));
        let result = match std::fs::read_to_string(kept) {
            Ok(kept) if !slow && !of_corpus => kept,
            _ => {
                let run = task.result(true);
                if run.status != 0 && of_corpus {
                    println!("{name}: status {}", run.status);
                    return Ok(0);
                }
                if run.stdout.trim().is_empty() {
                    return Err(format!("no result\n{}", run.stderr));
                }
                run.stdout
            }
        };
        let Some(changed) = read("result.pvl", &result) else {
            return Err(format!("the result does not resolve\n{result}"));
        };
        let original = read(&name, &task.text).unwrap();
        let layouts = task.layouts();
        let found = side_by_side(&original, &changed, &layouts, effort);
        println!("{name}: {:?}", found.words);
        match found.fault {
            Some(fault) => {
                println!("DIFFERS: {name}: {fault}");
                Err(fault)
            }
            None => Ok(found.same()),
        }
    });
    let same: u64 = results.iter().flatten().sum();
    let compared = results.iter().flatten().filter(|same| **same > 0).count();
    println!("{same} pairs of runs agree, of {compared} programs");
    let names = paths.iter().map(|path| short(path));
    let failed = names
        .zip(results)
        .filter_map(|(name, result)| Some(format!("{name}: {}", result.err()?)));
    let failed: Vec<String> = failed.collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(!filter.is_empty() || same > 50, "only {same} comparisons");
}

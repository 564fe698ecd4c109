//! Verified means it runs: what the verifier accepts violates nothing, whatever the input
//! and the order of threads.

use super::cases;
use crate::common::{Effort, header, root, run_all};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use trials::{Case, Suite, asked};

/// Examples that are not executed every day: of fused kernels with barriers others are.
const SLOW: [&str; 2] = ["fusing/blocks-partial.pvl", "fusing/blocks.pvl"];

pub fn add(suite: &mut Suite) {
    // Fewer inputs and schedules every day.
    let effort = match asked("ALPINIST_SLOW") {
        true => Effort::usual(20, 4),
        false => Effort::usual(8, 3),
    };
    let verified = |text: &str| {
        header(text, "expect").is_some_and(|words| words.starts_with("verified"))
            && !text.contains("vercors-1.4")
    };
    let ran = Arc::new(AtomicUsize::new(0));
    for (module, folder) in [
        ("verified::examples", "examples"),
        ("verified::traps", "tests/traps"),
    ] {
        let ran = Arc::clone(&ran);
        let mut found = cases(&root().join(folder), verified);
        for (name, daily, _) in &mut found {
            *daily = !SLOW.contains(&name.as_str());
        }
        suite.cases(module, found, move |path| {
            ran.fetch_add(runs(&path, effort)?, Ordering::Relaxed);
            Ok(())
        });
    }
    suite.last("verified::some_ran", move || {
        match ran.load(Ordering::Relaxed) {
            0 => Ok(Err("no program was run".to_owned())),
            ran => {
                println!("{ran} methods ran");
                Ok(Ok(()))
            }
        }
    });
    match std::env::var("ORACLE_VERDICTS") {
        Ok(verdicts) => suite.cases("verified::corpus", corpus(&verdicts), |path| {
            runs(&path, Effort::usual(5, 2)).map(drop)
        }),
        Err(_) => suite.absent("verified::corpus", "no ORACLE_VERDICTS".to_owned()),
    }
}

/// The programs of the corpus that are verified by the verdicts in a file, lines `STATUS PATH`.
fn corpus(verdicts: &str) -> Vec<Case<PathBuf>> {
    let folder = trials::corpus(root().join("../shared/corpus"));
    let verdicts = std::fs::read_to_string(verdicts).unwrap();
    let verified = verdicts.lines().filter_map(|line| line.strip_prefix("0 "));
    verified
        .map(|path| (path.to_owned(), true, folder.join(path)))
        .collect()
}

/// How many methods of a program ran to their ends, if none violates anything.
fn runs(path: &Path, effort: Effort) -> Result<usize, String> {
    let text = std::fs::read_to_string(path).unwrap();
    let name = path.file_name().unwrap().to_string_lossy();
    let found = run_all(&name, &text, effort).unwrap_or_default();
    let wrong = found.iter().filter_map(|(method, tally)| {
        let violation = tally.violation.as_ref()?;
        Some(format!("{method}: {violation}"))
    });
    let wrong: Vec<String> = wrong.collect();
    match wrong.is_empty() {
        true => Ok(found
            .values()
            .filter(|tally| tally.outcomes.contains_key("done"))
            .count()),
        false => Err(wrong.join("\n")),
    }
}

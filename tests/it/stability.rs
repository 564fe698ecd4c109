//! A verdict depends on the program alone: not on the solver's seed, not on the number of
//! workers, not on whether the cache had it.
//!
//! Every day some of the examples with a few seeds; with `ALPINIST_SLOW=1` the traps and, if it is
//! there, the corpus as well, with seeds 0 to 10.

use crate::common::{alpinist_in, asked, programs, root};
use serde_json::Value;
use std::path::PathBuf;

fn slow() -> bool {
    asked("ALPINIST_SLOW")
}

/// The programs by name, each read by itself.
fn all() -> Vec<PathBuf> {
    let mut found = programs(&root().join("examples"));
    if !slow() {
        found = found.into_iter().step_by(7).collect();
    } else {
        found.extend(programs(&root().join("tests/traps")));
        let named = std::env::var_os("ALPINIST_CORPUS").map(PathBuf::from);
        let corpus = named.unwrap_or_else(|| root().join("../shared/corpus"));
        if corpus.is_dir() {
            found.extend(programs(&corpus));
        } else {
            println!("skipped: no corpus at {}", corpus.display());
        }
    }
    found
}

/// Every program's status, and each obligation with its verdict.
fn verdicts(files: &[PathBuf], args: &[&str]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    // Not too many words on one command line.
    for files in files.chunks(50) {
        let names: Vec<&str> = files.iter().map(|file| file.to_str().unwrap()).collect();
        let words = [&["verify", "--format", "json", "--stable"], args, &names].concat();
        let run = alpinist_in(root(), &words);
        let report: Value = serde_json::from_str(&run.stdout).unwrap();
        for program in report["programs"].as_array().unwrap() {
            let name = program["name"].as_str().unwrap().to_owned();
            found.push((name.clone(), program["status"].to_string()));
            let methods = program["verification"]["methods"].as_array();
            for method in methods.into_iter().flatten() {
                for one in method["obligations"].as_array().unwrap() {
                    // Whether there is a counterexample may vary; whether there is a proof may not.
                    let proved = one["outcome"] == "proved";
                    found.push((format!("{name} {}", one["id"]), proved.to_string()));
                }
            }
        }
    }
    assert!(found.len() > files.len());
    found
}

fn same(files: &[PathBuf], usual: &[(String, String)], args: &[&str]) {
    let found = verdicts(files, args);
    let differ: Vec<_> = usual.iter().zip(&found).filter(|(a, b)| a != b).collect();
    assert!(differ.is_empty(), "with {args:?}: {differ:#?}");
    assert_eq!(usual.len(), found.len(), "with {args:?}");
}

fn with_seeds(files: &[PathBuf], usual: &[(String, String)]) {
    let seeds: Vec<u32> = if slow() {
        (1..=10).collect()
    } else {
        vec![1, 7]
    };
    for seed in seeds {
        same(files, usual, &["--seed", &seed.to_string()]);
    }
}

#[test]
fn verdicts_depend_on_the_program_alone() {
    let files = all();
    let home = tempfile::tempdir().unwrap();
    let kept = home.path().join("kept");
    let kept = kept.to_str().unwrap();
    // With one worker and an empty cache, which this fills.
    let usual = verdicts(&files, &["--jobs", "1", "--cache", kept]);
    println!("{} programs, {} verdicts", files.len(), usual.len());
    // From the cache; then with several workers and none.
    same(&files, &usual, &["--cache", kept]);
    same(&files, &usual, &["--jobs", "2"]);
    with_seeds(&files, &usual);
}

//! A verdict depends on what the program says alone: not on the solver's seed, not on the number of
//! workers, not on whether the cache had it, not on names and not on the order of declarations.
//!
//! Every day some of the examples with a few seeds; with `ALPINIST_SLOW=1` the traps and, if it is
//! there, the corpus as well, with seeds 0 to 10.

use crate::common::retold::{renamed, reversed};
use crate::common::{alpinist_in, forget_reports, programs, root};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::path::PathBuf;
use trials::asked;

fn slow() -> bool {
    asked("ALPINIST_SLOW")
}

/// The programs by name, each read by itself.
fn all() -> Vec<PathBuf> {
    let mut found = programs(&root().join("examples"));
    if !slow() {
        found = found.into_iter().step_by(14).collect();
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
    // From the cache, whole reports and each answer; then with several workers and none.
    same(&files, &usual, &["--cache", kept]);
    forget_reports(Path::new(kept));
    same(&files, &usual, &["--cache", kept]);
    same(&files, &usual, &["--jobs", "8"]);
    with_seeds(&files, &usual);
}

/// Of every program in a folder its status, and how often each kind of obligation is proved and is
/// not, but for names and places. None for one that is no program.
fn told(folder: &Path, cache: &str) -> BTreeMap<String, BTreeMap<String, usize>> {
    let mut found = BTreeMap::new();
    for files in programs(folder).chunks(50) {
        let names: Vec<&str> = files.iter().map(|file| file.to_str().unwrap()).collect();
        let words = [
            &["verify", "--format", "json", "--stable", "--cache", cache][..],
            &names,
        ]
        .concat();
        let run = alpinist_in(folder, &words);
        let report: Value = serde_json::from_str(&run.stdout).unwrap();
        for program in report["programs"].as_array().unwrap() {
            let mut counts: BTreeMap<String, usize> = BTreeMap::new();
            *counts
                .entry(format!("status {}", program["status"]))
                .or_default() += 1;
            let methods = program["verification"]["methods"].as_array();
            for method in methods.into_iter().flatten() {
                for one in method["obligations"].as_array().unwrap() {
                    let proved = one["outcome"] == "proved";
                    let kind = format!("{} proved: {proved}", one["code"]);
                    *counts.entry(kind).or_default() += 1;
                }
            }
            let name = program["name"].as_str().unwrap();
            let name = Path::new(name).file_name().unwrap().to_str().unwrap();
            found.insert(name.to_owned(), counts);
        }
    }
    found
}

#[test]
fn verdicts_do_not_depend_on_names_and_order() {
    let home = tempfile::tempdir().unwrap();
    let cache = home.path().join("kept");
    type Retell = fn(&str) -> String;
    let ways: [(&str, Retell); 3] = [
        ("plain", str::to_owned),
        ("renamed", renamed),
        ("reversed", |text| reversed(&renamed(text))),
    ];
    for (number, file) in all().iter().enumerate() {
        let text = std::fs::read_to_string(file).unwrap();
        let stem = file.file_stem().unwrap().to_str().unwrap();
        for (way, retell) in ways {
            let folder = home.path().join(way);
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(folder.join(format!("{number}-{stem}.pvl")), retell(&text)).unwrap();
        }
    }
    let verdicts = ways.map(|(way, _)| told(&home.path().join(way), cache.to_str().unwrap()));
    let [plain, others @ ..] = verdicts;
    let (mut compared, mut passed_over) = (0, 0);
    let mut differ = Vec::new();
    for ((way, _), other) in ways[1..].iter().zip(&others) {
        for (name, usual) in &plain {
            let found = &other[name];
            // The renaming knows tokens only, and may make something that is no program.
            if found.contains_key("status 2") && !usual.contains_key("status 2") {
                passed_over += 1;
            } else {
                compared += 1;
                if found != usual {
                    differ.push(format!("{way} {name}: {found:?} instead of {usual:?}"));
                }
            }
        }
    }
    println!("{compared} programs compared, {passed_over} passed over");
    assert!(differ.is_empty(), "{}", differ.join("\n"));
    assert!(passed_over * 4 < compared, "{passed_over} passed over");
}

/// A statement that evaluates a function for its definition is all that a proof needs; it once left no
/// trace in the questions, and the search for a model, with luck, found the definition by itself.
#[test]
fn what_is_called_for_its_definition_needs_no_luck() {
    let folder = tempfile::tempdir().unwrap();
    let text = "pure int f(int n) = n <= 0 ? 5 : f(n - 1);\n\
                void m() {\n  f(0);\n  assert f(1) == 5;\n}\n";
    std::fs::write(folder.path().join("called.pvl"), text).unwrap();
    for seed in ["0", "1", "2", "3", "4"] {
        let words = ["verify", "--format", "json", "--no-cache", "--seed", seed];
        let run = alpinist_in(folder.path(), &[&words[..], &["called.pvl"]].concat());
        let report: Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!(report["status"], 0);
        let checks = report["measured"]["programs"][0]["checks"].as_array();
        let all = checks.unwrap().iter();
        for one in all.flat_map(|check| check["obligations"].as_array().unwrap()) {
            assert_eq!(one["rung"], 0, "{} was proved late", one["id"]);
        }
    }
}

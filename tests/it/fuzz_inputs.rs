//! What fuzzing found, and a sample of what it tried, on every run of the tests: nothing fails,
//! and every report can be written (docs/fuzzing.md).

#[path = "../fuzz/src/lib.rs"]
#[allow(dead_code)]
mod fuzz;

use crate::common::{Run, alpinist_in, folder, programs, root};
use serde_json::Value;
use std::path::Path;

fn corpus() -> std::path::PathBuf {
    root().join("tests/fuzz/corpus")
}

fn each(target: fn(&str)) {
    let files = programs(&corpus());
    assert!(files.len() > 50, "only {} inputs", files.len());
    for file in files {
        println!("{}", file.display());
        fuzz::on_text(&std::fs::read(file).unwrap(), target);
    }
}

/// Runs the program on all inputs at once: a fault in one is a fault of the run.
fn run(args: &[&str]) -> Run {
    let corpus = corpus();
    let home = folder(&[]);
    let run = alpinist_in(home.path(), &[args, &[corpus.to_str().unwrap()]].concat());
    assert!((0..6).contains(&run.status), "{}", run.stderr);
    run
}

#[test]
fn inputs_are_read() {
    each(fuzz::parses);
}

#[test]
fn inputs_are_printed_and_read_back() {
    each(fuzz::prints);
}

#[test]
fn inputs_are_checked_without_a_solver() {
    for profile in ["sound", "vercors-1.4"] {
        let enforce = ["verify", "--cache", "none", "--cache-mode", "enforce"];
        let run = run(&[&enforce[..], &["--profile", profile, "--format", "json"]].concat());
        let report: Value = serde_json::from_str(&run.stdout).unwrap();
        assert!(report["programs"].as_array().unwrap().len() > 50);
    }
}

#[test]
fn inputs_are_transformed_without_a_solver() {
    let run = run(&["--no-verify", "--check", "--format", "json"]);
    let report: Value = serde_json::from_str(&run.stderr).unwrap();
    for program in report["programs"].as_array().unwrap() {
        assert_ne!(program["status"], 0, "nothing was verified");
    }
}

#[test]
fn other_commands_end() {
    let corpus = corpus();
    run(&["plan"]);
    run(&["audit"]);
    run(&["fmt", "--check"]);
    let home = folder(&[]);
    let args = ["verify", "--emit", "viper", "out", corpus.to_str().unwrap()];
    let emitted = alpinist_in(home.path(), &args);
    assert!((0..6).contains(&emitted.status), "{}", emitted.stderr);
}

#[test]
fn any_project_file_is_understood_or_refused() {
    for entry in std::fs::read_dir(root().join("tests/fuzz/corpus-config")).unwrap() {
        let path = entry.unwrap().path();
        let home = folder(&[]);
        let config = ["ci", "--config", path.to_str().unwrap()];
        let run = alpinist_in(home.path(), &config);
        assert!((2..4).contains(&run.status), "{}: {run:?}", show(&path));
    }
}

fn show(path: &Path) -> String {
    path.display().to_string()
}

//! Each file of `forms` and `cases` is a test: what is read of its launches, and whether they meet the clauses of its
//! lines `//@ CLAUSE`, stands in its lines `//= …`. `ALPINIST_UPDATE=1` writes these anew.
#![allow(unreachable_pub, reason = "modules of one test binary")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod said;

use clang::find::Program;
use hosts::Form;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use trials::Suite;

fn every_file_has_a_row() {
    trials::files_in_table(env!("CARGO_MANIFEST_DIR"));
}

fn every_form_has_a_test() {
    let mut names: Vec<String> = Form::ALL
        .iter()
        .map(|form| form.name().to_owned())
        .collect();
    names.sort();
    let found: Vec<String> = files("forms").into_iter().map(|(name, _)| name).collect();
    assert_eq!(found, names);
}

/// The files of a folder beside this one, in order.
pub fn files(folder: &str) -> Vec<(String, PathBuf)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/it")
        .join(folder);
    let entries = folder
        .read_dir()
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut all: Vec<_> = entries
        .map(|path| {
            (
                path.file_stem().unwrap().to_string_lossy().into_owned(),
                path,
            )
        })
        .collect();
    all.sort();
    all
}

fn main() -> ExitCode {
    let mut suite = Suite::default();
    trials::tests!(suite; every_file_has_a_row, every_form_has_a_test);
    if Program::find().is_none() {
        suite.absent("hosts", "there is no clang (./x setup)".to_owned());
        return suite.run();
    }
    for folder in ["forms", "cases"] {
        let all = files(folder)
            .into_iter()
            .map(|(name, path)| (name, true, path));
        suite.cases(folder, all, |path| said::agrees(&path));
    }
    suite.run()
}

//! The tables of codes hold the codes that are given, and no others.

use crate::common::each::all_pass;
use crate::common::{alpinist_in, folder, root};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A code and what it stands for.
type Codes = BTreeMap<String, BTreeSet<PathBuf>>;

/// All string literals in the sources that are codes, with the files: those in tables, which are
/// files or folders named `codes`, or all others. What is said about codes elsewhere counts as neither.
fn literals(tables: bool) -> Codes {
    let mut found = Codes::new();
    let mut folders = ["src", "spec-lang/src", "transforms/src"]
        .map(PathBuf::from)
        .to_vec();
    for crate_ in std::fs::read_dir(root().join("crates")).unwrap() {
        folders.push(
            Path::new("crates")
                .join(crate_.unwrap().file_name())
                .join("src"),
        );
    }
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(root().join(&folder)).unwrap() {
            let path = folder.join(entry.unwrap().file_name());
            if root().join(&path).is_dir() {
                folders.push(path);
            } else if !path.ends_with("codes/help.rs") && is_table(&path) == tables {
                let text = std::fs::read_to_string(root().join(&path)).unwrap();
                for code in text.split('"').filter(|text| is_code(text)) {
                    found
                        .entry(code.to_owned())
                        .or_default()
                        .insert(path.clone());
                }
            }
        }
    }
    found
}

fn is_table(path: &Path) -> bool {
    path.components().any(|part| {
        Path::new(part.as_os_str())
            .file_stem()
            .unwrap()
            .to_string_lossy()
            .ends_with("codes")
    })
}

fn is_code(text: &str) -> bool {
    let mut letters = text.chars();
    letters
        .next()
        .is_some_and(|letter| "ACNRSTUVW".contains(letter))
        && text.len() == 4
        && letters.all(|digit| digit.is_ascii_digit())
}

/// The codes that `explain` knows.
fn explained() -> BTreeSet<String> {
    let run = alpinist_in(root(), &["explain", "--all", "--format", "json"]);
    let json: Value = serde_json::from_str(&run.stdout).unwrap();
    let codes = json["codes"].as_array().unwrap().iter();
    codes
        .map(|info| info["code"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn every_code_that_is_given_is_explained_and_the_other_way_round() {
    let (given, explained) = (literals(false), explained());
    assert!(given.len() > 100, "{given:?}");
    let unexplained: Vec<_> = given
        .iter()
        .filter(|(code, _)| !explained.contains(*code))
        .collect();
    let never_given: Vec<_> = explained
        .iter()
        .filter(|code| !given.contains_key(*code))
        .collect();
    assert!(
        unexplained.is_empty() && never_given.is_empty(),
        "without an entry: {unexplained:?}; with an entry and never given: {never_given:?}"
    );
}

#[test]
fn every_code_has_one_entry_in_one_table() {
    let twice: Vec<_> = literals(true)
        .into_iter()
        .filter(|(_, files)| files.len() > 1)
        .collect();
    assert!(twice.is_empty(), "{twice:?}");
}

#[test]
fn the_example_of_an_obligation_gives_its_code() {
    let run = alpinist_in(root(), &["explain", "--all", "--format", "json"]);
    let json: Value = serde_json::from_str(&run.stdout).unwrap();
    let infos = json["codes"].as_array().unwrap().iter();
    let of = |info: &Value, name: &str| info[name].as_str().unwrap().to_owned();
    let mut codes: Vec<(String, String)> = infos
        .map(|info| (of(info, "code"), of(info, "example")))
        .collect();
    codes.retain(|(code, example)| code.starts_with('V') && !example.is_empty());
    let gives_it = |(code, example): &(String, String)| {
        let home = folder(&[("x.pvl", example)]);
        let run = alpinist_in(home.path(), &["verify", "--jobs", "1", "x.pvl"]);
        match run.stderr.contains(&format!("[{code}]")) {
            true => Ok(()),
            false => Err(run.stderr),
        }
    };
    all_pass(&codes, |(code, _)| code.clone(), gives_it);
}

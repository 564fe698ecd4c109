//! The tables of codes hold the codes that are given, and no others.

use crate::common::{alpinist_in, root};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use text::code::Code;

/// The files that name a code.
type Codes = BTreeMap<Code, BTreeSet<PathBuf>>;

/// All codes that the sources name, with the files: those in tables, which are files or folders
/// named `codes`, or all others. What is said about codes elsewhere counts as neither.
fn named(tables: bool) -> Codes {
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
            } else if !path.ends_with("reported/help.rs")
                && !path.to_string_lossy().contains("codes/src/corrected")
                && is_table(&path) == tables
            {
                let text = std::fs::read_to_string(root().join(&path)).unwrap();
                for after in text.split("Code::").skip(1) {
                    let is_word = |letter: &char| letter.is_ascii_alphanumeric();
                    let word: String = after.chars().take_while(is_word).collect();
                    if let Ok(code) = word.parse() {
                        found.entry(code).or_default().insert(path.clone());
                    }
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
fn every_code_is_given_and_has_one_entry_in_one_table() {
    let (given, entries) = (named(false), named(true));
    for code in Code::ALL {
        assert!(given.contains_key(code), "{code} is never given");
        let tables = entries.get(code).map_or(0, BTreeSet::len);
        assert_eq!(tables, 1, "{code}: {:?}", entries.get(code));
    }
}

#[test]
fn every_code_that_a_command_gives_is_explained() {
    let codes: BTreeSet<String> = Code::ALL.iter().map(Code::to_string).collect();
    assert_eq!(codes, explained());
}

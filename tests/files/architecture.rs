//! ARCHITECTURE.md and docs/where.md name files that exist, and names that occur in the files given for them.

use crate::common::{all_files, root};
use fancy_regex::Regex;
use std::collections::BTreeSet;
use std::path::Path;

const FOLDERS: [&str; 5] = ["crates", "src", "spec-lang", "transforms", "tests"];

/// The pages, each with the folder from which its links start.
const PAGES: [(&str, &str); 2] = [("ARCHITECTURE.md", ""), ("docs/where.md", "docs")];

fn page(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap()
}

/// The groups that a pattern finds in all pages, each with the folder of its page.
fn found_in_all(pattern: &str) -> Vec<([String; 2], &'static str)> {
    let of = |(path, folder)| {
        let all = found(&page(path), pattern).into_iter();
        all.map(move |groups| (groups, folder)).collect::<Vec<_>>()
    };
    PAGES.into_iter().flat_map(of).collect()
}

/// The parts of the page that a pattern finds, its groups by number.
fn found(page: &str, pattern: &str) -> Vec<[String; 2]> {
    let pattern = Regex::new(pattern).unwrap();
    let all = pattern.captures_iter(page).map(|found| {
        let found = found.unwrap();
        [1, 2].map(|at| found.get(at).map_or("", |part| part.as_str()).to_owned())
    });
    all.collect()
}

/// A file is named by the end of its path.
pub fn files_are_there() {
    let all = FOLDERS.map(|folder| all_files(&root().join(folder)));
    let mut ends = BTreeSet::new();
    for path in all.iter().flatten() {
        let path = path.strip_prefix(root()).unwrap();
        let mut parts = path.components();
        while !parts.as_path().as_os_str().is_empty() {
            ends.insert(parts.as_path().to_owned());
            parts.next();
        }
    }
    let named = found_in_all(r"`([\w./-]+\.rs)`");
    assert!(named.len() > 150, "{}", named.len());
    for ([name, _], _) in named {
        assert!(ends.contains(Path::new(&name)), "there is no {name}");
    }
}

/// All of a file, or of the files in a folder.
fn text(of: &Path) -> String {
    if of.is_file() {
        return std::fs::read_to_string(of).unwrap();
    }
    let mut files = all_files(of);
    files.retain(|path| path.extension().is_some_and(|end| end == "rs"));
    let texts = files.iter().map(std::fs::read_to_string);
    texts.map(Result::unwrap).collect()
}

/// Of `a`, `B::c` in [`file`](path) each last word stands in the file, as a word.
pub fn names_are_where_it_says() {
    let many = found_in_all(r"((?:`[\w:]+`(?:, | and | or )?)+) (?:in|of) \[`[^`]*`\]\(([^)]+)\)");
    assert!(many.len() > 60, "{}", many.len());
    for ([names, path], folder) in many {
        let text = text(&root().join(folder).join(&path));
        let words: BTreeSet<&str> = text
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .collect();
        for name in names.split('`').skip(1).step_by(2) {
            let last = name.rsplit("::").next().unwrap();
            assert!(words.contains(last), "{path} has no {name}");
        }
    }
}

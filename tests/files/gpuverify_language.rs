//! GPUVerify's language, line by line: each program of `tests/gpuverify` comes out as its first lines say, and stands in a
//! row of `docs/gpuverify-language.md`.
//!
//! `//args:` are the arguments of `alpinist gpuverify`, `//expect:` is the name of the exit status, and each `//says:` a
//! regular expression that is in the output.

use crate::common::{alpinist_in, files_in, no_clang, root};
use fancy_regex::Regex;
use std::collections::BTreeSet;
use trials::{Suite, one_in};

/// Exit statuses by name.
const STATUSES: [(&str, i32); 7] = [
    ("pass", 0),
    ("COMMAND_LINE_ERROR", 1),
    ("CLANG_ERROR", 2),
    ("BUGLE_ERROR", 4),
    ("GPUVERIFYVCGEN_ERROR", 5),
    ("NOT_ALL_VERIFIED", 6),
    ("unknown", 13),
];

const FOLDER: &str = "tests/gpuverify";

pub fn add(suite: &mut Suite) {
    if let Some(why) = no_clang() {
        return suite.absent("gpuverify_language", why);
    }
    let named = programs().into_iter().map(|file| (short(&file), file));
    let cases = one_in(4, named, |_| false);
    suite.cases("gpuverify_language", cases, |file| as_said(&file));
}

/// The programs, with their folder.
fn programs() -> Vec<String> {
    let folders = std::fs::read_dir(root().join(FOLDER)).unwrap();
    let folders = folders.map(|entry| entry.unwrap().path());
    let mut all: Vec<String> = folders
        .filter(|path| path.is_dir())
        .flat_map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            files_in(&format!("{FOLDER}/{name}"), &["cl", "cu"])
        })
        .collect();
    all.sort();
    assert!(all.len() > 300, "programs are missing");
    all
}

/// A program's name in the table: its folder and file.
fn short(file: &str) -> String {
    let at = file.rfind("gpuverify/").unwrap() + "gpuverify/".len();
    file[at..].to_owned()
}

/// What the first lines of a program say.
struct Header {
    args: Vec<String>,
    expect: String,
    says: Vec<String>,
}

fn header(file: &str) -> Header {
    let text = std::fs::read_to_string(root().join(file)).unwrap();
    let all = |key: &str| -> Vec<String> {
        let lines = text.lines().filter_map(|line| line.strip_prefix(key));
        lines.map(|rest| rest.trim().to_owned()).collect()
    };
    let args = all("//args:").join(" ");
    Header {
        args: args.split_whitespace().map(str::to_owned).collect(),
        expect: all("//expect:").join(" "),
        says: all("//says:"),
    }
}

fn as_said(file: &str) -> Result<(), String> {
    let Header { args, expect, says } = header(file);
    let mut all = vec!["gpuverify"];
    all.extend(args.iter().map(String::as_str));
    all.push(file);
    let run = alpinist_in(root(), &all);
    let name = STATUSES.iter().find(|(_, status)| *status == run.status);
    let found = name.map_or("another status", |(name, _)| name);
    let output = format!("{}{}", run.stdout, run.stderr);
    if found != expect {
        return Err(format!("{expect} expected, {found} found\n{output}"));
    }
    let has = |pattern: &&String| !Regex::new(pattern).unwrap().is_match(&output).unwrap();
    match says.iter().find(has) {
        Some(pattern) => Err(format!("without `{pattern}`\n{output}")),
        None => Ok(()),
    }
}

/// Each program stands in one row at least, each row has programs, and what is refused is refused.
pub fn each_program_stands_in_a_row() {
    let text = std::fs::read_to_string(root().join("docs/gpuverify-language.md")).unwrap();
    let programs: Vec<(String, String)> = programs()
        .into_iter()
        .map(|file| (short(&file), header(&file).expect))
        .collect();
    let mut told = BTreeSet::new();
    for row in text.lines().filter(|line| line.starts_with("| ")) {
        let columns: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let [line, status, named] = columns[..] else {
            panic!("a row of three columns: {row}");
        };
        if status == "status" {
            continue;
        }
        assert!(
            ["done", "refused", "more", "less"].contains(&status),
            "{status} is no status"
        );
        for pattern in named.split_whitespace().map(|word| word.trim_matches('`')) {
            let fits = |name: &str| match pattern.strip_suffix('*') {
                Some(start) => name.starts_with(start),
                None => name == pattern,
            };
            let found: Vec<_> = programs.iter().filter(|(name, _)| fits(name)).collect();
            assert!(!found.is_empty(), "no program `{pattern}` for {line}");
            for (name, expect) in found {
                let refused = expect == "unknown";
                assert_eq!(refused, status == "refused", "{name} of {line}: {expect}");
                told.insert(name.clone());
            }
        }
    }
    let missing: Vec<&String> = programs
        .iter()
        .map(|(name, _)| name)
        .filter(|name| !told.contains(*name))
        .collect();
    assert!(missing.is_empty(), "programs in no row: {missing:?}");
}

//! Every program in `examples/` does what its header says, and prints what `golden/` has.
//!
//! The header lines are `//:: expect WORD[, trusting N][ CODE]` with `WORD` one of `verified`,
//! `failed`, `wrong`, `unknown`, `not-applicable`, and, if the file is not just to be verified
//! (or its directives carried out), `//:: options …`. A line that must be complained about ends in
//! `//~ CODE`, where the beginning of a code will do; `//~? CODE` means it may be.
//!
//! What comes out of steps is `golden/FOLDER/NAME.pvl`, which `alpinist ci` keeps; the messages and other output
//! are `golden/FOLDER/NAME.snap`, except where nothing but success is reported.
//!
//! Every day without those that take most of the time, where others of the same kind stay; with `ALPINIST_SLOW=1` all.

use crate::common::schema::violations;
use crate::common::{Run, all_files, alpinist_in, programs, root, say, settled, snapshot};
use serde_json::Value;
use similar::TextDiff;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, Mutex};
use tempfile::TempDir;
use trials::{Suite, updating};

/// Examples that are not run every day.
const SLOW: [&str; 26] = [
    "fusing/blocks-from-a-parameter",
    "fusing/blocks-one-atomic",
    "fusing/blocks-partial",
    "fusing/stencil",
    "fusing/tiled-both",
    "fusing/tiled-one",
    "kernels/sparse-product",
    "linearizing/beside-an-array",
    "linearizing/by-columns",
    "linearizing/callee",
    "linearizing/copy",
    "linearizing/extent-of-object",
    "linearizing/matrix-product",
    "linearizing/product",
    "linearizing/sums",
    "linearizing/transpose",
    "linearizing/two-orders",
    "prefetching/kogge-stone",
    "prefetching/matrix-product",
    "prefetching/read-through-an-index",
    "prefetching/shifted-sum",
    "prefetching/stencil",
    "tiling/histogram",
    "tiling/matrix",
    "unrolling/tiled-product",
    "walk/3-prefetch",
];

pub fn add(suite: &mut Suite) {
    // Answers of this very run: the examples fill it, and `alpinist ci` finds in it all it needs.
    let state = Arc::new((tempfile::tempdir().unwrap(), Mutex::default()));
    let of_ci = Arc::clone(&state);
    let mut left: BTreeSet<String> = programs_of_examples().into_iter().collect();
    let cases = left.clone().into_iter();
    let cases = cases.map(|name| (stem(&name).to_owned(), !SLOW.contains(&stem(&name)), name));
    suite.cases("golden", cases, move |name| {
        let (cache, done) = &*state;
        let result = example(&name, path(cache)).and_then(|run| as_kept(&name, &run));
        let done: &Mutex<Vec<String>> = done;
        done.lock().unwrap().push(name);
        result
    });
    suite.last("golden::ci", move || {
        let (cache, done) = &*of_ci;
        left.retain({
            let done = done.lock().unwrap();
            move |name| !done.contains(name)
        });
        if left.iter().any(|name| !SLOW.contains(&stem(name))) {
            return Ok(Err("only after all examples of every day".to_owned()));
        }
        match left.is_empty() {
            true => own_ci(root(), path(cache)),
            false => own_ci(project_without(&left).path(), path(cache)),
        }
        Ok(Ok(()))
    });
}

fn path(folder: &TempDir) -> &str {
    folder.path().to_str().unwrap()
}

/// An example's folder and name.
fn stem(name: &str) -> &str {
    let name = name.trim_start_matches("examples/");
    name.strip_suffix(".pvl").unwrap_or(name)
}

/// The examples and what is kept of them, without some.
fn project_without(left: &BTreeSet<String>) -> TempDir {
    let home = tempfile::tempdir().unwrap();
    let files = ["examples", "golden"].map(|folder| all_files(&root().join(folder)));
    for file in files.into_iter().flatten() {
        let name = file.strip_prefix(root()).unwrap().to_str().unwrap();
        let of_example = name.replace('\\', "/").replace("golden/", "examples/");
        if !left.contains(&of_example) {
            let copy = home.path().join(name);
            std::fs::create_dir_all(copy.parent().unwrap()).unwrap();
            std::fs::copy(&file, copy).unwrap();
        }
    }
    let config = home.path().join("examples/alpinist.toml");
    let text = std::fs::read_to_string(&config).unwrap();
    let entries = text.split_inclusive("\n\n");
    let names_one = |entry: &&str| {
        left.iter()
            .any(|name| entry.contains(&name["examples/".len()..]))
    };
    let text: String = entries.filter(|entry| !names_one(entry)).collect();
    std::fs::write(config, text).unwrap();
    home
}

/// `alpinist ci` keeps `golden/FOLDER/NAME.pvl`: it is content with what is there, without a
/// proof that the examples did not need, and knows all of them that are to be verified.
fn own_ci(project: &Path, cache: &str) {
    let mode = match updating() {
        true => &["--update"][..],
        false => &["--cache-mode", "enforce"],
    };
    let config = ["ci", "--config", "examples/alpinist.toml"];
    let args = ["--cache", cache, "--stable", "--format", "json"];
    let run = alpinist_in(project, &[&config[..], &args, mode].concat());
    assert_eq!(run.status, 0, "alpinist ci:\n{}", run.stderr);
    let json: Value = serde_json::from_str(&run.stdout).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let steps = |program: &Value| -> Vec<String> {
        let steps = program["steps"].as_array().unwrap().iter();
        steps.map(|step| text(&step["name"])).collect()
    };
    let programs = json["programs"].as_array().unwrap().iter();
    let kept: BTreeMap<String, Vec<String>> = programs
        .map(|program| (text(&program["name"]), steps(program)))
        .collect();
    let mut wanted = 0;
    let names = programs_of_examples().into_iter();
    for path in names.filter(|name| project.join(name).exists()) {
        let content = std::fs::read_to_string(root().join(&path)).unwrap();
        if !header(&content, "expect").is_some_and(|word| word.starts_with("verified")) {
            assert!(!kept.contains_key(&path), "alpinist.toml names {path}");
            continue;
        }
        wanted += 1;
        let Some(done) = kept.get(&path) else {
            panic!("alpinist.toml does not name {path}");
        };
        let options = header(&content, "options").unwrap_or("");
        let words: Vec<&str> = options.split_whitespace().collect();
        for pair in words.windows(2).filter(|pair| pair[0] != "--profile") {
            let step = pair.join(" ");
            let is_step = pair[0].starts_with("--") && !pair[1].starts_with("--");
            assert!(
                !is_step || done.contains(&step),
                "{path}: no `{step}` in {done:?}"
            );
        }
        let steps = words
            .iter()
            .filter(|word| word.starts_with("--") && **word != "--guard");
        let profiles = words.iter().filter(|word| **word == "--profile");
        let directives = content.matches("gpuopt ").count();
        assert_eq!(
            done.len(),
            directives + steps.count() - profiles.count(),
            "{path}"
        );
        if !done.is_empty() {
            let golden = root().join(path.replace("examples/", "golden/"));
            assert!(golden.is_file(), "nothing is kept of {path}");
        }
    }
    assert_eq!(kept.len(), wanted);
    say(&format!("alpinist ci: {wanted} programs are as kept"));
}

fn programs_of_examples() -> Vec<String> {
    let all = programs(&root().join("examples")).into_iter();
    all.map(|path| {
        let path = path.strip_prefix(root()).unwrap();
        path.to_str().unwrap().replace('\\', "/")
    })
    .collect()
}

/// The value of a header line `//:: KEY VALUE`.
fn header<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    text.lines()
        .map_while(|line| line.strip_prefix("//"))
        .find_map(|line| {
            line.strip_prefix(":: ")?
                .strip_prefix(key)?
                .strip_prefix(' ')
        })
        .map(str::trim)
}

/// Runs an example, and compares with its header.
fn example(name: &str, cache: &str) -> Result<Run, String> {
    let text = std::fs::read_to_string(root().join(name)).unwrap();
    let expected = header(&text, "expect").ok_or("no `//:: expect` line")?;
    let options = header(&text, "options");
    let mut args: Vec<&str> = match options {
        Some(options) => options.split_whitespace().collect(),
        None if text.contains("gpuopt ") => Vec::new(),
        None => vec!["verify"],
    };
    let folder = tempfile::tempdir().unwrap();
    let report = folder.path().join("report.json");
    let report = report.to_str().unwrap();
    let common = [
        "--cache", cache, "--stable", "--jobs", "1", "--report", report,
    ];
    args.extend(common.into_iter().chain([name]));
    let run = alpinist_in(root(), &args);
    let json: Value = serde_json::from_str(&std::fs::read_to_string(report).unwrap()).unwrap();
    let schema = std::fs::read_to_string(root().join("docs/report.schema.json")).unwrap();
    let violations = violations(&serde_json::from_str(&schema).unwrap(), &json);
    if !violations.is_empty() {
        return Err(violations.join("\n"));
    }
    check_expectation(expected, &text, &run, &json)?;
    Ok(run)
}

fn check_expectation(expected: &str, text: &str, run: &Run, json: &Value) -> Result<(), String> {
    let (word, rest) = expected.split_once([' ', ',']).unwrap_or((expected, ""));
    let status = match word {
        "verified" => 0,
        "failed" => 1,
        "wrong" => 2,
        "unknown" => 3,
        "not-applicable" => 4,
        other => return Err(format!("`{other}` is no expectation")),
    };
    if run.status != status {
        return Err(format!(
            "status {}, expected {status}\n{}",
            run.status, run.stderr
        ));
    }
    let mut words = rest.split_whitespace();
    let mut next = words.next();
    if next == Some("trusting") {
        let count = words.next().ok_or("`trusting` wants a number")?;
        if !run.stderr.contains(&format!("verified, trusting {count} ")) {
            return Err(format!("does not trust {count}\n{}", run.stderr));
        }
        next = words.next();
    } else if word == "verified" && run.stderr.contains("trusting") {
        return Err(format!("trusts something\n{}", run.stderr));
    }
    if let Some(code) = next
        && !run.stderr.contains(&format!("error[{code}]"))
    {
        return Err(format!("does not say {code}\n{}", run.stderr));
    }
    if let Some(more) = words.next() {
        return Err(format!("`{more}` is no expectation"));
    }
    check_marks(text, &complaints(json)).map_err(|message| format!("{message}\n{}", run.stderr))
}

/// The line and code of everything that does not hold, in terms of the user's file.
fn complaints(json: &Value) -> BTreeSet<(u64, String)> {
    fn line(one: &Value) -> Option<u64> {
        let origin = &one["origin"]["line"];
        if origin.is_u64() {
            origin.as_u64()
        } else {
            one["place"]["line"].as_u64()
        }
    }
    fn go(value: &Value, found: &mut BTreeSet<(u64, String)>) {
        match value {
            Value::Array(items) => items.iter().for_each(|item| go(item, found)),
            Value::Object(members) => {
                let bad = value["severity"] == "error"
                    || value["outcome"].is_string()
                        && value["code"].is_string()
                        && value["outcome"] != "proved";
                if let (true, Some(line)) = (bad, line(value)) {
                    found.insert((line, value["code"].as_str().unwrap().to_owned()));
                }
                members.values().for_each(|member| go(member, found));
            }
            _ => {}
        }
    }
    let mut found = BTreeSet::new();
    go(&json["programs"], &mut found);
    found
}

fn check_marks(text: &str, complaints: &BTreeSet<(u64, String)>) -> Result<(), String> {
    let mut allowed: Vec<(u64, String)> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let Some((_, mark)) = line.split_once("//~") else {
            continue;
        };
        let wanted = mark.trim_start_matches('?').trim().to_owned();
        let here = |(at, code): &(u64, String)| *at == number && code.starts_with(&wanted);
        if !mark.starts_with('?') && !complaints.iter().any(here) {
            return Err(format!(
                "line {number}: nothing complained of with {wanted}"
            ));
        }
        allowed.push((number, wanted));
    }
    for (line, code) in complaints {
        let meant = |(at, wanted): &(u64, String)| at == line && code.starts_with(wanted);
        if !text.contains("//:: expect wrong C") && !allowed.iter().any(meant) {
            return Err(format!("line {line}: unexpected {code}"));
        }
    }
    Ok(())
}

/// Compares with what is on file; `cargo insta review` shows what changed.
fn as_kept(name: &str, run: &Run) -> Result<(), String> {
    let kept = std::fs::read_to_string(root().join(format!("golden/{}.pvl", stem(name))));
    let mut text = format!(
        "exit status: {}\n==== standard error\n{}",
        run.status,
        settled(&run.stderr)
    );
    let only_success = run
        .stderr
        .lines()
        .all(|line| line.starts_with(&format!("{name}: ")));
    match kept {
        Ok(kept) if kept != run.stdout && !updating() => {
            let diff = TextDiff::from_lines(&kept, &run.stdout);
            return Err(diff.unified_diff().header("golden", "now").to_string());
        }
        Ok(_) if only_success => return Ok(()),
        Ok(_) => {}
        Err(_) => text.push_str(&format!("==== standard output\n{}", run.stdout)),
    }
    let (folder, file) = stem(name).rsplit_once('/').unwrap_or(("", stem(name)));
    snapshot(&format!("golden/{folder}"), file, &text);
    Ok(())
}

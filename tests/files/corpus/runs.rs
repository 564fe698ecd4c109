//! Running the program on a row.

use super::Check;
use super::manifest::{Expected, Row};
use serde_json::Value;
use spec_lang::ast::DeclarationKind;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;
use text::source::SourceFile;

/// What a run gave.
pub struct Run {
    /// The exit status; -1 if it was killed.
    pub status: i32,
    /// The report; null if there is none.
    pub report: Value,
    /// How long it took.
    pub seconds: f64,
}

/// Runs a row, with files from its folder if it turns out to need them.
pub fn run(corpus: &Path, row: &Row, check: Check) -> Run {
    let alone = once(corpus, &row.files, check);
    if alone.status != 2 || row.expected == Expected::Error {
        return alone;
    }
    let names = unknown_names(&alone.report);
    let companions = declaring(corpus, &row.files, &names);
    if companions.is_empty() {
        return alone;
    }
    let together = once(corpus, &[&row.files[..], &companions].concat(), check);
    if together.status == 2 {
        alone
    } else {
        together
    }
}

fn once(corpus: &Path, files: &[String], check: Check) -> Run {
    let folder = tempfile::tempdir().unwrap();
    let report = folder.path().join("report.json");
    let out = folder.path().join("out");
    std::fs::create_dir(&out).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_alpinist"));
    command.env("ALPINIST_CACHE", "off");
    let transforms = matches!(check, Check::Transform | Check::TransformSound);
    if !transforms {
        command.arg("verify");
    }
    if matches!(check, Check::Legacy | Check::Transform) {
        command.args(["--profile", "vercors-1.4"]);
    }
    if transforms {
        command.arg("-o").arg(&out);
    }
    if files.len() > 1 {
        command.arg("--together");
    }
    command
        .args(["--stable", "--jobs", "1"])
        .arg("--report")
        .arg(&report)
        .args(files);
    command.current_dir(corpus);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let start = Instant::now();
    let status = command.status().unwrap().code().unwrap_or(-1);
    let text = std::fs::read_to_string(report).unwrap_or_default();
    Run {
        status,
        report: serde_json::from_str(&text).unwrap_or(Value::Null),
        seconds: start.elapsed().as_secs_f64(),
    }
}

/// What stands in backquotes in the messages about names.
fn unknown_names(report: &Value) -> Vec<String> {
    let diagnostics = report["programs"][0]["diagnostics"].as_array();
    let about_names = diagnostics.into_iter().flatten().filter(|one| {
        one["code"]
            .as_str()
            .is_some_and(|code| code.starts_with('N'))
    });
    about_names
        .filter_map(|one| Some(one["message"].as_str()?.split('`').nth(1)?.to_owned()))
        .collect()
}

/// The other files of the folder that declare any of these names.
fn declaring(corpus: &Path, files: &[String], names: &[String]) -> Vec<String> {
    let folder = Path::new(&files[0]).parent().unwrap();
    let mut found = Vec::new();
    for entry in std::fs::read_dir(corpus.join(folder)).unwrap() {
        let name = folder.join(entry.unwrap().file_name());
        let name = name.to_str().unwrap().to_owned();
        if !name.ends_with(".pvl") || files.contains(&name) {
            continue;
        }
        let text = std::fs::read_to_string(corpus.join(&name)).unwrap();
        let parsed = spec_lang::parse::parse(&[SourceFile::new("x.pvl", text)]);
        let declares = |kind: &DeclarationKind| {
            let ident = match kind {
                DeclarationKind::Class(one) => &one.name.name,
                DeclarationKind::Method(one) => &one.name.name,
                DeclarationKind::Predicate(one) => &one.name.name,
                DeclarationKind::Enum(one) => &one.name.name,
                DeclarationKind::Adt(one) => &one.name.name,
                _ => return false,
            };
            names.contains(ident)
        };
        if parsed
            .program
            .declarations
            .iter()
            .any(|one| declares(&one.kind))
        {
            found.push(name);
        }
    }
    found.sort();
    found
}

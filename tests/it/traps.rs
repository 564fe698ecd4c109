//! Programs that must not verify, each beside a twin that does and differs in one thing.
//!
//! `traps/NAME-bad.pvl` and `traps/NAME-good.pvl` say in their first line what is
//! expected: `failed CODE`, `refused CODE`, `unknown CODE`, or `verified`, perhaps
//! `verified trusting N`. A good one may be without a proof today, but is never refuted. In a bad one the line that is to blame ends with `// FAILS`.
//!
//! `traps/TABLE.tsv` holds what is the outcome today, so that what is not decided yet is
//! seen, and what was decided once stays so. With `TRAPS_UPDATE=1` it is written anew.

use crate::common::each::each;
use crate::common::solvers;
use pipeline::check::{Settings, check};
use seplog::Silent;
use seplog::report::{Outcome, Summary};
use solver::smt::SolverPool;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use text::code::Code;
use text::diagnostics::{Diagnostic, Severity};
use text::source::SourceFile;
use text::span::Span;

/// What became of a program.
struct Result {
    /// `verified`, `nothing`, or one of the others with the code of the blamed place.
    outcome: String,
    /// Codes and lines of what failed, was refused or has no rule.
    places: Vec<(String, usize)>,
    /// How much is trusted.
    trusted: usize,
    /// Whether something is said not to hold, and not only not to be proved.
    refuted: bool,
}

impl Result {
    fn kind(&self) -> &str {
        self.outcome.split(' ').next().unwrap_or_default()
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/traps")
}

/// The trap programs by name, in order.
fn programs() -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|end| end == "pvl") {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            found.insert(name, std::fs::read_to_string(&path).unwrap());
        }
    }
    found
}

/// What the first line says.
fn expected(text: &str) -> &str {
    let line = text.lines().next().unwrap_or_default();
    line.strip_prefix("//:: expect ").unwrap_or_default().trim()
}

/// The line that is to blame, from 1.
fn marked(text: &str) -> Option<usize> {
    let mut lines = text.lines();
    Some(lines.position(|line| line.trim_end().ends_with("// FAILS"))? + 1)
}

fn place(file: &SourceFile, code: Code, span: Option<Span>) -> (String, usize) {
    let line = span.map_or(0, |span| file.line_column(span.start as usize).line);
    (code.to_string(), line)
}

fn errors(file: &SourceFile, diagnostics: &[Diagnostic]) -> Vec<(String, usize)> {
    diagnostics
        .iter()
        .filter(|found| found.severity == Severity::Error)
        .map(|found| place(file, found.code, found.primary.as_ref().map(|l| l.span)))
        .collect()
}

fn run(name: &str, text: &str, pool: &SolverPool) -> Result {
    let file = SourceFile::new(format!("{name}.pvl"), text);
    let parsed = spec_lang::parse::parse(std::slice::from_ref(&file));
    let settings = Settings::default();
    let resolved = spec_lang::resolve::resolve(&parsed.program, settings.profile);
    let mut refused = errors(&file, &parsed.diagnostics);
    refused.extend(errors(&file, &resolved.diagnostics));
    if !refused.is_empty() {
        return result("refused", refused, marked(text), 0);
    }
    let report = check(
        &parsed.program,
        &resolved.resolution,
        &settings,
        pool,
        &Silent,
    );
    let trusted = report.trusted.len();
    let mut found = match report.summary() {
        Summary::Verified => result("verified", Vec::new(), None, trusted),
        Summary::Nothing => result("nothing", Vec::new(), None, trusted),
        Summary::Failed => {
            let places = report
                .obligations()
                .filter(|(_, o)| matches!(o.outcome, Outcome::Failed | Outcome::Refuted))
                .map(|(_, o)| place(&file, o.code, Some(o.span)))
                .collect();
            result("failed", places, marked(text), trusted)
        }
        Summary::Unknown => {
            let gaps = report.methods.iter().filter_map(|m| m.unsupported.as_ref());
            let mut places: Vec<(String, usize)> = gaps
                .map(|gap| place(&file, gap.code, gap.primary.as_ref().map(|l| l.span)))
                .collect();
            let open = report.obligations();
            places.extend(
                open.filter(|(_, o)| matches!(o.outcome, Outcome::Unknown(_)))
                    .map(|(_, o)| place(&file, o.code, Some(o.span))),
            );
            result("unknown", places, marked(text), trusted)
        }
    };
    found.refuted = report
        .obligations()
        .any(|(_, o)| o.outcome == Outcome::Refuted);
    found
}

/// The outcome with the code at the blamed line, else with the first.
fn result(
    kind: &str,
    places: Vec<(String, usize)>,
    blamed: Option<usize>,
    trusted: usize,
) -> Result {
    let at = places.iter().find(|(_, line)| Some(*line) == blamed);
    let outcome = match at.or(places.first()) {
        Some((code, _)) => format!("{kind} {code}"),
        None => kind.to_owned(),
    };
    Result {
        outcome,
        places,
        trusted,
        refuted: false,
    }
}

/// What is wrong with a result for a program that must not verify.
fn judge_bad(text: &str, found: &Result) -> Option<String> {
    let wanted = expected(text);
    let line = marked(text);
    match found.kind() {
        "verified" | "nothing" => Some("is VERIFIED and must not be".to_owned()),
        // Not decided: the table says whether it was.
        "unknown" => None,
        "refused" if !wanted.starts_with("refused") => {
            Some(format!("does not resolve: {:?}", found.places))
        }
        kind => {
            let (wanted_kind, code) = wanted.split_once(' ').unwrap_or((wanted, ""));
            let right = found
                .places
                .iter()
                .any(|(c, l)| Some(*l) == line && (c == code || wanted_kind == "unknown"));
            (!right || (kind != wanted_kind && wanted_kind != "unknown")).then(|| {
                format!(
                    "expected {wanted} on line {line:?}, found {:?}",
                    found.places
                )
            })
        }
    }
}

/// What is wrong with a result for a program that is right.
fn judge_good(text: &str, found: &Result) -> Option<String> {
    let trusting = expected(text)
        .strip_prefix("verified trusting ")
        .map_or(0, |number| number.parse().expect("a number"));
    match found.kind() {
        "refused" => Some(format!("does not resolve: {:?}", found.places)),
        // Perhaps it has no proof, but it holds.
        _ if found.refuted => Some(format!("is refuted: {:?}", found.places)),
        "verified" if found.trusted != trusting => {
            Some(format!("trusts {} and not {trusting}", found.trusted))
        }
        _ => None,
    }
}

/// The recorded outcomes by name.
fn table() -> BTreeMap<String, String> {
    std::fs::read_to_string(folder().join("TABLE.tsv"))
        .unwrap_or_default()
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once('\t'))
        .map(|(name, outcome)| (name.to_owned(), outcome.to_owned()))
        .collect()
}

fn write_table(results: &BTreeMap<&String, Result>) {
    let mut text = String::from("# program\toutcome today\n");
    for (name, found) in results {
        writeln!(text, "{name}\t{}", found.outcome).unwrap();
    }
    std::fs::write(folder().join("TABLE.tsv"), text).unwrap();
}

#[test]
fn every_trap_has_a_twin_and_a_mark() {
    let programs = programs();
    assert!(programs.len() >= 160, "only {} programs", programs.len());
    for (name, text) in &programs {
        if let Some(stem) = name.strip_suffix("-bad") {
            assert!(programs.contains_key(&format!("{stem}-good")), "{name}");
            assert_eq!(text.matches("// FAILS").count(), 1, "{name}");
            let wanted = expected(text);
            let known = ["failed ", "refused ", "unknown "];
            assert!(known.iter().any(|k| wanted.starts_with(k)), "{name}");
        } else {
            let stem = name.strip_suffix("-good").expect("-bad or -good");
            assert!(programs.contains_key(&format!("{stem}-bad")), "{name}");
            assert!(!text.contains("FAILS"), "{name}");
            assert!(expected(text).starts_with("verified"), "{name}");
        }
    }
}

#[test]
fn traps_are_refused_and_their_twins_verify() {
    let programs = programs();
    let pool = solvers();
    let names: Vec<&String> = programs.keys().collect();
    let mut results: BTreeMap<&String, Result> = BTreeMap::new();
    let mut wrong = Vec::new();
    for (name, found) in names
        .iter()
        .zip(each(&names, |name| run(name, &programs[*name], pool)))
    {
        match found {
            Ok(found) => drop(results.insert(name, found)),
            Err(fault) => wrong.push(format!("{name}: {fault}")),
        }
    }
    if std::env::var_os("TRAPS_UPDATE").is_some() {
        write_table(&results);
    }
    let table = table();
    let mut better = Vec::new();
    let mut open = 0;
    for (name, found) in &results {
        let text = &programs[*name];
        let good = name.ends_with("-good");
        let fault = if good {
            judge_good(text, found)
        } else {
            judge_bad(text, found)
        };
        if let Some(fault) = fault {
            wrong.push(format!("{name}: {fault}"));
            continue;
        }
        let decided = |kind: &str| match kind {
            "verified" => good,
            "failed" | "refused" => !good,
            _ => false,
        };
        open += usize::from(good && !decided(found.kind()));
        let recorded = table.get(*name).map_or("", String::as_str);
        let before = recorded.split(' ').next().unwrap_or_default();
        if decided(before) && !decided(found.kind()) {
            wrong.push(format!("{name}: was {recorded}, now {}", found.outcome));
        } else if recorded != found.outcome {
            better.push(format!("{name}: was {recorded:?}, now {}", found.outcome));
        }
    }
    println!(
        "{} programs, {open} good ones not verified yet",
        results.len()
    );
    if !better.is_empty() {
        println!("TABLE.tsv is out of date:\n{}", better.join("\n"));
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

//! Programs that must not verify, each beside a twin that does and differs in one thing.
//!
//! `traps/NAME-bad.pvl` and `traps/NAME-good.pvl` say in their first line what is
//! expected: `failed CODE`, `refused CODE`, `unknown CODE`, or `verified`, perhaps
//! `verified trusting N`. A good one may be without a proof today, but is never refuted. In a bad one the line that is to blame ends with `// FAILS`.
//!
//! `traps/TABLE.tsv` holds what is the outcome today, so that what is not decided yet is
//! seen, and what was decided once stays so. With `ALPINIST_UPDATE=1` it is written anew.

use crate::common::{say, solvers};
use pipeline::check::{Settings, check};
use seplog::Silent;
use seplog::report::{Outcome, Summary};
use solver::smt::SolverPool;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use text::code::Code;
use text::diagnostics::{Diagnostic, Severity};
use text::source::SourceFile;
use text::span::Span;
use trials::{Suite, Table};

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

/// Whether a program has its twin, its expectation and, if it is bad, one mark.
fn well_formed(programs: &BTreeMap<String, String>, name: &str, text: &str) {
    let wanted = expected(text);
    let (twin, marks, known) = match name.strip_suffix("-bad") {
        Some(stem) => (
            format!("{stem}-good"),
            1,
            &["failed ", "refused ", "unknown "][..],
        ),
        None => {
            let stem = name.strip_suffix("-good").expect("-bad or -good");
            (format!("{stem}-bad"), 0, &["verified"][..])
        }
    };
    assert!(programs.contains_key(&twin), "there is no {twin}");
    assert_eq!(text.matches("// FAILS").count(), marks);
    assert!(
        known.iter().any(|word| wanted.starts_with(word)),
        "expects {wanted}"
    );
}

/// What is wrong with what became of a program: by itself, or beside what was decided before.
fn judge(
    name: &str,
    text: &str,
    found: &Result,
    recorded: &str,
) -> std::result::Result<(), String> {
    let good = name.ends_with("-good");
    let fault = match good {
        true => judge_good(text, found),
        false => judge_bad(text, found),
    };
    let decided = |kind: &str| match kind {
        "verified" => good,
        "failed" | "refused" => !good,
        _ => false,
    };
    let before = recorded.split(' ').next().unwrap_or_default();
    match fault {
        Some(fault) => Err(fault),
        None if decided(before) && !decided(found.kind()) => {
            Err(format!("was {recorded}, now {}", found.outcome))
        }
        None => {
            if recorded != found.outcome {
                say(&format!("{name}: was {recorded:?}, now {}", found.outcome));
            }
            Ok(())
        }
    }
}

pub fn add(suite: &mut Suite) {
    let programs = Arc::new(programs());
    assert!(programs.len() >= 160, "only {} programs", programs.len());
    let table = Table::read(folder().join("TABLE.tsv"), 1, 1);
    let names: Vec<String> = programs.keys().cloned().collect();
    suite.table("traps", &table, names.clone());
    let cases = names.into_iter().map(|name| (name.clone(), true, name));
    suite.cases("traps", cases, move |name| {
        let text = &programs[&name];
        well_formed(&programs, &name, text);
        let found = run(&name, text, solvers());
        table.found(&name, vec![format!("{name}\t{}", found.outcome)]);
        judge(
            &name,
            text,
            &found,
            table.before(&name, 1).unwrap_or_default(),
        )
    });
}

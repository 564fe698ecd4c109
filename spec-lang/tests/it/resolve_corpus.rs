//! Names and types on published programs: what is expected to pass has no error,
//! and what is expected to be a wrong name or type is reported, where the file
//! marks a place there.

use spec_lang::ast::{Expr, ExprKind, Program, Visitor};
use spec_lang::parse::parse;
use spec_lang::resolve::{Profile, Resolved, Type, resolve};
use std::fs;
use std::path::{Path, PathBuf};
use text::code::Code;
use text::diagnostics::{Diagnostic, Severity};
use text::source::SourceFile;

fn corpus() -> Option<PathBuf> {
    let folder = std::env::var_os("ALPINIST_CORPUS").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus"),
        PathBuf::from,
    );
    if folder.join("manifest.tsv").is_file() {
        return Some(folder);
    }
    println!("skipped: there is no corpus");
    None
}

/// That no program fell out of sight; another corpus has other numbers.
#[track_caller]
fn enough(count: usize, least: usize) {
    println!("{count} programs");
    if std::env::var_os("ALPINIST_CORPUS").is_none() {
        assert!(count >= least, "{count} programs, not {least}");
    }
}

struct Case {
    id: String,
    kind: String,
    files: Vec<PathBuf>,
    expected: String,
}

fn cases(folder: &Path) -> Vec<Case> {
    let text = fs::read_to_string(folder.join("manifest.tsv")).unwrap();
    text.lines()
        .skip(1)
        .map(|line| {
            let cells: Vec<&str> = line.split('\t').collect();
            let mut files: Vec<_> = cells[2].split(',').map(|file| folder.join(file)).collect();
            // The manifest lists the files of these programs of two one by one.
            let common = files[0].with_file_name("permutation.pvl");
            if cells[1] == "verify" && !files.contains(&common) && common.is_file() {
                files.push(common);
            }
            Case {
                id: cells[0].into(),
                kind: cells[1].into(),
                files,
                expected: cells[4].into(),
            }
        })
        .collect()
}

fn read(files: &[PathBuf]) -> Vec<SourceFile> {
    files
        .iter()
        .map(|file| {
            let name = file.file_name().unwrap().to_string_lossy();
            SourceFile::new(name, fs::read_to_string(file).unwrap())
        })
        .collect()
}

fn errors(diagnostics: &[Diagnostic]) -> Vec<&Diagnostic> {
    diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity == Severity::Error)
        .collect()
}

fn describe(sources: &[SourceFile], diagnostics: &[&Diagnostic]) -> String {
    diagnostics
        .iter()
        .map(|diagnostic| {
            let span = diagnostic.primary.as_ref().unwrap().span;
            let source = &sources[span.file as usize];
            let at = source.line_column(span.start as usize);
            format!(
                "\n  {}:{}:{} {} {} | {}",
                source.name,
                at.line,
                at.column,
                diagnostic.code,
                diagnostic.message,
                source.line_text(at.line).trim()
            )
        })
        .collect()
}

/// Expressions without a type or a meaning.
fn gaps(program: &Program, resolved: &Resolved) -> Vec<text::span::Span> {
    struct Gaps<'a> {
        resolved: &'a Resolved,
        found: Vec<text::span::Span>,
    }
    impl Visitor for Gaps<'_> {
        fn visit_expr(&mut self, expr: &Expr) {
            let found = &self.resolved.resolution;
            let meant = match &expr.kind {
                ExprKind::Name(_) | ExprKind::Member(..) | ExprKind::Call(_) | ExprKind::New(_) => {
                    found.references.contains_key(&expr.id)
                }
                _ => true,
            };
            if !meant || *found.type_of(expr.id) == Type::Error {
                self.found.push(expr.span);
            }
            self.walk_expr(expr);
        }
    }
    let mut gaps = Gaps {
        resolved,
        found: Vec::new(),
    };
    gaps.visit_program(program);
    gaps.found
}

/// Resolves a program that must have no error; gives what is wrong, if anything.
fn must_pass(files: &[PathBuf], profile: Profile) -> Option<String> {
    let sources = read(files);
    let parsed = parse(&sources);
    let wrong = errors(&parsed.diagnostics);
    if !wrong.is_empty() {
        return Some(format!("not parsed: {}", describe(&sources, &wrong)));
    }
    let resolved = resolve(&parsed.program, profile);
    let wrong = errors(&resolved.diagnostics);
    if !wrong.is_empty() {
        return Some(describe(&sources, &wrong));
    }
    let gaps = gaps(&parsed.program, &resolved);
    let first = gaps.first()?;
    let source = &sources[first.file as usize];
    Some(format!(
        "{} expressions without type or meaning, first at {:?}: {}",
        gaps.len(),
        source.line_column(first.start as usize),
        source.slice(*first)
    ))
}

fn all_pass(programs: Vec<(String, Vec<PathBuf>)>, profile: Profile) {
    let failures: Vec<String> = programs
        .into_iter()
        .filter_map(|(id, files)| {
            must_pass(&files, profile).map(|wrong| format!("{id} ({profile}): {wrong}"))
        })
        .collect();
    assert!(failures.is_empty(), "\n{}\n", failures.join("\n"));
}

#[test]
fn programs_to_verify_are_well_formed() {
    let Some(folder) = corpus() else { return };
    let programs: Vec<_> = cases(&folder)
        .into_iter()
        .filter(|case| case.kind == "verify" && !case.expected.starts_with("error:"))
        .map(|case| (case.id, case.files))
        .collect();
    enough(programs.len(), 100);
    all_pass(programs, Profile::Sound);
}

#[test]
fn programs_to_optimize_are_well_formed_in_both_readings() {
    let Some(folder) = corpus() else { return };
    for profile in [Profile::VerCors14, Profile::Sound] {
        let programs: Vec<_> = cases(&folder)
            .into_iter()
            .filter(|case| case.kind != "verify")
            .map(|case| (case.id, case.files))
            .collect();
        enough(programs.len(), 58);
        all_pass(programs, profile);
    }
}

#[test]
fn published_results_are_well_formed() {
    let Some(folder) = corpus() else { return };
    let mut folders = vec![folder.join("alpinist")];
    let mut results = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                folders.push(path);
            } else if name.ends_with(".pvl") && name.contains("opt_") {
                results.push(path);
            }
        }
    }
    results.sort();
    enough(results.len(), 36);
    let programs = results
        .into_iter()
        .map(|file| (file.display().to_string(), vec![file]))
        .collect();
    all_pass(programs, Profile::VerCors14);
}

/// The codes that say what VerCors' code says.
fn ours(code: &str) -> &'static [Code] {
    match code.rsplit(':').next().unwrap_or(code) {
        "type" => &[Code::T001, Code::T002, Code::T005, Code::T006, Code::T007],
        "notALocation" => &[Code::T003],
        "outOfWriteScope" => &[Code::N007],
        "abstractFoldExpr" => &[Code::N016],
        "runnableMethodMissing" => &[Code::N017],
        "curThreadScope" => &[Code::N014, Code::T004],
        "resultOutsidePostcondition" | "resultVoid" => &[Code::N013],
        "thisInConsPre" => &[Code::N012],
        "cyclicInline" => &[Code::N015],
        _ => &[],
    }
}

/// The ranges between `/*[/expect …]*/` and `/*[/end]*/`.
fn marks(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut open = Vec::new();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(next) = text[at..].find("/*[/") {
        let start = at + next;
        at = start + 4;
        if text[at..].starts_with("expect") {
            open.push(start);
        } else if let Some(begin) = open.pop() {
            found.push(begin..start);
        }
    }
    found
}

#[test]
fn wrong_names_and_types_are_reported() {
    let Some(folder) = corpus() else { return };
    let mut count = 0;
    let mut failures = Vec::new();
    for case in cases(&folder) {
        let Some(code) = case.expected.strip_prefix("error:") else {
            continue;
        };
        if code == "parseError" {
            continue;
        }
        count += 1;
        let sources = read(&case.files);
        let parsed = parse(&sources);
        let wrong = errors(&parsed.diagnostics);
        if !wrong.is_empty() {
            let wrong = describe(&sources, &wrong);
            failures.push(format!("{}: not parsed: {wrong}", case.id));
            continue;
        }
        let resolved = resolve(&parsed.program, Profile::Sound);
        let found = errors(&resolved.diagnostics);
        for (at, code) in code.split(',').enumerate() {
            let fits = found
                .iter()
                .filter(|diagnostic| ours(code).contains(&diagnostic.code))
                .count();
            if fits <= at {
                let found = describe(&sources, &found);
                failures.push(format!("{}: no error like {code}: {found}", case.id));
            }
        }
        let places = marks(&sources[0].text);
        let marked = |diagnostic: &&Diagnostic| {
            let span = diagnostic.primary.as_ref().unwrap().span.range();
            places
                .iter()
                .any(|place| place.start <= span.start && span.end <= place.end)
        };
        if !places.is_empty() && !found.iter().any(marked) {
            failures.push(format!("{}: nothing reported at the mark", case.id));
        }
    }
    assert!(failures.is_empty(), "\n{}\n", failures.join("\n"));
    enough(count, 9);
}

/// Leaves out every line of a text in turn, at most six of them.
fn damaged(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let step = lines.len().div_ceil(6).max(1);
    (0..lines.len())
        .step_by(step)
        .map(|left_out| {
            let kept: Vec<&str> = lines
                .iter()
                .enumerate()
                .filter(|(at, _)| *at != left_out)
                .map(|(_, line)| *line)
                .collect();
            kept.join("\n")
        })
        .collect()
}

#[test]
fn damaged_programs_are_survived() {
    let Some(folder) = corpus() else { return };
    let mut count = 0;
    for (at, case) in cases(&folder).into_iter().enumerate() {
        let profile = if at % 2 == 0 {
            Profile::Sound
        } else {
            Profile::VerCors14
        };
        for text in damaged(&read(&case.files)[0].text) {
            let parsed = parse(&[SourceFile::new("damaged.pvl", text)]);
            let resolved = resolve(&parsed.program, profile);
            let defect = resolved
                .diagnostics
                .iter()
                .any(|found| found.code == Code::N000);
            assert!(!defect, "{}", case.id);
            count += 1;
        }
    }
    enough(count, 900);
}

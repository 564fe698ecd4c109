//! Names and types on published programs: what is expected to pass has no error,
//! and what is expected to be a wrong name or type is reported, where the file
//! marks a place there.

use super::{Corpus, enough};
use spec_lang::ast::{Expr, ExprKind, Program, Visitor};
use spec_lang::parse::parse;
use spec_lang::resolve::{Profile, Resolved, Type, resolve};
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use text::code::Code;
use text::diagnostics::{Diagnostic, Severity};
use text::source::SourceFile;
use trials::Suite;

/// A row of the manifest.
#[derive(Clone)]
struct Row {
    id: String,
    kind: String,
    files: Vec<PathBuf>,
    expected: String,
}

fn rows(corpus: &Corpus) -> Vec<Row> {
    let folder = &corpus.folder;
    let lines: BTreeSet<&str> = corpus.manifest.lines().skip(1).collect();
    lines
        .into_iter()
        .map(|line| {
            let cells: Vec<&str> = line.split('\t').collect();
            let mut files: Vec<_> = cells[2].split(',').map(|file| folder.join(file)).collect();
            // The manifest lists the files of these programs of two one by one.
            let common = files[0].with_file_name("permutation.pvl");
            if cells[1] == "verify" && !files.contains(&common) && common.is_file() {
                files.push(common);
            }
            Row {
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

/// Resolves a program that must have no error.
fn must_pass(files: &[PathBuf], profile: Profile) -> Result<(), String> {
    let sources = read(files);
    let parsed = parse(&sources);
    let wrong = errors(&parsed.diagnostics);
    if !wrong.is_empty() {
        return Err(format!("not parsed: {}", describe(&sources, &wrong)));
    }
    let resolved = resolve(&parsed.program, profile);
    let wrong = errors(&resolved.diagnostics);
    if !wrong.is_empty() {
        return Err(describe(&sources, &wrong));
    }
    let gaps = gaps(&parsed.program, &resolved);
    let Some(first) = gaps.first() else {
        return Ok(());
    };
    let source = &sources[first.file as usize];
    Err(format!(
        "{} expressions without type or meaning, first at {:?}: {}",
        gaps.len(),
        source.line_column(first.start as usize),
        source.slice(*first)
    ))
}

pub fn add(suite: &mut Suite, corpus: &Corpus) {
    let (wrong, right): (Vec<Row>, Vec<Row>) = rows(corpus)
        .into_iter()
        .partition(|row| row.expected.starts_with("error:"));
    let (verify, optimize): (Vec<Row>, Vec<Row>) =
        right.iter().cloned().partition(|row| row.kind == "verify");
    let named = |row: Row| (row.id.clone(), true, row);
    enough(verify.len(), 97);
    enough(optimize.len(), 58);
    for (module, rows, profile) in [
        ("resolve::verify", verify, Profile::Sound),
        ("resolve::optimize", optimize.clone(), Profile::Sound),
        ("resolve::optimize-1.4", optimize, Profile::VerCors14),
    ] {
        suite.cases(module, rows.into_iter().map(named), move |row| {
            must_pass(&row.files, profile)
        });
    }
    let mut results = corpus.cases();
    results.retain(|(name, ..)| {
        let file = name.rsplit('/').next().unwrap_or_default();
        name.starts_with("alpinist/") && file.contains("opt_")
    });
    enough(results.len(), 36);
    suite.cases("resolve::results", results, |(_, path)| {
        must_pass(&[path], Profile::VerCors14)
    });
    let mut reported = wrong.clone();
    reported.retain(|row| row.expected != "error:parseError");
    enough(reported.len(), 9);
    suite.cases("resolve::wrong", reported.into_iter().map(named), |row| {
        is_reported(&row)
    });
    let all = wrong.into_iter().chain(right).enumerate();
    let cases = all.map(|(at, row)| (row.id.clone(), true, (at, row)));
    suite.cases("resolve::damaged", cases, |(at, row)| is_survived(at, &row));
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

/// A wrong name or type is reported, where the file marks a place there.
fn is_reported(row: &Row) -> Result<(), String> {
    let codes = row.expected.trim_start_matches("error:");
    let sources = read(&row.files);
    let parsed = parse(&sources);
    let wrong = errors(&parsed.diagnostics);
    if !wrong.is_empty() {
        return Err(format!("not parsed: {}", describe(&sources, &wrong)));
    }
    let resolved = resolve(&parsed.program, Profile::Sound);
    let found = errors(&resolved.diagnostics);
    for (at, code) in codes.split(',').enumerate() {
        let fits = found
            .iter()
            .filter(|diagnostic| ours(code).contains(&diagnostic.code));
        if fits.count() <= at {
            let found = describe(&sources, &found);
            return Err(format!("no error like {code}: {found}"));
        }
    }
    let places = marks(&sources[0].text);
    let marked = |diagnostic: &&Diagnostic| {
        let span = diagnostic.primary.as_ref().unwrap().span.range();
        places
            .iter()
            .any(|place| place.start <= span.start && span.end <= place.end)
    };
    match places.is_empty() || found.iter().any(marked) {
        true => Ok(()),
        false => Err("nothing reported at the mark".to_owned()),
    }
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

/// A program without one of its lines is no defect of the resolver.
fn is_survived(at: usize, row: &Row) -> Result<(), String> {
    let profile = match at % 2 {
        0 => Profile::Sound,
        _ => Profile::VerCors14,
    };
    for text in damaged(&read(&row.files)[0].text) {
        let parsed = parse(&[SourceFile::new("damaged.pvl", text.as_str())]);
        let resolved = resolve(&parsed.program, profile);
        let mut found = resolved.diagnostics.iter();
        if found.any(|found| found.code == Code::N000) {
            return Err(text);
        }
    }
    Ok(())
}

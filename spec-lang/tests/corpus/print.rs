//! Printing and formatting the corpus loses nothing.

use super::Corpus;
use spec_lang::ast::{Program, without_places};
use spec_lang::{format, lex, parse, print};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use text::source::SourceFile;
use trials::Suite;

fn read(text: &str) -> Option<Program> {
    let parsed = parse::parse(&[SourceFile::new("a.pvl", text)]);
    parsed.diagnostics.is_empty().then_some(parsed.program)
}

/// The comments of a text, line by line, without the blanks at the ends of lines.
fn comments(text: &str) -> Vec<Vec<&str>> {
    lex::comments(text, 0)
        .iter()
        .map(|comment| text[comment.span.range()].lines().map(str::trim).collect())
        .collect()
}

/// What is checked of a text and its program.
type Check = fn(&str, &Program) -> Result<(), String>;

pub fn add(suite: &mut Suite, corpus: &Corpus) {
    let checks: [(&str, Check); 2] = [
        ("print", printed_reads_back),
        ("format", formatted_reads_back),
    ];
    // How many files there are, and how many parse.
    let counts = Arc::new([0, 0].map(AtomicUsize::new));
    for (name, check) in checks {
        let counts = Arc::clone(&counts);
        suite.cases(name, corpus.cases(), move |(_, path)| {
            let text = std::fs::read_to_string(path).unwrap();
            counts[0].fetch_add(1, Ordering::Relaxed);
            let Some(program) = read(&text) else {
                return Ok(());
            };
            counts[1].fetch_add(1, Ordering::Relaxed);
            check(&text, &program)
        });
    }
    let all = 2 * corpus.files.len();
    suite.last("print::table", move || {
        let [files, parsed] = [0, 1].map(|at| counts[at].load(Ordering::Relaxed));
        match parsed * 10 >= files * 9 {
            _ if files < all => Ok(Err("only after all files".to_owned())),
            true => Ok(Ok(())),
            false => Err(format!("only {parsed} of {files} files parse")),
        }
    });
}

fn same_tree(text: &str, program: &Program) -> Result<(), String> {
    let parsed = parse::parse(&[SourceFile::new("a.pvl", text)]);
    if let Some(diagnostic) = parsed.diagnostics.first() {
        let file = SourceFile::new("a.pvl", text);
        let at = diagnostic
            .primary
            .as_ref()
            .map_or(0, |label| label.span.start as usize);
        let place = file.line_column(at);
        return Err(format!(
            "{}: {}",
            diagnostic.message,
            file.line_text(place.line)
        ));
    }
    let (new, old) = (without_places(&parsed.program), without_places(program));
    if new == old {
        return Ok(());
    }
    let differing = old
        .declarations
        .iter()
        .zip(&new.declarations)
        .find(|(old, new)| old != new)
        .map(|(old, new)| {
            format!(
                "{}\n---\n{}",
                print::declaration(old, 0),
                print::declaration(new, 0)
            )
        });
    Err(format!("another tree: {}", differing.unwrap_or_default()))
}

fn printed_reads_back(_: &str, program: &Program) -> Result<(), String> {
    if program.has_unsupported() {
        return Ok(());
    }
    same_tree(&print::program(program), program)
}

fn formatted_reads_back(text: &str, _: &Program) -> Result<(), String> {
    for text in [
        text.to_owned(),
        text.replace("\r\n", "\n").replace('\n', "\r\n"),
        format!("\u{feff}{text}"),
    ] {
        let program = &read(&text).ok_or("does not parse any more")?;
        let formatted = format::format(&SourceFile::new("a.pvl", text.as_str()), program);
        same_tree(&formatted, program)?;
        if comments(&text) != comments(&formatted) {
            let pairs = comments(&text)
                .into_iter()
                .zip(comments(&formatted))
                .find(|(a, b)| a != b)
                .map(|(a, b)| format!("{a:?} {b:?}"));
            return Err(format!("comments differ: {pairs:?}"));
        }
        if text.starts_with('\u{feff}') != formatted.starts_with('\u{feff}') {
            return Err("the byte order mark is gone".to_owned());
        }
        let ends = formatted.matches('\n').count();
        if text.contains("\r\n") && formatted.matches("\r\n").count() != ends {
            return Err("line ends differ".to_owned());
        }
        let again = read(&formatted).ok_or("does not parse any more")?;
        let twice = format::format(&SourceFile::new("a.pvl", formatted.as_str()), &again);
        if twice != formatted {
            let differing = formatted
                .lines()
                .zip(twice.lines())
                .find(|(one, two)| one != two);
            return Err(format!("formatting again changes {differing:?}"));
        }
    }
    Ok(())
}

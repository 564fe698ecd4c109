//! Printing and formatting the corpus loses nothing.

use spec_lang::ast::{Program, without_places};
use spec_lang::{format, lex, parse, print};
use std::path::{Path, PathBuf};
use text::source::SourceFile;

/// The folder of published programs, if it is here.
fn corpus() -> Option<PathBuf> {
    let folder = std::env::var_os("ALPINIST_CORPUS").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus"),
        PathBuf::from,
    );
    if folder.is_dir() {
        Some(folder)
    } else {
        println!("skipped: there is no corpus at {}", folder.display());
        None
    }
}

fn programs(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    for entry in entries {
        if entry.is_dir() {
            programs(&entry, found);
        } else if entry
            .extension()
            .is_some_and(|extension| extension == "pvl")
        {
            found.push(entry);
        }
    }
}

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

/// Runs a check on every file that parses, all failures at once.
fn each(check: impl Fn(&Path, &str, &Program) -> Result<(), String>) {
    let Some(folder) = corpus() else {
        return;
    };
    let mut files = Vec::new();
    programs(&folder, &mut files);
    assert!(!files.is_empty(), "no programs in {}", folder.display());
    let (mut checked, mut failures) = (0, Vec::new());
    for file in &files {
        let text = std::fs::read_to_string(file).unwrap();
        let Some(program) = read(&text) else {
            continue;
        };
        checked += 1;
        if let Err(reason) = check(file, &text, &program) {
            failures.push(format!("{}: {reason}", file.display()));
        }
    }
    println!("{checked} of {} files checked", files.len());
    assert!(
        checked * 10 >= files.len() * 9,
        "only {checked} of {} files parse",
        files.len()
    );
    assert!(
        failures.is_empty(),
        "{} failures:\n{}",
        failures.len(),
        failures.join("\n")
    );
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

#[test]
fn printed_programs_read_back() {
    each(|_, _, program| {
        if program.has_unsupported() {
            return Ok(());
        }
        same_tree(&print::program(program), program)
    });
}

#[test]
fn formatted_programs_read_back() {
    each(|_, text, _| {
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
    });
}

//! Whatever the verifier's parser accepts has a tree without errors.

use super::tree;
use spec_lang::parse::parse;
use std::path::{Path, PathBuf};
use text::diagnostics::Severity;
use text::source::SourceFile;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

fn files(folder: &Path, ending: &str, into: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, ending, into);
        } else if path.extension().is_some_and(|found| found == ending) {
            into.push(path);
        }
    }
}

/// Whether the verifier reads it without an error.
fn accepted(name: &str, text: &str) -> bool {
    let file = SourceFile::new(name.to_owned(), text.to_owned());
    let parsed = parse(std::slice::from_ref(&file));
    let errors = parsed.diagnostics.iter();
    !errors
        .into_iter()
        .any(|one| one.severity == Severity::Error)
}

/// The first error of the tree: its line and what stands there.
fn first_error(text: &str) -> Option<String> {
    let tree = tree(text);
    let mut node = tree.root_node();
    if !node.has_error() {
        return None;
    }
    // To the innermost one that is broken.
    while let Some(child) = (0..node.child_count())
        .filter_map(|at| node.child(at))
        .find(|child| child.has_error() || child.is_missing())
    {
        node = child;
    }
    let row = node.start_position().row;
    let line = text.lines().nth(row).unwrap_or("");
    Some(format!("line {}: {}", row + 1, line.trim()))
}

/// How many of the programs are accepted; panics with those whose tree has errors.
fn compare(programs: &[(String, String)]) -> usize {
    let accepted: Vec<_> = programs
        .iter()
        .filter(|(name, text)| accepted(name, text))
        .collect();
    let wrong: Vec<String> = accepted
        .iter()
        .filter_map(|(name, text)| Some(format!("{name}: {}", first_error(text)?)))
        .collect();
    assert!(
        wrong.is_empty(),
        "{} of {} accepted programs have errors in their trees:\n{}",
        wrong.len(),
        accepted.len(),
        wrong.join("\n")
    );
    accepted.len()
}

fn below(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    files(folder, "pvl", &mut found);
    found.sort();
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).ok()?;
        Some((path.display().to_string(), text))
    };
    found.into_iter().filter_map(read).collect()
}

#[test]
fn programs_of_this_repository() {
    for (folder, least) in [("examples", 200), ("tests", 900), ("golden", 100)] {
        let count = compare(&below(&root().join(folder)));
        println!("{folder}: {count} programs without errors");
        assert!(count >= least, "{folder}: {count} programs are accepted");
    }
}

#[test]
fn programs_of_the_documentation() {
    let mut pages = Vec::new();
    files(&root().join("docs"), "md", &mut pages);
    let mut programs = Vec::new();
    for page in pages {
        let text = std::fs::read_to_string(&page).unwrap();
        for (at, part) in text.split("```pvl").skip(1).enumerate() {
            let program = part.split("```").next().unwrap_or("");
            let program = program.split_once('\n').map_or("", |(_, program)| program);
            programs.push((format!("{} {at}", page.display()), program.to_owned()));
        }
    }
    let count = compare(&programs);
    assert!(count > 100, "{count} programs are accepted");
}

#[test]
fn published_programs() {
    let corpus = std::env::var_os("ALPINIST_CORPUS");
    let corpus = corpus.map_or(root().join("shared/corpus"), PathBuf::from);
    if !corpus.is_dir() {
        println!("skipped: no corpus at {}", corpus.display());
        return;
    }
    let count = compare(&below(&corpus));
    println!("corpus: {count} programs without errors");
    assert!(count > 150, "{count} programs are accepted");
}

/// What is broken is seen: otherwise the tests above would say nothing.
#[test]
fn errors_are_found() {
    for text in [
        "void m() { assert ; }",
        "void m( { }",
        "requires;",
        "class C { int x }",
        "void m() { int x = 1 + ; }",
        "void m() { par t (int i = 0 .. ) { } }",
    ] {
        assert!(first_error(text).is_some(), "{text}");
        assert!(!accepted("t.pvl", text), "{text}");
    }
}

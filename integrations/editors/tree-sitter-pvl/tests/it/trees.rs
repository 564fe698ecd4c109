//! Texts and their trees, in the form of `tree-sitter test`: `test/corpus/*.txt`.
//! `TREES_UPDATE=1` writes the trees anew.

use super::tree;
use std::fmt::Write;
use std::path::Path;

struct Case {
    name: String,
    text: String,
    tree: String,
}

/// Reads `===`, a name, `===`, a text, `---`, a tree, and so on.
fn cases(file: &str) -> Vec<Case> {
    let bar = "=".repeat(16);
    let parts: Vec<&str> = file.split(&format!("{bar}\n")).skip(1).collect();
    parts
        .chunks(2)
        .map(|pair| {
            let body = pair.get(1).copied().unwrap_or("");
            let (text, tree) = body.split_once("\n---\n").unwrap_or((body, ""));
            Case {
                name: pair[0].trim().to_owned(),
                text: text.trim_matches('\n').to_owned(),
                tree: tree.split_whitespace().collect::<Vec<_>>().join(" "),
            }
        })
        .collect()
}

/// One node a line.
fn indented(sexp: &str) -> String {
    let mut out = String::new();
    let mut depth = 0usize;
    for (at, part) in sexp.split(' ').enumerate() {
        let field = part.ends_with(':');
        let after_field = out.ends_with(": ");
        if at > 0 && !after_field {
            let _ = write!(out, "\n{}", "  ".repeat(depth));
        }
        out.push_str(part);
        if field {
            out.push(' ');
        }
        depth += part.matches('(').count();
        depth -= part.matches(')').count().min(depth);
    }
    out
}

#[test]
fn trees_are_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("test/corpus");
    let mut seen = 0;
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    for path in paths {
        let file = std::fs::read_to_string(&path).unwrap();
        let mut written = String::new();
        let bar = "=".repeat(16);
        for case in cases(&file) {
            seen += 1;
            let found = tree(&case.text).root_node().to_sexp();
            if std::env::var_os("TREES_UPDATE").is_none() {
                let name = &case.name;
                assert_eq!(case.tree, found, "{name}:\n{}", indented(&found));
            }
            let tree = indented(&found);
            let (name, text) = (&case.name, &case.text);
            let _ = write!(
                written,
                "{bar}\n{name}\n{bar}\n\n{text}\n\n---\n\n{tree}\n\n"
            );
        }
        if std::env::var_os("TREES_UPDATE").is_some() {
            std::fs::write(&path, written).unwrap();
        }
    }
    assert!(seen >= 20, "{seen} trees");
}

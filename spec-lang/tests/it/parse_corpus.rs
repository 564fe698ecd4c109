//! Every published program reads without errors, except where it must not.

use spec_lang::parse::parse;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use text::diagnostics::Severity;
use text::source::SourceFile;

fn corpus() -> Option<PathBuf> {
    let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus");
    let folder = std::env::var_os("ALPINIST_CORPUS").map_or(default, PathBuf::from);
    if folder.join("manifest.tsv").is_file() {
        return Some(folder);
    }
    println!(
        "skipped: no corpus at {} (set ALPINIST_CORPUS)",
        folder.display()
    );
    None
}

fn programs(folder: &Path, into: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    for entry in entries {
        if entry.is_dir() {
            programs(&entry, into);
        } else if entry
            .extension()
            .is_some_and(|extension| extension == "pvl")
        {
            into.push(entry);
        }
    }
}

#[test]
fn corpus_reads() {
    let Some(folder) = corpus() else { return };
    let manifest = std::fs::read_to_string(folder.join("manifest.tsv")).unwrap();
    let broken: BTreeSet<PathBuf> = manifest
        .lines()
        .map(|line| line.split('\t').collect::<Vec<_>>())
        .filter(|columns| columns.get(4) == Some(&"error:parseError"))
        .map(|columns| folder.join(columns[2]))
        .collect();
    let mut files = Vec::new();
    programs(&folder, &mut files);
    let (mut read, mut refused, mut wrong) = (0, 0, Vec::new());
    for path in &files {
        let name = path.strip_prefix(&folder).unwrap().display().to_string();
        let file = SourceFile::new(name.clone(), std::fs::read_to_string(path).unwrap());
        let parsed = parse(std::slice::from_ref(&file));
        let errors: Vec<String> = parsed
            .diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.severity == Severity::Error)
            .map(|diagnostic| {
                let span = diagnostic.primary.as_ref().map(|label| label.span);
                let place = span.map(|span| file.line_column(span.start as usize));
                format!(
                    "{name}:{place:?} {} {}",
                    diagnostic.code, diagnostic.message
                )
            })
            .collect();
        match (broken.contains(path), errors.is_empty()) {
            (false, true) => read += 1,
            (true, false) => refused += 1,
            (false, false) => wrong.extend(errors),
            (true, true) => wrong.push(format!("{name}: read, but must be refused")),
        }
    }
    println!(
        "{read} read, {refused} refused as they must be, {} wrong",
        wrong.len()
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(refused, broken.len());
    assert_eq!(read, files.len() - broken.len());
}

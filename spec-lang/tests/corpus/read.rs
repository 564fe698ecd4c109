//! Every published program reads without errors, except where it must not.

use super::Corpus;
use spec_lang::parse::parse;
use std::collections::BTreeSet;
use text::diagnostics::Severity;
use text::source::SourceFile;
use trials::Suite;

pub fn add(suite: &mut Suite, corpus: &Corpus) {
    let rows = corpus.manifest.lines();
    let rows = rows.map(|line| line.split('\t').collect::<Vec<_>>());
    let rows = rows.filter(|columns| columns.get(4) == Some(&"error:parseError"));
    let broken: BTreeSet<String> = rows.map(|columns| columns[2].to_owned()).collect();
    assert!(broken.iter().all(|file| corpus.files.contains(file)));
    suite.cases("read", corpus.cases(), move |(name, path)| {
        let file = SourceFile::new(name.clone(), std::fs::read_to_string(path).unwrap());
        let parsed = parse(std::slice::from_ref(&file));
        let errors = parsed.diagnostics.iter();
        let errors = errors.filter(|diagnostic| diagnostic.severity == Severity::Error);
        let errors = errors.map(|diagnostic| {
            let span = diagnostic.primary.as_ref().map(|label| label.span);
            let place = span.map(|span| file.line_column(span.start as usize));
            format!("{place:?} {} {}", diagnostic.code, diagnostic.message)
        });
        let errors: Vec<String> = errors.collect();
        match (broken.contains(&name), errors.is_empty()) {
            (false, true) | (true, false) => Ok(()),
            (false, false) => Err(errors.join("\n")),
            (true, true) => Err("read, but must be refused".to_owned()),
        }
    });
}

//! What can be folded: braces, comments, and contracts of several lines.

use crate::program::Program;
use serde_json::{Value, json};
use spec_lang::ast::{Contract, Visitor};
use spec_lang::lex::{self, TokenKind};
use text::source::SourceFile;
use text::span::Span;

/// The ranges of a file, in order of their first lines.
pub(crate) fn ranges(program: &Program, file: u32) -> Vec<Value> {
    let Some((_, source)) = program.file(file) else {
        return Vec::new();
    };
    let mut found: Vec<(usize, usize, Option<&str>)> = Vec::new();
    let line = |offset: usize| source.line_column(offset).line.saturating_sub(1);
    braces(source, file, |open, close| {
        // The line with the closing brace stays.
        found.push((line(open), line(close).saturating_sub(1), None));
    });
    comments(source, file, |first, last| {
        found.push((line(first), line(last), Some("comment")));
    });
    let mut contracts = Contracts(Vec::new());
    contracts.visit_program(&program.front.program);
    for span in contracts.0.iter().filter(|span| span.file == file) {
        found.push((line(span.start as usize), line(span.end as usize), None));
    }
    found.retain(|(first, last, _)| first < last);
    found.sort_unstable();
    found.dedup_by_key(|(first, last, _)| (*first, *last));
    let range = |(first, last, kind): (usize, usize, Option<&str>)| match kind {
        Some(kind) => json!({"startLine": first, "endLine": last, "kind": kind}),
        None => json!({"startLine": first, "endLine": last}),
    };
    found.into_iter().map(range).collect()
}

/// Where each pair of braces opens and closes.
fn braces(source: &SourceFile, file: u32, mut add: impl FnMut(usize, usize)) {
    let mut open: Vec<usize> = Vec::new();
    for token in lex::tokens(&source.text, file).0 {
        match token.kind {
            TokenKind::Punct("{") => open.push(token.span.start as usize),
            TokenKind::Punct("}") => {
                if let Some(start) = open.pop() {
                    add(start, token.span.start as usize);
                }
            }
            _ => {}
        }
    }
}

/// Where each comment of several lines, and each run of line comments, begins and ends.
fn comments(source: &SourceFile, file: u32, mut add: impl FnMut(usize, usize)) {
    let mut run: Option<(usize, usize)> = None;
    for comment in lex::comments(&source.text, file) {
        let (start, end) = (comment.span.start as usize, comment.span.end as usize);
        if comment.block {
            add(start, end);
            continue;
        }
        let next_line = |last: usize| {
            let between = source.text.get(last..start).unwrap_or("x");
            between.trim().is_empty() && between.matches('\n').count() == 1
        };
        run = match run {
            Some((first, last)) if next_line(last) => Some((first, end)),
            before => {
                if let Some((first, last)) = before {
                    add(first, last);
                }
                Some((start, end))
            }
        };
    }
    if let Some((first, last)) = run {
        add(first, last);
    }
}

/// From the first to the last clause of each contract.
struct Contracts(Vec<Span>);

impl Visitor for Contracts {
    fn visit_contract(&mut self, contract: &Contract) {
        if let (Some(first), Some(last)) = (contract.clauses.first(), contract.clauses.last()) {
            self.0.push(first.span.to(last.span));
        }
    }
}

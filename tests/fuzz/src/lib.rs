//! What the targets share: properties of any text at all. A panic, a hang, too much memory or an
//! exhausted stack is a find whatever the property. The everyday test `tests/it/fuzz_inputs.rs`
//! includes this file.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use spec_lang::ast::{Ident, NodeId, VisitorMut, without_places};
use spec_lang::parse::{Parsed, parse};
use spec_lang::{format, lex, print};
use std::collections::BTreeSet;
use text::source::SourceFile;
use text::span::Span;

/// As much stack as the program's own work has.
const STACK: usize = 512 << 20;

/// Runs a target on a text; bytes that are no text are refused long before.
pub fn on_text(bytes: &[u8], target: fn(&str)) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    std::thread::scope(|scope| {
        let work = std::thread::Builder::new().stack_size(STACK);
        let work = work.spawn_scoped(scope, || target(text)).expect("a thread");
        work.join().expect("an end");
    });
}

/// The text as the only file of a program.
pub fn file(text: &str) -> SourceFile {
    SourceFile::new("fuzz.pvl", text)
}

/// Reads the text.
pub fn read(text: &str) -> Parsed {
    parse(&[file(text)])
}

/// Identities and places met so far.
struct Places<'a> {
    text: &'a str,
    seen: BTreeSet<u32>,
}

impl Places<'_> {
    fn place(&self, span: Span) {
        assert!(self.text.get(span.range()).is_some(), "{span:?}");
    }
}

impl VisitorMut for Places<'_> {
    fn visit_place(&mut self, id: &mut NodeId, span: &mut Span) {
        assert!(id.0 == 0 || self.seen.insert(id.0), "{id:?} twice");
        self.place(*span);
    }
    fn visit_ident(&mut self, ident: &mut Ident) {
        self.place(ident.span);
    }
}

/// Reading never fails; identities are unique, and every place lies within the text, on
/// characters.
pub fn parses(text: &str) {
    let mut parsed = read(text);
    let mut places = Places {
        text,
        seen: BTreeSet::new(),
    };
    places.visit_program(&mut parsed.program);
    for diagnostic in &parsed.diagnostics {
        for label in diagnostic.primary.iter().chain(&diagnostic.labels) {
            places.place(label.span);
        }
    }
}

/// The comments of a text, line by line.
fn comments(text: &str) -> Vec<Vec<&str>> {
    let comments = lex::comments(text, 0);
    let lines = comments
        .iter()
        .map(|comment| text[comment.span.range()].lines().map(str::trim).collect());
    lines.collect()
}

/// What is printed, and what is laid out anew, reads back as the same tree; comments stay, and
/// laying out twice changes nothing more.
pub fn prints(text: &str) {
    let parsed = read(text);
    if !parsed.diagnostics.is_empty() {
        return;
    }
    let tree = without_places(&parsed.program);
    let same = |text: &str, what: &str| {
        let again = read(text);
        let said = &again.diagnostics;
        assert!(
            said.is_empty(),
            "{what} does not read back: {said:?}\n{text}"
        );
        let equal = without_places(&again.program) == tree;
        assert!(equal, "{what} is another tree:\n{text}");
        again.program
    };
    if !parsed.program.has_unsupported() {
        same(&print::program(&parsed.program), "the printed text");
    }
    let laid_out = format::format(&file(text), &parsed.program);
    let program = same(&laid_out, "the layout");
    assert_eq!(comments(text), comments(&laid_out), "comments");
    let twice = format::format(&file(&laid_out), &program);
    assert_eq!(laid_out, twice, "laid out twice");
}

//! Deep and long texts: read, or refused with S008, in linear time, on any stack.

use spec_lang::parse::{MAX_HEIGHT, MAX_NESTING, Parsed, parse, parse_expression};
use std::time::{Duration, Instant};
use text::code::Code;
use text::source::SourceFile;

fn read(text: &str) -> Parsed {
    parse(&[SourceFile::new("t", text)])
}

fn codes(parsed: &Parsed) -> Vec<Code> {
    parsed
        .diagnostics
        .iter()
        .map(|diagnostic| diagnostic.code)
        .collect()
}

fn method(body: &str) -> String {
    format!("void m() {{ {body} }}")
}

fn nest(open: &str, inner: &str, close: &str, times: usize) -> String {
    format!("{}{inner}{}", open.repeat(times), close.repeat(times))
}

#[test]
fn within_the_limits() {
    let deep = MAX_NESTING as usize - 20;
    for text in [
        nest("(", "1", ")", deep),
        nest("f(", "1", ")", deep),
        nest("[", "1", "]", deep),
        nest("a[", "1", "]", deep),
        nest("|", "xs", "|", 1),
        nest("(\\forall int i; ", "true", ")", deep),
        nest("!", "true", "", deep * 5),
        nest("a + ", "1", "", deep * 5),
        nest("a ==> ", "b", "", deep * 5),
        nest("a ? b : ", "c", "", deep * 5),
        nest("a :: ", "c", "", deep * 5),
        nest("", "x", ".f", deep * 5),
    ] {
        let read = parse_expression(&text, 0, 1);
        assert!(
            read.diagnostics.is_empty(),
            "{}: {:?}",
            &text[..20.min(text.len())],
            read.diagnostics
        );
    }
    for text in [
        nest("{", "", "}", deep),
        nest("if (a) { } else ", ";", "", deep),
    ] {
        let parsed = read(&method(&text));
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        drop(parsed);
    }
}

#[test]
fn beyond_the_limits() {
    let deep = 3_000;
    let texts = [
        nest("(", "1", ")", deep),
        nest("(", "", "", deep),
        nest("f(", "1", ")", deep),
        nest("a[", "1", "]", deep),
        nest("[", "1", "]", deep),
        nest("{", "1", "}", deep),
        nest("{: ", "1", " :}", deep),
        nest("| ", "1", " |", deep),
        nest("!", "true", "", deep),
        nest("- ", "1", "", deep),
        nest("(int) ", "1", "", deep),
        nest("a + ", "1", "", deep),
        nest("a ==> ", "b", "", deep),
        nest("a ? b : ", "c", "", deep),
        nest("a ? ", "c", " : b", deep),
        nest("a :: ", "c", "", deep),
        nest("a ++ ", "c", "", deep),
        nest("a < ", "c", "", deep),
        nest("a<a, ", "c", "", deep),
        nest("", "x", ".f", deep),
        nest("", "x", "[0]", deep),
        nest("", "x", "?.f()", deep),
        nest("", "x", "++", deep),
        nest("unfolding a in ", "c", "", deep),
        nest("unfolding ", "a", " in c", deep),
        nest("(\\forall int i; ", "true", ")", deep),
        nest("new C(", "1", ")", deep),
        nest("with { ", "1;", " } f()", deep),
        nest("seq<", "int", ">", deep),
        nest("\\old", "(1)", "", deep),
    ];
    for text in &texts {
        let name = &text[..30.min(text.len())];
        let start = Instant::now();
        let piece = parse_expression(text, 0, 1);
        assert!(!piece.diagnostics.is_empty(), "{name}");
        for body in [format!("x = {text};"), format!("{text};"), text.clone()] {
            let parsed = read(&method(&body));
            assert!(!parsed.diagnostics.is_empty(), "{name}");
            assert!(
                parsed.diagnostics.len() < 70,
                "{name}: {}",
                parsed.diagnostics.len()
            );
            drop(parsed);
        }
        println!("{name}: {:?}", start.elapsed());
        assert!(
            start.elapsed() < Duration::from_secs(20),
            "{name}: {:?}",
            start.elapsed()
        );
    }
}

#[test]
fn statements_and_declarations_beyond_the_limits() {
    let deep = 3_000;
    let bodies = [
        nest("{", "", "}", deep),
        nest("{", "", "", deep),
        nest("if (a) ", ";", "", deep),
        nest("if (a) ; else ", ";", "", deep),
        nest("while (a) ", ";", "", deep),
        nest("ghost ", ";", "", deep),
        nest("label l : ", ";", "", deep),
        nest("par ", "{}", "", deep),
        nest("par { ", "", "}", deep),
        nest("requires ", ";", "", deep),
        nest("requires a; ", "", "", deep),
        nest("atomic(i) ", "{}", "", deep),
        nest("parallel {", "", "}", deep),
        nest("int", "[] x;", "[]", deep),
        format!("int{} x;", "[]".repeat(deep)),
        nest("f() with { ", "", "}", deep),
    ];
    for body in &bodies {
        let name = &body[..20.min(body.len())];
        let start = Instant::now();
        let parsed = read(&method(body));
        assert!(!parsed.diagnostics.is_empty(), "{name}");
        let parsed = read(body);
        drop(parsed);
        println!("{name}: {:?}", start.elapsed());
        assert!(
            start.elapsed() < Duration::from_secs(20),
            "{name}: {:?}",
            start.elapsed()
        );
    }
    for text in [
        nest("class C {", "", "}", deep),
        nest("ghost ", "int x;", "", deep),
    ] {
        let start = Instant::now();
        assert!(!codes(&read(&text)).is_empty());
        assert!(start.elapsed() < Duration::from_secs(20));
    }
}

#[test]
fn the_limit_is_named() {
    let text = nest("(", "1", ")", MAX_NESTING as usize + 1);
    let piece = parse_expression(&text, 0, 1);
    assert_eq!(piece.diagnostics[0].code, Code::S008);
    let text = nest("a + ", "1", "", usize::from(MAX_HEIGHT) + 1);
    assert_eq!(
        parse_expression(&text, 0, 1).diagnostics[0].code,
        Code::S008
    );
    // Heights add up: neither chain is too long alone.
    let half = nest("a + ", "1", "", usize::from(MAX_HEIGHT) / 2 + 10);
    let both = format!("({half}) {}", "- 1 ".repeat(usize::from(MAX_HEIGHT) / 2));
    assert_eq!(
        parse_expression(&both, 0, 1).diagnostics[0].code,
        Code::S008
    );
}

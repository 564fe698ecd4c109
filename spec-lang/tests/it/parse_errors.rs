//! What is said about broken programs, where, and how often.

use spec_lang::ast::{Declaration, DeclarationKind};
use spec_lang::parse::{CODES, parse, parse_directive, parse_expression};
use text::code::Code;
use text::diagnostics::Severity;
use text::source::SourceFile;

/// `line:column code message`, with the labels behind.
fn errors(text: &str) -> Vec<String> {
    let file = SourceFile::new("t", text);
    let parsed = parse(std::slice::from_ref(&file));
    let place = |span: text::span::Span| {
        let at = file.line_column(span.start as usize);
        format!("{}:{}", at.line, at.column)
    };
    parsed
        .diagnostics
        .iter()
        .map(|d| {
            let primary = place(d.primary.as_ref().unwrap().span);
            let labels: Vec<String> = d
                .labels
                .iter()
                .map(|l| format!(" ({} {})", place(l.span), l.text))
                .collect();
            format!("{primary} {} {}{}", d.code, d.message, labels.concat())
        })
        .collect()
}

fn codes(text: &str) -> Vec<Code> {
    let parsed = parse(&[SourceFile::new("t", text)]);
    parsed.diagnostics.iter().map(|d| d.code).collect()
}

#[test]
fn every_code_is_given_by_its_example() {
    for info in CODES {
        if !info.example.is_empty() {
            assert_eq!(codes(info.example), [info.code], "{}", info.example);
        }
        assert!(info.text.ends_with('.'), "{}", info.code);
    }
}

#[test]
fn a_comment_of_one_line_is_one_on_every_screen() {
    let program = |between: &str| format!("void m() {{\n  // so{between}  assert false;\n}}\n");
    for c in ["\r", "\u{b}", "\u{c}", "\u{85}", "\u{2028}", "\u{2029}"] {
        assert_eq!(codes(&program(c)), [Code::S019], "{c:?}");
    }
    // These end the line, or are no comment of one line.
    assert_eq!(codes(&program("\n")), []);
    assert_eq!(codes(&program("\r\n")), []);
    assert_eq!(codes("void m() {\r  /* so\r */\r}\r"), []);
    assert_eq!(
        errors("// a\rb\n"),
        ["1:5 S019 a carriage return without a line feed within a comment"]
    );
    assert_eq!(
        codes("void m() {\n  #one# assert false; #two#\n}\n"),
        [Code::S019]
    );
    assert_eq!(codes("void m() {\n  #one\rtwo#\n}\n"), [Code::S019]);
    assert_eq!(codes("void m() {\n  #one#\n  #two#\n}\n"), []);
}

#[test]
fn several_errors_without_cascades() {
    let text = "class C {\n  int x\n  requires x > ;\n  int f(int a) {\n    int z = a b;\n    z = 3\n    \
                return z + ;\n  }\n  void g() {\n    while (x > 0 {\n      x = 1;\n    }\n    \
                for (int i = 0; i < ; i++) {\n      x = 1;\n    }\n    foo(1, 2;\n  }\n  void ok() { }\n}\n";
    assert_eq!(
        errors(text),
        [
            "2:8 S004 expected `;` after this field, found the keyword `requires` (2:3 this field begins here)",
            "3:16 S001 expected an expression, found `;` (3:3 of this `requires`)",
            "5:15 S001 expected `;`, found `b` (5:5 this statement begins here)",
            "6:10 S004 expected `;` after this statement, found the keyword `return` (6:5 this statement begins here)",
            "7:16 S001 expected an expression, found `;` (7:5 of this `return`)",
            "10:18 S003 expected `)`, found `{` (10:11 to close this parenthesis)",
            "13:25 S001 expected an expression, found `;` (13:5 in the header of this loop)",
            "16:13 S003 expected `)`, found `;` (16:8 to close this parenthesis)",
        ]
    );
}

#[test]
fn what_follows_an_error_is_kept() {
    let text = "class C { int f( { } void g() { x = ; y = 1; } int z; }\nclass D { }\n";
    let parsed = parse(&[SourceFile::new("t", text)]);
    assert_eq!(parsed.diagnostics.len(), 2, "{:?}", errors(text));
    let [
        Declaration {
            kind: DeclarationKind::Class(c),
            ..
        },
        _,
    ] = &parsed.program.declarations[..]
    else {
        panic!("{:?}", parsed.program);
    };
    assert_eq!(c.members.len(), 2);
}

#[test]
fn missing_brace_is_found_at_the_next_member() {
    let text =
        "class C {\n  void g() {\n    x = 1;\n  requires true;\n  void h() { }\n}\nclass D { }\n";
    assert_eq!(
        errors(text),
        ["4:3 S001 expected `}`, found the keyword `requires` (2:12 to close this block)"]
    );
    assert_eq!(
        errors("class C {\n  void g() { }\nclass D { }\n"),
        ["3:1 S001 expected `}`, found the keyword `class` (1:9 to close this brace)"]
    );
    let open = errors("class C {\n  void g() {\n    if (a) {\n      x = 1;\n");
    assert_eq!(
        open,
        ["5:1 S002 expected `}`, found the end of the file (3:12 to close this block)"]
    );
}

#[test]
fn published_errors() {
    assert_eq!(codes("enum E { }"), [Code::S017]);
    assert_eq!(codes("enum E { , }"), [Code::S017]);
    assert_eq!(
        errors("class T{} }"),
        ["1:11 S016 this brace closes nothing: expected a declaration or the end of the file"]
    );
    assert_eq!(
        errors("void a();\nnull\n"),
        ["2:1 S001 expected a declaration, found the keyword `null`"]
    );
}

#[test]
fn stray_backtick_is_only_a_warning() {
    let parsed = parse(&[SourceFile::new("t", "class C { }\n`\nclass D { }")]);
    assert_eq!(parsed.diagnostics.len(), 1);
    assert_eq!(parsed.diagnostics[0].severity, Severity::Warning);
    assert_eq!(parsed.program.declarations.len(), 2);
    assert_eq!(codes("void m() { ` }"), [Code::S001]);
}

#[test]
fn lexical_errors_are_reported_once() {
    assert_eq!(
        codes("void m() { x = 1 @ 2; y = 3 € 4; }"),
        [Code::S005, Code::S005]
    );
    assert_eq!(codes("void m() { s = \"abc;\n t = 1; }"), [Code::S007]);
    assert_eq!(codes("/*@ class C { }"), [Code::S006]);
}

#[test]
fn pieces() {
    assert_eq!(
        parse_expression("a + ", 0, 1).diagnostics[0].code,
        Code::S002
    );
    assert_eq!(
        parse_expression("a b", 0, 1).diagnostics[0].message,
        "expected the end, found `b`"
    );
    let piece = parse_expression("A[tid + 1]", 3, 10);
    let value = piece.value.unwrap();
    assert!(value.id.0 >= 10 && value.id.0 < piece.next_id);
    assert_eq!(
        (value.span.file, value.span.start, value.span.end),
        (3, 0, 10)
    );
    assert!(parse_directive("gpuopt fuse 2 1;", 0, 1).value.is_some());
    assert!(parse_directive("fuse 2 1", 0, 1).value.is_none());
}

#[test]
fn files_are_one_program() {
    let parsed = parse(&[
        SourceFile::new("a", "class A { }"),
        SourceFile::new("b", "class B { } }"),
    ]);
    assert_eq!(parsed.program.declarations.len(), 2);
    assert_ne!(
        parsed.program.declarations[0].id,
        parsed.program.declarations[1].id
    );
    assert_eq!(parsed.program.declarations[1].span.file, 1);
    assert_eq!(parsed.diagnostics[0].primary.as_ref().unwrap().span.file, 1);
    assert!(parse(&[]).program.declarations.is_empty());
    assert!(parse(&[SourceFile::new("e", "")]).diagnostics.is_empty());
}

//! Formatting keeps comments wherever they stand.

use proptest::prelude::*;
use spec_lang::ast::without_places;
use spec_lang::lex::{self, TokenKind};
use spec_lang::{format, parse};
use text::source::SourceFile;

/// A program with most of what has a layout of its own.
const PROGRAM: &str = r"
lock_invariant Perm(this.x, 1\2) ** x >= 0;
class C {
  final int x, y;
  seq<int> ghosts;
  requires a != null && a.length == n;
  context_everywhere (\forall* int i = 0 .. n; Perm(a[i], write));
  gpuopt matrix_lin m R 3 4;
  decreases;
  given int g; yields int h;
  pure static int f(int[] a, int n, int[][] m) = n > 0 ? a[0] + f(a, n - 1, m) : 0;
  resource p(int k) = Perm(x, k\2);
  constructor(int x) { this.x = x; }
  run { }
  ensures \result == (\sum int i; 0 <= i && i < n; a[i]);
  int m(int[] a, int n) {
    int i = 0, s = 0;
    gpuopt loop_unroll i 2;
    loop_invariant 0 <= i && i <= n || false;
    loop_invariant s >= 0 ==> true ==> i >= 0;
    while (i < n) { s += a[i]; i++; }
    for (int j = 0; j < n; j++) s = s + 1;
    for (int j = 0 .. n) { }
    if (s > 0) { s = 1; } else if (s < 0) s = 2; else { s = 3; }
    par k(int t = 0 .. n, int u = 0 .. 2)
      requires Perm(a[t], 1);
      ensures a[t] == \old(a[t]) + 1;
    { a[t] = a[t] + 1; barrier(k) { ensures true; } }
    and { assert {1, 2} == set<int>{2, 1}; }
    atomic(inv) { fold p(1); } ghost { label l; }
    invariant inv(Perm(x, write)) { f(a, n, null) given { g = 1 } yields { h = s }; }
    while (c) loop_invariant a; { } for (;;) loop_invariant b; break;
    requires x; gpuopt fuse 2 1; par t(int i = 0 .. n) ensures z; { } and u() requires p; x = 1;
    if (a) if (b) x = 1; else x = 2;
    package P() -* Q() { apply P() -* Q(); } vec (int i = 0 .. 4) requires r; { } ;
    parallel { par { } } label l; goto l; lock this; f(a) with { x = 1; } then { y = 2; };
    return s;
  }
}
enum E { A, B }
adt D<T> { pure T d(T t); axiom (\forall T t; d(t) == t); }
model M { int z; }
void abstract_one();
";

fn read(text: &str) -> Option<spec_lang::ast::Program> {
    let parsed = parse::parse(&[SourceFile::new("a.pvl", text)]);
    parsed.diagnostics.is_empty().then_some(parsed.program)
}

fn formatted(text: &str) -> String {
    let program = read(text).unwrap();
    format::format(&SourceFile::new("a.pvl", text), &program)
}

fn comments(text: &str) -> Vec<Vec<&str>> {
    lex::comments(text, 0)
        .iter()
        .map(|comment| text[comment.span.range()].lines().map(str::trim).collect())
        .collect()
}

/// What may stand between two tokens.
fn gap() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        12 => Just(""),
        4 => Just(" "),
        3 => Just("\n"),
        1 => Just("\n\n\n"),
        1 => Just("\t"),
        1 => Just(" // ends the line\n"),
        1 => Just("\n\n// on its own\n"),
        1 => Just("/* short */"),
        1 => Just("\n  /* on its own */\n"),
        1 => Just("\n  /* before */ "),
        1 => Just("\n\t/* long\n\t * one */\n"),
        1 => Just(" /* long\n behind */ "),
    ]
}

/// The program with other gaps between its tokens, its model left as it is.
fn with_gaps(gaps: &[&str], density: usize) -> String {
    let (tokens, _) = lex::tokens(PROGRAM, 0);
    let model = PROGRAM.find("model").unwrap();
    let end = PROGRAM.find("void abstract_one").unwrap();
    let mut text = String::new();
    let mut at = 0;
    for (number, token) in tokens.iter().enumerate() {
        let range = token.span.range();
        let own = &PROGRAM[at..range.start];
        let gap = gaps[number % gaps.len()];
        let blank = own.contains(char::is_whitespace);
        let replace =
            blank && number % density == 0 && !(model + 5 < range.start && range.start < end);
        if token.kind == TokenKind::End || !replace {
            text.push_str(own);
        } else {
            text.push_str(if gap.is_empty() { " " } else { gap });
        }
        text.push_str(&PROGRAM[range.clone()]);
        at = range.end;
    }
    text.push_str(&PROGRAM[at..]);
    text
}

/// How many cases to try.
fn cases() -> u32 {
    let set = std::env::var("PROPTEST_CASES").ok();
    set.and_then(|number| number.parse().ok()).unwrap_or(200)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn comments_anywhere(
        gaps in prop::collection::vec(gap(), 40..120),
        density in 1usize..12,
        crlf in any::<bool>(),
    ) {
        let mut text = with_gaps(&gaps, density);
        if crlf {
            text = text.replace('\n', "\r\n");
        }
        let program = read(&text);
        prop_assert!(program.is_some(), "{}", text);
        let once = formatted(&text);
        let again = read(&once);
        prop_assert!(again.is_some(), "{}\nto\n{}", text, once);
        let pair = [program.unwrap(), again.unwrap()].map(|program| without_places(&program));
        prop_assert!(pair[0] == pair[1], "{}\nto\n{}", text, once);
        prop_assert_eq!(comments(&text), comments(&once), "{}\nto\n{}", text, once);
        let twice = formatted(&once);
        let changed = once.lines().zip(twice.lines()).find(|(one, two)| one != two);
        prop_assert!(twice == once, "{:?} in\n{}\nfrom\n{}", changed, once, text);
        prop_assert_eq!(once.contains("\r\n"), crlf);
    }
}

/// The tokens of a text, parentheses aside.
fn substance(text: &str) -> Vec<&str> {
    let (tokens, _) = lex::tokens(text, 0);
    tokens
        .iter()
        .filter(|token| !matches!(token.kind, TokenKind::Punct("(" | ")") | TokenKind::End))
        .map(|token| &text[token.span.range()])
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn broken_programs_lose_nothing(
        gaps in prop::collection::vec(gap(), 40..120),
        cuts in prop::collection::vec((0usize..2000, 0usize..12), 1..4),
    ) {
        let mut text = with_gaps(&gaps, 3);
        for (at, length) in cuts {
            let at = at.min(text.len());
            let end = (at + length).min(text.len());
            if text.is_char_boundary(at) && text.is_char_boundary(end) {
                text.replace_range(at..end, "");
            }
        }
        let file = SourceFile::new("a.pvl", text.as_str());
        let parsed = parse::parse(std::slice::from_ref(&file));
        let once = format::format(&file, &parsed.program);
        prop_assert_eq!(substance(&text), substance(&once), "{}\nto\n{}", text, once);
        prop_assert_eq!(comments(&text), comments(&once), "{}\nto\n{}", text, once);
    }
}

#[test]
fn comments_keep_their_place() {
    let text = "\u{feff}// head\r\n\r\n\r\nclass  C{ // opens\r\n\r\n   int x ; /* x */ int y; // y\r\n\
        \t// before m\r\n\tvoid m( ){\r\n\t\t/* in */ x=1;\r\n\r\n\r\n\t\t// last\r\n\t}\r\n\
        void n(/* none */){}\r\n}\r\n// end";
    let expected = "\u{feff}// head\r\n\r\nclass C { // opens\r\n  int x; /* x */\r\n  int y; // y\r\n  \
        // before m\r\n  void m() {\r\n    /* in */ x = 1;\r\n\r\n    // last\r\n  }\r\n  \
        void n(/* none */){}\r\n}\r\n// end\r\n";
    assert_eq!(formatted(text), expected);
}

#[test]
fn annotation_comments_stay() {
    let text = "/*@ requires  x;\n ensures y; @*/\nvoid m();\n//@ pure   int f() = 1;\n";
    let once = formatted(text);
    assert_eq!(
        once,
        "/*@ requires x;\nensures y; @*/\nvoid m();\n//@ pure int f() = 1;\n"
    );
    assert_eq!(formatted(&once), once);
}

#[test]
fn parentheses_stay_where_they_help() {
    let text = "requires a ** (b && c) && ((d));\nrequires (a && b) || c;\nvoid m();\n";
    let expected = "requires a ** (b && c) && d;\nrequires (a && b) || c;\nvoid m();\n";
    assert_eq!(formatted(text), expected);
    assert_eq!(
        formatted("requires a && b || c;\nvoid m();\n"),
        expected[expected.len() - 34..]
    );
}

#[test]
fn what_cannot_be_read_is_left_alone() {
    for text in [
        "class {",
        "§",
        "/* open",
        "void m() { x = ; }\n",
        "",
        "\u{feff}",
        "// only\n",
    ] {
        let file = SourceFile::new("a.pvl", text);
        let parsed = parse::parse(std::slice::from_ref(&file));
        let once = format::format(&file, &parsed.program);
        let (old, _) = lex::tokens(text, 0);
        let (new, _) = lex::tokens(&once, 0);
        assert_eq!(old.len(), new.len(), "{text:?} became {once:?}");
        assert_eq!(comments(text), comments(&once));
    }
}

//! No text makes the lexer or the parser fail, and what they say is well formed.
//!
//! `ALPINIST_FUZZ_CASES` sets how many texts are tried.

use proptest::prelude::*;
use spec_lang::ast::{Ident, NodeId, VisitorMut};
use spec_lang::lex;
use spec_lang::parse::parse;
use std::collections::BTreeSet;
use text::source::SourceFile;
use text::span::Span;

const WORDS: &[&str] = &[
    "class",
    "C",
    "int",
    "x",
    "a",
    "i",
    "b",
    "void",
    "boolean",
    "seq",
    "<",
    ">",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "{:",
    ":}",
    ";",
    ",",
    ".",
    "..",
    ":",
    "?",
    "?.",
    "->",
    "<-",
    "=",
    "==",
    "!=",
    "<=",
    "==>",
    "<==>",
    "-*",
    "**",
    "&&",
    "||",
    "|",
    "+",
    "++",
    "-",
    "--",
    "*",
    "/",
    "%",
    "\\",
    "::",
    "^^",
    "!",
    "&",
    "^",
    "0",
    "12",
    "0.5f",
    "\"s\"",
    "'c'",
    "`",
    "`int`",
    "\n",
    "//c\n",
    "/*",
    "*/",
    "/*@",
    "@*/",
    "//@",
    "#",
    "requires",
    "ensures",
    "context_everywhere",
    "loop_invariant",
    "decreases",
    "given",
    "yields",
    "gpuopt",
    "loop_unroll",
    "glob_to_reg",
    "tile",
    "inter",
    "fuse",
    "matrix_lin",
    "if",
    "else",
    "while",
    "for",
    "par",
    "and",
    "barrier",
    "invariant",
    "atomic",
    "vec",
    "parallel",
    "return",
    "new",
    "this",
    "null",
    "true",
    "\\forall",
    "\\forall*",
    "∀",
    "∃",
    "\\exists",
    "\\sum",
    "\\let",
    "\\old",
    "\\result",
    "\\in",
    "in",
    "unfolding",
    "with",
    "then",
    "Perm",
    "write",
    "read",
    "none",
    "None",
    "ghost",
    "label",
    "goto",
    "assert",
    "fold",
    "lock",
    "package",
    "run",
    "constructor",
    "enum",
    "adt",
    "axiom",
    "model",
    "resource",
    "pure",
    "inline",
    "static",
    "final",
    "instanceof",
    "map",
    "tuple",
    "set",
    "t:",
    "∗",
    "⇒",
    "é",
    "\u{feff}",
    "\r\n",
];

const PROGRAM: &str = r#"
adt P<T> { pure int f(int x); axiom (\forall int i; f(i) == 0); }
enum E { A, B }
resource inv(int x) = x > 0 ** Perm(x, 1\2);
class C {
  final int n; int[] xs;
  resource lock_invariant() = Perm(n, read);
  requires xs != null ** (\forall* int i = 0 .. xs.length; Perm(xs[i], write));
  ensures \result == |[1, 2]| + (\sum int k; 0 <= k && k < n; xs[k]);
  pure int sum(seq<int> s) = |s| == 0 ? 0 : s[0] + sum(tail(s));
  constructor() { }
  given frac p; yields int r;
  gpuopt glob_to_reg xs tid tid - 1;
  context_everywhere xs != null && {: xs[0] :} > 0;
  void m(int a, option<map<int, set<int>>> o) {
    int x = a, y; final boolean z = true;
    loop_invariant 0 <= x; decreases x;
    while (x > 0 && (\exists int k; k > 0; k == x)) { x = x - 1; xs[x]++; }
    for (int i = 0; i < n; i++) { if (i == 2) break; else continue; }
    for (int i = 0 .. n) xs[i] += 1;
    par blk (int tid = 0 .. n, int j = tid .. n) requires Perm(xs[tid], 1); {
      barrier(blk; inv) { requires true; ensures true; }
      atomic(inv) { xs[tid] = unfolding [p]inv(2) in 3; }
    } and { m(1, None) given { p = 1 } yields { r = r }; }
    assert (\let int q = 2; q == 2) ==> \old(a) == b{1}[0] \ 2;
    label l; goto l; fold inv(1); lock this; ghost { x = 1; }
    package true -* true { } xs = new int[n]; run(); return;
  }
  run { }
}
"#;

/// Identities are unique and places lie within the text, on characters.
struct Check<'a> {
    text: &'a str,
    seen: BTreeSet<u32>,
}

impl Check<'_> {
    fn place(&self, span: Span) {
        assert!(span.start <= span.end, "{span:?}");
        assert!(
            self.text.get(span.range()).is_some(),
            "{span:?} of {} bytes",
            self.text.len()
        );
    }
}

impl VisitorMut for Check<'_> {
    fn visit_place(&mut self, id: &mut NodeId, span: &mut Span) {
        // Words such as modifiers have a place but no identity.
        assert!(id.0 == 0 || self.seen.insert(id.0), "{id:?} twice");
        self.place(*span);
    }
    fn visit_ident(&mut self, ident: &mut Ident) {
        self.place(ident.span);
    }
}

fn check(text: &str) {
    let (tokens, _) = lex::tokens(text, 0);
    let mut end = 0;
    for token in &tokens {
        assert!(token.span.start >= end);
        end = token.span.end;
    }
    assert_eq!(tokens.last().unwrap().kind, lex::TokenKind::End);
    for comment in lex::comments(text, 0) {
        assert!(comment.span.contains(comment.content));
    }
    let mut parsed = parse(&[SourceFile::new("t", text)]);
    let mut checker = Check {
        text,
        seen: BTreeSet::new(),
    };
    checker.visit_program(&mut parsed.program);
    for diagnostic in &parsed.diagnostics {
        for label in diagnostic.primary.iter().chain(&diagnostic.labels) {
            checker.place(label.span);
        }
    }
}

fn cases() -> u32 {
    std::env::var("ALPINIST_FUZZ_CASES")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(300)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: cases(),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_text(text in "\\PC{0,200}") {
        check(&text);
    }

    #[test]
    fn any_words(words in prop::collection::vec(prop::sample::select(WORDS), 0..120)) {
        check(&words.join(" "));
        check(&words.concat());
        check(&format!("class C {{ void m() {{ {} }} }}", words.join(" ")));
    }

    #[test]
    fn changed_program(
        changes in prop::collection::vec(
            (any::<prop::sample::Index>(), 0..4u8, prop::sample::select(WORDS)), 1..6)
    ) {
        let (tokens, _) = lex::tokens(PROGRAM, 0);
        let mut pieces: Vec<&str> = tokens.iter().map(|t| &PROGRAM[t.span.range()]).collect();
        for (index, change, word) in changes {
            let at = index.index(pieces.len());
            match change {
                0 if pieces.len() > 1 => { pieces.remove(at); }
                1 => pieces.insert(at, word),
                2 => pieces[at] = word,
                _ => pieces.truncate(at.max(1)),
            }
        }
        check(&pieces.join(" "));
    }
}

#[test]
fn the_program_reads() {
    let parsed = parse(&[SourceFile::new("t", PROGRAM)]);
    assert!(parsed.diagnostics.is_empty(), "{:#?}", parsed.diagnostics);
    check(PROGRAM);
}

#[test]
fn every_prefix() {
    for (at, _) in PROGRAM.char_indices().step_by(3) {
        check(&PROGRAM[..at]);
    }
}

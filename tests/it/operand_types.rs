//! Every binary operator on every pair of types, with an operand that has no value on either side: what
//! the resolver lets through, the checker must not verify where the oracle finds no value. And what both
//! call defined they agree on.
//!
//! Every day one in [`EVERY_DAY`] of the programs, others for each operator; all with `ALPINIST_SLOW=1`.

use crate::definedness::{compare, declared};
use pipeline::check::Settings;
use spec_lang::ast::BinaryOp;
use spec_lang::parse::parse;
use spec_lang::resolve::resolve;
use std::fmt::Write as _;
use text::source::SourceFile;

const EVERY_DAY: usize = 17;

/// What there is around each method.
const AROUND: &str = "class C { int x; }
class D { int x; }
enum Colour { RED, GREEN }
enum Taste { SOUR }
adt Shape { pure Shape circle(int r); }
";

/// What each method begins with, if its statement mentions the name.
const LOCALS: &[&str] = &[
    "int zero = 0;",
    "C c = new C();",
    "D d = new D();",
    "int[] a = new int[2];",
    "boolean[] t = new boolean[2];",
];

/// A value of each type, and of some a second one that is written otherwise.
const VALUES: &[&str] = &[
    "1",
    "true",
    "(1 \\ 2)",
    "1.5f",
    "2.5",
    "\"text\"",
    "'q'",
    "Colour.RED",
    "Taste.SOUR",
    "Shape.circle(1)",
    "c",
    "d",
    "a",
    "t",
    "null",
    "seq<int> { 1 }",
    "seq<boolean> { true }",
    "seq<rational> { 1 \\ 2 }",
    "seq<C> { c }",
    "seq<int> { }",
    "seq<seq<int>> { seq<int> { 1 } }",
    "set<int> { 1 }",
    "set<char> { 'q' }",
    "{ 1, 2 }",
    "{1 .. 3}",
    "[1 .. 3)",
    "bag<int> { 1 }",
    "map<int, int> { 1 -> 2 }",
    "map<char, boolean> { 'q' -> true }",
    "Some(1)",
    "Some('q')",
    "None",
    "tuple<int, int> { 1, 2 }",
    "tuple<C, boolean> { c, true }",
];

/// `value` in a way that has none.
fn without_value(value: &str) -> String {
    format!("(1 / zero == 1 ? {value} : {value})")
}

/// The methods with these statements, each on a line of its own behind those of what is around.
fn text(statements: &[String]) -> String {
    let mut text = AROUND.to_owned();
    for (number, statement) in statements.iter().enumerate() {
        let locals = declared(LOCALS, statement);
        writeln!(text, "void c{number}() {{ {locals} {statement} }}").unwrap();
    }
    text
}

/// What makes of `left op right` a statement.
fn statement(op: BinaryOp, left: &str, right: &str) -> String {
    let both = format!("({left} {} {right})", op.symbol());
    match op {
        // Formulas, which have no other value.
        BinaryOp::Wand | BinaryOp::Star => format!("assert {both} || true;"),
        _ => format!("assert {both} == {both};"),
    }
}

/// The pairs that the resolver lets through.
fn accepted() -> Vec<(BinaryOp, &'static str, &'static str)> {
    let mut pairs = Vec::new();
    for op in BinaryOp::ALL {
        for left in VALUES {
            pairs.extend(VALUES.iter().map(|right| (*op, *left, *right)));
        }
    }
    let written = pairs.iter().map(|(op, a, b)| statement(*op, a, b));
    let written: Vec<String> = written.collect();
    let file = SourceFile::new("pairs.pvl", text(&written));
    let parsed = parse(std::slice::from_ref(&file));
    let resolved = resolve(&parsed.program, Settings::default().profile);
    let first = AROUND.lines().count() + 1;
    let mut refused = vec![false; pairs.len()];
    for wrong in parsed.diagnostics.iter().chain(&resolved.diagnostics) {
        let label = wrong.primary.as_ref().expect("a place");
        let line = file.line_column(label.span.start as usize).line;
        if let Some(one) = line.checked_sub(first).and_then(|at| refused.get_mut(at)) {
            *one = true;
        }
    }
    let both = pairs.into_iter().zip(refused);
    both.filter_map(|(pair, refused)| (!refused).then_some(pair))
        .collect()
}

#[test]
fn operands_of_any_two_types_are_evaluated() {
    let all = std::env::var_os("ALPINIST_SLOW").is_some();
    let mut statements = Vec::new();
    for (at, (op, a, b)) in accepted().into_iter().enumerate() {
        for (side, (left, right)) in [
            (without_value(a), b.to_owned()),
            (a.to_owned(), without_value(b)),
            (a.to_owned(), b.to_owned()),
        ]
        .into_iter()
        .enumerate()
        {
            if all || (at * 3 + side) % EVERY_DAY == 0 {
                statements.push(statement(op, &left, &right));
            }
        }
    }
    let (undefined, differ) = compare(&text(&statements), &statements);
    println!(
        "{} programs, {undefined} of them undefined",
        statements.len()
    );
    assert!(differ.is_empty(), "{}", differ.join("\n"));
    assert!(
        undefined > statements.len() / 2,
        "the oracle finds too little"
    );
}

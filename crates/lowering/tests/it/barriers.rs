//! Which barriers all threads of a block are seen to reach equally often (V045).

use crate::{compare, each_statement};
use core_lang::{Rule, StmtKind};

/// Name, body of a block of threads `t`, in a method with `int n`, `boolean b`, `int[] a`; whether all reach it.
const CASES: &[(&str, &str, bool)] = &[
    ("alone", "B", true),
    ("under a condition of outside", "if (b) { B }", true),
    ("under the thread's number", "if (t == 0) { B }", false),
    (
        "under a local of constants",
        "int x = 1; if (x == 1) { B }",
        true,
    ),
    (
        "under a local of the thread's number",
        "int x = t; if (x == 1) { B }",
        false,
    ),
    (
        "under a local without a value",
        "int x; if (x == 1) { B }",
        false,
    ),
    (
        "under a local assigned under the number",
        "int x = 0; if (t == 0) { x = 1; } if (x == 0) { B }",
        false,
    ),
    (
        "under a local assigned later in a loop",
        "int x = 0; while (b) { if (x == 0) { B } x = x + t; }",
        false,
    ),
    ("under a choice", "if (*) { B }", false),
    (
        "in a loop with a uniform guard",
        "int i = 0; while (i < n) { B i = i + 1; }",
        true,
    ),
    (
        "in a loop with a varying guard",
        "int i = 0; while (i < t) { B i = i + 1; }",
        false,
    ),
    ("in a uniform range", "for (int i = 0 .. n) { B }", true),
    (
        "in a range of the thread's",
        "for (int i = 0 .. t) { B }",
        false,
    ),
    (
        "behind a uniform return of none",
        "B if (b) { int x = 1; }",
        true,
    ),
    (
        "within an increment of one thread",
        "int x = 0; if (t == 0) { x++; } if (x == 0) { B }",
        false,
    ),
    ("under an element of an array", "if (a[0] == 0) { B }", true),
    (
        "under an element at the thread's number",
        "if (a[t] == 0) { B }",
        false,
    ),
];

#[test]
fn each_by_its_condition() {
    compare(CASES.iter().map(|&(name, body, wanted)| {
        let body = body.replace('B', "barrier(p) { }");
        let text =
            format!("void m(int n, boolean b, int[] a) {{ par p (int t = 0 .. n) {{ {body} }} }}");
        let mut found = Vec::new();
        each_statement(name, &text, |stmt| {
            if let StmtKind::Decided {
                holds,
                rule: Rule::BarrierReached,
                ..
            } = stmt.kind
            {
                found.push(holds);
            }
        });
        (name, found, vec![wanted])
    }));
}

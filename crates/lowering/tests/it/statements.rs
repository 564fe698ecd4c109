//! Which statements of the core a statement becomes.

use crate::{compare, each_statement};

/// Name, program with a method `m`, statements of its body without those around all bodies.
const CASES: &[(&str, &str, &str)] = &[
    ("assert", "void m() { assert true; }", "Assert"),
    ("assume", "void m() { assume true; }", "Assume"),
    ("inhale", "void m() { inhale true; }", "Inhale"),
    ("exhale", "void m() { exhale true; }", "Exhale"),
    ("refute", "void m() { refute true; }", "Refute"),
    (
        "fold",
        "resource p() = true; void m() { fold p(); }",
        "Fold",
    ),
    (
        "unfold",
        "resource p() = true; requires p(); void m() { unfold p(); }",
        "Unfold",
    ),
    (
        "fold inline",
        "inline resource p() = true; void m() { fold p(); }",
        "Assert",
    ),
    (
        "lock",
        "lock_invariant true; class C { requires committed(this); void m() { lock this; } }",
        "Assert Acquire InhaleChecked",
    ),
    (
        "unlock",
        "lock_invariant true; class C { requires held(this); void m() { unlock this; } }",
        "Exhale Exhale",
    ),
    (
        "wait",
        "lock_invariant true; class C { requires held(this); void m() { wait this; } }",
        "Assert Exhale InhaleChecked",
    ),
    (
        "notify",
        "lock_invariant true; class C { requires held(this); void m() { notify this; } }",
        "Assert",
    ),
    (
        "commit",
        "lock_invariant true; class C { void m() { commit this; } }",
        "Assert Exhale InhaleChecked",
    ),
    (
        "fork",
        "class T { run { } } requires idle(t); void m(T t) { fork t; }",
        "Exhale Fork InhaleChecked",
    ),
    (
        "join",
        "class T { run { } } requires running(t); void m(T t) { join t; }",
        "Exhale Join InhaleChecked",
    ),
    ("while", "void m(boolean b) { while (b) { } }", "Loop"),
    (
        "for with an invariant",
        "void m() { loop_invariant true; for (int i = 0; i < 4; i++) { } }",
        "Assign Loop Assign",
    ),
    (
        "for with a contract of an iteration",
        "void m() { for (int i = 0; i < 4; i++) requires true; { } }",
        "Par",
    ),
    (
        "ranged for with a contract of an iteration",
        "void m() { for (int i = 0 .. 4) requires true; { } }",
        "Par",
    ),
    ("break", "void m() { while (true) { break; } }", "Loop Jump"),
    (
        "goto back",
        "void m() { label l; goto l; }",
        "Loop Mark Jump Jump",
    ),
    (
        "any value",
        "void m(int n) { n = *; }",
        "Assign Havoc Assign",
    ),
];

#[test]
fn each_in_order() {
    compare(CASES.iter().map(|&(name, text, wanted)| {
        let mut found = Vec::new();
        each_statement(name, text, |stmt| {
            let kind = format!("{:?}", stmt.kind);
            let end = kind.find(|c: char| !c.is_alphanumeric());
            let kind = &kind[..end.unwrap_or(kind.len())];
            // These stand around every body and loop.
            if kind != "Labelled" {
                found.push(kind.to_owned());
            }
        });
        (name, found.join(" "), wanted.to_owned())
    }));
}

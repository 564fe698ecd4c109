//! What has no rule, and by which code it is refused.

use crate::{compare, core};

/// Name, members of a class `C` or declarations, code; none if there is a rule.
const CASES: &[(&str, &str, &str)] = &[
    ("plain", "int m(int n) { return n; }", ""),
    ("read as a value", "void m() { rational x = read; }", "U020"),
    (
        "trigger of two terms",
        "requires (\\forall int i; {: i, i :} == i); void m() {}",
        "U021",
    ),
    (
        "cast to a class",
        "class C { } void m(C c) { C d = (C) c; }",
        "U023",
    ),
    (
        "any value within a value",
        "void m() { int x = 1 + *; }",
        "U024",
    ),
    (
        "current thread",
        "void m() { int x = \\current_thread; }",
        "U025",
    ),
    (
        "instanceof",
        "class C { } void m(C c) { boolean b = c instanceof C; }",
        "U032",
    ),
    (
        "typeof",
        "class C { } void m(C c) { assert \\typeof(c) == \\type(C); }",
        "U033",
    ),
    (
        "power with an unknown exponent",
        "int m(int n) { return 2 ^^ n; }",
        "U039",
    ),
    (
        "power of a power",
        "int m() { return 2 ^^ 2 ^^ 2; }",
        "U039",
    ),
    ("written power", "int m(int n) { return n ^^ 3; }", ""),
    (
        "return in ghost code",
        "void m() { ghost { return; } }",
        "U070",
    ),
    (
        "lock in ghost code",
        "class C { void m() { ghost { lock this; } } }",
        "U070",
    ),
    (
        "break out of ghost code",
        "void m() { while (true) { ghost { break; } } }",
        "U070",
    ),
    (
        "axiom that reads the heap",
        "int f; adt A { axiom f == f; }",
        "U010",
    ),
    (
        "axiom with an old value",
        "adt A { axiom (\\forall int i; \\old(i) == i); }",
        "U010",
    ),
    (
        "axiom over numbers",
        "adt A { pure int g(int i); axiom (\\forall int i; g(i) == i); }",
        "",
    ),
];

#[test]
fn each_by_its_code() {
    compare(CASES.iter().map(|&(name, text, code)| {
        let core = core(name, text);
        let mut refused = core.methods.iter().filter_map(|m| m.unsupported.as_ref());
        let found = refused.next().map(|d| d.code.as_str());
        (name, found.unwrap_or("").to_owned(), code.to_owned())
    }));
}

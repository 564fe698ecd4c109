//! Matrices and extents that are fields: what is asked of them, and what sets them.

use crate::common::{Yes, carry_out, load};
use spec_lang::resolve::Profile;
use text::code::Code;
use text::source::SourceFile;
use transforms::parse_flag;

/// The text after a step, and what was asked; or the code of the refusal.
fn step_in(text: &str, flag: &str, but: &'static [&'static str]) -> Result<Vec<String>, Code> {
    let loaded = load(vec![SourceFile::new("test.pvl", text)], Profile::Sound);
    let step = parse_flag("linearize", flag, &[]).unwrap();
    let mut prover = Yes {
        but,
        ..Yes::default()
    };
    match carry_out(&loaded, &step, &mut prover) {
        Ok(_) => Ok(prover.asked),
        Err(refusal) => Err(refusal.diagnostic.code),
    }
}

#[test]
fn an_extent_is_the_same_field_in_classes_below() {
    let text = "class C {\n  int w;\n  int[][] m;\n}\nclass B extends C {\n  int w;\n}\n\
                class D extends B {\n  requires \\matrix(m, 2, 3);\n  void f() { m[0][0] = 1; }\n}\n";
    assert_eq!(step_in(text, "m:row:2,w", &[]), Err(Code::A408));
    // The matrix is a parameter, and handed on by a class in which `w` is another field.
    let passed = "class C {\n  int w;\n  requires \\matrix(a, 2, w);\n  void f(int[][] a) { }\n}\n\
                  class B extends C {\n  int w;\n  requires \\matrix(b, 2, w);\n  \
                  void g(int[][] b) { f(b); }\n}\n";
    assert_eq!(step_in(passed, "a:row:2,w", &[]), Err(Code::A408));
    let other = text.replace("B extends C {\n  int w;", "B extends C {\n  int v;");
    assert!(step_in(&other, "m:row:2,w", &[]).is_ok());
    // A class that has nothing to do with it.
    let beside = text
        .replace("B extends C", "B")
        .replace("D extends B", "D extends C");
    assert!(step_in(&beside, "m:row:2,w", &[]).is_ok());
}

#[test]
fn what_has_no_body_may_set_an_extent() {
    let with = |clause: &str, method: &str| {
        format!(
            "class C {{\n  int w;\n  int v;\n  int[][] m;\n  resource p() = Perm(w, write);\n  \
             resource q() = Perm(v, write);\n  {clause}\n  {method}\n  \
             context \\matrix(m, 2, w);\n  void set() {{ m[1][0] = 3; }}\n}}\n"
        )
    };
    for clause in [
        "context Perm(w, write);",
        "context Perm(w, 1);",
        "context Perm(w, 1\\2); context Perm(w, 1\\2);",
        "context p();",
        "context [1\\2]p();",
    ] {
        let text = with(clause, "void shrink();");
        assert_eq!(
            step_in(&text, "m:row:2,w", &[]),
            Err(Code::A407),
            "{clause}"
        );
    }
    for clause in [
        "",
        "context Perm(v, write);",
        "context Perm(w, 1\\2);",
        "context q();",
    ] {
        let text = with(clause, "void shrink();");
        assert!(step_in(&text, "m:row:2,w", &[]).is_ok(), "{clause}");
    }
    let function = with("requires Perm(w, write);", "pure int of();");
    assert!(step_in(&function, "m:row:2,w", &[]).is_ok());
    let locked =
        with("", "void shrink();").replace("class C", "lock_invariant Perm(w, write);\nclass C");
    assert_eq!(step_in(&locked, "m:row:2,w", &[]), Err(Code::A407));
    let last = with("context q();", "void shrink();")
        .replace("int w;", "final int w;")
        .replace("Perm(w, write)", "true")
        .replace("context q", "context p");
    assert!(step_in(&last, "m:row:2,w", &[]).is_ok());
}

/// What is asked of `code`, the text of an access or clause, in a class with a matrix.
fn asked_in(code: &str) -> Result<Vec<String>, Code> {
    let text = format!("class C {{\n  int[][] m;\n  C next;\n{code}\n}}\n");
    step_in(&text, "m:row:2,2", &[])
}

#[test]
fn a_matrix_that_comes_in_by_a_field_is_asked_for() {
    for (code, words) in [
        // Only that it is there; the body or what it gives speaks of lengths.
        (
            "context Perm(m, 1\\2) ** m != null;\nint f() { return m.length; }",
            "m",
        ),
        (
            "context Perm(m, 1\\2) ** m != null;\nensures \\result == m.length;\nint f();"
                .replace("f();", "f() { return 2; }")
                .as_str(),
            "m",
        ),
        // By an inline predicate, of this object or another.
        (
            "inline resource p() = Perm(m, 1\\2) ** m != null;\nrequires p();\nint f() { return m.length; }",
            "this.m",
        ),
        (
            "inline resource p() = Perm(m, 1\\2) ** m != null;\nrequires o.p();\nint f(C o) { return o.m.length; }",
            "o.m",
        ),
        (
            "inline resource p(C o) = Perm(o.m, 1\\2);\nrequires p(next);\nint f() { return 1 + next.m.length; }",
            "next.m",
        ),
        // Of an object that a constructor gets, and of one by way of another.
        (
            "requires Perm(o.m, 1\\2) ** o.m != null;\nconstructor(C o) { int k = o.m.length; }",
            "o.m",
        ),
        (
            "requires Perm(o.next, 1\\2) ** Perm(o.next.m, 1\\2);\nint f(C o) { C c = o.next; return c.m.length; }",
            "o.next.m",
        ),
        // What is set later, or was.
        (
            "requires Perm(m, write);\nint f() { int k = m.length; m = new int[2][2]; return k; }",
            "m",
        ),
        (
            "requires Perm(m, write);\nensures \\old(m.length) == 2;\nvoid f() { m = new int[2][2]; }",
            "m",
        ),
        (
            "requires Perm(m, write);\nint f(boolean b) { if (b) { m = new int[2][2]; } return m.length; }",
            "m",
        ),
        // A predicate's permission may be handed to anyone.
        ("resource p() = Perm(m, 1\\2) ** m != null;", "m"),
    ] {
        let asked = asked_in(code).unwrap().join("; ");
        assert!(
            asked.contains(&format!("{words}.length == 2")),
            "{code}\n{asked}"
        );
    }
}

#[test]
fn a_matrix_that_is_set_or_handed_on_is_not_asked_for() {
    for code in [
        "requires Perm(m, write);\nensures Perm(m, write) ** m.length == 2;\nvoid f() { m = new int[2][2]; m[0][0] = 1; }",
        "requires Perm(o.m, write);\nvoid f(C o) { o.m = new int[2][2]; o.m[0][0] = 1; }",
        "context Perm(m, 1\\2);\nboolean f() { return m != null; }",
        "requires p();\nint f() { unfold p(); return m.length; }\nresource p() = true;",
        "ensures Perm(m, write) ** \\matrix(m, 2, 2);\nconstructor() { m = new int[2][2]; }",
    ] {
        let asked = asked_in(code).unwrap().join("; ");
        assert!(!asked.contains("m.length == 2"), "{code}\n{asked}");
    }
}

#[test]
fn what_cannot_be_asked_is_refused() {
    for (code, expected) in [
        // Which object's it is, is said by a quantifier.
        (
            "requires (\\forall* int i = 0 .. cs.length; Perm(cs[i].m, 1\\2));\nint f(C[] cs) { return cs[0].m.length; }",
            Code::A401,
        ),
        (
            "requires Perm(m, write);\nensures Perm(m, write) ** m != null;\nvoid load();\n",
            Code::A409,
        ),
        (
            "ensures Perm(m, write) ** m != null;\nconstructor();\n",
            Code::A409,
        ),
    ] {
        assert_eq!(asked_in(code), Err(expected.to_owned()), "{code}");
    }
    let locked = "lock_invariant Perm(m, write) ** m != null;\nclass C {\n  int[][] m;\n  \
                  requires committed(this);\n  int f() {\n    lock this;\n    int k = m.length;\n    \
                  unlock this;\n    return k;\n  }\n}\n";
    assert_eq!(step_in(locked, "m:row:2,2", &[]), Err(Code::A401));
}

#[test]
fn only_a_predicate_that_is_surely_there_vouches() {
    let with = |clause: &str| {
        format!(
            "resource q(int[][] a) = \\matrix(a, 2, 2) ** Perm(a[0][0], write);\n\
             inline resource p(int[][] a) = a != null;\n\
             requires m != null;\nrequires {clause};\nvoid f(int[][] m, boolean b, frac s) {{ }}\n"
        )
    };
    for (clause, asked) in [
        ("q(m)", false),
        ("b ** q(m)", false),
        ("[1\\2]q(m)", false),
        ("[s]q(m)", true),
        ("b ==> q(m)", true),
        ("b ? q(m) : true", true),
        ("p(m)", true),
        ("b ==> p(m)", true),
    ] {
        let questions = step_in(&with(clause), "m:row:2,2@f", &[])
            .unwrap()
            .join("; ");
        assert_eq!(
            questions.contains("m.length == 2"),
            asked,
            "{clause}\n{questions}"
        );
    }
}

#[test]
fn an_extent_of_a_shared_matrix_is_shared() {
    let text = "class C {\n  int w;\n  static int v;\n  static int[][] m;\n  \
                requires \\matrix(m, 2, 2);\n  void f() { m[1][0] = 3; }\n}\n";
    assert_eq!(step_in(text, "m:row:2,w", &[]), Err(Code::A408));
    assert!(step_in(text, "m:row:2,v", &[]).is_ok());
}

/// They are put in where they are named, but can also be called by themselves.
#[test]
fn inline_functions_and_methods_with_a_contract_are_asked() {
    for (text, asked) in [
        (
            "requires m != null;\ninline int f(int[][] m) { return m.length; }\n",
            true,
        ),
        (
            "requires m != null;\ninline pure int f(int[][] m) = m.length;\n",
            true,
        ),
        ("inline pure int f(int[][] m) = m.length;\n", false),
        (
            "class C {\n  static int[][] m;\n  requires Perm(m, 1\\2) ** m != null;\n  \
          constructor() { int k = m.length; }\n}\n",
            true,
        ),
    ] {
        let questions = step_in(text, "m:row:2,2", &[]).unwrap().join("; ");
        assert_eq!(questions.contains("m.length == 2"), asked, "{text}");
    }
}

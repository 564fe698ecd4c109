//! Matrices and extents that are fields: what is asked of them, and what sets them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{Yes, carry_out, load};
use spec_lang::resolve::Profile;
use spec_lang::source::SourceFile;
use transforms::parse_flag;

/// The text after a step, and what was asked; or the code of the refusal.
fn step_in(text: &str, flag: &str, but: &'static [&'static str]) -> Result<Vec<String>, String> {
    let loaded = load(vec![SourceFile::new("test.pvl", text)], Profile::Sound);
    let step = parse_flag("linearize", flag, false).unwrap();
    let mut prover = Yes {
        but,
        ..Yes::default()
    };
    match carry_out(&loaded, &step, &mut prover) {
        Ok(_) => Ok(prover.asked),
        Err(refusal) => Err(refusal.diagnostic.code.to_owned()),
    }
}

#[test]
fn an_extent_is_the_same_field_in_classes_below() {
    let text = "class C {\n  int w;\n  int[][] m;\n}\nclass B extends C {\n  int w;\n}\n\
                class D extends B {\n  requires \\matrix(m, 2, 3);\n  void f() { m[0][0] = 1; }\n}\n";
    assert_eq!(step_in(text, "m:row:2,w", &[]), Err("A408".to_owned()));
    // The matrix is a parameter, and handed on by a class in which `w` is another field.
    let passed = "class C {\n  int w;\n  requires \\matrix(a, 2, w);\n  void f(int[][] a) { }\n}\n\
                  class B extends C {\n  int w;\n  requires \\matrix(b, 2, w);\n  \
                  void g(int[][] b) { f(b); }\n}\n";
    assert_eq!(step_in(passed, "a:row:2,w", &[]), Err("A408".to_owned()));
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
            Err("A407".to_owned()),
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
    assert_eq!(step_in(&locked, "m:row:2,w", &[]), Err("A407".to_owned()));
    let last = with("context q();", "void shrink();")
        .replace("int w;", "final int w;")
        .replace("Perm(w, write)", "true")
        .replace("context q", "context p");
    assert!(step_in(&last, "m:row:2,w", &[]).is_ok());
}

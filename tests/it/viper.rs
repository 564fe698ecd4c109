//! Programs as Viper text: every example is exported or it is said why not, and the text of
//! some small programs is kept in `golden/` (Silicon verifies what it should there, see
//! docs/silicon.md).

use crate::common::{Run, alpinist_in, folder, snapshot};

fn exported(program: &str) -> (Run, String) {
    let place = folder(&[("a.pvl", program)]);
    let run = alpinist_in(place.path(), &["verify", "--emit", "viper", "out", "a.pvl"]);
    let text = std::fs::read_to_string(place.path().join("out/a.vpr")).unwrap_or_default();
    (run, text)
}

#[test]
fn two_programs_do_not_go_to_one_file() {
    let text = |value: u8| format!("ensures \\result == 1;\nint f() {{\n  return {value};\n}}\n");
    let (wrong, right) = (text(2), text(1));
    let place = folder(&[("x/a.pvl", &wrong), ("y/a.pvl", &right), ("b.pvl", &right)]);
    let emit = |args: &[&str]| {
        let all = [&["verify", "--emit", "viper", "out"], args].concat();
        alpinist_in(place.path(), &all)
    };
    let run = emit(&["x/a.pvl", "y/a.pvl"]);
    assert_eq!(run.status, 2, "{}", run.stderr);
    assert!(
        run.stderr
            .contains("error[C007]: two results would both be a.vpr"),
        "{}",
        run.stderr
    );
    assert!(!place.path().join("out/a.vpr").exists());
    assert_eq!(emit(&["x/a.pvl", "b.pvl"]).status, 0);
    assert_eq!(emit(&["."]).status, 0);
}

#[test]
fn an_export_is_no_yes_to_what_it_leaves_out() {
    let text = "ensures \\result == 1;\nint f() {\n  return 1;\n}\n\
                requires true -* true;\nvoid g() { }\n";
    let place = folder(&[
        ("a.pvl", text),
        ("whole.pvl", &text[..text.find("requires").unwrap()]),
    ]);
    let emit = |args: &[&str]| {
        let all = [&["verify", "--quiet", "--emit", "viper", "out"], args].concat();
        alpinist_in(place.path(), &all)
    };
    let run = emit(&["a.pvl"]);
    assert_eq!(run.status, 3, "{}", run.stderr);
    assert!(run.stderr.contains("g is left out"), "{}", run.stderr);
    assert_eq!(
        emit(&["whole.pvl"]),
        Run {
            status: 0,
            stdout: String::new(),
            stderr: String::new()
        }
    );
    // What would have no effect is refused.
    for flags in [
        ["--only", "f"],
        ["--report", "r.json"],
        ["--format", "json"],
    ] {
        let run = emit(&[&flags[..], &["whole.pvl"]].concat());
        assert_eq!(run.status, 2, "{flags:?}: {}", run.stderr);
        assert!(run.stderr.contains(flags[0]), "{}", run.stderr);
    }
}

#[test]
fn a_loop_keeps_its_form() {
    let (_, text) = exported(
        "ensures \\result >= 0;
         int count(int n) {
           int i = 0;
           loop_invariant i >= 0;
           while (i < n) { if (i == 7) { break; } i = i + 1; }
           return i;
         }",
    );
    snapshot("golden/viper", "loop", &text);
}

#[test]
fn a_block_is_shown_for_one_thread() {
    let (_, text) = exported(
        "context a != null ** a.length == n;
         context (\\forall* int i = 0 .. n; Perm(a[i], write));
         ensures (\\forall int i = 0 .. n; a[i] == i);
         void fill(int[] a, int n) {
           par (int tid = 0 .. n)
             context Perm(a[tid], write);
             ensures a[tid] == tid;
           { a[tid] = tid; }
         }",
    );
    snapshot("golden/viper", "block", &text);
}

#[test]
fn a_barrier_is_shown_for_all_threads_outside_of_them() {
    let (_, text) = exported(
        "class C {
           int x;
           requires Perm(x, write);
           void m(int n) {
             par b (int tid = 0 .. 2)
               requires tid == 0 ==> Perm(x, write);
             {
               int v = tid;
               if (tid == 0) { x = n; }
               barrier(b)
                 requires tid == 0 ==> Perm(x, write) ** x == n;
                 ensures Perm(x, 1\\2) ** x == n;
               { }
               assert x == n;
             }
           }
         }",
    );
    snapshot("golden/viper", "barrier", &text);
}

#[test]
fn what_is_not_exported_is_counted_and_named() {
    let (run, text) = exported(
        "requires (n & 1) == 0; int f(int n) { return 1; }
         int g(int n) { return n; }",
    );
    assert_eq!(run.status, 3, "{}", run.stderr);
    assert!(
        run.stderr.contains("a.pvl: 1 of 2 methods exported"),
        "{}",
        run.stderr
    );
    assert!(run.stderr.contains("f is left out: U039"), "{}", run.stderr);
    assert!(text.contains("// left out: f: U039"), "{text}");
}

#[test]
fn there_is_one_format() {
    let place = folder(&[("a.pvl", "void m() { }")]);
    let run = alpinist_in(
        place.path(),
        &["verify", "--emit", "boogie", "out", "a.pvl"],
    );
    assert_eq!(run.status, 2);
    assert!(
        run.stderr.contains("there is no format `boogie`"),
        "{}",
        run.stderr
    );
    assert!(!place.path().join("out").exists());
}

#[test]
fn a_measure_that_allows_nothing_is_no_missing_one() {
    let (run, text) = exported(
        "class C {
           decreases;
           pure int f(int x) = f(x) + 1;
           decreases;
           void m() { m(); }
           decreases;
           void l() { while (true) loop_invariant true; { } }
         }
         class S {
           requires true;
           decreases;
           run { S s = new S(); fork s; join s; }
         }",
    );
    assert_eq!(run.status, 0, "{}", run.stderr);
    let count = |words: &str| text.matches(words).count();
    assert_eq!(count("\n  decreases\n"), 1, "{text}");
    assert_eq!(count("assert false // V033\n"), 1, "{text}");
    assert_eq!(count("assert false // V034\n"), 2, "{text}");
}

#[test]
fn what_an_inline_function_promises_is_shown() {
    let (run, text) = exported(
        "class C {
           ensures \\result == x + 1;
           inline pure int g(int x) = x;
           inline pure int h(int x) = x;
           ensures \\result == 1;
           int m() { return h(1); }
         }",
    );
    assert!(run.stderr.contains("2 of 2 methods"), "{}", run.stderr);
    assert!(text.contains("\nfunction check_fun_C_g_"), "{text}");
    assert!(!text.contains("fun_C_h_"), "{text}");
}

#[test]
fn axioms_are_named() {
    let (run, text) = exported(
        "class C {
           axiom a { 1 / 0 == 2 / 0 }
           ensures \\result == 1;
           int m() { return 1; }
         }",
    );
    assert!(run.stderr.contains("1 of 2 methods"), "{}", run.stderr);
    assert!(
        run.stderr.contains("C.a is left out: an axiom"),
        "{}",
        run.stderr
    );
    assert!(text.contains("// left out: C.a: an axiom"), "{text}");
}

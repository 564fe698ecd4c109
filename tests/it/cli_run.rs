//! `alpinist run`: arguments, what is printed, and the exit status.

use crate::common::{Run, alpinist_in};
use std::path::Path;

const PROGRAM: &str = "\
requires n >= 0 ** \\array(a, n) ** Perm(a[*], write);
ensures Perm(a[*], write);
ensures (\\forall int i = 0 .. n; a[i] == 2 * \\old(a[i]));
ensures \\result == n;
int twice(int[] a, int n) {
  par t (int tid = 0 .. n)
    context \\array(a, n) ** Perm(a[tid], write);
    ensures a[tid] == 2 * \\old(a[tid]);
  {
    a[tid] = a[tid] + a[tid];
  }
  return n;
}
requires \\array(a, 2) ** Perm(a[*], write);
void race(int[] a) {
  par t (int tid = 0 .. 2) { a[0] = tid; }
}
requires n > 3 ** (\\forall int i; f(i) == 0);
void unbounded(int n) { }
pure int f(int i) = 0;
int rows(int[][] m) { return m.length; }
";

fn run(words: &[&str]) -> Run {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("p.pvl"), PROGRAM).unwrap();
    let mut args = vec!["run", "p.pvl"];
    args.extend(words);
    alpinist_in(Path::new(folder.path()), &args)
}

#[test]
fn arguments_as_text_and_as_json() {
    let given = run(&["twice", "[1, -2, 3]", "3"]);
    assert_eq!(given.status, 0, "{}", given.stderr);
    assert_eq!(
        given.stdout,
        "twice(a = [1, -2, 3], n = 3)\nresult = 3\na = [2, -4, 6]\n"
    );
    for json in ["[[1, -2, 3], 3]", "{\"n\": 3, \"a\": [1, -2, 3]}"] {
        assert_eq!(run(&["twice", "--json", json]).stdout, given.stdout);
    }
    assert_eq!(
        run(&["rows", "[[1], null, []]"]).stdout.lines().nth(1),
        Some("result = 3")
    );
}

#[test]
fn random_inputs_satisfy_the_precondition() {
    let found = run(&["twice", "--random=20", "--schedules", "3", "--modular"]);
    assert_eq!(found.status, 0, "{}", found.stderr);
    assert_eq!(
        found.stdout,
        "twice: 20 inputs, 60 runs ended and violated nothing\n"
    );
}

#[test]
fn a_violation_has_a_place_and_a_trace() {
    let found = run(&["race", "[0, 0]"]);
    assert_eq!(found.status, 1);
    assert!(found.stderr.contains("error[R002]"), "{}", found.stderr);
    assert!(found.stderr.contains("p.pvl:16:30"), "{}", found.stderr);
    assert!(found.stderr.contains("the last steps:"), "{}", found.stderr);
    // The same seed gives the same run.
    assert_eq!(run(&["race", "[0, 0]"]).stderr, found.stderr);
}

#[test]
fn what_is_wrong_and_what_cannot_be_run() {
    let cases = [
        (&["twice", "[1]", "3"] as &[&str], 2, "R012"),
        (&["twice", "[1]"], 2, "R014"),
        (&["twice", "x", "3"], 2, "R014"),
        (&["nowhere"], 2, "R015"),
        (&["unbounded", "5"], 3, "R010"),
    ];
    for (words, status, code) in cases {
        let found = run(words);
        assert_eq!(found.status, status, "{words:?}: {}", found.stderr);
        assert!(found.stderr.contains(code), "{words:?}: {}", found.stderr);
    }
}

/// Runs a program of its own, in a folder with an alpinist.toml.
fn run_of(program: &str, config: &str, words: &[&str]) -> Run {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("p.pvl"), program).unwrap();
    std::fs::write(folder.path().join("alpinist.toml"), config).unwrap();
    let mut args = vec!["run", "p.pvl"];
    args.extend(words);
    alpinist_in(folder.path(), &args)
}

#[test]
fn runs_that_were_cut_off_are_no_yes() {
    let program = "class K {
      ensures x == 0;
      void n(int x) { int i = x; while (i != 0) { i = i + 0; } }
    }";
    let found = run_of(program, "", &["n", "--random=20", "--steps", "2000"]);
    assert_eq!(found.status, 3, "{}{}", found.stdout, found.stderr);
    assert!(found.stdout.contains("reached a limit"), "{}", found.stdout);
    assert!(found.stderr.contains("error[R011]"), "{}", found.stderr);
}

#[test]
fn a_name_of_several_methods_is_refused() {
    let program = "class A { ensures \\result == 1; int m() { return 1; } }
      class B { ensures \\result == 1; int m() { return 2; } }";
    let found = run_of(program, "", &["m", "--random=20"]);
    assert_eq!(found.status, 2, "{}", found.stdout);
    assert!(
        found.stderr.contains("there are: A.m, B.m"),
        "{}",
        found.stderr
    );
    assert_eq!(run_of(program, "", &["A.m", "--random=20"]).status, 0);
    assert_eq!(run_of(program, "", &["B.m", "--random=20"]).status, 1);
    // A plain name that is the whole name means one method.
    let both = format!("{program} ensures \\result == 1; int m() {{ return 1; }}");
    assert_eq!(run_of(&both, "", &["m", "--random=20"]).status, 0);
}

#[test]
fn the_profile_of_the_project_is_that_of_a_run() {
    let found = run_of("void m() { }", "profile = \"nonsense\"\n", &["m"]);
    assert_eq!(found.status, 2, "{}", found.stdout);
    assert!(found.stderr.contains("error[C013]"), "{}", found.stderr);
}

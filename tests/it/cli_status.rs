//! Exit statuses and what is said with them.

use crate::common::{COUNT, WRONG, alpinist_in, alpinist_with_input, folder};

/// Runs in a folder with `count.pvl` and `wrong.pvl` and some that are no programs.
fn status(args: &[&str], expected: i32, says: &str) {
    let folder = folder(&[
        ("count.pvl", COUNT),
        ("wrong.pvl", WRONG),
        ("syntax.pvl", "void m( {"),
        ("name.pvl", "int f() { return x; }"),
        ("type.pvl", "boolean f() { return 1; }"),
        ("nothing.pvl", "class C { int x; }"),
        ("header.pvl", "//:: alpinist --sed 3\nclass C { }"),
        (
            "tile.pvl",
            "class C { gpuopt tile inter 4; void m() { par (int i = 0 .. 8) { } } }",
        ),
        ("empty/readme.txt", ""),
    ]);
    std::fs::write(folder.path().join("binary.pvl"), b"class \xff\xfe").unwrap();
    let run = alpinist_in(folder.path(), args);
    assert_eq!(
        run.status, expected,
        "{args:?}\n{}{}",
        run.stdout, run.stderr
    );
    let said = format!("{}{}", run.stdout, run.stderr);
    assert!(said.contains(says), "{args:?}: no `{says}` in\n{said}");
}

#[test]
fn a_wrong_command_line_is_2() {
    status(&[], 2, "Usage: alpinist");
    status(&["verify"], 2, "error[C001]");
    status(&["--no-such-flag", "count.pvl"], 2, "error[C001]");
    status(
        &["verify", "--format", "xml", "count.pvl"],
        2,
        "error[C001]",
    );
    status(&["verify", "--jobs", "0", "count.pvl"], 2, "error[C001]");
    status(
        &["verify", "--timeout", "never", "count.pvl"],
        2,
        "error[C001]",
    );
    status(
        &["verify", "--timeout", "-1", "count.pvl"],
        2,
        "error[C001]",
    );
    status(&["verify", "-q", "-v", "count.pvl"], 2, "error[C001]");
    status(&["--diff", "--check", "count.pvl"], 2, "error[C001]");
    status(&["--unroll", "two", "count.pvl"], 2, "error[C101]");
    status(&["--unroll", "2@k", "count.pvl"], 2, "error[C102]");
    status(
        &["verify", "--only", "cuont", "count.pvl"],
        2,
        "error[C008]",
    );
    status(&["--in-place", "-"], 2, "error[C010]");
    status(&["explain", "Z999"], 2, "error[C011]");
    status(&["explain"], 2, "error[C001]");
}

#[test]
fn unreadable_input_is_2() {
    status(
        &["verify", "missing.pvl"],
        2,
        "error[C002]: cannot read missing.pvl",
    );
    status(&["verify", "empty"], 2, "error[C003]");
    status(&["verify", "binary.pvl"], 2, "error[C004]");
    status(&["verify", "header.pvl"], 2, "error[C005]");
    status(
        &["verify", "missing.pvl", "count.pvl"],
        2,
        "count.pvl: verified",
    );
    status(&["fmt", "missing.pvl"], 2, "error[C002]");
    status(&["plan", "missing.pvl"], 2, "error[C002]");
}

#[test]
fn an_unwritable_output_is_2() {
    status(&["count.pvl", "-o", "no/such/folder.pvl"], 2, "error[C006]");
    status(
        &["verify", "--report", "no/such/file", "count.pvl"],
        2,
        "error[C006]",
    );
    status(
        &["verify", "--log-smt", "count.pvl", "count.pvl"],
        2,
        "error[C006]",
    );
    status(&["count.pvl", "wrong.pvl"], 2, "error[C007]");
}

#[test]
fn a_wrong_program_is_2() {
    status(&["verify", "syntax.pvl"], 2, "error[S");
    status(&["verify", "name.pvl"], 2, "error[N");
    status(&["verify", "type.pvl"], 2, "error[T");
    status(&["syntax.pvl"], 2, "nothing was verified");
    status(&["plan", "syntax.pvl"], 2, "error[S");
    status(&["fmt", "--check", "syntax.pvl"], 2, "error[S");
}

#[test]
fn what_does_not_hold_is_1() {
    status(&["verify", "wrong.pvl"], 1, "error[V");
    status(&["wrong.pvl"], 1, "wrong.pvl: failed");
    status(
        &["verify", "count.pvl", "wrong.pvl"],
        1,
        "count.pvl: verified",
    );
    status(
        &["verify", "nothing.pvl", "wrong.pvl"],
        1,
        "nothing to verify",
    );
    status(
        &["verify", "syntax.pvl", "wrong.pvl"],
        2,
        "wrong.pvl: failed",
    );
}

#[test]
fn what_is_not_known_is_3() {
    status(&["verify", "nothing.pvl"], 3, "nothing to verify");
    status(&["--no-verify", "count.pvl"], 3, "nothing was shown");
    status(
        &["--no-verify", "--unroll", "2", "count.pvl"],
        3,
        "return i;",
    );
}

#[test]
fn what_holds_is_0() {
    status(&["verify", "count.pvl"], 0, "count.pvl: verified (1 method");
    status(&["verify", "-q", "count.pvl"], 0, "");
    status(&["--unroll", "2", "count.pvl"], 0, "return i;");
    status(&["--version"], 0, "Z3");
    status(&["--help"], 0, "Exit status");
    status(&["plan", "count.pvl"], 0, "--unroll 2@i");
    status(&["explain", "v900"], 0, "V900");
    status(&["explain", "101"], 0, "exit status 101");
    status(&["explain", "--all"], 0, "C002");
    status(&["completions", "bash"], 0, "alpinist");
    status(&["setup", "--help"], 0, "cuda");
}

#[test]
fn a_step_that_is_not_applicable_is_4() {
    status(&["--unroll", "3", "count.pvl"], 4, "not applicable");
}

#[test]
fn what_would_change_is_5() {
    status(
        &["--check", "--unroll", "2", "count.pvl"],
        5,
        "count.pvl: would change",
    );
    status(
        &["--diff", "--unroll", "2", "count.pvl"],
        5,
        "+++ b/count.pvl",
    );
    status(&["--check", "count.pvl"], 0, "");
    status(&["--diff", "count.pvl"], 0, "");
    status(&["--check", "wrong.pvl"], 1, "failed");
}

#[test]
fn nothing_is_printed_unless_everything_held() {
    let folder = folder(&[("wrong.pvl", WRONG)]);
    let run = alpinist_in(folder.path(), &["wrong.pvl"]);
    assert_eq!((run.status, run.stdout.as_str()), (1, ""));
    let run = alpinist_in(folder.path(), &["--keep-unverified", "wrong.pvl"]);
    assert_eq!((run.status, run.stdout.as_str()), (1, WRONG));
}

#[test]
fn standard_input_is_a_file() {
    let folder = folder(&[]);
    let run = alpinist_with_input(folder.path(), &["-"], COUNT);
    assert_eq!(
        (run.status, run.stdout.as_str()),
        (0, COUNT),
        "{}",
        run.stderr
    );
    let run = alpinist_with_input(folder.path(), &["verify", "-"], WRONG);
    assert_eq!(run.status, 1);
    assert!(run.stderr.contains("<stdin>:"), "{}", run.stderr);
}

const GENERIC: &str = "class C {
  ensures \\result == 1;
  int good() { return 1; }
  ensures \\result == 1;
  int id<T>(T x) { return 2; }
  ensures \\result == 3;
  pure int fun<T>(T x) = 4;
  inline pure int same(int x) = x;
}
class D {
  ensures \\result == 1;
  int id<T>(T x) { return 1; }
}
";

#[test]
fn each_name_of_only_is_checked_also_with_type_parameters() {
    let folder = folder(&[("k.pvl", GENERIC)]);
    let only = |names: &[&str]| {
        let mut args = vec!["verify", "--stable", "-v", "k.pvl"];
        args.extend(names.iter().flat_map(|name| ["--only", name]));
        alpinist_in(folder.path(), &args)
    };
    assert_eq!(only(&["good"]).status, 0);
    assert_eq!(only(&["good", "D.id"]).status, 0);
    let both = only(&["good", "C.id"]);
    assert_eq!(both.status, 1, "{}", both.stderr);
    assert!(both.stderr.contains("C.id<T>"), "{}", both.stderr);
    assert!(!both.stderr.contains("D.id<T>"), "{}", both.stderr);
    assert_eq!(only(&["good", "id"]).status, 1);
    assert_eq!(only(&["good", "fun"]).status, 1);
    let inlined = only(&["good", "same"]);
    assert_eq!(inlined.status, 3, "{}", inlined.stderr);
    assert!(
        inlined.stderr.contains("error[C020]: nothing of `same`"),
        "{}",
        inlined.stderr
    );
}

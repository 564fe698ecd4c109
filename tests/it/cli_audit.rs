//! What a verdict rests on, the manual page, and where the time went.

use crate::common::{COUNT, alpinist_in, folder};
use serde_json::Value;

const TRUSTING: &str = "\
ensures \\result > 0;
int positive();

void m(int n) {
  assume n > 3;
  inhale n > 4;
  assert n > 4;
}
";

#[test]
fn everything_believed_is_listed() {
    let home = folder(&[("t.pvl", TRUSTING), ("count.pvl", COUNT)]);
    let run = alpinist_in(home.path(), &["audit", "t.pvl", "count.pvl"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert_eq!(
        run.stdout,
        "\
t.pvl: profile sound, the default
  t.pvl:2:5: abstract method in positive: int positive();
  t.pvl:5:3: assume in m: assume n > 3;
  t.pvl:6:3: inhale in m: inhale n > 4;
count.pvl: profile sound, the default
  no assumptions
"
    );
    // The summary of a verification counts the same.
    let run = alpinist_in(home.path(), &["verify", "t.pvl"]);
    assert!(
        run.stderr.contains("verified, trusting 3 "),
        "{}",
        run.stderr
    );
}

#[test]
fn recursion_without_a_measure_is_listed() {
    let text = "void even(int n) {\n  odd(n);\n}\nvoid odd(int n) {\n  even(n);\n}\n\
                decreases n;\nvoid down(int n) {\n  if (n > 0) {\n    down(n - 1);\n  }\n}\n\
                void once() {\n  even(1);\n}\n";
    let home = folder(&[("t.pvl", text)]);
    let run = alpinist_in(home.path(), &["audit", "t.pvl"]);
    let lines: Vec<&str> = run.stdout.lines().skip(1).collect();
    assert_eq!(
        lines,
        [
            "  t.pvl:1:6: recursion without a measure in even: void even(int n) {",
            "  t.pvl:4:6: recursion without a measure in odd: void odd(int n) {",
        ]
    );
}

#[test]
fn who_chose_the_profile_is_said() {
    let home = folder(&[
        ("count.pvl", COUNT),
        (
            "own.pvl",
            &format!("//:: alpinist --profile vercors-1.4\n{COUNT}"),
        ),
    ]);
    let says = |args: &[&str], words: &str| {
        let run = alpinist_in(home.path(), &[&["audit"], args].concat());
        assert!(run.stdout.contains(words), "{}", run.stdout);
    };
    says(
        &["own.pvl"],
        "profile vercors-1.4, chosen by the file's first comment",
    );
    says(
        &["--profile", "sound", "own.pvl"],
        "profile sound, chosen by the command line",
    );
    std::fs::write(
        home.path().join("alpinist.toml"),
        "profile = \"vercors-1.4\"\n",
    )
    .unwrap();
    says(
        &["count.pvl"],
        "profile vercors-1.4, chosen by alpinist.toml",
    );
    let run = alpinist_in(home.path(), &["audit", "--format", "json", "own.pvl"]);
    let json: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(json["programs"][0]["profile"], "vercors-1.4");
    assert_eq!(alpinist_in(home.path(), &["audit", "none.pvl"]).status, 2);
}

#[test]
fn what_ci_reads_in_another_way_is_told() {
    let toml = "[[program]]\neach = [\"kernels\"]\nprofile = \"vercors-1.4\"\n\
                [[program]]\nfiles = [\"kernels/own.pvl\"]\n";
    let home = folder(&[
        ("alpinist.toml", toml),
        ("kernels/count.pvl", COUNT),
        ("kernels/own.pvl", COUNT),
    ]);
    let said = |args: &[&str]| alpinist_in(home.path(), &[&["audit"], args].concat()).stdout;
    assert_eq!(
        said(&["kernels/count.pvl"]),
        "\
kernels/count.pvl: profile sound, the default
  no assumptions
kernels/count.pvl: profile vercors-1.4, chosen by its entry in alpinist.toml, for `alpinist ci`
  profile in the whole program: vercors-1.4 (`alpinist explain W901`)
"
    );
    assert_eq!(said(&["kernels/own.pvl"]).lines().count(), 2);
    let sound = said(&["--profile", "sound", "kernels/count.pvl"]);
    assert_eq!(sound.lines().count(), 2, "{sound}");
}

#[test]
fn the_manual_names_every_command() {
    let home = folder(&[]);
    let page = alpinist_in(home.path(), &["man"]).stdout;
    for word in [
        "verify",
        "plan",
        "ci",
        "fmt",
        "audit",
        "explain",
        "\\-\\-unroll",
    ] {
        assert!(page.contains(word), "no {word}");
    }
}

#[test]
fn the_time_of_proofs_adds_up() {
    let home = folder(&[("count.pvl", COUNT)]);
    let args = ["verify", "--profile-proof=chart.json", "count.pvl"];
    let run = alpinist_in(home.path(), &args);
    assert_eq!(run.status, 0);
    assert!(run.stderr.contains("took the solver"), "{}", run.stderr);
    let text = std::fs::read_to_string(home.path().join("chart.json")).unwrap();
    let chart: Value = serde_json::from_str(&text).unwrap();
    let profile = &chart["profiles"][0];
    let weights = profile["weights"].as_array().unwrap();
    let sum: f64 = weights.iter().map(|weight| weight.as_f64().unwrap()).sum();
    assert!((sum - profile["endValue"].as_f64().unwrap()).abs() < 1e-6);
    assert_eq!(weights.len(), profile["samples"].as_array().unwrap().len());
    let frames = chart["shared"]["frames"].as_array().unwrap().len() as u64;
    for sample in profile["samples"].as_array().unwrap() {
        let stack = sample.as_array().unwrap();
        assert!(stack.iter().all(|frame| frame.as_u64().unwrap() < frames));
    }
}

#[test]
fn what_may_never_end_and_promises_something_is_listed() {
    let text = "\
ensures 1 == 2;
void loops() {
  while (true) { }
}
ensures \\result >= 0;
int counts(int[] a, int n) {
  int s = 0;
  for (int i = 0; i < n && s >= 0; i++) { s = s + 1; }
  int k = n;
  while (0 <= k) { k = k - 2; }
  while (k < n) decreases n - k; { k = k + 1; }
  for (int i = 0 .. n) { s = s + 1; }
  return s < 0 ? 0 : s;
}
ensures \\result >= n;
int moves(int n) {
  int i = 0;
  while (i < n) { i = i + 1; n = n + 1; }
  for (int j = 0; j < 9; j++) { j = j - 1; }
  return n;
}
void promises_nothing() {
  while (true) { }
}
class S {
  requires true;
  ensures 1 == 2;
  run { S s = new S(); fork s; join s; }
}
";
    let home = folder(&[("t.pvl", text)]);
    let run = alpinist_in(home.path(), &["audit", "t.pvl"]);
    let lines: Vec<&str> = run.stdout.lines().skip(1).collect();
    assert_eq!(
        lines,
        [
            "  t.pvl:28:3: recursion without a measure in S.run: run { S s = new S(); fork s; join s; }",
            "  t.pvl:3:3: loop without a measure in loops: while (true) { }",
            "  t.pvl:18:3: loop without a measure in moves: while (i < n) { i = i + 1; n = n + 1; }",
            "  t.pvl:19:3: loop without a measure in moves: for (int j = 0; j < 9; j++) { j = j - 1; }",
        ]
    );
}

#[test]
fn control_characters_of_a_program_do_nothing() {
    let text = "void m(int x) {\n  assume x > 0; //\u{1b}[2K\u{8}  nothing\n}\n";
    let home = folder(&[("t.pvl", text)]);
    let run = alpinist_in(home.path(), &["audit", "t.pvl"]);
    let line = run.stdout.lines().nth(1).unwrap();
    assert_eq!(
        line,
        "  t.pvl:2:3: assume in m: assume x > 0; //\\u{1b}[2K\\u{8}  nothing"
    );
}

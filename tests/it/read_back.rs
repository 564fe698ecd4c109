//! A wrong edit in one kernel of a checkout: what each form of report says of it, read back by
//! tools that are not ours (`./x read-back`).

use crate::common::{alpinist_in, folder, root};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// A checkout of two kernels.
const TOML: &str = "\
cache = \"kept\"

[[program]]
each = [\"kernels\"]
";

const SCALE: &str = "\
// Ärger: every column is counted in characters.
context_everywhere a != null && a.length == n;
context (\\forall* int i; 0 <= i && i < n; Perm(a[i], write));
ensures (\\forall int i; 0 <= i && i < n; a[i] == \\old(a[i]) * k);
void scale(int[] a, int n, int k) {
  par T (int t = 0 .. n)
    context Perm(a[t], write);
    ensures a[t] == \\old(a[t]) * k;
  {
    a[t] = a[t] * k;
  }
}
";

const CLEAR: &str = "\
context_everywhere a != null && a.length == n;
context (\\forall* int i; 0 <= i && i < n; Perm(a[i], write));
void clear(int[] a, int n) {
  par T (int t = 0 .. n)
    context Perm(a[t], write);
  {
    a[t] = 0;
  }
}
";

/// The reports of `ci`, and the words for people.
fn reports(home: &Path) -> (i32, String) {
    let mut said = (0, String::new());
    for (form, name) in [
        ("json", "report.json"),
        ("sarif", "report.sarif"),
        ("junit", "report.xml"),
        ("github", "report.github"),
    ] {
        let run = alpinist_in(home, &["ci", "--format", form, "--report", name]);
        said = (run.status, run.stderr);
    }
    said
}

/// What the other tools read; none if they are not there.
fn read_back(home: &Path) -> Option<String> {
    let modules = "import jsonschema, junitparser";
    let there = Command::new("python3").args(["-c", modules]).output();
    if !there.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: needs python3 with jsonschema and junitparser");
        return None;
    }
    let output = Command::new("python3")
        .arg(root().join(".ci/read-back"))
        .arg(home)
        .args(["report.json", "report.sarif", "report.xml", "report.github"].map(|n| home.join(n)))
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    let failed = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{said}{failed}");
    Some(said)
}

fn with(old: &str, new: &str) -> tempfile::TempDir {
    assert!(SCALE.contains(old));
    let wrong = SCALE.replacen(old, new, 1);
    folder(&[
        ("alpinist.toml", TOML),
        ("kernels/clear.pvl", CLEAR),
        ("kernels/scale.pvl", &wrong),
    ])
}

#[test]
fn what_holds_is_read_back_as_holding() {
    let home = with("", "");
    let (status, said) = reports(home.path());
    assert_eq!(status, 0, "{said}");
    assert!(said.contains("2 of 2 programs hold"), "{said}");
    let Some(read) = read_back(home.path()) else {
        return;
    };
    let wanted = "json: status 0, 0 not proved: \n\
                  sarif: 0 results: ; 0 files with fixes\n\
                  junit: 2 cases, 0 not passed: \n\
                  github: 0 annotations: \n";
    assert_eq!(read, wanted);
}

#[test]
fn a_wrong_index_is_told_in_every_form() {
    let home = with("a[t] = a[t] * k;", "a[t] = a[t + 1] * k;");
    let (status, said) = reports(home.path());
    assert_eq!(status, 1, "{said}");
    for words in [
        "error[V002]: the index may be out of bounds",
        "kernels/scale.pvl:10:12",
        "^^^^^^^^ refuted",
        "`0 <= t + 1 && t + 1 < a.length` must be known here",
        "kernels/clear.pvl: verified",
        "1 of 2 programs hold",
    ] {
        assert!(said.contains(words), "no `{words}` in\n{said}");
    }
    let Some(read) = read_back(home.path()) else {
        return;
    };
    for words in [
        "json: status 1, ",
        "scale/V002/",
        "V002 at line 10",
        "junit: 2 cases, 1 not passed: scale (V002)",
        "annotations: V002 at line 10",
    ] {
        assert!(read.contains(words), "no `{words}` in\n{read}");
    }
}

#[test]
fn the_fix_in_sarif_mends_the_kernel() {
    for (old, new, code) in [
        ("    context Perm(a[t], write);\n", "", "V003"),
        (") * k;\n  {", ") * k\n  {", "S004"),
        ("a.length == n", "a.lenght == n", "N003"),
        ("i < n; Perm", "i <= n; Perm", "V002"),
        ("ensures a[t] ==", "ensures a[t] =", "S001"),
        ("(\\forall* int", "(\\forall int", "T005"),
        ("a.length == n", "length(a) == n", "N001"),
    ] {
        let home = with(old, new);
        let (status, said) = reports(home.path());
        assert!(matches!(status, 1 | 2), "{said}");
        let log = std::fs::read_to_string(home.path().join("report.sarif")).unwrap();
        let log: Value = serde_json::from_str(&log).unwrap();
        let results = log["runs"][0]["results"].as_array().unwrap();
        assert!(
            results.iter().any(|one| one["ruleId"] == code),
            "{code}: {said}"
        );
        assert!(
            results.iter().any(|one| !one["fixes"].is_null()),
            "{code}: {said}"
        );
        if read_back(home.path()).is_none() {
            return;
        }
        let fixed = format!("kernels/scale.pvl.{code}.fixed");
        let fixed = home.path().join(fixed);
        std::fs::rename(fixed, home.path().join("kernels/scale.pvl")).unwrap();
        let again = alpinist_in(home.path(), &["ci"]);
        assert_eq!(again.status, 0, "{code}: {}", again.stderr);
    }
}

#[test]
fn what_steps_make_of_a_file_is_a_fix() {
    let loops = "\
requires 2 <= n;
ensures \\result == n;
int count(int n) {
  int i = 0;
  loop_invariant 0 <= i && i <= n;
  while (i < n) {
    i = i + 1;
  }
  return i;
}
";
    let home = folder(&[("count.pvl", loops)]);
    let mut result = String::new();
    for form in ["json", "sarif", "junit", "github"] {
        let name = if form == "junit" { "xml" } else { form };
        let report = format!("report.{name}");
        let args = [
            "--unroll",
            "2@i",
            "count.pvl",
            "--format",
            form,
            "--report",
            &report,
        ];
        let run = alpinist_in(home.path(), &args);
        assert_eq!(run.status, 0, "{}", run.stderr);
        result = run.stdout;
    }
    let Some(read) = read_back(home.path()) else {
        return;
    };
    assert!(
        read.contains("sarif: 1 results: steps at line 5; 1 files with fixes"),
        "{read}"
    );
    let fixed = std::fs::read_to_string(home.path().join("count.pvl.steps.fixed")).unwrap();
    assert_eq!(fixed, result);
}

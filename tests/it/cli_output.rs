//! Where results and reports go, and that equal runs give equal bytes.

use crate::common::schema::violations;
use crate::common::{COUNT, WRONG, alpinist_in, folder, root};
use serde_json::Value;

const DIRECTED: &str = "\
// Ends in CRLF here and there.\r
requires 2 <= n;
ensures \\result == n;
int count(int n) {
  int i = 0;
  gpuopt loop_unroll i 2; // twice
  loop_invariant 0 <= i;
  loop_invariant i <= n;
  while (i < n) {
    i = i + 1; /* next */
  }

  return i;
}
";

#[test]
fn a_program_without_steps_comes_out_as_it_went_in() {
    let text = format!("\u{feff}{}", COUNT.replace('\n', "\r\n"));
    let folder = folder(&[("count.pvl", &text)]);
    let run = alpinist_in(folder.path(), &["count.pvl"]);
    assert_eq!(
        (run.status, run.stdout.as_str()),
        (0, text.as_str()),
        "{}",
        run.stderr
    );
}

#[test]
fn directives_can_be_left_alone() {
    let folder = folder(&[("x.pvl", DIRECTED)]);
    let run = alpinist_in(folder.path(), &["--no-directives", "x.pvl"]);
    assert_eq!(
        (run.status, run.stdout.as_str()),
        (0, DIRECTED),
        "{}",
        run.stderr
    );
    let run = alpinist_in(folder.path(), &["x.pvl"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(
        !run.stdout.contains("gpuopt") && run.stdout.contains("/* next */"),
        "{}",
        run.stdout
    );
}

#[test]
fn the_result_is_a_program_that_verifies() {
    let folder = folder(&[("x.pvl", DIRECTED)]);
    let run = alpinist_in(folder.path(), &["x.pvl", "-o", "y.pvl"]);
    assert_eq!((run.status, run.stdout.as_str()), (0, ""), "{}", run.stderr);
    let again = alpinist_in(folder.path(), &["verify", "y.pvl"]);
    assert_eq!(again.status, 0, "{}", again.stderr);
}

#[test]
fn files_are_replaced_only_if_everything_held() {
    let folder = folder(&[("x.pvl", DIRECTED), ("wrong.pvl", WRONG)]);
    let run = alpinist_in(folder.path(), &["--in-place", "x.pvl", "wrong.pvl"]);
    assert_eq!(run.status, 1, "{}", run.stderr);
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    assert!(!read("x.pvl").contains("gpuopt"));
    assert_eq!(read("wrong.pvl"), WRONG);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn a_folder_gives_a_folder() {
    let folder = folder(&[
        ("in/a.pvl", COUNT),
        ("in/deep/b.pvl", DIRECTED),
        ("in/notes.txt", ""),
    ]);
    let run = alpinist_in(folder.path(), &["in", "-o", "out"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(read("out/a.pvl"), COUNT);
    assert!(!read("out/deep/b.pvl").contains("gpuopt"));
    assert!(!folder.path().join("out/notes.txt").exists());
}

#[test]
fn a_difference_applies() {
    let folder = folder(&[("x.pvl", DIRECTED)]);
    let run = alpinist_in(folder.path(), &["--diff", "x.pvl"]);
    assert_eq!(run.status, 5, "{}", run.stderr);
    let (log, diff) = run.stdout.split_once("--- a/x.pvl\n").unwrap();
    assert!(diff.starts_with("+++ b/x.pvl\n@@"), "{}", run.stdout);
    // Every added line has its reason before the diff.
    assert!(log.lines().all(|line| line.starts_with("# ")), "{log}");
    let added = diff.lines().skip(1).filter(|line| line.starts_with('+'));
    assert_eq!(log.lines().count(), 1 + added.count());
    assert!(log.contains("step 1, unroll: copy of the body"), "{log}");
    std::fs::write(folder.path().join("x.diff"), &run.stdout).unwrap();
    let whole = alpinist_in(folder.path(), &["x.pvl"]);
    let git = ["apply", "--unsafe-paths", "--directory=.", "x.diff"];
    let git = std::process::Command::new("git")
        .args(git)
        .current_dir(folder.path())
        .status();
    assert!(git.unwrap().success());
    let applied = std::fs::read_to_string(folder.path().join("x.pvl")).unwrap();
    assert_eq!(applied, whole.stdout);
    assert!(
        run.stdout.contains("-  gpuopt loop_unroll i 2; // twice\n"),
        "{}",
        run.stdout
    );
}

#[test]
fn equal_runs_give_equal_bytes() {
    let folder = folder(&[
        ("x.pvl", DIRECTED),
        ("wrong.pvl", WRONG),
        ("deep/count.pvl", COUNT),
    ]);
    let run = |jobs: &str| {
        let args = [
            "--stable", "--format", "json", "--jobs", jobs, "--diff", ".",
        ];
        alpinist_in(folder.path(), &args)
    };
    let first = run("1");
    assert_eq!(first.status, 1, "{}", first.stderr);
    assert_eq!(first, run("1"));
    assert_eq!(first, run("4"));
}

#[test]
fn json_is_one_object_with_places() {
    let folder = folder(&[("wrong.pvl", WRONG)]);
    let run = alpinist_in(folder.path(), &["verify", "--format", "json", "wrong.pvl"]);
    assert_eq!((run.status, run.stderr.as_str()), (1, ""));
    let json: Value = serde_json::from_str(&run.stdout).unwrap();
    let schema = std::fs::read_to_string(root().join("docs/report.schema.json")).unwrap();
    let schema: Value = serde_json::from_str(&schema).unwrap();
    assert_eq!(violations(&schema, &json), Vec::<String>::new());
    assert_eq!(json["schema"], "alpinist-report");
    assert_eq!(json["schema_version"], 1);
    assert_eq!(json["status"], 1);
    assert!(json["measured"]["time_ms"].is_number());
    let program = &json["programs"][0];
    assert_eq!(program["verification"]["summary"], "failed");
    let obligations = program["verification"]["methods"][0]["obligations"]
        .as_array()
        .unwrap();
    let bad = obligations
        .iter()
        .find(|one| one["outcome"] != "proved")
        .unwrap();
    assert!(bad["place"]["line"].as_u64().unwrap() >= 1);
    let run = alpinist_in(
        folder.path(),
        &["verify", "--format", "json", "--stable", "wrong.pvl"],
    );
    let json: Value = serde_json::from_str(&run.stdout).unwrap();
    assert!(json.get("measured").is_none());
}

#[test]
fn a_report_goes_to_a_file_too() {
    let folder = folder(&[("count.pvl", COUNT)]);
    let args = ["--unroll", "2", "--report", "r.json", "count.pvl"];
    let run = alpinist_in(folder.path(), &args);
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(
        run.stderr.contains("step 1, --unroll 2: done"),
        "{}",
        run.stderr
    );
    let text = std::fs::read_to_string(folder.path().join("r.json")).unwrap();
    let json: Value = serde_json::from_str(&text).unwrap();
    let step = &json["programs"][0]["steps"][0];
    assert_eq!(step["outcome"], "done");
    assert_eq!(step["contracts_unchanged"], 1);
    assert_eq!(step["verification"]["summary"], "verified");
    assert!(
        !json["programs"][0]["changes"]
            .as_array()
            .unwrap()
            .is_empty()
    );
}

#[test]
fn a_file_can_carry_its_settings() {
    let text = format!("//:: alpinist --profile vercors-1.4\n{COUNT}");
    let folder = folder(&[("x.pvl", &text)]);
    let profile = |args: &[&str]| {
        let run = alpinist_in(folder.path(), args);
        let json: Value = serde_json::from_str(&run.stdout).unwrap();
        json["programs"][0]["profile"].as_str().unwrap().to_owned()
    };
    let file = ["verify", "--format", "json", "x.pvl"];
    assert_eq!(profile(&file), "vercors-1.4");
    let flag = ["verify", "--format", "json", "--profile", "sound", "x.pvl"];
    assert_eq!(profile(&flag), "sound");
}

#[test]
fn questions_can_be_kept() {
    let folder = folder(&[("count.pvl", COUNT)]);
    let run = alpinist_in(folder.path(), &["verify", "--log-smt", "smt", "count.pvl"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let kept = std::fs::read_dir(folder.path().join("smt"))
        .unwrap()
        .count();
    assert!(kept > 0);
}

#[test]
fn files_taken_together_are_one_program() {
    let folder = folder(&[
        ("a.pvl", "ensures \\result == 1;\nint one() { return 1; }\n"),
        (
            "b.pvl",
            "ensures \\result == 2;\nint two() { int x = one(); return x + x; }\n",
        ),
    ]);
    let run = alpinist_in(folder.path(), &["verify", "--together", "a.pvl", "b.pvl"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let run = alpinist_in(folder.path(), &["verify", "a.pvl", "b.pvl"]);
    assert_eq!(run.status, 2, "{}", run.stderr);
}

#[test]
fn a_wrong_command_writes_nothing() {
    let folder = folder(&[("two.pvl", DIRECTED)]);
    let read = || std::fs::read_to_string(folder.path().join("two.pvl")).unwrap();
    let run = alpinist_in(folder.path(), &["--in-place", "verfy", "two.pvl"]);
    assert_eq!(run.status, 2, "{}", run.stderr);
    assert!(
        run.stderr.contains("no command and no file `verfy`")
            && run.stderr.contains("did you mean `verify`?")
            && run.stderr.contains("two.pvl: nothing is written"),
        "{}",
        run.stderr
    );
    assert_eq!(read(), DIRECTED);
    let run = alpinist_in(folder.path(), &["missing.pvl", "two.pvl", "-o", "out"]);
    assert_eq!(run.status, 2, "{}", run.stderr);
    assert!(!folder.path().join("out/two.pvl").exists());
}

#[test]
fn options_may_stand_before_the_command() {
    let folder = folder(&[("two.pvl", DIRECTED)]);
    let read = || std::fs::read_to_string(folder.path().join("two.pvl")).unwrap();
    // `fmt` has no such option, and the file is left alone.
    let run = alpinist_in(folder.path(), &["--in-place", "fmt", "two.pvl"]);
    assert_eq!(run.status, 2, "{}", run.stderr);
    assert_eq!(read(), DIRECTED);
    let run = alpinist_in(folder.path(), &["-q", "verify", "two.pvl"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
}

#[test]
fn the_usual_command_has_a_name() {
    let folder = folder(&[("x.pvl", DIRECTED)]);
    let plain = alpinist_in(folder.path(), &["x.pvl"]);
    let named = alpinist_in(folder.path(), &["optimize", "x.pvl"]);
    assert_eq!(
        (named.status, named.stdout),
        (plain.status, plain.stdout),
        "{}",
        named.stderr
    );
}

/// A word of the language that is a name stays one in what a step prints, and the result is read again.
#[test]
fn backticked_names_stay_backticked() {
    let text = "\
requires `assert` > 0;
ensures \\result == 4 * `assert`;
int m(int `assert`) {
  int `while` = 0;
  int i = 0;
  loop_invariant 0 <= i && i <= 4 && `while` == i * `assert`;
  while (i < 4) {
    `while` = `while` + `assert`;
    i = i + 1;
  }
  return `while`;
}
";
    let folder = folder(&[("x.pvl", text)]);
    for step in [["--unroll", "2@i"], ["--merge", "2@i"]] {
        let run = alpinist_in(
            folder.path(),
            &[&step[..], &["x.pvl", "-o", "y.pvl"]].concat(),
        );
        assert_eq!(run.status, 0, "{}", run.stderr);
        let made = std::fs::read_to_string(folder.path().join("y.pvl")).unwrap();
        assert!(made.contains("`while` = `while` + `assert`;"), "{made}");
        let bare = made.replace("`assert`", "").replace("assert ", "");
        assert!(!bare.contains("assert"), "{made}");
        let again = alpinist_in(folder.path(), &["verify", "y.pvl"]);
        assert_eq!(again.status, 0, "{}", again.stderr);
    }
}

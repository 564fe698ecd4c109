//! Answers kept from one run to the next.

use crate::common::retold::renamed;
use crate::common::{alpinist_in, command, folder, forget_reports, kept_in};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

const SQUARES: &str = "\
ensures \\result >= n;
int square(int n) {
  return n * n;
}

requires 0 <= n;
ensures 2 * \\result == n * (n + 1);
int sum(int n) {
  int i = 0;
  int s = 0;
  loop_invariant 0 <= i && i <= n;
  loop_invariant 2 * s == i * (i + 1);
  while (i < n) {
    i = i + 1;
    s = s + i;
  }
  return s;
}
";

const WRONG: &str = "ensures \\result == n;\nint next(int n) {\n  return n + 1;\n}\n";

fn run(home: &Path, more: &[&str]) -> (i32, Value) {
    let mut args = vec!["verify", "--cache", "kept", "--format", "json", "x.pvl"];
    args.extend(more);
    let run = alpinist_in(home, &args);
    (run.status, serde_json::from_str(&run.stdout).unwrap())
}

/// How many obligations the cache answered, of those that took a solver.
fn cached(report: &Value) -> (usize, usize) {
    let checks = &report["measured"]["programs"][0]["checks"][0]["obligations"];
    let all = checks.as_array().unwrap();
    let hits = all.iter().filter(|one| one["cached"] == true).count();
    let solved = all.iter().filter(|one| one["rlimit"] != 0).count();
    (hits, hits + solved)
}

/// What is the same whether or not it came from the cache.
fn judged(report: &Value) -> Value {
    report["programs"].clone()
}

fn files(home: &Path) -> Vec<PathBuf> {
    kept_in(&home.join("kept"))
}

/// Whether an entry lies in one of the folders beside the proofs.
fn is_in(folder: &str, file: &Path) -> bool {
    file.components().any(|part| part.as_os_str() == folder)
}

fn is_proof(file: &Path) -> bool {
    !is_in("report", file) && !is_in("program", file)
}

#[test]
fn a_second_run_needs_no_solver() {
    let home = folder(&[("x.pvl", SQUARES)]);
    let (status, cold) = run(home.path(), &[]);
    assert_eq!((status, cached(&cold).0), (0, 0));
    assert!(cached(&cold).1 > 0);
    // From the whole report; then from what was answered, each by itself.
    for whole in [true, false] {
        let (status, warm) = run(home.path(), &["--cache-mode", "enforce"]);
        assert_eq!(status, 0);
        assert_eq!(cached(&warm), (cached(&cold).1, cached(&cold).1));
        assert_eq!(judged(&cold), judged(&warm));
        assert_eq!(warm["measured"]["solver_calls"], 0);
        if whole {
            forget_reports(&home.path().join("kept"));
        }
    }
    // Nothing is taken where nothing is to be taken.
    let (_, off) = run(home.path(), &["--cache-mode", "off"]);
    assert_eq!(cached(&off).0, 0);
}

#[test]
fn comments_and_other_methods_cost_nothing() {
    let home = folder(&[("x.pvl", SQUARES)]);
    run(home.path(), &[]);
    let other = SQUARES.replace("return n * n;", "int m = n;\n  return m * m; // so");
    let text = format!("// A comment.\n\nvoid first(int k) {{ }}\n{other}");
    std::fs::write(home.path().join("x.pvl"), text).unwrap();
    let args = ["--cache-mode", "enforce", "--only", "sum"];
    assert_eq!(run(home.path(), &args).0, 0);
    // Another contract is another question.
    let text = SQUARES.replace("2 * \\result == n * (n + 1)", "\\result >= 0");
    std::fs::write(home.path().join("x.pvl"), text).unwrap();
    assert_eq!(run(home.path(), &args).0, 3);
}

#[test]
fn a_counterexample_is_kept() {
    let home = folder(&[("x.pvl", WRONG)]);
    let (status, cold) = run(home.path(), &[]);
    assert_eq!(status, 1);
    for whole in [true, false] {
        let (status, warm) = run(home.path(), &["--cache-mode", "enforce"]);
        assert_eq!(status, 1);
        assert_eq!(judged(&cold), judged(&warm));
        if whole {
            forget_reports(&home.path().join("kept"));
        }
    }
}

#[test]
fn a_report_alone_is_an_answer_to_the_same_question_only() {
    let home = folder(&[("x.pvl", SQUARES)]);
    run(home.path(), &[]);
    for file in files(home.path()) {
        if is_proof(&file) {
            std::fs::remove_file(file).unwrap();
        }
    }
    let enforced = |more: &[&str]| {
        let args = [&["--cache-mode", "enforce"], more].concat();
        run(home.path(), &args).0
    };
    assert_eq!(enforced(&[]), 0);
    for more in [
        &["--only", "sum"][..],
        &["--seed", "1"],
        &["--rlimit", "12345"],
        &["--timeout", "100"],
        &["--profile", "vercors-1.4"],
        &["--cache-verify", "all"],
    ] {
        assert_eq!(enforced(more), 3, "{more:?}");
    }
    // A report tells of places, so that a line more is another program; its name is told as well.
    std::fs::write(home.path().join("x.pvl"), format!("\n{SQUARES}")).unwrap();
    assert_eq!(enforced(&[]), 3);
    std::fs::write(home.path().join("y.pvl"), SQUARES).unwrap();
    let other = [
        "verify",
        "--cache",
        "kept",
        "--cache-mode",
        "enforce",
        "y.pvl",
    ];
    assert_eq!(alpinist_in(home.path(), &other).status, 3);
    std::fs::write(home.path().join("x.pvl"), SQUARES).unwrap();
    assert_eq!(enforced(&[]), 0);
}

#[test]
fn what_is_asked_again_is_asked_of_each_answer() {
    let home = folder(&[("x.pvl", SQUARES)]);
    let calls = |more: &[&str]| run(home.path(), more).1["measured"]["solver_calls"].clone();
    let cold = calls(&[]);
    assert_eq!(calls(&[]), 0);
    assert_eq!(calls(&["--cache-verify=all"]), cold);
    let sample = calls(&["--cache-verify=sample"]);
    forget_reports(&home.path().join("kept"));
    assert_eq!(calls(&["--cache-verify=sample"]), sample);
}

#[test]
fn a_report_gives_results_and_files_as_the_first_run_did() {
    let text = "\
void m(int n) {
  int i = 0;
  loop_invariant 0 <= i;
  while (i < 4) {
    i = i + 1;
  }
}
";
    let home = folder(&[("x.pvl", text)]);
    let result = |number: usize| {
        let (out, report) = (format!("{number}.pvl"), format!("{number}.json"));
        let args = [
            "--unroll", "2@i", "--cache", "kept", "-o", &out, "--report", &report, "--stable",
            "x.pvl",
        ];
        let run = alpinist_in(home.path(), &args);
        assert_eq!(run.status, 0, "{}", run.stderr);
        let read = |name: &str| std::fs::read_to_string(home.path().join(name)).unwrap();
        (
            run.stdout,
            run.stderr.replace(&out, ""),
            read(&out),
            read(&report),
        )
    };
    let cold = result(1);
    for file in files(home.path()) {
        if is_proof(&file) {
            std::fs::remove_file(file).unwrap();
        }
    }
    assert_eq!(cold, result(2));
    // No answer was asked for, so none is kept.
    assert!(!files(home.path()).iter().any(|file| is_proof(file)));
}

#[test]
fn a_damaged_file_is_no_answer() {
    for damage in [
        |text: String| text[..text.len() / 2].to_owned(),
        |text: String| text.replace("true", "false"),
        |_| String::new(),
        |text: String| {
            text.replace("alpinist proof 3", "alpinist proof 2")
                .replace("report 1", "report 0")
        },
    ] {
        let home = folder(&[("x.pvl", SQUARES)]);
        run(home.path(), &[]);
        for file in files(home.path()) {
            let text = std::fs::read_to_string(&file).unwrap();
            std::fs::write(&file, damage(text)).unwrap();
        }
        assert_eq!(run(home.path(), &["--cache-mode", "enforce"]).0, 3);
        let (status, report) = run(home.path(), &[]);
        assert_eq!((status, cached(&report).0), (0, 0));
        assert_eq!(run(home.path(), &["--cache-mode", "enforce"]).0, 0);
    }
}

#[test]
fn a_forged_proof_is_no_answer() {
    let home = folder(&[("x.pvl", WRONG)]);
    run(home.path(), &[]);
    for file in files(home.path()) {
        let text = std::fs::read_to_string(&file).unwrap();
        // Only that of the postcondition, not that a state satisfies the precondition.
        if text.contains("\"values\":[]") || is_in("program", &file) {
            continue;
        }
        // The seal comes last, in 64 digits.
        let end = text.trim_end();
        let end = text[end.len()..].to_owned();
        let body = &text[..text.len() - end.len() - 64];
        let forged = body.replace("\"proved\":false", "\"proved\":true");
        let forged = forged.replace("\"Refuted\"", "\"Proved\"");
        let forged = forged.replace("\"status\":\"Failed\"", "\"status\":\"Holds\"");
        assert_ne!(forged, body);
        // Whoever writes it does not have the secret; a plain hash was enough once.
        let sum = Sha256::digest(forged.as_bytes());
        let sum: String = sum.iter().map(|byte| format!("{byte:02x}")).collect();
        std::fs::write(&file, format!("{forged}{sum}{end}")).unwrap();
    }
    let all = ["verify", "--cache", "kept", "x.pvl"];
    let enforced = alpinist_in(
        home.path(),
        &[&all[..], &["--cache-mode", "enforce"]].concat(),
    );
    assert_eq!(enforced.status, 3, "{}", enforced.stderr);
    assert!(
        enforced.stderr.contains("warning[C015]"),
        "{}",
        enforced.stderr
    );
    assert!(enforced.stderr.contains("ALPINIST_CACHE_KEY"));
    assert_eq!(run(home.path(), &[]).0, 1);
    // They were replaced by what is so.
    assert_eq!(run(home.path(), &["--cache-mode", "enforce"]).0, 1);
}

/// A run with these variables and no others that decide the secret.
fn with(home: &Path, variables: &[(&str, &Path)], more: &[&str]) -> (i32, (usize, usize), String) {
    let args = ["verify", "--cache", "kept", "--report", "r.json", "x.pvl"];
    let mut command = command(home, &[&args[..], more].concat());
    for name in ["ALPINIST_CACHE_KEY", "HOME", "XDG_CONFIG_HOME"] {
        command.env_remove(name);
    }
    let output = command.envs(variables.iter().copied()).output().unwrap();
    let report = std::fs::read_to_string(home.join("r.json")).unwrap();
    let hits = cached(&serde_json::from_str(&report).unwrap());
    let said = String::from_utf8(output.stderr).unwrap();
    (output.status.code().unwrap(), hits, said)
}

#[test]
fn the_secret_is_made_once_and_is_the_users_own() {
    let home = folder(&[("x.pvl", SQUARES)]);
    let [one, two] = ["one", "two"].map(|name| home.path().join(name));
    let of = |user: &Path| with(home.path(), &[("HOME", user)], &[]).1;
    assert_eq!(of(&one).0, 0);
    assert_eq!(of(&one), (of(&one).1, of(&one).1));
    let secret = one.join(".config/alpinist/cache-key");
    let text = std::fs::read_to_string(&secret).unwrap();
    assert_eq!(text.trim_end().len(), 64);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(&secret).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    // What the first kept is nothing to the second, who replaces it.
    assert_eq!(of(&two).0, 0);
    assert_eq!(of(&one).0, 0);
    assert!(of(&one).0 > 0);
    assert_eq!(std::fs::read_to_string(&secret).unwrap(), text);
    // The variable comes before the file, and an empty one is none.
    let key = Path::new("a secret of the project");
    let set = |key| {
        with(
            home.path(),
            &[("HOME", &one), ("ALPINIST_CACHE_KEY", key)],
            &[],
        )
        .1
    };
    assert!(set(Path::new("")).0 > 0);
    assert_eq!(set(key).0, 0);
    assert!(set(key).0 > 0);
}

#[test]
fn without_a_place_for_a_secret_nothing_is_believed() {
    let home = folder(&[("x.pvl", SQUARES), ("file", "")]);
    let file = home.path().join("file");
    let kept = home.path().join("kept");
    // No home, one that is none, one of the checkout, and one within the cache.
    for variables in [
        vec![],
        vec![("HOME", file.as_path())],
        vec![
            ("HOME", Path::new("here")),
            ("XDG_CONFIG_HOME", Path::new("here")),
        ],
        vec![("XDG_CONFIG_HOME", kept.as_path())],
    ] {
        for _ in 0..2 {
            let (status, hits, said) = with(home.path(), &variables, &[]);
            assert_eq!((status, hits.0), (0, 0), "{variables:?}: {said}");
            assert_eq!(said.matches("warning[C014]").count(), 1, "{said}");
        }
    }
    assert!(!home.path().join("here").exists());
    assert!(!kept.join("alpinist").exists());
}

#[test]
fn several_runs_at_once_do_not_disturb_each_other() {
    let home = folder(&[("x.pvl", SQUARES)]);
    let path = home.path();
    std::thread::scope(|scope| {
        let runs: Vec<_> = (0..4).map(|_| scope.spawn(|| run(path, &[]).0)).collect();
        for one in runs {
            assert_eq!(one.join().unwrap(), 0);
        }
    });
    assert_eq!(run(path, &["--cache-mode", "enforce"]).0, 0);
}

#[test]
fn a_folder_that_cannot_be_written_is_no_fault() {
    let home = folder(&[
        ("x.pvl", SQUARES),
        ("kept", "a file, where the folder should be"),
    ]);
    let (status, report) = run(home.path(), &[]);
    assert_eq!((status, cached(&report).0), (0, 0));
}

#[test]
fn what_a_step_asks_is_asked_once() {
    // Whether the loop runs twice is asked, and not shown.
    let text = "\
context_everywhere a != null && a.length == n;
context (\\forall* int i; 0 <= i && i < n; Perm(a[i], write));
void m(int[] a, int n, int k) {
  int i = 0;
  loop_invariant 0 <= i;
  while (i < k) {
    i = i + 1;
  }
}
";
    let home = folder(&[("x.pvl", text)]);
    let run = || {
        let args = [
            "--unroll", "2@i", "--cache", "kept", "--report", "r.json", "x.pvl",
        ];
        let run = alpinist_in(home.path(), &args);
        let report = std::fs::read_to_string(home.path().join("r.json")).unwrap();
        let mut report: Value = serde_json::from_str(&report).unwrap();
        let calls = report["measured"]["solver_calls"].as_u64().unwrap();
        report.as_object_mut().unwrap().remove("measured");
        (run.status, calls, report)
    };
    let cold = run();
    forget_reports(&home.path().join("kept"));
    let warm = run();
    assert_eq!(cold.0, 4);
    assert!(cold.1 > 0);
    assert_eq!(warm.1, 0);
    assert_eq!((cold.0, cold.2), (warm.0, warm.2));
}

#[test]
fn a_counterexample_is_told_in_the_words_of_its_program() {
    let text = |name: &str, value: u32| {
        format!("ensures \\result > 0; int f(int x) {{ int {name} = x + {value}; return x; }}")
    };
    let home = folder(&[("x.pvl", &text("y", 1))]);
    run(home.path(), &[]);
    for (name, value) in [("limit", 1), ("y", 7)] {
        std::fs::write(home.path().join("x.pvl"), text(name, value)).unwrap();
        let (status, kept) = run(home.path(), &[]);
        assert_eq!(status, 1);
        let alone = run(home.path(), &["--cache-mode", "off"]).1;
        assert_eq!(judged(&kept), judged(&alone));
    }
    // The first is still there.
    std::fs::write(home.path().join("x.pvl"), text("y", 1)).unwrap();
    assert_eq!(run(home.path(), &["--cache-mode", "enforce"]).0, 1);
}

#[test]
fn what_the_clock_ends_is_not_kept() {
    let home = folder(&[("x.pvl", SQUARES)]);
    let (_, _) = run(home.path(), &["--timeout", "0.001"]);
    let (status, _) = run(home.path(), &[]);
    assert_eq!(status, 0);
}

#[test]
fn other_names_find_the_answers() {
    let renamed = renamed(SQUARES);
    assert_ne!(renamed, SQUARES);
    let home = folder(&[("x.pvl", SQUARES)]);
    assert_eq!(run(home.path(), &[]).0, 0);
    std::fs::write(home.path().join("x.pvl"), renamed).unwrap();
    let (status, report) = run(home.path(), &[]);
    assert_eq!(status, 0);
    let (from_cache, all) = cached(&report);
    assert_eq!(from_cache, all);
}

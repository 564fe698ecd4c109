//! Reports for other programs, each read back by something that is not ours.

use crate::common::{COUNT, alpinist_in, folder, root};
use serde_json::Value;
use std::path::Path;

/// Has a warning, a refuted obligation, a construct without a rule, and an odd name.
const MIXED: &str = "\
// ärgerlich
int half(int n) {
  return n / 2;
}

ensures \\result == 1;
int two() {
  return 2;
}

void later(int[] a) {
  refute Perm(a[0], write);
}
";

fn home() -> tempfile::TempDir {
    folder(&[
        ("a b, c%.pvl", MIXED),
        ("count.pvl", COUNT),
        ("syntax.pvl", "void m( {"),
        (
            "race.pvl",
            "\
requires a != null && 1 < a.length;
context (\\forall* int i = 0 .. a.length; Perm(a[i], write));
void race(int[] a) {
  par (int t = 0 .. a.length)
    context Perm(a[t], write);
    context 0 < t ==> Perm(a[t - 1], 1\\2);
  {
    a[t] = 0;
  }
}
",
        ),
    ])
}

const ALL: [&str; 4] = ["a b, c%.pvl", "count.pvl", "syntax.pvl", "race.pvl"];

fn report(folder: &Path, form: &str, files: &[&str]) -> (i32, String) {
    let run = alpinist_in(folder, &[&["verify", "--format", form], files].concat());
    (run.status, run.stdout)
}

#[test]
fn sarif_is_what_its_schema_says() {
    let schema =
        std::fs::read_to_string(root().join("tests/data/sarif-2.1.0.schema.json")).unwrap();
    let mut schema: Value = serde_json::from_str(&schema).unwrap();
    // The published pattern has a bracket too many, which makes it no regular expression.
    for owner in ["run", "toolComponent"] {
        let language = &mut schema["definitions"][owner]["properties"]["language"];
        language.as_object_mut().unwrap().remove("pattern");
    }
    let validator = jsonschema::validator_for(&schema).unwrap();
    let home = home();
    for files in [&ALL[..], &ALL[1..2]] {
        let (_, text) = report(home.path(), "sarif", files);
        let log: Value = serde_json::from_str(&text).unwrap();
        let errors: Vec<String> = validator.iter_errors(&log).map(|e| e.to_string()).collect();
        assert_eq!(errors, Vec::<String>::new());
    }
    let (status, text) = report(home.path(), "sarif", &ALL);
    let log: Value = serde_json::from_str(&text).unwrap();
    let run = &log["runs"][0];
    assert_eq!(run["invocations"][0]["exitCode"], status);
    let results = run["results"].as_array().unwrap();
    let find = |code: &str| {
        let found = results.iter().find(|result| result["ruleId"] == code);
        found.unwrap_or_else(|| panic!("no {code} in {text}"))
    };
    assert_eq!(find("W004")["level"], "warning");
    let place = &find("V022")["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "a%20b%2C%20c%25.pvl");
    assert_eq!(place["region"]["startLine"], 6);
    let start = usize::try_from(place["region"]["byteOffset"].as_u64().unwrap()).unwrap();
    assert!(MIXED[start..].starts_with("\\result == 1"));
    // The other thread's permission is named as well.
    let related = &find("V041")["relatedLocations"][0]["physicalLocation"];
    assert_eq!(related["region"]["startLine"], 5);
    // Every rule that is used is described.
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    for result in results {
        assert!(
            rules.iter().any(|rule| rule["id"] == result["ruleId"]),
            "{result}"
        );
    }
}

#[test]
fn junit_counts_what_fails() {
    let home = home();
    let (_, text) = report(home.path(), "junit", &ALL);
    let report = quick_junit::Report::deserialize_from_str(&text).unwrap();
    let suites = &report.test_suites;
    let suite = |name: &str| {
        let found = suites.iter().find(|suite| suite.name.as_str() == name);
        found.unwrap_or_else(|| panic!("no {name} in {text}"))
    };
    let counts = |name: &str| (suite(name).tests, suite(name).failures, suite(name).errors);
    assert_eq!(counts("count.pvl"), (1, 0, 0));
    assert_eq!(counts("a b, c%.pvl"), (3, 1, 1));
    assert_eq!(counts("syntax.pvl"), (1, 0, 1));
    assert_eq!(counts("race.pvl"), (1, 1, 0));
}

#[test]
fn github_gets_one_command_a_line() {
    let home = home();
    let (_, text) = report(home.path(), "github", &ALL);
    for line in text.lines() {
        assert!(
            line.starts_with("::error ") || line.starts_with("::warning "),
            "{line}"
        );
    }
    let wanted = "::error file=a b%2C c%25.pvl,line=6,endLine=6,col=9,endColumn=21,title=V022::the postcondition may not hold%0A";
    assert!(text.contains(wanted), "{text}");
}

/// What each form for programs says of a run, by its name; the status is the same for all.
fn forms(home: &Path, args: &[&str]) -> (i32, Vec<(&'static str, String)>) {
    let mut status = Vec::new();
    let said = ["sarif", "junit", "github"].map(|form| {
        let run = alpinist_in(home, &[args, &["--format", form, "--report", "r"]].concat());
        status.push(run.status);
        (form, std::fs::read_to_string(home.join("r")).unwrap())
    });
    assert!(status.iter().all(|one| *one == status[0]), "{status:?}");
    (status[0], said.to_vec())
}

/// How many tests of a JUnit report were passed, and how many errors it has.
fn passed(text: &str) -> (usize, usize) {
    let report = quick_junit::Report::deserialize_from_str(text).unwrap();
    let suites = report.test_suites.iter();
    let cases: Vec<_> = suites.flat_map(|suite| &suite.test_cases).collect();
    let is = |success: bool| {
        let count = cases.iter().filter(|case| match case.status {
            quick_junit::TestCaseStatus::Success { .. } => success,
            quick_junit::TestCaseStatus::NonSuccess { .. } => !success,
            quick_junit::TestCaseStatus::Skipped { .. } => false,
        });
        count.count()
    };
    (is(true), is(false))
}

#[test]
fn what_is_no_yes_is_none_in_any_form() {
    let toml = "[[program]]\nfiles = [\"count.pvl\"]\ngolden = \"g.pvl\"\n";
    let home = folder(&[
        ("nothing.pvl", "ensures false;\nvoid m();\n"),
        ("count.pvl", COUNT),
        ("alpinist.toml", toml),
        ("g.pvl", "something else\n"),
    ]);
    for (args, status, code, green) in [
        (&["verify", "nothing.pvl"][..], 3, "V902", 0),
        (
            &["--no-verify", "--unroll", "2@i", "count.pvl"],
            3,
            "V902",
            0,
        ),
        (&["ci"], 5, "C016", 1),
    ] {
        let (seen, forms) = forms(home.path(), args);
        assert_eq!(seen, status, "{args:?}");
        for (form, said) in forms {
            assert!(said.contains(code), "{args:?} {form}: {said}");
            match form {
                "sarif" => assert!(said.contains("\"level\": \"error\""), "{said}"),
                "junit" => assert_eq!(passed(&said), (green, 1), "{said}"),
                _ => assert!(said.starts_with("::error file="), "{said}"),
            }
        }
    }
    // The program's own status says so as well.
    alpinist_in(home.path(), &["ci", "--report", "r.json"]);
    let text = std::fs::read_to_string(home.path().join("r.json")).unwrap();
    let json: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(json["programs"][0]["status"], 5);
    assert_eq!(json["diagnostics"][0]["code"], "C016");
}

#[test]
fn what_is_believed_is_noted_in_every_form() {
    let text = "ensures \\result > 0;\nint f(int x) {\n  assume x > 0;\n  return x;\n}\n";
    let home = folder(&[("x.pvl", text)]);
    let (status, forms) = forms(home.path(), &["verify", "x.pvl"]);
    assert_eq!(status, 0);
    for (form, said) in forms {
        let wanted = match form {
            "sarif" => "\"level\": \"note\"",
            "junit" => "verified, trusting 1",
            _ => "::notice file=x.pvl,line=3,",
        };
        assert!(said.contains(wanted), "{form}: {said}");
        assert!(said.contains("assume in f"), "{form}: {said}");
    }
}

#[test]
fn a_part_is_not_reported_as_the_whole() {
    let text = "\
requires x > 0;
ensures \\result > 0;
int good(int x) {
  return x;
}

ensures \\result > 0;
int bad(int x) {
  return x;
}
";
    let toml = "[[program]]\nfiles = [\"x.pvl\"]\nonly = [\"good\"]\n";
    let home = folder(&[("x.pvl", text), ("alpinist.toml", toml)]);
    assert_eq!(alpinist_in(home.path(), &["verify", "x.pvl"]).status, 1);
    let schema = std::fs::read_to_string(root().join("docs/report.schema.json")).unwrap();
    let schema: Value = serde_json::from_str(&schema).unwrap();
    for args in [&["verify", "--only", "good", "x.pvl"][..], &["ci"]] {
        let run = alpinist_in(home.path(), &[args, &["--stable"]].concat());
        let says = "x.pvl: verified in part (1 of 2 methods, as --only asks, 1 obligation)\n";
        assert_eq!(run.status, 0);
        assert!(run.stderr.contains(says), "{}", run.stderr);
        let ci = run.stderr.contains("1 of 1 program holds (1 in part)\n");
        assert_eq!(ci, args[0] == "ci", "{}", run.stderr);
        let (_, forms) = forms(home.path(), args);
        for (form, said) in forms {
            assert!(said.contains("bad"), "{form}: {said}");
            match form {
                "junit" => assert_eq!(passed(&said), (1, 0), "{said}"),
                "sarif" => assert!(said.contains("\"W903\""), "{said}"),
                _ => assert!(said.contains("title=W903::"), "{said}"),
            }
        }
        alpinist_in(home.path(), &[args, &["--report", "r.json"]].concat());
        let text = std::fs::read_to_string(home.path().join("r.json")).unwrap();
        let json: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(
            crate::common::schema::violations(&schema, &json),
            Vec::<String>::new()
        );
        let program = &json["programs"][0];
        assert_eq!(program["only"][0], "good");
        assert_eq!(program["verification"]["passed_over"][0], "bad");
    }
    // All by name is all.
    let all = [
        "verify", "--only", "good", "--only", "bad", "--stable", "x.pvl",
    ];
    let run = alpinist_in(home.path(), &all);
    assert_eq!(run.status, 1);
    assert!(!run.stderr.contains("in part"), "{}", run.stderr);
}

/// Right only under a reading that asks for no bounds.
const OUT_OF_BOUNDS: &str = "\
requires a != null && a.length == 4;
requires (\\forall* int i; 0 <= i && i < 10; Perm(a[i], write));
void m(int[] a) {
  a[7] = 1;
}
";

#[test]
fn every_form_says_which_reading_it_is_about() {
    let home = folder(&[("oob.pvl", OUT_OF_BOUNDS), ("count.pvl", COUNT)]);
    let verify = |form: &str, profile: &str| {
        let args = ["verify", "--stable", "--profile", profile, "--format", form];
        let run = alpinist_in(home.path(), &[&args[..], &["oob.pvl"]].concat());
        (run.status, format!("{}{}", run.stdout, run.stderr))
    };
    for form in ["text", "json", "sarif", "junit", "github"] {
        assert_eq!(verify(form, "sound").0, 1);
        let (status, said) = verify(form, "vercors-1.4");
        assert_eq!(status, 0, "{said}");
        assert!(said.contains("vercors-1.4"), "{form}: {said}");
    }
    assert!(
        verify("text", "vercors-1.4")
            .1
            .contains("oob.pvl: verified under vercors-1.4 (")
    );
    let (_, sarif) = verify("sarif", "vercors-1.4");
    let log: Value = serde_json::from_str(&sarif).unwrap();
    let result = &log["runs"][0]["results"][0];
    assert_eq!(
        (&result["ruleId"], &result["level"]),
        (&"W901".into(), &"warning".into())
    );
    // Of a result without a place nothing is shown by those who read it.
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "oob.pvl");
    let review = [
        "review",
        "--profile",
        "vercors-1.4",
        "--unroll",
        "1@i",
        "count.pvl",
    ];
    let run = alpinist_in(home.path(), &review);
    assert_eq!(
        run.stdout.matches("verified under vercors-1.4").count(),
        2,
        "{}",
        run.stdout
    );
}

#[test]
fn files_that_belong_together_agree_on_what_is_granted() {
    let lib = "//:: alpinist --profile vercors-1.4\nint f() {\n  return 1;\n}\n";
    let home = folder(&[("oob.pvl", OUT_OF_BOUNDS), ("lib.pvl", lib)]);
    let together = |more: &[&str]| {
        let args = ["verify", "--together", "oob.pvl", "lib.pvl"];
        alpinist_in(home.path(), &[&args[..], more].concat())
    };
    let run = together(&[]);
    assert_eq!(run.status, 2);
    assert!(
        run.stderr.contains("error[C005]: oob.pvl does not ask"),
        "{}",
        run.stderr
    );
    assert!(
        run.stderr
            .contains("write `//:: alpinist --profile vercors-1.4`")
    );
    let both = format!("//:: alpinist --profile vercors-1.4\n{OUT_OF_BOUNDS}");
    std::fs::write(home.path().join("oob.pvl"), both).unwrap();
    assert_eq!(together(&[]).status, 0);
    assert_eq!(together(&["--profile", "sound"]).status, 1);
}

#[test]
fn a_report_file_takes_its_form_from_its_name() {
    let home = home();
    for (name, starts) in [
        ("r.sarif", "{"),
        ("r.xml", "<?xml"),
        ("r.json", "{"),
        ("r.txt", "count.pvl: verified"),
    ] {
        let run = alpinist_in(home.path(), &["verify", "count.pvl", "--report", name]);
        assert_eq!(run.status, 0, "{}", run.stderr);
        let text = std::fs::read_to_string(home.path().join(name)).unwrap();
        assert!(text.starts_with(starts), "{text}");
    }
}

#[test]
fn what_a_step_leads_to_is_told_at_the_users_line() {
    let home = folder(&[("count.pvl", COUNT)]);
    let args = ["--unroll", "3", "--format", "sarif", "count.pvl"];
    let run = alpinist_in(home.path(), &args);
    assert_eq!(run.status, 4);
    let log: Value = serde_json::from_str(&run.stderr).unwrap();
    let result = &log["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "A101");
    assert_eq!(
        result["locations"][0]["physicalLocation"]["region"]["startLine"],
        7
    );
}

#[test]
fn a_profile_is_what_speedscope_opens() {
    let schema = std::fs::read_to_string(root().join("tests/data/speedscope.schema.json")).unwrap();
    let schema: Value = serde_json::from_str(&schema).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let home = home();
    let args = ["verify", "--profile-proof=p.json", "count.pvl", "race.pvl"];
    let run = alpinist_in(home.path(), &args);
    let text = std::fs::read_to_string(home.path().join("p.json")).unwrap();
    let chart: Value = serde_json::from_str(&text).unwrap();
    let errors: Vec<String> = validator
        .iter_errors(&chart)
        .map(|e| e.to_string())
        .collect();
    assert_eq!(errors, Vec::<String>::new());
    let frames = chart["shared"]["frames"].as_array().unwrap().len();
    for profile in chart["profiles"].as_array().unwrap() {
        let samples = profile["samples"].as_array().unwrap();
        let weights = profile["weights"].as_array().unwrap();
        assert!(!samples.is_empty());
        assert_eq!(samples.len(), weights.len());
        let sum: f64 = weights.iter().map(|weight| weight.as_f64().unwrap()).sum();
        assert!((sum - profile["endValue"].as_f64().unwrap()).abs() < 1e-6);
        let all = samples.iter().flat_map(|sample| sample.as_array().unwrap());
        assert!(
            all.into_iter()
                .all(|at| at.as_u64().unwrap() < frames as u64)
        );
    }
    // The table says where each of them is.
    assert!(run.stderr.contains("race in race.pvl ("), "{}", run.stderr);
    assert!(
        run.stderr.contains(", line 6 of race.pvl: "),
        "{}",
        run.stderr
    );
}

#[test]
fn a_report_of_an_earlier_run_does_not_stay() {
    let home = folder(&[("count.pvl", COUNT), ("alpinist.toml", "")]);
    let args = ["verify", "count.pvl", "--report", "r.xml"];
    let read = || std::fs::read_to_string(home.path().join("r.xml")).unwrap();
    assert_eq!(alpinist_in(home.path(), &args).status, 0);
    assert!(read().contains("errors=\"0\""), "{}", read());
    std::fs::write(home.path().join("alpinist.toml"), "nonsense = 1\n").unwrap();
    assert_eq!(alpinist_in(home.path(), &args).status, 2);
    assert!(read().contains("C013"), "{}", read());
    // Also of the others that promise one, and in every form.
    std::fs::write(home.path().join("alpinist.toml"), "").unwrap();
    assert_eq!(alpinist_in(home.path(), &args).status, 0);
    let ci = ["ci", "--report", "r.xml"];
    assert_eq!(alpinist_in(home.path(), &ci).status, 2);
    assert!(read().contains("C013"), "{}", read());
    let step = ["--unroll", "x", "count.pvl", "--report", "r.sarif"];
    std::fs::write(home.path().join("r.sarif"), "of an earlier run").unwrap();
    assert_eq!(alpinist_in(home.path(), &step).status, 2);
    let text = std::fs::read_to_string(home.path().join("r.sarif")).unwrap();
    assert!(text.contains("C101"), "{text}");
}

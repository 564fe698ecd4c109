//! What every command owes to the layer that they all pass: the gate, the report, the user's files, and no
//! success for a run that did nothing.

use crate::common::{Run, all_files, alpinist_in, folder, root, say};
use clang::find::Program;
use std::collections::BTreeSet;
use std::path::Path;

const RACE: &str = "__global__ void turn(int *a) {
  __shared__ int s[64];
  s[threadIdx.x] = a[threadIdx.x];
  a[threadIdx.x] = s[63 - threadIdx.x];
}
";

const SIZES: [&str; 6] = ["--jobs", "1", "--block", "64", "--grid", "1"];

const PROGRAM: &str = "requires 0 < n;\nvoid m(int n) {\n  int i = 0;\n  gpuopt loop_unroll i 1;\n  \
    loop_invariant 0 <= i && i <= n;\n  while (i < n) {\n    i = i + 1;\n  }\n}\n";

fn no_clang() -> bool {
    let none = Program::find().is_none();
    if none {
        say("skipped: there is no clang (./x setup)");
    }
    none
}

fn repair(home: &Path, args: &[&str]) -> Run {
    alpinist_in(home, &[&["repair"], &SIZES[..], args].concat())
}

fn read(home: &Path, name: &str) -> String {
    std::fs::read_to_string(home.join(name)).unwrap()
}

#[test]
fn a_repair_that_rests_on_what_is_denied_is_not_written() {
    if no_clang() {
        return;
    }
    let home = folder(&[("k.cu", RACE)]);
    let run = repair(home.path(), &["--deny", "addresses", "--in-place", "k.cu"]);
    assert_eq!(run.status, 1, "{}", run.stderr);
    assert!(run.stderr.contains("C024"), "{}", run.stderr);
    assert_eq!(read(home.path(), "k.cu"), RACE);
    // As alpinist.toml says, and as it allows.
    for (allow, status) in [("", 1), ("allow = [\"k.cu:turn\"]\n", 0)] {
        let toml = format!("deny = [\"addresses\"]\n{allow}");
        let home = folder(&[("k.cu", RACE), ("alpinist.toml", &toml)]);
        let run = repair(home.path(), &["--in-place", "k.cu"]);
        assert_eq!(run.status, status, "{}", run.stderr);
        assert_eq!(read(home.path(), "k.cu") == RACE, status != 0);
    }
    // What needs no barrier is not verified either.
    let fine = RACE.replace("  a[", "  __syncthreads();\n  a[");
    let home = folder(&[("k.cu", &fine)]);
    assert_eq!(repair(home.path(), &["k.cu"]).status, 0);
    let run = repair(home.path(), &["--deny", "addresses", "k.cu"]);
    assert_eq!(run.status, 3, "{}", run.stderr);
}

#[test]
fn ci_proposes_no_repair_that_rests_on_what_is_denied() {
    if no_clang() {
        return;
    }
    let entry = "[[kernel]]\nfiles = [\"k.cu\"]\nblock = 64\ngrid = 1\nrepair = \"check\"\n";
    for (deny, proposed) in [("[]", true), ("[\"addresses\"]", false)] {
        let toml = format!("deny = {deny}\n{entry}");
        let home = folder(&[("k.cu", RACE), ("alpinist.toml", &toml)]);
        let run = alpinist_in(home.path(), &["ci", "--jobs", "1"]);
        assert_eq!(run.status, 1, "{}", run.stderr);
        let difference = "+  __syncthreads();";
        assert_eq!(run.stderr.contains(difference), proposed, "{}", run.stderr);
    }
}

#[test]
fn no_report_of_an_earlier_run_stays() {
    if no_clang() {
        return;
    }
    let old = "{\"status\": \"fine\"}";
    for args in [
        &["repair", "missing.cu"][..],
        &["repair", "--only", "divergence", "k.cu"],
        &["races", "missing.cu"],
        &["races", "--config", "missing.toml", "k.cu"],
        &["verify", "missing.pvl"],
        &["--in-place", "missing.pvl"],
        &["review", "missing.pvl"],
    ] {
        let home = folder(&[("k.cu", RACE), ("r.json", old)]);
        let run = alpinist_in(home.path(), &[args, &["--report", "r.json"]].concat());
        assert_eq!(run.status, 2, "{args:?}: {}", run.stderr);
        assert_ne!(read(home.path(), "r.json"), old, "{args:?}");
    }
}

#[test]
fn no_file_is_written_where_an_argument_or_a_destination_is_wrong() {
    if no_clang() {
        return;
    }
    let report = ["--report", "nowhere/r.json"];
    let cases: &[&[&str]] = &[
        &["repair", "--in-place", "k.cu", "missing.cu"],
        &["repair", "--in-place", "missing.cu", "k.cu"],
        &["repair", "--in-place", "k.cu", report[0], report[1]],
        &["repair", "--in-place", "k.cu", "--html", "nowhere/r.html"],
        &["--in-place", "m.pvl", "missing.pvl"],
        &["--in-place", "m.pvl", report[0], report[1]],
        &["--in-place", "m.pvl", "--profile-proof=nowhere/r.json"],
        &["fmt", "m.pvl", "missing.pvl"],
    ];
    for args in cases {
        let home = folder(&[("k.cu", RACE), ("m.pvl", PROGRAM)]);
        let sizes: &[&str] = if args[0] == "repair" { &SIZES } else { &[] };
        let run = alpinist_in(home.path(), &[args, sizes].concat());
        assert_eq!(run.status, 2, "{args:?}: {}", run.stderr);
        assert_eq!(read(home.path(), "k.cu"), RACE, "{args:?}");
        assert_eq!(read(home.path(), "m.pvl"), PROGRAM, "{args:?}");
    }
    // With nothing wrong they are.
    let home = folder(&[("k.cu", RACE), ("m.pvl", PROGRAM)]);
    let run = repair(home.path(), &["--in-place", "k.cu", "--report", "r.json"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert_eq!(alpinist_in(home.path(), &["--in-place", "m.pvl"]).status, 0);
    assert_ne!(read(home.path(), "k.cu"), RACE);
    assert_ne!(read(home.path(), "m.pvl"), PROGRAM);
}

#[test]
fn a_command_that_did_nothing_is_no_success() {
    if no_clang() {
        return;
    }
    let python = "import cupy\nk = cupy.RawKernel(r'''extern \"C\" __global__ void k(int *a) {\n\
        a[0] = threadIdx.x; }''', 'k')\n";
    let python = format!("{python}{}", python.replace("k = ", "l = "));
    let home = folder(&[("model.py", python.as_str()), ("k.cu", RACE)]);
    let run = repair(home.path(), &["model.py"]);
    assert_eq!(run.status, 1, "{}", run.stderr);
    assert!(run.stderr.contains("not repaired [K502]"), "{}", run.stderr);
    for command in ["races", "repair"] {
        let args = [command, "--instantiate", "nope<1>", "k.cu"];
        let run = alpinist_in(home.path(), &[&args[..], &SIZES].concat());
        assert_eq!(run.status, 2, "{command}: {}", run.stderr);
        assert!(run.stderr.contains("nope<1>"), "{}", run.stderr);
    }
}

#[test]
fn each_published_command_line_has_its_own_help() {
    let home = folder(&[]);
    let run = alpinist_in(home.path(), &["gpurepair", "--help"]);
    assert_eq!(run.status, 0);
    let first = "usage: alpinist gpurepair [options] <kernel>\n";
    assert!(run.stdout.starts_with(first), "{}", run.stdout);
    assert!(run.stdout.contains("--disable-inspect"), "{}", run.stdout);
    assert!(run.stdout.contains("--blockDim"), "{}", run.stdout);
}

#[test]
fn what_is_proposed_passes_the_gate_too() {
    if no_clang() {
        return;
    }
    let text = "__global__ void k(int *a, int *b) {\n  a[0] += b[threadIdx.x];\n}\n";
    let home = folder(&[("k.cu", text)]);
    for (deny, proposed) in [("macros", true), ("aliasing", false)] {
        let run = repair(home.path(), &["--deny", deny, "--format", "sarif", "k.cu"]);
        assert_eq!(
            run.stdout.contains("insertedContent"),
            proposed,
            "{}",
            run.stdout
        );
    }
}

#[test]
fn what_one_entry_of_a_file_gets_is_right_for_the_others() {
    if no_clang() {
        return;
    }
    // With A only some threads come where B lacks a barrier.
    let text = "__global__ void k(int *a) {\n  __shared__ int s[64];\n#ifdef A\n  if (threadIdx.x < 3)\n\
        #else\n  s[threadIdx.x] = a[threadIdx.x];\n#endif\n  {\n    int x = s[(threadIdx.x + 1) % 64];\n    \
        a[threadIdx.x] = x;\n  }\n}\n";
    let entry = |name: &str| format!("[[kernel]]\nfiles = [\"k.cu\"]\ndefine = [\"{name}\"]\n");
    let home = folder(&[
        ("k.cu", text),
        ("alpinist.toml", &(entry("A") + &entry("B"))),
    ]);
    let run = repair(home.path(), &["--in-place", "k.cu"]);
    assert_ne!(run.status, 0, "{}", run.stderr);
    assert_eq!(read(home.path(), "k.cu"), text);
    // A repair that is denied is no text for the next entry.
    let two = format!("{RACE}{}", RACE.replace("turn", "back"));
    let entry = |name: &str| format!("[[kernel]]\nfiles = [\"k.cu\"]\nonly = [\"{name}\"]\n");
    let toml = format!(
        "deny = [\"addresses\"]\nallow = [\"k.cu:back\"]\n{}{}",
        entry("turn"),
        entry("back")
    );
    let home = folder(&[("k.cu", &two), ("alpinist.toml", &toml)]);
    let run = repair(home.path(), &["k.cu"]);
    assert_eq!(
        run.stdout.matches("+  __syncthreads();").count(),
        1,
        "{}",
        run.stdout
    );
    assert!(run.stdout.contains("@@ -6,5 +6,6 @@"), "{}", run.stdout);
}

#[test]
fn a_kernel_that_is_not_there_is_no_success() {
    if no_clang() {
        return;
    }
    let fine = "__global__ void fine(int *a) {\n  a[threadIdx.x] = 1;\n}\n";
    let toml = "deny = []\n[[kernel]]\nfiles = [\"k.cu\"]\nonly = [\"fine\", \"gone\"]\n";
    let home = folder(&[("k.cu", fine), ("alpinist.toml", toml)]);
    let none = |args: &[&str]| {
        let run = alpinist_in(home.path(), args);
        assert_eq!(run.status, 2, "{args:?}: {}", run.stderr);
        assert!(run.stderr.contains("there is no kernel"), "{}", run.stderr);
    };
    none(&["ci", "--jobs", "1"]);
    // What another file has whose name begins like this one's is not here.
    std::fs::write(home.path().join("k.cuh"), fine.replace("fine", "gone")).unwrap();
    let toml = format!("{toml}[[kernel]]\nfiles = [\"k.cuh\"]\n");
    std::fs::write(home.path().join("alpinist.toml"), toml).unwrap();
    none(&["ci", "--jobs", "1"]);
    std::fs::remove_file(home.path().join("alpinist.toml")).unwrap();
    none(&["races", "--kernel", "gone", "--kernel", "fine", "k.cu"]);
    none(&["races", "--emit", "ir", "--kernel", "gone", "k.cu"]);
    none(&["repair", "--kernel", "gone", "k.cu"]);
}

#[test]
fn no_output_replaces_what_is_read_or_another_output() {
    let other = PROGRAM.replace("m(", "other(");
    let cases: &[&[&str]] = &[
        &["verify", "m.pvl", "--report", "m.pvl"],
        &["verify", "m.pvl", "--report", "other.pvl"],
        &["verify", "m.pvl", "--report", "r", "--profile-proof=r"],
        &["m.pvl", "-o", "r", "--report", "r"],
        &["review", "m.pvl", "--html", "r", "--report", "r"],
        &["review", "m.pvl", "--html", "other.pvl"],
    ];
    for args in cases {
        let home = folder(&[("m.pvl", PROGRAM), ("other.pvl", &other), ("r", "old")]);
        let run = alpinist_in(home.path(), args);
        assert_eq!(run.status, 2, "{args:?}: {}", run.stderr);
        assert!(run.stderr.contains("C007"), "{args:?}: {}", run.stderr);
        for (name, text) in [("m.pvl", PROGRAM), ("other.pvl", &other), ("r", "old")] {
            assert_eq!(read(home.path(), name), text, "{args:?}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_report_goes_where_the_shell_sends_it() {
    let home = folder(&[("m.pvl", PROGRAM)]);
    let args = ["verify", "--stable", "--format", "json", "--report"];
    let run = alpinist_in(
        home.path(),
        &[&args[..], &["/dev/stdout", "m.pvl"]].concat(),
    );
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(run.stdout.contains("\"status\": 0"), "{}", run.stdout);
    let file = std::fs::File::create(home.path().join("out")).unwrap();
    let mut command = crate::common::command(home.path(), &args);
    let status = command.args(["/dev/stdout", "m.pvl"]).stdout(file).status();
    assert!(status.unwrap().success());
    assert!(read(home.path(), "out").contains("\"status\": 0"));
}

#[test]
fn a_method_without_its_answers_is_no_test_that_passed() {
    let home = folder(&[("m.pvl", PROGRAM)]);
    let args = ["verify", "--cache", "empty", "--cache-mode", "enforce"];
    let run = alpinist_in(
        home.path(),
        &[&args[..], &["--format", "junit", "m.pvl"]].concat(),
    );
    assert_eq!(run.status, 3, "{}", run.stderr);
    assert!(
        !run.stdout.contains("name=\"m\" classname=\"m.pvl\"/>"),
        "{}",
        run.stdout
    );
    assert!(run.stdout.contains("errors=\"2\""), "{}", run.stdout);
}

/// The code of the program that shows or writes something without the layer, and why it may.
const KNOWN: &[(&str, &str)] = &[
    (
        "src/commands/lsp/",
        "why barriers do not help, after the gate, to the editor",
    ),
    (
        "src/commands/repair_review.rs",
        "the words on a repair that the layer has taken in",
    ),
    ("src/cache/", "entries of the cache and its secret"),
    ("src/progress.rs", "the questions that --log-smt asks for"),
];

/// What of this repository makes a verdict's text, in any format.
const SHOWS: &[&str] = &["text::describe", "words::file", "report::render"];

/// What makes, replaces or removes a file.
const WRITES: &[&str] = &[
    "fs::write",
    "fs::rename",
    "fs::copy",
    "fs::remove_",
    "File::create",
    "OpenOptions",
    ".persist",
    "create_dir",
];

#[test]
fn verdicts_are_shown_and_files_written_by_the_layer_alone() {
    let mut found = Vec::new();
    let mut used_by_known = BTreeSet::new();
    let mut layer = String::new();
    for path in all_files(&root().join("src")) {
        let name = path.strip_prefix(root()).unwrap().display().to_string();
        let text = std::fs::read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap();
        if name.starts_with("src/run/") {
            layer.push_str(code);
            continue;
        }
        let words = SHOWS.iter().chain(WRITES);
        let used: Vec<_> = words.filter(|word| code.contains(**word)).collect();
        match KNOWN.iter().find(|(place, _)| name.starts_with(place)) {
            Some((place, _)) if !used.is_empty() => {
                used_by_known.insert(*place);
            }
            Some(_) => {}
            None => found.extend(used.into_iter().map(|word| format!("{name}: {word}"))),
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    // What has another name now would never be found, and an exception that is none any more would hide something.
    for word in SHOWS {
        assert!(layer.contains(word), "the layer does not use {word}");
    }
    for (place, _) in KNOWN {
        assert!(used_by_known.contains(place), "{place} is no exception");
    }
}

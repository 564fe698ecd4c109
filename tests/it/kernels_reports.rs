//! What a report on several kernels says once, and what code scanning reads of it.

use crate::common::{Run, alpinist_in, folder, no_clang};
use serde_json::Value;
use std::path::Path;

/// Two kernels, one with a race, that include a header which is nowhere.
const PAIR: &str = "#include <torch/nowhere.h>\n\
    __global__ void fine(float *a, int n) {\n  \
      int i = blockIdx.x * blockDim.x + threadIdx.x;\n  \
      if (i < n) a[i] = 1;\n\
    }\n\
    __global__ void racy(float *a, int n) {\n  \
      __shared__ float s[64];\n  \
      s[threadIdx.x] = a[threadIdx.x];\n  \
      a[threadIdx.x] = s[63 - threadIdx.x];\n\
    }\n";

fn races(home: &Path, more: &[&str]) -> Run {
    let words = ["races", "--stable", "--block", "64", "--grid", "1"];
    alpinist_in(home, &[&words[..], more].concat())
}

#[test]
fn what_all_kernels_share_is_printed_once() {
    if no_clang().is_some() {
        return;
    }
    let home = folder(&[("a.cu", PAIR), ("b.cu", PAIR)]);
    let run = races(home.path(), &["a.cu", "b.cu"]);
    let count = |text: &str| run.stderr.matches(text).count();
    let note =
        "note[K007]: header `torch/nowhere.h` was not found and is treated as empty; `-I FOLDER`";
    assert_eq!(count(note), 1, "{}", run.stderr);
    assert_eq!(count("K007"), 1, "{}", run.stderr);
    let shared = "assumed for all kernels:\n- pointer arguments do not alias\n";
    let alias = count("pointer arguments do not alias");
    let address = count("address arithmetic does not wrap");
    assert!(alias <= 1 || !run.stderr.contains(shared), "{}", run.stderr);
    assert_eq!(count("assumed for all kernels:\n- "), 1, "{}", run.stderr);
    assert_eq!(address, 1, "{}", run.stderr);
    // A report in a file says the same.
    let written = races(
        home.path(),
        &["--report", "out.txt", "--format", "text", "a.cu", "b.cu"],
    );
    let report = std::fs::read_to_string(home.path().join("out.txt")).unwrap();
    assert_eq!(report, run.stderr, "{}", written.stderr);
    // One kernel has its own list.
    let alone = races(home.path(), &["--kernel", "fine", "a.cu"]);
    assert!(alone.stderr.contains("  assumed:\n"), "{}", alone.stderr);
    assert!(
        !alone.stderr.contains("for all kernels"),
        "{}",
        alone.stderr
    );
}

#[test]
fn results_keep_their_fingerprints_where_lines_move() {
    if no_clang().is_some() {
        return;
    }
    let moved = PAIR.replace("__global__ void racy", "// one\n\n__global__ void racy");
    let unknown = "__global__ void far(int **rows) {\n  rows[threadIdx.x][0] = 1;\n}\n";
    let twice = format!(
        "{PAIR}{}{unknown}",
        PAIR.replace("racy", "other").replace("fine", "more")
    );
    let results = |text: &str| -> Vec<Value> {
        let home = folder(&[("k.cu", text)]);
        let run = races(home.path(), &["--format", "sarif", "k.cu"]);
        let log: Value = serde_json::from_str(&run.stdout).unwrap();
        log["runs"][0]["results"].as_array().unwrap().clone()
    };
    let of = |all: &[Value], member: &str| -> Vec<String> {
        let all = all.iter().map(|one| match member {
            "fingerprint" => &one["partialFingerprints"]["alpinist/v1"],
            other => &one[other],
        });
        all.map(|one| one.as_str().unwrap_or_default().to_owned())
            .collect()
    };
    let (before, after) = (results(PAIR), results(&moved));
    assert!(!before.is_empty());
    assert_eq!(of(&before, "fingerprint"), of(&after, "fingerprint"));
    assert_eq!(of(&before, "ruleId"), ["K301"]);
    assert_eq!(of(&before, "level"), ["error"]);
    let all = results(&twice);
    let mut fingerprints = of(&all, "fingerprint");
    assert!(fingerprints.iter().all(|one| one.len() > 16), "{all:#?}");
    let count = fingerprints.len();
    fingerprints.sort();
    fingerprints.dedup();
    assert_eq!(fingerprints.len(), count, "{all:#?}");
    // What is unknown is graver than nothing and less than what may be wrong.
    let far = all.iter().find(|one| one["ruleId"] == "K401").unwrap();
    assert_eq!(far["level"], "note", "{far:#?}");
}

#[test]
fn what_would_make_a_kernel_safe_is_told_once() {
    if no_clang().is_some() {
        return;
    }
    let text = "__global__ void twice(float *a) {\n  \
          a[threadIdx.x] += 1;\n  \
          a[threadIdx.x] *= 2;\n\
        }\n\
        void run(float *a) { twice<<<1, 64>>>(a); }\n";
    let home = folder(&[("k.cu", text)]);
    let run = |more: &[&str]| alpinist_in(home.path(), &[&["races", "k.cu"], more].concat());
    let safe = "safe if gridDim.x == 1; the launch in line 5 has that";
    let plain = run(&[]);
    assert_eq!(plain.status, 1, "{}", plain.stderr);
    let help = format!("  = help: {safe}\n");
    assert_eq!(plain.stderr.matches(&help).count(), 1, "{}", plain.stderr);
    let read =
        |form: &str| -> Value { serde_json::from_str(&run(&["--format", form]).stdout).unwrap() };
    let json = read("json");
    assert_eq!(json["files"][0]["kernels"][0]["help"], safe);
    let sarif = read("sarif").to_string();
    assert_eq!(sarif.matches(safe).count(), 1, "{sarif}");
    // Where a user gives the size nothing is said of it, nor where nothing is inferred.
    for more in [&["--grid", "2"][..], &["--no-infer"]] {
        let other = run(more);
        assert!(!other.stderr.contains("safe if"), "{}", other.stderr);
    }
}

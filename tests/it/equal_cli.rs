//! `alpinist equal` as users call it: verdicts, statuses, and what keeps a yes from being one.

use crate::common::{Run, alpinist_in, no_clang};
use std::path::Path;

const OLD: &str = "__global__ void sum(const float *x, float *y, int n) {
  float s = 0;
  for (int i = 0; i < n; i++) s += x[i];
  if (threadIdx.x == 0 && blockIdx.x == 0) y[0] = s;
}
";

const TREE: &str = "__global__ void sum(const float *x, float *y, int n) {
  __shared__ float s[8];
  int t = threadIdx.x;
  s[t] = t < n ? x[t] : 0.0f;
  __syncthreads();
  for (int d = 4; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) y[0] = s[0];
}
";

fn compared(old: &str, new: &str, flags: &[&str]) -> Run {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("old.cu"), old).unwrap();
    std::fs::write(folder.path().join("new.cu"), new).unwrap();
    let words = [&["equal", "old.cu", "new.cu", "--no-cache"][..], flags].concat();
    alpinist_in(folder.path(), &words)
}

const EIGHT: &[&str] = &["--block", "8", "--grid", "1", "--sizes", "n=7"];

#[test]
fn a_tree_is_a_sum_in_another_order() {
    if no_clang().is_some() {
        return;
    }
    let done = compared(OLD, TREE, EIGHT);
    assert_eq!(done.status, 0, "{}", done.stderr);
    assert!(
        done.stderr.contains("equal for every content of memory"),
        "{}",
        done.stderr
    );
    assert!(
        done.stderr.contains("sums are added in another order"),
        "{}",
        done.stderr
    );
    let exact = compared(OLD, TREE, &[EIGHT, &["--arithmetic", "exact"]].concat());
    assert_eq!(exact.status, 3, "{}", exact.stderr);
    assert!(exact.stderr.contains("K605"), "{}", exact.stderr);
}

#[test]
fn a_difference_is_an_execution() {
    if no_clang().is_some() {
        return;
    }
    let wrong = TREE.replace("int d = 4", "int d = 2");
    let done = compared(OLD, &wrong, EIGHT);
    assert_eq!(done.status, 1, "{}", done.stderr);
    for word in ["K601", "y[0]", "executed: old gives"] {
        assert!(done.stderr.contains(word), "{word}: {}", done.stderr);
    }
}

#[test]
fn a_kernel_with_a_race_equals_nothing() {
    if no_clang().is_some() {
        return;
    }
    let racy = TREE.replacen("  __syncthreads();\n", "", 1);
    let done = compared(OLD, &racy, EIGHT);
    assert_eq!(done.status, 3, "{}", done.stderr);
    assert!(done.stderr.contains("K603"), "{}", done.stderr);
    assert!(done.stderr.contains("are not ordered"), "{}", done.stderr);
}

#[test]
fn a_kernel_that_is_not_verified_equals_nothing() {
    if no_clang().is_some() {
        return;
    }
    // The threads that have ended are not waited for, and the terms are the same; but it diverges.
    let diverges = "__global__ void k(float *y) { if (threadIdx.x > 3) return; __syncthreads(); y[threadIdx.x] = 1; }\n";
    let done = compared(diverges, diverges, &["--block", "8", "--grid", "1"]);
    assert_eq!(done.status, 3, "{}", done.stderr);
    assert!(done.stderr.contains("K604"), "{}", done.stderr);
}

#[test]
fn what_is_denied_leaves_a_pair_unknown() {
    if no_clang().is_some() {
        return;
    }
    let done = compared(OLD, TREE, &[EIGHT, &["--deny", "aliasing"]].concat());
    assert_eq!(done.status, 3, "{}", done.stderr);
    assert!(done.stderr.contains("C024"), "{}", done.stderr);
}

#[test]
fn a_longer_array_is_accepted_only_where_that_is_said() {
    if no_clang().is_some() {
        return;
    }
    let longer = OLD
        .replace("float s = 0;", "float s = 0, more = x[n];")
        .replace("y[0] = s;", "{ if (more == more + 1) s = s; y[0] = s; }");
    let done = compared(OLD, &longer, EIGHT);
    assert_eq!(done.status, 3, "{}", done.stderr);
    assert!(done.stderr.contains("K607"), "{}", done.stderr);
    let done = compared(OLD, &longer, &[EIGHT, &["--accept-contract"]].concat());
    assert_eq!(done.status, 0, "{}", done.stderr);
}

#[test]
fn nothing_is_shown_where_nothing_is_written() {
    if no_clang().is_some() {
        return;
    }
    let nothing =
        "__global__ void sum(const float *x, float *y, int n) { if (n > 100) y[0] = x[0]; }\n";
    let done = compared(nothing, nothing, EIGHT);
    assert_eq!(done.status, 3, "{}", done.stderr);
    assert!(done.stderr.contains("K609"), "{}", done.stderr);
}

#[test]
fn a_value_that_a_parameter_cannot_have_is_refused() {
    if no_clang().is_some() {
        return;
    }
    // Else the checker would verify a launch that there is not.
    let done = compared(
        OLD,
        TREE,
        &["--block", "8", "--grid", "1", "--sizes", "n=5000000000"],
    );
    assert_eq!(done.status, 2, "{}", done.stderr);
    assert!(done.stderr.contains("K606"), "{}", done.stderr);
}

#[test]
fn sizes_that_are_tried_show_nothing_of_others() {
    if no_clang().is_some() {
        return;
    }
    let done = compared(OLD, OLD, &[]);
    assert_eq!(done.status, 3, "{}", done.stderr);
    assert!(
        done.stderr.contains("not shown for all sizes"),
        "{}",
        done.stderr
    );
}

#[test]
fn parameters_go_by_name_and_not_by_place() {
    if no_clang().is_some() {
        return;
    }
    let old = "__global__ void k(const float *a, const float *b, float *c) { int t = threadIdx.x; c[t] = a[t] - b[t]; }\n";
    let turned = old.replace(
        "const float *a, const float *b",
        "const float *b, const float *a",
    );
    let done = compared(old, &turned, &["--block", "8", "--grid", "1"]);
    assert_eq!(done.status, 0, "{}", done.stderr);
    let renamed = "__global__ void k(const float *b, const float *x, float *c) { int t = threadIdx.x; c[t] = b[t] - x[t]; }\n";
    let done = compared(old, renamed, &["--block", "8", "--grid", "1"]);
    assert_ne!(done.status, 0, "{}", done.stderr);
}

#[test]
fn json_has_the_verdict_and_its_launches() {
    if no_clang().is_some() {
        return;
    }
    let done = compared(
        OLD,
        TREE,
        &[EIGHT, &["--format", "json", "--stable"]].concat(),
    );
    let json: serde_json::Value = serde_json::from_str(&done.stdout).unwrap();
    assert_eq!(json["schema"], "alpinist-equal");
    assert_eq!(json["status"], 0);
    let pair = &json["pairs"][0];
    assert_eq!(pair["verdict"], "equal");
    assert_eq!(pair["arithmetic"], "reordered");
    assert_eq!(pair["launches"][0]["values"]["n"], 7);
    assert!(Path::new(pair["old"]["file"].as_str().unwrap()).ends_with("old.cu"));
}

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
    let back = OLD.replace("int i = 0; i < n; i++", "int i = n - 1; i >= 0; i--");
    let done = compared(OLD, &back, &[]);
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

const ONE_EACH: &str = "__global__ void twice(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 2 * x[i];
}
";

const STRIDE: &str = "__global__ void twice(const float *x, float *y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] = x[i] * 2;
}
";

const LAUNCH: &str = "int main() {
  float *x, *y;
  cudaMalloc(&x, 1024 * 4);
  cudaMalloc(&y, 1024 * 4);
  twice<<<4, 256>>>(x, y, 1000);
}
";

#[test]
fn all_sizes_are_shown_with_what_launches_have_to_be_like() {
    if no_clang().is_some() {
        return;
    }
    let done = compared(ONE_EACH, STRIDE, &[]);
    assert_eq!(done.status, 0, "{}", done.stderr);
    for word in [
        "equal for every content of memory, in all sizes",
        "in the old launch gridDim.x * blockDim.x >= n",
        "fewer than 2^31 threads",
    ] {
        assert!(done.stderr.contains(word), "{word}: {}", done.stderr);
    }
    let done = compared(ONE_EACH, STRIDE, &["--deny", "aliasing"]);
    assert_eq!(done.status, 3, "{}", done.stderr);
}

#[test]
fn a_kernel_that_is_not_verified_for_all_sizes_is_equal_for_none() {
    if no_clang().is_some() {
        return;
    }
    // The families are the same; but all threads write one element.
    let racy = ONE_EACH.replace("y[i] = 2 * x[i]", "y[0] = 2 * x[i]");
    let done = compared(&racy, &racy, &[]);
    assert_eq!(done.status, 3, "{}", done.stderr);
}

#[test]
fn launches_of_both_files_are_an_answer_if_they_pass_different_memory() {
    if no_clang().is_some() {
        return;
    }
    // For all sizes it is not shown: the order of additions in a loop of known count is another one.
    let old = ONE_EACH.replace("2 * x[i]", "x[i] + x[0]");
    let new = "__global__ void twice(const float *x, float *y, int n) {
  __shared__ float first;
  if (threadIdx.x == 0) first = x[0];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = first + x[i];
}
";
    let launch = |text: &str| format!("{text}{LAUNCH}");
    let done = compared(&launch(&old), &launch(new), &[]);
    assert_eq!(done.status, 0, "{}", done.stderr);
    assert!(
        done.stderr.contains("in the launches of both files"),
        "{}",
        done.stderr
    );
    let one = |text: &str| launch(text).replace("(x, y, 1000)", "(x, x, 1000)");
    let done = compared(&one(&old), &one(new), &[]);
    assert_eq!(done.status, 3, "{}", done.stderr);
    assert!(
        done.stderr.contains("pass different memory"),
        "{}",
        done.stderr
    );
}

#[test]
fn what_is_accessed_under_the_same_condition_needs_no_longer_arrays() {
    if no_clang().is_some() {
        return;
    }
    let old = "__global__ void k(const float *x, float *y, float a) { if (a == 0) return; y[threadIdx.x] = x[threadIdx.x] / a; }\n";
    let new = "__global__ void k(const float *x, float *y, float a) { if (a != 0) y[threadIdx.x] = x[threadIdx.x] / a; }\n";
    let done = compared(old, new, &["--block", "8", "--grid", "1"]);
    assert_eq!(done.status, 0, "{}", done.stderr);
    let hoisted = "__global__ void k(const float *x, float *y, float a) { float v = x[threadIdx.x]; if (a != 0) y[threadIdx.x] = v / a; }\n";
    let done = compared(old, hoisted, &["--block", "8", "--grid", "1"]);
    assert_eq!(done.status, 3, "{}", done.stderr);
    assert!(done.stderr.contains("K607"), "{}", done.stderr);
}

#[test]
fn ci_compares_the_pairs_of_the_project() {
    if no_clang().is_some() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("old.cu", ONE_EACH);
    write("new.cu", STRIDE);
    write(
        "alpinist.toml",
        "[[equal]]\nold = \"old.cu\"\nnew = \"new.cu\"\n",
    );
    let done = alpinist_in(folder.path(), &["ci", "--no-cache"]);
    assert_eq!(done.status, 0, "{}", done.stderr);
    write("new.cu", &STRIDE.replace("x[i] * 2", "x[i] * 3"));
    let done = alpinist_in(folder.path(), &["ci", "--no-cache"]);
    assert_eq!(done.status, 1, "{}", done.stderr);
    write("alpinist.toml", "[[equal]]\nold = \"old.cu\"\n");
    let done = alpinist_in(folder.path(), &["ci", "--no-cache"]);
    assert_eq!(done.status, 2, "{}", done.stderr);
}

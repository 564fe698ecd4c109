//! `alpinist races --covers`: whether the elements that have to be written depend on what a launch is given.

use crate::common::{Run, alpinist_in, no_clang};

/// Checks a kernel of which `out[0 .. n)` has to be written.
fn covers(text: &str, flags: &[&str]) -> Run {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("k.cu"), text).unwrap();
    let words = [
        &["races", "--no-cache", "--covers", "out:n", "k.cu"][..],
        flags,
    ]
    .concat();
    alpinist_in(folder.path(), &words)
}

/// A kernel that computes an element by this statement, with arrays `a`, `b` and `c` and a number `alpha`.
fn kernel(before: &str, statement: &str) -> String {
    format!(
        "{before}\n__global__ void k(float *out, const float *a, const float *b, float alpha, int n) {{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {{ {statement} }}
}}\n"
    )
}

#[test]
fn what_an_output_depends_on_is_named() {
    if no_clang().is_some() {
        return;
    }
    let done = covers(&kernel("", "out[i] = alpha * a[i];"), &[]);
    assert_eq!(done.status, 0, "{}", done.stderr);
    let words = "works    out: each element depends on what the launch is given (a, alpha); none on b; by terms, in";
    assert!(done.stderr.contains(words), "{}", done.stderr);
}

#[test]
fn what_cancels_out_is_no_dependence() {
    if no_clang().is_some() {
        return;
    }
    for statement in [
        "out[i] = a[i] - a[i];",
        "out[i] = 0.0f * b[i];",
        "out[i] = (float)i;",
        "out[i] = 1;",
    ] {
        let done = covers(&kernel("", statement), &[]);
        assert_eq!(done.status, 1, "{statement}: {}", done.stderr);
        for word in [
            "K311",
            "`out[0]` depends on nothing that the launch is given",
        ] {
            assert!(done.stderr.contains(word), "{statement}: {}", done.stderr);
        }
    }
}

#[test]
fn one_element_without_work_is_found() {
    if no_clang().is_some() {
        return;
    }
    let done = covers(&kernel("", "out[i] = i == 1 ? 0.0f : a[i];"), &[]);
    assert_eq!(done.status, 1, "{}", done.stderr);
    assert!(
        done.stderr.contains("`out[1]` depends on nothing"),
        "{}",
        done.stderr
    );
}

#[test]
fn what_an_earlier_launch_has_left_is_found() {
    if no_clang().is_some() {
        return;
    }
    let cached = kernel(
        "__device__ float last[64];",
        "out[i] = last[i % 64] + a[i]; if (i < 64) last[i] = a[i];",
    );
    let done = covers(&cached, &["--requires", "n <= 64"]);
    assert_ne!(done.status, 0, "{}", done.stderr);
    let apart = kernel(
        "__device__ float last[64];\n__global__ void keep(const float *a) { last[threadIdx.x % 64] = a[0]; }",
        "out[i] = last[i % 64] + a[i];",
    );
    let done = covers(&apart, &["--kernel", "k"]);
    assert_eq!(done.status, 1, "{}", done.stderr);
    assert!(
        done.stderr
            .contains("depends on what an earlier launch has left"),
        "{}",
        done.stderr
    );
    // A table that no kernel writes is what the host gives.
    let table = kernel("__device__ float last[64];", "out[i] = last[i % 64];");
    let done = covers(&table, &[]);
    assert_eq!(done.status, 0, "{}", done.stderr);
}

#[test]
fn json_has_the_work() {
    if no_clang().is_some() {
        return;
    }
    let done = covers(
        &kernel("", "out[i] = alpha * a[i];"),
        &["--format", "json", "--stable"],
    );
    let json: serde_json::Value = serde_json::from_str(&done.stdout).unwrap();
    let work = &json["files"][0]["kernels"][0]["work"][0];
    assert_eq!(work["array"], "out", "{json}");
    assert_eq!(work["depends_on"], serde_json::json!(["a", "alpha"]));
    assert_eq!(work["not_on"], serde_json::json!(["b"]));
}

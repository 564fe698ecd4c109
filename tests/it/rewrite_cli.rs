//! Steps on CUDA and OpenCL as users call them: what is given out, what is written, and statuses.

use crate::common::{Run, alpinist_in, no_clang};
use std::path::Path;

const SUMS: &str = "//@ requires n >= 2 && n <= 64;
__global__ void sums(const float *a, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0.0f;
  for (int j = 0; j < n; j++) {
    s += a[i * 64 + j];  // one element
  }
  out[i] = s;
}
";

const GIVEN: &[&str] = &["--block", "8", "--grid", "1", "--sizes", "n=3"];

fn stepped(folder: &Path, text: &str, flags: &[&str]) -> Run {
    std::fs::write(folder.join("k.cu"), text).unwrap();
    alpinist_in(folder, &[flags, &["--no-cache", "k.cu"]].concat())
}

#[test]
fn a_step_is_printed_written_or_only_named() {
    if no_clang().is_some() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let flags = |more: &[&'static str]| [&["--unroll", "2@j"][..], GIVEN, more].concat();
    let printed = stepped(folder.path(), SUMS, &flags(&[]));
    assert_eq!(printed.status, 0, "{}", printed.stderr);
    assert!(
        printed.stderr.contains("step 1, --unroll 2@j: done\n"),
        "{}",
        printed.stderr
    );
    assert_eq!(
        printed.stdout.matches("// one element").count(),
        3,
        "{}",
        printed.stdout
    );
    assert_eq!(
        std::fs::read_to_string(folder.path().join("k.cu")).unwrap(),
        SUMS
    );
    let named = stepped(folder.path(), SUMS, &flags(&["--check"]));
    assert_eq!(
        (named.status, named.stdout.as_str()),
        (5, ""),
        "{}",
        named.stderr
    );
    assert!(
        named.stderr.ends_with("k.cu: would change\n"),
        "{}",
        named.stderr
    );
    let shown = stepped(folder.path(), SUMS, &flags(&["--diff"]));
    assert_eq!(shown.status, 5, "{}", shown.stderr);
    assert!(
        shown.stdout.contains("unroll: copy of the body"),
        "{}",
        shown.stdout
    );
    let written = stepped(folder.path(), SUMS, &flags(&["--in-place"]));
    assert_eq!(written.status, 0, "{}", written.stderr);
    let now = std::fs::read_to_string(folder.path().join("k.cu")).unwrap();
    assert_eq!(now, printed.stdout);
}

#[test]
fn sizes_that_were_tried_write_no_file() {
    if no_clang().is_some() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let tried = stepped(folder.path(), SUMS, &["--unroll", "2@j", "--in-place"]);
    assert_eq!(tried.status, 3, "{}", tried.stderr);
    assert!(
        tried.stderr.contains("done, and shown in part"),
        "{}",
        tried.stderr
    );
    assert!(tried.stderr.contains("that were tried"), "{}", tried.stderr);
    assert!(
        tried.stderr.ends_with("k.cu: no result is written\n"),
        "{}",
        tried.stderr
    );
    assert_eq!(
        std::fs::read_to_string(folder.path().join("k.cu")).unwrap(),
        SUMS
    );
    let printed = stepped(folder.path(), SUMS, &["--unroll", "2@j"]);
    assert_eq!(printed.status, 3, "{}", printed.stderr);
    assert!(
        printed.stdout.contains("for (; j < n; j++)"),
        "{}",
        printed.stdout
    );
}

#[test]
fn what_is_not_proved_is_not_given_out() {
    if no_clang().is_some() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    // No launch has to pass two columns.
    let open = SUMS.replace("n >= 2 && ", "");
    let refused = stepped(
        folder.path(),
        &open,
        &[&["--unroll", "2@j"][..], GIVEN].concat(),
    );
    assert_eq!(
        (refused.status, refused.stdout.as_str()),
        (4, ""),
        "{}",
        refused.stderr
    );
    assert!(refused.stderr.contains("error[A101]"), "{}", refused.stderr);
    // Threads write one element together.
    let racy = SUMS.replace("out[i] = s", "out[0] = s");
    let refused = stepped(
        folder.path(),
        &racy,
        &[&["--unroll", "2@j"][..], GIVEN].concat(),
    );
    assert_eq!(
        (refused.status, refused.stdout.as_str()),
        (1, ""),
        "{}",
        refused.stderr
    );
    assert!(
        refused.stderr.contains("before the step `sums` is"),
        "{}",
        refused.stderr
    );
    // What a denied assumption rests on is not shown.
    let denied = [&["--unroll", "2@j", "--deny", "addresses"][..], GIVEN].concat();
    let refused = stepped(folder.path(), SUMS, &denied);
    assert_eq!(
        (refused.status, refused.stdout.as_str()),
        (3, ""),
        "{}",
        refused.stderr
    );
    // A name that no kernel has is a mistake.
    let none = stepped(
        folder.path(),
        SUMS,
        &["--unroll", "2@j", "--block", "8", "--sizes", "m=3"],
    );
    assert_eq!(
        (none.status, none.stdout.as_str()),
        (2, ""),
        "{}",
        none.stderr
    );
}

#[test]
fn flags_of_programs_are_refused_for_kernels() {
    let folder = tempfile::tempdir().unwrap();
    for flag in ["--no-verify", "--keep-unverified", "--together", "--fix"] {
        let run = stepped(folder.path(), SUMS, &[flag]);
        assert_eq!(run.status, 2, "{}", run.stderr);
        assert!(run.stderr.contains(flag), "{}", run.stderr);
    }
}

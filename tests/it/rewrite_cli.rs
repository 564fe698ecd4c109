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

const TWO: &str = "// two updates of one element
__global__ void scale(float *u, const float *f, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    u[i] += 2.0f * f[i];
    u[i] = u[i] * u[i];
    float v = u[i];
    if (v > 1.0f) u[i] = 1.0f;
  }
}
__global__ void add(float *out, const float *u, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] += u[n - 1 - i];
}
void run(float *u, float *f, float *out, int n) {
  scale<<<(n + 255) / 256, 256>>>(u, f, n);
  add<<<(n + 255) / 256, 256>>>(out, u, n);
}
";

/// What a step gives is proved by `equal` alone; each of these mistakes in a result is found by it.
#[test]
fn a_mistake_of_a_step_would_be_found() {
    if no_clang().is_some() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let sizes = ["--block", "8", "--grid", "4", "--sizes", "n=30"];
    let mutants: [(&[&str], &str, &str); 6] = [
        // Prefetched: not written back, and read again too late.
        (&["--prefetch", "u[i]@scale"], "    u[i] = u_i;\n", ""),
        (
            &["--prefetch", "u[i]@scale"],
            "float v = u_i;",
            "float v = u[i];",
        ),
        // Tiled: another guard, a stride that leaves elements out, and one element too few.
        (
            &["--tile", "inter:2@scale"],
            "i < n; i +=",
            "i < n - 1; i +=",
        ),
        (
            &["--tile", "inter:2@scale"],
            "i += blockDim.x * gridDim.x",
            "i += 2 * blockDim.x * gridDim.x",
        ),
        (
            &["--tile", "intra:2@scale"],
            "i < first_i + 2",
            "i < first_i + 1",
        ),
        (&["--tile", "intra:2@scale"], ") * 2;", ") * 3;"),
    ];
    std::fs::write(folder.path().join("old.cu"), TWO).unwrap();
    for (step, from, to) in mutants {
        let printed = stepped(folder.path(), TWO, &[step, &sizes].concat());
        assert_eq!(printed.status, 0, "{}", printed.stderr);
        assert!(printed.stdout.contains(from), "{}", printed.stdout);
        let new = |text: &str| {
            std::fs::write(folder.path().join("new.cu"), text).unwrap();
            let fewer = ["--new-grid", if step[0] == "--tile" { "2" } else { "4" }];
            let pair = [
                "equal",
                "old.cu",
                "new.cu",
                "--no-cache",
                "--pair",
                "scale=scale",
            ];
            alpinist_in(folder.path(), &[&pair[..], &sizes, &fewer].concat())
        };
        let same = new(&printed.stdout);
        assert_eq!(same.status, 0, "{}{}", same.stdout, same.stderr);
        let mutant = new(&printed.stdout.replacen(from, to, 1));
        assert!(
            mutant.status == 1,
            "{from}: {}{}",
            mutant.stdout,
            mutant.stderr
        );
    }
}

#[test]
fn data_of_other_blocks_is_not_fused() {
    if no_clang().is_some() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let sizes = ["--block", "8", "--grid", "4", "--sizes", "n=30"];
    let refused = stepped(
        folder.path(),
        TWO,
        &[&["--fuse", "scale,add"][..], &sizes].concat(),
    );
    assert_eq!(
        (refused.status, refused.stdout.as_str()),
        (4, ""),
        "{}",
        refused.stderr
    );
    assert!(refused.stderr.contains("error[A613]"), "{}", refused.stderr);
    let own = TWO.replace("u[n - 1 - i]", "u[i]");
    let fused = stepped(
        folder.path(),
        &own,
        &[&["--fuse", "scale,add"][..], &sizes].concat(),
    );
    assert_eq!(fused.status, 0, "{}", fused.stderr);
    assert!(
        fused
            .stdout
            .contains("scale_add<<<(n + 255) / 256, 256>>>(u, f, n, out);"),
        "{}",
        fused.stdout
    );
    assert!(!fused.stdout.contains("__syncthreads"), "{}", fused.stdout);
}

#[test]
fn a_plan_of_kernels_names_what_may_be_done() {
    if no_clang().is_some() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("k.cu"), TWO).unwrap();
    std::fs::write(folder.path().join("k.hip"), TWO).unwrap();
    for file in ["k.cu", "k.hip"] {
        let plan = alpinist_in(folder.path(), &["plan", file]);
        assert_eq!(plan.status, 0, "{}", plan.stderr);
        for flag in [
            "--prefetch 'u[i]@scale': if the proof succeeds",
            "--tile inter:2@add: if the proof succeeds",
            "--fuse 2@scale: if the proof succeeds",
        ] {
            assert!(plan.stdout.contains(flag), "{flag}: {}", plan.stdout);
        }
    }
}

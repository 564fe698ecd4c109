//! `alpinist equal` with plain functions and with launches one after the other, as users call it.

use crate::common::{Run, alpinist_in, no_clang};

/// Runs `alpinist equal` in a folder with these files.
fn equal(files: &[(&str, &str)], flags: &[&str]) -> Run {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let words = [&["equal", "--no-cache"][..], flags].concat();
    alpinist_in(folder.path(), &words)
}

/// The run has this status, and says these words.
fn says(run: &Run, status: i32, words: &[&str]) {
    assert_eq!(run.status, status, "{}{}", run.stdout, run.stderr);
    for word in words {
        assert!(run.stderr.contains(word), "{word}: {}", run.stderr);
    }
}

const SPEC: &str = "#include <math.h>
void softmax(const float *x, float *y, int n) {
  float m = -INFINITY, s = 0;
  for (int i = 0; i < n; i++) m = fmaxf(m, x[i]);
  for (int i = 0; i < n; i++) s += expf(x[i] - m);
  for (int i = 0; i < n; i++) y[i] = expf(x[i] - m) / s;
}
";

const SOFTMAX: &str = "__global__ void softmax(const float *x, float *y, int n) {
  float m = -INFINITY, s = 0;
  for (int i = 0; i < n; i++) m = fmaxf(m, x[i]);
  for (int i = 0; i < n; i++) s += expf(x[i] - m);
  int t = threadIdx.x;
  if (t < n) y[t] = expf(x[t] - m) / s;
}
";

const EIGHT: &[&str] = &["--block", "8", "--grid", "1", "--sizes", "n=7"];

fn against(spec: &str, kernel: &str, flags: &[&str]) -> Run {
    let reference = ["--reference", "spec.c:softmax", "new.cu"];
    let words = [&reference, flags].concat();
    equal(&[("spec.c", spec), ("new.cu", kernel)], &words)
}

#[test]
fn a_kernel_equals_what_c_says() {
    if no_clang().is_some() {
        return;
    }
    let done = against(SPEC, SOFTMAX, EIGHT);
    let words = [
        "equal for every content of memory, in these sizes",
        "old: blocks of 1 in a grid of 1, new: blocks of 8 in a grid of 1, n = 7: equal (exact), 7 elements",
        "the function is executed by one thread of a device",
        "pointer arguments do not alias",
    ];
    says(&done, 0, &words);
    // The same with the file as OLD.
    let files = [("spec.c", SPEC), ("new.cu", SOFTMAX)];
    let done = equal(&files, &[&["spec.c", "new.cu"][..], EIGHT].concat());
    says(&done, 0, &["equal (exact)"]);
}

#[test]
fn a_kernel_that_does_less_than_c_says_is_different() {
    if no_clang().is_some() {
        return;
    }
    let wrong = SOFTMAX.replace("if (t < n)", "if (t < n - 1)");
    says(&against(SPEC, &wrong, EIGHT), 1, &["K601", "y[6]"]);
}

#[test]
fn pointers_that_may_overlap_leave_a_function_unknown() {
    if no_clang().is_some() {
        return;
    }
    let done = against(SPEC, SOFTMAX, &[EIGHT, &["--deny", "aliasing"]].concat());
    says(&done, 3, &["C024"]);
}

#[test]
fn a_function_is_launched_as_the_file_says_or_in_sizes_that_are_given() {
    if no_clang().is_some() {
        return;
    }
    says(&against(SPEC, SOFTMAX, &[]), 2, &["K606", "given sizes"]);
    let launch = "int main() {
  float *x, *y;
  cudaMalloc(&x, 20);
  cudaMalloc(&y, 20);
  softmax<<<1, 8>>>(x, y, 5);
}
";
    let done = against(SPEC, &format!("{SOFTMAX}{launch}"), &[]);
    says(&done, 0, &["n = 5: equal (exact), 5 elements"]);
}

#[test]
fn what_keeps_a_function_of_c_from_being_one() {
    if no_clang().is_some() {
        return;
    }
    let rows: &[(&str, &str)] = &[
        (
            "float softmax(const float *x, float *y, int n) { y[0] = 1; return 2; }",
            "returns a value",
        ),
        (
            "void softmax(const float *x, float *y, int n) { long double s = 0; y[0] = s; }",
            "long double",
        ),
        (
            "void softmax(const float *x, float *y, int n, ...) { y[0] = 1; }",
            "any number of arguments",
        ),
        (
            "void softmax(const float *x, float *y, int n) { _Bool b = 0; b--; y[0] = b; }",
            "increments or decrements a Boolean",
        ),
        (
            "void softmax(const float *x, float *y, int n) { static int calls; y[0] = calls++; }",
            "a variable that outlives the call",
        ),
        (
            "#include <tgmath.h>\nvoid softmax(const float *x, float *y, int n) { y[0] = exp(x[0]); }",
            "<tgmath.h>",
        ),
        (
            "void other(const float *x, float *y, int n) { y[0] = 1; }",
            "no function `softmax`",
        ),
        (
            "void softmax(const float *x, float *y, int n);",
            "no function `softmax`",
        ),
        (
            "void softmax(const float *x, float *y, int n) { y[0] = max(x[0], x[1]); }",
            "max",
        ),
        (
            "void softmax(const float *x, float *y, int n) { class c; }",
            "K603",
        ),
        (
            "void softmax(const float *x, float *y, long m) { y[0] = x[m]; }",
            "K606",
        ),
        (
            "static float last; void softmax(const float *x, float *y, int n) { y[0] = last; last = x[0]; }",
            "a variable that outlives the call",
        ),
        (
            "float f(float); void softmax(const float *x, float *y, int n) { y[0] = f(x[0]); }",
            "K603",
        ),
    ];
    for (spec, word) in rows {
        let done = against(spec, SOFTMAX, EIGHT);
        assert!(matches!(done.status, 2 | 3), "{spec}: {}", done.stderr);
        assert!(
            done.stderr.contains(word),
            "{word}: {spec}: {}",
            done.stderr
        );
    }
}

#[test]
fn only_c_and_cpp_are_references() {
    if no_clang().is_some() {
        return;
    }
    let files = [("spec.py", "def f(): pass\n"), ("new.cu", SOFTMAX)];
    let words = ["--reference", "spec.py:f", "new.cu", "--block", "8"];
    says(&equal(&files, &words), 2, &["C022"]);
    // In C++ `exp` of a float is one of a float.
    let cpp = SPEC.replace("expf", "exp");
    let files = [("spec.cpp", cpp.as_str()), ("new.cu", SOFTMAX)];
    let words = [&["--reference", "spec.cpp:softmax", "new.cu"][..], EIGHT].concat();
    says(&equal(&files, &words), 0, &["equal (exact)"]);
    let done = against(&cpp, SOFTMAX, EIGHT);
    assert_eq!(done.status, 3, "{}", done.stderr);
}

const TWO: &str = "__global__ void scale(const float *x, float *out, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a * x[i];
}
__global__ void add(const float *in, const float *y, float *z, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) z[i] = in[i] + y[i];
}
";

const FUSED: &str =
    "__global__ void fused(const float *x, const float *y, float *z, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) z[i] = a * x[i] + y[i];
}
";

fn sequences(flags: &[&str]) -> Run {
    let first = ["old.cu", "new.cu", "--old-sequence", "scale,add"];
    let words = [&first, flags].concat();
    equal(&[("old.cu", TWO), ("new.cu", FUSED)], &words)
}

const NAMES: &[&str] = &["--array", "scale.out=tmp", "--array", "add.in=tmp"];

const SIXTEEN: &[&str] = &["--block", "4", "--grid", "4", "--sizes", "n=15"];

#[test]
fn a_fused_kernel_equals_two() {
    if no_clang().is_some() {
        return;
    }
    let done = sequences(&[NAMES, SIXTEEN, &["--temporary", "tmp"]].concat());
    let words = [
        "scale, add / fused: equal for every content of memory, in these sizes",
        "equal (exact), 15 elements",
        "the launches of a sequence run one after the other",
        "`tmp` is no output",
        "pointer arguments do not alias",
    ];
    says(&done, 0, &words);
}

#[test]
fn a_temporary_is_said_to_be_one() {
    if no_clang().is_some() {
        return;
    }
    let done = sequences(&[NAMES, SIXTEEN].concat());
    says(&done, 3, &["K606", "the parameter `tmp`", "--temporary"]);
    let done = sequences(&[NAMES, SIXTEEN, &["--temporary", "tmq"]].concat());
    says(&done, 2, &["K606", "`tmq` is no array"]);
}

#[test]
fn arrays_that_are_not_named_alike_are_not_compared() {
    if no_clang().is_some() {
        return;
    }
    let done = sequences(&[SIXTEEN, &["--temporary", "out"]].concat());
    says(&done, 3, &["K606", "the parameter `in`"]);
    // What `add` reads is then nobody's.
    let done = sequences(&[SIXTEEN, &["--temporary", "out,in"]].concat());
    assert_ne!(done.status, 0, "{}", done.stderr);
}

#[test]
fn one_array_is_not_passed_twice() {
    if no_clang().is_some() {
        return;
    }
    let same = ["--array", "add.in=t", "--array", "add.y=t"];
    let done = sequences(&[&same, SIXTEEN, &["--temporary", "out"]].concat());
    says(&done, 3, &["K606", "several are called `t`"]);
    let unlike = ["--array", "add.in=n"];
    let done = sequences(&[&unlike, SIXTEEN, &["--temporary", "out"]].concat());
    assert_ne!(done.status, 0, "{}", done.stderr);
}

#[test]
fn each_launch_has_sizes_of_its_own() {
    if no_clang().is_some() {
        return;
    }
    let files = [("old.cu", TWO), ("new.cu", FUSED)];
    let with = |sequence: &str, flags: &[&str]| {
        let first = ["old.cu", "new.cu", "--old-sequence", sequence];
        let rest = ["--temporary", "tmp", "--sizes", "n=8"];
        equal(&files, &[&first, NAMES, &rest, flags].concat())
    };
    let done = with("scale<<<2,4>>>,add<<<1,8>>>", &["--new-block", "8"]);
    says(&done, 0, &["equal (exact), 8 elements"]);
    // Too few threads in one of them.
    let done = with("scale<<<2,4>>>,add<<<1,4>>>", &["--new-block", "8"]);
    says(&done, 1, &["K601", "z[4]"]);
    let done = with("scale<<<1,4>>>,add<<<1,8>>>", &["--new-block", "8"]);
    assert!(matches!(done.status, 1 | 3), "{}", done.stderr);
    says(&with("scale,add", &[]), 2, &["K606", "given sizes"]);
    let none = with("scale<<<0,4>>>,add<<<1,4>>>", &["--new-block", "8"]);
    says(&none, 2, &["at least one block"]);
}

#[test]
fn a_launch_with_a_race_equals_nothing() {
    if no_clang().is_some() {
        return;
    }
    let racy = TWO.replace("out[i] = a * x[i]", "out[i / 2] = a * x[i]");
    let files = [("old.cu", racy.as_str()), ("new.cu", racy.as_str())];
    let first = [
        "old.cu",
        "new.cu",
        "--old-sequence",
        "scale,add",
        "--new-sequence",
        "scale,add",
    ];
    let done = equal(&files, &[&first, NAMES, SIXTEEN].concat());
    assert_eq!(done.status, 3, "{}", done.stderr);
    assert!(!done.stderr.contains("equal (exact)"), "{}", done.stderr);
}

#[test]
fn a_launch_that_is_not_verified_equals_nothing() {
    if no_clang().is_some() {
        return;
    }
    // The second one diverges, and its terms are the same.
    let text = "__global__ void a(float *y) { y[threadIdx.x] = 1; }
__global__ void b(float *y) { if (threadIdx.x > 3) return; __syncthreads(); y[threadIdx.x] = 2; }
";
    let files = [("old.cu", text), ("new.cu", text)];
    let words = [
        "old.cu",
        "new.cu",
        "--old-sequence",
        "a,b",
        "--new-sequence",
        "a,b",
        "--block",
        "8",
    ];
    says(&equal(&files, &words), 3, &["K604", "`b`"]);
}

#[test]
fn launches_of_one_kernel_have_numbers() {
    if no_clang().is_some() {
        return;
    }
    let step = "__global__ void step(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x] * 2.0f; }\n";
    let twice = "__global__ void twice(const float *a, float *c) { c[threadIdx.x] = a[threadIdx.x] * 2.0f * 2.0f; }\n";
    let files = [("old.cu", step), ("new.cu", twice)];
    let names = [
        "--array",
        "step#1.in=a",
        "--array",
        "step#1.out=b",
        "--array",
        "step#2.in=b",
        "--array",
        "step#2.out=c",
    ];
    let first = [
        "old.cu",
        "new.cu",
        "--old-sequence",
        "step,step",
        "--block",
        "8",
        "--temporary",
        "b",
    ];
    says(
        &equal(&files, &[&first[..], &names].concat()),
        0,
        &["equal (exact)"],
    );
    let unknown = [&first[..], &names, &["--array", "step#3.in=a"]].concat();
    says(
        &equal(&files, &unknown),
        2,
        &["K606", "no launch is one of `step`"],
    );
}

#[test]
fn json_names_the_launches_of_a_sequence() {
    if no_clang().is_some() {
        return;
    }
    let flags = ["--temporary", "tmp", "--format", "json", "--stable"];
    let done = sequences(&[NAMES, SIXTEEN, &flags].concat());
    let json: serde_json::Value = serde_json::from_str(&done.stdout).unwrap();
    let pair = &json["pairs"][0];
    assert_eq!(pair["verdict"], "equal", "{json}");
    assert_eq!(pair["old"]["kernel"], "scale, add");
    assert_eq!(pair["temporaries"][0], "tmp");
    let launches = &pair["launches"][0]["sequences"];
    assert_eq!(launches[0][1]["kernel"], "add");
    assert_eq!(launches[0][1]["block"][0], 4);
    assert_eq!(launches[1][0]["kernel"], "fused");
}

#[test]
fn ci_compares_functions_and_sequences() {
    if no_clang().is_some() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("spec.c", SPEC);
    write("softmax.cu", SOFTMAX);
    write("two.cu", TWO);
    write("fused.cu", FUSED);
    let entries = "[[equal]]
reference = \"spec.c:softmax\"
new = \"softmax.cu\"
block = 8
sizes = [\"n=7\"]

[[equal]]
old = \"two.cu\"
new = \"fused.cu\"
old-sequence = \"scale,add\"
array = [\"scale.out=tmp\", \"add.in=tmp\"]
temporary = [\"tmp\"]
block = 8
sizes = [\"n=7\"]
";
    write("alpinist.toml", entries);
    let done = alpinist_in(folder.path(), &["ci", "--no-cache"]);
    says(&done, 0, &["softmax: equal", "scale, add / fused: equal"]);
    let both = entries.replacen("new = ", "old = \"two.cu\"\nnew = ", 1);
    write("alpinist.toml", &both);
    let done = alpinist_in(folder.path(), &["ci", "--no-cache"]);
    says(&done, 2, &["C013"]);
}

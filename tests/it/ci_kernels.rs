//! `alpinist ci` over kernels: contracts that are kept, and findings that were there before.

use crate::common::{Run, alpinist_in, folder, no_clang, say};
use std::path::Path;
use tempfile::TempDir;

/// Requires 64 threads in a block.
const TURNED: &str = "__global__ void turned(int *out, const int *in) {\n  __shared__ int s[64];\n  \
    s[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];\n  __syncthreads();\n  \
    out[blockIdx.x * blockDim.x + threadIdx.x] = s[63 - threadIdx.x];\n}\n";

/// Races at two lines, of which one is written twice.
const RACY: &str =
    "__global__ void racy(int *p, int *q) {\n  p[0] = threadIdx.x;\n  q[0] = threadIdx.x;\n}\n";

/// A project with a file of kernels; none where there is no clang.
fn project(config: &str, text: &str) -> Option<TempDir> {
    if let Some(why) = no_clang() {
        say(&why);
        return None;
    }
    let config = format!("deny = []\n{config}\n[[kernel]]\nfiles = [\"k.cu\"]\n");
    Some(folder(&[("k.cu", text), ("alpinist.toml", &config)]))
}

fn ci(home: &Path, args: &[&str]) -> Run {
    alpinist_in(home, &[&["ci", "--jobs", "1"], args].concat())
}

/// The status of a run that says all of this; what it said.
fn says(run: Run, status: i32, words: &[&str]) {
    assert_eq!(run.status, status, "{}", run.stderr);
    for word in words {
        assert!(run.stderr.contains(word), "{word}\n{}", run.stderr);
    }
}

fn write(home: &Path, name: &str, text: &str) {
    std::fs::write(home.join(name), text).unwrap();
}

#[test]
fn contracts_are_kept_and_stronger_ones_are_told() {
    let Some(home) = project("contracts = \"kept.toml\"\n", TURNED) else {
        return;
    };
    let home = home.path();
    let words = ["[C016]", "the contract of `turned` is not in kept.toml yet"];
    says(ci(home, &[]), 5, &words);
    says(ci(home, &["--update"]), 0, &["kept.toml: written"]);
    let kept = std::fs::read_to_string(home.join("kept.toml")).unwrap();
    assert!(
        kept.contains("file = \"k.cu\"\nkernel = \"turned\"\n"),
        "{kept}"
    );
    says(ci(home, &[]), 0, &["1 verified"]);
    // Who calls the kernel knows nothing of this.
    let stronger = format!("//@ requires gridDim.x % 2 == 0;\n{TURNED}");
    write(home, "k.cu", &stronger);
    let words = [
        "[C016]",
        "became stronger",
        "it requires `gridDim.x % 2 == 0`",
    ];
    says(ci(home, &[]), 5, &words);
    says(ci(home, &["--update"]), 0, &[]);
    says(ci(home, &[]), 0, &[]);
    // A weaker one is right for all who call it.
    write(home, "k.cu", TURNED);
    says(ci(home, &[]), 0, &[]);
    write(home, "k.cu", &TURNED.replace("turned", "other"));
    let words = [
        "there is no kernel `turned` in k.cu any more",
        "`other` is not in kept.toml yet",
    ];
    says(ci(home, &[]), 5, &words);
}

#[test]
fn a_kept_contract_stays_while_its_kernel_is_not_verified() {
    let Some(home) = project("contracts = \"kept.toml\"\n", TURNED) else {
        return;
    };
    let home = home.path();
    says(ci(home, &["--update"]), 0, &[]);
    let before = std::fs::read_to_string(home.join("kept.toml")).unwrap();
    write(home, "k.cu", &TURNED.replace("  __syncthreads();\n", ""));
    says(ci(home, &["--update"]), 1, &[]);
    let after = std::fs::read_to_string(home.join("kept.toml")).unwrap();
    assert_eq!(before, after);
    write(home, "kept.toml", "contract = 1\n");
    says(ci(home, &[]), 2, &["[C013]", "kept.toml"]);
}

#[test]
fn findings_of_the_baseline_fail_nothing_and_new_ones_do() {
    let Some(home) = project("", RACY) else {
        return;
    };
    let home = home.path();
    let with = |args: &[&str]| ci(home, &[&["--baseline", "known.toml"], args].concat());
    says(ci(home, &[]), 1, &[]);
    says(with(&[]), 2, &["[C013]", "known.toml"]);
    says(
        with(&["--update"]),
        0,
        &["known.toml: written", "wrong but accepted"],
    );
    says(
        with(&[]),
        0,
        &["accepted (known.toml): it was there before"],
    );
    says(with(&["--deny", "accepted"]), 1, &["which is denied"]);
    // Other lines before it, and blanks around it, change nothing.
    let moved = RACY.replace("  p[0]", "  int unused = 1;\n\n    p[0]");
    write(home, "k.cu", &format!("// A new line.\n{moved}"));
    says(with(&[]), 0, &["wrong but accepted"]);
    // The same once more is one more.
    let twice = RACY.replace("  q[0]", "  p[0] = threadIdx.x;\n  q[0]");
    write(home, "k.cu", &twice);
    says(with(&[]), 1, &["kernel `racy`: wrong, "]);
    let new = RACY.replace("  q[0]", "  p[1] = threadIdx.x;\n  q[0]");
    write(home, "k.cu", &new);
    says(with(&[]), 1, &["`p[1]`", "accepted"]);
    // What is mended is told.
    write(
        home,
        "k.cu",
        &RACY.replace("q[0]", "q[blockIdx.x * blockDim.x + threadIdx.x]"),
    );
    let words = [
        "warning[K017]",
        "known.toml: K301 of `racy` at `q[0] = threadIdx.x;`",
    ];
    says(with(&[]), 0, &words);
    let renamed = RACY.replace("racy", "other");
    write(home, "k.cu", &renamed);
    says(with(&[]), 1, &["K301 of `racy`"]);
}

/// A baseline holds findings: what is unknown or not understood is none.
#[test]
fn a_baseline_makes_nothing_of_what_is_unknown() {
    let text = "__global__ void k(int **p, int *q) {\n  p[threadIdx.x][0] = 1;\n  q[0] = threadIdx.x;\n}\n";
    let Some(home) = project("", text) else {
        return;
    };
    let with = |args: &[&str]| ci(home.path(), &[&["--baseline", "known.toml"], args].concat());
    says(with(&["--update"]), 3, &["kernel `k`: unknown"]);
    says(with(&[]), 3, &["kernel `k`: unknown"]);
    write(
        home.path(),
        "k.cu",
        "__global__ void k(int *q) {\n  q[0] = nowhere;\n}\n",
    );
    says(with(&[]), 2, &["[K002]"]);
}

#[test]
fn a_part_of_a_project_writes_no_baseline() {
    let Some(home) = project("", RACY) else {
        return;
    };
    let args = ["--baseline", "known.toml", "--update", "--shard", "1/2"];
    says(ci(home.path(), &args), 2, &["[C001]"]);
}

#[test]
fn entries_about_nothing_are_told() {
    let entry = "[[allow]]\nplace = \"nobody\"\ncode = \"K301\"\nreason = \"one value\"\ndate = 2026-11-29\n";
    let Some(home) = project(entry, TURNED) else {
        return;
    };
    let words = [
        "warning[K017]",
        "no file or kernel of this name was checked",
    ];
    says(ci(home.path(), &[]), 0, &words);
}

/// A kernel that two entries check is known as often as one of them finds it.
#[test]
fn a_kernel_of_two_entries_is_known_once() {
    let entry = "[[kernel]]\nfiles = [\"k.cu\"]\nonly = [\"racy\"]\nblock = 32\n";
    let Some(home) = project(entry, RACY) else {
        return;
    };
    let home = home.path();
    let with = |args: &[&str]| ci(home, &[&["--baseline", "known.toml"], args].concat());
    says(with(&["--update"]), 0, &["wrong but accepted"]);
    says(with(&[]), 0, &["wrong but accepted"]);
    let twice = RACY.replace("  q[0]", "  p[0] = threadIdx.x;\n  q[0]");
    write(home, "k.cu", &twice);
    says(with(&[]), 1, &["kernel `racy`: wrong, "]);
}

/// A launch that violates a contract is a finding, too, also one of Python.
#[test]
fn launches_are_in_a_baseline() {
    let start = "void start(int *out, const int *in) {\n  turned<<<1, 128>>>(out, in);\n}\n";
    let Some(home) = project("", &format!("{TURNED}{start}")) else {
        return;
    };
    let home = home.path();
    let with = |args: &[&str]| ci(home, &[&["--baseline", "known.toml"], args].concat());
    says(ci(home, &[]), 1, &["[K310]"]);
    says(with(&["--update"]), 0, &["1 verified"]);
    says(with(&[]), 0, &["note[K310]", "accepted (known.toml)"]);
    let more = start.replace("}", "  turned<<<1, 256>>>(out, in);\n}");
    write(home, "k.cu", &format!("\n{TURNED}{more}"));
    says(with(&[]), 1, &["error[K310]"]);
    let python = format!(
        "import cupy\nk = cupy.RawKernel(r'''extern \"C\" {TURNED}''', 'turned')\nk((1,), (128,), (x, y))\n"
    );
    write(home, "m.py", &python);
    write(
        home,
        "alpinist.toml",
        "deny = []\n[[kernel]]\nfiles = [\"m.py\"]\n",
    );
    says(ci(home, &[]), 1, &["[K310]"]);
    says(with(&["--update"]), 0, &["1 verified"]);
    says(with(&[]), 0, &["note[K310]"]);
}

/// A shard may do one of two entries that check the same kernel.
#[test]
fn parts_of_a_project_compare_the_contracts_that_they_prove() {
    let config = "contracts = \"kept.toml\"\n[[kernel]]\nfiles = [\"k.cu\"]\nonly = [\"turned\"]\nblock = 64\n";
    let Some(home) = project(config, TURNED) else {
        return;
    };
    let home = home.path();
    says(ci(home, &["--update"]), 0, &[]);
    for shard in ["1/2", "2/2"] {
        says(ci(home, &["--shard", shard]), 0, &["1 verified"]);
    }
    write(
        home,
        "k.cu",
        &format!("//@ requires gridDim.x % 2 == 0;\n{TURNED}"),
    );
    for shard in ["1/2", "2/2"] {
        says(ci(home, &["--shard", shard]), 5, &["became stronger"]);
    }
}

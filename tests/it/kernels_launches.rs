//! What is said of kernels that a file launches in several ways, and of kernels of which nobody says how they
//! are launched.

use crate::common::{alpinist_in, folder, say};
use clang::find::Program;

/// A program, how it is checked, and what is said of it.
struct Case {
    what: &'static str,
    text: &'static str,
    args: &'static [&'static str],
    status: i32,
    says: &'static [&'static str],
    never: &'static [&'static str],
}

const STATIC: &str = "__global__ void k(int *a) {
    __shared__ int s[128];
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
";

const DYNAMIC: &str = "__global__ void k(int *a) {
    extern __shared__ int s[];
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
";

const LOOP: &str = "__global__ void k(int *a, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    for (int i = 0; i < n; i++) {
        s[t] = a[64 * i + t];
        __syncthreads();
        a[64 * i + t] = s[63 - t];
    }
}
";

const ONE_STATEMENT: &str = "__global__ void k(int *a, int n) {
    int t = threadIdx.x;
    a[t] = a[t + 1] * n;
}
";

const LENGTH: &str = "accesses to `a` stay within it, for its length is not known";

const CASES: &[(&str, Case)] = &[
    (
        STATIC,
        Case {
            what: "both sizes fit",
            text: "void f(int *a) { k<<<1, 64>>>(a); k<<<1, 128>>>(a); }",
            args: &[],
            status: 0,
            says: &["verified", LENGTH],
            never: &["certain"],
        },
    ),
    (
        STATIC,
        Case {
            what: "the larger size does not fit",
            text: "void f(int *a) { k<<<1, 64>>>(a); k<<<1, 256>>>(a); }",
            args: &[],
            status: 1,
            says: &["certain"],
            never: &["129"],
        },
    ),
    (
        STATIC,
        Case {
            what: "even sizes up to 128",
            text: "void f(int *a, int w) { k<<<1, 2 * w>>>(a); }",
            args: &[],
            status: 1,
            says: &["`blockDim.x` is `2 * w`"],
            never: &["blockDim.x = 129"],
        },
    ),
    (
        STATIC,
        Case {
            what: "more launches than are looked at one by one",
            text: "void f(int *a, int n) { k<<<1, 1>>>(a); k<<<1, 2>>>(a); k<<<1, 3>>>(a); k<<<1, 4>>>(a);
                k<<<1, 5>>>(a); k<<<1, 6>>>(a); k<<<1, 7>>>(a); k<<<1, 8>>>(a); k<<<n, n * 3>>>(a); }",
            args: &[],
            status: 1,
            says: &["possible: an execution shows it with these sizes, which no launch in the file is"],
            never: &["certain:"],
        },
    ),
    (
        DYNAMIC,
        Case {
            what: "the launch gives the bytes that are used",
            text: "void f(int *a) { k<<<1, 64, 256>>>(a); }",
            args: &[],
            status: 0,
            says: &[LENGTH],
            never: &["`s`"],
        },
    ),
    (
        DYNAMIC,
        Case {
            what: "a proof for given sizes does not rest on the bytes of a launch",
            text: "void f(int *a) { k<<<1, 64, 256>>>(a); }",
            args: &["--block", "64", "--grid", "1"],
            status: 0,
            says: &["accesses to `a` and `s` stay within them"],
            never: &[],
        },
    ),
    (
        DYNAMIC,
        Case {
            what: "bytes are missing where sizes are given",
            text: "void f(int *a) { k<<<1, 64, 255>>>(a); }",
            args: &["--block", "64", "--grid", "1"],
            status: 1,
            says: &["outside of the array `s`", "certain"],
            never: &[],
        },
    ),
    (
        DYNAMIC,
        Case {
            what: "one byte is missing",
            text: "void f(int *a) { k<<<1, 64, 255>>>(a); }",
            args: &[],
            status: 1,
            says: &["outside of the array `s`", "certain"],
            never: &[],
        },
    ),
    (
        DYNAMIC,
        Case {
            what: "no launch gives any",
            text: "void f(int *a) { k<<<1, 64>>>(a); }",
            args: &[],
            status: 1,
            says: &["outside of the array `s`", "certain"],
            never: &[],
        },
    ),
    (
        DYNAMIC,
        Case {
            what: "each launch gives what it needs",
            text: "void f(int *a) { k<<<1, 64, 256>>>(a); k<<<1, 128, 512>>>(a); }",
            args: &[],
            status: 0,
            says: &["block 64, grid 1; block 128, grid 1 (launches in the file, one by one)"],
            never: &["`s`"],
        },
    ),
    (
        DYNAMIC,
        Case {
            what: "one of two gives too little",
            text: "void f(int *a) { k<<<1, 64, 256>>>(a); k<<<1, 128, 256>>>(a); }",
            args: &[],
            status: 1,
            says: &["outside of the array `s`", "blocks of 128", "certain"],
            never: &[],
        },
    ),
    (
        DYNAMIC,
        Case {
            what: "the bytes are not known",
            text: "void f(int *a, int n) { k<<<1, 64, n>>>(a); }",
            args: &[],
            status: 0,
            says: &["accesses to `a` and `s` stay within them, for their lengths are not known"],
            never: &[],
        },
    ),
    (
        DYNAMIC,
        Case {
            what: "other sizes are asked for than those of the launch",
            text: "void f(int *a) { k<<<1, 64, 16>>>(a); }",
            args: &["--block", "32", "--grid", "1"],
            status: 0,
            says: &["`a` and `s`"],
            never: &[],
        },
    ),
    (
        DYNAMIC,
        Case {
            what: "bounds are not asked about",
            text: "void f(int *a) { k<<<1, 64, 16>>>(a); }",
            args: &["--no-bounds"],
            status: 0,
            says: &["accesses stay within their arrays"],
            never: &["length"],
        },
    ),
    (
        DYNAMIC,
        Case {
            what: "lengths that are not known are denied",
            text: "void f(int *a) { k<<<1, 64, 256>>>(a); }",
            args: &["--deny", "lengths"],
            status: 3,
            says: &["C024", "`lengths` is denied"],
            never: &[],
        },
    ),
    (
        LOOP,
        Case {
            what: "a barrier stands between the accesses, but not between iterations",
            text: "",
            args: &["--block", "64", "--grid", "1"],
            status: 1,
            says: &["nothing orders an iteration of the loop and the next", "at the end of its body"],
            never: &["between them would", "any size is meant"],
        },
    ),
    (
        ONE_STATEMENT,
        Case {
            what: "no barrier can stand between accesses of one statement",
            text: "",
            args: &["--block", "64", "--grid", "1"],
            status: 1,
            says: &["both accesses are of one statement"],
            never: &["between them would"],
        },
    ),
    (
        ONE_STATEMENT,
        Case {
            what: "nothing says how blocks are launched",
            text: "",
            args: &["--grid", "1"],
            status: 1,
            says: &["any size is meant, for nothing says which; `--block N` checks"],
            never: &[],
        },
    ),
    (
        STATIC,
        Case {
            what: "nothing says how it is launched",
            text: "",
            args: &[],
            status: 1,
            says: &["`--block N --grid N` checks those of one launch"],
            never: &[],
        },
    ),
];

#[test]
fn each_launch_is_looked_at() {
    if Program::find().is_none() {
        say("skipped: there is no clang (./x setup)");
        return;
    }
    for (kernel, case) in CASES {
        let home = folder(&[("k.cu", &format!("{kernel}{}\n", case.text))]);
        let args = [&["races", "--no-cache", "--jobs", "1", "k.cu"], case.args].concat();
        let run = alpinist_in(home.path(), &args);
        let said = format!("{}{}", run.stdout, run.stderr);
        assert_eq!(run.status, case.status, "{}: {said}", case.what);
        for words in case.says {
            assert!(
                said.contains(words),
                "{}: no `{words}` in {said}",
                case.what
            );
        }
        for words in case.never {
            assert!(!said.contains(words), "{}: `{words}` in {said}", case.what);
        }
    }
}

//! Launches: of templates, one that may start an instance which is not read is said not to be checked; of Python; and where a
//! violated clause is reported.

use crate::common::{alpinist_in, folder, say};
use clang::find::Program;
use serde_json::{Value, json};

#[test]
fn instances_that_may_be_others_are_told() {
    if Program::find().is_none() {
        say("skipped: there is no clang (./x setup)");
        return;
    }
    let of_number =
        "template<int B> __global__ void k(int *p) { if (blockIdx.x == 0) p[threadIdx.x] = B; }";
    let of_type =
        "template<class T> __global__ void t(T *p) { if (blockIdx.x == 0) p[threadIdx.x] = 1; }";
    let none = [
        "void f(int *p) { k<64><<<1, 64>>>(p); }",
        "constexpr int N = 64;\nvoid f(int *p) { k<N><<<1, 64>>>(p); }",
        "#define N 64\nvoid f(int *p) { k<N><<<1, 64>>>(p); k<N / 2><<<1, 32>>>(p); }",
        "enum { M = 32, N = 64 };\nvoid f(int *p) { k<N><<<1, 64>>>(p); }",
        "namespace n { constexpr int N = 64; }\nvoid f(int *p) { k<n::N><<<1, 64>>>(p); }",
        "void f(float *p) { t<<<1, 64>>>(p); t<double><<<1, 64>>>((double *)p); }",
    ];
    // The same where clang understands the host.
    let seen = [
        "void f(int *p) { cudaFuncSetAttribute(k<64>, cudaFuncAttributeMaxDynamicSharedMemorySize, 0); k<64><<<1, 64>>>(p); }",
        "#ifndef N\n#define N 64\n#endif\nvoid f(int *p) { k<N><<<1, 64>>>(p); }",
        "#define N 32\nvoid f(int *p) { k<N><<<1, 64>>>(p); }\n#undef N\n#define N 64\n",
        "struct S { int k; };\nvoid f(S *s, int *p) { s->k = 1; k<64><<<1, 64>>>(p); }",
        "#define K(b) k<b>\nvoid f(int *p) { k<64><<<1, 64>>>(p); K(32)<<<1, 64>>>(p); }",
        "#define RUN(name, b, p) name##_kernel<b><<<1, 64>>>(p)\nvoid f(int *p) { k<64><<<1, 64>>>(p); }",
    ];
    let told = [
        // Deduced in a template that is not instantiated here, or in code that is not understood.
        "template<class T> void go(T *p) { t<<<1, 64>>>(p); }\nvoid f(float *p) { t<<<1, 64>>>(p); }",
        "template<class T> void go(T *p, S s = {}) { t<<<1, 64>>>(p); }\nvoid f(float *p) { t<<<1, 64>>>(p); }",
        "void f(float *p, Tensor x) { t<<<1, 64>>>(p); t<<<1, 64>>>(x.data<double>()); }",
        "#define GO(p) t<<<1, 64>>>(p)\nvoid f(float *p) { GO(p); }\ntemplate<class T> void g(T *p) { GO(p); }",
        // What a name means behind the text is not what it means at the launch.
        "enum { N = 64 };\ntemplate<int N> void go(int *p) { k<N><<<1, 64>>>(p); }",
        "#define N 32\nvoid f(int *p, Tensor x) { k<N><<<1, 64>>>(p); }\n#undef N\n#define N 64\n",
        "constexpr int N = 64;\nvoid f(int *p, Tensor x) { enum { N = 32 }; k<N><<<1, 64>>>(p); }",
        "struct P { enum { N = 64 }; }; struct Q { enum { N = 32 }; };\n\
         void f(int *p, Tensor x) { using P = Q; k<P::N><<<1, 64>>>(p); }",
        "constexpr int B = 64;\ntemplate<int B> struct L { static void go(int *p) { k<B><<<1, 64>>>(p); } };",
        "constexpr int M = 64;\nstruct L : Base { void go(int *p, Tensor x) { k<M><<<1, 64>>>(p); } };",
        "void f(float *p, Tensor x) { using R = float; t<R><<<1, 64>>>(p); }\n\
         template<class R> void g(R *p) { t<R><<<1, 64>>>(p); }",
        // It is no launch that is read.
        "void f(int *p) { k<64><<<1, 64>>>(p); launch(k<32>, p); }",
        "void f(int *p) { k<64><<<1, 64>>>(p); launch<k<32>>(p); }",
    ];
    let status = |host: &str| {
        let kernel = match host.contains("t<") {
            true => of_type,
            false => of_number,
        };
        let home = folder(&[("k.cu", &format!("{kernel}\n{host}\n"))]);
        let args = [
            "races",
            "--jobs",
            "1",
            "--no-bounds",
            "--deny",
            "launches",
            "k.cu",
        ];
        alpinist_in(home.path(), &args)
    };
    for host in none.iter().chain(&seen) {
        let run = status(host);
        assert_eq!(run.status, 0, "{host}: {}", run.stderr);
    }
    for host in told {
        let run = status(host);
        assert_eq!(run.status, 3, "{host}: {}", run.stderr);
    }
}

const PYTHON: &str = "import cupy as cp
import numpy as np

N = 1 << 10
S = r'''
extern \"C\" __global__ void scale(float *a, const float *b, int n, float s) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = b[i] * s;
}
'''
OTHER = r'''
extern \"C\" __global__ void other(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = 1;
}
'''
scale = cp.RawKernel(S, 'scale')
wrong = cp.RawKernel(OTHER, 'scale')

def main(w):
    blocks = (N + 255) // 256
    x = cp.zeros(N, dtype=cp.float32)
    y = cp.empty_like(x)
    z = cp.zeros(N - 1, dtype=cp.float32)
    h = cp.zeros(N, dtype=cp.float16)
    scale((blocks,), (256,), (x, y, np.int32(N), np.float32(2)))  # meets
    scale((blocks,), (256,), (x, x, x.size, np.float32(2)))  # meets
    scale((blocks,), (256,), (x, z, np.int32(N), np.float32(2)))  # violates
    scale((blocks,), (256,), (x, h, np.int32(N), np.float32(2)))  # violates
    scale((blocks,), (256,), (x, y, np.int16(9), np.float32(2)))  # unchecked
    scale((blocks,), (256,), (x, w, np.int32(N), np.float32(2)))  # unchecked
    scale((blocks,), (256,), (x[1:], y, np.int32(N), np.float32(2)))  # unchecked
    wrong((blocks,), (256,), (x, y, np.int32(N), np.float32(2)))  # unchecked
    if w:
        v = cp.zeros(N, dtype=cp.float32)
    scale((blocks,), (256,), (x, v, np.int32(N), np.float32(2)))  # unchecked
";

#[test]
fn what_python_passes_is_held_against_the_contract() {
    if Program::find().is_none() {
        say("skipped: there is no clang (./x setup)");
        return;
    }
    let home = folder(&[("k.py", PYTHON)]);
    let args = ["races", "--jobs", "1", "--format", "json", "k.py"];
    let run = alpinist_in(home.path(), &args);
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    let all = |of: &Value, key: &str| of[key].as_array().cloned().unwrap_or_default();
    let files = all(&report, "files");
    let kernels: Vec<Value> = files.iter().flat_map(|file| all(file, "kernels")).collect();
    let scale = kernels.iter().find(|one| one["name"] == "scale").unwrap();
    let found: Vec<(u64, String)> = all(scale, "launches")
        .iter()
        .filter_map(|one| Some((one["line"].as_u64()?, one["status"].as_str()?.to_owned())))
        .collect();
    let expected: Vec<(u64, String)> = PYTHON
        .lines()
        .zip(1..)
        .filter_map(|(line, at)| Some((at, line.split_once("  # ")?.1.to_owned())))
        .collect();
    assert_eq!(found, expected, "{}", run.stderr);
    let assumed = all(scale, "assumptions");
    assert!(
        assumed.contains(&json!("`N` is 1024, as line 4 has it")),
        "{assumed:?}"
    );
}

const SHORT: &str = "__global__ void add(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] += 1;
}
int main() {
  float *a;
  cudaMalloc(&a, 100 * sizeof(float));
  add<<<4, 256>>>(a, 1000);
}
";

#[test]
fn a_violated_clause_is_reported_where_the_launch_is() {
    if Program::find().is_none() {
        say("skipped: there is no clang (./x setup)");
        return;
    }
    let home = folder(&[("k.cu", SHORT)]);
    let of = |format: &str| {
        let run = alpinist_in(home.path(), &["races", "--format", format, "k.cu"]);
        assert_eq!(run.status, 1, "{}", run.stderr);
        run.stdout
    };
    let sarif: Value = serde_json::from_str(&of("sarif")).unwrap();
    let result = &sarif["runs"][0]["results"][0];
    assert_eq!(
        (&result["ruleId"], &result["level"]),
        (&json!("K310"), &json!("error"))
    );
    let line = |location: &Value| location["physicalLocation"]["region"]["startLine"].clone();
    assert_eq!(line(&result["locations"][0]), json!(8));
    let related = &result["relatedLocations"][0];
    assert_eq!(
        (line(related), &related["message"]["text"]),
        (json!(1), &json!("the kernel"))
    );
    let github = of("github");
    assert!(github.starts_with("::error file=k.cu,line=8,"), "{github}");
    let args = ["review", "--html", "page.html", "k.cu"];
    assert_eq!(alpinist_in(home.path(), &args).status, 1);
    let page = std::fs::read_to_string(home.path().join("page.html")).unwrap();
    assert!(page.contains("this launch violates the contract of `add`"));
}

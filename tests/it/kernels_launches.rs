//! Launches of templates: one that may start an instance which is not read is said not to be checked.

use crate::common::{alpinist_in, folder, say};
use clang::find::Program;

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

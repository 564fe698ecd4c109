#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::super::{Around, launches};
use super::Memory;

/// What is said of the first two arguments of the last launch, or of the pointers in the first.
fn said(text: &str) -> &'static str {
    let found = launches(text, 0, &[], &Around::default());
    let memory: &Memory = &found.last().expect("a launch").memory;
    let same = |way: &std::collections::BTreeSet<(usize, usize)>| way.contains(&(0, 1));
    let of = |pair: (usize, usize)| matches!(pair, (0, 1) | (0, 0));
    let mut meetings = memory.meetings.iter().filter(|one| of(one.arguments));
    match memory.passed {
        None => "not read",
        Some(_) if meetings.clone().any(|one| !one.parts) => "may be one",
        Some(_) if memory.ways.iter().any(same) => "one",
        Some(_) if meetings.next().is_some() => "parts",
        Some(_) => "apart",
    }
}

#[test]
fn what_comes_from_different_variables_is_apart() {
    let mut wrong = Vec::new();
    for text in [
        "struct S { S(int *x, int *y); int *a, *b; void go() { k<<<1, 1>>>(a, b); } }; S::S(int *x, int *y) : a(x), b(y) {}",
        "void f(int *a, int *b) { int *v[2] = {a, b}; k<<<1, 1>>>(v[0], v[1]); }",
        "struct S { int *x, *y; }; S mk(int *a, int *b) { S s; s.x = a; s.y = b; return s; } void f(int *d, int *e) { S s = mk(d, e); k<<<1, 1>>>(s.x, s.y); }",
        "void f(int n) { int *a, *b; int *h = new int[n]; int *g = new int[n]; cudaMalloc(&a, n); cudaMalloc(&b, n); cudaMemcpy(a, h, n, cudaMemcpyHostToDevice); cudaMemcpy(b, h, n, x); k<<<1, 1>>>(a, b); cudaMemcpy(h, b, n, x); }",
        // Made for a type, which calls nothing.
        "template <class T> void run(T *p, T *q) { k<<<1, 1>>>(p, q); } template void run<int>(int *p, int *q);",
        "template <class T> void f(D<T> *d) { k<<<1, 1>>>((typename V<T>::Type *)d[0].x, (typename V<T>::Type *)d[0].y); } template void f<int>(D<int> *d);",
        "void f(int *a, int *c, int n) { int *b = c; k<<<1, 256>>>(a, b, n); }",
        "void f(int *a, int *d, int *c, int n, bool q) { int *b = q ? d : c; k<<<1, 256>>>(a, b, n); }",
        "struct S { int *d, *e; void f(int n) { k<<<1, 256>>>(this->d, e, n); } };",
        "void f(int *a, int *b, int n) { k<<<1, 256>>>((int *)(uintptr_t)a, (int *)(void *)b, n); }",
        "void f(thrust::device_vector<int> &v, thrust::device_vector<int> &w, int n) { k<<<1, 256>>>(v.data().get(), thrust::raw_pointer_cast(w.data()), n); }",
        "void f(int *a, int *b, int n) { void *args[] = {&a, &b, &n}; cudaLaunchKernel((void *)k, dim3((n + 255) / 256), dim3(256), args, 0, 0); }",
        "void run(int *p, int *q, int n) { k<<<1, 256>>>(p, q, n); } int main() { int *d, *e; int n = 100; cudaMalloc(&d, 4 * n); cudaMalloc(&e, 4 * n); run(d, e, n); run(e, d, n); }",
        "int main() { int *d, *e; int n = 100; cudaMalloc(&d, 4 * n); cudaMalloc(&e, 4 * n); auto run = [&](int *p, int *q) { k<<<1, 256>>>(p, q, n); }; run(d, e); }",
        "#define A a\nvoid f(int *a, int *b, int n) { k<<<1, 256>>>(A, b, n); }",
        "#define LAUNCH(x, y) k<<<1, 256>>>(x, y, n)\nvoid f(int *a, int *b, int n) { LAUNCH(a, b); }",
        "void f(int *a, int *b, int n) { P p = {a, b}; k<<<1, 256>>>(p, n); }",
        "void f(int *a, int *b, int n) { k<<<1, 256>>>(P{a, b}, n); }",
        "void f(int *a, int *b, int n) { P p; p.x = a; p.y = b; k<<<1, 256>>>(p, n); }",
        "struct Q { int *x; }; void f(int *a, int *b, int n) { Q p; p.x = b; k<<<1, 256>>>(p.x, a, n); }",
        "void f(torch::Tensor x, int n) { auto y = x.clone(); k<<<1, 256>>>(y.data_ptr<int>(), x.data_ptr<int>(), n); }",
        "torch::Tensor f(torch::Tensor x, int n) { auto y = torch::empty_like(x); k<<<1, 256>>>(y.data_ptr<int>(), x.data_ptr<int>(), n); return y; }",
        "torch::Tensor f(torch::Tensor x, int n) { x = x.contiguous(); auto y = torch::zeros({x.size(0)}, x.options()); k<<<1, 256>>>(y.data_ptr<int>(), x.data_ptr<int>(), n); return y; }",
        "void f(int *a, int *b, int n) { for (int i = 0; i < 9; i++) { k<<<1, 256>>>(a, b, n); std::swap(a, b); } }",
        "int main() { int n = 100; int *a, *b; cudaMalloc(&a, 400); cudaMalloc(&b, 400); int *in = a; int *out = b; for (int i = 0; i < 9; i++) { k<<<1, 256>>>(out, in, n); std::swap(in, out); } }",
        "void f(int *a, int *b, int n) { for (int i = 0; i < 9; i++) { k<<<1, 256>>>(a, b, n); int *t = a; a = b; b = t; } }",
        "int main() { int n = 100; int *a, *b; cudaMalloc(&a, 400); cudaMalloc(&b, 400); for (int i = 0; i < 9; i++) { k<<<1, 256>>>(a, b, n); std::swap(a, b); } }",
        "void f(int *a, int *b, int *c, int n) { for (int i = 0; i < 9; i++) { k<<<1, 256>>>(a, b, n); int *t = a; a = b; b = c; c = t; } }",
        "void f(int *a, int *b, int n) { for (int i = 0; i < 9; i++) { int *cur = i % 2 ? a : b; int *nxt = i % 2 ? b : a; k<<<1, 256>>>(cur, nxt, n); } }",
        "void f(int *a, int *b, int n) { for (int i = 0; i < 9; i++) k<<<1, 256>>>(i % 2 ? a : b, i % 2 ? b : a, n); }",
        "void f(int *a, int *b, int n) { int *cur, *nxt; for (int i = 0; i < 9; i++) { if (i % 2) { cur = a; nxt = b; } else { cur = b; nxt = a; } k<<<1, 256>>>(cur, nxt, n); } }",
        "int main() { int n = 100; int *d[2]; cudaMalloc(&d[0], 400); cudaMalloc(&d[1], 400); for (int i = 0; i < 9; i++) k<<<1, 256>>>(d[i % 2], d[(i + 1) % 2], n); }",
        "int main() { int n = 100; int *d[2]; cudaMalloc(&d[0], 400); cudaMalloc(&d[1], 400); int cur = 0; for (int i = 0; i < 9; i++) { k<<<1, 256>>>(d[cur], d[1 - cur], n); cur = 1 - cur; } }",
        "struct S { int *a, *b; S(int *x, int *y) : a(x), b(y) {} void go(int n) { k<<<1, 256>>>(a, b, n); } }; void f(int *d, int *e, int n) { S s(d, e); s.go(n); }",
        "int *mk(int n) { int *p; cudaMalloc(&p, n); return p; } void f(int n) { int *a = mk(n); int *b = mk(n); k<<<1, 256>>>(a, b, n); }",
        "void mk(int **p, int n) { cudaMalloc(p, n); } void f(int n) { int *a, *b; mk(&a, n); mk(&b, n); k<<<1, 256>>>(a, b, n); }",
        "int main() { int n = 100; int *x, *y; cudaMallocManaged(&x, 400); cudaMallocManaged(&y, 400); for (int i = 0; i < n; i++) { x[i] = i; y[i] = x[i] * 2; } k<<<1, 256>>>(x, y, n); }",
    ] {
        wrong.extend((said(text) != "apart").then(|| format!("{}: {text}", said(text))));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_may_be_one_memory_is_not_apart() {
    let mut wrong = Vec::new();
    for text in [
        "void f(int *a, int *b, bool c) { int *t = b; if (c) t = a; a = b; b = t; k<<<1, 1>>>(a, b); }",
        "void f(int *a, int *b, bool c) { int *x, *y; x = a; y = b; if (c) x = b; y = a; k<<<1, 1>>>(x, y); x = y; }",
        "void f(int **d) { k<<<1, 1>>>(d[0], d[1]); } void g(int *a) { int *v[2] = {a, a}; f(v); }",
        "void f(int *a) { int *v[2]; int **p = v; p[0] = a; p[1] = a; k<<<1, 1>>>(v[0], v[1]); }",
        "struct S { int *x, *y; }; void f(int *d) { S *s = new S{d, d}; k<<<1, 1>>>(s->x, d); }",
        "struct R { void operator()(int *p, int *q) { k<<<1, 1>>>(p, q); } }; void f(int *d) { R r; r(d, d); }",
        "#define SET b = a;\nvoid f(int *a, int *c) { int *b = c; SET k<<<1, 1>>>(a, b); }",
        "#define SET(x, y) do { x = y; } while (0)\nvoid f(int *a, int *c) { int *b = c; SET(b, a); k<<<1, 1>>>(a, b); }",
        "void f(int *a, int *d) { std::exchange(a, d); k<<<1, 1>>>(a, d); }",
        "void f(int *a) { size_t p = (size_t)a; k<<<1, 1>>>((int *)p, a); }",
        "void f(int *d, int *e) { int *v[2] = {e, e}; int **p = v; p[0] = d; k<<<1, 1>>>(v[0], d); }",
        "void f(int *d) { std::vector<int *> v(2); v.at(0) = d; k<<<1, 1>>>(v[0], d); }",
        "struct S { int *x; }; void f(int *d) { S s; S *p = &s; p->x = d; k<<<1, 1>>>(s.x, d); }",
        "struct S { int *x; }; void f(int *d) { S s[2]; S *p = s; p->x = d; k<<<1, 1>>>(s[0].x, d); }",
        "struct S { int *x, *y; }; S mk(int *a, int *b) { S s; s.x = a; s.y = b; return s; } void f(int *d) { S s = mk(d, d); k<<<1, 1>>>(s.x, s.y); }",
        "void f(int *d) { std::vector<int *> v(2); int *w[1]; w[0] = d; memcpy(v.data(), w, 8); k<<<1, 1>>>(v[0], d); }",
        "__global__ void p(int *x, int *y) { k<<<1, 1>>>(x, y); } void f(int *d) { p<<<1, 1>>>(d, d); }",
        "void f(int *d) { cudaLaunchKernelEx(&config, k, d, d); }",
        "struct S { int *d; void set(int *e) { d = e; } void go(int *e) { k<<<1, 1>>>(d, e); } }; void f(int *d) { S s; s.set(d); s.go(d); }",
        "void f(int *a, int n) { int *b = a; k<<<1, 256>>>(a, b, n); }",
        "void f(int *a, int n) { int *b; b = a; k<<<1, 256>>>(a, b, n); }",
        "void f(int *a, int *c, int n) { int *b = c; if (n > 3) b = a; k<<<1, 256>>>(a, b, n); }",
        "void f(int *a, int *c, int n, bool q) { int *b = q ? a : c; k<<<1, 256>>>(a, b, n); }",
        "void f(int *a, int n) { auto b = a + 1; k<<<1, 256>>>(a, b, n); }",
        "void f(int *a, int n) { int *&r = a; k<<<1, 256>>>(a, r, n); }",
        "void f(int *a, int *c, int n) { int *&r = a; r = c; k<<<1, 256>>>(a, c, n); }",
        "void f(int *a, int n) { k<<<1, 256>>>(a, &*a, n); }",
        "void f(int *a, int n) { k<<<1, 256>>>(a, *&a, n); }",
        "struct S { int *d; void f(int n) { k<<<1, 256>>>(this->d, d, n); } };",
        "struct S { int *d; void f(int n) { k<<<1, 256>>>((*this).d, d, n); } };",
        "typedef int *P; void f(int *a, int n) { k<<<1, 256>>>((P)a, a, n); }",
        "template <typename T> void f(int *a, int n) { k<<<1, 256>>>((T *)a, a, n); } template void f<int>(int *, int);",
        "typedef int *P; void f(int *a, int n) { k<<<1, 256>>>(static_cast<P>(a), a, n); }",
        "typedef int *P; void f(int *a, int n) { k<<<1, 256>>>(P(a), a, n); }",
        "void f(int *a, int n) { k<<<1, 256>>>((int *)(void *)a, a, n); }",
        "void f(int *a, int n) { k<<<1, 256>>>((int *)(uintptr_t)a, a, n); }",
        "void f(thrust::device_vector<int> &v, int n) { k<<<1, 256>>>(thrust::raw_pointer_cast(&v[0]), thrust::raw_pointer_cast(v.data()), n); }",
        "void f(thrust::device_vector<int> &v, int n) { k<<<1, 256>>>(v.data().get(), thrust::raw_pointer_cast(v.data()), n); }",
        "void f(int *a, int n) { void *args[] = {&a, &a, &n}; cudaLaunchKernel((void *)k, dim3((n + 255) / 256), dim3(256), args, 0, 0); }",
        "void f(int *a, int n) { void *args[] = {(void *)&a, (void *)&a, &n}; cudaLaunchKernel((const void *)&k, dim3((n + 255) / 256), dim3(256), args, 0, 0); }",
        "void f(int *a, int *b, int n) { void *args[3]; args[0] = &a; args[1] = &a; args[2] = &n; cudaLaunchKernel((const void *)&k, dim3((n + 255) / 256), dim3(256), args, 0, 0); }",
        "void run(int *p, int *q, int n) { k<<<1, 256>>>(p, q, n); } int main() { int *d; int n = 100; cudaMalloc(&d, 4 * n); run(d, d, n); }",
        "void run(int *p, int *q, int n) { k<<<1, 256>>>(p, q, n); } void go(int *x, int *y, int n) { run(x, y, n); } int main() { int *d; int n = 100; cudaMalloc(&d, 4 * n); go(d, d, n); }",
        "template <typename T> void run(T *p, T *q, int n) { k<<<1, 256>>>(p, q, n); } int main() { int *d; int n = 100; cudaMalloc(&d, 4 * n); run<int>(d, d, n); }",
        "int main() { int *d; int n = 100; cudaMalloc(&d, 4 * n); auto run = [&](int *p, int *q) { k<<<1, 256>>>(p, q, n); }; run(d, d); }",
        "#define ARGS a, a\nvoid f(int *a, int n) { k<<<1, 256>>>(ARGS, n); }",
        "#define A a\nvoid f(int *a, int n) { k<<<1, 256>>>(A, a, n); }",
        "#define LAUNCH(x, y) k<<<1, 256>>>(x, y, n)\nvoid f(int *a, int n) { LAUNCH(a, a); }",
        "void f(int *a, int n) { P p = {a, a}; k<<<1, 256>>>(p, n); }",
        "void f(int *a, int n) { k<<<1, 256>>>(P{a, a}, n); }",
        "void f(int *a, int n) { P p; p.x = a; p.y = a; k<<<1, 256>>>(p, n); }",
        "void g(P p, int n) { k<<<1, 256>>>(p, n); } void f(int *a, int n) { g(P{a, a}, n); }",
        "struct Q { int *x; }; void f(int *a, int n) { Q p; p.x = a; k<<<1, 256>>>(p.x, a, n); }",
        "void f(torch::Tensor x, int n) { auto y = x; k<<<1, 256>>>(y.data_ptr<int>(), x.data_ptr<int>(), n); }",
        "void f(torch::Tensor x, int n) { auto y = x.view({-1}); k<<<1, 256>>>(y.data_ptr<int>(), x.data_ptr<int>(), n); }",
        "void f(torch::Tensor x, int n) { auto y = x.contiguous(); k<<<1, 256>>>(y.data_ptr<int>(), x.data_ptr<int>(), n); }",
        "void f(torch::Tensor x, int n) { auto y = x.t(); k<<<1, 256>>>(y.data_ptr<int>(), x.data_ptr<int>(), n); }",
        "void f(int *a, int *b, int n) { for (int i = 0; i < 9; i++) { k<<<1, 256>>>(a, b, n); int *t = a; a = b; b = a; } }",
        "void f(int *x, int *y, int n) { int *b = y; for (int i = 0; i < 9; i++) { int *a = x; std::swap(a, b); k<<<1, 256>>>(a, b, n); } }",
        "void f(int *d, int n) { int *a = d; int *b = d; for (int i = 0; i < 9; i++) { k<<<1, 256>>>(a, b, n); std::swap(a, b); } }",
        "void f(int *a, int *b, int *c, int n) { for (int i = 0; i < 9; i++) { k<<<1, 256>>>(a, b, n); int *t = a; a = b; b = c; c = b; } }",
        "void f(int *a, int *b, int n) { for (int i = 0; i < 9; i++) { int *cur = i % 2 ? a : b; int *nxt = i % 3 ? b : a; k<<<1, 256>>>(cur, nxt, n); } }",
        "void f(int *a, int *b, int n) { int *cur, *nxt; for (int i = 0; i < 9; i++) { if (i % 2) { cur = a; nxt = b; } else { cur = b; nxt = b; } k<<<1, 256>>>(cur, nxt, n); } }",
        "int main() { int n = 100; int *d[2]; cudaMalloc(&d[0], 400); cudaMalloc(&d[1], 400); for (int i = 0; i < 9; i++) for (int j = 0; j < 2; j++) k<<<1, 256>>>(d[i % 2], d[j], n); }",
        "struct S { int *a, *b; S(int *x, int *y) : a(x), b(y) {} void go(int n) { k<<<1, 256>>>(a, b, n); } }; void f(int *d, int n) { S s(d, d); s.go(n); }",
        "int *id(int *p) { return p; } void f(int *d, int n) { k<<<1, 256>>>(id(d), d, n); }",
        "int *pool; int *get() { return pool; } void f(int n) { k<<<1, 256>>>(get(), pool, n); }",
        "void mk(int **p, int *q) { *p = q; } void f(int *d, int n) { int *a, *b; mk(&a, d); mk(&b, d); k<<<1, 256>>>(a, b, n); }",
        "void mk(int *&p, int *q) { p = q; } void f(int *d, int n) { int *a, *b; mk(a, d); mk(b, d); k<<<1, 256>>>(a, b, n); }",
        "void f(int *d, int *e, int n) { int *a = e; int **pp = &a; *pp = d; k<<<1, 256>>>(a, d, n); }",
        "void run(int *p, int *q, int n) { k<<<1, 256>>>(p, q, n); } void f(int *d, int n) { std::thread t(run, d, d, n); t.join(); }",
        "void run(int *p, int *q, int n) { k<<<1, 256>>>(p, q, n); } void f(int *d, int n) { auto g = run; g(d, d, n); }",
        "void f(int *d, int n) { auto [a, b] = std::make_tuple(d, d); k<<<1, 256>>>(a, b, n); }",
        "void f(int *d, int n) { std::vector<int *> v; v.push_back(d); k<<<1, 256>>>(v[0], d, n); }",
        "void f(int *d, int n) { for (int *p : {d, d}) k<<<1, 256>>>(p, d, n); }",
    ] {
        let told = matches!(said(text), "one" | "may be one" | "not read");
        wrong.extend((!told).then(|| format!("{}: {text}", said(text))));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn parts_of_one_memory_need_not_overlap() {
    for arguments in [
        "a, a + m",
        "a + m, a",
        "a, &a[m]",
        "a + m, a + 2 * m",
        "&a[i * m], &a[(i + 1) * m]",
        "b, a",
    ] {
        let text = format!(
            "void f(int *a, int m, int i) {{ int *b = a + m; k<<<1, 256>>>({arguments}, m); }}"
        );
        assert_eq!(said(&text), "parts", "{text}");
    }
    for arguments in [
        "a, a + 1",
        "a + m, a + m + 1",
        "&a[i], &a[i + 1]",
        "a, a + one",
        "a + 1, a + 2",
        "a - 1, a",
        "1 + a, a",
    ] {
        let text = format!(
            "void f(int *a, int m, int i) {{ const int one = 1; k<<<1, 256>>>({arguments}, m); }}"
        );
        assert_eq!(said(&text), "may be one", "{text}");
    }
    for text in [
        // Zero in the first round.
        "void f(int *a, int m) { for (int i = 0; i < m; i++) k<<<1, 256>>>(a, a + i * m, m); }",
        // Other units.
        "void f(int *a, int m) { k<<<1, 256>>>((char *)a + 4 * m, a + m, m); }",
        "void f(int *a, int m) { int *b = a + m; k<<<1, 256>>>(b, a + m, m); }",
    ] {
        assert!(
            matches!(said(text), "one" | "may be one"),
            "{}: {text}",
            said(text)
        );
    }
    let carved = "void f(int *a, int m) { int at = 0; int *x = a + at; at += m; int *y = a + at; k<<<1, 256>>>(x, y, m); }";
    assert_eq!(said(carved), "parts");
    let not_carved = "void f(int *a, int m) { int at = 0; int *x = a + at; int *y = a + at; at += m; k<<<1, 256>>>(x, y, m); }";
    assert!(matches!(said(not_carved), "one" | "may be one"));
}

#[test]
fn one_address_is_shown_where_it_is_written_otherwise() {
    for (one, other) in [
        ("d", "d"),
        ("(float *)d", "d"),
        ("((const int*) (d))", "reinterpret_cast<int *>(d)"),
        ("x.data_ptr<float>()", "x.data_ptr<scalar_t>()"),
        ("d + n", "d+n"),
        ("x.mutable_data_ptr<int>()", "x.const_data_ptr<int>()"),
        ("::d", "::d"),
        ("&a[i]", "& a[ i ]"),
        ("&*d", "*&d"),
        ("&v[0]", "v.data()"),
        ("thrust::raw_pointer_cast(v.data())", "v.data().get()"),
        ("this->d", "(*this).d"),
        ("b", "d"),
    ] {
        let text = format!(
            "void f(int *d, int n, int *a, int i) {{ int *b = d; k<<<1, 256>>>({one}, {other}, n); }}"
        );
        assert_eq!(said(&text), "one", "{text}");
    }
    for (one, other) in [
        ("d", "a"),
        ("nullptr", "nullptr"),
        ("NULL", "NULL"),
        ("0", "0"),
        ("x.data_ptr<float>()", "y.data_ptr<float>()"),
        ("d", "::d"),
    ] {
        let text =
            format!("void f(int *d, int n, int *a, int i) {{ k<<<1, 256>>>({one}, {other}, n); }}");
        assert_eq!(said(&text), "apart", "{text}");
    }
}

#[test]
fn calls_may_give_one_address_or_two() {
    let found = launches(
        "void f() { k<<<1, 1>>>(next(), next()); }",
        0,
        &[],
        &Around::default(),
    );
    assert_eq!(found.last().unwrap().memory.ways.len(), 2);
    let text = "void run(int *p, int *q) { k<<<1, 1>>>(p, q); } void f(int *d) { run(d, d); }";
    let found = launches(text, 0, &[], &Around::default());
    assert_eq!(found.last().unwrap().memory.ways.len(), 2);
}

#[test]
fn variables_of_the_file_are_named() {
    for text in [
        "__device__ int g[9]; void f() { int *p; cudaGetSymbolAddress((void **)&p, g); k<<<1, 1>>>(p); }",
        "__managed__ int g[9]; void f() { k<<<1, 1>>>(g); }",
        "__managed__ int g[9]; void f() { int *p = &g[2]; k<<<1, 1>>>(p); }",
    ] {
        let found = launches(text, 0, &[], &Around::default());
        let variables = &found.last().unwrap().memory.variables;
        assert!(variables.contains(&(0, "g".to_owned())), "{text}");
    }
}

#[test]
fn nothing_is_too_deep() {
    for (one, other) in [
        ("(", ")"),
        ("*", ""),
        ("-", ""),
        ("f(", ")"),
        ("&", ""),
        ("a + ", ""),
        ("{", "}"),
        ("c ? a : ", ""),
    ] {
        let text = format!(
            "void f(int *a) {{ int *b = {}a{}; k<<<1, 1>>>(a, b); }}",
            one.repeat(400),
            other.repeat(400)
        );
        said(&text);
    }
    let chain: String = (1..500)
        .map(|at| format!("int *v{at} = v{}; ", at - 1))
        .collect();
    said(&format!(
        "void f(int *v0) {{ {chain} k<<<1, 1>>>(v0, v499); }}"
    ));
    for text in [
        "void f() { int *d[2] = {; k<<<1, 1>>>(d[0], d[1]); }",
        "k<<<1, 1>>>(a = {",
        "void f() { x = = ; a.b( = ; k<<<1,1>>>(&, *, .) }",
    ] {
        launches(text, 0, &[], &Around::default());
    }
}

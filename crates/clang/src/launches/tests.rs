#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::*;

fn one(text: &str) -> Launch {
    let found = launches(text, 0, &[], &Around::default());
    assert_eq!(found.len(), 1, "{found:?}");
    found.into_iter().next().unwrap()
}

#[test]
fn constants_beside_the_launch_have_values() {
    let launch = one(
        "void f(int n) { const int threads = 256; dim3 block(16, threads / 16);
        k<<<(n + threads - 1) / threads, block, threads * sizeof(float)>>>(n); }",
    );
    assert_eq!(launch.kernel, "k");
    assert_eq!(launch.block.values(), Some([16, 16, 1]));
    assert_eq!(launch.shared.value, Some(1024));
    assert_eq!(
        launch.grid.sizes[0].formula.to_string(),
        "(n + 256 - 1) / 256"
    );
    assert_eq!(launch.grid.values(), None);
}

#[test]
fn dispatch_macros_and_template_arguments() {
    let launch = one("AT_DISPATCH_FLOATING_TYPES(x.type(), \"k\", ([&] {
        constexpr int B = 128; ns::k<scalar_t, B><<<dim3(x.size(0), 2), dim3(B), 0, s>>>(x.data<scalar_t>()); }));");
    assert_eq!(launch.kernel, "ns::k");
    assert_eq!(launch.template_arguments, ["scalar_t", "128"]);
    assert_eq!(launch.block.values(), Some([128, 1, 1]));
    assert_eq!(launch.grid.sizes[0].formula.to_string(), "x.size(0)");
    assert_eq!(launch.grid.sizes[1].value, Some(2));
}

#[test]
fn what_stands_for_several_arguments_is_not_read() {
    let size = |text: &str| one(text).block.values();
    for text in [
        "#define C 1, 64\nvoid f() { k<<<C, 16>>>(); }",
        "#define C(x) x, 64\nvoid f() { k<<<C(1), 16>>>(); }",
        "#define D 1, 64\n#define C D\nvoid f() { k<<<C, 16>>>(); }",
        "#define D 1, 64\n#define C(x) x\nvoid f() { k<<<C(D), 16>>>(); }",
        "#define C(...) __VA_ARGS__\nvoid f() { k<<<C(1, 64), 16>>>(); }",
        "#define C(all...) all\nvoid f() { k<<<C(1, 64), 16>>>(); }",
        "#define COMMA ,\nvoid f() { k<<<1 COMMA 64, 16>>>(); }",
        "#define CD 1, 64\n#define J(a, b) a##b\nvoid f() { k<<<J(C, D), 16>>>(); }",
        "#define C 8, 8\nvoid f() { k<<<1, dim3(C)>>>(); }",
        "#define C 8, 8\nvoid f() { dim3 b(C); k<<<1, b>>>(); }",
        "#define C 1, 64\n#define L(c) k<<<c, 16>>>()\nvoid f() { L(C); }",
        "#define C 1, 64\n#define L k<<<C, 16>>>()\nvoid f() { L; }",
        "#define C 1, 64\ninline int h(int a, int b, int c = 0) { return b; }\n\
         void f() { k<<<1, h(C, 16)>>>(); }",
        "#de\\\nfine C 1, 64\nvoid f() { k<<<C, 16>>>(); }",
        "#define C 1, \\\n64\nvoid f() { k<<<C, 16>>>(); }",
    ] {
        assert_eq!(size(text), None, "{text}");
    }
    for text in [
        // Nobody uses it.
        "#define C 1, 64\nvoid f() { k<<<1, 16>>>(); }",
        "#define C g(1, 64)\nvoid f() { C; k<<<1, 16>>>(); }",
        "#define C(x, ...) g(x, __VA_ARGS__)\nvoid f() { C(1, 2); k<<<1, 16>>>(); }",
    ] {
        assert_eq!(size(text), Some([16, 1, 1]), "{text}");
    }
    let mut around = Around::default();
    around.add("#define C 1, 64\n");
    let found = launches("void f() { k<<<C, 16>>>(); }", 0, &[], &around);
    assert!(
        found.iter().all(|launch| launch.block.sizes.is_empty()),
        "{found:?}"
    );
    let found = launches(
        "void f() { k<<<C, 16>>>(); }",
        0,
        &["C=1, 64".to_owned()],
        &Around::default(),
    );
    assert!(
        found.iter().all(|launch| launch.block.sizes.is_empty()),
        "{found:?}"
    );
}

#[test]
fn usual_words_take_nothing_away() {
    let usual = "typedef unsigned int uint;
        void f(T x, int n) { const uint t = 64; k<<<n / 64, t>>>(x.data_ptr<float>(), y.data<int>(), n); }";
    let launch = one(usual);
    assert_eq!(launch.block.values(), Some([64, 1, 1]));
    assert_eq!(launch.arguments.len(), 3);
    for text in [
        "void f() { k<<<T<1, 2>::v, 64>>>(); }",
        "void f() { k<<<a < 1, b > 2, 64>>>(); }",
        "void f() { k<<<T<1>::v, U<2, 3>::v, 64>>>(); }",
    ] {
        assert_eq!(one(text).block.values(), None, "{text}");
    }
}

#[test]
fn what_changes_has_no_value() {
    for text in [
        "void f() { int t = 256; t *= 2; k<<<1, t>>>(); }",
        "void f() { int t = 256; g(&t); k<<<1, t>>>(); }",
        "void f() { int t = 256; for (int t = 1; t < 9; t++) k<<<1, t>>>(); }",
        "void f(int t = 256) { k<<<1, t>>>(); }",
        "void g() { int t = 256; } void f() { k<<<1, t>>>(); }",
        "void f() { int t = 256; auto h = [&](int t) { k<<<1, t>>>(); }; }",
        "void f() { dim3 t(32); t.y = 4; k<<<1, t>>>(); }",
        "void f() { int t = 256; std::cin >> t; k<<<1, t>>>(); }",
        "#define t 1\n#define t 2\nvoid f() { k<<<1, t>>>(); }",
        "void f() {\n#ifdef A\nint t = 512;\n#else\nint t = 256;\n#endif\nk<<<1, t>>>(); }",
        "void f() {\n#i\\\nfdef A\nint t = 512;\n#else\nint t = 256;\n#endif\nk<<<1, t>>>(); }",
        "#de\\\nfine M(x) ++x\nvoid f() { int t = 256; g(M(t + 1)); k<<<1, t>>>(); }",
        "#define M(x) ++x\nvoid f() { int t = 256; g(M(t + 1)); k<<<1, t>>>(); }",
        "void f() { int t = 256; while (t > 32) { k<<<1, t>>>(); t /= 2; } }",
        "void f() { int t = 256; auto h = [&] { k<<<1, t>>>(); }; h(); t = 128; h(); }",
        "void f() { int t = 256; again: k<<<1, t>>>(); t /= 2; if (t) goto again; }",
    ] {
        assert_eq!(one(text).block.values(), None, "{text}");
    }
}

#[test]
fn macros_may_change_what_they_are_given_a_part_of() {
    let value = |macros: &str, use_of_it: &str| {
        let text = format!("{macros}\nvoid f() {{ int t = 256; g({use_of_it}); k<<<1, t>>>(); }}");
        one(&text).block.values()
    };
    for (macros, use_of_it) in [
        ("#define M(x) ++x", "M(t + 1)"),
        ("#define M(x) --x", "1 + M(t / 2)"),
        ("#define M(x) x++", "M(1 + t)"),
        ("#define M(x) x = 7", "M(y ? z : t)"),
        ("#define M(x) x <<= 1", "M(y = t)"),
        ("#define M(x) *&x", "M(t + 1)"),
        ("#define M(x) (in >> x)", "M(t + 1)"),
        ("#define M(x) ++\\\n  x", "M(t + 1)"),
        ("#define M(...) ++__VA_ARGS__", "M(t + 1)"),
        ("#define M(all...) ++all", "M(t + 1)"),
        ("#define A M\n#define M(x) ++x", "A(t + 1)"),
        ("#define A(y) M(y)\n#define M(x) ++x", "A(t + 1)"),
        ("#define A(m, y) m(y)\n#define M(x) ++x", "A(M, t + 1)"),
        ("#define M(x) ++x", "M((t) + 1)"),
        ("#define M(x, y) ++y", "M({1, t + 2})"),
    ] {
        assert_eq!(value(macros, use_of_it), None, "{macros}: {use_of_it}");
    }
    for (macros, use_of_it) in [
        ("#define CHECK(x) if (!(x)) exit(1)", "CHECK(t + 1 > 2)"),
        ("#define UP(x) (((x) + 31) & ~31)", "UP(t + 1)"),
        ("#define BOTH(x, y) (x == y && x)", "BOTH(t + 1, 2)"),
        ("#define M(x) ++x\n", "t + 1"),
    ] {
        assert_eq!(
            value(macros, use_of_it),
            Some([256, 1, 1]),
            "{macros}: {use_of_it}"
        );
    }
    // In a header.
    let mut around = Around::default();
    around.add("#define M(x) ++x\n");
    let text = "#define A M\nvoid f() { int t = 256; g(A(t + 1)); k<<<1, t>>>(); }";
    let found = launches(text, 0, &[], &around);
    assert_eq!(found.len(), 1);
    assert!(found.iter().all(|one| one.block.values().is_none()));
}

#[test]
fn macros_calls_and_aliases() {
    let launch = one(
        "#define T (1 << 5) // threads\nvoid f() { auto run = kern<float, T>; run<<<4, T>>>(); }",
    );
    assert_eq!(launch.kernel, "kern");
    assert_eq!(launch.template_arguments, ["float", "32"]);
    assert_eq!(launch.block.values(), Some([32, 1, 1]));
    let launch = one(
        "void f() { dim3 b{8, 8}; cudaLaunchCooperativeKernel((void *)kern, g, b, args, 64, 0); }",
    );
    assert_eq!(
        (launch.kernel.as_str(), launch.block.values()),
        ("kern", Some([8, 8, 1]))
    );
    assert_eq!(launch.shared.value, Some(64));
    assert!(launch.grid.sizes.is_empty());
}

#[test]
fn what_is_no_launch_is_none() {
    for text in [
        "a << b <<< c;",
        "x <<<",
        "k<<<1>>>();",
        "<<<1, 2>>>()",
        "k<<<1, 2",
        "k<<<f(, 2>>>()",
    ] {
        // Of any kernel, with any sizes.
        let found = launches(text, 0, &[], &Around::default());
        let says_nothing = |launch: &Launch| launch.indirect && launch.block.sizes.is_empty();
        assert!(found.iter().all(says_nothing), "{text}");
    }
}

#[test]
fn what_changes_after_the_launch_does_not_count() {
    for launch in [
        "void f() { int t = 256; k<<<1, t>>>(); t = 128; g(t); }",
        "void f() {\n#ifdef A\nint t = 256;\n#ifdef B\n#else\n#endif\nk<<<1, t>>>();\n#endif\n}",
    ] {
        assert_eq!(one(launch).block.values(), Some([256, 1, 1]), "{launch}");
    }
}

#[test]
fn arguments_and_what_is_known_of_their_names() {
    let fixed = |text: &str| -> Vec<String> { one(text).fixed.into_iter().collect() };
    let launch = one(
        "namespace a { void f(float *a, int n) { int blocks = (n + 255) / 256;
        k<<<blocks, 256>>>(a, n, n / 2); } }",
    );
    let passed: Vec<String> = launch
        .arguments
        .iter()
        .map(|q| q.formula.to_string())
        .collect();
    assert_eq!(passed, ["a", "n", "n / 2"]);
    assert_eq!(launch.grid.sizes[0].formula.to_string(), "(n + 255) / 256");
    assert!(launch.fixed.contains("n"));
    assert_eq!(
        fixed("void f(T x) { const int n = x.size(0); k<<<(n + 255) / 256, 256>>>(n); }"),
        ["n"]
    );
    for text in [
        "void f(int n) { int b = (n + 255) / 256; n = n / 2; k<<<b, 256>>>(n); }",
        "void f(int n) { int b = (n + 255) / 256; while (n) { k<<<b, 256>>>(n); n /= 2; } }",
        "void f(int n) { int b = (n + 255) / 256; { int n = g(); k<<<b, 256>>>(n); } }",
        "int n; void f() { int b = (n + 255) / 256; g(); k<<<b, 256>>>(n); }",
        "void f(float n) { k<<<n / 256, 256>>>(n); }",
        "void f(int n) { scan(&n); k<<<n / 256, 256>>>(n); }",
    ] {
        assert!(fixed(text).is_empty(), "{text}");
    }
}

/// The grid's first size of a launch, and the names that are known to be fixed.
fn grid(text: &str) -> (String, Vec<String>) {
    let launch = one(text);
    let formula = launch
        .grid
        .sizes
        .first()
        .map(|size| size.formula.to_string());
    (
        formula.unwrap_or_default(),
        launch.fixed.into_iter().collect(),
    )
}

#[test]
fn helpers_of_the_file_are_formulas() {
    let said = "(n + 256 - 1) / 256";
    for text in [
        "#define CEIL_DIV(a, b) (((a) + (b) - 1) / (b))\nvoid f(int n) { k<<<CEIL_DIV(n, 256), 256>>>(n); }",
        "#define CEIL_DIV(n, b) (((n) + (b) - 1) / (b))\nvoid f(int n) { int g = CEIL_DIV(n, 256); k<<<g, 256>>>(n); }",
        "#define DIVUP(a, b) \\\n  (((a) + (b) - 1) / (b))\nvoid f(int n) { dim3 g(DIVUP(n, 256)); k<<<g, 256>>>(n); }",
        "#define D(a, b) (a + b - 1) / b\nvoid f(int n) { k<<<D(n, 256), 256>>>(n); }",
        "#ifndef D\n#define D(a, b) ((a + b - 1) / b)\n#endif\nvoid f(int n) { k<<<D(n, 256), 256>>>(n); }",
        "int ceil_div(int a, int b) { return (a + b - 1) / b; } void f(int n) { k<<<ceil_div(n, 256), 256>>>(n); }",
        "namespace x { static constexpr int B = 256; inline int d(const int &a) { return (a + B - 1) / B; }\
         void f(int n) { k<<<d(n), B>>>(n); } }",
        "template <typename T> __host__ __device__ constexpr T d(T a, T b) { return (a + b - 1) / b; }\
         void f(int n) { const int t = 256; k<<<d(n, t), t>>>(n); }",
        "#define S(a, b) (a + b)\n#define D(a, b) ((S(a, b) - 1) / b)\nvoid f(int n) { k<<<D(n, 256), 256>>>(n); }",
    ] {
        assert_eq!(grid(text).0, said, "{text}");
    }
    let (formula, fixed) =
        grid("#define D(n, b) (((n) - 1) / (b) + 1)\nvoid f(int n) { k<<<D(n, 256), 256>>>(n); }");
    assert_eq!(formula, "(n - 1) / 256 + 1");
    assert_eq!(fixed, ["n"]);
    // What is put in binds as it is written.
    let (formula, _) =
        grid("#define D(a, b) (a / b)\nvoid f(int n) { k<<<D(n + 255, 256), 256>>>(n); }");
    assert_eq!(formula, "n + 255 / 256");
}

#[test]
fn what_is_no_helper_is_a_call() {
    for text in [
        // Not in the file, in another scope, after the launch.
        "void f(int n) { k<<<D(n, 256), 256>>>(n); }",
        "namespace x { int D(int a, int b) { return (a + b - 1) / b; } } void f(int n) { k<<<D(n, 256), 256>>>(n); }",
        "void f(int n) { k<<<D(n, 256), 256>>>(n); } int D(int a, int b) { return (a + b - 1) / b; }",
        // More than one.
        "int D(int a, int b) { return (a + b - 1) / b; } long D(long a, long b) { g(); return a / b; }\
         void f(int n) { k<<<D(n, 256), 256>>>(n); }",
        "#define D(a, b) ((a + b - 1) / b)\n#undef D\nvoid f(int n) { k<<<D(n, 256), 256>>>(n); }",
        "#ifdef X\n#define D(a, b) ((a + b - 1) / b)\n#else\nint D(int, int);\n#endif\nvoid f(int n) { k<<<D(n, 256), 256>>>(n); }",
        // Not a formula over whole numbers.
        "int D(int a, int b) { b++; return (a + b - 1) / b; } void f(int n) { k<<<D(n, 256), 256>>>(n); }",
        "int D(float a, int b) { return (a + b - 1) / b; } void f(int n) { k<<<D(n, 256), 256>>>(n); }",
        "char D(int a, int b) { return (a + b - 1) / b; } void f(int n) { k<<<D(n, 256), 256>>>(n); }",
        "int z; int D(int a, int b) { return (a + b - 1) / b + z; } void f(int n) { k<<<2 * D(n, 256), 256>>>(n); }",
        "#define D(a, b) a + b - 1\nvoid f(int n) { k<<<2 * D(n, 256), 256>>>(n); }",
        "#define D(a, b) ((a)++ / b)\nvoid f(int n) { k<<<D(n, 256), 256>>>(n); }",
        // Another number of arguments.
        "#define D(a, b) ((a + b - 1) / b)\nvoid f(int n) { k<<<D(n), 256>>>(n); }",
    ] {
        let (formula, _) = grid(text);
        let open = formula.is_empty() || formula.contains('D') || formula.contains('z');
        assert!(open, "{text}: {formula}");
    }
}

#[test]
fn a_helper_that_may_change_what_it_is_given_fixes_nothing() {
    for text in [
        "int D(int &a, int b) { return a / b; } void f(int n) { D(n, 2); k<<<n / 256, 256>>>(n); }",
        "#define D(a, b) ((a) = (b))\nvoid f(int n) { D(n, 2); k<<<n / 256, 256>>>(n); }",
        "#define D(a) { n = a; }\nvoid f(int n) { D(2); k<<<n / 256, 256>>>(n); }",
    ] {
        assert_eq!(grid(text).1, Vec::<String>::new(), "{text}");
    }
}

/// The sizes of the blocks of a launch, where they are known.
fn block(text: &str, defines: &[String]) -> Option<u64> {
    let found = launches(text, 0, defines, &Around::default());
    assert!(!found.is_empty(), "{text}");
    found
        .iter()
        .map(|launch| launch.block.sizes.first().and_then(|size| size.value))
        .next_back()
        .flatten()
}

#[test]
fn constants_that_are_hidden_have_no_value() {
    let known = "const int T = 32; void g(int T) { } enum { U = 1 };\n\
                 __global__ void k(int *a) { __shared__ int s[T]; if (T > 1 && a[T * 2] < T) a[T] = T; }\n\
                 struct C { void f(int *a) { k<<<1, T>>>(a); } };";
    assert_eq!(block(known, &[]), Some(32));
    for text in [
        "struct B { int T; }; const int T = 32; struct D : B { void g() { k<<<1, T>>>(); } };",
        "const int T = 32; struct C { int T; void g(); }; void C::g() { k<<<1, T>>>(); }",
        "const int T = 32; struct C : B { void g(); }; void C::g() { k<<<1, T>>>(); }",
        "const int T = 32; void f() { using n::T; k<<<1, T>>>(); }",
        "const int T = 32; void f() { enum { T = 64 }; k<<<1, T>>>(); }",
        "const int T = 32; void f() { enum { S, T }; k<<<1, T>>>(); }",
        "const int T = 32; void f() { auto [S, T] = g(); k<<<1, T>>>(); }",
        "const int T = 32; void f() { for (auto &&T : L) k<<<1, T>>>(); }",
        "const int T = 32; void f(int (&&T)) { k<<<1, T>>>(); }",
        "const int T = 32; void f(int *T) { k<<<1, *T>>>(); int *T; k<<<1, T>>>(); }",
        "const int T = 32; template <int (*F)(int), int T> void f() { k<<<1, T>>>(); }",
        "const int T = 32; void f() { int *S, *T(a); k<<<1, T>>>(); }",
        "const int T = 32; void f() { std::array<int, 3> T; k<<<1, T>>>(); }",
        "const int T = 32;\n#ifdef X\n#define T 64\n#endif\nvoid f() { k<<<1, T>>>(); }",
        "const int T = 32; void f() { k<<<1, T>>>(); }\n#define T 64\n",
        "#define T 64\n#undef T\nvoid f() { k<<<1, T>>>(); }",
        "const int T = 32;\n#define LAUNCH(K, B, T) K<<<B, T>>>()\n",
        "const int T = 64 - (65536u * 65536u >> 27); void f() { k<<<1, T>>>(); }",
        "struct S { const int T = 64; S() : T(128) {} void f() { k<<<1, T>>>(); } };",
        "struct S { const dim3 T = dim3(64); S(int n) : T(n) {} void f() { k<<<1, T>>>(); } };",
        "void f() { const double T = 64; k<<<1, T>>>(); }",
        "#define T 64\n#include \"t.h\"\nvoid f() { k<<<1, T>>>(); }",
        "void min(int &a, int b); void f() { int T = 64; min(T, 1); k<<<1, T>>>(); }",
        "const int T = (short)65568; void f() { k<<<1, T>>>(); }",
        "const int T = static_cast<unsigned char>(288); void f() { k<<<1, T>>>(); }",
    ] {
        assert_eq!(block(text, &[]), None, "{text}");
    }
    let usual = "#ifndef T\n#define T 32\n#endif\nvoid f() { k<<<1, T>>>(); }";
    assert_eq!(block(usual, &["U=64".to_owned()]), Some(32));
    assert_eq!(block(usual, &["T=64".to_owned()]), None);
}

#[test]
fn launches_that_cannot_be_read_may_be_any() {
    for text in [
        "void f() { (k)<<<1, 64>>>(); }",
        "void f() { t[0]<<<1, 64>>>(); }",
        "#define CONFIG 1, 64\nvoid f() { k<<<CONFIG>>>(); }",
        "void f() { k<<<1, )64>>>(); }",
        "void f() { cudaLaunchKernelEx(&config, k, 1); }",
        "void f() { cuLaunchKernel(k, 1, 1, 1, 64, 1, 1, 0, 0, 0, 0); }",
    ] {
        let found = launches(text, 0, &[], &Around::default());
        assert!(
            found
                .iter()
                .any(|one| one.indirect && one.block.sizes.is_empty()),
            "{text}"
        );
    }
}

#[test]
fn formulas_are_those_of_their_place() {
    for text in [
        // The names are those of the file, not of the function.
        "int n = 7; const int b = (n + 255) / 256; void f(int n) { k<<<b, 256>>>(n); }",
        // Set at the first call only.
        "void f(int n) { static const int b = (n + 255) / 256; k<<<b, 256>>>(n); }",
    ] {
        let launch = one(text);
        let size = launch.grid.sizes.first().map(|size| size.formula.clone());
        assert!(matches!(size, Some(Formula::Other(_))), "{text}: {size:?}");
    }
    let (_, fixed) = grid(
        "void f(int n) { std::reference_wrapper<int> r = n; r.get() = 7; k<<<(n + 255) / 256, 256>>>(n); }",
    );
    assert!(fixed.is_empty());
    for text in [
        "extern int n; void f() { const int b = (n + 255) / 256; auto g = [&](int n) { k<<<b, 256>>>(n); }; }",
        "extern int n; void f() { { int n = g(); } k<<<(n + 255) / 256, 256>>>(n); }",
        "extern int n; void f() { auto g = [](int n) { return 1; }; k<<<(n + 255) / 256, 256>>>(n); }",
    ] {
        assert!(grid(text).1.is_empty(), "{text}");
    }
    let (_, fixed) = grid("void f() { auto g = [&](int n) { k<<<(n + 255) / 256, 256>>>(n); }; }");
    assert_eq!(fixed, ["n"]);
    let (_, fixed) =
        grid("using R = int &; void f(int n) { R r = n; r = 7; k<<<(n + 255) / 256, 256>>>(n); }");
    assert!(fixed.is_empty());
}

#[test]
fn numbers_are_grids_of_one_dimension() {
    let dimensions = |text: &str| one(text).grid.sizes.len();
    for text in [
        "void f(int n) { k<<<n, 1>>>(); }",
        "void f(T x) { const int blocks = x.size(0); k<<<blocks, 1>>>(); }",
        "void f(T x) { auto blocks = x.size(0); k<<<blocks, 1>>>(); }",
        "void f(T x) { const int n = x.size(0), c = x.size(1); ([&] { k<<<c, dim3(32, 16)>>>(n); })(); }",
        "void f(T x) { unsigned blocks = div_up(x, 256); k<<<blocks, 1>>>(); }",
        "void f(int n) { k<<<(n + 255) / 256, 1>>>(); }",
        "void f(int n) { n *= 2; dim3 g((n + 255) / 256); k<<<g, 1>>>(); }",
        "void f(int n) { k<<<dim3(std::min(n, 64)), 1>>>(); }",
        "const int all = 100; void f(int n) { const int t = 32; k<<<all / t * n, 1>>>(); }",
    ] {
        assert_eq!(dimensions(text), 1, "{text}");
    }
    for text in [
        "void f(T n) { k<<<n, 1>>>(); }",
        "void f(T x) { dim3 n = grid(x), c = grid(x); k<<<c, 1>>>(); }",
        "void f(T x) { int n = x.size(0); { dim3 n = grid(x); k<<<n, 1>>>(); } }",
        "struct S { dim3 n; void f() { k<<<n, 1>>>(); } };",
        "void g(int n); void f() { k<<<n, 1>>>(); }",
        "#define DECLARE dim3 n(2, 3)\nvoid f(int n) { DECLARE; k<<<n, 1>>>(); }",
        // What is no bare name.
        "struct C { dim3 grid; }; void f(C c) { k<<<c.grid, 1>>>(); }",
        "namespace c { extern dim3 grid; } void f() { k<<<c::grid, 1>>>(); }",
        "dim3 operator/(dim3 a, dim3 b); void f(dim3 n) { dim3 b(64); k<<<n / b, 1>>>(); }",
        "void f(T n) { k<<<n * 2, 1>>>(); }",
        "void f(T n) { k<<<-n, 1>>>(); }",
        "void f(T n) { dim3 g(n); k<<<g, 1>>>(); }",
        "void f(T n) { dim3 g{n}; k<<<g, 1>>>(); }",
        "void f(T n) { k<<<dim3(n), 1>>>(); }",
        "void f(T n) { k<<<std::min(n, n), 1>>>(); }",
        "void f() { dim3 n(2, 3); dim3 g(n); k<<<g, 1>>>(); }",
    ] {
        assert_eq!(dimensions(text), 0, "{text}");
    }
}

/// The value of the last argument of each launch, and of the first size of its blocks.
fn last_values(text: &str) -> Vec<Option<i128>> {
    let mut all = Vec::new();
    for launch in launches(text, 0, &[], &Around::default()) {
        all.extend(launch.arguments.last().map(|last| last.formula.value()));
    }
    all
}

#[test]
fn what_is_not_known_to_be_a_read_changes() {
    for text in [
        "void f(int *a) { int n = 2; if (!(std::cin >> n)) return; k<<<1, 64>>>(a, n); }",
        "void f(int *a) { int n = 2; while (std::cin >> n) k<<<1, 64>>>(a, n); }",
        "void f(int *a) { int n = 2, m; std::cin >> m >> n && m; k<<<1, 64>>>(a, n); }",
        "void f(int *a) { int n = 2; (0, n) = 5; k<<<1, 64>>>(a, n); }",
        "void f(int *a) { int n = 2, m; (a ? m : n) *= 2; k<<<1, 64>>>(a, n); }",
        "void f(int *a) { int n = 2, m; a ? m : n = 5; k<<<1, 64>>>(a, n); }",
        "void f(int *a) { int n = 2; int (&r) = n; r = 5; k<<<1, 64>>>(a, n); }",
        "void f(int *a) { int n = 2; int &r [[maybe_unused]] = n; r = 5; k<<<1, 64>>>(a, n); }",
        "void f(int *a) { int n = 2; std::add_lvalue_reference_t<int> r = n; r = 5; k<<<1, 64>>>(a, n); }",
        "struct R { R(int &); }; void f(int *a) { int n = 2; R r = n; k<<<1, 64>>>(a, n); }",
        "struct R { R(int &); }; void f(int *a) { int n = 2; R r(n); k<<<1, 64>>>(a, n); }",
        "struct R { R(int &); }; void f(int *a) { int n = 2; R r{n}; k<<<1, 64>>>(a, n); }",
        "struct R { R(int &); }; void f(int *a) { int n = 2; (R)n; k<<<1, 64>>>(a, n); }",
        "struct O { void operator=(int &); }; void f(int *a) { int n = 2; O o; o = n; k<<<1, 64>>>(a, n); }",
        "struct W { template <class T> W &operator+(T &); }; void f(int *a) { int n = 2; W w; w + n; k<<<1, 64>>>(a, n); }",
        "struct W { template <class T> W &operator,(T &); }; void f(int *a) { int n = 2; W w; w, n; k<<<1, 64>>>(a, n); }",
        "void f(int *a) { int n = 2; auto g = [&]() -> int & { return n; }; g() = 5; k<<<1, 64>>>(a, n); }",
        "void f(int *a) { int n = 2; [](int &z) { z = 5; }(n); k<<<1, 64>>>(a, n); }",
        "void f(int *a) { int n = 2; std::tie(n, a) = g(); k<<<1, 64>>>(a, n); }",
        "void f(int *a) { int n = 2, *p = &n; *p = 5; k<<<1, 64>>>(a, n); }",
        "void f(int *a) { int n = 2; for (int *p : {&n}) *p = 5; k<<<1, 64>>>(a, n); }",
        "void f(int *a) { int n = 2; std::vector<std::reference_wrapper<int>> v = {n}; k<<<1, 64>>>(a, n); }",
        "void f(int *a) { int n = 2; std::vector<std::reference_wrapper<int>> v(3, n); k<<<1, 64>>>(a, n); }",
        "void f(int *a) { int n = 2; std::cout << a, ar << n; k<<<1, 64>>>(a, n); }",
        "void f(int *a) { int n = 2; asm(\"\" : \"=r\"(n)); k<<<1, 64>>>(a, n); }",
        "void f(int *a) { int n = 2; (int &)n = 5; k<<<1, 64>>>(a, n); }",
        "void f(int *a) { int n = 2; auto g = [&r = n] { r = 5; }; k<<<1, 64>>>(a, n); }",
        "void set(int &x); void f(int *a) { int n = 2; set(n); k<<<1, 64>>>(a, n); }",
        "void set(int x); void set(int &x, int y); void f(int *a) { int n = 2; set(n); k<<<1, 64>>>(a, n); }",
        "void f(int *a) { auto printf = [](int &x) { x = 5; }; int n = 2; printf(n); k<<<1, 64>>>(a, n); }",
        "#define CAT(x, y) x##y\nvoid f(int *a) { int nm = 2; CAT(n, m) = 5; k<<<1, 64>>>(a, nm); }",
        "#define REPEAT for (int i = 0; i < 2; i++)\nvoid f(int *a) { int n = 2; REPEAT { k<<<1, 64>>>(a, n); n = 5; } }",
        "#define REPEAT for (int i = 0; i < 2; i++)\nvoid f(int *a) { int n = 2; REPEAT k<<<1, 64>>>(a, n), n++; }",
        "#define printf(x) x = 5\nvoid f(int *a) { int n = 2; printf(n); k<<<1, 64>>>(a, n); }",
        "void f(int *a) { int n = g(&n) + 2; int m = n = 3; k<<<1, 64>>>(a, m); }",
        // Set at another time, by others.
        "void f(int *a) { thread_local int n = 2; k<<<1, 64>>>(a, n); n++; }",
        "void f(int *a) { static int n = 2; k<<<1, 64>>>(a, n); n++; }",
        "int n = 2; void f(int *a) { k<<<1, 64>>>(a, n); }",
        "struct alignas(16) S { int n = 2; void f(int *a) { k<<<1, 64>>>(a, n); } };",
        "struct S { const int n = 2; void f(int *a) { k<<<1, 64>>>(a, n); } S() : n(5) {} };",
        "namespace q __attribute__((visibility(\"hidden\"))) { int n = 2; void f(int *a) { k<<<1, 64>>>(a, n); } }",
        "BEGIN(q) { int n = 2; void f(int *a) { k<<<1, 64>>>(a, n); } }",
    ] {
        assert_eq!(last_values(text), [None], "{text}");
    }
}

#[test]
fn what_is_hidden_in_ways_that_are_not_read_is_not_known() {
    for text in [
        "void f(int *a) { int n = 2; auto g = [&](id<int> n) { k<<<1, 64>>>(a, n); }; g(5); }",
        "void f(int *a) { int n = 2; auto g = [&](T &&n) { k<<<1, 64>>>(a, n); }; g(5); }",
        "void f(int *a) { int n = 2; auto g = [&](T *n) { k<<<1, 64>>>(a, n); }; g(5); }",
        "void f(int *a) { int n = 2; auto g = [&](int (&n)) { k<<<1, 64>>>(a, n); }; g(5); }",
        "void f(int *a) { int n = 2; auto g = [n = 5, a] { k<<<1, 64>>>(a, n); }; g(); }",
        "void f(int *a) { int n = 2; { auto [m, n] = g(); k<<<1, 64>>>(a, n); } }",
        "void f(int *a) { int n = 2; { T (n); k<<<1, 64>>>(a, n); } }",
        "void f(int *a) { int n = 2; { T n{5}; k<<<1, 64>>>(a, n); } }",
        "void f(int *a) { int n = 2; { using q::n; k<<<1, 64>>>(a, n); } }",
        "void f(int *a) { const int n = 2; struct X { int n; void g(int *a) { k<<<1, 64>>>(a, n); } }; }",
        "void f(int *a) { const int n = 2; struct X : B { void g(int *a) { k<<<1, 64>>>(a, n); } }; }",
        "constexpr int n = 2; void f() { struct X : B { void g(int *a) { k<<<1, 64>>>(a, n); } }; }",
        "constexpr int n = 2; struct X { void g(int *a) { k<<<1, 64>>>(a, n); } int n; };",
        "constexpr int n = 2; template <int n> void f(int *a) { k<<<1, 64>>>(a, n); }",
        "const int n = 2;\n#define L k<<<1, 64>>>(a, n)\n",
        "void f(int *a) { try { } catch (E n) { k<<<1, 64>>>(a, n); } int n = 2; }",
        "int half(int x) { return x / 2; } void f(int *a) { auto half = [](int x) { return x; }; k<<<1, 64>>>(a, half(2)); }",
        "int half(int x) { return x / 2; } struct S : B { void f(int *a) { k<<<1, 64>>>(a, half(2)); } };",
        "namespace q { const int n = 3; } const int n = 2; namespace q { void f(int *a) { k<<<1, 64>>>(a, n); } }",
        "namespace q { int half(int x) { return x; } } int half(int x) { return x / 2; }
         namespace q { void f(int *a) { k<<<1, 64>>>(a, half(2)); } }",
        "const int n = 2; void f(int *a) { DECLARE(int, n); k<<<1, 64>>>(a, n); }",
        "#define BEGIN if (a) {\n#define END }\nvoid f(int *a) { int n = 2; BEGIN int n = 3; END k<<<1, 64>>>(a, n); }",
        "const int n = 2\n#ifdef X\n * 2\n#endif\n; void f(int *a) { k<<<1, 64>>>(a, n); }",
        "void f(int *a) {\n#ifdef X\n int n = 3;\n#else\n int n = 2;\n#endif\n k<<<1, 64>>>(a, n); }",
        "const int n = 2; S::~S() { k<<<1, 64>>>(a, n); }",
        "const int n = 2; S::operator int() { k<<<1, 64>>>(a, n); }",
        "const int n = 2; template <class T> void S<T>::f(int *a) { k<<<1, 64>>>(a, n); }",
        "const int n = 2; CLASS(S) { void f(int *a) { k<<<1, 64>>>(a, n); } int n; };",
        "constexpr int n = 2; void f(int *a) { int n = 5;\n#if 0\n } void g(int *a) {\n#endif\n k<<<1, 64>>>(a, n); }",
        "void f(int *a) { int n = 2; for (T n : g()) if (n.a) { } else k<<<1, 64>>>(a, n); }",
        "const int n = 2;\n#include \"n.h\"\nvoid f(int *a) { k<<<1, 64>>>(a, n); }",
        "#include \"n.h\"\n#ifndef N\n#define N 2\n#endif\nvoid f(int *a) { k<<<1, 64>>>(a, N); }",
        // Words that mean something else.
        "#define int short\nvoid f(int *a) { int n = 2; k<<<1, 64>>>(a, n); }",
        "typedef unsigned char uint; void f(int *a) { uint n = 256; k<<<1, 64>>>(a, n); }",
        "typedef unsigned char u8; void f(int *a) { u8 n = 256; k<<<1, 64>>>(a, n); }",
        "typedef double real; void f(int *a) { real n = 7; k<<<1, 64>>>(a, n / 2 * 2); }",
        "using uint = short; void f(int *a) { uint n = 65538; k<<<1, 64>>>(a, n); }",
        "#define M 2\n#undef M\n#define /* three */ M 3\nvoid f(int *a) { k<<<1, 64>>>(a, M); }",
        "#define M 2\n#pragma push_macro(\"M\")\n#undef M\n#define M 2\n#pragma pop_macro(\"M\")\nvoid f(int *a) { k<<<1, 64>>>(a, M); }",
        "%:define N 3\nvoid f(int *a) { int n = 2; k<<<1, 64>>>(a, n); }",
        "void f(int *a) { int n = 2; \\\n k<<<1, 64>>>(a, n); }",
    ] {
        assert!(matches!(last_values(text)[..], [] | [None]), "{text}");
    }
    let nested =
        "void f(int *a) { int n = 2; for (int n = 5; a;) if (n) { } else { k<<<1, 64>>>(a, n); } }";
    assert_eq!(last_values(nested), [Some(5)]);
    let raw =
        "void f(int *a) { k<<<1, 64>>>(a, 2); auto s = u8R\"x( \" )x\"; k<<<1, 64>>>(a, 3); }";
    assert_eq!(last_values(raw), [Some(2), Some(3)]);
}

#[test]
fn arithmetic_that_depends_on_types_has_no_value() {
    for of in [
        "(unsigned)-1/2",
        "10u % -3",
        "32 + (unsigned)-1 / 134217728",
        "(int)4294967296 >> 31",
        "0u - 1 + 3",
        "65536u * 65536u >> 27",
        "half_of(-1)",
        "low(4294967298)",
        "std::min(2u, -1)",
        "std::min<short>(65537, 3)",
        "static_cast<unsigned>(-1) / 2",
        "-(2u) / 2",
        "own::min(2, 5)",
        "max(2, 5)",
        "1e3",
    ] {
        let text = format!(
            "unsigned half_of(unsigned x) {{ return x / 2; }} int low(int x) {{ return x + 1; }}
             int max(int x, int y) {{ if (x > y) return y; return x; }}
             void f(int *a) {{ k<<<1, 64>>>(a, {of}); }}"
        );
        assert_eq!(last_values(&text), [None], "{of}");
    }
    for (of, value) in [
        ("(unsigned)8 / 2", 4),
        ("min(2, 5)", 2),
        ("std::max<int>(2, 5)", 5),
        ("up(100, 32)", 4),
        ("up(96, 32)", 3),
        ("own(2, 5)", 5),
        ("(int)ceil(100 / 32.0)", 4),
        ("std::ceil((double)96 / 32)", 3),
    ] {
        let text = format!(
            "int up(int a, int b) {{ return ((a % b) != 0) ? (a / b + 1) : (a / b); }}
             int own(int x, int y) {{ return x > y ? x : y; }}
             void f(int *a) {{ k<<<1, 64>>>(a, {of}); }}"
        );
        assert_eq!(last_values(&text), [Some(value)], "{of}");
    }
    // In a `float` a quotient may be rounded to a whole number.
    let (formula, _) = grid("void f(int n) { k<<<(int)ceil((float)n / 256), 256>>>(n); }");
    assert!(formula.contains("ceil"), "{formula}");
}

/// The grid of the last launch, its argument, and the fixed names.
fn relation(body: &str) -> (String, String, Vec<String>) {
    let text = format!(
        "#define CHECK_INPUT(x) TORCH_CHECK(x.is_cuda(), #x \" is on the host\")
         #define CHECK(call) {{ const cudaError_t e = call; if (e) exit(1); }}
         void fill(float *a, int count);
         void f(torch::Tensor x, float *o, int n, int m) {{ {body} }}"
    );
    let launch = launches(&text, 0, &[], &Around::default()).pop().unwrap();
    let sizes: Vec<String> = launch
        .grid
        .sizes
        .iter()
        .map(|size| size.formula.to_string())
        .collect();
    let passed: Vec<String> = launch
        .arguments
        .iter()
        .map(|one| one.formula.to_string())
        .collect();
    (
        sizes.join(", "),
        passed.join(", "),
        launch.fixed.into_iter().collect(),
    )
}

#[test]
fn what_host_code_does_with_sizes_is_known_to_read_them() {
    let both = ["m".to_owned(), "n".to_owned()];
    for body in [
        "dim3 grid(n, m); k<<<grid, 256>>>(n, m);",
        "dim3 grid{n, m}; k<<<grid, 256>>>(n, m);",
        "const dim3 grid = dim3(n, m); k<<<grid, 256>>>(n, m);",
        "auto grid = dim3(n, m); k<<<grid, 256>>>(n, m);",
        "dim3 block(32, 8), grid(n, m); k<<<grid, block>>>(n, m);",
        "dim3 grid, block(256); grid.x = n; grid.y = m; k<<<grid, block, 0, stream>>>(n, m);",
        "dim3 block; dim3 grid; block.x = 256; grid.x = n; grid.y = m; k<<<grid, block>>>(n, m);",
        "auto y = torch::empty({n, m}, x.options()); k<<<dim3(n, m), 256>>>(n, m);",
        "std::vector<float> h(n); std::vector<int64_t> s = {n, m}; k<<<dim3(n, m), 256>>>(n, m);",
        "float *d; CHECK(cudaMalloc((void **)&d, n * m * sizeof(float))); k<<<dim3(n, m), 256>>>(n, m);",
        "CHECK(cudaMemcpy(o, o, n, m)); printf(\"%d %d\", n, m); k<<<dim3(n, m), 256>>>(n, m);",
        "fill(o, n); k<<<dim3(n, m), 256>>>(n, m);",
        "std::vector<float> h(n, 1.0f), v(m); cub::DeviceReduce::Sum(nullptr, bytes, o, o, n); k<<<dim3(n, m), 256>>>(n, m);",
        "std::cout << \"size \" << n << \" by \" << m << std::endl; k<<<dim3(n, m), 256>>>(n, m);",
        "for (int i = 0; i < n * m; i++) o[i] = i / n; k<<<dim3(n, m), 256>>>(n, m);",
        "int bytes = n < 1024 ? n : 1024; k<<<dim3(n, m), 256, bytes>>>(n, m);",
        "AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), \"k\", ([&] { k<scalar_t><<<dim3(n, m), 256>>>(n, m); }));",
        "for (int s = 1; s < n; s *= 2) k<<<dim3(n, m), 256>>>(n, m);",
        "TORCH_CHECK(n > 0 && m > 0, \"empty\"); assert(n % 4 == 0); k<<<dim3(n, m), 256>>>(n, m);",
    ] {
        let (grid, passed, fixed) = relation(body);
        let expected = if grid.ends_with(", 1") {
            "n, m, 1"
        } else {
            "n, m"
        };
        assert_eq!(
            (grid.as_str(), passed.as_str()),
            (expected, "n, m"),
            "{body}"
        );
        assert_eq!(fixed, both, "{body}");
    }
}

#[test]
fn sizes_of_tensors_are_numbers_of_the_host() {
    for (body, grid, passed) in [
        (
            "const int t = 256; const int b = (x.numel() + t - 1) / t; k<<<b, t>>>(x.numel());",
            "(x.numel() + 256 - 1) / 256",
            "x.numel()",
        ),
        (
            "CHECK_INPUT(x); const auto r = x.size(0); auto c = x.size(1); auto y = torch::zeros({r, c}, x.options());
             k<<<dim3(c, r), 256>>>(x.data_ptr<float>(), (int)r); return x;",
            "x.size(1), x.size(0)",
            "x.data_ptr<float>(), x.size(0)",
        ),
        (
            "int q = (int)x.numel(); int b = std::min((q + 255) / 256, 65535); k<<<b, 256>>>(q);",
            "std::min((x.numel() + 255) / 256, 65535)",
            "x.numel()",
        ),
    ] {
        let said = relation(body);
        assert_eq!((said.0.as_str(), said.1.as_str()), (grid, passed), "{body}");
        assert!(!said.2.is_empty(), "{body}");
    }
    for body in [
        "int b = x.numel() / 256; x = g(x); k<<<b, 256>>>(x.numel());",
        "int b = x.numel() / 256; g(x); k<<<b, 256>>>(x.numel());",
        "int b = x.numel() / 256; auto y = x; y.resize_({5}); k<<<b, 256>>>(x.numel());",
        "auto &y = x; int b = x.numel() / 256; k<<<b, 256>>>(x.numel());",
        "{ auto x = g(); k<<<x.numel() / 256, 256>>>(x.numel()); }",
    ] {
        let fixed = relation(body).2;
        assert!(!fixed.iter().any(|name| name.contains('(')), "{body}");
    }
}

#[test]
fn variables_that_are_doubled_and_halved_are_powers_of_two() {
    let powers = |body: &str| {
        let text = format!("void f(int n, int m) {{ {body} }}");
        one(&text).powers.into_iter().collect::<Vec<_>>()
    };
    let sort = "for (unsigned size = 2; size <= n; size <<= 1)
        for (unsigned stride = size / 2; stride > 0; stride >>= 1)
            if (stride >= 64) { k<<<1, 64>>>(a, size, stride, n); } else { g(n); break; }";
    assert_eq!(powers(sort), [1, 2]);
    let later = "int s, t = 8; for (s = 1; s < n; s = s * 2) { t /= 2; k<<<1, 64>>>(s, t); }";
    assert_eq!(powers(later), [0, 1]);
    assert_eq!(powers("int s = 1 << m; k<<<1, 64>>>(s, 1 << m);"), [0]);
    assert_eq!(
        powers("const int B = 16; int s = B; while (s) { k<<<1, 64>>>(s); s >>= 1; }"),
        [0]
    );
    for no in [
        "for (int s = 3; s < n; s *= 2) k<<<1, 64>>>(s);",
        "for (int s = n; s > 0; s /= 2) k<<<1, 64>>>(s);",
        "for (int s = 8; s > 0; s /= 3) k<<<1, 64>>>(s);",
        "for (int s = 8; s > 0; s -= 2) k<<<1, 64>>>(s);",
        "for (int s = 8; s > 0; s--) k<<<1, 64>>>(s);",
        "int s = 8; g(&s); k<<<1, 64>>>(s);",
        "int s = 8; if (n) s = m; k<<<1, 64>>>(s);",
        "int s = 8; s = s * 2 + 1; k<<<1, 64>>>(s);",
        "int s = 8; s = s * 2 + 2; k<<<1, 64>>>(s);",
        "int s = 8; s = s * 8 % 11; k<<<1, 64>>>(s);",
        "int s = 8; s = s << 1 | 1; k<<<1, 64>>>(s);",
        "int s = 8; int t = s * 2 + 2; k<<<1, 64>>>(t);",
        "\n#define X 1 | 1\nint s = 1 << X; k<<<1, 64>>>(s);",
        "\n#define X 2 + 2\nint s = 8; s = s * X; k<<<1, 64>>>(s);",
        "int s = 8; s = s - 2; k<<<1, 64>>>(s);",
        "int s = 8; s <<= m; k<<<1, 64>>>(s);",
        "int s = 8; s *= 2 + 1; k<<<1, 64>>>(s);",
        "int s = 8 + m; k<<<1, 64>>>(s);",
        "static int s = 8; s *= 2; k<<<1, 64>>>(s);",
        "int s = 8; for (;;) { k<<<1, 64>>>(s); s = n; }",
        "k<<<1, 64>>>(n);",
        "int s = n; for (int s = 2; s < n; s *= 2) if (n) g(1); else g(2); k<<<1, 64>>>(s);",
        "for (int s = 2; s < n; s *= 2) { g(1); } int s = n; k<<<1, 64>>>(s);",
        "for (int s = 2; s < n; s *= 2) for (;;) if (m) k<<<1, 64>>>(s); else s = 3;",
    ] {
        assert!(powers(no).is_empty(), "{no}");
    }
}

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::*;

fn one(text: &str) -> Launch {
    let found = launches(text, 0);
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
    ] {
        assert_eq!(one(text).block.values(), None, "{text}");
    }
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
        assert!(launches(text, 0).is_empty(), "{text}");
    }
}

//! Headers of `for`: what is placed before the copies, and what stays.

use super::method;
use crate::common::{directive, flag};

#[test]
fn a_declaration_in_the_header_is_placed_before() {
    let text = "\
void m(int n) {
  gpuopt loop_unroll i 2;
  loop_invariant 0 <= i && i <= n;
  for (int i = 0; i < n; i++) {
    n = n;
  }
}
";
    assert_eq!(
        directive(text, 2),
        "\
void m(int n) {
  int i = 0;
  assert 0 <= i && i <= n;
  n = n;
  i++;
  assert 0 <= i && i <= n;
  n = n;
  i++;
  loop_invariant 2 <= i && i <= n;
  for (; i < n; i++) {
    n = n;
  }
}
"
    );
}

#[test]
fn other_headers() {
    let body = "{\n    k = i;\n  }\n";
    for (header, placed, left) in [
        (
            "for (i = 0; i < n; i = i + 1)",
            "  i = 0;\n",
            "for (; i < n; i = i + 1)",
        ),
        ("for (i; i < n; i += 1)", "", "for (i; i < n; i += 1)"),
        ("for (; i < n; ++i)", "", "for (; i < n; ++i)"),
        (
            "for (i = 0, k = 1; i < n; i++, k = 2)",
            "  i = 0;\n  k = 1;\n",
            "for (; i < n; i++, k = 2)",
        ),
        ("for (i = 0; ; i++)", "  i = 0;\n", "for (; ; i++)"),
    ] {
        let text = method("  int i = 0;\n", "0 <= i", &format!("  {header} {body}"));
        let result = directive(&text, 2);
        assert!(
            result.contains(&format!("  int i = 0;\n{placed}  assert 0 <= i;\n")),
            "{result}"
        );
        assert!(result.contains(&format!("  {left} {body}")), "{result}");
    }
}

#[test]
fn a_ranged_loop_becomes_an_ordinary_one() {
    let text = "\
void m(int[] a, int k) {
  gpuopt loop_unroll i 1;
  loop_invariant k <= i;
  for (int i = k .. a.length) {
    int x = i;
  }
}
";
    assert_eq!(
        directive(text, 1),
        "\
void m(int[] a, int k) {
  int i = k;
  assert k <= i;
  {
    int x = i;
  }
  i = i + 1;
  loop_invariant k + 1 <= i && i <= a.length;
  loop_invariant k + 1 <= i;
  for (; i < a.length; i = i + 1) {
    int x = i;
  }
}
"
    );
}

#[test]
fn invariants_behind_the_header_stay_beside_each_other() {
    let text = "void m(int n) {\n  int s = 0;\n  gpuopt loop_unroll i 1;\n  for (int i = 0 .. n)\n    \
                loop_invariant s == i;\n  {\n    s = s + 1;\n  }\n}\n";
    let result = directive(text, 1);
    let kept = "  for (; i < n; i = i + 1)\n    loop_invariant 1 <= i && i <= n;\n    \
                loop_invariant s == i;\n  {\n    s = s + 1;\n  }\n}\n";
    assert!(result.ends_with(kept), "{result}");
    let result = directive(&text.replace("n)\n    loop", "n) loop"), 1);
    let kept =
        "  for (; i < n; i = i + 1) loop_invariant 1 <= i && i <= n; loop_invariant s == i;\n  {\n";
    assert!(result.contains(kept), "{result}");
}

#[test]
fn a_range_that_changes_is_kept() {
    let text = "\
int f(int x) {
  return x;
}
void m(int n, int i_end) {
  for (int i = f(n) .. n) {
    n = n - i;
  }
}
";
    let (result, _) = flag(text, "2", true, 0).unwrap();
    let expected = "\
  int i_start = f(n);
  int i_end_2 = n;
  int i = i_start;
  if (i < i_end_2) {
    n = n - i;
    i = i + 1;
  }
  if (i < i_end_2) {
    n = n - i;
    i = i + 1;
  }
  loop_invariant i_start <= i && (i <= i_end_2 || i == i_start);
  for (; i < i_end_2; i = i + 1) {
    n = n - i;
  }
";
    assert!(result.contains(expected), "{result}");
}

//! Unrolling: the text that comes out, byte for byte.

mod asked;
mod bounds;
mod continues;
mod headers;
mod scopes;
mod text;

/// A method with a counting loop that is unrolled `count` times.
fn counting(count: &str) -> String {
    format!(
        "\
// Sets every cell.
class Fill {{
  context_everywhere a != null && a.length == n;
  requires n >= 3; // enough
  context (\\forall* int j; 0 <= j && j < n; Perm(a[j], write));
  void fill(int[] a, int n) {{
    int i = 0;

    // The loop.
    gpuopt loop_unroll i {count};
    loop_invariant 0 <= i && i <= n;
    loop_invariant (\\forall* int j; 0 <= j && j < n; Perm(a[j], write));
    while (i < n) {{
      a[i] = 0; // cell

      i = i + 1;
    }} // done
  }}
}}
"
    )
}

/// The loop of a method `m(int n, int k)`, its directive asking for two iterations.
fn method(before: &str, lower_upper: &str, lines: &str) -> String {
    format!(
        "void m(int n, int k) {{\n{before}  gpuopt loop_unroll i 2;\n  loop_invariant {lower_upper};\n{lines}}}\n"
    )
}

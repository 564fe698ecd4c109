//! Names and blocks: what a copy declares, and what it stands in.

use super::method;
use crate::common::{directive, flag, refused};
use text::code::Code;

#[test]
fn what_a_body_declares_stays_in_its_copy() {
    let text = method(
        "  int i = 0;\n",
        "0 <= i",
        "  while (i < n) {\n    int x = i;\n    // twice\n    x = x + x;\n    i = i + 1;\n  }\n",
    );
    let result = directive(&text, 2);
    let copy = "  assert 0 <= i;\n  {\n    int x = i;\n    // twice\n    x = x + x;\n    i = i + 1;\n  }\n";
    assert!(
        result.contains(&format!("{copy}{copy}  loop_invariant 2 <= i;\n")),
        "{result}"
    );
}

#[test]
fn a_name_that_would_clash_gets_a_block() {
    let text = "\
class C {
  int i;
  requires Perm(i, write);
  void m(int n) {
    gpuopt loop_unroll i 1;
    loop_invariant 0 <= i;
    for (int i = 0; i < n; i++) {
      n = n;
    }
    i = 3;
  }
}
";
    assert_eq!(
        directive(text, 1),
        "\
class C {
  int i;
  requires Perm(i, write);
  void m(int n) {
    {
      int i = 0;
      assert 0 <= i;
      n = n;
      i++;
      loop_invariant 1 <= i;
      for (; i < n; i++) {
        n = n;
      }
    }
    i = 3;
  }
}
"
    );
}

#[test]
fn two_loops_over_one_variable() {
    let text = "\
void m(int n) {
  gpuopt loop_unroll i 1;
  loop_invariant 0 <= i;
  for (int i = 0; i < n; i++) {
    n = n;
  }
  loop_invariant 0 <= i;
  for (int i = 0; i < n; i++) {
    n = n;
  }
  assert (\\forall int i; 0 <= i && i < 0; i == 0);
}
";
    let result = directive(text, 1);
    assert!(result.contains("  {\n    int i = 0;\n    assert 0 <= i;\n    n = n;\n    i++;\n    loop_invariant 1 <= i;\n    for (; i < n; i++) {\n      n = n;\n    }\n  }\n  loop_invariant 0 <= i;\n  for (int i = 0;"), "{result}");
    // The second one has nothing after it that would see its variable but a formula.
    let text = text.replace("  gpuopt loop_unroll i 1;\n", "");
    let (result, _) = flag(&text, "1@7", false, 1).unwrap();
    assert!(
        result.contains("  int i = 0;\n  assert 0 <= i;\n"),
        "{result}"
    );
}

#[test]
fn the_only_statement_of_a_branch_gets_a_block() {
    let text = "\
void m(int n, int k) {
  int i = 0;
  if (k > 0)
    gpuopt loop_unroll i 1;
    loop_invariant 0 <= i;
    while (i < n) i = i + 1;
  else { }
}
";
    assert_eq!(
        directive(text, 1),
        "\
void m(int n, int k) {
  int i = 0;
  if (k > 0)
    {
      assert 0 <= i;
      i = i + 1;
      loop_invariant 1 <= i;
      while (i < n) i = i + 1;
    }
  else { }
}
"
    );
}

#[test]
fn jumps_that_are_no_hindrance() {
    let text = "\
int m(int n) {
  int i = 0;
  gpuopt loop_unroll i 1;
  loop_invariant 0 <= i;
  while (i < n) {
    int j = 0;
    while (j < n) {
      if (j == 2) {
        break;
      }
      j = j + 1;
    }
    if (i == 5) {
      return i;
    }
    i = i + 1;
  }
  return 0;
}
";
    let result = directive(text, 1);
    assert_eq!(result.matches("return i;").count(), 2);
    assert_eq!(result.matches("break;").count(), 2);
}

#[test]
fn ghost_results_of_calls() {
    let text = "\
yields int p;
void get(int x) {
  p = x;
}
void m(int n) {
  int i = 0;
  int q;
  gpuopt loop_unroll i 1;
  loop_invariant 0 <= i;
  while (i < n) {
    get(i) yields { q = p };
    i = i + 1;
  }
}
";
    assert_eq!(
        directive(text, 1)
            .matches("get(i) yields { q = p };")
            .count(),
        2
    );
    let older = text.replace("yields { q = p };", "then { q = p; };");
    assert_eq!(directive(&older, 1).matches("then { q = p; }").count(), 2);
    // A call that sets the variable is one more update of it.
    let hidden = text.replace("q = p", "i = p");
    assert_eq!(refused(&hidden, 1).diagnostic.code, Code::A103);
    let hidden = older.replace("q = p", "i = p");
    assert_eq!(refused(&hidden, 1).diagnostic.code, Code::A103);
}

//! Unrolling: the text that comes out, byte for byte.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{Runs, carry_out};
use common::{directive, directive_in, flag, load};
use spec_lang::resolve::Profile;
use spec_lang::source::SourceFile;
use transforms::{Outcome, parse_flag};

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

#[test]
fn once() {
    assert_eq!(
        directive(&counting("1"), 3),
        "\
// Sets every cell.
class Fill {
  context_everywhere a != null && a.length == n;
  requires n >= 3; // enough
  context (\\forall* int j; 0 <= j && j < n; Perm(a[j], write));
  void fill(int[] a, int n) {
    int i = 0;

    // The loop.
    assert 0 <= i && i <= n;
    assert (\\forall* int j; 0 <= j && j < n; Perm(a[j], write));
    a[i] = 0; // cell

    i = i + 1;
    loop_invariant 1 <= i && i <= n;
    loop_invariant (\\forall* int j; 0 <= j && j < n; Perm(a[j], write));
    while (i < n) {
      a[i] = 0; // cell

      i = i + 1;
    } // done
  }
}
"
    );
}

#[test]
fn several_times() {
    for count in [2_usize, 3, 7] {
        let result = directive(&counting(&count.to_string()), count);
        assert_eq!(
            result.matches("    assert 0 <= i && i <= n;\n").count(),
            count
        );
        assert_eq!(result.matches("a[i] = 0; // cell\n").count(), count + 1);
        assert!(result.contains(&format!("loop_invariant {count} <= i && i <= n;")));
        assert!(!result.contains("gpuopt"));
        // What is not part of the loop is as it was.
        let (head, tail) = (counting("1"), "    } // done\n  }\n}\n");
        assert!(result.starts_with(head.split("    gpuopt").next().unwrap()));
        assert!(result.ends_with(tail));
    }
}

#[test]
fn every_line_has_its_rule() {
    let (_, rewritten) = directive_in(&counting("2"), Profile::Sound, &mut Runs::times(2)).unwrap();
    let files = [SourceFile::new("test.pvl", counting("2"))];
    let applied = rewritten.edits.apply(&files).unwrap().remove(0).unwrap();
    let changes = applied.changes();
    assert_eq!(changes.len(), 2 * 5 + 1);
    assert!(changes.iter().all(|change| !change.causes.is_empty()));
    let first = &changes[0].causes[0];
    assert_eq!(first.rule, "unroll: invariant between copies");
    let origin = first.origin;
    assert!(files[0].slice(origin).contains("0 <= i && i <= n"));
    assert_eq!(rewritten.shown.len(), 1);
}

/// The loop of a method `m(int n, int k)`, its directive asking for two iterations.
fn method(before: &str, lower_upper: &str, lines: &str) -> String {
    format!(
        "void m(int n, int k) {{\n{before}  gpuopt loop_unroll i 2;\n  loop_invariant {lower_upper};\n{lines}}}\n"
    )
}

#[test]
fn every_update_moves_its_bound() {
    for (update, before, after) in [
        ("i = i + 3", "0 <= i && i <= n", "6 <= i && i <= n"),
        ("i = 3 + i", "0 <= i && i <= n", "6 <= i && i <= n"),
        ("i += 3", "i >= 0 ** n >= i", "i >= 6 ** n >= i"),
        ("i++", "-1 < i && i <= n", "1 < i && i <= n"),
        ("++i", "k <= i", "k + 2 <= i"),
        ("i = i - -4", "k - 1 <= i", "k - 1 + 8 <= i"),
        ("i = i - 3", "0 <= i && i <= n", "0 <= i && i <= n - 6"),
        ("i -= 3", "0 <= i && i < 100", "0 <= i && i < 94"),
        ("i--", "0 <= i && i <= 9", "0 <= i && i <= 7"),
        ("--i", "n - k >= i", "n - k - 2 >= i"),
        ("i = i * 3", "1 <= i && i <= n", "9 <= i && i <= n"),
        ("i = 3 * i", "0 < i && i <= n", "8 < i && i <= n"),
        ("i *= 2", "0 <= i && k <= i", "0 <= i && k * 4 <= i"),
        (
            "i *= 2",
            "0 <= i && k - 1 <= i",
            "0 <= i && (k - 1) * 4 <= i",
        ),
        ("i = i / 3", "0 <= i && i <= 243", "0 <= i && i <= 27"),
        ("i /= 2", "0 <= i && i < 9", "0 <= i && i < 3"),
        ("i = i / 2", "0 <= i && i <= n", "0 <= i && i <= n / 4"),
        ("i += k", "n <= i", "n + 2 * k <= i"),
        ("i = i + 1; k = 0; i += 2", "0 <= i", "6 <= i"),
        ("i = i + 1; i -= 3", "i <= 0", "i <= -4"),
        ("i = i * 2; i *= 2", "1 <= i", "16 <= i"),
        ("i = i / 2; i /= 3", "i <= 72", "i <= 2"),
        ("i = i - (k + 1)", "i <= n", "i <= n - 2 * (k + 1)"),
    ] {
        let lines = format!("  while (i != n) {{\n    {update};\n  }}\n");
        let text = method("  int i = n;\n", before, &lines);
        let result = directive(&text, 2);
        assert!(
            result.contains(&format!("  loop_invariant {after};\n")),
            "{update}:\n{result}"
        );
        assert_eq!(
            result.matches(&format!("  assert {before};\n")).count(),
            2,
            "{result}"
        );
        assert_eq!(
            result.matches(&format!("{update};\n")).count(),
            3,
            "{result}"
        );
    }
}

#[test]
fn a_bound_stays_where_the_moved_one_is_not_known() {
    for (update, invariant) in [
        ("i = i * 2", "-3 <= i && i <= n"),
        ("i = i * k", "1 <= i && i <= n"),
        ("i = i * 2", "k <= i"),
        ("i = i / 2", "i <= n"),
        ("i = i * 1", "1 <= i"),
        ("i = i + 1", "i <= n"),
        ("i = i + 1", "0 <= i || k == 0"),
        ("i = i + 1", "j <= i"),
        ("i = i + j", "k <= i"),
    ] {
        let lines = format!("  while (i < n) {{\n    {update};\n    j = j + 1;\n  }}\n");
        let text = method("  int i = 1;\n  int j = 0;\n", invariant, &lines);
        let (result, rewritten) = directive_in(&text, Profile::Sound, &mut Runs::times(2)).unwrap();
        assert!(
            result.contains(&format!("  loop_invariant {invariant};\n")),
            "{update}:\n{result}"
        );
        assert_eq!(rewritten.notes[0].code, "A113");
    }
}

#[test]
fn a_step_of_unknown_sign_moves_nothing() {
    let text = method(
        "  int i = 0;\n",
        "0 <= i",
        "  while (i < n) {\n    i += k;\n  }\n",
    );
    let mut prover = Runs::times(2);
    prover.others = Outcome::Failed(None);
    let (result, _) = directive_in(&text, Profile::Sound, &mut prover).unwrap();
    assert!(result.contains("loop_invariant 0 <= i;"));
    assert!(prover.asked.iter().any(|asked| asked.contains("0 <= k")));
}

#[test]
fn the_update_need_not_be_last_and_the_guard_may_be_any() {
    for guard in [
        "n > i",
        "!(i >= n)",
        "i < n && k > 0",
        "n != i",
        "(i) < (n)",
    ] {
        let lines = format!("  while ({guard}) {{\n    {{ i = i + 1; }}\n    k = i - 1;\n  }}\n");
        let text = method("  int i = 0;\n", "0 <= i", &lines);
        let mut prover = Runs::times(2);
        let (result, _) = directive_in(&text, Profile::Sound, &mut prover).unwrap();
        assert!(result.contains("loop_invariant 2 <= i;"), "{result}");
        assert_eq!(
            prover.asked[0].matches(guard.trim_end_matches(')')).count(),
            2,
            "{:?}",
            prover.asked
        );
    }
}

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
fn on_one_line() {
    let text =
        "void m(int n) { int i = 0; loop_invariant 0 <= i; while (i < n) { i++; } n = 1; }\n";
    let (result, _) = flag(text, "1@i", false, 1).unwrap();
    assert_eq!(
        result,
        "void m(int n) { int i = 0;\nassert 0 <= i;\ni++;\nloop_invariant 1 <= i; while (i < n) { i++; } n = 1; }\n"
    );
}

#[test]
fn line_ends_tabs_and_mark_stay() {
    let text = format!("\u{feff}{}", counting("2"))
        .replace("  ", "\t")
        .replace('\n', "\r\n");
    let result = directive(&text, 2);
    assert_eq!(result.matches('\n').count(), result.matches("\r\n").count());
    assert!(result.starts_with("\u{feff}//"));
    let expected = directive(&counting("2"), 2)
        .replace("  ", "\t")
        .replace('\n', "\r\n");
    assert_eq!(result.trim_start_matches('\u{feff}'), expected);
}

#[test]
fn annotations_in_comments() {
    let text = "\
void m(int n) {
  int i = 0;
  /*@ gpuopt loop_unroll i 1; @*/
  //@ loop_invariant 0 <= i;
  while (i < n) {
    i = i + 1;
  }
}
";
    assert_eq!(
        directive(text, 1),
        "\
void m(int n) {
  int i = 0;
  assert 0 <= i;
  i = i + 1;
  //@ loop_invariant 1 <= i;
  while (i < n) {
    i = i + 1;
  }
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
fn directives_of_other_loops_stay_and_inner_ones_go_first() {
    let text = "\
void m(int n) {
  int i = 0;
  gpuopt loop_unroll i 1;
  loop_invariant 0 <= i;
  while (i < n) {
    int j = 0;
    gpuopt loop_unroll j 1;
    loop_invariant 0 <= j;
    while (j < n) {
      j = j + 1;
    }
    i = i + 1;
  }
}
";
    let first = directive(text, 1);
    assert!(
        first.contains("loop_unroll i 1") && !first.contains("loop_unroll j"),
        "{first}"
    );
    let second = directive(&first, 1);
    assert!(!second.contains("gpuopt"));
    assert_eq!(second.matches("assert 0 <= j;").count(), 2, "{second}");
    // Asked for by name, the outer one leaves the inner directive in every copy.
    let (outer, _) = flag(text, "1@i", false, 1).unwrap();
    assert_eq!(outer.matches("gpuopt loop_unroll j 1;").count(), 2);
    assert_eq!(outer.matches("gpuopt loop_unroll i 1;").count(), 1);
}

#[test]
fn under_its_guard() {
    let text = "\
void m(int n) {
  loop_invariant 0 <= i;
  for (int i = 0; i < n; i++) {
    int x = i;
  }
}
";
    let (result, rewritten) = flag(text, "2", true, 0).unwrap();
    assert_eq!(
        result,
        "\
void m(int n) {
  int i = 0;
  assert 0 <= i;
  if (i < n) {
    {
      int x = i;
    }
    i++;
  }
  assert 0 <= i;
  if (i < n) {
    {
      int x = i;
    }
    i++;
  }
  loop_invariant 0 <= i;
  for (; i < n; i++) {
    int x = i;
  }
}
"
    );
    assert!(rewritten.shown.is_empty());
}

#[test]
fn all_iterations() {
    let text = "\
void m(int n) {
  int i = 0;
  loop_invariant 0 <= i && i <= n;
  while (i < n) {
    i = i + 1;
  }
  n = 0;
}
";
    let all = |iterations| flag(text, "all", false, iterations).unwrap().0;
    assert_eq!(
        all(2),
        "\
void m(int n) {
  int i = 0;
  assert 0 <= i && i <= n;
  i = i + 1;
  assert 0 <= i && i <= n;
  i = i + 1;
  assert 0 <= i && i <= n;
  assert !(i < n);
  n = 0;
}
"
    );
    assert_eq!(all(13).matches("i = i + 1;").count(), 13);
    let none = all(0);
    assert!(
        none.contains("  int i = 0;\n  assert 0 <= i && i <= n;\n  assert !(i < n);\n  n = 0;\n")
    );
}

#[test]
fn all_iterations_of_a_declared_variable() {
    let text = "\
void m(int n) {
  if (n == 2)
    loop_invariant 0 <= i;
    for (int i = 0; i < n; i++) { int x = i; } // all
}
";
    let (result, _) = flag(text, "all@i", false, 1).unwrap();
    assert_eq!(
        result,
        "\
void m(int n) {
  if (n == 2)
    {
      int i = 0;
      assert 0 <= i;
      {
        int x = i;
      }
      i++;
      assert 0 <= i;
      assert !(i < n);
    }
 // all
}
"
    );
}

#[test]
fn the_question_is_lean_and_falls_back_on_the_invariants() {
    let text = counting("2");
    let loaded = load(vec![SourceFile::new("t.pvl", text)], Profile::Sound);
    let step = transforms::of_directive(
        &transforms::next_directive(&loaded.program, Profile::Sound).unwrap(),
    )
    .unwrap();
    let mut prover = Runs::times(1);
    prover.otherwise = Outcome::Failed(None);
    assert!(carry_out(&loaded, &step, &mut prover).is_err());
    assert_eq!(prover.asked.len(), 2);
    let mut prover = Runs::times(2);
    assert!(carry_out(&loaded, &step, &mut prover).is_ok());
    assert_eq!(prover.asked, ["assert i < n\n; assert i < n\n;"]);
}

#[test]
fn the_published_reading() {
    let text = counting("2").replace(
        "      a[i] = 0;",
        "      int x = 0;\n      int x = 1;\n      a[i] = x;",
    );
    let (result, _) = directive_in(&text, Profile::VerCors14, &mut Runs::times(2)).unwrap();
    assert!(result.contains("loop_invariant 2 <= i && i <= n;"));
}

#[test]
fn an_update_by_a_flag() {
    let step = parse_flag("unroll", "4@m/i", false).unwrap();
    let text = method(
        "  int i = 0;\n",
        "0 <= i",
        "  while (i < n) {\n    i++;\n  }\n",
    );
    let loaded = load(vec![SourceFile::new("t.pvl", text)], Profile::Sound);
    let (result, _) = carry_out(&loaded, &step, &mut Runs::times(4)).unwrap();
    // A flag leaves the loop's own directive for later.
    assert!(result.contains("gpuopt loop_unroll i 2;\n  loop_invariant 4 <= i;"));
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
    assert_eq!(common::refused(&hidden, 1).diagnostic.code, "A103");
    let hidden = older.replace("q = p", "i = p");
    assert_eq!(common::refused(&hidden, 1).diagnostic.code, "A103");
}

#[test]
fn the_order_of_directives() {
    let text = "\
void m(int n) {
  int i = 0;
  gpuopt loop_unroll i 1;
  gpuopt iter_merge i 2;
  loop_invariant 0 <= i;
  while (i < n) {
    int j = 0;
    gpuopt loop_unroll j 1;
    loop_invariant 0 <= j;
    while (j < n) {
      j = j + 1;
    }
    i = i + 1;
  }
}
";
    let next_in = |text: &str, profile| {
        let loaded = load(vec![SourceFile::new("t.pvl", text)], profile);
        let directive = transforms::next_directive(&loaded.program, profile).unwrap();
        loaded.files[0].slice(directive.span).to_owned()
    };
    let next = |profile| next_in(text, profile);
    assert_eq!(next(Profile::Sound), "gpuopt loop_unroll j 1;");
    // It would be copied, so it goes first there, too.
    assert_eq!(next(Profile::VerCors14), "gpuopt loop_unroll j 1;");
    let alone = text.replace("    gpuopt loop_unroll j 1;\n", "");
    let next = |profile| next_in(&alone, profile);
    assert_eq!(next(Profile::Sound), "gpuopt loop_unroll i 1;");
    assert_eq!(next(Profile::VerCors14), "gpuopt iter_merge i 2;");
    let blocks = text.replace(
        "gpuopt loop_unroll j 1;",
        "par t(int x = 0 .. 4) gpuopt tile inter 2; { }",
    );
    let next = |profile| next_in(&blocks, profile);
    assert_eq!(next(Profile::Sound), "gpuopt tile inter 2;");
}

#[test]
fn a_sum_with_itself_doubles() {
    for update in ["i = i + i", "i += i"] {
        let text = method(
            "  int i = 1;\n",
            "1 <= i && i <= n",
            &format!("  while (i < n) {{\n    {update};\n  }}\n"),
        );
        let result = directive(&text, 2);
        assert!(
            result.contains("loop_invariant 4 <= i && i <= n;"),
            "{result}"
        );
    }
}

//! What is asked for: by directives and flags, all iterations, under the guard, and of the prover.

use super::{counting, method};
use crate::common::{Runs, carry_out, directive, flag, load};
use spec_lang::resolve::Profile;
use text::source::SourceFile;
use transforms::{Outcome, parse_flag};

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
        loaded.files[0].slice(directive.directive.span).to_owned()
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
fn an_update_by_a_flag() {
    let step = parse_flag("unroll", "4@m/i", &[]).unwrap();
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
  assert i >= n;
  n = 0;
}
"
    );
    assert_eq!(all(13).matches("i = i + 1;").count(), 13);
    let none = all(0);
    assert!(
        none.contains("  int i = 0;\n  assert 0 <= i && i <= n;\n  assert i >= n;\n  n = 0;\n")
    );
}

#[test]
fn a_number_that_the_precondition_says_is_tried_first() {
    let text = |requires: &str| {
        format!(
            "requires {requires};\nvoid m(int n) {{\n  int i = 0;\n  loop_invariant 0 <= i && i <= n;\n  \
             while (i < n) {{\n    i = i + 1;\n  }}\n}}\n"
        )
    };
    let asked = |requires: &str, iterations: usize| {
        let loaded = load(
            vec![SourceFile::new("t.pvl", text(requires))],
            Profile::Sound,
        );
        let step = parse_flag("unroll", "all", &[]).unwrap();
        let mut prover = Runs::times(iterations);
        let (result, _) = carry_out(&loaded, &step, &mut prover).unwrap();
        assert_eq!(result.matches("i = i + 1;").count(), iterations, "{result}");
        prover.asked.len()
    };
    assert_eq!(asked("100 == n", 100), 1);
    assert!(asked("n < 101 && n > 99", 100) > 1);
    // What the loop does decides, not what the clause says.
    assert!(asked("n == 100 || n == 3", 3) > 1);
    assert!(asked("n == 100", 3) > 1);
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
      assert i >= n;
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

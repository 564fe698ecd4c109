//! Where the bounds of the loop variable move to.

use super::{counting, method};
use crate::common::{Runs, directive, directive_in};
use spec_lang::resolve::Profile;
use text::code::Code;
use transforms::Outcome;

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
        assert_eq!(rewritten.notes[0].code, Code::A113);
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

#[test]
fn an_update_may_wait_in_a_local() {
    let text = method(
        "  int i = 1;\n",
        "1 <= i && i <= n",
        "  while (i < n) {\n    int next = i * 2;\n    k = k + next;\n    i = next;\n  }\n",
    );
    let result = directive(&text, 2);
    assert!(
        result.contains("loop_invariant 4 <= i && i <= n;"),
        "{result}"
    );
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
fn the_published_reading() {
    let text = counting("2").replace(
        "      a[i] = 0;",
        "      int x = 0;\n      int x = 1;\n      a[i] = x;",
    );
    let (result, _) = directive_in(&text, Profile::VerCors14, &mut Runs::times(2)).unwrap();
    assert!(result.contains("loop_invariant 2 <= i && i <= n;"));
}

//! Copies of a body with `continue`: what it skips stands under a condition.

use super::method;
use crate::common::{Runs, directive, directive_in, refused};
use spec_lang::resolve::Profile;
use text::code::Code;

/// The first copy of a body in a `for` loop, as lines.
fn copy(body: &str) -> String {
    let text = method(
        "",
        "true",
        &format!("  for (int i = 0; i < n; i++) {{\n{body}  }}\n"),
    );
    let result = directive(&text, 2);
    let lines = result.split("  int i = 0;\n").nth(1).unwrap();
    // What stays in the loop is as it was.
    assert!(
        result.ends_with(&format!("  for (; i < n; i++) {{\n{body}  }}\n}}\n")),
        "{result}"
    );
    lines.split("  i++;\n").next().unwrap().to_owned()
}

#[test]
fn nothing_but_continue() {
    for (condition, opposite) in [
        ("k == 0", "k != 0"),
        ("k != n", "k == n"),
        ("k < n + 1", "k >= n + 1"),
        ("k <= n", "k > n"),
        ("k > n", "k <= n"),
        ("k >= n", "k < n"),
        ("!(k == 0 && n == 1)", "k == 0 && n == 1"),
        ("k == 0 && n == 1", "!(k == 0 && n == 1)"),
        ("k == 0 /* or */", "k != 0 /* or */"),
        ("k /* is */ == 0", "!(k /* is */ == 0)"),
        ("{1} < {1, 2}", "!({1} < {1, 2})"),
    ] {
        for branch in ["continue;", "{ continue; }", "{\n      continue;\n    }\n"] {
            assert_eq!(
                copy(&format!(
                    "    k = 1;\n    if ({condition}) {branch}\n    // Else\n    k = 2;\n\n    k = 3; // last\n"
                )),
                format!(
                    "  k = 1;\n  if ({opposite}) {{\n    // Else\n    k = 2;\n\n    k = 3; // last\n  }}\n"
                )
            );
        }
    }
}

#[test]
fn something_before_it() {
    assert_eq!(
        copy("    if (k == 0) {\n      k = 1;\n      continue;\n    }\n    k = 2;\n"),
        "  if (k == 0) {\n    k = 1;\n  } else {\n    k = 2;\n  }\n"
    );
    // What somebody wrote about it stays.
    assert_eq!(
        copy("    if (k == 0) {\n      // No more.\n      continue;\n    }\n    k = 2;\n"),
        "  if (k == 0) {\n    // No more.\n  } else {\n    k = 2;\n  }\n"
    );
    assert_eq!(
        copy("    if (k == 0) continue; // no more\n    k = 2;\n"),
        "  if (k != 0) { // no more\n    k = 2;\n  }\n"
    );
    assert_eq!(
        copy("    if (*) continue;\n    k = 2;\n"),
        "  if (*) { } else {\n    k = 2;\n  }\n"
    );
}

#[test]
fn several_and_at_the_end() {
    assert_eq!(
        copy(
            "    if (k == 0) {\n      continue;\n    }\n    k = 1;\n    if (k == 1) {\n      k = 2;\n      \
             continue;\n    }\n    if (n\n        == k) {\n      k = 3;\n    }\n"
        ),
        "  if (k != 0) {\n    k = 1;\n    if (k == 1) {\n      k = 2;\n    } else {\n      if (n\n          \
         == k) {\n        k = 3;\n      }\n    }\n  }\n"
    );
    // Behind these nothing is left to do.
    assert_eq!(
        copy(
            "    if (k == 0) {\n      k = 1;\n      continue;\n    } else {\n      continue;\n    }\n"
        ),
        "  if (k == 0) {\n    k = 1;\n  } else {\n  }\n"
    );
    assert_eq!(copy("    k = 1;\n    continue;\n"), "  k = 1;\n");
    assert_eq!(
        copy("    if (k == 0) { if (n == 1) continue; }\n"),
        "  if (k == 0) { if (n == 1) { } }\n"
    );
}

#[test]
fn on_one_line() {
    assert_eq!(
        copy("    if (k == 0) continue; k = 2; k = 3;\n"),
        "  if (k != 0) {\n    k = 2; k = 3;\n  }\n"
    );
}

#[test]
fn jumps_of_inner_loops_stay() {
    let inner = "while (k < n) { if (k == 1) { continue; } k = k + 1; }";
    let result = copy(&format!(
        "    if (k == 0) continue;\n    loop_invariant true;\n    {inner}\n"
    ));
    assert!(result.contains(inner), "{result}");
}

#[test]
fn with_labels_and_locals() {
    assert_eq!(
        copy(
            "    label here;\n    if (k == 0) {\n      continue;\n    }\n    int x = k;\n    k = x;\n    \
             assert k == \\old[here](k);\n"
        ),
        "  {\n    label here_2;\n    if (k != 0) {\n      int x = k;\n      k = x;\n      \
         assert k == \\old[here_2](k);\n    }\n  }\n"
    );
}

#[test]
fn an_update_that_is_skipped() {
    let text = method(
        "  int i = 0;\n",
        "0 <= i",
        "  while (i < n) {\n    if (k == 0) { continue; }\n    i = i + 1;\n  }\n",
    );
    assert_eq!(refused(&text, 2).diagnostic.code, Code::A103);
    // One that is not.
    let text = text.replace(
        "    if (k == 0) { continue; }\n    i = i + 1;\n",
        "    i = i + 1;\n    if (k == 0) { continue; }\n    k = 1;\n",
    );
    assert!(directive(&text, 2).contains("  i = i + 1;\n  if (k != 0) {\n    k = 1;\n  }\n"));
}

#[test]
fn the_published_tool_knew_none() {
    let text = method(
        "",
        "0 <= i && i <= n",
        "  for (int i = 0; i < n; i++) {\n    if (k == 0) { continue; }\n    k = 1;\n  }\n",
    );
    let refusal = directive_in(&text, Profile::VerCors14, &mut Runs::times(2)).unwrap_err();
    assert_eq!(refusal.diagnostic.code, Code::A106);
}

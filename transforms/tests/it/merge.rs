//! Merging: the text that comes out, byte for byte, and what is said about it.

use crate::common::{Done, Yes, carry_out, load};
use spec_lang::resolve::Profile;
use text::code::Code;
use text::source::SourceFile;
use transforms::{Outcome, Refusal, RefusalClass, next_directive, of_directive, parse_flag, plan};

/// Carries out the next directive.
fn directive_in(text: &str, profile: Profile, prover: &mut Yes) -> Done {
    let loaded = load(vec![SourceFile::new("test.pvl", text)], profile);
    let step = of_directive(&next_directive(&loaded.program, profile).expect("a directive"))?;
    carry_out(&loaded, &step, prover)
}

/// No iterations are a multiple of anything.
fn some() -> Yes {
    Yes {
        but: &["% "],
        ..Yes::default()
    }
}

fn merged(text: &str) -> String {
    match directive_in(text, Profile::Sound, &mut some()) {
        Ok((text, _)) => text,
        Err(refusal) => panic!("{refusal:#?}"),
    }
}

fn refused(text: &str, profile: Profile) -> Refusal {
    match directive_in(text, profile, &mut some()) {
        Ok((text, _)) => panic!("not refused:\n{text}"),
        Err(refusal) => refusal,
    }
}

#[test]
fn a_known_count() {
    let text = "\
// Sets some cells.
class Fill {
  context a != null && a.length == 12; // enough
  context (\\forall* int j; 0 <= j && j < 12; Perm(a[j], write));
  void fill(int[] a) {
    int i = 1;

    // The loop.
    gpuopt iter_merge i 3;
    loop_invariant 1 <= i && i <= 12;
    loop_invariant (\\forall* int j; 0 <= j && j < 12; Perm(a[j], write));
    while (i < 12) {
      a[i] = 0; // cell

      i = i + 1;
    } // done
  }
}
";
    let (result, rewritten) = directive_in(text, Profile::Sound, &mut some()).unwrap();
    assert_eq!(
        result,
        "\
// Sets some cells.
class Fill {
  context a != null && a.length == 12; // enough
  context (\\forall* int j; 0 <= j && j < 12; Perm(a[j], write));
  void fill(int[] a) {
    int i = 1;

    // The loop.
    assert 1 <= i && i <= 12;
    assert i < 12;
    a[i] = 0; // cell

    i = i + 1;
    assert 1 <= i && i <= 12;
    assert i < 12;
    a[i] = 0; // cell

    i = i + 1;
    loop_invariant i % 3 == 0;
    loop_invariant 3 <= i && i <= 12;
    loop_invariant (\\forall* int j; 0 <= j && j < 12; Perm(a[j], write));
    while (i < 12) {
      a[i] = 0; // cell

      i = i + 1;
      assert 1 <= i && i <= 12;
      assert i < 12;
      a[i] = 0; // cell

      i = i + 1;
      assert 1 <= i && i <= 12;
      assert i < 12;
      a[i] = 0; // cell

      i = i + 1;
    } // done
  }
}
"
    );
    assert_eq!(
        rewritten.shown,
        ["the number of iterations is 11: 2 before the loop, 3 of 3 each"]
    );
    // Every line says which rule made it, and where it is from.
    let files = [SourceFile::new("test.pvl", text)];
    let applied = rewritten.edits.apply(&files).unwrap().remove(0).unwrap();
    for change in applied.changes() {
        assert!(!change.causes.is_empty());
        for cause in change.causes {
            assert!(cause.rule.starts_with("merge: "), "{}", cause.rule);
        }
    }
}

#[test]
fn a_count_that_is_not_known() {
    let text = "\
void m(int n) {
  gpuopt iter_merge i 3;
  loop_invariant 0 <= i && i <= n;
  for (int i = 0; i < n; i++) {
    int t = i;
  }
}
";
    let (result, rewritten) = directive_in(text, Profile::Sound, &mut some()).unwrap();
    assert_eq!(
        result,
        "\
void m(int n) {
  int i = 0;
  loop_invariant 0 <= i && i <= n;
  for (; i + 2 < n; i++) {
    {
      int t = i;
    }
    i++;
    assert 0 <= i && i <= n;
    assert i < n;
    {
      int t = i;
    }
    i++;
    assert 0 <= i && i <= n;
    assert i < n;
    {
      int t = i;
    }
  }
  loop_invariant 0 <= i && i <= n;
  for (; i < n; i++) {
    int t = i;
  }
}
"
    );
    assert_eq!(rewritten.notes[0].code, Code::A210);
}

#[test]
fn a_multiple() {
    let text = "\
void m(int n) {
  gpuopt iter_merge i 4;
  loop_invariant true;
  for (int i = 0 .. n) { n = n; }
}
";
    // The end is written in the body, so it is kept, and nothing is known of it.
    assert!(merged(text).contains("int i_end = n;"));
    let text = text.replace("n = n;", "");
    let mut prover = Yes::default();
    let (result, _) = directive_in(&text, Profile::Sound, &mut prover).unwrap();
    assert_eq!(
        result,
        "\
void m(int n) {
  loop_invariant 0 <= i && i <= n && i % 4 == 0;
  loop_invariant true;
  for (int i = 0; i < n; i = i + 1) {
    i = i + 1;
    assert i < n;
    i = i + 1;
    assert i < n;
    i = i + 1;
    assert i < n;
  }
}
"
    );
    assert_eq!(prover.asked, ["i == 0; 0 <= n; n % 4 == 0"]);
}

#[test]
fn listed_values() {
    for (before, loop_text, listed, moved) in [
        (
            "int i = 1;",
            "loop_invariant 1 <= i; while (i < 130) { i = i * 2; }",
            "i == 4 || i == 32 || i == 256",
            "4 <= i",
        ),
        (
            "int i = 1000;",
            "loop_invariant i <= 1000; while (0 < i) { i /= 3; }",
            "i == 333 || i == 12 || i == 0",
            "i <= 333",
        ),
        (
            "int i = 3;",
            "loop_invariant 3 <= i; while (i <= 9) { i = i + 3; }",
            "i == 3 || i == 12",
            "3 <= i",
        ),
    ] {
        let text =
            format!("void m() {{\n  {before}\n  gpuopt iter_merge i 3;\n  {loop_text}\n}}\n");
        let result = merged(&text);
        assert!(
            result.contains(&format!("loop_invariant {listed};")),
            "{result}"
        );
        assert!(
            result.contains(&format!("loop_invariant {moved};")),
            "{result}"
        );
    }
}

#[test]
fn remainders() {
    for (first, header, update, phase) in [
        (0, "i < 20", "i++", "i <= 20 && i % 2 == 0"),
        (5, "i < 22", "i += 2", "i <= 23 && (i - 7) % 4 == 0"),
        (-9, "i < 3", "i = i + 1", "i <= 3 && (i + 9) % 2 == 0"),
        (9, "i > 0", "i--", "0 <= i && i <= 8 && (8 - i) % 2 == 0"),
        (
            9,
            "0 <= i",
            "i -= 3",
            "-3 <= i && i <= 9 && (9 - i) % 6 == 0",
        ),
        (
            4,
            "i != -4",
            "i = i - 1",
            "-4 <= i && i <= 4 && (4 - i) % 2 == 0",
        ),
        (0, "!(4 <= i)", "i++", "0 <= i && i <= 4 && i % 2 == 0"),
    ] {
        let text = format!(
            "void m() {{\n  int i = {first};\n  gpuopt iter_merge i 2;\n  \
             loop_invariant i == i;\n  while ({header}) {{\n    {update};\n  }}\n}}\n"
        );
        let result = merged(&text);
        assert!(
            result.contains(&format!(
                "{phase};
"
            )),
            "{phase}
{result}"
        );
    }
}

#[test]
fn guards_that_look_ahead() {
    for (guard, update, ahead) in [
        ("i < n", "i = i + 1", "i + 2 < n"),
        ("n >= i", "i += 4", "n >= i + 8"),
        ("i < n", "i += k", "i + 2 * k < n"),
        ("i < n", "i = i * 2", "i * 4 < n"),
        ("i < n", "i *= k", "i < n && i * k < n && i * k * k < n"),
        ("i > n", "i++", "i > n && i + 1 > n && i + 2 > n"),
        (
            "i < n && k > 0",
            "i++",
            "(i < n && k > 0) && (i + 1 < n && k > 0) && (i + 2 < n && k > 0)",
        ),
        ("!(n <= i)", "i++", "!(n <= i + 2)"),
        (
            "!(n == i)",
            "i++",
            "!(n == i) && !(n == i + 1) && !(n == i + 2)",
        ),
        (
            "2 * i < n",
            "i++",
            "2 * i < n && 2 * (i + 1) < n && 2 * (i + 2) < n",
        ),
        (
            "i < 2 * i - n",
            "i++",
            "i < 2 * i - n && i + 1 < 2 * (i + 1) - n && i + 2 < 2 * (i + 2) - n",
        ),
    ] {
        let text = format!(
            "void m(int n, int k) {{\n  int i = 1;\n  gpuopt iter_merge i 3;\n  \
             loop_invariant 0 <= i;\n  while ({guard}) {{\n    {update};\n  }}\n}}\n"
        );
        let result = merged(&text);
        assert!(
            result.contains(&format!("while ({ahead}) {{")),
            "{ahead}\n{result}"
        );
        assert_eq!(result.matches(&format!("assert {guard};")).count(), 2);
        assert!(result.contains(&format!("while ({guard}) {{\n    {update};\n  }}\n}}")));
    }
}

#[test]
fn a_step_whose_sign_is_not_known() {
    let text = "void m(int n, int k) {\n  int i = 1;\n  gpuopt iter_merge i 2;\n  \
                loop_invariant true;\n  while (i < n) {\n    i = i + k;\n  }\n}\n";
    let mut prover = Yes {
        but: &["0 <= k"],
        ..Yes::default()
    };
    let (result, _) = directive_in(text, Profile::Sound, &mut prover).unwrap();
    assert!(result.contains("while (i < n && i + k < n) {"), "{result}");
}

#[test]
fn tests_that_stay() {
    for (guard, body) in [
        ("i < n && s < 7", "s = s + 1; i = i + 1;"),
        ("i < n", "if (s == 3) { break; } i = i + 1;"),
        ("i < n", "if (s == 3) { i = i + 1; }"),
        ("i < n", "i = n - i;"),
        ("i < n", "i = i + s; s = s + 1;"),
        ("i < n", "n = n - 1; i = i + 1;"),
    ] {
        let opposite = match guard {
            "i < n" => "i >= n".to_owned(),
            _ => format!("!({guard})"),
        };
        let text = format!(
            "void m(int n) {{\n  int s = 0;\n  int i = 0;\n  gpuopt iter_merge i 2;\n  \
             loop_invariant true;\n  while ({guard}) {{\n    {body}\n  }}\n}}\n"
        );
        let (result, rewritten) = directive_in(&text, Profile::Sound, &mut some()).unwrap();
        assert_eq!(
            result,
            format!(
                "void m(int n) {{\n  int s = 0;\n  int i = 0;\n  loop_invariant true;\n  \
                 while ({guard}) {{\n    {body}\n    \
                 if ({opposite}) {{ break; }}\n    {body}\n  }}\n}}\n"
            )
        );
        assert_eq!(rewritten.notes[0].code, Code::A211);
    }
}

#[test]
fn other_numbers_and_collections() {
    for (first, guard, update) in [
        ("rational i = 8 \\ 1;", "i > (1 \\ 1)", "i = i / 2;"),
        (
            "seq<int> i = seq<int> {};",
            "|i| < n",
            "i = i + seq<int> {1};",
        ),
        ("rational i = 0 \\ 1;", "i < 8", "i = i + 1;"),
    ] {
        // The order of fractions has an opposite too, but only that of integers is written so.
        let opposite = match guard {
            "|i| < n" => "|i| >= n".to_owned(),
            _ => format!("!({guard})"),
        };
        let text = format!(
            "void m(int n) {{\n  {first}\n  gpuopt iter_merge i 2;\n  loop_invariant true;\n  \
             while ({guard}) {{\n    {update}\n  }}\n}}\n"
        );
        let result = merged(&text);
        assert!(
            result.contains(&format!("if ({opposite}) {{ break; }}")),
            "{result}"
        );
    }
}

#[test]
fn jumps() {
    let header = "void m(int n) {\n  gpuopt iter_merge i 2;\n  loop_invariant true;\n";
    // Nothing stands before the loop, so a `break` leaves the one there is.
    let text =
        format!("{header}  for (int i = 0; i < 8; i++) {{\n    if (i == n) break;\n  }}\n}}\n");
    let result = merged(&text);
    assert!(result.contains("i % 2 == 0"), "{result}");
    // One iteration stands before it.
    let result = merged(&text.replace("i < 8", "i < 9"));
    assert!(result.contains("if (i >= 9) { break; }"), "{result}");
    // After `continue` the next merged iteration starts somewhere else.
    let result = merged(&text.replace("break", "continue"));
    assert!(result.contains("for (; i + 1 < 8; i++)"), "{result}");
    // Those of other loops, and `return`, are no concern.
    let text = format!(
        "{header}  for (int i = 0; i < 9; i++) {{\n    loop_invariant true;\n    \
         while (n > 3) {{ if (n == 5) {{ break; }} n = n - 1; }}\n    if (n == 2) return;\n  }}\n}}\n"
    );
    assert!(merged(&text).contains("(i - 1) % 2 == 0"));
    let text = format!(
        "{header}  for (int i = 0; i < 9; i++) {{\n    goto end;\n  }}\n  label end;\n}}\n"
    );
    assert!(merged(&text).contains("goto end;"));
}

#[test]
fn without_a_guard() {
    let text = "void m(int n) {\n  gpuopt iter_merge i 2;\n  loop_invariant true;\n  \
                for (int i = 0; ; i++) {\n    if (i == n) break;\n  }\n}\n";
    assert_eq!(
        merged(text),
        "void m(int n) {\n  loop_invariant true;\n  for (int i = 0; ; i++) {\n    \
         if (i == n) break;\n    i++;\n    if (i == n) break;\n  }\n}\n"
    );
}

#[test]
fn a_number_that_the_precondition_tells() {
    let text = "requires n == 9 && k > 0;\nvoid m(int n, int k) {\n  int i = 0;\n  gpuopt iter_merge i 2;\n  \
                loop_invariant 0 <= i;\n  while (i < n) {\n    i++;\n  }\n}\n";
    let mut prover = Yes::default();
    let (result, _) = directive_in(text, Profile::Sound, &mut prover).unwrap();
    assert!(result.contains("i <= 9 && (i - 1) % 2 == 0"), "{result}");
    assert_eq!(prover.asked, ["i == 0; n == 9; 8 < n; !(9 < n)"]);
    // Unless it changes.
    let text = text.replace("i++;", "i++; n = n;");
    assert!(merged(&text).contains("{ break; }"));
}

#[test]
fn in_places_of_every_kind() {
    // The only statement of a branch.
    let text = "\
void m(int n) {
  int i = 0;
  if (n > 0)
    gpuopt iter_merge i 2;
    loop_invariant 0 <= i;
    while (i < n) i = i + 1;
  else { }
}
";
    assert_eq!(
        merged(text),
        "\
void m(int n) {
  int i = 0;
  if (n > 0)
    {
      loop_invariant 0 <= i;
      while (i + 1 < n) {
        i = i + 1;
        assert 0 <= i;
        assert i < n;
        i = i + 1;
      }
      loop_invariant 0 <= i;
      while (i < n) i = i + 1;
    }
  else { }
}
"
    );
    // A name that would be seen where it was not.
    let text = "\
void m(int n) {
  gpuopt iter_merge i 2;
  loop_invariant 0 <= i;
  for (int i = 0; i < n; i++);
  int i = 3;
}
";
    assert_eq!(
        merged(text),
        "\
void m(int n) {
  {
    int i = 0;
    loop_invariant 0 <= i;
    for (; i + 1 < n; i++) {
      i++;
      assert 0 <= i;
      assert i < n;
    }
    loop_invariant 0 <= i;
    for (; i < n; i++);
  }
  int i = 3;
}
"
    );
    // All on one line.
    let text = "void m(int n) { int i = 0; gpuopt iter_merge i 2; loop_invariant 0 <= i; \
                while (i < n) { i = i + 1; } i = 5; }\n";
    assert_eq!(
        merged(text),
        "\
void m(int n) { int i = 0; loop_invariant 0 <= i; while (i + 1 < n) {
  i = i + 1;
  assert 0 <= i;
  assert i < n;
  i = i + 1;
}
loop_invariant 0 <= i; while (i < n) { i = i + 1; } i = 5; }
"
    );
}

#[test]
fn comments_tabs_and_line_ends() {
    let text = "\u{feff}void m(int n) {\r\n\tint i = 0;\r\n\t/*@ gpuopt iter_merge i 2; @*/\r\n\t\
                //@ loop_invariant 0 <= i;\r\n\twhile (i < n) // run\r\n\t{ // body\r\n\t\ti = i + 1;\r\n\r\n\t\t\
                /* last */\r\n\t} // done\r\n}\r\n";
    let result = merged(text);
    assert_eq!(
        result,
        "\u{feff}void m(int n) {\r\n\tint i = 0;\r\n\t//@ loop_invariant 0 <= i;\r\n\t\
         while (i + 1 < n) // run\r\n\t{ // body\r\n\t\ti = i + 1;\r\n\r\n\t\t/* last */\r\n\t\t\
         assert 0 <= i;\r\n\t\tassert i < n;\r\n\t\t// body\r\n\t\ti = i + 1;\r\n\r\n\t\t/* last */\r\n\t}\r\n\t\
         //@ loop_invariant 0 <= i;\r\n\twhile (i < n) // run\r\n\t{ // body\r\n\t\ti = i + 1;\r\n\r\n\t\t\
         /* last */\r\n\t} // done\r\n}\r\n"
    );
}

#[test]
fn other_directives_stay_with_the_merged_loop() {
    let text = "void m(int n) {\n  int i = 0;\n  gpuopt iter_merge i 2;\n  gpuopt loop_unroll i 1;\n  \
                loop_invariant 0 <= i;\n  while (i < n) {\n    i++;\n  }\n}\n";
    let result = merged(text);
    assert_eq!(result.matches("gpuopt loop_unroll i 1;").count(), 1);
    assert!(result.contains("gpuopt loop_unroll i 1;\n  loop_invariant 0 <= i;\n  while (i + 1"));
}

#[test]
fn the_published_messages() {
    for (text, message) in [
        (
            "int i = 0; gpuopt iter_merge i 2; loop_invariant 0 <= i && i <= n; while (i < n) { i++; }",
            "The upperbound of i is not a constant, but n",
        ),
        (
            "int i = 0; gpuopt iter_merge i 2; loop_invariant 0 <= i && i <= 2 * n; while (i < 9) { i++; }",
            "The upperbound of i is not a constant, but 2 * n",
        ),
        (
            "int i = n; gpuopt iter_merge i 2; loop_invariant 0 <= i && i <= n; while (i > 0) { i--; }",
            "The upperbound of i is not a constant, but n",
        ),
        (
            "int i = 9; gpuopt iter_merge i 2; loop_invariant n <= i && i <= 9; while (i > n) { i--; }",
            "The lowerbound of i is not a constant, but n",
        ),
        (
            "int i = 0; gpuopt iter_merge i 5; loop_invariant 0 <= i && i <= 4; while (i < 4) { i++; }",
            "The number of iterations is less than the number of iterations to merge",
        ),
    ] {
        let text = format!("void m(int n) {{ {text} }}\n");
        let refusal = refused(&text, Profile::VerCors14);
        assert_eq!(refusal.diagnostic.message, message);
        assert_eq!(refusal.class, RefusalClass::NotApplicable);
        let sound = directive_in(&text, Profile::Sound, &mut some());
        assert_eq!(sound.is_err(), message.contains("less"));
    }
}

#[test]
fn other_limits_of_the_published_tool() {
    for (guard, body) in [
        ("i < 9 && n > 0", "i++;"),
        ("i < 9", "if (n > 0) { i++; }"),
        ("i < 9", "i += n;"),
        ("i < 9", "i++; if (n > 3) break;"),
        ("i < 9", "if (n > 3) continue; i++;"),
    ] {
        let text = format!(
            "void m(int n) {{ int i = 0; gpuopt iter_merge i 2; loop_invariant 0 <= i && i <= 9; \
             while ({guard}) {{ {body} }} }}\n"
        );
        let refusal = refused(&text, Profile::VerCors14);
        assert_eq!(refusal.diagnostic.code, Code::A205, "{text}");
        assert!(directive_in(&text, Profile::Sound, &mut some()).is_ok());
    }
}

#[test]
fn a_start_that_is_not_shown() {
    let text = "void m(int n) { int i = n; gpuopt iter_merge i 2; loop_invariant 0 <= i && i <= 9; \
                while (i < 9) { i++; } }\n";
    let mut no = Yes {
        but: &["=="],
        ..Yes::default()
    };
    let refusal = directive_in(text, Profile::VerCors14, &mut no).unwrap_err();
    assert_eq!(refusal.diagnostic.code, Code::A205);
    no.otherwise = Some(Outcome::Unknown("out of memory".to_owned()));
    let refusal = directive_in(text, Profile::VerCors14, &mut no).unwrap_err();
    assert_eq!(refusal.diagnostic.code, Code::A209);
    assert_eq!(refusal.class, RefusalClass::Unknown);
    // Otherwise nothing needs to be known of it.
    let (result, _) = directive_in(text, Profile::Sound, &mut no).unwrap();
    assert!(result.contains("while (i + 1 < 9)"), "{result}");
}

#[test]
fn numbers_of_iterations() {
    let text = |count: &str| {
        format!(
            "void m(int n) {{ int i = 0; gpuopt iter_merge i {count}; loop_invariant 0 <= i; \
             while (i < n) {{ i++; }} }}\n"
        )
    };
    for count in ["0", "1", "1025", "18446744073709551615"] {
        assert_eq!(
            refused(&text(count), Profile::Sound).diagnostic.code,
            Code::A201
        );
    }
    let refusal = refused(&text("99999999999999999999999"), Profile::Sound);
    assert_eq!(refusal.diagnostic.code, Code::A002);
    assert_eq!(merged(&text("200")).matches("assert i < n;").count(), 199);
}

#[test]
fn bodies_and_guards_are_laid_out_as_one_writes_them() {
    let text = |header: &str, rest: &str| {
        format!(
            "void m(int n, boolean stop) {{\n  int i = 0;\n  gpuopt iter_merge i 2;\n  {header}{rest}\n}}\n"
        )
    };
    // A body on a line of its own gets its brace behind the header.
    let result = merged(&text("while (!(i >= n))\n    ", "i = i + 1;"));
    let merged_loop =
        "  while (!(i + 1 >= n)) {\n    i = i + 1;\n    assert !(i >= n);\n    i = i + 1;\n  }\n";
    assert!(result.contains(merged_loop), "{result}");
    assert!(
        result.ends_with("  while (!(i >= n))\n    i = i + 1;\n}\n"),
        "{result}"
    );
    // A comment there stays.
    let result = merged(&text("while (i < n) // (so far)\n    ", "i = i + 1;"));
    assert!(
        result.contains("(i + 1 < n) // (so far)\n    {\n"),
        "{result}"
    );
    // What is left when the guard no longer holds is said without two negations.
    let result = merged(&text(
        "while (!stop) {\n    ",
        "stop = i > n;\n    i = i + 1;\n  }",
    ));
    assert!(result.contains("    if (stop) { break; }\n"), "{result}");
    // Invariants behind the header stay together.
    let result = merged(
        "void m(int n) {\n  int s = 0;\n  gpuopt iter_merge i 2;\n  for (int i = 0 .. n)\n    \
         loop_invariant s == i;\n  {\n    s = s + 1;\n  }\n}\n",
    );
    for header in ["i + 1 < n", "i < n"] {
        let header = format!(
            "  for (; {header}; i = i + 1)\n    loop_invariant 0 <= i && (i <= n || i == 0);\n    \
             loop_invariant s == i;\n  {{\n"
        );
        assert!(result.contains(&header), "{result}");
    }
}

#[test]
fn what_is_in_the_way() {
    for (statement, code) in [
        ("goto here; label here;", Code::A206),
        ("par t(int x = 0 .. 4) gpuopt tile inter 2; { }", Code::A206),
    ] {
        let text = format!(
            "void m(int n) {{\n  int i = 0;\n  loop_invariant 0 <= i;\n  \
             while (i < n) {{\n    {statement}\n    i++;\n  }}\n}}\n"
        );
        let loaded = load(vec![SourceFile::new("t.pvl", &text)], Profile::Sound);
        let step = parse_flag("merge", "2@i", &[]).unwrap();
        let refusal = carry_out(&loaded, &step, &mut some()).unwrap_err();
        assert_eq!(refusal.diagnostic.code, code, "{statement}");
        let possible = &plan(&loaded.input())[0].possible;
        let merge = possible
            .iter()
            .find(|one| one.transformation == "merge")
            .unwrap();
        assert_eq!(merge.flag.to_string(), "--merge M@i");
        assert_eq!(merge.obstacle.as_ref().unwrap().code, code);
    }
    for (text, code) in [
        (
            "label l while (i < n) { if (i == 3) { continue l; } i++; }",
            Code::A206,
        ),
        ("while (n++ < 3) { i++; }", Code::A207),
        ("for (int j = 0 .. n) { i++; }", Code::A202),
        ("for (int j = 0 .. n) { n++; }", Code::A202),
    ] {
        let clauses = "gpuopt iter_merge i 2; loop_invariant true; ";
        let at = text.find("while").or(text.find("for")).unwrap();
        let (before, after) = text.split_at(at);
        let own = if after.starts_with("for (int i") {
            ""
        } else {
            "int i = 0;"
        };
        let text = format!("void m(int n) {{\n  {own}\n  {before}{clauses}{after}\n}}\n");
        assert_eq!(
            refused(&text, Profile::Sound).diagnostic.code,
            code,
            "{text}"
        );
    }
}

#[test]
fn the_documented_example() {
    let doc = transforms::TRANSFORMATIONS[1].about().doc();
    let mut programs = doc
        .split("```")
        .filter_map(|part| part.strip_prefix("pvl\n"));
    let (before, after) = (programs.next().unwrap(), programs.next().unwrap());
    assert_eq!(merged(before), after);
    for info in transforms::merge::CODES {
        assert!(doc.contains(info.code.as_str()), "{}", info.code);
    }
}

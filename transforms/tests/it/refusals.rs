//! What is refused, by which code, and what is said about it.

use crate::common::{Runs, carry_out, directive, directive_in, example, flag, load, refused};
use spec_lang::resolve::Profile;
use text::code::Code;
use text::source::SourceFile;
use transforms::{Outcome, RefusalClass, SiteName, all_codes, parse_flag, plan};

/// Codes whose examples are no programs for this prover.
const APART: [Code; 8] = [
    Code::A007,
    Code::A008,
    Code::A111,
    Code::A112,
    Code::A113,
    Code::C101,
    Code::C102,
    Code::C103,
];

#[test]
fn every_example_gives_its_code() {
    // The prover here knows of iterations only; the others are shown beside their own tests.
    // That of A007 is a step of linearization; that of A008 needs a prover that finds contradictions, those of A111
    // to A113 need a profile and what checks the result; those of C101 to
    // C103 are command lines.
    let own = transforms::codes::CODES
        .iter()
        .chain(transforms::unroll::CODES);
    for info in own.filter(|info| !info.example.is_empty() && !APART.contains(&info.code)) {
        let refusal = example(info.example, 1).unwrap_err();
        assert_eq!(
            refusal.diagnostic.code, info.code,
            "{}",
            refusal.diagnostic.message
        );
        assert_eq!(refusal.class, RefusalClass::NotApplicable);
    }
}

#[test]
fn codes_are_told_apart() {
    let codes: Vec<_> = all_codes().map(|info| info.code).collect();
    let mut sorted = codes.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted.len(), codes.len());
}

fn counting(count: u64) -> String {
    format!(
        "requires n >= 0;\nvoid m(int n) {{\n  int i = 4;\n  gpuopt loop_unroll i {count};\n  \
         loop_invariant 4 <= i;\n  while (i < n) {{\n    i = i + 2;\n  }}\n}}\n"
    )
}

#[test]
fn one_more_than_the_trip_count() {
    for count in 1..6 {
        let refusal = refused(&counting(count as u64 + 1), count);
        let diagnostic = &refusal.diagnostic;
        assert_eq!(diagnostic.code, Code::A101);
        assert!(
            diagnostic
                .message
                .contains(&format!("at the start of iteration {}", count + 1)),
            "{}",
            diagnostic.message
        );
        let help = diagnostic.help.as_deref().unwrap();
        assert!(
            help.contains(&format!("`requires n >= {};`", 4 + 2 * count + 1)),
            "{help}"
        );
        assert!(help.contains(&format!("unroll {count}")), "{help}");
        assert_eq!(diagnostic.notes, ["counterexample: n = 2"]);
    }
}

#[test]
fn an_open_question_is_not_a_refusal() {
    let mut prover = Runs::times(0);
    prover.otherwise = Outcome::Unknown("the solver ran out of memory".into());
    let refusal = directive_in(&counting(2), Profile::Sound, &mut prover).unwrap_err();
    assert_eq!(refusal.class, RefusalClass::Unknown);
    assert_eq!(refusal.diagnostic.code, Code::A112);
    assert!(refusal.diagnostic.notes[0].contains("out of memory"));
}

#[test]
fn every_jump() {
    for (statement, word) in [
        ("if (i == 1) { break; }", "break"),
        (
            "if (i == 1) { if (k == 1) { continue; } k = 1; }",
            "continue",
        ),
        ("if (i == 1) { continue; } else { k = 1; }", "continue"),
        ("if (i == 1) { k = 1; } else { continue; }", "continue"),
        (
            "if (k == 1) { if (i == 1) { continue; } } else { k = 1; }",
            "continue",
        ),
        ("if (i == 1) { continue; k = 1; }", "continue"),
        ("goto here; label here;", "goto"),
        (
            "loop_invariant true; while (k < 1) { if (k == 0) { continue; } k = 1; } if (i == 1) { break; }",
            "break",
        ),
    ] {
        let text = format!(
            "void m(int n, int k) {{\n  gpuopt loop_unroll i 1;\n  loop_invariant 0 <= i;\n  \
             for (int i = 0; i < n; i++) {{\n    {statement}\n    k = 2;\n  }}\n}}\n"
        );
        let refusal = refused(&text, 1);
        assert_eq!(refusal.diagnostic.code, Code::A106, "{text}");
        assert!(
            refusal.diagnostic.message.contains(word),
            "{}",
            refusal.diagnostic.message
        );
    }
}

#[test]
fn labels_that_cannot_be_copied() {
    for (inside, behind) in [
        // What follows need not come by the label, or not by that of the same copy.
        (
            "if (n == 3) { label here; } assert \\old[here](i) <= i;",
            "",
        ),
        ("assert \\old[here](i) <= i; label here;", ""),
        ("label here;", "assert \\old[here](i) <= i;"),
        ("label here;", "goto here;"),
        (
            "label here while (n < 3) { if (n == 2) { break here; } n = 3; }",
            "",
        ),
    ] {
        let text = format!(
            "void m(int n) {{\n  int i = 0;\n  gpuopt loop_unroll i 1;\n  loop_invariant 0 <= i;\n  \
             while (i < n) {{\n    {inside}\n    i = i + 1;\n  }}\n  {behind}\n}}\n"
        );
        assert_eq!(refused(&text, 1).diagnostic.code, Code::A106, "{text}");
        let text = text.replace("loop_unroll i 1", "iter_merge i 2");
        assert_eq!(refused(&text, 1).diagnostic.code, Code::A206, "{text}");
    }
}

#[test]
fn copies_have_labels_of_their_own() {
    let text = "void m(int n, int here_3) {\n  int i = 0;\n  gpuopt loop_unroll i 2;\n  loop_invariant 0 <= i;\n  \
                while (i < n) {\n    label here;\n    label there;\n    label here_1;\n    i = i + 1;\n    \
                assert \\old[here](i) + \\old[here_1](i) == 2 * \\old[there](i);\n  }\n}\n";
    let result = directive(text, 2);
    for copy in [
        ("here_4", "here_5", "there_2"),
        ("here_6", "here_7", "there_3"),
    ] {
        let (first, second, third) = copy;
        let asked =
            format!("assert \\old[{first}](i) + \\old[{second}](i) == 2 * \\old[{third}](i);\n");
        assert!(result.contains(&asked), "{result}");
        for name in [first, second, third] {
            assert_eq!(
                result.matches(&format!("label {name};")).count(),
                1,
                "{result}"
            );
        }
    }
    assert!(
        result.ends_with(&text[text.find("while").unwrap()..]),
        "{result}"
    );
}

#[test]
fn updates_that_are_hidden() {
    for (body, code) in [
        ("k = i++;", Code::A103),
        (
            "loop_invariant true; while (k < 3) { i = i + 1; }",
            Code::A103,
        ),
        ("i = i + 1; i = i * 2;", Code::A104),
        ("i = i + n; i = i + n;", Code::A104),
        ("i = i + 1; i = 0;", Code::A105),
        ("i = i % 2;", Code::A105),
        ("i = 3 / i;", Code::A105),
        ("i = k;", Code::A105),
        ("int h = i + k; i = h;", Code::A105),
        ("int h = i + 2; h = h + 1; i = h;", Code::A105),
        ("int h = k + 2; i = h;", Code::A105),
        ("int h = i + 2; i = h; i = i + 1;", Code::A105),
        ("if (k > 0) { int h = i + 2; i = h; }", Code::A103),
        ("k = 1;", Code::A102),
    ] {
        let text = format!(
            "void m(int n, int k) {{\n  int i = 0;\n  gpuopt loop_unroll i 1;\n  loop_invariant 0 <= i;\n  \
             while (i < n) {{\n    {body}\n  }}\n}}\n"
        );
        assert_eq!(refused(&text, 1).diagnostic.code, code, "{body}");
    }
}

#[test]
fn a_field_is_no_loop_variable() {
    let text = "class C {\n  int i;\n  requires Perm(i, write);\n  void m(int n) {\n    \
                gpuopt loop_unroll i 1;\n    loop_invariant Perm(i, write);\n    \
                while (i < n) {\n      i = i + 1;\n    }\n  }\n}\n";
    let refusal = refused(text, 1);
    assert_eq!(refusal.diagnostic.code, Code::A102);
    assert!(refusal.diagnostic.labels[0].text.contains("field"));
}

#[test]
fn what_changes_with_the_variable_does_not_bound_it() {
    for (invariants, one) in [
        ("0 <= i && i <= n && k >= i", true),
        ("0 <= i && i <= n && i <= n + 1", false),
    ] {
        let text = format!(
            "void m(int n, int k) {{\n  int i = 0;\n  gpuopt loop_unroll i 1;\n  loop_invariant {invariants};\n  \
             while (i < n) {{\n    i = i + 1;\n    k = k + 1;\n  }}\n}}\n"
        );
        let result = directive_in(&text, Profile::VerCors14, &mut Runs::times(1));
        assert_eq!(result.is_ok(), one, "{invariants}");
    }
}

#[test]
fn limits_of_the_published_tool() {
    for (invariant, guard, update) in [
        ("0 <= i", "i < n", "i = i + 1"),
        ("0 <= i && 0 <= i && i <= n", "i < n", "i = i + 1"),
        ("0 <= i && i <= n", "i < n && k > 0", "i = i + 1"),
        ("0 <= i && i <= n", "i < n", "i = i + k"),
    ] {
        let text = format!(
            "void m(int n, int k) {{\n  int i = 0;\n  gpuopt loop_unroll i 1;\n  loop_invariant {invariant};\n  \
             while ({guard}) {{\n    {update};\n  }}\n}}\n"
        );
        let refusal = directive_in(&text, Profile::VerCors14, &mut Runs::times(1)).unwrap_err();
        assert_eq!(refusal.diagnostic.code, Code::A111);
        assert!(directive_in(&text, Profile::Sound, &mut Runs::times(1)).is_ok());
    }
}

#[test]
fn all_needs_an_end() {
    let refusal = flag(&counting(1), "all", false, 5_000).unwrap_err();
    assert_eq!(refusal.diagnostic.code, Code::A109);
    assert!(refusal.diagnostic.message.contains("more than 1024"));
}

const TWO: &str = "\
class C {
  void a(int n) {
    int i = 0;
    loop_invariant 0 <= i;
    while (i < n) {
      i = i + 1;
    }
  }
  void b(int n) {
    int i = 0;
    loop_invariant 0 <= i;
    while (i < n) {
      int j = 0;
      loop_invariant 0 <= j;
      while (j < n) {
        j = j + 1;
      }
      i = i + 1;
    }
    par work(int t = 0 .. 4) {
      int k = 0;
      loop_invariant 0 <= k;
      while (k < t) {
        k = k + 1;
      }
    }
  }
}
";

#[test]
fn sites_by_every_kind_of_name() {
    for (site, bound) in [
        (
            "a/i",
            "loop_invariant 1 <= i;\n    while (i < n) {\n      i",
        ),
        (
            "C.b/i",
            "loop_invariant 1 <= i;\n    while (i < n) {\n      int",
        ),
        ("j", "loop_invariant 1 <= j"),
        ("k", "loop_invariant 1 <= k"),
        ("work", "loop_invariant 1 <= k"),
        ("4", "loop_invariant 1 <= i;\n    while (i < n) {\n      i"),
        ("14", "loop_invariant 1 <= j"),
        ("16", "loop_invariant 1 <= j"),
        (
            "18",
            "loop_invariant 1 <= i;\n    while (i < n) {\n      int",
        ),
    ] {
        let (text, _) = flag(TWO, &format!("1@{site}"), false, 1).unwrap();
        assert!(text.contains(bound), "{site}:\n{text}");
    }
}

#[test]
fn a_site_that_is_not_one() {
    for (argument, code) in [
        ("1", Code::C103),
        ("1@i", Code::C103),
        ("1@x", Code::C102),
        ("1@c/i", Code::C102),
        ("1@1", Code::C102),
        ("x", Code::C101),
        ("1@", Code::C101),
        ("1@a/b/c", Code::C101),
        ("-1", Code::C101),
        ("", Code::C101),
        ("99999999999999999999999", Code::C101),
    ] {
        let refusal = flag(TWO, argument, false, 1).unwrap_err();
        assert_eq!(refusal.diagnostic.code, code, "{argument}");
        assert_eq!(refusal.class, RefusalClass::WrongInput);
    }
    let refusal = flag(TWO, "1@i", false, 1).unwrap_err();
    assert_eq!(
        refusal.diagnostic.help.as_deref(),
        Some("one of `@a/i`, `@b/i`")
    );
    assert_eq!(refusal.diagnostic.labels.len(), 2);
}

#[test]
fn too_many_copies() {
    let refusal = flag(TWO, "2000@j", false, 5_000).unwrap_err();
    assert_eq!(refusal.diagnostic.code, Code::A108);
}

#[test]
fn only_one_method() {
    let loaded = load(vec![SourceFile::new("t.pvl", TWO)], Profile::Sound);
    let mut input = loaded.input();
    input.only = Some("a");
    let step = parse_flag("unroll", "1", &[]).unwrap();
    assert!(transforms::apply(&input, &step, &mut Runs::times(1)).is_ok());
}

#[test]
fn what_could_be_done_where() {
    let loaded = load(vec![SourceFile::new("t.pvl", TWO)], Profile::Sound);
    let entries = plan(&loaded.input());
    let names: Vec<String> = entries.iter().map(|entry| entry.name.to_string()).collect();
    assert_eq!(names, ["a/i", "b/i", "j", "work", "k"]);
    assert!(entries.iter().all(|entry| {
        entry
            .possible
            .iter()
            .all(|possible| possible.obstacle.is_none())
    }));
    assert_eq!(entries[0].possible[0].flag.to_string(), "--unroll K@a/i");
    assert_eq!(SiteName::parse("a/i"), Some(entries[0].name.clone()));
}

#[test]
fn the_other_steps_are_read() {
    for (flag, argument) in [
        ("merge", "2@i"),
        ("prefetch", "a[tid + 1]@work"),
        ("linearize", "m:row"),
        ("linearize", "m:col:r, c"),
        ("tile", "inter:4@work"),
        ("tile", "intra:4"),
        ("fuse", "2"),
        ("fuse", "3:2@work"),
    ] {
        let step = parse_flag(flag, argument, &[]).unwrap();
        assert_eq!(step.about().name, flag);
    }
    for (flag, argument) in [
        ("merge", "all"),
        ("prefetch", "a"),
        ("linearize", "m"),
        ("linearize", ":row"),
        ("tile", "outer:4"),
        ("fuse", "a:1"),
        ("melt", "1"),
    ] {
        assert_eq!(
            parse_flag(flag, argument, &[]).unwrap_err().diagnostic.code,
            Code::C101
        );
    }
}

#[test]
fn the_documented_example() {
    let doc = transforms::TRANSFORMATIONS[0].about().doc();
    let mut programs = doc
        .split("```")
        .filter_map(|part| part.strip_prefix("pvl\n"));
    let (before, after) = (programs.next().unwrap(), programs.next().unwrap());
    assert_eq!(crate::common::directive(before, 2), after);
    for info in transforms::unroll::CODES {
        assert!(doc.contains(info.code.as_str()), "{}", info.code);
    }
}

#[test]
fn a_program_of_several_files() {
    let files = vec![
        SourceFile::new("one.pvl", "class D {\n}\n"),
        SourceFile::new(
            "two.pvl",
            "void m(int n) {\n  int i = 0;\n  loop_invariant 0 <= i;\n  while (i < n) {\n    i++;\n  }\n}\n",
        ),
    ];
    let loaded = load(files, Profile::Sound);
    let step = parse_flag("unroll", "1@i", &[]).unwrap();
    let rewritten = transforms::apply(&loaded.input(), &step, &mut Runs::times(1)).unwrap();
    let applied = rewritten.edits.apply(&loaded.files).unwrap();
    assert!(applied[0].is_none());
    assert!(
        applied[1]
            .as_ref()
            .unwrap()
            .text
            .contains("  assert 0 <= i;\n  i++;\n")
    );
    let _ = carry_out;
}

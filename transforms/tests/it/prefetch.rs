//! Prefetching: what becomes of programs where the prover says yes, and what is asked.

use crate::common::{carry_out, load};
use spec_lang::resolve::Profile;
use text::code::Code;
use text::source::SourceFile;
use transforms::{
    Outcome, Prover, Question, Refusal, RefusalClass, Rewritten, next_directive, of_directive,
    parse_flag, plan,
};

/// Says yes to everything but assertions that contain one of some texts.
struct Says {
    no: Vec<&'static str>,
    verdict: Outcome,
    profile: Profile,
    asked: Vec<String>,
}

impl Says {
    fn no(no: &[&'static str]) -> Self {
        Says {
            no: no.to_vec(),
            verdict: Outcome::Refuted("k = 0".into()),
            profile: Profile::Sound,
            asked: Vec::new(),
        }
    }
}

impl Prover for Says {
    fn prove(&mut self, questions: &[Question]) -> Vec<Vec<Outcome>> {
        questions
            .iter()
            .map(|question| {
                // A question is a program like any other.
                load(question.files.clone(), self.profile);
                question
                    .asserts
                    .iter()
                    .map(|span| {
                        let text = question.files[span.file as usize].slice(*span).to_owned();
                        let no = self.no.iter().any(|no| text.contains(no));
                        self.asked.push(text);
                        match no {
                            true => self.verdict.clone(),
                            false => Outcome::Proved,
                        }
                    })
                    .collect()
            })
            .collect()
    }
}

fn with(text: &str, flag: Option<&str>, prover: &mut Says) -> Result<(String, Rewritten), Refusal> {
    let loaded = load(vec![SourceFile::new("test.pvl", text)], prover.profile);
    let step = match flag {
        Some(flag) => parse_flag("prefetch", flag, &[])?,
        None => {
            let directive = next_directive(&loaded.program, prover.profile).expect("a directive");
            of_directive(&directive)?
        }
    };
    carry_out(&loaded, &step, prover)
}

fn flag(text: &str, argument: &str, no: &[&'static str]) -> String {
    match with(text, Some(argument), &mut Says::no(no)) {
        Ok((text, _)) => text,
        Err(refusal) => panic!("{refusal:#?}"),
    }
}

fn refused(text: &str, argument: &str, no: &[&'static str]) -> Refusal {
    match with(text, Some(argument), &mut Says::no(no)) {
        Ok((text, _)) => panic!("not refused:\n{text}"),
        Err(refusal) => refusal,
    }
}

/// A block of `n` threads with this contract and body.
fn block(contract: &str, body: &str) -> String {
    format!(
        "void m(int[] a, int[] b, int n) {{\n  par t (int tid = 0 .. n)\n    {contract}\n  {{\n{body}  }}\n}}\n"
    )
}

fn body_of(text: &str) -> String {
    let start = text.find("  {\n").unwrap() + 4;
    text[start..text.len() - "  }\n}\n".len()].to_owned()
}

const HELD: &str = "context Perm(a[tid], write);";

/// What tells another element from the cell.
const OTHER: &str = "!(";

#[test]
fn a_register_for_what_is_read_and_written() {
    let text = block(
        HELD,
        "    a[tid] = a[tid] + 1;\n    a[tid] += 2;\n    a[tid]++;\n",
    );
    assert_eq!(
        body_of(&flag(&text, "a[tid]", &[])),
        "    int a_tid = a[tid];\n    a_tid = a_tid + 1;\n    a_tid += 2;\n    a_tid++;\n    a[tid] = a_tid;\n"
    );
}

#[test]
fn what_is_only_read_is_not_written_back() {
    let text = block(HELD, "    int x = a[tid] + a[tid];\n");
    assert_eq!(
        body_of(&flag(&text, "a [ (tid) ]", &[])),
        "    int a_tid = a[tid];\n    int x = a_tid + a_tid;\n"
    );
}

#[test]
fn what_is_written_first_for_certain_is_not_loaded() {
    let text = block(HELD, "    a[tid] = 1;\n");
    assert_eq!(
        body_of(&flag(&text, "a[tid]", &[])),
        "    int a_tid = 1;\n    a[tid] = a_tid;\n"
    );
    // Whichever way is taken.
    let ways = "    if (n > 3) {\n      b[tid] = 2;\n      a[tid] = 1;\n    } else if (n > 2) {\n      a[tid] = b[tid];\n    } else a[tid] = 4;\n";
    assert_eq!(
        body_of(&flag(&block(HELD, ways), "a[tid]", &[])),
        format!(
            "    int a_tid;\n{}    a[tid] = a_tid;\n",
            ways.replace("a[tid]", "a_tid")
        )
    );
    // Not for certain: under a condition, or read before, in the same statement or in an annotation.
    for body in [
        "    if (n > 3) {\n      a[tid] = 1;\n    }\n",
        "    if (n > 3) {\n      a[tid] = 1;\n    } else {\n      b[tid] = 2;\n    }\n",
        "    if (n > 3) {\n      a[tid] = 1;\n    } else {\n      b[tid] = a[tid];\n      a[tid] = 2;\n    }\n",
        "    if (a[tid] > 3) {\n      a[tid] = 1;\n    } else {\n      a[tid] = 2;\n    }\n",
        "    if (n > 3) {\n      assert a[tid] == a[tid];\n      a[tid] = 1;\n    } else {\n      a[tid] = 2;\n    }\n",
        "    a[tid] = a[tid] * 2;\n",
    ] {
        let result = flag(&block(HELD, body), "a[tid]", &[]);
        assert!(result.contains("int a_tid = a[tid];"), "{result}");
    }
}

#[test]
fn a_lone_write_gets_no_register_where_a_wider_one_cannot_be_loaded() {
    // Behind the barrier nothing can be shown: it asks for more than it is given.
    let beyond = "    if (n > 3) {\n      a[tid] = 1;\n    }\n";
    let text = block(
        HELD,
        &format!(
            "    int x = a[tid];\n    barrier(t)\n      context Perm(a[tid], write);\n    {{\n    }}\n{beyond}"
        ),
    );
    let mut prover = Says::no(&["Perm(a[tid], write)"]);
    let (result, rewritten) = with(&text, Some("a[tid]"), &mut prover).unwrap();
    assert!(
        result.contains("int a_tid = a[tid];\n    int x = a_tid;"),
        "{result}"
    );
    assert!(result.contains(beyond), "{result}");
    let notes: Vec<Code> = rewritten.notes.iter().map(|note| note.code).collect();
    assert_eq!(notes, [Code::A318]);
    // Two accesses gain something, and must be shown.
    let more = text.replace("a[tid] = 1;", "a[tid] = 1;\n      a[tid] = a[tid] + 1;");
    let mut prover = Says::no(&["Perm(a[tid], write)"]);
    let refusal = with(&more, Some("a[tid]"), &mut prover).unwrap_err();
    assert_eq!(refusal.diagnostic.code, Code::A311);
    // Where it is all there is, it was asked for.
    let alone = block(HELD, beyond);
    let mut prover = Says::no(&["Perm(a[tid], write)"]);
    let refusal = with(&alone, Some("a[tid]"), &mut prover).unwrap_err();
    assert_eq!(refusal.diagnostic.code, Code::A311);
}

#[test]
fn no_register_outlives_a_barrier() {
    let text = block(
        HELD,
        "    a[tid] = a[tid] + 1;\n    barrier(t)\n      context Perm(a[tid], write);\n      requires a[tid] > 0;\n    {\n    }\n    int x = a[tid];\n",
    );
    assert_eq!(
        body_of(&flag(&text, "a[tid]", &[])),
        "    int a_tid = a[tid];\n    a_tid = a_tid + 1;\n    a[tid] = a_tid;\n    barrier(t)\n      context Perm(a[tid], write);\n      requires a[tid] > 0;\n    {\n    }\n    a_tid = a[tid];\n    int x = a_tid;\n"
    );
}

#[test]
fn annotations_follow_but_for_old_and_the_places_of_permissions() {
    let text = block(
        HELD,
        "    a[tid] = a[tid] + 1;\n    assert Perm(a[tid], write) ** a[tid] == \\old(a[tid]) + 1;\n    a[tid] = 0;\n",
    );
    let result = flag(&text, "a[tid]", &[]);
    assert!(
        result.contains("assert Perm(a[tid], write) ** a_tid == \\old(a[tid]) + 1;"),
        "{result}"
    );
}

#[test]
fn a_loop_that_only_reads_says_that_register_and_cell_agree() {
    let text = block(
        HELD,
        "    int k = 0;\n    loop_invariant Perm(a[tid], write);\n    while (k < a[tid]) {\n      k = k + 1;\n    }\n",
    );
    let result = flag(&text, "a[tid]", &[]);
    assert!(
        result.contains(
            "    int a_tid = a[tid];\n    loop_invariant Perm(a[tid], write);\n    loop_invariant a[tid] == a_tid;\n    while (k < a_tid) {\n"
        ),
        "{result}"
    );
}

#[test]
fn the_condition_is_that_of_the_permission() {
    let text = block(
        "context tid > 0 ==> Perm(a[tid - 1], write);",
        "    if (tid > 0) {\n      a[tid - 1] = a[tid - 1] + 1;\n    }\n    int k = 0;\n",
    );
    // Not always held, but under the condition.
    let no = ["assert a[tid - 1] == a[tid - 1]"];
    assert_eq!(
        body_of(&flag(&text, "a[tid - 1]", &no)),
        "    int a_tid_minus_1;\n    if (tid > 0) {\n      a_tid_minus_1 = a[tid - 1];\n    }\n    if (tid > 0) {\n      a_tid_minus_1 = a_tid_minus_1 + 1;\n    }\n    if (tid > 0) {\n      a[tid - 1] = a_tid_minus_1;\n    }\n    int k = 0;\n"
    );
}

#[test]
fn quantified_permissions_have_conditions_too() {
    let text = block(
        "context (\\forall* int i; 0 <= i && i < n - 1; Perm(a[i + 1], write));",
        "    if (tid > 0) {\n      a[tid + 1] = 1;\n    }\n",
    );
    let no = ["assert a[tid + 1] == a[tid + 1]"];
    let result = flag(&text, "a[tid + 1]", &no);
    assert!(
        result.contains("if ((0 <= tid) && (tid < n - 1)) {\n      a_tid_plus_1 = a[tid + 1];"),
        "{result}"
    );
}

#[test]
fn further_in_where_no_condition_will_do() {
    let text = block(
        "context Perm(b[tid], write);",
        "    if (tid > 0) {\n      a[0] = a[0] + 1;\n    }\n    int k = 0;\n",
    );
    // Not readable before the `if`.
    struct OnlyInside(Says, usize);
    impl Prover for OnlyInside {
        fn prove(&mut self, questions: &[Question]) -> Vec<Vec<Outcome>> {
            self.1 += 1;
            self.0.no = match self.1 {
                1 => vec!["a[0] == a[0]"],
                _ => Vec::new(),
            };
            self.0.prove(questions)
        }
    }
    let loaded = load(vec![SourceFile::new("test.pvl", text)], Profile::Sound);
    let step = parse_flag("prefetch", "a[0]", &[]).unwrap();
    let mut prover = OnlyInside(Says::no(&[]), 0);
    let (result, _) = carry_out(&loaded, &step, &mut prover).unwrap();
    assert_eq!(
        body_of(&result),
        "    if (tid > 0) {\n      int a_0 = a[0];\n      a_0 = a_0 + 1;\n      a[0] = a_0;\n    }\n    int k = 0;\n"
    );
}

#[test]
fn another_name_for_the_cell_becomes_the_register_if_shown() {
    let text = block(HELD, "    a[tid] = 1;\n    b[tid] = b[tid] + a[tid];\n");
    // Shown to be another cell: it stays.
    let result = flag(&text, "a[tid]", &[]);
    assert!(result.contains("b[tid] = b[tid] + a_tid;"), "{result}");
    // Not shown to be another one, but to be this one.
    let result = flag(&text, "a[tid]", &[OTHER]);
    assert!(result.contains("a_tid = a_tid + a_tid;"), "{result}");
    // Neither.
    let refusal = refused(&text, "a[tid]", &[OTHER, "(b == a"]);
    assert_eq!(refusal.diagnostic.code, Code::A303);
    assert_eq!(refusal.class, RefusalClass::NotApplicable);
}

#[test]
fn what_is_read_elsewhere_is_of_no_concern_while_memory_is_up_to_date() {
    let text = block(HELD, "    int x = a[tid] + b[x0(n)];\n");
    let text = format!("pure int x0(int n) = 0;\n{text}");
    let result = flag(&text, "a[tid]", &[OTHER, "(b == a"]);
    assert!(result.contains("int x = a_tid + b[x0(n)];"), "{result}");
}

#[test]
fn a_formula_takes_the_register_where_the_element_is_the_cell() {
    let text = block(
        HELD,
        "    a[tid] = 1;\n    assert (\\forall int i; 0 <= i && i < n; a[i] >= b[i]);\n    a[tid] = 2;\n",
    );
    let result = flag(&text, "a[tid]", &[OTHER, "(i == tid", "(b == a"]);
    assert!(
        result.contains(
            "assert (\\forall int i; 0 <= i && i < n; (i == tid ? a_tid : a[i]) >= (b == a && i == tid ? a_tid : b[i]));"
        ),
        "{result}"
    );
}

#[test]
fn a_bound_variable_of_the_same_name_is_not_the_threads() {
    let text = block(
        HELD,
        "    a[tid] = 1;\n    assert (\\forall int tid; 0 <= tid && tid < n; a[tid] >= 0);\n    a[tid] = 2;\n",
    );
    assert_eq!(refused(&text, "a[tid]", &[]).diagnostic.code, Code::A315);
    // While memory is up to date nothing has to be said about it.
    let text = text.replace("a[tid] = 1;", "int x = a[tid];");
    let text = text.replace("a[tid] = 2;", "int y = a[tid];");
    let result = flag(&text, "a[tid]", &[]);
    assert!(result.contains("int y = a_tid;"), "{result}");
    assert!(result.contains("tid < n; a[tid] >= 0"), "{result}");
}

#[test]
fn a_new_value_of_the_index_ends_the_range() {
    let text = block(
        "context (\\forall* int i; 0 <= i && i < n; Perm(a[i], write));",
        "    int k = 0;\n    a[k] = a[k] + 1;\n    k = k + 1;\n    a[k] = a[k] + 2;\n",
    );
    assert_eq!(
        body_of(&flag(&text, "a[k]", &[])),
        "    int k = 0;\n    int a_k = a[k];\n    a_k = a_k + 1;\n    a[k] = a_k;\n    k = k + 1;\n    a_k = a[k];\n    a_k = a_k + 2;\n    a[k] = a_k;\n"
    );
}

#[test]
fn names_are_new() {
    let text = block(HELD, "    int a_tid = 3;\n    a[tid] = a[tid] + a_tid;\n");
    let result = flag(&text, "a[tid]", &[]);
    assert!(
        result.contains("int a_tid_2 = a[tid];\n    a_tid_2 = a_tid_2 + a_tid;"),
        "{result}"
    );
}

#[test]
fn a_matrix_element_by_directive() {
    let text = "gpuopt glob_to_reg m [ i ] j;\nvoid zero(int[][] m, int n) {\n  par t (int i = 0 .. n, int j = 0 .. n)\n    context Perm((m[i])[j], write);\n  {\n    (m [ i ]) [ j ] = 0;\n  }\n}\n";
    let (result, rewritten) = with(text, None, &mut Says::no(&[])).unwrap();
    assert!(!result.contains("gpuopt"));
    assert!(
        result.contains("    int m_i_j = 0;\n    (m [ i ]) [ j ] = m_i_j;\n"),
        "{result}"
    );
    for edit in rewritten.edits.edits() {
        assert!(edit.rule.starts_with("prefetch: "), "{}", edit.rule);
    }
}

#[test]
fn one_line_stays_one_line() {
    let text = "void m(int[] a) {\n  par t (int tid = 0 .. 1) context Perm(a[tid], write); { a[tid] = a[tid] + 1; }\n}\n";
    let result = flag(text, "a[tid]", &[]);
    assert!(
        result.contains("{ int a_tid = a[tid]; a_tid = a_tid + 1; a[tid] = a_tid; }"),
        "{result}"
    );
}

#[test]
fn line_ends_are_kept() {
    let text = block(HELD, "    a[tid] = a[tid] + 1; // one more\n").replace('\n', "\r\n");
    let result = flag(&text, "a[tid]", &[]);
    assert!(!result.replace("\r\n", "").contains('\n'), "{result:?}");
    assert!(
        result.contains("// one more\r\n    a[tid] = a_tid;\r\n"),
        "{result:?}"
    );
}

#[test]
fn jumps_out_of_the_range() {
    let looped = |inner: &str| {
        block(
            HELD,
            &format!(
                "    int k = 0;\n    loop_invariant Perm(a[tid], write);\n    while (k < n) {{\n      barrier(t) context Perm(a[tid], write); {{ }}\n      k = k + 1;\n{inner}    }}\n"
            ),
        )
    };
    for jump in ["break;", "continue;"] {
        let inner =
            format!("      a[tid] = k;\n      if (k == 2) {{ {jump} }}\n      a[tid] = 2;\n");
        let refusal = refused(&looped(&inner), "a[tid]", &[]);
        assert_eq!(refusal.diagnostic.code, Code::A310, "{jump}");
        // A register that is only read can be left.
        let inner = inner.replace("a[tid] = k;", "int x = a[tid];");
        let inner = inner.replace("a[tid] = 2;", "int y = a[tid];");
        flag(&looped(&inner), "a[tid]", &[]);
    }
    // A jump of a loop within the range stays in it.
    let text = block(
        HELD,
        "    a[tid] = 1;\n    int k = 0;\n    while (k < n) { k = k + 1; if (k == 2) { break; } }\n    a[tid] = 2;\n",
    );
    flag(&text, "a[tid]", &[]);
}

#[test]
fn what_could_see_the_cell_is_run_without_it() {
    let text = format!(
        "context a != null && 0 <= i && i < a.length ** Perm(a[i], write);\nvoid f(int[] a, int i);\n{}",
        block(HELD, "    a[tid] = 1;\n    f(b, tid);\n    a[tid] = 2;\n")
    );
    let mut prover = Says::no(&[]);
    with(&text, Some("a[tid]"), &mut prover).unwrap();
    assert!(
        prover
            .asked
            .iter()
            .any(|asked| asked == "exhale Perm(a[tid], write);\nf(b, tid);"),
        "{:#?}",
        prover.asked
    );
    assert_eq!(
        refused(&text, "a[tid]", &["exhale"]).diagnostic.code,
        Code::A305
    );
}

#[test]
fn a_register_that_is_not_shown_to_agree() {
    let text = block(HELD, "    int x = a[tid];\n    int y = a[tid];\n");
    let refusal = refused(&text, "a[tid]", &["a[tid] == register_0"]);
    assert_eq!(refusal.diagnostic.code, Code::A314);
    let mut prover = Says::no(&["a[tid] == register_0"]);
    prover.verdict = Outcome::Unknown("out of memory".into());
    let refusal = with(&text, Some("a[tid]"), &mut prover).unwrap_err();
    assert_eq!(refusal.diagnostic.code, Code::A313);
    assert_eq!(refusal.class, RefusalClass::Unknown);
}

#[test]
fn flags_that_mean_no_or_several_blocks() {
    let one = block(HELD, "    a[tid] = 1;\n");
    assert_eq!(
        refused(&one, "a[tid]@other", &[]).diagnostic.code,
        Code::C102
    );
    let two = format!("{one}{}", one.replace("void m", "void k"));
    assert_eq!(refused(&two, "a[tid]", &[]).diagnostic.code, Code::C103);
    assert!(flag(&two, "a[tid]@k/t", &[]).contains("a_tid = 1"));
    assert_eq!(refused(&one, "a[tid + 1]", &[]).diagnostic.code, Code::A301);
}

#[test]
fn the_published_tool_passes_over_patterns_that_nothing_accesses() {
    let text = format!(
        "gpuopt glob_to_reg a tid + 1 tid;\n{}",
        block(HELD, "    a[tid] = a[tid] + 1;\n")
    );
    let under = |text: &str, profile| {
        let mut prover = Says {
            profile,
            ..Says::no(&[])
        };
        with(text, None, &mut prover)
    };
    let refusal = under(&text, Profile::Sound).unwrap_err();
    assert_eq!(refusal.diagnostic.code, Code::A301);
    let (result, _) = under(&text, Profile::VerCors14).unwrap();
    assert!(result.contains("a_tid = a_tid + 1;"), "{result}");
    let none = text.replace("tid + 1 tid;", "tid + 1 tid + 2;");
    let refusal = under(&none, Profile::VerCors14).unwrap_err();
    assert_eq!(refusal.diagnostic.code, Code::A301);
}

#[test]
fn the_plan_lists_the_patterns_of_a_block() {
    let text = block(HELD, "    a[tid] = b[tid] + a[tid];\n    b[a[tid]] = 1;\n");
    let loaded = load(vec![SourceFile::new("test.pvl", text)], Profile::Sound);
    let possible: Vec<(String, Option<Code>)> = plan(&loaded.input())
        .iter()
        .flat_map(|entry| entry.possible.clone())
        .filter(|one| one.transformation == "prefetch")
        .map(|one| {
            (
                one.flag.to_string(),
                one.obstacle.map(|diagnostic| diagnostic.code),
            )
        })
        .collect();
    assert_eq!(
        possible,
        [
            ("--prefetch 'a[tid]'@t".to_owned(), None),
            ("--prefetch 'b[tid]'@t".to_owned(), None),
            ("--prefetch 'b[a[tid]]'@t".to_owned(), Some(Code::A304)),
        ]
    );
}

#[test]
fn what_was_written_is_stored_before_anything_is_loaded() {
    // The two cells may be one; their registers do not live at the same time.
    let text = "gpuopt glob_to_reg a 0 tid;\nvoid m(int[] a, int n) {\n  par t (int tid = 0 .. n)\n    context Perm(a[tid], write);\n  {\n    a[tid] = 1;\n    int x = a[0];\n  }\n}\n";
    let (result, _) = with(text, None, &mut Says::no(&[])).unwrap();
    assert_eq!(
        body_of(&result),
        "    int a_tid = 1;\n    a[tid] = a_tid;\n    int a_0 = a[0];\n    int x = a_0;\n"
    );
}

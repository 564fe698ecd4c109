//! Kernel fusion: what comes out, what is asked, what is refused.

use crate::common::load;
use spec_lang::resolve::Profile;
use text::code::Code;
use text::source::SourceFile;
use transforms::{
    Outcome, Prover, Question, Refusal, RefusalClass, Rewritten, StepOrigin, TRANSFORMATIONS,
    apply, next_directive, of_directive, parse_flag, plan,
};

/// Says that a result holds, and of formulas before the kernels what it is told to.
struct Says<F: Fn(&str) -> bool> {
    formula: F,
    result: Vec<Outcome>,
    asked: Vec<String>,
    /// How many results were looked at.
    results: usize,
    profile: Profile,
}

impl<F: Fn(&str) -> bool> Prover for Says<F> {
    fn prove(&mut self, questions: &[Question]) -> Vec<Vec<Outcome>> {
        questions
            .iter()
            .map(|question| {
                // A question is a program like any other.
                load(question.files.clone(), self.profile);
                let texts: Vec<&str> = question
                    .asserts
                    .iter()
                    .map(|span| question.files[span.file as usize].slice(*span))
                    .collect();
                let formula = texts[0]
                    .strip_prefix("assert ")
                    .and_then(|text| text.strip_suffix("\n;"));
                match formula {
                    Some(formula) if texts.len() == 1 => {
                        self.asked.push(formula.to_owned());
                        vec![match (self.formula)(formula) {
                            true => Outcome::Proved,
                            false => Outcome::Refuted(String::new()),
                        }]
                    }
                    _ => {
                        self.results += 1;
                        let result = match self.result.is_empty() {
                            true => Outcome::Proved,
                            false => self.result.remove(0),
                        };
                        vec![result; texts.len()]
                    }
                }
            })
            .collect()
    }
}

fn says<F: Fn(&str) -> bool>(formula: F) -> Says<F> {
    Says {
        formula,
        result: Vec::new(),
        asked: Vec::new(),
        results: 0,
        profile: Profile::Sound,
    }
}

fn carried_out(
    text: &str,
    flag: Option<&str>,
    prover: &mut Says<impl Fn(&str) -> bool>,
) -> Result<(String, Rewritten), Refusal> {
    let loaded = load(vec![SourceFile::new("test.pvl", text)], prover.profile);
    let step = match flag {
        Some(flag) => parse_flag("fuse", flag, &[])?,
        None => of_directive(&next_directive(&loaded.program, prover.profile).unwrap())?,
    };
    let rewritten = apply(&loaded.input(), &step, prover)?;
    let applied = rewritten.edits.apply(&loaded.files).unwrap();
    let text = applied[0].as_ref().unwrap().text.clone();
    load(
        vec![SourceFile::new("result.pvl", text.clone())],
        prover.profile,
    );
    for change in applied[0].as_ref().unwrap().changes() {
        let rules: Vec<_> = change.causes.iter().map(|cause| &cause.rule).collect();
        assert!(
            !rules.is_empty() && rules.iter().all(|rule| rule.starts_with("fuse: ")),
            "{change:?}"
        );
    }
    if let StepOrigin::Directive { .. } = step.asked.origin {
        assert!(!text.contains("gpuopt fuse"), "{text}");
    }
    Ok((text, rewritten))
}

/// `k` is less than `n`.
fn is_smaller(formula: &str) -> bool {
    formula != "false" && !formula.contains("n == k")
}

fn fused(text: &str) -> String {
    match carried_out(text, None, &mut says(|formula| formula != "false")) {
        Ok((text, _)) => text,
        Err(refusal) => panic!("{refusal:#?}"),
    }
}

fn refused(text: &str) -> Refusal {
    match carried_out(text, None, &mut says(|formula| formula != "false")) {
        Ok((text, _)) => panic!("not refused:\n{text}"),
        Err(refusal) => refusal,
    }
}

/// A method with two arrays around some kernels.
fn method(body: &str) -> String {
    format!(
        "context_everywhere a != null && b != null && a.length == n && b.length == n;\n\
         context (\\forall* int i; 0 <= i && i < n; Perm(a[i], 1) ** Perm(b[i], 1));\n\
         void m(int[] a, int[] b, int n, int k) {{\n{body}}}\n"
    )
}

const WRITE: &str = "  par first(int t = 0 .. n)\n    context Perm(a[t], 1);\n    \
                     ensures a[t] == t;\n  {\n    a[t] = t;\n  }\n";

fn behind(kernel: &str) -> String {
    method(&format!("  gpuopt fuse 2 1;\n{WRITE}{kernel}"))
}

#[test]
fn the_documented_example() {
    let info = TRANSFORMATIONS
        .iter()
        .find(|info| info.about().name == "fuse")
        .unwrap();
    let doc = info.about().doc();
    let programs: Vec<&str> = doc
        .split("```pvl\n")
        .skip(1)
        .map(|part| part.split("```").next().unwrap())
        .collect();
    let [before, after] = programs.as_slice() else {
        panic!("{} programs", programs.len());
    };
    assert_eq!(&fused(before), after);
}

#[test]
fn a_neighbours_cell_takes_a_barrier_and_leaves_a_share() {
    let text = fused(&behind(
        "  par second(int u = 0 .. n)\n    context u + 1 < n ==> Perm(a[u + 1], 1\\2);\n    \
         requires u + 1 < n ==> a[u + 1] == u + 1;\n  {\n  }\n",
    ));
    // Of the first cell nobody asks for a part, so its writer has all of it.
    let barrier = "    barrier(first)\n      requires Perm(a[t], 1);\n      requires a[t] == t;\n      \
                   ensures t + 1 < n ==> Perm(a[t + 1], 1\\2);\n";
    assert!(text.contains(barrier), "{text}");
    assert!(
        text.contains("ensures t + 1 < n ==> a[t + 1] == t + 1;\n"),
        "{text}"
    );
    assert!(
        text.contains("  par first(int t = 0 .. n)\n    requires Perm(a[t], 1);\n"),
        "{text}"
    );
}

#[test]
fn what_is_left_over_is_said_cell_by_cell() {
    // Only what the range decides is proved; that thread 0 has a neighbour is not.
    let text = behind(
        "  par second(int u = 0 .. n)\n    context u + 1 < n ==> Perm(a[u + 1], 1\\2);\n  {\n  }\n",
    );
    let mut prover = says(|formula| {
        !formula.contains("t >= 1") && !formula.contains("t < 1") && formula != "false"
    });
    let (text, _) = carried_out(&text, None, &mut prover).unwrap();
    for line in [
        "    ensures Perm(a[t], 1\\2);\n",
        "    ensures t < 1 ==> Perm(a[t], 1\\2);\n",
        "    ensures t + 1 < n ==> Perm(a[t + 1], 1\\2);\n",
    ] {
        assert!(text.contains(line), "{line}{text}");
    }
}

#[test]
fn nothing_is_shown_so_nothing_is_believed() {
    // With `--no-verify` every question is answered with yes; even to `false`.
    let kernel = "  par second(int u = 0 .. n)\n    context Perm(a[n - 1 - u], 1);\n  {\n  }\n";
    let (text, _) = carried_out(&behind(kernel), None, &mut says(|_| true)).unwrap();
    assert!(text.contains("barrier(first)"), "{text}");
}

#[test]
fn other_cells_of_the_same_array_need_a_proof() {
    let kernels = "  gpuopt fuse 2 1;\n  par first(int t = 0 .. k)\n    context Perm(a[2 * t], 1);\n  {\n  }\n  \
                   par second(int t = 0 .. k)\n    context Perm(a[2 * t + 1], 1);\n  {\n    a[2 * t + 1] = 0;\n  }\n";
    let mut prover = says(|formula| formula != "false");
    let (text, _) = carried_out(&method(kernels), None, &mut prover).unwrap();
    assert!(!text.contains("barrier"), "{text}");
    let question = &prover.asked[0];
    assert!(question.contains("t != t_other"), "{question}");
    assert!(question.contains("2 * t != 2 * t_other + 1"), "{question}");
}

#[test]
fn names_that_mean_something_else_are_not_captured() {
    let text = fused(&behind(
        "  par second(int u = 0 .. n)\n    context Perm(b[u], 1);\n    \
         ensures (\\forall int t; t == u ==> b[t] == 0);\n  {\n    int x = u;\n    b[x] = 0;\n  }\n",
    ));
    assert!(text.contains("par first(int t_fused = 0 .. n)"), "{text}");
    assert!(
        text.contains("(\\forall int t; t == t_fused ==> b[t] == 0)"),
        "{text}"
    );
    assert!(text.contains("a[t_fused] = t_fused;"), "{text}");
}

#[test]
fn locals_of_both_bodies_get_scopes() {
    let kernel = |name: &str, array: &str| {
        format!(
            "  par {name}(int t = 0 .. n)\n    context Perm({array}[t], 1);\n  {{\n    \
             int x = t;\n    {array}[t] = x;\n  }}\n"
        )
    };
    let text = fused(&method(&format!(
        "  gpuopt fuse 2 1;\n{}{}",
        kernel("k1", "a"),
        kernel("k2", "b")
    )));
    let body = "  {\n    {\n      int x = t;\n      a[t] = x;\n    }\n    {\n      int x = t;\n      \
                b[t] = x;\n    }\n  }\n}\n";
    assert!(text.ends_with(body), "{text}");
}

#[test]
fn fewer_threads_run_under_their_range() {
    let text = behind(
        "  par second(int t = 0 .. k)\n    context Perm(b[t], 1);\n  {\n    b[t] = 1;\n  }\n",
    );
    let (text, _) = carried_out(&text, None, &mut says(is_smaller)).unwrap();
    assert!(
        text.contains("    context t < k ==> Perm(b[t], 1);\n"),
        "{text}"
    );
    assert!(
        text.contains("    if (t < k) {\n      b[t] = 1;\n    }\n"),
        "{text}"
    );
}

#[test]
fn statements_between_move_ahead_or_into_the_barrier() {
    let text = fused(&behind(
        "  int twice = 2 * n; // the bound\n  assert (\\forall int i; 0 <= i && i < n; a[i] == i);\n  \
         par second(int u = 0 .. n)\n    context u + 1 < n ==> Perm(a[u + 1], 1);\n  {\n  }\n  int rest = twice;\n",
    ));
    let moved = text.find("int twice = 2 * n;").unwrap();
    assert!(moved < text.find("par first").unwrap(), "{text}");
    assert!(text.contains("// the bound"), "{text}");
    let inside = "    {\n      assert (\\forall int i; 0 <= i && i < n; a[i] == i);\n    }\n";
    assert!(text.contains(inside), "{text}");
    assert!(text.ends_with("  }\n  int rest = twice;\n}\n"), "{text}");
}

#[test]
fn comments_go_with_the_statements_they_are_about() {
    let text = fused(&behind(
        "  // Of the kernel before.\n\n  // Twice as many,\n  /* as everybody knows. */\n  int twice = 2 * n; // twice\n\n  \
         // Of the next kernel.\n  par second(int u = 0 .. n)\n    context Perm(b[u], 1);\n  {\n    b[u] = twice;\n  }\n",
    ));
    let moved = "{\n  // Twice as many,\n  /* as everybody knows. */\n  int twice = 2 * n; // twice\n  par first";
    assert!(text.contains(moved), "{text}");
    let left = "    a[t] = t;\n    // Of the kernel before.\n    // Of the next kernel.\n    b[t] = twice;\n";
    assert!(text.contains(left), "{text}");
}

#[test]
fn two_to_six_kernels() {
    let kernel = |number: usize| {
        format!(
            "  par k{number}(int t = 0 .. n)\n    context Perm(a[t], 1);\n    ensures a[t] == t + {number};\n  {{\n    \
             label start_{number};\n    int x = t + {number};\n    a[t] = x;\n    \
             assert \\old[start_{number}](a[t]) <= a[t] || true;\n  }}\n"
        )
    };
    let row: Vec<String> = (1..=6).map(kernel).collect();
    for count in 2..=6 {
        let text = method(&format!("  gpuopt fuse {count} 1;\n{}", row.concat()));
        let result = fused(&text);
        assert_eq!(result.matches("par k").count(), 7 - count, "{result}");
        // Those that are left stay byte for byte.
        assert!(
            result.ends_with(&format!("{}}}\n", row[count..].concat())),
            "{result}"
        );
        for number in 1..=6 {
            let label = format!("label start_{number};");
            assert_eq!(result.matches(&label).count(), 1, "{result}");
        }
    }
    // No thread at all is no hindrance.
    let empty =
        method(&format!("  gpuopt fuse 6 1;\n{}", row.concat())).replace("0 .. n", "3 .. 3");
    assert_eq!(fused(&empty).matches("par k").count(), 1);
}

#[test]
fn a_long_row_is_looked_at_once_if_that_holds() {
    let kernel = |number: usize| {
        format!(
            "  par k{number}(int t = 0 .. n)\n    context Perm(a[t], 1);\n  {{\n    a[t] = {number};\n  }}\n"
        )
    };
    let row: Vec<String> = (1..=5).map(kernel).collect();
    let text = method(&row.concat());
    let fused = |results: Vec<Outcome>| {
        let mut prover = says(|formula| formula != "false");
        prover.result = results;
        let done = carried_out(&text, Some("5@k1"), &mut prover);
        (done.map(|(text, _)| text), prover.results)
    };
    let (at_once, looked) = fused(Vec::new());
    assert_eq!(looked, 1);
    // Else joint by joint, to the same text.
    let (joints, looked) = fused(vec![Outcome::Failed(None)]);
    assert_eq!(looked, 5);
    assert_eq!(at_once.unwrap(), joints.unwrap());
    // The joint that fails is named, whichever it is.
    let mut results = vec![Outcome::Failed(None), Outcome::Proved, Outcome::Proved];
    results.extend(vec![Outcome::Failed(None); 20]);
    let (refused, _) = fused(results);
    let refusal = refused.unwrap_err().diagnostic;
    assert!(refusal.message.contains("kernel 4"), "{}", refusal.message);
}

#[test]
fn kernels_on_one_line() {
    let text = fused(&method(
        "  gpuopt fuse 2 1;\n  par first(int t = 0 .. n) context Perm(a[t], 1); ensures a[t] == t; { a[t] = t; }\n  \
         par second(int t = 0 .. n) requires a[t] == t; context Perm(a[t], 1); { int x = t; a[t] = x; }\n",
    ));
    let body = "  par first(int t = 0 .. n) context Perm(a[t], 1); {\n    a[t] = t;\n    assert a[t] == t;\n    \
                int x = t; a[t] = x;\n  }\n}\n";
    assert!(text.ends_with(body), "{text}");
    let fewer = |first: &str, second: &str| {
        let text = method(&format!(
            "  gpuopt fuse 2 1;\n  par first(int t = 0 .. {first}) context Perm(a[t], 1); {{ a[t] = t; }}\n  \
             par second(int t = 0 .. {second}) context Perm(b[t], 1); {{ b[t] = t; }}\n"
        ));
        carried_out(&text, None, &mut says(is_smaller)).unwrap().0
    };
    let text = fewer("n", "k");
    let body = "  {\n    a[t] = t;\n    if (t < k) {\n      b[t] = t;\n    }\n  }\n}\n";
    assert!(text.ends_with(body), "{text}");
}

#[test]
fn what_two_threads_have_between_them_is_said_in_one() {
    // The second kernel has fewer threads; what the others keep is the same share of the same cell.
    let text = behind(
        "  par second(int t = 0 .. k)\n    context Perm(a[t], 1\\2);\n    requires a[t] == t;\n  {\n  }\n",
    );
    let (text, _) = carried_out(&text, None, &mut says(is_smaller)).unwrap();
    let kernel =
        "  par first(int t = 0 .. n)\n    context Perm(a[t], 1);\n    ensures a[t] == t;\n  {\n";
    assert!(text.contains(kernel), "{text}");
}

#[test]
fn a_clause_that_holds_again_at_the_end_stays() {
    // The second kernel has other cells, and the third those of the first.
    let kernel = |name: &str, index: &str| {
        format!(
            "  par {name}(int t = 0 .. n)\n    context Perm(a[{index}], write);\n  {{\n    a[{index}] = t;\n  }}\n"
        )
    };
    let text = method(&format!(
        "  gpuopt fuse 3 1;\n{}{}{}",
        kernel("first", "t"),
        kernel("second", "n - 1 - t"),
        kernel("third", "t")
    ));
    let mut prover = says(|formula| formula != "false" && !formula.contains("t_other"));
    let (text, _) = carried_out(&text, None, &mut prover).unwrap();
    let head = "  par first(int t = 0 .. n)\n    context Perm(a[t], write);\n  {\n";
    assert!(text.contains(head), "{text}");
    assert_eq!(text.matches("barrier(first)").count(), 2, "{text}");
}

#[test]
fn threads_that_are_told_from_their_index() {
    // With a factor, in two digits, in a ring: never the same cell, or the one that is said.
    for (first, second, wanted) in [
        ("a[2 * t]", "a[2 * t + 1]", "ensures Perm(a[2 * t], 1);"),
        ("a[t]", "a[(t + 1) % n]", "ensures Perm(a[(t + 1) % n], 1);"),
        (
            "a[t]",
            "a[(t - 1 + n) % n]",
            "ensures Perm(a[(t - 1 + n) % n], 1);",
        ),
        ("a[3 * t - 1]", "a[n - t]", "ensures Perm(a[n - t], 1);"),
    ] {
        let text = method(&format!(
            "  gpuopt fuse 2 1;\n  par first(int t = 0 .. n)\n    context Perm({first}, 1);\n  {{\n    {first} = t;\n  }}\n  \
             par second(int t = 0 .. n)\n    context Perm({second}, 1);\n  {{\n    {second} = t;\n  }}\n"
        ));
        let mut prover = says(|formula| formula != "false" && !formula.contains("t_other"));
        let (text, _) = carried_out(&text, None, &mut prover).unwrap();
        assert!(text.contains(wanted), "{text}");
    }
    let text = method(
        "  gpuopt fuse 2 1;\n  par first(int t = 0 .. n)\n    \
         context (\\forall* int j; 0 <= j && j < 4; Perm(a[n - (t * 4 + j)], 1));\n  {\n    a[n - t * 4] = t;\n  }\n  \
         par second(int t = 0 .. n)\n    context Perm(a[t], 1);\n  {\n    a[t] = t;\n  }\n",
    );
    let mut prover = says(|formula| formula == "true");
    let (text, _) = carried_out(&text, None, &mut prover).unwrap();
    // What is asked for beyond the tiles, and what is left of them.
    for part in ["(n - t) / 4", "(n - t) % 4"] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn quantified_variables_may_have_other_names() {
    let tile = |name: &str, variable: &str| {
        format!(
            "  par {name}(int t = 0 .. n)\n    \
             context (\\forall* int {variable}; 0 <= {variable} && {variable} < 4; Perm(a[t * 4 + {variable}], 1));\n  \
             {{\n    a[t * 4] = t;\n  }}\n"
        )
    };
    let text = fused(&method(&format!(
        "  gpuopt fuse 2 1;\n{}{}",
        tile("first", "i"),
        tile("second", "j")
    )));
    assert_eq!(text.matches("Perm(a[").count(), 2, "{text}");
    assert!(!text.contains("barrier"), "{text}");
}

#[test]
fn another_name_of_an_array_is_told() {
    let text = behind(
        "  par second(int t = 0 .. n)\n    context Perm(b[t], 1);\n  {\n    b[t] = 0;\n  }\n",
    );
    let mut prover = says(|formula| formula != "false");
    prover.result = vec![Outcome::Failed(None); 8];
    let refusal = carried_out(&text, None, &mut prover).unwrap_err();
    assert_eq!(refusal.diagnostic.code, Code::A615);
    assert_eq!(
        refusal.diagnostic.help.as_deref(),
        Some("write `a` for `b` in kernel 2 (`second`)")
    );
}

#[test]
fn statements_that_look_at_memory_stay_in_the_way() {
    for statement in [
        "int x = a[0];",
        "k = a[0];",
        "a[0] = 1;",
        "int t = 1;",
        "loop_invariant true; while (k < 0) { k = 1; }",
        "assert (\\forall int i; 0 <= i && i < n; a[i] == i);",
    ] {
        let refusal = refused(&behind(&format!(
            "  {statement}\n  par second(int u = 0 .. n)\n    context Perm(b[u], 1);\n  {{\n  }}\n"
        )));
        assert_eq!(refusal.diagnostic.code, Code::A602, "{statement}");
    }
}

#[test]
fn what_would_diverge_is_refused() {
    let text = behind(
        "  par second(int t = 0 .. k)\n    context Perm(b[t], 1);\n  {\n    \
         barrier(second)\n      context Perm(b[t], 1);\n    {\n    }\n  }\n",
    );
    let refusal = carried_out(&text, None, &mut says(is_smaller)).unwrap_err();
    assert_eq!(refusal.diagnostic.code, Code::A608);
}

#[test]
fn blocks_that_exchange_data_end_the_row() {
    let kernels = "  gpuopt fuse 3 4;\n  par first(int t = 0 .. n)\n    context Perm(a[t], 1);\n  {\n    \
                   a[t] = 0;\n  }\n  par second(int t = 0 .. n)\n    context Perm(b[t], 1);\n  {\n  }\n  \
                   par third(int t = 0 .. n)\n    context Perm(a[n - 1 - t], 1);\n  {\n  }\n";
    let mut prover = says(|_| false);
    let (text, rewritten) = carried_out(&method(kernels), None, &mut prover).unwrap();
    assert!(text.contains("par third(int t = 0 .. n)"), "{text}");
    assert!(!text.contains("par second"), "{text}");
    assert_eq!(rewritten.notes.len(), 1);
    assert_eq!(rewritten.notes[0].code, Code::A613);
    assert!(rewritten.notes[0].message.contains("`a`"));
}

#[test]
fn blocks_that_keep_their_data_have_barriers_of_their_own() {
    let kernels = "  gpuopt fuse 2 4;\n  par first(int t = 0 .. 64)\n    context Perm(a[t], 1);\n  {\n    \
                   a[t] = 0;\n  }\n  par second(int t = 0 .. 64)\n    context Perm(a[t + 1 - 2 * (t % 2)], 1);\n  {\n  }\n";
    let mut prover = says(|formula| {
        // Data flows, but not between blocks.
        formula != "false" && (!formula.contains("t != t_other") || formula.contains("/ 16"))
    });
    let refusal = carried_out(&method(kernels), None, &mut prover).unwrap_err();
    // The thread cannot be told from the index, so the permissions cannot be followed.
    assert_eq!(refusal.diagnostic.code, Code::A614);
    let kernels = kernels.replace("a[t + 1 - 2 * (t % 2)]", "a[t]");
    let (text, _) = carried_out(&method(&kernels), None, &mut says(|_| false)).unwrap();
    assert!(!text.contains("blocks"), "{text}");
}

#[test]
fn locks_and_jumps_are_named() {
    for (statement, code) in [
        ("goto here; label here;", Code::A606),
        ("lock b;", Code::A607),
        ("fork b;", Code::A607),
    ] {
        let text = behind(&format!(
            "  par second(int t = 0 .. n) {{\n    {statement}\n  }}\n"
        ));
        let parsed = spec_lang::parse::parse(&[SourceFile::new("test.pvl", text.clone())]);
        assert!(parsed.diagnostics.is_empty());
        let resolved = spec_lang::resolve::resolve(&parsed.program, Profile::Sound);
        if resolved.diagnostics.is_empty() {
            assert_eq!(refused(&text).diagnostic.code, code, "{statement}");
        }
    }
}

#[test]
fn a_result_that_does_not_hold_is_not_given_out() {
    let text = behind("  par second(int t = 0 .. n)\n    context Perm(b[t], 1);\n  {\n  }\n");
    let mut prover = says(|formula| formula != "false");
    prover.result = vec![Outcome::Failed(None); 8];
    let refusal = carried_out(&text, None, &mut prover).unwrap_err();
    assert_eq!(refusal.diagnostic.code, Code::A615);
    assert_eq!(refusal.class, RefusalClass::NotApplicable);
    let mut prover = says(|formula| formula != "false");
    prover.result = vec![Outcome::Unknown("the solver crashed".into()); 8];
    let refusal = carried_out(&text, None, &mut prover).unwrap_err();
    assert_eq!(refusal.diagnostic.code, Code::A612);
    assert_eq!(refusal.class, RefusalClass::Unknown);
}

#[test]
fn the_published_limits() {
    let text = behind("  par second(int t = 0 .. n)\n    context Perm(a[t], 1);\n  {\n  }\n");
    let refuse = |text: &str| {
        let mut prover = says(|formula| formula != "false");
        prover.profile = Profile::VerCors14;
        carried_out(text, None, &mut prover).unwrap_err().diagnostic
    };
    let diagnostic = refuse(&text);
    assert_eq!(diagnostic.code, Code::A611);
    assert_eq!(
        diagnostic.message,
        "Could not find concrete value for the length of a"
    );
    let lengths = "context_everywhere a.length == 16 && b.length == 16;\n";
    let diagnostic = refuse(&format!("{lengths}{text}"));
    assert!(
        diagnostic
            .message
            .starts_with("Could not find concrete value for n;"),
        "{}",
        diagnostic.message
    );
    let text = format!("{lengths}context_everywhere n == 16;\n{text}");
    let mut prover = says(|formula| formula != "false");
    prover.profile = Profile::VerCors14;
    carried_out(&text, None, &mut prover).unwrap();
    let diagnostic = refuse(&text.replace("second(int t = 0 .. n)", "second(int t = 0 .. k)"));
    assert!(diagnostic.message.contains("not that of the first"));
}

#[test]
fn the_rest_of_the_file_stays() {
    let body = "  // before\n  gpuopt fuse 2 1;\n  par first(int t = 0 .. n) // head\n    \
                context Perm(a[t], 1); // clause\n  {\n    a[t] = t; // body\n  } // end\n  // between\n  \
                par second(int u = 0 .. n)\n    context Perm(b[u], 1);\n  {\n    b[u] = u; // other\n  } // last\n  // after\n";
    let text = fused(&method(body));
    let expected = "  // before\n  par first(int t = 0 .. n) // head\n    context Perm(a[t], 1); // clause\n    \
                    context Perm(b[t], 1);\n  {\n    a[t] = t; // body\n    // end\n    // between\n    \
                    b[t] = t; // other\n  } // last\n  // after\n}\n";
    assert!(text.ends_with(expected), "{text}");
    let crlf = method(body).replace('\n', "\r\n");
    assert_eq!(fused(&crlf), text.replace('\n', "\r\n"));
}

#[test]
fn inner_barriers_change_their_name() {
    let text = fused(&behind(
        "  par second(int u = 0 .. n)\n    context Perm(b[u], 1);\n  {\n    \
         barrier(second)\n      context Perm(b[u], 1);\n    {\n    }\n  }\n",
    ));
    assert!(
        text.contains("    barrier(first)\n      context Perm(b[t], 1);\n"),
        "{text}"
    );
}

#[test]
fn what_can_be_fused_is_in_the_plan() {
    let text = behind("  par second(int t = 0 .. n)\n    context Perm(b[t], 1);\n  {\n  }\n");
    let loaded = load(vec![SourceFile::new("test.pvl", text)], Profile::Sound);
    let found: Vec<_> = plan(&loaded.input())
        .into_iter()
        .flat_map(|entry| entry.possible)
        .filter(|possibility| possibility.transformation == "fuse")
        .collect();
    // The last kernel has none behind it.
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].flag.to_string(), "--fuse F@first");
    assert!(found[0].obstacle.is_none());
}

#[test]
fn where_only_one_row_is_so_long_it_need_not_be_named() {
    let second = "  par second(int t = 0 .. n)\n    context Perm(b[t], 1);\n  {\n  }\n";
    let text = method(&format!("{WRITE}{second}"));
    let prove = || says(|formula| formula != "false");
    let (found, _) = carried_out(&text, Some("2"), &mut prove()).unwrap();
    let (named, _) = carried_out(&text, Some("2@first"), &mut prove()).unwrap();
    assert_eq!(found, named);
    // Of three, two rows of two can be meant.
    let third = second.replace("second", "third");
    let text = method(&format!("{WRITE}{second}{third}"));
    let refusal = carried_out(&text, Some("2"), &mut prove()).unwrap_err();
    assert_eq!(refusal.diagnostic.code, Code::C103);
    assert!(carried_out(&text, Some("3"), &mut prove()).is_ok());
}

#[test]
fn what_is_called_must_not_wait_either() {
    let kernel = "  par second(int t = 0 .. n)\n    context Perm(b[t], 1);\n  {\n    get();\n  }\n";
    for (body, waits) in [
        ("{ }", false),
        ("{ L l = new L(); lock l; unlock l; }", true),
        ("{ put(); }", true),
        (";", true),
    ] {
        let text = format!(
            "{}class L {{ }}\nvoid put() {{ L l = new L(); wait l; }}\nvoid get() {body}\n",
            behind(kernel)
        );
        match carried_out(&text, None, &mut says(|formula| formula != "false")) {
            Ok(_) => assert!(!waits, "{body}"),
            Err(refusal) => {
                assert!(waits, "{body}: {refusal:#?}");
                assert_eq!(refusal.diagnostic.code, Code::A607);
            }
        }
    }
}

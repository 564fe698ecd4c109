//! Tiling: the text that comes out, which cells it takes, and what is refused.

use crate::common::{Done, Runs, carry_out, directive_in, load};
use num_integer::Integer;
use num_traits::ToPrimitive;
use spec_lang::ast::{
    BinaryOp, Expr, ExprKind, ParBlock, Program, Stmt, StmtKind, UnaryOp, Visitor,
};
use spec_lang::resolve::Profile;
use std::collections::BTreeMap;
use text::code::Code;
use text::source::SourceFile;
use transforms::tile::Tile;
use transforms::{Input, Outcome, RefusalClass, Transformation, parse_flag, plan};

/// Carries out `--tile`; what holds at a thread's start is shown or not.
fn tile_if(text: &str, argument: &str, shown: bool) -> Done {
    let loaded = load(vec![SourceFile::new("test.pvl", text)], Profile::Sound);
    let step = parse_flag("tile", argument, &[])?;
    carry_out(&loaded, &step, &mut Runs::times(usize::from(shown)))
}

fn tile(text: &str, argument: &str) -> String {
    match tile_if(text, argument, true) {
        Ok((text, _)) => text,
        Err(refusal) => panic!("{refusal:#?}"),
    }
}

fn code(text: &str, argument: &str) -> Code {
    match tile_if(text, argument, true) {
        Ok((text, _)) => panic!("not refused:\n{text}"),
        Err(refusal) => refusal.diagnostic.code,
    }
}

const SCALE: &str = "\
// Before.
class Scale {
  context_everywhere a != null && b != null && a.length == n && b.length == n; // all
  context (\\forall* int i = 0 .. n; Perm(a[i], write));
  context (\\forall* int i = 0 .. n; Perm(b[i], 1\\2));
  ensures (\\forall int i = 0 .. n; a[i] == 2 * b[i] + i);
  void scale(int[] a, int[] b, int n) {
    int x = 1;
    // The block.
    par threads (int tid = 0 .. n) // each
      context Perm(a[tid], write) ** Perm(b[tid], 1\\2); // shares
      requires b[tid] > 0; // positive
      ensures b[tid] == \\old(b[tid]);
      ensures a[tid] == 2 * b[tid] + tid;
    {
      // Twice.
      int two = 2;

      a[tid] = two * b[tid] + tid; // cell
    } // end
    x = 2;
  }
}
// After.
";

#[test]
fn neighbours() {
    let result = tile(SCALE, "intra:4");
    let expected = "    par threads (int tile = 0 .. (n + 3) / 4) // each
      context (\\forall* int k; 0 <= k && k < 4 && tile * 4 + k < n; Perm(a[tile * 4 + k], write)) ** (\\forall* int k; 0 <= k && k < 4 && tile * 4 + k < n; Perm(b[tile * 4 + k], 1\\2)); // shares
      requires (\\forall int k; 0 <= k && k < 4 && tile * 4 + k < n; b[tile * 4 + k] > 0); // positive
      ensures (\\forall int k; 0 <= k && k < 4 && tile * 4 + k < n; b[tile * 4 + k] == \\old(b[tile * 4 + k]));
      ensures (\\forall int k; 0 <= k && k < 4 && tile * 4 + k < n; a[tile * 4 + k] == 2 * b[tile * 4 + k] + (tile * 4 + k));
    {
      loop_invariant 0 <= step && step <= 4 && tile * 4 + step <= n;
      loop_invariant (\\forall* int k; 0 <= k && k < 4 && tile * 4 + k < n; Perm(a[tile * 4 + k], write));
      loop_invariant (\\forall* int k; 0 <= k && k < 4 && tile * 4 + k < n; Perm(b[tile * 4 + k], 1\\2));
      loop_invariant (\\forall int k; step <= k && k < 4 && tile * 4 + k < n; b[tile * 4 + k] > 0);
      loop_invariant (\\forall int k; 0 <= k && k < 4 && tile * 4 + k < n; b[tile * 4 + k] == \\old(b[tile * 4 + k]));
      loop_invariant (\\forall int k; 0 <= k && k < step; a[tile * 4 + k] == 2 * b[tile * 4 + k] + (tile * 4 + k));
      for (int step = 0; step < 4 && tile * 4 + step < n; step = step + 1) {
        int tid = tile * 4 + step;
        // Twice.
        int two = 2;

        a[tid] = two * b[tid] + tid; // cell
      }
    } // end
";
    let start = SCALE.find("    par threads").unwrap();
    let end = SCALE.find("    x = 2;").unwrap();
    assert_eq!(
        result,
        format!("{}{expected}{}", &SCALE[..start], &SCALE[end..])
    );
}

#[test]
fn cells_far_apart() {
    let text = "void m(int[] a, int low, int high) {\n  par (int t = low .. high)\n    \
                requires Perm(a[t], write);\n    ensures Perm(a[t], 1\\2) ** a[t] == t;\n  \
                { a[t] = t; }\n}\n";
    assert_eq!(
        tile(text, "inter:8"),
        "void m(int[] a, int low, int high) {\n  par (int lane = 0 .. 8)\n    \
         requires (\\forall* int k; 0 <= k && low + lane + k * 8 < high; Perm(a[low + lane + k * 8], write));\n    \
         ensures (\\forall* int k; 0 <= k && low + lane + k * 8 < high; Perm(a[low + lane + k * 8], 1\\2)) ** \
         (\\forall int k; 0 <= k && low + lane + k * 8 < high; a[low + lane + k * 8] == low + lane + k * 8);\n  {\n    \
         loop_invariant 0 <= step;\n    \
         loop_invariant step == 0 || low + lane + (step - 1) * 8 < high;\n    \
         loop_invariant (\\forall* int k; step <= k && low + lane + k * 8 < high; Perm(a[low + lane + k * 8], write));\n    \
         loop_invariant (\\forall* int k; 0 <= k && k < step; Perm(a[low + lane + k * 8], 1\\2));\n    \
         loop_invariant (\\forall int k; 0 <= k && k < step; a[low + lane + k * 8] == low + lane + k * 8);\n    \
         for (int step = 0; low + lane + step * 8 < high; step = step + 1) {\n      \
         int t = low + lane + step * 8;\n      a[t] = t;\n    }\n  }\n}\n"
    );
}

#[test]
fn every_line_has_its_rule() {
    for ends in ["\n", "\r\n"] {
        let text = SCALE.replace('\n', ends);
        let (result, rewritten) = tile_if(&text, "inter:4", true).unwrap();
        assert_eq!(result.matches('\n').count(), result.matches(ends).count());
        let files = [SourceFile::new("test.pvl", text)];
        let applied = rewritten.edits.apply(&files).unwrap().remove(0).unwrap();
        let changes = applied.changes();
        assert!(changes.len() > 15, "{}", changes.len());
        for change in &changes {
            assert!(!change.causes.is_empty());
            for cause in &change.causes {
                assert!(cause.rule.starts_with("tile: "), "{}", cause.rule);
            }
        }
        assert_eq!(
            rewritten.shown,
            ["`b[tid] == \\old(b[tid])` holds when a thread starts"]
        );
    }
}

/// The values of the names in an expression of integers.
type Values = BTreeMap<String, i64>;

fn value(expr: &Expr, values: &Values) -> i64 {
    match &expr.kind {
        ExprKind::Int(number) => number.to_i64().unwrap(),
        ExprKind::Name(name) => values[&name.name],
        ExprKind::Unary(UnaryOp::Neg, inner) => -value(inner, values),
        ExprKind::Conditional(condition, yes, no) => {
            value(if holds(condition, values) { yes } else { no }, values)
        }
        ExprKind::Binary(op, left, right) => {
            let (left, right) = (value(left, values), value(right, values));
            match op {
                BinaryOp::Add => left + right,
                BinaryOp::Sub => left - right,
                BinaryOp::Mul => left * right,
                BinaryOp::Div => left.div_euclid(right),
                _ => panic!("{op:?}"),
            }
        }
        other => panic!("{other:?}"),
    }
}

fn holds(expr: &Expr, values: &Values) -> bool {
    match &expr.kind {
        ExprKind::Binary(BinaryOp::And, left, right) => holds(left, values) && holds(right, values),
        ExprKind::Binary(BinaryOp::Or, left, right) => holds(left, values) || holds(right, values),
        ExprKind::Binary(op, left, right) => {
            let (left, right) = (value(left, values), value(right, values));
            match op {
                BinaryOp::Lt => left < right,
                BinaryOp::Le => left <= right,
                BinaryOp::Eq => left == right,
                _ => panic!("{op:?}"),
            }
        }
        other => panic!("{other:?}"),
    }
}

/// The block of a result, its loop's guard, invariants and the cell it takes.
struct Tiled {
    block: ParBlock,
    guard: Expr,
    bounds: Vec<Expr>,
    cell: Expr,
    step: String,
}

fn taken_apart(program: &Program) -> Tiled {
    struct Find(Option<ParBlock>, Option<Stmt>);
    impl Visitor for Find {
        fn visit_par_block(&mut self, block: &ParBlock) {
            self.0 = Some(block.clone());
            self.walk_par_block(block);
        }
        fn visit_stmt(&mut self, stmt: &Stmt) {
            if matches!(stmt.kind, StmtKind::For { .. }) {
                self.1 = Some(stmt.clone());
            }
            self.walk_stmt(stmt);
        }
    }
    let mut find = Find(None, None);
    find.visit_program(program);
    let StmtKind::For {
        contract,
        init,
        condition,
        body,
        ..
    } = find.1.unwrap().kind
    else {
        unreachable!()
    };
    let name = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Local { names, .. } => names[0].clone(),
        _ => panic!(),
    };
    let StmtKind::Block(body) = &body.kind else {
        panic!()
    };
    Tiled {
        block: find.0.unwrap(),
        guard: condition.unwrap(),
        bounds: contract
            .clauses
            .iter()
            .map(|clause| match &clause.kind {
                spec_lang::ast::ClauseKind::LoopInvariant(expr) => expr.clone(),
                other => panic!("{other:?}"),
            })
            .collect(),
        cell: name(&body.statements[0]).init.unwrap(),
        step: name(&init[0]).name.name,
    }
}

#[test]
fn every_cell_is_taken_once() {
    for (low, high) in [
        ("0", "n"),
        ("0", "n + 2"),
        ("m", "n"),
        ("m - 1", "n - m"),
        ("-3", "n"),
        ("2", "9"),
        ("5", "2"),
        ("n", "m < n ? n + 4 : 2 * n"),
    ] {
        let text = format!("void f(int m, int n) {{\n  par (int t = {low} .. {high}) {{ }}\n}}\n");
        let original = load(vec![SourceFile::new("a.pvl", &*text)], Profile::Sound);
        struct Range(Option<(Expr, Expr)>);
        impl Visitor for Range {
            fn visit_par_block(&mut self, block: &ParBlock) {
                let iterator = &block.iterators[0];
                self.0 = Some((iterator.low.clone(), iterator.high.clone()));
            }
        }
        let mut range = Range(None);
        range.visit_program(&original.program);
        let (low, high) = range.0.unwrap();
        for form in ["intra", "inter"] {
            for size in [1, 2, 3, 7, 10, 1_000] {
                let result = tile(&text, &format!("{form}:{size}"));
                let tiled = load(vec![SourceFile::new("b.pvl", &*result)], Profile::Sound);
                let parts = taken_apart(&tiled.program);
                for m in [-2, 0, 1, 4] {
                    for n in [-9, -1, 0, 1, 2, 3, 6, 7, 8, 20, 21] {
                        let mut values: Values = [("m".to_owned(), m), ("n".to_owned(), n)].into();
                        let (low, high) = (value(&low, &values), value(&high, &values));
                        values.insert("t_end".to_owned(), high);
                        let threads = &parts.block.iterators[0];
                        let mut taken = Vec::new();
                        let count = value(&threads.high, &values);
                        if form == "intra" {
                            // As many as tiles, none for an empty range.
                            let tiles = Integer::div_ceil(&(high - low).max(0), &size);
                            assert_eq!(count.max(0), tiles, "{result}");
                        } else {
                            assert_eq!(count, size);
                        }
                        for thread in value(&threads.low, &values)..count {
                            values.insert(threads.name.name.clone(), thread);
                            values.insert(parts.step.clone(), 0);
                            let bounds = |values: &Values| {
                                assert!(
                                    parts.bounds.iter().all(|bound| holds(bound, values)),
                                    "{values:?}\n{result}"
                                );
                            };
                            bounds(&values);
                            while holds(&parts.guard, &values) {
                                taken.push(value(&parts.cell, &values));
                                *values.get_mut(&parts.step).unwrap() += 1;
                                bounds(&values);
                            }
                        }
                        taken.sort_unstable();
                        assert_eq!(taken, (low..high).collect::<Vec<_>>(), "{result}");
                    }
                }
            }
        }
    }
}

#[test]
fn numbers_of_threads() {
    for (range, argument, threads) in [
        ("0 .. n", "intra:4", "0 .. (n + 3) / 4"),
        ("0 .. n", "intra:1", "0 .. n"),
        ("0 .. n", "inter:4", "0 .. 4"),
        ("0 .. 10", "intra:4", "0 .. 3"),
        ("3 .. 3", "intra:4", "0 .. 0"),
        ("9 .. 3", "intra:4", "0 .. 0"),
        ("m .. n", "intra:4", "0 .. (n - m + 3) / 4"),
        ("m + 1 .. n", "intra:4", "0 .. (n - (m + 1) + 3) / 4"),
        ("0 .. n - m", "intra:4", "0 .. (n - m + 3) / 4"),
        ("0 .. (m < n ? m : n)", "intra:4", "0 .. (t_end + 3) / 4"),
    ] {
        let text = format!("void f(int m, int n) {{ par (int t = {range}) {{ }} }}\n");
        let result = tile(&text, argument);
        assert!(result.contains(&format!("= {threads})")), "{result}");
    }
}

#[test]
fn made_up_names_are_fresh() {
    let text = "void m(int[] a, int tile, int step, int k) {\n  par (int t = 0 .. k)\n    \
                context Perm(a[t], write);\n    ensures (\\exists int k_2; k_2 == t);\n  {\n    \
                a[t] = tile + step + k;\n  }\n}\n";
    let result = tile(text, "intra:2");
    assert!(result.contains("int tile_2 = 0 .. (k + 1) / 2"), "{result}");
    assert!(result.contains("int step_2 = 0;"), "{result}");
    assert!(
        result.contains("(\\forall int k_3; 0 <= k_3 && k_3 < 2 && tile_2 * 2 + k_3 < k; (\\exists int k_2; k_2 == tile_2 * 2 + k_3))"),
        "{result}"
    );
    // A binder of the same name as the thread identifier is something else.
    let text = "void m(int[] a, int n) {\n  par (int t = 0 .. n)\n    \
                ensures a[t] == (\\sum int t = 0 .. 3; t);\n  { }\n}\n";
    let loaded = load(vec![SourceFile::new("test.pvl", text)], Profile::Sound);
    let step = parse_flag("tile", "intra:2", &[]).unwrap();
    let (result, _) = carry_out(&loaded, &step, &mut Runs::times(1)).unwrap();
    assert!(
        result.contains("a[tile * 2 + k] == (\\sum int t = 0 .. 3; t)"),
        "{result}"
    );
}

#[test]
fn what_does_not_mention_the_thread() {
    let text = "void m(int[] x, int n) {\n  par (int t = 0 .. n)\n    requires n > 0;\n    \
                context Perm(x[0], 1\\n);\n    ensures x[0] > 0;\n  {\n  }\n}\n";
    let intra = tile(text, "intra:2");
    // Every thread has a cell, and what does not depend on the heap is known all the while.
    assert!(intra.contains("    requires n > 0;\n"), "{intra}");
    assert_eq!(intra.matches("n > 0").count(), 1);
    assert!(
        intra.contains(
            "context (\\forall* int k; 0 <= k && k < 2 && tile * 2 + k < n; Perm(x[0], 1\\n));"
        ),
        "{intra}"
    );
    assert!(intra.contains("    ensures x[0] > 0;\n"), "{intra}");
    assert!(
        intra.contains("loop_invariant (0 < step) ==> (x[0] > 0);"),
        "{intra}"
    );
    // A thread without a cell promises nothing and asks for nothing.
    let inter = tile(text, "inter:2");
    assert!(
        inter.contains("requires (lane < n ==> (n > 0));"),
        "{inter}"
    );
    assert!(
        inter.contains("ensures (lane < n ==> (x[0] > 0));"),
        "{inter}"
    );
}

#[test]
fn what_a_thread_knows_at_its_start_is_kept_if_it_is_shown() {
    let text = "requires (\\forall int i = 0 .. n; d[i] > 0);\n\
                void m(int[] a, int[] d, int n) {\n  par (int t = 0 .. n)\n    \
                context Perm(a[t], write) ** Perm(d[t], 1\\2);\n  {\n    a[t] = 9 / d[t];\n  }\n}\n";
    let equation = "d[tile * 2 + k] == \\old(d[tile * 2 + k])";
    let (shown, rewritten) = tile_if(text, "intra:2", true).unwrap();
    assert_eq!(shown.matches(equation).count(), 1, "{shown}");
    // Nothing is said of the values of `a` anywhere.
    assert!(!shown.contains("\\old(a"), "{shown}");
    assert_eq!(rewritten.shown.len(), 1);
    // Otherwise it is the value at the thread's start, of which nothing need be shown.
    let (open, rewritten) = tile_if(text, "intra:2", false).unwrap();
    assert!(!open.contains("\\old("), "{open}");
    assert!(open.contains("  {\n    label start;\n"), "{open}");
    assert!(
        open.contains("d[tile * 2 + k] == \\old[start](d[tile * 2 + k]));"),
        "{open}"
    );
    assert!(rewritten.shown.is_empty());
    // An array that is written is as it was only where work is still to do.
    let text = text.replace("a[t] = 9 / d[t];", "d[t] = 9 / d[t];");
    let (written, _) = tile_if(&text, "intra:2", true).unwrap();
    assert!(
        written.contains(&format!(
            "(\\forall int k; step <= k && k < 2 && tile * 2 + k < n; {equation})"
        )),
        "{written}"
    );
}

#[test]
fn nothing_is_said_of_cells_that_were_given_away() {
    let text = "requires (\\forall int i = 0 .. n; d[i] > 0);\n\
                void m(int[] d, int n) {\n  par (int t = 0 .. n)\n    \
                requires Perm(d[t], 1\\2);\n  {\n    assert d[t] > 0;\n  }\n}\n";
    let result = tile(text, "intra:2");
    assert!(
        result.contains(
            "(\\forall int k; step <= k && k < 2 && tile * 2 + k < n; d[tile * 2 + k] == "
        ),
        "{result}"
    );
}

#[test]
fn places_that_depend_on_values_stay_with_them() {
    let text = "void m(int[] a, int[] p, int n) {\n  par (int t = 0 .. n)\n    \
                context Perm(p[t], 1\\2);\n    requires 0 <= p[t] && p[t] < a.length;\n    \
                requires Perm(a[p[t]], write);\n    ensures Perm(a[p[t]], write);\n  {\n    \
                a[p[t]] = t;\n  }\n}\n";
    let result = tile(text, "intra:2");
    // Only for cells to do is `p[t]` known to be in range; what is done has its own clauses.
    assert!(
        result.contains("loop_invariant (\\forall* int k; step <= k && k < 2 && tile * 2 + k < n; Perm(a[p[tile * 2 + k]], write));"),
        "{result}"
    );
    assert!(
        result.contains(
            "loop_invariant (\\forall* int k; 0 <= k && k < step; Perm(a[p[tile * 2 + k]], write));"
        ),
        "{result}"
    );
}

#[test]
fn bounds_that_could_change_are_kept() {
    let text = "class C {\n  int n;\n  requires Perm(n, 1\\2);\n  void m() {\n    // Here.\n    \
                par (int t = 0 .. n) {\n    }\n    if (true) { par (int t = n .. 9) { } }\n  }\n}\n";
    let first = tile(text, "intra:2@6");
    assert!(
        first.contains(
            "    // Here.\n    int t_end = n;\n    par (int tile = 0 .. (t_end + 1) / 2) {\n"
        ),
        "{first}"
    );
    let second = tile(text, "intra:2@8");
    assert!(
        second.contains("{ int t_start = n; par (int tile = 0 .. (9 - t_start + 1) / 2) {"),
        "{second}"
    );
}

#[test]
fn a_directive_may_stand_in_three_places() {
    let method = |contract: &str, before: &str, inside: &str| {
        format!(
            "{contract}requires n > 0;\nvoid m(int n) {{\n{before}  par b (int t = 0 .. n)\n{inside}    requires t < n;\n  {{\n  }}\n}}\n"
        )
    };
    let expected = tile(&method("", "", ""), "intra:3");
    for text in [
        method("gpuopt tile intra 3;\n", "", ""),
        method("", "  gpuopt tile intra 3;\n", ""),
        method("", "", "    gpuopt tile intra 3;\n"),
        method("", "", "    /*@ gpuopt tile intra 3; @*/\n"),
    ] {
        let (result, _) = directive_in(&text, Profile::Sound, &mut Runs::times(1)).unwrap();
        assert_eq!(result, expected);
    }
    let two = "gpuopt tile intra 3;\nvoid m(int n) {\n  par (int t = 0 .. n) {\n  }\n  par (int t = 0 .. n) {\n  }\n}\n";
    let refusal = directive_in(two, Profile::Sound, &mut Runs::times(1)).unwrap_err();
    assert_eq!(refusal.diagnostic.code, Code::C103);
    assert_eq!(refusal.diagnostic.labels.len(), 2);
    let none = "gpuopt tile intra 3;\nvoid m(int n) {\n}\n";
    let refusal = directive_in(none, Profile::Sound, &mut Runs::times(1)).unwrap_err();
    assert_eq!(refusal.diagnostic.code, Code::A001);
}

#[test]
fn several_thread_identifiers() {
    let text = "void m(int n) {\n  par a (int i = 0 .. n, int j = 0 .. 8)\n    requires i < j;\n  {\n  }\n  \
                par b (int i = 0 .. n, int l = 0 .. n)\n  {\n  }\n}\n";
    assert_eq!(code(text, "intra:2@a"), Code::A503);
    // Both blocks have an `i`.
    assert_eq!(code(text, "intra:2@i"), Code::C102);
    let result = tile(text, "intra:2@j");
    assert!(
        result.contains("par a (int i = 0 .. n, int tile = 0 .. 4)"),
        "{result}"
    );
    assert!(
        result.contains("(\\forall int k; 0 <= k && k < 2 && tile * 2 + k < 8; i < tile * 2 + k)"),
        "{result}"
    );
    assert!(tile(text, "intra:2@b/i").contains("par b (int tile = 0 .. (n + 1) / 2, int l"));
    let loaded = load(vec![SourceFile::new("test.pvl", text)], Profile::Sound);
    let flags: Vec<String> = plan(&loaded.input())
        .iter()
        .flat_map(|entry| &entry.possible)
        .filter(|possible| possible.transformation == "tile" && possible.obstacle.is_none())
        .map(|possible| possible.flag.to_string())
        .collect();
    assert_eq!(
        flags,
        [
            "--tile inter:N@a/i",
            "--tile intra:N@a/i",
            "--tile inter:N@j",
            "--tile intra:N@j",
            "--tile inter:N@b/i",
            "--tile intra:N@b/i",
            "--tile inter:N@l",
            "--tile intra:N@l",
        ]
    );
}

#[test]
fn bodies_that_threads_do_together_or_leave() {
    for (body, wanted) in [
        ("barrier(b) { }", Code::A502),
        ("if (n > 2) { barrier(b) { } }", Code::A502),
        ("goto done; label done;", Code::A505),
        ("int y = \\current_thread;", Code::A507),
        (
            "int s = 0; while (s == 0) { atomic(inv) { s = x; } }",
            Code::A506,
        ),
        ("while (x == 0) { atomic(inv) { } }", Code::A506),
        (
            // A ghost result sets the counter back.
            "int s = 0; int i = 0; while (i < 3) { atomic(inv) { s = x; } i = i + 1; \
             if (s < t) { back() yields { i = p }; } }",
            Code::A506,
        ),
        ("wait this;", Code::A506),
        ("fork w; join w;", Code::A506),
        // It may be kept: not given back here, or not before something else.
        ("lock this;", Code::A506),
        ("if (t == 0) lock this; unlock this;", Code::A506),
        ("lock this; { unlock this; }", Code::A506),
        ("lock this; join w; unlock this;", Code::A506),
        (
            "lock this; int s = 0; while (s == 0) { s = x; } unlock this; unlock o;",
            Code::A506,
        ),
        ("meet();", Code::A506),
        ("unknown(); meet();", Code::A506),
    ] {
        let text = format!(
            "class W {{\n  void run() {{ }}\n}}\nclass C {{\n  int x;\n  C o;\n  W w;\n  void unknown();\n  yields int p;\n  void back() {{\n  }}\n  void meet() {{ lock this; unlock this; }}\n  void m(int n) {{\n    invariant inv(Perm(x, write)) {{\n      \
             par b (int t = 0 .. n) {{\n        {body}\n      }}\n    }}\n  }}\n}}\n"
        );
        for argument in ["inter:2", "intra:2"] {
            let refusal = tile_if(&text, argument, true).unwrap_err();
            assert_eq!(refusal.diagnostic.code, wanted, "{body}");
            assert_eq!(refusal.class, RefusalClass::NotApplicable);
        }
    }
}

#[test]
fn bodies_that_keep_their_meaning() {
    for body in [
        // The threads of the inner block meet, whatever the outer one does.
        "par c (int u = 0 .. 4) { barrier(c) { } }",
        "atomic(inv) { x = x + 1; }",
        // Nothing jumps to it, so it marks a state of each cell.
        "int i = 0; label here; i = 1; assert \\old[here](i) == 0 || true;",
        // The loop ends by itself.
        "int i = 0; while (i < n) { atomic(inv) { x = x + i; } i = i + 1; }",
        "int i = 0; while (true) { if (i > 3) { break; } i = i + 1; }",
        // Of a method without a body the contract counts.
        "unknown();",
        // All who have the lock give it back without waiting.
        "lock this; x = x + 1; unlock this;",
        "lock o; lock this; for (int i = 0 .. 3) { x = x + 1; } unlock this; unlock o;",
    ] {
        let text = format!(
            "class C {{\n  int x;\n  C o;\n  void unknown();\n  void m(int n) {{\n    invariant inv(Perm(x, write)) {{\n      \
             par b (int t = 0 .. n) {{\n        {body}\n      }}\n    }}\n  }}\n}}\n"
        );
        let result = tile(&text, "intra:2@b");
        assert!(result.contains(body), "{result}");
    }
}

#[test]
fn locals_begin_anew_for_each_cell() {
    let text = "void m(int[] a, int n) {\n  par (int t = 0 .. n)\n    context Perm(a[t], write);\n    \
                ensures a[t] == 1;\n  {\n    int count = 0;\n    count = count + 1;\n    \
                a[t] = count;\n  }\n}\n";
    let result = tile(text, "intra:2");
    let head = result.find("for (int step").unwrap();
    let local = result.find("int count = 0;").unwrap();
    assert!(head < local && result.matches("int count").count() == 1);
}

#[test]
fn clauses_without_a_form_for_several_cells() {
    let with = |clause: &str, body: &str| {
        format!("void m(int n) {{\n  par (int t = 0 .. n)\n    {clause}\n  {{ {body} }}\n}}\n")
    };
    let inner = "int i = 0; while (i < n) { i = i + 1; }";
    assert_eq!(
        code(&with("context_everywhere t >= 0;", inner), "intra:2"),
        Code::A508
    );
    // Without a loop it is a `context`, and without the cell it says the same everywhere.
    for text in [
        with("context_everywhere t >= 0;", ""),
        with("context_everywhere n >= 0;", inner),
    ] {
        assert!(tile(&text, "intra:2").contains("context_everywhere"));
    }
}

/// The published forms: the first word is what the directive says.
fn published(word: &str, size: u64, range: &str, requires: &str, first: &str) -> String {
    format!(
        "class C {{\n  gpuopt tile {word} {size};\n  context_everywhere a != null;\n  \
         requires {requires};\n  void m(int[] a, int n) {{\n    {first}\n    \
         par (int tid = {range})\n      requires Perm(a[tid], 1 \\ 1);\n    {{\n      a[tid] = 0;\n    \
         }}\n    n = 2;\n  }}\n}}\n"
    )
}

#[test]
fn the_published_words_are_exchanged() {
    for (word, thread) in [("inter", "tile"), ("intra", "lane")] {
        let text = published(word, 8, "0 .. n", "n >= 9", "");
        let text = text.replacen("    \n", "", 1);
        let (result, rewritten) =
            directive_in(&text, Profile::VerCors14, &mut Runs::times(1)).unwrap();
        assert!(result.contains(&format!("int {thread} = 0 ..")), "{result}");
        assert_eq!(rewritten.notes[0].code, Code::A511);
        // What follows the block is no longer dropped.
        assert!(result.contains("n = 2;"));
        let (result, rewritten) = directive_in(&text, Profile::Sound, &mut Runs::times(1)).unwrap();
        assert!(
            !result.contains(&format!("int {thread} = 0 ..")),
            "{result}"
        );
        assert!(rewritten.notes.is_empty());
    }
}

#[test]
fn limits_of_the_published_tool() {
    for (size, range, requires, first, message) in [
        (8, "0 .. n", "n >= 9", "", ""),
        (8, "0 .. n", "n > 8", "", ""),
        (8, "0 .. n", "0 <= n && 100 <= n", "", ""),
        (8, "0 .. n", "n == 9 ** n >= 0", "", ""),
        (8, "0 .. a.length", "10 == a . length", "", ""),
        (8, "0 .. 9", "true", "", ""),
        (
            8,
            "0 .. n",
            "n >= 0",
            "",
            "The tile size 8 must be less than the upperbound 0 of tid",
        ),
        (
            8,
            "0 .. 8",
            "true",
            "",
            "The tile size 8 must be less than the upperbound 8 of tid",
        ),
        (
            8,
            "0 .. a.length",
            "n > 100",
            "",
            "Could not determine that 8 is less than the upperbound for the thread id tid",
        ),
        (8, "1 .. 90", "true", "", "`tid` does not start at 0"),
        (8, "0 .. 90", "true", "n = 1;", "not the first statement"),
    ] {
        let text = published("inter", size, range, requires, first).replacen("    \n", "", 1);
        let done = directive_in(&text, Profile::VerCors14, &mut Runs::times(1));
        match done {
            Ok(_) => assert_eq!(message, "", "{text}"),
            Err(refusal) => {
                assert_eq!(refusal.diagnostic.code, Code::A510);
                assert!(
                    !message.is_empty() && refusal.diagnostic.message.contains(message),
                    "{}\n{text}",
                    refusal.diagnostic.message
                );
                // None of these is a limit of ours.
                directive_in(&text, Profile::Sound, &mut Runs::times(1)).unwrap();
            }
        }
    }
}

#[test]
fn sizes_of_any_number() {
    let text = "void m(int n) {\n  par (int t = 0 .. n) { }\n}\n";
    assert_eq!(code(text, "inter:0"), Code::A501);
    assert_eq!(code(text, "intra:0"), Code::A501);
    for form in ["inter", "intra"] {
        let result = tile(text, &format!("{form}:{}", u64::MAX));
        assert!(result.contains(&u64::MAX.to_string()));
        assert!(parse_flag("tile", &format!("{form}:{}", u128::MAX), &[]).is_err());
    }
    let arguments = Tile::of_flag("inter:3", &[]).unwrap();
    assert!(arguments.inter);
    assert_eq!(arguments.size, 3);
}

#[test]
fn an_open_question_only_costs_an_invariant() {
    let text = "void m(int[] b, int n) {\n  par (int t = 0 .. n)\n    context Perm(b[t], write);\n    \
                ensures b[t] == \\old(b[t]);\n  {\n  }\n}\n";
    let loaded = load(vec![SourceFile::new("test.pvl", text)], Profile::Sound);
    let input: Input<'_> = loaded.input();
    let step = parse_flag("tile", "intra:2", &[]).unwrap();
    let mut prover = Runs::times(0);
    prover.otherwise = Outcome::Unknown("out of memory".into());
    let rewritten = transforms::apply(&input, &step, &mut prover).unwrap();
    assert!(rewritten.shown.is_empty());
    assert!(
        prover
            .asked
            .iter()
            .all(|asked| asked.contains("\\old(b[t])"))
    );
}

#[test]
fn the_documented_example() {
    let info = transforms::TRANSFORMATIONS
        .iter()
        .find(|info| info.about().name == "tile")
        .unwrap();
    let doc = info.about().doc();
    let mut programs = doc
        .split("```")
        .filter_map(|part| part.strip_prefix("pvl\n"));
    let (before, after) = (programs.next().unwrap(), programs.next().unwrap());
    let (result, _) = directive_in(before, Profile::Sound, &mut Runs::times(1)).unwrap();
    assert_eq!(result, after);
    for info in transforms::tile::CODES {
        assert!(doc.contains(info.code.as_str()), "{}", info.code);
    }
}

/// Whoever has the lock waits, perhaps for a cell that comes later in the same thread.
#[test]
fn a_lock_that_is_kept_by_another() {
    let text = |other: &str| {
        format!(
            "class C {{\n  C next;\n  int x;\n  void spin() {{ int s = 0; while (s == 0) {{ lock next; s = x; unlock next; }} }}\n  \
             void other(int k) {{ {other} }}\n  \
             void m(int n) {{\n    par b (int t = 0 .. n) {{ lock this; unlock this; }}\n  }}\n}}\n"
        )
    };
    for other in [
        "lock this; int s = 0; while (s == 0) { lock next; s = x; unlock next; } unlock this;",
        "lock this; spin(); unlock this;",
        "lock this; wait this; unlock this;",
        "lock this; if (k > 0) { return; } unlock this;",
        "lock this;",
        "unlock this;",
    ] {
        let refusal = tile_if(&text(other), "intra:2@b", true).unwrap_err();
        assert_eq!(refusal.diagnostic.code, Code::A506, "{other}");
    }
    for other in [
        "lock this; x = 1; unlock this; spin();",
        "lock this; int s = 0; while (s < k) { s = s + 1; } unlock this;",
    ] {
        assert!(tile_if(&text(other), "intra:2@b", true).is_ok(), "{other}");
    }
}

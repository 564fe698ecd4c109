//! What comes out of a step does what went in: both are run, on many values.
//!
//! The prover of these tests runs the question, so it is right about every value tried.

use crate::common::{self, Loaded, load, load_text};
use spec_lang::ast::{
    AssignOp, BinaryOp, Body, ClauseKind, Contract, DeclarationKind, Expr, ExprKind, Method,
    NodeId, SpecKind, Stmt, StmtKind, UnaryOp,
};
use spec_lang::resolve::{Profile, Reference};
use std::collections::HashMap;
use text::span::Span;
use transforms::{Outcome, Prover, Question, RefusalClass, parse_flag};

/// How a statement ended.
#[derive(PartialEq)]
enum End {
    Next,
    Break,
    Continue,
    Return(i64),
    /// `assume false`, or more steps than are run.
    Stop,
}

/// Runs a method on numbers; truth values are 0 and 1.
struct Machine<'a> {
    loaded: &'a Loaded,
    values: HashMap<NodeId, i64>,
    steps: u32,
    /// Assertions and invariants that did not hold.
    failed: Vec<Span>,
    /// How often a guard or `if` was tested.
    tests: u32,
}

impl Machine<'_> {
    fn number(&self, expr: &Expr) -> i64 {
        let both = |left: &Expr, right: &Expr| (self.number(left), self.number(right));
        match &expr.kind {
            ExprKind::Int(value) => i64::try_from(value.clone()).unwrap(),
            ExprKind::Bool(value) => i64::from(*value),
            ExprKind::Name(_) => match self.loaded.resolution.references[&expr.id] {
                Reference::Local(id) => self.values[&self.loaded.resolution.canonical(id)],
                _ => panic!("a name that is no local"),
            },
            ExprKind::Unary(UnaryOp::Neg, inner) => -self.number(inner),
            ExprKind::Unary(UnaryOp::Not, inner) => 1 - self.number(inner),
            ExprKind::Unary(UnaryOp::Plus, inner) => self.number(inner),
            ExprKind::Binary(BinaryOp::And, left, right) => {
                i64::from(self.number(left) == 1 && self.number(right) == 1)
            }
            ExprKind::Binary(BinaryOp::Or, left, right) => {
                i64::from(self.number(left) == 1 || self.number(right) == 1)
            }
            ExprKind::Binary(op, left, right) => {
                let (left, right) = both(left, right);
                match op {
                    BinaryOp::Eq => i64::from(left == right),
                    BinaryOp::Ne => i64::from(left != right),
                    BinaryOp::Lt => i64::from(left < right),
                    BinaryOp::Le => i64::from(left <= right),
                    BinaryOp::Gt => i64::from(left > right),
                    BinaryOp::Ge => i64::from(left >= right),
                    BinaryOp::Add => left.wrapping_add(right),
                    BinaryOp::Sub => left.wrapping_sub(right),
                    BinaryOp::Mul => left.wrapping_mul(right),
                    BinaryOp::Div => left / right,
                    BinaryOp::Mod => left % right,
                    _ => panic!("{op:?}"),
                }
            }
            other => panic!("{other:?}"),
        }
    }

    fn holds(&mut self, expr: &Expr) -> bool {
        self.tests += 1;
        self.number(expr) == 1
    }

    fn set(&mut self, target: &Expr, value: i64) {
        match self.loaded.resolution.references[&target.id] {
            Reference::Local(id) => {
                self.values
                    .insert(self.loaded.resolution.canonical(id), value);
            }
            _ => panic!("a target that is no local"),
        }
    }

    fn expect(&mut self, formula: &Expr, place: Span) {
        if self.number(formula) != 1 {
            self.failed.push(place);
        }
    }

    fn invariants(&mut self, contract: &Contract) {
        for clause in &contract.clauses {
            if let ClauseKind::LoopInvariant(formula) = &clause.kind {
                self.expect(formula, clause.span);
            }
        }
    }

    fn all<'s>(&mut self, stmts: impl IntoIterator<Item = &'s Stmt>) -> End {
        for stmt in stmts {
            let end = self.run(stmt);
            if end != End::Next {
                return end;
            }
        }
        End::Next
    }

    fn repeat(
        &mut self,
        contract: &Contract,
        guard: &dyn Fn(&mut Self) -> bool,
        body: &Stmt,
        update: &mut dyn FnMut(&mut Self),
    ) -> End {
        loop {
            self.invariants(contract);
            if !guard(self) {
                return End::Next;
            }
            match self.run(body) {
                End::Break => return End::Next,
                End::Next | End::Continue => update(self),
                end => return end,
            }
        }
    }

    fn run(&mut self, stmt: &Stmt) -> End {
        self.steps += 1;
        if self.steps > 3_000 {
            return End::Stop;
        }
        match &stmt.kind {
            StmtKind::Block(block) => return self.all(&block.statements),
            StmtKind::Local { names, .. } => {
                for name in names {
                    let value = name.init.as_ref().map_or(0, |init| self.number(init));
                    let id = self.loaded.resolution.canonical(name.id);
                    self.values.insert(id, value);
                }
            }
            StmtKind::Assign { target, op, value } => {
                let (old, by) = (self.number_or_zero(target), self.number(value));
                let value = match op {
                    AssignOp::Set => by,
                    AssignOp::Add => old + by,
                    AssignOp::Sub => old - by,
                    AssignOp::Mul => old.wrapping_mul(by),
                    AssignOp::Div => old / by,
                    other => panic!("{other:?}"),
                };
                self.set(target, value);
            }
            StmtKind::Expr(expr) => match &expr.kind {
                ExprKind::Increment { target, up, .. } => {
                    let value = self.number(target) + if *up { 1 } else { -1 };
                    self.set(target, value);
                }
                // `for (i; …)`.
                ExprKind::Name(_) => {}
                other => panic!("{other:?}"),
            },
            StmtKind::If {
                condition,
                then_branch,
                else_branch,
            } => {
                return if self.holds(condition) {
                    self.run(then_branch)
                } else {
                    self.all(else_branch.as_deref())
                };
            }
            StmtKind::While {
                contract,
                condition,
                body,
            } => {
                return self.repeat(
                    contract,
                    &|machine| machine.holds(condition),
                    body,
                    &mut |_| {},
                );
            }
            StmtKind::For {
                contract,
                init,
                condition,
                update,
                body,
            } => {
                self.all(init);
                let guard = |machine: &mut Self| {
                    condition
                        .as_ref()
                        .is_none_or(|condition| machine.holds(condition))
                };
                return self.repeat(contract, &guard, body, &mut |machine| {
                    machine.all(update);
                });
            }
            StmtKind::RangedFor {
                contract,
                iterator,
                body,
            } => {
                let (low, high) = (self.number(&iterator.low), self.number(&iterator.high));
                let id = iterator.id;
                self.values.insert(id, low);
                return self.repeat(
                    contract,
                    &|machine| {
                        machine.tests += 1;
                        machine.values[&id] < high
                    },
                    body,
                    &mut |machine| *machine.values.get_mut(&id).unwrap() += 1,
                );
            }
            StmtKind::Return(value) => {
                return End::Return(value.as_ref().map_or(0, |value| self.number(value)));
            }
            StmtKind::Break(None) => return End::Break,
            StmtKind::Continue(None) => return End::Continue,
            StmtKind::Spec(SpecKind::Assert, formula) => self.expect(formula, stmt.span),
            StmtKind::Spec(SpecKind::Assume, formula) => {
                if self.number(formula) == 0 {
                    return End::Stop;
                }
            }
            StmtKind::Empty => {}
            other => panic!("{other:?}"),
        }
        End::Next
    }

    fn number_or_zero(&self, expr: &Expr) -> i64 {
        match self.loaded.resolution.references.get(&expr.id) {
            Some(Reference::Local(id)) => {
                let id = self.loaded.resolution.canonical(*id);
                self.values.get(&id).copied().unwrap_or(0)
            }
            _ => 0,
        }
    }
}

/// What a run of `m` gives: its result if it ends, the assertions that failed, the tests.
struct Ran {
    result: Option<i64>,
    failed: Vec<Span>,
    tests: u32,
}

fn method(loaded: &Loaded) -> &Method {
    match &loaded.program.declarations[0].kind {
        DeclarationKind::Method(method) => method,
        other => panic!("{other:?}"),
    }
}

/// Runs the method; none if its precondition does not hold.
fn ran(loaded: &Loaded, args: &[i64]) -> Option<Ran> {
    let method = method(loaded);
    let ids = method.params.iter().map(|param| param.id);
    let mut machine = Machine {
        loaded,
        values: ids.zip(args.iter().copied()).collect(),
        steps: 0,
        failed: Vec::new(),
        tests: 0,
    };
    for clause in &method.contract.clauses {
        if let ClauseKind::Requires(formula) = &clause.kind
            && machine.number(formula) == 0
        {
            return None;
        }
    }
    let Body::Block(body) = &method.body else {
        panic!("no body");
    };
    let end = machine.all(&body.statements);
    Some(Ran {
        result: match end {
            End::Return(value) => Some(value),
            _ => None,
        },
        failed: machine.failed,
        tests: machine.tests,
    })
}

fn arguments() -> impl Iterator<Item = [i64; 2]> {
    (-1..12).flat_map(|n| [-1, 2, 3, 7].map(|k| [n, k]))
}

/// Shows by trying.
struct Trying;

impl Prover for Trying {
    fn prove(&mut self, questions: &[Question]) -> Vec<Vec<Outcome>> {
        let answer = |question: &Question| {
            let loaded = load(question.files.clone(), Profile::Sound);
            let mut failed = Vec::new();
            for args in arguments() {
                failed.extend(ran(&loaded, &args).into_iter().flat_map(|ran| ran.failed));
            }
            let verdict = |place: &Span| match failed.contains(place) {
                true => Outcome::Refuted(String::new()),
                false => Outcome::Proved,
            };
            question.asserts.iter().map(verdict).collect()
        };
        questions.iter().map(answer).collect()
    }
}

/// Carries out flags, one after the other; none if one is refused.
fn carried_out(text: &str, steps: &[(&str, &str)]) -> Option<String> {
    let mut text = text.to_owned();
    for (flag, argument) in steps {
        let program = load_text(&*text, Profile::Sound);
        let step = parse_flag(flag, argument, &[]).unwrap();
        match common::carried_out(&program, &step, &mut Trying) {
            Ok(result) => text = result,
            Err(refusal) => {
                assert_eq!(refusal.class, RefusalClass::NotApplicable, "{refusal:#?}");
                return None;
            }
        }
    }
    Some(text)
}

/// Compares the method with what becomes of it; how many runs were compared, and how
/// many tests of a guard the result saved.
fn compared(text: &str, steps: &[(&str, &str)]) -> Option<(usize, i64)> {
    let result = carried_out(text, steps)?;
    let (old, new) = (
        load_text(text, Profile::Sound),
        load_text(&*result, Profile::Sound),
    );
    let mut count = 0;
    let mut saved = 0;
    for args in arguments() {
        let (Some(before), Some(after)) = (ran(&old, &args), ran(&new, &args)) else {
            continue;
        };
        if before.result.is_none() {
            continue;
        }
        assert!(before.failed.is_empty(), "{args:?}\n{text}");
        assert!(
            after.failed.is_empty(),
            "{args:?}: {:?}\n{text}\n{result}",
            new.files[0].slice(after.failed[0])
        );
        assert_eq!(before.result, after.result, "{args:?}\n{text}\n{result}");
        count += 1;
        saved += i64::from(before.tests) - i64::from(after.tests);
    }
    Some((count, saved))
}

/// Loops of every form: what stands before, the header with its invariants, the update
/// in the body.
#[allow(clippy::too_many_lines, reason = "a table of loops")]
fn loops() -> Vec<(&'static str, &'static str, &'static str)> {
    vec![
        (
            "int i = 0;",
            "loop_invariant 0 <= i; while (i < n)",
            "i = i + 1;",
        ),
        (
            "int i = 0;",
            "loop_invariant 0 <= i; while (!(n <= i))",
            "i += 1;",
        ),
        (
            "int i = 0;",
            "loop_invariant 0 <= i; while (n > i)",
            "i = 2 + i;",
        ),
        (
            "int i = n;",
            "loop_invariant i <= n; while (i > 0)",
            "i = i - 1;",
        ),
        (
            "int i = n;",
            "loop_invariant i <= n; while (-2 <= i)",
            "i -= 3;",
        ),
        (
            "int i = 0;",
            "loop_invariant 0 <= i; while (i != n && i < 20)",
            "i++;",
        ),
        (
            "int i = 0;",
            "loop_invariant 0 <= i; while (i < n || i < k)",
            "i++;",
        ),
        (
            "int i = 0;",
            "loop_invariant 0 <= i; while (i < n && s < 500)",
            "i++;",
        ),
        (
            "int i = 1;",
            "loop_invariant 1 <= i; while (i < n)",
            "i = i * 2;",
        ),
        (
            "int i = 1;",
            "loop_invariant 1 <= i; while (i < 3 * n)",
            "i *= 3;",
        ),
        (
            "int i = 9;",
            "loop_invariant 0 <= i; while (i > n && i > 0)",
            "i = i / 2;",
        ),
        (
            "int i = 0;",
            "loop_invariant 0 <= i; while (i < 10)",
            "i++;",
        ),
        (
            "int i = 2;",
            "loop_invariant 2 <= i && i <= 14; while (i <= 12)",
            "i = i + 2;",
        ),
        (
            "int i = 9;",
            "loop_invariant 0 <= i && i <= 9; while (i >= 1)",
            "--i;",
        ),
        (
            "int i = 9;",
            "loop_invariant -1 <= i && i <= 9; while (0 <= i)",
            "i = i - 2;",
        ),
        (
            "int i = 1;",
            "loop_invariant 1 <= i; while (i < 130)",
            "i = i * 2;",
        ),
        (
            "int i = 100;",
            "loop_invariant 0 <= i && i <= 100; while (i > 0)",
            "i = i / 3;",
        ),
        (
            "int i = -4;",
            "loop_invariant -4 <= i; while (i != 4)",
            "i = i + 2;",
        ),
        (
            "int i = 0;",
            "loop_invariant 0 <= i; while (i < n)",
            "i = i + 1; i = i + 2;",
        ),
        (
            "int i = 0;",
            "loop_invariant 0 <= i; while (i < n)",
            "if (k > 2) i++; else i += 2;",
        ),
        ("", "loop_invariant 0 <= i; for (int i = 0; i < n; i++)", ""),
        (
            "",
            "loop_invariant i <= n; for (int i = n; i > k; i -= 2)",
            "",
        ),
        (
            "",
            "loop_invariant 0 <= i; for (int i = 0; i < 4 * n; i++)",
            "",
        ),
        (
            "",
            "loop_invariant 0 <= i; for (int i = 0; i < 11; i += 1)",
            "",
        ),
        (
            "int i = 5;",
            "loop_invariant 0 <= i; for (i = 0; i < n; )",
            "i++;",
        ),
        (
            "int i = 0;",
            "loop_invariant 0 <= i; for (i; i < 7; i++)",
            "",
        ),
        (
            "",
            "loop_invariant 0 <= s || s < 0; for (int i = 0 .. n)",
            "",
        ),
        (
            "",
            "loop_invariant 0 <= s || s < 0; for (int i = k .. n)",
            "",
        ),
        ("", "loop_invariant 0 <= i; for (int i = 0 .. 10)", ""),
        ("", "loop_invariant 0 <= i; for (int i = 0 .. s + 6)", ""),
        ("", "loop_invariant 0 <= i; for (int i = 0 .. 6 * n)", ""),
        (
            "int i = 0;",
            "loop_invariant 0 <= i; while (true)",
            "i++; if (i > n) return s;",
        ),
        (
            "",
            "loop_invariant 0 <= i; for (int i = 0; ; i++)",
            "if (i > n) break;",
        ),
    ]
}

/// What else a body does.
const BODIES: &[&str] = &[
    "s = s * 3 + i;",
    "int t = i; s = s * 3 + t;",
    "s = s * 2 + i; if (i == k) break;",
    "if (s % 5 == 4) { s = s + 1; break; } s = s * 2 + 1;",
    "if (i == k) return s; s = s + 1;",
    "int j = 0; loop_invariant 0 <= j; while (j < i) { j++; if (j == 3) break; if (j == 2) continue; s = s + j; }",
];

fn text(before: &str, header: &str, body: &str) -> String {
    format!(
        "requires n >= 0;\nint m(int n, int k) {{\n  int s = 0;\n  {before}\n  {header} {{\n    \
         {body}\n  }}\n  return s * 7;\n}}\n"
    )
}

pub fn merged_loops() {
    let (mut results, mut runs, mut saved) = (0, 0, 0);
    for (before, header, update) in loops() {
        for body in BODIES {
            for count in [2, 3, 7] {
                let text = text(before, header, &format!("{body} {update}"));
                let argument = format!("{count}@5");
                if let Some((some, tests)) = compared(&text, &[("merge", &argument)]) {
                    results += 1;
                    runs += some;
                    saved += tests;
                }
            }
        }
    }
    println!("{results} results, {runs} runs, {saved} tests fewer");
    assert!(results > 500, "{results}");
    assert!(runs > 15_000, "{runs}");
    assert!(saved > 0, "{saved}");
}

pub fn iterations_that_are_cut_short() {
    for body in [
        "if (i == k) { continue; } s = s * 3 + 1;",
        "if (i == k) { s = 2; continue; } if (i == 7) { break; } s = s * 3 + 1;",
    ] {
        for (before, header, update) in loops() {
            // Where the update is in the body it is left out, too, which may go on for ever.
            if update.is_empty() {
                for count in [2, 3, 5] {
                    let text = text(before, header, body);
                    compared(&text, &[("merge", &format!("{count}@5"))]).unwrap();
                }
            }
        }
    }
    let early = "if (i == k) { i = i + 2; continue; } s = s + i;";
    for (before, header, update) in loops() {
        if !update.is_empty() && header.starts_with("loop_invariant 0 <= i; while") {
            compared(
                &text(before, header, &format!("{early} {update}")),
                &[("merge", "3@5")],
            );
        }
    }
}

pub fn counts_around_the_extent() {
    for (extent, count, is_done) in [
        (10, 1, false),
        (10, 2, true),
        (10, 9, true),
        (10, 10, true),
        (10, 11, false),
        (0, 2, false),
        (1, 2, false),
        (2, 2, true),
        (7, 3, true),
    ] {
        for header in [
            format!("loop_invariant 0 <= i; for (int i = 0; i < {extent}; i++)"),
            format!("loop_invariant 0 <= i; for (int i = 0 .. {extent})"),
            format!(
                "loop_invariant i <= 4; for (int i = 4; i > {}; i--)",
                4 - extent
            ),
        ] {
            let text = text("", &header, "s = s * 2 + i;");
            let done = compared(&text, &[("merge", &format!("{count}@5"))]);
            assert_eq!(done.is_some(), is_done, "{count}\n{text}");
        }
    }
}

pub fn one_step_after_another() {
    let mut results = 0;
    for (before, header, update) in loops() {
        if update.contains("return") || update.contains("break") {
            continue; // not by name
        }
        let text = text(before, header, &format!("s = s * 3 + i; {update}"));
        for steps in [
            [("merge", "2@i"), ("merge", "3@i")],
            [("merge", "2@i"), ("unroll", "1@i")],
            [("unroll", "1@i"), ("merge", "2@i")],
            [("unroll", "2@i"), ("merge", "3@i")],
        ] {
            // Two loops over one variable are not told apart by its name.
            let first = carried_out(&text, &steps[..1]);
            let Some(first) = first else { continue };
            if first.matches("while (").count() + first.matches("for (").count() > 1 {
                continue;
            }
            results += usize::from(compared(&text, &steps).is_some());
        }
    }
    assert!(results > 20, "{results}");
}

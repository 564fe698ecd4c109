//! What passes as an old contract read through the index map, and what does not.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::index_map;
use crate::framework::contracts::{Interface, Version, interfaces};
use crate::framework::input::Input;
use crate::framework::prover::{Outcome, Prover, Question};
use crate::framework::step::{apply, parse_flag};
use spec_lang::ast::Program;
use spec_lang::resolve::{Profile, Resolution};
use text::diagnostics::Severity;
use text::source::SourceFile;

/// A program that has been read, and whether it is one.
struct Front {
    program: Program,
    resolution: Resolution,
    sound: bool,
}

impl Front {
    fn of(files: &[SourceFile]) -> Front {
        let parsed = spec_lang::parse::parse(files);
        let resolved = spec_lang::resolve::resolve(&parsed.program, Profile::Sound);
        let mut said = parsed.diagnostics.iter().chain(&resolved.diagnostics);
        let sound = !said.any(|one| one.severity == Severity::Error);
        Front {
            program: parsed.program,
            resolution: resolved.resolution,
            sound,
        }
    }

    fn version<'a>(&'a self, interfaces: &'a [Interface]) -> Version<'a> {
        Version {
            program: &self.program,
            resolution: &self.resolution,
            interfaces,
            profile: Profile::Sound,
        }
    }
}

/// Says yes to everything.
struct Yes;

impl Prover for Yes {
    fn prove(&mut self, questions: &[Question]) -> Vec<Vec<Outcome>> {
        let yes = |question: &Question| vec![Outcome::Proved; question.asserts.len()];
        questions.iter().map(yes).collect()
    }
}

fn front(text: &str) -> (Front, Vec<SourceFile>) {
    let files = vec![SourceFile::new("t.pvl", text)];
    let front = Front::of(&files);
    assert!(front.sound, "{text}");
    (front, files)
}

/// Compares two programs, the matrix being `m` of `f`.
fn judged(old: &str, flag: &str, new: &str) -> Result<(usize, Vec<String>), String> {
    let ((old, files), (new, new_files)) = (front(old), front(new));
    let input = Input {
        files: &files,
        program: &old.program,
        resolution: &old.resolution,
        profile: Profile::Sound,
        only: None,
    };
    let step = parse_flag("linearize", flag, &[]).unwrap();
    let (old_ones, new_ones) = (
        interfaces(&old.program, &files),
        interfaces(&new.program, &new_files),
    );
    let compared = step.contracts(&input).compare(
        &old.version(&old_ones),
        &new.version(&new_ones),
        &mut Yes,
    )?;
    Ok((compared.unchanged, compared.read))
}

const OLD: &str = "\
requires n > 0;
context \\matrix(m, n, k) ** (\\forall* int i = 0 .. n; Perm(m[i][*], 1\\2));
ensures (\\forall int i = 0 .. n, int j = 0 .. k; m[i][j] == \\old(m[i][j]));
void f(int[][] m, int n, int k) {
}
";

const NEW: &str = "\
requires n > 0;
context \\array(m, n * k) ** (\\forall* int i = 0 .. n; (\\forall* int q = 0 .. k; Perm(m[i * k + q], 1\\2)));
ensures (\\forall int i = 0 .. n, int j = 0 .. k; m[i * k + j] == \\old(m[i * k + j]));
void f(int[] m, int n, int k) {
}
";

#[test]
fn the_old_contract_in_other_words() {
    for (from, to) in [
        ("", ""),
        ("m[i * k + j] ==", "m[j + k * i] =="),
        ("\\array(m, n * k)", "m != null ** m.length == k * n"),
        (
            "int q = 0 .. k; Perm(m[i * k + q]",
            "int x = 0 .. k; Perm(m[i * k + x]",
        ),
        ("context", "requires 0 <= n && (0 < n ==> 0 <= k);\ncontext"),
        ("context", "requires n > 1 && k > 2 ==> k > 2;\ncontext"),
    ] {
        let new = NEW.replacen(from, to, 1);
        let judged = judged(OLD, "m:row", &new);
        match to.contains("!= null") {
            // That it is there is part of `\array`, but a conjunct of its own was not there.
            true => assert!(judged.is_err()),
            false => assert_eq!(judged, Ok((0, vec!["f".to_owned()])), "{new}"),
        }
    }
}

#[test]
fn another_contract() {
    for (from, to) in [
        ("i * k + j] ==", "i * n + j] =="),
        ("i * k + j] ==", "j * k + i] =="),
        ("i * k + j] ==", "i * k + j + 1] =="),
        (
            "i * k + j] == \\old(m[i * k + j])",
            "i * k + j] == m[i * k + j]",
        ),
        ("Perm(m[i * k + q], 1\\2)", "Perm(m[i * k + q], 1\\4)"),
        ("Perm(m[i * k + q], 1\\2)", "Perm(m[i * k + q], write)"),
        ("int q = 0 .. k", "int q = 0 .. n"),
        ("int q = 0 .. k", "int q = 1 .. k"),
        ("\\array(m, n * k)", "\\array(m, n * n)"),
        ("\\array(m, n * k)", "m.length == 4"),
        ("requires n > 0;\n", ""),
        ("requires n > 0;\n", "requires n >= 0;\n"),
        ("requires n > 0;\n", "requires n > 0 && k > 1;\n"),
        // What is implied within a premise is not what it says.
        (
            "requires",
            "requires (n > 1 ==> k > 1 && k > 2 && k > 3) ==> k > 2;\nrequires",
        ),
        (
            "requires",
            "requires (\\forall int i; (i > 1 ==> k > 1 && k > 2 && k > 3); k > 2);\nrequires",
        ),
        // Sequences are joined in their order.
        (
            "requires",
            "requires (\\forall seq<int> x, seq<int> y; |x| == 1; x + y == y + x);\nrequires",
        ),
        ("requires n > 0;\n", "ensures n > 0;\n"),
        ("ensures", "ensures n > 0;\nensures"),
        ("ensures", "requires"),
        ("ensures", "context"),
        ("context \\array", "requires \\array"),
        ("int[] m, int n", "int[] m, boolean n"),
        ("int[] m, int n, int k", "int[] m, int k, int n"),
        ("void f", "int[] f"),
        ("void f", "void g"),
        ("}\n", "}\nvoid g() {\n}\n"),
        ("}\n", "}\npure int g(int x, int a, int b) = x * a - b;\n"),
    ] {
        let new = NEW.replacen(from, to, 1);
        assert_ne!(new, NEW, "{from}");
        if Front::of(&[SourceFile::new("t.pvl", new.as_str())]).sound {
            assert!(judged(OLD, "m:row", &new).is_err(), "{new}");
        }
    }
}

#[test]
fn the_other_order() {
    let new = NEW
        .replace("i * k + j", "j * n + i")
        .replace("i * k + q", "q * n + i");
    assert!(judged(OLD, "m:col", &new).is_ok());
    assert!(judged(OLD, "m:row", &new).is_err());
    assert!(judged(OLD, "m:col", NEW).is_err());
}

#[test]
fn functions_and_predicates_are_what_they_were() {
    let old = "resource p(int[][] m, int n) = \\matrix(m, n, 2) ** Perm(m[0][1], 1);\n\
               requires \\matrix(k, n, 2) ** Perm(k[0][1], read);\n\
               pure int first(int[][] k, int n) = k[0][1];\n\
               context p(m, n);\nvoid f(int[][] m, int n) {\n  assert unfolding p(m, n) in first(m, n) == 0;\n}\n";
    let new = "resource p(int[] m, int n) = \\array(m, n * 2) ** Perm(m[1], 1);\n\
               requires \\array(k, n * 2) ** Perm(k[1], read);\n\
               pure int first(int[] k, int n) = k[1];\n\
               context p(m, n);\nvoid f(int[] m, int n) {\n  assert unfolding p(m, n) in first(m, n) == 0;\n}\n";
    let read = vec!["first".to_owned(), "f".to_owned()];
    assert_eq!(judged(old, "m:row@f", new), Ok((0, read)));
    for (from, to) in [("= k[1]", "= k[0]"), ("Perm(m[1], 1)", "Perm(m[0], 1)")] {
        assert!(judged(old, "m:row@f", &new.replace(from, to)).is_err());
    }
}

#[test]
fn an_extent_that_is_caught() {
    let old = "context \\matrix(m, n, n);\nensures (\\forall int i = 0 .. n; m[i][0] == 0);\n\
               void f(int[][] m, int n) {\n}\n";
    let new = "context \\array(m, n * n);\nensures (\\forall int n = 0 .. n; m[n * n] == 0);\n\
               void f(int[] m, int n) {\n}\n";
    assert!(judged(old, "m:row", new).is_err());
}

/// What the transformation itself makes of a clause passes.
#[test]
fn what_the_step_makes() {
    for clause in [
        "m.length == n && n == m.length",
        "m.length > 0 && m[0].length > 0",
        "\\matrix(m, x, k + 0) ** x == n",
        "Perm(m[*], 1\\4) ** x > 0 ** Perm(m[x], 1\\4)",
        "(\\forall int i = 0 .. n; m[i] != null && m[i].length == k)",
        "(\\forall int i; 0 <= i && i < n ==> m[i] != null && m[i].length > x)",
        "(\\forall int i = 0 .. n, int j = 0 .. n; m[i] == m[j] ==> i == j)",
        "(\\forall int i, int j; i != j && 0 <= i && i < n; m[i] != m[j])",
        "(\\forall int i = 0 .. n; {: m[i] :} != null ** {: m[i].length :} > x)",
        "m[0] != m[1] ** (x > 0 || m[0] == null)",
        "((x > 0) && (x > 1)) ** (Perm(m[0], 1\\4))",
        "Perm(m[x][*], 1\\2) ** Perm(m[x + 1][x * 2], 1\\2)",
        "(\\forall* int c = 0 .. k; Perm(m[2][c], 1\\2) ** Perm(m[c][0], 1\\4))",
        "(\\exists int i = 0 .. n; m[i][m[0][1]] == (\\sum int j = 0 .. k; m[i][j]))",
        "(\\let int y = m[0][x]; m[1][y] == y) && |{m[0][0], m[1][x]}| == 2",
        "x > 0 ? m[x][0] == 1 : m[0] != null",
        "PointsTo(m[x][x], 1\\2, m[0][0]) ** Value(m[2][*])",
    ] {
        let old = format!(
            "requires {clause};\nensures {clause};\nvoid f(int[][] m, int n, int k, int x) {{\n}}\n"
        );
        for flag in ["m:row:n,k", "m:col:n,k", "m:row:3,4", "m:col:n + 1,k * 2"] {
            let (front, files) = front(&old);
            let input = Input {
                files: &files,
                program: &front.program,
                resolution: &front.resolution,
                profile: Profile::Sound,
                only: None,
            };
            let step = parse_flag("linearize", flag, &[]).unwrap();
            let rewritten = apply(&input, &step, &mut Yes).unwrap();
            let applied = rewritten.edits.apply(&files).unwrap();
            let new = &applied[0].as_ref().unwrap().text;
            assert_eq!(
                judged(&old, flag, new),
                Ok((0, vec!["f".to_owned()])),
                "{old}{new}"
            );
        }
    }
}

#[test]
fn matrices_of_other_objects() {
    let text = |ty: &str, other: &str| {
        format!(
            "class C {{\n  {ty} m;\n  int w;\n  requires {other};\n  void f(C o, C p) {{\n  }}\n}}\n"
        )
    };
    let compared = |old: &str, new: &str| {
        let (old, new) = (text("int[][]", old), text("int[]", new));
        judged(&old, "m:row:2,w", &new).is_ok()
    };
    let old = "o != null ** Perm(o.w, 1\\2) ** Perm(o.m, 1\\2) ** \\matrix(o.m, 2, o.w)";
    let new = "o != null ** Perm(o.w, 1\\2) ** Perm(o.m, 1\\2) ** \\array(o.m, 2 * o.w)";
    assert!(compared(old, new));
    for other in [
        "\\array(o.m, 2 * w)",
        "\\array(o.m, 2)",
        "\\array(p.m, 2 * p.w)",
    ] {
        let new = new.replace("\\array(o.m, 2 * o.w)", other);
        assert!(!compared(old, &new), "{new}");
    }
    // The old contract says nothing of its extents.
    let old = old.replace("\\matrix(o.m, 2, o.w)", "o.m != null");
    assert!(!compared(&old, new));
}

/// Says yes to all but one question.
struct But(usize);

impl Prover for But {
    fn prove(&mut self, questions: &[Question]) -> Vec<Vec<Outcome>> {
        let mut answer = |_: &Question| {
            let outcome = match self.0 {
                0 => Outcome::Failed(None),
                _ => Outcome::Proved,
            };
            self.0 = self.0.wrapping_sub(1);
            vec![outcome]
        };
        questions.iter().map(&mut answer).collect()
    }
}

#[test]
fn the_index_map_is_asked_for() {
    for row_major in [true, false] {
        assert_eq!(index_map(row_major, &mut Yes), Ok(()));
        for number in 0..5 {
            assert!(index_map(row_major, &mut But(number)).is_err());
        }
    }
}

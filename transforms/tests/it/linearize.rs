//! Matrices that become arrays: what comes out, what is asked, what is refused.

use crate::common::{Done, carry_out, load};
use spec_lang::resolve::Profile;
use text::code::Code;
use text::source::SourceFile;
use transforms::{
    Outcome, Prover, Question, Refusal, RefusalClass, next_directive, of_directive, parse_flag,
    plan,
};

/// Says yes, but for questions with one of these words.
struct Says {
    no: Vec<&'static str>,
    otherwise: Outcome,
    asked: Vec<String>,
}

impl Says {
    fn yes() -> Self {
        Says::no_to(&[])
    }

    fn no_to(words: &[&'static str]) -> Self {
        Says {
            no: words.to_vec(),
            otherwise: Outcome::Refuted("n = 2".into()),
            asked: Vec::new(),
        }
    }
}

impl Prover for Says {
    fn prove(&mut self, questions: &[Question]) -> Vec<Vec<Outcome>> {
        let mut all = Vec::new();
        for question in questions {
            // A question is a program like any other.
            load(question.files.clone(), Profile::Sound);
            let mut outcomes = Vec::new();
            for span in &question.asserts {
                let text = question.files[span.file as usize].slice(*span);
                let text = text.strip_prefix("assert ").unwrap_or(text);
                let text = text.trim_end_matches(';').trim().to_owned();
                outcomes.push(match self.no.iter().any(|word| text.contains(word)) {
                    true => self.otherwise.clone(),
                    false => Outcome::Proved,
                });
                self.asked.push(text);
            }
            all.push(outcomes);
        }
        all
    }
}

fn step_in(text: &str, flag: Option<&str>, profile: Profile, prover: &mut Says) -> Done {
    let loaded = load(vec![SourceFile::new("test.pvl", text)], profile);
    let step = match flag {
        Some(argument) => parse_flag("linearize", argument, &[])?,
        None => of_directive(&next_directive(&loaded.program, profile).expect("a directive"))?,
    };
    carry_out(&loaded, &step, prover)
}

/// The text after a step, everything being shown.
fn after(text: &str, flag: &str) -> String {
    match step_in(text, Some(flag), Profile::Sound, &mut Says::yes()) {
        Ok((text, _)) => text,
        Err(refusal) => panic!("{refusal:#?}\n{text}"),
    }
}

fn refused_with(text: &str, flag: &str, prover: &mut Says) -> Refusal {
    match step_in(text, Some(flag), Profile::Sound, prover) {
        Ok((text, _)) => panic!("not refused:\n{text}"),
        Err(refusal) => refusal,
    }
}

fn refused(text: &str, flag: &str) -> Refusal {
    refused_with(text, flag, &mut Says::yes())
}

#[test]
fn the_documented_example() {
    let info = transforms::TRANSFORMATIONS
        .iter()
        .find(|info| info.about().name == "linearize")
        .unwrap();
    let doc = info.about().doc();
    let mut programs = doc
        .split("```")
        .filter_map(|part| part.strip_prefix("pvl\n"));
    let (before, expected) = (programs.next().unwrap(), programs.next().unwrap());
    let (text, _) = step_in(before, None, Profile::Sound, &mut Says::yes()).unwrap();
    assert_eq!(text, expected);
    for info in transforms::linearize::CODES {
        assert!(doc.contains(info.code.as_str()), "{}", info.code);
    }
}

#[test]
fn every_example_gives_its_code() {
    let shared = transforms::codes::CODES.iter();
    let meaning = shared.filter(|info| info.code == Code::A007);
    for info in transforms::linearize::CODES.iter().chain(meaning) {
        // Those of A415 and A416 need a profile and what checks the result; the tests of `explain` carry them out.
        if info.example.is_empty() || matches!(info.code, Code::A415 | Code::A416) {
            continue;
        }
        let no: &[&'static str] = match info.code {
            Code::A401 => &["m.length =="],
            Code::A412 => &["m[row] == m[other]"],
            Code::A413 => &["m[0][2]"],
            _ => &[],
        };
        let flag = info
            .example
            .lines()
            .next()
            .and_then(|line| line.strip_prefix("//:: alpinist --linearize "));
        let done = step_in(info.example, flag, Profile::Sound, &mut Says::no_to(no));
        let refusal = done.unwrap_err();
        assert_eq!(
            refusal.diagnostic.code, info.code,
            "{}",
            refusal.diagnostic.message
        );
        assert_eq!(refusal.class, RefusalClass::NotApplicable);
    }
}

#[test]
fn elements() {
    for (element, row, column) in [
        ("m[r][c]", "m[r * n + c]", "m[c * k + r]"),
        ("(m[r])[c]", "m[r * n + c]", "m[c * k + r]"),
        ("m [ r ] [ c ]", "m[r * n + c]", "m[c * k + r]"),
        ("m[0][c]", "m[c]", "m[c * k]"),
        ("m[1][c]", "m[n + c]", "m[c * k + 1]"),
        ("m[r][0]", "m[r * n]", "m[r]"),
        (
            "m[r + 1][c - 1]",
            "m[(r + 1) * n + (c - 1)]",
            "m[(c - 1) * k + (r + 1)]",
        ),
        ("m[r][-c]", "m[r * n + -c]", "m[-c * k + r]"),
        (
            "m[r == c ? 0 : 1][c]",
            "m[(r == c ? 0 : 1) * n + c]",
            "m[c * k + (r == c ? 0 : 1)]",
        ),
        (
            "m[m[r][c]][m[c][r]]",
            "m[m[r * n + c] * n + m[c * n + r]]",
            "m[m[r * k + c] * k + m[c * k + r]]",
        ),
        ("m[v[r]][c]", "m[v[r] * n + c]", "m[c * k + v[r]]"),
    ] {
        let text = format!(
            "context \\matrix(m, k, n);\nvoid f(int[][] m, int k, int n, int r, int c, int[] v) {{\n  \
             int x = {element};\n}}\n"
        );
        for (order, expected) in [("row", row), ("col", column)] {
            let text = after(&text, &format!("m:{order}"));
            let line = text.lines().find(|line| line.contains("int x")).unwrap();
            assert_eq!(line.trim(), format!("int x = {expected};"));
        }
    }
}

#[test]
fn numbers_are_reckoned_out() {
    for (element, row, column) in [
        ("m[1][2]", "m[6]", "m[7]"),
        ("m[0][0]", "m[0]", "m[0]"),
        ("m[r][2]", "m[r * 4 + 2]", "m[6 + r]"),
        ("m[2][c]", "m[8 + c]", "m[c * 3 + 2]"),
    ] {
        let text = format!(
            "context \\matrix(m, 3, 4);\nvoid f(int[][] m, int r, int c) {{\n  {element} = 1;\n}}\n"
        );
        for (order, expected) in [("row", row), ("col", column)] {
            let text = after(&text, &format!("m:{order}"));
            assert!(text.contains(&format!("  {expected} = 1;\n")), "{text}");
            assert!(text.contains("context \\array(m, 12);\n"), "{text}");
        }
    }
}

#[test]
fn what_contracts_say() {
    for (clause, expected) in [
        ("m != null", Some("m != null")),
        ("m.length == rows", Some("m.length == rows * cols")),
        ("rows == m.length", Some("rows * cols == m.length")),
        ("m.length > 0", Some("rows > 0")),
        (
            "m != null && m.length == rows && x > 0",
            Some("m != null && m.length == rows * cols && x > 0"),
        ),
        ("\\matrix(m, rows, cols)", Some("\\array(m, rows * cols)")),
        (
            "\\matrix(m, rows, cols + 0) ** x > 0",
            Some("\\array(m, rows * cols) ** x > 0"),
        ),
        (
            "\\matrix(m, x, cols)",
            Some("(\\array(m, rows * cols) && x == rows)"),
        ),
        ("Perm(m[*], read)", None),
        ("(\\forall* int i = 0 .. rows; Perm(m[i], 1\\2))", None),
        (
            "(\\forall* int i; 0 <= i && i < rows; Perm(m[i], 1\\2))",
            None,
        ),
        (
            "(\\forall int i = 0 .. rows; m[i] != null && m[i].length == cols)",
            None,
        ),
        (
            "(\\forall int i; 0 <= i && i < rows ==> m[i].length == cols)",
            None,
        ),
        (
            "(\\forall int i = 0 .. rows; m[i].length > x)",
            Some("(\\forall int i = 0 .. rows; cols > x)"),
        ),
        (
            "(\\forall int i = 0 .. rows, int j = 0 .. rows; m[i] == m[j] ==> i == j)",
            None,
        ),
        (
            "(\\forall int i = 0 .. rows, int j = 0 .. rows; i != j ==> m[i] != m[j])",
            None,
        ),
        (
            "(\\forall int i, int j; 0 <= i && i < rows && 0 <= j && j < rows && m[i] == m[j]; j == i)",
            None,
        ),
        ("(\\forall int i = 0 .. rows; {: m[i] :} != null)", None),
        (
            "(\\forall int i = 0 .. rows; {: m[i].length :} == cols)",
            None,
        ),
        ("m[0] != m[1] ** x > 0", Some("0 != 1 ** x > 0")),
        ("Perm(m[0], 1\\2) ** x > 0 ** m[0] != null", Some("x > 0")),
        (
            "Perm(m[0], 1\\2) ** (x > 0 ==> x > 1)",
            Some("(x > 0 ==> x > 1)"),
        ),
        (
            "((x > 0) && (x > 1)) ** Perm(m[0], 1\\2)",
            Some("((x > 0) && (x > 1))"),
        ),
        (
            "(x > 0 || m[0] == null) ** Perm(m[0], 1\\2)",
            Some("(x > 0 || false)"),
        ),
        (
            "x > 0 ==> m[0] != null ** Perm(m[0][0], 1\\2)",
            Some("x > 0 ==> Perm(m[0], 1\\2)"),
        ),
        (
            "Perm(m[x][*], 1\\2)",
            Some("(\\forall* int column = 0 .. cols; Perm(m[x * cols + column], 1\\2))"),
        ),
        (
            "(\\forall* int i = 0 .. rows, int j = 0 .. cols; Perm(m[i][j], 1\\2))",
            Some("(\\forall* int i = 0 .. rows, int j = 0 .. cols; Perm(m[i * cols + j], 1\\2))"),
        ),
        (
            "PointsTo(m[x][x], 1\\2, m[0][0])",
            Some("PointsTo(m[x * cols + x], 1\\2, m[0])"),
        ),
        (
            "(\\forall int i = 0 .. rows; {: m[i][x] :} == 0)",
            Some("(\\forall int i = 0 .. rows; {: m[i * cols + x] :} == 0)"),
        ),
    ] {
        let text = format!(
            "requires 0 <= rows && 0 <= cols;\ncontext {clause};\n\
             void f(int[][] m, int rows, int cols, int x) {{\n}}\n"
        );
        let text = after(&text, "m:row:rows,cols");
        let found = text
            .lines()
            .find_map(|line| line.strip_prefix("context "))
            .map(|line| line.trim_end_matches(';'));
        assert_eq!(found, expected, "{clause}");
    }
}

#[test]
fn extents_that_were_not_negative_are_said_to_be() {
    for (said, expected) in [
        ("true", "requires 0 <= rows && 0 <= cols;\n"),
        ("rows > 0", "requires 0 <= cols;\n"),
        ("cols >= 1 && 0 <= rows", ""),
        ("rows == 4 && 3 <= cols", ""),
    ] {
        let text = format!(
            "requires {said};\ncontext \\matrix(m, rows, cols); // shape\nvoid f(int[][] m, int rows, int cols) {{\n}}\n"
        );
        let expected = format!(
            "requires {said};\ncontext \\array(m, rows * cols); // shape\n{expected}void f(int[] m, int rows, int cols) {{\n}}\n"
        );
        assert_eq!(after(&text, "m:row"), expected);
    }
    // Without rows nothing is known of the columns.
    let text = "context \\matrix(m, n, 2 * k);\nvoid f(int[][] m, int n, int k) {\n}\n";
    let mut prover = Says::no_to(&["0 <= 2 * k"]);
    let (text, _) = step_in(text, Some("m:row"), Profile::Sound, &mut prover).unwrap();
    assert!(
        text.contains("requires 0 <= n && (0 < n ==> 0 <= 2 * k);\n"),
        "{text}"
    );
}

#[test]
fn what_is_asked() {
    let text = "context \\matrix(m, 2, n);\nvoid f(int[][] m, int n) {\n  m[0][0] = 1;\n  \
                int[][] k = new int[n][3];\n}\n";
    let mut prover = Says::yes();
    let (_, rewritten) = step_in(text, Some("m:row"), Profile::Sound, &mut prover).unwrap();
    assert_eq!(
        prover.asked,
        [
            "m != null && m.length == 2",
            "(\\forall int row; 0 <= row && row < 2; m[row] != null && m[row].length == n)",
            "(\\forall int row, int other; 0 < n && 0 <= row && row < 2 && 0 <= other && other < 2 \
             && m[row] == m[other]; row == other)",
            "m[0][0]",
            "0 <= n",
        ]
    );
    assert_eq!(
        rewritten.shown,
        [
            "`m` in `f` has the extents 2 by n with rows that differ",
            "every index in `f` is in range"
        ]
    );
    let mut prover = Says::yes();
    step_in(text, Some("k:col"), Profile::Sound, &mut prover).unwrap();
    assert_eq!(prover.asked, ["0 <= n", "0 <= 3"]);
    let mut prover = Says::yes();
    step_in(text, Some("k:col:3,n"), Profile::Sound, &mut prover).unwrap();
    assert_eq!(prover.asked, ["n == 3", "0 <= n", "3 == n", "0 <= 3"]);
    let refusal = refused_with(text, "k:col:3,n", &mut Says::no_to(&["n == 3"]));
    assert_eq!(refusal.diagnostic.code, Code::A401);
    // Where rows are compared, they must differ even if they are empty.
    let text =
        "context \\matrix(m, 2, n);\nvoid f(int[][] m, int n) {\n  assert m[0] != m[1];\n}\n";
    let mut prover = Says::yes();
    let (text, _) = step_in(text, Some("m:row"), Profile::Sound, &mut prover).unwrap();
    assert!(text.contains("assert 0 != 1;"), "{text}");
    assert!(prover.asked.iter().all(|asked| !asked.contains("0 < n")));
}

#[test]
fn an_open_question_is_not_a_refusal() {
    let text = "context \\matrix(m, 2, 2);\nvoid f(int[][] m) {\n}\n";
    let mut prover = Says::no_to(&["m.length"]);
    prover.otherwise = Outcome::Unknown("the solver ran out of memory".into());
    let refusal = refused_with(text, "m:row", &mut prover);
    assert_eq!(refusal.class, RefusalClass::Unknown);
    assert_eq!(refusal.diagnostic.code, Code::A415);
    assert!(refusal.diagnostic.notes[0].contains("out of memory"));
}

#[test]
fn uses_that_cannot_follow() {
    for (statement, code) in [
        ("int[] row = m[0];", Code::A404),
        ("m[0] = v;", Code::A404),
        ("v = m[1];", Code::A404),
        ("g(m[0]);", Code::A404),
        ("boolean b = m[0] == v;", Code::A404),
        ("boolean b = m[0] == k[0];", Code::A404),
        ("seq<int> s = \\values(m[0], 0, 2);", Code::A404),
        ("assert |\\values(m[0], 0, 2)| == 2;", Code::A404),
        ("int[][] other = m;", Code::A405),
        ("k = m;", Code::A405),
        ("m = k;", Code::A405),
        ("boolean b = m == k;", Code::A405),
        ("boolean b = m != m;", Code::A405),
        ("seq<int[][]> s = [m];", Code::A405),
        ("m = new int[2][];", Code::A403),
        ("n = 4;", Code::A407),
        ("n++;", Code::A407),
        ("int x = m[i++].length;", Code::A411),
        ("m = new int[f(1)][n];", Code::A411),
    ] {
        let text = format!(
            "context \\matrix(m, 2, n);\nvoid h(int[][] m, int[][] k, int[] v, int n) {{\n  int i = 0;\n  \
             {statement}\n}}\nvoid g(int[] row) {{\n}}\nint f(int x) {{\n  return x;\n}}\n"
        );
        let refusal = refused(&text, "m:row@h");
        assert_eq!(refusal.diagnostic.code, code, "{statement}: {refusal:?}");
        let place = refusal.diagnostic.primary.as_ref().unwrap().span;
        assert!(
            statement.contains(text.get(place.range()).unwrap()),
            "{statement}"
        );
    }
}

#[test]
fn a_matrix_that_is_returned() {
    let text =
        "requires n > 0;\nint[][] f(int n) {\n  int[][] m = new int[n][n];\n  return m;\n}\n";
    assert_eq!(refused(text, "m:row").diagnostic.code, Code::A405);
}

#[test]
fn effects_keep_their_order() {
    let text =
        "context \\matrix(m, 2, 2);\nvoid f(int[][] m) {\n  int i = 0;\n  m[i++][i] = 1;\n}\n";
    assert!(after(text, "m:row").contains("m[(i++) * 2 + i] = 1;"));
    assert_eq!(refused(text, "m:col").diagnostic.code, Code::A411);
}

#[test]
fn names_that_are_hidden() {
    for body in [
        "assert (\\forall int n = 0 .. 1; m[0][0] == 0);",
        "{\n int n = 3;\n m[0][0] = n;\n }",
        "par (int n = 0 .. 1) context Perm(m[0][0], 1); { m[0][0] = 1; }",
        "for (int n = 0; n < 1; n++) { m[0][0] = 1; }",
        "for (int n = 0 .. 1) { m[0][0] = 1; }",
        "assert (\\let int n = 1; m[0][0] == n);",
    ] {
        let text = format!(
            "class C {{\n int n;\n context \\matrix(m, 2, this.n);\n void f(int[][] m, int k) {{\n {body}\n }}\n}}\n"
        );
        // A field can be said with its object, a variable cannot.
        let done = after(&text, "m:row:2,this.n");
        assert!(done.contains("this.n"), "{done}");
        let text = format!("void f(int[][] m, int n) {{\n {body}\n}}\n");
        let refusal = step_in(
            &text,
            Some("m:row:2,n"),
            Profile::VerCors14,
            &mut Says::yes(),
        );
        let refusal = refusal
            .or_else(|_| step_in(&text, Some("m:row:2,n"), Profile::Sound, &mut Says::yes()));
        if let Err(refusal) = refusal {
            assert!(
                [Code::A407, Code::A408].contains(&refusal.diagnostic.code),
                "{body}"
            );
        }
    }
    let text = "context \\matrix(m, n, n);\nensures (\\forall int n = 0 .. 1; m[n][n] == 0);\n\
                void f(int[][] m, int n) {\n}\n";
    assert_eq!(refused(text, "m:row").diagnostic.code, Code::A408);
}

#[test]
fn callers_and_callees_change_together() {
    let text = "context \\matrix(m, 2, n);\nvoid f(int[][] m, int n) {\n  g(n, m);\n}\n\
                context \\matrix(a, 2, w);\nvoid g(int w, int[][] a) {\n  h(a);\n  g(w, null);\n}\n\
                context b != null;\nvoid h(int[][] b) {\n}\n\
                context \\matrix(b, 3, 3);\nvoid other(int[][] b) {\n}\n";
    // The last one cannot name a number of columns.
    let refusal = refused(text, "m:row");
    assert_eq!(refusal.diagnostic.code, Code::A406);
    assert!(refusal.diagnostic.message.contains("`b` in `h`"));
    let text = text
        .replace("h(a)", "h(a, w)")
        .replace("h(int[][] b)", "h(int[][] b, int x)");
    for root in ["m:col", "a:col", "b:col@h"] {
        let done = after(&text, root);
        for line in [
            "void f(int[] m, int n) {",
            "void g(int w, int[] a) {",
            "void h(int[] b, int x) {",
            "void other(int[][] b) {",
            "  g(n, m);",
            "  h(a, w);",
        ] {
            assert!(done.contains(&format!("{line}\n")), "{line}\n{done}");
        }
    }
}

#[test]
fn extents_where_a_matrix_is_passed_on() {
    let text = "context \\matrix(m, n, k);\nvoid f(int[][] m, int n, int k) {\n  g(m, k);\n}\n\
                context \\matrix(a, w, w);\nvoid g(int[][] a, int w) {\n}\n";
    let mut prover = Says::yes();
    step_in(text, Some("m:row"), Profile::Sound, &mut prover).unwrap();
    assert!(
        prover.asked.contains(&"n == k".to_owned()),
        "{:?}",
        prover.asked
    );
    let refusal = refused_with(text, "m:row", &mut Says::no_to(&["n == k"]));
    assert_eq!(refusal.diagnostic.code, Code::A410);
    // Nothing can be asked within a condition.
    let text = text.replace("g(m, k);", "if (g(m, k)) { }").replace(
        "void g(int[][] a, int w) {\n}",
        "boolean g(int[][] a, int w) {\n  return true;\n}",
    );
    assert_eq!(refused(&text, "m:row").diagnostic.code, Code::A410);
}

#[test]
fn a_method_without_a_body_changes_where_it_is_meant() {
    let text = "context \\matrix(m, 2, 2);\nensures m[1][0] == 3;\nvoid f(int[][] m);\n";
    assert_eq!(
        after(text, "m:row"),
        "context \\array(m, 4);\nensures m[2] == 3;\nvoid f(int[] m);\n"
    );
    // What is said of it must be so, as of any other.
    let refusal = refused_with(text, "m:row", &mut Says::no_to(&["m.length"]));
    assert_eq!(refusal.diagnostic.code, Code::A401);
    // Another one's step does not reach it.
    let text = "context \\matrix(a, 2, 2);\nvoid g(int[][] a) {\n  f(a);\n}\n\
                context \\matrix(m, 2, 2);\nvoid f(int[][] m);\n";
    assert_eq!(refused(text, "a:row").diagnostic.code, Code::A409);
    assert_eq!(after(text, "m:row").matches("int[] ").count(), 2);
}

#[test]
fn overloads_and_other_callers() {
    let text = "context \\matrix(m, 2, 2);\nvoid f(int[][] m) {\n}\nvoid f(int[] m) {\n}\n";
    assert_eq!(refused(text, "m:row").diagnostic.code, Code::A409);
    let text =
        "context \\matrix(m, 2, 2);\nvoid f(int[][] m) {\n}\nvoid g(int[][] a) {\n  f(a);\n}\n";
    assert_eq!(after(text, "m:row").matches("int[] ").count(), 2);
    let text = "context \\matrix(m, 2, 2);\nvoid f(int[][] m) {\n}\n\
                void g(int[][] a, int[][] b) {\n  f(true ? a : b);\n}\n";
    assert_eq!(refused(text, "m:row").diagnostic.code, Code::A409);
}

const FIELD: &str = "\
class C {
  int[][] m;
  int n;
  constructor(int k) {
    this.n = k;
    m = new int[n][3];
  }
  context Perm(m, 1\\2) ** Perm(this.n, 1\\2) ** \\matrix(m, this.n, 3) ** Perm(m[0][0], write);
  void set(int n) {
    m[0][1] = n;
    this.m[0][2] = this.n;
  }
}
void use(C c) {
  c.m[1][0] = c.n;
}
";

#[test]
fn fields() {
    let done = after(FIELD, "m:col:n,3");
    for line in [
        "  int[] m;",
        "    m = new int[n * 3];",
        "  context Perm(m, 1\\2) ** Perm(this.n, 1\\2) ** \\array(m, this.n * 3) ** Perm(m[0], write);",
        "    m[this.n] = n;",
        "    this.m[2 * this.n] = this.n;",
        "  c.m[1] = c.n;",
    ] {
        assert!(done.contains(&format!("{line}\n")), "{line}\n{done}");
    }
    // An extent that anybody may set is none, nor one that is set once there is a matrix.
    let text = FIELD.replace("c.m[1][0] = c.n;", "c.n = 3;");
    assert_eq!(refused(&text, "m:col:n,3").diagnostic.code, Code::A407);
    let text = FIELD.replace("[3];\n", "[3];\n    n = 7;\n");
    assert_eq!(refused(&text, "m:col:n,3").diagnostic.code, Code::A407);
    let text = FIELD.replace("[3];\n", "[3];\n    C c = this;\n    c.n++;\n");
    assert_eq!(refused(&text, "m:col:n,3").diagnostic.code, Code::A407);
    let text = FIELD.replace("c.m[1][0]", "find().m[1][0]") + "C find() {\n  return null;\n}\n";
    assert_eq!(refused(&text, "m:col:n,3").diagnostic.code, Code::A408);
}

#[test]
fn other_directives_stay() {
    let text = "gpuopt matrix_lin m C 2 n;\ngpuopt glob_to_reg m [ 1 ] t t + 1;\n\
                gpuopt matrix_lin k R 2 2;\ncontext \\matrix(m, 2, n);\n\
                void f(int[][] m, int[][] k, int n) {\n  par (int t = 0 .. 1) { g(m, n); }\n}\n\
                gpuopt matrix_lin a C 2 w;\nvoid g(int[][] a, int w) {\n}\n";
    let (done, _) = step_in(text, None, Profile::Sound, &mut Says::yes()).unwrap();
    assert!(
        done.starts_with(
            "gpuopt glob_to_reg m (t * 2 + 1) ((t + 1) * 2 + 1);\ngpuopt matrix_lin k R 2 2;\n"
        ),
        "{done}"
    );
    assert!(done.contains("}\nvoid g(int[] a, int w) {\n"), "{done}");
}

#[test]
fn every_other_byte_stays() {
    let text = "\u{feff}// Ünïcode.\r\nvoid before ( ) { }\r\n\
                /*@ context   \\matrix ( m , 2 , 2 ) ; @*/ // extents\r\n\
                void f(int [][]  m) { int  x = 1 ; /* m[0][0] */ m [0] [1]=x ;\r\n\tx = m[ 1 ][ x ] ;\r\n}";
    let expected = "\u{feff}// Ünïcode.\r\nvoid before ( ) { }\r\n\
                    /*@ context   \\array(m, 4) ; @*/ // extents\r\n\
                    void f(int[]  m) { int  x = 1 ; /* m[0][0] */ m[1]=x ;\r\n\tx = m[2 + x] ;\r\n}";
    assert_eq!(after(text, "m:row"), expected);
}

#[test]
fn each_changed_line_knows_its_rule() {
    let text = "gpuopt matrix_lin m R 2 n;\ncontext \\matrix(m, 2, n);\n\
                context (\\forall* int r = 0 .. 2; Perm(m[r], 1\\4));\n\
                void f(int[][] m, int n) {\n  m[0][1] = 2;\n  int x = 3;\n}\n";
    let loaded = load(vec![SourceFile::new("t.pvl", text)], Profile::Sound);
    let step = of_directive(&next_directive(&loaded.program, Profile::Sound).unwrap()).unwrap();
    let rewritten = transforms::apply(&loaded.input(), &step, &mut Says::yes()).unwrap();
    let rules: std::collections::BTreeSet<&str> = rewritten
        .edits
        .edits()
        .iter()
        .map(|edit| edit.rule.as_str())
        .collect();
    assert_eq!(
        rules.into_iter().collect::<Vec<_>>(),
        [
            "linearize: declared as an array",
            "linearize: directive carried out",
            "linearize: element of the array",
            "linearize: length in terms of the extents",
            "linearize: what the lengths said of the extents",
            "linearize: what was said of the rows themselves",
        ]
    );
}

#[test]
fn the_old_profile_believes_extents() {
    let text = "gpuopt matrix_lin m C a b;\ngpuopt matrix_lin k R a b;\nrequires m.length == a * b;\n\
                context Perm(m[0][1], write) ** Perm(k[1][0], 1);\n\
                void f(int[][] m, int[][] k, int a, int b) {\n  m[0][1] = k[1][0];\n}\n";
    let mut prover = Says::yes();
    let (once, rewritten) = step_in(text, None, Profile::VerCors14, &mut prover).unwrap();
    assert!(prover.asked.is_empty());
    assert_eq!(rewritten.notes[0].code, Code::A416);
    assert!(rewritten.notes[0].message.contains("a by b"));
    let (twice, _) = step_in(&once, None, Profile::VerCors14, &mut prover).unwrap();
    assert_eq!(
        twice,
        "pure int cell(int by, int first, int second) = by * first + second;\n\
         requires m.length == a * b;\n\
         context Perm(m[cell(a, 1, 0)], write) ** Perm(k[cell(b, 1, 0)], 1);\n\
         void f(int[] m, int[] k, int a, int b) {\n  m[cell(a, 1, 0)] = k[cell(b, 1, 0)];\n}\n"
    );
    // What another length would be there cannot be said.
    let text = "void f(int[][] m) {\n  int x = m.length;\n}\n";
    let done = step_in(text, Some("m:row:2,2"), Profile::VerCors14, &mut prover);
    assert_eq!(done.unwrap_err().diagnostic.code, Code::A405);
}

#[test]
fn which_matrix_is_meant() {
    let text = "context \\matrix(m, 2, 2);\nvoid f(int[][] m) {\n}\n\
                context \\matrix(m, 2, 2);\nvoid g(int[][] m) {\n}\n";
    let refusal = refused(text, "m:row");
    assert_eq!(refusal.diagnostic.code, Code::C103);
    assert_eq!(
        refusal.diagnostic.help.as_deref(),
        Some("one of `@f`, `@g`")
    );
    for site in ["f", "f/m", "2"] {
        let done = after(text, &format!("m:row@{site}"));
        assert!(done.contains("void f(int[] m)") && done.contains("void g(int[][] m)"));
    }
    assert_eq!(refused(text, "x:row").diagnostic.code, Code::C102);
    assert_eq!(refused(text, "m:row:2,@f").diagnostic.code, Code::C101);
    assert_eq!(refused(text, "m:row:2,k@f").diagnostic.code, Code::A408);
}

#[test]
fn a_plan_lists_matrices() {
    let text = "context \\matrix(m, 2, 2);\nvoid f(int[][] m) {\n  int[][] k = m;\n}\n";
    let loaded = load(vec![SourceFile::new("t.pvl", text)], Profile::Sound);
    let entries = plan(&loaded.input());
    let lines: Vec<String> = entries
        .iter()
        .flat_map(|entry| {
            entry.possible.iter().map(|one| {
                let obstacle = one
                    .obstacle
                    .as_ref()
                    .map_or("", |diagnostic| diagnostic.code.as_str());
                format!("{}: {} {obstacle}", entry.site.describe(), one.flag)
            })
        })
        .collect();
    assert_eq!(
        lines,
        [
            "matrix `m` in `f`: --linearize m:row A405",
            "matrix `m` in `f`: --linearize m:col A405",
            "matrix `k` in `f`: --linearize k:row A406",
            "matrix `k` in `f`: --linearize k:col A406",
        ]
    );
}

#[test]
fn functions_and_predicates() {
    let text = "resource p(int[][] a, int h) = \\matrix(a, h, 2) ** Perm(a[0][0], write);\n\
                requires \\matrix(k, h, 2) ** Perm(k[0][1], read);\n\
                pure int first(int[][] k, int h) = k[0][1];\n\
                requires 0 < n;\ncontext p(m, n);\nvoid f(int[][] m, int n) {\n  unfold p(m, n);\n  \
                assert first(m, n) == 0;\n  fold p(m, n);\n}\n";
    let mut prover = Says::yes();
    let (done, _) = step_in(text, Some("m:col"), Profile::Sound, &mut prover).unwrap();
    for line in [
        "resource p(int[] a, int h) = \\array(a, h * 2) ** Perm(a[0], write);",
        "requires \\array(k, h * 2) ** Perm(k[h], read);",
        "pure int first(int[] k, int h) = k[h];",
        "void f(int[] m, int n) {",
        "  unfold p(m, n);",
    ] {
        assert!(done.contains(&format!("{line}\n")), "{line}\n{done}");
    }
    // What a predicate hides is shown of the predicate, not where an instance is held.
    assert!(prover.asked.iter().all(|asked| !asked.contains("m.length")));
    assert!(
        prover
            .asked
            .iter()
            .any(|asked| asked.contains("a.length == h"))
    );
    let text = "resource p(int[][] a) = a[0] == a[1];\nvoid f(int[][] m) {\n  exhale p(m);\n}\n";
    assert_eq!(
        refused_with(text, "m:row:2,2", &mut Says::no_to(&["a[row]"]))
            .diagnostic
            .code,
        Code::A401
    );
}

/// Each of these verifies, and its result would for some wrong reason or not at all.
#[test]
fn extents_that_would_not_stay() {
    for (text, flag, code) in [
        // Set once more after a call that makes the matrix.
        (
            "class C {\n  int[][] m;\n  int n;\n  constructor() {\n    n = 2;\n    init();\n    n = 5;\n  }\n  \
             void init() {\n    m = new int[2][2];\n  }\n}\n",
            "m:row:n,n",
            Code::A407,
        ),
        // The length of the matrix itself is another one afterwards.
        (
            "context \\matrix(m, m.length, k);\nvoid f(int[][] m, int k) {\n}\n",
            "m:row:m.length,k",
            Code::A408,
        ),
        // A variable that is declared anew while the matrix is there.
        (
            "void f(int k) {\n  int[][] m = null;\n  int n = k;\n  m = new int[n][n];\n}\n",
            "m:row:n,n",
            Code::A408,
        ),
        // A jump back to the declaration.
        (
            "void f(int k) {\n  label l;\n  int n = k;\n  int[][] m = new int[n][n];\n  goto l;\n}\n",
            "m:row:n,n",
            Code::A407,
        ),
        // Set by the caller's ghost results.
        (
            "yields int n;\ncontext \\matrix(m, 2, 2);\nvoid f(int[][] m) {\n}\n",
            "m:row:n,2",
            Code::A407,
        ),
    ] {
        assert_eq!(refused(text, flag).diagnostic.code, code, "{text}");
    }
}

#[test]
fn nothing_changes_beyond_the_methods_named() {
    let text = "context \\matrix(m, 2, 2);\nvoid f(int[][] m) {\n  g(m);\n}\n\
                context \\matrix(a, 2, 2);\nvoid g(int[][] a) {\n}\n";
    let loaded = load(vec![SourceFile::new("t.pvl", text)], Profile::Sound);
    let step = parse_flag("linearize", "m:row", &[]).unwrap();
    let mut input = loaded.input();
    input.only = Some("f");
    let refusal = transforms::apply(&input, &step, &mut Says::yes()).unwrap_err();
    assert_eq!(refusal.diagnostic.code, Code::A409);
    assert!(refusal.diagnostic.message.contains("`g`"));
}

#[test]
fn a_place_that_is_never_reached() {
    let text = "context \\matrix(m, 2, 2);\nvoid f(int[][] m) {\n  if (false) {\n    m[0][1] = 1;\n  }\n}\n";
    let mut prover = Says::no_to(&["m[0][1]"]);
    prover.otherwise = Outcome::Unknown(transforms::NOTHING_ASKED.into());
    assert!(step_in(text, Some("m:row"), Profile::Sound, &mut prover).is_ok());
}

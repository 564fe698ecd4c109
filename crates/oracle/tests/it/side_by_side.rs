//! The comparison of two programs finds a difference where there is one.

use oracle::Limits;
use oracle::input::random::random_call;
use oracle::program::Tables;
use oracle::side_by_side::{Comparison, Layouts, compare};
use spec_lang::resolve::Profile;
use text::source::SourceFile;

/// Whether some input tells the two apart, and whether some input shows them alike.
fn compared(original: &str, result: &str, layouts: &Layouts) -> (bool, bool) {
    let read = |text: &str| {
        let file = SourceFile::new("p.pvl", text);
        let parsed = spec_lang::parse::parse(std::slice::from_ref(&file));
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        let resolved = spec_lang::resolve::resolve(&parsed.program, Profile::Sound);
        (parsed.program, resolved.resolution)
    };
    let (a, b) = (read(original), read(result));
    let (a, b) = (Tables::new(&a.0, &a.1), Tables::new(&b.0, &b.1));
    let info = a.methods.values().next().unwrap();
    let all: Vec<Comparison> = (0..40)
        .map(|seed| {
            let call = random_call(&a, info, seed);
            compare(&a, &b, &call, layouts, Limits::default(), seed)
        })
        .collect();
    let differs = all.iter().any(|one| matches!(one, Comparison::Differs(_)));
    (differs, all.contains(&Comparison::Same))
}

#[test]
fn another_result_is_found() {
    let sum = "requires n >= 0; int m(int n) { int s = 0; int i = 0; while (i < n) { s = s + i; i = i + 1; } return s; }";
    assert_eq!(compared(sum, sum, &Layouts::new()), (false, true));
    let other = sum.replace("s + i;", "s + 2 * i;");
    assert!(compared(sum, &other, &Layouts::new()).0);
}

#[test]
fn matrices_are_laid_out_by_rows_or_columns() {
    let matrix = "requires \\matrix(m, 2, 3) ** (\\forall* int i = 0 .. 2, int j = 0 .. 3; Perm(m[i][j], write));
        void f(int[][] m) { m[1][0] = 7; }";
    let laid = |index: &str| {
        format!(
            "requires \\array(m, 6) ** Perm(m[*], write); void f(int[] m) {{ m[{index}] = 7; }}"
        )
    };
    let rows = Layouts::from([("m".to_owned(), true)]);
    let columns = Layouts::from([("m".to_owned(), false)]);
    assert_eq!(compared(matrix, &laid("3"), &rows), (false, true));
    assert_eq!(compared(matrix, &laid("1"), &columns), (false, true));
    assert!(compared(matrix, &laid("3"), &columns).0);
}

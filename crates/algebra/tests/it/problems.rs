//! Each file of `tests/problems` is refuted, and its proof checked; what has `; open` in its first line is not refuted.

use crate::read::formulas;
use algebra::{check, contradictory};

#[test]
fn problems_are_refuted() {
    let folder = std::env::var("PROBLEMS")
        .unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/tests/problems").to_owned());
    let mut all: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    all.sort();
    for path in all {
        let text = std::fs::read_to_string(&path).unwrap();
        let known = formulas(&text);
        let began = std::time::Instant::now();
        let found = contradictory(&known, 400_000);
        println!(
            "{} {} {:?}",
            path.display(),
            found.is_some(),
            began.elapsed()
        );
        if let Some((translation, proof)) = &found {
            check(&translation.problem, proof).unwrap();
        }
    }
}

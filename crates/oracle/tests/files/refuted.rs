//! How many of the programs that must not verify the oracle shows to be wrong.

use super::cases;
use crate::common::{Effort, header, root, run_all};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use trials::Suite;

/// Of the traps, how many are refuted on the usual inputs; more is better.
const REFUTED: usize = 325;

pub fn add(suite: &mut Suite) {
    let is_bad = |text: &str| {
        let wanted = header(text, "expect");
        wanted.is_some_and(|words| words.starts_with("failed") || words.starts_with("unknown"))
    };
    let cases = cases(&root().join("tests/traps"), is_bad);
    let all = cases.len();
    let counts = Arc::new([0, 0].map(AtomicUsize::new));
    let of_all = Arc::clone(&counts);
    suite.cases("refuted", cases, move |path| {
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy();
        let found = run_all(&name, &text, Effort::usual(12, 4)).unwrap_or_default();
        let violated = found.values().any(|tally| tally.violation.is_some());
        if !violated {
            println!("not refuted: {name}: {found:?}");
        }
        counts[0].fetch_add(1, Ordering::Relaxed);
        counts[1].fetch_add(usize::from(violated), Ordering::Relaxed);
        Ok(())
    });
    suite.last("refuted::table", move || {
        let [ran, refuted] = [0, 1].map(|at| of_all[at].load(Ordering::Relaxed));
        match refuted >= REFUTED {
            _ if ran < all => Ok(Err("only after all traps".to_owned())),
            true => Ok(Ok(())),
            false => Err(format!("only {refuted} of {all} are refuted")),
        }
    });
}

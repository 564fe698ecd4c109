//! Data-driven tests: many files, on as many threads as there are cores, and every file that
//! fails is named.

use super::asked;
use rayon::prelude::*;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::LazyLock;

/// The threads of all data-driven tests, so that two of them together use no more than one.
static THREADS: LazyLock<rayon::ThreadPool> = LazyLock::new(|| {
    let threads = rayon::ThreadPoolBuilder::new();
    threads.num_threads(cores()).build().unwrap()
});

/// How much is done at once.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(2, usize::from)
}

/// What `run` gives for each item, in order; the message where it panics. A program that is started
/// here needs one solver only (`--jobs 1`): starting a second costs more than most questions.
pub fn each<T: Sync, R: Send>(items: &[T], run: impl Fn(&T) -> R + Sync) -> Vec<Result<R, String>> {
    let one = |item| caught(|| run(item));
    let items = items.par_iter().with_max_len(1);
    THREADS.install(|| items.map(one).collect())
}

/// The value, or the message of the panic.
pub fn caught<R>(work: impl FnOnce() -> R) -> Result<R, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()))
            .unwrap_or_else(|| "a panic without words".to_owned())
    })
}

/// Tries each item, and fails with all that fail.
pub fn all_pass<T: Sync>(
    items: &[T],
    name: impl Fn(&T) -> String,
    run: impl Fn(&T) -> Result<(), String> + Sync,
) {
    let results = each(items, run).into_iter().map(flat);
    none_failed(items.iter().map(name).zip(results));
}

/// A failure that was said, or a panic.
pub fn flat<R>(result: Result<Result<R, String>, String>) -> Result<R, String> {
    result.and_then(|result| result)
}

/// Fails with all failures, each under the name of what failed.
pub fn none_failed<N: Display>(results: impl IntoIterator<Item = (N, Result<(), String>)>) {
    let mut of = 0;
    let mut failed = Vec::new();
    for (name, result) in results {
        of += 1;
        if let Err(message) = result {
            failed.push(format!("---- {name}\n{message}"));
        }
    }
    assert!(
        failed.is_empty(),
        "{} of {of} failed:\n{}",
        failed.len(),
        failed.join("\n")
    );
}

/// Whether a text is asked for: `ALPINIST_ONLY=WORD` takes the files whose names have the word.
pub fn wanted(name: &str) -> bool {
    only().is_none_or(|word| name.contains(&word))
}

/// What is run every day of many items: the first of each `n`. All with `ALPINIST_SLOW=1`, as `./x test-all`
/// has it, and where some are asked for by `ALPINIST_ONLY`.
pub fn one_in<T>(n: usize, items: Vec<T>) -> Vec<T> {
    if asked("ALPINIST_SLOW") || asked("ALPINIST_UPDATE") || only().is_some() {
        return items;
    }
    items.into_iter().step_by(n).collect()
}

/// The word of `ALPINIST_ONLY`.
pub fn only() -> Option<String> {
    std::env::var("ALPINIST_ONLY")
        .ok()
        .filter(|word| !word.is_empty())
}

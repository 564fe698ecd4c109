//! How long each test took, for whoever looks for the dear ones; no test depends on it.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::time::Instant;

/// Runs a test, and appends its seconds and its name to the file that `ALPINIST_TIMES` names.
pub(crate) fn measured<T>(name: &str, run: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = run();
    if let Some(path) = std::env::var_os("ALPINIST_TIMES") {
        let line = format!("{:.2}\t{name}\n", start.elapsed().as_secs_f64());
        let file = OpenOptions::new().create(true).append(true).open(path);
        file.unwrap().write_all(line.as_bytes()).unwrap();
    }
    result
}

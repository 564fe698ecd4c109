//! Programs of this repository and of the corpus on random inputs: each is a test with a name.
#![allow(unreachable_pub, reason = "modules of one test binary")]
#![allow(clippy::unwrap_used, clippy::expect_used)]
#![allow(clippy::print_stdout, reason = "what a test says")]

#[path = "../it/common/mod.rs"]
mod common;
mod refuted;
mod verified;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use trials::{Case, Suite};

fn main() -> ExitCode {
    let mut suite = Suite::default();
    verified::add(&mut suite);
    refuted::add(&mut suite);
    suite.run()
}

/// The programs below a folder of which something holds by their texts, each under its path there.
fn cases(folder: &Path, takes_part: impl Fn(&str) -> bool) -> Vec<Case<PathBuf>> {
    let mut found = common::programs(folder);
    found.retain(|path| takes_part(&std::fs::read_to_string(path).unwrap()));
    let name = |path: &PathBuf| path.strip_prefix(folder).unwrap().display().to_string();
    let named = found.into_iter().map(|path| (name(&path), true, path));
    named.collect()
}

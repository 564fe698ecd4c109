//! What the two test binaries of the program share.
#![allow(dead_code, reason = "each of the two uses a part")]

pub mod retold;
pub mod schema;

use rayon::prelude::*;
use solver::smt::{PoolConfig, SolverPool};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

/// What `run` gives for each item, in order, on all cores.
pub fn each<T: Sync, R: Send>(items: &[T], run: impl Fn(&T) -> R + Send + Sync) -> Vec<R> {
    items.par_iter().with_max_len(1).map(run).collect()
}

/// Says something that is to be seen though the test passes.
pub fn say(text: &str) {
    // Only what the macros print is kept back.
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// The folder of the whole project.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Folders that tests read beside `tests` and `examples`.
pub const BOOK: &str = "docs/book/src";

/// The folder of published programs.
pub fn corpus() -> PathBuf {
    trials::corpus(root().join("../shared/corpus"))
}

/// Why kernels cannot be read, if there is no clang.
pub fn no_clang() -> Option<String> {
    let why = "there is no clang (./x setup)";
    clang::find::Program::find()
        .is_none()
        .then(|| why.to_owned())
}

/// The files right in a folder below the project with one of the endings, by their paths below it, sorted.
pub fn files_in(folder: &str, endings: &[&str]) -> Vec<String> {
    let ends = |path: &PathBuf| {
        path.extension()
            .is_some_and(|end| endings.iter().any(|one| end == *one))
    };
    let entries = std::fs::read_dir(root().join(folder)).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path()).filter(ends);
    let name = |path: PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
    let mut found: Vec<String> = paths
        .map(|path| format!("{folder}/{}", name(path)))
        .collect();
    found.sort();
    found
}

/// What the first two lines of an example of a kernel say: the verdict, the codes, the options.
pub fn kernel_header(text: &str) -> (&str, Vec<&str>, Vec<&str>) {
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    let first = first.strip_prefix("// ").unwrap();
    let (outcome, _) = first.split_once(": ").unwrap();
    let mut words = outcome.split(' ');
    let verdict = words.next().unwrap();
    let options = lines.next().unwrap_or_default();
    let options = options.strip_prefix("// options: ").unwrap();
    (verdict, words.collect(), options.split(' ').collect())
}

/// The last part of a path.
pub fn file_name(path: &str) -> String {
    path.rsplit('/').next().unwrap_or(path).to_owned()
}

/// The solvers of all tests that ask without running the program. Starting one costs more than most
/// questions, and more of them than there are cores would only be in each other's way. As in the program, the
/// same question is asked once: a program and its twin have most in common.
pub fn solvers() -> &'static SolverPool {
    static SOLVERS: LazyLock<SolverPool> = LazyLock::new(|| {
        let config = PoolConfig::new(env!("CARGO_BIN_EXE_alpinist-solver"));
        SolverPool::new(config).with_memory()
    });
    &SOLVERS
}

/// The secret under which tests keep answers.
pub const CACHE_KEY: &str = "the secret of the tests";

/// What a run of the program gave.
#[derive(Debug, PartialEq, Eq)]
pub struct Run {
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Run {
        Run {
            status: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// The program with arguments, to be run in a folder.
pub fn command(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_alpinist"));
    command.args(args).current_dir(folder);
    // What was proved by an earlier build must not make a test pass.
    command.env("NO_COLOR", "1").env("ALPINIST_CACHE", "off");
    // And no test makes a secret in the home of who runs it.
    command.env("ALPINIST_CACHE_KEY", CACHE_KEY);
    command
}

/// Runs the program in a folder.
pub fn alpinist_in(folder: &Path, args: &[&str]) -> Run {
    command(folder, args)
        .stdin(Stdio::null())
        .output()
        .unwrap()
        .into()
}

/// Runs the program with a text as standard input.
pub fn alpinist_with_input(folder: &Path, args: &[&str], input: &str) -> Run {
    let mut child = command(folder, args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It may end without reading.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap().into()
}

/// A folder of its own, with files.
pub fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

/// All files below a folder, sorted.
pub fn all_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false => found.push(path),
            }
        }
    }
    found.sort();
    found
}

/// All `.pvl` files below a folder, sorted.
pub fn programs(folder: &Path) -> Vec<PathBuf> {
    let mut found = all_files(folder);
    found.retain(|path| path.extension().is_some_and(|extension| extension == "pvl"));
    found
}

/// Compares a text with the snapshot of a name in a folder below the project.
pub fn snapshot(folder: &str, name: &str, text: &str) {
    insta::with_settings!({
        snapshot_path => root().join(folder),
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, { insta::assert_snapshot!(name, text) });
}

/// The entries of a cache, reports and proofs.
pub fn kept_in(cache: &Path) -> Vec<PathBuf> {
    let mut found = all_files(cache);
    // Beside the folders lies what tells version control to pass over them.
    found.retain(|path| path.parent() != Some(cache));
    found
}

/// Leaves in a cache what was answered, but no report on a whole program.
pub fn forget_reports(cache: &Path) {
    std::fs::remove_dir_all(cache.join("report")).unwrap();
}

/// Puts into a cache that is not there yet what the program is, as an earlier run leaves it: to find that out takes
/// longer than most runs of tests.
pub fn knows_the_program(cache: &Path) {
    static KNOWN: LazyLock<tempfile::TempDir> = LazyLock::new(|| {
        let home = folder(&[("x.pvl", "")]);
        let args = ["verify", "--cache", "cache", "x.pvl"];
        alpinist_in(home.path(), &args);
        forget_reports(&home.path().join("cache"));
        home
    });
    let known = KNOWN.path().join("cache");
    for file in all_files(&known) {
        let copy = cache.join(file.strip_prefix(&known).unwrap());
        std::fs::create_dir_all(copy.parent().unwrap()).unwrap();
        std::fs::copy(file, copy).unwrap();
    }
}

/// A text without the figures that change whenever the checker finds another way to the same
/// verdict: how many obligations there are, the number of one, values of unconfirmed models.
pub fn settled(text: &str) -> String {
    let mut settled = String::new();
    for line in text.split_inclusive('\n') {
        let candidate = "candidate counterexample, not confirmed: ";
        match line.split_once(candidate) {
            Some((before, _)) => settled.push_str(&format!("{before}{candidate}…\n")),
            None => settled.push_str(&without_counts(line)),
        }
    }
    settled
}

fn without_counts(line: &str) -> String {
    let digit = |c: char| c.is_ascii_digit();
    let mut rest = line.to_owned();
    if let Some((before, after)) = line.split_once(" obligation")
        && before.ends_with(digit)
    {
        let after = after.strip_prefix('s').unwrap_or(after);
        let before = before.trim_end_matches(digit);
        rest = format!("{before}N obligations{after}");
    }
    match rest.split_once("(obligation ") {
        Some((before, named)) => match named.split_once(')') {
            Some((name, after)) => {
                let name = name.trim_end_matches(digit);
                format!("{before}(obligation {name}N){after}")
            }
            None => rest,
        },
        None => rest,
    }
}

/// A program that verifies, with a loop that can be unrolled twice.
pub const COUNT: &str = "\
requires 2 <= n;
ensures \\result == n;
int count(int n) {
  int i = 0;
  loop_invariant 0 <= i;
  loop_invariant i <= n;
  while (i < n) {
    i = i + 1;
  }
  return i;
}
";

/// A program with an obligation that does not hold, on line 3.
pub const WRONG: &str = "\
ensures \\result == 1;
int two() {
  return 2;
}
";

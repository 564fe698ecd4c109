//! Data-driven tests: each file or row is a test with a name, and `libtest-mimic` runs them in parallel.
//!
//! Cases outside the everyday selection are listed as ignored; `ALPINIST_SLOW=1` selects all of them.
//! `ALPINIST_UPDATE=1` selects all as well, and records what comes out. `ALPINIST_TIMES=FILE` appends to the file how
//! many seconds each test took.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stderr,
    reason = "only tests use this crate"
)]

mod cost;
mod table;
mod times;

pub use cost::{Cost, cheap};
pub use table::Table;

use libtest_mimic::{Arguments, Completion, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Arc;

/// A case of a module: its name, whether it belongs to the everyday selection, and what is tested.
pub type Case<T> = (String, bool, T);

/// Whether a variable asks for something: it is set, and not to 0.
#[must_use]
pub fn asked(variable: &str) -> bool {
    std::env::var_os(variable).is_some_and(|value| value != "0")
}

/// Whether recorded outcomes are to be replaced: `ALPINIST_UPDATE=1`.
#[must_use]
pub fn updating() -> bool {
    asked("ALPINIST_UPDATE")
}

/// The cases, of which one in `n` of those that are not slow belongs to the everyday selection.
pub fn one_in<T>(
    n: usize,
    cases: impl IntoIterator<Item = (String, T)>,
    slow: impl Fn(&str) -> bool,
) -> Vec<Case<T>> {
    let mut quick = 0..;
    let mut selected = |name: &str| !slow(name) && quick.next().is_some_and(|at| at % n == 0);
    let cases = cases.into_iter();
    cases
        .map(|(name, item)| (selected(&name), name, item))
        .map(|(daily, name, item)| (name, daily, item))
        .collect()
}

/// The folder of published programs: what `ALPINIST_CORPUS` names, else `beside`.
#[must_use]
pub fn corpus(beside: PathBuf) -> PathBuf {
    std::env::var_os("ALPINIST_CORPUS").map_or(beside, PathBuf::from)
}

/// Checks that the table in the `lib.rs` of a crate, given by its folder, has a row for each other file.
pub fn files_in_table(of: &str) {
    let source = Path::new(of).join("src");
    let text = std::fs::read_to_string(source.join("lib.rs")).unwrap();
    let rows = text.lines();
    let named = rows.filter_map(|row| row.strip_prefix("//! | `")?.split('`').next());
    let mut named: Vec<_> = named.map(str::to_owned).collect();
    let (mut folders, mut found) = (vec![source.clone()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir().unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false => found.push(path.strip_prefix(&source).unwrap().display().to_string()),
            }
        }
    }
    found.retain(|name| name != "lib.rs");
    found.sort();
    named.sort();
    assert_eq!(found, named);
}

/// The tests of a binary with `harness = false`.
#[derive(Default)]
pub struct Suite {
    first: Vec<Trial>,
    /// Run when all others have ended.
    last: Vec<Trial>,
    /// Modules, and the keys of their tables.
    tables: Vec<(String, Arc<Table>, Vec<String>)>,
}

/// Adds test functions under their paths.
#[macro_export]
macro_rules! tests {
    ($suite:expr; $($test:path),* $(,)?) => {
        $($suite.test(&stringify!($test).replace(' ', ""), $test);)*
    };
}

impl Suite {
    /// Adds a test that fails if the function panics.
    pub fn test(&mut self, name: &str, run: fn()) {
        let named = name.to_owned();
        self.first.push(Trial::test(name, move || {
            times::measured(&named, run);
            Ok(())
        }));
    }

    /// Adds a test for each case, named `MODULE::CASE`.
    pub fn cases<T: Send + 'static>(
        &mut self,
        module: &str,
        cases: impl IntoIterator<Item = Case<T>>,
        run: impl Fn(T) -> Result<(), String> + Send + Sync + 'static,
    ) {
        let run = Arc::new(run);
        let all = asked("ALPINIST_SLOW") || updating();
        for (name, everyday, item) in cases {
            let run = Arc::clone(&run);
            let named = format!("{module}::{name}");
            let trial = Trial::test(named.clone(), move || {
                Ok(times::measured(&named, || run(item))?)
            });
            self.first.push(trial.with_ignored_flag(!everyday && !all));
        }
    }

    /// Says why the tests of a module are not there, and lists one as ignored in their place.
    pub fn absent(&mut self, module: &str, why: String) {
        eprintln!("skipped: {module}: {why}");
        let ignored = || Ok(Completion::ignored_with(why));
        self.first
            .push(Trial::ignorable_test(format!("{module}::absent"), ignored));
    }

    /// Adds a test that runs when all others have ended: an error of `Ok` says why it is left out.
    pub fn last(
        &mut self,
        name: &str,
        run: impl FnOnce() -> Result<Result<(), String>, String> + Send + 'static,
    ) {
        self.last.push(Trial::ignorable_test(name, || match run() {
            Ok(Ok(())) => Ok(Completion::Completed),
            Ok(Err(why)) => Ok(Completion::ignored_with(why)),
            Err(fault) => Err(Failed::from(fault)),
        }));
    }

    /// Counts the outcomes that are found for a table when all tests have ended, or records them, in the order of
    /// the keys.
    pub fn table(&mut self, module: &str, table: &Arc<Table>, keys: Vec<String>) {
        self.tables
            .push((module.to_owned(), Arc::clone(table), keys));
    }

    /// Runs what the command line selects.
    #[must_use]
    pub fn run(self) -> ExitCode {
        // The library for snapshots reads its own variable.
        if updating() && std::env::var_os("INSTA_UPDATE").is_none() {
            let mut again = Command::new(std::env::current_exe().unwrap());
            again
                .args(std::env::args_os().skip(1))
                .env("INSTA_UPDATE", "always");
            return ExitCode::from(u8::from(!again.status().unwrap().success()));
        }
        let arguments = Arguments::from_args();
        let first = libtest_mimic::run(&arguments, self.first);
        for (module, table, keys) in &self.tables {
            table.end(module, keys);
        }
        if self.last.is_empty() {
            return first.exit_code();
        }
        let last = libtest_mimic::run(&arguments, self.last);
        if first.has_failed() { first } else { last }.exit_code()
    }
}

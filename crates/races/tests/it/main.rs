//! The tests of this crate from outside, in one binary.
#![allow(unreachable_pub, reason = "modules of one test binary")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "what a test says"
)]

mod conditions;
mod faults;
mod own;
mod published;

use clang::find::Program;
use clang::tree::Language;
use clang::{Request, read};
use kernel_graph::FunctionId;
use races::{Options, Report, Size, Sizes};
use solver::smt::{PoolConfig, SolverPool};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use trials::Suite;

fn main() -> ExitCode {
    let mut suite = Suite::default();
    match Program::find() {
        None => suite.absent("kernels", "there is no clang (./x setup)".to_owned()),
        Some(_) => {
            trials::tests!(suite; conditions::what_races_for_known_values_is_never_verified);
            faults::add(&mut suite);
            own::add(&mut suite);
            published::add(&mut suite);
        }
    }
    suite.run()
}

/// The files right in a folder with one of the endings of kernels, sorted, each under its name.
fn kernels_in(folder: &Path) -> Vec<(String, PathBuf)> {
    let paths = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let kernels = paths.filter(|path| path.extension().is_some_and(|e| e == "cl" || e == "cu"));
    let mut found: Vec<(String, PathBuf)> = kernels.map(|path| (name(&path), path)).collect();
    found.sort();
    found
}

fn name(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

/// The solver's worker, which the crate `solver` builds beside the tests.
fn pool() -> SolverPool {
    let mut path = std::env::current_exe().unwrap();
    path.pop();
    path.pop();
    let worker: PathBuf = path.join("solver-worker");
    assert!(worker.exists(), "{} is missing", worker.display());
    SolverPool::new(PoolConfig {
        workers: 2,
        ..PoolConfig::new(worker)
    })
}

/// The reports of the kernels of a file, or why there are none.
fn reports(
    request: &Request,
    sizes: Sizes,
    change: &dyn Fn(&mut Options),
    pool: &SolverPool,
) -> Result<Vec<Report>, String> {
    let reading = read(request);
    let mut graphs = kernels::lower(&reading.unit);
    kernel_graph::promote(&mut graphs.module);
    kernel_graph::guesses(&mut graphs.module);
    if std::env::var_os("PRINT").is_some() {
        eprintln!("{}", kernel_graph::print(&graphs.module));
    }
    if let Some(error) = reading.errors.first() {
        return Err(format!("clang: {}", error.message));
    }
    let mut all = Vec::new();
    for kernel in &reading.kernels {
        let Some(function) = kernel.function else {
            return Err("a kernel without function".to_owned());
        };
        if let Some(why) = graphs.refused.get(&function) {
            return Err(format!("refused: {} {}", why.code, why.message));
        }
        let Some(number) = graphs.functions.get(&function) else {
            return Err("a kernel without graph".to_owned());
        };
        let mut options = Options::new(sizes);
        change(&mut options);
        all.push(races::check(
            &graphs.module,
            FunctionId(number.0),
            &options,
            pool,
        ));
    }
    Ok(all)
}

fn request(name: &str, text: &str) -> Request {
    let language = match name.ends_with(".cu") {
        true => Language::Cuda,
        false => Language::OpenCl,
    };
    Request::new(name, text, language)
}

fn size(text: &str) -> Size {
    match text {
        "*" => Size::Any,
        number => Size::Fixed(number.parse().unwrap_or(1)),
    }
}

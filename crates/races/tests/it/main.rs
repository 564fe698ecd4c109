//! The tests of this crate from outside, in one binary.
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

use clang::tree::Language;
use clang::{Request, read};
use kernel_graph::FunctionId;
use races::{Options, Report, Size, Sizes};
use solver::smt::{PoolConfig, SolverPool};
use std::path::PathBuf;

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

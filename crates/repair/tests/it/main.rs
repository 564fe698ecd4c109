//! Repairs, judged from outside: each kernel is a test with a name.
#![allow(unreachable_pub, reason = "modules of one test binary")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(clippy::print_stdout, reason = "what a test says")]

mod choices;
mod deleted;
mod executed;
mod kernels;
mod published;
mod required;

use clang::find::Program;
use solver::smt::{PoolConfig, SolverPool};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, LazyLock};
use trials::Suite;

/// One for all tests: what one of them has asked is not asked again for another.
static POOL: LazyLock<SolverPool> = LazyLock::new(new_pool);

fn main() -> ExitCode {
    let mut suite = Suite::default();
    trials::tests!(suite; required::what_is_chosen_satisfies_the_contract);
    if Program::find().is_none() {
        suite.absent("kernels", "there is no clang (./x setup)".to_owned());
        return suite.run();
    }
    let own = kernels::all();
    kernels::add(&mut suite, &own);
    executed::add(&mut suite, &own);
    choices::add(&mut suite, &own);
    let rows = published::corpus().map(|corpus| published::rows(&corpus).into_iter().map(Arc::new));
    match rows {
        None => suite.absent("published", "there is no corpus".to_owned()),
        Some(rows) => {
            let rows: Vec<_> = rows.collect();
            executed::add_published(&mut suite, &rows);
            choices::add_published(&mut suite, &rows);
        }
    }
    deleted::add(&mut suite);
    suite.run()
}

fn pool() -> &'static SolverPool {
    &POOL
}

/// The solver's worker, which the crate `solver` builds beside the tests.
fn new_pool() -> SolverPool {
    let mut path = std::env::current_exe().unwrap();
    path.pop();
    path.pop();
    let worker: PathBuf = path.join("solver-worker");
    assert!(worker.exists(), "{} is missing", worker.display());
    SolverPool::new(PoolConfig {
        workers: 2,
        ..PoolConfig::new(worker)
    })
    .with_memory()
}

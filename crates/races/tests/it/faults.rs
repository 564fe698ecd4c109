//! Solver workers that die, hang or lie: a kernel that is free of races is not verified then, whatever
//! they say.

use super::{name, request, size};
use clang::read;
use races::{Options, Report, Sizes, Status};
use solver::smt::{PoolConfig, SolverPool};
use std::path::{Path, PathBuf};
use std::time::Duration;
use trials::Suite;

/// Right, by proofs of the solver: algebra knows little of squares.
const RIGHT: &str =
    "__global__ void k() { __shared__ int s[4096]; s[threadIdx.x * threadIdx.x] = 1; }";

fn check(worker: &Path) -> Report {
    let reading = read(&request("k.cu", RIGHT));
    let mut graphs = kernels::lower(&reading.unit);
    kernel_graph::promote(&mut graphs.module);
    let kernel = reading.kernels[0].function.unwrap();
    let sizes = Sizes {
        block: [size("64"), size("1"), size("1")],
        grid: [size("*"), size("1"), size("1")],
        dimensions: None,
    };
    let mut options = Options::new(sizes);
    options.effort.timeout_ms = Some(100);
    let pool = SolverPool::new(PoolConfig {
        workers: 2,
        grace: Duration::from_millis(100),
        ..PoolConfig::new(worker)
    });
    races::check(&graphs.module, graphs.functions[&kernel], &options, &pool)
}

pub fn add(suite: &mut Suite) {
    let workers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../solver-worker/tests/workers");
    let workers = std::fs::read_dir(workers).unwrap();
    let mut paths: Vec<PathBuf> = workers.map(|entry| entry.unwrap().path()).collect();
    assert!(paths.len() > 7);
    paths.push(PathBuf::from("/no/such/worker"));
    let cases = paths.into_iter().map(|path| (name(&path), true, path));
    suite.cases("faults", cases, |path| {
        let report = check(&path);
        // A model that is none is an alarm at worst.
        assert_ne!(report.status(), Status::Verified, "{report:?}");
        assert!(!report.findings.is_empty() || !report.undecided.is_empty());
        Ok(())
    });
}

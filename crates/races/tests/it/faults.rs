//! Solver workers that die, hang or lie: a kernel that is free of races is not verified then, whatever
//! they say.

use super::{request, size};
use clang::find::Program;
use clang::read;
use races::{Options, Report, Sizes, Status};
use solver::smt::{PoolConfig, SolverPool};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Right, by proofs.
const RIGHT: &str = "__global__ void k(int *p) { p[blockIdx.x * 64 + threadIdx.x] = 1; }";

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

#[test]
fn faults_of_the_solver_prove_nothing() {
    if Program::find().is_none() {
        eprintln!("skipped: there is no clang (./x setup)");
        return;
    }
    let workers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../solver-worker/tests/workers");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(workers)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    assert!(paths.len() > 7);
    paths.push(PathBuf::from("/no/such/worker"));
    for path in paths {
        let start = std::time::Instant::now();
        let report = check(&path);
        println!("{}: {:?}", path.display(), start.elapsed());
        // A model that is none is an alarm at worst.
        assert_ne!(report.status(), Status::Verified, "{path:?}: {report:?}");
        assert!(!report.findings.is_empty() || !report.undecided.is_empty());
    }
}

//! The workers that seek proofs.

use solver::cache::ProofCache;
use solver::smt::{NoSolver, PoolConfig, SolverPool};
use text::code::Code;
use text::diagnostics::Diagnostic;

/// Questions are made on other threads than the main one, and their terms are as deep.
const STACK: usize = 128 << 20;

/// The workers that seek proofs, and as many threads to ask them; if they are `needed`, it is
/// seen at once whether they can be had.
///
/// # Errors
/// `C009` if the solver is not to be had.
pub fn pool(
    jobs: Option<u16>,
    cache: Option<Box<dyn ProofCache>>,
    needed: bool,
) -> Result<SolverPool, Box<Diagnostic>> {
    let mut config = PoolConfig::installed().map_err(|error| {
        fail(NoSolver {
            problem: format!("the solver cannot be started: {error}"),
            help: None,
        })
    })?;
    if let Some(jobs) = jobs {
        config.workers = usize::from(jobs);
    }
    let mut threads = rayon::ThreadPoolBuilder::new().stack_size(STACK);
    if jobs.is_some() {
        threads = threads.num_threads(config.workers);
    }
    // There is one pool a process; a second call finds it as the first one left it.
    let _ = threads.build_global();
    let pool = SolverPool::new(config).with_memory();
    let pool = match cache {
        Some(cache) => pool.with_cache(cache),
        None => pool,
    };
    // Where nothing is proved no solver is started. One whose answers are all to come from the cache is
    // asked who it is, which the cache goes by.
    if needed {
        probe(&pool)?;
    }
    Ok(pool)
}

/// Whether there is a solver; a worker is started if there is none yet.
///
/// # Errors
/// `C009` if the solver is not to be had.
pub fn probe(pool: &SolverPool) -> Result<(), Box<Diagnostic>> {
    pool.identity().map(|_| ()).map_err(fail)
}

fn fail(none: NoSolver) -> Box<Diagnostic> {
    let help = none
        .help
        .unwrap_or_else(|| "`alpinist --version` says which Z3 was found".to_owned());
    Box::new(Diagnostic::global(Code::C009, none.problem).with_help(help))
}

//! The workers that seek proofs.

use solver::cache::ProofCache;
use solver::smt::{PoolConfig, SolverPool};
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
    let mut config = PoolConfig::this_program()
        .map_err(|error| fail(format!("the solver cannot be started: {error}")))?;
    if let Some(jobs) = jobs {
        config.workers = usize::from(jobs);
    }
    let mut threads = rayon::ThreadPoolBuilder::new().stack_size(STACK);
    if jobs.is_some() {
        threads = threads.num_threads(config.workers);
    }
    // There is one pool a process; a second call finds it as the first one left it.
    let _ = threads.build_global();
    let pool = SolverPool::new(config);
    let pool = match cache {
        Some(cache) => pool.with_cache(cache),
        None => pool,
    };
    // Where nothing is proved, or the cache must hold every answer, no solver is started.
    let enforced = pool.cache().is_some_and(|cache| cache.enforced());
    if needed && !enforced {
        probe(&pool)?;
    }
    Ok(pool)
}

/// Whether there is a solver; a worker is started if there is none yet.
///
/// # Errors
/// `C009` if the solver is not to be had.
pub fn probe(pool: &SolverPool) -> Result<(), Box<Diagnostic>> {
    pool.probe().map(|_| ()).map_err(fail)
}

fn fail(message: String) -> Box<Diagnostic> {
    let help = "`alpinist --version` says which Z3 was found";
    Box::new(Diagnostic::global(Code::C009, message).with_help(help))
}

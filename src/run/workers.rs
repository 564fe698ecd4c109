//! What a run over kernels works with: solvers, and what is kept of the runs before.

use crate::cache::{Cache, Sort};
use crate::output::Failure;
use clang::keep::Keep;
use solver::cache::ProofCache;
use solver::smt::SolverPool;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use text::diagnostics::Diagnostic;

/// The workers of a run over kernels.
#[derive(Debug)]
pub struct Workers {
    /// The solvers. None is started before one is needed.
    pub pool: Arc<SolverPool>,
    keep: Arc<Answers>,
}

impl Workers {
    /// So many workers, or as many as there are cores, behind a cache if there is one.
    ///
    /// # Errors
    /// `C009` if this program cannot be started again.
    pub fn new(jobs: Option<u16>, cache: Option<Cache>) -> Result<Workers, Failure> {
        let proofs = cache
            .clone()
            .map(|cache| Box::new(cache) as Box<dyn ProofCache>);
        let pool = pipeline::pool::pool(jobs, proofs, false).map_err(Failure)?;
        let pool = Arc::new(pool);
        let keep = Arc::new(Answers {
            cache,
            pool: Arc::clone(&pool),
            woken: AtomicBool::new(false),
        });
        Ok(Workers { pool, keep })
    }

    /// Where clang's answers are kept.
    pub fn keep(&self) -> Arc<dyn Keep> {
        Arc::clone(&self.keep) as Arc<dyn Keep>
    }

    /// At the end: what of the cache was of no use.
    pub fn troubles(&self) -> Vec<Diagnostic> {
        let cache = self.keep.cache.as_ref();
        cache.map(Cache::troubles).unwrap_or_default()
    }

    /// At the end: whether those questions that were asked could be asked at all.
    ///
    /// # Errors
    /// `C009` if the solver is not to be had.
    pub fn confirm(&self) -> Result<(), Failure> {
        match self.pool.asked() {
            0 => Ok(()),
            _ => pipeline::pool::probe(&self.pool).map_err(Failure),
        }
    }
}

/// Clang's answers, beside the proofs. A text that clang has not seen will have questions
/// that are not answered yet, so a solver starts while clang runs.
#[derive(Debug)]
struct Answers {
    cache: Option<Cache>,
    pool: Arc<SolverPool>,
    woken: AtomicBool,
}

impl Keep for Answers {
    fn load(&self, key: &str) -> Option<Vec<u8>> {
        self.cache.as_ref()?.answer(key)
    }

    fn store(&self, key: &str, answer: &[u8]) {
        if let Some(cache) = &self.cache {
            cache.keep_bytes(Sort::Clang, key, answer);
        }
    }

    fn missed(&self) {
        let enforced = self.cache.as_ref().is_some_and(ProofCache::enforced);
        if enforced || self.woken.swap(true, Ordering::Relaxed) {
            return;
        }
        let pool = Arc::clone(&self.pool);
        // Without a thread, or without a solver, the first question tells.
        let _ = std::thread::Builder::new().spawn(move || {
            let _ = pool.identity();
        });
    }
}

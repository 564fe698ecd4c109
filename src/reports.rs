//! Reports on whole programs, kept from one run to the next. A program that nobody changed costs the
//! reading of its report: no text is parsed, and no question is made to find out that it was answered.

use crate::cache::{Cache, Sort};
use pipeline::run::Request;
use report::model::ProgramRun;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use solver::smt::{Identity, SolverPool};
use std::time::{Duration, Instant};
use text::source::SourceFile;

/// A fingerprint of this program; empty if it is not known, and then nothing is kept.
const SOURCES: &str = env!("ALPINIST_SOURCES");

/// A report that is longer than this is made anew each time.
const LONGEST: usize = 16 << 20;

/// A report as it is kept.
#[derive(Serialize, Deserialize)]
struct Kept<R> {
    run: R,
    /// How long it took to make it.
    took: Duration,
}

/// Where reports are kept.
pub struct Reports<'a> {
    cache: &'a Cache,
    pool: &'a SolverPool,
    identity: Identity,
}

impl<'a> Reports<'a> {
    /// Beside proofs, which the pool asks for; `None` where nothing is kept, or this program does not
    /// know itself.
    pub fn new(cache: Option<&'a Cache>, pool: &'a SolverPool) -> Option<Reports<'a>> {
        let identity = pool.known_identity()?.clone();
        let cache = cache.filter(|_| !SOURCES.is_empty())?;
        Some(Reports {
            cache,
            pool,
            identity,
        })
    }

    /// The report on a program, and how long it takes to make it: the one that is kept, or what
    /// `make` makes, which is kept if it would be the same another time.
    pub fn report(
        &self,
        files: Vec<SourceFile>,
        request: &Request,
        make: impl FnOnce(Vec<SourceFile>) -> ProgramRun,
    ) -> (ProgramRun, Duration) {
        let key = key(&files, request, &self.identity);
        let kept = key.as_ref().and_then(|key| self.kept(key));
        if let Some(kept) = kept {
            return kept;
        }
        let passing = self.pool.passing();
        let start = Instant::now();
        let run = make(files);
        let took = start.elapsed();
        // An answer that is asked again may differ from the one that is kept, which is a fault to be told
        // and not to be kept.
        if let Some(key) = key
            && self.pool.passing() == passing
            && !self.cache.asks_again()
        {
            self.keep(&key, &run, took);
        }
        (run, took)
    }

    fn kept(&self, key: &str) -> Option<(ProgramRun, Duration)> {
        let bytes = self.cache.bytes(Sort::Report, key)?;
        let mut kept: Kept<ProgramRun> = serde_json::from_slice(&bytes).ok()?;
        kept.run.is_from_cache();
        Some((kept.run, kept.took))
    }

    fn keep(&self, key: &str, run: &ProgramRun, took: Duration) {
        let bytes = serde_json::to_vec(&Kept { run, took });
        if let Some(bytes) = bytes.ok().filter(|bytes| bytes.len() <= LONGEST) {
            self.cache.keep_bytes(Sort::Report, key, &bytes);
        }
    }
}

/// All that a report depends on: the texts by their names, everything that is asked for, this program,
/// and the solver. None where it also depends on the clock, or nothing is proved.
fn key(files: &[SourceFile], request: &Request, identity: &Identity) -> Option<String> {
    if !request.verify || request.settings.proofs.timeout_ms.is_some() {
        return None;
    }
    let mut hash = Sha256::new();
    let mut add = |part: &str| {
        // With its length, so that no part runs into the next.
        hash.update(part.len().to_le_bytes());
        hash.update(part);
    };
    for part in [
        SOURCES,
        &identity.sources,
        &identity.version,
        // Whatever is added to a request is part of this.
        &format!("{request:?}"),
    ] {
        add(part);
    }
    for file in files {
        add(&file.name);
        add(&file.text);
    }
    Some(hex::encode(hash.finalize()))
}

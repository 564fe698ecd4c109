//! Reports on whole programs, kept from one run to the next. A program that nobody changed costs the
//! reading of its report: no text is parsed, and no question is made to find out that it was answered.

use crate::cache::program;
use crate::cache::{Cache, Sort};
use pipeline::reported::model::ProgramRun;
use pipeline::run::Request;
use report::status::Status;
use seplog::report::Outcome;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use solver::smt::{Identity, SolverPool};
use std::time::{Duration, Instant};
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::passing;
use text::source::SourceFile;

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
    /// A hash of this program.
    program: String,
}

impl<'a> Reports<'a> {
    /// Beside proofs, which the pool asks for; `None` where nothing is kept, or this program cannot be
    /// told from others.
    pub fn new(cache: Option<&'a Cache>, pool: &'a SolverPool) -> Option<Reports<'a>> {
        let identity = pool.known_identity()?.clone();
        let cache = cache?;
        let program = program::hash(cache)?;
        Some(Reports {
            cache,
            pool,
            identity,
            program,
        })
    }

    /// The report on a program, and how long it takes to make it: the one that is kept, or what
    /// `make` makes, which is kept if it would be the same another time. Where answers are asked again
    /// all reports are made anew, and one that was kept and says otherwise is told and replaced.
    pub fn report(
        &self,
        files: Vec<SourceFile>,
        request: &Request,
        make: impl FnOnce(Vec<SourceFile>) -> ProgramRun,
    ) -> (ProgramRun, Duration) {
        let key = self.key(&files, request);
        let kept = key.as_ref().and_then(|key| self.kept(key));
        let doubted = match kept {
            Some(kept) if !self.cache.asks_again() => return kept,
            kept => kept.map(|(run, _)| run),
        };
        let before = self.passing();
        let start = Instant::now();
        let mut run = make(files);
        let took = start.elapsed();
        // What ends before anything is asked takes no time worth keeping.
        let lasts = self.passing() == before && run.original.is_some();
        let differs = doubted.is_some_and(|doubted| verdicts(&doubted) != verdicts(&run));
        if let Some(key) = key.filter(|_| lasts && (differs || !self.cache.asks_again())) {
            self.keep(&key, &run, took);
        }
        if differs {
            let message = format!("the cache has another report on {}", run.name);
            let help = "it is replaced by this one; why there were two is worth a look";
            let diagnostic = Diagnostic::global(Code::C015, message).with_help(help);
            run.diagnostics.push(diagnostic);
            run.status = run.status.and(Status::Unknown);
        }
        (run, took)
    }

    /// How often something came of the moment, and would not come again.
    fn passing(&self) -> u64 {
        self.pool.passing() + passing::noted()
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

    /// All that a report depends on: the texts by their names, everything that is asked for, this program,
    /// and the solver. None where it also depends on the clock, or nothing is proved.
    fn key(&self, files: &[SourceFile], request: &Request) -> Option<String> {
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
            &self.program,
            &self.identity.sources,
            &self.identity.version,
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
}

/// What a report amounts to: of the whole, and of each obligation.
fn verdicts(run: &ProgramRun) -> (Status, Vec<(&str, &Outcome)>) {
    let obligations = run.checks().flat_map(|check| check.report.obligations());
    let each = obligations.map(|(_, one)| (one.id.as_str(), &one.outcome));
    (run.status, each.collect())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::*;
    use crate::cache::place::Place;
    use crate::cache::seal::Seal;
    use crate::cache::{Again, Mode};
    use pipeline::check::Settings;
    use pipeline::reported::model::Verified;
    use seplog::report::Report;
    use solver::smt::PoolConfig;
    use spec_lang::resolve::Profile;
    use std::path::Path;
    use std::sync::{Mutex, MutexGuard, PoisonError};
    use text::edit::History;

    /// What came of the moment is counted for the whole process, so one test runs after the other.
    static ALONE: Mutex<()> = Mutex::new(());

    fn alone() -> MutexGuard<'static, ()> {
        ALONE.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn cache(home: &Path, again: Again) -> Cache {
        let place = Place::named(home).unwrap();
        Cache::new(place, Mode::ReadWrite, again, Seal::new(b"ours").unwrap())
    }

    fn pool() -> SolverPool {
        SolverPool::new(PoolConfig::installed().unwrap())
    }

    fn reports<'a>(cache: &'a Cache, pool: &'a SolverPool) -> Reports<'a> {
        Reports {
            cache,
            pool,
            identity: Identity::default(),
            program: "this one".to_owned(),
        }
    }

    fn request() -> Request {
        Request {
            settings: Settings::default(),
            directives: true,
            steps: Vec::new(),
            verify: true,
            keep_unverified: false,
        }
    }

    fn files() -> Vec<SourceFile> {
        vec![SourceFile::new("x.pvl", "a text")]
    }

    fn verified(files: Vec<SourceFile>, status: Status) -> ProgramRun {
        ProgramRun {
            name: "x.pvl".to_owned(),
            files,
            profile: Profile::Sound,
            only: Vec::new(),
            diagnostics: Vec::new(),
            original: Some(Verified {
                report: Report::default(),
                elapsed: Duration::from_millis(7),
            }),
            steps: Vec::new(),
            history: History::new(),
            status,
            complete: true,
        }
    }

    /// Whether a report is made, and not taken from the cache; and what it says.
    fn made(reports: &Reports<'_>, request: &Request, status: Status) -> (bool, ProgramRun) {
        let mut made = false;
        let (run, _) = reports.report(files(), request, |files| {
            made = true;
            verified(files, status)
        });
        (made, run)
    }

    #[test]
    fn a_report_is_made_once() {
        let _alone = alone();
        let home = tempfile::tempdir().unwrap();
        let (cache, pool) = (cache(home.path(), Again::None), pool());
        let reports = reports(&cache, &pool);
        assert!(made(&reports, &request(), Status::Failed).0);
        let (again, run) = made(&reports, &request(), Status::Holds);
        assert_eq!((again, run.status), (false, Status::Failed));
        assert_eq!(run.original.unwrap().elapsed, Duration::ZERO);
        // The clock may decide; what is proved nowhere is no report.
        for asked in [
            |request: &mut Request| request.settings.proofs.timeout_ms = Some(5),
            |request: &mut Request| request.verify = false,
        ] {
            let mut request = request();
            asked(&mut request);
            assert!(made(&reports, &request, Status::Holds).0);
            assert!(made(&reports, &request, Status::Holds).0);
        }
    }

    #[test]
    fn all_that_is_asked_for_is_part_of_the_key() {
        let _alone = alone();
        let home = tempfile::tempdir().unwrap();
        let (cache, pool) = (cache(home.path(), Again::None), pool());
        let reports = reports(&cache, &pool);
        let usual = reports.key(&files(), &request()).unwrap();
        let changes: [fn(&mut Request); 8] = [
            |request| request.settings.profile = Profile::VerCors14,
            |request| request.settings.proofs.rlimit = Some(1),
            |request| request.settings.proofs.seed = 1,
            |request| request.settings.proofs.only = vec!["f".to_owned()],
            |request| request.directives = false,
            |request| request.keep_unverified = true,
            |request| {
                request
                    .steps
                    .extend(transforms::parse_flag("unroll", "2@i", &[]))
            },
            |request| {
                let step = transforms::parse_flag("unroll", "2@i", &["guard"]);
                request.steps.extend(step);
            },
        ];
        let keys = changes.map(|change| {
            let mut request = request();
            change(&mut request);
            reports.key(&files(), &request).unwrap()
        });
        let texts = [
            vec![SourceFile::new("y.pvl", "a text")],
            vec![SourceFile::new("x.pvl", "a text\n")],
            vec![SourceFile::new("x.pvla", " text")],
            [files(), files()].concat(),
        ];
        let texts = texts.map(|files| reports.key(&files, &request()).unwrap());
        let other = Reports {
            program: "another".to_owned(),
            ..reports
        };
        let other = other.key(&files(), &request()).unwrap();
        let all = [&keys[..], &texts, &[usual, other]].concat();
        let distinct: std::collections::BTreeSet<&String> = all.iter().collect();
        assert_eq!(distinct.len(), all.len());
    }

    #[test]
    fn what_came_of_the_moment_is_not_kept() {
        let _alone = alone();
        let home = tempfile::tempdir().unwrap();
        let (cache, pool) = (cache(home.path(), Again::None), pool());
        let reports = reports(&cache, &pool);
        for fault in [
            |files| {
                passing::note();
                verified(files, Status::Unknown)
            },
            |files| ProgramRun {
                original: None,
                ..verified(files, Status::Wrong)
            },
        ] {
            reports.report(files(), &request(), fault);
        }
        assert!(made(&reports, &request(), Status::Holds).0);
    }

    #[test]
    fn another_report_is_told_and_replaced() {
        let _alone = alone();
        let home = tempfile::tempdir().unwrap();
        let pool = pool();
        let (usual, doubting) = (
            cache(home.path(), Again::None),
            cache(home.path(), Again::Sample),
        );
        let (usual, doubting) = (reports(&usual, &pool), reports(&doubting, &pool));
        made(&usual, &request(), Status::Holds);
        let (again, run) = made(&doubting, &request(), Status::Holds);
        assert_eq!((again, run.status), (true, Status::Holds));
        let (again, run) = made(&doubting, &request(), Status::Failed);
        assert_eq!((again, run.status), (true, Status::Failed));
        assert_eq!(run.diagnostics.len(), 1);
        let (again, run) = made(&usual, &request(), Status::Holds);
        assert_eq!((again, run.status), (false, Status::Failed));
        assert!(run.diagnostics.is_empty());
    }
}

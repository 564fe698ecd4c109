//! Proofs in the background.

use crate::program::Program;
use pipeline::reported::model::ProgramRun;
use pipeline::run::{self, Request};
use solver::smt::SolverPool;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// What comes of it: a run, or why there is none.
pub(crate) type Outcome = Result<Box<ProgramRun>, String>;

/// Work that goes on. Dropping it ends it.
pub(crate) struct Work {
    pool: Arc<SolverPool>,
}

impl Drop for Work {
    fn drop(&mut self) {
        self.pool.stop();
    }
}

impl Work {
    /// Verifies a program, and carries out steps on it, on a thread of its own; `done` is
    /// called there with the outcome, also if the work was ended before.
    ///
    /// # Errors
    /// If the solver is not to be had, or no thread.
    pub(crate) fn start(
        program: &Program,
        steps: Vec<transforms::Step>,
        directives: bool,
        done: impl FnOnce(Outcome) + Send + 'static,
    ) -> Result<Work, String> {
        let pool = Arc::new(program.project.pool()?);
        let request = Request {
            settings: program.settings.clone(),
            directives,
            steps,
            verify: true,
            keep_unverified: false,
        };
        let files = program.sources.clone();
        let own = Arc::clone(&pool);
        let gate = program.project.gate();
        let work = move || {
            let run = catch_unwind(AssertUnwindSafe(|| {
                let mut run = run::run(files, &request, &own, &seplog::Silent);
                gate(&mut run);
                run
            }));
            done(run.map(Box::new).map_err(|_| {
                "alpinist has a fault and could not go on; this says nothing about your program"
                    .to_owned()
            }));
        };
        let thread = std::thread::Builder::new()
            .name("lsp-proofs".to_owned())
            .stack_size(pipeline::STACK)
            .spawn(work);
        thread.map_err(|error| format!("no thread can be started: {error}"))?;
        Ok(Work { pool })
    }
}

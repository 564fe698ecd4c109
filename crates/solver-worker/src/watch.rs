//! The limit of processor time of a worker.
//!
//! Z3's resource count bounds nearly all of its work. What it does not bound may go on for ever: since
//! 5.3 the bounds of nonlinear terms are tightened in a loop that counts nothing
//! (`nla::monomial_bounds::tighten_lp`). Processor time bounds this without making an answer depend on
//! what else the machine does.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use cpu_time::ProcessTime;

use solver::smt::{SolveReply, UnknownCause, WireReply};

use crate::worker::send;

/// How often the processor time is looked at.
const GLANCE: Duration = Duration::from_millis(50);

/// A thread that answers for a request that takes too long, and ends the process.
pub(super) struct Watch {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    now: Mutex<Option<Watched>>,
    changed: Condvar,
}

/// A request that is being answered.
#[derive(Clone, Copy)]
struct Watched {
    id: u64,
    start: ProcessTime,
    limit: Duration,
}

impl Watch {
    /// Starts the thread. Without one there is no limit but the client's clock.
    pub(crate) fn start() -> Self {
        let shared = Arc::<Shared>::default();
        let watched = Arc::clone(&shared);
        let _ = std::thread::Builder::new()
            .name("watch".into())
            .spawn(move || watched.watch());
        Watch { shared }
    }

    /// A request begins that may take `limit_ms` milliseconds of processor time, 0 for any.
    pub(crate) fn begin(&self, id: u64, limit_ms: u64) {
        *self.shared.lock() = (limit_ms > 0).then(|| Watched {
            id,
            start: ProcessTime::now(),
            limit: Duration::from_millis(limit_ms),
        });
        self.shared.changed.notify_one();
    }

    /// The request is answered. If this comes too late, the process is over.
    pub(crate) fn end(&self) {
        *self.shared.lock() = None;
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Option<Watched>> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn watch(&self) {
        let mut now = self.lock();
        loop {
            let Some(watched) = *now else {
                now = self
                    .changed
                    .wait(now)
                    .unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let used = watched.start.elapsed();
            if used >= watched.limit {
                // The lock is held, so that nobody else answers this request.
                let _ = send(&WireReply {
                    id: watched.id,
                    reply: SolveReply::unknown(UnknownCause::Uncounted, "processor time"),
                    retire: true,
                });
                std::process::abort();
            }
            // One thread searches, so that what is left of its time passes no faster than the clock.
            let wait = (watched.limit - used).max(GLANCE);
            now = self
                .changed
                .wait_timeout(now, wait)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
    }
}

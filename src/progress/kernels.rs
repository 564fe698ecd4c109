//! How far a check of kernels is: a line that is drawn over on a terminal, elsewhere a line each ten seconds.
//!
//! The clock is a [`Ticks`], so that a test says when time passes. No verdict depends on it.

use super::Mode;
use indicatif::{ProgressBar, ProgressStyle};
use inspect::model::Verdict;
use inspect::watch::Watch;
use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Between two lines where there is no terminal.
const BETWEEN_LINES: Duration = Duration::from_secs(10);

/// Between two drawings of the line on a terminal.
const BETWEEN_DRAWINGS: Duration = Duration::from_millis(250);

/// The most kernels that a line names.
const NAMED: usize = 3;

/// When a line is due.
pub trait Ticks: Sync {
    /// Waits until the next line is due; false once the work has ended.
    fn wait(&self) -> bool;

    /// The work has ended.
    fn stop(&self);
}

/// The clock of the machine.
struct Clock {
    period: Duration,
    ended: Mutex<bool>,
    wake: Condvar,
}

impl Ticks for Clock {
    fn wait(&self) -> bool {
        let ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self
            .wake
            .wait_timeout_while(ended, self.period, |ended| !*ended);
        let (ended, _) = waited.unwrap_or_else(PoisonError::into_inner);
        !*ended
    }

    fn stop(&self) {
        *self.ended.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.wake.notify_all();
    }
}

/// Kernels as they are checked.
#[derive(Debug, Default)]
pub struct Kernels {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    stated: usize,
    finished: usize,
    /// The kernels under way; several may have one name.
    running: BTreeMap<String, usize>,
    /// Results that no line has reported yet.
    results: Vec<String>,
}

impl Kernels {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The results since the last call, a line each.
    fn results(&self) -> Vec<String> {
        std::mem::take(&mut self.state().results)
    }

    /// `3 of 12 kernels checked, checking a, b`.
    fn line(&self) -> String {
        let state = self.state();
        let mut line = format!("{} of {} kernels checked", state.finished, state.stated);
        let running: Vec<&str> = state.running.keys().map(String::as_str).collect();
        let named = running.get(..NAMED).unwrap_or(&running).join(", ");
        if !named.is_empty() {
            line.push_str(&format!(", checking {named}"));
        }
        if running.len() > NAMED {
            line.push_str(&format!(" and {} more", running.len() - NAMED));
        }
        line
    }
}

impl Watch for Kernels {
    fn stated(&self, kernels: usize) {
        self.state().stated += kernels;
    }

    fn started(&self, kernel: &str) {
        *self.state().running.entry(kernel.to_owned()).or_default() += 1;
    }

    fn finished(&self, kernel: &str, verdict: Verdict) {
        let mut state = self.state();
        state.finished += 1;
        if let Some(running) = state.running.get_mut(kernel) {
            *running = running.saturating_sub(1);
            if *running == 0 {
                state.running.remove(kernel);
            }
        }
        state.results.push(format!("{kernel}: {}", verdict.word()));
    }
}

/// Works, and shows how far that is.
pub fn during<T>(kernels: &Arc<Kernels>, mode: Mode, work: impl FnOnce() -> T) -> T {
    let clock = |period| Clock {
        period,
        ended: Mutex::new(false),
        wake: Condvar::new(),
    };
    match mode {
        Mode::Silent => work(),
        Mode::Lines => with(&clock(BETWEEN_LINES), work, || {
            for result in kernels.results() {
                crate::output::say(&format!("{result}\n"));
            }
            crate::output::say(&format!("{}\n", kernels.line()));
        }),
        Mode::Bar => {
            let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}");
            let style = style.unwrap_or_else(|_| ProgressStyle::default_spinner());
            let bar = ProgressBar::new_spinner().with_style(style);
            let done = with(&clock(BETWEEN_DRAWINGS), work, || {
                for result in kernels.results() {
                    bar.println(result);
                }
                bar.set_message(kernels.line());
                bar.tick();
            });
            bar.finish_and_clear();
            done
        }
    }
}

/// Works, and does something at each tick until that ends.
fn with<T>(ticks: &dyn Ticks, work: impl FnOnce() -> T, mut each: impl FnMut() + Send) -> T {
    /// Ends the ticks even if the work panics.
    struct Stop<'a>(&'a dyn Ticks);
    impl Drop for Stop<'_> {
        fn drop(&mut self) {
            self.0.stop();
        }
    }
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while ticks.wait() {
                each();
            }
        });
        let _stop = Stop(ticks);
        work()
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

    /// Ticks that the test gives: as one is given, what the one before did is done.
    struct Given {
        ticks: Mutex<Receiver<bool>>,
        give: SyncSender<bool>,
    }

    impl Ticks for Given {
        fn wait(&self) -> bool {
            self.ticks.lock().unwrap().recv().unwrap()
        }

        fn stop(&self) {
            self.give.send(false).unwrap();
        }
    }

    #[test]
    fn a_line_says_how_far_it_is_whenever_time_passes() {
        let (give, ticks) = sync_channel(0);
        let ticks = Given {
            ticks: Mutex::new(ticks),
            give: give.clone(),
        };
        let kernels = Kernels::default();
        let lines = Mutex::new(Vec::new());
        let tick = || give.send(true).unwrap();
        let work = || {
            kernels.stated(5);
            tick();
            for name in ["a", "b", "c", "d", "a"] {
                kernels.started(name);
            }
            tick();
            kernels.finished("a", Verdict::Verified);
            tick();
        };
        with(&ticks, work, || {
            let mut lines = lines.lock().unwrap();
            lines.extend(kernels.results());
            lines.push(kernels.line());
        });
        let last = "1 of 5 kernels checked, checking a, b, c and 1 more";
        let lines = lines.into_inner().unwrap();
        assert!(lines.contains(&"a: verified".to_owned()), "{lines:?}");
        assert_eq!(lines.last().map(String::as_str), Some(last), "{lines:?}");
    }
}

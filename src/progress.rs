//! What is seen while proofs are sought, and the questions kept on request.

use indicatif::{ProgressBar, ProgressStyle};
use pipeline::watch::Watch;
use seplog::Observer;
use seplog::report::MethodReport;
use solver::encode::Solved;
use std::collections::{BTreeMap, BTreeSet};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How much is shown while working.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Nothing.
    Silent,
    /// One line for each method that takes long.
    Lines,
    /// A line that is drawn over.
    Bar,
}

impl Mode {
    /// What suits standard error; with `quiet` or `stable` nothing, for it depends on the clock.
    pub fn choose(quiet: bool, stable: bool) -> Mode {
        if quiet || stable {
            Mode::Silent
        } else if std::io::stderr().is_terminal() {
            Mode::Bar
        } else {
            Mode::Lines
        }
    }
}

/// From when on a method is named.
const LONG: Duration = Duration::from_secs(2);

/// Names methods that take long and writes questions to a folder.
pub struct Progress {
    mode: Mode,
    log: Option<PathBuf>,
    state: Mutex<State>,
    wake: Condvar,
}

#[derive(Default)]
struct State {
    stage: String,
    /// Which of how many programs is worked on, from 1.
    program: (usize, usize),
    /// When the first of them was begun.
    begun: Option<Instant>,
    running: BTreeMap<String, Instant>,
    named: BTreeSet<String>,
    questions: BTreeMap<String, usize>,
    log_error: Option<std::io::Error>,
    done: bool,
}

impl Progress {
    /// Writes questions to the folder `log`, if given, which must exist.
    pub fn new(mode: Mode, log: Option<PathBuf>) -> Self {
        Progress {
            mode,
            log,
            state: Mutex::new(State::default()),
            wake: Condvar::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing is left half done by a panic elsewhere.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Work on one of several programs begins; `number` counts from 1.
    pub fn program(&self, number: usize, of: usize) {
        let mut state = self.state();
        state.program = (number, of);
        state.begun.get_or_insert_with(Instant::now);
    }

    /// Why questions could not be written, if so.
    pub fn log_error(&self) -> Option<std::io::Error> {
        self.state().log_error.take()
    }

    fn watch(&self) {
        let mut bar: Option<ProgressBar> = None;
        let mut state = self.state();
        while !state.done {
            let (next, _) = self
                .wake
                .wait_timeout(state, Duration::from_millis(100))
                .unwrap_or_else(PoisonError::into_inner);
            state = next;
            let long: Vec<String> = state
                .running
                .iter()
                .filter(|(_, start)| start.elapsed() >= LONG)
                .map(|(name, _)| name.clone())
                .collect();
            if self.mode == Mode::Bar {
                draw(&mut bar, &long, state.program, state.begun);
                continue;
            }
            for name in long {
                if state.named.insert(name.clone()) {
                    crate::output::say(&format!("still verifying {name}\n"));
                }
            }
        }
        if let Some(bar) = bar {
            bar.finish_and_clear();
        }
    }
}

/// Draws the line over: the programs done of all, and the methods that take long.
fn draw(
    bar: &mut Option<ProgressBar>,
    long: &[String],
    (number, of): (usize, usize),
    begun: Option<Instant>,
) {
    let elapsed = begun.map_or(LONG, |begun| begun.elapsed());
    let several = of > 1 && elapsed >= LONG;
    if long.is_empty() && !several {
        if let Some(bar) = bar.take() {
            bar.finish_and_clear();
        }
        return;
    }
    let bar = bar.get_or_insert_with(|| {
        let template = match several {
            true => "{bar:24} {pos}/{len} programs, {elapsed} {msg}",
            false => "{spinner} {elapsed} {msg}",
        };
        let style = ProgressStyle::with_template(template)
            .unwrap_or_else(|_| ProgressStyle::default_spinner());
        ProgressBar::new(u64::try_from(of).unwrap_or(0))
            .with_style(style.progress_chars("=> "))
            .with_elapsed(elapsed)
    });
    bar.set_position(u64::try_from(number.saturating_sub(1)).unwrap_or(0));
    bar.set_message(match long.is_empty() {
        true => String::new(),
        false => format!("verifying {}", long.join(", ")),
    });
    bar.tick();
}

impl Watch for Progress {
    fn during<T>(&self, stage: &str, work: impl FnOnce() -> T) -> T {
        {
            let mut state = self.state();
            state.stage = stage.to_owned();
            state.running.clear();
            state.named.clear();
            state.done = false;
        }
        if self.mode == Mode::Silent {
            return work();
        }
        /// Ends the watch even if the work panics.
        struct Stop<'a>(&'a Progress);
        impl Drop for Stop<'_> {
            fn drop(&mut self) {
                self.0.state().done = true;
                self.0.wake.notify_all();
            }
        }
        std::thread::scope(|scope| {
            scope.spawn(|| self.watch());
            let _stop = Stop(self);
            work()
        })
    }
}

impl Observer for Progress {
    fn started(&self, method: &str) {
        let mut state = self.state();
        state.running.insert(method.to_owned(), Instant::now());
    }

    fn finished(&self, report: &MethodReport) {
        self.state().running.remove(&report.name);
    }

    fn question(&self, obligation: &str, solved: &Solved) {
        let Some(folder) = &self.log else {
            return;
        };
        let path = {
            let mut state = self.state();
            let name = format!("{}-{}", state.stage, file_name(obligation));
            let number = state.questions.entry(name.clone()).or_default();
            *number += 1;
            folder.join(format!("{name}-{number}.smt2"))
        };
        if let Err(error) = std::fs::write(&path, solved.readable()) {
            self.state().log_error.get_or_insert(error);
        }
    }
}

/// A name that can be a file's.
fn file_name(text: &str) -> String {
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-') {
            c
        } else {
            '_'
        }
    };
    text.chars().take(120).map(plain).collect()
}

/// Whether a folder for questions can be made.
///
/// # Errors
/// `C006`.
pub fn prepare_log(folder: &Path) -> Result<(), crate::output::Failure> {
    crate::output::create_folder(folder)
}

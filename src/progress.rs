//! What is seen while proofs are sought, and the questions kept on request.

pub mod kernels;

use indicatif::{ProgressBar, ProgressStyle};
use pipeline::watch::Watch;
use seplog::Observer;
use seplog::report::{MethodReport, Outcome};
use solver::encode::{Solved, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::io::IsTerminal;
use std::path::PathBuf;
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

/// From when on it is shown how far the work is.
const SOON: Duration = Duration::from_secs(1);

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
    /// When the first of them was begun, or the work if there is only one.
    since: Option<Instant>,
    running: BTreeMap<String, Instant>,
    named: BTreeSet<String>,
    questions: BTreeMap<String, usize>,
    /// How far the proofs of the present text are.
    count: Count,
    /// What was found to be wrong and is not said yet: each in one line, above how far the work is. The
    /// whole messages come when the program is done.
    found: Vec<String>,
    log_error: Option<std::io::Error>,
    done: bool,
}

/// Obligations of a text.
#[derive(Debug, Default)]
struct Count {
    /// How many each method has, as far as that is known.
    stated: BTreeMap<String, usize>,
    /// Those of methods under way that were answered, by their names.
    answered: BTreeSet<String>,
    /// Those of methods that are done.
    done: usize,
    /// Those of them without a proof.
    not_proved: usize,
}

impl Count {
    fn finished(&mut self, report: &MethodReport) {
        let own = format!("{}/", report.name);
        self.answered.retain(|name| !name.starts_with(&own));
        let all = report.obligations.len();
        self.stated.insert(report.name.clone(), all);
        self.done += all;
        let open = report.obligations.iter();
        self.not_proved += open.filter(|one| one.outcome != Outcome::Proved).count();
    }

    /// `413/640 obligations, 2 not proved`.
    fn words(&self) -> String {
        let all: usize = self.stated.values().sum();
        // A method that is looked at once more may have been answered in part before.
        let done = (self.done + self.answered.len()).min(all);
        let mut text = format!("{done}/{all} obligations");
        if self.not_proved > 0 {
            text.push_str(&format!(", {} not proved", self.not_proved));
        }
        text
    }
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
        state.since.get_or_insert_with(Instant::now);
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
                draw(&mut bar, &long, &mut state);
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

/// Draws the line over: how far the proofs are, the program of several, and the methods that take long.
fn draw(bar: &mut Option<ProgressBar>, long: &[String], state: &mut State) {
    let elapsed = state.since.map_or(SOON, |since| since.elapsed());
    if elapsed < SOON {
        if let Some(bar) = bar.take() {
            bar.finish_and_clear();
        }
        return;
    }
    let (number, of) = state.program;
    let bar = bar.get_or_insert_with(|| {
        let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}")
            .unwrap_or_else(|_| ProgressStyle::default_spinner());
        ProgressBar::new_spinner()
            .with_style(style)
            .with_elapsed(elapsed)
    });
    let mut words = state.count.words();
    if of > 1 {
        words = format!("program {number} of {of}: {words}");
    }
    if !long.is_empty() {
        words.push_str(&format!(", verifying {}", long.join(", ")));
    }
    for line in state.found.drain(..) {
        bar.println(line);
    }
    bar.set_message(words);
    bar.tick();
}

impl Watch for Progress {
    fn during<T>(&self, stage: &str, work: impl FnOnce() -> T) -> T {
        {
            let mut state = self.state();
            state.stage = stage.to_owned();
            state.running.clear();
            state.named.clear();
            state.count = Count::default();
            state.found.clear();
            state.since.get_or_insert_with(Instant::now);
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

    fn stated(&self, method: &str, obligations: usize) {
        let mut state = self.state();
        state.count.stated.insert(method.to_owned(), obligations);
    }

    fn finished(&self, report: &MethodReport) {
        let mut state = self.state();
        state.running.remove(&report.name);
        state.count.finished(report);
        if self.mode == Mode::Bar {
            state.found.extend(refuted(report));
        }
    }

    fn question(&self, obligations: &[&str], solved: &Solved) {
        let (Some(first), more) = (obligations.first(), obligations.len().saturating_sub(1)) else {
            return;
        };
        if more == 0 || matches!(solved.verdict, Verdict::Proved) {
            let answered = obligations.iter().map(|one| (*one).to_owned());
            self.state().count.answered.extend(answered);
        }
        let Some(folder) = &self.log else {
            return;
        };
        let path = {
            let mut state = self.state();
            let mut name = format!("{}-{}", state.stage, file_name(first));
            if more > 0 {
                name.push_str(&format!("-and-{more}-more"));
            }
            let number = state.questions.entry(name.clone()).or_default();
            *number += 1;
            folder.join(format!("{name}-{number}.smt2"))
        };
        if let Err(error) = std::fs::write(&path, solved.readable()) {
            self.state().log_error.get_or_insert(error);
        }
    }
}

/// What of a method was found to be wrong, a line each.
fn refuted(report: &MethodReport) -> impl Iterator<Item = String> {
    let wrong = report.obligations.iter();
    let wrong = wrong.filter(|one| one.outcome == Outcome::Refuted);
    wrong.map(|one| format!("{}: {} ({})", report.name, one.message, one.code))
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

#[cfg(test)]
mod tests {
    use super::*;
    use seplog::report::failure::Failure;
    use seplog::report::{Measured, ObligationReport};
    use text::code::Code;

    #[test]
    fn how_far_it_is() {
        let mut count = Count::default();
        count.stated.insert("C.one".to_owned(), 3);
        count.stated.insert("C.other".to_owned(), 4);
        count.answered.insert("C.one/V003/1".to_owned());
        assert_eq!(count.words(), "1/7 obligations");
        count.finished(&MethodReport {
            name: "C.one".to_owned(),
            span: text::span::Span::default(),
            obligations: Vec::new(),
            unsupported: None,
            contradictory: Vec::new(),
            time_ms: 0.0,
        });
        assert_eq!(count.words(), "0/4 obligations");
        count.not_proved = 2;
        assert_eq!(count.words(), "0/4 obligations, 2 not proved");
    }

    #[test]
    fn what_is_wrong_is_said_above_how_far_it_is() {
        let obligation = |outcome| ObligationReport {
            id: "C.one/V004/1".to_owned(),
            code: Code::V004,
            failure: Failure::DivisionByZero,
            message: "the divisor may be zero".to_owned(),
            span: text::span::Span::default(),
            demanded_by: None,
            outcome,
            counterexample: Vec::new(),
            threads: Vec::new(),
            help: None,
            hints: Vec::new(),
            fix: None,
            lacks: None,
            measured: Measured::default(),
        };
        let report = MethodReport {
            name: "C.one".to_owned(),
            span: text::span::Span::default(),
            obligations: vec![obligation(Outcome::Proved), obligation(Outcome::Refuted)],
            unsupported: None,
            contradictory: Vec::new(),
            time_ms: 0.0,
        };
        let line = "C.one: the divisor may be zero (V004)";
        for (mode, said) in [(Mode::Bar, &[line][..]), (Mode::Lines, &[])] {
            let progress = Progress::new(mode, None);
            progress.finished(&report);
            assert_eq!(progress.state().found, said);
            // Of the next text nothing is known yet.
            progress.during("again", || ());
            assert!(progress.state().found.is_empty());
        }
    }
}

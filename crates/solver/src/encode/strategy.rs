//! The strategy: which form of a question is tried with which options, and in which order.

mod cache;
mod run;
mod search;
mod steps;

pub(super) use self::cache::answer;
use super::Verdict;
use crate::smt::UnknownCause;
use crate::term::Symbol;
use std::sync::Arc;

/// Which forms of a question are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forms {
    /// All of them.
    All,
    /// Those that decide questions about integers without quantifiers: once with nonlinear terms replaced, and once as it
    /// is. Of the questions about kernels the others decide fewer than one in a hundred, and take more than half of the
    /// time.
    Few,
    /// The question as it is, which alone has a model where terms are nonlinear: for who looks for a counterexample.
    Plain,
}

/// How much is tried for a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Resource limit of each first attempt, in Z3's units.
    pub first_rlimit: u64,
    /// Resource limit of each later attempt, in Z3's units.
    pub rlimit: u64,
    /// Resource limit of all attempts at a proof together, in Z3's units.
    pub total_rlimit: u64,
    /// Resource limit of one search for a counterexample, in Z3's units.
    pub search_rlimit: u64,
    /// Wall-clock limit of all attempts together, in milliseconds, if the caller sets one. It is
    /// the only clock, and an answer that it ends is not kept.
    pub timeout_ms: Option<u64>,
    /// Seed of the attempts at a proof; later ones add to it. Counterexamples are looked for with seeds
    /// of their own: which model comes first decides whether it satisfies all that is assumed.
    pub seed: u32,
    /// The last attempt that is tried, 1 to 6.
    pub last_attempt: usize,
    /// Which forms of a question are asked.
    pub forms: Forms,
    /// Whether to find out if a proof needed the goal.
    pub core: bool,
    /// Whether the question only steers the work, so that no answer means no more than that
    /// nothing is concluded; such an answer may be kept.
    pub on_the_way: bool,
}

impl Default for Effort {
    fn default() -> Self {
        Effort {
            first_rlimit: 200_000,
            rlimit: 2_500_000,
            total_rlimit: 8_000_000,
            search_rlimit: 300_000,
            timeout_ms: None,
            seed: 0,
            last_attempt: 6,
            forms: Forms::All,
            core: false,
            on_the_way: false,
        }
    }
}

/// What became of a question.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The answer.
    pub verdict: Verdict,
    /// The attempt that gave it, from 1; 0 if no solver was needed.
    pub attempt: usize,
    /// Z3's resource units over all attempts, if the answer was kept those it took when it was asked.
    pub rlimit_used: u64,
    /// Wall-clock time over all attempts, in milliseconds.
    pub time_ms: u64,
    /// Quantifier instances in the attempt that gave the answer.
    pub quantifier_instances: u64,
    /// Whether the proof needed the goal; none if it was not asked or there is no proof.
    pub core_uses_goal: Option<bool>,
    /// The limit that an attempt met, if the question was never thought through to its end.
    pub limit: Option<String>,
    /// Whether the answer was kept from another run.
    pub cached: bool,
    /// The question in canonical text, with interpreted operators and without options.
    pub script: String,
    /// The symbols that the text has numbers for, each with its number's symbol first.
    pub legend: Arc<[(Symbol, Symbol)]>,
}

impl Solved {
    /// The question's text with a comment that says what its numbers stand for.
    pub fn readable(&self) -> String {
        let mut text = String::new();
        for (number, symbol) in self.legend.iter() {
            // A name of the program is one word, and a comment ends with its line.
            text.push_str(&format!("; f.{} is {}\n", number.name(), symbol.name()));
        }
        text.push_str(&self.script);
        text
    }
}

fn limit_name(cause: UnknownCause) -> &'static str {
    match cause {
        UnknownCause::ResourceLimit => "resource limit (--rlimit)",
        UnknownCause::Uncounted => "the solver came to no end",
        UnknownCause::Timeout => "time limit (--timeout)",
        UnknownCause::Memory => "memory limit",
        UnknownCause::Incomplete => "incomplete",
        UnknownCause::Fault => "fault",
    }
}

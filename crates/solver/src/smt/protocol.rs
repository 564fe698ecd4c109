//! What travels between the pool and a worker: one JSON object a line, in both directions.
//!
//! A worker speaks first, with a [`Hello`]. Then each [`WireRequest`] is answered by one [`WireReply`]
//! of the same number.

use serde::{Deserialize, Serialize};

use super::options::recommended_options;

/// The first command-line argument of a solver worker. A program that has Z3 inside turns into one by it.
pub const WORKER_ARGUMENT: &str = "--solver-worker";

/// Version of the messages below. Both ends are installed together, so a difference is a fault.
pub const PROTOCOL: u32 = 3;

/// A question for the solver: are the assertions of a script contradictory?
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolveRequest {
    /// SMT-LIB 2 text: declarations, definitions and assertions, no other command.
    pub script: String,
    /// How many `assert` commands the script holds. The answer is a fault if Z3 took any other number,
    /// so that an assertion that was lost, above all the negated goal, cannot pass for a verdict.
    pub assertions: usize,
    /// Solver options by their Z3 names, applied in this order. One that the worker does not know is
    /// a fault.
    pub options: Vec<(String, String)>,
    /// Limit in Z3's resource units, 0 for none. Values above `u32::MAX` count as that.
    pub rlimit: u64,
    /// Limit on the solver's wall-clock time in milliseconds, at least 1. The pool kills the worker some
    /// time after it ([`super::PoolConfig::grace`]) if Z3 does not keep to it.
    pub timeout_ms: u64,
    /// Limit on the processor time that the answer takes, in milliseconds, 0 for none: Z3 does not count
    /// all that it does, and without end in the worst case. It does not depend on the machine's load.
    /// The worker ends with it.
    pub processor_ms: u64,
    /// Terms to evaluate when the answer comes with a model, in SMT-LIB text over the script's symbols.
    pub want_model: Vec<String>,
    /// Whether to say which assertions an [`SolverAnswer::Unsat`] needed. Costs the solver something.
    pub want_core: bool,
    /// Whether to report all of Z3's statistics.
    pub statistics: bool,
}

impl SolveRequest {
    /// A request with the recommended options, ten seconds, and no other limit.
    pub fn new(script: impl Into<String>, assertions: usize) -> Self {
        SolveRequest {
            script: script.into(),
            assertions,
            options: recommended_options(),
            rlimit: 0,
            timeout_ms: 10_000,
            processor_ms: 0,
            want_model: Vec::new(),
            want_core: false,
            statistics: false,
        }
    }
}

/// What the solver said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SolverAnswer {
    /// The assertions contradict each other.
    Unsat,
    /// The assertions have a model.
    Sat,
    /// Neither was found, for the reason given, or something went wrong.
    Unknown,
}

/// Why an answer is [`SolverAnswer::Unknown`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UnknownCause {
    /// The search ended without an answer, as it does with quantifiers. Asking again changes nothing.
    Incomplete,
    /// The request's `rlimit` was used up. Asking again changes nothing.
    ResourceLimit,
    /// The wall clock ran out. On another machine, or another day, the answer may differ.
    Timeout,
    /// The limit of processor time was reached, which is above what the resource limit allows: Z3 went
    /// on without counting. Asking again changes nothing.
    Uncounted,
    /// The memory limit was reached.
    Memory,
    /// A fault: there is no answer, and [`SolveReply::fault`] says what happened.
    Fault,
}

/// The answer to a [`SolveRequest`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SolveReply {
    /// The answer; [`SolverAnswer::Unknown`] whenever there is a fault.
    pub answer: SolverAnswer,
    /// Why the answer is unknown; `None` exactly if it is not.
    pub cause: Option<UnknownCause>,
    /// The solver's own words for the cause; empty if the answer is known.
    pub reason: String,
    /// The terms of `want_model` with their values in SMT-LIB text, in the order asked for. Empty if
    /// there is no model. With an unknown answer the values need not satisfy the assertions.
    pub model: Vec<(String, String)>,
    /// With `want_core` and an unsat answer, the assertions it needed: positions in the script from 0,
    /// ascending. Not minimal unless the option `smt.core.minimize` is set.
    pub unsat_core: Vec<usize>,
    /// Z3's resource units used by the check.
    pub rlimit_used: u64,
    /// Wall-clock time from parsing to the answer inside the worker, in microseconds; for a worker that
    /// was killed, the time until then.
    pub time_us: u64,
    /// How many quantifier instances were made.
    pub quant_instantiations: u64,
    /// Z3's statistics by name, sorted, if asked for.
    pub statistics: Vec<(String, f64)>,
    /// What went wrong, in a sentence; `None` if nothing did.
    pub fault: Option<String>,
}

impl SolveReply {
    /// A reply that says that something went wrong: `problem`, in a sentence.
    pub fn fault(problem: impl Into<String>) -> Self {
        let problem = problem.into();
        SolveReply {
            cause: Some(UnknownCause::Fault),
            reason: problem.clone(),
            fault: Some(problem),
            ..SolveReply::unknown(UnknownCause::Fault, String::new())
        }
    }

    /// A reply without an answer, for a reason that is not a fault, with the solver's words for it.
    pub fn unknown(cause: UnknownCause, reason: impl Into<String>) -> Self {
        SolveReply {
            answer: SolverAnswer::Unknown,
            cause: Some(cause),
            reason: reason.into(),
            model: Vec::new(),
            unsat_core: Vec::new(),
            rlimit_used: 0,
            time_us: 0,
            quant_instantiations: 0,
            statistics: Vec::new(),
            fault: None,
        }
    }

    /// The same reply, with nothing in it that a fault would make worthless.
    ///
    /// The pool passes every reply through here, so that no bug in a worker can make a fault a verdict.
    pub(super) fn checked(self) -> Self {
        match (&self.fault, self.answer, self.cause) {
            (None, SolverAnswer::Unknown, Some(cause)) if cause != UnknownCause::Fault => self,
            (None, SolverAnswer::Unsat | SolverAnswer::Sat, None) => self,
            (Some(problem), _, _) => SolveReply {
                time_us: self.time_us,
                ..SolveReply::fault(problem.clone())
            },
            (None, _, _) => SolveReply::fault("the solver worker's reply contradicts itself"),
        }
    }
}

/// What a worker says when it is ready.
#[derive(Debug, Serialize, Deserialize)]
pub struct Hello {
    /// [`PROTOCOL`], as the worker knows it.
    pub protocol: u32,
    /// The version of its Z3.
    pub z3_version: String,
    /// Where its Z3 is, for people to read.
    #[serde(default)]
    pub library: String,
    /// A fingerprint of what the worker is made of, Z3 aside.
    #[serde(default)]
    pub sources: String,
    /// Why this worker will not work; it ends after saying so.
    pub refusal: Option<String>,
}

/// A request on its way to a worker.
#[derive(Debug, Serialize, Deserialize)]
pub struct WireRequest {
    /// Its number, which the reply has, too.
    pub id: u64,
    /// What is asked.
    pub request: SolveRequest,
}

/// A reply on its way back.
#[derive(Debug, Serialize, Deserialize)]
pub struct WireReply {
    /// The number of the request.
    pub id: u64,
    /// The answer.
    pub reply: SolveReply,
    /// Whether the worker is in no state to take another request.
    pub retire: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_never_is_a_verdict() {
        let unsat = SolveReply {
            answer: SolverAnswer::Unsat,
            cause: None,
            ..SolveReply::unknown(UnknownCause::Incomplete, "")
        };
        assert_eq!(unsat.clone().checked(), unsat);
        let faulty = SolveReply {
            fault: Some("lost an assertion".into()),
            ..unsat.clone()
        };
        assert_eq!(faulty.checked(), SolveReply::fault("lost an assertion"));
        let torn = SolveReply {
            cause: Some(UnknownCause::Timeout),
            ..unsat
        };
        assert_eq!(torn.checked().answer, SolverAnswer::Unknown);
    }
}

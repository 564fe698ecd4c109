//! What a check says: outcomes, obligations, what is trusted, what is not understood.

pub mod failure;
pub(crate) mod messages;

use crate::report::failure::Failure;
use core_lang::Trusted;
use serde::{Deserialize, Serialize};
use text::code::Code;
use text::diagnostics::{Diagnostic, Fix, Label};
use text::span::Span;

/// The answer to an obligation. Only `Proved` counts as yes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// It holds.
    Proved,
    /// It does not hold: a counterexample was confirmed by our own evaluator.
    Refuted,
    /// The solver ended within its limits without a proof.
    Failed,
    /// A limit, a fault or an unsupported construct ended the search; which one.
    Unknown(String),
}

/// Why nothing is known where the cache must have every answer and lacks this one.
pub const NOT_KEPT: &str = "not in the cache";

/// The limit of an obligation whose kept answer is not the one that the solver gives.
pub const KEPT_OTHERWISE: &str = "the cache had another answer";

impl Outcome {
    /// Whether nobody was asked, for the cache must have every answer and lacks this one.
    pub fn is_not_kept(&self) -> bool {
        matches!(self, Outcome::Unknown(reason) if reason == NOT_KEPT)
    }

    /// Whether the cache had another answer than the solver gives.
    pub fn is_kept_otherwise(&self) -> bool {
        matches!(self, Outcome::Unknown(reason) if reason == KEPT_OTHERWISE)
    }
}

/// What had to be shown at one place.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ObligationReport {
    /// Identity within the program: method, code and a running number of that code.
    pub id: String,
    /// The kind, a `V…` code.
    pub code: Code,
    /// What is wrong if it does not hold, as data; code, message and help follow from it.
    pub failure: Failure,
    /// What had to be shown, as a sentence about what is wrong if it does not hold.
    pub message: String,
    /// The statement or expression for which it had to be shown.
    pub span: Span,
    /// The contract clause or invariant that demands it, if another place.
    pub demanded_by: Option<Span>,
    /// The answer.
    pub outcome: Outcome,
    /// Values of a (candidate) counterexample, by the words of the program.
    pub counterexample: Vec<(String, String)>,
    /// Where threads, or values of a quantifier, stand in each other's way: one column each.
    pub threads: Vec<ThreadValues>,
    /// The annotation that would help, where it can be told.
    pub help: Option<String>,
    /// Places that have a part in it, with what is missing or wrong there.
    pub hints: Vec<Label>,
    /// A change of the text that is worth a try.
    pub fix: Option<Fix>,
    /// What it lacks, if others of the method lack the same: they are told once.
    pub lacks: Option<String>,
    /// Figures, which differ from run to run.
    pub measured: Measured,
}

/// A thread, or a value of a quantifier's variables, in a counterexample.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThreadValues {
    /// The words of the permission it asks for.
    pub span: Span,
    /// Its variables; `all` where each value asks for it.
    pub values: Vec<(String, String)>,
    /// How much it asks for, if that is at issue.
    pub amount: Option<String>,
}

/// Figures of one obligation.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Measured {
    /// Milliseconds in the solver, over all attempts of the strategy.
    pub time_ms: f64,
    /// Z3's resource units.
    pub rlimit: u64,
    /// Quantifier instantiations.
    pub quantifier_instances: u64,
    /// Which attempt of the strategy answered, from 0; above 0 the proof needed a retry.
    #[serde(rename = "rung")]
    pub attempt: usize,
    /// Whether the answer came from the cache.
    pub cached: bool,
}

impl Measured {
    /// The part of one of so many obligations that one question was about.
    pub fn share(self, of: usize) -> Measured {
        let parts = u64::try_from(of).unwrap_or(u64::MAX).max(1);
        Measured {
            time_ms: self.time_ms / parts as f64,
            // What was asked took something.
            rlimit: self.rlimit.div_ceil(parts),
            quantifier_instances: self.quantifier_instances / parts,
            ..self
        }
    }

    /// Adds what a question took whose answer is not the one that counts.
    pub fn add_cost(&mut self, other: &Measured) {
        self.time_ms += other.time_ms;
        self.rlimit += other.rlimit;
        self.quantifier_instances += other.quantifier_instances;
    }

    /// The answer comes from an earlier run. One that needed no question then needs none now.
    pub fn is_from_cache(&mut self) {
        *self = Measured {
            time_ms: 0.0,
            rlimit: 0,
            quantifier_instances: 0,
            attempt: self.attempt,
            cached: self.cached || self.rlimit > 0,
        };
    }
}

/// A method, function, constructor or other declaration with obligations.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MethodReport {
    /// `Class.method` or a plain name; of an instance of type parameters, with their types.
    pub name: String,
    /// The name's place.
    pub span: Span,
    /// In order of the program text.
    pub obligations: Vec<ObligationReport>,
    /// Why nothing was checked, if so: a construct without a rule (a `U…` code).
    pub unsupported: Option<Diagnostic>,
    /// The places asked about ([`crate::Settings::asked`]) where what is known contradicts itself.
    pub contradictory: Vec<Span>,
    /// Milliseconds spent on it.
    pub time_ms: f64,
}

impl MethodReport {
    /// Whether all of it was looked at and proved.
    pub fn is_shown(&self) -> bool {
        let mut all = self.obligations.iter();
        self.unsupported.is_none() && all.all(|one| one.outcome == Outcome::Proved)
    }
}

/// The name by which the program declares what is reported under `name`: an instance of type
/// parameters is reported as `Class.method<types>`.
pub fn declared_name(name: &str) -> &str {
    name.split_once('<').map_or(name, |(declared, _)| declared)
}

/// The result of a check.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Report {
    /// In order of the program text.
    pub methods: Vec<MethodReport>,
    /// Everything assumed.
    pub trusted: Vec<Trusted>,
    /// Warnings.
    pub warnings: Vec<Diagnostic>,
    /// What was not looked at, for only others were asked for.
    pub passed_over: Vec<String>,
}

/// The answer to a whole program, worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Summary {
    /// Every obligation is proved, and there is at least one.
    Verified,
    /// There was no obligation: nothing was shown.
    Nothing,
    /// Something is unknown or unsupported, and nothing is refuted or failed.
    Unknown,
    /// At least one obligation is refuted or failed.
    Failed,
}

impl Report {
    /// All obligations with their method.
    pub fn obligations(&self) -> impl Iterator<Item = (&MethodReport, &ObligationReport)> {
        self.methods
            .iter()
            .flat_map(|method| method.obligations.iter().map(move |o| (method, o)))
    }

    /// The answer to the whole.
    pub fn summary(&self) -> Summary {
        let mut summary = Summary::Nothing;
        let mut any_proved = false;
        for method in &self.methods {
            if method.unsupported.is_some() {
                summary = summary.max(Summary::Unknown);
            }
            for obligation in &method.obligations {
                match obligation.outcome {
                    Outcome::Proved => any_proved = true,
                    Outcome::Unknown(_) => summary = summary.max(Summary::Unknown),
                    Outcome::Refuted | Outcome::Failed => summary = Summary::Failed,
                }
            }
        }
        match any_proved && summary == Summary::Nothing {
            true => Summary::Verified,
            false => summary,
        }
    }
}

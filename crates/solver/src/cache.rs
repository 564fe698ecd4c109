//! Answers kept from one run to the next. Where they are kept is for others to say.

use crate::encode::Value;
use serde::{Deserialize, Serialize};

/// An answer that is worth keeping: a proof or a confirmed counterexample, nothing else for an
/// obligation. Of a question that only steers the work, that there was no proof is kept as well.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// True if the goal follows.
    pub proved: bool,
    /// True if it is not known to follow; only questions on the way take such an answer.
    pub open: bool,
    /// The limit that ended the search of an open one; empty if it came to an end by itself.
    pub limit: String,
    /// The attempt of the strategy that answered, from 1.
    #[serde(alias = "rung")]
    pub attempt: usize,
    /// The resource units that the answer took: who has but so many left goes on as if it had been asked.
    #[serde(default)]
    pub rlimit_used: u64,
    /// The counterexample (for an open one a candidate), by the positions of what was wanted;
    /// empty for a proof.
    pub values: Vec<(usize, Value)>,
}

/// How an answer that is kept is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
    /// As it is.
    Full,
    /// The question is asked again, and another answer is a fault.
    AskAgain,
}

/// Keeps answers. It may forget; it must not give an answer to another key.
pub trait ProofCache: Send + Sync + std::fmt::Debug {
    /// The answer for a key, and how it is to be used.
    fn load(&self, key: &str) -> Option<(Kept, Trust)>;
    /// Keeps an answer.
    fn store(&self, key: &str, kept: &Kept);
    /// The solver was asked again for a kept answer, and gives another one, which takes its place.
    fn differs(&self);
    /// Whether the solver must not be asked: what is not kept is unknown.
    fn enforced(&self) -> bool;
}

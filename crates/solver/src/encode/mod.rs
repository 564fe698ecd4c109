//! From questions to the solver's text, and from its answers to verdicts.
//!
//! | file | holds |
//! |---|---|
//! | `prepare.rs` | premises taken apart, relevant axioms, the cache key |
//! | `canonical.rs` | one text for equal questions |
//! | `strategy.rs`, `strategy/` | the attempts and their order, the search for a counterexample, which answers are kept |
//! | `nonlinear.rs` | stand-ins for nonlinear terms |
//! | `occurrences.rs` | which nonlinear terms there are |
//! | `lemmas.rs` | theorems about products, quotients and remainders |
//! | `sorted.rs` | whether a question is well sorted |
//! | `smtlib.rs` | text |
//! | `value.rs`, `eval.rs`, `model.rs` | counterexamples, and our own check of them |

mod canonical;
mod eval;
pub mod lemmas;
mod model;
pub mod nonlinear;
mod occurrences;
mod plain;
mod prepare;
pub mod smtlib;
mod sorted;
mod strategy;
mod value;

pub use eval::Evaluator;
pub use model::Model;
pub use prepare::Prepared;
pub use strategy::{Effort, Forms, Solved};
pub use value::{Value, parse as parse_value};

use crate::smt::SolverPool;
use crate::term::Term;

/// Whether a goal follows.
#[derive(Clone, Debug)]
pub struct Question {
    /// Background facts. Only those that can matter are sent.
    pub axioms: Vec<Term>,
    /// What is known; all of it is sent.
    pub assumptions: Vec<Term>,
    /// What is to be shown.
    pub goal: Term,
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The goal follows.
    Proved,
    /// The goal does not follow: our own evaluation confirms the counterexample.
    Refuted(Model),
    /// The solver came to an end without a proof. The model, if any, is a candidate only.
    Failed(Option<Model>),
    /// A limit ended the search: its name, and the model as for `Failed`.
    Limited(String, Option<Model>),
    /// The question could not be asked, or its answer cannot be believed; why, in words.
    Fault(String),
    /// No solver may be asked, and the cache has no answer.
    NotKept,
    /// The cache had another answer than the solver gives.
    KeptOtherwise,
}

/// Asks a question. `wanted` names terms whose values are shown with a counterexample.
pub fn solve(
    question: &Question,
    pool: &SolverPool,
    effort: &Effort,
    wanted: &[(String, Term)],
) -> Solved {
    Prepared::new(question, wanted).solve(pool, effort)
}

impl Prepared {
    /// Asks the prepared question.
    pub fn solve(&self, pool: &SolverPool, effort: &Effort) -> Solved {
        strategy::answer(self, pool, effort)
    }
}

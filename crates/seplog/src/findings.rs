//! What the engine finds on its way through a declaration.

use crate::failure::Unsupported;
use crate::obligation::Obligation;
use crate::probe::Probe;
use crate::recursion::RecursiveCall;
use crate::state::Facts;
use solver::term::Term;
use text::span::Span;

/// What was found, in order: a log, which only grows while the engine is at work.
#[derive(Default)]
pub struct Findings {
    /// What must be shown.
    pub obligations: Vec<Obligation>,
    /// Obligations that are asked with selected premises, with all that is known.
    pub whole: Vec<Whole>,
    /// Places that some state should reach.
    pub probes: Vec<Probe>,
    /// Constructs without a rule, and where.
    pub gaps: Vec<(Unsupported, Span)>,
    /// Recursive calls of the group whose recursion is looked at.
    pub calls: Vec<RecursiveCall>,
}

/// What must be asked again in full if it is not proved with selected premises.
pub struct Whole {
    /// The obligation's number.
    pub number: usize,
    /// What is known.
    pub facts: Facts,
    /// What must follow.
    pub goal: Term,
}

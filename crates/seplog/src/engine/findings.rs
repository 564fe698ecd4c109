//! What the engine finds on its way through a declaration.

use crate::function::recursion::RecursiveCall;
use crate::obligation::probe::Probe;
use crate::obligation::{Duty, Obligation};
use crate::report::failure::Unsupported;
use crate::state::Facts;
use solver::term::Term;
use std::collections::HashMap;
use text::code::Code;
use text::span::Span;

/// What was found, in order: a log, which only grows while the engine is at work.
#[derive(Default)]
pub(crate) struct Findings {
    /// What must be shown.
    pub obligations: Vec<Obligation>,
    /// Obligations that are asked with selected premises, with all that is known.
    pub whole: Vec<Whole>,
    /// What was taken to hold behind an obligation.
    pub assumed: Vec<Assumed>,
    /// How many obligations there were of each kind at each place.
    claims: HashMap<(Span, Option<Span>, Code), usize>,
    /// Places that some state should reach.
    pub probes: Vec<Probe>,
    /// Constructs without a rule, and where.
    pub gaps: Vec<(Unsupported, Span)>,
    /// Whether a predicate instance was there: what it says, and which cells it hides and keeps, is
    /// not known before it is unfolded.
    pub hidden: bool,
    /// Recursive calls of the group whose recursion is looked at.
    pub calls: Vec<RecursiveCall>,
}

/// Which obligation of a declaration, however many others there are before it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Identity {
    /// Where, for which clause, and the code.
    place: (Span, Option<Span>, Code),
    /// The how many-th there of this kind.
    number: usize,
}

/// An obligation that what follows takes to hold.
pub(crate) struct Assumed {
    /// The obligation's number.
    pub number: usize,
    /// Which it is.
    pub claim: Identity,
    /// What is known before it.
    pub facts: Facts,
    /// What is taken to hold.
    pub formula: Term,
}

impl Findings {
    /// The name of the next obligation of a duty.
    pub(crate) fn claim(&mut self, duty: &Duty) -> Identity {
        let place = (duty.span, duty.demanded_by, duty.failure.code());
        let number = self.claims.entry(place).or_insert(0);
        *number += 1;
        Identity {
            place,
            number: *number,
        }
    }
}

/// What must be asked again in full if it is not proved with selected premises.
pub(crate) struct Whole {
    /// The obligation's number.
    pub number: usize,
    /// What is known.
    pub facts: Facts,
    /// What must follow.
    pub goal: Term,
}

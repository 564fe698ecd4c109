//! What must be shown.

pub(crate) mod batch;
pub(crate) mod claimants;
pub(crate) mod counterexample;
pub(crate) mod generate;
pub(crate) mod probe;
pub(crate) mod prove;
pub(crate) mod vacuity;

use crate::obligation::claimants::Claim;
use crate::obligation::counterexample::Wanted;
use crate::report::failure::Failure;
use solver::encode::Question;
use text::span::Span;

/// Something that must be shown.
#[derive(Clone)]
pub(crate) struct Obligation {
    /// What is wrong if it does not hold.
    pub failure: Failure,
    /// Where.
    pub span: Span,
    /// The clause that demands it, if another place.
    pub demanded_by: Option<Span>,
    /// The question; none if it holds by simplification alone.
    pub question: Option<Question>,
    /// Terms whose values make a counterexample readable.
    pub wanted: Vec<Wanted>,
    /// The threads or values that stand in each other's way.
    pub claims: Vec<Claim>,
    /// False if it was found not to hold, without a question.
    pub holds: bool,
    /// Whether the question leaves out facts, so that only a proof is an answer.
    pub selected: bool,
    /// Whether more is known than any question says, so that no model is a refutation.
    pub loose: bool,
}

impl Obligation {
    /// Whether the formula must *not* be provable (`refute`).
    pub(crate) fn is_refutation(&self) -> bool {
        self.failure == Failure::NotRefuted
    }
}

/// What is wrong and who is to blame, if a formula that must be shown does not hold.
pub(crate) struct Duty {
    /// What is wrong.
    pub failure: Failure,
    /// Where.
    pub span: Span,
    /// The clause that demands it, if another place.
    pub demanded_by: Option<Span>,
    /// The threads or values that stand in each other's way.
    pub claims: Vec<Claim>,
}

impl Duty {
    /// At a place.
    pub(crate) fn at(span: Span, failure: Failure) -> Self {
        Duty {
            failure,
            span,
            demanded_by: None,
            claims: Vec::new(),
        }
    }

    /// At a clause, for which a statement is blamed instead if there is one.
    pub(crate) fn blamed(statement: Option<Span>, clause: Span, failure: Failure) -> Self {
        Duty {
            demanded_by: statement.map(|_| clause),
            ..Duty::at(statement.unwrap_or(clause), failure)
        }
    }

    /// The same with those who stand in each other's way.
    pub(crate) fn among(self, claims: Vec<Claim>) -> Self {
        Duty { claims, ..self }
    }
}

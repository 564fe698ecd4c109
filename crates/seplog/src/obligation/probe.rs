//! Places that some state should reach, and divisions whose operands should not be negative.

use solver::term::Term;
use text::span::Span;

/// A place of which something may be worth a warning.
pub(crate) struct Probe {
    pub(crate) kind: Kind,
    pub(crate) span: Span,
    pub(crate) facts: Vec<Term>,
    pub(crate) goal: Term,
}

/// What a probe is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// What follows a condition that is true.
    Then,
    /// What follows a condition that is false.
    Else,
    /// The body of a loop.
    LoopBody,
    /// The body of a parallel block.
    Thread,
    /// What follows a loop, where it is plain that it never ends.
    LoopEnd,
    /// The end of a body whose postcondition is shown there.
    End,
    /// Behind something that is inhaled or assumed: asked only to find the culprit.
    Inhaled,
    /// Behind what plainly contradicts itself or what is known: nothing after it is looked at.
    Lost,
    /// A place that the caller relies on: a contradiction there is looked for in any case.
    Asked,
    /// A division whose operands should not be negative.
    Division,
}

impl Kind {
    /// Whether it is about a place that code should reach.
    pub(crate) fn is_place(self) -> bool {
        match self {
            Kind::Then | Kind::Else | Kind::LoopBody | Kind::Thread => true,
            Kind::LoopEnd | Kind::End | Kind::Lost => true,
            Kind::Inhaled | Kind::Asked | Kind::Division => false,
        }
    }
}

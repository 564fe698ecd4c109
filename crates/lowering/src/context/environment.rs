//! What is known at a place of the text. It travels with the calls, by value, so that nothing
//! known at one place is left over at another.

use crate::parallel::uniformity::Uniformity;
use core_lang::{Assertion, Expr, LabelId, LocalId, OLD};
use spec_lang::ast::NodeId;

/// What is known where an expression stands.
#[derive(Clone, Copy)]
pub(crate) struct Place<'s> {
    /// The receiver.
    pub this: Option<LocalId>,
    /// What `\result` stands for.
    pub result: Option<LocalId>,
    /// The state that `\old` means.
    pub old: LabelId,
    /// Whether what is written is shown, rather than learnt (for `\polarity_dependent`).
    pub shown: bool,
    /// Whether it stands within `\polarity_dependent`.
    pub apart: bool,
    /// How deep inline expansion is, against cycles that the resolver missed.
    pub expansions: usize,
    /// What names mean here, besides those that the method declares.
    pub names: Option<&'s Names<'s>>,
}

/// What some names mean at a place: parameters of what is expanded there, and elements that are
/// bound there.
pub(crate) struct Names<'s> {
    /// The innermost ones.
    pub own: Vec<(NodeId, LocalId)>,
    /// Those around.
    pub outer: Option<&'s Names<'s>>,
}

impl<'s> Place<'s> {
    /// In a contract or an assertion, with this receiver and result.
    pub(crate) fn new(this: Option<LocalId>, result: Option<LocalId>) -> Place<'s> {
        Place {
            this,
            result,
            old: OLD,
            shown: false,
            apart: false,
            expansions: 0,
            names: None,
        }
    }

    /// The same place, where something is shown.
    pub(crate) fn shown(self) -> Place<'s> {
        Place {
            shown: true,
            ..self
        }
    }

    /// Under a negation: what was shown is learnt there.
    pub(crate) fn negated(self) -> Place<'s> {
        Place {
            shown: !self.shown,
            ..self
        }
    }

    /// Of a text whose giver and receiver read different sides of it.
    pub(crate) fn apart(self) -> Place<'s> {
        Place {
            apart: true,
            ..self
        }
    }

    /// What a parameter or an expression stands for here, if it has a name of this place.
    pub(crate) fn named(self, id: NodeId) -> Option<LocalId> {
        let mut names = self.names;
        while let Some(some) = names {
            if let Some((_, local)) = some.own.iter().find(|(name, _)| *name == id) {
                return Some(*local);
            }
            names = some.outer;
        }
        None
    }
}

/// What is known where a statement stands.
#[derive(Clone, Copy)]
pub(crate) struct Here<'s> {
    /// What is known where its expressions stand.
    pub place: Place<'s>,
    /// Where `return` goes.
    pub end: Option<LabelId>,
    /// Whether the method has a measure, and so its loops need one.
    pub ends: bool,
    /// Whether it is ghost code, which is never executed.
    pub ghost: bool,
    /// `context_everywhere` clauses of the method, or of the parallel block.
    pub everywhere: &'s [Assertion],
    /// What the method, or the parallel block, requires.
    pub required: &'s [Assertion],
    /// The innermost parallel block.
    pub block: Option<&'s OpenBlock>,
    /// The innermost `invariant` block.
    pub invariants: Option<&'s OpenInvariant<'s>>,
    /// Invariants opened by `atomic`, here or around the parallel block.
    pub atomics: &'s [NodeId],
    /// The innermost loop.
    pub loops: Option<&'s OpenLoop<'s>>,
}

/// A block of a parallel statement around the present place.
pub(crate) struct OpenBlock {
    /// Its identity, by which barriers name it.
    pub id: NodeId,
    /// No other block runs beside it in one statement.
    pub alone: bool,
    /// Its threads are the iterations of a loop, which run one after the other.
    pub ordered: bool,
    /// The thread identifiers with their ranges.
    pub iterators: Vec<(LocalId, Expr, Expr)>,
    /// What is known about its threads.
    pub uniformity: Uniformity,
    /// Locals with numbers from here on are the threads' own.
    pub first_local: u32,
    /// How many parallel blocks there are, from the outermost to this one.
    pub depth: usize,
}

/// The resource of an `invariant` block around a place.
pub(crate) struct OpenInvariant<'s> {
    /// The block.
    pub id: NodeId,
    /// The resource.
    pub resource: &'s Assertion,
    /// How many parallel blocks are around it.
    pub depth: usize,
    /// The next one around it.
    pub outer: Option<&'s OpenInvariant<'s>>,
}

/// A loop around a place: where `break` and `continue` go.
#[derive(Clone, Copy)]
pub(crate) struct OpenLoop<'s> {
    /// The loop.
    pub id: NodeId,
    /// Where `break` goes.
    pub leave: LabelId,
    /// Where `continue` goes.
    pub next: LabelId,
    /// Whether the loop is ghost code.
    pub ghost: bool,
    /// The next one around it.
    pub outer: Option<&'s OpenLoop<'s>>,
}

impl<'s> Here<'s> {
    /// At the start of a body.
    pub(crate) fn new(place: Place<'s>) -> Here<'s> {
        Here {
            place,
            end: None,
            ends: false,
            ghost: false,
            everywhere: &[],
            required: &[],
            block: None,
            invariants: None,
            atomics: &[],
            loops: None,
        }
    }

    /// The same, within ghost code.
    pub(crate) fn in_proof_text(self) -> Here<'s> {
        Here {
            ghost: true,
            ..self
        }
    }

    /// The same, where something is shown.
    pub(crate) fn shown(self) -> Here<'s> {
        Here {
            place: self.place.shown(),
            ..self
        }
    }

    /// Whether an `atomic` is open, here or around the parallel block.
    pub(crate) fn within_atomic(self) -> bool {
        !self.atomics.is_empty()
    }

    /// How many parallel blocks are around.
    pub(crate) fn depth(self) -> usize {
        self.block.map_or(0, |block| block.depth)
    }

    /// The `invariant` block of this identity.
    pub(crate) fn invariant(self, id: NodeId) -> Option<&'s OpenInvariant<'s>> {
        let mut next = self.invariants;
        while let Some(open) = next {
            if open.id == id {
                return next;
            }
            next = open.outer;
        }
        None
    }

    /// The loop of this identity.
    pub(crate) fn open_loop(self, id: NodeId) -> Option<&'s OpenLoop<'s>> {
        let mut next = self.loops;
        while let Some(open) = next {
            if open.id == id {
                return next;
            }
            next = open.outer;
        }
        None
    }
}

//! What statements have in them that bears on the cell.

use spec_lang::ast::{Binder, Expr, ExprKind, Ident, NodeId};
use text::span::Span;

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Reads.
    Read,
    /// Writes, and reads before if `reads`. `whole` if the statement does nothing else.
    Write { reads: bool, whole: bool },
}

/// Where something is evaluated.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// The statement.
    pub stmt: Span,
    /// Whether the statement is one of a block's, so that others may stand before it.
    pub in_block: bool,
    /// At a loop's head, before the first and after every iteration.
    pub head: Option<Head>,
}

/// The head of a loop.
#[derive(Clone, Debug)]
pub(super) struct Head {
    /// What an iteration assigns.
    pub written: Vec<NodeId>,
    /// The end of an iteration, if that is the same state as the head's: the body's brace.
    pub again: Option<usize>,
}

/// What is known where an expression is evaluated: a conjunct, or its negation.
pub(super) type Known = (Expr, bool);

/// An element of an array of the cell's type.
#[derive(Clone, Debug)]
pub(super) struct Access {
    /// The element.
    pub expr: Expr,
    /// What is done.
    pub role: Role,
    /// Whether only proofs see it.
    pub annotation: bool,
    /// Whether it is the cell as it is written.
    pub matches: bool,
    /// Variables of formulas around it.
    pub binders: Vec<Binder>,
    /// False if something around it has no place in a formula of ours.
    pub speakable: bool,
    /// What is known there.
    pub known: Vec<Known>,
    /// Where.
    pub place: Place,
}

impl Access {
    /// Array and index.
    pub(super) fn parts(&self) -> Option<(&Expr, &Expr)> {
        match &self.expr.kind {
            ExprKind::Index(array, index) => Some((array, index)),
            _ => None,
        }
    }

    /// Whether it writes.
    pub(super) fn writes(&self) -> bool {
        matches!(self.role, Role::Write { .. })
    }
}

/// A permission that is written somewhere.
#[derive(Clone, Debug)]
pub(super) struct Permission {
    /// For what.
    pub location: Expr,
    /// Variables of formulas around it.
    pub binders: Vec<Binder>,
    /// What it is under.
    pub known: Vec<Known>,
}

/// A loop, and what of it concerns the cell.
#[derive(Clone, Debug)]
pub(super) struct LoopFound {
    /// Its last clause; the statement's start if there is none.
    pub after: Option<Span>,
    /// The statement.
    pub stmt: Span,
    /// Permissions its invariants name.
    pub permissions: Vec<Permission>,
}

/// Why a register could part from the cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TroubleKind {
    /// A call of a method that takes permissions.
    Call,
    /// `atomic` with an invariant that has permissions.
    Atomic,
    /// Another parallel block, or a region, with permissions.
    Block,
    /// `fold`, `exhale`, `unlock` and so on.
    Exchange,
    /// The cell is read as part of a whole: a function, `\values`, `PointsTo`.
    Whole,
    /// A way out that passes the end by.
    Jump,
    /// A label that `goto` may reach.
    Label,
    /// `\old[label]`.
    OldLabel,
    /// The array itself is assigned.
    Moved,
}

/// One such reason.
#[derive(Clone, Debug)]
pub(super) struct Trouble {
    /// Which.
    pub kind: TroubleKind,
    /// Where.
    pub span: Span,
    /// The words for it.
    pub what: String,
    /// Where it is part of the program.
    pub place: Place,
    /// Arrays that a function is applied to and that may have the cell.
    pub arrays: Vec<Expr>,
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    /// Elements of arrays of the cell's type.
    pub accesses: Vec<Access>,
    /// Permissions that are written.
    pub permissions: Vec<Permission>,
    /// Loops.
    pub loops: Vec<LoopFound>,
    /// What stands in the way.
    pub troubles: Vec<Trouble>,
    /// Names that statements declare.
    pub declared: Vec<Ident>,
    /// Statements with `++` or `--` in the middle.
    pub stepped: Vec<Span>,
}

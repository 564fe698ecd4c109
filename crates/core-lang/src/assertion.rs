//! Core assertions: pure formulas and permissions, joined by separating conjunction.

use crate::{Expr, FieldId, LocalId, PredicateId};
use logic::Sort;
use text::span::Span;

/// An assertion with the words it comes from.
#[derive(Clone, Debug, PartialEq)]
pub struct Assertion {
    /// Where.
    pub span: Span,
    /// Which.
    pub kind: AssertionKind,
}

/// A location to which a permission can be held.
#[derive(Clone, Debug, PartialEq)]
pub enum Location {
    /// A field of an object.
    Field(Expr, FieldId),
    /// An element of an array: array, index, sort of the elements.
    Element(Expr, Expr, Sort),
    /// A predicate instance.
    Predicate(PredicateId, Vec<Expr>),
}

/// How much permission.
#[derive(Clone, Debug, PartialEq)]
pub enum Amount {
    /// A rational.
    Exact(Expr),
    /// `read`: some positive permission, of its own at each occurrence and index.
    Wildcard,
}

/// The assertions.
#[expect(
    clippy::large_enum_variant,
    reason = "there are few assertions, and a box would stand in every pattern"
)]
#[derive(Clone, Debug, PartialEq)]
pub enum AssertionKind {
    /// A formula.
    Pure(Expr),
    /// All of them, separately; evaluated left to right.
    Star(Vec<Assertion>),
    /// The second where the first holds.
    Implies(Expr, Box<Assertion>),
    /// One of two.
    Ite(Expr, Box<Assertion>, Box<Assertion>),
    /// A permission.
    Permission(Location, Amount),
    /// Separately for all values of the variables for which the guard holds.
    Forall {
        /// Bound variables.
        variables: Vec<LocalId>,
        /// The range.
        guard: Expr,
        /// The assertion for each value of the variables.
        body: Box<Assertion>,
        /// Triggers the user wrote.
        triggers: Vec<Vec<Expr>>,
    },
    /// With a name for a value.
    Let(LocalId, Expr, Box<Assertion>),
}

impl Location {
    /// Visits the expressions of the location.
    pub fn visit(&self, see: &mut dyn FnMut(&Expr)) {
        match self {
            Location::Field(receiver, _) => receiver.visit(see),
            Location::Element(array, index, _) => {
                array.visit(see);
                index.visit(see);
            }
            Location::Predicate(_, args) => args.iter().for_each(|e| e.visit(see)),
        }
    }
}

impl Amount {
    /// Visits the expressions of the amount.
    pub fn visit(&self, see: &mut dyn FnMut(&Expr)) {
        match self {
            Amount::Exact(amount) => amount.visit(see),
            Amount::Wildcard => {}
        }
    }
}

impl Assertion {
    /// An assertion at a place.
    pub fn new(span: Span, kind: AssertionKind) -> Self {
        Assertion { span, kind }
    }

    /// Nothing.
    pub fn empty(span: Span) -> Self {
        Assertion::new(span, AssertionKind::Star(Vec::new()))
    }

    /// A formula.
    pub fn pure_(expr: Expr) -> Self {
        Assertion::new(expr.span, AssertionKind::Pure(expr))
    }

    /// All of them.
    pub fn star(mut parts: Vec<Assertion>, span: Span) -> Self {
        if parts.len() == 1 {
            return parts.remove(0);
        }
        Assertion::new(span, AssertionKind::Star(parts))
    }

    /// Visits all expressions in it.
    pub fn visit(&self, see: &mut dyn FnMut(&Expr)) {
        match &self.kind {
            AssertionKind::Pure(expr) => expr.visit(see),
            AssertionKind::Star(parts) => parts.iter().for_each(|part| part.visit(see)),
            AssertionKind::Implies(condition, body) => {
                condition.visit(see);
                body.visit(see);
            }
            AssertionKind::Ite(condition, a, b) => {
                condition.visit(see);
                a.visit(see);
                b.visit(see);
            }
            AssertionKind::Permission(location, amount) => {
                location.visit(see);
                amount.visit(see);
            }
            AssertionKind::Forall {
                guard,
                body,
                triggers,
                ..
            } => {
                guard.visit(see);
                body.visit(see);
                triggers.iter().flatten().for_each(|e| e.visit(see));
            }
            AssertionKind::Let(_, value, body) => {
                value.visit(see);
                body.visit(see);
            }
        }
    }

    /// Whether it speaks of no permission.
    pub fn is_pure(&self) -> bool {
        match &self.kind {
            AssertionKind::Pure(_) => true,
            AssertionKind::Star(parts) => parts.iter().all(Assertion::is_pure),
            AssertionKind::Implies(_, body)
            | AssertionKind::Forall { body, .. }
            | AssertionKind::Let(_, _, body) => body.is_pure(),
            AssertionKind::Ite(_, a, b) => a.is_pure() && b.is_pure(),
            AssertionKind::Permission(..) => false,
        }
    }

    /// The top-level conjuncts, in order.
    pub fn conjuncts(&self) -> Vec<&Assertion> {
        let AssertionKind::Star(parts) = &self.kind else {
            return vec![self];
        };
        parts.iter().flat_map(Assertion::conjuncts).collect()
    }
}

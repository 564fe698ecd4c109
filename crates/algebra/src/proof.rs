//! Certificates that a problem has no solution.
//!
//! A proof is a list of facts, each with a reason that speaks of facts before it, and an end: a fact that cannot be, or
//! cases, each with a proof that goes on from the facts so far. Facts are numbered along the way from the root: first what
//! the problem knows, one number for each claim and each list of alternatives, then the steps; in a case, what the case assumes, then its steps.

use crate::poly::{Atom, Number, Poly};
use crate::problem::{Claim, Formula};

/// The number of a fact.
pub type Fact = usize;

/// A fact that follows from others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What follows.
    pub claim: Claim,
    /// Why.
    pub reason: Reason,
}

/// Why a fact follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The polynomial is the sum of these products of facts that are not negative, each with a coefficient that is
    /// positive, and of multiples of facts that are zero. If there are no products, it is zero.
    Sum {
        /// Coefficients, and the factors: of no factors the coefficient alone.
        products: Vec<(Number, Vec<Fact>)>,
        /// Multipliers, and facts that are zero.
        zeros: Vec<(Poly, Fact)>,
    },
    /// `n*p + c >= 0`, so `p + floor(c/n) >= 0`: the fact, and `n`, which is positive.
    Rounded {
        /// The fact.
        of: Fact,
        /// The divisor.
        by: Number,
    },
    /// `width*x + rest` is not negative or zero, `width >= 1`, and `rest <= width - 1`: so `x >= 0`, which is what
    /// follows.
    Rows {
        /// That `width*x + rest` is not negative, or zero.
        of: Fact,
        /// The width.
        width: Poly,
        /// That `width - 1` is not negative.
        positive: Fact,
        /// That `width - 1 - rest` is not negative.
        below: Fact,
    },
    /// A new atom, which occurs nowhere before, is the name of a polynomial: its difference from that is zero.
    Name {
        /// The new one.
        new: Atom,
        /// What it is.
        is: Poly,
    },
    /// A polynomial and its negation are not negative, so it is zero.
    Both(Fact, Fact),
    /// Two applications of one function: their arguments are equal, so their values are.
    Congruent {
        /// The applications, by their numbers in the problem.
        of: (usize, usize),
        /// That the difference of each pair of arguments is zero.
        equal: Vec<Fact>,
    },
}

/// Of what cases are distinguished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Split {
    /// The alternatives of a fact.
    Alternatives(Fact),
    /// Whether the polynomial is not negative, or less.
    Sign(Poly),
}

/// How a proof ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// A fact cannot be: a number that is not zero is zero, or a negative one is not negative, or one of no alternatives
    /// holds.
    Absurd(Fact),
    /// In each case there is a contradiction.
    Cases(Split, Vec<Proof>),
}

/// A proof that there is no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// What follows, one after the other.
    pub steps: Vec<Step>,
    /// The contradiction.
    pub end: End,
}

/// What a formula adds to the facts: its claims and its alternatives, in order.
pub(crate) fn flattened(formula: &Formula, into: &mut Vec<Formula>) {
    match formula {
        Formula::All(parts) => parts.iter().for_each(|part| flattened(part, into)),
        Formula::Claim(_) | Formula::Any(_) => into.push(formula.clone()),
    }
}

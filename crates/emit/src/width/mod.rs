//! What must hold for integers of a fixed width to compute as PVL's do: every value fits.
//!
//! A copy of the program gets an assertion before each computation: its value fits. What was computed
//! before fits already, or there is an assertion of it; so each value that is read (a local, an element, a
//! length) is assumed to fit. This is an induction over the steps of a run: the first value that does not
//! fit is one of an assertion. That what is passed fits is the caller's part: it has no other integers.
//! What is not proved is listed; it is assumed by what comes behind it.
//!
//! In the same way it is asked where dividend and divisor are not negative: there C divides as PVL does.
//!
//! | file | decides |
//! |---|---|
//! | `places.rs` | where in the program an assertion stands |
//! | `terms.rs` | what must hold for an expression |
//! | `ask.rs` | what the answers mean |

mod ask;
mod places;
mod terms;

pub(crate) use ask::shown;

use num_bigint::BigInt;
use spec_lang::ast::NodeId;
use std::collections::BTreeSet;
use text::span::Span;

/// What is known of the integers of a program.
pub(crate) struct Shown {
    /// The divisions of numbers that are not negative.
    pub(crate) plain: BTreeSet<NodeId>,
    /// What is not proved.
    pub(crate) assumed: Vec<crate::Assumed>,
}

/// What an assertion is about.
#[derive(Clone, Debug, PartialEq)]
enum About {
    /// That the value of this text fits; where it is computed.
    Fits(String, Span),
    /// That this division is one of numbers that are not negative.
    Plain(NodeId),
}

/// Text that is put in.
#[derive(Clone, Debug)]
struct Piece {
    file: u32,
    at: usize,
    text: String,
    /// For an assertion: its formula is `text`.
    about: Option<About>,
}

/// What is put into a method, and what cannot be asked.
struct Pieces {
    least: BigInt,
    most: BigInt,
    all: Vec<Piece>,
    /// What must fit but has no place where it could be asked.
    unasked: Vec<(String, Span)>,
}

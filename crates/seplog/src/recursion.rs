//! What is known of the recursion that an expression is part of.

use crate::measure::Measure;
use crate::state::Chunk;
use ir::FunctionId;
use solver::term::Term;

/// Bookkeeping while a function's own contract and body are checked.
#[derive(Clone)]
pub struct Recursion {
    /// The functions that call each other with it, itself included.
    pub(crate) group: Vec<FunctionId>,
    /// The measure at entry, and how it is computed for a call; none if there is none.
    pub(crate) measure: Option<Measure>,
    /// Whether a measure was found before, so that induction is allowed.
    pub(crate) founded: bool,
    /// Where the function at work is founded, for its parameters: induction is allowed there.
    pub(crate) domain: Term,
    /// Where recursive calls must do without any of what is unfolded around them
    /// ([`crate::unfolding::Descent::ByPlaces`]): what of it is left, as shares to take away.
    pub(crate) opened: Option<Vec<Chunk>>,
    /// The recursive calls met: callee, arguments, and under which conditions.
    pub(crate) calls: Vec<(FunctionId, Vec<Term>, Term)>,
}

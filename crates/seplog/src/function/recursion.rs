//! What is known of the recursion that an expression is part of.

use crate::state::Chunk;
use core_lang::FunctionId;
use solver::term::Term;

/// The recursion of a pure function whose own contract and body are checked: calls within its
/// group are treated apart.
#[derive(Clone)]
pub(crate) struct Recursion {
    /// The functions that call each other with it, itself included.
    pub group: Vec<FunctionId>,
    /// Whether a measure was found before, so that induction is allowed.
    pub founded: bool,
    /// Where the function is founded, for its parameters: induction is allowed there.
    pub domain: Term,
    /// Where recursive calls must do without any of what is unfolded around them
    /// ([`crate::function::descent::Descent::ByPlaces`]): what of it is left, as permissions to take away.
    pub opened: Option<Vec<Chunk>>,
}

/// A recursive call that was met.
#[derive(Clone)]
pub(crate) struct RecursiveCall {
    /// What is called.
    pub function: FunctionId,
    /// With which arguments.
    pub args: Vec<Term>,
    /// Under which conditions.
    pub guard: Term,
}

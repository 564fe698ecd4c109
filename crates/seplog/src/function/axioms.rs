//! What may be assumed of the program's pure functions and of the user's axioms.

use crate::function::footprint::Footprint;
use crate::function::measure::Domain;
use crate::function::reach::Reach;
use core_lang::{Expr, FunctionId, PredicateId};
use solver::term::{FunctionRole, Symbol, SymbolKind, Term};

/// A function that reads only what one predicate instance hides.
#[derive(Clone, Debug)]
pub(crate) struct InstanceReader {
    /// The function.
    pub function: FunctionId,
    /// The predicate.
    pub predicate: PredicateId,
    /// Which parameters of the function the instance's arguments are.
    pub positions: Vec<usize>,
    /// Where the function requires it, over the parameters alone; elsewhere it reads nothing.
    pub condition: Option<Expr>,
}

/// Axioms of pure functions that may be used, by function.
#[derive(Clone, Debug, Default)]
pub(crate) struct FunctionAxioms {
    /// For each function its equation; empty if nothing may be assumed.
    pub definitions: Vec<Vec<Term>>,
    /// For each function its postconditions; empty if nothing may be assumed.
    pub postconditions: Vec<Vec<Term>>,
    /// For each of the user's axioms what it says.
    pub assumed: Vec<Vec<Term>>,
    /// Whether uses are replaced by the definition.
    pub inlined: Vec<bool>,
    /// Functions with a written measure that was not shown to decrease.
    pub unfounded: Vec<bool>,
    /// Functions whose recursion is taken to end, and was not shown to.
    pub believed: Vec<bool>,
    /// Functions whose recursive calls must do without any of what is unfolded around them,
    /// while it is found out whether that founds them.
    pub by_places: Vec<bool>,
    /// For functions that are founded only in a part of what their preconditions allow, that part.
    pub domains: Vec<Option<Domain>>,
    /// Functions that read only what one predicate instance hides.
    pub instances: Vec<InstanceReader>,
    /// Symbols of recursive functions with those that are not unfolded again.
    pub limited: Vec<(Symbol, Symbol)>,
    /// What the symbol's value depends on, for functions that read the heap.
    pub footprints: Vec<Option<Footprint>>,
    /// Which cells of arrays they may read, as far as that is known.
    pub reaches: Vec<Vec<Reach>>,
}

impl FunctionAxioms {
    /// What a function reads, if it is not replaced by its definition.
    pub(crate) fn footprint(&self, function: FunctionId) -> Option<&Footprint> {
        self.footprints
            .get(function.0 as usize)
            .and_then(Option::as_ref)
    }

    /// Where a function is founded, if that is not wherever its precondition holds.
    pub(crate) fn domain(&self, function: FunctionId) -> Option<&Domain> {
        self.domains
            .get(function.0 as usize)
            .and_then(Option::as_ref)
    }

    /// The function with this symbol, if it reads the heap.
    pub(crate) fn number_of(&self, symbol: &Symbol) -> Option<usize> {
        let SymbolKind::Function {
            number,
            role: FunctionRole::Value,
            ..
        } = symbol.kind()
        else {
            return None;
        };
        let number = usize::try_from(*number).ok()?;
        self.footprints.get(number)?.as_ref().map(|_| number)
    }

    /// Everything that may be assumed. Of postconditions only those of some functions,
    /// if given: what is being shown, or rests on it, must not be assumed.
    pub(crate) fn usable(&self, below: Option<&[FunctionId]>, assumed: usize) -> Vec<Term> {
        let known = self
            .postconditions
            .iter()
            .enumerate()
            .filter(|(number, _)| {
                below.is_none_or(|below| below.iter().any(|id| id.0 as usize == *number))
            })
            .flat_map(|(_, axioms)| axioms);
        self.definitions
            .iter()
            .flatten()
            .chain(known)
            .chain(self.assumed.iter().take(assumed).flatten())
            .cloned()
            .collect()
    }
}

//! Fresh symbols, and what defines them in every state.

use solver::term::{self, Sort, Supply, Symbol, Term};
use std::collections::HashMap;

/// The supply of fresh symbols of one declaration, with their definitions.
pub(crate) struct Symbols {
    /// Where names come from.
    pub supply: Supply,
    /// What defines fresh symbols; true in every state.
    pub definitions: Vec<Term>,
    /// What is added up in sums, with the maps that were made of it.
    pub summands: HashMap<Term, Symbol>,
    /// The sets that comprehensions stand for, by what they say.
    pub comprehensions: HashMap<Vec<Term>, Symbol>,
    /// Functions from rows to their numbers, by the map of rows and the range of numbers.
    pub row_numbers: HashMap<(Term, Term), Symbol>,
}

impl Symbols {
    /// None yet; all names will begin with `prefix`.
    pub(crate) fn new(prefix: impl Into<String>) -> Self {
        Symbols {
            supply: Supply::new(prefix),
            definitions: Vec::new(),
            summands: HashMap::new(),
            comprehensions: HashMap::new(),
            row_numbers: HashMap::new(),
        }
    }

    /// A fresh constant.
    pub(crate) fn fresh(&mut self, hint: &str, sort: &Sort) -> Term {
        self.supply.fresh_const(hint, sort.clone())
    }

    /// A fresh bound variable.
    pub(crate) fn fresh_bound(&mut self, hint: &str, sort: Sort) -> Term {
        self.supply.fresh_bound(hint, sort)
    }

    /// A fresh function of some variables.
    pub(crate) fn fresh_function(&mut self, hint: &str, of: &[Term], sort: Sort) -> Symbol {
        let args = of.iter().map(|var| var.sort().clone()).collect();
        self.supply.fresh_symbol(hint, args, sort)
    }

    /// Adds a definition: a fact that is true in every state for some value of fresh symbols.
    pub(crate) fn define(&mut self, definition: Term) {
        self.definitions.push(definition);
    }

    /// A name for a value, so that triggers and texts stay small.
    pub(crate) fn named(&mut self, hint: &str, value: Term) -> Term {
        if value.args().is_empty() {
            return value;
        }
        let name = self.fresh(hint, &value.sort().clone());
        self.define(term::eq(name.clone(), value));
        name
    }
}

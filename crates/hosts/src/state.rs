//! What is known at a point of the execution.

use crate::fact::Fact;
use crate::value::{AllocationId, Place, Value, Variable};
use std::collections::{BTreeMap, BTreeSet};

/// The variables with their values, and what holds of unknown numbers. A variable that is not in it has a value that is
/// not known.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    pub variables: BTreeMap<Variable, Value>,
    /// Allocations that may have been given back.
    pub freed: BTreeSet<AllocationId>,
    /// What holds; symbols never change, so that a fact stays one.
    pub facts: Vec<Fact>,
}

/// More facts than these are not kept.
const FACTS: usize = 200;

impl State {
    /// Adds a fact.
    pub(crate) fn know(&mut self, fact: Fact) {
        if self.facts.len() < FACTS && !self.facts.contains(&fact) {
            self.facts.push(fact);
        }
    }

    pub(crate) fn read(&self, place: &Place) -> Option<&Value> {
        self.variables.get(&place.variable)?.at(&place.path)
    }

    /// Drops the variables of an activation.
    pub(crate) fn leave(&mut self, frame: u32) {
        self.variables.retain(|variable, _| variable.frame != frame);
    }
}

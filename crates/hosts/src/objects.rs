//! Objects that do something when they end.

use crate::machine::Machine;
use crate::state::State;
use crate::value::{Name, Value, Variable};
use clang::types::{Qual, Type};
use std::collections::BTreeSet;

impl Machine<'_> {
    /// Whether something is done when an object of a type ends.
    pub(crate) fn has_destructor(&self, ty: Qual) -> bool {
        match self.ty(ty) {
            Type::Record(id) => {
                let record = self.unit.record(*id);
                record.is_none_or(|record| record.ends && !is_owner(&record.name))
            }
            Type::Array { element, .. } => self.has_destructor(*element),
            _ => false,
        }
    }

    /// The variables of an activation whose destructors give memory back, and do nothing else.
    pub(crate) fn owners(&self, state: &State, frame: u32) -> Vec<Variable> {
        let all = state
            .variables
            .keys()
            .filter(|variable| variable.frame == frame);
        let owner = |variable: &&Variable| match variable.id {
            Name::Declared(id) => self
                .unit
                .variable(id)
                .is_some_and(|declared| self.owns(declared.ty)),
            Name::Temporary(_) => false,
        };
        all.filter(owner).copied().collect()
    }

    /// Whether an object of a type gives memory back when it ends, and does nothing else.
    pub(crate) fn owns(&self, ty: Qual) -> bool {
        match self.ty(ty) {
            Type::Record(id) => self
                .unit
                .record(*id)
                .is_some_and(|record| is_owner(&record.name)),
            _ => false,
        }
    }

    /// The memory that a variable owns is given back.
    pub(crate) fn end_owner(&mut self, state: &mut State, variable: Variable) {
        if let Some(value) = state.variables.get(&variable).cloned() {
            self.end_value(state, &value);
        }
    }

    /// The memory that a value points to is given back.
    pub(crate) fn end_value(&mut self, state: &mut State, value: &Value) {
        let mut found = BTreeSet::new();
        value.allocations(&mut found);
        for id in found {
            self.free(state, id);
        }
    }

    /// An object with a destructor is met: from now on it may run at any place of the activation.
    pub(crate) fn meet_object(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.objects = true;
        }
    }
}

/// Classes of libraries whose objects own memory of the device.
fn is_owner(record: &str) -> bool {
    record.starts_with("thrust::device_vector<")
}

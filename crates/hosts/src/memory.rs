//! Values that are put into variables, and read from them.

use crate::machine::Machine;
use crate::state::State;
use crate::value::{Location, Place, Value, Variable, Why};
use clang::place::Place as Source;
use clang::types::Qual;

impl Machine<'_> {
    /// A value is put somewhere.
    pub(crate) fn write(&mut self, state: &mut State, to: &Location, value: Value, why: &Why) {
        self.put_there(state, to, value, why);
        if let Location::Exact(Place { variable, .. })
        | Location::Element(Place { variable, .. }, _)
        | Location::Inside(variable) = to
        {
            self.forget_aliases(state, *variable, why);
        }
    }

    /// What references refer to with which execution begins may be one variable, or one of the file.
    fn forget_aliases(&mut self, state: &mut State, written: Variable, why: &Why) {
        let quiet = self.quiet.contains(&written);
        if !quiet && written.frame != 0 {
            return;
        }
        let may = |machine: &Self, variable: &Variable| {
            *variable != written
                && !machine.is_fixed(*variable)
                && (machine.quiet.contains(variable) || (quiet && variable.frame == 0))
        };
        let all: Vec<Variable> = state
            .variables
            .keys()
            .filter(|variable| may(self, variable))
            .copied()
            .collect();
        for variable in all {
            self.forget(state, variable, why);
        }
    }

    fn put_there(&mut self, state: &mut State, to: &Location, value: Value, why: &Why) {
        match to {
            Location::Exact(place) => {
                self.note(place.variable);
                if self.leaked.contains(&place.variable) || place.variable.frame == 0 {
                    self.leak(&value);
                }
                if place.path.is_empty() {
                    state.variables.insert(place.variable, value);
                    return;
                }
                let whole = state.variables.get_mut(&place.variable);
                match whole.and_then(|whole| whole.at_mut(&place.path)) {
                    Some(part) => *part = value,
                    None => {
                        self.leak(&value);
                        self.forget(state, place.variable, why);
                    }
                }
            }
            Location::Element(Place { variable, .. }, _) | Location::Inside(variable) => {
                self.leak(&value);
                self.forget(state, *variable, why);
            }
            Location::Apart => self.leak(&value),
            Location::Anywhere => {
                self.leak(&value);
                self.disturb(state, why);
            }
        }
    }

    /// The value that is somewhere.
    pub(crate) fn read(
        &mut self,
        state: &mut State,
        at: &Location,
        ty: Qual,
        place: Source,
    ) -> Value {
        let held = match at {
            Location::Exact(part) | Location::Element(part, _) => Some(part.variable),
            Location::Inside(_) | Location::Apart | Location::Anywhere => None,
        };
        if ty.volatile || held.is_some_and(|variable| self.is_volatile(variable)) {
            return self.lost(ty, "it is volatile", place);
        }
        match at {
            Location::Exact(part) => {
                if !state.variables.contains_key(&part.variable) {
                    self.first_seen(state, part.variable);
                }
                match state.read(part) {
                    Some(value) => value.clone(),
                    None => self.lost(ty, "what it holds is not followed", place),
                }
            }
            Location::Element(array, at) => match self.looked_up(state, array, at) {
                Some(number) => Value::Integer(number),
                None => {
                    // It may be any of the addresses in it.
                    let other = self.read(state, &Location::Inside(array.variable), ty, place);
                    let reason = "which element of an array is read is not known".to_owned();
                    let why = Why { reason, place };
                    let pointer = self.looked_up_pointer(state, array, at, &why);
                    pointer.unwrap_or(other)
                }
            },
            Location::Inside(variable) => {
                // It may be any of the addresses in it.
                if let Some(held) = state.variables.get(variable).cloned() {
                    self.hide(&held);
                }
                self.lost(ty, "which part of a variable is read is not known", place)
            }
            Location::Apart => self.lost(ty, "it is read from memory that is not followed", place),
            Location::Anywhere => self.lost(
                ty,
                "it is read through a pointer that is not followed",
                place,
            ),
        }
    }
}

//! An element of a small array of numbers or pointers at a position that is not constant: `SIZES[level]`, `buffers[i % 2]`.

use crate::either::Either;
use crate::fact::Fact;
use crate::machine::Machine;
use crate::number::Number;
use crate::state::State;
use crate::symbols::Origin;
use crate::value::{Base, Place, Pointer, Value, Why};
use contracts::Relation;

/// Arrays with more elements are not looked into.
const ELEMENTS: usize = 16;

/// Arrays with more pointers are not.
const POINTERS: usize = 4;

/// Numbers with more parts are not followed.
const LARGEST: usize = 120;

impl Machine<'_> {
    /// The pointer that is in an array at a position that is not constant, if all elements are pointers that are known.
    pub(crate) fn looked_up_pointer(
        &mut self,
        state: &State,
        array: &Place,
        at: &Number,
        why: &Why,
    ) -> Option<Value> {
        let Some(Value::Parts(parts)) = state.read(array) else {
            return None;
        };
        let pointers: Option<Vec<Pointer>> = parts
            .iter()
            .map(|part| match part {
                Value::Pointer(pointer) => Some(pointer.clone()),
                Value::Integer(_) | Value::Parts(_) | Value::Function(_) | Value::Unknown(_) => {
                    None
                }
            })
            .collect();
        let mut pointers = pointers.filter(|all| all.len() <= POINTERS)?;
        let mut found = pointers.pop()?;
        for (position, then) in pointers.into_iter().enumerate().rev() {
            let position = Number::Literal(i128::try_from(position).ok()?);
            let either = Either {
                condition: Fact::new(at.clone(), Relation::Equal, position),
                then,
                otherwise: found,
            };
            let symbol = self.symbols.make(Origin::Lost(why.clone()), None);
            self.either.insert(symbol, either);
            let base = Base::Unknown {
                symbol,
                early: false,
            };
            found = Pointer {
                base,
                offset: Number::Literal(0),
            };
        }
        Some(Value::Pointer(found))
    }

    /// The number that is in an array at a position that is not constant, if all elements are numbers that are known. A
    /// position outside of it is undefined behaviour, so that the last element needs no comparison.
    pub(crate) fn looked_up(
        &mut self,
        state: &mut State,
        array: &Place,
        at: &Number,
    ) -> Option<Number> {
        if !state.variables.contains_key(&array.variable) {
            self.first_seen(state, array.variable);
        }
        let Some(Value::Parts(parts)) = state.read(array) else {
            return None;
        };
        let numbers: Option<Vec<Number>> = parts
            .iter()
            .map(|part| match part {
                Value::Integer(number) => Some(number.clone()),
                Value::Pointer(_) | Value::Parts(_) | Value::Function(_) | Value::Unknown(_) => {
                    None
                }
            })
            .collect();
        let mut numbers = numbers.filter(|all| all.len() <= ELEMENTS)?;
        let mut found = numbers.pop()?;
        for (position, number) in numbers.into_iter().enumerate().rev() {
            let position = Number::Literal(i128::try_from(position).ok()?);
            let here = Fact::new(at.clone(), Relation::Equal, position);
            found = Number::choice(here, number, found);
        }
        (found.size() <= LARGEST).then_some(found)
    }
}

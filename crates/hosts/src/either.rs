//! Pointers that are one of two, where it is known what tells which: `k % 2 ? a : b`. A launch to which they are passed is
//! as many launches as there are cases; all else takes them as pointers that are not known.

use crate::decide::Question;
use crate::fact::Fact;
use crate::machine::Machine;
use crate::state::State;
use crate::value::{Base, Pointer, Value};
use clang::types::Qual;

/// A launch is divided so often.
const DEPTH: u32 = 3;

/// A pointer that is one of two.
#[derive(Clone, Debug)]
pub(crate) struct Either {
    /// Where this holds it is the first one, else the second.
    pub condition: Fact,
    pub then: Pointer,
    pub otherwise: Pointer,
}

/// What is passed in one of the cases, with what holds there.
pub(crate) type Case = (Vec<(Value, Qual)>, State);

impl Machine<'_> {
    /// The cases of a launch in this state that passes this, but for those that cannot be.
    pub(crate) fn cases(&self, state: &State, passed: Vec<(Value, Qual)>) -> Vec<Case> {
        let mut all = self.divided(state, passed, 0);
        if let [_, _, ..] = all[..] {
            all.retain(|(_, state)| {
                let question = Question::with(&self.symbols, &state.facts);
                !question.is_impossible()
            });
        }
        all
    }

    fn divided(&self, state: &State, passed: Vec<(Value, Qual)>, depth: u32) -> Vec<Case> {
        let open = passed.iter().find_map(|(value, _)| self.either_of(value));
        let Some(Either { condition, .. }) = open.filter(|_| depth < DEPTH).cloned() else {
            return vec![(passed, state.clone())];
        };
        let sides = [(condition.clone(), true), (condition.negated(), false)];
        let each = sides.into_iter().flat_map(|(fact, first)| {
            let mut state = state.clone();
            state.know(fact);
            let all = passed.iter().map(|(value, ty)| {
                let of_it = self
                    .either_of(value)
                    .filter(|either| either.condition == condition);
                let value = match of_it {
                    Some(either) => moved(
                        value,
                        if first {
                            &either.then
                        } else {
                            &either.otherwise
                        },
                    ),
                    None => value.clone(),
                };
                (value, *ty)
            });
            self.divided(&state, all.collect(), depth + 1)
        });
        each.collect()
    }

    fn either_of(&self, value: &Value) -> Option<&Either> {
        match value {
            Value::Pointer(Pointer {
                base: Base::Unknown { symbol, .. },
                ..
            }) => self.either.get(symbol),
            Value::Pointer(_)
            | Value::Integer(_)
            | Value::Parts(_)
            | Value::Function(_)
            | Value::Unknown(_) => None,
        }
    }
}

/// A pointer that is as far behind one of two as a value is behind that which is either.
fn moved(value: &Value, one: &Pointer) -> Value {
    match value {
        Value::Pointer(Pointer { offset, .. }) => Value::Pointer(Pointer {
            base: one.base.clone(),
            offset: one.offset.clone().plus(offset.clone()),
        }),
        other @ (Value::Integer(_) | Value::Parts(_) | Value::Function(_) | Value::Unknown(_)) => {
            other.clone()
        }
    }
}

//! Pointers that are one of two, where it is known what tells which: `k % 2 ? a : b`. A launch to which they are passed is
//! as many launches as there are cases; all else takes them as pointers that are not known.

use crate::decide::Question;
use crate::fact::{Fact, holds};
use crate::instance::Values;
use crate::machine::Machine;
use crate::number::{Number, Symbol};
use crate::state::State;
use crate::value::{Base, Pointer, Value};
use clang::types::Qual;
use std::collections::{BTreeMap, BTreeSet};

/// What is tried for what comes from outside, and for how many numbers at most.
const VALUES: [i128; 7] = [0, 1, 2, 3, 7, 64, 1024];
const MOST_SYMBOLS: usize = 4;

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
    /// The cases of a launch in this state that passes this, but for those that cannot be. It stays one where it is not known
    /// of each case that it can be: else something would be wrong that nobody passes.
    pub(crate) fn cases(&self, state: &State, passed: Vec<(Value, Qual)>) -> Vec<Case> {
        let mut all = self.divided(state, passed.clone(), 0);
        if let [_, _, ..] = all[..] {
            all.retain(|(_, state)| {
                let question = Question::with(&self.symbols, &state.facts);
                !question.is_impossible()
            });
            if !all.iter().all(|(_, state)| self.can_be(&state.facts)) {
                return vec![(passed, state.clone())];
            }
        }
        all
    }

    /// Whether all of these hold for some small values of what comes from outside.
    fn can_be(&self, facts: &[Fact]) -> bool {
        let numbers = facts.iter().flat_map(|fact| [&fact.left, &fact.right]);
        let symbols: BTreeSet<Symbol> = numbers.flat_map(Number::symbols).collect();
        if symbols.len() > MOST_SYMBOLS {
            return false;
        }
        let most = VALUES.len().pow(u32::try_from(symbols.len()).unwrap_or(0));
        (0..most).any(|number| {
            let mut rest = number;
            let mut known: BTreeMap<Symbol, i128> = BTreeMap::new();
            for symbol in &symbols {
                let value = VALUES.get(rest % VALUES.len());
                known.insert(*symbol, value.copied().unwrap_or_default());
                rest /= VALUES.len();
            }
            let values = Values {
                symbols: &self.symbols,
                value: &|symbol| known.get(&symbol).copied().unwrap_or_default(),
                lost: true,
            };
            facts.iter().all(|fact| {
                let both = values.of(&fact.left).zip(values.of(&fact.right));
                both.is_some_and(|(left, right)| holds(left, fact.relation, right))
            })
        })
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

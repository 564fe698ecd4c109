//! Pointers, and the numbers 0 and 1, that a loop exchanges.

use crate::machine::{Changes, Machine};
use crate::state::State;
use crate::value::{Base, Pointer, Value, Variable};
use std::collections::BTreeMap;

/// Pointers are exchanged in a circle of at most so many iterations.
const TURNS: usize = 4;

/// What is exchanged, at the begin of an iteration.
type Turn = BTreeMap<Variable, Value>;

impl Machine<'_> {
    /// What a loop exchanges, at the begin of each of its iterations; only pointers, unless it starts a kernel.
    pub(super) fn turns(
        &mut self,
        (entry, starts): (&State, bool),
        any: &State,
        known: &Changes,
        run: &mut dyn FnMut(&mut Self, State) -> Option<State>,
    ) -> Vec<Turn> {
        let mut first: Turn = BTreeMap::new();
        for variable in &known.variables {
            if let Some(value) = entry
                .variables
                .get(variable)
                .filter(|value| is_exchanged(value) && (starts || is_pointer(value)))
            {
                first.insert(*variable, value.clone());
            }
        }
        'again: while !first.is_empty() {
            let mut all = vec![first.clone()];
            while let (Some(turn), true) = (all.last().cloned(), all.len() <= TURNS) {
                let mut begin = any.clone();
                begin.variables.extend(turn);
                let outer = std::mem::replace(&mut self.turning, true);
                let end = self.ended(begin, run).1.state;
                self.turning = outer;
                // A loop that does not come to its end is not begun again.
                let Some(end) = end else {
                    return all;
                };
                let mut next: Turn = BTreeMap::new();
                for variable in first.keys() {
                    let value = end.variables.get(variable);
                    if let Some(value) = value.filter(|value| is_exchanged(value)) {
                        next.insert(*variable, value.clone());
                    }
                }
                if next.len() < first.len() {
                    first.retain(|variable, _| next.contains_key(variable));
                    continue 'again;
                }
                if all.contains(&next) {
                    return all;
                }
                all.push(next);
            }
            break;
        }
        vec![BTreeMap::new()]
    }
}

/// Whether a value points into memory that is allocated, at a place that does not change, or is the number of one of two.
fn is_exchanged(value: &Value) -> bool {
    match value {
        Value::Pointer(Pointer {
            base: Base::Allocation(_),
            offset,
        }) => offset.literal().is_some(),
        Value::Integer(number) => matches!(number.literal(), Some(0 | 1)),
        _ => false,
    }
}

fn is_pointer(value: &Value) -> bool {
    matches!(value, Value::Pointer(_))
}

//! What a loop changes, which is not known behind it.

use crate::machine::{Changes, Machine};
use crate::state::State;
use crate::value::{Value, Variable, Why};
use std::collections::BTreeMap;

/// A loop is executed so often until what it changes is known.
const ROUNDS: u32 = 8;

/// How a part of a program ends.
pub(super) struct End {
    /// The state at its end, if that is reached.
    pub state: Option<State>,
    /// The states in which it returns from the function.
    returned: Vec<(State, Value)>,
}

impl Machine<'_> {
    /// Executes a loop from a state of which nothing is known that the loop changes; this is also the state behind it.
    /// Of one that is `steady`, whose iterations all end at its end, pointers that it exchanges are known at each begin.
    pub(super) fn looped(
        &mut self,
        mut state: State,
        (why, steady): (&Why, bool),
        run: &mut dyn FnMut(&mut Self, State) -> Option<State>,
    ) -> State {
        let entry = state.clone();
        let key = (self.frame(), why.place);
        let mut known = match self.muted > 0 && !self.turning {
            // What it changed in an earlier iteration of a loop around it, it is assumed to change again: fewer rounds.
            true => self.loops.get(&key).cloned().unwrap_or_default(),
            false => Changes::default(),
        };
        known
            .variables
            .retain(|variable| state.variables.contains_key(variable));
        self.drop_changed(&mut state, &known, why);
        let mut stable = false;
        let started = self.started;
        let mut returned = Vec::new();
        let allocated = u32::try_from(self.allocations.len()).unwrap_or(u32::MAX);
        for _ in 0..ROUNDS {
            let (changes, end) = self.ended(state.clone(), run);
            returned = end.returned;
            // What the loop makes itself is new each time.
            let mut all = changes.variables.iter();
            let is_known = |variable: &Variable| {
                known.variables.contains(variable) || !state.variables.contains_key(variable)
            };
            stable = all.all(is_known)
                && changes
                    .freed
                    .iter()
                    .all(|id| known.freed.contains(id) || id.0 >= allocated);
            let outer = changes.variables.into_iter();
            let outer = outer.filter(|variable| state.variables.contains_key(variable));
            known.variables.extend(outer);
            known.freed.extend(changes.freed);
            self.drop_changed(&mut state, &known, why);
            if stable {
                break;
            }
        }
        if !stable {
            self.forget_all(&mut state, why);
        }
        if self.muted > 0 && stable {
            // The last round was executed from this very state, and nothing is reported.
            let frame = self.frames.last_mut();
            frame
                .into_iter()
                .for_each(|frame| frame.returns.append(&mut returned));
            let before = self.loops.entry(key).or_default();
            before.variables.extend(&known.variables);
            before.freed.extend(&known.freed);
            return state;
        }
        let turns = match stable && steady {
            true => {
                let starts = self.started > started;
                self.turns((&entry, starts), &state, &known, run)
            }
            false => vec![BTreeMap::new()],
        };
        self.unstable += u32::from(!stable);
        for turn in turns {
            let mut begin = state.clone();
            begin.variables.extend(turn);
            run(self, begin);
        }
        self.unstable -= u32::from(!stable);
        // What is reached by another way may have been changed, too.
        for variable in &known.variables {
            self.forget(&mut state, *variable, why);
        }
        state
    }

    /// Nothing is known of what a loop changes.
    fn drop_changed(&mut self, state: &mut State, known: &Changes, why: &Why) {
        for variable in &known.variables {
            self.forget(state, *variable, why);
        }
        state.freed.extend(known.freed.iter().copied());
    }

    /// What a part of the program changes, and how it ends; nothing of it is reported.
    pub(super) fn ended(
        &mut self,
        state: State,
        run: &mut dyn FnMut(&mut Self, State) -> Option<State>,
    ) -> (Changes, End) {
        self.muted += 1;
        self.changes.push(Changes::default());
        let returns = self.frames.last().map_or(0, |frame| frame.returns.len());
        let state = run(self, state);
        let frame = self.frames.last_mut();
        let returned = frame.map(|frame| frame.returns.split_off(returns.min(frame.returns.len())));
        self.muted -= 1;
        let end = End {
            state,
            returned: returned.unwrap_or_default(),
        };
        (self.changes.pop().unwrap_or_default(), end)
    }
}

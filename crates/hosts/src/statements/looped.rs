//! What a loop changes, which is not known behind it.

use crate::machine::{Changes, Machine};
use crate::state::State;
use crate::value::{Variable, Why};
use std::collections::BTreeMap;

/// A loop is executed so often until what it changes is known.
const ROUNDS: u32 = 8;

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
        let mut known = Changes::default();
        let mut stable = false;
        let allocated = u32::try_from(self.allocations.len()).unwrap_or(u32::MAX);
        for _ in 0..ROUNDS {
            let changes = self.changed(state.clone(), run);
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
            for variable in &known.variables {
                self.forget(&mut state, *variable, why);
            }
            state.freed.extend(known.freed.iter().copied());
            if stable {
                break;
            }
        }
        if !stable {
            self.forget_all(&mut state, why);
        }
        let turns = match stable && steady {
            true => self.turns(&entry, &state, &known, run),
            false => vec![BTreeMap::new()],
        };
        for turn in turns {
            let mut begin = state.clone();
            begin.variables.extend(turn);
            run(self, begin);
        }
        // What is reached by another way may have been changed, too.
        for variable in &known.variables {
            self.forget(&mut state, *variable, why);
        }
        state
    }

    /// What a part of the program changes; nothing of it is reported.
    fn changed(
        &mut self,
        state: State,
        run: &mut dyn FnMut(&mut Self, State) -> Option<State>,
    ) -> Changes {
        self.ended(state, run).0
    }

    /// What a part of the program changes, and the state at its end; nothing of it is reported.
    pub(super) fn ended(
        &mut self,
        state: State,
        run: &mut dyn FnMut(&mut Self, State) -> Option<State>,
    ) -> (Changes, Option<State>) {
        self.muted += 1;
        self.changes.push(Changes::default());
        let returns = self.frames.last().map_or(0, |frame| frame.returns.len());
        let end = run(self, state);
        if let Some(frame) = self.frames.last_mut() {
            frame.returns.truncate(returns);
        }
        self.muted -= 1;
        (self.changes.pop().unwrap_or_default(), end)
    }
}

//! What the last execution of a loop came to, from which the next one starts.
//!
//! A loop within others is executed again for each guess about those, so that guesses from nothing would cost a power of their
//! number in the depth of the loop. What is taken over is a guess like any other: an iteration has to confirm it, with the
//! values at entry that it has now.

use super::guess::{Guess, Slot, slots};
use super::plan::Plan;
use crate::execution::Exec;
use crate::execution::state::{Counts, State};
use crate::execution::value::Value;
use kernel_graph::{ArrayId, BlockId};
use solver::term::{Sort, Term, postorder};
use std::collections::{BTreeMap, BTreeSet};

/// What is known of loops that were executed, by their heads.
#[derive(Default)]
pub(crate) struct Before(BTreeMap<BlockId, Known>);

struct Known {
    /// What is not guessed at first.
    guesses: BTreeMap<Slot, Guess>,
    /// How many barriers of each kind an iteration passes, where it is known.
    counts: Counts,
    /// Arrays of which the thread sees something else in each iteration.
    views: BTreeSet<ArrayId>,
}

impl Exec<'_> {
    /// Keeps what a loop came to.
    pub(super) fn remember(&mut self, plan: &Plan) {
        let kept = plan.guesses.iter().filter(|(_, guess)| match guess {
            Guess::Function(_) => true,
            Guess::Steps(step) => self.is_of_no_loop(step),
            Guess::Sequence(values) | Guess::Cycle(values) => {
                values.iter().all(|value| self.is_of_no_loop(value))
            }
            // That nothing is known may be for what was not known of the loops around.
            Guess::Same | Guess::Choice(_) | Guess::Arbitrary => false,
        });
        let known = Known {
            guesses: kept.map(|(slot, guess)| (*slot, guess.clone())).collect(),
            counts: plan.counts.clone(),
            views: plan.views.keys().copied().collect(),
        };
        self.before.0.insert(plan.head, known);
    }

    /// Starts from what the loop came to the last time.
    pub(super) fn recall(&mut self, plan: &mut Plan, entry: &State) {
        let Some(known) = self.before.0.remove(&plan.head) else {
            return;
        };
        for (slot, value) in slots(entry) {
            let first = plan.guesses.get(&slot);
            let guess = match (known.guesses.get(&slot), first, &value) {
                (Some(Guess::Function(_)), Some(Guess::Same), Value::Bits(_) | Value::Bool(_)) => {
                    self.function_for((plan.head, slot), &value)
                }
                (Some(guess @ Guess::Steps(step)), Some(Guess::Function(_)), Value::Bits(now))
                    if now.sort() == step.sort() =>
                {
                    guess.clone()
                }
                (Some(guess @ Guess::Steps(step)), Some(Guess::Function(_)), Value::Pointer(_))
                    if *step.sort() == Sort::Int =>
                {
                    guess.clone()
                }
                (
                    Some(guess @ (Guess::Sequence(values) | Guess::Cycle(values))),
                    Some(Guess::Function(_)),
                    Value::Bits(now),
                ) if values.first() == Some(now) => guess.clone(),
                _ => continue,
            };
            if guess.is_regular() {
                plan.recalled.insert(slot);
            }
            plan.guesses.insert(slot, guess);
        }
        plan.counts = known.counts.or(&plan.counts);
        let seen = known.views.into_iter();
        for array in seen.filter(|array| entry.views.contains_key(array)) {
            self.views_made += 1;
            plan.views.insert(array, self.views_made);
        }
    }

    /// Whether a term is about no iteration of a loop, so that it is the same whenever the loop is executed.
    fn is_of_no_loop(&self, term: &Term) -> bool {
        let parts = postorder([term]);
        let mut symbols = parts.iter().filter_map(|part| part.symbol());
        !symbols.any(|symbol| self.iterations.contains(symbol) || self.loop_symbols.is_any(symbol))
    }
}

//! What is taken of a loop, for all that it may change, while its iterations are compared.

use super::guess::{Guess, Slot, Values, at_iteration, slots};
use super::own_copies::OwnPlan;
use super::passed::LastPassed;
use crate::accesses::event::Event;
use crate::execution::Exec;
use crate::execution::state::{Counts, State};
use crate::execution::value::{Pointer, Target, Value};
use crate::loops::invariant::Claim;
use crate::loops::sequence::{self, Iteration};
use crate::memory::may_alias;
use kernel_graph::{ArrayId, BlockId, Loop};
use solver::term::Term;
use std::collections::{BTreeMap, BTreeSet};

pub(super) struct Plan {
    /// The loop's head.
    pub(super) head: BlockId,
    pub(super) guesses: BTreeMap<Slot, Guess>,
    /// Slots that were found not to grow by steps.
    pub(super) irregular: BTreeSet<Slot>,
    /// Slots that were found to be regular when the loop was executed before.
    pub(super) recalled: BTreeSet<Slot>,
    /// How many barriers each iteration passes; none where that differs.
    pub(super) counts: Counts,
    /// Which barrier was passed last at the start of an iteration.
    pub(super) passed: LastPassed,
    /// That it is the one before the loop, or one of the loop's that iterations end with.
    pub(super) ending: Vec<Term>,
    /// Arrays of which the thread sees something else in each iteration, by the numbers of the views.
    pub(super) views: BTreeMap<ArrayId, usize>,
    /// Copies begun at the start of an iteration, where all begin with the same.
    pub(super) begun: Option<Event>,
    /// Copies that the thread began by itself.
    pub(super) own: OwnPlan,
    /// The number of the last iteration, where it is known.
    pub(super) last: Option<i64>,
    /// Whether some number is made of its value in the iteration before, and not by steps.
    pub(super) uneven: bool,
}

impl Exec<'_> {
    /// What the loop does not assign stays; a function is guessed for the rest, or what it was the last time.
    pub(super) fn first_plan(&mut self, around: &Loop, entry: &State) -> Plan {
        let mut assigned = BTreeSet::new();
        for block in &around.blocks {
            let Some(block) = self.function.block(*block) else {
                continue;
            };
            for stmt in &block.stmts {
                assigned.extend(stmt.kind.assigned());
            }
        }
        let mut guesses = BTreeMap::new();
        for (slot, value) in slots(entry) {
            let several = matches!(&value, Value::Pointer(pointer) if pointer.cases.len() > 1);
            let guess = match slot {
                // From what decides nothing no question gets longer.
                Slot::Local(id)
                    if assigned.contains(&id) && !self.choices.decisive.locals.contains(&id) =>
                {
                    Guess::Arbitrary
                }
                // Where it may go is seen from an iteration.
                Slot::Local(_) if several => Guess::Same,
                Slot::Local(id) if assigned.contains(&id) => {
                    self.function_for((around.head, slot), &value)
                }
                // Whether memory changes is seen when the body is executed.
                Slot::Local(_) | Slot::Cell(..) => Guess::Same,
            };
            guesses.insert(slot, guess);
        }
        let mut plan = Plan {
            guesses,
            irregular: BTreeSet::new(),
            recalled: BTreeSet::new(),
            counts: Counts::zero(),
            passed: LastPassed::Same,
            ending: Vec::new(),
            views: BTreeMap::new(),
            begun: entry.begun.clone(),
            own: OwnPlan::new(),
            last: None,
            uneven: false,
            head: around.head,
        };
        self.recall(&mut plan, entry);
        plan
    }
}

/// Where the addresses that the loop changes point at entry.
pub(super) fn kept_offsets(plan: &Plan, entry: &State) -> BTreeMap<Target, Option<Term>> {
    may_alias::at_entry(changing(plan, &slots(entry)))
}

/// The addresses at entry that the loop changes.
pub(super) fn changing<'a>(
    plan: &'a Plan,
    entry: &'a Values,
) -> impl Iterator<Item = &'a Pointer> + Clone {
    entry.iter().filter_map(|(slot, value)| {
        let changes = !matches!(plan.guesses.get(slot), None | Some(Guess::Same));
        let Value::Pointer(pointer) = value else {
            return None;
        };
        changes.then_some(pointer)
    })
}

impl Plan {
    /// An arbitrary iteration; the last one is looked for where it may be found.
    pub(super) fn iteration(&self, entry: &State, back: &State, k: &Term) -> Iteration {
        let again = back.path.since(entry.path.len()).condition();
        let last = self
            .counts_in_literals(entry)
            .then(|| sequence::last(k, &again));
        Iteration {
            k: k.clone(),
            again,
            last: last.flatten(),
        }
    }

    /// Whether some number is counted from a literal by steps of a literal, or has one known value after the
    /// other, so that the last iteration may be known.
    fn counts_in_literals(&self, entry: &State) -> bool {
        slots(entry)
            .iter()
            .any(|(slot, value)| match (self.guesses.get(slot), value) {
                (Some(Guess::Sequence(_)), _) => true,
                (Some(Guess::Steps(step)), Value::Bits(at_entry)) => are_literals(step, at_entry),
                _ => false,
            })
    }
}

/// Of numbers that are counted from a literal by steps of a literal in so many iterations: that they are what
/// integers would be, where they fit.
pub(super) fn counted(plan: &Plan, entry: &State, last: i64, k: &Term) -> Vec<Term> {
    let mut facts = Vec::new();
    for (slot, value) in slots(entry) {
        let (Some(guess @ Guess::Steps(step)), Value::Bits(at_entry)) =
            (plan.guesses.get(&slot), &value)
        else {
            continue;
        };
        let Some(Value::Bits(now)) = at_iteration(guess, &value, k, &[]) else {
            continue;
        };
        let (with_sign, without) = sequence::fit(at_entry, step, last);
        let claims = [
            (Claim::StepsWithSign, with_sign),
            (Claim::StepsWithoutSign, without),
        ];
        for (claim, _) in claims.iter().filter(|(_, fits)| *fits) {
            facts.extend(claim.about(at_entry, &now, Some(step), k));
        }
    }
    facts
}

pub(super) fn are_literals(step: &Term, at_entry: &Term) -> bool {
    step.as_bits().is_some() && at_entry.as_bits().is_some()
}

//! What was guessed of a loop, compared with what an iteration did.

use super::Named;
use super::guess::{Guess, Slot, Values, at_iteration, difference, one_step, slots};
use super::plan::{Plan, kept_offsets};
use crate::execution::Exec;
use crate::execution::state::State;
use crate::execution::symbols::Varies;
use crate::execution::value::{Target, Value};
use crate::loops::cycle::{self, Changing};
use crate::loops::sequence::{self, Iteration};
use crate::memory::may_alias::{Choice, Offset};
use kernel_graph::BlockId;
use solver::term::{Sort, Term, app, postorder};
use std::collections::{BTreeMap, BTreeSet};

/// An address that a loop may move to more arrays is one of which nothing is known.
pub(super) const MOST_ARRAYS: usize = 8;

impl Exec<'_> {
    /// A function of the iteration for a slot with this value at entry, of the loop with a head.
    pub(super) fn function_for(&mut self, (head, slot): (BlockId, Slot), value: &Value) -> Guess {
        let sort = match value {
            Value::Bits(term) | Value::Bool(term) => term.sort().clone(),
            Value::Pointer(pointer) if pointer.cases.len() == 1 => Sort::Int,
            Value::Pointer(_) | Value::Event(_) | Value::Opaque => {
                return Guess::Arbitrary;
            }
        };
        let most = value
            .terms()
            .into_iter()
            .map(|term| self.varies(term))
            .max();
        let varies = most.unwrap_or(Varies::Thread);
        let sorts = vec![Sort::Int; self.frames.len() + 1];
        // What an offset is counted from may be another array in another execution.
        let symbol = match matches!(value, Value::Pointer(_)) {
            true => self.of_loop("loop", sorts, sort, varies),
            false => self.at_head((head, Named::Value(slot)), ("loop", sorts), sort, varies),
        };
        Guess::Function(symbol)
    }

    /// Compares the guesses with what an iteration did; says whether something changed.
    pub(super) fn revise(
        &mut self,
        plan: &mut Plan,
        entry: &State,
        back: &State,
        k: &Term,
    ) -> bool {
        let after = slots(back);
        let mut changed = false;
        let kept = kept_offsets(plan, entry);
        let iteration = plan.iteration(entry, back, k);
        let mut cycles = self.cycles(plan, &slots(entry), &after, k);
        for (slot, value) in slots(entry) {
            let guess = plan.guesses.get(&slot).cloned().unwrap_or(Guess::Arbitrary);
            let of = (plan.head, slot);
            let mut next = self.next_guess(of, (&guess, &value, after.get(&slot)), k);
            if let (Guess::Arbitrary, Some(after)) = (&next, after.get(&slot)) {
                next = self.choice(&guess, (&value, after), &kept);
            }
            if let (Some(after), true) = (after.get(&slot), next == guess) {
                let cycle = cycles.remove(&slot);
                next = self.known_values(of, (&guess, &value, after), &iteration, cycle);
            }
            if next.is_regular() && plan.irregular.contains(&slot) {
                next = guess.clone();
            }
            if guess.is_regular() && matches!(next, Guess::Function(_)) {
                // What was so the last time was not guessed from this one.
                let recalled = plan.recalled.remove(&slot);
                if !recalled {
                    plan.irregular.insert(slot);
                }
            }
            if next != guess {
                changed = true;
                plan.guesses.insert(slot, next);
            } else if let Some(result) = after.get(&slot) {
                let most = result
                    .terms()
                    .into_iter()
                    .map(|term| self.varies(term))
                    .max();
                let most = most.unwrap_or(Varies::Thread);
                let mut parts = value.terms().into_iter().chain(result.terms());
                let given = parts.any(|term| self.is_given(term));
                for symbol in guess.symbols() {
                    if most > self.symbols.varies(&symbol) {
                        self.symbols.set_varies(&symbol, most);
                        changed = true;
                    }
                    changed |= given && self.given_by_launch.insert(symbol);
                }
            }
        }
        for (array, view) in &entry.views {
            if !plan.views.contains_key(array) && back.views.get(array) != Some(view) {
                self.views_made += 1;
                plan.views.insert(*array, self.views_made);
                changed = true;
            }
        }
        // Whether addresses stay where they point at entry is seen once it is known into which arrays.
        if !changed {
            changed = self.moved_offsets(plan, &slots(entry), &after);
        }
        if plan.begun.is_some() && plan.begun != back.begun {
            plan.begun = None;
            changed = true;
        }
        let depth = self.iteration_numbers().len();
        changed |= plan
            .own
            .revise((entry.own.as_ref(), back.own.as_ref()), (k, depth));
        let counts = self.passed(entry, plan, back, k);
        if counts != plan.counts {
            plan.counts = counts;
            changed = true;
        }
        changed | self.revise_passed(plan, (&entry.counts.passed, &back.counts.passed), k)
    }

    fn next_guess(
        &mut self,
        of: (BlockId, Slot),
        (guess, entry, after): (&Guess, &Value, Option<&Value>),
        k: &Term,
    ) -> Guess {
        let Some(after) = after else {
            return Guess::Arbitrary;
        };
        match guess {
            Guess::Arbitrary => Guess::Arbitrary,
            // That is looked at with what says whether the loop goes on.
            Guess::Sequence(_) | Guess::Cycle(_) => guess.clone(),
            Guess::Choice(choice) => {
                let covered = matches!(after, Value::Pointer(after) if choice.covers(after));
                match covered {
                    true => guess.clone(),
                    false => Guess::Arbitrary,
                }
            }
            Guess::Same if after == entry => Guess::Same,
            Guess::Same => self.function_for(of, entry),
            Guess::Steps(step) => {
                let now = at_iteration(guess, entry, k, &[]);
                let expected = now.and_then(|now| one_step(&now, step));
                match expected.as_ref() == Some(after) {
                    true => guess.clone(),
                    false => self.function_for(of, entry),
                }
            }
            Guess::Function(_) => {
                let Some(now) = at_iteration(guess, entry, k, &self.numbers(k)) else {
                    return Guess::Arbitrary;
                };
                match difference(&now, after) {
                    Some(Some(step)) if self.choices.infers && !self.depends(&step, k) => {
                        Guess::Steps(step)
                    }
                    Some(_) => guess.clone(),
                    None => Guess::Arbitrary,
                }
            }
        }
    }

    /// The numbers that seem periodic, with their values.
    fn cycles(
        &self,
        plan: &Plan,
        entry: &Values,
        after: &Values,
        k: &Term,
    ) -> BTreeMap<Slot, Vec<Term>> {
        let (mut slots, mut all) = (Vec::new(), Vec::new());
        for (slot, value) in entry {
            if let Some(Guess::Function(symbol)) = plan.guesses.get(slot)
                && let (Value::Bits(entry), Some(Value::Bits(after))) = (value, after.get(slot))
            {
                slots.push(*slot);
                all.push(Changing {
                    now: app(symbol, self.numbers(k)),
                    entry: entry.clone(),
                    after: after.clone(),
                });
            }
        }
        let cycle = |(at, slot): (usize, &Slot)| Some((*slot, cycle::cycle(&all, at, k)?));
        slots.iter().enumerate().filter_map(cycle).collect()
    }

    /// The guess for a number that has one known value after the other, if it still seems to have them; else
    /// the guess as it was. `cycle` are values that it may have again and again.
    fn known_values(
        &mut self,
        slot: (BlockId, Slot),
        (guess, value, after): (&Guess, &Value, &Value),
        of: &Iteration,
        cycle: Option<Vec<Term>>,
    ) -> Guess {
        let (Value::Bits(at_entry), Value::Bits(after)) = (value, after) else {
            return guess.clone();
        };
        match guess {
            Guess::Function(_) if !self.choices.infers => guess.clone(),
            Guess::Function(symbol) => {
                let now = app(symbol, self.numbers(&of.k));
                let found = sequence::values(&now, at_entry, after, of).map(Guess::Sequence);
                let found = found.or_else(|| cycle.map(Guess::Cycle));
                found.unwrap_or_else(|| guess.clone())
            }
            Guess::Sequence(values) if sequence::holds(values, after, of) => guess.clone(),
            Guess::Cycle(values) if cycle::holds(values, after, &of.k) => guess.clone(),
            Guess::Sequence(_) | Guess::Cycle(_) => self.function_for(slot, value),
            Guess::Same | Guess::Steps(_) | Guess::Choice(_) | Guess::Arbitrary => guess.clone(),
        }
    }

    /// The guess for an address that an iteration may move to another array; nothing is known of
    /// other values, and of an address of which the iteration knows nothing.
    fn choice(
        &mut self,
        guess: &Guess,
        (entry, after): (&Value, &Value),
        kept: &BTreeMap<Target, Option<Term>>,
    ) -> Guess {
        let (Value::Pointer(entry), Value::Pointer(after)) = (entry, after) else {
            return Guess::Arbitrary;
        };
        let old = match guess {
            Guess::Arbitrary => return Guess::Arbitrary,
            Guess::Choice(choice) => choice.ways.as_slice(),
            Guess::Same
            | Guess::Steps(_)
            | Guess::Sequence(_)
            | Guess::Cycle(_)
            | Guess::Function(_) => &[],
        };
        let cases = entry.cases.iter().chain(&after.cases);
        let mut targets: BTreeSet<Target> = cases.map(|case| case.target).collect();
        targets.extend(old.iter().map(|(target, _)| *target));
        if targets.contains(&Target::Unknown) || targets.len() > MOST_ARRAYS {
            return Guess::Arbitrary;
        }
        let most = Value::Pointer(entry.clone());
        let most = most.terms().into_iter().map(|term| self.varies(term)).max();
        let varies = most.unwrap_or(Varies::Thread);
        let sorts = vec![Sort::Int; self.frames.len() + 1];
        let mut ways = Vec::new();
        for target in targets {
            let known = kept.get(&target).cloned().flatten();
            let offset = match (old.iter().find(|(way, _)| *way == target), known) {
                (Some((_, offset)), _) => offset.clone(),
                (None, Some(known)) => Offset::Kept(known),
                (None, None) => {
                    let sorts = sorts.clone();
                    Offset::Function(self.of_loop("offset", sorts, Sort::Int, varies))
                }
            };
            ways.push((target, offset));
        }
        let which = self.of_loop("array", sorts, Sort::Int, varies);
        Guess::Choice(Choice { which, ways })
    }

    /// Gives up that addresses stay where they point at entry, where they do not; says whether
    /// something changed.
    fn moved_offsets(&mut self, plan: &mut Plan, entry: &Values, after: &Values) -> bool {
        let mut changed = false;
        for (slot, guess) in &mut plan.guesses {
            let Guess::Choice(choice) = guess else {
                continue;
            };
            let mut moved = Vec::new();
            for value in [entry.get(slot), after.get(slot)].into_iter().flatten() {
                if let Value::Pointer(pointer) = value {
                    moved.extend(choice.moved(pointer));
                }
            }
            let varies = self.symbols.varies(&choice.which);
            for (target, offset) in &mut choice.ways {
                if moved.contains(target) {
                    let sorts = vec![Sort::Int; self.frames.len() + 1];
                    let symbol = self.of_loop("offset", sorts, Sort::Int, varies);
                    *offset = Offset::Function(symbol);
                    changed = true;
                }
            }
        }
        changed
    }

    /// Whether a term may have another value in another iteration of the loop.
    fn depends(&self, term: &Term, k: &Term) -> bool {
        postorder([term]).iter().any(|part| part == k)
    }
}

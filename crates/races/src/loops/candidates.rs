//! Candidate invariants of a loop, and which of them hold (Houdini).

use super::guess::{Guess, Slot, Values, at_iteration, slots};
use super::plan::{Plan, are_literals, changing};
use super::revise::MOST_ARRAYS;
use crate::calls::dispatch::functions_of;
use crate::calls::function_address::{address_taken, is_function, number};
use crate::execution::state::State;
use crate::execution::value::Value;
use crate::execution::{Exec, Executed, joined};
use crate::loops::invariant::{self, Claim};
use crate::memory::may_alias;
use crate::report::Inferred;
use kernel_graph::{BlockId, Loop, Scalar};
use num_traits::ToPrimitive;
use solver::term::{Term, add, eq, int, or, postorder};
use std::collections::{BTreeMap, BTreeSet};

/// A candidate invariant: something about a value at the start of each iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    pub(super) slot: Slot,
    pub(super) claim: Claim,
    /// The other value, if it is about two.
    with: Option<Slot>,
}

/// Larger literals are not where numbers of buffers end, and no more are tried.
const LARGEST_END: u32 = 64;
const MOST_ENDS: usize = 6;

impl Exec<'_> {
    /// The candidate invariants that hold: at the start, and after an iteration if all of them hold
    /// before it (Houdini). Only where accesses are recorded, for in a trial it is not sure what
    /// surrounds the loop.
    pub(super) fn invariants(
        &mut self,
        around: &Loop,
        entry: &State,
        (plan, relation): (&Plan, &Term),
        k: &Term,
    ) -> Executed<Vec<Candidate>> {
        if self.trials > 0 || self.prove.is_none() || !self.choices.infers {
            return Ok(Vec::new());
        }
        let values = slots(entry);
        let (mut tried, mut claims) = (Vec::new(), Vec::new());
        for candidate in candidates(plan, &values, &ends(relation)) {
            if self
                .choices
                .omitted
                .iter()
                .any(|tag| tag == candidate.claim.tag())
            {
                continue;
            }
            let now = (&values, &values);
            if !self.is_float(candidate.slot)
                && let Some(first) = self.candidate_of(&candidate, plan, now, &int(0))
            {
                claims.push((candidate.claim, first));
                tried.push(candidate);
            }
        }
        self.begin_inferred(around.head, &tried);
        let holds = self.shown(&entry.path.condition(), &claims);
        let mut kept = chosen(tried, &holds);
        loop {
            self.still_inferred(&kept);
            if kept.is_empty() {
                return Ok(kept);
            }
            self.trials += 1;
            let result = self.iterate(around, entry, (plan, Some((relation, &kept))), k);
            self.trials -= 1;
            let Some(back) = joined(result?.0) else {
                return Ok(kept);
            };
            let condition = back.path.condition();
            let after = slots(&back);
            let next = add(vec![k.clone(), int(1)]);
            let before = kept.len();
            let (mut tried, mut claims) = (Vec::new(), Vec::new());
            for candidate in kept {
                let now = (&values, &after);
                if let Some(claim) = self.candidate_of(&candidate, plan, now, &next) {
                    claims.push((candidate.claim, claim));
                    tried.push(candidate);
                }
            }
            let holds = self.shown(&condition, &claims);
            kept = chosen(tried, &holds);
            if kept.len() == before {
                return Ok(kept);
            }
        }
    }

    /// Notes the candidates of a loop.
    fn begin_inferred(&mut self, head: BlockId, tried: &[Candidate]) {
        let function = self.function;
        let block = function.block(head);
        let first = block.and_then(|block| block.stmts.first());
        let place = first.map_or_else(
            || block.map(|block| block.end_place).unwrap_or_default(),
            |stmt| stmt.place,
        );
        self.summary.inferred.push(Inferred {
            place,
            tried: tried.iter().map(|one| one.claim.tag()).collect(),
            kept: Vec::new(),
        });
    }

    /// Notes which of them still hold.
    fn still_inferred(&mut self, kept: &[Candidate]) {
        if let Some(last) = self.summary.inferred.last_mut() {
            last.kept = kept.iter().map(|one| one.claim.tag()).collect();
        }
    }

    /// Whether a slot holds a number of which no order of integers is known: the bits of a float.
    fn is_float(&self, slot: Slot) -> bool {
        match slot {
            Slot::Local(id) => {
                let local = self.function.local(id);
                local.is_some_and(|local| matches!(local.scalar, Scalar::Float(_)))
            }
            Slot::Cell(..) => false,
        }
    }

    /// What a candidate says at the start of iteration `k`.
    pub(super) fn candidate_at(
        &self,
        candidate: &Candidate,
        entry: &State,
        plan: &Plan,
        k: &Term,
    ) -> Option<Term> {
        let values = slots(entry);
        let mut now = BTreeMap::new();
        for slot in [Some(candidate.slot), candidate.with].into_iter().flatten() {
            let guess = plan.guesses.get(&slot)?;
            let value = at_iteration(guess, values.get(&slot)?, k, &self.numbers(k))?;
            now.insert(slot, value);
        }
        self.candidate_of(candidate, plan, (&values, &now), k)
    }

    /// What a candidate says of values at the start of iteration `k`.
    fn candidate_of(
        &self,
        candidate: &Candidate,
        plan: &Plan,
        (at_entry, now): (&Values, &Values),
        k: &Term,
    ) -> Option<Term> {
        let values = (at_entry.get(&candidate.slot)?, now.get(&candidate.slot)?);
        if let (Some(with), (_, Value::Pointer(one))) = (candidate.with, values) {
            let Value::Pointer(other) = now.get(&with)? else {
                return None;
            };
            let places = candidate.claim == Claim::Differ;
            return Some(may_alias::apart(one, other, places));
        }
        if let (Claim::OneOfPlaces, (_, Value::Pointer(now))) = (candidate.claim, values) {
            return Some(may_alias::among(now, changing(plan, at_entry)));
        }
        let (Value::Bits(at_entry), Value::Bits(now)) = values else {
            return None;
        };
        if candidate.claim == Claim::OneOfFunctions {
            let of_local = match candidate.slot {
                Slot::Local(local) => functions_of(self.function, local),
                Slot::Cell(..) => None,
            };
            let all = of_local.unwrap_or_else(|| address_taken(self.module));
            let is = |id| eq(now.clone(), number(Some(id)));
            return Some(or(all.into_iter().map(is).collect()));
        }
        let step = match plan.guesses.get(&candidate.slot)? {
            Guess::Steps(step) => Some(step),
            Guess::Same
            | Guess::Sequence(_)
            | Guess::Cycle(_)
            | Guess::Function(_)
            | Guess::Choice(_)
            | Guess::Arbitrary => None,
        };
        candidate.claim.about(at_entry, now, step, k)
    }
}

/// The candidates that hold.
fn chosen(all: Vec<Candidate>, holds: &[bool]) -> Vec<Candidate> {
    let kept = all.into_iter().zip(holds).filter(|(_, holds)| **holds);
    kept.map(|(candidate, _)| candidate).collect()
}

/// Where periodic numbers may end: the small literals of an iteration, and one below each, as
/// in `i = (i + 1) % 3`.
fn ends(relation: &Term) -> Vec<Claim> {
    let mut ends = BTreeSet::from([1]);
    for part in postorder([relation]) {
        let small = part.as_bits().and_then(|bits| bits.unsigned().to_u32());
        if let Some(number) = small.filter(|number| (2..=LARGEST_END).contains(number)) {
            ends.extend([number - 1, number]);
        }
    }
    ends.into_iter()
        .take(MOST_ENDS)
        .map(Claim::AtMost)
        .collect()
}

/// The candidate invariants that fit.
fn candidates(plan: &Plan, values: &Values, ends: &[Claim]) -> Vec<Candidate> {
    let mut all = Vec::new();
    let mut addresses: Vec<Slot> = Vec::new();
    for (slot, value) in values {
        let guess = plan.guesses.get(slot).unwrap_or(&Guess::Arbitrary);
        let claims = match (guess, value) {
            (Guess::Function(_), value) if is_function(value) => &[Claim::OneOfFunctions],
            // The number of iterations says it all.
            (Guess::Steps(step), Value::Bits(at_entry))
                if plan.last.is_some() && are_literals(step, at_entry) =>
            {
                continue;
            }
            (Guess::Steps(_), Value::Bits(_)) => invariant::OF_STEPS,
            (Guess::Function(_), Value::Bits(_)) => invariant::OF_FUNCTIONS,
            (Guess::Choice(_) | Guess::Function(_), Value::Pointer(_)) => {
                addresses.push(*slot);
                &[Claim::OneOfPlaces]
            }
            _ => continue,
        };
        let numbers = matches!((guess, value), (Guess::Function(_), Value::Bits(_)));
        let ends = ends.iter().filter(|_| numbers && !is_function(value));
        all.extend(claims.iter().chain(ends).map(|claim| Candidate {
            slot: *slot,
            claim: *claim,
            with: None,
        }));
    }
    addresses.truncate(MOST_ARRAYS);
    for (number, slot) in addresses.iter().enumerate() {
        for other in addresses.iter().skip(number + 1) {
            all.extend([Claim::InTwoArrays, Claim::Differ].map(|claim| Candidate {
                slot: *slot,
                claim,
                with: Some(*other),
            }));
        }
    }
    all
}

//! The search for a contradiction.
//!
//! Equations are taken apart into digits where they can be, else one of their atoms is replaced; of alternatives all but
//! one of which are refuted the last is assumed; an inequality is refuted by the bounds of its atoms; and at last cases
//! are distinguished, a few deep. Everything that is found is a step of a proof.

mod bounds;
mod cases;
mod digits;
mod equations;
mod factors;
mod sign;
mod squares;
mod state;

use crate::poly::{Number, Poly};
use crate::problem::{Claim, Formula, Problem};
use crate::proof::{End, Fact, Proof, Split, Step, flattened};
use state::State;
use std::cell::Cell;

/// Cases within cases.
const DEPTH: usize = 5;

/// Cases of which one is left, within each other: each takes a part of the stack.
const UNITS: usize = 250;

/// How hard a polynomial is looked at of which it is only asked in passing.
const GLANCE: usize = 2;

/// How hard one is looked at where much depends on it.
const LOOK: usize = 8;

/// A proof that the problem has no solution, if one is found with this many steps of work.
///
/// A step is about one product of polynomials: some hundred nanoseconds to some microseconds.
pub fn refute(problem: &Problem, budget: u64) -> Option<Proof> {
    refute_within(problem, budget).0
}

/// The same, and how many steps of the budget were taken.
pub fn refute_within(problem: &Problem, budget: u64) -> (Option<Proof>, u64) {
    // Most of what is found is found at once, and what is not is tried again and harder.
    let mut taken = 0;
    for (effort, part) in [(1, budget / 2), (3, budget / 2)] {
        let search = Search {
            problem,
            effort,
            left: Cell::new(part),
            units: Cell::new(0),
        };
        let proof = search.refute(State::new(problem), DEPTH);
        taken += part - search.left.get();
        if proof.is_some() {
            return (proof, taken);
        }
    }
    (None, taken)
}

pub(crate) struct Search<'p> {
    problem: &'p Problem,
    /// How hard it is tried to show of a polynomial that it is not negative.
    effort: usize,
    left: Cell<u64>,
    /// Within how many cases of which one is left the search is.
    units: Cell<usize>,
}

impl Search<'_> {
    /// Takes some of the budget; whether there was as much.
    fn pay(&self, steps: usize) -> bool {
        let left = self.left.get();
        let cost = u64::try_from(steps).unwrap_or(u64::MAX);
        self.left.set(left.saturating_sub(cost));
        left > cost
    }

    fn refute(&self, state: State, depth: usize) -> Option<Proof> {
        let mut left = Vec::new();
        let proof = self.refuted(state, depth, &mut left);
        self.units.set(self.units.get() - left.len());
        let mut proof = proof?;
        for one in left.into_iter().rev() {
            proof = one.with(proof);
        }
        Some(proof)
    }

    /// What ends the search, with the cases of which one was left on the way.
    fn refuted(&self, mut state: State, depth: usize, left: &mut Vec<Left>) -> Option<Proof> {
        state.bound();
        while self.alike(&mut state) {}
        // Without the signs of the factors little follows, so their cases come first.
        if let (None, Some(deeper)) = (state.absurd(), depth.checked_sub(1))
            && let Some(factor) = self.hidden_sign(&mut state)
        {
            let end = self.by_sign(&state, factor, deeper)?;
            return Some(state.ended(end));
        }
        loop {
            if let Some(absurd) = self.saturated(&mut state) {
                return Some(state.ended(End::Absurd(absurd)));
            }
            if self.left.get() == 0 {
                return None;
            }
            // What is new is looked at first, and what is old again where nothing else goes on.
            if let Some(absurd) = self.absurd_inequality(&mut state, true) {
                return Some(state.ended(End::Absurd(absurd)));
            }
            match self.unit(&mut state) {
                Unit::Proof(end) => return Some(state.ended(end)),
                Unit::Left(_) if self.units.get() == UNITS => return None,
                Unit::Left(mut one) => {
                    self.units.set(self.units.get() + 1);
                    one.before = state.begin();
                    state.retire(one.fact);
                    state.assume(&one.part);
                    left.push(one);
                    continue;
                }
                Unit::None => {}
            }
            if self.digits_again(&mut state) || self.tightened(&mut state) {
                continue;
            }
            if let Some(absurd) = self.absurd_inequality(&mut state, false) {
                return Some(state.ended(End::Absurd(absurd)));
            }
            if let Some(absurd) = self.absurd_equation(&mut state) {
                return Some(state.ended(End::Absurd(absurd)));
            }
            if self.differences(&mut state) || self.alike(&mut state) {
                continue;
            }
            // What is computed hides the squares.
            if let Some(deeper) = depth.checked_sub(1)
                && let Some(end) = self.by_order(&mut state, deeper)
            {
                return Some(state.ended(end));
            }
            if !self.expanded(&mut state) {
                break;
            }
        }
        self.cases(state, depth)
    }

    /// Replaces, takes apart and bounds until nothing new follows; a fact that cannot be, if there is one.
    fn saturated(&self, state: &mut State) -> Option<Fact> {
        loop {
            if let Some(absurd) = state.absurd() {
                return Some(absurd);
            }
            state.bound();
            if let Some(absurd) = state.absurd().or_else(|| state.crossed()) {
                return Some(absurd);
            }
            if (state.pin() || state.flip_negative()) && self.pay(4) {
                continue;
            }
            if self.left.get() == 0 || !self.equations(state) {
                return None;
            }
        }
    }

    /// An inequality that bounds refute.
    fn absurd_inequality(&self, state: &mut State, new: bool) -> Option<Fact> {
        let all: Vec<Fact> = state.compound().collect();
        for fact in all {
            let news = state.news(fact);
            let before = state.looked.get(&fact);
            if before.is_some_and(|before| new || *before == news) {
                continue;
            }
            state.looked.insert(fact, news);
            let Some(poly) = state.non_negative(fact).cloned() else {
                continue;
            };
            let opposite = poly.negated().shifted(-1);
            if let Some(less) = self.proved(state, &opposite, LOOK) {
                return Some(state.sum_of(&[fact, less]));
            }
        }
        None
    }

    /// Looks for alternatives of which at most one is left.
    fn unit(&self, state: &mut State) -> Unit {
        let all: Vec<Fact> = state.alternatives().collect();
        for fact in all {
            let news = state.news(fact);
            if state.glanced.insert(fact, news) == Some(news) {
                continue;
            }
            let Some(parts) = state.parts(fact) else {
                continue;
            };
            let mut closed: Vec<Option<Proof>> = Vec::new();
            let mut open = None;
            let mut is_unit = true;
            for (at, part) in parts.iter().enumerate() {
                let proof = self.glanced(state, part);
                if proof.is_none() && open.replace(at).is_some() {
                    is_unit = false;
                    break;
                }
                closed.push(proof);
            }
            if !is_unit {
                continue;
            }
            if let Some((at, part)) = open.and_then(|at| Some((at, parts.get(at)?.clone()))) {
                self.pay(2);
                return Unit::Left(Left {
                    before: Vec::new(),
                    fact,
                    at,
                    part,
                    closed: closed.into_iter().flatten().collect(),
                });
            }
            let proofs = closed.into_iter().flatten().collect();
            return Unit::Proof(End::Cases(Split::Alternatives(fact), proofs));
        }
        Unit::None
    }

    /// A short proof that an alternative cannot be.
    fn glanced(&self, state: &mut State, part: &Formula) -> Option<Proof> {
        let mut claims = Vec::new();
        flattened(part, &mut claims);
        for (at, claim) in claims.iter().enumerate() {
            let claim = match claim {
                Formula::Claim(claim) => claim,
                Formula::Any(parts) if parts.is_empty() => {
                    let mut here = state.branch();
                    let fact = here.assume(part).start + at;
                    return Some(here.ended(End::Absurd(fact)));
                }
                Formula::Any(_) | Formula::All(_) => continue,
            };
            if !self.pay(1 + state.replaced.len() / 8) {
                return None;
            }
            if let Claim::Zero(poly) = claim
                && let Some(differs) = state.not_zero(poly)
            {
                let mut here = state.branch();
                let fact = here.assume(part).start + at;
                let end = self.excluded(&here, (fact, poly), differs)?;
                return Some(here.ended(end));
            }
            let (poly, signs): (&Poly, &[Number]) = match claim {
                Claim::Zero(poly) => (poly, &[-1, 1]),
                Claim::NonNegative(poly) => (poly, &[-1]),
            };
            let now = state.replaced_in(poly);
            for sign in signs {
                let opposite = now.scaled(*sign).shifted(-1);
                if !self.is_plausible(state, &opposite, GLANCE) {
                    continue;
                }
                let mut here = state.branch();
                let fact = here.assume(part).start + at;
                let fact = here.reduced_only(fact)?;
                let less = self.proved(&mut here, &opposite, GLANCE)?;
                let absurd = match sign {
                    -1 => here.sum_of(&[fact, less]),
                    _ => here.difference_of(less, fact),
                };
                return Some(here.ended(End::Absurd(absurd)));
            }
        }
        None
    }

    /// What is zero although it is known not to be.
    fn excluded(&self, state: &State, (fact, poly): (Fact, &Poly), differs: Fact) -> Option<End> {
        let parts = state.parts(differs)?;
        let proofs = parts.iter().map(|part| {
            let mut here = state.branch();
            let assumed = here.assume(part).start;
            let Formula::Claim(Claim::NonNegative(above)) = part else {
                return None;
            };
            // The part is the polynomial or its negation, less one.
            let by = match *above == poly.shifted(-1) {
                true => -1,
                false => 1,
            };
            let absurd = here.below_zero(assumed, (Poly::from(by), fact));
            Some(here.ended(End::Absurd(absurd)))
        });
        let proofs: Option<Vec<Proof>> = proofs.collect();
        Some(End::Cases(Split::Alternatives(differs), proofs?))
    }
}

enum Unit {
    /// The contradiction.
    Proof(End),
    /// One of the alternatives is left.
    Left(Left),
    /// There are no such alternatives.
    None,
}

/// Alternatives of which all but one are refuted; the search goes on with that one.
struct Left {
    /// What followed before.
    before: Vec<Step>,
    fact: Fact,
    /// The one that is left: its place among them, and what it says.
    at: usize,
    part: Formula,
    /// The proofs of the others, in order.
    closed: Vec<Proof>,
}

impl Left {
    /// The proof that the last one cannot be makes one of all.
    fn with(self, last: Proof) -> Proof {
        let mut proofs = self.closed;
        proofs.insert(self.at.min(proofs.len()), last);
        Proof {
            steps: self.before,
            end: End::Cases(Split::Alternatives(self.fact), proofs),
        }
    }
}

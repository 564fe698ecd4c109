//! Cases: which alternatives are distinguished, and in which order.
//!
//! A case is worth as much as it decides of the other alternatives: that two blocks differ in one direction, or in the
//! other, says which of the consequences of either holds.

use super::Search;
use super::state::State;
use crate::poly::Poly;
use crate::problem::{Claim, Formula};
use crate::proof::{End, Fact, Proof, Split, flattened};
use std::cmp::Reverse;

/// So many alternatives are tried at most.
const FACTS: usize = 3;

/// So many signs of factors are tried before them.
const SIGNS: usize = 2;

/// So many alternatives are compared with each other.
const COMPARED: usize = 16;

/// Alternatives of more parts are not compared.
const PARTS: usize = 6;

impl Search<'_> {
    /// Tries cases: of a fact with few alternatives, or of the sign of a factor.
    pub(super) fn cases(&self, state: State, depth: usize) -> Option<Proof> {
        let left = depth.checked_sub(1)?;
        let signs = state.unsigned_factors(self.problem);
        let signs = signs.into_iter().take(SIGNS).map(|atom| {
            let poly = Poly::from(atom).shifted(-1);
            let claim = Formula::non_negative(poly.clone());
            (Split::Sign(poly), vec![claim.clone(), claim.negated()])
        });
        let facts = self.by_worth(&state).into_iter().take(FACTS);
        let facts = facts.map(|(fact, parts)| (Split::Alternatives(fact), parts));
        let all: Vec<(Split, Vec<Formula>)> = signs.chain(facts).collect();
        'splits: for (split, cases) in all {
            let mut proofs = Vec::new();
            for case in &cases {
                if !self.pay(1 + state.size() / 8) {
                    return None;
                }
                let mut here = state.branch();
                if let Split::Alternatives(fact) = split {
                    here.retire(fact);
                }
                here.assume(case);
                match self.refute(here, left) {
                    Some(proof) => proofs.push(proof),
                    None => continue 'splits,
                }
            }
            return Some(state.ended(End::Cases(split, proofs)));
        }
        None
    }

    /// The alternatives of which cases are tried: first those each case of which decides most of the others, then those with
    /// few parts. Not those of which one part is known: their cases say nothing.
    fn by_worth(&self, state: &State) -> Vec<(Fact, Vec<Formula>)> {
        let all = state.alternatives();
        let all = all.filter_map(|fact| Some((fact, state.parts(fact)?)));
        let mut all: Vec<(Fact, Vec<Formula>)> = all
            .filter(|(_, parts)| !parts.iter().any(|part| holds(state, part)))
            .collect();
        all.sort_by_key(|(fact, parts)| (parts.len(), *fact));
        let few = all.len().min(COMPARED);
        let compared: Vec<Vec<Vec<Formula>>> = all
            .iter()
            .take(few)
            .map(|(_, parts)| claims(parts))
            .collect();
        let worth = |at: usize| {
            let Some(own) = compared.get(at) else {
                return 0;
            };
            let decided = own.iter().map(|part| {
                let others = compared
                    .iter()
                    .enumerate()
                    .filter(|(other, _)| *other != at);
                others.filter(|(_, other)| decides(part, other)).count()
            });
            decided.min().unwrap_or(0)
        };
        let mut ranked: Vec<(Reverse<usize>, usize)> =
            (0..all.len()).map(|at| (Reverse(worth(at)), at)).collect();
        self.pay(few * few / 4);
        ranked.sort_unstable();
        let mut all: Vec<Option<(Fact, Vec<Formula>)>> = all.into_iter().map(Some).collect();
        let ranked = ranked
            .into_iter()
            .filter_map(|(_, at)| all.get_mut(at)?.take());
        ranked.collect()
    }
}

/// Whether a part is known already.
fn holds(state: &State, part: &Formula) -> bool {
    match part {
        Formula::Claim(claim) => state.knows(claim),
        Formula::All(parts) => parts.iter().all(|part| holds(state, part)),
        Formula::Any(_) => false,
    }
}

/// What the parts of alternatives claim; of those with many nothing.
fn claims(parts: &[Formula]) -> Vec<Vec<Formula>> {
    let few = parts
        .iter()
        .take(if parts.len() > PARTS { 0 } else { PARTS });
    let each = few.map(|part| {
        let mut all = Vec::new();
        flattened(part, &mut all);
        all
    });
    each.collect()
}

/// Whether claims leave at most one of other alternatives, or say that one of them is so.
fn decides(claims: &[Formula], others: &[Vec<Formula>]) -> bool {
    let any = |part: &[Formula], relation: fn(&Claim, &Claim) -> bool| {
        part.iter().any(|one| related(claims, one, relation))
    };
    let excluded = others.iter().filter(|part| any(part, exclude)).count();
    let so = |part: &Vec<Formula>| part.iter().all(|one| related(claims, one, implies));
    others.len() > 1 && (excluded + 1 >= others.len() || others.iter().any(so))
}

/// Whether one of some claims is in a relation to another one.
fn related(claims: &[Formula], one: &Formula, relation: fn(&Claim, &Claim) -> bool) -> bool {
    let Formula::Claim(one) = one else {
        return false;
    };
    let claims = claims.iter().filter_map(|claim| match claim {
        Formula::Claim(claim) => Some(claim),
        Formula::All(_) | Formula::Any(_) => None,
    });
    claims.into_iter().any(|claim| relation(claim, one))
}

/// Whether the first claim says the second one, and a number more.
fn implies(one: &Claim, other: &Claim) -> bool {
    let natural = |poly: Poly| poly.as_constant().is_some_and(|value| value >= 0);
    match (one, other) {
        (Claim::NonNegative(a), Claim::NonNegative(b)) => natural(b.minus(a)),
        (Claim::Zero(a), Claim::NonNegative(b)) => natural(b.minus(a)) || natural(b.plus(a)),
        (Claim::Zero(a), Claim::Zero(b)) => a == b || *a == b.negated(),
        (Claim::NonNegative(_), Claim::Zero(_)) => false,
    }
}

/// Whether two claims cannot both be, as their sum or difference says.
fn exclude(one: &Claim, other: &Claim) -> bool {
    let negative = |poly: Poly| poly.as_constant().is_some_and(|value| value < 0);
    match (one, other) {
        (Claim::NonNegative(a), Claim::NonNegative(b)) => negative(a.plus(b)),
        (Claim::NonNegative(a), Claim::Zero(b)) | (Claim::Zero(b), Claim::NonNegative(a)) => {
            negative(a.plus(b)) || negative(a.minus(b))
        }
        (Claim::Zero(a), Claim::Zero(b)) => {
            let differ = |poly: Poly| poly.as_constant().is_some_and(|value| value != 0);
            differ(a.plus(b)) || differ(a.minus(b))
        }
    }
}

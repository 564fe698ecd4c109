//! What equations are used for: digits, and atoms that they replace.

use super::Search;
use super::state::{Replaced, State};
use crate::poly::{Atom, Number, Poly};
use crate::problem::Claim;
use crate::proof::{Fact, Reason};
use std::rc::Rc;

/// What is replaced first: by short equations, atoms of low rank; of those later ones.
type Key = (usize, u8, std::cmp::Reverse<Atom>);

impl Search<'_> {
    /// Uses one equation; whether there was one.
    pub(super) fn equations(&self, state: &mut State) -> bool {
        let all: Vec<Fact> = state.equations().map(|(fact, _)| fact).collect();
        for fact in all {
            if state.reduced(fact).is_some_and(|now| now != fact) || state.absurd().is_some() {
                return self.pay(1);
            }
        }
        if self.congruences(state) {
            return true;
        }
        // What an atom is by definition replaces it before an index is taken apart.
        if let Some(one) = self.replaceable(state, |atom, _| self.problem.rank(atom) == 0) {
            state.replace(one);
            return self.pay(4 + state.size() / 16);
        }
        self.signs(state);
        if self.first_digits(state) || self.taken_apart(state, true) {
            return true;
        }
        if let Some(one) = self.halved(state) {
            state.replace(one);
            return self.pay(4 + state.size() / 16);
        }
        let plain = |atom, poly: &Poly| {
            poly.degree() < 2 || self.is_defined(atom, poly) && self.is_signed(state, poly)
        };
        if let Some(one) = self.replaceable(state, plain) {
            state.replace(one);
            return self.pay(4 + state.size() / 16);
        }
        false
    }

    /// Whether an equation says what was divided in terms of quotient and remainder: something else is computed, and all that
    /// is is computed from it.
    fn is_defined(&self, atom: Atom, poly: &Poly) -> bool {
        let rank = self.problem.rank(atom);
        let others = poly.atoms().into_iter().filter(|other| *other != atom);
        let computed = others
            .map(|other| self.problem.rank(other))
            .filter(|rank| *rank > 1);
        rank > 1 && computed.min().is_some_and(|least| least > rank)
    }

    /// Whether the signs of all named factors are known.
    fn is_signed(&self, state: &State, poly: &Poly) -> bool {
        let factors = poly.terms().filter(|(product, _)| product.len() > 1);
        let mut all = factors.flat_map(|(product, _)| product.atoms());
        all.all(|atom| self.problem.rank(atom) > 1 || state.has_sign(atom))
    }

    /// Takes one equation apart that could not be before.
    pub(super) fn digits_again(&self, state: &mut State) -> bool {
        self.taken_apart(state, false)
    }

    fn taken_apart(&self, state: &mut State, new: bool) -> bool {
        let all: Vec<Fact> = state.equations().map(|(fact, _)| fact).collect();
        for fact in all {
            let news = state.news(fact);
            let before = state.tried.get(&fact);
            if before.is_some_and(|before| new || *before == news) {
                continue;
            }
            state.tried.insert(fact, news);
            if self.digits(state, fact) {
                return true;
            }
        }
        false
    }

    /// Replaces an atom by an expression with products, once the signs of their factors are known; whether there was one.
    pub(super) fn expanded(&self, state: &mut State) -> bool {
        // What is computed: what it is computed from then stands in two equations, of which the difference has digits.
        let computed =
            |atom, poly: &Poly| self.problem.rank(atom) > 1 && self.is_signed(state, poly);
        let one = self.replaceable(state, computed);
        let one = one.or_else(|| self.replaceable(state, |_, poly| self.is_signed(state, poly)));
        let Some(one) = one else {
            return false;
        };
        state.replace(one);
        self.pay(4 + state.size() / 16)
    }

    /// An atom that an equation says, of the lowest rank, and the shortest equation.
    pub(super) fn replaceable(
        &self,
        state: &State,
        may: impl Fn(Atom, &Poly) -> bool,
    ) -> Option<Replaced> {
        let mut best: Option<(Key, Fact, Number)> = None;
        for (fact, poly) in state.equations() {
            for atom in poly.atoms() {
                let Some(by) = poly.linear_in(atom).filter(|by| by.abs() == 1) else {
                    continue;
                };
                let rank = self.problem.rank(atom);
                let key = (poly.len(), rank, std::cmp::Reverse(atom));
                let better = best.as_ref().is_none_or(|(known, ..)| key < *known);
                if better && may(atom, poly) {
                    best = Some((key, fact, by));
                }
            }
        }
        let ((_, _, std::cmp::Reverse(atom)), fact, by) = best?;
        let poly = state.value(fact)?;
        // by*x + rest = 0, so x = -rest/by.
        let value = Poly::from(atom).minus(&poly.scaled(by));
        Some(Replaced {
            atom,
            value: Rc::new(value),
            by: fact,
            sign: by,
        })
    }

    /// The difference of two equations with the same products has none, and is used although nothing is known of their
    /// signs.
    pub(super) fn alike(&self, state: &mut State) -> bool {
        // Where signs are known what is computed is replaced, and there is one equation.
        let with_products = state
            .equations()
            .filter(|(_, poly)| poly.degree() > 1 && !self.is_signed(state, poly));
        let all: Vec<(Fact, Poly)> = with_products
            .map(|(fact, poly)| (fact, poly.clone()))
            .collect();
        for (at, (fact, poly)) in all.iter().enumerate() {
            for (other, with) in all.iter().skip(at + 1) {
                if !state.subtracted.insert((*fact, *other)) {
                    continue;
                }
                for sign in [-1, 1] {
                    let sum = poly.plus(&with.scaled(sign));
                    if self.pay(1) && sum.degree() < 2 && !sum.is_zero() {
                        state.multiple(&[(Poly::from(1), *fact), (Poly::from(sign), *other)], sum);
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Values of functions whose arguments are equal.
    fn congruences(&self, state: &mut State) -> bool {
        let all = &self.problem.applications;
        // Without a replacement nothing more is equal.
        if state.compared.replace(state.replaced.len()) == Some(state.replaced.len()) {
            return false;
        }
        let mut found = false;
        for (at, left) in all.iter().enumerate() {
            for (next, right) in all.iter().enumerate().skip(at + 1) {
                if left.function != right.function || state.congruent.contains(&(at, next)) {
                    continue;
                }
                if !self.pay(1 + state.replaced.len() / 8) {
                    return found;
                }
                let differences: Vec<Poly> = left
                    .arguments
                    .iter()
                    .zip(&right.arguments)
                    .map(|(a, b)| a.minus(b))
                    .collect();
                if !differences.iter().all(|one| state.vanishes(one)) {
                    continue;
                }
                let mut equal = Vec::new();
                for one in &differences {
                    equal.extend(state.vanished(one));
                }
                state.congruent.insert((at, next));
                let difference = Poly::from(left.atom).minus(&Poly::from(right.atom));
                let reason = Reason::Congruent {
                    of: (at, next),
                    equal,
                };
                state.follow(Claim::Zero(difference), reason);
                found = true;
            }
        }
        found
    }
}

impl State {
    /// The equation that follows from multiples of equations.
    pub(super) fn multiple(&mut self, of: &[(Poly, Fact)], sum: Poly) -> Fact {
        let reason = Reason::Sum {
            products: Vec::new(),
            zeros: of.to_vec(),
        };
        self.follow(Claim::Zero(sum), reason)
    }

    /// A polynomial with all that was replaced replaced.
    pub(super) fn replaced_in(&self, poly: &Poly) -> Poly {
        let all = self.replaced.iter();
        all.fold(poly.clone(), |poly, one| poly.with(one.atom, &one.value))
    }

    /// Whether a polynomial is zero by what was replaced.
    fn vanishes(&self, poly: &Poly) -> bool {
        self.replaced_in(poly).is_zero()
    }

    /// The fact that such a polynomial is zero.
    fn vanished(&mut self, poly: &Poly) -> Option<Fact> {
        let mut here = poly.clone();
        let mut zeros = Vec::new();
        for one in &self.replaced {
            if here.has(one.atom) {
                let slope = here.slope(one.atom, &one.value);
                zeros.push((slope.scaled(one.sign), one.by));
                here = here.with(one.atom, &one.value);
            }
        }
        here.is_zero().then(|| self.multiple(&zeros, poly.clone()))
    }
}

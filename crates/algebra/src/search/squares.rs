//! Equations with squares, as of the rows of a triangle: `i*(i+1)/2 + j = k*(k+1)/2 + l`.
//!
//! Such an index has no digits, for its rows grow. But of two rows one is the later one, `i = k + 1 + d`, and then the squares
//! become products with `d`, and what is left is decided by bounds.

use super::Search;
use super::factors::Case;
use super::state::{Replaced, State};
use crate::poly::{Atom, Number, Poly};
use crate::problem::Claim;
use crate::proof::{End, Fact, Reason};
use std::rc::Rc;

/// How hard it is tried to refute an equation by bounds.
const ATTEMPTS: usize = 8;

/// Two atoms.
type Pair = (Atom, Atom);

impl Search<'_> {
    /// Adds the difference of two equations with squares if a number of which there are several is in both and not in the
    /// difference, as a half in what is halved; whether there was one.
    pub(super) fn differences(&self, state: &mut State) -> bool {
        let all = state.equations();
        let all: Vec<(Fact, Poly)> = all
            .filter(|(_, poly)| squares(poly).next().is_some())
            .map(|(fact, poly)| (fact, poly.clone()))
            .collect();
        for (at, (fact, poly)) in all.iter().enumerate() {
            for (other, second) in all.iter().skip(at + 1) {
                for sign in [-1, 1] {
                    let sum = poly.plus_times(second, sign);
                    let known = || state.knows(&Claim::Zero(sum.clone()));
                    if !eliminates(poly, second, sign) || pair(&sum).is_none() || known() {
                        continue;
                    }
                    let parts = [(Poly::from(1), *fact), (Poly::from(sign), *other)];
                    state.multiple(&parts, sum);
                    return self.pay(4);
                }
            }
        }
        false
    }

    /// An equation that bounds refute, where it is known which of two squares is greater.
    pub(super) fn absurd_equation(&self, state: &mut State) -> Option<Fact> {
        if !state.is_ordered {
            return None;
        }
        let all: Vec<(Fact, Poly)> = state
            .equations()
            .filter(|(_, poly)| poly.degree() > 1)
            .map(|(fact, poly)| (fact, poly.clone()))
            .collect();
        for (fact, poly) in all {
            let news = state.news(fact);
            if state.looked.insert(fact, news) == Some(news) {
                continue;
            }
            for sign in [1, -1] {
                if let Some(above) = self.proved(state, &poly.scaled(sign).shifted(-1), ATTEMPTS) {
                    return Some(state.below_zero(above, (Poly::from(-sign), fact)));
                }
            }
        }
        None
    }

    /// Tells apart which of two atoms is greater, where an equation has both their squares.
    pub(super) fn by_order(&self, state: &State, depth: usize) -> Option<End> {
        let natural = |atom: &Atom| state.low.get(atom).is_some_and(|(low, _)| *low >= 0);
        let mut pairs = state.equations().filter_map(|(_, poly)| pair(poly));
        let (a, b) = pairs.find(|(a, b)| natural(a) && natural(b))?;
        let more = Poly::from(a).minus(&Poly::from(b));
        self.three_ways(state, &more, depth, &|state, case| {
            let Case::Positive(more, fact) = case else {
                return None;
            };
            // In the second case the order is the other one.
            let greater = if more.linear_in(a) == Some(1) { a } else { b };
            above(state, greater, &more.shifted(-1), fact);
            None
        })
    }
}

/// Of two atoms the first is the greater one: it is the second, one and a number that is not negative.
fn above(state: &mut State, greater: Atom, more: &Poly, fact: Fact) {
    let Some((new, by)) = state.named(more) else {
        return;
    };
    state.is_ordered = true;
    let reason = Reason::Sum {
        products: vec![(1, vec![fact])],
        zeros: vec![(Poly::from(1), by)],
    };
    state.follow(Claim::NonNegative(new.into()), reason);
    let value = Poly::from(new).plus(&Poly::from(greater)).minus(more);
    state.replace(Replaced {
        atom: greater,
        value: Rc::new(value),
        by,
        sign: -1,
    });
}

/// The atoms whose squares a polynomial has, and their coefficients.
fn squares(poly: &Poly) -> impl Iterator<Item = (Atom, Number)> {
    poly.terms().filter_map(|(product, by)| {
        let mut atoms = product.atoms();
        match (atoms.next(), atoms.next(), atoms.next()) {
            (Some(a), Some(b), None) if a == b => Some((a, by)),
            _ => None,
        }
    })
}

/// Two atoms whose squares are subtracted from each other.
fn pair(poly: &Poly) -> Option<Pair> {
    let all: Vec<(Atom, Number)> = squares(poly).collect();
    all.iter().enumerate().find_map(|(at, (a, by))| {
        let mut others = all.iter().skip(at + 1);
        let other = others.find(|(_, other)| by.checked_neg() == Some(*other))?;
        Some((*a, other.0))
    })
}

/// Whether something that is in two polynomials more than once is not in their sum or difference.
fn eliminates(poly: &Poly, other: &Poly, sign: Number) -> bool {
    let mut multiples = poly
        .terms()
        .filter(|(product, by)| product.len() == 1 && by.abs() > 1);
    multiples.any(|(product, by)| {
        let mut others = other.terms();
        others.any(|(other, times)| other == product && times.checked_mul(-sign) == Some(by))
    })
}

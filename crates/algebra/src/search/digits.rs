//! Equations taken apart into digits: symbolic delinearization.

use super::Search;
use super::bounds::least;
use super::state::{State, WIDE};
use crate::poly::{Number, Poly, Product};
use crate::problem::Claim;
use crate::proof::{Fact, Reason};
use num_integer::Integer;
use std::cmp::Reverse;

/// So many widths of one equation are tried.
const WIDTHS: usize = 12;

/// So many attempts to show that the rest is less than the width.
const ATTEMPTS: usize = 4;

impl Search<'_> {
    /// Takes an equation apart: `width*rows + rest = 0` where the rest is nearer to zero than the width, so both are zero.
    pub(super) fn digits(&self, state: &mut State, fact: Fact) -> bool {
        let Some(poly) = state.value(fact).cloned() else {
            return false;
        };
        // What a remainder is by the values of a type has no digits, but for the one that says that nothing wraps.
        let wide = |(product, by): (Product, Number)| !product.is_one() && by.abs() >= WIDE;
        if poly.terms().any(wide) {
            return self.wraps_not(state, (fact, &poly));
        }
        // Where the rest has fewer factors than the width, it is often less.
        let hope = |width: &Poly| {
            let parts = poly.divided(width);
            let less = |(_, rest): &(Poly, Poly)| rest.degree() <= width.degree();
            (
                parts.as_ref().is_some_and(less),
                width.degree(),
                parts.map_or(0, |(rows, _)| rows.len()),
            )
        };
        let mut all = widths(state, &poly);
        all.retain(|width| state.may_be_positive(width));
        all.sort_by_cached_key(|width| Reverse(hope(width)));
        for width in all.into_iter().take(WIDTHS) {
            let Some((rows, rest)) = poly.divided(&width) else {
                continue;
            };
            for (rows, rest) in nearer(rows, rest, &width) {
                if rows.is_zero() || rows.as_constant().is_some() || !self.pay(2) {
                    continue;
                }
                if self
                    .apart(state, (fact, &poly), (&width, &rows, &rest))
                    .is_some()
                {
                    return true;
                }
            }
        }
        false
    }

    /// Two numbers are equal of which the remainders by the values of a type are, if they are nearer to each other.
    fn wraps_not(&self, state: &mut State, (fact, poly): (Fact, &Poly)) -> bool {
        let wide = poly
            .terms()
            .filter(|(product, by)| !product.is_one() && by.abs() >= WIDE);
        let width = wide.fold(0, |width: Number, (_, by)| width.gcd(&by));
        let width = Poly::from(width);
        let Some((rows, rest)) = poly.divided(&width).filter(|_| self.pay(2)) else {
            return false;
        };
        let parts = nearer(rows, rest, &width).into_iter();
        let mut parts = parts.filter(|(rows, rest)| {
            let less = width.shifted(-1);
            let natural = |poly: &Poly| least(state, poly).is_some_and(|least| least >= 0);
            !rows.is_zero() && natural(&less.plus(rest)) && natural(&less.minus(rest))
        });
        parts.next().is_some_and(|(rows, rest)| {
            let found = self.apart(state, (fact, poly), (&width, &rows, &rest));
            found.is_some()
        })
    }

    fn apart(
        &self,
        state: &mut State,
        (fact, poly): (Fact, &Poly),
        (width, rows, rest): (&Poly, &Poly, &Poly),
    ) -> Option<()> {
        let least = width.shifted(-1);
        let all = [least.clone(), least.plus(rest), least.minus(rest)];
        let shown = |one: &Poly| self.is_plausible(state, one, ATTEMPTS);
        if !all.iter().all(shown) {
            return None;
        }
        let [positive, above, below] = all.map(|one| self.proved(state, &one, ATTEMPTS));
        let (positive, above, below) = (positive?, above?, below?);
        let reason = Reason::Sum {
            products: Vec::new(),
            zeros: vec![(Poly::from(-1), fact)],
        };
        let opposite = state.note(Claim::Zero(poly.negated()), reason);
        let of = |of: Fact, below: Fact| Reason::Rows {
            of,
            width: width.clone(),
            positive,
            below,
        };
        let up = state.note(Claim::NonNegative(rows.clone()), of(fact, below));
        let down = state.note(Claim::NonNegative(rows.negated()), of(opposite, above));
        let rows_fact = state.follow(Claim::Zero(rows.clone()), Reason::Both(up, down));
        let parts = [(Poly::from(1), fact), (width.negated(), rows_fact)];
        state.multiple(&parts, rest.clone());
        state.retire(fact);
        Some(())
    }
}

/// The parts of a polynomial by a width that is a number, with the constant nearer to zero on either side.
fn nearer(rows: Poly, rest: Poly, width: &Poly) -> Vec<(Poly, Poly)> {
    let Some(number) = width.as_constant().filter(|number| *number > 0) else {
        return vec![(rows, rest)];
    };
    let constant = rest.constant();
    let floor = Integer::div_floor(&constant, &number);
    let mut times = vec![floor, floor + 1];
    if !times.contains(&0) {
        times.push(0);
    }
    let moved = |by: Number| {
        let by = Poly::from(by);
        (rows.plus(&by), rest.minus(&by.times(width)))
    };
    times.into_iter().map(moved).collect()
}

/// The polynomials that may be widths of rows: what one more than bounds atoms, and what products have in common.
pub(super) fn widths(state: &State, poly: &Poly) -> Vec<Poly> {
    let mut all: Vec<Poly> = Vec::new();
    let mut push = |width: Poly| {
        let is_one = width.as_constant().is_some_and(|value| value <= 1);
        if !is_one && !all.contains(&width) {
            all.push(width);
        }
    };
    let products: Vec<(Product, Number)> = poly.terms().filter(|(p, _)| !p.is_one()).collect();
    for (at, (left, by)) in products.iter().enumerate() {
        for (right, other) in products.iter().skip(at + 1) {
            let shared = left.common(*right);
            let factor = by.gcd(other);
            if !shared.is_one() {
                push(Poly::of_product(shared, factor));
                push(Poly::of_product(shared, 1));
            } else if factor > 1 {
                push(Poly::from(factor));
            }
        }
        // One product that is alone in its row.
        if left.len() > 1 {
            for atom in left.atoms() {
                push(Poly::of_product(left.apart(atom).0, 1));
            }
        }
        if by.abs() > 1 {
            push(Poly::from(by.abs()));
        }
    }
    let degree = poly.degree();
    for atom in poly.atoms() {
        for (bound, _) in state.uppers.get(&atom).into_iter().flatten().rev().take(4) {
            if bound.len() > 1 && bound.degree() < degree && bound.len() <= 4 {
                push(bound.shifted(1));
            }
        }
    }
    // What an atom is multiplied with, if that is a sum: a row that is padded.
    for atom in poly.atoms() {
        let factor = poly.factor_of(atom);
        if factor.len() == 2 && !all.contains(&factor) {
            all.push(factor);
        }
    }
    all
}

//! Bounds that follow from bounds: signs of atoms, and rows of inequalities.

use super::Search;
use super::digits::widths;
use super::state::{State, WIDE};
use crate::poly::{Atom, Number, Poly};
use crate::problem::Claim;
use crate::proof::{Fact, Reason};
use num_integer::Integer;
use std::cmp::Reverse;

/// So many attempts for a bound of an atom.
const ATTEMPTS: usize = 2;

/// So many widths of one inequality are tried.
const WIDTHS: usize = 8;

impl Search<'_> {
    /// Whether something more is known of the sign of an atom, or of what is multiplied with a width.
    pub(super) fn tightened(&self, state: &mut State) -> bool {
        self.signs(state) | self.rows(state)
    }

    /// Signs of atoms that follow from bounds that are no numbers.
    pub(super) fn signs(&self, state: &mut State) -> bool {
        let mut found = false;
        let mut all: Vec<Atom> = state.lowers.keys().copied().collect();
        all.sort_unstable();
        for atom in all {
            let low = state.low.get(&atom).map(|(low, _)| *low);
            if low.is_some_and(|low| low > 0) {
                continue;
            }
            let bounds = state.lowers.get(&atom).cloned().unwrap_or_default();
            for (bound, fact) in bounds {
                if bound.as_constant().is_some() || !self.pay(2) {
                    continue;
                }
                let Some(least) = least(state, &bound) else {
                    continue;
                };
                let least = least.min(1);
                if least < 0 || low.is_some_and(|low| low >= least) {
                    continue;
                }
                let above = bound.minus(&Poly::from(least));
                if let Some(known) = self.proved(state, &above, ATTEMPTS) {
                    state.sum_of(&[fact, known]);
                    state.bound();
                    found = true;
                    break;
                }
            }
        }
        found
    }

    /// Rows of inequalities with products: from `M*x + r >= 0` what follows of `x`.
    fn rows(&self, state: &mut State) -> bool {
        let all: Vec<(Fact, Poly)> = state
            .inequalities()
            .filter(|(_, poly)| poly.terms().all(|(_, by)| by.abs() < WIDE))
            .filter(|(_, poly)| poly.degree() > 1 || poly.content() == 1 && poly.len() > 2)
            .map(|(fact, poly)| (fact, poly.clone()))
            .collect();
        let mut found = false;
        for (fact, poly) in all {
            let news = state.news(fact);
            if state.tried.insert(fact, news) == Some(news) {
                continue;
            }
            let rows = |width: &Poly| poly.divided(width).map_or(0, |(rows, _)| rows.len());
            let mut all = widths(state, &poly);
            all.sort_by_cached_key(|width| Reverse((width.degree(), rows(width))));
            for width in all.into_iter().take(WIDTHS) {
                if !state.may_be_positive(&width) {
                    continue;
                }
                found |= self.row(state, (fact, &poly), &width).is_some();
            }
        }
        if found {
            state.bound();
        }
        found
    }

    /// From `width*x + rest >= 0` that `x >= 0`.
    pub(super) fn row(
        &self,
        state: &mut State,
        (fact, poly): (Fact, &Poly),
        width: &Poly,
    ) -> Option<()> {
        let (rows, rest) = poly.divided(width)?;
        if rows.is_zero() || rows.as_constant().is_some() || !self.pay(2) {
            return None;
        }
        let least = width.shifted(-1);
        let moves = match width.as_constant() {
            Some(number) => vec![-Integer::div_floor(&rest.constant(), &number)],
            None => vec![1, 0],
        };
        for more in moves {
            let rows = rows.shifted(-more);
            let rest = rest.plus(&width.scaled(more));
            let claim = Claim::NonNegative(rows.clone());
            if state.knows(&claim) {
                return None;
            }
            let below = least.minus(&rest);
            if !self.is_plausible(state, &least, ATTEMPTS) {
                return None;
            }
            let Some(below) = self.proved(state, &below, ATTEMPTS) else {
                continue;
            };
            let positive = self.proved(state, &least, ATTEMPTS)?;
            let reason = Reason::Rows {
                of: fact,
                width: width.clone(),
                positive,
                below,
            };
            state.follow(claim, reason);
            return Some(());
        }
        None
    }
}

/// The least value of a polynomial, as far as the literal bounds of its atoms say.
pub(super) fn least(state: &State, poly: &Poly) -> Option<Number> {
    let mut sum: Number = 0;
    for (product, by) in poly.terms() {
        let alone = product.len() < 2;
        let mut part = by;
        for atom in product.atoms() {
            let low = state.low.get(&atom).map(|(low, _)| *low);
            if !alone && low.is_none_or(|low| low < 0) {
                return None;
            }
            let bound = match by > 0 {
                true => low,
                false => state.high.get(&atom).map(|(high, _)| *high),
            };
            part = part.checked_mul(bound?)?;
        }
        sum = sum.checked_add(part)?;
    }
    Some(sum)
}

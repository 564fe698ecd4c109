//! Equations with squares, as of the rows of a triangle: `i*(i+1)/2 + j = k*(k+1)/2 + l`.
//!
//! Such an index has no digits, for its rows grow. But of two rows one is the later one, `i = k + 1 + d`, and then the squares
//! become products with `d`, and what is left is decided by bounds.

use super::Search;
use super::factors::Case;
use super::state::{Replaced, State};
use crate::poly::{Atom, Number, Poly, Product};
use crate::problem::Claim;
use crate::proof::{End, Fact, Reason};
use std::rc::Rc;

/// How hard it is tried to refute an equation by bounds.
const ATTEMPTS: usize = 24;

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
                    let known = || sum.is_zero() || state.knows(&Claim::Zero(sum.clone()));
                    if !self.eliminates(poly, second, sign) || !is_apart(&sum) || known() {
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

    /// Replaces what is halved by another such number, where an equation has both.
    pub(super) fn halved(&self, state: &State) -> Option<Replaced> {
        let mut all: Vec<Atom> = Vec::new();
        for (_, poly) in state.equations() {
            if squares(poly).next().is_some() {
                all.extend(
                    self.multiples(poly)
                        .filter_map(|(product, _)| product.atoms().next()),
                );
            }
        }
        let may = |atom: Atom, poly: &Poly| {
            let others = poly.atoms().into_iter().filter(|other| *other != atom);
            squares(poly).next().is_none()
                && all.contains(&atom)
                && others.filter(|other| all.contains(other)).count() > 0
        };
        match all.len() {
            0 | 1 => None,
            _ => self.replaceable(state, may),
        }
    }

    /// The computed atoms that are multiplied with a number, and nothing else.
    fn multiples(&self, poly: &Poly) -> impl Iterator<Item = (Product, Number)> {
        poly.terms().filter(|(product, by)| {
            let mut computed = product.atoms().filter(|atom| self.problem.rank(*atom) > 1);
            product.len() == 1 && by.abs() > 1 && computed.next().is_some()
        })
    }

    /// Whether something computed that is in two polynomials more than once is not in their sum or difference.
    fn eliminates(&self, poly: &Poly, other: &Poly, sign: Number) -> bool {
        self.multiples(poly).any(|(product, by)| {
            let mut others = other.terms();
            others.any(|(other, times)| other == product && times.checked_mul(-sign) == Some(by))
        })
    }

    /// Tells apart which of two sums is greater, where an equation has both their squares.
    pub(super) fn by_order(&self, state: &mut State, depth: usize) -> Option<End> {
        if state.is_ordered {
            return None;
        }
        let natural = |atom: &Atom| state.low.get(atom).is_some_and(|(low, _)| *low >= 0);
        let pairs: Vec<(Poly, Poly)> = state
            .equations()
            .filter_map(|(_, poly)| sums(poly))
            .collect();
        let mut pairs = pairs.into_iter();
        let (a, b) = pairs.find(|(a, b)| a.atoms().iter().chain(&b.atoms()).all(natural))?;
        // It is tried once, in this case and those within it.
        state.is_ordered = true;
        let more = a.minus(&b);
        self.three_ways(state, &more, depth, &|state, case| {
            if let Case::Positive(more, fact) = case {
                above(state, &more.shifted(-1), fact);
            }
            None
        })
    }
}

/// Of two sums the first is the greater one: an atom of it is the rest, one and a number that is not negative.
fn above(state: &mut State, more: &Poly, fact: Fact) {
    let mut atoms = more.atoms().into_iter();
    let Some(greater) = atoms.find(|atom| more.linear_in(*atom) == Some(1)) else {
        return;
    };
    let Some((new, by)) = state.named(more) else {
        return;
    };
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

/// The products whose squares a polynomial has, and their coefficients.
fn squares(poly: &Poly) -> impl Iterator<Item = (Product, Number)> {
    poly.terms()
        .filter_map(|(product, by)| Some((product.root()?, by)))
}

/// Two sums of products whose squares are subtracted from each other.
fn sums(poly: &Poly) -> Option<(Poly, Poly)> {
    let (_, by) = squares(poly).next()?;
    let of = |by: Number| {
        let all = squares(poly).filter(|(_, other)| *other == by);
        all.fold(Poly::default(), |sum, (root, _)| {
            sum.plus(&Poly::of_product(root, 1))
        })
    };
    let (a, b) = (of(by), of(by.checked_neg()?));
    (!b.is_zero()).then_some((a, b))
}

/// Whether no square is left, or one is subtracted from another.
fn is_apart(poly: &Poly) -> bool {
    squares(poly).next().is_none() || sums(poly).is_some()
}

//! What a bound that is a product says of its factors: `0 <= i < B*T*C`.
//!
//! The product is positive, though two of the factors may be negative. Once it is known which are, the quotient of `i` by
//! some of them is less than the product of the others: the bound of the first digit of a number.

use super::Search;
use super::state::State;
use crate::poly::{Atom, Poly, Product};
use crate::problem::{Claim, Formula};
use crate::proof::{End, Fact, Reason, Split};

/// One of the cases of a sign.
pub(super) enum Case<'p> {
    /// The polynomial, or its negation, is positive: what is, and the fact that it is one or more.
    Positive(&'p Poly, Fact),
    /// The fact that it is zero.
    Zero(Fact),
}

/// Longer bounds are skipped.
const LONGEST: usize = 8;

impl Search<'_> {
    /// A factor of unknown sign of a product that is positive, and has another such factor, with the inequality that says so.
    /// If it is the only one, its sign follows.
    pub(super) fn hidden_sign(&self, state: &mut State) -> Option<(Atom, Fact)> {
        let all: Vec<(Fact, Poly, Product)> = state
            .inequalities()
            .filter_map(|(fact, poly)| Some((fact, poly.clone(), positive(state, poly)?)))
            .collect();
        let mut last = false;
        for (fact, poly, product) in all {
            let unknown = |atom: &Atom| !state.has_sign(*atom) && self.problem.rank(*atom) <= 1;
            let open: Vec<Atom> = product.atoms().filter(unknown).collect();
            match open.as_slice() {
                [atom] => {
                    let width = Poly::of_product(product.apart(*atom).0, 1);
                    if state.may_be_positive(&width) {
                        last |= self.row(state, (fact, &poly), &width).is_some();
                    }
                }
                [] => {}
                _ => {
                    // The one that occurs most.
                    let most = state.unsigned_factors(self.problem);
                    let most = most.into_iter().find(|atom| open.contains(atom))?;
                    return Some((most, fact));
                }
            }
        }
        if last {
            state.bound();
        }
        None
    }

    /// Tells the signs of a factor apart; it is not zero, for then an inequality would be absurd.
    pub(super) fn by_sign(
        &self,
        state: &State,
        (atom, of): (Atom, Fact),
        depth: usize,
    ) -> Option<End> {
        self.three_ways(state, &atom.into(), depth, &|state, case| {
            let Case::Zero(zero) = case else {
                return None;
            };
            let poly = state.value(of)?;
            let slope = poly.slope(atom, &Poly::default());
            let rest = poly.with(atom, &Poly::default());
            let less = self.proved(state, &rest.negated().shifted(-1), 1)?;
            let reason = Reason::Sum {
                products: vec![(1, vec![of])],
                zeros: vec![(slope.negated(), zero)],
            };
            let rest = state.note(Claim::NonNegative(rest), reason);
            Some(state.sum_of(&[rest, less]))
        })
    }

    /// Tells apart whether a polynomial is positive, negative or zero. A function adds what more follows in each case; if it
    /// gives a fact, that cannot be.
    pub(super) fn three_ways(
        &self,
        state: &State,
        poly: &Poly,
        depth: usize,
        more: &dyn Fn(&mut State, Case<'_>) -> Option<Fact>,
    ) -> Option<End> {
        if !self.pay(1 + state.size() / 4) {
            return None;
        }
        let ended = |mut state: State, case: Case<'_>| match more(&mut state, case) {
            Some(absurd) => Some(state.ended(End::Absurd(absurd))),
            None => self.refute(state, depth),
        };
        let case = |mut state: State, poly: &Poly| {
            let above = Formula::non_negative(poly.shifted(-1));
            let fact = state.assume(&above).start;
            ended(state, Case::Positive(poly, fact))
        };
        let first = case(state.branch(), poly)?;
        let mut rest = state.branch();
        let (up, down) = (poly.shifted(-1), poly.negated().shifted(-1));
        let not_up = rest.assume(&Formula::non_negative(up.clone()).negated());
        let second = case(rest.branch(), &poly.negated())?;
        let mut zero = rest.branch();
        let not_down = zero.assume(&Formula::non_negative(down.clone()).negated());
        let both = Reason::Both(not_down.start, not_up.start);
        let is_zero = zero.follow(Claim::Zero(poly.clone()), both);
        let third = ended(zero, Case::Zero(is_zero))?;
        let rest = rest.ended(End::Cases(Split::Sign(down), vec![second, third]));
        Some(End::Cases(Split::Sign(up), vec![first, rest]))
    }

    /// The bound of a quotient by that of what was divided: from `B*T - 1 - i >= 0` and `i = T*q + r` that `q <= B - 1`; whether
    /// there was one that is new.
    pub(super) fn first_digits(&self, state: &mut State) -> bool {
        let divisions: Vec<(Fact, Poly)> = state
            .equations()
            .filter(|(_, poly)| (3..=LONGEST).contains(&poly.len()) && poly.degree() > 1)
            .map(|(fact, poly)| (fact, poly.clone()))
            .collect();
        if divisions.is_empty() {
            return false;
        }
        let bounds: Vec<(Fact, Poly)> = state
            .inequalities()
            .filter(|(_, poly)| self.is_bound(poly))
            .map(|(fact, poly)| (fact, poly.clone()))
            .collect();
        let mut found = false;
        for (bound, above) in &bounds {
            for (division, whole) in &divisions {
                let news = state.news(*bound).max(state.news(*division));
                let before = state.divided.insert((*bound, *division), news);
                if before != Some(news) {
                    found |= self.first_digit(state, (*bound, above), (*division, whole));
                }
            }
        }
        if found {
            state.bound();
        }
        found
    }

    fn first_digit(
        &self,
        state: &mut State,
        (bound, above): (Fact, &Poly),
        (division, whole): (Fact, &Poly),
    ) -> bool {
        for sign in [1, -1] {
            let sum = above.plus_times(whole, sign);
            // What was divided is in neither.
            let mut left = above.terms().filter(|(product, _)| product.len() == 1);
            if left.any(|(product, _)| sum.terms().any(|(other, _)| other == product)) {
                continue;
            }
            for width in Self::divisors(state, whole) {
                let rows = sum.divided(&width).map(|(rows, _)| rows);
                if rows.is_none_or(|rows| rows.len() < 2) || !self.pay(1) {
                    continue;
                }
                let reason = Reason::Sum {
                    products: vec![(1, vec![bound])],
                    zeros: vec![(Poly::from(sign), division)],
                };
                let fact = state.note(Claim::NonNegative(sum.clone()), reason);
                if self.row(state, (fact, &sum), &width).is_some() {
                    return true;
                }
            }
        }
        false
    }

    /// Whether an inequality says that what is not computed is less than a product.
    fn is_bound(&self, poly: &Poly) -> bool {
        let of_sign = |sign: bool| {
            poly.terms()
                .filter(move |(product, by)| !product.is_one() && (*by > 0) == sign)
        };
        let named = |product: Product| product.atoms().all(|atom| self.problem.rank(atom) <= 1);
        poly.len() <= LONGEST
            && poly.constant() < 0
            && of_sign(true).count() > 0
            && of_sign(true).all(|(product, _)| product.len() > 1)
            && of_sign(false).any(|(product, _)| product.len() == 1)
            && of_sign(false).all(|(product, _)| named(product))
    }

    /// By what a quotient is multiplied in an equation, where that is positive.
    fn divisors(state: &State, whole: &Poly) -> Vec<Poly> {
        let products = whole.terms().filter(|(product, _)| product.len() > 1);
        let each = products.flat_map(|(product, by)| {
            let rest = move |atom| Poly::of_product(product.apart(atom).0, by.abs());
            product.atoms().map(rest)
        });
        each.filter(|width| width.degree() > 0 && state.may_be_positive(width))
            .collect()
    }
}

/// The product that is greater than what is not negative, if that is what an inequality says; or less than what is not
/// positive.
fn positive(state: &State, poly: &Poly) -> Option<Product> {
    if poly.degree() < 2 || poly.len() > LONGEST || poly.constant() >= 0 {
        return None;
    }
    let natural = |atom: &Atom| state.low.get(atom).is_some_and(|(low, _)| *low >= 0);
    let mut found = None;
    for (product, by) in poly.terms() {
        let is_less = by < 0 && product.atoms().all(|atom| natural(&atom));
        if !is_less && found.replace(product).is_some() {
            return None;
        }
    }
    found.filter(|product| product.len() > 1)
}

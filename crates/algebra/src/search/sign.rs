//! That a polynomial is not negative: a sum of products of facts.
//!
//! Atoms are replaced by their bounds, those of negative products by upper ones and those of positive products by lower
//! ones, until all coefficients are positive where each atom is counted from its least value. What was subtracted on the
//! way are products of facts, which are the certificate (Handelman's, of the polynomials that are met).

use super::Search;
use super::state::{Bound, State};
use crate::poly::{Atom, Number, Poly, Product};
use crate::problem::Claim;
use crate::proof::{Fact, Reason};
use rustc_hash::FxHashSet;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

/// A product of facts and of atoms that are not negative, with its coefficient.
#[derive(Clone)]
struct Part {
    by: Number,
    atoms: Product,
    bound: Fact,
}

/// How a polynomial came to be: what was subtracted last, and before.
struct Trail {
    parts: Vec<Part>,
    /// What it is thought to have cost so far.
    cost: usize,
    before: Option<Rc<Trail>>,
}

/// Longer polynomials are given up.
const LONGEST: usize = 48;

/// So many bounds of one atom are tried.
const BOUNDS: usize = 8;

impl Search<'_> {
    /// The fact that a polynomial is not negative, if that is found within so many attempts.
    pub(super) fn proved(&self, state: &mut State, poly: &Poly, attempts: usize) -> Option<Fact> {
        let products = self.products(state, poly, attempts)?;
        let reason = Reason::Sum {
            products,
            zeros: Vec::new(),
        };
        Some(state.note(Claim::NonNegative(poly.clone()), reason))
    }

    /// Whether that would be found.
    pub(super) fn is_plausible(&self, state: &State, poly: &Poly, attempts: usize) -> bool {
        match poly.as_constant() {
            Some(value) => value >= 0,
            None => self.search(state, poly, attempts).is_some(),
        }
    }

    fn products(
        &self,
        state: &mut State,
        poly: &Poly,
        attempts: usize,
    ) -> Option<Vec<(Number, Vec<Fact>)>> {
        let (mut products, mut trail) = self.search(state, poly, attempts)?;
        while let Some(one) = trail {
            for part in &one.parts {
                let mut factors = vec![part.bound];
                for atom in part.atoms.atoms() {
                    factors.push(natural(state, atom)?);
                }
                products.push((part.by, factors));
            }
            trail = one.before.clone();
        }
        Some(products)
    }

    /// What is left in the end as products of atoms counted from their least values, and how it came to be.
    fn search(&self, state: &State, poly: &Poly, attempts: usize) -> Option<Found> {
        let mut heap = BinaryHeap::new();
        let mut open: Vec<(Poly, Option<Rc<Trail>>)> = vec![(poly.clone(), None)];
        let mut seen: FxHashSet<Poly> = FxHashSet::default();
        heap.push(Reverse((cost(poly), 0usize)));
        for _ in 0..attempts * self.effort {
            let Reverse((_, at)) = heap.pop()?;
            let (here, trail) = open.get(at)?.clone();
            if !is_bounded(state, &here) {
                continue;
            }
            if !self.pay(1 + here.len() / 4) {
                return None;
            }
            if let Some(products) = plain(state, &here) {
                return Some((products, trail));
            }
            let before = trail.as_ref().map_or(0, |trail| trail.cost);
            for (next, parts, more) in moves(state, &here) {
                if next.len() <= LONGEST && seen.insert(next.clone()) {
                    let so_far = before + more;
                    heap.push(Reverse((so_far + cost(&next), open.len())));
                    let trail = Trail {
                        parts,
                        cost: so_far,
                        before: trail.clone(),
                    };
                    open.push((next, Some(Rc::new(trail))));
                }
            }
        }
        None
    }
}

/// Whether no product has two factors that may be negative: of such a product no bound helps.
fn is_bounded(state: &State, poly: &Poly) -> bool {
    let natural = |atom: &Atom| state.low.get(atom).is_some_and(|(low, _)| *low >= 0);
    let mut products = poly.terms().map(|(product, _)| product);
    products.all(|product| product.atoms().filter(|atom| !natural(atom)).count() < 2)
}

/// Products of facts, and how what they add up to came to be.
type Found = (Vec<(Number, Vec<Fact>)>, Option<Rc<Trail>>);

/// What is looked at first: few negative products, and short polynomials.
fn cost(poly: &Poly) -> usize {
    let negative = poly.terms().filter(|(p, by)| *by < 0 && !p.is_one());
    let squares: usize = negative.map(|(product, _)| 2 + product.len()).sum();
    squares * 2 + poly.len()
}

/// The fact that an atom is not negative.
fn natural(state: &mut State, atom: Atom) -> Option<Fact> {
    let (low, fact) = state.low.get(&atom).cloned()?;
    if low < 0 {
        return None;
    }
    if low == 0 {
        return Some(fact);
    }
    let reason = Reason::Sum {
        products: vec![(1, vec![fact]), (low, Vec::new())],
        zeros: Vec::new(),
    };
    Some(state.note(Claim::NonNegative(Poly::from(atom)), reason))
}

/// The polynomial as a sum of products of atoms counted from their least values.
fn plain(state: &State, poly: &Poly) -> Option<Vec<(Number, Vec<Fact>)>> {
    let mut shifted = poly.clone();
    for atom in poly.atoms() {
        let (low, _) = state.low.get(&atom)?;
        if *low != 0 {
            let value = Poly::from(atom).plus(&Poly::from(*low));
            shifted = shifted.with(atom, &value);
        }
    }
    if !shifted.is_plain() {
        return None;
    }
    let mut products = Vec::new();
    for (product, by) in shifted.terms() {
        let facts = product.atoms().map(|atom| Some(state.low.get(&atom)?.1));
        products.push((by, facts.collect::<Option<Vec<Fact>>>()?));
    }
    Some(products)
}

/// The polynomials that are left if an atom is replaced by a bound, what is subtracted, and what that costs: a bound that is
/// a number loses more than one that is none.
fn moves(state: &State, poly: &Poly) -> Vec<(Poly, Vec<Part>, usize)> {
    let mut all = Vec::new();
    let is_natural = |atom: &Atom| state.low.get(atom).is_some_and(|(low, _)| *low >= 0);
    // Each negative product has to go, so it is enough to look at the hardest one.
    let negative = poly.terms().filter(|(p, by)| *by < 0 && !p.is_one());
    let hardest = negative
        .map(|(product, _)| product)
        .max_by_key(|product| product.len());
    let has_negative = hardest.is_some();
    for atom in poly.atoms() {
        // The products with the atom, of one sign, whose other factors are not negative.
        for negative in [true, false] {
            let bounds = match negative {
                true => state.uppers.get(&atom),
                false => state.lowers.get(&atom),
            };
            let Some(bounds) = bounds else {
                continue;
            };
            // Or to be taken away by the bound of a sum, `x <= 511 - width*row`.
            let (apart, goes) = match hardest {
                Some(hardest) if negative => (!hardest.has(atom), Some(hardest)),
                None if negative => continue,
                Some(_) | None => (false, None),
            };
            let of_sign = poly.terms().filter(|(_, by)| (*by < 0) == negative);
            let group: Vec<(Product, Number)> = of_sign
                .filter_map(|(product, by)| Some((product.without(atom.into())?, by)))
                .filter(|(rest, _)| rest.atoms().all(|atom| is_natural(&atom)))
                .collect();
            if group.is_empty() {
                continue;
            }
            let takes_away = |(bound, _): &&Bound| {
                let mut parts = bound.terms();
                !apart || parts.any(|(product, by)| by < 0 && Some(product) == goes)
            };
            for one in bounds.iter().rev().filter(takes_away).take(BOUNDS) {
                let bound = &one.0;
                // A lower bound that is a number is taken in the end.
                if !negative && bound.as_constant().is_some() && (has_negative || is_natural(&atom))
                {
                    continue;
                }
                let cost = if bound.as_constant().is_some() { 8 } else { 3 };
                let (next, parts) = moved(poly, atom, &group, one);
                all.push((next, parts, cost));
            }
        }
    }
    all
}

/// The polynomial with an atom replaced in some products, and what is subtracted: each coefficient times the product times
/// the distance from the bound.
fn moved(
    poly: &Poly,
    atom: Atom,
    group: &[(Product, Number)],
    (bound, fact): &Bound,
) -> (Poly, Vec<Part>) {
    let step = bound.minus(&Poly::from(atom));
    let mut next = poly.clone();
    let mut parts = Vec::new();
    for (rest, by) in group {
        next = next.plus(&Poly::of_product(*rest, *by).times(&step));
        parts.push(Part {
            by: by.abs(),
            atoms: *rest,
            bound: *fact,
        });
    }
    (next, parts)
}

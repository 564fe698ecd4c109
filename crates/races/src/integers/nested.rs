//! Quotients by products: `a / (c * d)` is `(a / d) / c`, and the remainder follows, as where an index in two or
//! three dimensions is taken apart in two ways, `i / (h * w)` beside `(i / w) % h`. Solvers do not find that.
//!
//! Rounded towards zero it holds of all integers `a` and all `c` and `d` that are not zero.

use super::power;
use num_traits::{One, Zero};
use solver::term::{Poly, Term, add, big, eq, int, mul, or};

/// A division of which something was said.
#[derive(Clone, Debug)]
pub(super) struct Division {
    pub a: Term,
    pub b: Term,
    pub quotient: Term,
    pub remainder: Term,
    /// The width of numbers with signs; none of those without.
    pub signed: Option<u32>,
    /// The width in which the quotient of the least number and minus one wraps, if it may be met.
    pub wraps: Option<u32>,
}

/// More divisions are not related: each is looked at with each.
pub(super) const MOST: usize = 24;

/// The sorted factors of a product of what is no literal.
pub(super) fn factors(product: &Term) -> Option<Vec<Term>> {
    let poly = Poly::of(product);
    let mut terms = poly.terms.into_iter();
    match (terms.next(), terms.next()) {
        (Some((factors, one)), None) if one.is_one() && poly.constant.is_zero() => Some(factors),
        _ => None,
    }
}

/// What is left of some factors without others; none if those are not all among them.
pub(super) fn without(all: &[Term], some: &[Term]) -> Option<Vec<Term>> {
    let mut left = all.to_vec();
    for one in some {
        let at = left.iter().position(|factor| factor == one)?;
        left.swap_remove(at);
    }
    Some(left)
}

/// How divisions by products follow from divisions by parts of these, where all three were met.
pub(super) fn related(divisions: &[Division]) -> Vec<Term> {
    let all: Vec<(&Division, Vec<Term>)> = divisions
        .iter()
        .take(MOST)
        .filter_map(|one| Some((one, factors(&one.b)?)))
        .collect();
    let mut facts = Vec::new();
    for (whole, of_whole) in &all {
        for (first, of_first) in all.iter().filter(|(first, _)| first.a == whole.a) {
            let Some(rest) = without(of_whole, of_first).filter(|rest| !rest.is_empty()) else {
                continue;
            };
            let second = all.iter().filter(|(second, _)| second.a == first.quotient);
            for (second, of_second) in second {
                if without(&rest, of_second).is_some_and(|rest| rest.is_empty()) {
                    facts.extend(nested(whole, first, second));
                }
            }
        }
    }
    facts
}

/// Divisions one after the other: each of the quotient of the one before.
struct Chain<'a> {
    /// What is divided at first.
    root: &'a Term,
    /// The divisions, the last one first.
    links: Vec<&'a Division>,
    /// The sorted factors of all divisors.
    factors: Vec<Term>,
}

/// The chain that ends with a division; none if a divisor is a sum.
fn chain<'a>(last: &'a Division, all: &'a [Division]) -> Option<Chain<'a>> {
    let mut links = vec![last];
    let mut of_all = factors(&last.b)?;
    let mut root = &last.a;
    // Each is met after what it divides, so that no chain comes back.
    while let Some(before) = all.iter().find(|one| one.quotient == *root)
        && links.len() < MOST
    {
        of_all.extend(factors(&before.b)?);
        links.push(before);
        root = &before.a;
    }
    of_all.sort();
    Some(Chain {
        root,
        links,
        factors: of_all,
    })
}

/// That chains of two divisions and more, of the same number and by the same factors, have the same quotient.
pub(super) fn reordered(divisions: &[Division]) -> Vec<Term> {
    let divisions = divisions.get(..MOST).unwrap_or(divisions);
    let chains = divisions.iter().filter_map(|one| chain(one, divisions));
    let chains: Vec<Chain<'_>> = chains.filter(|one| one.links.len() > 1).collect();
    let mut facts = Vec::new();
    for (at, one) in chains.iter().enumerate() {
        let others = chains.iter().skip(at + 1);
        for other in others.filter(|two| two.root == one.root && two.factors == one.factors) {
            facts.extend(same_quotient(one, other));
        }
    }
    facts
}

/// That two chains have the same quotient, unless a divisor is zero or a quotient may wrap round.
fn same_quotient(one: &Chain<'_>, other: &Chain<'_>) -> Option<Term> {
    let links = || one.links.iter().chain(&other.links);
    let (last, same) = (one.links.first()?, other.links.first()?);
    let mut apart: Vec<Term> = links()
        .filter_map(|link| {
            let least = big(-power(link.wraps? - 1));
            Some(eq(link.a.clone(), least))
        })
        .collect();
    apart.extend(links().map(|link| eq(link.b.clone(), int(0))));
    apart.push(eq(last.quotient.clone(), same.quotient.clone()));
    Some(or(apart))
}

/// That `whole` is what `first` and then `second` are.
fn nested(whole: &Division, first: &Division, second: &Division) -> [Term; 2] {
    // Of divisions by zero and of quotients that wrap nothing is said here.
    let wraps = [whole, first, second].map(|one| one.wraps);
    let least = wraps.into_iter().flatten();
    let least = least.map(|width| eq(whole.a.clone(), big(-power(width - 1))));
    let mut apart: Vec<Term> = least.collect();
    apart.push(eq(whole.b.clone(), int(0)));
    let also = |fact: Term| or(apart.iter().cloned().chain([fact]).collect());
    let left = mul(first.b.clone(), second.remainder.clone());
    [
        also(eq(whole.quotient.clone(), second.quotient.clone())),
        also(eq(
            whole.remainder.clone(),
            add(vec![left, first.remainder.clone()]),
        )),
    ]
}

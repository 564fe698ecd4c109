//! Positions in rows: `row * width + column` tells row and column apart if columns are less than the width.
//!
//! Solvers of nonlinear arithmetic find this for one row and column, and seldom for more dimensions, as in
//! `(z * height + y) * width + x`. For an equality whose two sides differ by `width * q + r` it is stated:
//! if `|r| < |width|`, then `q = 0` and `r = 0`. This holds for all integers: `|width * q| = |r| < |width|`
//! leaves `q = 0` alone. The same is stated of literal widths where quotients or remainders take part.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use solver::term::{
    Op, Poly, Sort, Term, TermSet, add, and, big, eq, int, lt, mul, neg, not, or, postorder, sub,
};
use std::collections::{BTreeMap, BTreeSet};

/// More such formulas are not stated.
const MOST: usize = 24;

/// Of more equalities with digits in them nothing is stated.
const MOST_DIGITS: usize = 48;

/// Rows of rows are looked into so deep.
const DEPTH: u32 = 3;

/// So many widths are tried for one equality.
const WIDTHS: usize = 2;

/// Longer sums are not looked at.
const LONGEST: usize = 32;

/// What holds of the equalities between integers in these formulas; it follows from nothing.
pub(crate) fn positions(formulas: &[Term]) -> Vec<Term> {
    let mut found = Vec::new();
    let mut seen = TermSet::default();
    let mut digits_found = 0;
    for part in postorder(formulas) {
        if let Some([a, b]) = part.as_op(Op::Eq)
            && *a.sort() == Sort::Int
            && *b.sort() == Sort::Int
        {
            let difference = sub(a.clone(), b.clone());
            if digits_found < MOST_DIGITS {
                let more = digits(&difference);
                digits_found += more.len();
                found.extend(more);
            }
            of_difference(&difference, DEPTH, &mut seen, &mut found);
        }
    }
    found
}

/// What holds if a sum is zero.
fn of_difference(sum: &Term, depth: u32, seen: &mut TermSet, found: &mut Vec<Term>) {
    let poly = Poly::of(sum);
    let is_product = |factors: &Vec<Term>| factors.len() > 1;
    let products = poly.terms.keys().any(is_product);
    if depth == 0 || !products || poly.terms.len() > LONGEST || !seen.insert(sum.clone()) {
        return;
    }
    for width in widths(&poly) {
        if found.len() >= MOST {
            return;
        }
        let rows = quotient(&poly, &width);
        let rest = sub(sum.clone(), mul(width.clone(), rows.clone()));
        found.push(told_apart(sum, &width, (&rows, &rest)));
        of_difference(&rows, depth - 1, seen, found);
        of_difference(&rest, depth - 1, seen, found);
    }
}

/// That `width * rows + rest`, which is `sum`, is zero only if both are, where the rest is smaller than the width.
fn told_apart(sum: &Term, width: &Term, (rows, rest): (&Term, &Term)) -> Term {
    // A width may be negative for all that is known.
    let between = |low: Term, high: Term| and(vec![lt(low, rest.clone()), lt(rest.clone(), high)]);
    let within = or(vec![
        between(neg(width.clone()), width.clone()),
        between(width.clone(), neg(width.clone())),
    ]);
    let same = and(vec![eq(rows.clone(), int(0)), eq(rest.clone(), int(0))]);
    or(vec![not(eq(sum.clone(), int(0))), not(within), same])
}

/// What holds if a sum is zero in which quotients or remainders have literal factors, as those of digits: each factor of
/// which all larger ones are multiples is a width.
fn digits(sum: &Term) -> Vec<Term> {
    let poly = Poly::of(sum);
    let divided = |factors: &Vec<Term>| {
        let is = |op| factors.iter().any(|factor| factor.as_op(op).is_some());
        is(Op::Div) || is(Op::Mod)
    };
    let whole = poly.terms.values().all(|factor| factor.is_integer());
    let products = poly.terms.keys().any(|factors| factors.len() > 1);
    if products || !whole || poly.terms.len() > LONGEST || !poly.terms.keys().any(divided) {
        return Vec::new();
    }
    let sizes: BTreeSet<BigInt> = poly
        .terms
        .values()
        .map(|by| by.to_integer().abs())
        .collect();
    let sizes: Vec<BigInt> = sizes.into_iter().filter(|size| !size.is_one()).collect();
    let mut found = Vec::new();
    for (at, width) in sizes.iter().enumerate() {
        let mut larger = sizes.iter().skip(at + 1);
        if found.len() >= WIDTHS || !larger.all(|size| size.is_multiple_of(width)) {
            continue;
        }
        let multiples = poly.terms.iter().filter_map(|(factors, by)| {
            let (times, left) = by.to_integer().div_rem(width);
            left.is_zero()
                .then(|| factors.iter().cloned().fold(big(times), mul))
        });
        // What is left of the constant has the sign that it may have.
        let (times, _) = poly.constant.to_integer().div_rem(width);
        let rows = add(multiples.chain([big(times)]).collect());
        let width = big(width.clone());
        let rest = sub(sum.clone(), mul(width.clone(), rows.clone()));
        // Without a rest, the sum is the rows.
        if !rest.as_int().is_some_and(Zero::is_zero) {
            found.push(told_apart(sum, &width, (&rows, &rest)));
        }
    }
    found
}

/// The names that most products have as a factor.
fn widths(poly: &Poly) -> Vec<Term> {
    let mut count: BTreeMap<&Term, usize> = BTreeMap::new();
    for factors in poly.terms.keys() {
        let mut last = None;
        // They are in order.
        for factor in factors {
            if factor.symbol().is_some() && last != Some(factor) {
                *count.entry(factor).or_default() += 1;
            }
            last = Some(factor);
        }
    }
    let mut all: Vec<(&Term, usize)> = count.into_iter().filter(|(_, n)| *n > 1).collect();
    all.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    all.into_iter()
        .take(WIDTHS)
        .map(|(name, _)| name.clone())
        .collect()
}

/// The sum of what the name is multiplied with.
fn quotient(poly: &Poly, name: &Term) -> Term {
    let products = poly.terms.iter().filter_map(|(factors, coefficient)| {
        let at = factors.iter().position(|factor| factor == name)?;
        let others = factors.iter().enumerate().filter(|(n, _)| *n != at);
        let number = big(coefficient.to_integer());
        Some(others.fold(number, |product, (_, factor)| mul(product, factor.clone())))
    });
    add(products.collect())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use super::*;
    use solver::term::{constant, div, modulo};

    fn number(name: &str) -> Term {
        constant(name, Sort::Int)
    }

    /// `(z * height + y) * width + x`.
    fn place(thread: &str) -> Term {
        let of = |name: &str| number(&format!("{name}{thread}"));
        let row = add(vec![mul(of("z"), number("height")), of("y")]);
        add(vec![mul(row, number("width")), of("x")])
    }

    #[test]
    fn the_width_comes_out_and_then_the_height() {
        let all = positions(&[eq(place("1"), place("2"))]);
        let text = |of: &Term| format!("{of:?}");
        let rows = sub(
            add(vec![mul(number("z1"), number("height")), number("y1")]),
            add(vec![mul(number("z2"), number("height")), number("y2")]),
        );
        let said = |term: &Term| all.iter().any(|one| text(one).contains(&text(term)));
        assert!(said(&eq(rows, int(0))), "{all:?}");
        assert!(
            said(&eq(sub(number("z1"), number("z2")), int(0))),
            "{all:?}"
        );
    }

    #[test]
    fn linear_equalities_say_nothing_more() {
        let linear = eq(add(vec![number("a"), int(4)]), number("b"));
        assert!(positions(&[linear]).is_empty());
    }

    #[test]
    fn digits_of_numbers_are_told_apart() {
        let digit = |name: &str| {
            add(vec![
                mul(int(1024), div(number(name), int(8))),
                mul(int(64), modulo(number(name), int(8))),
                number(&format!("{name}'")),
            ])
        };
        let all = positions(&[eq(digit("a"), digit("b"))]);
        assert_eq!(all.len(), 2, "{all:?}");
        let text = format!("{all:?}");
        let low = format!("{:?}", eq(sub(number("a'"), number("b'")), int(0)));
        assert!(text.contains(&low), "{text} {low}");
    }
}

//! Divisions that leave nothing: where a remainder is taken away before, as in `(i - i % m) / m`, the quotient is that of
//! the first division, and what follows from it is a product. Solvers do not find that, and index arithmetic is written so.
//!
//! A remainder `a % b` is replaced by `a - b * (a / b)`, and a quotient that is known by what it is; a dividend is then a
//! polynomial, and if each of its monomials has all factors of the divisor, the quotient is what is left of them.

use super::nested::{Division, MOST, factors, without};
use super::power;
use num_rational::BigRational;
use num_traits::{One, Zero};
use solver::term::{Op, Poly, Sort, Term, TermSet, big, eq, int, or};

/// More monomials are not looked at.
const MOST_MONOMIALS: usize = 32;

/// More often nothing is replaced in one dividend.
const MOST_REPLACED: usize = 16;

/// What a quotient, a remainder or a name is.
#[derive(Debug)]
pub(super) struct Meaning {
    of: Term,
    is: Poly,
    /// Unless one of these holds.
    apart: Vec<Term>,
}

impl Meaning {
    /// That a name is always this.
    pub(super) fn always(of: Term, is: &Term) -> Meaning {
        Meaning {
            of,
            is: Poly::of(is),
            apart: Vec::new(),
        }
    }
}

/// Whether a sum is zero by what names always are.
pub(super) fn is_zero(sum: &Term, named: &[Meaning]) -> bool {
    let (poly, _) = replaced(Poly::of(sum), named);
    poly.as_constant().is_some_and(Zero::is_zero)
}

/// What the quotients and remainders are of divisions that leave nothing; `images` is what is known beside.
pub(super) fn exact(divisions: &[Division], images: &[Term]) -> Vec<Term> {
    let mut known: Vec<Meaning> = Vec::new();
    let mut facts = Vec::new();
    let excluded = excluded(images);
    for one in divisions.iter().take(MOST) {
        let Some(of) = factors(&one.b) else {
            continue;
        };
        let by_zero = Some(eq(one.b.clone(), int(0)));
        let by_zero = by_zero.filter(|one| !excluded.contains(one));
        let wrapped = |width| eq(one.a.clone(), big(-power(width - 1)));
        let wrapped = one.wraps.map(wrapped);
        let (dividend, used) = replaced(Poly::of(&one.a), &known);
        // Of a dividend in which nothing is replaced a product says it as well.
        let quotient = divided(&dividend, &of).filter(|_| dividend != Poly::of(&one.a));
        match quotient {
            Some(quotient) => {
                // If the least number is divided by minus one, the quotient is greater than any of that width.
                let met = divisions.iter().any(|other| {
                    other.signed == one.signed && quotient == Poly::of(&other.quotient)
                });
                let wrapped = wrapped.filter(|_| !met);
                let used: Vec<Term> = used.into_iter().chain(by_zero).chain(wrapped).collect();
                let said = |of: &Term, is: &Poly| {
                    let equal = eq(of.clone(), is.to_term(&Sort::Int));
                    or(used.iter().cloned().chain([equal]).collect())
                };
                facts.push(said(&one.quotient, &quotient));
                facts.push(said(&one.remainder, &Poly::default()));
                for (of, is) in [(&one.quotient, quotient), (&one.remainder, Poly::default())] {
                    known.push(Meaning {
                        of: of.clone(),
                        is,
                        apart: used.clone(),
                    });
                }
            }
            None => {
                let mut is = Poly::of(&one.a);
                let product = Poly::of(&one.b).times(&Poly::of(&one.quotient));
                is.add_scaled(&product, &-BigRational::one());
                known.push(Meaning {
                    of: one.remainder.clone(),
                    is,
                    apart: by_zero.into_iter().chain(wrapped).collect(),
                });
            }
        }
    }
    facts
}

/// What is known not to hold.
fn excluded(images: &[Term]) -> TermSet {
    let mut found = TermSet::default();
    let mut open: Vec<&Term> = images.iter().collect();
    while let Some(image) = open.pop() {
        match (image.as_op(Op::And), image.as_op(Op::Not)) {
            (Some(parts), _) => open.extend(parts),
            (None, Some([one])) => {
                found.insert(one.clone());
            }
            (None, _) => {}
        }
    }
    found
}

/// A polynomial with what is known put in, and unless what that is so.
fn replaced(mut poly: Poly, known: &[Meaning]) -> (Poly, Vec<Term>) {
    let mut apart: Vec<Term> = Vec::new();
    for _ in 0..MOST_REPLACED {
        let found = poly.terms.iter().find_map(|(monomial, coefficient)| {
            let of = |one: &&Meaning| monomial.contains(&one.of);
            let meaning = known.iter().find(of)?;
            Some((monomial.clone(), coefficient.clone(), meaning))
        });
        let Some((monomial, coefficient, meaning)) = found else {
            break;
        };
        let rest = without(&monomial, std::slice::from_ref(&meaning.of)).unwrap_or_default();
        let term = |factors: Vec<Term>| match factors.is_empty() {
            true => Poly::literal(coefficient.clone()),
            false => Poly {
                terms: [(factors, coefficient.clone())].into(),
                constant: BigRational::zero(),
            },
        };
        let put = term(rest).times(&meaning.is);
        poly.add_scaled(&term(monomial), &-BigRational::one());
        poly.add_scaled(&put, &BigRational::one());
        for one in &meaning.apart {
            if !apart.contains(one) {
                apart.push(one.clone());
            }
        }
        if poly.terms.len() > MOST_MONOMIALS {
            break;
        }
    }
    (poly, apart)
}

/// A polynomial divided by a product, if each monomial has all its factors.
fn divided(poly: &Poly, by: &[Term]) -> Option<Poly> {
    if !poly.constant.is_zero() {
        return None;
    }
    let mut quotient = Poly::default();
    for (monomial, coefficient) in &poly.terms {
        let mut rest = without(monomial, by)?;
        rest.sort();
        let part = match rest.is_empty() {
            true => Poly::literal(coefficient.clone()),
            false => Poly {
                terms: [(rest, coefficient.clone())].into(),
                constant: BigRational::zero(),
            },
        };
        quotient.add_scaled(&part, &BigRational::one());
    }
    Some(quotient)
}

//! Quotients and remainders of numbers in two parts: where `t` is below 64, `(64 * b + t) % 512` is `64 * (b % 8) + t`, and
//! `(64 * b + t) / 512` is `b / 8`. Numbers of threads are of this form, and solvers take long to find it.

use super::Ints;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use solver::term::{Poly, Term, add, big, div, modulo, mul};
use std::collections::BTreeSet;

/// `factor * above + below`, where `below` is in `0..factor`.
struct Parts {
    factor: BigInt,
    above: Term,
    below: Term,
}

impl Ints {
    /// The remainder of a division by a positive number, downwards.
    pub(super) fn remainder(&self, of: &Term, by: &BigInt) -> Term {
        match self.parts(of, by) {
            Some(Parts {
                factor,
                above,
                below,
            }) => {
                let rest = self.remainder(&above, &(by / &factor));
                add(vec![mul(big(factor), rest), below])
            }
            None => modulo(of.clone(), big(by.clone())),
        }
    }

    /// The quotient of a division by a positive number, downwards.
    pub(super) fn quotient(&self, of: &Term, by: &BigInt) -> Term {
        match self.parts(of, by) {
            Some(Parts { factor, above, .. }) => self.quotient(&above, &(by / &factor)),
            None => div(of.clone(), big(by.clone())),
        }
    }

    /// The parts of a number, the lower one as large as can be, with a factor above one that divides `by`.
    fn parts(&self, of: &Term, by: &BigInt) -> Option<Parts> {
        let poly = Poly::of(of);
        let all = poly.terms.values().chain([&poly.constant]);
        if !by.is_positive() || !all.clone().all(|factor| factor.is_integer()) {
            return None;
        }
        let factors = poly
            .terms
            .values()
            .map(|factor| factor.to_integer().gcd(by));
        let factors: BTreeSet<BigInt> = factors.filter(|factor| !factor.is_one()).collect();
        factors.into_iter().rev().find_map(|factor| {
            let (mut above, mut below) = (Vec::new(), Vec::new());
            for (of, coefficient) in &poly.terms {
                let (times, left) = coefficient.to_integer().div_rem(&factor);
                let (side, times) = match left.is_zero() {
                    true => (&mut above, times),
                    false => (&mut below, coefficient.to_integer()),
                };
                let product = of.iter().cloned().fold(big(times), mul);
                side.push(product);
            }
            let (times, left) = poly.constant.to_integer().div_mod_floor(&factor);
            above.push(big(times));
            below.push(big(left));
            let (above, below) = (add(above), add(below));
            let (low, high) = self.range_of(&below)?;
            (!low.is_negative() && high < factor).then_some(Parts {
                factor,
                above,
                below,
            })
        })
    }
}

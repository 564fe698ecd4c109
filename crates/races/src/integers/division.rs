//! Quotients and remainders of machine integers as integers: by literals those of mathematics with signs put right, by
//! other numbers functions of which it is said what division is.

use super::nested::Division;
use super::{Ints, Rep, power};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use solver::term::bv::BvOp;
use solver::term::{
    Sort, Symbol, Term, add, and, app, big, div, eq, ge, int, ite, le, lt, modulo, mul, neg, not,
    or,
};

impl Ints {
    /// A quotient or remainder of machine integers.
    pub(super) fn division(&mut self, op: BvOp, a: &Term, b: &Term, width: u32) -> Rep {
        let signed = matches!(op, BvOp::Sdiv | BvOp::Srem);
        let rest = matches!(op, BvOp::Urem | BvOp::Srem);
        let (a, b) = match signed {
            true => (self.signed(a), self.signed(b)),
            false => (self.unsigned(a), self.unsigned(b)),
        };
        // The bounds of a term that turned out a literal may be wider.
        let Some(divisor) = b.term.as_int().cloned() else {
            return self.by_unknown(rest, (&a, &b), signed.then_some(width));
        };
        let b = Rep::literal(divisor);
        match (b.low.is_positive(), a.low.is_negative()) {
            (true, false) if rest => Rep {
                term: self.remainder(&a.term, &b.low),
                low: BigInt::zero(),
                high: (b.high - 1i32).min(a.high),
            },
            (true, false) => Rep {
                term: self.quotient(&a.term, &b.low),
                low: BigInt::zero(),
                high: a.high,
            },
            (true, true) | (false, _) if signed => signed_division(rest, &a, &b),
            // What is read without a sign is not negative, and is divided by zero.
            (true, true) | (false, _) => match rest {
                true => a,
                false => Rep::literal(power(width) - 1),
            },
        }
    }

    /// Quotient or remainder of a division by what is no literal: functions of both numbers, of which it is known
    /// that `a = b * q + r`. Solvers find less of their own division. Of a division by zero no more is known than
    /// between what the results lie. `width` is that of numbers with signs: of them, the least divided by minus one
    /// is the least again.
    fn by_unknown(&mut self, rest: bool, (a, b): (&Rep, &Rep), width: Option<u32>) -> Rep {
        let least = width.map(|width| -power(width - 1));
        let least = least.filter(|least| a.low <= *least && b.low.is_negative());
        let wraps = width.filter(|_| least.is_some());
        let [quotient, remainder] = quotients((&a.term, &b.term), wraps);
        let most = a.high.magnitude().max(a.low.magnitude());
        let most = BigInt::from(most.clone());
        let low = |plain: bool| match plain {
            true => BigInt::zero(),
            false => -&most,
        };
        let natural = !a.low.is_negative();
        let (q_low, r_low) = (low(natural && !b.low.is_negative()), low(natural));
        let q_high = match &least {
            Some(least) => -least - 1,
            None => most.clone(),
        };
        let r_high = a.high.clone().max(BigInt::zero());
        self.said.division = Some(Division {
            a: a.term.clone(),
            b: b.term.clone(),
            quotient: quotient.clone(),
            remainder: remainder.clone(),
            signed: width,
            wraps,
        });
        self.said.facts.extend(of_division(
            (a, b, &quotient, &remainder),
            least.as_ref(),
            [&q_low, &q_high, &r_low, &r_high],
        ));
        match rest {
            true => Rep {
                term: remainder,
                low: r_low,
                high: r_high,
            },
            false => Rep {
                term: quotient,
                low: q_low,
                high: q_high,
            },
        }
    }
}

/// Towards zero, with the sign of the dividend for the remainder.
fn signed_division(rest: bool, a: &Rep, b: &Rep) -> Rep {
    let zero = || int(0);
    let magnitude = |term: &Term| ite(lt(term.clone(), zero()), neg(term.clone()), term.clone());
    let (size_a, size_b) = (magnitude(&a.term), magnitude(&b.term));
    let a_negative = lt(a.term.clone(), zero());
    let b_negative = lt(b.term.clone(), zero());
    let by_zero = eq(b.term.clone(), zero());
    let term = match rest {
        false => {
            let quotient = div(size_a, size_b);
            let differ = not(eq(a_negative.clone(), b_negative));
            let signed = ite(differ, neg(quotient.clone()), quotient);
            ite(by_zero, ite(a_negative, int(1), int(-1)), signed)
        }
        true => {
            let rest = modulo(size_a, size_b);
            let signed = ite(a_negative, neg(rest.clone()), rest);
            ite(by_zero, a.term.clone(), signed)
        }
    };
    let (low, high) = match (rest, b.low.is_positive() && b.low == b.high) {
        // Towards zero, as the quotient of big numbers is.
        (false, true) => (&a.low / &b.low, &a.high / &b.low),
        (true, true) => {
            let most = &b.low - 1i32;
            let low = a.low.clone().max(-&most).min(BigInt::zero());
            (low, a.high.clone().min(most).max(BigInt::zero()))
        }
        // The least number divided by minus one is one more than the greatest, and what is divided by zero gives one or
        // minus one.
        (_, false) => {
            let most = a.high.magnitude().max(a.low.magnitude());
            let most = BigInt::from(most.clone()).max(BigInt::one());
            (-&most, most)
        }
    };
    Rep { term, low, high }
}

/// The quotient and the remainder of two integers, as functions; `wraps` is the width in which the greatest quotient wraps
/// round, if it may be met.
fn quotients((a, b): (&Term, &Term), wraps: Option<u32>) -> [Term; 2] {
    let wraps = wraps.map_or_else(String::new, |width| format!(" of {width} bits"));
    ["quotient", "remainder"].map(|name| {
        let name = format!("{name}{wraps}");
        let function = Symbol::new(name, vec![Sort::Int, Sort::Int], Sort::Int);
        app(&function, vec![a.clone(), b.clone()])
    })
}

/// What is said of the quotient and the remainder of a division: `least` is the least number, if it may be divided by minus
/// one, and the bounds are those of quotient and remainder.
fn of_division(
    (a, b, q, r): (&Rep, &Rep, &Term, &Term),
    least: Option<&BigInt>,
    [q_low, q_high, r_low, r_high]: [&BigInt; 4],
) -> Vec<Term> {
    let zero = || int(0);
    let (a, b) = (&a.term, &b.term);
    let whole = add(vec![mul(b.clone(), q.clone()), r.clone()]);
    let by_zero = eq(b.clone(), zero());
    let wrapped = least.map(|least| {
        let least = eq(a.clone(), big(least.clone()));
        and(vec![least, eq(b.clone(), int(-1))])
    });
    let mut defined = vec![by_zero, eq(a.clone(), whole)];
    defined.extend(wrapped);
    vec![
        or(defined),
        or(vec![
            le(b.clone(), zero()),
            and(vec![
                lt(neg(b.clone()), r.clone()),
                lt(r.clone(), b.clone()),
            ]),
        ]),
        or(vec![
            ge(b.clone(), zero()),
            and(vec![
                lt(b.clone(), r.clone()),
                lt(r.clone(), neg(b.clone())),
            ]),
        ]),
        or(vec![lt(a.clone(), zero()), le(zero(), r.clone())]),
        or(vec![lt(zero(), a.clone()), le(r.clone(), zero())]),
        or(vec![
            lt(a.clone(), zero()),
            le(b.clone(), zero()),
            and(vec![le(zero(), q.clone()), le(q.clone(), a.clone())]),
        ]),
        le(big(q_low.clone()), q.clone()),
        le(q.clone(), big(q_high.clone())),
        le(big(r_low.clone()), r.clone()),
        le(r.clone(), big(r_high.clone())),
    ]
}

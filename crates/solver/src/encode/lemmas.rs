//! Theorems about products, quotients and remainders, instantiated for given terms.
//!
//! All are stated with the interpreted operators; the tests have the solver prove each.

use std::cell::RefCell;
use std::rc::Rc;

use num_rational::BigRational;
use num_traits::{One, Zero};
use rustc_hash::FxHashMap;

use crate::term::{
    Sort, Term, add, and, div, eq, ge, gt, implies, int, le, lt, modulo, mul, ne, or, real,
    real_div, sub,
};

/// A family of theorems, by the terms that it is instantiated for.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Family {
    /// [`division`] of `d`, `t`.
    Division,
    /// [`decode`] of `d`, `q`, `p`, `t`.
    Decode,
    /// [`multiple`] of `d`, `q`.
    Multiple,
    /// [`pair`] of `d`, `p`, `q`.
    Pair,
    /// [`product`] of `p`, `q`.
    Product,
    /// [`real_pair`] of `d`, `p`, `q`.
    RealPair,
    /// [`quotient`] of `a`, `b`.
    Quotient,
}

/// Of so many instances the theorems are kept; then all are dropped.
const MOST: usize = 1 << 12;

type Kept = FxHashMap<(Family, Vec<Term>), Rc<[Term]>>;

thread_local! {
    static KNOWN: RefCell<Kept> = RefCell::default();
}

/// The theorems of a family for terms, kept by thread: the questions about one kernel have the same products.
pub fn of(family: Family, terms: &[&Term]) -> Rc<[Term]> {
    let key = (
        family,
        terms.iter().copied().cloned().collect::<Vec<Term>>(),
    );
    if let Some(known) = KNOWN.with_borrow(|known| known.get(&key).cloned()) {
        return known;
    }
    let mut out = Vec::new();
    match (family, terms) {
        (Family::Division, [d, t]) => division(d, t, &mut out),
        (Family::Decode, [d, q, p, t]) => decode(d, q, p, t, &mut out),
        (Family::Multiple, [d, q]) => multiple(d, q, &mut out),
        (Family::Pair, [d, p, q]) => pair(d, p, q, &mut out),
        (Family::Product, [p, q]) => product(p, q, &mut out),
        (Family::RealPair, [d, p, q]) => real_pair(d, p, q, &mut out),
        (Family::Quotient, [a, b]) => quotient(a, b, &mut out),
        // Fewer facts are no fault.
        _ => {}
    }
    let made: Rc<[Term]> = out.into();
    KNOWN.with_borrow_mut(|known| {
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(key, Rc::clone(&made));
    });
    made
}

fn zero() -> Term {
    int(0)
}

/// Quotient and remainder of `t` by `d` put `t` together again.
pub fn division(d: &Term, t: &Term, out: &mut Vec<Term>) {
    let quotient = div(t.clone(), d.clone());
    let rest = modulo(t.clone(), d.clone());
    let product = mul(d.clone(), quotient);
    out.push(implies(
        ne(d.clone(), zero()),
        and(vec![
            eq(t.clone(), add(vec![product, rest.clone()])),
            ge(rest.clone(), zero()),
        ]),
    ));
    out.push(implies(gt(d.clone(), zero()), lt(rest.clone(), d.clone())));
    out.push(implies(
        lt(d.clone(), zero()),
        lt(add(vec![rest, d.clone()]), zero()),
    ));
}

/// If `t` is `d * q + p` with `p` within `d` of its range, this is its decoding.
pub fn decode(d: &Term, q: &Term, p: &Term, t: &Term, out: &mut Vec<Term>) {
    let quotient = div(t.clone(), d.clone());
    let rest = modulo(t.clone(), d.clone());
    for shift in [0i64, 1, -1] {
        let low = mul(int(shift), d.clone());
        let high = mul(int(shift + 1), d.clone());
        out.push(implies(
            and(vec![
                gt(d.clone(), zero()),
                le(low.clone(), p.clone()),
                lt(p.clone(), high),
            ]),
            and(vec![
                eq(quotient.clone(), add(vec![q.clone(), int(shift)])),
                eq(rest.clone(), sub(p.clone(), low)),
            ]),
        ));
    }
}

/// The sign and size of `d * q`.
pub fn multiple(d: &Term, q: &Term, out: &mut Vec<Term>) {
    let product = mul(d.clone(), q.clone());
    let positive = gt(d.clone(), zero());
    let mut rule = |premise: Term, conclusions: Vec<Term>| {
        out.push(implies(
            and(vec![positive.clone(), premise]),
            and(conclusions),
        ));
    };
    rule(
        ge(q.clone(), zero()),
        vec![ge(product.clone(), zero()), ge(product.clone(), q.clone())],
    );
    rule(ge(q.clone(), int(1)), vec![ge(product.clone(), d.clone())]);
    rule(
        le(q.clone(), int(-1)),
        vec![
            le(add(vec![product.clone(), d.clone()]), zero()),
            le(product.clone(), q.clone()),
        ],
    );
    out.push(implies(eq(q.clone(), zero()), eq(product, zero())));
}

/// `d * p` and `d * q` are ordered like `p` and `q`, at least `d` apart.
pub fn pair(d: &Term, p: &Term, q: &Term, out: &mut Vec<Term>) {
    if sub(p.clone(), q.clone()).as_int().is_some() {
        return;
    }
    let (dp, dq) = (mul(d.clone(), p.clone()), mul(d.clone(), q.clone()));
    for (p, q, dp, dq) in [(p, q, &dp, &dq), (q, p, &dq, &dp)] {
        out.push(implies(
            and(vec![ge(d.clone(), zero()), le(p.clone(), q.clone())]),
            le(dp.clone(), dq.clone()),
        ));
        out.push(implies(
            and(vec![gt(d.clone(), zero()), lt(p.clone(), q.clone())]),
            le(add(vec![dp.clone(), d.clone()]), dq.clone()),
        ));
    }
}

/// The sign of a product, its units and zeros, and amounts of amounts.
pub fn product(p: &Term, q: &Term, out: &mut Vec<Term>) {
    let is_real = *p.sort() == Sort::Real;
    let literal = |value: i64| {
        if is_real {
            real(BigRational::from_integer(value.into()))
        } else {
            int(value)
        }
    };
    let (zero, one) = (literal(0), literal(1));
    let product = mul(p.clone(), q.clone());
    let signs = [(true, true), (false, false), (true, false), (false, true)];
    for (p_up, q_up) in signs {
        let side = |t: &Term, up: bool| {
            if up {
                ge(t.clone(), zero.clone())
            } else {
                le(t.clone(), zero.clone())
            }
        };
        out.push(implies(
            and(vec![side(p, p_up), side(q, q_up)]),
            side(&product, p_up == q_up),
        ));
    }
    for (a, b) in [(p, q), (q, p)] {
        out.push(implies(
            eq(a.clone(), zero.clone()),
            eq(product.clone(), zero.clone()),
        ));
        out.push(implies(
            eq(a.clone(), one.clone()),
            eq(product.clone(), b.clone()),
        ));
    }
    out.push(implies(
        eq(product.clone(), zero.clone()),
        or(vec![
            eq(p.clone(), zero.clone()),
            eq(q.clone(), zero.clone()),
        ]),
    ));
    if is_real {
        for (a, b) in [(p, q), (q, p)] {
            out.push(implies(
                and(vec![
                    ge(a.clone(), zero.clone()),
                    le(b.clone(), one.clone()),
                ]),
                le(product.clone(), a.clone()),
            ));
        }
    }
}

/// Products of reals with one factor in common are ordered like the others.
pub fn real_pair(d: &Term, p: &Term, q: &Term, out: &mut Vec<Term>) {
    if sub(p.clone(), q.clone()).as_rational().is_some() {
        return;
    }
    let zero = real(BigRational::zero());
    let (dp, dq) = (mul(d.clone(), p.clone()), mul(d.clone(), q.clone()));
    for (p, q, dp, dq) in [(p, q, &dp, &dq), (q, p, &dq, &dp)] {
        out.push(implies(
            and(vec![ge(d.clone(), zero.clone()), le(p.clone(), q.clone())]),
            le(dp.clone(), dq.clone()),
        ));
        out.push(implies(
            and(vec![gt(d.clone(), zero.clone()), lt(p.clone(), q.clone())]),
            lt(dp.clone(), dq.clone()),
        ));
    }
}

/// A quotient of reals times its divisor, its sign, and that parts of a whole are at
/// most one.
pub fn quotient(a: &Term, b: &Term, out: &mut Vec<Term>) {
    let zero = real(BigRational::zero());
    let one = real(BigRational::one());
    let quotient = real_div(a.clone(), b.clone());
    out.push(implies(
        ne(b.clone(), zero.clone()),
        eq(mul(b.clone(), quotient.clone()), a.clone()),
    ));
    let positive = gt(b.clone(), zero.clone());
    out.push(implies(
        and(vec![positive.clone(), gt(a.clone(), zero.clone())]),
        gt(quotient.clone(), zero.clone()),
    ));
    out.push(implies(
        and(vec![positive.clone(), ge(a.clone(), zero.clone())]),
        ge(quotient.clone(), zero),
    ));
    out.push(implies(
        and(vec![positive, le(a.clone(), b.clone())]),
        le(quotient, one),
    ));
}

//! What is said of quotients and remainders, for all machine integers of four bits.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::*;
use itertools::Itertools;
use solver::encode::{Evaluator, Value};
use solver::term::bv::{self, Bits};
use std::collections::BTreeSet;

const WIDTH: u32 = 4;

fn bits(name: &str) -> Term {
    constant(name, Sort::BitVec(WIDTH))
}

fn value(evaluator: &mut Evaluator, term: &Term) -> Value {
    let found = evaluator.value(term);
    found.unwrap_or_else(|| panic!("{term:?}"))
}

fn number(evaluator: &mut Evaluator, term: &Term) -> BigInt {
    match value(evaluator, term) {
        Value::Int(number) => number,
        other => panic!("{other:?}"),
    }
}

/// Quotient and remainder towards zero, and the quotient as it comes back into four bits.
fn candidates(a: &BigInt, b: &BigInt) -> BTreeSet<BigInt> {
    if b.is_zero() {
        return (-16..16).map(BigInt::from).collect();
    }
    let wrapped = Bits::new(&(a / b), WIDTH).signed();
    BTreeSet::from([a / b, wrapped, a % b])
}

/// Whether the facts leave room for what the terms are, whatever the two numbers; of quotients by zero nothing
/// is asked, for whoever divides says what they are.
fn leaves_room(roots: &[Term], (a, b): (&Term, &Term)) {
    let nothing = |_: &Symbol| None;
    let mut ints = Ints::new(&nothing);
    let images: Vec<Term> = roots.iter().map(|root| ints.wanted(root)).collect();
    ints.relate_divisions();
    let (a_int, b_int) = (ints.rep(a).term, ints.rep(b).term);
    let all = postorder(ints.facts.iter().chain(&images));
    let applied: Vec<Term> = all
        .into_iter()
        .filter(|term| matches!(term.node(), Node::App(..)))
        .collect();
    assert!(!applied.is_empty() && !ints.inexact);
    for (x, y) in (-8..8).cartesian_product((-8..8).filter(|y| *y != 0)) {
        let given = |a: &Term, b: &Term, of: &dyn Fn(i32) -> Value| {
            vec![(a.clone(), of(x)), (b.clone(), of(y))]
        };
        let machine = |n: i32| Value::Bits(Bits::new(&n.into(), WIDTH));
        let mut exact = Evaluator::new(given(a, b, &machine));
        let wanted: Vec<BigInt> = roots
            .iter()
            .map(|root| match value(&mut exact, root) {
                Value::Bits(bits) => bits.unsigned(),
                other => panic!("{other:?}"),
            })
            .collect();
        let known = given(&a_int, &b_int, &|n| Value::Int(n.into()));
        let mut open: Vec<Vec<(Term, Value)>> = vec![known];
        for term in &applied {
            let [p, q] = term.args() else {
                panic!("{term:?}")
            };
            let more = open.into_iter().flat_map(|known| {
                let mut evaluator = Evaluator::new(known.clone());
                let (p, q) = (number(&mut evaluator, p), number(&mut evaluator, q));
                candidates(&p, &q).into_iter().map(move |number| {
                    let mut known = known.clone();
                    known.push((term.clone(), Value::Int(number)));
                    known
                })
            });
            open = more.collect();
        }
        let fits = open.into_iter().any(|known| {
            let mut evaluator = Evaluator::new(known);
            let same = images
                .iter()
                .zip(&wanted)
                .all(|(image, wanted)| number(&mut evaluator, image) == *wanted);
            same && !evaluator.is_inconsistent()
                && ints
                    .facts
                    .iter()
                    .all(|fact| evaluator.truth(fact) == Some(true))
        });
        assert!(
            fits,
            "{x} and {y}: {wanted:?}\n{roots:?}\n{:#?}",
            ints.facts
        );
    }
}

#[test]
fn quotients_and_remainders_are_what_they_are() {
    let (a, b) = (bits("a"), bits("b"));
    let of = |op: fn(Term, Term) -> Term| op(a.clone(), b.clone());
    let (quotient, rest) = (of(bv::sdiv), of(bv::srem));
    leaves_room(&[quotient.clone(), rest.clone()], (&a, &b));
    leaves_room(&[of(bv::udiv), of(bv::urem)], (&a, &b));
    // The same numbers in a wider type: there the greatest quotient does not wrap round.
    let wide = |term: &Term| bv::sign_extend(4, term.clone());
    let (more, less) = (bv::sdiv(wide(&a), wide(&b)), bv::srem(wide(&a), wide(&b)));
    leaves_room(&[quotient.clone(), more.clone(), less.clone()], (&a, &b));
    leaves_room(&[more, quotient, rest], (&a, &b));
    let none = |term: &Term| bv::zero_extend(4, term.clone());
    leaves_room(&[bv::sdiv(none(&a), none(&b)), of(bv::udiv)], (&a, &b));
}

#[test]
fn quotients_by_products_are_quotients_of_quotients() {
    for (a, c, d) in itertools::iproduct!(-40i32..40, -6..6, -6..6) {
        if c != 0 && d != 0 {
            assert_eq!(a / (c * d), a / d / c);
            assert_eq!(a % (c * d), d * (a / d % c) + a % d);
        }
    }
    let (a, b) = (bits("a"), bits("b"));
    let wide = |term: &Term| bv::sign_extend(4, term.clone());
    let by = |of: &Term| bv::sdiv(of.clone(), wide(&b));
    let once = by(&wide(&a));
    let whole = bv::sdiv(wide(&a), bv::mul(wide(&b), wide(&b)));
    let said = |roots: &[Term]| {
        let nothing = |_: &Symbol| None;
        let mut ints = Ints::new(&nothing);
        for root in roots {
            ints.wanted(root);
        }
        let before = ints.facts.len();
        ints.relate_divisions();
        ints.facts.split_off(before)
    };
    let [quotient, remainder] = said(&[by(&once), whole.clone()]).try_into().unwrap();
    // Of division by zero nothing is said.
    for fact in [quotient, remainder] {
        assert_eq!(fact.as_op(Op::Or).map(<[Term]>::len), Some(2), "{fact:?}");
    }
    assert_eq!(said(&[once, whole]), []);
}

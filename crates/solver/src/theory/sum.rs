//! Axioms of sums and products over a range of integers.
//!
//! `sum.of(m, low, high)` adds up `m[low]`, …, `m[high - 1]`. It is unfolded at either end, once
//! for each mention: the rest is `sum.part`, which has the same value and is not unfolded again.
//! Two sums over one range are compared element by element, by a witness.

use super::call;
use super::catalog::Axioms;
use crate::term::{
    Sort, Term, add, and, bound, eq, implies, int, le, lt, mul, ne, not, real, select, sub,
};
use logic::DataOp;
use num_rational::BigRational;
use num_traits::{One, Zero};

/// What a sum or product over nothing is.
pub(super) fn unit(product: bool, element: &Sort) -> Term {
    match (element, product) {
        (Sort::Real, false) => real(BigRational::zero()),
        (Sort::Real, true) => real(BigRational::one()),
        (_, product) => int(i64::from(product)),
    }
}

/// The axioms about maps from integers to some numbers.
pub(super) fn axioms(element: &Sort, out: &mut Axioms) {
    for product in [false, true] {
        unfolded(product, element, out);
    }
    compared(element, out);
}

fn unfolded(product: bool, element: &Sort, out: &mut Axioms) {
    let (of, part, name) = if product {
        (DataOp::ProductOf, DataOp::ProductPart, "product")
    } else {
        (DataOp::SumOf, DataOp::SumPart, "sum")
    };
    let sort = Sort::array(Sort::Int, element.clone());
    let map = bound("m@", sort.clone());
    let [low, middle, high] = ["l@", "k@", "h@"].map(|name| bound(name, Sort::Int));
    let apply = |op: &DataOp, m: &Term, l: &Term, h: &Term| {
        call(op.clone(), vec![m.clone(), l.clone(), h.clone()], element)
    };
    let joined = |a: Term, b: Term| {
        if product { mul(a, b) } else { add(vec![a, b]) }
    };
    let whole = apply(&of, &map, &low, &high);
    let same = apply(&part, &map, &low, &high);
    let at = |index: &Term| select(map.clone(), index.clone());
    let last = sub(high.clone(), int(1));
    let next = add(vec![low.clone(), int(1)]);
    out.all(
        name,
        &[&map, &low, &high],
        [&[&whole]],
        and(vec![
            eq(whole.clone(), same.clone()),
            implies(
                lt(low.clone(), high.clone()),
                and(vec![
                    eq(
                        whole.clone(),
                        joined(apply(&part, &map, &low, &last), at(&last)),
                    ),
                    eq(
                        whole.clone(),
                        joined(at(&low), apply(&part, &map, &next, &high)),
                    ),
                ]),
            ),
        ]),
    );
    out.all(
        format!("{name}.short"),
        &[&map, &low, &high],
        [&[&same]],
        and(vec![
            implies(
                le(high.clone(), low.clone()),
                eq(same.clone(), unit(product, element)),
            ),
            implies(eq(high.clone(), next), eq(same.clone(), at(&low))),
        ]),
    );
    let (left, right) = (
        apply(&of, &map, &low, &middle),
        apply(&of, &map, &middle, &high),
    );
    out.all(
        format!("{name}.split"),
        &[&map, &low, &middle, &high],
        [&[&left, &right]],
        implies(
            and(vec![
                le(low.clone(), middle.clone()),
                le(middle.clone(), high.clone()),
            ]),
            eq(same, joined(left.clone(), right.clone())),
        ),
    );
    if product {
        // Two products over one range that differ have a factor in which they differ.
        let other = bound("n@", sort);
        let (one, two) = (
            apply(&part, &map, &low, &high),
            apply(&part, &other, &low, &high),
        );
        let witness = call(
            DataOp::ProductDiffer,
            vec![map.clone(), other.clone(), low.clone(), high.clone()],
            &Sort::Int,
        );
        out.all(
            "product.same",
            &[&map, &other, &low, &high],
            [&[&one, &two]],
            implies(
                ne(one.clone(), two.clone()),
                and(vec![
                    le(low.clone(), witness.clone()),
                    lt(witness.clone(), high.clone()),
                    ne(
                        select(map.clone(), witness.clone()),
                        select(other.clone(), witness),
                    ),
                ]),
            ),
        );
    }
}

/// What elements say of sums: of two sums over one range the smaller has a smaller element
/// somewhere, and a sum below or above zero has such an element.
fn compared(element: &Sort, out: &mut Axioms) {
    let sort = Sort::array(Sort::Int, element.clone());
    let (map, other) = (bound("m@", sort.clone()), bound("n@", sort));
    let [low, high, from, to] = ["l@", "h@", "i@", "j@"].map(|name| bound(name, Sort::Int));
    let part = |m: &Term, l: &Term, h: &Term| {
        call(
            DataOp::SumPart,
            vec![m.clone(), l.clone(), h.clone()],
            element,
        )
    };
    let within = |i: &Term| {
        and(vec![
            le(low.clone(), i.clone()),
            lt(i.clone(), high.clone()),
        ])
    };
    let smaller = part(&map, &low, &high);
    let witness = call(
        DataOp::SumBelow,
        vec![map.clone(), other.clone(), low.clone(), high.clone()],
        &Sort::Int,
    );
    let somewhere = and(vec![
        within(&witness),
        lt(
            select(map.clone(), witness.clone()),
            select(other.clone(), witness.clone()),
        ),
    ]);
    // One end is the same term in both; the other may be known to be the same number.
    let left = part(&other, &low, &to);
    out.all(
        "sum.compare.low",
        &[&map, &other, &low, &high, &to],
        [&[&smaller, &left]],
        implies(
            and(vec![
                eq(high.clone(), to.clone()),
                lt(smaller.clone(), left.clone()),
            ]),
            somewhere.clone(),
        ),
    );
    let right = part(&other, &from, &high);
    out.all(
        "sum.compare.high",
        &[&map, &other, &low, &high, &from],
        [&[&smaller, &right]],
        implies(
            and(vec![
                eq(low.clone(), from.clone()),
                lt(smaller.clone(), right.clone()),
            ]),
            somewhere,
        ),
    );
    let zero = unit(false, element);
    let sign = |op: DataOp| call(op, vec![map.clone(), low.clone(), high.clone()], &Sort::Int);
    let (negative, positive) = (sign(DataOp::SumNegative), sign(DataOp::SumPositive));
    let below = lt(select(map.clone(), negative.clone()), zero.clone());
    let above = lt(zero.clone(), select(map.clone(), positive.clone()));
    out.all(
        "sum.sign",
        &[&map, &low, &high],
        [&[&smaller]],
        and(vec![
            implies(
                lt(smaller.clone(), zero.clone()),
                and(vec![within(&negative), below]),
            ),
            implies(
                not(le(smaller.clone(), zero)),
                and(vec![within(&positive), above]),
            ),
        ]),
    );
}

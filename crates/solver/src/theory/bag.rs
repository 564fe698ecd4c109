//! Axioms of finite bags.

use super::call;
use super::catalog::Axioms;
use super::equal::extensional;
use crate::term::{Sort, Term, add, and, bound, eq, ge, implies, int, ite, le, lt, ne, or, sub};
use logic::DataOp;

pub(super) fn axioms(element: &Sort, out: &mut Axioms) {
    let sort = Sort::bag(element.clone());
    let var = |name: &str, sort: &Sort| bound(name, sort.clone());
    let (a, b) = (var("a@", &sort), var("b@", &sort));
    let (x, y) = (var("x@", element), var("y@", element));
    let empty = call(DataOp::BagEmpty, Vec::new(), &sort);
    let count =
        |bag: &Term, x: &Term| call(DataOp::BagCount, vec![bag.clone(), x.clone()], &Sort::Int);
    let of = |op: DataOp, a: &Term, b: &Term| call(op, vec![a.clone(), b.clone()], &sort);
    let test = |op: DataOp| call(op, vec![a.clone(), b.clone()], &Sort::Bool);
    let witness = |op: DataOp| call(op, vec![a.clone(), b.clone()], element);
    let plus = |a: &Term, b: &Term| add(vec![a.clone(), b.clone()]);
    let minus = |a: &Term, b: &Term| sub(a.clone(), b.clone());
    let least = |a: &Term, b: &Term| ite(le(a.clone(), b.clone()), a.clone(), b.clone());
    let (in_a, in_b) = (count(&a, &x), count(&b, &x));

    out.all("bag.count", &[&a, &x], [&[&in_a]], ge(in_a.clone(), int(0)));
    let in_empty = count(&empty, &x);
    out.all(
        "bag.empty",
        &[&x],
        [&[&in_empty]],
        eq(in_empty.clone(), int(0)),
    );
    let more = of(DataOp::BagAdd, &a, &y);
    let in_more = count(&more, &x);
    out.all(
        "bag.add.count",
        &[&a, &x, &y],
        [&[&in_more], &[&in_a, &more]],
        eq(
            in_more.clone(),
            plus(&in_a, &ite(extensional(&x, &y), int(1), int(0))),
        ),
    );
    out.all(
        "bag.add",
        &[&a, &y],
        [&[&more]],
        eq(count(&more, &y), plus(&count(&a, &y), &int(1))),
    );
    let difference = minus(&in_a, &in_b);
    for (name, operation, value) in [
        ("bag.union.count", DataOp::BagUnion, plus(&in_a, &in_b)),
        ("bag.inter.count", DataOp::BagInter, least(&in_a, &in_b)),
        (
            "bag.diff.count",
            DataOp::BagDiff,
            ite(le(in_b.clone(), in_a.clone()), difference, int(0)),
        ),
    ] {
        let term = of(operation, &a, &b);
        let counted = count(&term, &x);
        out.all(
            name,
            &[&a, &b, &x],
            [&[&counted], &[&in_a, &term], &[&in_b, &term]],
            eq(counted.clone(), value),
        );
    }
    let subset = test(DataOp::BagSubset);
    out.all(
        "bag.subset",
        &[&a, &b, &x],
        [&[&subset, &in_a], &[&subset, &in_b]],
        implies(subset.clone(), le(in_a.clone(), in_b.clone())),
    );
    let w = witness(DataOp::BagOutside);
    out.all(
        "bag.subset.not",
        &[&a, &b],
        [&[&subset]],
        or(vec![subset.clone(), lt(count(&b, &w), count(&a, &w))]),
    );
    let same = test(DataOp::BagEq);
    let w = witness(DataOp::BagDiffers);
    out.all(
        "bag.eq",
        &[&a, &b],
        [&[&same]],
        and(vec![
            implies(same.clone(), eq(a.clone(), b.clone())),
            implies(eq(a.clone(), b.clone()), same.clone()),
            or(vec![same.clone(), ne(count(&a, &w), count(&b, &w))]),
        ]),
    );

    let card = |bag: &Term| call(DataOp::BagCard, vec![bag.clone()], &Sort::Int);
    let (card_a, card_b) = (card(&a), card(&b));
    out.fact(&empty, eq(card(&empty), int(0)));
    let some = call(DataOp::BagSome, vec![a.clone()], element);
    out.all(
        "bag.card",
        &[&a],
        [&[&card_a]],
        and(vec![
            ge(card_a.clone(), int(0)),
            implies(eq(card_a.clone(), int(0)), eq(a.clone(), empty.clone())),
            implies(ne(card_a.clone(), int(0)), lt(int(0), count(&a, &some))),
        ]),
    );
    out.all(
        "bag.card.count",
        &[&a, &x],
        [&[&in_a, &card_a]],
        le(in_a.clone(), card_a.clone()),
    );
    let card_more = card(&of(DataOp::BagAdd, &a, &x));
    out.all(
        "bag.card.add",
        &[&a, &x],
        [&[&card_more]],
        eq(card_more.clone(), plus(&card_a, &int(1))),
    );
    let card_union = card(&of(DataOp::BagUnion, &a, &b));
    out.all(
        "bag.card.union",
        &[&a, &b],
        [&[&card_union]],
        eq(card_union.clone(), plus(&card_a, &card_b)),
    );
    let (card_diff, card_inter) = (
        card(&of(DataOp::BagDiff, &a, &b)),
        card(&of(DataOp::BagInter, &a, &b)),
    );
    out.all(
        "bag.card.diff",
        &[&a, &b],
        [&[&card_diff], &[&card_inter]],
        and(vec![
            eq(plus(&card_diff, &card_inter), card_a.clone()),
            le(card_inter.clone(), card_b.clone()),
        ]),
    );
    out.all(
        "bag.card.subset",
        &[&a, &b],
        [&[&subset, &card_a, &card_b]],
        implies(
            subset.clone(),
            and(vec![
                le(card_a.clone(), card_b.clone()),
                implies(eq(card_a.clone(), card_b.clone()), eq(a.clone(), b.clone())),
            ]),
        ),
    );
}

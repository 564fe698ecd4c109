//! Axioms of finite bags.

use super::call;
use super::catalog::Axioms;
use super::collection::Collection;
use super::equal::extensional;
use crate::term::{Sort, Term, add, and, eq, ge, implies, int, ite, le, lt, ne, or, sub};
use logic::DataOp;

type Bag<'a> = Collection<'a>;

impl Bag<'_> {
    fn count(&self, bag: &Term, x: &Term) -> Term {
        call(DataOp::BagCount, vec![bag.clone(), x.clone()], &Sort::Int)
    }
}

fn plus(a: &Term, b: &Term) -> Term {
    add(vec![a.clone(), b.clone()])
}

pub(super) fn axioms(element: &Sort, out: &mut Axioms) {
    let bag = &Bag::new(
        Sort::bag(element.clone()),
        element,
        DataOp::BagEmpty,
        DataOp::BagCard,
    );
    counts(bag, out);
    comparisons(bag, out);
    cardinality(bag, out);
}

/// How often an element occurs.
fn counts(bag: &Bag<'_>, out: &mut Axioms) {
    let ([a, b], [x, y]) = (&bag.both, &bag.elements);
    let (in_a, in_b) = (bag.count(a, x), bag.count(b, x));
    out.all("bag.count", &[a, x], [&[&in_a]], ge(in_a.clone(), int(0)));
    let in_empty = bag.count(&bag.empty, x);
    out.all(
        "bag.empty",
        &[x],
        [&[&in_empty]],
        eq(in_empty.clone(), int(0)),
    );
    let more = bag.of(DataOp::BagAdd, a, y);
    let in_more = bag.count(&more, x);
    out.all(
        "bag.add.count",
        &[a, x, y],
        [&[&in_more], &[&in_a, &more]],
        eq(
            in_more.clone(),
            plus(&in_a, &ite(extensional(x, y), int(1), int(0))),
        ),
    );
    out.all(
        "bag.add",
        &[a, y],
        [&[&more]],
        eq(bag.count(&more, y), plus(&bag.count(a, y), &int(1))),
    );
    let difference = sub(in_a.clone(), in_b.clone());
    let least = ite(le(in_a.clone(), in_b.clone()), in_a.clone(), in_b.clone());
    for (name, operation, value) in [
        ("bag.union.count", DataOp::BagUnion, plus(&in_a, &in_b)),
        ("bag.inter.count", DataOp::BagInter, least),
        (
            "bag.diff.count",
            DataOp::BagDiff,
            ite(le(in_b.clone(), in_a.clone()), difference, int(0)),
        ),
    ] {
        let term = bag.of(operation, a, b);
        let counted = bag.count(&term, x);
        out.all(
            name,
            &[a, b, x],
            [&[&counted], &[&in_a, &term], &[&in_b, &term]],
            eq(counted.clone(), value),
        );
    }
}

/// What is within another bag, and equality by elements.
fn comparisons(bag: &Bag<'_>, out: &mut Axioms) {
    let ([a, b], [x, ..]) = (&bag.both, &bag.elements);
    let (in_a, in_b) = (bag.count(a, x), bag.count(b, x));
    let subset = bag.test(DataOp::BagSubset, a, b);
    out.all(
        "bag.subset",
        &[a, b, x],
        [&[&subset, &in_a], &[&subset, &in_b]],
        implies(subset.clone(), le(in_a.clone(), in_b.clone())),
    );
    let w = bag.witness(DataOp::BagOutside);
    out.all(
        "bag.subset.not",
        &[a, b],
        [&[&subset]],
        or(vec![subset.clone(), lt(bag.count(b, &w), bag.count(a, &w))]),
    );
    let same = bag.test(DataOp::BagEq, a, b);
    let w = bag.witness(DataOp::BagDiffers);
    let differ = ne(bag.count(a, &w), bag.count(b, &w));
    out.equality("bag.eq", [a, b], &same, vec![differ]);
}

/// How many elements there are.
fn cardinality(bag: &Bag<'_>, out: &mut Axioms) {
    let ([a, b], [x, ..]) = (&bag.both, &bag.elements);
    let in_a = bag.count(a, x);
    let (card_a, card_b) = (bag.card(a), bag.card(b));
    out.fact(&bag.empty, eq(bag.card(&bag.empty), int(0)));
    let some = call(DataOp::BagSome, vec![a.clone()], bag.element);
    out.all(
        "bag.card",
        &[a],
        [&[&card_a]],
        and(vec![
            ge(card_a.clone(), int(0)),
            implies(eq(card_a.clone(), int(0)), eq(a.clone(), bag.empty.clone())),
            implies(ne(card_a.clone(), int(0)), lt(int(0), bag.count(a, &some))),
        ]),
    );
    out.all(
        "bag.card.count",
        &[a, x],
        [&[&in_a, &card_a]],
        le(in_a.clone(), card_a.clone()),
    );
    let card_more = bag.card(&bag.of(DataOp::BagAdd, a, x));
    out.all(
        "bag.card.add",
        &[a, x],
        [&[&card_more]],
        eq(card_more.clone(), plus(&card_a, &int(1))),
    );
    let card_union = bag.card(&bag.of(DataOp::BagUnion, a, b));
    out.all(
        "bag.card.union",
        &[a, b],
        [&[&card_union]],
        eq(card_union.clone(), plus(&card_a, &card_b)),
    );
    let (card_diff, card_inter) = (
        bag.card(&bag.of(DataOp::BagDiff, a, b)),
        bag.card(&bag.of(DataOp::BagInter, a, b)),
    );
    out.all(
        "bag.card.diff",
        &[a, b],
        [&[&card_diff], &[&card_inter]],
        and(vec![
            eq(plus(&card_diff, &card_inter), card_a.clone()),
            le(card_inter.clone(), card_b.clone()),
        ]),
    );
    let subset = bag.test(DataOp::BagSubset, a, b);
    bag.sizes_within("bag.card.subset", &subset, out);
}

//! Axioms of finite sets.

use super::call;
use super::catalog::Axioms;
use super::collection::Collection;
use super::equal::extensional;
use crate::term::{
    Label, Sort, Term, add, and, bound, eq, ge, implies, int, ite, le, lt, ne, not, or, sub,
};
use logic::DataOp;

type Set<'a> = Collection<'a>;

impl Set<'_> {
    fn has(&self, s: &Term, x: &Term) -> Term {
        self.test(DataOp::SetContains, s, x)
    }
}

pub(super) fn axioms(element: &Sort, out: &mut Axioms) {
    let set = &Set::new(
        Sort::set(element.clone()),
        element,
        DataOp::SetEmpty,
        DataOp::SetCard,
    );
    elements(set, out);
    operations(set, out);
    comparisons(set, out);
    cardinality(set, out);
    if *element == Sort::Int {
        range(set, out);
    }
}

/// The empty set, and one element more.
fn elements(set: &Set<'_>, out: &mut Axioms) {
    let ([a, _], [x, y]) = (&set.both, &set.elements);
    let in_a = set.has(a, x);
    let in_empty = set.has(&set.empty, x);
    out.all("set.empty", &[x], [&[&in_empty]], not(in_empty.clone()));
    let more = set.of(DataOp::SetAdd, a, y);
    let in_more = set.has(&more, x);
    out.all(
        "set.add.contains",
        &[a, x, y],
        [&[&in_more]],
        eq(in_more.clone(), or(vec![extensional(x, y), in_a.clone()])),
    );
    out.all("set.add", &[a, y], [&[&more]], set.has(&more, y));
    out.all(
        Label::seldom("set.add.contains.back"),
        &[a, x, y],
        [&[&in_a, &more]],
        implies(in_a.clone(), in_more.clone()),
    );
    let in_y = set.has(a, y);
    out.all(
        "set.add.again",
        &[a, y],
        [&[&in_y, &more]],
        implies(in_y.clone(), eq(more.clone(), a.clone())),
    );
}

/// Union, intersection and difference.
fn operations(set: &Set<'_>, out: &mut Axioms) {
    let ([a, b], [x, ..]) = (&set.both, &set.elements);
    let (in_a, in_b) = (set.has(a, x), set.has(b, x));
    let both = vec![in_a.clone(), in_b.clone()];
    let only_a = vec![in_a.clone(), not(in_b.clone())];
    for (name, op, value) in [
        ("set.union", DataOp::SetUnion, or(both.clone())),
        ("set.inter", DataOp::SetInter, and(both)),
        ("set.diff", DataOp::SetDiff, and(only_a)),
    ] {
        let term = set.of(op, a, b);
        let has = set.has(&term, x);
        let triggers: [&[&Term]; 3] = [&[&has], &[&in_a, &term], &[&in_b, &term]];
        out.all(name, &[a, b, x], triggers, eq(has.clone(), value));
    }
    let empty = &set.empty;
    for (name, op, [left, right], value) in [
        ("set.union.left", DataOp::SetUnion, [empty, a], a),
        ("set.union.right", DataOp::SetUnion, [a, empty], a),
        ("set.inter.left", DataOp::SetInter, [empty, a], empty),
        ("set.inter.right", DataOp::SetInter, [a, empty], empty),
        ("set.diff.left", DataOp::SetDiff, [empty, a], empty),
        ("set.diff.right", DataOp::SetDiff, [a, empty], a),
    ] {
        let term = set.of(op, left, right);
        out.all(name, &[a], [&[&term]], eq(term.clone(), value.clone()));
    }
}

/// Subsets, disjoint sets, and equality by elements.
fn comparisons(set: &Set<'_>, out: &mut Axioms) {
    let ([a, b], [x, ..]) = (&set.both, &set.elements);
    let (in_a, in_b) = (set.has(a, x), set.has(b, x));
    let subset = set.test(DataOp::SetSubset, a, b);
    out.all(
        "set.subset",
        &[a, b, x],
        [&[&subset, &in_a], &[&subset, &in_b]],
        implies(and(vec![subset.clone(), in_a.clone()]), in_b.clone()),
    );
    let w = set.witness(DataOp::SetOutside);
    out.all(
        "set.subset.not",
        &[a, b],
        [&[&subset]],
        or(vec![
            subset.clone(),
            and(vec![set.has(a, &w), not(set.has(b, &w))]),
        ]),
    );
    let disjoint = set.test(DataOp::SetDisjoint, a, b);
    out.all(
        "set.disjoint",
        &[a, b, x],
        [&[&disjoint, &in_a], &[&disjoint, &in_b]],
        implies(and(vec![disjoint.clone(), in_a.clone()]), not(in_b.clone())),
    );
    let w = set.witness(DataOp::SetCommon);
    out.all(
        "set.disjoint.not",
        &[a, b],
        [&[&disjoint]],
        or(vec![
            disjoint.clone(),
            and(vec![set.has(a, &w), set.has(b, &w)]),
        ]),
    );
    let same = set.test(DataOp::SetEq, a, b);
    let w = set.witness(DataOp::SetDiffers);
    let differ = ne(set.has(a, &w), set.has(b, &w));
    out.equality("set.eq", [a, b], &same, vec![differ]);
}

/// How many elements there are, and which one is chosen.
fn cardinality(set: &Set<'_>, out: &mut Axioms) {
    let ([a, b], [x, ..]) = (&set.both, &set.elements);
    let (card_a, card_b) = (set.card(a), set.card(b));
    let plus = |a: &Term, b: &Term| add(vec![a.clone(), b.clone()]);
    out.fact(&set.empty, eq(set.card(&set.empty), int(0)));
    let some = call(DataOp::SetSome, vec![a.clone()], set.element);
    out.all(
        "set.card",
        &[a],
        [&[&card_a]],
        and(vec![
            ge(card_a.clone(), int(0)),
            implies(eq(card_a.clone(), int(0)), eq(a.clone(), set.empty.clone())),
            implies(ne(card_a.clone(), int(0)), set.has(a, &some)),
        ]),
    );
    let in_a = set.has(a, x);
    out.all(
        "set.card.contains",
        &[a, x],
        [&[&in_a, &card_a]],
        implies(in_a.clone(), lt(int(0), card_a.clone())),
    );
    let card_more = set.card(&set.of(DataOp::SetAdd, a, x));
    out.all(
        "set.card.add",
        &[a, x],
        [&[&card_more]],
        eq(
            card_more.clone(),
            ite(in_a.clone(), card_a.clone(), plus(&card_a, &int(1))),
        ),
    );
    let card_union = set.card(&set.of(DataOp::SetUnion, a, b));
    let inter = set.of(DataOp::SetInter, a, b);
    let card_inter = set.card(&inter);
    out.all(
        "set.card.union",
        &[a, b],
        [&[&card_union], &[&card_inter]],
        and(vec![
            eq(plus(&card_union, &card_inter), plus(&card_a, &card_b)),
            le(card_inter.clone(), card_a.clone()),
            le(card_inter.clone(), card_b.clone()),
        ]),
    );
    let card_diff = set.card(&set.of(DataOp::SetDiff, a, b));
    out.all(
        "set.card.diff",
        &[a, b],
        [&[&card_diff]],
        eq(plus(&card_diff, &card_inter), card_a.clone()),
    );
    let more = set.of(DataOp::SetAdd, b, x);
    for (name, with) in [
        ("set.card.inter.right", set.of(DataOp::SetInter, a, &more)),
        ("set.card.inter.left", set.of(DataOp::SetInter, &more, a)),
    ] {
        let card = set.card(&with);
        out.all(
            name,
            &[a, b, x],
            [&[&card]],
            or(vec![
                set.has(b, x),
                eq(
                    card.clone(),
                    plus(&card_inter, &ite(in_a.clone(), int(1), int(0))),
                ),
            ]),
        );
    }
    let subset = set.test(DataOp::SetSubset, a, b);
    set.sizes_within("set.card.subset", &subset, out);
    let chosen = call(DataOp::SetChoose, vec![a.clone()], set.element);
    out.all(
        "set.choose",
        &[a],
        [&[&chosen]],
        or(vec![eq(card_a.clone(), int(0)), set.has(a, &chosen)]),
    );
}

/// The integers from one up to, not including, another.
fn range(set: &Set<'_>, out: &mut Axioms) {
    let var = |name: &str| bound(name, Sort::Int);
    let (a, b, x) = (var("l@"), var("h@"), var("x@"));
    let range = set.of(DataOp::SetRange, &a, &b);
    let contains = set.has(&range, &x);
    out.all(
        "set.range",
        &[&a, &b, &x],
        [&[&contains]],
        eq(
            contains.clone(),
            and(vec![le(a.clone(), x.clone()), lt(x.clone(), b.clone())]),
        ),
    );
    let card = set.card(&range);
    out.all(
        "set.range.card",
        &[&a, &b],
        [&[&card]],
        eq(
            card.clone(),
            ite(le(a.clone(), b.clone()), sub(b.clone(), a.clone()), int(0)),
        ),
    );
}

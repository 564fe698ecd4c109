//! Axioms of finite sets.

use super::call;
use super::catalog::Axioms;
use super::equal::extensional;
use crate::term::{
    Label, Sort, Term, add, and, bound, eq, ge, implies, int, ite, le, lt, ne, not, or, sub,
};
use logic::DataOp;

/// The operations on sets of one element sort.
struct Set<'a> {
    element: &'a Sort,
    sort: Sort,
}

impl Set<'_> {
    fn empty(&self) -> Term {
        call(DataOp::SetEmpty, Vec::new(), &self.sort)
    }
    fn has(&self, s: &Term, x: &Term) -> Term {
        call(DataOp::SetContains, vec![s.clone(), x.clone()], &Sort::Bool)
    }
    fn of(&self, op: DataOp, a: &Term, b: &Term) -> Term {
        call(op, vec![a.clone(), b.clone()], &self.sort)
    }
    fn test(&self, op: DataOp, a: &Term, b: &Term) -> Term {
        call(op, vec![a.clone(), b.clone()], &Sort::Bool)
    }
    fn card(&self, s: &Term) -> Term {
        call(DataOp::SetCard, vec![s.clone()], &Sort::Int)
    }
    /// An element that two sets give as a witness.
    fn witness(&self, op: DataOp, a: &Term, b: &Term) -> Term {
        call(op, vec![a.clone(), b.clone()], self.element)
    }
}

pub(super) fn axioms(element: &Sort, out: &mut Axioms) {
    let set = Set {
        element,
        sort: Sort::set(element.clone()),
    };
    let var = |name: &str, sort: &Sort| bound(name, sort.clone());
    let (a, b) = (var("a@", &set.sort), var("b@", &set.sort));
    let (x, y) = (var("x@", element), var("y@", element));
    let (in_a, in_b) = (set.has(&a, &x), set.has(&b, &x));

    let in_empty = set.has(&set.empty(), &x);
    out.all("set.empty", &[&x], [&[&in_empty]], not(in_empty.clone()));
    let more = set.of(DataOp::SetAdd, &a, &y);
    let in_more = set.has(&more, &x);
    out.all(
        "set.add.contains",
        &[&a, &x, &y],
        [&[&in_more]],
        eq(in_more.clone(), or(vec![extensional(&x, &y), in_a.clone()])),
    );
    out.all("set.add", &[&a, &y], [&[&more]], set.has(&more, &y));
    out.all(
        Label::seldom("set.add.contains.back"),
        &[&a, &x, &y],
        [&[&in_a, &more]],
        implies(in_a.clone(), in_more.clone()),
    );
    let in_y = set.has(&a, &y);
    out.all(
        "set.add.again",
        &[&a, &y],
        [&[&in_y, &more]],
        implies(in_y.clone(), eq(more.clone(), a.clone())),
    );

    let empty = set.empty();
    let union = set.of(DataOp::SetUnion, &a, &b);
    let in_union = set.has(&union, &x);
    out.all(
        "set.union",
        &[&a, &b, &x],
        [&[&in_union], &[&in_a, &union], &[&in_b, &union]],
        eq(in_union.clone(), or(vec![in_a.clone(), in_b.clone()])),
    );
    let inter = set.of(DataOp::SetInter, &a, &b);
    let in_inter = set.has(&inter, &x);
    out.all(
        "set.inter",
        &[&a, &b, &x],
        [&[&in_inter], &[&in_a, &inter], &[&in_b, &inter]],
        eq(in_inter.clone(), and(vec![in_a.clone(), in_b.clone()])),
    );
    let diff = set.of(DataOp::SetDiff, &a, &b);
    let in_diff = set.has(&diff, &x);
    out.all(
        "set.diff",
        &[&a, &b, &x],
        [&[&in_diff], &[&in_a, &diff], &[&in_b, &diff]],
        eq(in_diff.clone(), and(vec![in_a.clone(), not(in_b.clone())])),
    );
    for (name, term, value) in [
        ("set.union.left", set.of(DataOp::SetUnion, &empty, &a), &a),
        ("set.union.right", set.of(DataOp::SetUnion, &a, &empty), &a),
        (
            "set.inter.left",
            set.of(DataOp::SetInter, &empty, &a),
            &empty,
        ),
        (
            "set.inter.right",
            set.of(DataOp::SetInter, &a, &empty),
            &empty,
        ),
        ("set.diff.left", set.of(DataOp::SetDiff, &empty, &a), &empty),
        ("set.diff.right", set.of(DataOp::SetDiff, &a, &empty), &a),
    ] {
        out.all(name, &[&a], [&[&term]], eq(term.clone(), value.clone()));
    }

    let subset = set.test(DataOp::SetSubset, &a, &b);
    out.all(
        "set.subset",
        &[&a, &b, &x],
        [&[&subset, &in_a], &[&subset, &in_b]],
        implies(and(vec![subset.clone(), in_a.clone()]), in_b.clone()),
    );
    let w = set.witness(DataOp::SetOutside, &a, &b);
    out.all(
        "set.subset.not",
        &[&a, &b],
        [&[&subset]],
        or(vec![
            subset.clone(),
            and(vec![set.has(&a, &w), not(set.has(&b, &w))]),
        ]),
    );
    let disjoint = set.test(DataOp::SetDisjoint, &a, &b);
    out.all(
        "set.disjoint",
        &[&a, &b, &x],
        [&[&disjoint, &in_a], &[&disjoint, &in_b]],
        implies(and(vec![disjoint.clone(), in_a.clone()]), not(in_b.clone())),
    );
    let w = set.witness(DataOp::SetCommon, &a, &b);
    out.all(
        "set.disjoint.not",
        &[&a, &b],
        [&[&disjoint]],
        or(vec![
            disjoint.clone(),
            and(vec![set.has(&a, &w), set.has(&b, &w)]),
        ]),
    );
    let same = set.test(DataOp::SetEq, &a, &b);
    let w = set.witness(DataOp::SetDiffers, &a, &b);
    out.all(
        "set.eq",
        &[&a, &b],
        [&[&same]],
        and(vec![
            implies(same.clone(), eq(a.clone(), b.clone())),
            implies(eq(a.clone(), b.clone()), same.clone()),
            or(vec![same.clone(), ne(set.has(&a, &w), set.has(&b, &w))]),
        ]),
    );
    cardinality(&set, out);
    if *element == Sort::Int {
        range(&set, out);
    }
}

fn cardinality(set: &Set<'_>, out: &mut Axioms) {
    let var = |name: &str, sort: &Sort| bound(name, sort.clone());
    let (a, b) = (var("a@", &set.sort), var("b@", &set.sort));
    let x = var("x@", set.element);
    let (card_a, card_b) = (set.card(&a), set.card(&b));
    let plus = |a: &Term, b: &Term| add(vec![a.clone(), b.clone()]);
    out.fact(&set.empty(), eq(set.card(&set.empty()), int(0)));
    let some = call(DataOp::SetSome, vec![a.clone()], set.element);
    out.all(
        "set.card",
        &[&a],
        [&[&card_a]],
        and(vec![
            ge(card_a.clone(), int(0)),
            implies(eq(card_a.clone(), int(0)), eq(a.clone(), set.empty())),
            implies(ne(card_a.clone(), int(0)), set.has(&a, &some)),
        ]),
    );
    let in_a = set.has(&a, &x);
    out.all(
        "set.card.contains",
        &[&a, &x],
        [&[&in_a, &card_a]],
        implies(in_a.clone(), lt(int(0), card_a.clone())),
    );
    let card_more = set.card(&set.of(DataOp::SetAdd, &a, &x));
    out.all(
        "set.card.add",
        &[&a, &x],
        [&[&card_more]],
        eq(
            card_more.clone(),
            ite(in_a.clone(), card_a.clone(), plus(&card_a, &int(1))),
        ),
    );
    let card_union = set.card(&set.of(DataOp::SetUnion, &a, &b));
    let inter = set.of(DataOp::SetInter, &a, &b);
    let card_inter = set.card(&inter);
    out.all(
        "set.card.union",
        &[&a, &b],
        [&[&card_union], &[&card_inter]],
        and(vec![
            eq(plus(&card_union, &card_inter), plus(&card_a, &card_b)),
            le(card_inter.clone(), card_a.clone()),
            le(card_inter.clone(), card_b.clone()),
        ]),
    );
    let card_diff = set.card(&set.of(DataOp::SetDiff, &a, &b));
    out.all(
        "set.card.diff",
        &[&a, &b],
        [&[&card_diff]],
        eq(plus(&card_diff, &card_inter), card_a.clone()),
    );
    let more = set.of(DataOp::SetAdd, &b, &x);
    for (name, with) in [
        ("set.card.inter.right", set.of(DataOp::SetInter, &a, &more)),
        ("set.card.inter.left", set.of(DataOp::SetInter, &more, &a)),
    ] {
        let card = set.card(&with);
        out.all(
            name,
            &[&a, &b, &x],
            [&[&card]],
            or(vec![
                set.has(&b, &x),
                eq(
                    card.clone(),
                    plus(&card_inter, &ite(in_a.clone(), int(1), int(0))),
                ),
            ]),
        );
    }
    let subset = set.test(DataOp::SetSubset, &a, &b);
    out.all(
        "set.card.subset",
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
    let chosen = call(DataOp::SetChoose, vec![a.clone()], set.element);
    out.all(
        "set.choose",
        &[&a],
        [&[&chosen]],
        or(vec![eq(card_a.clone(), int(0)), set.has(&a, &chosen)]),
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

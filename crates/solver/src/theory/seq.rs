//! Axioms of sequences.
//!
//! Where an axiom brings up a term with another index or bound, it does so only for parts
//! that are really shorter: `drop s 0` is `s` itself, and `at (drop s n) i` would bring up
//! `at s (i + n)`, `at s (i + n + n)` and so on without end.

use super::call;
use super::catalog::Axioms;
use super::equal::extensional;
use crate::term::{
    Label, Sort, Term, add, and, bound, eq, ge, implies, int, ite, le, lt, ne, not, or, select, sub,
};
use logic::DataOp;

/// The operations on sequences of one element sort, and variables: sequences, elements, integers.
struct Seq<'a> {
    element: &'a Sort,
    sort: Sort,
    seqs: [Term; 2],
    elements: [Term; 2],
    ints: [Term; 3],
}

impl Seq<'_> {
    fn empty(&self) -> Term {
        call(DataOp::SeqEmpty, Vec::new(), &self.sort)
    }
    fn len(&self, s: &Term) -> Term {
        call(DataOp::SeqLen, vec![s.clone()], &Sort::Int)
    }
    fn at(&self, s: &Term, i: &Term) -> Term {
        call(DataOp::SeqAt, vec![s.clone(), i.clone()], self.element)
    }
    fn single(&self, x: &Term) -> Term {
        call(DataOp::SeqSingle, vec![x.clone()], &self.sort)
    }
    fn of(&self, op: DataOp, s: &Term, t: &Term) -> Term {
        call(op, vec![s.clone(), t.clone()], &self.sort)
    }
    fn append(&self, s: &Term, t: &Term) -> Term {
        self.of(DataOp::SeqAppend, s, t)
    }
    fn take(&self, s: &Term, n: &Term) -> Term {
        self.of(DataOp::SeqTake, s, n)
    }
    fn drop(&self, s: &Term, n: &Term) -> Term {
        self.of(DataOp::SeqDrop, s, n)
    }
    fn update(&self, s: &Term, i: &Term, x: &Term) -> Term {
        call(
            DataOp::SeqUpdate,
            vec![s.clone(), i.clone(), x.clone()],
            &self.sort,
        )
    }
    fn contains(&self, s: &Term, x: &Term) -> Term {
        call(DataOp::SeqContains, vec![s.clone(), x.clone()], &Sort::Bool)
    }
    /// Whether `i` is an index of `s`.
    fn inside(&self, s: &Term, i: &Term) -> Term {
        between(&int(0), i, &self.len(s))
    }
}

/// `low <= i < high`.
fn between(low: &Term, i: &Term, high: &Term) -> Term {
    and(vec![
        le(low.clone(), i.clone()),
        lt(i.clone(), high.clone()),
    ])
}

pub(super) fn axioms(element: &Sort, out: &mut Axioms) {
    let sort = Sort::seq(element.clone());
    let seq = &Seq {
        element,
        seqs: ["s@", "t@"].map(|name| bound(name, sort.clone())),
        elements: ["x@", "y@"].map(|name| bound(name, element.clone())),
        ints: ["i@", "m@", "n@"].map(|name| bound(name, Sort::Int)),
        sort,
    };
    lengths(seq, out);
    appended(seq, out);
    values(seq, out);
    slices(seq, out);
    parts_of_parts(seq, out);
    updates(seq, out);
    membership(seq, out);
    if *element == Sort::Int {
        range(seq, out);
    }
    equality(seq, out);
}

/// Lengths, the empty sequence and the sequence of one element.
fn lengths(seq: &Seq<'_>, out: &mut Axioms) {
    let ([s, ..], [x, ..]) = (&seq.seqs, &seq.elements);
    let len_s = seq.len(s);
    out.fact(&seq.empty(), eq(seq.len(&seq.empty()), int(0)));
    out.all(
        "seq.len",
        &[s],
        [&[&len_s]],
        and(vec![
            ge(len_s.clone(), int(0)),
            implies(eq(len_s.clone(), int(0)), eq(s.clone(), seq.empty())),
        ]),
    );
    let single = seq.single(x);
    out.all(
        "seq.single",
        &[x],
        [&[&single]],
        and(vec![
            eq(seq.len(&single), int(1)),
            eq(seq.at(&single, &int(0)), x.clone()),
        ]),
    );
}

/// Concatenations.
fn appended(seq: &Seq<'_>, out: &mut Axioms) {
    let ([s, t], [i, ..]) = (&seq.seqs, &seq.ints);
    let plus = |a: &Term, b: &Term| add(vec![a.clone(), b.clone()]);
    let (len_s, len_t) = (seq.len(s), seq.len(t));
    let at_s = seq.at(s, i);
    let append = seq.append(s, t);
    out.all(
        "seq.append",
        &[s, t],
        [&[&append]],
        and(vec![
            eq(seq.len(&append), plus(&len_s, &len_t)),
            implies(eq(len_s.clone(), int(0)), eq(append.clone(), t.clone())),
            implies(eq(len_t.clone(), int(0)), eq(append.clone(), s.clone())),
        ]),
    );
    let at_append = seq.at(&append, i);
    let in_t = sub(i.clone(), len_s.clone());
    out.all(
        "seq.append.at",
        &[s, t, i],
        [&[&at_append]],
        and(vec![
            implies(seq.inside(s, i), eq(at_append.clone(), at_s.clone())),
            implies(
                and(vec![
                    lt(int(0), len_s.clone()),
                    between(&len_s, i, &plus(&len_s, &len_t)),
                ]),
                eq(at_append.clone(), seq.at(t, &in_t)),
            ),
        ]),
    );
    out.all(
        Label::seldom("seq.append.left.back"),
        &[s, t, i],
        [&[&at_s, &append]],
        implies(seq.inside(s, i), eq(at_append.clone(), at_s.clone())),
    );
    let at_t = seq.at(t, i);
    out.all(
        Label::seldom("seq.append.right.back"),
        &[s, t, i],
        [&[&at_t, &append]],
        implies(
            and(vec![lt(int(0), len_s.clone()), seq.inside(t, i)]),
            eq(seq.at(&append, &plus(i, &len_s)), at_t.clone()),
        ),
    );
}

/// The elements of a map from `low` up to `high`: an array's values.
fn values(seq: &Seq<'_>, out: &mut Axioms) {
    let [i, ..] = &seq.ints;
    let map = bound("m@", Sort::array(Sort::Int, seq.element.clone()));
    let [low, high] = ["l@", "h@"].map(|name| bound(name, Sort::Int));
    let values = call(
        DataOp::SeqValues,
        vec![map.clone(), low.clone(), high.clone()],
        &seq.sort,
    );
    let count = sub(high.clone(), low.clone());
    out.all(
        "seq.values",
        &[&map, &low, &high],
        [&[&values]],
        eq(
            seq.len(&values),
            ite(le(low.clone(), high.clone()), count.clone(), int(0)),
        ),
    );
    let at_values = seq.at(&values, i);
    out.all(
        "seq.values.at",
        &[&map, &low, &high, i],
        [&[&at_values]],
        implies(
            between(&int(0), i, &count),
            eq(
                at_values.clone(),
                select(map.clone(), add(vec![low.clone(), i.clone()])),
            ),
        ),
    );
    let cell = select(map.clone(), i.clone());
    out.all(
        Label::seldom("seq.values.back"),
        &[&map, &low, &high, i],
        [&[&cell, &values]],
        implies(
            between(&low, i, &high),
            eq(seq.at(&values, &sub(i.clone(), low.clone())), cell.clone()),
        ),
    );
}

/// The first elements, and those after them.
fn slices(seq: &Seq<'_>, out: &mut Axioms) {
    let ([s, ..], [i, _, n]) = (&seq.seqs, &seq.ints);
    let minus = |a: &Term, b: &Term| sub(a.clone(), b.clone());
    let len_s = seq.len(s);
    let at_s = seq.at(s, i);
    let is_empty = |part: &Term| eq(part.clone(), seq.empty());
    let (take, drop) = (seq.take(s, n), seq.drop(s, n));
    out.all(
        "seq.take",
        &[s, n],
        [&[&take]],
        and(vec![
            implies(le(n.clone(), int(0)), is_empty(&take)),
            implies(le(len_s.clone(), n.clone()), eq(take.clone(), s.clone())),
            implies(
                and(vec![le(int(0), n.clone()), le(n.clone(), len_s.clone())]),
                eq(seq.len(&take), n.clone()),
            ),
        ]),
    );
    out.all(
        "seq.drop",
        &[s, n],
        [&[&drop]],
        and(vec![
            implies(le(n.clone(), int(0)), eq(drop.clone(), s.clone())),
            implies(le(len_s.clone(), n.clone()), is_empty(&drop)),
            implies(
                and(vec![le(int(0), n.clone()), le(n.clone(), len_s.clone())]),
                eq(seq.len(&drop), minus(&len_s, n)),
            ),
        ]),
    );
    let at_take = seq.at(&take, i);
    let front = implies(
        and(vec![between(&int(0), i, n), lt(i.clone(), len_s.clone())]),
        eq(at_take.clone(), at_s.clone()),
    );
    out.all("seq.take.at", &[s, n, i], [&[&at_take]], front.clone());
    out.all(
        Label::seldom("seq.take.at.back"),
        &[s, n, i],
        [&[&at_s, &take]],
        front,
    );
    let at_drop = seq.at(&drop, i);
    let later = add(vec![i.clone(), n.clone()]);
    out.all(
        "seq.drop.at",
        &[s, n, i],
        [&[&at_drop]],
        implies(
            and(vec![
                lt(int(0), n.clone()),
                le(int(0), i.clone()),
                lt(later.clone(), len_s.clone()),
            ]),
            eq(at_drop.clone(), seq.at(s, &later)),
        ),
    );
    out.all(
        Label::seldom("seq.drop.at.back"),
        &[s, n, i],
        [&[&at_s, &drop]],
        implies(
            and(vec![lt(int(0), n.clone()), between(n, i, &len_s)]),
            eq(seq.at(&drop, &minus(i, n)), at_s.clone()),
        ),
    );
}

/// Parts of concatenations, of parts, and of updated sequences.
fn parts_of_parts(seq: &Seq<'_>, out: &mut Axioms) {
    let ([s, t], [x, ..], [_, m, n]) = (&seq.seqs, &seq.elements, &seq.ints);
    let len_s = seq.len(s);
    let append = seq.append(s, t);
    let first_part = eq(n.clone(), len_s.clone());
    let take = seq.take(&append, n);
    out.all(
        "seq.take.append",
        &[s, t, n],
        [&[&take]],
        implies(first_part.clone(), eq(take.clone(), s.clone())),
    );
    let drop = seq.drop(&append, n);
    out.all(
        "seq.drop.append",
        &[s, t, n],
        [&[&drop]],
        implies(first_part, eq(drop.clone(), t.clone())),
    );
    let take = seq.take(&seq.take(s, m), n);
    out.all(
        Label::seldom("seq.take.take.more"),
        &[s, m, n],
        [&[&take]],
        and(vec![
            implies(le(n.clone(), m.clone()), eq(take.clone(), seq.take(s, n))),
            implies(le(m.clone(), n.clone()), eq(take.clone(), seq.take(s, m))),
        ]),
    );
    let drop = seq.drop(&seq.drop(s, m), n);
    let both = add(vec![m.clone(), n.clone()]);
    out.all(
        Label::seldom("seq.drop.drop.more"),
        &[s, m, n],
        [&[&drop]],
        implies(
            and(vec![
                lt(int(0), m.clone()),
                lt(int(0), n.clone()),
                le(both.clone(), len_s.clone()),
            ]),
            eq(drop.clone(), seq.drop(s, &both)),
        ),
    );
    let whole = seq.append(&seq.take(s, n), &seq.drop(s, n));
    out.all(
        Label::seldom("seq.take.drop.more"),
        &[s, n],
        [&[&whole]],
        eq(whole.clone(), s.clone()),
    );
    let update = seq.update(s, m, x);
    let take = seq.take(&update, n);
    out.all(
        Label::seldom("seq.take.update.more"),
        &[s, m, x, n],
        [&[&take]],
        and(vec![
            implies(le(n.clone(), m.clone()), eq(take.clone(), seq.take(s, n))),
            implies(
                lt(m.clone(), n.clone()),
                eq(take.clone(), seq.update(&seq.take(s, n), m, x)),
            ),
        ]),
    );
    let drop = seq.drop(&update, n);
    out.all(
        Label::seldom("seq.drop.update.more"),
        &[s, m, x, n],
        [&[&drop]],
        and(vec![
            implies(lt(m.clone(), n.clone()), eq(drop.clone(), seq.drop(s, n))),
            implies(
                and(vec![lt(int(0), n.clone()), between(n, m, &len_s)]),
                eq(
                    drop.clone(),
                    seq.update(&seq.drop(s, n), &sub(m.clone(), n.clone()), x),
                ),
            ),
        ]),
    );
}

/// Sequences with another element at an index.
fn updates(seq: &Seq<'_>, out: &mut Axioms) {
    let ([s, ..], [x, ..], [i, _, n]) = (&seq.seqs, &seq.elements, &seq.ints);
    let (len_s, at_s) = (seq.len(s), seq.at(s, i));
    let update = seq.update(s, n, x);
    let inside = seq.inside(s, n);
    out.all(
        "seq.update",
        &[s, n, x],
        [&[&update]],
        and(vec![
            eq(seq.len(&update), len_s.clone()),
            implies(inside.clone(), eq(seq.at(&update, n), x.clone())),
            implies(not(inside), eq(update.clone(), s.clone())),
        ]),
    );
    let at_update = seq.at(&update, i);
    out.all(
        "seq.update.at",
        &[s, n, x, i],
        [&[&at_update], &[&at_s, &update]],
        implies(
            ne(i.clone(), n.clone()),
            eq(at_update.clone(), at_s.clone()),
        ),
    );
}

/// Which elements a sequence has.
fn membership(seq: &Seq<'_>, out: &mut Axioms) {
    let ([s, t], [x, y], [i, ..]) = (&seq.seqs, &seq.elements, &seq.ints);
    let in_s = seq.contains(s, x);
    let index = call(DataOp::SeqIndex, vec![s.clone(), x.clone()], &Sort::Int);
    out.all(
        "seq.contains",
        &[s, x],
        [&[&in_s]],
        implies(
            in_s.clone(),
            and(vec![
                seq.inside(s, &index),
                eq(seq.at(s, &index), x.clone()),
            ]),
        ),
    );
    let at_s = seq.at(s, i);
    out.all(
        "seq.contains.at",
        &[s, x, i],
        [&[&in_s, &at_s]],
        implies(
            and(vec![seq.inside(s, i), extensional(&at_s, x)]),
            in_s.clone(),
        ),
    );
    let append = seq.append(s, t);
    let (in_t, in_append) = (seq.contains(t, x), seq.contains(&append, x));
    out.all(
        "seq.contains.append",
        &[s, t, x],
        [&[&in_append], &[&in_s, &append], &[&in_t, &append]],
        eq(in_append.clone(), or(vec![in_s.clone(), in_t.clone()])),
    );
    let in_single = seq.contains(&seq.single(y), x);
    out.all(
        "seq.contains.single",
        &[x, y],
        [&[&in_single]],
        eq(in_single.clone(), extensional(x, y)),
    );
    let in_empty = seq.contains(&seq.empty(), x);
    out.all(
        "seq.contains.empty",
        &[x],
        [&[&in_empty]],
        not(in_empty.clone()),
    );
}

/// Ascending integers.
fn range(seq: &Seq<'_>, out: &mut Axioms) {
    let var = |name: &str| bound(name, Sort::Int);
    let (a, b, i) = (var("a@"), var("b@"), var("i@"));
    let range = seq.of(DataOp::SeqRange, &a, &b);
    let size = sub(b.clone(), a.clone());
    out.all(
        "seq.range",
        &[&a, &b],
        [&[&range]],
        eq(
            seq.len(&range),
            ite(le(a.clone(), b.clone()), size.clone(), int(0)),
        ),
    );
    let at = seq.at(&range, &i);
    out.all(
        "seq.range.at",
        &[&a, &b, &i],
        [&[&at]],
        implies(
            between(&int(0), &i, &size),
            eq(at.clone(), add(vec![a.clone(), i.clone()])),
        ),
    );
    let contains = seq.contains(&range, &i);
    out.all(
        "seq.range.contains",
        &[&a, &b, &i],
        [&[&contains]],
        eq(contains.clone(), between(&a, &i, &b)),
    );
}

/// Equality by elements.
fn equality(seq: &Seq<'_>, out: &mut Axioms) {
    let [s, t] = &seq.seqs;
    let len_s = seq.len(s);
    let same = call(DataOp::SeqEq, vec![s.clone(), t.clone()], &Sort::Bool);
    let at = call(DataOp::SeqDiff, vec![s.clone(), t.clone()], &Sort::Int);
    let differ = and(vec![
        seq.inside(s, &at),
        not(extensional(&seq.at(s, &at), &seq.at(t, &at))),
    ]);
    out.equality("seq.eq", [s, t], &same, vec![ne(len_s, seq.len(t)), differ]);
}

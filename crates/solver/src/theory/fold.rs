//! Operations, simplified.

use num_traits::{Signed, ToPrimitive};

use super::call;
use super::equal::extensional;
use super::literal::{self, args_of, differ, is_value};
use crate::term::{Sort, Term, add, and, int, ite, le, lt, not, or, sub};
use logic::DataOp;

/// Operations nested deeper than this are left as they are.
const DEPTH: usize = 64;

/// Longer lists of unknowns are not compared pair by pair.
const LISTED: usize = 64;

/// The value of an operation, of sort `result`.
///
/// An operation with other arguments than it takes is a function
/// about which nothing is known.
pub fn apply(op: &DataOp, args: Vec<Term>, result: &Sort) -> Term {
    let folded = match (op, args.as_slice()) {
        (DataOp::SeqLiteral, _) => return literal::sequence_of(&args, result),
        (DataOp::SetLiteral, _) => return literal::set_of(args, result),
        (DataOp::BagLiteral, _) => return literal::bag_of(args, result),
        (DataOp::MapLiteral, all) => match all.as_chunks() {
            (pairs, []) => {
                let entries = pairs.iter().cloned().map(<(Term, Term)>::from);
                Some(literal::map_of(entries.collect(), result))
            }
            _ => None,
        },
        (_, [a]) => unary(op, a, result),
        (_, [a, b]) => binary(op, a, b, result),
        (_, [a, b, c]) => ternary(op, a, b, c, result),
        _ => None,
    };
    folded.unwrap_or_else(|| call(op.clone(), args, result))
}

#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "an operation that is not simplified stays as it is"
)]
fn unary(op: &DataOp, a: &Term, result: &Sort) -> Option<Term> {
    match op {
        DataOp::SeqLen => Some(length(a)),
        DataOp::SetCard => set_card(a),
        DataOp::BagCard => Some(int(i64::try_from(literal::bag(a)?.len()).ok()?)),
        DataOp::MapCard => {
            let keys = keys(a)?;
            Some(set_card(&keys).unwrap_or_else(|| call(DataOp::SetCard, vec![keys], result)))
        }
        DataOp::MapKeys => keys(a),
        DataOp::MapValues => {
            let entries = literal::map_by_values(a)?;
            let values = entries.into_iter().map(|(_, value)| value);
            Some(literal::set_of(values.collect(), result))
        }
        DataOp::MapItems => {
            let entries = literal::map_by_values(a)?;
            let Sort::Set(pair) = result else {
                return None;
            };
            let pairs = entries
                .into_iter()
                .map(|(key, value)| call(DataOp::TupleMake, vec![key, value], pair));
            Some(literal::set_of(pairs.collect(), result))
        }
        DataOp::OptGet => match args_of(a, DataOp::OptSome) {
            Some([x]) => Some(x.clone()),
            _ => None,
        },
        DataOp::TuplePart(at) => args_of(a, DataOp::TupleMake)?
            .get(usize::from(*at))
            .cloned(),
        _ => None,
    }
}

#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "an operation that is not simplified stays as it is"
)]
fn binary(op: &DataOp, a: &Term, b: &Term, result: &Sort) -> Option<Term> {
    match op {
        DataOp::SeqAt => element(a, b),
        DataOp::SeqAppend => append(a, b, result),
        DataOp::SeqTake | DataOp::SeqDrop => part(*op == DataOp::SeqTake, a, b, result),
        DataOp::SeqContains => {
            let elements = literal::sequence(a)?;
            Some(one_of(&elements, b))
        }
        DataOp::SeqRemove => {
            let next = add(vec![b.clone(), int(1)]);
            let before = prefix(a, b, result);
            let after = suffix(a, &next, result);
            Some(joined(&before, &after, result))
        }
        DataOp::SeqRange | DataOp::SetRange => {
            let (low, high) = (a.as_int()?, b.as_int()?);
            let empty = if *op == DataOp::SeqRange {
                DataOp::SeqEmpty
            } else {
                DataOp::SetEmpty
            };
            (low >= high).then(|| call(empty, Vec::new(), result))
        }
        DataOp::SetContains => contains(a, b, DEPTH),
        DataOp::SetAdd => {
            let mut elements = literal::set(a)?;
            elements.push(b.clone());
            Some(literal::set_of(elements, result))
        }
        DataOp::BagAdd => {
            let mut elements = literal::bag(a)?;
            elements.push(b.clone());
            Some(literal::bag_of(elements, result))
        }
        DataOp::SetUnion | DataOp::SetInter | DataOp::SetDiff => set_operation(op, a, b, result),
        DataOp::BagUnion => match (literal::bag(a), literal::bag(b)) {
            (Some(xs), _) if xs.is_empty() => Some(b.clone()),
            (_, Some(ys)) if ys.is_empty() => Some(a.clone()),
            (Some(mut xs), Some(ys)) => {
                xs.extend(ys);
                Some(literal::bag_of(xs, result))
            }
            _ => None,
        },
        DataOp::BagCount => {
            let elements = literal::bag(a)?;
            let one = |x: &Term| ite(extensional(x, b), int(1), int(0));
            Some(add(elements.iter().map(one).collect()))
        }
        DataOp::SetStrict | DataOp::BagStrict => {
            let subset = if *op == DataOp::SetStrict {
                DataOp::SetSubset
            } else {
                DataOp::BagSubset
            };
            let within = |a: &Term, b: &Term| {
                binary(&subset, a, b, result)
                    .unwrap_or_else(|| call(subset.clone(), vec![a.clone(), b.clone()], result))
            };
            Some(and(vec![within(a, b), not(within(b, a))]))
        }
        DataOp::SetSubset => {
            let elements = literal::set(a).filter(|xs| xs.len() <= LISTED)?;
            Some(and(elements.iter().map(|x| is_in(b, x)).collect()))
        }
        DataOp::SetDisjoint => {
            let (list, other) = match (literal::set(a), literal::set(b)) {
                (Some(xs), _) => (xs, b),
                (_, Some(ys)) => (ys, a),
                _ => return None,
            };
            (list.len() <= LISTED).then(|| and(list.iter().map(|x| not(is_in(other, x))).collect()))
        }
        DataOp::MapDisjoint => {
            let (a, b) = (keys(a)?, keys(b)?);
            Some(
                binary(&DataOp::SetDisjoint, &a, &b, result)
                    .unwrap_or_else(|| call(DataOp::SetDisjoint, vec![a, b], result)),
            )
        }
        DataOp::MapHas => Some(is_in(&keys(a)?, b)),
        DataOp::MapGet => value_of(a, b),
        DataOp::MapRemove => {
            let entries = literal::map_by_values(a)?;
            if !is_value(b) {
                return None;
            }
            let rest = entries.into_iter().filter(|(key, _)| key != b);
            Some(literal::map_of(rest.collect(), result))
        }
        DataOp::StrConcat => match (literal::plain_text(a), literal::plain_text(b)) {
            (Some(x), Some(y)) => Some(literal::text(&format!("{x}{y}"))),
            (Some(""), _) => Some(b.clone()),
            (_, Some("")) => Some(a.clone()),
            _ => None,
        },
        _ => None,
    }
}

#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "an operation that is not simplified stays as it is"
)]
fn ternary(op: &DataOp, a: &Term, b: &Term, c: &Term, result: &Sort) -> Option<Term> {
    match op {
        DataOp::SeqSlice => {
            let front = prefix(a, c, result);
            Some(suffix(&front, b, result))
        }
        DataOp::SeqUpdate => {
            let mut elements = literal::sequence(a)?;
            let at = b.as_int()?.to_usize()?;
            *elements.get_mut(at)? = c.clone();
            Some(literal::sequence_of(&elements, result))
        }
        DataOp::MapBuild => {
            let mut entries = literal::map(a)?;
            entries.push((b.clone(), c.clone()));
            Some(literal::map_of(entries, result))
        }
        _ => None,
    }
}

/// The length of a sequence, by its parts.
fn length(sequence: &Term) -> Term {
    let mut parts = Vec::new();
    let mut work = vec![sequence];
    while let Some(term) = work.pop() {
        if let Some([a, b]) = args_of(term, DataOp::SeqAppend) {
            work.push(a);
            work.push(b);
        } else if let Some([s, _, _]) = args_of(term, DataOp::SeqUpdate) {
            work.push(s);
        } else if args_of(term, DataOp::SeqSingle).is_some() {
            parts.push(int(1));
        } else if let Some([low, high]) = args_of(term, DataOp::SeqRange) {
            parts.push(distance(low, high));
        } else if args_of(term, DataOp::SeqEmpty).is_none() {
            parts.push(call(DataOp::SeqLen, vec![term.clone()], &Sort::Int));
        }
    }
    add(parts)
}

/// How many integers there are from `low` up to, not including, `high`.
fn distance(low: &Term, high: &Term) -> Term {
    ite(
        le(low.clone(), high.clone()),
        sub(high.clone(), low.clone()),
        int(0),
    )
}

/// An element, where it can be told which.
fn element(sequence: &Term, index: &Term) -> Option<Term> {
    let mut sequence = sequence.clone();
    let mut index = index.clone();
    let mut moved = false;
    loop {
        let next = if let Some([a, b]) = args_of(&sequence, DataOp::SeqAppend) {
            let Some((at, split)) = index.as_int().zip(length(a).as_int().cloned()) else {
                break;
            };
            if *at < split {
                a.clone()
            } else {
                index = sub(index, crate::term::big(split));
                b.clone()
            }
        } else if let Some([x]) = args_of(&sequence, DataOp::SeqSingle) {
            if index.as_int().is_some_and(|i| *i == 0.into()) {
                return Some(x.clone());
            }
            break;
        } else if let Some([s, at, x]) = args_of(&sequence, DataOp::SeqUpdate) {
            if differ(at, &index) {
                s.clone()
            } else {
                let inside = index
                    .as_int()
                    .zip(length(s).as_int())
                    .is_some_and(|(i, n)| !i.is_negative() && i < n);
                if *at == index && inside {
                    return Some(x.clone());
                }
                break;
            }
        } else {
            break;
        };
        moved = true;
        sequence = next;
    }
    let Sort::Seq(of) = sequence.sort().clone() else {
        return None;
    };
    moved.then(|| call(DataOp::SeqAt, vec![sequence, index], &of))
}

fn append(a: &Term, b: &Term, result: &Sort) -> Option<Term> {
    if args_of(a, DataOp::SeqEmpty).is_some() {
        return Some(b.clone());
    }
    if args_of(b, DataOp::SeqEmpty).is_some() {
        return Some(a.clone());
    }
    let mut elements = literal::sequence(a)?;
    elements.extend(literal::sequence(b)?);
    Some(literal::sequence_of(&elements, result))
}

fn joined(a: &Term, b: &Term, result: &Sort) -> Term {
    append(a, b, result)
        .unwrap_or_else(|| call(DataOp::SeqAppend, vec![a.clone(), b.clone()], result))
}

/// The first `n` elements, or what comes after them.
fn part(front: bool, sequence: &Term, n: &Term, result: &Sort) -> Option<Term> {
    let n = n.as_int()?;
    if !n.is_positive() {
        return Some(if front {
            call(DataOp::SeqEmpty, Vec::new(), result)
        } else {
            sequence.clone()
        });
    }
    let elements = literal::sequence(sequence)?;
    let n = n.to_usize().unwrap_or(usize::MAX).min(elements.len());
    let (before, after) = elements.split_at(n);
    let kept = if front { before } else { after };
    Some(literal::sequence_of(kept, result))
}

fn prefix(sequence: &Term, n: &Term, result: &Sort) -> Term {
    part(true, sequence, n, result)
        .unwrap_or_else(|| call(DataOp::SeqTake, vec![sequence.clone(), n.clone()], result))
}

fn suffix(sequence: &Term, n: &Term, result: &Sort) -> Term {
    part(false, sequence, n, result)
        .unwrap_or_else(|| call(DataOp::SeqDrop, vec![sequence.clone(), n.clone()], result))
}

fn one_of(elements: &[Term], x: &Term) -> Term {
    or(elements.iter().map(|e| extensional(e, x)).collect())
}

/// Membership in a set, by how the set is made.
fn contains(set: &Term, x: &Term, depth: usize) -> Option<Term> {
    let depth = depth.checked_sub(1)?;
    let inner = |set: &Term| {
        contains(set, x, depth).unwrap_or_else(|| {
            call(
                DataOp::SetContains,
                vec![set.clone(), x.clone()],
                &Sort::Bool,
            )
        })
    };
    if let Some(elements) = literal::set(set) {
        return Some(one_of(&elements, x));
    }
    if let Some([rest, y]) = args_of(set, DataOp::SetAdd) {
        return Some(or(vec![extensional(y, x), inner(rest)]));
    }
    if let Some([low, high]) = args_of(set, DataOp::SetRange) {
        return Some(and(vec![
            le(low.clone(), x.clone()),
            lt(x.clone(), high.clone()),
        ]));
    }
    if let Some([a, b]) = args_of(set, DataOp::SetUnion) {
        return Some(or(vec![inner(a), inner(b)]));
    }
    if let Some([a, b]) = args_of(set, DataOp::SetInter) {
        return Some(and(vec![inner(a), inner(b)]));
    }
    if let Some([a, b]) = args_of(set, DataOp::SetDiff) {
        return Some(and(vec![inner(a), not(inner(b))]));
    }
    None
}

fn is_in(set: &Term, x: &Term) -> Term {
    contains(set, x, DEPTH).unwrap_or_else(|| {
        call(
            DataOp::SetContains,
            vec![set.clone(), x.clone()],
            &Sort::Bool,
        )
    })
}

fn set_card(set: &Term) -> Option<Term> {
    if let Some([low, high]) = args_of(set, DataOp::SetRange) {
        return Some(distance(low, high));
    }
    let elements = literal::set(set)?;
    let apart = elements.iter().all(is_value)
        || (elements.len() <= LISTED
            && elements
                .iter()
                .enumerate()
                .all(|(at, x)| elements.iter().skip(at + 1).all(|y| differ(x, y))));
    apart.then(|| int(i64::try_from(elements.len()).unwrap_or(i64::MAX)))
}

fn set_operation(op: &DataOp, a: &Term, b: &Term, result: &Sort) -> Option<Term> {
    let (xs, ys) = (literal::set(a), literal::set(b));
    let nothing = |list: &Option<Vec<Term>>| list.as_ref().is_some_and(Vec::is_empty);
    let (union, inter) = (*op == DataOp::SetUnion, *op == DataOp::SetInter);
    if (union && nothing(&xs)) || (inter && nothing(&ys)) {
        return Some(b.clone());
    }
    if (!union && nothing(&xs)) || (!inter && nothing(&ys)) {
        return Some(a.clone());
    }
    let (xs, ys) = (xs?, ys?);
    if union {
        return Some(literal::set_of([xs, ys].concat(), result));
    }
    if !xs.iter().chain(&ys).all(is_value) {
        return None;
    }
    let kept = xs.into_iter().filter(|x| ys.contains(x) == inter);
    Some(literal::set_of(kept.collect(), result))
}

/// The keys of a map, by how the map is made.
fn keys(map: &Term) -> Option<Term> {
    let Sort::Map(key, _) = map.sort() else {
        return None;
    };
    let result = Sort::set((**key).clone());
    if let Some(entries) = literal::map(map) {
        let keys = entries.into_iter().map(|(key, _)| key);
        return Some(literal::set_of(keys.collect(), &result));
    }
    let mut added = Vec::new();
    let mut rest = map;
    while let Some([inner, key, _]) = args_of(rest, DataOp::MapBuild) {
        added.push(key.clone());
        rest = inner;
    }
    let base = match args_of(rest, DataOp::MapRemove) {
        Some([inner, key]) => {
            let inner = call(DataOp::MapKeys, vec![inner.clone()], &result);
            let one = literal::set_of(vec![key.clone()], &result);
            call(DataOp::SetDiff, vec![inner, one], &result)
        }
        _ => call(DataOp::MapKeys, vec![rest.clone()], &result),
    };
    added.sort();
    added.dedup();
    Some(added.into_iter().fold(base, |set, key| {
        call(DataOp::SetAdd, vec![set, key], &result)
    }))
}

/// The value of a key, where it can be told which.
fn value_of(map: &Term, key: &Term) -> Option<Term> {
    let Sort::Map(_, of) = map.sort() else {
        return None;
    };
    let mut rest = map;
    let mut moved = false;
    loop {
        let (inner, at, value) = match (
            args_of(rest, DataOp::MapBuild),
            args_of(rest, DataOp::MapRemove),
        ) {
            (Some([inner, at, value]), _) => (inner, at, Some(value)),
            (_, Some([inner, at])) => (inner, at, None),
            _ => break,
        };
        if at == key {
            match value {
                Some(value) => return Some(value.clone()),
                None => break,
            }
        }
        if !differ(at, key) {
            break;
        }
        rest = inner;
        moved = true;
    }
    moved.then(|| call(DataOp::MapGet, vec![rest.clone(), key.clone()], of))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::term::{constant, ff, tt};

    fn op(op: DataOp, args: Vec<Term>, result: &Sort) -> Term {
        apply(&op, args, result)
    }

    fn seq() -> Sort {
        Sort::seq(Sort::Int)
    }

    fn list(elements: &[i64]) -> Term {
        op(
            DataOp::SeqLiteral,
            elements.iter().map(|x| int(*x)).collect(),
            &seq(),
        )
    }

    #[test]
    fn sequences_that_are_written_out_are_computed() {
        let s = list(&[4, 5, 6]);
        assert_eq!(op(DataOp::SeqLen, vec![s.clone()], &Sort::Int), int(3));
        assert_eq!(
            op(DataOp::SeqAt, vec![s.clone(), int(2)], &Sort::Int),
            int(6)
        );
        assert_eq!(
            op(DataOp::SeqRemove, vec![s.clone(), int(1)], &seq()),
            list(&[4, 6])
        );
        let updated = op(DataOp::SeqUpdate, vec![s.clone(), int(0), int(9)], &seq());
        assert_eq!(updated, list(&[9, 5, 6]));
        let slice = op(DataOp::SeqSlice, vec![s.clone(), int(1), int(7)], &seq());
        assert_eq!(slice, list(&[5, 6]));
        assert_eq!(
            op(DataOp::SeqContains, vec![s.clone(), int(5)], &Sort::Bool),
            tt()
        );
        assert_eq!(
            op(DataOp::SeqContains, vec![s.clone(), int(7)], &Sort::Bool),
            ff()
        );
        // Out of range nothing is said.
        assert!(!op(DataOp::SeqAt, vec![s.clone(), int(3)], &Sort::Int).is_literal());
        assert!(!op(DataOp::SeqAt, vec![s.clone(), int(-1)], &Sort::Int).is_literal());
        assert_ne!(
            op(DataOp::SeqUpdate, vec![s.clone(), int(3), int(9)], &seq()),
            s
        );
    }

    #[test]
    fn lengths_are_sums() {
        let t = constant("t", seq());
        let s = op(DataOp::SeqAppend, vec![t.clone(), list(&[1, 2])], &seq());
        let len = op(DataOp::SeqLen, vec![t.clone()], &Sort::Int);
        assert_eq!(
            op(DataOp::SeqLen, vec![s], &Sort::Int),
            add(vec![len, int(2)])
        );
        let front = op(DataOp::SeqAppend, vec![list(&[1, 2]), t.clone()], &seq());
        let third = op(DataOp::SeqAt, vec![front, int(2)], &Sort::Int);
        assert_eq!(third, op(DataOp::SeqAt, vec![t, int(0)], &Sort::Int));
    }

    #[test]
    fn sets_and_maps_do_not_depend_on_order() {
        let set = Sort::set(Sort::Int);
        let x = constant("x", Sort::Int);
        let a = op(DataOp::SetLiteral, vec![int(3), x.clone(), int(1)], &set);
        let b = op(
            DataOp::SetLiteral,
            vec![x.clone(), int(1), int(3), int(1)],
            &set,
        );
        assert_eq!(a, b);
        // `x` may be 1 or 3.
        assert!(!op(DataOp::SetCard, vec![a.clone()], &Sort::Int).is_literal());
        let two = op(DataOp::SetLiteral, vec![int(3), int(1)], &set);
        assert_eq!(op(DataOp::SetCard, vec![two.clone()], &Sort::Int), int(2));
        assert_eq!(
            extensional(&two, &op(DataOp::SetLiteral, vec![int(1)], &set)),
            ff()
        );
        let map = Sort::map(Sort::Int, Sort::Int);
        let m = op(DataOp::MapLiteral, [2, 6, 3, 9, 2, 5].map(int).into(), &map);
        assert_eq!(
            m,
            op(DataOp::MapLiteral, [3, 9, 2, 5].map(int).into(), &map)
        );
        // A key without a value makes a map of which nothing is known.
        let odd = op(DataOp::MapLiteral, vec![int(2)], &map);
        assert_ne!(odd, op(DataOp::MapEmpty, Vec::new(), &map));
        let unknown = op(DataOp::MapBuild, vec![m.clone(), x.clone(), int(0)], &map);
        assert!(!op(DataOp::MapGet, vec![unknown.clone(), int(2)], &Sort::Int).is_literal());
        assert_eq!(op(DataOp::MapGet, vec![unknown, x], &Sort::Int), int(0));
        assert_eq!(op(DataOp::MapGet, vec![m, int(2)], &Sort::Int), int(5));
    }

    #[test]
    fn a_variable_that_becomes_a_literal_keeps_the_meaning() {
        let set = Sort::set(Sort::Int);
        let x = crate::term::bound("x@", Sort::Int);
        let open = op(DataOp::SetLiteral, vec![int(1), x.clone()], &set);
        let closed = open.subst(&[(x.clone(), int(0))]);
        let direct = op(DataOp::SetLiteral, vec![int(0), int(1)], &set);
        assert_eq!(extensional(&closed, &direct), tt());
        let once = open.subst(&[(x.clone(), int(1))]);
        assert_eq!(op(DataOp::SetCard, vec![once], &Sort::Int), int(1));
        let map = Sort::map(Sort::Int, Sort::Int);
        let open = op(
            DataOp::MapLiteral,
            vec![x.clone(), int(5), int(1), int(7)],
            &map,
        );
        let closed = open.subst(&[(x, int(1))]);
        assert_eq!(op(DataOp::MapGet, vec![closed, int(1)], &Sort::Int), int(7));
    }
}
